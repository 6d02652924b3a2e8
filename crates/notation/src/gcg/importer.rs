//! Importing a recorded game: racks of which only a part is known, draws that nobody saw.
//!
//! Every seat always holds as many tiles as it would in the game, so that the bag has its true
//! size. Tiles that are not known yet are filled in with others from the bag and are exchanged
//! for the right ones as soon as the file names them.

use crate::letters::rack_text;
use std::sync::Arc;
use tilewright_game::{
    Command, Event, Fact, Game, GameLog, GameState, Rejection, ReplayError, TileName, decide_end,
    decide_recorded, replay,
};
use tilewright_lexicon::Dictionary;
use tilewright_rules::{Points, Ruleset};
use tilewright_tiles::{KindId, TileCounts};

/// The rules that a recorded game is judged by.
pub(super) struct Judges {
    /// The rules of the variant.
    pub variant: Arc<Ruleset>,
    /// The same for plays that stand at once.
    pub plain: Arc<Ruleset>,
    /// The same for plays that are challenged.
    pub challenged: Arc<Ruleset>,
}

/// A game that is being imported.
pub(super) struct Importer {
    judges: Judges,
    state: GameState,
    events: Vec<Event>,
    /// What a seat surely holds.
    known: Vec<TileCounts>,
}

impl Importer {
    /// Starts a game; racks are dealt with the tiles that are preferred, one list for each seat.
    pub fn start(
        judges: Judges,
        first: u8,
        preferred: &[TileCounts],
        dictionary: Option<Box<dyn Dictionary>>,
    ) -> Result<Importer, String> {
        let players = preferred.len() as u8;
        let fact = Fact::Started {
            variant: judges.variant.id().to_string(),
            ruleset: judges.variant.hash().to_string(),
            players,
            first,
            commitment: String::new(),
            fair: false,
        };
        let started = Event { command: 0, at: None, fact };
        let state = replay(&judges.variant, None, std::slice::from_ref(&started));
        let mut state = state.map_err(|error| error.reason)?;
        state.dictionary = dictionary;
        let known = vec![TileCounts::new(); preferred.len()];
        let mut importer = Importer { judges, state, events: vec![started], known };
        importer.challengeable(false);
        for (seat, preferred) in (0..players).zip(preferred) {
            importer.deal(seat, preferred)?;
        }
        importer.record(Fact::TurnBegan { seat: first })?;
        Ok(importer)
    }

    /// The state so far.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// What a seat surely holds.
    pub fn known(&self, seat: u8) -> &TileCounts {
        &self.known[usize::from(seat)]
    }

    /// The game so far.
    ///
    /// # Errors
    /// If the variant's own rules do not replay it.
    pub fn game(&self) -> Result<Game, ReplayError> {
        let log = GameLog { secret_seed: None, events: self.events.clone() };
        Game::from_log(self.judges.variant.clone(), log)
    }

    /// Whether the next play waits for a challenge.
    pub fn challengeable(&mut self, waits: bool) {
        let ruleset = if waits { &self.judges.challenged } else { &self.judges.plain };
        self.state.set_ruleset(ruleset.clone());
    }

    /// Folds in a fact that the file states.
    pub fn record(&mut self, fact: Fact) -> Result<(), String> {
        let command = self.events.last().map_or(0, |event| event.command);
        self.apply(Event { command, at: None, fact })
    }

    fn apply(&mut self, event: Event) -> Result<(), String> {
        self.state.apply(&event)?;
        self.events.push(event);
        Ok(())
    }

    /// Lets the rules decide a command. Returns the index of its first event and whether the game
    /// is over; the end itself is recorded later, because the file may still name racks.
    pub fn submit(&mut self, command: Command) -> Result<(usize, bool), Rejection> {
        let from = self.events.len();
        let (events, over) = decide_recorded(&mut self.state, &command.into())?;
        self.events.extend(events);
        Ok((from, over))
    }

    /// Accepts the last play, if that ends the game.
    pub fn accept_end(&mut self) -> bool {
        if self.state.challengeable_seat().is_none() {
            return false;
        }
        let seat = self.state.to_move();
        let pass = Command::Pass { seat };
        let accepted = decide_recorded(&mut self.state.fork(), &pass.clone().into());
        accepted.is_ok_and(|(_, over)| over) && self.submit(pass).is_ok()
    }

    /// Whether a rule ends the game now.
    pub fn is_over(&self) -> bool {
        self.state.end_is_due()
    }

    /// Records the end of the game.
    pub fn end(&mut self) -> Result<(), String> {
        let events = decide_end(&mut self.state).map_err(|rejection| rejection.to_string())?;
        self.events.extend(events);
        Ok(())
    }

    /// The events of the log from a place on.
    pub fn events_from(&self, from: usize) -> &[Event] {
        &self.events[from.min(self.events.len())..]
    }

    /// The points of a seat.
    pub fn score(&self, seat: u8) -> Points {
        self.state.score(seat)
    }

    /// Fills a rack up from the bag.
    pub fn deal(&mut self, seat: u8, preferred: &TileCounts) -> Result<(), String> {
        let size = usize::from(self.judges.plain.spec().rack_size.size);
        let rack = self.state.rack(seat);
        let wanted = size.saturating_sub(rack.len()).min(self.state.bag_len());
        let mut pool = self.bag()?;
        let mut drawn: Vec<KindId> = Vec::with_capacity(wanted);
        for kind in without(preferred, &rack).tiles().collect::<Vec<_>>() {
            if drawn.len() < wanted && pool.take(kind) {
                drawn.push(kind);
            }
        }
        let rest = wanted - drawn.len();
        drawn.extend(pool.tiles().take(rest));
        if drawn.is_empty() {
            return Ok(());
        }
        let tiles = self.names(drawn);
        self.record(Fact::Drew { seat, tiles })
    }

    /// A seat is known to hold these tiles, beside those that it kept. `Err` says why it cannot.
    pub fn claim(&mut self, seat: u8, tiles: &[KindId]) -> Result<(), String> {
        let shown: TileCounts = tiles.iter().copied().collect();
        let (held, kept) = (self.state.rack(seat).len(), *self.known(seat));
        if shown.len() > held {
            return Err(format!("{} tiles are shown where {held} are held", shown.len()));
        }
        let mut known = shown;
        known.add_counts(&without(&kept, &shown));
        if known.len() > held {
            let kept = rack_text(self.judges.plain.tiles(), &kept.tiles().collect::<Vec<_>>());
            return Err(format!("{kept} were kept from the turn before and are not all shown"));
        }
        let before = std::mem::replace(&mut self.known[usize::from(seat)], known);
        if without(&known, &self.state.rack(seat)).is_empty() {
            return Ok(());
        }
        let arranged = self.rearrange();
        if arranged.is_err() {
            self.known[usize::from(seat)] = before;
        }
        arranged
    }

    /// Nothing is known of a seat's tiles any more.
    pub fn forget(&mut self, seat: u8) {
        self.known[usize::from(seat)] = TileCounts::new();
    }

    /// Tiles left a seat's rack.
    pub fn left(&mut self, seat: u8, tiles: &[KindId]) {
        let gone: TileCounts = tiles.iter().copied().collect();
        let known = &mut self.known[usize::from(seat)];
        *known = without(known, &gone);
    }

    /// Tiles came back to a seat's rack.
    pub fn came_back(&mut self, seat: u8, tiles: &[KindId]) {
        let known = &mut self.known[usize::from(seat)];
        tiles.iter().for_each(|kind| known.add(*kind));
    }

    /// Exchanges filled-in tiles until every seat holds what it is known to hold.
    fn rearrange(&mut self) -> Result<(), String> {
        let mut pool = self.unknown()?;
        let seats = 0..self.state.players();
        let mut targets = Vec::new();
        for (seat, known) in seats.clone().zip(&self.known) {
            let rack = self.state.rack(seat);
            let mut wanted = rack.len().saturating_sub(known.len());
            let mut target = *known;
            let current: Vec<KindId> = without(&rack, known).tiles().collect();
            let others: Vec<KindId> = pool.tiles().collect();
            for kind in current.into_iter().chain(others) {
                if wanted > 0 && pool.take(kind) {
                    target.add(kind);
                    wanted -= 1;
                }
            }
            targets.push(target);
        }
        let changed: Vec<u8> =
            seats.filter(|seat| self.state.rack(*seat) != targets[usize::from(*seat)]).collect();
        for seat in &changed {
            self.record(Fact::RackArranged { seat: *seat, tiles: Vec::new() })?;
        }
        for seat in changed {
            let tiles = self.names(targets[usize::from(seat)].tiles().collect());
            self.record(Fact::RackArranged { seat, tiles })?;
        }
        Ok(())
    }

    /// The tiles of which nobody knows where they are. `Err`: more are known than there are.
    fn unknown(&self) -> Result<TileCounts, String> {
        self.remainder(&self.known)
    }

    /// The tiles in the bag.
    fn bag(&self) -> Result<TileCounts, String> {
        let racks: Vec<TileCounts> =
            (0..self.state.players()).map(|seat| self.state.rack(seat)).collect();
        self.remainder(&racks)
    }

    fn remainder(&self, racks: &[TileCounts]) -> Result<TileCounts, String> {
        let tiles = self.judges.plain.tiles();
        let mut used = self.state.board.tiles();
        racks.iter().for_each(|rack| used.add_counts(rack));
        let excess = without(&used, tiles.full_bag());
        if let Some((kind, _)) = excess.iter().next() {
            let (has, shown) = (tiles.full_bag().count(kind), used.count(kind));
            let tile = rack_text(tiles, &[kind]);
            return Err(format!("the game has {has} tiles {tile}, with this it would be {shown}"));
        }
        Ok(without(tiles.full_bag(), &used))
    }

    fn names(&self, kinds: Vec<KindId>) -> Vec<TileName> {
        let tiles = self.judges.plain.tiles();
        kinds.into_iter().map(|kind| tiles.kind(kind).id.clone()).collect()
    }
}

/// The tiles of one multiset that are not in another.
pub(super) fn without(all: &TileCounts, gone: &TileCounts) -> TileCounts {
    let mut rest = TileCounts::new();
    for (kind, count) in all.iter() {
        let left = usize::from(count).saturating_sub(gone.count(kind));
        rest.add_many(kind, left as u16);
    }
    rest
}
