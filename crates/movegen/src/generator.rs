//! The generator: a variant and its words, compiled together.

use crate::best_plays::WordMap;
use crate::compile::{CompileError, Compiled};
use crate::finder::Finder;
use crate::followers::Followers;
use crate::lines::LineTable;
use crate::play::{PlaySink, Summary};
use std::sync::{Arc, OnceLock};
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::spec::DictionaryMode;
use tilewright_rules::{Position, Ruleset};

/// A variant and its words, compiled together.
pub struct MoveGenerator<M> {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) compiled: Compiled,
    pub(crate) table: LineTable,
    pub(crate) graph: WordGraph<M>,
    /// Built when best plays are first searched for.
    word_map: OnceLock<(WordMap<M>, Followers<M>)>,
}

impl<M: LetterMask> MoveGenerator<M> {
    /// Compiles a variant with a word graph. Words are always checked here, even if the variant
    /// leaves that to challenges or checks no words at all.
    pub fn new(ruleset: &Ruleset, graph: &WordGraph<M>) -> Result<MoveGenerator<M>, CompileError> {
        MoveGenerator::with(ruleset, graph.clone())
    }

    /// The same, but takes over the graph instead of copying it.
    pub fn with(ruleset: &Ruleset, graph: WordGraph<M>) -> Result<MoveGenerator<M>, CompileError> {
        if !graph.has_letters_of(ruleset.tiles().alphabet()) {
            return Err(CompileError::OtherAlphabet);
        }
        let ruleset = ruleset
            .with_spec(|spec| {
                spec.word_validation.enabled = true;
                spec.word_validation.dictionary = DictionaryMode::Check;
                spec.challenge.enable_challenges = false;
            })
            .map_err(|error| CompileError::Words(error.to_string()))?;
        let compiled = Compiled::new(&ruleset);
        let table = LineTable::new(&ruleset);
        if table.cells.len() > usize::from(u16::MAX) {
            return Err(CompileError::TooLarge);
        }
        let graph = graph.reordered(&compiled.order).ok_or(CompileError::OtherAlphabet)?;
        let word_map = OnceLock::new();
        Ok(MoveGenerator { ruleset: Arc::new(ruleset), compiled, table, graph, word_map })
    }

    /// The rules that plays are generated under: the variant's, with words checked.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The generator for a position in which stacking has been switched on.
    pub(crate) fn switched(&self, position: &Position<'_>) -> Option<MoveGenerator<M>> {
        if position.switches.is_empty()
            || self.compiled.stacks.is_some()
            || !position.is_on("stacking", false)
        {
            return None;
        }
        let stacking = self.ruleset.with_spec(|spec| spec.stacking.enabled = true);
        let stacking = stacking.expect("no bound depends on whether stacking is enabled");
        Some(MoveGenerator {
            ruleset: self.ruleset.clone(),
            compiled: Compiled::new(&stacking),
            table: self.table.clone(),
            graph: self.graph.clone(),
            word_map: OnceLock::new(),
        })
    }

    /// The word map, and which letters follow others.
    pub(crate) fn word_map(&self) -> &(WordMap<M>, Followers<M>) {
        self.word_map.get_or_init(|| (WordMap::new(&self.graph), Followers::new(&self.graph)))
    }

    /// A finder for many positions: it keeps its board view from one to the next.
    pub fn finder(&self) -> Finder<'_, M> {
        Finder::new(self)
    }

    /// Passes every legal play to a sink, each once.
    pub fn all_plays(&self, position: &Position<'_>, sink: &mut impl PlaySink) {
        self.finder().all_plays(position, sink);
    }

    /// Counts the plays and sums their scores.
    pub fn summary(&self, position: &Position<'_>) -> Summary {
        self.finder().summary(position)
    }
}
