//! The state of a game: what folding its events gives.

use crate::clock::{Clocks, Expiry};
use crate::event::{GameResult, PlacedTile, TileName};
use crate::ids::Shifts;
use crate::seen::{read_cell, read_tile};
use crate::settle::Standing;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tilewright_board::{CellId, PremiumKind};
use tilewright_lexicon::Dictionary;
use tilewright_rules::{Core, GameStatus, Laid, Placement, Points, Position, Ruleset};
use tilewright_tiles::{KindId, Ledger, LedgerFault, Letter, Seed, Tile, TileCounts};

/// How often a state was copied in this process.
static FORKS: AtomicU64 = AtomicU64::new(0);

/// The state of a game. It moves on in place; a copy for a what-if is made by [`GameState::fork`].
pub struct GameState {
    /// The word list.
    pub dictionary: Option<Box<dyn Dictionary>>,
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) core: Core,
    /// Racks of players who resigned.
    pub(crate) removed: TileCounts,
    pub(crate) draws: u64,
    pub(crate) revision: u64,
    pub(crate) commands: u32,
    pub(crate) pending: Option<PendingMove>,
    pub(crate) lost_turns: Vec<u32>,
    /// Whether the seat to move has a turn that it has not used yet.
    pub(crate) turn_open: bool,
    pub(crate) clocks: Clocks,
    pub(crate) premiums_consumed: BTreeMap<PremiumKind, u32>,
    pub(crate) commitment: String,
    /// The number of the game, for the identity of its positions.
    pub(crate) game: u64,
    pub(crate) fair: bool,
    pub(crate) result: Option<GameResult>,
    pub(crate) secret: Secret,
}

/// The part of a game that is shown to nobody before the end. It has no serialisation.
#[derive(Clone)]
pub(crate) struct Secret {
    pub seed: Option<Seed>,
}

/// A move that can still be challenged, with what is needed to take it back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PendingMove {
    pub seat: u8,
    pub laid: Laid,
    pub shifts: Shifts,
    pub score_before: Points,
    /// The words as letters, in the order in which they are read.
    pub words: Vec<(Vec<Letter>, String)>,
    pub strings: Vec<(u32, u32)>,
    pub last_placer: Option<u8>,
}

impl GameState {
    /// A state before any event.
    pub(crate) fn blank(ruleset: Arc<Ruleset>) -> GameState {
        GameState {
            core: Core::new(&ruleset, 0, 0),
            dictionary: None,
            removed: TileCounts::new(),
            draws: 0,
            revision: 0,
            commands: 0,
            pending: None,
            lost_turns: Vec::new(),
            turn_open: false,
            clocks: Clocks::default(),
            premiums_consumed: BTreeMap::new(),
            commitment: String::new(),
            game: 0,
            fair: false,
            result: None,
            secret: Secret { seed: None },
            ruleset,
        }
    }

    /// A copy that goes its own way: for branches and what-ifs. No move needs one.
    pub fn fork(&self) -> GameState {
        FORKS.fetch_add(1, Ordering::Relaxed);
        GameState {
            core: self.core.clone(),
            dictionary: self.dictionary.clone(),
            ruleset: self.ruleset.clone(),
            removed: self.removed,
            draws: self.draws,
            revision: self.revision,
            commands: self.commands,
            pending: self.pending.clone(),
            lost_turns: self.lost_turns.clone(),
            turn_open: self.turn_open,
            clocks: self.clocks.clone(),
            premiums_consumed: self.premiums_consumed.clone(),
            commitment: self.commitment.clone(),
            game: self.game,
            fair: self.fair,
            result: self.result.clone(),
            secret: self.secret.clone(),
        }
    }

    /// How often any state was copied in this process, for tests of paths that must not.
    #[doc(hidden)]
    pub fn forks() -> u64 {
        FORKS.load(Ordering::Relaxed)
    }

    /// The variant.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Puts other settings of the same variant in place, for rules that wrap the variant's own.
    /// Board and tiles must be the same; otherwise nothing happens and the answer is `false`.
    pub fn set_ruleset(&mut self, ruleset: Arc<Ruleset>) -> bool {
        let same = Arc::ptr_eq(ruleset.topology(), self.ruleset.topology())
            && Arc::ptr_eq(ruleset.tiles(), self.ruleset.tiles());
        if same {
            self.ruleset = ruleset;
        }
        same
    }

    /// The number of events so far.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The standing of the game.
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

    /// The score of a seat; no points for a seat that the game does not have.
    pub fn score(&self, seat: u8) -> Points {
        self.status.seats.get(usize::from(seat)).map_or(Points::ZERO, |seat| seat.score.clone())
    }

    /// The rack of a seat, empty for a seat that the game does not have. Hand it to that seat's
    /// player only; others get views.
    pub fn rack(&self, seat: u8) -> TileCounts {
        self.racks.get(usize::from(seat)).map_or_else(TileCounts::default, |rack| *rack)
    }

    /// The number of tiles in the bag.
    pub fn bag_len(&self) -> usize {
        self.bag.len()
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Whether the last move can still be challenged, and whose it is.
    pub fn challengeable_seat(&self) -> Option<u8> {
        self.pending.as_ref().map(|pending| pending.seat)
    }

    /// The words of the move that can still be challenged, letter by letter in reading order.
    pub fn pending_words(&self) -> impl Iterator<Item = &[Letter]> {
        let words = self.pending.iter().flat_map(|pending| &pending.words);
        words.map(|(letters, _)| letters.as_slice())
    }

    /// What the final account looks at.
    pub fn standing(&self) -> Standing<'_> {
        let (ruleset, status) = (&*self.ruleset, &self.status);
        Standing { ruleset, status, racks: &self.racks, last_placer: self.last_placer }
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Whether the clock ends the turn of the seat to move, at this time.
    pub fn time_is_up(&self, now: u64) -> bool {
        self.result.is_none() && self.expiry(now).is_some()
    }

    /// What the clock does to the seat to move, at this time.
    pub(crate) fn expiry(&self, now: u64) -> Option<Expiry> {
        self.clocks.expiry(&self.ruleset.spec().time_limit, self.to_move(), now)
    }

    /// When a command counts as sent that arrives now and was on its way for some time.
    pub fn acted_at(&self, now: u64, delay: u64) -> u64 {
        let sent = now.saturating_sub(delay);
        self.clocks.turn_began.map_or(sent, |began| sent.max(began.min(now)))
    }

    /// Whether a rule ends the game now.
    pub fn end_is_due(&self) -> bool {
        self.result.is_none() && self.ruleset.engine().check_end_game(&self.status).is_some()
    }

    /// How many tiles a seat draws after its move.
    pub(crate) fn refill_count(&self, seat: u8) -> usize {
        let plays = self.status.seats.get(usize::from(seat)).is_some_and(|seat| !seat.resigned);
        if self.secret.seed.is_none() || !plays {
            return 0;
        }
        self.core.missing(&self.ruleset, seat).min(self.bag.len())
    }

    /// The position of a seat: what validation and scoring look at.
    pub fn position(&self, seat: u8) -> Position<'_> {
        self.position_under(&self.ruleset, seat)
    }

    /// The position of a seat under other settings of the same variant.
    pub fn position_under<'a>(&'a self, ruleset: &'a Ruleset, seat: u8) -> Position<'a> {
        static EMPTY: std::sync::LazyLock<TileCounts> = std::sync::LazyLock::new(TileCounts::new);
        Position {
            ruleset,
            board: &self.board,
            rack: self.racks.get(usize::from(seat)).unwrap_or(&EMPTY),
            dictionary: self.dictionary.as_deref(),
            switches: &self.status.switches,
            revision: self.revision,
            game: self.game,
        }
    }

    /// Whether every tile is in exactly one place.
    pub fn check_ledger(&self) -> Result<(), LedgerFault> {
        let ledger = Ledger::default().place(&self.bag).place(&self.removed);
        let ledger = self.racks.iter().fold(ledger, |ledger, rack| ledger.place(rack));
        ledger.place(&self.board.tiles()).balance(self.ruleset.tiles())
    }

    /// The whole state, hidden parts (but never the seed) included, as canonical JSON bytes: the
    /// same state gives the same bytes everywhere. Not for players.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&FullState::of(self)).expect("a state is plain data with text keys")
    }

    pub(crate) fn names(&self, tiles: impl IntoIterator<Item = KindId>) -> Vec<TileName> {
        let set = self.ruleset.tiles();
        tiles.into_iter().map(|kind| set.kind(kind).id.clone()).collect()
    }

    /// A tile as events write it.
    pub(crate) fn placed(&self, cell: CellId, tile: Tile) -> PlacedTile {
        PlacedTile::of(&self.ruleset, cell, tile)
    }

    /// The cell and the tile of a placement as events write it, if this game has both.
    pub fn tile_of(&self, placed: &PlacedTile) -> Option<(CellId, Tile)> {
        self.read_placed(placed).ok().map(|placement| (placement.cell, placement.tile))
    }

    /// Reads a tile as events write it.
    pub(crate) fn read_placed(&self, placed: &PlacedTile) -> Result<Placement, String> {
        placed.read(&self.ruleset)
    }

    pub(crate) fn read_cell(&self, label: &tilewright_rules::CellLabel) -> Result<CellId, String> {
        read_cell(&self.ruleset, label)
    }

    pub(crate) fn read_tile(&self, name: &str) -> Result<KindId, String> {
        read_tile(&self.ruleset, name)
    }
}

/// Board, racks, bag and standing can be read; only events change them.
impl Deref for GameState {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl std::fmt::Debug for GameState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameState({}, revision {})", self.ruleset.id(), self.revision)
    }
}

impl PartialEq for GameState {
    /// The same game facts; word lists are not compared.
    fn eq(&self, other: &Self) -> bool {
        self.ruleset.hash() == other.ruleset.hash()
            && self.canonical_bytes() == other.canonical_bytes()
    }
}

#[derive(Serialize)]
struct FullState {
    variant: String,
    ruleset: String,
    revision: u64,
    commands: u32,
    draws: u64,
    board: Vec<(String, Vec<PlacedTile>, bool)>,
    racks: Vec<Vec<TileName>>,
    bag: Vec<TileName>,
    removed: Vec<TileName>,
    seats: Vec<(Points, u32, u32, u32, u32, bool, u32)>,
    to_move: u8,
    out: Option<u8>,
    final_turns: Option<u32>,
    pending: Option<u8>,
    last_placer: Option<u8>,
    turn_open: bool,
    clocks: Clocks,
    switches: BTreeMap<Arc<str>, bool>,
    premiums_consumed: BTreeMap<String, u32>,
    commitment: String,
    fair: bool,
    result: Option<GameResult>,
}

impl FullState {
    fn of(state: &GameState) -> FullState {
        let stack = |cell: CellId| {
            let below = state.board.beneath(cell).iter().copied();
            below.chain(state.board.top(cell)).map(|tile| state.placed(cell, tile)).collect()
        };
        let topology = state.ruleset.topology();
        FullState {
            variant: state.ruleset.id().to_string(),
            ruleset: state.ruleset.hash().to_string(),
            revision: state.revision,
            commands: state.commands,
            draws: state.draws,
            board: topology
                .cell_ids()
                .filter(|cell| state.board.is_occupied(*cell) || state.board.premium_used(*cell))
                .map(|cell| {
                    let used = state.board.premium_used(cell);
                    (topology.cell_name(cell), stack(cell), used)
                })
                .collect(),
            racks: state.racks.iter().map(|rack| state.names(rack.tiles())).collect(),
            bag: state.names(state.bag.tiles()),
            removed: state.names(state.removed.tiles()),
            seats: (state.status.seats.iter().zip(&state.lost_turns))
                .map(|(seat, lost)| {
                    let score = seat.score.clone();
                    let (swaps, turns) = (seat.swaps, seat.turns);
                    (score, swaps, turns, seat.passes, seat.scoreless, seat.resigned, *lost)
                })
                .collect(),
            to_move: state.status.to_move,
            out: state.status.out,
            final_turns: state.status.final_turns,
            pending: state.pending.as_ref().map(|pending| pending.seat),
            last_placer: state.last_placer,
            turn_open: state.turn_open,
            clocks: state.clocks.clone(),
            switches: state.status.switches.clone(),
            premiums_consumed: (state.premiums_consumed.iter())
                .map(|(kind, count)| (kind.to_string(), *count))
                .collect(),
            commitment: state.commitment.clone(),
            fair: state.fair,
            result: state.result.clone(),
        }
    }
}
