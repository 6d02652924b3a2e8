//! Folding events into a state. The same fold commits and replays.

use crate::clock::Clocks;
use crate::event::{Event, Fact};
use crate::ids::Ids;
use crate::settle;
use crate::state::{GameState, PendingMove};
use tilewright_board::CellId;
use tilewright_rules::spec::{RulesSpec, SwapOrder};
use tilewright_rules::{
    Core, Laid, MAX_RACK, Placement, ScoreBreakdown, SeatStatus, Shift, game_id,
};
use tilewright_tiles::{KindId, TileCounts};

type Applied = Result<(), String>;

impl GameState {
    /// Folds one event in. `Err` says what is wrong with it; the state is then of no use.
    pub fn apply(&mut self, event: &Event) -> Applied {
        let ids = Ids::read(self, &event.fact)?;
        self.apply_read(event, &ids)
    }

    /// Folds an event in whose cells and tiles are known as ids.
    pub(crate) fn apply_read(&mut self, event: &Event, ids: &Ids) -> Applied {
        if self.result.is_some() {
            return Err("the game is over; nothing follows the end".to_string());
        }
        if self.racks.is_empty() != matches!(event.fact, Fact::Started { .. }) {
            return Err("a game starts exactly once, with its first event".to_string());
        }
        if event.command < self.commands.saturating_sub(1) || event.command > self.commands {
            return Err(format!("command {} is out of order", event.command));
        }
        debug_assert_eq!(Ids::read(self, &event.fact).as_ref(), Ok(ids));
        self.commands = event.command + 1;
        self.fold(&event.fact, ids, event.at)?;
        self.revision += 1;
        self.core.count_tiles();
        self.core.status.challengeable = self.pending.is_some();
        Ok(())
    }

    fn fold(&mut self, fact: &Fact, ids: &Ids, at: Option<u64>) -> Applied {
        match fact {
            Fact::Started { ruleset, players, first, commitment, fair, .. } => {
                self.start(ruleset, *players, *first, commitment, *fair)
            }
            Fact::SetUp { .. } => self.set_up(&ids.placements),
            Fact::Drew { seat, .. } => {
                self.check_seat(*seat)?;
                self.check_drawn(&mut { self.bag }, &ids.drawn)?;
                let mut drawn = ids.drawn.iter().copied();
                self.core.draw(*seat, ids.drawn.len(), |_| drawn.next());
                self.draws += ids.drawn.len() as u64;
                Ok(())
            }
            Fact::TurnBegan { seat } => {
                let started = self.status.seats.iter().any(|seat| seat.turns > 0 || seat.resigned);
                let next =
                    if started { self.status.next_seat() } else { Some(self.status.to_move) };
                if self.turn_open || next != Some(*seat) {
                    return Err(format!("it is not the turn of seat {seat}"));
                }
                self.turn_open = true;
                self.core.status.to_move = *seat;
                self.clocks.turn_began = at.or(self.clocks.turn_began);
                Ok(())
            }
            Fact::Played { seat, score, challengeable, .. } => {
                self.check_turn(*seat)?;
                self.play(*seat, ids, score, *challengeable)?;
                self.turn_used(*seat, at)
            }
            Fact::Swapped { seat, .. } => {
                self.check_turn(*seat)?;
                self.swap(*seat, ids)?;
                self.turn_used(*seat, at)
            }
            Fact::Passed { seat, .. } => {
                self.check_turn(*seat)?;
                self.core.pass(*seat);
                self.turn_used(*seat, at)
            }
            Fact::WindowClosed { by } => {
                self.check_seat(*by)?;
                self.pending.take().map(|_| ()).ok_or_else(|| "no move is waiting".to_string())
            }
            Fact::Challenged { by, mover, .. } => {
                self.check_seat(*by)?;
                if self.challengeable_seat() != Some(*mover) || by == mover {
                    return Err(format!("seat {by} cannot challenge a move of seat {mover}"));
                }
                Ok(())
            }
            Fact::Withdrawn { seat } => self.withdraw(*seat),
            Fact::TurnForfeited { seat } => {
                self.check_seat(*seat)?;
                self.lost_turns[usize::from(*seat)] += 1;
                Ok(())
            }
            Fact::TurnLost { seat } => {
                self.check_turn(*seat)?;
                let lost = &mut self.lost_turns[usize::from(*seat)];
                *lost = lost.saturating_sub(1);
                self.turn_used(*seat, at)
            }
            Fact::Adjusted { seat, points, .. } => {
                let status = self.seat_mut(*seat)?;
                status.score = status.score.add(points);
                Ok(())
            }
            Fact::Resigned { seat, .. } => self.resign(*seat),
            Fact::RuleSwitched { rule, enabled } => {
                self.core.status.switches.insert(rule.clone(), *enabled);
                Ok(())
            }
            Fact::Plugin { .. } => Ok(()),
            Fact::RackArranged { seat, .. } => {
                self.check_seat(*seat)?;
                let mut bag = self.bag;
                bag.add_counts(&self.rack(*seat));
                self.check_drawn(&mut bag, &ids.drawn)?;
                self.core.bag = bag;
                self.core.racks[usize::from(*seat)] = ids.drawn.iter().copied().collect();
                Ok(())
            }
            Fact::Ended { result } => {
                settle::check(self, result)?;
                for (status, score) in self.core.status.seats.iter_mut().zip(&result.scores) {
                    status.score = score.clone();
                }
                self.core.status.finished = true;
                self.result = Some((**result).clone());
                Ok(())
            }
        }
    }

    fn start(
        &mut self,
        ruleset: &str,
        players: u8,
        first: u8,
        commitment: &str,
        fair: bool,
    ) -> Applied {
        let own = self.ruleset.hash().to_string();
        if own != ruleset {
            return Err(format!("the log was made with ruleset {ruleset}, this one is {own}"));
        }
        let (least, most) = self.ruleset.players();
        if !(least..=most).contains(&players) || first >= players {
            return Err(format!("{players} players, seat {first} first: {least} to {most} fit"));
        }
        let seats = usize::from(players);
        self.core = Core::new(&self.ruleset, players, first);
        self.lost_turns = vec![0; seats];
        self.clocks = Clocks::new(&self.ruleset.spec().time_limit, seats);
        self.commitment = commitment.chars().take(64).collect();
        self.game = game_id(&[ruleset, &players.to_string(), &self.commitment]);
        self.fair = fair;
        Ok(())
    }

    fn set_up(&mut self, placements: &[Placement]) -> Applied {
        for placement in placements {
            if !self.core.bag.take(placement.tile.kind) {
                let name = &self.ruleset.tiles().kind(placement.tile.kind).id;
                return Err(format!("the bag has no tile `{name}` left"));
            }
            self.check_height(placement.cell, 0)?;
            if let Some(premium) = self.core.lay(&self.ruleset, placement) {
                *self.premiums_consumed.entry(premium).or_default() += 1;
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        seat: u8,
        ids: &Ids,
        score: &ScoreBreakdown,
        challengeable: bool,
    ) -> Applied {
        self.check_play(seat, &ids.placements, &ids.shifts)?;
        let strings = self.status.seats.iter().map(|s| (s.passes, s.scoreless)).collect();
        let (score_before, last_placer) = (self.score(seat), self.last_placer);
        let mut premiums = 0;
        if ids.shifts.is_empty() {
            let consumed = &mut self.premiums_consumed;
            let used = |index: usize, premium| {
                premiums |= 1 << index;
                *consumed.entry(premium).or_default() += 1;
            };
            self.core.play(&self.ruleset, seat, &ids.placements, &score.total, used);
        } else {
            self.core.slide(&self.ruleset, seat, &ids.shifts, &score.total);
        }
        if challengeable {
            self.pending = Some(PendingMove {
                seat,
                laid: Laid { placements: ids.placements.clone(), premiums },
                shifts: ids.shifts.clone(),
                score_before,
                words: challenged_words(self, score),
                strings,
                last_placer,
            });
        }
        Ok(())
    }

    /// Whether a play can be folded in: its tiles are on the rack and have room on the board.
    pub(crate) fn check_play(
        &self,
        seat: u8,
        placements: &[Placement],
        shifts: &[Shift],
    ) -> Applied {
        self.check_seat(seat)?;
        let mut rack = self.rack(seat);
        for (index, Placement { cell, tile }) in placements.iter().enumerate() {
            if !rack.take(tile.kind) {
                let name = &self.ruleset.tiles().kind(tile.kind).id;
                return Err(format!("seat {seat} has no tile `{name}`"));
            }
            let below = placements[..index].iter().filter(|other| other.cell == *cell).count();
            self.check_height(*cell, below)?;
        }
        if placements.len() > MAX_RACK.into() || !placements.is_empty() && !shifts.is_empty() {
            return Err("a play places tiles of a rack, or slides tiles".to_string());
        }
        for (index, shift) in shifts.iter().enumerate() {
            if !self.board.is_occupied(shift.from) {
                let label = self.ruleset.label(shift.from);
                return Err(format!("there is no tile on `{label}`"));
            }
            // A cell from which a tile slides away is free, unless another lies beneath.
            let leaves = shifts.iter().any(|other| other.from == shift.to);
            let twice = |other: &Shift| other.from == shift.from || other.to == shift.to;
            if self.board.height(shift.to) > u8::from(leaves) || shifts[..index].iter().any(twice) {
                return Err("a tile slid onto another".to_string());
            }
        }
        Ok(())
    }

    fn swap(&mut self, seat: u8, ids: &Ids) -> Applied {
        if !self.rack(seat).take_all(&ids.returned) {
            return Err(format!("seat {seat} does not have the tiles it gave back"));
        }
        let mut bag = self.bag;
        ids.returned.iter().for_each(|kind| bag.add(*kind));
        self.check_drawn(&mut bag, &ids.drawn)?;
        if ids.drawn.len() > ids.returned.len() {
            return Err(format!("seat {seat} drew more tiles than it gave back"));
        }
        // In which order tiles left and entered the bag was decided before; here they are facts.
        let mut drawn = ids.drawn.iter().copied();
        self.core.swap(SwapOrder::ReturnFirst, seat, &ids.returned, |_| drawn.next());
        self.draws += ids.drawn.len() as u64;
        Ok(())
    }

    fn withdraw(&mut self, seat: u8) -> Applied {
        let Some(pending) = self.pending.take_if(|pending| pending.seat == seat) else {
            return Err(format!("no move of seat {seat} can be taken back"));
        };
        let PendingMove { laid, shifts, .. } = &pending;
        if laid.placements.iter().any(|placement| !self.board.is_occupied(placement.cell)) {
            return Err("a placed tile is gone".to_string());
        }
        let mut back = TileCounts::new();
        self.core.lift(laid, |tile| back.add(tile.kind));
        self.core.slide_back(shifts);
        match self.seat_mut(seat)?.resigned {
            true => self.removed.add_counts(&back),
            false => self.core.racks[usize::from(seat)].add_counts(&back),
        }
        for (index, placement) in laid.placements.iter().enumerate() {
            if let Some(premium) = self.ruleset.premium(placement.cell)
                && laid.used_premium(index)
            {
                let count = self.premiums_consumed.entry(premium).or_default();
                *count = count.saturating_sub(1);
            }
        }
        self.premiums_consumed.retain(|_, count| *count > 0);
        self.seat_mut(seat)?.score = pending.score_before;
        let seats = self.core.status.seats.iter_mut();
        for (status, (passes, scoreless)) in seats.zip(pending.strings) {
            status.passes = passes;
            status.scoreless = scoreless;
        }
        self.core.last_placer = pending.last_placer;
        if self.status.out == Some(seat) {
            self.core.status.out = None;
            self.core.status.final_turns = None;
        }
        Ok(())
    }

    fn resign(&mut self, seat: u8) -> Applied {
        if std::mem::replace(&mut self.seat_mut(seat)?.resigned, true) {
            return Err(format!("seat {seat} has resigned already"));
        }
        let rack = std::mem::take(&mut self.core.racks[usize::from(seat)]);
        self.removed.add_counts(&rack);
        self.turn_open &= self.status.to_move != seat;
        Ok(())
    }

    /// A seat used its turn.
    fn turn_used(&mut self, seat: u8, at: Option<u64>) -> Applied {
        let settings = &self.ruleset.spec().time_limit;
        self.clocks.end_turn(settings, seat, at);
        self.turn_open = false;
        self.core.status.note_turn(seat);
        Ok(())
    }

    /// Whether a stack has room for a tile on some that are still to be placed.
    fn check_height(&self, cell: CellId, placed: usize) -> Applied {
        let spec: &RulesSpec = self.ruleset.spec();
        let limit = if spec.stacking.enabled { spec.stacking.max_height } else { 1 };
        let switched = !self.status.switches.is_empty();
        let limit = if switched { tilewright_rules::MAX_STACK } else { limit };
        if usize::from(self.board.height(cell)) + placed >= usize::from(limit) {
            return Err(format!("the stack on `{}` is too high", self.ruleset.label(cell)));
        }
        Ok(())
    }

    pub(crate) fn check_turn(&self, seat: u8) -> Applied {
        self.check_seat(seat)?;
        if self.turn_open && self.status.to_move == seat {
            return Ok(());
        }
        Err(format!("it is not the turn of seat {seat}"))
    }

    pub(crate) fn check_seat(&self, seat: u8) -> Applied {
        if usize::from(seat) < self.racks.len() {
            return Ok(());
        }
        Err(format!("there is no seat {seat}"))
    }

    fn seat_mut(&mut self, seat: u8) -> Result<&mut SeatStatus, String> {
        let seats = &mut self.core.status.seats;
        seats.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Whether a bag has the tiles that were drawn from it; takes them out.
    fn check_drawn(&self, bag: &mut TileCounts, kinds: &[KindId]) -> Applied {
        if !bag.take_all(kinds) {
            return Err("a tile was drawn that is not in the bag".to_string());
        }
        Ok(())
    }
}

/// The words of a score as letters, for a later challenge.
fn challenged_words(
    state: &GameState,
    score: &ScoreBreakdown,
) -> Vec<(Vec<tilewright_tiles::Letter>, String)> {
    let alphabet = state.ruleset.tiles().alphabet();
    let words = score.words.iter().filter(|word| word.letters.len() > 1);
    words
        .map(|word| {
            let letters = word.letters.iter().filter_map(|letter| alphabet.letter(&letter.letter));
            (letters.collect(), word.text.clone())
        })
        .collect()
}
