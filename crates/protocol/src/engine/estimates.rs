//! What the plain parts of a call cost, estimated before they start. Finding plays and what builds on
//! it count their steps themselves.

use super::limits::Work;
use crate::{Fault, SavedGame, VariantSource};
use tilewright_game::Game;
use tilewright_movegen::judge_steps;
use tilewright_rules::{Position, Ruleset, UserMove};

/// Parsing a byte of a variant file.
const BYTE_STEPS: u64 = 40;
/// Building, checking and describing a cell on one axis.
const SLOT_STEPS: u64 = 250;
/// Replaying an event of a log, and writing it into the answer.
const EVENT_STEPS: u64 = 2_000;
/// Drawing a cell.
const DRAWN_STEPS: u64 = 1_000;

/// The places on lines that a board has, and its cells.
fn slots(ruleset: &Ruleset) -> u64 {
    let topology = ruleset.topology();
    (topology.cell_count() * (1 + topology.axis_ids().count())) as u64
}

impl Work {
    /// Before a variant is parsed.
    pub fn read_variant(&self, source: &VariantSource) -> Result<(), Fault> {
        let bytes = match source {
            VariantSource::Shipped(_) => 0,
            VariantSource::Toml(text) => text.len() as u64,
        };
        self.pay("reading the variant", bytes * BYTE_STEPS)
    }

    /// Before the board of a variant is used: shown, drawn or described.
    pub fn build_board(&self, ruleset: &Ruleset) -> Result<(), Fault> {
        self.pay("the board of the variant", slots(ruleset) * SLOT_STEPS)
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
        let cells = ruleset.topology().cell_count() as u64;
        self.pay("the picture of the board", cells * DRAWN_STEPS)
    }
}
