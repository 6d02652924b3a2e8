//! The header of the PROXY protocol (versions 1 and 2), with which a proxy begins a connection to
//! say whose it is.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use tokio::io::{AsyncRead, AsyncReadExt};

/// How version 2 begins.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// How version 1 begins.
const WORD: &[u8] = b"PROXY ";
/// The longest header of version 1, with its line end.
const LONGEST_LINE: usize = 107;
/// The longest body of a header of version 2 that is read: addresses, and what a proxy adds.
const LONGEST_BODY: usize = 4096;

fn malformed(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Reads a header and nothing behind it; the client that it names. A proxy that speaks for itself,
/// to ask for the server's health, names none.
///
/// # Errors
/// If there is no header, or it cannot be understood.
pub(crate) async fn read(connection: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    // The shortest header is longer than this.
    let mut start = [0; SIGNATURE.len()];
    connection.read_exact(&mut start).await?;
    if start == SIGNATURE {
        return read_binary(connection).await;
    }
    if !start.starts_with(WORD) {
        return Err(malformed("the connection does not begin with a PROXY protocol header"));
    }
    let mut line = start.to_vec();
    while !line.ends_with(b"\r\n") {
        if line.len() >= LONGEST_LINE {
            return Err(malformed("the PROXY line is longer than 107 bytes"));
        }
        line.push(connection.read_u8().await?);
    }
    let line = line.strip_suffix(b"\r\n").unwrap_or(&line);
    read_line(std::str::from_utf8(line).map_err(|_| malformed("the PROXY line is not ASCII"))?)
}

/// A header of version 1, without its line end: `PROXY TCP4 192.0.2.1 192.0.2.9 5000 443`.
fn read_line(line: &str) -> io::Result<Option<IpAddr>> {
    let mut words = line.split(' ').skip(1);
    let family = words.next();
    if family == Some("UNKNOWN") {
        return Ok(None);
    }
    let [source, destination, from, to] = [words.next(), words.next(), words.next(), words.next()];
    let port = |word: Option<&str>| {
        let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        word.filter(plain).and_then(|word| word.parse::<u16>().ok())
    };
    if words.next().is_some() || port(from).is_none() || port(to).is_none() {
        return Err(malformed("the PROXY line does not have two addresses and two ports"));
    }
    let address = |word: Option<&str>| -> Option<IpAddr> {
        match family {
            Some("TCP4") => word?.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
            Some("TCP6") => word?.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            _ => None,
        }
    };
    match (address(source), address(destination)) {
        (Some(source), Some(_)) => Ok(Some(source)),
        _ => Err(malformed("the PROXY line has an address that is none of its family")),
    }
}

/// A header of version 2, after its signature.
async fn read_binary(connection: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<IpAddr>> {
    let (kind, family) = (connection.read_u8().await?, connection.read_u8().await?);
    let length = usize::from(connection.read_u16().await?);
    if length > LONGEST_BODY {
        return Err(malformed("the PROXY header is too long"));
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).await?;
    match kind {
        // The proxy speaks for itself.
        0x20 => return Ok(None),
        0x21 => {}
        _ => return Err(malformed("the PROXY header has an unknown version or command")),
    }
    let short = || malformed("the PROXY header is too short for its addresses");
    match family {
        // Source, destination and two ports.
        0x11 if length >= 12 => {
            let source: [u8; 4] = body[..4].try_into().map_err(|_| short())?;
            Ok(Some(Ipv4Addr::from(source).into()))
        }
        0x21 if length >= 36 => {
            let source: [u8; 16] = body[..16].try_into().map_err(|_| short())?;
            Ok(Some(Ipv6Addr::from(source).into()))
        }
        0x11 | 0x21 => Err(short()),
        // Without an address, or one that is not of the internet.
        0x00 => Ok(None),
        _ => Err(malformed("the PROXY header has an address of an unknown family")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a header; the client, and how much of the bytes is left.
    async fn header(bytes: &[u8]) -> io::Result<(Option<IpAddr>, usize)> {
        let mut rest = bytes;
        let client = read(&mut rest).await?;
        Ok((client, rest.len()))
    }

    fn binary(kind: u8, family: u8, body: &[u8]) -> Vec<u8> {
        let length = u16::try_from(body.len()).unwrap().to_be_bytes();
        [&SIGNATURE[..], &[kind, family], &length, body, b"GET"].concat()
    }

    #[tokio::test]
    async fn headers_name_the_client() {
        let four: Option<IpAddr> = Some("192.0.2.1".parse().unwrap());
        let six: Option<IpAddr> = Some("2001:db8::1".parse().unwrap());
        let table: [(&[u8], Option<IpAddr>); 4] = [
            (b"PROXY TCP4 192.0.2.1 192.0.2.9 5000 443\r\nGET", four),
            (b"PROXY TCP6 2001:db8::1 ::1 5000 443\r\nGET", six),
            (b"PROXY UNKNOWN\r\nGET", None),
            (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\nGET", None),
        ];
        for (bytes, client) in table {
            let found = header(bytes).await.unwrap();
            assert_eq!(found, (client, 3), "{}", String::from_utf8_lossy(bytes));
        }
        let body = [192, 0, 2, 1, 192, 0, 2, 9, 0, 1, 0, 2];
        assert_eq!(header(&binary(0x21, 0x11, &body)).await.unwrap(), (four, 3));
        // With additions of the proxy.
        let longer = [&body[..], &[4, 0, 1, 0]].concat();
        assert_eq!(header(&binary(0x21, 0x11, &longer)).await.unwrap(), (four, 3));
        let source: [u8; 16] = "2001:db8::1".parse::<Ipv6Addr>().unwrap().octets();
        let body = [&source[..], &[0; 20]].concat();
        assert_eq!(header(&binary(0x21, 0x21, &body)).await.unwrap(), (six, 3));
        assert_eq!(header(&binary(0x20, 0, &[])).await.unwrap(), (None, 3));
        assert_eq!(header(&binary(0x21, 0, &[])).await.unwrap(), (None, 3));
    }

    #[tokio::test]
    async fn what_is_no_header_is_refused() {
        let long = format!("PROXY TCP4 {}\r\n", "1".repeat(200));
        let table: [&[u8]; 14] = [
            b"",
            b"PROXY",
            b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.9 5000\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.9 5000 443 7\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.9 5000 99999\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.9 +5000 443\r\n",
            b"PROXY TCP4 192.0.2.1  192.0.2.9 5000 443\r\n",
            b"PROXY TCP4 2001:db8::1 ::1 5000 443\r\n",
            b"PROXY TCP6 192.0.2.1 192.0.2.9 5000 443\r\n",
            b"PROXY UDP4 192.0.2.1 192.0.2.9 5000 443\r\n",
            b"PROXY TCP4 192.0.2.1 192.0.2.9 5000 443",
            b"PROXY \xff\xff\xff\xff\xff\xff\xff\xff\r\n",
            long.as_bytes(),
        ];
        for bytes in table {
            let found = header(bytes).await;
            assert!(found.is_err(), "{}: {found:?}", String::from_utf8_lossy(bytes));
        }
        let body = [192, 0, 2, 1, 192, 0, 2, 9, 0, 1, 0, 2];
        for (kind, family, length) in [
            (0x11, 0x11, 12),
            (0x22, 0x11, 12),
            (0x21, 0x31, 12),
            (0x21, 0x11, 11),
            (0x21, 0x21, 12),
        ] {
            let bytes = binary(kind, family, &body[..length]);
            assert!(header(&bytes).await.is_err(), "{kind:x} {family:x} {length}");
        }
        assert!(header(&binary(0x21, 0x11, &vec![0; LONGEST_BODY + 1])).await.is_err());
        let cut = binary(0x21, 0x11, &body);
        assert!(header(&cut[..20]).await.is_err());
    }
}
