//! Deciding: a command moves a state on and gives the events of the step, or it is refused and
//! changes nothing.

use crate::check::{Checked, check_validated, checked};
use crate::command::Submission;
use crate::error::Rejection;
use crate::event::{Event, Fact, PlacedTile, ResignCause, SlidTile};
use crate::ids::{Ids, Kinds};
use crate::settle;
use crate::state::{GameState, PendingMove};
use std::sync::Arc;
use tilewright_movegen::{Never, Stop};
use tilewright_rules::spec::{ChallengeMode, SwapOrder};
use tilewright_rules::{PluginEvent, ScoreBreakdown, ValidatedMove};
use tilewright_tiles::{KindId, TileCounts};

/// What a command caused.
#[derive(Debug)]
pub struct Decided {
    /// The events, in order; none if there was nothing to do.
    pub events: Vec<Event>,
    /// The state after them.
    pub state: GameState,
}

/// A command that was refused.
#[derive(Debug)]
pub struct Refused {
    /// The state as it was before the command.
    pub state: GameState,
    /// Why.
    pub rejection: Rejection,
}

/// Decides a command: the events that it causes and the state after them. Nothing is copied, and
/// each event is folded in once.
///
/// # Errors
/// Why the command is refused, with the state as it was.
pub fn decide(state: GameState, submission: &Submission) -> Result<Decided, Box<Refused>> {
    decide_delayed(state, submission, 0)
}

/// Decides a command that was on its way for `delay` milliseconds: the turn ends that much before
/// `submission.now` (but not before it began), and the next one begins at `submission.now`.
///
/// # Errors
/// Why the command is refused, with the state as it was.
pub fn decide_delayed(
    state: GameState,
    submission: &Submission,
    delay: u64,
) -> Result<Decided, Box<Refused>> {
    decide_until(state, submission, delay, &Never)
}

/// The same, but a search for plays, on which a pass may depend, ends when it is time to stop.
///
/// # Errors
/// As [`decide`], and [`Rejection::Cancelled`].
pub fn decide_until(
    mut state: GameState,
    submission: &Submission,
    delay: u64,
    stop: &dyn Stop,
) -> Result<Decided, Box<Refused>> {
    match advance(&mut state, submission, delay, stop) {
        Ok(events) => Ok(Decided { events, state }),
        Err(rejection) => Err(Box::new(Refused { state, rejection })),
    }
}

/// Moves a state on by a command; a rejection leaves it as it was.
pub(crate) fn advance(
    state: &mut GameState,
    submission: &Submission,
    delay: u64,
    stop: &dyn Stop,
) -> Result<Vec<Event>, Rejection> {
    let now = submission.now;
    let acted = now.map(|now| state.acted_at(now, delay));
    let checked = checked(state, submission, acted, stop)?;
    let mut decision = Decision { acted, ..Decision::new(state, now) };
    decision.carry_out(checked);
    decision.finished()
}

/// Commits a validated move with its score: the events of the turn. A rejection changes nothing.
///
/// # Errors
/// If the move or the score belongs to another position, or it is not the seat's turn.
pub fn commit(
    state: &mut GameState,
    seat: u8,
    validated: &ValidatedMove,
    score: &ScoreBreakdown,
    now: Option<u64>,
) -> Result<Vec<Event>, Rejection> {
    check_validated(state, seat, validated, score, now)?;
    let mut decision = Decision::new(state, now);
    decision.play(seat, validated, Arc::new(score.clone()));
    decision.finished()
}

/// A checked command that is being carried out: events are folded in as they are made.
pub(crate) struct Decision<'a> {
    pub(crate) state: &'a mut GameState,
    events: Vec<Event>,
    command: u32,
    /// When the command counts as sent.
    acted: Option<u64>,
    /// When a turn that begins now begins.
    now: Option<u64>,
    /// Whether the end of the game is left to [`decide_end`](crate::decide_end).
    pub(crate) leaves_end: bool,
    /// Whether a rule has ended the game.
    pub(crate) over: bool,
    fault: Option<String>,
}

impl<'a> Decision<'a> {
    pub(crate) fn new(state: &'a mut GameState, now: Option<u64>) -> Decision<'a> {
        let command = state.commands;
        Decision {
            state,
            events: Vec::new(),
            command,
            acted: now,
            now,
            leaves_end: false,
            over: false,
            fault: None,
        }
    }

    /// The events, all folded in.
    pub(crate) fn finished(self) -> Result<Vec<Event>, Rejection> {
        match self.fault {
            None => Ok(self.events),
            Some(reason) => Err(Rejection::Inconsistent(reason)),
        }
    }

    /// Makes a fact without cells or tiles an event.
    pub(crate) fn emit(&mut self, fact: Fact) {
        self.emit_read(fact, &Ids::default());
    }

    /// Makes a fact an event whose cells and tiles are these.
    pub(crate) fn emit_read(&mut self, fact: Fact, ids: &Ids) {
        if self.fault.is_some() {
            return;
        }
        let at = if matches!(fact, Fact::TurnBegan { .. }) { self.now } else { self.acted };
        let event = Event { command: self.command, at, fact };
        // The check before has refused what the fold refuses; if not, say so instead of going on.
        match self.state.apply_read(&event, ids) {
            Ok(()) => self.events.push(event),
            Err(reason) => self.fault = Some(reason),
        }
    }

    pub(crate) fn carry_out(&mut self, checked: Checked) {
        match checked {
            Checked::Nothing => {}
            Checked::Play { seat, validated, account } => self.play(seat, &validated, account),
            Checked::Swap { seat, kinds } => self.swap(seat, kinds),
            Checked::Pass { seat, timeout } => self.pass(seat, timeout),
            Checked::Accept { seat } => {
                // Accepting is not a turn: where the others have one more, it is still to come.
                self.close_window(seat);
                self.finish_if_over();
            }
            Checked::Challenge { seat, pending, invalid } => {
                self.challenge(seat, &pending, invalid);
            }
            Checked::Resign { seat, cause } => self.resign(seat, cause),
            Checked::SwitchRule { rule, enabled } => {
                self.emit(Fact::RuleSwitched { rule: rule.into(), enabled });
            }
            Checked::ArrangeRack { seat, kinds } => {
                let ids = Ids::drawn(kinds);
                let tiles = self.state.names(ids.drawn.iter().copied());
                self.emit_read(Fact::RackArranged { seat, tiles }, &ids);
            }
        }
    }

    fn play(&mut self, seat: u8, validated: &ValidatedMove, account: Arc<ScoreBreakdown>) {
        // Plugins see the position that the move was validated for.
        let position = self.state.position(seat);
        let plugin_facts: Vec<Fact> = (self.state.ruleset.plugins().iter())
            .flat_map(|plugin| {
                let stored = plugin.commit(&position, validated, &account);
                stored.into_iter().flat_map(|event| plugin_facts(plugin.name(), event))
            })
            .collect();
        self.close_window(seat);
        let state = &*self.state;
        let placements: Vec<PlacedTile> = (validated.placements.iter())
            .map(|placement| state.placed(placement.cell, placement.tile))
            .collect();
        let label = |cell| state.ruleset.label(cell).clone();
        let slides = (validated.shifts.iter())
            .map(|shift| SlidTile { from: label(shift.from), to: label(shift.to) })
            .collect();
        let challengeable = state.ruleset.spec().challenge.enable_challenges;
        let notes = (validated.annotations.iter())
            .map(|annotation| (annotation.plugin.clone(), annotation.note.clone()))
            .collect();
        let ids = Ids::placed(&validated.placements, &validated.shifts);
        let fact = Fact::Played { seat, placements, slides, score: account, challengeable, notes };
        self.emit_read(fact, &ids);
        if !challengeable {
            self.refill(seat);
        }
        for fact in plugin_facts {
            self.emit(fact);
        }
        self.end_turn();
    }

    fn swap(&mut self, seat: u8, kinds: Vec<KindId>) {
        self.close_window(seat);
        let mut bag = self.state.bag;
        let order = self.state.ruleset.spec().swap_limit.order;
        if order == SwapOrder::ReturnFirst {
            kinds.iter().for_each(|kind| bag.add(*kind));
        }
        let drawn = self.draw_from(&mut bag, kinds.len());
        let ids = Ids { returned: kinds.into(), drawn, ..Ids::default() };
        let names = |kinds: &[KindId]| self.state.names(kinds.iter().copied());
        let (returned, drawn) = (names(&ids.returned), names(&ids.drawn));
        self.emit_read(Fact::Swapped { seat, returned, drawn }, &ids);
        self.end_turn();
    }

    fn pass(&mut self, seat: u8, timeout: bool) {
        self.close_window(seat);
        if timeout && self.finish_if_over() {
            return;
        }
        self.emit(Fact::Passed { seat, timeout });
        self.end_turn();
    }

    fn challenge(&mut self, seat: u8, pending: &PendingMove, invalid: Vec<String>) {
        let upheld = !invalid.is_empty();
        self.emit(Fact::Challenged { by: seat, mover: pending.seat, invalid });
        let mode = self.state.ruleset.spec().challenge.mode.clone();
        if upheld {
            self.emit(Fact::Withdrawn { seat: pending.seat });
            let gone = self.state.status.seats[usize::from(pending.seat)].resigned;
            if mode == ChallengeMode::Forfeit && !gone {
                return self.resign(pending.seat, ResignCause::Forfeit);
            }
            self.finish_if_over();
            return;
        }
        self.close_window(seat);
        let bonus = match mode {
            ChallengeMode::Points(points) => Some(points),
            ChallengeMode::PerWord(points) => {
                Some(points.saturating_mul(pending.words.len() as i64))
            }
            _ => None,
        };
        if let Some(points) = bonus {
            let reason = "challenge_bonus".to_string();
            self.emit(Fact::Adjusted { seat: pending.seat, reason, points: points.into() });
        }
        if mode == ChallengeMode::Forfeit {
            return self.resign(seat, ResignCause::Forfeit);
        }
        if self.finish_if_over() {
            return;
        }
        if matches!(mode, ChallengeMode::LoseTurn | ChallengeMode::Double) {
            self.emit(Fact::TurnForfeited { seat });
            if seat == self.state.to_move() && self.state.turn_open {
                self.begin_turn(seat);
            }
        }
    }

    fn resign(&mut self, seat: u8, cause: ResignCause) {
        let was_to_move = self.state.to_move() == seat;
        self.emit(Fact::Resigned { seat, cause });
        if !self.finish_if_over() && was_to_move {
            self.next_turn();
        }
    }

    /// The last move stands; its mover draws.
    fn close_window(&mut self, by: u8) {
        let Some(mover) = self.state.challengeable_seat() else { return };
        self.emit(Fact::WindowClosed { by });
        self.refill(mover);
    }

    fn draw_from(&self, bag: &mut TileCounts, count: usize) -> Kinds {
        let Some(seed) = &self.state.secret.seed else { return Kinds::new() };
        let draws = self.state.draws;
        (draws..).take(count).map_while(|counter| bag.draw(seed, counter)).collect()
    }

    pub(crate) fn refill(&mut self, seat: u8) {
        let count = self.state.refill_count(seat);
        let drawn = self.draw_from(&mut { self.state.bag }, count);
        if !drawn.is_empty() {
            let tiles = self.state.names(drawn.iter().copied());
            self.emit_read(Fact::Drew { seat, tiles }, &Ids { drawn, ..Ids::default() });
        }
    }

    fn end_turn(&mut self) {
        if !self.finish_if_over() {
            self.next_turn();
        }
    }

    fn next_turn(&mut self) {
        match self.state.status.next_seat() {
            Some(seat) => self.begin_turn(seat),
            // Nobody is left, even if no end rule says so.
            None => self.finish("resignation", "resignation"),
        }
    }

    /// A seat's turn begins (or goes on), unless it is lost; then the next one's.
    fn begin_turn(&mut self, seat: u8) {
        if !self.state.turn_open {
            self.emit(Fact::TurnBegan { seat });
        }
        if self.fault.is_none() && self.state.lost_turns[usize::from(seat)] > 0 {
            self.emit(Fact::TurnLost { seat });
            self.end_turn();
        }
    }

    /// Ends the game if a rule says so. Whether it does.
    pub(crate) fn finish_if_over(&mut self) -> bool {
        let ruleset = self.state.ruleset.clone();
        let Some(rule) = ruleset.engine().check_end_game(&self.state.status) else {
            return false;
        };
        self.finish(rule.identifier(), &rule.end_reason());
        true
    }

    fn finish(&mut self, rule: &str, reason: &str) {
        if let Some(seat) = self.state.challengeable_seat() {
            self.emit(Fact::WindowClosed { by: seat });
        }
        self.over = true;
        if !self.leaves_end {
            let result = Box::new(settle::result(self.state, rule, reason));
            self.emit(Fact::Ended { result });
        }
    }
}

/// What a plugin's event means to the log.
fn plugin_facts(plugin: &str, event: PluginEvent) -> Vec<Fact> {
    let mut facts = Vec::new();
    if event.name == "switch_rule"
        && let (Some(rule), Some(enabled)) =
            (event.value["rule"].as_str(), event.value["enabled"].as_bool())
    {
        facts.push(Fact::RuleSwitched { rule: rule.into(), enabled });
    }
    facts.push(Fact::Plugin { plugin: plugin.into(), event });
    facts
}
