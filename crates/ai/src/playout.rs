//! A game without a log: for search, self-play and training.

use crate::{Draws, Outlook};
use smallvec::SmallVec;
use tilewright_game::{Opening, Standing};
use tilewright_movegen::OwnedPlay;
use tilewright_rules::spec::SwapOrder;
use tilewright_rules::{Board, GameStatus, MAX_PLAYERS, Placement, Points, Ruleset, TurnAction};
use tilewright_tiles::{KindId, TileCounts};

/// Tiles of a swap.
pub type SwapTiles = SmallVec<[KindId; 8]>;

/// What a seat does with its turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Turn {
    /// Place tiles: a play that the move generator found in this position.
    Play(OwnedPlay),
    /// Swap tiles.
    Swap(SwapTiles),
    /// Pass.
    Pass,
}

/// A game without a log, a clock or challenges: board, racks, bag and standing.
///
/// It is no second set of rules. Plays and their scores come from the move generator; counters,
/// premiums, ends and the final account are the functions that a game with a log uses. What
/// plugins store when a move is committed is left out.
///
/// A turn makes no new memory. Copies are cheap, and `clone_from` reuses what is there; for
/// searches that go back and forth there is [`Playout::undo`].
#[derive(Debug)]
pub struct Playout<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) board: Board,
    pub(crate) racks: SmallVec<[TileCounts; 2]>,
    pub(crate) bag: TileCounts,
    pub(crate) status: GameStatus,
    pub(crate) last_placer: Option<u8>,
    pub(crate) ended_by: Option<&'r str>,
}

impl Clone for Playout<'_> {
    fn clone(&self) -> Self {
        Playout {
            ruleset: self.ruleset,
            board: self.board.clone(),
            racks: self.racks.clone(),
            bag: self.bag,
            status: self.status.clone(),
            last_placer: self.last_placer,
            ended_by: self.ended_by,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.ruleset = source.ruleset;
        self.board.clone_from(&source.board);
        self.racks.clear();
        self.racks.extend_from_slice(&source.racks);
        self.bag = source.bag;
        copy_status(&mut self.status, &source.status);
        self.last_placer = source.last_placer;
        self.ended_by = source.ended_by;
    }
}

/// Copies a standing without new memory.
fn copy_status(to: &mut GameStatus, from: &GameStatus) {
    to.seats.clone_from(&from.seats);
    to.to_move = from.to_move;
    to.bag_len = from.bag_len;
    to.finished = from.finished;
    to.challengeable = from.challengeable;
    to.out = from.out;
    to.final_turns = from.final_turns;
    to.play_possible = from.play_possible;
    if !(to.switches.is_empty() && from.switches.is_empty()) {
        to.switches.clone_from(&from.switches);
    }
}

impl<'r> Playout<'r> {
    /// Starts a game: lays what the opening says and deals. There are at most eight seats.
    pub fn start(
        ruleset: &'r Ruleset,
        players: u8,
        opening: &Opening,
        draws: &mut impl Draws,
    ) -> Playout<'r> {
        let players = players.clamp(1, MAX_PLAYERS);
        let mut playout = Playout {
            ruleset,
            board: Board::new(ruleset.topology().clone()),
            racks: SmallVec::from_elem(TileCounts::new(), usize::from(players)),
            bag: *ruleset.tiles().full_bag(),
            status: GameStatus::at_start(players, opening.first.min(players - 1)),
            last_placer: None,
            ended_by: None,
        };
        for placement in &opening.placements {
            let _ = playout.bag.take(placement.tile.kind);
            playout.cover(placement);
        }
        (0..players).for_each(|seat| playout.refill(seat, draws));
        playout.count_tiles();
        playout
    }

    /// A game that goes on from what a seat knows, with these racks and this bag.
    pub fn from_parts(outlook: &Outlook<'r>, racks: Vec<TileCounts>, bag: TileCounts) -> Self {
        let mut playout = Playout {
            ruleset: outlook.ruleset,
            board: outlook.board.clone(),
            racks: SmallVec::from_vec(racks),
            bag,
            status: outlook.status.clone(),
            last_placer: outlook.last_placer,
            ended_by: None,
        };
        // Here moves stand at once: whoever moves next has accepted the last one.
        playout.status.challengeable = false;
        playout.count_tiles();
        playout
    }

    /// The same game with other tiles on the racks and in the bag.
    pub fn with_tiles(&self, racks: &[TileCounts], bag: TileCounts) -> Playout<'r> {
        let mut playout = Playout { racks: SmallVec::from_slice(racks), bag, ..self.clone() };
        playout.count_tiles();
        playout
    }

    /// The variant.
    pub fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The tiles on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The standing.
    pub fn status(&self) -> &GameStatus {
        &self.status
    }

    /// The seat to move.
    pub fn to_move(&self) -> u8 {
        self.status.to_move
    }

    /// The number of seats.
    pub fn players(&self) -> u8 {
        self.racks.len() as u8
    }

    /// The rack of a seat.
    pub fn rack(&self, seat: u8) -> &TileCounts {
        &self.racks[usize::from(seat)]
    }

    /// The tiles in the bag.
    pub fn bag(&self) -> &TileCounts {
        &self.bag
    }

    /// The score of a seat; after the end, settled.
    pub fn score(&self, seat: u8) -> &Points {
        &self.status.seats[usize::from(seat)].score
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.ended_by.is_some()
    }

    /// The id of the rule that ended the game.
    pub fn ended_by(&self) -> Option<&'r str> {
        self.ended_by
    }

    /// What a seat knows.
    pub fn outlook(&self, seat: u8) -> Outlook<'_> {
        Outlook {
            ruleset: self.ruleset,
            board: &self.board,
            seat,
            rack: self.rack(seat),
            status: &self.status,
            last_placer: self.last_placer,
        }
    }

    /// The seats with the best scores, ties broken as the variant says.
    pub fn winners(&self) -> Vec<u8> {
        let scores: Vec<Points> = self.status.seats.iter().map(|seat| seat.score.clone()).collect();
        self.standing().winners(&scores)
    }

    fn standing(&self) -> Standing<'_> {
        Standing {
            ruleset: self.ruleset,
            status: &self.status,
            racks: &self.racks,
            last_placer: self.last_placer,
        }
    }

    /// Whether a turn can be carried out: the seat to move has its tiles, its cells are on the board,
    /// and a swap is allowed. Whether a play is legal is for the rules to say, and the generator asks
    /// them.
    pub fn can_take(&self, turn: &Turn) -> bool {
        let seat = self.status.to_move;
        let mut rack = *self.rack(seat);
        let known = |kind: &KindId| kind.index() < self.ruleset.tiles().kinds().len();
        match turn {
            Turn::Play(play) => play.placements.iter().all(|placement| {
                let there = placement.cell.index() < self.board.geom.cell_count();
                there && known(&placement.tile.kind) && rack.take(placement.tile.kind)
            }),
            Turn::Swap(tiles) => {
                let allowed = self.outlook(seat).allows(&TurnAction::Swap(tiles.len()));
                allowed && tiles.iter().all(known) && rack.take_all(tiles)
            }
            Turn::Pass => true,
        }
    }

    /// The seat to move takes its turn. What it does must be legal; nothing happens after the end.
    pub fn take(&mut self, turn: &Turn, draws: &mut impl Draws) {
        match turn {
            Turn::Play(play) => self.play(&play.placements, &play.points, draws),
            Turn::Swap(tiles) => self.swap(tiles, draws),
            Turn::Pass => self.pass(),
        }
    }

    /// The seat to move places tiles, for what the generator says they score.
    pub fn play(&mut self, placements: &[Placement], points: &Points, draws: &mut impl Draws) {
        if self.is_over() {
            return;
        }
        let seat = self.status.to_move;
        for placement in placements {
            let held = self.racks[usize::from(seat)].take(placement.tile.kind);
            debug_assert!(held, "a play places tiles of the rack");
            self.cover(placement);
        }
        self.status.note_play(seat, points);
        self.last_placer = Some(seat);
        if self.bag.is_empty() && self.rack(seat).is_empty() {
            self.status.note_out(seat, self.ruleset.spec().empty_rack.final_turn);
        }
        self.refill(seat, draws);
        self.end_turn(seat);
    }

    /// The seat to move swaps tiles of its rack.
    pub fn swap(&mut self, tiles: &[KindId], draws: &mut impl Draws) {
        if self.is_over() {
            return;
        }
        let seat = self.status.to_move;
        let held = self.racks[usize::from(seat)].take_all(tiles);
        debug_assert!(held, "a swap gives tiles of the rack back");
        let give_back = |bag: &mut TileCounts| tiles.iter().for_each(|kind| bag.add(*kind));
        let first = self.ruleset.spec().swap_limit.order == SwapOrder::ReturnFirst;
        if first {
            give_back(&mut self.bag);
        }
        self.draw(seat, tiles.len(), draws);
        if !first {
            give_back(&mut self.bag);
        }
        self.status.note_swap(seat);
        self.end_turn(seat);
    }

    /// The seat to move passes.
    pub fn pass(&mut self) {
        if self.is_over() {
            return;
        }
        let seat = self.status.to_move;
        self.status.note_pass(seat);
        self.end_turn(seat);
    }

    fn cover(&mut self, placement: &Placement) {
        self.board.put(placement.cell, placement.tile);
        let _ = self.ruleset.use_premium(&mut self.board, placement.cell);
    }

    fn refill(&mut self, seat: u8, draws: &mut impl Draws) {
        let size = usize::from(self.ruleset.spec().rack_size.size);
        let wanted = size.saturating_sub(self.rack(seat).len());
        self.draw(seat, wanted, draws);
    }

    fn draw(&mut self, seat: u8, count: usize, draws: &mut impl Draws) {
        for _ in 0..count.min(self.bag.len()) {
            let Some(kind) = draws.next(&self.bag) else { return };
            if self.bag.take(kind) {
                self.racks[usize::from(seat)].add(kind);
            }
        }
    }

    fn count_tiles(&mut self) {
        for (status, rack) in self.status.seats.iter_mut().zip(&self.racks) {
            status.rack_len = rack.len();
        }
        self.status.bag_len = self.bag.len();
    }

    fn end_turn(&mut self, seat: u8) {
        self.status.note_turn(seat);
        self.count_tiles();
        let ending = self.ruleset.engine().check_end_game(&self.status);
        match (ending, self.status.next_seat()) {
            (Some(rule), _) => self.finish(rule.identifier()),
            (None, Some(next)) => self.status.to_move = next,
            (None, None) => self.finish("resignation"),
        }
    }

    fn finish(&mut self, rule: &'r str) {
        let seats = &mut self.status.seats;
        let mut scores: SmallVec<[Points; 4]> =
            seats.iter_mut().map(|seat| std::mem::take(&mut seat.score)).collect();
        self.standing().settle(rule, &mut scores, &mut |_, _, _| {});
        for (status, score) in self.status.seats.iter_mut().zip(scores) {
            status.score = score;
        }
        self.status.finished = true;
        self.ended_by = Some(rule);
    }
}
