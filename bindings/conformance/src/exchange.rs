//! A request with the response that is expected.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The longest response that stands in the corpus as it is; of others the size and the digest.
const LONGEST: usize = 300;
/// What stands in a request where the current game belongs.
const GAME: &str = "\"@game\"";

/// One line of the corpus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The request, perhaps with `"@game"` in it.
    pub ask: String,
    /// The response, if it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The number of its bytes, if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// And their SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// What a response must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// These bytes.
    Text(String),
    /// Bytes of this number and digest.
    Digest(usize, String),
}

impl Exchange {
    /// A request and the response that the engine gave.
    pub fn new(ask: String, response: &str) -> Exchange {
        let short = response.len() <= LONGEST;
        Exchange {
            ask,
            say: short.then(|| response.to_string()),
            size: (!short).then_some(response.len()),
            sha256: (!short).then(|| digest(response.as_bytes())),
        }
    }

    /// The request with the current game in its place.
    pub fn request(&self, game: &str) -> String {
        self.ask.replacen(GAME, game, 1)
    }

    /// What the response must be; `None` if the line says neither.
    pub fn expected(&self) -> Option<Expected> {
        match (&self.say, self.size, &self.sha256) {
            (Some(text), None, None) => Some(Expected::Text(text.clone())),
            (None, Some(size), Some(digest)) => Some(Expected::Digest(size, digest.clone())),
            _ => None,
        }
    }
}

impl Expected {
    /// Whether a response is this one; `Err` says what differs.
    pub fn check(&self, response: &[u8]) -> Result<(), String> {
        let shown = || String::from_utf8_lossy(response).chars().take(600).collect::<String>();
        match self {
            Expected::Text(text) if text.as_bytes() == response => Ok(()),
            Expected::Text(text) => Err(format!("expected {text}\n     got {}", shown())),
            Expected::Digest(size, _) if *size != response.len() => {
                Err(format!("expected {size} bytes, got {}: {}", response.len(), shown()))
            }
            Expected::Digest(_, expected) if *expected != digest(response) => {
                Err(format!("expected SHA-256 {expected}, got {}: {}", digest(response), shown()))
            }
            Expected::Digest(..) => Ok(()),
        }
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_one_point_is_found() {
        let short = r#"{"v":1,"answer":{"type":"preview","legal":true,"total":14}}"#;
        let long = format!("{short}{}", " ".repeat(400));
        for response in [short, &long] {
            let expected = Exchange::new("{}".to_string(), response).expected().unwrap();
            assert_eq!(expected.check(response.as_bytes()), Ok(()));
            let changed = response.replace("14", "15");
            assert!(expected.check(changed.as_bytes()).is_err());
            assert!(expected.check(&response.as_bytes()[1..]).is_err());
        }
    }
}
