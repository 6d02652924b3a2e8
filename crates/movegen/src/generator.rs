//! The generator: a variant and its words, compiled together.

use crate::best::WordIndex;
use crate::compile::{CompileError, Compiled};
use crate::finder::Finder;
use crate::lines::LineTable;
use crate::neighbours::Neighbours;
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
    /// Made when best plays are first asked for.
    index: OnceLock<(WordIndex<M>, Neighbours<M>)>,
}

impl<M: LetterMask> MoveGenerator<M> {
    /// Compiles a variant with a word graph. Words are always checked here, also where the
    /// variant leaves that to challenges or to nobody.
    pub fn new(ruleset: &Ruleset, graph: &WordGraph<M>) -> Result<MoveGenerator<M>, CompileError> {
        MoveGenerator::with(ruleset, graph.clone())
    }

    /// The same with a graph that nothing else needs: it is not copied.
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
        let (ruleset, index) = (Arc::new(ruleset), OnceLock::new());
        Ok(MoveGenerator { ruleset, compiled, table, graph, index })
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
        let stacking = self.ruleset.with_spec(|spec| spec.stacking.enabled = true).ok()?;
        Some(MoveGenerator {
            ruleset: self.ruleset.clone(),
            compiled: Compiled::new(&stacking),
            table: self.table.clone(),
            graph: self.graph.clone(),
            index: OnceLock::new(),
        })
    }

    /// The words by their letters, and which letters stand together.
    pub(crate) fn index(&self) -> &(WordIndex<M>, Neighbours<M>) {
        self.index.get_or_init(|| (WordIndex::new(&self.graph), Neighbours::new(&self.graph)))
    }

    /// For many positions: what is known of one is used for the next.
    pub fn finder(&self) -> Finder<'_, M> {
        Finder::new(self)
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&self, position: &Position<'_>, sink: &mut impl PlaySink) {
        self.finder().all_plays(position, sink);
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&self, position: &Position<'_>) -> Summary {
        self.finder().summary(position)
    }
}
