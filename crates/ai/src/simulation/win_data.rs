//! Win models fitted to self-play with `tilewright-bench wins`: 3,000 games of static bots each
//! (anadrome 400, clabbers 40) with the shipped word lists. Variants without a bundled full word
//! list are missing.

/// The variant, the scale and the tempo.
pub(super) const FITTED: &[(&str, f64, f64)] = &[
    ("anadrome", 108_858.0, 29_521.0),
    ("clabbers", 8.63, 28.9),
    ("classic", 5.84, 18.6),
    ("classic-nl", 6.29, 20.3),
    ("crossplay-like", 5.55, 19.6),
    ("diamond", 2.59, 6.4),
    ("feud", 5.74, 19.5),
    ("friends", 5.28, 19.4),
    ("graph-demo", 2.36, 10.4),
    ("hex", 2.61, 7.5),
    ("hex-diamond-9", 0.74, 3.8),
    ("ring", 5.13, 15.9),
    ("sprint-diagonal", 2.81, 9.9),
    ("stacking", 3.47, 11.5),
    ("stacking-demo", 13.87, 31.0),
    ("super-21", 6.40, 23.1),
    ("tower-3d", 4.90, 19.3),
    ("wikiletters", 5.70, 18.5),
    ("wordstockt", 6.33, 15.6),
    ("wordstockt-challenge", 6.04, 15.6),
    ("wordstockt-en", 6.16, 18.5),
    ("wordstockt-house", 4.46, 14.6),
    ("wordstockt-speed", 5.96, 15.7),
];
