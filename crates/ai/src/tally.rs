//! Results of many games: exact sums that can be merged in any order.

use crate::{Move, Playout};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tilewright_rules::Points;

/// Larger scores count as this, either way.
const LARGEST: i64 = 1_000_000;

/// The results of many games. Everything is a count, a sum or an extreme of whole numbers, so
/// results merge exactly, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games that were aborted because they did not end.
    pub unfinished: u64,
    /// Games in which several players share the first place.
    pub ties: u64,
    /// Games won by the seat that moved first, alone.
    pub first_wins: u64,
    /// Turns of all players.
    pub turns: u64,
    /// The squares of the games' turns.
    pub turns_squared: u64,
    /// The fewest and the most turns of a game.
    pub turns_range: Option<(u64, u64)>,
    /// By which rule the games ended.
    pub ends: BTreeMap<String, u64>,
    /// The first player's score less the best of the others, added up.
    pub spread: i64,
    /// The squares of that.
    pub spread_squared: u64,
    /// The players, in the order in which they were named.
    pub players: Vec<PlayerTally>,
}

/// The results of many games for one player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerTally {
    /// Games won alone.
    pub wins: u64,
    /// Games in which the first place is shared.
    pub ties: u64,
    /// Games lost.
    pub losses: u64,
    /// Scores added up, each within a million.
    pub score: i64,
    /// The squares of the scores.
    pub score_squared: u64,
    /// The best score of a game, within a million.
    pub best_game: Option<i64>,
    /// The best score of a play, within a million.
    pub best_play: Option<i64>,
    /// Turns.
    pub turns: u64,
    /// Plays.
    pub plays: u64,
    /// Tiles placed.
    pub tiles: u64,
    /// Plays of as many tiles as a rack holds.
    pub full_racks: u64,
    /// Swaps.
    pub swaps: u64,
    /// Passes.
    pub passes: u64,
    /// Turns that could not be carried out and became passes: tiles that the rack does not hold,
    /// cells that are not on the board, swaps that are not allowed.
    #[serde(default)]
    pub refused: u64,
}

impl PlayerTally {
    /// Counts a move.
    pub fn turn(&mut self, turn: &Move, rack_size: usize) {
        self.turns += 1;
        match turn {
            Move::Pass => self.passes += 1,
            Move::Swap(_) => self.swaps += 1,
            Move::Play(play) => {
                self.plays += 1;
                self.tiles += play.placements.len() as u64;
                self.full_racks += u64::from(play.placements.len() >= rack_size);
                self.best_play = self.best_play.max(Some(bounded(&play.points)));
            }
        }
    }

    /// Adds the results of other games.
    pub fn merge(&mut self, other: &PlayerTally) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.score += other.score;
        self.score_squared += other.score_squared;
        self.best_game = self.best_game.max(other.best_game);
        self.best_play = self.best_play.max(other.best_play);
        self.turns += other.turns;
        self.plays += other.plays;
        self.tiles += other.tiles;
        self.full_racks += other.full_racks;
        self.swaps += other.swaps;
        self.passes += other.passes;
        self.refused += other.refused;
    }

    /// The player's games.
    pub fn games(&self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// The share of the games that were won, shared ones counted half, and half the width of its
    /// 95 % confidence interval.
    pub fn win_rate(&self) -> (f64, f64) {
        let games = self.games() as f64;
        let rate = (self.wins as f64 + 0.5 * self.ties as f64) / games.max(1.0);
        let squares = (self.wins as f64 + 0.25 * self.ties as f64) / games.max(1.0);
        (rate, 1.96 * ((squares - rate * rate).max(0.0) / games.max(1.0)).sqrt())
    }
}

/// Points as a number within bounds.
pub(crate) fn bounded(points: &Points) -> i64 {
    match points.as_i64() {
        Some(points) => points.clamp(-LARGEST, LARGEST),
        None => points.signum() * LARGEST,
    }
}

/// Points as a number; scores beyond 2^40 saturate, so that leads and weighted sums cannot overflow.
pub(crate) fn saturated(points: &Points) -> i64 {
    const LIMIT: i64 = 1 << 40;
    match points.as_i64() {
        Some(points) => points.clamp(-LIMIT, LIMIT),
        None => points.signum() * LIMIT,
    }
}

impl Tally {
    /// No games of some players.
    pub fn new(players: usize) -> Tally {
        Tally { players: vec![PlayerTally::default(); players], ..Tally::default() }
    }

    /// Counts a game that is over or was aborted. `sits(seat)` is the player on a seat.
    pub fn game(&mut self, playout: &Playout<'_>, first: u8, sits: impl Fn(u8) -> usize) {
        self.games += 1;
        self.unfinished += u64::from(!playout.is_over());
        let turns = playout.status().seats.iter().map(|seat| u64::from(seat.turns)).sum::<u64>();
        self.turns += turns;
        self.turns_squared += turns * turns;
        let (least, most) = self.turns_range.unwrap_or((turns, turns));
        self.turns_range = Some((least.min(turns), most.max(turns)));
        *self.ends.entry(playout.ended_by().unwrap_or("unfinished").to_string()).or_default() += 1;
        let winners = playout.winners();
        self.ties += u64::from(winners.len() > 1);
        self.first_wins += u64::from(winners == [first]);
        let (mut own, mut others) = (0, None);
        for seat in 0..playout.players() {
            let score = bounded(playout.score(seat));
            match sits(seat) {
                0 => own = score,
                _ => others = others.max(Some(score)),
            }
            let player = &mut self.players[sits(seat)];
            player.score += score;
            player.score_squared += (score * score) as u64;
            player.best_game = player.best_game.max(Some(score));
            match winners.contains(&seat) {
                true if winners.len() == 1 => player.wins += 1,
                true => player.ties += 1,
                false => player.losses += 1,
            }
        }
        if let Some(others) = others {
            self.spread += own - others;
            self.spread_squared += ((own - others) * (own - others)) as u64;
        }
    }

    /// Adds the results of other games of the same players.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.ties += other.ties;
        self.first_wins += other.first_wins;
        self.turns += other.turns;
        self.turns_squared += other.turns_squared;
        self.turns_range = match (self.turns_range, other.turns_range) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (mine, other) => mine.or(other),
        };
        for (end, count) in &other.ends {
            *self.ends.entry(end.clone()).or_default() += count;
        }
        self.spread += other.spread;
        self.spread_squared += other.spread_squared;
        let players = self.players.len().max(other.players.len());
        self.players.resize_with(players, PlayerTally::default);
        for (player, other) in self.players.iter_mut().zip(&other.players) {
            player.merge(other);
        }
    }

    /// The mean of the first player's lead, and half the width of its 95 % confidence interval.
    pub fn mean_spread(&self) -> (f64, f64) {
        mean(self.spread, self.spread_squared, self.games)
    }

    /// The mean number of turns of a game, and half the width of its 95 % confidence interval.
    pub fn mean_turns(&self) -> (f64, f64) {
        mean(self.turns as i64, self.turns_squared, self.games)
    }

    /// The mean score of a player, and half the width of its 95 % confidence interval.
    pub fn mean_score(&self, player: usize) -> (f64, f64) {
        self.players
            .get(player)
            .map_or((0.0, 0.0), |player| mean(player.score, player.score_squared, player.games()))
    }
}

/// A mean and half the width of its 95 % confidence interval.
fn mean(sum: i64, squares: u64, count: u64) -> (f64, f64) {
    let count = (count as f64).max(1.0);
    let mean = sum as f64 / count;
    let variance = (squares as f64 / count - mean * mean).max(0.0);
    (mean, 1.96 * (variance / count).sqrt())
}
