//! The trained values that come along.

use crate::{Openings, TrainedValues};
use tilewright_movegen::Leaves;
use tilewright_rules::Ruleset;

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        const SHIPPED: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../data/", $id, ".json")))),*];
    };
}

shipped![
    "anadrome",
    "clabbers",
    "classic",
    "classic-nl",
    "crossplay-like",
    "daily-9",
    "diamond",
    "feud",
    "friends",
    "graph-demo",
    "hex",
    "hex-diamond-9",
    "ring",
    "sprint-diagonal",
    "stacking",
    "stacking-demo",
    "super-21",
    "tower-3d",
    "wikiletters",
    "wordstockt",
    "wordstockt-challenge",
    "wordstockt-en",
    "wordstockt-house",
    "wordstockt-speed",
];

/// The files of values that come along, by variant.
pub fn shipped_values() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().copied()
}

/// The leave values that come along for a variant: for these very rules, or none.
pub fn shipped_leaves(ruleset: &Ruleset) -> Option<Leaves> {
    values_of(ruleset)?.leaves(ruleset).ok()
}

/// What openings are worth, as far as that comes along for a variant.
pub fn shipped_openings(ruleset: &Ruleset) -> Option<Openings> {
    values_of(ruleset)?.openings(ruleset).ok()?
}

fn values_of(ruleset: &Ruleset) -> Option<TrainedValues> {
    let rules = ruleset.hash().to_string();
    let (_, text) = SHIPPED.iter().find(|(_, text)| text.contains(&rules))?;
    TrainedValues::read(text).ok()
}
