//! Tokens as an operator makes them.

#![allow(clippy::unwrap_used, dead_code)]

pub mod rsa;

use ring::hmac;
use serde_json::Value;

/// Bytes as text, as tokens want it (RFC 4648, 5, without padding).
pub fn base64_url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let number = part.iter().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte));
        let number = number << (8 * (3 - part.len()));
        for digit in 0..=part.len() {
            text.push(char::from(DIGITS[(number >> (18 - 6 * digit)) as usize & 63]));
        }
    }
    text
}

/// The part of a token that is signed.
pub fn message(head: &Value, claims: &Value) -> String {
    let part = |value: &Value| base64_url(value.to_string().as_bytes());
    format!("{}.{}", part(head), part(claims))
}

/// A token with the signature that a function makes.
pub fn signed(head: &Value, claims: &Value, sign: impl Fn(&[u8]) -> Vec<u8>) -> String {
    let message = message(head, claims);
    let signature = base64_url(&sign(message.as_bytes()));
    format!("{message}.{signature}")
}

/// A signature by a shared secret.
pub fn by_secret(secret: &[u8]) -> impl Fn(&[u8]) -> Vec<u8> + '_ {
    move |message| hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), message).as_ref().to_vec()
}
