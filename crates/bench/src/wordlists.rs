//! The word lists of the repository.

use std::path::Path;
use tilewright_lexicon::shipped;

/// Where lists may lie, seen from this crate.
const PLACES: [&str; 2] = ["../lexicon/data", "../../fixtures/words"];

/// The text of the small list with an id such as `en`.
pub fn small(id: &str) -> Result<String, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = format!("{id}-small.txt");
    for place in PLACES {
        let path = here.join(place).join(&name);
        if path.is_file() {
            return std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: {error}", path.display()));
        }
    }
    Err(format!("the word list {name} is neither in crates/lexicon/data nor in fixtures/words"))
}

/// The text of the longest list with an id: the shipped one, or else the small one.
pub fn full(id: &str) -> Result<String, String> {
    match shipped::text(id) {
        Some(text) => text.map_err(|error| error.to_string()),
        None => small(id),
    }
}
