//! Generated plays and the sinks that receive them.

use crate::assign_tiles::Placed;
use crate::compile::Compiled;
use crate::lines::LineTable;
use crate::step::{NO_STEP, Step};
use smallvec::SmallVec;
use tilewright_rules::{Placement, Points};
use tilewright_tiles::{KindId, MAX_LETTERS, Mark, Tile};

/// The placements of a play, by cell.
pub type Placements = SmallVec<[Placement; 8]>;

/// A generated play. Its placements are only built on demand.
#[derive(Clone, Copy)]
pub struct Play<'a> {
    pub(crate) worth: Worth<'a>,
    pub(crate) tiles: Tiles<'a>,
}

/// The score of a play.
#[derive(Clone, Copy)]
pub(crate) enum Worth<'a> {
    Small(i64),
    Exact(&'a Points),
}

/// The placements of a play.
#[derive(Clone, Copy)]
pub(crate) enum Tiles<'a> {
    /// The placements themselves.
    Listed(&'a [Placement]),
    /// A chain of steps in which every letter has its own tile, except for the letter on one slot
    /// if there is a blank.
    Chain {
        steps: &'a [Step],
        last: &'a Step,
        kinds: &'a [KindId; MAX_LETTERS + 1],
        blank: Option<(u16, KindId)>,
        decoder: SlotDecoder<'a>,
    },
    /// Letters and the kinds assigned to them.
    Assigned { placed: &'a [Placed], decoder: SlotDecoder<'a> },
}

/// Translates slots and codes into cells and letters.
#[derive(Clone, Copy)]
pub(crate) struct SlotDecoder<'a> {
    pub table: &'a LineTable,
    pub compiled: &'a Compiled,
}

/// Sorts by cell; one copy of the code for all callers.
fn sort(placements: &mut Placements) {
    placements.sort_unstable_by_key(|placement| placement.cell);
}

impl SlotDecoder<'_> {
    /// Placements by cell.
    pub fn placements(&self, placed: &[Placed]) -> Placements {
        let placed = placed.iter().map(|p| self.placement(p.slot, p.code, p.kind));
        let mut placements: Placements = placed.collect();
        sort(&mut placements);
        placements
    }

    fn placement(&self, slot: u32, code: u8, kind: KindId) -> Placement {
        let letter = self.compiled.order.letter(code);
        let cell = self.table.cells[slot as usize];
        Placement { cell, tile: Tile { kind, letter, mark: Mark::NONE } }
    }
}

impl<'a> Play<'a> {
    pub(crate) fn listed(placements: &'a [Placement], points: &'a Points) -> Play<'a> {
        Play { worth: Worth::Exact(points), tiles: Tiles::Listed(placements) }
    }

    /// The score of the play.
    pub fn points(&self) -> Points {
        match self.worth {
            Worth::Small(points) => Points::new(points),
            Worth::Exact(points) => points.clone(),
        }
    }

    /// The score of the play, if it fits an `i64`: always, except for variants with unbounded
    /// scores.
    #[inline]
    pub fn small_points(&self) -> Option<i64> {
        match self.worth {
            Worth::Small(points) => Some(points),
            Worth::Exact(points) => points.as_i64(),
        }
    }

    /// The number of tiles placed.
    pub fn tile_count(&self) -> usize {
        match self.tiles {
            Tiles::Listed(placements) => placements.len(),
            Tiles::Chain { last, .. } => usize::from(last.tally.placed()),
            Tiles::Assigned { placed, .. } => placed.len(),
        }
    }

    /// The placements, by cell.
    pub fn placements(&self) -> Placements {
        let mut placements = Placements::new();
        match self.tiles {
            Tiles::Listed(listed) => placements.extend_from_slice(listed),
            Tiles::Chain { steps, last, kinds, blank, decoder } => {
                for step in chain(steps, last) {
                    let own = kinds[usize::from(step.code())];
                    let blank = blank.filter(|(slot, _)| *slot == step.slot);
                    let kind = blank.map_or(own, |(_, kind)| kind);
                    placements.push(decoder.placement(step.slot.into(), step.code(), kind));
                }
            }
            Tiles::Assigned { placed, decoder } => return decoder.placements(placed),
        }
        sort(&mut placements);
        placements
    }
}

/// The placements of a partial word, last one first.
pub(crate) fn chain<'a>(
    steps: &'a [Step],
    last: &'a Step,
) -> impl Iterator<Item = &'a Step> + use<'a> {
    let mut next = Some(last);
    std::iter::from_fn(move || {
        let step = next.filter(|step| step.code() != 0)?;
        next = if step.parent == NO_STEP { None } else { steps.get(step.parent as usize) };
        Some(step)
    })
}

/// Receives plays as they are generated. Closures are sinks.
pub trait PlaySink {
    /// A play.
    fn play(&mut self, play: &Play<'_>);
}

impl<F: FnMut(&Play<'_>)> PlaySink for F {
    #[inline]
    fn play(&mut self, play: &Play<'_>) {
        self(play);
    }
}

/// The number of plays and sums over their scores.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The number of plays.
    pub plays: u64,
    /// The sum of their scores.
    pub sum: Points,
    /// The best score; 0 if there is no play.
    pub best: Points,
    /// The sum of the squares of their scores.
    pub squares: Points,
}

/// Counts plays and sums their scores.
pub(crate) struct Counter {
    plays: u64,
    sum: i64,
    best: i64,
    squares: i64,
    /// The sums that do not fit the fields above.
    large: Summary,
}

/// Larger scores are added exactly.
const SMALL: i64 = 1 << 20;
/// Larger sums are moved to the exact ones.
const FULL: i64 = 1 << 61;

impl PlaySink for Counter {
    #[inline(always)]
    fn play(&mut self, play: &Play<'_>) {
        match play.small_points() {
            Some(points) if (-SMALL..=SMALL).contains(&points) => {
                self.plays += 1;
                self.sum += points;
                self.squares += points * points;
                self.best = self.best.max(points);
                if self.squares > FULL {
                    self.flush();
                }
            }
            _ => self.add_large(&play.points()),
        }
    }
}

impl Counter {
    pub fn new() -> Counter {
        Counter { plays: 0, sum: 0, best: i64::MIN, squares: 0, large: Summary::default() }
    }

    #[cold]
    fn flush(&mut self) {
        self.large.sum = self.large.sum.add(&Points::new(self.sum));
        self.large.squares = self.large.squares.add(&Points::new(self.squares));
        (self.sum, self.squares) = (0, 0);
    }

    #[cold]
    fn add_large(&mut self, points: &Points) {
        let first = self.large.plays == 0;
        self.large.plays += 1;
        self.large.sum = self.large.sum.add(points);
        self.large.squares = self.large.squares.add(&points.multiply(points));
        if first || *points > self.large.best {
            self.large.best = points.clone();
        }
    }

    pub fn finish(mut self) -> Summary {
        self.flush();
        if self.plays > 0 {
            let best = Points::new(self.best);
            if self.large.plays == 0 || best > self.large.best {
                self.large.best = best;
            }
        }
        self.large.plays += self.plays;
        self.large
    }
}
