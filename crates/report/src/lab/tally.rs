//! What is counted.

use super::Sum;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use std::collections::BTreeMap;
use tilewright_rules::Ruleset;

/// No count of a tally that is read may be larger, and no score or length.
const MOST: u64 = 1 << 40;
const FARTHEST: u64 = 4_000_000;

/// What many games of a variant come to: counts and sums of whole numbers, so that results merge
/// exactly, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LabTally {
    /// Games.
    pub games: u64,
    /// Games that were broken off at the most turns that a game may have.
    pub unfinished: u64,
    /// Games in which several seats share the first place.
    pub ties: u64,
    /// Games in which nobody placed a tile.
    pub never_began: u64,
    /// Opening racks of the first seat for which no play exists.
    pub dead_openings: u64,
    /// By which rule the games ended.
    pub ends: BTreeMap<String, u64>,
    /// The seats, in the order in which they moved first.
    pub seats: Vec<SeatTally>,
    /// The lead of the first seat over each of the others, added up for every game.
    pub lead: Sum,
    /// The number of games by their turns.
    #[serde(deserialize_with = "by_number")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u64>"))]
    pub lengths: BTreeMap<i64, u64>,
    /// Turns of all seats.
    pub turns: u64,
    /// Swaps.
    pub swaps: u64,
    /// Tiles swapped.
    pub swapped: u64,
    /// Passes.
    pub passes: u64,
    /// Turns that could not be taken; those players passed.
    #[serde(default)]
    pub refused: u64,
    /// The number of plays by their score.
    #[serde(deserialize_with = "by_number")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u64>"))]
    pub plays: BTreeMap<i64, u64>,
    /// The scores of plays.
    pub play_score: Sum,
    /// Tiles placed by a play.
    pub play_tiles: Sum,
    /// Plays of a full rack, by game.
    pub full_racks: Sum,
    /// The score of the first turn of a seat, of its second one and so on; swaps and passes count
    /// as none.
    pub by_turn: Vec<Sum>,
    /// Tiles placed, by cell.
    pub cells: Vec<u64>,
    /// How often a premium was used, by cell.
    pub premiums: Vec<u64>,
    /// The kinds of tiles.
    pub kinds: Vec<KindTally>,
}

/// What many games come to for the seat that moves first, second and so on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatTally {
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place is shared.
    pub ties: u64,
    /// The final scores.
    pub score: Sum,
    /// The number of games by the final score.
    #[serde(deserialize_with = "by_number")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u64>"))]
    pub scores: BTreeMap<i64, u64>,
}

/// What many games come to for a kind of tile.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KindTally {
    /// Tiles placed.
    pub placed: u64,
    /// Tiles swapped.
    pub swapped: u64,
    /// Tiles left on racks at the end.
    pub left: u64,
    /// Tiles left in the bag at the end.
    pub undrawn: u64,
    /// Turns of its owner that a tile stayed before it was placed, added up: 0 for one that was
    /// placed at the first turn it was there.
    pub waited: u64,
    /// Plays with such a tile.
    pub plays: u64,
    /// What those plays were worth, in thousandths of a point, each within a million points.
    pub equity: i64,
}

/// Reads counts by number. The numbers are text in JSON; not every reader turns them back.
fn by_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<i64, u64>, D::Error> {
    let read = BTreeMap::<String, u64>::deserialize(deserializer)?;
    let number = |(key, count): (String, u64)| match key.parse::<i64>() {
        Ok(number) => Ok((number, count)),
        Err(_) => Err(D::Error::custom("a key is not a whole number")),
    };
    read.into_iter().map(number).collect()
}

/// Adds counts by number.
fn merge_counts<K: Ord + Clone>(to: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
    for (key, count) in from {
        *to.entry(key.clone()).or_default() += count;
    }
}

/// Adds numbers in lists, of which one may be longer.
fn merge_lists<T: Default + Clone>(to: &mut Vec<T>, from: &[T], add: impl Fn(&mut T, &T)) {
    to.resize(to.len().max(from.len()), T::default());
    to.iter_mut().zip(from).for_each(|(to, from)| add(to, from));
}

impl LabTally {
    /// Whether a tally that came from outside can come from games of a variant with this number of players:
    /// nothing in it is so large that sums could overflow.
    ///
    /// # Errors
    /// What is too large.
    pub fn check(&self, ruleset: &Ruleset, players: u8) -> Result<(), String> {
        let seats = self.seats.len();
        if seats != 0 && seats != usize::from(players) {
            return Err(format!("the tally has {seats} seats, the games have {players}"));
        }
        let cells = ruleset.topology().cell_count();
        let kinds = ruleset.tiles().kinds().len();
        if self.cells.len() > cells || self.premiums.len() > cells || self.kinds.len() > kinds {
            return Err("the tally has more cells or tiles than the variant".to_string());
        }
        let keys = [&self.lengths, &self.plays].into_iter();
        let keys = keys.chain(self.seats.iter().map(|seat| &seat.scores)).flatten();
        if let Some((key, _)) = keys.clone().find(|(key, _)| key.unsigned_abs() > FARTHEST) {
            return Err(format!("the tally counts {key}, the bound is {FARTHEST}"));
        }
        let single = [self.games, self.unfinished, self.ties, self.never_began];
        let single = single.into_iter().chain([self.dead_openings, self.turns, self.swaps]);
        let single = single
            .chain([self.swapped, self.passes, self.refused])
            .chain(self.ends.values().copied());
        let sums = [&self.lead, &self.play_score, &self.play_tiles, &self.full_racks].into_iter();
        let sums = sums.chain(&self.by_turn).chain(self.seats.iter().map(|seat| &seat.score));
        let seats = self.seats.iter().flat_map(|seat| [seat.wins, seat.ties]);
        let lists = self.cells.iter().chain(&self.premiums).copied();
        let kinds = self.kinds.iter().flat_map(KindTally::counts);
        let counts = single.chain(sums.map(|sum| sum.count)).chain(seats).chain(lists).chain(kinds);
        let largest = counts.chain(keys.map(|(_, count)| *count)).fold(0, u64::max);
        match largest > MOST {
            true => Err(format!("the tally counts up to {largest}, the bound is {MOST}")),
            false => Ok(()),
        }
    }

    /// Adds what other games of the same variant come to.
    pub fn merge(&mut self, other: &LabTally) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.ties += other.ties;
        self.never_began += other.never_began;
        self.dead_openings += other.dead_openings;
        merge_counts(&mut self.ends, &other.ends);
        merge_lists(&mut self.seats, &other.seats, SeatTally::merge);
        self.lead.merge(&other.lead);
        merge_counts(&mut self.lengths, &other.lengths);
        self.turns += other.turns;
        self.swaps += other.swaps;
        self.swapped += other.swapped;
        self.passes += other.passes;
        self.refused += other.refused;
        merge_counts(&mut self.plays, &other.plays);
        self.play_score.merge(&other.play_score);
        self.play_tiles.merge(&other.play_tiles);
        self.full_racks.merge(&other.full_racks);
        merge_lists(&mut self.by_turn, &other.by_turn, Sum::merge);
        merge_lists(&mut self.cells, &other.cells, |to, from| *to += from);
        merge_lists(&mut self.premiums, &other.premiums, |to, from| *to += from);
        merge_lists(&mut self.kinds, &other.kinds, KindTally::merge);
    }
}

impl SeatTally {
    fn merge(&mut self, other: &SeatTally) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.score.merge(&other.score);
        merge_counts(&mut self.scores, &other.scores);
    }
}

impl KindTally {
    fn counts(&self) -> [u64; 6] {
        [self.placed, self.swapped, self.left, self.undrawn, self.waited, self.plays]
    }

    fn merge(&mut self, other: &KindTally) {
        self.placed += other.placed;
        self.swapped += other.swapped;
        self.left += other.left;
        self.undrawn += other.undrawn;
        self.waited += other.waited;
        self.plays += other.plays;
        self.equity = self.equity.saturating_add(other.equity);
    }
}
