//! What the counts mean.

use super::{Interval, LabTally, proportion};
use serde::{Deserialize, Serialize};

/// A number about a variant, with its 95 % confidence interval.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// Its id, such as `first_wins`.
    pub id: String,
    /// What it is.
    pub name: String,
    /// Its unit: `%`, `points`, …
    pub unit: String,
    /// The number and its interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// What a number of one variant is more than that of another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The measure's id.
    pub id: String,
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The difference and its interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// Whether the interval leaves zero out.
    pub clear: bool,
}

/// Declares the measures from one table: the id, the name for people and the unit.
macro_rules! measures {
    ($($measure:ident = $id:literal, $name:literal, $unit:literal;)*) => {
        /// Something that is measured.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum MeasureId {
            $(#[doc = $name] $measure,)*
        }

        impl MeasureId {
            /// Every measure, in the order in which they are shown.
            pub const ALL: &'static [MeasureId] = &[$(MeasureId::$measure),*];

            /// The id that programs see.
            pub const fn id(self) -> &'static str {
                match self { $(MeasureId::$measure => $id,)* }
            }

            /// The name for people.
            pub const fn name(self) -> &'static str {
                match self { $(MeasureId::$measure => $name,)* }
            }

            /// The unit.
            pub const fn unit(self) -> &'static str {
                match self { $(MeasureId::$measure => $unit,)* }
            }
        }
    };
}

measures! {
    FirstWins = "first_wins", "the first player wins", "%";
    Lead = "lead", "lead of the first player", "points";
    Ties = "ties", "shared wins", "%";
    Score = "score", "score of a player", "points";
    Turns = "turns", "turns of a game", "turns";
    PlayScore = "play_score", "score of a play", "points";
    PlayTiles = "play_tiles", "tiles of a play", "tiles";
    FullRacks = "full_racks", "plays of a full rack in a game", "plays";
    Swaps = "swaps", "turns that are swaps", "%";
    Passes = "passes", "turns that are passes", "%";
    DeadOpenings = "dead_openings", "opening racks without a play", "%";
    NeverBegan = "never_began", "games in which nobody places a tile", "%";
    Unfinished = "unfinished", "games that never end", "%";
}

/// The mean of numbers that were counted, with its interval.
fn mean_of(counts: &std::collections::BTreeMap<i64, u64>) -> Interval {
    let mut sum = super::Sum::default();
    for (value, count) in counts {
        sum.count += count;
        sum.sum = sum.sum.saturating_add(value.saturating_mul(*count as i64));
        let square = value.unsigned_abs().saturating_mul(value.unsigned_abs());
        sum.squares = sum.squares.saturating_add(square.saturating_mul(*count));
    }
    sum.mean()
}

/// The share of games that the first seat wins, shared ones counted half.
pub(super) fn first_wins(tally: &LabTally) -> Interval {
    let Some(first) = tally.seats.first() else { return Interval::default() };
    let games = (tally.games as f64).max(1.0);
    let rate = (first.wins as f64 + 0.5 * first.ties as f64) / games;
    let squares = (first.wins as f64 + 0.25 * first.ties as f64) / games;
    Interval::around(rate, 1.96 * ((squares - rate * rate).max(0.0) / games).sqrt())
}

/// A measure of a tally; `None` where it has no meaning, such as a lead in a game for one.
pub(super) fn interval(tally: &LabTally, measure: MeasureId) -> Option<Interval> {
    let share = |part: u64, whole: u64| proportion(part, whole).times(100.0);
    let (games, turns) = (tally.games, tally.turns);
    let others = tally.seats.len().checked_sub(1).filter(|others| *others > 0);
    Some(match measure {
        MeasureId::FirstWins => others.map(|_| first_wins(tally).times(100.0))?,
        MeasureId::Lead => others.map(|others| tally.lead.mean().times(1.0 / others as f64))?,
        MeasureId::Ties => others.map(|_| share(tally.ties, games))?,
        MeasureId::Score => {
            let mut score = super::Sum::default();
            tally.seats.iter().for_each(|seat| score.merge(&seat.score));
            score.mean()
        }
        MeasureId::Turns => mean_of(&tally.lengths),
        MeasureId::PlayScore => tally.play_score.mean(),
        MeasureId::PlayTiles => tally.play_tiles.mean(),
        MeasureId::FullRacks => tally.full_racks.mean(),
        MeasureId::Swaps => share(tally.swaps, turns),
        MeasureId::Passes => share(tally.passes, turns),
        MeasureId::DeadOpenings => share(tally.dead_openings, games),
        MeasureId::NeverBegan => share(tally.never_began, games),
        MeasureId::Unfinished => share(tally.unfinished, games),
    })
}

/// Everything that is measured, in the order in which it is shown.
pub fn measures(tally: &LabTally) -> Vec<Measure> {
    let measured = MeasureId::ALL.iter().filter_map(|measure| {
        Some(Measure {
            id: measure.id().to_string(),
            name: measure.name().to_string(),
            unit: measure.unit().to_string(),
            interval: interval(tally, *measure)?,
        })
    });
    measured.collect()
}

/// What the second variant's numbers are more than the first's.
pub fn differences(one: &[Measure], two: &[Measure]) -> Vec<Difference> {
    let difference = |measure: &Measure| {
        let other = two.iter().find(|other| other.id == measure.id)?;
        let interval = measure.interval.to(&other.interval);
        Some(Difference {
            id: measure.id.clone(),
            name: measure.name.clone(),
            unit: measure.unit.clone(),
            clear: interval.excludes(0.0),
            interval,
        })
    };
    one.iter().filter_map(difference).collect()
}
