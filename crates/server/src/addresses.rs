//! Who a request comes from: the address of the connection, or what trusted proxies say.

use axum::http::{HeaderMap, header};
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// A range of addresses, such as `10.0.0.0/8` or `::1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressRange {
    first: IpAddr,
    bits: u8,
}

/// Not a range of addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressRangeError(String);

impl fmt::Display for AddressRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no range of addresses; write 10.0.0.0/8, 192.0.2.7 or fd00::/8", self.0)
    }
}

impl std::error::Error for AddressRangeError {}

impl FromStr for AddressRange {
    type Err = AddressRangeError;

    fn from_str(text: &str) -> Result<AddressRange, AddressRangeError> {
        let wrong = || AddressRangeError(text.to_string());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return Err(wrong());
        }
        Ok(AddressRange { first, bits })
    }
}

impl AddressRange {
    /// Whether an address is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let (first, other, size) = match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(other)) => {
                (u128::from(u32::from(first)), u128::from(u32::from(other)), 32)
            }
            (IpAddr::V6(first), IpAddr::V6(other)) => (first.into(), other.into(), 128),
            _ => return false,
        };
        let cut = |address: u128| address.checked_shr(size - u32::from(self.bits));
        cut(first) == cut(other)
    }
}

/// An address as it is limited: an IPv6 network of 64 bits belongs to one customer.
pub(crate) fn limited_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
        address => address,
    }
}

/// The address in an entry of a header: with a port or without, in quotes, in brackets.
fn read_entry(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim().trim_matches('"');
    if let Ok(address) = entry.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(address) = entry.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The first address from the right that is no trusted proxy. An entry that cannot be read ends
/// the search: what is left of it is hearsay.
fn first_stranger<'a>(
    peer: IpAddr,
    entries: impl DoubleEndedIterator<Item = Option<&'a str>>,
    trusted: &[AddressRange],
) -> IpAddr {
    let is_trusted = |address| trusted.iter().any(|range| range.contains(address));
    let mut last = peer;
    for entry in entries.rev() {
        let Some(address) = entry.and_then(read_entry) else { return last };
        last = address;
        if !is_trusted(address) {
            return last;
        }
    }
    last
}

/// Who a request comes from. Only what trusted proxies have written counts. If
/// `X-Forwarded-For` and `Forwarded` disagree, one of them is forged, and the request is counted
/// for the proxy.
pub(crate) fn client_address(
    peer: IpAddr,
    headers: &HeaderMap,
    trusted: &[AddressRange],
) -> IpAddr {
    if !trusted.iter().any(|range| range.contains(peer)) {
        return peer;
    }
    let lines = |name: &str| -> Option<String> {
        let lines = headers.get_all(name).iter().map(|line| line.to_str().unwrap_or("?"));
        let lines = lines.collect::<Vec<_>>().join(",");
        (!lines.is_empty()).then_some(lines)
    };
    let listed = lines("x-forwarded-for")
        .map(|line| first_stranger(peer, line.split(',').map(Some), trusted));
    let forwarded = lines(header::FORWARDED.as_str()).map(|line| {
        let entries = line.split(',').map(|element| {
            element.split(';').find_map(|part| {
                let (name, value) = part.split_once('=')?;
                name.trim().eq_ignore_ascii_case("for").then_some(value)
            })
        });
        first_stranger(peer, entries, trusted)
    });
    match (listed, forwarded) {
        (Some(listed), Some(forwarded)) if listed != forwarded => peer,
        (Some(address), _) | (None, Some(address)) => address,
        (None, None) => peer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(texts: &[&str]) -> Vec<AddressRange> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn ranges_hold_their_addresses() {
        let table = [
            ("10.0.0.0/8", "10.9.8.7", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("fd00::/8", "fd12::1", true),
            ("::/0", "2001:db8::1", true),
        ];
        for (range, address, inside) in table {
            let range: AddressRange = range.parse().unwrap();
            assert_eq!(range.contains(address.parse().unwrap()), inside, "{range:?} {address}");
        }
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "all", "10.0.0.0/-1", "::1/x"] {
            assert!(wrong.parse::<AddressRange>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let limited = |text: &str| limited_as(text.parse().unwrap()).to_string();
        assert_eq!(limited("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(limited("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(limited("192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn only_trusted_proxies_say_who_asks() {
        let trusted = ranges(&["10.0.0.0/8", "::1"]);
        let seen = |peer: &str, headers: &[(&'static str, &str)]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, value.parse().unwrap());
            }
            client_address(peer.parse().unwrap(), &map, &trusted).to_string()
        };
        let (listed, forwarded) = ("x-forwarded-for", "forwarded");
        // Somebody who is no proxy can write anything.
        assert_eq!(seen("203.0.113.1", &[(listed, "192.0.2.1")]), "203.0.113.1");
        assert_eq!(seen("203.0.113.1", &[(forwarded, "for=192.0.2.1")]), "203.0.113.1");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[(listed, "192.0.2.1")]), "192.0.2.1");
        // From right to left: what the client has forged stands on the left.
        assert_eq!(seen("10.0.0.1", &[(listed, "1.1.1.1, 192.0.2.1")]), "192.0.2.1");
        assert_eq!(seen("10.0.0.1", &[(listed, "1.1.1.1, 192.0.2.1, 10.0.0.2")]), "192.0.2.1");
        assert_eq!(seen("10.0.0.1", &[(listed, "1.1.1.1"), (listed, "192.0.2.1")]), "192.0.2.1");
        assert_eq!(seen("10.0.0.1", &[(listed, "192.0.2.1, nonsense")]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[(listed, "192.0.2.1:8080")]), "192.0.2.1");
        assert_eq!(
            seen("::1", &[(forwarded, "for=1.1.1.1, for=\"[2001:db8::7]:123\";proto=https")]),
            "2001:db8::7"
        );
        assert_eq!(seen("10.0.0.1", &[(forwarded, "For=192.0.2.4;by=10.0.0.1")]), "192.0.2.4");
        assert_eq!(seen("10.0.0.1", &[(forwarded, "for=_hidden")]), "10.0.0.1");
        // One of the two headers is the client's own.
        let both = [(listed, "192.0.2.1"), (forwarded, "for=1.1.1.1")];
        assert_eq!(seen("10.0.0.1", &both), "10.0.0.1");
        let both = [(listed, "192.0.2.1"), (forwarded, "for=192.0.2.1")];
        assert_eq!(seen("10.0.0.1", &both), "192.0.2.1");
    }
}
