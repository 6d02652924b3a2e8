//! Finding plays in one position after another.

use crate::anagrams::Arranger;
use crate::best::{BestBuffers, LONGEST_LINE, MOST_TILES, Search};
use crate::compile::Judging;
use crate::generator::MoveGenerator;
use crate::judge::{Judged, Linear};
use crate::leaves::LeaveValues;
use crate::levels::{Buffers, Emit, Walk};
use crate::play::{Counter, PlaySink, Scene, Summary};
use crate::sight::Sight;
use crate::step::{NO_STEP, Step};
use crate::stop::{Never, Stop, Watch, Watched, Watcher};
use crate::top::{OwnedPlay, Top, WithEquity};
use crate::tray::Tray;
use std::collections::{BTreeMap, BTreeSet};
use tilewright_lexicon::{LetterMask, codes};
use tilewright_rules::Position;

/// Finds plays in one position after another. What it knows of the board it keeps: after a move,
/// only what the move has touched is worked out anew.
pub struct Finder<'a, M> {
    pub(crate) generator: &'a MoveGenerator<M>,
    pub(crate) sight: Sight<M>,
    pub(crate) tray: Tray<M>,
    buffers: Buffers<M>,
    pub(crate) best: BestBuffers<M>,
    pub(crate) all: M,
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
    pub(crate) fn look_at(&mut self, position: &Position<'_>) {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        self.sight.update(position, compiled, table, graph);
        self.tray.fill(ruleset, compiled, position.rack);
    }

    /// Hands every legal play to a sink, each once.
    pub fn all_plays(&mut self, position: &Position<'_>, sink: &mut impl PlaySink) {
        self.plays_while(position, sink, ());
    }

    /// Hands legal plays to a sink, each once: all of them, or those found when it is time to
    /// stop. Says whether they are all.
    pub fn plays_until(
        &mut self,
        position: &Position<'_>,
        sink: &mut impl PlaySink,
        stop: &dyn Stop,
    ) -> bool {
        let watcher = Watcher::new(stop);
        self.plays_while(position, sink, &watcher);
        !watcher.is_over()
    }

    fn plays_while<W: Watch + Copy>(
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
        self.look_at(&position);
        let scene = Scene { table, compiled };
        let mut buffers = std::mem::take(&mut self.buffers);
        let (sight, tray, placed) = (&self.sight, &self.tray, Vec::new());
        match compiled.judging {
            Judging::Linear if position.switches.is_empty() => {
                let emit = Linear::new(scene, sight, tray, sink);
                self.walk(&mut Watched { emit, watch }, &mut buffers);
            }
            _ => {
                let found = table.is_tangled.then(BTreeSet::new);
                let emit = Judged { position, scene, tray, sink, placed, found };
                let mut judged = Watched { emit, watch };
                self.walk(&mut judged, &mut buffers);
                if lone_tiles_count(&position) {
                    self.lone_tiles(&mut judged);
                }
            }
        }
        self.buffers = buffers;
    }

    /// Proposes tiles that form no word.
    fn lone_tiles(&self, emit: &mut impl Emit) {
        let slots = &self.sight.slots;
        for of_cell in &self.generator.table.of_cell {
            let beside = of_cell.iter().any(|slot| slots[*slot as usize].beside());
            let Some(at) = of_cell.first().map(|slot| *slot as usize).filter(|_| !beside) else {
                continue;
            };
            let slot = &slots[at];
            if slot.open() && slot.contact() {
                for code in codes(slot.allowed & self.tray.available(0)) {
                    let tile = (code, self.tray.take(code, 0));
                    let step = Step::origin(0).placing(NO_STEP, slot, at, &self.tray, tile);
                    emit.emit(&[], &step);
                }
            }
        }
    }

    fn walk(&self, emit: &mut impl Emit, buffers: &mut Buffers<M>) {
        let MoveGenerator { compiled, table, graph, .. } = self.generator;
        let (sight, tray) = (&self.sight, &self.tray);
        if compiled.anagrams {
            let known = BTreeMap::new();
            return Arranger { graph, compiled, table, sight, tray, emit, known }.run();
        }
        let stacking = compiled.stacks.is_some();
        let (root, forward, nodes) = (graph.root(), graph.dawg_root(), graph.records());
        Walk { root, forward, nodes, table, sight, tray, stacking, buffers, emit }.run();
    }

    /// Counts the plays and adds their scores up.
    pub fn summary(&mut self, position: &Position<'_>) -> Summary {
        let mut counter = Counter::new();
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
        self.best_until(position, count, values, &Never).0
    }

    /// The best plays by equity as far as they are found when it is time to stop, best first, and
    /// whether all plays have been looked at. Where plays are found by bounds, which takes less
    /// than a millisecond, they always have.
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
        let mut top = Top::new(count, Scene { table, compiled });
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.look_at(&position);
        if !self.is_bounded(&position) {
            let mut sink = WithEquity::new(&mut top, position.rack, values);
            let complete = self.plays_until(&position, &mut sink, stop);
            return (top.finish(), complete);
        }
        let Finder { generator, sight, tray, best, all, .. } = self;
        search(generator, sight, tray, *all, &mut top).run(best, Some(values));
        (top.finish(), true)
    }

    /// The best plays of another position with the rack and the values of the last search for
    /// best plays; what was worked out for them is not worked out again. `None` where best plays
    /// are not found by bounds.
    pub fn best_again(&mut self, position: &Position<'_>, count: usize) -> Option<Vec<OwnedPlay>> {
        let MoveGenerator { ruleset, compiled, table, graph, .. } = self.generator;
        let position = Position { ruleset, dictionary: Some(graph), ..*position };
        self.look_at(&position);
        if count == 0 || !self.is_bounded(&position) {
            return None;
        }
        let mut top = Top::new(count, Scene { table, compiled });
        let Finder { generator, sight, tray, best, all, .. } = self;
        search(generator, sight, tray, *all, &mut top).run(best, None);
        Some(top.finish())
    }

    /// Whether the best plays of a position can be found by bounds.
    pub(crate) fn is_bounded(&self, position: &Position<'_>) -> bool {
        let compiled = &self.generator.compiled;
        compiled.judging == Judging::Linear
            && position.switches.is_empty()
            && compiled.stacks.is_none()
            && !compiled.anagrams
            && compiled.one_kind_each
            && compiled.bounded
            && self.generator.table.longest <= LONGEST_LINE
            && (1..=MOST_TILES).contains(&self.tray.len)
            && self.tray.blanks.len() <= 1
    }
}

/// A search for the best plays.
pub(crate) fn search<'s, 'c, M: LetterMask>(
    generator: &'s MoveGenerator<M>,
    sight: &'s Sight<M>,
    tray: &'s Tray<M>,
    all: M,
    contest: &'s mut Top<'c>,
) -> Search<'s, M, Top<'c>> {
    let MoveGenerator { compiled, table, .. } = generator;
    let (index, neighbours) = generator.index();
    Search { table, sight, compiled, tray, index, neighbours, all, contest }
}

/// Whether a tile that forms no word may be a play.
fn lone_tiles_count(position: &Position<'_>) -> bool {
    let length = &position.ruleset.spec().min_word_length;
    length.min_main_length < 2 || !position.is_on("min_word_length", length.enabled)
}
