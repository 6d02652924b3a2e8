//! A game without a log: for search, self-play and training.

use crate::{Draws, Outlook};
use smallvec::SmallVec;
use tilewright_game::{Opening, Standing};
use tilewright_movegen::OwnedPlay;
use tilewright_rules::{
    Board, Core, GameStatus, MAX_PLAYERS, Placement, Points, Ruleset, TurnAction,
};
use tilewright_tiles::{KindId, TileCounts};

/// Tiles of a swap.
pub type SwapTiles = SmallVec<[KindId; 8]>;

/// What a seat does with its turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Move {
    /// Place tiles: a play that the move generator found in this position.
    Play(OwnedPlay),
    /// Swap tiles.
    Swap(SwapTiles),
    /// Pass.
    Pass,
}

/// A game without a log, a clock or challenges: the [`Core`] of a game, and whether it is over.
///
/// It is no second set of rules. Plays and their scores come from the move generator; what a turn
/// does is written in [`Core`], which a game with a log has too, and ends and the final account
/// are the functions that such a game uses. What plugins store when a move is committed is left
/// out.
///
/// A turn makes no new memory. Copies are cheap, and `clone_from` reuses what is there; for
/// searches that go back and forth there is [`Playout::undo`].
#[derive(Debug)]
pub struct Playout<'r> {
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) core: Core,
    pub(crate) ended_by: Option<&'r str>,
}

impl Clone for Playout<'_> {
    fn clone(&self) -> Self {
        Playout { ruleset: self.ruleset, core: self.core.clone(), ended_by: self.ended_by }
    }

    fn clone_from(&mut self, source: &Self) {
        self.ruleset = source.ruleset;
        self.core.clone_from(&source.core);
        self.ended_by = source.ended_by;
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
        let core = Core::new(ruleset, players, opening.first.min(players - 1));
        let mut playout = Playout { ruleset, core, ended_by: None };
        for placement in &opening.placements {
            let held = playout.core.bag.take(placement.tile.kind);
            debug_assert!(held, "an opening lays tiles of the bag");
            playout.core.lay(ruleset, placement);
        }
        (0..players).for_each(|seat| playout.refill(seat, draws));
        playout.core.count_tiles();
        playout
    }

    /// A game that goes on from what a seat knows, with these racks and this bag.
    pub fn from_parts(outlook: &Outlook<'r>, racks: Vec<TileCounts>, bag: TileCounts) -> Self {
        let mut core = Core {
            board: outlook.board.clone(),
            racks: SmallVec::from_vec(racks),
            bag,
            status: outlook.status.clone(),
            last_placer: outlook.last_placer,
        };
        // Here moves stand at once: the next move accepts the last one.
        core.status.challengeable = false;
        core.count_tiles();
        Playout { ruleset: outlook.ruleset, core, ended_by: None }
    }

    /// The same game with other tiles on the racks and in the bag.
    pub fn with_tiles(&self, racks: &[TileCounts], bag: TileCounts) -> Playout<'r> {
        let mut playout = self.clone();
        (playout.core.racks, playout.core.bag) = (SmallVec::from_slice(racks), bag);
        playout.core.count_tiles();
        playout
    }

    /// The variant.
    pub fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The tiles on the board.
    pub fn board(&self) -> &Board {
        &self.core.board
    }

    /// The standing.
    pub fn status(&self) -> &GameStatus {
        &self.core.status
    }

    /// The seat to move.
    pub fn to_move(&self) -> u8 {
        self.core.status.to_move
    }

    /// The number of seats.
    pub fn players(&self) -> u8 {
        self.core.racks.len() as u8
    }

    /// The rack of a seat.
    pub fn rack(&self, seat: u8) -> &TileCounts {
        &self.core.racks[usize::from(seat)]
    }

    /// The tiles in the bag.
    pub fn bag(&self) -> &TileCounts {
        &self.core.bag
    }

    /// The score of a seat; after the end, settled.
    pub fn score(&self, seat: u8) -> &Points {
        &self.core.status.seats[usize::from(seat)].score
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
            board: &self.core.board,
            seat,
            rack: self.rack(seat),
            status: &self.core.status,
            last_placer: self.core.last_placer,
        }
    }

    /// The seats with the best scores, ties broken as the variant says.
    pub fn winners(&self) -> Vec<u8> {
        let seats = self.core.status.seats.iter();
        let scores: Vec<Points> = seats.map(|seat| seat.score.clone()).collect();
        self.standing().winners(&scores)
    }

    fn standing(&self) -> Standing<'_> {
        Standing {
            ruleset: self.ruleset,
            status: &self.core.status,
            racks: &self.core.racks,
            last_placer: self.core.last_placer,
        }
    }

    /// Whether a turn can be carried out: the seat to move has its tiles, its cells are on the board,
    /// and a swap is allowed. Whether a play is legal is for the rules to say, and the generator asks
    /// them.
    pub fn can_take(&self, turn: &Move) -> bool {
        let seat = self.to_move();
        let mut rack = *self.rack(seat);
        let known = |kind: &KindId| kind.index() < self.ruleset.tiles().kinds().len();
        match turn {
            Move::Play(play) => play.placements.iter().all(|placement| {
                let there = placement.cell.index() < self.core.board.geom.cell_count();
                there && known(&placement.tile.kind) && rack.take(placement.tile.kind)
            }),
            Move::Swap(tiles) => {
                let allowed = self.outlook(seat).allows(&TurnAction::Swap(tiles.len()));
                allowed && tiles.iter().all(known) && rack.take_all(tiles)
            }
            Move::Pass => true,
        }
    }

    /// The seat to move takes its turn. What it does must be legal; nothing happens after the end.
    pub fn take(&mut self, turn: &Move, draws: &mut impl Draws) {
        match turn {
            Move::Play(play) => self.play(&play.placements, &play.points, draws),
            Move::Swap(tiles) => self.swap(tiles, draws),
            Move::Pass => self.pass(),
        }
    }

    /// The seat to move places tiles, for what the generator says they score.
    pub fn play(&mut self, placements: &[Placement], points: &Points, draws: &mut impl Draws) {
        self.play_noting(placements, points, draws);
    }

    /// The same; the answer is which placements used a premium up, as bits.
    pub(crate) fn play_noting(
        &mut self,
        placements: &[Placement],
        points: &Points,
        draws: &mut impl Draws,
    ) -> u64 {
        let mut premiums = 0;
        if self.is_over() {
            return premiums;
        }
        let seat = self.to_move();
        let used = |index: usize, _| premiums |= 1 << index;
        self.core.play(self.ruleset, seat, placements, points, used);
        self.refill(seat, draws);
        self.end_turn(seat);
        premiums
    }

    /// The seat to move swaps tiles of its rack.
    pub fn swap(&mut self, tiles: &[KindId], draws: &mut impl Draws) {
        if self.is_over() {
            return;
        }
        let seat = self.to_move();
        let order = self.ruleset.spec().swap_limit.order;
        self.core.swap(order, seat, tiles, |bag| draws.next(bag));
        self.end_turn(seat);
    }

    /// The seat to move passes.
    pub fn pass(&mut self) {
        if self.is_over() {
            return;
        }
        let seat = self.to_move();
        self.core.pass(seat);
        self.end_turn(seat);
    }

    fn refill(&mut self, seat: u8, draws: &mut impl Draws) {
        let wanted = self.core.missing(self.ruleset, seat);
        self.core.draw(seat, wanted, |bag| draws.next(bag));
    }

    fn end_turn(&mut self, seat: u8) {
        self.core.status.note_turn(seat);
        self.core.count_tiles();
        let status = &mut self.core.status;
        let ending = self.ruleset.engine().check_end_game(status);
        match (ending, status.next_seat()) {
            (Some(rule), _) => self.finish(rule.identifier()),
            (None, Some(next)) => status.to_move = next,
            (None, None) => self.finish("resignation"),
        }
    }

    fn finish(&mut self, rule: &'r str) {
        let seats = &mut self.core.status.seats;
        let mut scores: SmallVec<[Points; 4]> =
            seats.iter_mut().map(|seat| std::mem::take(&mut seat.score)).collect();
        self.standing().settle(rule, &mut scores, &mut |_, _, _| {});
        for (status, score) in self.core.status.seats.iter_mut().zip(scores) {
            status.score = score;
        }
        self.core.status.finished = true;
        self.ended_by = Some(rule);
    }
}
