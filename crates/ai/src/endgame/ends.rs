//! Turns, endings and final accounts inside a search, by the functions that games use.

use crate::tally::saturated;
use smallvec::SmallVec;
use tilewright_game::Standing;
use tilewright_movegen::{PackedRack, RackPacking};
use tilewright_rules::spec::PassCount;
use tilewright_rules::{GameStatus, Points, Ruleset, SeatStatus};

/// The standing before a turn.
struct Saved {
    seats: [SeatStatus; 2],
    to_move: u8,
    out: Option<u8>,
    final_turns: Option<u32>,
    last_placer: Option<u8>,
    ended: bool,
}

/// The number of cached final accounts.
const CACHED: usize = 1 << 12;

/// The standing of a game between two seats.
pub(super) struct Ends<'r> {
    ruleset: &'r Ruleset,
    status: GameStatus,
    last_placer: Option<u8>,
    /// The two seats that play.
    pub seats: [u8; 2],
    packings: [RackPacking; 2],
    saved: Vec<Saved>,
    /// The rule that has ended the game.
    ended: Option<&'r str>,
    known: Vec<(PackedRack, PackedRack, u64, i32)>,
    /// Whether a pass upon a pass ends the game as far as its value goes.
    pub folds: bool,
    /// Whether a play without points counts as a pass does.
    pub zeros_count: bool,
    scores_matter: bool,
    turns_matter: bool,
}

impl<'r> Ends<'r> {
    pub fn new(
        ruleset: &'r Ruleset,
        status: &GameStatus,
        last_placer: Option<u8>,
        seats: [u8; 2],
        packings: [RackPacking; 2],
    ) -> Ends<'r> {
        let spec = ruleset.spec();
        let usual = ruleset.engine().follows_settings() && status.switches.is_empty();
        let passes = &spec.consecutive_passes;
        let limit = passes.same_player_twice || passes.consecutive_pass_limit > 1;
        let turns_matter = spec.turn_limit.turns.is_some() || !usual;
        let pass_is_free = spec.pass.allow_pass || !spec.pass.enabled;
        Ends {
            ruleset,
            status: status.clone(),
            last_placer,
            seats,
            packings,
            saved: Vec::new(),
            ended: None,
            known: vec![(PackedRack(0), PackedRack(0), u64::MAX, 0); CACHED],
            // Where no number of passes ends the game, two who pass for ever have ended it too.
            folds: (limit || !passes.enabled) && !turns_matter && pass_is_free,
            zeros_count: passes.count == PassCount::Scoreless,
            scores_matter: spec.final_adjustment.floor_zero || !usual,
            turns_matter,
        }
    }

    /// Whether a pass is allowed, if a play is possible or not.
    pub fn allows_pass(&self, play_possible: bool) -> bool {
        let pass = &self.ruleset.spec().pass;
        !play_possible || pass.allow_pass || !pass.enabled || self.status.out.is_some()
    }

    /// Which of the two is to move.
    pub fn side(&self) -> usize {
        usize::from(self.status.to_move == self.seats[1])
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Whether somebody has gone out.
    pub fn is_out(&self) -> bool {
        self.status.out.is_some()
    }

    /// Tiles are played, perhaps the last ones.
    pub fn play(&mut self, points: i32, tiles: usize, out: bool) {
        self.save();
        let seat = self.status.to_move;
        self.status.note_play(seat, &Points::new(points.into()));
        self.last_placer = Some(seat);
        if out {
            self.status.note_out(seat, self.ruleset.spec().empty_rack.final_turn);
        }
        let rack = &mut self.status.seats[usize::from(seat)].rack_len;
        *rack = rack.saturating_sub(tiles);
        self.end_turn(seat);
    }

    /// A pass.
    pub fn pass(&mut self) {
        self.save();
        let seat = self.status.to_move;
        self.status.note_pass(seat);
        self.end_turn(seat);
    }

    fn save(&mut self) {
        let seat = |place: usize| self.status.seats[usize::from(self.seats[place])].clone();
        self.saved.push(Saved {
            seats: [seat(0), seat(1)],
            to_move: self.status.to_move,
            out: self.status.out,
            final_turns: self.status.final_turns,
            last_placer: self.last_placer,
            ended: self.ended.is_some(),
        });
    }

    fn end_turn(&mut self, seat: u8) {
        self.status.note_turn(seat);
        let ending = self.ruleset.engine().check_end_game(&self.status);
        match (ending, self.status.next_seat()) {
            (Some(rule), _) => self.ended = Some(rule.identifier()),
            (None, Some(next)) => self.status.to_move = next,
            (None, None) => self.ended = Some("resignation"),
        }
    }

    /// Undoes the last turn.
    pub fn undo(&mut self) {
        let Some(saved) = self.saved.pop() else { return };
        for (seat, status) in self.seats.iter().zip(saved.seats) {
            self.status.seats[usize::from(*seat)] = status;
        }
        self.status.to_move = saved.to_move;
        self.status.out = saved.out;
        self.status.final_turns = saved.final_turns;
        self.last_placer = saved.last_placer;
        if !saved.ended {
            self.ended = None;
        }
    }

    /// The change of the first seat's lead by the final account, with these racks. A game that is
    /// not over yet is settled as if passes had ended it.
    pub fn settle(&mut self, racks: [PackedRack; 2]) -> i32 {
        let out = self.status.out.map_or(8, u64::from);
        let mixed = (racks[0].0 ^ racks[1].0.rotate_left(21)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (mixed >> 40) as usize % CACHED;
        let (one, other, of, value) = self.known[place];
        if (one, other, of) == (racks[0], racks[1], out) && !self.scores_matter {
            return value;
        }
        let value = self.account(racks);
        self.known[place] = (racks[0], racks[1], out, value);
        value
    }

    fn account(&self, racks: [PackedRack; 2]) -> i32 {
        let mut left: SmallVec<[_; 8]> =
            self.status.seats.iter().map(|_| Default::default()).collect();
        for place in 0..2 {
            left[usize::from(self.seats[place])] = self.packings[place].unpack(racks[place]);
        }
        let mut scores: SmallVec<[Points; 8]> =
            self.status.seats.iter().map(|seat| seat.score.clone()).collect();
        let lead = |scores: &[Points]| {
            let score = |place: usize| saturated(&scores[usize::from(self.seats[place])]);
            score(0) - score(1)
        };
        let before = lead(&scores);
        let (ruleset, status, last_placer) = (self.ruleset, &self.status, self.last_placer);
        let standing = Standing { ruleset, status, racks: &left, last_placer };
        standing.settle(self.ended.unwrap_or("consecutive_passes"), &mut scores, &mut |_, _, _| {});
        (lead(&scores) - before).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// The hash of everything in the standing that the future depends on.
    pub fn key(&self) -> u64 {
        let mut key = self.status.final_turns.map_or(0, |turns| 1 + u64::from(turns));
        for seat in self.seats {
            let seat = &self.status.seats[usize::from(seat)];
            key = mix(key, u64::from(seat.passes) << 32 | u64::from(seat.scoreless));
            if self.turns_matter {
                key = mix(key, seat.turns.into());
            }
            if self.scores_matter {
                key = mix(key, saturated(&seat.score) as u64);
            }
        }
        mix(key, 1)
    }
}

/// Mixes a word into a number.
#[inline]
pub(super) fn mix(number: u64, word: u64) -> u64 {
    let mixed = (number ^ word.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}
