//! What rules look at: a position, and the standing of the game around it.

use crate::{Board, Points, PositionId, Ruleset};
use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_lexicon::Dictionary;
use tilewright_tiles::TileCounts;

/// Rules switched on or off while the game runs, by id.
pub type Switches = BTreeMap<Arc<str>, bool>;

/// Everything that decides whether a move is legal and what it scores.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// The variant.
    pub ruleset: &'a Ruleset,
    /// The tiles on the board.
    pub board: &'a Board,
    /// The mover's tiles.
    pub rack: &'a TileCounts,
    /// The word list, if there is one.
    pub dictionary: Option<&'a dyn Dictionary>,
    /// Rules switched on or off by hand.
    pub switches: &'a Switches,
    /// The number of events before this position; ties moves to it.
    pub revision: u64,
    /// The game, by [`game_id`](crate::game_id); 0 outside games. Ties moves to it.
    pub game: u64,
}

impl<'a> Position<'a> {
    /// A position without a word list, in which no rule has been switched by hand.
    pub fn new(ruleset: &'a Ruleset, board: &'a Board, rack: &'a TileCounts) -> Position<'a> {
        static NONE: Switches = Switches::new();
        Position { ruleset, board, rack, dictionary: None, switches: &NONE, revision: 0, game: 0 }
    }

    /// The identity of this position.
    pub fn id(&self) -> PositionId {
        PositionId::of(self)
    }

    /// Whether a rule is on: as switched by hand, else as it says itself.
    pub fn is_on(&self, identifier: &str, by_default: bool) -> bool {
        if self.switches.is_empty() {
            return by_default;
        }
        self.switches.get(identifier).copied().unwrap_or(by_default)
    }
}

/// The standing of one seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatStatus {
    /// Points.
    pub score: Points,
    /// Tiles on the rack.
    pub rack_len: usize,
    /// Swaps made.
    pub swaps: u32,
    /// Turns taken.
    pub turns: u32,
    /// Passes in the current string of passes.
    pub passes: u32,
    /// Turns without score in the current string of such turns.
    pub scoreless: u32,
    /// Whether the player has resigned.
    pub resigned: bool,
}

/// The standing of a game, for game rules and endings.
#[derive(PartialEq, Debug, Default)]
pub struct GameStatus {
    /// The seats.
    pub seats: Vec<SeatStatus>,
    /// The seat to move.
    pub to_move: u8,
    /// Tiles in the bag.
    pub bag_len: usize,
    /// Whether the game is over.
    pub finished: bool,
    /// Whether a move waits for a challenge or its end.
    pub challengeable: bool,
    /// The seat that emptied its rack with an empty bag.
    pub out: Option<u8>,
    /// Turns that are left to the others after that; `None` when nobody is out.
    pub final_turns: Option<u32>,
    /// Rules switched on or off by hand.
    pub switches: Switches,
    /// Whether a play is possible; known only where a rule asks for it.
    pub play_possible: Option<bool>,
}

impl Clone for GameStatus {
    fn clone(&self) -> GameStatus {
        GameStatus { seats: self.seats.clone(), switches: self.switches.clone(), ..*self }
    }

    /// Copies into a standing that exists already, without new memory: for search.
    fn clone_from(&mut self, source: &GameStatus) {
        let GameStatus { seats, switches, .. } = source;
        self.seats.clone_from(seats);
        if !(self.switches.is_empty() && switches.is_empty()) {
            self.switches.clone_from(switches);
        }
        self.to_move = source.to_move;
        self.bag_len = source.bag_len;
        self.finished = source.finished;
        self.challengeable = source.challengeable;
        self.out = source.out;
        self.final_turns = source.final_turns;
        self.play_possible = source.play_possible;
    }
}

impl GameStatus {
    /// The seats that still play.
    pub fn active(&self) -> impl Iterator<Item = (u8, &SeatStatus)> {
        (0u8..).zip(&self.seats).filter(|(_, seat)| !seat.resigned)
    }

    /// The passes of the current string, of all players together.
    pub fn passes(&self) -> u32 {
        self.seats.iter().map(|seat| seat.passes).sum()
    }

    /// The scoreless turns of the current string, of all players together.
    pub fn scoreless(&self) -> u32 {
        self.seats.iter().map(|seat| seat.scoreless).sum()
    }
}

/// What a player wants to do, as game rules see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// Place tiles (or slide some).
    Play,
    /// Swap this many tiles.
    Swap(usize),
    /// Pass.
    Pass,
    /// Challenge the last move.
    Challenge,
    /// Resign.
    Resign,
}
