//! A generator for any variant and any word list.

use crate::compile::CompileError;
use crate::finder::Finder;
use crate::generator::MoveGenerator;
use crate::leaves::{LeaveValues, NoLeaves};
use crate::play::{PlaySink, Summary};
use crate::stop::Stop;
use crate::top::OwnedPlay;
use std::sync::Arc;
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList};
use tilewright_rules::spec::Reading;
use tilewright_rules::{Position, Ruleset};

/// A move generator of whichever width the alphabet needs, over a graph of whichever kind the
/// variant needs.
pub enum Generator {
    /// For up to 31 letters.
    Narrow(MoveGenerator<u32>),
    /// For up to 63 letters.
    Wide(MoveGenerator<u64>),
}

impl Generator {
    /// The kind of graph that a variant needs.
    pub fn graph_kind(ruleset: &Ruleset) -> GraphKind {
        let both = |axis| ruleset.reading(axis) == Reading::Both;
        if ruleset.spec().word_validation.anagram_words {
            GraphKind::Anagrams
        } else if ruleset.topology().axis_ids().any(both) {
            GraphKind::BothWays
        } else {
            GraphKind::Words
        }
    }

    /// Compiles a variant with a lexicon; a graph of another kind is built anew from its words.
    pub fn new(ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Generator, CompileError> {
        let kind = Generator::graph_kind(ruleset);
        if lexicon.kind() == kind {
            return match lexicon {
                Lexicon::Narrow(graph) => MoveGenerator::new(ruleset, graph).map(Generator::Narrow),
                Lexicon::Wide(graph) => MoveGenerator::new(ruleset, graph).map(Generator::Wide),
            };
        }
        if lexicon.kind() == GraphKind::Anagrams {
            let reason = "a lexicon of sorted letters knows no words; build one of words";
            return Err(CompileError::Words(reason.to_string()));
        }
        let alphabet = lexicon.alphabet();
        let mut text = String::new();
        lexicon.each_word(|word| {
            for letter in word {
                text.push('[');
                text.push_str(alphabet.upper(*letter));
                text.push(']');
            }
            text.push('\n');
            true
        });
        let fault =
            |error: tilewright_lexicon::DictionaryError| CompileError::Words(error.to_string());
        let list = WordList::read(text.as_bytes(), alphabet, Mode::Strict).map_err(fault)?;
        Generator::new(ruleset, &Lexicon::build(&list, kind).map_err(fault)?)
    }

    /// The same with a lexicon that nothing else needs: it is not copied.
    pub fn with(ruleset: &Ruleset, lexicon: Lexicon) -> Result<Generator, CompileError> {
        if lexicon.kind() != Generator::graph_kind(ruleset) {
            return Generator::new(ruleset, &lexicon);
        }
        match lexicon {
            Lexicon::Narrow(graph) => MoveGenerator::with(ruleset, graph).map(Generator::Narrow),
            Lexicon::Wide(graph) => MoveGenerator::with(ruleset, graph).map(Generator::Wide),
        }
    }

    /// The rules that plays are generated under: the variant's, with words checked.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        match self {
            Generator::Narrow(generator) => generator.ruleset(),
            Generator::Wide(generator) => generator.ruleset(),
        }
    }

    /// For many positions: what is known of one is used for the next.
    pub fn finder(&self) -> AnyFinder<'_> {
        match self {
            Generator::Narrow(generator) => AnyFinder::Narrow(generator.finder()),
            Generator::Wide(generator) => AnyFinder::Wide(generator.finder()),
        }
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&self, position: &Position<'_>, sink: &mut impl PlaySink) {
        self.finder().all_plays(position, sink);
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&self, position: &Position<'_>) -> Summary {
        self.finder().summary(position)
    }

    /// The best plays by score, best first; equal ones by their cells and tiles.
    pub fn best(&self, position: &Position<'_>, count: usize) -> Vec<OwnedPlay> {
        self.finder().best(position, count, &NoLeaves)
    }
}

/// A finder of whichever width the alphabet needs.
pub enum AnyFinder<'a> {
    /// For up to 31 letters.
    Narrow(Finder<'a, u32>),
    /// For up to 63 letters.
    Wide(Finder<'a, u64>),
}

impl AnyFinder<'_> {
    /// Forgets what it knows of the board, so that the next position is looked at anew.
    pub fn forget(&mut self) {
        match self {
            AnyFinder::Narrow(finder) => finder.forget(),
            AnyFinder::Wide(finder) => finder.forget(),
        }
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&mut self, position: &Position<'_>, sink: &mut impl PlaySink) {
        match self {
            AnyFinder::Narrow(finder) => finder.all_plays(position, sink),
            AnyFinder::Wide(finder) => finder.all_plays(position, sink),
        }
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&mut self, position: &Position<'_>) -> Summary {
        match self {
            AnyFinder::Narrow(finder) => finder.summary(position),
            AnyFinder::Wide(finder) => finder.summary(position),
        }
    }

    /// The best plays by equity, best first; equal ones by score, cells and tiles.
    pub fn best(
        &mut self,
        position: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Vec<OwnedPlay> {
        match self {
            AnyFinder::Narrow(finder) => finder.best(position, count, values),
            AnyFinder::Wide(finder) => finder.best(position, count, values),
        }
    }

    /// Hands legal plays to a sink, each once: all of them, or those found when it is time to
    /// stop. Says whether they are all.
    pub fn plays_until(
        &mut self,
        position: &Position<'_>,
        sink: &mut impl PlaySink,
        stop: &dyn Stop,
    ) -> bool {
        match self {
            AnyFinder::Narrow(finder) => finder.plays_until(position, sink, stop),
            AnyFinder::Wide(finder) => finder.plays_until(position, sink, stop),
        }
    }

    /// The best plays by equity as far as they are found when it is time to stop, best first, and
    /// whether all plays have been looked at.
    pub fn best_until(
        &mut self,
        position: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
        stop: &dyn Stop,
    ) -> (Vec<OwnedPlay>, bool) {
        match self {
            AnyFinder::Narrow(finder) => finder.best_until(position, count, values, stop),
            AnyFinder::Wide(finder) => finder.best_until(position, count, values, stop),
        }
    }

    /// The best plays of another position with the rack and the values of the last search for
    /// best plays. `None` where best plays are not found by bounds.
    pub fn best_again(&mut self, position: &Position<'_>, count: usize) -> Option<Vec<OwnedPlay>> {
        match self {
            AnyFinder::Narrow(finder) => finder.best_again(position, count),
            AnyFinder::Wide(finder) => finder.best_again(position, count),
        }
    }
}
