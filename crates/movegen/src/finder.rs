//! Generation for one position after another.

use crate::all_plays::{Buffers, Emit, GaddagWalk};
use crate::anagrams::AnagramPlays;
use crate::best_plays::{BestPlaySearch, MAX_LINE, MAX_TILES, SearchBuffers};
use crate::budget::Budget;
use crate::compile::Judging;
use crate::cross_sets::BoardView;
use crate::generator::MoveGenerator;
use crate::judge::{LinearScorer, PipelineJudge};
use crate::leaves::LeaveValues;
use crate::play::{Counter, PlaySink, SlotDecoder, Summary};
use crate::rack::RackCodes;
use crate::step::{NO_STEP, Step};
use crate::stop::{Either, Never, Stop, Watch, Watched, Watcher};
use crate::top_plays::{EquitySink, OwnedPlay, TopPlays};
use std::collections::{BTreeMap, BTreeSet};
use tilewright_lexicon::{LetterMask, codes};
use tilewright_rules::Position;

/// Generates plays in one position after another. It keeps the board view: after a move, only what
/// the move has changed is computed again.
pub struct Finder<'a, M> {
    pub(crate) generator: &'a MoveGenerator<M>,
    pub(crate) view: BoardView<M>,
    pub(crate) rack: RackCodes<M>,
    buffers: Buffers<M>,
    pub(crate) best: SearchBuffers<M>,
    pub(crate) all: M,
    pub(crate) budget: Option<Budget>,
}

impl<'a, M: LetterMask> Finder<'a, M> {
    pub(crate) fn new(generator: &'a MoveGenerator<M>) -> Finder<'a, M> {
        let MoveGenerator { ruleset, compiled, table, .. } = generator;
        let letters = compiled.order.mask::<M>(ruleset.tiles().alphabet().all());
        Finder {
            generator,
            view: BoardView::new(compiled, table, letters),
            rack: RackCodes::new(),
            buffers: Buffers::default(),
            best: SearchBuffers::new(),
            all: letters,
            budget: None,
        }
    }

    /// The same finder with a budget. All its searches together stop when it is spent: what they
    /// have found until then is incomplete.
    pub fn within(mut self, budget: &Budget) -> Finder<'a, M> {
        self.budget = Some(budget.clone());
        self
    }

    /// Drops the board view, so that the next position is read completely.
    pub fn reset(&mut self) {
        self.view.reset();
    }

    /// Updates the board view and the rack.
    pub(crate) fn set_position(&mut self, position: &Position<'_>) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.view.update(position, compiled, table, graph);
        self.rack.fill(ruleset, compiled, position.rack);
    }

    /// Passes every legal play to a sink, each once.
    pub fn all_plays(&mut self, position: &Position<'_>, sink: &mut impl PlaySink) {
        match self.budget.clone() {
            // A second copy of the walk is worth its size, but not in a module for pages.
            #[cfg(not(target_arch = "wasm32"))]
            None => self.plays_while(position, sink, ()),
            #[cfg(target_arch = "wasm32")]
            None => self.plays_while(position, sink, &Watcher::new(&Never)),
            Some(budget) => self.plays_while(position, sink, &Watcher::new(&budget)),
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
        let budget = self.budget.clone();
        let both = budget.as_ref().map(|budget| Either(stop, budget));
        let watcher = Watcher::new(both.as_ref().map_or(stop, |both| both));
        self.plays_while(position, sink, &watcher);
        !watcher.is_over()
    }

    fn plays_while<W: Watch>(
        &mut self,
        position: &Position<'_>,
        sink: &mut impl PlaySink,
        watch: W,
    ) {
        if let Some(switched) = self.generator.switched(position) {
            return switched.finder().plays_while(position, sink, watch);
        }
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        if watch.spend(self.position_steps()) {
            return;
        }
        self.set_position(&position);
        let decoder = SlotDecoder { table, compiled };
        let mut buffers = std::mem::take(&mut self.buffers);
        let (view, rack, placed) = (&self.view, &self.rack, Vec::new());
        match compiled.judging {
            Judging::Linear if position.switches.is_empty() => {
                let emit = LinearScorer::new(decoder, view, rack, sink, watch);
                self.walk(&mut Watched { emit, watch }, &mut buffers);
            }
            _ => {
                let found = table.is_tangled.then(BTreeSet::new);
                let emit = PipelineJudge { position, decoder, rack, sink, placed, found, watch };
                let mut judged = Watched { emit, watch };
                self.walk(&mut judged, &mut buffers);
                if lone_tiles_count(&position) {
                    self.lone_tiles(&mut judged);
                }
            }
        }
        self.buffers = buffers;
    }

    /// The steps of reading a position, changed or not.
    fn position_steps(&self) -> u64 {
        self.generator.table.cells.len() as u64
    }

    /// Proposes single tiles that form no word.
    fn lone_tiles(&self, emit: &mut impl Emit) {
        let slots = &self.view.slots;
        for of_cell in &self.generator.table.of_cell {
            let touches_a_tile = of_cell.iter().any(|slot| slots[*slot as usize].has_neighbour());
            let Some(at) = of_cell.first().map(|slot| *slot as usize).filter(|_| !touches_a_tile)
            else {
                continue;
            };
            let slot = &slots[at];
            if slot.open() && slot.is_anchor() {
                for code in codes(slot.cross_set & self.rack.available(0)) {
                    let tile = (code, self.rack.take(code, 0));
                    let step = Step::origin(0).placing(NO_STEP, slot, at, &self.rack, tile);
                    emit.emit(&[], &step);
                }
            }
        }
    }

    fn walk(&self, emit: &mut impl Emit, buffers: &mut Buffers<M>) {
        let MoveGenerator { compiled, table, graph, .. } = self.generator;
        let (view, rack) = (&self.view, &self.rack);
        if compiled.anagrams {
            let (known, kept) = (BTreeMap::new(), 0);
            return AnagramPlays { graph, compiled, table, view, rack, emit, known, kept }.run();
        }
        let stacking = compiled.stacks.is_some();
        let (root, forward, nodes) = (graph.gaddag_root(), graph.dawg_root(), graph.records());
        GaddagWalk { root, forward, nodes, table, view, rack, stacking, buffers, emit }.run();
    }

    /// Counts the plays and sums their scores.
    pub fn summary(&mut self, position: &Position<'_>) -> Summary {
        let mut counter = Counter::new();
        self.all_plays(position, &mut counter);
        counter.finish()
    }

    /// The best plays by equity, best first; ties are ordered by score, cells and tiles.
    pub fn best(
        &mut self,
        position: &Position<'_>,
        count: usize,
        values: &dyn LeaveValues,
    ) -> Vec<OwnedPlay> {
        self.best_until(position, count, values, &Never).0
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
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        if count == 0 {
            return (Vec::new(), true);
        }
        let mut top = TopPlays::new(count, SlotDecoder { table, compiled });
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.set_position(&position);
        if !self.has_upper_bounds(&position) {
            let mut sink = EquitySink::new(&mut top, position.rack, values);
            let complete = self.plays_until(&position, &mut sink, stop);
            return (top.finish(), complete);
        }
        let Finder { generator, view, rack, best, all, budget, .. } = self;
        let both = budget.as_ref().map(|budget| Either(stop, budget));
        let watcher = Watcher::new(both.as_ref().map_or(stop, |both| both));
        let board = (&*view, &*rack);
        best_play_search(generator, board, *all, &watcher, &mut top).run(best, Some(values));
        (top.finish(), !watcher.is_over())
    }

    /// The best plays of another position with the rack and leave values of the last search for
    /// best plays, without preparing them again. `None` where no upper bounds are available.
    pub fn best_with_same_rack(
        &mut self,
        position: &Position<'_>,
        count: usize,
    ) -> Option<Vec<OwnedPlay>> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.set_position(&position);
        if count == 0 || !self.has_upper_bounds(&position) {
            return None;
        }
        let mut top = TopPlays::new(count, SlotDecoder { table, compiled });
        let Finder { generator, view, rack, best, all, budget, .. } = self;
        let watcher = Watcher::new(stop_of(budget.as_ref()));
        let board = (&*view, &*rack);
        best_play_search(generator, board, *all, &watcher, &mut top).run(best, None);
        Some(top.finish())
    }

    /// Whether upper bounds are available, so that best plays need not be picked from all plays.
    pub(crate) fn has_upper_bounds(&self, position: &Position<'_>) -> bool {
        let compiled = &self.generator.compiled;
        compiled.judging == Judging::Linear
            && position.switches.is_empty()
            && compiled.stacks.is_none()
            && !compiled.anagrams
            && compiled.one_kind_each
            && compiled.bounded
            && self.generator.table.longest <= MAX_LINE
            && (1..=MAX_TILES).contains(&self.rack.len)
            && self.rack.blanks.len() <= 1
    }
}

/// The budget of a finder, as a stop.
pub(crate) fn stop_of(budget: Option<&Budget>) -> &dyn Stop {
    match budget {
        Some(budget) => budget,
        None => &Never,
    }
}

/// A search for the best plays by upper bounds.
pub(crate) fn best_play_search<'s, 'c, M: LetterMask>(
    generator: &'s MoveGenerator<M>,
    (view, rack): (&'s BoardView<M>, &'s RackCodes<M>),
    all: M,
    watch: &'s Watcher<'s>,
    collector: &'s mut TopPlays<'c>,
) -> BestPlaySearch<'s, M, TopPlays<'c>> {
    let MoveGenerator { compiled, table, .. } = generator;
    let (word_map, followers) = generator.word_map();
    BestPlaySearch { table, view, compiled, rack, word_map, followers, all, watch, collector }
}

/// Whether a tile that forms no word may be a play.
fn lone_tiles_count(position: &Position<'_>) -> bool {
    let length = &position.ruleset.spec().min_word_length;
    length.min_main_length < 2 || !position.is_on("min_word_length", length.enabled)
}
