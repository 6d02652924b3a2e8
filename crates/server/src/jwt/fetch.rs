//! Fetching a key set from a URL.

use super::JwtError;
use crate::http_client::{self, Outgoing};
use axum::http::{HeaderValue, Method, Uri, header};
use std::time::Duration;

/// The largest key set.
pub(super) const MOST_BYTES: usize = 256 << 10;
/// How long it may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Fetches what is at an `http://` or `https://` URL.
pub(crate) async fn get(url: &str) -> Result<Vec<u8>, JwtError> {
    let failed = |reason: &dyn std::fmt::Display| JwtError::new(format!("{url}: {reason}"));
    let uri: Uri = url.parse().map_err(|error| failed(&error))?;
    let request = Outgoing {
        method: Method::GET,
        headers: vec![(header::ACCEPT, HeaderValue::from_static("application/json"))],
        body: Vec::new(),
        timeout: TIMEOUT,
        most: MOST_BYTES,
    };
    let (status, body) = http_client::send(&uri, request).await.map_err(|error| failed(&error))?;
    if !status.is_success() {
        return Err(failed(&format_args!("status {status}")));
    }
    Ok(body.to_vec())
}
