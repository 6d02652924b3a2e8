//! The file format of trained values.

use crate::openings::{BANDS, Openings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;
use tilewright_movegen::Leaves;
use tilewright_rules::Ruleset;
use tilewright_tiles::KindId;

/// The version of the file format. Version 1 had no values for openings.
const FORMAT: u32 = 2;

/// Trained values in a file. They belong to one variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedValues {
    /// The version of the file format.
    pub format: u32,
    /// The variant's id.
    pub variant: String,
    /// The variant's content hash.
    pub ruleset: String,
    /// The word list's id.
    pub lexicon: String,
    /// The seed of the training.
    pub seed: u64,
    /// Games of each round.
    pub games: u64,
    /// Rounds.
    pub rounds: u32,
    /// Leave values of single tiles by their ids, in thousandths of a point.
    pub tiles: BTreeMap<String, i32>,
    /// The synergy of two tiles, by the first id, then the second.
    pub pairs: BTreeMap<String, BTreeMap<String, i32>>,
    /// Values of openings by the premium's id: for a single tile next to it, near it and far from
    /// it, then for the end of a word next to it, near it and far from it.
    #[serde(default)]
    pub openings: BTreeMap<String, [i32; BANDS]>,
}

/// Why values cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// No such file format.
    #[error("not a file of trained values: {0}")]
    Unreadable(String),
    /// A later format.
    #[error("trained values of format {0}; this version reads formats up to {FORMAT}")]
    Format(u32),
    /// Other rules.
    #[error(
        "these values were trained for {trained} with the rules {trained_rules}, and must not be used for {id} with the rules {rules}; train values for it with `tilewright train`"
    )]
    OtherRules {
        /// The variant that they were trained for.
        trained: String,
        /// Its content hash.
        trained_rules: String,
        /// The variant that is played.
        id: String,
        /// Its content hash.
        rules: String,
    },
    /// A tile that the variant does not have.
    #[error("the values name a tile `{0}`, which the variant does not have")]
    UnknownTile(String),
    /// A premium that the variant does not have.
    #[error("the values name a premium `{0}`, which the variant does not have")]
    UnknownPremium(String),
}

/// The origin of values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingPlan {
    /// The word list's id.
    pub lexicon: String,
    /// The seed.
    pub seed: u64,
    /// Games of each round.
    pub games: u64,
    /// Rounds.
    pub rounds: u32,
}

impl TrainedValues {
    /// Values for a variant, to be saved.
    pub(crate) fn new(ruleset: &Ruleset, plan: &TrainingPlan, leaves: &Leaves) -> TrainedValues {
        let set = ruleset.tiles();
        let name = |kind: KindId| set.kind(kind).id.to_string();
        let mut pairs: BTreeMap<String, BTreeMap<String, i32>> = BTreeMap::new();
        for one in set.kind_ids() {
            for other in set.kind_ids().filter(|other| *other >= one) {
                let value = leaves.pair(one, other);
                if value != 0 {
                    pairs.entry(name(one)).or_default().insert(name(other), value);
                }
            }
        }
        TrainedValues {
            format: FORMAT,
            variant: ruleset.id().to_string(),
            ruleset: ruleset.hash().to_string(),
            lexicon: plan.lexicon.clone(),
            seed: plan.seed,
            games: plan.games,
            rounds: plan.rounds,
            tiles: set.kind_ids().map(|kind| (name(kind), leaves.single(kind))).collect(),
            pairs,
            openings: BTreeMap::new(),
        }
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<TrainedValues, ValuesError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let unreadable = |error: serde_json::Error| ValuesError::Unreadable(error.to_string());
        let head: Head = serde_json::from_str(text).map_err(unreadable)?;
        if !(1..=FORMAT).contains(&head.format) {
            return Err(ValuesError::Format(head.format));
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    /// The text of a file, one line for each tile.
    pub fn write(&self) -> String {
        let head = [
            ("format", json(&self.format)),
            ("variant", json(&self.variant)),
            ("ruleset", json(&self.ruleset)),
            ("lexicon", json(&self.lexicon)),
            ("seed", json(&self.seed)),
            ("games", json(&self.games)),
            ("rounds", json(&self.rounds)),
            ("tiles", json(&self.tiles)),
        ];
        let head: String = head.map(|(key, value)| format!("  \"{key}\": {value},\n")).concat();
        let row = |(id, row): (&String, _)| format!("\n    {}: {}", json(id), json(row));
        let pairs = self.pairs.iter().map(row).collect::<Vec<_>>().join(",");
        let openings = self.openings.iter();
        let row = |(id, row): (&String, _)| format!("\n    {}: {}", json(id), json(row));
        let openings = openings.map(row).collect::<Vec<_>>().join(",");
        format!("{{\n{head}  \"pairs\": {{{pairs}\n  }},\n  \"openings\": {{{openings}\n  }}\n}}\n")
    }

    /// The leave values for a variant. Values trained for other rules are refused.
    pub fn leaves(&self, ruleset: &Ruleset) -> Result<Leaves, ValuesError> {
        self.check(ruleset)?;
        let set = ruleset.tiles();
        let find = |id: &String| {
            let found = set.kind_ids().find(|kind| *set.kind(*kind).id == **id);
            found.ok_or_else(|| ValuesError::UnknownTile(id.chars().take(20).collect()))
        };
        let mut leaves = Leaves::zero(set.kinds().len());
        for (id, value) in &self.tiles {
            leaves.set_single(find(id)?, *value);
        }
        for (one, row) in &self.pairs {
            for (other, value) in row {
                leaves.set_pair(find(one)?, find(other)?, *value);
            }
        }
        Ok(leaves)
    }

    /// The values of openings in a variant; `None` if they were not trained.
    pub fn openings(&self, ruleset: &Ruleset) -> Result<Option<Openings>, ValuesError> {
        self.check(ruleset)?;
        if self.openings.is_empty() {
            return Ok(None);
        }
        let unknown = |name: String| ValuesError::UnknownPremium(name.chars().take(40).collect());
        Openings::from_names(ruleset, &self.openings).map(Some).map_err(unknown)
    }

    fn check(&self, ruleset: &Ruleset) -> Result<(), ValuesError> {
        let rules = ruleset.hash().to_string();
        if rules == self.ruleset {
            return Ok(());
        }
        Err(ValuesError::OtherRules {
            trained: self.variant.clone(),
            trained_rules: self.ruleset.clone(),
            id: ruleset.id().to_string(),
            rules,
        })
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and maps with text keys serialise")
}
