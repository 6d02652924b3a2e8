//! Deciding: a command and a state give events, or a rejection that changes nothing.

use crate::clock::Expiry;
use crate::error::Rejection;
use crate::event::{Event, Fact, PlacedTile, ResignCause, SlidTile, TileName};
use crate::settle;
use crate::state::GameState;
use serde::{Deserialize, Serialize};
use tilewright_rules::spec::{ChallengeMode, SwapOrder};
use tilewright_rules::{
    GameStatus, MoveKind, ScoreBreakdown, TurnAction, UserMove, ValidatedMove, Violation,
    Violations, check_actions, score, validate_user_move,
};
use tilewright_tiles::KindId;

/// What a seat, or time, wants to happen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Place tiles, slide some, or swap (as actions of a move).
    Move {
        /// The seat.
        seat: u8,
        /// The move.
        #[serde(rename = "move")]
        user_move: UserMove,
    },
    /// Pass, or accept the move of a player who went out.
    Pass {
        /// The seat.
        seat: u8,
    },
    /// Challenge the last move.
    Challenge {
        /// The seat.
        seat: u8,
    },
    /// Leave the game.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// Let time do its work.
    Tick,
    /// Switch a rule on or off.
    SwitchRule {
        /// The rule's id.
        rule: String,
        /// Whether it is on from now on.
        enabled: bool,
    },
    /// Lay a rack by hand, in puzzles and tests; fair games refuse it.
    ArrangeRack {
        /// The seat.
        seat: u8,
        /// The tiles, as a text.
        tiles: String,
    },
}

/// A command with its circumstances.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The command.
    pub command: Command,
    /// The revision that the sender has seen; `None` skips the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
    /// The time, in milliseconds of the caller's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<u64>,
}

impl From<Command> for Submission {
    fn from(command: Command) -> Self {
        Submission { command, revision: None, now: None }
    }
}

/// Decides a command: the events that it causes, or why it is rejected. The state is not changed.
pub fn decide(state: &GameState, submission: &Submission) -> Result<Vec<Event>, Rejection> {
    if state.result.is_some() {
        return Err(Rejection::Finished);
    }
    if let Some(expected) = submission.revision.filter(|expected| *expected != state.revision) {
        return Err(Rejection::Stale { expected, current: state.revision });
    }
    let mut decision = Decision::new(state, submission.now);
    let expiry = decision.expiry();
    let timeless = matches!(
        submission.command,
        Command::Tick | Command::SwitchRule { .. } | Command::ArrangeRack { .. }
    );
    if expiry.is_some() && !timeless {
        return Err(late());
    }
    match &submission.command {
        Command::Move { seat, user_move } => decision.user_move(*seat, user_move)?,
        Command::Pass { seat } => decision.pass(*seat)?,
        Command::Challenge { seat } => decision.challenge(*seat)?,
        Command::Resign { seat } => decision.resign(*seat, ResignCause::Declared)?,
        Command::Tick => decision.expire(expiry)?,
        Command::SwitchRule { rule, enabled } => {
            let known = state.ruleset.engine().list().iter().any(|info| info.id == *rule);
            if !known {
                let rule: String = rule.chars().take(40).collect();
                return Err(Violation::new("rule", format!("there is no rule `{rule}`")).into());
            }
            let fact = Fact::RuleSwitched { rule: rule.as_str().into(), enabled: *enabled };
            decision.emit(fact)?;
        }
        Command::ArrangeRack { seat, tiles } => decision.arrange(*seat, tiles)?,
    }
    Ok(decision.events)
}

fn late() -> Rejection {
    Violation::new("time_limit", "time is up; the turn is decided by the clock").into()
}

/// Commits a validated move with its score: the events of the turn.
pub fn decide_validated(
    state: &GameState,
    seat: u8,
    validated: &ValidatedMove,
    score: &ScoreBreakdown,
    now: Option<u64>,
) -> Result<Vec<Event>, Rejection> {
    if state.result.is_some() {
        return Err(Rejection::Finished);
    }
    if validated.revision() != state.revision {
        let (expected, current) = (validated.revision(), state.revision);
        return Err(Rejection::Stale { expected, current });
    }
    if !validated.owns(score) {
        return Err(Rejection::ForeignScore);
    }
    let mut decision = Decision::new(state, now);
    if decision.expiry().is_some() {
        return Err(late());
    }
    decision.allow(seat, &TurnAction::Play)?;
    decision.close_window(seat)?;
    decision.play(seat, validated, score)?;
    Ok(decision.events)
}

/// A decision in the making: its events are folded into a copy of the state as they come.
pub(crate) struct Decision {
    pub(crate) state: GameState,
    pub(crate) events: Vec<Event>,
    now: Option<u64>,
    command: u32,
}

impl Decision {
    pub(crate) fn new(state: &GameState, now: Option<u64>) -> Decision {
        Decision { state: state.clone(), events: Vec::new(), now, command: state.commands }
    }

    pub(crate) fn emit(&mut self, fact: Fact) -> Result<(), Rejection> {
        let event = Event { command: self.command, at: self.now, fact };
        // The fold refuses only what no decision should make; say so instead of going on.
        self.state.apply(&event).map_err(|reason| Violation::new("event_log", reason))?;
        self.events.push(event);
        Ok(())
    }

    fn allow(&self, seat: u8, action: &TurnAction) -> Result<(), Rejection> {
        let engine = self.state.ruleset.engine();
        let mut violations = engine.check_action(&self.state.status, seat, action);
        if matches!(action, TurnAction::Play | TurnAction::Swap(_))
            && violations.is_empty()
            && self.ends_when_accepted()
        {
            let message = "the last move ends the game: pass to accept it, or challenge it";
            violations.push(Violation::new("challenge", message));
        }
        if violations.is_empty() { Ok(()) } else { Err(Violations(violations).into()) }
    }

    /// Whether a move waits for a challenge and the game is over once it stands.
    fn ends_when_accepted(&self) -> bool {
        if self.state.pending.is_none() {
            return false;
        }
        let status = GameStatus { challengeable: false, ..self.state.status.clone() };
        self.state.ruleset.engine().check_end_game(&status).is_some()
    }

    fn expiry(&self) -> Option<Expiry> {
        let settings = &self.state.ruleset.spec().time_limit;
        self.state.clocks.expiry(settings, self.state.to_move(), self.now?)
    }

    fn user_move(&mut self, seat: u8, user_move: &UserMove) -> Result<(), Rejection> {
        if let Ok(MoveKind::Swap(tiles)) = user_move.kind() {
            return self.swap(seat, &tiles, user_move);
        }
        let allowed = self.allow(seat, &TurnAction::Play);
        let position = self.state.position(seat);
        let checked = match &allowed {
            Ok(()) => validate_user_move(&position, user_move.clone()),
            // Out of turn: the rack is not asked about, so nothing can be learned.
            Err(_) => return allowed,
        };
        let validated = checked?;
        let account = score(&position, &validated);
        self.close_window(seat)?;
        self.play(seat, &validated, &account)
    }

    fn play(
        &mut self,
        seat: u8,
        validated: &ValidatedMove,
        account: &ScoreBreakdown,
    ) -> Result<(), Rejection> {
        let state = &self.state;
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
        let position = state.position(seat);
        let plugin_facts: Vec<Fact> = (state.ruleset.plugins().iter())
            .flat_map(|plugin| {
                let stored = plugin.commit(&position, validated, account);
                stored.into_iter().flat_map(|event| plugin_facts(plugin.name(), event))
            })
            .collect();
        let score = Box::new(account.clone());
        self.emit(Fact::Played { seat, placements, slides, score, challengeable, notes })?;
        if !challengeable {
            self.refill(seat)?;
        }
        for fact in plugin_facts {
            self.emit(fact)?;
        }
        self.end_turn()
    }

    fn swap(&mut self, seat: u8, tiles: &[String], user_move: &UserMove) -> Result<(), Rejection> {
        self.allow(seat, &TurnAction::Swap(tiles.len()))?;
        let mut violations = Vec::new();
        let position = self.state.position(seat);
        check_actions(&position, &mut user_move.clone(), &mut violations, &mut Vec::new());
        let mut kinds: Vec<KindId> = Vec::new();
        for tile in tiles {
            match self.state.read_tile(tile) {
                Ok(kind) => kinds.push(kind),
                Err(reason) => violations.push(Violation::new("tiles_in_rack", reason)),
            }
        }
        if !self.state.rack(seat).take_all(&kinds) {
            let message = "the rack does not hold the tiles to be swapped";
            violations.push(Violation::new("tiles_in_rack", message));
        }
        if !violations.is_empty() {
            return Err(Violations(violations).into());
        }
        self.close_window(seat)?;
        // The window may have let the last mover draw: the bag must still suffice.
        self.allow(seat, &TurnAction::Swap(tiles.len()))?;
        let mut bag = self.state.bag;
        let order = self.state.ruleset.spec().swap_limit.order;
        if order == SwapOrder::ReturnFirst {
            kinds.iter().for_each(|kind| bag.add(*kind));
        }
        let drawn = self.draw_from(&mut bag, kinds.len());
        let returned = self.state.names(kinds);
        self.emit(Fact::Swapped { seat, returned, drawn })?;
        self.end_turn()
    }

    fn pass(&mut self, seat: u8) -> Result<(), Rejection> {
        self.allow(seat, &TurnAction::Pass)?;
        let out = self.state.pending.is_some() && self.state.status.out.is_some();
        if out || self.ends_when_accepted() {
            // Accepting is not a turn: where the others have one more, it is still to come.
            self.close_window(seat)?;
            self.finish_if_over()?;
            return Ok(());
        }
        let settings = &self.state.ruleset.spec().pass;
        if !settings.allow_pass {
            self.state.status.play_possible = Some(self.can_do_something(seat));
            let allowed = self.allow(seat, &TurnAction::Pass);
            self.state.status.play_possible = None;
            allowed?;
        }
        self.close_window(seat)?;
        self.emit(Fact::Passed { seat, timeout: false })?;
        self.end_turn()
    }

    /// Whether a swap or a play is possible.
    fn can_do_something(&self, seat: u8) -> bool {
        let rack = self.state.rack(seat);
        let swap = !rack.is_empty() && self.allow(seat, &TurnAction::Swap(1)).is_ok();
        swap || crate::search::has_play(&self.state.position(seat))
    }

    fn challenge(&mut self, seat: u8) -> Result<(), Rejection> {
        self.allow(seat, &TurnAction::Challenge)?;
        let Some(pending) = self.state.pending.clone() else { return Ok(()) };
        if pending.seat == seat {
            let message = "a player cannot challenge the own move";
            return Err(Violation::new("challenge", message).into());
        }
        let Some(dictionary) = &self.state.dictionary else {
            let list = self.state.ruleset.lexicon().unwrap_or("of the game");
            return Err(Rejection::NoDictionary(list.to_string()));
        };
        let alphabet = self.state.ruleset.tiles().alphabet();
        let anagrams = self.state.ruleset.spec().word_validation.anagram_words;
        let invalid: Vec<String> = (pending.words.iter())
            .filter(|(letters, _)| match anagrams {
                true => !dictionary.contains_anagram(alphabet, letters),
                false => !dictionary.contains(alphabet, letters),
            })
            .map(|(_, text)| text.clone())
            .collect();
        let upheld = !invalid.is_empty();
        self.emit(Fact::Challenged { by: seat, mover: pending.seat, invalid })?;
        let mode = self.state.ruleset.spec().challenge.mode.clone();
        if upheld {
            self.emit(Fact::Withdrawn { seat: pending.seat })?;
            let gone = self.state.status.seats[usize::from(pending.seat)].resigned;
            if mode == ChallengeMode::Forfeit && !gone {
                return self.resign(pending.seat, ResignCause::Forfeit);
            }
            self.finish_if_over()?;
            return Ok(());
        }
        self.close_window(seat)?;
        let bonus = match mode {
            ChallengeMode::Points(points) => Some(points),
            ChallengeMode::PerWord(points) => {
                Some(points.saturating_mul(pending.words.len() as i64))
            }
            _ => None,
        };
        if let Some(points) = bonus {
            let reason = "challenge_bonus".to_string();
            self.emit(Fact::Adjusted { seat: pending.seat, reason, points: points.into() })?;
        }
        if mode == ChallengeMode::Forfeit {
            return self.resign(seat, ResignCause::Forfeit);
        }
        if self.finish_if_over()? {
            return Ok(());
        }
        if matches!(mode, ChallengeMode::LoseTurn | ChallengeMode::Double) {
            self.emit(Fact::TurnForfeited { seat })?;
            if seat == self.state.to_move() {
                self.begin_turn(seat)?;
            }
        }
        Ok(())
    }

    fn resign(&mut self, seat: u8, cause: ResignCause) -> Result<(), Rejection> {
        self.allow(seat, &TurnAction::Resign)?;
        let was_to_move = self.state.to_move() == seat;
        self.emit(Fact::Resigned { seat, cause })?;
        if self.finish_if_over()? {
            return Ok(());
        }
        if was_to_move { self.next_turn() } else { Ok(()) }
    }

    fn expire(&mut self, expiry: Option<Expiry>) -> Result<(), Rejection> {
        let seat = self.state.to_move();
        match expiry {
            None => Ok(()),
            Some(Expiry::Resign) => self.resign(seat, ResignCause::Timeout),
            Some(Expiry::Inactive) => self.resign(seat, ResignCause::Inactivity),
            Some(Expiry::Pass) => {
                self.close_window(seat)?;
                if self.finish_if_over()? {
                    return Ok(());
                }
                self.emit(Fact::Passed { seat, timeout: true })?;
                self.end_turn()
            }
        }
    }

    fn arrange(&mut self, seat: u8, tiles: &str) -> Result<(), Rejection> {
        if self.state.fair {
            let message = "racks cannot be laid by hand in a fair game";
            return Err(Violation::new("arrange", message).into());
        }
        let kinds = self.state.ruleset.tiles().parse_rack(tiles);
        let kinds = kinds.map_err(|error| Violation::new("arrange", error.to_string()))?;
        let mut pool = self.state.bag;
        pool.add_counts(&self.state.rack(seat));
        if usize::from(seat) >= self.state.racks.len() || !pool.take_all(&kinds) {
            let message = "there is no such seat, or the bag and the rack do not hold these tiles";
            return Err(Violation::new("arrange", message).into());
        }
        let tiles = self.state.names(kinds);
        self.emit(Fact::RackArranged { seat, tiles })
    }

    /// The last move stands; its mover draws.
    fn close_window(&mut self, by: u8) -> Result<(), Rejection> {
        let Some(mover) = self.state.pending.as_ref().map(|pending| pending.seat) else {
            return Ok(());
        };
        self.emit(Fact::WindowClosed { by })?;
        self.refill(mover)
    }

    fn draw_from(&self, bag: &mut tilewright_tiles::TileCounts, count: usize) -> Vec<TileName> {
        let Some(seed) = &self.state.secret.seed else { return Vec::new() };
        let draws = self.state.draws;
        let kinds = (draws..).take(count).map_while(|counter| bag.draw(seed, counter));
        self.state.names(kinds)
    }

    pub(crate) fn refill(&mut self, seat: u8) -> Result<(), Rejection> {
        let size = usize::from(self.state.ruleset.spec().rack_size.size);
        let wanted = size.saturating_sub(self.state.rack(seat).len());
        let tiles = self.draw_from(&mut { self.state.bag }, wanted);
        if tiles.is_empty() || self.state.status.seats[usize::from(seat)].resigned {
            return Ok(());
        }
        self.emit(Fact::Drew { seat, tiles })
    }

    fn end_turn(&mut self) -> Result<(), Rejection> {
        if self.finish_if_over()? { Ok(()) } else { self.next_turn() }
    }

    fn next_turn(&mut self) -> Result<(), Rejection> {
        match self.state.status.next_seat() {
            Some(seat) => self.begin_turn(seat),
            // Nobody is left, whatever the end rules say.
            None => self.finish("resignation", "resignation"),
        }
    }

    /// A seat's turn begins (or goes on), unless it is lost; then the next one's.
    fn begin_turn(&mut self, seat: u8) -> Result<(), Rejection> {
        if !self.state.turn_open {
            self.emit(Fact::TurnBegan { seat })?;
        }
        if self.state.lost_turns[usize::from(seat)] > 0 {
            self.emit(Fact::TurnLost { seat })?;
            return self.end_turn();
        }
        Ok(())
    }

    pub(crate) fn finish_if_over(&mut self) -> Result<bool, Rejection> {
        let ruleset = self.state.ruleset.clone();
        let Some(rule) = ruleset.engine().check_end_game(&self.state.status) else {
            return Ok(false);
        };
        self.finish(rule.identifier(), &rule.end_reason())?;
        Ok(true)
    }

    fn finish(&mut self, rule: &str, reason: &str) -> Result<(), Rejection> {
        if let Some(seat) = self.state.challengeable_seat() {
            self.emit(Fact::WindowClosed { by: seat })?;
        }
        let result = Box::new(settle::result(&self.state, rule, reason));
        self.emit(Fact::Ended { result })
    }
}

/// What a plugin's event means to the log.
fn plugin_facts(plugin: &str, event: tilewright_rules::PluginEvent) -> Vec<Fact> {
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
