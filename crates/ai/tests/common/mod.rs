//! What the tests share.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;
use tilewright_lexicon::{Lexicon, Mode, WordList};
use tilewright_movegen::Generator;
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_variants::Variant;

/// The rules of a shipped variant.
pub fn ruleset(id: &str) -> Ruleset {
    Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap()
}

/// The small word list of a variant.
pub fn small_list(ruleset: &Ruleset) -> WordList {
    let name = format!("{}-small.txt", ruleset.lexicon().unwrap_or("en"));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../lexicon/data", "../../fixtures/words"].map(|place| here.join(place));
    let path = places.iter().map(|place| place.join(&name)).find(|path| path.is_file()).unwrap();
    let text = std::fs::read(path).unwrap();
    WordList::read(&text, ruleset.tiles().alphabet(), Mode::Skip).unwrap()
}

/// A shipped variant with its small word list, compiled.
#[allow(dead_code, reason = "not every test needs it")]
pub fn generator(id: &str) -> (Ruleset, Generator) {
    let ruleset = ruleset(id);
    let list = small_list(&ruleset);
    let lexicon = Lexicon::build(&list, Generator::graph_kind(&ruleset)).unwrap();
    let generator = Generator::new(&ruleset, &lexicon).unwrap();
    (ruleset, generator)
}
