//! Five playing strengths, comparable on every variant.

use crate::static_bot::StaticBot;
use crate::vocabulary::{Knowledge, Vocabulary};
use crate::{Bot, Chance, Move, Openings, Outlook};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;
use tilewright_lexicon::{DictionaryError, Lexicon, MAX_GRAPH};
use tilewright_movegen::{AnyFinder, CompileError, Generator, Leaves, Never, OwnedPlay, Stop};
use tilewright_rules::Ruleset;
use tilewright_tiles::{KindId, Letter};

/// How strong a bot is.
///
/// Weaker bots know fewer words and overlook parts of the board, as people do; they play as well
/// as they can with what they see and know. Nothing is random: the same seed gives the same game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Knows familiar short words and sees less than half of the lines.
    Beginner,
    /// Knows most short words, some long ones, and overlooks a good deal.
    Casual,
    /// Knows most words of up to six letters and sees most lines.
    Skilled,
    /// Knows most words of up to six letters, overlooks little and uses part of the leave values.
    Strong,
    /// Knows every word and overlooks nothing.
    Expert,
}

/// What makes a level.
struct Traits {
    name: &'static str,
    knowledge: Knowledge,
    /// The share of the lines that it sees, in hundredths.
    sight: u64,
    /// The share of the leave values that it uses, in hundredths.
    leaves: i32,
}

/// In the order of the levels.
const TRAITS: [Traits; 5] = [
    Traits { name: "beginner", knowledge: [100, 75, 65, 50, 30, 15, 6, 3], sight: 45, leaves: 0 },
    Traits { name: "casual", knowledge: [100, 85, 80, 68, 52, 36, 22, 14], sight: 58, leaves: 0 },
    Traits { name: "skilled", knowledge: [100, 95, 90, 80, 66, 52, 38, 28], sight: 72, leaves: 0 },
    Traits { name: "strong", knowledge: [100, 100, 95, 85, 71, 58, 44, 34], sight: 76, leaves: 50 },
    Traits { name: "expert", knowledge: [100; 8], sight: 100, leaves: 100 },
];

/// The number of plays that a bot with limited sight considers.
const CONSIDERED: usize = 40;

/// There is no such level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no level `{0}`; there are beginner, casual, skilled, strong and expert")]
pub struct UnknownLevel(String);

/// Why a level's words could not be compiled.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The words are too few or too many.
    #[error("{0}")]
    Words(#[from] DictionaryError),
    /// They do not fit the variant.
    #[error("{0}")]
    Compile(#[from] CompileError),
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] =
        [Level::Beginner, Level::Casual, Level::Skilled, Level::Strong, Level::Expert];

    fn traits(self) -> &'static Traits {
        &TRAITS[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.traits().name
    }

    /// Whether a bot of this level challenges a word that another has played, where the variant
    /// allows it. It never challenges a word of the list, and recognises an invalid word as often
    /// as it knows words of that length.
    pub fn challenges(self, seed: u64, word: &[Letter], in_list: bool) -> bool {
        let knowledge = &self.traits().knowledge;
        let share = knowledge[word.len().clamp(1, knowledge.len()) - 1] as usize;
        let mix = |seed: u64, letter: &Letter| Chance::part(seed, u64::from(letter.0)).bits();
        !in_list && Chance::new(word.iter().fold(seed, mix)).below(100) < share
    }

    /// Compiles a variant with the words that a bot of this level knows. If it would know none of
    /// a list, it knows all of it.
    pub fn generator(self, ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Generator, LevelError> {
        self.generator_until(ruleset, lexicon, &Never)
    }

    /// The same, but fails if it is time to stop before the graph of the words is built.
    pub fn generator_until(
        self,
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        stop: &dyn Stop,
    ) -> Result<Generator, LevelError> {
        if self == Level::Expert {
            return Ok(Generator::new_until(ruleset, lexicon, stop)?);
        }
        let list = Vocabulary::new(lexicon).list(lexicon, &self.traits().knowledge)?;
        if list.is_empty() {
            return Ok(Generator::new_until(ruleset, lexicon, stop)?);
        }
        let kind = Generator::graph_kind(ruleset);
        let known = Lexicon::build_within(&list, kind, MAX_GRAPH, &|| stop.is_due())?;
        Ok(Generator::new_until(ruleset, &known, stop)?)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel(name.chars().take(40).collect()))
    }
}

/// A bot of a level.
pub struct LevelBot<'g> {
    level: Level,
    inner: StaticBot<'g>,
    seed: u64,
}

impl<'g> LevelBot<'g> {
    /// A bot; the finder must come from the level's own generator.
    pub fn new(finder: AnyFinder<'g>, level: Level, leaves: &Arc<Leaves>) -> LevelBot<'g> {
        let leaves = match level.traits().leaves {
            100 => leaves.clone(),
            share => Arc::new(part_of(leaves, share)),
        };
        LevelBot { level, inner: StaticBot::new(finder, leaves), seed: 0 }
    }

    /// The same bot with values for openings; only bots that overlook nothing use them.
    pub fn with_openings(mut self, openings: Option<Arc<Openings>>) -> LevelBot<'g> {
        let openings = openings.filter(|_| self.level.traits().sight >= 100);
        self.inner = self.inner.with_openings(openings);
        self
    }

    /// The best play on the lines that the bot sees in this turn.
    fn best(&mut self, outlook: &Outlook<'_>) -> Option<OwnedPlay> {
        let sight = self.level.traits().sight;
        if sight >= 100 {
            return self.inner.best_plays(outlook, 1).pop();
        }
        let turn = outlook.status.seats.get(usize::from(outlook.seat)).map_or(0, |s| s.turns);
        let seed = Chance::part(self.seed, u64::from(turn)).bits();
        let seen = |play: &OwnedPlay| {
            let line = line_of(outlook.ruleset, play);
            Chance::part(seed, line).below(100) < sight as usize
        };
        let mut plays = self.inner.best_plays(outlook, CONSIDERED);
        let place = plays.iter().position(seen).unwrap_or(plays.len().saturating_sub(1));
        (place < plays.len()).then(|| plays.swap_remove(place))
    }
}

/// A share of all values, in hundredths.
fn part_of(leaves: &Leaves, share: i32) -> Leaves {
    let part = |value: i32| (i64::from(value) * i64::from(share) / 100) as i32;
    let mut scaled = Leaves::zero(leaves.kinds());
    let kinds = || (0..leaves.kinds() as u8).map(KindId);
    for one in kinds() {
        scaled.set_single(one, part(leaves.single(one)));
        for other in kinds() {
            scaled.set_pair(one, other, part(leaves.pair(one, other)));
        }
    }
    scaled
}

/// The line of a play, as a number; for a single tile, one of its lines.
fn line_of(ruleset: &Ruleset, play: &OwnedPlay) -> u64 {
    let topology = ruleset.topology();
    let (Some(first), Some(last)) = (play.placements.first(), play.placements.last()) else {
        return 0;
    };
    let line = |axis| topology.slot(first.cell, axis).line;
    let mut axes = topology.axis_ids();
    let shared = axes.find(|axis| line(*axis) == topology.slot(last.cell, *axis).line);
    shared.map_or(u64::MAX, |axis| u64::from(line(axis).0))
}

impl Bot for LevelBot<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        let best = self.best(outlook);
        match (self.inner.instead_of(outlook, best.as_ref()), best) {
            (Some(turn), _) => turn,
            (None, Some(play)) => Move::Play(play),
            (None, None) => Move::Pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_words_are_recognised_as_often_as_words_are_known() {
        let words: Vec<Vec<Letter>> = (0..400_u32)
            .map(|n| [n % 20, n / 20, 3, 4, 5].map(|l| Letter(l as u8)).into())
            .collect();
        for level in Level::ALL {
            let challenged = |word: &&Vec<Letter>| level.challenges(1, word, false);
            let found = words.iter().filter(challenged).count() as f64 / 4.0;
            let expected = f64::from(level.traits().knowledge[4]);
            assert!((found - expected).abs() < 8.0, "{level}: {found} of {expected}");
            assert!(!words.iter().any(|word| level.challenges(1, word, true)), "{level}");
        }
    }
}
