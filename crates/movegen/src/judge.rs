//! Words on their way out: scored by running sums, or judged by the pipeline.

use crate::assign::{Placed, each_choice};
use crate::levels::Emit;
use crate::play::{Play, PlaySink, Scene, Tiles, Worth, chain};
use crate::sight::Sight;
use crate::step::Step;
use crate::tray::{Choice, Tray};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use tilewright_board::CellId;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{MoveDraft, Placement, Position, score, validate};
use tilewright_tiles::{KindId, Mark, Tile};

/// Scores plays by their running sums.
pub(crate) struct Linear<'a, M, S> {
    scene: Scene<'a>,
    sight: &'a Sight<M>,
    tray: &'a Tray<M>,
    sink: &'a mut S,
    placed: Vec<Placed>,
    /// How many tiles earn a bonus, and the bonus.
    bonus: (usize, i64),
}

impl<'a, M: LetterMask, S: PlaySink> Linear<'a, M, S> {
    pub fn new(
        scene: Scene<'a>,
        sight: &'a Sight<M>,
        tray: &'a Tray<M>,
        sink: &'a mut S,
    ) -> Linear<'a, M, S> {
        let bonus = scene.compiled.bonus.at(tray.len);
        Linear { scene, sight, tray, sink, placed: Vec::new(), bonus }
    }
}

impl<M: LetterMask, S: PlaySink> Emit for Linear<'_, M, S> {
    #[inline]
    fn emit(&mut self, steps: &[Step], step: &Step) {
        let compiled = self.scene.compiled;
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
        match self.tray.choice {
            Choice::None => self.hand_on(steps, step, None, points),
            Choice::OneBlank => self.one_blank(steps, step, points, factor),
            Choice::Any => {
                self.gather(steps, step, factor);
                let (scene, sink) = (self.scene, &mut *self.sink);
                each_choice(
                    &mut self.placed,
                    self.tray,
                    compiled,
                    points,
                    &mut |placed, points| {
                        let tiles = Tiles::Assigned { placed, scene };
                        sink.play(&Play { worth: Worth::Small(points), tiles });
                    },
                );
            }
        }
    }
}

impl<M: LetterMask, S: PlaySink> Linear<'_, M, S> {
    /// How often the score of a placed tile counts.
    #[inline(always)]
    fn weight(&self, step: &Step, factor: i64) -> i64 {
        let slot = &self.sight.slots[step.slot as usize];
        i64::from(slot.letter_factor) * factor + i64::from(slot.cross_times)
    }

    /// The placements of a word, and how often each one's score counts.
    fn gather(&mut self, steps: &[Step], last: &Step, factor: i64) {
        self.placed.clear();
        for step in chain(steps, last) {
            let weight = self.weight(step, factor);
            let (code, kind) = (step.code(), self.tray.kinds[usize::from(step.code())]);
            self.placed.push(Placed { slot: step.slot.into(), code, kind, weight });
        }
    }

    /// The choices of a rack with one blank: without it if no letter is missing; with it in the
    /// place of any letter, or of the one that is missing.
    fn one_blank(&mut self, steps: &[Step], last: &Step, points: i64, factor: i64) {
        let Some((blank, mask, _)) = self.tray.blanks.first().copied() else { return };
        let missing = self.missing(steps, last);
        if missing == 0 {
            self.hand_on(steps, last, None, points);
        }
        let worth = self.scene.compiled.score(blank);
        for step in chain(steps, last) {
            let code = step.code();
            if missing != 0 && code != missing || !mask.has(code) {
                continue;
            }
            let change = i64::from(worth - self.tray.scores[usize::from(code)]);
            let points = points + change * self.weight(step, factor);
            self.hand_on(steps, last, Some((step.slot, blank)), points);
        }
    }

    /// The code for which the blank was taken as no tile was left; 0 if there is none.
    #[inline(always)]
    fn missing(&self, steps: &[Step], last: &Step) -> u8 {
        let since = chain(steps, last).take_while(|step| self.tray.blanks_used(step.used));
        since.last().map_or(0, Step::code)
    }

    /// Hands on a word in which all letters but one have their own tiles.
    #[inline(always)]
    fn hand_on(&mut self, steps: &[Step], last: &Step, blank: Option<(u16, KindId)>, points: i64) {
        let (kinds, scene) = (&self.tray.kinds, self.scene);
        let tiles = Tiles::Chain { steps, last, kinds, blank, scene };
        self.sink.play(&Play { worth: Worth::Small(points), tiles });
    }

    /// Whether a word that stood is covered entirely. Only one on the line of the play can be.
    fn covers_a_word(&self, steps: &[Step], last: &Step) -> bool {
        let slots = &self.sight.slots;
        chain(steps, last).map(|step| usize::from(step.slot)).any(|slot| {
            if !slots[slot].filled() || slots[slot - 1].filled() {
                return false;
            }
            // From the first cell of a run that is covered: all of the run must be.
            let run = slots[slot..].iter().take_while(|slot| slot.filled()).count();
            let inside = |step: &&Step| (slot..slot + run).contains(&usize::from(step.slot));
            run > 1 && chain(steps, last).filter(inside).count() == run
        })
    }
}

/// Lets the pipeline judge and score plays.
pub(crate) struct Judged<'a, M, S> {
    pub position: Position<'a>,
    pub scene: Scene<'a>,
    pub tray: &'a Tray<M>,
    pub sink: &'a mut S,
    pub placed: Vec<Placed>,
    /// What has been found, where lines meet so that a play may lie on two of them.
    pub found: Option<BTreeSet<Letters>>,
}

/// The letters of a word, by cell.
pub(crate) type Letters = SmallVec<[(CellId, u8); 8]>;

impl<M: LetterMask, S: PlaySink> Emit for Judged<'_, M, S> {
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
            let cells = self.scene.table.cells.as_slice();
            let letters = self.placed.iter().map(|p| (cells[p.slot as usize], p.code));
            let mut letters: Letters = letters.collect();
            letters.sort_unstable();
            if !found.insert(letters) {
                return;
            }
        }
        self.submit();
    }
}

impl<M: LetterMask, S: PlaySink> Judged<'_, M, S> {
    /// Has all choices of tiles for the placed letters judged.
    fn submit(&mut self) {
        let Judged { position, scene, tray, sink, placed, .. } = self;
        each_choice(placed, tray, scene.compiled, 0, &mut |placed, _| {
            judge(position, *scene, placed, *sink);
        });
    }
}

fn judge(position: &Position<'_>, scene: Scene<'_>, placed: &[Placed], sink: &mut impl PlaySink) {
    let tile = |placed: &Placed| {
        let letter = scene.compiled.order.letter(placed.code);
        let cell = scene.table.cells[placed.slot as usize];
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
