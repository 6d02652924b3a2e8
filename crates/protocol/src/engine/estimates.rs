//! What the plain parts of a call cost, estimated before they start. Finding plays and what builds on
//! it count their steps themselves.

use super::limits::Work;
use crate::{Fault, SavedGame, VariantSource};
use tilewright_game::Game;
use tilewright_movegen::judge_steps;
use tilewright_rules::{Position, Ruleset, UserMove};

// The times are those of `cargo xtask bench expensive` (see BENCHMARKS.md); the steps are the longest
// of them, at the 10 nanoseconds that a step takes at most.

/// Parsing a byte of a variant file: up to 90 ns.
const BYTE_STEPS: u64 = 10;
/// Building and checking a cell on one axis: 0.4 to 0.8 µs.
const SLOT_STEPS: u64 = 80;
/// Building and describing a cell on one axis: 3 to 19 µs.
const DESCRIBED_STEPS: u64 = 1_900;
/// Replaying an event of a log, and writing it into the answer: 1 to 12 µs, by its tiles. An account
/// may be longer than those that were measured.
const EVENT_STEPS: u64 = 2_000;
/// Drawing a cell on one axis: 1.4 to 4.5 µs.
const DRAWN_STEPS: u64 = 450;

impl Work {
    /// Before a variant is parsed.
    pub fn read_variant(&self, source: &VariantSource) -> Result<(), Fault> {
        let bytes = match source {
            VariantSource::Shipped(_) => 0,
            VariantSource::Toml(text) => text.len() as u64,
        };
        self.pay("reading the variant", bytes * BYTE_STEPS)
    }

    /// Before the board of a variant is used.
    pub fn build_board(&self, ruleset: &Ruleset) -> Result<(), Fault> {
        self.pay_slots("the board of the variant", ruleset, SLOT_STEPS)
    }

    /// Before work on every place of a board, which takes this many steps each.
    fn pay_slots(&self, stage: &'static str, ruleset: &Ruleset, each: u64) -> Result<(), Fault> {
        let topology = ruleset.topology();
        let slots = topology.cell_count() * (1 + topology.axis_ids().count());
        self.pay(stage, slots as u64 * each)
    }

    /// Before a variant is described.
    pub fn describe(&self, ruleset: &Ruleset) -> Result<(), Fault> {
        self.pay_slots("describing the variant", ruleset, DESCRIBED_STEPS)
    }

    /// Before a log is replayed.
    pub fn replay(&self, saved: &SavedGame) -> Result<(), Fault> {
        let snapshot = &saved.snapshot;
        let branches = snapshot.branches.iter().map(|branch| branch.events.len());
        let events = snapshot.log.events.len() + branches.sum::<usize>();
        self.pay("replaying the game", events as u64 * EVENT_STEPS)
    }

    /// Before a move is judged.
    pub fn judge(&self, position: &Position<'_>, user_move: &UserMove) -> Result<(), Fault> {
        self.pay("judging the move", judge_steps(position, user_move.actions.len()))
    }

    /// Before a log is written as text, which replays it.
    pub fn write(&self, game: &Game) -> Result<(), Fault> {
        self.pay("writing the game", game.events().len() as u64 * EVENT_STEPS)
    }

    /// Before a board is drawn.
    pub fn draw(&self, ruleset: &Ruleset) -> Result<(), Fault> {
        self.pay_slots("the picture of the board", ruleset, DRAWN_STEPS)
    }
}
