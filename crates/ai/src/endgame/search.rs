//! Negamax with alpha–beta windows: the best play of both sides.

use super::ends::{Ends, mix};
use super::move_ordering::{FaceValues, MoveOrdering, OrderedPlay, PASS, best_of};
use super::transposition_table::{Bound, COMPLETE, TranspositionTable};
use tilewright_movegen::{IncrementalGenerator, LinePlay, PackedRack, Stop};

/// More than any value.
pub(super) const INFINITE: i32 = 1 << 29;
/// The largest depth.
pub(super) const MAX_PLIES: usize = 64;
/// The number of nodes between two polls of `stop`.
const NODES_PER_POLL: u64 = 1 << 8;
/// The number of plays, in all nodes together, between two polls.
const PLAYS_PER_POLL: u64 = 1 << 14;
/// A pass in a principal variation.
pub(super) const PASS_KEY: u64 = u64::MAX;

/// A value, and whether it is exact: every leaf was the end of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResult {
    pub value: i32,
    pub complete: bool,
}

/// The state of one ply.
#[derive(Default)]
struct Ply {
    moves: Vec<OrderedPlay>,
    /// The principal variation from here on.
    principal_variation: Vec<u64>,
    /// Whether the move before was a pass.
    passed: bool,
    /// Whether there is a play that scores 0.
    zeros: bool,
}

/// An alpha–beta window and the remaining depth.
#[derive(Clone, Copy)]
struct AlphaBetaWindow {
    depth: u8,
    alpha: i32,
    beta: i32,
}

/// A search from one position.
pub(super) struct EndgameSearch<'a, 'r, 's> {
    pub plays: IncrementalGenerator<'a>,
    pub ends: Ends<'r>,
    pub racks: [PackedRack; 2],
    pub(super) values: [FaceValues; 2],
    table: &'s mut TranspositionTable,
    stop: &'s dyn Stop,
    ordering: MoveOrdering,
    plies: Vec<Ply>,
    /// The hash of the placed tiles.
    pub(super) board: u64,
    pub nodes: u64,
    /// The largest number of nodes.
    pub most_nodes: u64,
    pub stopped: bool,
    /// Whether a score was out of range.
    pub too_large: bool,
    /// The plays that were looked at since the last poll.
    looked_at: u64,
}

impl<'a, 'r, 's> EndgameSearch<'a, 'r, 's> {
    pub fn new(
        (plays, ends): (IncrementalGenerator<'a>, Ends<'r>),
        racks: [PackedRack; 2],
        values: [FaceValues; 2],
        table: &'s mut TranspositionTable,
        stop: &'s dyn Stop,
    ) -> EndgameSearch<'a, 'r, 's> {
        let plies = (0..MAX_PLIES + 2).map(|_| Ply::default()).collect();
        EndgameSearch {
            plays,
            ends,
            racks,
            values,
            table,
            stop,
            ordering: MoveOrdering::new(MAX_PLIES + 2),
            plies,
            board: 0,
            nodes: 0,
            most_nodes: u64::MAX,
            stopped: false,
            too_large: false,
            looked_at: 0,
        }
    }

    /// Searches the root to a depth: the value for the side to move.
    pub fn root(&mut self, depth: u8, alpha: i32, beta: i32) -> SearchResult {
        self.plies[0].passed = false;
        let key = self.key();
        self.node(0, AlphaBetaWindow { depth, alpha, beta }, key)
    }

    /// The principal variation of the last search.
    pub fn principal_variation(&self) -> &[u64] {
        &self.plies[0].principal_variation
    }

    /// The hash of the position.
    fn key(&self) -> u64 {
        let [one, other] = self.racks;
        let racks = mix(mix(mix(self.ends.side() as u64 + 1, 0), one.0), other.0);
        self.board ^ racks ^ self.ends.key()
    }

    /// The points that the final account adds, from the view of a side.
    pub(super) fn settled(&mut self, side: usize) -> i32 {
        let lead = self.ends.settle(self.racks);
        if side == 0 { lead } else { -lead }
    }

    /// The plays of the side to move, with their order.
    fn collect(&mut self, side: usize, ply: usize, best: u16) -> Vec<OrderedPlay> {
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        moves.clear();
        let (left, values, ordering) = (self.racks[side], &self.values[side], &self.ordering);
        let looked_at = &mut self.looked_at;
        self.plays.each_line(side, left, |plays| {
            *looked_at += plays.len() as u64;
            for play in plays {
                if left.has(play.needs) {
                    let estimate = play.points + values.of(play.needs);
                    let order = ordering.order(side, ply, play, estimate, best);
                    moves.push(OrderedPlay { play: *play, order });
                }
            }
        });
        moves
    }

    /// Counts the steps since the last poll; true if it is time to stop.
    fn is_over(&mut self) -> bool {
        let steps = NODES_PER_POLL + std::mem::take(&mut self.looked_at);
        self.stop.spend(steps)
    }

    fn node(&mut self, ply: usize, window: AlphaBetaWindow, key: u64) -> SearchResult {
        self.nodes += 1;
        let polls = self.nodes % NODES_PER_POLL == 1 || self.looked_at > PLAYS_PER_POLL;
        if self.nodes > self.most_nodes || polls && self.is_over() {
            self.stopped = true;
        }
        let AlphaBetaWindow { depth, mut alpha, beta } = window;
        self.plies[ply].principal_variation.clear();
        if self.stopped || ply >= MAX_PLIES {
            return SearchResult { value: alpha, complete: false };
        }
        let side = self.ends.side();
        if depth == 0 {
            return SearchResult { value: self.greedy(), complete: false };
        }
        let known = self.table.find(key).map_or(0, |known| known.best);
        let mut moves = self.collect(side, ply, known);
        let mut epoch = self.plays.epoch();
        self.too_large |= moves.iter().any(|one| one.play.points == LinePlay::OUT_OF_RANGE);
        self.plies[ply].zeros = moves.iter().any(|one| one.play.points == 0);
        let (mut best, mut best_key, mut complete) = (-INFINITE, 0, true);
        let play_possible = !moves.is_empty();

        // Going out, and passing where that ends the game, need no search.
        if let Some((value, key)) = self.going_out(side, &mut moves) {
            (best, best_key) = (value, key);
        }
        let mut pass_later = false;
        if self.ends.allows_pass(play_possible) {
            match self.passing_out(side, ply) {
                Some(value) if value > best => (best, best_key) = (value, PASS_KEY),
                Some(_) => {}
                None => pass_later = true,
            }
        }
        if best > alpha {
            alpha = best;
            self.plies[ply].principal_variation.push(best_key);
        }
        let pass_first = pass_later && (known == PASS || moves.is_empty());
        let count = moves.len() + usize::from(pass_later);
        let mut place = 0;
        for number in 0..count {
            if best >= beta || self.stopped {
                break;
            }
            let window = AlphaBetaWindow { depth, alpha, beta };
            let first = number == 0;
            let is_pass = pass_later && (if pass_first { first } else { number + 1 == count });
            let (outcome, move_key) = if is_pass {
                (self.after_pass(ply, window, first), PASS_KEY)
            } else {
                if self.plays.epoch() != epoch {
                    self.refresh(side, &mut moves[place..]);
                    epoch = self.plays.epoch();
                }
                select(&mut moves, place);
                let candidate = moves[place];
                place += 1;
                (self.after_play(ply, window, first, &candidate), candidate.play.key)
            };
            if self.stopped && !(outcome.complete) {
                break;
            }
            // A cutoff is exact if its child is; otherwise all children must be.
            if outcome.value >= beta {
                complete = outcome.complete;
            } else {
                complete &= outcome.complete;
            }
            if outcome.value > best {
                (best, best_key) = (outcome.value, move_key);
            }
            if best > alpha {
                alpha = best;
                let (here, next) = self.plies.split_at_mut(ply + 1);
                here[ply].principal_variation.clear();
                here[ply].principal_variation.push(move_key);
                here[ply].principal_variation.extend_from_slice(&next[0].principal_variation);
            }
        }
        self.plies[ply].moves = moves;
        if self.stopped {
            return SearchResult { value: best.max(window.alpha), complete: false };
        }
        if best >= beta && best_key != PASS_KEY {
            self.ordering.record_cutoff(side, ply, best_key, depth);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let stored = if best_key == PASS_KEY { PASS } else { best_of(best_key) };
        self.table.store(key, best, stored, if complete { COMPLETE } else { depth }, bound);
        SearchResult { value: best, complete }
    }

    /// The best play that goes out, if that ends the game. All such plays are then removed from
    /// the list.
    fn going_out(&mut self, side: usize, moves: &mut Vec<OrderedPlay>) -> Option<(i32, u64)> {
        let rack = self.racks[side];
        let outs = moves.iter().filter(|one| one.play.needs == rack);
        let best = outs.max_by_key(|one| (one.play.points, one.play.key))?.play;
        self.ends.play(best.points, best.tile_count() as usize, true);
        let value = self.ends.is_over().then(|| {
            self.racks[side] = PackedRack(0);
            let value = best.points + self.settled(side);
            self.racks[side] = rack;
            value
        });
        self.ends.undo();
        let value = value?;
        moves.retain(|one| one.play.needs != rack);
        Some((value, best.key))
    }

    /// The value of a pass that ends the game.
    fn passing_out(&mut self, side: usize, ply: usize) -> Option<i32> {
        // If both pass, the position repeats. So either a side plays now because that is worth
        // more than the end of the game, or nobody ever will; the number of passes left, two or
        // more, makes no difference. It would where plays that score 0 count as passes.
        let zeros = ply > 0 && (self.plies[ply].zeros || self.plies[ply - 1].zeros);
        let folds = self.ends.folds && !(self.ends.zeros_count && zeros) && !self.ends.is_out();
        if self.plies[ply].passed && folds {
            return Some(self.settled(side));
        }
        self.ends.pass();
        let value = self.ends.is_over().then(|| self.settled(side));
        self.ends.undo();
        value
    }

    fn after_pass(&mut self, ply: usize, window: AlphaBetaWindow, first: bool) -> SearchResult {
        self.ends.pass();
        self.plies[ply + 1].passed = true;
        let outcome = self.reply(ply, window, first, 0, None);
        self.ends.undo();
        outcome
    }

    fn after_play(
        &mut self,
        ply: usize,
        window: AlphaBetaWindow,
        first: bool,
        candidate: &OrderedPlay,
    ) -> SearchResult {
        let play = &candidate.play;
        let side = self.ends.side();
        let rack = self.racks[side];
        self.racks[side] = rack.without(play.needs);
        self.ends.play(play.points, play.tile_count() as usize, self.racks[side].is_empty());
        let outcome = if self.ends.is_over() {
            SearchResult { value: play.points + self.settled(side), complete: true }
        } else {
            let board = self.board;
            self.board ^= self.plays.hash_change(play);
            self.plies[ply + 1].passed = false;
            let outcome = self.reply(ply, window, first, play.points, Some(candidate));
            self.board = board;
            outcome
        };
        self.ends.undo();
        self.racks[side] = rack;
        outcome
    }

    /// Searches the reply to a move that scored some points.
    fn reply(
        &mut self,
        ply: usize,
        window: AlphaBetaWindow,
        first: bool,
        points: i32,
        candidate: Option<&OrderedPlay>,
    ) -> SearchResult {
        let AlphaBetaWindow { depth, alpha, beta } = window;
        let key = self.key();
        let depth = depth - 1;
        let narrow = !first && beta - alpha > 1;
        let beta_now = if narrow { alpha + 1 } else { beta };
        let next = AlphaBetaWindow { depth, alpha: points - beta_now, beta: points - alpha };
        let flip = |outcome: SearchResult| SearchResult {
            value: points - outcome.value,
            complete: outcome.complete,
        };
        if next.beta - next.alpha == 1
            && let Some(known) = self.table.find(key)
            && known.cuts_off(depth, next.alpha, next.beta)
        {
            let outcome =
                flip(SearchResult { value: known.value, complete: known.depth == COMPLETE });
            if !narrow || outcome.value <= alpha {
                return outcome;
            }
        }
        if let Some(candidate) = candidate {
            // The cached placements may be dropped while they are on the board.
            let placements: smallvec::SmallVec<[_; 8]> =
                self.plays.placements(&candidate.play).into();
            self.plays.place(&placements);
        }
        let mut outcome = flip(self.node(ply + 1, next, key));
        if narrow && outcome.value > alpha && outcome.value < beta && !self.stopped {
            let wide = AlphaBetaWindow { depth, alpha: points - beta, beta: points - alpha };
            outcome = flip(self.node(ply + 1, wide, key));
        }
        if candidate.is_some() {
            self.plays.undo();
        }
        outcome
    }
}

/// Selects the best remaining play; from the fifth on, the rest is sorted.
fn select(moves: &mut [OrderedPlay], place: usize) {
    const SINGLY: usize = 4;
    if place < SINGLY {
        let rest = moves.iter().enumerate().skip(place);
        if let Some((best, _)) = rest.max_by_key(|(_, one)| (one.order, one.play.key)) {
            moves.swap(place, best);
        }
    } else if place == SINGLY {
        moves[place..].sort_unstable_by_key(|one| std::cmp::Reverse((one.order, one.play.key)));
    }
}
