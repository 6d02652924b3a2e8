//! Generators and finders for any alphabet: letter masks of 32 or 64 bits.

use crate::budget::Budget;
use crate::compile::CompileError;
use crate::finder::Finder;
use crate::generator::MoveGenerator;
use crate::leaves::{LeaveValues, NoLeaves};
use crate::play::{PlaySink, Summary};
use crate::stop::{Never, Stop};
use crate::top_plays::OwnedPlay;
use std::sync::Arc;
use tilewright_lexicon::{GraphKind, Lexicon};
use tilewright_rules::spec::Reading;
use tilewright_rules::{Position, Ruleset};

/// A move generator with letter masks as wide as the alphabet needs, over the kind of graph that
/// the variant needs.
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

    /// Compiles a variant with a lexicon. A graph of another kind is rebuilt from its words.
    pub fn new(ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Generator, CompileError> {
        Generator::new_until(ruleset, lexicon, &Never)
    }

    /// The same, but fails if it is time to stop before a graph is rebuilt.
    pub fn new_until(
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        stop: &dyn Stop,
    ) -> Result<Generator, CompileError> {
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
        let rebuilt = lexicon.in_kind(kind, &|| stop.is_due());
        let rebuilt = rebuilt.map_err(|error| CompileError::Words(error.to_string()))?;
        Generator::new_until(ruleset, &rebuilt, stop)
    }

    /// The same, but takes over the lexicon instead of copying it.
    pub fn with(ruleset: &Ruleset, lexicon: Lexicon) -> Result<Generator, CompileError> {
        Generator::with_until(ruleset, lexicon, &Never)
    }

    /// The same, but fails if it is time to stop before a graph is rebuilt.
    pub fn with_until(
        ruleset: &Ruleset,
        lexicon: Lexicon,
        stop: &dyn Stop,
    ) -> Result<Generator, CompileError> {
        if lexicon.kind() != Generator::graph_kind(ruleset) {
            return Generator::new_until(ruleset, &lexicon, stop);
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

    /// About the memory that it takes, in bytes: the graph, and the word map that is built when best
    /// plays are first searched for.
    pub fn byte_count(&self) -> usize {
        match self {
            Generator::Narrow(generator) => 2 * generator.graph.byte_count(),
            Generator::Wide(generator) => 2 * generator.graph.byte_count(),
        }
    }

    /// A finder for many positions: it keeps its board view from one to the next.
    pub fn finder(&self) -> AnyFinder<'_> {
        match self {
            Generator::Narrow(generator) => AnyFinder::Narrow(generator.finder()),
            Generator::Wide(generator) => AnyFinder::Wide(generator.finder()),
        }
    }

    /// Passes every legal play to a sink, each once.
    pub fn all_plays(&self, position: &Position<'_>, sink: &mut impl PlaySink) {
        self.finder().all_plays(position, sink);
    }

    /// Counts the plays and sums their scores.
    pub fn summary(&self, position: &Position<'_>) -> Summary {
        self.finder().summary(position)
    }

    /// The best plays by score, best first; ties are ordered by cells and tiles.
    pub fn best(&self, position: &Position<'_>, count: usize) -> Vec<OwnedPlay> {
        self.finder().best(position, count, &NoLeaves)
    }
}

/// A finder with letter masks as wide as the alphabet needs.
pub enum AnyFinder<'a> {
    /// For up to 31 letters.
    Narrow(Finder<'a, u32>),
    /// For up to 63 letters.
    Wide(Finder<'a, u64>),
}

impl<'a> AnyFinder<'a> {
    /// The same finder with a budget. All its searches together stop when it is spent: what they
    /// have found until then is incomplete.
    pub fn within(self, budget: &Budget) -> AnyFinder<'a> {
        match self {
            AnyFinder::Narrow(finder) => AnyFinder::Narrow(finder.within(budget)),
            AnyFinder::Wide(finder) => AnyFinder::Wide(finder.within(budget)),
        }
    }

    /// Drops the board view, so that the next position is read completely.
    pub fn reset(&mut self) {
        match self {
            AnyFinder::Narrow(finder) => finder.reset(),
            AnyFinder::Wide(finder) => finder.reset(),
        }
    }

    /// Passes every legal play to a sink, each once.
    pub fn all_plays(&mut self, position: &Position<'_>, sink: &mut impl PlaySink) {
        match self {
            AnyFinder::Narrow(finder) => finder.all_plays(position, sink),
            AnyFinder::Wide(finder) => finder.all_plays(position, sink),
        }
    }

    /// Counts the plays and sums their scores.
    pub fn summary(&mut self, position: &Position<'_>) -> Summary {
        match self {
            AnyFinder::Narrow(finder) => finder.summary(position),
            AnyFinder::Wide(finder) => finder.summary(position),
        }
    }

    /// The best plays by equity, best first; ties are ordered by score, cells and tiles.
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

    /// Passes legal plays to a sink, each once, until all are found or `stop` is due. True if all
    /// were found.
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

    /// The best plays by equity that are found before `stop` is due, best first, and whether the
    /// search was complete.
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

    /// The best plays of another position with the rack and leave values of the last search for
    /// best plays. `None` where no upper bounds are available.
    pub fn best_with_same_rack(
        &mut self,
        position: &Position<'_>,
        count: usize,
    ) -> Option<Vec<OwnedPlay>> {
        match self {
            AnyFinder::Narrow(finder) => finder.best_with_same_rack(position, count),
            AnyFinder::Wide(finder) => finder.best_with_same_rack(position, count),
        }
    }
}
