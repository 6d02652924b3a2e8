//! The balance lab: what a variant's rules do in many games between bots.
//!
//! Everything that is counted is a whole number, so results of several threads or machines merge
//! exactly, in any order. What the numbers mean is worked out from them afterwards.

mod charts;
mod measure;
mod observer;
mod page;
mod stats;
mod tally;
mod text;
mod tiles;
mod words;

pub use measure::{Difference, Measure, MeasureId, differences, measures};
pub use observer::{LabObserver, run_lab};
pub use page::lab_page;
pub use stats::{Interval, Sum, proportion};
pub use tally::{KindTally, LabTally, SeatTally};
pub use text::lab_text;
pub use words::{Finding, FindingId, criteria, findings};

use serde::{Deserialize, Serialize};
use tilewright_rules::Ruleset;

/// The name of the JSON shape.
pub const LAB_FORMAT: &str = "tilewright-lab";
/// Its version: raised when a field changes its meaning or goes away, not when one is added.
pub const LAB_VERSION: u32 = 1;

/// What one variant's games come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantReport {
    /// The variant's id.
    pub variant: String,
    /// Its name.
    pub name: String,
    /// The content hash of its rules.
    pub ruleset: String,
    /// The word list.
    pub lexicon: String,
    /// Whether the players had trained values for the tiles that stay.
    pub trained: bool,
    /// Exact counts and sums; those of several runs may be added up.
    pub tally: LabTally,
    /// What they mean, with 95 % confidence intervals.
    pub measures: Vec<Measure>,
    /// The same in plain words, with warnings.
    pub findings: Vec<Finding>,
}

impl VariantReport {
    /// What a tally of a variant's games says.
    pub fn new(ruleset: &Ruleset, lexicon: &str, trained: bool, tally: LabTally) -> VariantReport {
        VariantReport {
            variant: ruleset.id().to_string(),
            name: ruleset.name().to_string(),
            ruleset: ruleset.hash().to_string(),
            lexicon: lexicon.to_string(),
            trained,
            measures: measures(&tally),
            findings: findings(&tally, ruleset, trained),
            tally,
        }
    }
}

/// A run of the lab: one variant, or two side by side. This is the JSON shape of
/// `tilewright lab --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lab {
    /// [`LAB_FORMAT`].
    pub format: String,
    /// [`LAB_VERSION`].
    pub version: u32,
    /// The seed of the games.
    pub seed: u64,
    /// The variants.
    pub variants: Vec<VariantReport>,
    /// What the second differs in from the first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub differences: Vec<Difference>,
}

impl Lab {
    /// Puts reports together; the differences are between the first two.
    pub fn new(seed: u64, variants: Vec<VariantReport>) -> Lab {
        let differences = match variants.as_slice() {
            [one, two, ..] => differences(&one.measures, &two.measures),
            _ => Vec::new(),
        };
        Lab { format: LAB_FORMAT.to_string(), version: LAB_VERSION, seed, variants, differences }
    }
}
