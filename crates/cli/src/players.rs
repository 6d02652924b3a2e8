//! Bots by name, with their rules, word list and settings.

use crate::deadline::Deadline;
use crate::lexicon;
use crate::output::{Failure, read_file};
use crate::position::load_variant;
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tilewright::ai::{
    Bot, EndgameBot, EndgameSettings, Level, LevelBot, Openings, ScoreBot, SimulationBot,
    SimulationSettings, StaticBot, Stop, TrainedValues, WinModel, shipped_leaves, shipped_openings,
};
use tilewright::lexicon::Lexicon;
use tilewright::movegen::Leaves;
use tilewright::{Generator, PluginRegistry, Ruleset};

/// The largest file of trained values.
const MOST_BYTES: u64 = 1 << 20;

/// A variant and a word list for bots.
#[derive(Args, Clone)]
pub struct TableArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    pub variant: String,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<String>,
    /// The seed of the games; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads [default: one per CPU]. The games do not depend on it.
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Settings of the player `sim`.
#[derive(Args, Clone)]
pub struct SimulationArguments {
    /// The most rollouts `sim` makes per turn, over all candidates.
    #[arg(long, default_value_t = 1_000)]
    rollouts: u64,
    /// Turns to play after the candidate in a rollout [default: one per player].
    #[arg(long)]
    plies: Option<u32>,
    /// How many plays `sim` considers.
    #[arg(long, default_value_t = 15)]
    candidates: usize,
    /// The most time `sim` takes per turn, in milliseconds. Games then depend on the speed of the
    /// machine.
    #[arg(long, value_name = "MS")]
    move_time: Option<u64>,
}

impl SimulationArguments {
    /// Converts the flags into settings.
    pub fn settings(&self) -> SimulationSettings {
        SimulationSettings::default()
            .rollouts(self.rollouts.min(MOST_ROLLOUTS))
            .plies(self.plies)
            .plays(self.candidates.clamp(1, MOST_CANDIDATES))
    }

    fn move_time(&self) -> Option<Duration> {
        self.move_time.map(Duration::from_millis)
    }
}

/// The most rollouts of a turn.
const MOST_ROLLOUTS: u64 = 100_000_000;
/// The most plays that `sim` considers.
const MOST_CANDIDATES: usize = 1_000;

/// A variant with its word list, compiled.
pub struct Table {
    /// The id or file of the word list.
    pub lexicon: String,
    rules: Ruleset,
    words: Lexicon,
    /// The move generator for the variant and its word list.
    pub generator: Generator,
    simulation: SimulationSettings,
    move_time: Option<Duration>,
}

impl TableArguments {
    /// Reads the variant and the word list.
    pub fn table(&self) -> Result<Table, Failure> {
        let variant = load_variant(&self.variant)?;
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
        let named = self.lexicon.as_deref().or(variant.lexicon());
        let named = named.ok_or_else(|| Failure::usage("name a word list with --lexicon FILE"))?;
        let words = lexicon::load(named, ruleset.tiles())?;
        let generator = Generator::new(&ruleset, &words).map_err(Failure::usage)?;
        Ok(Table {
            lexicon: named.to_string(),
            rules: ruleset,
            words,
            generator,
            simulation: SimulationSettings::default(),
            move_time: None,
        })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(machine).clamp(1, 1024)
    }
}

/// The kind of bot that a player's name selects.
pub enum Style {
    /// The best equity.
    Static(Arc<Leaves>, Option<Arc<Openings>>),
    /// The same with search near the end.
    Endgame(Arc<Leaves>, Option<Arc<Openings>>),
    /// The best score.
    Score,
    /// A level with the words that it knows.
    Level(Level, Arc<Generator>, Arc<Leaves>, Option<Arc<Openings>>),
    /// Simulation.
    Simulation(Arc<Leaves>, SimulationSettings, Option<Duration>),
}

/// The names of the players.
pub const NAMES: &str = "beginner, casual, skilled, strong, expert, static (score plus trained \
    leave and opening values), static:FILE (values from a file), static+endgame (searches near the \
    end), leaves (static without opening values), plain (no trained values), score (highest score), \
    sim (simulation), sim:N (with N rollouts per turn)";

impl Table {
    /// The rules.
    pub fn ruleset(&self) -> &Ruleset {
        self.generator.ruleset()
    }

    /// Sets the options of the player `sim`.
    pub fn with_simulation(mut self, arguments: &SimulationArguments) -> Table {
        (self.simulation, self.move_time) = (arguments.settings(), arguments.move_time());
        self
    }

    /// Finds a player by name.
    pub fn style(&self, name: &str) -> Result<Style, Failure> {
        let none = || Leaves::zero(self.ruleset().tiles().kinds().len());
        let trained = || shipped_leaves(self.ruleset()).unwrap_or_else(none);
        let openings = || shipped_openings(self.ruleset()).map(Arc::new);
        if let Ok(level) = name.parse::<Level>() {
            let generator = level.generator(&self.rules, &self.words).map_err(Failure::usage)?;
            return Ok(Style::Level(level, Arc::new(generator), Arc::new(trained()), openings()));
        }
        let simulation = |rollouts: u64| {
            let settings = self.simulation.clone().rollouts(rollouts);
            Style::Simulation(Arc::new(trained()), settings, self.move_time)
        };
        let (leaves, openings) = match name.split_once(':') {
            Some(("sim", rollouts)) => {
                let wrong = |_| {
                    Failure::usage(format!("{name}: N must be a number of rollouts, as in sim:500"))
                };
                let rollouts: u64 = rollouts.parse().map_err(wrong)?;
                return Ok(simulation(rollouts.min(MOST_ROLLOUTS)));
            }
            None if name == "sim" => return Ok(simulation(self.simulation.rollouts)),
            Some(("static", path)) => self.values_of(path)?,
            None if name == "static" => (trained(), openings()),
            None if name == "static+endgame" => {
                return Ok(Style::Endgame(Arc::new(trained()), openings()));
            }
            None if name == "leaves" => (trained(), None),
            None if name == "plain" => (none(), None),
            None if name == "score" => return Ok(Style::Score),
            _ => {
                let name: String = name.chars().take(40).collect();
                return Err(Failure::usage(format!(
                    "unknown player `{name}`; choose one of {NAMES}"
                )));
            }
        };
        Ok(Style::Static(Arc::new(leaves), openings))
    }

    fn values_of(&self, path: &str) -> Result<(Leaves, Option<Arc<Openings>>), Failure> {
        let fail = |error| Failure::usage(format!("{path}: {error}"));
        let values = TrainedValues::read(&read_file(path, MOST_BYTES)?).map_err(fail)?;
        let openings = values.openings(self.ruleset()).map_err(fail)?;
        Ok((values.leaves(self.ruleset()).map_err(fail)?, openings.map(Arc::new)))
    }

    /// Creates a bot.
    pub fn bot<'a>(&'a self, style: &'a Style) -> Box<dyn Bot + 'a> {
        let finder = || self.generator.finder();
        match style {
            Style::Static(leaves, openings) => {
                Box::new(StaticBot::new(finder(), leaves.clone()).with_openings(openings.clone()))
            }
            Style::Endgame(leaves, openings) => {
                let settings = EndgameSettings::default();
                let bot = EndgameBot::new(&self.generator, leaves.clone(), settings);
                Box::new(bot.with_openings(openings.clone()))
            }
            Style::Score => Box::new(ScoreBot::new(finder())),
            Style::Level(level, generator, leaves, openings) => {
                let bot = LevelBot::new(generator.finder(), *level, leaves);
                Box::new(bot.with_openings(openings.clone()))
            }
            Style::Simulation(leaves, settings, time) => {
                let model = WinModel::shipped(self.ruleset());
                let bot = SimulationBot::new(finder(), leaves.clone(), model, settings.clone());
                let Some(time) = *time else { return Box::new(bot) };
                let clock = move || Box::new(Deadline::after(time)) as Box<dyn Stop>;
                Box::new(bot.with_clock(Arc::new(clock)))
            }
        }
    }
}
