//! The bundled trained values.

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

/// The bundled value files, by variant.
pub fn shipped_values() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().copied()
}

/// The bundled leave values of a variant; `None` if there are none for exactly these rules.
pub fn shipped_leaves(ruleset: &Ruleset) -> Option<Leaves> {
    let values = values_of(ruleset)?.leaves(ruleset);
    Some(values.expect("bundled values are tested with their variant"))
}

/// The bundled values of openings of a variant, if there are any.
pub fn shipped_openings(ruleset: &Ruleset) -> Option<Openings> {
    let openings = values_of(ruleset)?.openings(ruleset);
    openings.expect("bundled values are tested with their variant")
}

fn values_of(ruleset: &Ruleset) -> Option<TrainedValues> {
    let rules = ruleset.hash().to_string();
    let (_, text) = SHIPPED.iter().find(|(_, text)| text.contains(&rules))?;
    Some(TrainedValues::read(text).expect("bundled values are tested"))
}
