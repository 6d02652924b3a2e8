//! The generator: a variant and its words, compiled together.

use crate::anagrams::Arranger;
use crate::compile::{CompileError, Compiled, Judging};
use crate::enumerate::Walker;
use crate::judge::{Judged, Plain};
use crate::lines::LineTable;
use crate::scan::Scan;
use crate::tray::Tray;
use std::sync::Arc;
use tilewright_lexicon::{LetterMask, WordGraph};
use tilewright_rules::spec::DictionaryMode;
use tilewright_rules::{Placement, Points, Position, Ruleset};

/// A play as it is found.
#[derive(Clone, Debug)]
pub struct Play<'a> {
    /// The placements, in the order in which they were found.
    pub placements: &'a [Placement],
    /// What the play scores.
    pub points: Points,
}

/// Takes plays as they are found. Closures are sinks.
pub trait PlaySink {
    /// A play.
    fn play(&mut self, play: &Play<'_>);
}

impl<F: FnMut(&Play<'_>)> PlaySink for F {
    fn play(&mut self, play: &Play<'_>) {
        self(play);
    }
}

/// Plays counted and added up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// How many plays there are.
    pub plays: u64,
    /// The sum of their scores.
    pub sum: Points,
    /// The best score; 0 if there is no play.
    pub best: Points,
    /// The sum of the squares of their scores.
    pub squares: Points,
}

/// A variant and its words, compiled together.
pub struct MoveGenerator<M> {
    ruleset: Arc<Ruleset>,
    compiled: Compiled,
    table: LineTable,
    graph: WordGraph<M>,
}

impl<M: LetterMask> MoveGenerator<M> {
    /// Compiles a variant with a word graph. Words are always checked here, also where the
    /// variant leaves that to challenges or to nobody.
    pub fn new(ruleset: &Ruleset, graph: &WordGraph<M>) -> Result<MoveGenerator<M>, CompileError> {
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
        let graph = graph.clone().reordered(&compiled.order).ok_or(CompileError::OtherAlphabet)?;
        Ok(MoveGenerator { ruleset: Arc::new(ruleset), compiled, table, graph })
    }

    /// The rules that plays are generated under: the variant's, with words checked.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&self, position: &Position<'_>, sink: &mut impl PlaySink) {
        let position =
            Position { ruleset: &self.ruleset, dictionary: Some(&self.graph), ..*position };
        let scan = Scan::new(&position, &self.compiled, &self.table, &self.graph);
        let tray = Tray::new(&self.ruleset, &self.compiled, position.rack);
        let rack_len = position.rack.len();
        if self.compiled.anagrams {
            let emit = Judged { position, sink, buffer: Vec::new() };
            let (graph, table) = (&self.graph, &self.table);
            return Arranger::new(graph, position, &self.compiled, table, &scan, tray, emit).run();
        }
        match self.compiled.judging {
            Judging::Plain if position.switches.is_empty() => {
                let emit = Plain { compiled: &self.compiled, rack_len, sink };
                self.walker(&scan, tray, emit).run();
            }
            _ => {
                let emit = Judged { position, sink, buffer: Vec::new() };
                self.walker(&scan, tray, emit).run();
            }
        }
    }

    fn walker<'a, E: crate::enumerate::Emit>(
        &'a self,
        scan: &'a Scan<M>,
        tray: Tray<M>,
        emit: E,
    ) -> Walker<'a, M, E> {
        Walker::new(&self.graph, &self.compiled, &self.table, scan, tray, emit)
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&self, position: &Position<'_>) -> Summary {
        let mut summary = Summary::default();
        self.all_plays(position, &mut |play: &Play<'_>| {
            summary.plays += 1;
            summary.sum = summary.sum.add(&play.points);
            summary.squares = summary.squares.add(&play.points.multiply(&play.points));
            if summary.plays == 1 || play.points > summary.best {
                summary.best = play.points.clone();
            }
        });
        summary
    }
}
