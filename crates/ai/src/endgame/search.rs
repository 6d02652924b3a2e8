//! Best play by both sides, found by search.

use super::ends::{Ends, mix};
use super::memory::{Bound, COMPLETE, Memory};
use super::order::{Candidate, Experience, FaceValues, PASS, best_of};
use tilewright_movegen::{IncrementalGenerator, LinePlay, PackedRack, Stop};

/// More than any value.
pub(super) const INFINITE: i32 = 1 << 29;
/// No search goes deeper.
pub(super) const MOST_PLIES: usize = 64;
/// How often the caller is asked whether to stop, in nodes.
const ASK_EVERY: u64 = 1 << 8;
/// A pass in a line of play.
pub(super) const PASS_KEY: u64 = u64::MAX;

/// A value, and whether the end of the game was seen everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub value: i32,
    pub complete: bool,
}

/// What a ply of the search keeps.
#[derive(Default)]
struct Ply {
    moves: Vec<Candidate>,
    /// The best line from here on.
    line: Vec<u64>,
    /// Whether the turn before was a pass.
    passed: bool,
    /// Whether there is a play without points.
    zeros: bool,
}

/// A search window, and how deep to look.
#[derive(Clone, Copy)]
struct Window {
    depth: u8,
    alpha: i32,
    beta: i32,
}

/// A search from one position.
pub(super) struct Search<'a, 'r, 's> {
    pub plays: IncrementalGenerator<'a>,
    pub ends: Ends<'r>,
    pub racks: [PackedRack; 2],
    pub(super) values: [FaceValues; 2],
    memory: &'s mut Memory,
    stop: &'s dyn Stop,
    experience: Experience,
    plies: Vec<Ply>,
    /// Stands for the tiles that have landed.
    pub(super) board: u64,
    pub nodes: u64,
    /// More than these are not looked at.
    pub most_nodes: u64,
    pub stopped: bool,
    /// Whether a score was too large to search with.
    pub too_large: bool,
}

impl<'a, 'r, 's> Search<'a, 'r, 's> {
    pub fn new(
        (plays, ends): (IncrementalGenerator<'a>, Ends<'r>),
        racks: [PackedRack; 2],
        values: [FaceValues; 2],
        memory: &'s mut Memory,
        stop: &'s dyn Stop,
    ) -> Search<'a, 'r, 's> {
        let plies = (0..MOST_PLIES + 2).map(|_| Ply::default()).collect();
        Search {
            plays,
            ends,
            racks,
            values,
            memory,
            stop,
            experience: Experience::new(MOST_PLIES + 2),
            plies,
            board: 0,
            nodes: 0,
            most_nodes: u64::MAX,
            stopped: false,
            too_large: false,
        }
    }

    /// The value for the side to move and the best line, searched to a depth.
    pub fn root(&mut self, depth: u8, alpha: i32, beta: i32) -> Outcome {
        self.plies[0].passed = false;
        let key = self.key();
        self.node(0, Window { depth, alpha, beta }, key)
    }

    /// The best line that the last search found.
    pub fn line(&self) -> &[u64] {
        &self.plies[0].line
    }

    /// A number for the position.
    fn key(&self) -> u64 {
        let [one, other] = self.racks;
        let racks = mix(mix(mix(self.ends.side() as u64 + 1, 0), one.0), other.0);
        self.board ^ racks ^ self.ends.key()
    }

    /// What the final account adds, as the side sees it.
    pub(super) fn settled(&mut self, side: usize) -> i32 {
        let lead = self.ends.settle(self.racks);
        if side == 0 { lead } else { -lead }
    }

    /// The plays of the side to move, with the order in which to try them.
    fn collect(&mut self, side: usize, ply: usize, best: u16) -> Vec<Candidate> {
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        moves.clear();
        let (left, values, experience) = (self.racks[side], &self.values[side], &self.experience);
        self.plays.each_line(side, left, |plays| {
            for play in plays {
                if left.has(play.needs) {
                    let estimate = play.points + values.of(play.needs);
                    let order = experience.order(side, ply, play, estimate, best);
                    moves.push(Candidate { play: *play, order });
                }
            }
        });
        moves
    }

    fn node(&mut self, ply: usize, window: Window, key: u64) -> Outcome {
        self.nodes += 1;
        let asks = self.nodes % ASK_EVERY == 1;
        if self.nodes > self.most_nodes || asks && self.stop.is_due() {
            self.stopped = true;
        }
        let Window { depth, mut alpha, beta } = window;
        self.plies[ply].line.clear();
        if self.stopped || ply >= MOST_PLIES {
            return Outcome { value: alpha, complete: false };
        }
        let side = self.ends.side();
        if depth == 0 {
            return Outcome { value: self.greedy(), complete: false };
        }
        let known = self.memory.find(key).map_or(0, |known| known.best);
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
            self.plies[ply].line.push(best_key);
        }
        let pass_first = pass_later && (known == PASS || moves.is_empty());
        let count = moves.len() + usize::from(pass_later);
        let mut place = 0;
        for number in 0..count {
            if best >= beta || self.stopped {
                break;
            }
            let window = Window { depth, alpha, beta };
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
            // Complete if a cut is, or if everything is.
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
                here[ply].line.clear();
                here[ply].line.push(move_key);
                here[ply].line.extend_from_slice(&next[0].line);
            }
        }
        self.plies[ply].moves = moves;
        if self.stopped {
            return Outcome { value: best.max(window.alpha), complete: false };
        }
        if best >= beta && best_key != PASS_KEY {
            self.experience.note(side, ply, best_key, depth);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let stored = if best_key == PASS_KEY { PASS } else { best_of(best_key) };
        self.memory.store(key, best, stored, if complete { COMPLETE } else { depth }, bound);
        Outcome { value: best, complete }
    }

    /// The best way to go out, if that ends the game. All ways are then taken off the list.
    fn going_out(&mut self, side: usize, moves: &mut Vec<Candidate>) -> Option<(i32, u64)> {
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

    /// What a pass is worth if it ends the game.
    fn passing_out(&mut self, side: usize, ply: usize) -> Option<i32> {
        // Two players who pass in turn come back to the same position, so that one of them
        // plays at once if that is worth more than the end, and else nobody ever does. The
        // number of passes that are left, two or more, changes nothing. Where plays without
        // points count as passes, they would.
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

    fn after_pass(&mut self, ply: usize, window: Window, first: bool) -> Outcome {
        self.ends.pass();
        self.plies[ply + 1].passed = true;
        let outcome = self.reply(ply, window, first, 0, None);
        self.ends.undo();
        outcome
    }

    fn after_play(
        &mut self,
        ply: usize,
        window: Window,
        first: bool,
        candidate: &Candidate,
    ) -> Outcome {
        let play = &candidate.play;
        let side = self.ends.side();
        let rack = self.racks[side];
        self.racks[side] = rack.without(play.needs);
        self.ends.play(play.points, play.tile_count() as usize, self.racks[side].is_empty());
        let outcome = if self.ends.is_over() {
            Outcome { value: play.points + self.settled(side), complete: true }
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

    /// Searches what follows a turn that scored some points.
    fn reply(
        &mut self,
        ply: usize,
        window: Window,
        first: bool,
        points: i32,
        candidate: Option<&Candidate>,
    ) -> Outcome {
        let Window { depth, alpha, beta } = window;
        let key = self.key();
        let depth = depth - 1;
        let narrow = !first && beta - alpha > 1;
        let beta_now = if narrow { alpha + 1 } else { beta };
        let next = Window { depth, alpha: points - beta_now, beta: points - alpha };
        let flip = |outcome: Outcome| Outcome {
            value: points - outcome.value,
            complete: outcome.complete,
        };
        if next.beta - next.alpha == 1
            && let Some(known) = self.memory.find(key)
            && known.settles(depth, next.alpha, next.beta)
        {
            let outcome = flip(Outcome { value: known.value, complete: known.depth == COMPLETE });
            if !narrow || outcome.value <= alpha {
                return outcome;
            }
        }
        if let Some(candidate) = candidate {
            // The plays's own memory of the play lives on while it is put.
            let placements: smallvec::SmallVec<[_; 8]> =
                self.plays.placements(&candidate.play).into();
            self.plays.place(&placements);
        }
        let mut outcome = flip(self.node(ply + 1, next, key));
        if narrow && outcome.value > alpha && outcome.value < beta && !self.stopped {
            let wide = Window { depth, alpha: points - beta, beta: points - alpha };
            outcome = flip(self.node(ply + 1, wide, key));
        }
        if candidate.is_some() {
            self.plays.undo();
        }
        outcome
    }
}

/// Brings the best of the candidates from a place on to that place; from the fifth on, all of
/// them are put in order.
fn select(moves: &mut [Candidate], place: usize) {
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
