//! One game in progress, with a second fold of its events beside it.

use super::{Checked, Effort, GameReport, Table, ending, ensure, privacy};
use tilewright_game::{
    Command, Event, Fact, Game, GameState, NewGame, Rejection, Submission, replay,
};
use tilewright_lexicon::Dictionary;
use tilewright_tiles::{Chance, Seed};

/// One game in progress.
pub struct Session<'a> {
    pub(crate) table: &'a Table,
    pub(crate) effort: &'a Effort,
    pub(crate) chance: Chance,
    /// The game as a server has it.
    pub game: Game,
    /// The same game, folded event by event.
    shadow: GameState,
    /// The bytes after the start and after every accepted command.
    recorded: Vec<(usize, Vec<u8>)>,
    pub(crate) seed: Seed,
    /// The caller's clock, in games with a time limit.
    pub(crate) now: Option<u64>,
    /// Whether the last move, if it can be challenged, has a word that is none.
    pub(crate) last_was_phony: bool,
    /// What was done so far.
    pub report: GameReport,
}

impl<'a> Session<'a> {
    /// Starts a game; players, seed and clock come from the random numbers.
    pub fn new(table: &'a Table, seed: u64, effort: &'a Effort) -> Result<Session<'a>, String> {
        let mut chance = Chance::new(seed);
        let (least, most) = table.ruleset.players();
        let players = least + chance.below(usize::from(most.min(4).max(least) - least) + 1) as u8;
        let fair = chance.once_in(2);
        let mut new_game = match fair {
            true => NewGame::fair(table.ruleset.clone(), players, chance.bytes()),
            false => NewGame::with_rng_seed(table.ruleset.clone(), players, seed),
        };
        let limits = &table.ruleset.spec().time_limit;
        let timed = limits.turn_time_limit.is_some() || limits.inactivity_days.is_some();
        let now = (timed && !chance.once_in(4)).then_some(1_000_000);
        new_game.now = now;
        new_game.dictionary = Some(table.dictionary.clone_box());
        let seed = new_game.seed.clone();
        let game = Game::new(new_game).map_err(|error| error.to_string())?;
        let shadow = replay(&table.ruleset, Some(&seed), &game.events()[..1])
            .map_err(|error| error.to_string())?;
        let report = GameReport { players, ..GameReport::default() };
        let mut session = Session {
            table,
            effort,
            chance,
            game,
            shadow,
            recorded: Vec::new(),
            seed,
            now,
            last_was_phony: false,
            report,
        };
        session.after_command()?;
        Ok(session)
    }

    /// Plays until the game is over, then checks it as a whole.
    pub fn play_to_the_end(&mut self) -> Result<GameReport, String> {
        let most = self.effort.most_commands;
        while self.game.state().result().is_none() {
            ensure(self.recorded.len() <= most, || format!("no end after {most} commands"))?;
            self.take_turn()?;
            if self.game.state().result().is_none()
                && self.chance.once_in(self.effort.privacy_every)
            {
                self.report.histories += privacy::check(self)?;
            }
        }
        ending::check(self)?;
        self.report.commands = self.recorded.len() - 1;
        self.report.events = self.game.events().len();
        Ok(self.report.clone())
    }

    /// The bytes after the start and after every accepted command, with the number of events.
    pub(crate) fn recorded(&self) -> &[(usize, Vec<u8>)] {
        &self.recorded
    }

    /// Sends a command; the answer is whether it was accepted, with all that must hold checked.
    pub(crate) fn submit(&mut self, command: Command) -> Result<Result<(), Rejection>, String> {
        let revision = Some(self.game.state().revision());
        let submission = Submission { command, revision, now: self.now };
        match self.game.submit(&submission).map(<[Event]>::len) {
            Ok(_) => self.after_command().map(Ok),
            Err(rejection) => {
                self.report.rejected += 1;
                self.check_unchanged(&submission.command)?;
                Ok(Err(rejection))
            }
        }
    }

    /// Sends a command that must be accepted.
    pub(crate) fn must(&mut self, command: Command) -> Checked {
        let shown = format!("{command:?}");
        self.submit(command)?.map_err(|rejection| format!("{shown} was rejected: {rejection}"))
    }

    /// Sends a command that must be rejected.
    pub(crate) fn must_not(&mut self, command: Command) -> Checked {
        let shown = format!("{command:?}");
        ensure(self.submit(command)?.is_err(), || format!("{shown} was accepted"))
    }

    fn check_unchanged(&self, command: &Command) -> Checked {
        let before = self.recorded.last().map(|(_, bytes)| bytes.as_slice());
        let now = self.game.state().canonical_bytes();
        ensure(before == Some(&now), || format!("{command:?} was rejected but changed the game"))
    }

    /// Folds the new events one by one and compares.
    fn after_command(&mut self) -> Checked {
        let from = self.shadow.revision() as usize;
        let total = self.game.events().len();
        for index in from..total {
            let event = &self.game.events()[index];
            self.shadow.apply(event).map_err(|reason| format!("event {index}: {reason}"))?;
            let balance = self.shadow.check_ledger();
            balance.map_err(|fault| format!("after event {index}: {fault}"))?;
        }
        let state = self.game.state();
        state.check_ledger().map_err(|fault| fault.to_string())?;
        let bytes = state.canonical_bytes();
        ensure(bytes == self.shadow.canonical_bytes(), || {
            "the state is not the fold of its events".to_string()
        })?;
        self.recorded.push((total, bytes));
        let checked_from = if from == 1 { 0 } else { from };
        privacy::check_events(self, checked_from..total)?;
        privacy::check_views(self)
    }

    /// The facts of the last accepted command.
    pub(crate) fn last_facts(&self) -> impl Iterator<Item = &Fact> {
        let commands = self.recorded.len();
        let from = if commands < 2 { 0 } else { self.recorded[commands - 2].0 };
        self.game.events()[from..].iter().map(|event| &event.fact)
    }
}
