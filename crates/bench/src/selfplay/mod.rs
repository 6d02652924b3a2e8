//! Random games through the engine, checked after every command.

mod draft;
mod ending;
mod mutation;
mod privacy;
mod session;
mod turns;

pub use ending::check_log;
pub use privacy::same_for_viewer;
pub use session::Session;

use crate::wordlists;
use std::fmt;
use std::sync::Arc;
use tilewright_lexicon::WordSet;
use tilewright_referee::Referee;
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_variants::Variant;

/// What is needed to play a variant: its rules, a word list, and a referee for both.
#[derive(Clone, Debug)]
pub struct Table {
    /// The variant, as the engine plays it.
    pub ruleset: Arc<Ruleset>,
    /// The word list, as the engine reads it.
    pub dictionary: WordSet,
    /// The rules and the list a second time.
    pub referee: Referee,
}

impl Table {
    /// The table of a shipped variant with its small word list.
    pub fn shipped(id: &str) -> Result<Table, String> {
        let variant = Variant::shipped(id).map_err(|error| error.to_string())?;
        let words = wordlists::small(variant.lexicon().unwrap_or("en"))?;
        Table::new(&variant, &words)
    }

    /// The table of a variant with a word list, one word a line.
    pub fn new(variant: &Variant, words: &str) -> Result<Table, String> {
        let ruleset =
            variant.ruleset(&PluginRegistry::default()).map_err(|error| error.to_string())?;
        let alphabet = ruleset.tiles().alphabet();
        let (dictionary, _) = WordSet::from_text(alphabet, words).map_err(|e| e.to_string())?;
        let referee = Referee::new(&ruleset, words);
        Ok(Table { ruleset: Arc::new(ruleset), dictionary, referee })
    }

    /// The same table with another engine under the same referee: to see that faults are found.
    pub fn with_engine_of(&self, ruleset: Ruleset) -> Table {
        Table { ruleset: Arc::new(ruleset), ..self.clone() }
    }
}

/// How much is tried in each turn.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Words of the list that are tried for a move.
    pub words: usize,
    /// Legal moves that are put to the engine besides the one that is played.
    pub validated: usize,
    /// Changed moves, legal or not, that are put to the engine.
    pub mutated: usize,
    /// Once in this many commands, views are compared with those of another possible history.
    pub privacy_every: usize,
    /// The most commands of a game; one that goes on has failed.
    pub most_commands: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { words: 300, validated: 6, mutated: 6, privacy_every: 3, most_commands: 1000 }
    }
}

/// What was done in a game.
#[derive(Clone, Debug, Default)]
pub struct GameReport {
    /// Seats.
    pub players: u8,
    /// Commands that were accepted.
    pub commands: usize,
    /// Events.
    pub events: usize,
    /// Moves that were played.
    pub plays: usize,
    /// Moves whose verdict and score were compared.
    pub compared: usize,
    /// Commands that were rejected, as they should be.
    pub rejected: usize,
    /// Challenges, upheld or not.
    pub challenges: usize,
    /// Pairs of histories that a viewer could not tell apart.
    pub histories: usize,
    /// The rule that ended the game.
    pub ended_by: String,
}

impl GameReport {
    /// Adds the counts of another game.
    pub fn add(&mut self, other: &GameReport) {
        self.commands += other.commands;
        self.events += other.events;
        self.plays += other.plays;
        self.compared += other.compared;
        self.rejected += other.rejected;
        self.challenges += other.challenges;
        self.histories += other.histories;
    }
}

/// Something that should hold and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The variant, the seed and the number of events before it.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// What a check answers: nothing, or what is wrong.
pub(crate) type Checked = Result<(), String>;

/// Fails a check.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

/// Plays a game to its end with random numbers from a seed, and checks everything on the way.
pub fn play(table: &Table, seed: u64, effort: &Effort) -> Result<GameReport, Fault> {
    let mut session = match Session::new(table, seed, effort) {
        Ok(session) => session,
        Err(what) => {
            let place = format!("{}, seed {seed}, at the start", table.ruleset.id());
            return Err(Fault { place, what });
        }
    };
    let outcome = session.play_to_the_end();
    outcome.map_err(|what| {
        let events = session.game.events().len();
        let place = format!("{}, seed {seed}, event {events}", table.ruleset.id());
        Fault { place, what }
    })
}
