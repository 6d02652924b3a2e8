//! Folding events into a state. The same fold commits and replays.

use crate::clock::Clocks;
use crate::event::{Event, Fact, PlacedTile, SlidTile, TileName};
use crate::settle;
use crate::state::{GameState, PendingMove};
use tilewright_board::{CellId, PremiumKind};
use tilewright_rules::spec::RulesSpec;
use tilewright_rules::{GameStatus, Placement, ScoreBreakdown, SeatStatus, Shift};
use tilewright_tiles::{KindId, TileCounts};

type Applied = Result<(), String>;

impl GameState {
    /// Folds one event in. `Err` says what is wrong with it; the state is then of no use.
    pub fn apply(&mut self, event: &Event) -> Applied {
        if self.result.is_some() {
            return Err("the game is over; nothing follows the end".to_string());
        }
        if self.racks.is_empty() != matches!(event.fact, Fact::Started { .. }) {
            return Err("a game starts exactly once, with its first event".to_string());
        }
        if event.command < self.commands.saturating_sub(1) || event.command > self.commands {
            return Err(format!("command {} is out of order", event.command));
        }
        self.commands = event.command + 1;
        self.fold(&event.fact, event.at)?;
        self.revision += 1;
        for (seat, rack) in self.status.seats.iter_mut().zip(&self.racks) {
            seat.rack_len = rack.len();
        }
        self.status.bag_len = self.bag.len();
        self.status.challengeable = self.pending.is_some();
        Ok(())
    }

    fn fold(&mut self, fact: &Fact, at: Option<u64>) -> Applied {
        match fact {
            Fact::Started { ruleset, players, first, commitment, fair, .. } => {
                self.start(ruleset, *players, *first, commitment, *fair)
            }
            Fact::SetUp { placements } => self.set_up(placements),
            Fact::Drew { seat, tiles } => {
                let kinds = self.take_from_bag(tiles)?;
                self.draws += kinds.len() as u64;
                let rack = self.rack_mut(*seat)?;
                kinds.into_iter().for_each(|kind| rack.add(kind));
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
                self.status.to_move = *seat;
                self.clocks.turn_began = at.or(self.clocks.turn_began);
                Ok(())
            }
            Fact::Played { seat, placements, slides, score, challengeable, .. } => {
                self.check_turn(*seat)?;
                self.play(*seat, placements, slides, score, *challengeable)?;
                self.turn_used(*seat, at)
            }
            Fact::Swapped { seat, returned, drawn } => {
                self.check_turn(*seat)?;
                self.swap(*seat, returned, drawn)?;
                self.turn_used(*seat, at)
            }
            Fact::Passed { seat, .. } => {
                self.check_turn(*seat)?;
                self.status.note_pass(*seat);
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
                self.status.switches.insert(rule.clone(), *enabled);
                Ok(())
            }
            Fact::Plugin { .. } => Ok(()),
            Fact::RackArranged { seat, tiles } => {
                let old = std::mem::take(self.rack_mut(*seat)?);
                self.bag.add_counts(&old);
                let kinds = self.take_from_bag(tiles)?;
                *self.rack_mut(*seat)? = kinds.into_iter().collect();
                Ok(())
            }
            Fact::Ended { result } => {
                settle::check(self, result)?;
                for (status, score) in self.status.seats.iter_mut().zip(&result.scores) {
                    status.score = score.clone();
                }
                self.status.finished = true;
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
        self.racks = vec![TileCounts::new(); seats];
        self.lost_turns = vec![0; seats];
        let status = GameStatus::at_start(players, first);
        (self.status.seats, self.status.to_move) = (status.seats, status.to_move);
        self.clocks = Clocks::new(&self.ruleset.spec().time_limit, seats);
        self.commitment = commitment.chars().take(64).collect();
        self.fair = fair;
        Ok(())
    }

    fn set_up(&mut self, placements: &[PlacedTile]) -> Applied {
        for placed in placements {
            let Placement { cell, tile } = self.read_placed(placed)?;
            if !self.bag.take(tile.kind) {
                return Err(format!("the bag has no tile `{}` left", placed.tile));
            }
            self.check_height(cell)?;
            self.board.put(cell, tile);
            self.use_premium(cell);
        }
        Ok(())
    }

    fn play(
        &mut self,
        seat: u8,
        placements: &[PlacedTile],
        slides: &[SlidTile],
        score: &ScoreBreakdown,
        challengeable: bool,
    ) -> Applied {
        let rack = *self.rack_mut(seat)?;
        let strings = self.status.seats.iter().map(|s| (s.passes, s.scoreless)).collect();
        let mut pending = PendingMove {
            seat,
            placements: Vec::with_capacity(placements.len()),
            shifts: Vec::new(),
            premiums: Vec::new(),
            score_before: self.score(seat),
            words: Vec::new(),
            strings,
            last_placer: self.last_placer,
        };
        let mut rack_after = rack;
        for placed in placements {
            let placement = self.read_placed(placed)?;
            if !rack_after.take(placement.tile.kind) {
                return Err(format!("seat {seat} has no tile `{}`", placed.tile));
            }
            self.check_height(placement.cell)?;
            self.board.put(placement.cell, placement.tile);
            pending.premiums.extend(self.use_premium(placement.cell));
            pending.placements.push(placement);
        }
        pending.shifts = self.slide(slides)?;
        *self.rack_mut(seat)? = rack_after;
        self.status.note_play(seat, &score.total);
        self.last_placer = Some(seat);
        if self.bag.is_empty() && rack_after.is_empty() {
            self.status.note_out(seat, self.ruleset.spec().empty_rack.final_turn);
        }
        if challengeable {
            pending.words = challenged_words(self, score);
            self.pending = Some(pending);
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
        for Placement { cell, tile } in placements {
            if !rack.take(tile.kind) {
                let name = &self.ruleset.tiles().kind(tile.kind).id;
                return Err(format!("seat {seat} has no tile `{name}`"));
            }
            self.check_height(*cell)?;
        }
        for shift in shifts {
            if !self.board.is_occupied(shift.from) {
                let label = self.ruleset.label(shift.from);
                return Err(format!("there is no tile on `{label}`"));
            }
            // A cell from which a tile slides away is free, unless another lies beneath.
            let leaves = shifts.iter().any(|other| other.from == shift.to);
            if self.board.height(shift.to) > u8::from(leaves) {
                return Err("a tile slid onto another".to_string());
            }
        }
        Ok(())
    }

    fn slide(&mut self, slides: &[SlidTile]) -> Result<Vec<Shift>, String> {
        let mut shifts = Vec::with_capacity(slides.len());
        let mut lifted = Vec::with_capacity(slides.len());
        for SlidTile { from, to } in slides {
            let shift = Shift { from: self.read_cell(from)?, to: self.read_cell(to)? };
            let tile = self.board.take(shift.from);
            lifted.push(tile.ok_or_else(|| format!("there is no tile on `{from}`"))?);
            shifts.push(shift);
        }
        for (shift, tile) in shifts.iter().zip(lifted) {
            if self.board.is_occupied(shift.to) {
                return Err("a tile slid onto another".to_string());
            }
            self.board.put(shift.to, tile);
        }
        Ok(shifts)
    }

    fn swap(&mut self, seat: u8, returned: &[TileName], drawn: &[TileName]) -> Applied {
        let back = self.kinds(returned)?;
        if !self.rack_mut(seat)?.take_all(&back) {
            return Err(format!("seat {seat} does not have the tiles it gave back"));
        }
        // In which order tiles left and entered the bag was decided before; here they are facts.
        back.iter().for_each(|kind| self.bag.add(*kind));
        let kinds = self.take_from_bag(drawn)?;
        self.draws += kinds.len() as u64;
        let rack = self.rack_mut(seat)?;
        kinds.into_iter().for_each(|kind| rack.add(kind));
        self.status.note_swap(seat);
        Ok(())
    }

    fn withdraw(&mut self, seat: u8) -> Applied {
        let Some(pending) = self.pending.take_if(|pending| pending.seat == seat) else {
            return Err(format!("no move of seat {seat} can be taken back"));
        };
        for placement in pending.placements.iter().rev() {
            let tile = self.board.take(placement.cell).ok_or("a placed tile is gone")?;
            match self.seat_mut(seat)?.resigned {
                true => self.removed.add(tile.kind),
                false => self.rack_mut(seat)?.add(tile.kind),
            }
        }
        let lifted: Vec<_> = pending.shifts.iter().map(|shift| self.board.take(shift.to)).collect();
        for (shift, tile) in pending.shifts.iter().zip(lifted) {
            tile.into_iter().for_each(|tile| self.board.put(shift.from, tile));
        }
        for (cell, premium) in pending.premiums {
            self.board.set_premium_used(cell, false);
            let count = self.premiums_consumed.entry(premium).or_default();
            *count = count.saturating_sub(1);
        }
        self.premiums_consumed.retain(|_, count| *count > 0);
        let status = self.seat_mut(seat)?;
        status.score = pending.score_before;
        for (status, (passes, scoreless)) in self.status.seats.iter_mut().zip(pending.strings) {
            status.passes = passes;
            status.scoreless = scoreless;
        }
        self.last_placer = pending.last_placer;
        if self.status.out == Some(seat) {
            self.status.out = None;
            self.status.final_turns = None;
        }
        Ok(())
    }

    fn resign(&mut self, seat: u8) -> Applied {
        let rack = std::mem::take(self.rack_mut(seat)?);
        self.removed.add_counts(&rack);
        let status = self.seat_mut(seat)?;
        if std::mem::replace(&mut status.resigned, true) {
            return Err(format!("seat {seat} has resigned already"));
        }
        self.turn_open &= self.status.to_move != seat;
        Ok(())
    }

    /// A seat used its turn.
    fn turn_used(&mut self, seat: u8, at: Option<u64>) -> Applied {
        let settings = &self.ruleset.spec().time_limit;
        self.clocks.end_turn(settings, seat, at);
        self.turn_open = false;
        self.status.note_turn(seat);
        Ok(())
    }

    fn use_premium(&mut self, cell: CellId) -> Option<(CellId, PremiumKind)> {
        let premium = self.ruleset.use_premium(&mut self.board, cell)?;
        *self.premiums_consumed.entry(premium).or_default() += 1;
        Some((cell, premium))
    }

    fn check_height(&self, cell: CellId) -> Applied {
        let spec: &RulesSpec = self.ruleset.spec();
        let limit = if spec.stacking.enabled { spec.stacking.max_height } else { 1 };
        let switched = !self.status.switches.is_empty();
        let limit = if switched { tilewright_rules::MAX_STACK } else { limit };
        if self.board.height(cell) >= limit {
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

    fn rack_mut(&mut self, seat: u8) -> Result<&mut TileCounts, String> {
        self.racks.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn seat_mut(&mut self, seat: u8) -> Result<&mut SeatStatus, String> {
        let seats = &mut self.status.seats;
        seats.get_mut(usize::from(seat)).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn kinds(&self, names: &[TileName]) -> Result<Vec<KindId>, String> {
        names.iter().map(|name| self.read_tile(name)).collect()
    }

    fn take_from_bag(&mut self, names: &[TileName]) -> Result<Vec<KindId>, String> {
        let kinds = self.kinds(names)?;
        if !self.bag.take_all(&kinds) {
            return Err("a tile was drawn that is not in the bag".to_string());
        }
        Ok(kinds)
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
