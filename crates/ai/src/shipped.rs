//! The trained values that come along.

use crate::TrainedValues;
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
    "classic",
    "classic-nl",
    "crossplay-like",
    "diamond",
    "feud",
    "friends",
    "hex",
    "hex-diamond-9",
    "ring",
    "sprint-diagonal",
    "stacking",
    "super-21",
    "tower-3d",
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

/// The values that come along for a variant: for these very rules, or none.
pub fn shipped_leaves(ruleset: &Ruleset) -> Option<Leaves> {
    let rules = ruleset.hash().to_string();
    let (_, text) = SHIPPED.iter().find(|(_, text)| text.contains(&rules))?;
    TrainedValues::read(text).ok()?.leaves(ruleset).ok()
}
