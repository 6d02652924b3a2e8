//! Cancellation: the generator reads no clock; its caller decides when to stop.

use crate::all_plays::Emit;
use crate::step::Step;
use std::cell::Cell;

/// Decides when to stop, for example by a clock or a cancel flag. Closures implement it.
///
/// It is polled often, also during generation, and must be cheap. Once it has returned true, it
/// must keep returning true.
pub trait Stop {
    /// Whether it is time to stop.
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

/// The number of steps between two polls.
const STEPS: u32 = 32;

/// Polled during generation.
pub(crate) trait Watch {
    /// Counts a step; true if generation should stop.
    fn step(&self) -> bool;
}

/// Never stops, at no cost.
impl Watch for () {
    #[inline(always)]
    fn step(&self) -> bool {
        false
    }
}

/// Polls a [`Stop`] every few steps.
pub(crate) struct Watcher<'a> {
    stop: &'a dyn Stop,
    steps: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Watcher<'a> {
    pub fn new(stop: &'a dyn Stop) -> Watcher<'a> {
        Watcher { stop, steps: Cell::new(0), over: Cell::new(stop.is_due()) }
    }

    /// Whether generation was stopped.
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

/// Emits words until generation is stopped.
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
