//! Characters of a file: ISO-8859-1 or UTF-8.

use super::{FaultKind, GcgFault, shown};
use std::borrow::Cow;

/// How a file writes its characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// ISO-8859-1, which a file has that names no other.
    Latin1,
    /// UTF-8.
    Utf8,
}

/// The pragma that names the encoding.
pub(super) const PRAGMA: &str = "character-encoding";
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Encoding {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Utf8 => "UTF-8",
        }
    }

    /// The encoding with a name, however it is written.
    pub fn from_name(name: &str) -> Option<Encoding> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
        match plain.to_ascii_lowercase().as_str() {
            "utf8" => Some(Encoding::Utf8),
            "iso88591" | "latin1" => Some(Encoding::Latin1),
            _ => None,
        }
    }

    /// The bytes of a line; `None` if it has a character that the encoding lacks.
    pub(super) fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        match self {
            Encoding::Utf8 => Some(Cow::Borrowed(text.as_bytes())),
            Encoding::Latin1 if text.is_ascii() => Some(Cow::Borrowed(text.as_bytes())),
            Encoding::Latin1 => {
                let bytes: Option<Vec<u8>> =
                    text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
                bytes.map(Cow::Owned)
            }
        }
    }
}

/// The text of a file, and the encoding to be named when it is written.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<Encoding>), GcgFault> {
    let marked = bytes.starts_with(BYTE_ORDER_MARK);
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let declared = declared(bytes)?;
    if bytes.is_ascii() {
        let text = std::str::from_utf8(bytes).expect("ASCII is UTF-8");
        return Ok((Cow::Borrowed(text), declared));
    }
    let read = std::str::from_utf8(bytes);
    match (declared, read) {
        (None | Some(Encoding::Utf8), Ok(text)) => Ok((Cow::Borrowed(text), Some(Encoding::Utf8))),
        (Some(Encoding::Utf8), Err(error)) => Err(not_utf8(bytes, error.valid_up_to())),
        (None, Err(error)) if marked => Err(not_utf8(bytes, error.valid_up_to())),
        (None | Some(Encoding::Latin1), _) => {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            Ok((Cow::Owned(text), declared))
        }
    }
}

fn not_utf8(bytes: &[u8], at: usize) -> GcgFault {
    let line = line_of(bytes, at);
    let reason = "the file is said to be UTF-8, but here it is not; \
                  save it as UTF-8 or name its encoding: #character-encoding ISO-8859-1";
    GcgFault::new(line, FaultKind::Encoding, reason)
}

/// The encoding that a pragma before the first event names.
fn declared(bytes: &[u8]) -> Result<Option<Encoding>, GcgFault> {
    let mut start = 0;
    for line in bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
        if line.first() == Some(&b'>') {
            break;
        }
        let head = &line[..line.len().min(200)];
        let value = head.strip_prefix(b"#").and_then(|rest| rest.strip_prefix(PRAGMA.as_bytes()));
        match value {
            Some(value) if matches!(value.first(), None | Some(b' ' | b'\t')) => {
                let value = String::from_utf8_lossy(value);
                return match Encoding::from_name(value.trim()) {
                    Some(encoding) => Ok(Some(encoding)),
                    None => Err(unknown(line_of(bytes, start), value.trim())),
                };
            }
            _ => start += line.len() + 1,
        }
    }
    Ok(None)
}

/// The fault of an encoding that is not known.
fn unknown(line: usize, name: &str) -> GcgFault {
    let reason = format!("the encoding `{}` is not known; use UTF-8 or ISO-8859-1", shown(name));
    GcgFault::new(line, FaultKind::Encoding, reason)
}

/// The number of the line in which a byte stands.
fn line_of(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.min(bytes.len())];
    let ends = before.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    1 + ends - before.windows(2).filter(|pair| pair == b"\r\n").count()
}
