//! The core of a game: board, racks, bag and standing, with the transitions of a turn.
//!
//! Games with a log, light games for search, and positions that are set up from text own one each;
//! what a play, a swap or a pass does to it is written here and nowhere else.

use crate::spec::SwapOrder;
use crate::{Board, GameStatus, Placement, Points, Ruleset, Shift};
use smallvec::SmallVec;
use tilewright_board::PremiumKind;
use tilewright_tiles::{KindId, Tile, TileCounts};

/// The core of a game. Who owns one checks first that a transition is legal.
#[derive(PartialEq, Debug)]
pub struct Core {
    /// The tiles on the board.
    pub board: Board,
    /// The tiles of each seat.
    pub racks: SmallVec<[TileCounts; 2]>,
    /// The tiles that nobody has drawn yet.
    pub bag: TileCounts,
    /// Scores, counters and the seat to move.
    pub status: GameStatus,
    /// The last seat that placed tiles.
    pub last_placer: Option<u8>,
}

impl Clone for Core {
    fn clone(&self) -> Core {
        Core {
            board: self.board.clone(),
            racks: self.racks.clone(),
            bag: self.bag,
            status: self.status.clone(),
            last_placer: self.last_placer,
        }
    }

    /// Copies into a core that exists already, without new memory: for search.
    fn clone_from(&mut self, source: &Core) {
        self.board.clone_from(&source.board);
        self.racks.clear();
        self.racks.extend_from_slice(&source.racks);
        self.bag = source.bag;
        self.status.clone_from(&source.status);
        self.last_placer = source.last_placer;
    }
}

/// What a play changed on the board: enough to take it back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Laid {
    /// The tiles placed.
    pub placements: SmallVec<[Placement; 8]>,
    /// Bit `n`: placement `n` used the premium of its cell up. A rack has at most 64 tiles.
    pub premiums: u64,
}

impl Laid {
    /// Whether a placement used the premium of its cell up.
    pub fn used_premium(&self, index: usize) -> bool {
        self.premiums >> index & 1 == 1
    }
}

impl Core {
    /// The start of a game: an empty board, empty racks and a full bag.
    pub fn new(ruleset: &Ruleset, players: u8, first: u8) -> Core {
        Core {
            board: Board::new(ruleset.topology().clone()),
            racks: SmallVec::from_elem(TileCounts::new(), usize::from(players)),
            bag: *ruleset.tiles().full_bag(),
            status: GameStatus::at_start(players, first),
            last_placer: None,
        }
    }

    /// Puts a tile on the board. The premium that it uses up, if there is one.
    pub fn lay(&mut self, ruleset: &Ruleset, placement: &Placement) -> Option<PremiumKind> {
        self.board.put(placement.cell, placement.tile);
        ruleset.use_premium(&mut self.board, placement.cell)
    }

    /// A seat places tiles of its rack for some points. `premium` hears of each premium that is
    /// used up, with the number of its placement.
    pub fn play(
        &mut self,
        ruleset: &Ruleset,
        seat: u8,
        placements: &[Placement],
        points: &Points,
        mut premium: impl FnMut(usize, PremiumKind),
    ) {
        for (index, placement) in placements.iter().enumerate() {
            let held = self.racks[usize::from(seat)].take(placement.tile.kind);
            debug_assert!(held, "a play places tiles of the rack");
            if let Some(kind) = self.lay(ruleset, placement) {
                premium(index, kind);
            }
        }
        self.note_play(ruleset, seat, points);
    }

    /// A seat slides tiles on the board for some points.
    pub fn slide(&mut self, ruleset: &Ruleset, seat: u8, shifts: &[Shift], points: &Points) {
        self.shift(shifts.iter().copied());
        self.note_play(ruleset, seat, points);
    }

    /// Takes a slide back.
    pub fn slide_back(&mut self, shifts: &[Shift]) {
        self.shift(shifts.iter().map(|shift| Shift { from: shift.to, to: shift.from }));
    }

    fn shift(&mut self, shifts: impl Iterator<Item = Shift> + Clone) {
        let lifted: SmallVec<[Option<Tile>; 8]> =
            shifts.clone().map(|shift| self.board.take(shift.from)).collect();
        for (shift, tile) in shifts.zip(lifted) {
            tile.into_iter().for_each(|tile| self.board.put(shift.to, tile));
        }
    }

    fn note_play(&mut self, ruleset: &Ruleset, seat: u8, points: &Points) {
        self.status.note_play(seat, points);
        self.last_placer = Some(seat);
        if self.bag.is_empty() && self.racks[usize::from(seat)].is_empty() {
            self.status.note_out(seat, ruleset.spec().empty_rack.final_turn);
        }
    }

    /// Takes the tiles of a play off the board again, last placed first, and gives their premiums
    /// back. Racks, scores and counters are restored by who has kept them.
    pub fn lift(&mut self, laid: &Laid, mut lifted: impl FnMut(Tile)) {
        for (index, placement) in laid.placements.iter().enumerate().rev() {
            self.board.take(placement.cell).into_iter().for_each(&mut lifted);
            if laid.used_premium(index) {
                self.board.set_premium_used(placement.cell, false);
            }
        }
    }

    /// A seat exchanges tiles of its rack. `next` chooses each tile that is drawn.
    pub fn swap(
        &mut self,
        order: SwapOrder,
        seat: u8,
        tiles: &[KindId],
        next: impl FnMut(&TileCounts) -> Option<KindId>,
    ) {
        let held = self.racks[usize::from(seat)].take_all(tiles);
        debug_assert!(held, "a swap gives tiles of the rack back");
        let give_back = |bag: &mut TileCounts| tiles.iter().for_each(|kind| bag.add(*kind));
        if order == SwapOrder::ReturnFirst {
            give_back(&mut self.bag);
        }
        self.draw(seat, tiles.len(), next);
        if order == SwapOrder::DrawFirst {
            give_back(&mut self.bag);
        }
        self.status.note_swap(seat);
    }

    /// A seat passes.
    pub fn pass(&mut self, seat: u8) {
        self.status.note_pass(seat);
    }

    /// A seat draws tiles, as many as the bag has. `next` chooses each of them.
    pub fn draw(
        &mut self,
        seat: u8,
        count: usize,
        mut next: impl FnMut(&TileCounts) -> Option<KindId>,
    ) {
        for _ in 0..count.min(self.bag.len()) {
            let Some(kind) = next(&self.bag) else { return };
            if self.bag.take(kind) {
                self.racks[usize::from(seat)].add(kind);
            }
        }
    }

    /// How many tiles a rack is short of its size.
    pub fn missing(&self, ruleset: &Ruleset, seat: u8) -> usize {
        let held = self.racks.get(usize::from(seat)).map_or(0, TileCounts::len);
        usize::from(ruleset.spec().rack_size.size).saturating_sub(held)
    }

    /// Writes the sizes of racks and bag into the standing.
    pub fn count_tiles(&mut self) {
        for (status, rack) in self.status.seats.iter_mut().zip(&self.racks) {
            status.rack_len = rack.len();
        }
        self.status.bag_len = self.bag.len();
    }
}
