//! A game: its log, its state, and the way back and forth between them.

use crate::check::has_room;
use crate::command::{Command, Submission};
use crate::decide::advance;
use crate::error::{GameError, Rejection, ReplayError};
use crate::event::Event;
use crate::setup::NewGame;
use crate::state::{GameState, Secret};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tilewright_lexicon::Dictionary;
use tilewright_movegen::{Never, Stop};
use tilewright_rules::{Ruleset, Violation, ViolationId};
use tilewright_tiles::Seed;

/// The log of a game as it is stored: the events, and the secret that nobody may see.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameLog {
    /// The private part: the seed, in hexadecimal digits.
    pub secret_seed: Option<String>,
    /// The events. Drawn tiles are in them, so they are for the owner of the log only.
    pub events: Vec<Event>,
}

/// A line of play that was left by undoing and playing on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The number of events before it parts from the log.
    pub from: usize,
    /// Its events.
    pub events: Vec<Event>,
}

/// A game that can be saved: log, cursor and branches.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The variant's id, to find its rules again.
    pub variant: String,
    /// The log.
    pub log: GameLog,
    /// The number of events that are done; the others are undone.
    pub cursor: usize,
    /// Lines of play that were left.
    #[serde(default)]
    pub branches: Vec<Branch>,
}

/// A game: an append-only log with a cursor, and the state at the cursor.
pub struct Game {
    ruleset: Arc<Ruleset>,
    seed: Option<Seed>,
    events: Vec<Event>,
    cursor: usize,
    branches: Vec<Branch>,
    state: GameState,
}

impl Game {
    /// Starts a game.
    pub fn new(new_game: NewGame) -> Result<Game, GameError> {
        let ruleset = new_game.ruleset.clone();
        let seed = Some(new_game.seed.clone());
        let (state, events) = new_game.start()?;
        let cursor = events.len();
        Ok(Game { ruleset, seed, events, cursor, branches: Vec::new(), state })
    }

    /// Replays a log.
    pub fn from_log(ruleset: Arc<Ruleset>, log: GameLog) -> Result<Game, ReplayError> {
        let cursor = log.events.len();
        let bad = |reason: String| ReplayError { index: 0, reason };
        let seed = log.secret_seed.as_deref().map(Seed::from_hex).transpose();
        let seed = seed.map_err(|error| bad(error.to_string()))?;
        if cursor == 0 {
            return Err(bad("the log is empty".to_string()));
        }
        let state = replay(&ruleset, seed.as_ref(), &log.events)?;
        Ok(Game { ruleset, seed, events: log.events, cursor, branches: Vec::new(), state })
    }

    /// Loads a snapshot.
    pub fn from_snapshot(ruleset: Arc<Ruleset>, snapshot: Snapshot) -> Result<Game, ReplayError> {
        let mut game = Game::from_log(ruleset, snapshot.log)?;
        if snapshot.cursor == 0 || snapshot.cursor > game.events.len() {
            let reason = format!("the cursor {} is outside the log", snapshot.cursor);
            return Err(ReplayError { index: snapshot.cursor, reason });
        }
        game.branches = snapshot.branches;
        game.go_to(snapshot.cursor)?;
        Ok(game)
    }

    /// Saves log, cursor and branches. It holds the seed: keep it as private as the log.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            variant: self.ruleset.id().to_string(),
            log: self.log(),
            cursor: self.cursor,
            branches: self.branches.clone(),
        }
    }

    /// The whole log, the undone part too.
    pub fn log(&self) -> GameLog {
        GameLog { secret_seed: self.seed.as_ref().map(Seed::reveal), events: self.events.clone() }
    }

    /// The state at the cursor.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The variant.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The events up to the cursor.
    pub fn events(&self) -> &[Event] {
        &self.events[..self.cursor]
    }

    /// Lines of play that were left.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Gives the game a word list.
    pub fn set_dictionary(&mut self, dictionary: Option<Box<dyn Dictionary>>) {
        self.state.dictionary = dictionary;
    }

    /// Decides a command and folds its events in; a rejection changes nothing. Time is settled
    /// first: a turn whose time is up ends before the command is looked at.
    pub fn submit(&mut self, submission: &Submission) -> Result<&[Event], Rejection> {
        self.submit_until(submission, &Never)
    }

    /// The same, but a search for plays, on which a pass may depend, ends when it is time to stop.
    pub fn submit_until(
        &mut self,
        submission: &Submission,
        stop: &dyn Stop,
    ) -> Result<&[Event], Rejection> {
        let from = self.cursor;
        let settled = submission.now.is_some_and(|now| self.state.time_is_up(now));
        if settled && submission.command != Command::Tick {
            // The clock moves the game on: the sender has not seen that.
            let tick = Submission { command: Command::Tick, revision: None, now: submission.now };
            self.advance(&tick, stop)?;
            let violation = Violation::new(
                ViolationId::TimeLimit,
                "time was up before this command; the clock has decided the turn",
            );
            return Err(violation.into());
        }
        self.advance(submission, stop)?;
        Ok(&self.events[from..self.cursor])
    }

    /// Shorthand for a command without revision and time.
    pub fn command(&mut self, command: Command) -> Result<&[Event], Rejection> {
        self.submit(&command.into())
    }

    /// The events of the log and of all branches.
    fn kept_events(&self) -> usize {
        let branches = self.branches.iter().map(|branch| branch.events.len());
        self.events.len() + branches.sum::<usize>()
    }

    fn advance(&mut self, submission: &Submission, stop: &dyn Stop) -> Result<(), Rejection> {
        has_room(self.kept_events(), &submission.command)?;
        let events = match advance(&mut self.state, submission, 0, stop) {
            Ok(events) => events,
            Err(rejection) => {
                if matches!(rejection, Rejection::Inconsistent(_)) {
                    self.rebuild().map_err(|error| Rejection::Inconsistent(error.to_string()))?;
                }
                return Err(rejection);
            }
        };
        if events.is_empty() {
            return Ok(());
        }
        if self.cursor < self.events.len() {
            let left = self.events.split_off(self.cursor);
            self.branches.push(Branch { from: self.cursor, events: left });
        }
        self.events.extend(events);
        self.cursor = self.events.len();
        Ok(())
    }

    /// Replays the log up to the cursor.
    fn rebuild(&mut self) -> Result<(), ReplayError> {
        let state = replay(&self.ruleset, self.seed.as_ref(), &self.events[..self.cursor])?;
        let dictionary = self.state.dictionary.take();
        self.state = GameState { dictionary, ..state };
        Ok(())
    }

    /// Takes the last command back; `false` at the start of the game.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.events()[..].last().map(|event| event.command) else { return false };
        let before = self.events().iter().position(|event| event.command == last);
        before.is_some_and(|before| before > 0 && self.go_to(before).is_ok())
    }

    /// Does the next undone command again; `false` at the end of the log.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.events.get(self.cursor).map(|event| event.command) else {
            return false;
        };
        let undone = &self.events[self.cursor..];
        let count = undone.iter().take_while(|event| event.command == next).count();
        self.go_to(self.cursor + count).is_ok()
    }

    /// Moves the cursor: forward by folding, backward by replaying.
    pub fn go_to(&mut self, cursor: usize) -> Result<(), ReplayError> {
        let cursor = cursor.min(self.events.len());
        if cursor < self.cursor {
            let state = replay(&self.ruleset, self.seed.as_ref(), &self.events[..cursor])?;
            let dictionary = self.state.dictionary.take();
            self.state = GameState { dictionary, ..state };
        } else {
            for (index, event) in (self.cursor..).zip(&self.events[self.cursor..cursor]) {
                if let Err(reason) = self.state.apply(event) {
                    self.rebuild()?;
                    return Err(ReplayError { index, reason });
                }
            }
        }
        self.cursor = cursor;
        Ok(())
    }

    /// Another game that shares the first events with this one and goes its own way from there.
    pub fn branch(&self, at: usize) -> Result<Game, ReplayError> {
        let mut game = self.clone();
        game.go_to(at)?;
        game.events.truncate(game.cursor);
        game.branches.clear();
        Ok(game)
    }
}

/// Folds a log into a state.
pub fn replay(
    ruleset: &Arc<Ruleset>,
    seed: Option<&Seed>,
    events: &[Event],
) -> Result<GameState, ReplayError> {
    let mut state = GameState::blank(ruleset.clone());
    state.secret = Secret { seed: seed.cloned() };
    for (index, event) in events.iter().enumerate() {
        state.apply(event).map_err(|reason| ReplayError { index, reason })?;
    }
    Ok(state)
}

impl Clone for Game {
    fn clone(&self) -> Game {
        Game {
            ruleset: self.ruleset.clone(),
            seed: self.seed.clone(),
            events: self.events.clone(),
            cursor: self.cursor,
            branches: self.branches.clone(),
            state: self.state.fork(),
        }
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({}, {} of {} events)", self.ruleset.id(), self.cursor, self.events.len())
    }
}
