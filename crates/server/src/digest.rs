//! Random ids, hashes and signatures, as hexadecimal digits.

use crate::reply::Refusal;
use ring::hmac;
use sha2::{Digest, Sha256};
use tilewright::tiles::hex;

/// Random bytes.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut random = [0; N];
    getrandom::fill(&mut random)?;
    Ok(random)
}

/// Random bytes as hexadecimal digits.
pub(crate) fn random_hex<const N: usize>() -> Result<String, Refusal> {
    random::<N>().map(|random| hex::encode(&random)).map_err(no_random_numbers)
}

/// The system has no random numbers.
pub(crate) fn no_random_numbers(error: getrandom::Error) -> Refusal {
    let cause = std::io::Error::other(error.to_string());
    Refusal::unavailable("the server has no random numbers; try again").caused_by(cause)
}

/// The SHA-256 of bytes.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// How a token or the code of an invitation is kept.
pub(crate) fn hash(secret: &str) -> String {
    hex::encode(&sha256(secret.as_bytes()))
}

/// HMAC-SHA256 (RFC 2104), in hexadecimal digits.
pub(crate) fn hmac_sha256(key: &[u8], message: &[u8]) -> String {
    hex::encode(hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), message).as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        let found = hmac_sha256(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(found, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        let message = b"Test Using Larger Than Block-Size Key - Hash Key First";
        let found = hmac_sha256(&[0xaa; 131], message);
        assert_eq!(found, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }
}
