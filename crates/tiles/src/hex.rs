//! Bytes as hexadecimal digits: seeds, commitments, hashes.

/// Writes bytes as lower-case hexadecimal digits.
///
/// ```
/// assert_eq!(tilewright_tiles::hex::encode(&[0, 0x9f, 0xff]), "009fff");
/// ```
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

/// Reads 32 bytes from 64 hexadecimal digits of either case; `None` for anything else.
///
/// ```
/// use tilewright_tiles::hex;
/// let digits = "0A".repeat(32);
/// assert_eq!(hex::decode(&digits), Some([10; 32]));
/// assert_eq!(hex::decode(&digits[1..]), None);
/// ```
pub fn decode(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(pairs.chunks(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}
