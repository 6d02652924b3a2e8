//! Finding plays in one position after another.

use crate::anagrams::Arranger;
use crate::best::{BestBuffers, MOST_TILES, Search};
use crate::compile::Judging;
use crate::generator::MoveGenerator;
use crate::judge::{Judged, Linear};
use crate::leaves::LeaveValues;
use crate::levels::{Buffers, Emit, Walk};
use crate::play::{Counter, PlaySink, Scene, Summary};
use crate::sight::Sight;
use crate::top::{OwnedPlay, Top, WithEquity};
use crate::tray::Tray;
use std::collections::BTreeMap;
use tilewright_lexicon::LetterMask;
use tilewright_rules::Position;

/// Finds plays in one position after another. What it knows of the board it keeps: after a move,
/// only what the move has touched is worked out anew.
pub struct Finder<'a, M> {
    generator: &'a MoveGenerator<M>,
    sight: Sight<M>,
    tray: Tray<M>,
    buffers: Buffers,
    best: BestBuffers<M>,
    all: M,
}

impl<'a, M: LetterMask> Finder<'a, M> {
    pub(crate) fn new(generator: &'a MoveGenerator<M>) -> Finder<'a, M> {
        let MoveGenerator { ruleset, compiled, table, .. } = generator;
        let letters = compiled.order.mask::<M>(ruleset.tiles().alphabet().all());
        Finder {
            generator,
            sight: Sight::new(compiled, table, letters),
            tray: Tray::new(),
            buffers: Buffers::default(),
            best: BestBuffers::new(),
            all: letters,
        }
    }

    /// Forgets what it knows of the board, so that the next position is looked at anew.
    pub fn forget(&mut self) {
        self.sight.forget();
    }

    /// Looks at a position.
    fn look_at(&mut self, position: &Position<'_>) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.sight.update(position, compiled, table, graph);
        self.tray.fill(ruleset, compiled, position.rack);
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&mut self, position: &Position<'_>, sink: &mut impl PlaySink) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.look_at(&position);
        let scene = Scene { table, compiled };
        let mut buffers = std::mem::take(&mut self.buffers);
        let (sight, tray, placed) = (&self.sight, &self.tray, Vec::new());
        match compiled.judging {
            Judging::Linear if position.switches.is_empty() => {
                self.walk(Linear { scene, sight, tray, sink, placed }, &mut buffers);
            }
            _ => self.walk(Judged { position, scene, tray, sink, placed }, &mut buffers),
        }
        self.buffers = buffers;
    }

    fn walk(&self, emit: impl Emit, buffers: &mut Buffers) {
        let MoveGenerator { compiled, table, graph, .. } = self.generator;
        let (sight, tray) = (&self.sight, &self.tray);
        if compiled.anagrams {
            let known = BTreeMap::new();
            return Arranger { graph, compiled, table, sight, tray, emit, known }.run();
        }
        let stacking = compiled.stacks.is_some();
        let (root, nodes) = (graph.root(), graph.records());
        Walk { root, nodes, table, sight, tray, stacking, buffers, emit }.run();
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&mut self, position: &Position<'_>) -> Summary {
        let mut counter = Counter::default();
        self.all_plays(position, &mut counter);
        counter.finish()
    }

    /// The best plays by equity, best first; equal ones by score, cells and tiles.
    pub fn best(
        &mut self,
        position: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Vec<OwnedPlay> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        if count == 0 {
            return Vec::new();
        }
        let scene = Scene { table, compiled };
        let mut top = Top::new(count, scene);
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.look_at(&position);
        if !self.is_bounded(&position) {
            let mut sink = WithEquity::new(&mut top, position.rack, values);
            self.all_plays(&position, &mut sink);
            return top.finish();
        }
        let mut search = Search {
            table,
            sight: &self.sight,
            compiled,
            tray: &self.tray,
            index: self.generator.index(),
            all: self.all,
            contest: &mut top,
        };
        search.run(&mut self.best, values);
        top.finish()
    }

    /// Whether the best plays of a position can be found by bounds.
    fn is_bounded(&self, position: &Position<'_>) -> bool {
        let compiled = &self.generator.compiled;
        compiled.judging == Judging::Linear
            && position.switches.is_empty()
            && compiled.stacks.is_none()
            && !compiled.anagrams
            && compiled.one_kind_each
            && (1..=MOST_TILES).contains(&self.tray.len)
            && self.tray.blanks.len() <= 1
    }
}
