//! The chain of hashes through the log of a game: each entry is bound to all before it, so that an
//! edited, cut or exchanged log no longer fits the hash that is kept with the game.

use sha2::{Digest, Sha256};
use tilewright_tiles::hex;

/// A hash over fields, each preceded by its length: no two lists of fields are the same bytes.
fn link<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for field in fields {
        hash.update((field.len() as u64).to_le_bytes());
        hash.update(field);
    }
    hex::encode(&hash.finalize())
}

/// Where the chain of a game begins: its id, settings and secret.
pub fn begin_chain(game: &str, settings: &str, secret: &str) -> String {
    link([game.as_bytes(), settings.as_bytes(), secret.as_bytes()])
}

/// The chain after an entry: the revision before it, the seat and the id of its command, and its
/// events.
///
/// ```
/// use tilewright_protocol::api::{begin_chain, continue_chain};
/// let begun = begin_chain("game", "{}", "00");
/// let events = ["a".to_string(), "b".to_string()];
/// let chain = continue_chain(&begun, 0, Some((1, "x")), &events);
/// assert_eq!(chain.len(), 64);
/// assert_ne!(chain, continue_chain(&begun, 0, Some((1, "x")), &events[..1]));
/// ```
pub fn continue_chain(
    chain: &str,
    revision: u64,
    command: Option<(u8, &str)>,
    events: &[String],
) -> String {
    let revision = revision.to_le_bytes();
    let seat = command.map(|(seat, _)| [seat]);
    let client_id = command.map(|(_, client_id)| client_id.as_bytes());
    let fields = [
        chain.as_bytes(),
        &revision,
        seat.as_ref().map_or(&[], |seat| seat),
        client_id.unwrap_or_default(),
    ];
    link(fields.into_iter().chain(events.iter().map(String::as_bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_counts_and_none_runs_into_the_next() {
        let events = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let chains = [
            begin_chain("g", "{}", "s"),
            begin_chain("g{", "}", "s"),
            begin_chain("g", "{}s", ""),
            continue_chain("", 0, None, &events(&["ab"])),
            continue_chain("", 0, None, &events(&["a", "b"])),
            continue_chain("", 1, None, &events(&["ab"])),
            continue_chain("c", 0, None, &events(&["ab"])),
            continue_chain("", 0, Some((0, "")), &events(&["ab"])),
            continue_chain("", 0, Some((1, "")), &events(&["ab"])),
            continue_chain("", 0, Some((0, "x")), &events(&["ab"])),
            continue_chain("", 0, Some((0, "xab")), &events(&[""])),
        ];
        let distinct: std::collections::BTreeSet<&String> = chains.iter().collect();
        assert_eq!(distinct.len(), chains.len());
    }
}
