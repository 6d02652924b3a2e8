//! The variants that come with the engine.

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        const SHIPPED: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../variants/", $id, ".toml")))),*];
    };
}

shipped![
    "anadrome",
    "arabic",
    "clabbers",
    "classic",
    "classic-nl",
    "crossplay-like",
    "daily-9",
    "diamond",
    "feud",
    "french",
    "friends",
    "german",
    "graph-demo",
    "hebrew",
    "hex",
    "hex-diamond-9",
    "plugin-demo",
    "polish",
    "ring",
    "spanish",
    "sprint-diagonal",
    "stacking",
    "stacking-demo",
    "super-21",
    "tower-3d",
    "value-match",
    "welsh",
    "wikiletters",
    "wordstockt",
    "wordstockt-challenge",
    "wordstockt-en",
    "wordstockt-house",
    "wordstockt-speed",
];

/// The ids of the shipped variants, in alphabetical order.
pub fn shipped_ids() -> impl ExactSizeIterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

/// The file of a shipped variant, as it is written.
pub fn shipped_source(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}
