//! Completed words become plays: scored incrementally, or validated and scored by the pipeline.

use crate::all_plays::Emit;
use crate::assign_tiles::{Placed, each_assignment};
use crate::cross_sets::BoardView;
use crate::play::{Play, PlaySink, SlotDecoder, Tiles, Worth, chain};
use crate::rack::{Choice, RackCodes};
use crate::step::Step;
use crate::stop::Watch;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{MoveDraft, Placement, Position, score, validate};
use tilewright_tiles::{KindId, Mark, Tile};

/// Scores plays from their running scores.
pub(crate) struct LinearScorer<'a, M, S, W> {
    decoder: SlotDecoder<'a>,
    view: &'a BoardView<M>,
    rack: &'a RackCodes<M>,
    sink: &'a mut S,
    placed: Vec<Placed>,
    /// How many tiles earn the bonus, and the bonus.
    bonus: (usize, i64),
    watch: W,
}

impl<'a, M: LetterMask, S: PlaySink, W: Watch> LinearScorer<'a, M, S, W> {
    pub fn new(
        decoder: SlotDecoder<'a>,
        view: &'a BoardView<M>,
        rack: &'a RackCodes<M>,
        sink: &'a mut S,
        watch: W,
    ) -> LinearScorer<'a, M, S, W> {
        let bonus = decoder.compiled.bonus.at(rack.len);
        LinearScorer { decoder, view, rack, sink, placed: Vec::new(), bonus, watch }
    }
}

impl<M: LetterMask, S: PlaySink, W: Watch> Emit for LinearScorer<'_, M, S, W> {
    #[inline]
    fn emit(&mut self, steps: &[Step], step: &Step) {
        let compiled = self.decoder.compiled;
        let flat = if step.tally.flat() { compiled.flat_factor } else { 1 };
        let factor = i64::from(step.factor) * i64::from(flat);
        let (count, bonus) = self.bonus;
        let bonus = if usize::from(step.tally.placed()) == count { bonus } else { 0 };
        let points = i64::from(step.sums.main()) * factor + i64::from(step.sums.cross()) + bonus;
        if step.tally.covered() > 1
            && compiled.stacks.is_some_and(|stacks| stacks.keep_one)
            && self.covers_a_word(steps, step)
        {
            return;
        }
        match self.rack.choice {
            Choice::None => self.emit_with_blank(steps, step, None, points),
            Choice::OneBlank => self.one_blank(steps, step, points, factor),
            Choice::Any => {
                self.gather(steps, step, factor);
                let (decoder, sink) = (self.decoder, &mut *self.sink);
                each_assignment(
                    &mut self.placed,
                    (self.rack, compiled),
                    points,
                    self.watch,
                    &mut |placed, points| {
                        let tiles = Tiles::Assigned { placed, decoder };
                        sink.play(&Play { worth: Worth::Small(points), tiles });
                    },
                );
            }
        }
    }
}

impl<M: LetterMask, S: PlaySink, W: Watch> LinearScorer<'_, M, S, W> {
    /// How often the score of a placed tile counts.
    #[inline(always)]
    fn weight(&self, step: &Step, factor: i64) -> i64 {
        let slot = &self.view.slots[step.slot as usize];
        i64::from(slot.letter_factor) * factor + i64::from(slot.cross_factor)
    }

    /// Collects the placements of a word, and how often the score of each counts.
    fn gather(&mut self, steps: &[Step], last: &Step, factor: i64) {
        self.placed.clear();
        for step in chain(steps, last) {
            let weight = self.weight(step, factor);
            let (code, kind) = (step.code(), self.rack.kinds[usize::from(step.code())]);
            self.placed.push(Placed { slot: step.slot.into(), code, kind, weight });
        }
    }

    /// The assignments of a rack with one blank: none if no letter is missing; the blank as any
    /// letter, or as the missing one.
    fn one_blank(&mut self, steps: &[Step], last: &Step, points: i64, factor: i64) {
        let Some((blank, mask, _)) = self.rack.blanks.first().copied() else { return };
        let missing = self.missing(steps, last);
        if missing == 0 {
            self.emit_with_blank(steps, last, None, points);
        }
        let worth = self.decoder.compiled.score(blank);
        for step in chain(steps, last) {
            let code = step.code();
            if missing != 0 && code != missing || !mask.has(code) {
                continue;
            }
            let change = i64::from(worth - self.rack.scores[usize::from(code)]);
            let points = points + change * self.weight(step, factor);
            self.emit_with_blank(steps, last, Some((step.slot, blank)), points);
        }
    }

    /// The letter that only the blank can be; 0 if there is none.
    #[inline(always)]
    fn missing(&self, steps: &[Step], last: &Step) -> u8 {
        let since = chain(steps, last).take_while(|step| self.rack.blanks_used(step.used));
        since.last().map_or(0, Step::code)
    }

    /// Emits a word in which at most one letter is a blank.
    #[inline(always)]
    fn emit_with_blank(
        &mut self,
        steps: &[Step],
        last: &Step,
        blank: Option<(u16, KindId)>,
        points: i64,
    ) {
        let (kinds, decoder) = (&self.rack.kinds, self.decoder);
        let tiles = Tiles::Chain { steps, last, kinds, blank, decoder };
        self.sink.play(&Play { worth: Worth::Small(points), tiles });
    }

    /// Whether the play covers a standing word completely. That word lies on the line of the play.
    fn covers_a_word(&self, steps: &[Step], last: &Step) -> bool {
        let slots = &self.view.slots;
        chain(steps, last).map(|step| usize::from(step.slot)).any(|slot| {
            if !slots[slot].filled() || slots[slot - 1].filled() {
                return false;
            }
            // From the first cell of a run on: the whole run must be covered.
            let run = slots[slot..].iter().take_while(|slot| slot.filled()).count();
            let inside = |step: &&Step| (slot..slot + run).contains(&usize::from(step.slot));
            run > 1 && chain(steps, last).filter(inside).count() == run
        })
    }
}

/// Validates and scores plays by the rules pipeline.
pub(crate) struct PipelineJudge<'a, M, S, W> {
    pub position: Position<'a>,
    pub decoder: SlotDecoder<'a>,
    pub rack: &'a RackCodes<M>,
    pub sink: &'a mut S,
    pub placed: Vec<Placed>,
    /// The words found so far, where lines meet so that a play may lie on two of them.
    pub found: Option<BTreeSet<Letters>>,
    pub watch: W,
}

/// The most words that are remembered where lines meet.
const MOST_FOUND: usize = 1 << 18;
/// The steps of validating and scoring a play, before its tiles are counted.
const JUDGE_STEPS: usize = 2048;

/// The letters of a word, by cell.
pub(crate) type Letters = SmallVec<[(CellId, u8); 8]>;

/// Sorts by cell; one copy of the code for every width of masks. A number orders as the pair does.
fn sort(letters: &mut Letters) {
    letters.sort_unstable_by_key(|(cell, code)| (u32::from(cell.0) << 8) | u32::from(*code));
}

impl<M: LetterMask, S: PlaySink, W: Watch> Emit for PipelineJudge<'_, M, S, W> {
    fn emit(&mut self, steps: &[Step], last: &Step) {
        self.placed.clear();
        let kind = KindId(0);
        self.placed.extend(chain(steps, last).map(|step| Placed {
            slot: step.slot.into(),
            code: step.code(),
            kind,
            weight: 0,
        }));
        self.placed.reverse();
        if let Some(found) = &mut self.found {
            let cells = self.decoder.table.cells.as_slice();
            let letters = self.placed.iter().map(|p| (cells[p.slot as usize], p.code));
            let mut letters: Letters = letters.collect();
            sort(&mut letters);
            if !found.insert(letters) {
                return;
            }
            if found.len() > MOST_FOUND {
                return self.watch.exhaust();
            }
        }
        self.submit();
    }
}

impl<M: LetterMask, S: PlaySink, W: Watch> PipelineJudge<'_, M, S, W> {
    /// Submits all assignments of tiles to the placed letters.
    fn submit(&mut self) {
        let PipelineJudge { position, decoder, rack, sink, placed, watch, .. } = self;
        let steps = judge_steps(position, placed.len());
        each_assignment(placed, (rack, decoder.compiled), 0, *watch, &mut |placed, _| {
            if !watch.spend(steps) {
                judge(position, *decoder, placed, *sink);
            }
        });
    }
}

/// The steps of validating and scoring a play of this many tiles: every tile is looked at on every
/// axis, by every rule.
pub fn judge_steps(position: &Position<'_>, tiles: usize) -> u64 {
    let axes = position.ruleset.topology().axis_ids().count();
    let plugins = position.ruleset.plugins().iter();
    let plugins =
        plugins.fold(0, |sum: u64, plugin| sum.saturating_add(plugin.steps(position, tiles)));
    plugins.saturating_add((JUDGE_STEPS + 64 * tiles * axes) as u64)
}

fn judge(
    position: &Position<'_>,
    decoder: SlotDecoder<'_>,
    placed: &[Placed],
    sink: &mut impl PlaySink,
) {
    let tile = |placed: &Placed| {
        let letter = decoder.compiled.order.letter(placed.code);
        let cell = decoder.table.cells[placed.slot as usize];
        (cell, Tile { kind: placed.kind, letter, mark: Mark::NONE })
    };
    let tiles: SmallVec<[_; 16]> = placed.iter().map(tile).collect();
    let draft = MoveDraft::known(&tiles, position.ruleset.tiles());
    if let Ok(validated) = validate(position, &draft) {
        let account = score(position, &validated);
        let placements: SmallVec<[Placement; 16]> =
            tiles.iter().map(|(cell, tile)| Placement { cell: *cell, tile: *tile }).collect();
        sink.play(&Play::listed(&placements, &account.total));
    }
}
