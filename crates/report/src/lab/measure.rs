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

/// Everything that is measured, in the order in which it is shown.
pub fn measures(tally: &LabTally) -> Vec<Measure> {
    let mut out: Vec<Measure> = Vec::new();
    let mut add = |id: &str, name: &str, unit: &str, interval: Interval| {
        let [id, name, unit] = [id, name, unit].map(str::to_string);
        out.push(Measure { id, name, unit, interval });
    };
    let (games, turns) = (tally.games, tally.turns);
    if tally.seats.len() > 1 {
        add("first_wins", "the first player wins", "%", first_wins(tally).times(100.0));
        let others = 1.0 / (tally.seats.len() - 1) as f64;
        add("lead", "lead of the first player", "points", tally.lead.mean().times(others));
        add("ties", "shared wins", "%", proportion(tally.ties, games).times(100.0));
    }
    let mut score = super::Sum::default();
    tally.seats.iter().for_each(|seat| score.merge(&seat.score));
    add("score", "score of a player", "points", score.mean());
    add("turns", "turns of a game", "turns", mean_of(&tally.lengths));
    add("play_score", "score of a play", "points", tally.play_score.mean());
    add("play_tiles", "tiles of a play", "tiles", tally.play_tiles.mean());
    add("full_racks", "plays of a full rack in a game", "plays", tally.full_racks.mean());
    add("swaps", "turns that are swaps", "%", proportion(tally.swaps, turns).times(100.0));
    add("passes", "turns that are passes", "%", proportion(tally.passes, turns).times(100.0));
    let dead = proportion(tally.dead_openings, games).times(100.0);
    add("dead_openings", "opening racks without a play", "%", dead);
    let never = proportion(tally.never_began, games).times(100.0);
    add("never_began", "games in which nobody places a tile", "%", never);
    let cut = proportion(tally.unfinished, games).times(100.0);
    add("unfinished", "games that never end", "%", cut);
    out
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
