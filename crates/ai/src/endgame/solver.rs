//! Exact values of positions with an empty bag, by iterative deepening.

use super::ends::Ends;
use super::move_ordering::FaceValues;
use super::search::{EndgameSearch, INFINITE, MAX_PLIES, PASS_KEY};
use super::transposition_table::TranspositionTable;
use crate::{Move, Playout};
use thiserror::Error;
use tilewright_movegen::{
    Budget, Either, Generator, IncrementalGenerator, LinePlay, OwnedPlay, RackPacking, Stop,
};
use tilewright_rules::Points;

/// Why a position cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// There are tiles in the bag.
    #[error("{0} tiles are in the bag; only positions with an empty bag can be solved")]
    Bag(usize),
    /// There are not two players.
    #[error("{0} players are in the game; only games of two can be solved")]
    Players(usize),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A rack is too large.
    #[error("a rack has more than 16 kinds of tiles or more than 7 of one kind")]
    Rack,
    /// Scores are too large.
    #[error("scores of this position are too large to be searched with")]
    Scores,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Endgame {
    /// The change of the score difference from now to the end of the game, final account included,
    /// for the side to move.
    pub value: i64,
    /// The principal variation: best play by both sides, as far as it was searched.
    pub principal_variation: Vec<Move>,
    /// Whether the search reached the end of the game everywhere. If not, the value is the best
    /// estimate so far.
    pub exact: bool,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The depth of the last complete iteration, in plies.
    pub depth: u8,
}

/// How much more a node costs where plays are not cached by line.
const DEARER: u64 = 32;
/// The least memory, in bytes.
const LEAST_MEMORY: usize = 1 << 20;

/// Solves endgames of one variant, one after another.
pub struct EndgameSolver<'g> {
    generator: &'g Generator,
    table: TranspositionTable,
    for_plays: usize,
    most_nodes: u64,
    budget: Budget,
}

impl<'g> EndgameSolver<'g> {
    /// The default memory, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A solver that uses about this much memory, in bytes.
    pub fn new(generator: &'g Generator, memory: usize) -> EndgameSolver<'g> {
        let memory = memory.max(LEAST_MEMORY);
        let (table, for_plays) = (TranspositionTable::new(memory / 2), memory / 2);
        EndgameSolver {
            generator,
            table,
            for_plays,
            most_nodes: u64::MAX,
            budget: Budget::unlimited(),
        }
    }

    /// Sets the largest number of nodes. Where plays are not cached by line, fewer are searched.
    pub fn set_most_nodes(&mut self, nodes: u64) {
        self.most_nodes = nodes;
    }

    /// Sets a budget for all searches together; when it is spent, values are not exact.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Solves a position of a game with an empty bag and two active seats.
    pub fn solve(&mut self, game: &Playout<'_>, stop: &dyn Stop) -> Result<Endgame, EndgameError> {
        let seats: Vec<u8> = game.status().active().map(|(seat, _)| seat).collect();
        if game.is_over() {
            return Err(EndgameError::Over);
        }
        if !game.bag().is_empty() {
            return Err(EndgameError::Bag(game.bag().len()));
        }
        let Ok(seats) = <[u8; 2]>::try_from(seats.as_slice()) else {
            return Err(EndgameError::Players(seats.len()));
        };
        let racks = seats.map(|seat| game.rack(seat));
        let packing = |rack| RackPacking::new(rack).ok_or(EndgameError::Rack);
        let packings = [packing(racks[0])?, packing(racks[1])?];
        let outlook = game.outlook(game.to_move());
        let budget = self.budget.clone();
        let stop = &Either(stop, &budget);
        let memory = self.for_plays;
        let plays = IncrementalGenerator::new(
            self.generator,
            &outlook.position(),
            racks,
            memory,
            &self.budget,
        );
        let plays = plays.ok_or(EndgameError::Rack)?;
        let by_line = plays.is_by_line();
        let packed = [0, 1].map(|side: usize| packings[side].pack(racks[side].tiles()));
        let tiles = game.ruleset().tiles();
        let values = [0, 1].map(|side: usize| {
            let mut values = FaceValues::default();
            for (place, (kind, _)) in racks[side].iter().enumerate() {
                values.0[place] = tiles.kind(kind).score;
            }
            values
        });
        let ends = Ends::new(game.ruleset(), game.status(), outlook.last_placer, seats, packings);
        self.table.clear();
        let mut search = EndgameSearch::new((plays, ends), packed, values, &mut self.table, stop);
        search.most_nodes = match by_line {
            true => self.most_nodes,
            false => self.most_nodes / DEARER,
        };
        deepen(&mut search)
    }
}

/// Iterative deepening with aspiration windows, until the value is exact.
fn deepen(search: &mut EndgameSearch<'_, '_, '_>) -> Result<Endgame, EndgameError> {
    let mut found =
        Endgame { value: 0, principal_variation: Vec::new(), exact: false, nodes: 0, depth: 0 };
    let mut line = Vec::new();
    for depth in 1..=MAX_PLIES as u8 {
        let mut margin = if depth < 3 { INFINITE } else { 8 };
        let guess = found.value as i32;
        let (mut alpha, mut beta) = match margin {
            INFINITE => (-INFINITE, INFINITE),
            _ => (guess - margin, guess + margin),
        };
        let outcome = loop {
            let outcome = search.root(depth, alpha, beta);
            if search.stopped || search.too_large {
                break outcome;
            }
            margin = margin.saturating_mul(4).min(INFINITE);
            if outcome.value <= alpha && alpha > -INFINITE {
                alpha = if margin > 200 { -INFINITE } else { guess - margin };
            } else if outcome.value >= beta && beta < INFINITE {
                beta = if margin > 200 { INFINITE } else { guess + margin };
            } else {
                break outcome;
            }
        };
        if search.too_large {
            return Err(EndgameError::Scores);
        }
        if search.stopped {
            if line.is_empty() {
                line = search.principal_variation().to_vec();
                found.value = outcome.value.into();
            }
            break;
        }
        found.value = outcome.value.into();
        found.depth = depth;
        line = search.principal_variation().to_vec();
        if outcome.complete {
            found.exact = true;
            break;
        }
    }
    found.nodes = search.nodes;
    found.principal_variation = turns(search, &line);
    Ok(found)
}

/// The moves of a principal variation.
fn turns(search: &mut EndgameSearch<'_, '_, '_>, line: &[u64]) -> Vec<Move> {
    let mut turns = Vec::new();
    let mut landed = 0;
    let racks = search.racks;
    for key in line {
        let side = search.ends.side();
        if *key == PASS_KEY {
            turns.push(Move::Pass);
            search.ends.pass();
            continue;
        }
        let left = search.racks[side];
        let mut found: Option<LinePlay> = None;
        search.plays.each_line(side, left, |plays| {
            found = found.or(plays.iter().find(|play| play.key == *key).copied());
        });
        let Some(play) = found else { break };
        let placements: smallvec::SmallVec<[_; 8]> = search.plays.placements(&play).into();
        search.plays.place(&placements);
        landed += 1;
        search.racks[side] = left.without(play.needs);
        let out = search.racks[side].is_empty();
        search.ends.play(play.points, play.tile_count() as usize, out);
        let points = Points::new(play.points.into());
        turns.push(Move::Play(OwnedPlay { placements, points, equity: 0 }));
    }
    (0..landed).for_each(|_| search.plays.undo());
    turns.iter().for_each(|_| search.ends.undo());
    search.racks = racks;
    turns
}
