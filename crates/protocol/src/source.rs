//! What a game is made of: a variant, a word list, a seed, and a game that the caller holds.

use crate::{Fault, FaultCode, MAX_EVENTS, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::Snapshot;
use tilewright_tiles::Seed;

/// A variant: a bundled one, or a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariantSource {
    /// A shipped variant by its id.
    Shipped(String),
    /// The text of a variant file; it may build on shipped ones.
    Toml(String),
}

/// The words of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Words {
    /// The list that the variant names.
    #[default]
    Variant,
    /// No list: every word is accepted.
    Free,
    /// A shipped list by its id.
    Shipped(String),
    /// A list of your own, one word a line.
    List(String),
}

impl Words {
    /// Whether it is the variant's own list.
    pub fn is_default(&self) -> bool {
        *self == Words::Variant
    }
}

/// Where draws come from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeedSource {
    /// A small number, for tests and puzzles; never called fair.
    Number(u64),
    /// 32 secret random bytes, as 64 hexadecimal digits.
    Secret(String),
}

impl SeedSource {
    /// The seed, and whether it is a fair one.
    pub fn seed(&self) -> Result<(Seed, bool), Fault> {
        match self {
            SeedSource::Number(number) => Ok((Seed::from_number(*number), false)),
            SeedSource::Secret(hex) => {
                let message = "the secret seed must have 64 hexadecimal digits";
                let seed = Seed::from_hex(hex);
                seed.map(|seed| (seed, true))
                    .map_err(|_| Fault::new(FaultCode::BadRequest, message))
            }
        }
    }
}

/// A whole game: everything that is needed to go on with it. It holds the seed and all tiles;
/// it is for its owner only.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The variant.
    pub variant: VariantSource,
    /// The words.
    #[serde(default, skip_serializing_if = "Words::is_default")]
    pub words: Words,
    /// The clock, if it is not the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Log, cursor and branches.
    pub snapshot: Snapshot,
}

impl SavedGame {
    /// Whether it is within its bounds.
    pub fn check(&self) -> Result<(), Fault> {
        let branches = self.snapshot.branches.iter().map(|branch| branch.events.len());
        let events = self.snapshot.log.events.len() + branches.sum::<usize>();
        if events > MAX_EVENTS {
            let message = format!("the game has {events} events, the bound is {MAX_EVENTS}");
            return Err(Fault::new(FaultCode::TooLarge, message));
        }
        Ok(())
    }
}
