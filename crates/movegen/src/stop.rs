//! Breaking a search off: the generator reads no clock, whoever calls says when to stop.

use crate::levels::Emit;
use crate::step::Step;
use std::cell::Cell;

/// Says when to stop, by a clock or because somebody has asked for it. Closures do.
///
/// It is asked often, also from within the search for plays, and should answer at once. Once it
/// has said yes, it is expected to go on saying so.
pub trait Stop {
    /// Whether it is time.
    fn is_due(&self) -> bool;
}

impl<F: Fn() -> bool> Stop for F {
    fn is_due(&self) -> bool {
        self()
    }
}

/// Never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Stop for Never {
    fn is_due(&self) -> bool {
        false
    }
}

/// The clock is asked once in so many steps.
const STEPS: u32 = 32;

/// Watches for the end of a search.
pub(crate) trait Watch {
    /// A step is made; says whether it is over.
    fn step(&self) -> bool;
}

/// Nobody watches, at no cost.
impl Watch for () {
    #[inline(always)]
    fn step(&self) -> bool {
        false
    }
}

/// Asks once in a while.
pub(crate) struct Watcher<'a> {
    stop: &'a dyn Stop,
    steps: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Watcher<'a> {
    pub fn new(stop: &'a dyn Stop) -> Watcher<'a> {
        Watcher { stop, steps: Cell::new(0), over: Cell::new(stop.is_due()) }
    }

    /// Whether it was said to be over.
    pub fn is_over(&self) -> bool {
        self.over.get()
    }
}

impl Watch for &Watcher<'_> {
    #[inline]
    fn step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() >= STEPS && !self.over.get() {
            self.steps.set(0);
            self.over.set(self.stop.is_due());
        }
        self.over.get()
    }
}

/// Words as they are found, until it is over.
pub(crate) struct Watched<E, W> {
    pub emit: E,
    pub watch: W,
}

impl<E: Emit, W: Watch> Emit for Watched<E, W> {
    #[inline(always)]
    fn emit(&mut self, steps: &[Step], step: &Step) {
        if !self.watch.step() {
            self.emit.emit(steps, step);
        }
    }

    #[inline(always)]
    fn is_over(&mut self) -> bool {
        self.watch.step()
    }
}
