//! Where players reach this server.

use axum::http::Uri;
use std::net::IpAddr;

/// The address of the page that players open, without a slash at its end:
/// `https://games.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

/// Not the address of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicUrlError;

impl std::fmt::Display for PublicUrlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write it as https://HOST or https://HOST/PATH (http:// only for this machine)")
    }
}

impl std::error::Error for PublicUrlError {}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a host is this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Whether a URL is encrypted, or stays on this machine.
pub(crate) fn is_safe(url: &Uri) -> bool {
    let Some(authority) = url.authority() else { return false };
    let host = authority.host();
    let plain = !host.is_empty() && !authority.as_str().contains('@');
    plain
        && match url.scheme_str() {
            Some("https") => true,
            Some("http") => is_loopback(host),
            _ => false,
        }
}

impl std::str::FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let url: Uri = text.parse().map_err(|_| PublicUrlError)?;
        if !is_safe(&url) || url.query().is_some() || text.contains('#') {
            return Err(PublicUrlError);
        }
        Ok(PublicUrl(text.trim_end_matches('/').to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_urls_and_this_machine_are_accepted() {
        let read = |text: &str| text.parse::<PublicUrl>().map(|url| url.to_string()).ok();
        let good = ["https://a.example/", "https://a.example/games", "http://localhost:4747"];
        let read_as = ["https://a.example", "https://a.example/games", "http://localhost:4747"];
        assert_eq!(good.map(|text| read(text).unwrap()), read_as);
        for bad in ["", "a.example", "http://a.example", "ftp://a.example", "https://u@a.example"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        for bad in ["https://a.example/?x", "https://a.example/#x", "https:///x", "http://[::2]"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert!(read("http://[::1]:80").is_some());
    }
}
