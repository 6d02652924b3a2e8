//! What a seat knows: all that a player may decide by.

use crate::{Chance, Draws, Playout};
use tilewright_game::GameState;
use tilewright_rules::{Board, GameStatus, Position, Ruleset, TurnAction};
use tilewright_tiles::TileCounts;

/// What a seat knows of a game. The tiles of the others and of the bag have no place in it, so
/// a player that decides by it cannot peek.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The variant.
    pub ruleset: &'a Ruleset,
    /// The tiles on the board.
    pub board: &'a Board,
    /// The seat.
    pub seat: u8,
    /// Its tiles.
    pub rack: &'a TileCounts,
    /// Scores, numbers of tiles, passes.
    pub status: &'a GameStatus,
    /// The last seat that placed tiles.
    pub last_placer: Option<u8>,
}

impl<'a> Outlook<'a> {
    /// What a seat knows of a game with a log.
    pub fn of_game(state: &'a GameState, seat: u8) -> Outlook<'a> {
        Outlook {
            ruleset: state.ruleset(),
            board: &state.board,
            seat,
            rack: state.position(seat).rack,
            status: state.status(),
            last_placer: state.last_placer,
        }
    }

    /// The position, for the move generator.
    pub fn position(&self) -> Position<'a> {
        let switches = &self.status.switches;
        Position { switches, ..Position::new(self.ruleset, self.board, self.rack) }
    }

    /// The number of tiles in the bag.
    pub fn bag_len(&self) -> usize {
        self.status.bag_len
    }

    /// The tiles that the seat does not see: those of the bag, of the others, and out of play.
    pub fn unseen(&self) -> TileCounts {
        let mut unseen = *self.ruleset.tiles().full_bag();
        for seen in [self.rack, &self.board.tiles()] {
            // A rack laid by hand may hold more than the bag ever had.
            unseen.take_present(seen.tiles());
        }
        unseen
    }

    /// Whether the rules let the seat do something now.
    pub fn allows(&self, action: &TurnAction) -> bool {
        self.ruleset.engine().check_action(self.status, self.seat, action).is_empty()
    }

    /// A whole game that fits what the seat knows: the unseen tiles are dealt at random.
    pub fn imagine(&self, chance: &mut Chance) -> Playout<'a> {
        let mut bag = self.unseen();
        let mut racks = vec![TileCounts::new(); self.status.seats.len()];
        for (seat, (rack, status)) in racks.iter_mut().zip(&self.status.seats).enumerate() {
            if seat == usize::from(self.seat) {
                *rack = *self.rack;
                continue;
            }
            deal(&mut bag, rack, status.rack_len, chance);
        }
        let mut left = TileCounts::new();
        if bag.len() > self.status.bag_len {
            // Racks of players who resigned are neither in the bag nor on a rack.
            std::mem::swap(&mut bag, &mut left);
            deal(&mut left, &mut bag, self.status.bag_len, chance);
        }
        Playout::from_parts(self, racks, bag)
    }
}

fn deal(from: &mut TileCounts, to: &mut TileCounts, count: usize, chance: &mut Chance) {
    for _ in 0..count {
        let Some(kind) = chance.next(from).filter(|kind| from.take(*kind)) else { return };
        to.add(kind);
    }
}
