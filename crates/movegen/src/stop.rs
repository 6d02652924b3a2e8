//! Bounded work: the generator reads no clock; it counts steps, and its caller decides when to stop.

use crate::all_plays::Emit;
use crate::step::Step;
use std::cell::Cell;

/// Decides when to stop: a [`Budget`](crate::Budget) of steps, a clock or a cancel flag. Closures
/// implement it.
///
/// It is polled often, also during generation, and must be cheap. Once it has returned true, it
/// must keep returning true.
pub trait Stop {
    /// Whether it is time to stop.
    fn is_due(&self) -> bool;

    /// Counts steps of work, and says whether it is time to stop. A step is about the time in which
    /// the generator extends one partial word.
    fn spend(&self, steps: u64) -> bool {
        let _ = steps;
        self.is_due()
    }
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

/// Stops when one of two is due; both count steps.
pub struct Either<'a>(pub &'a dyn Stop, pub &'a dyn Stop);

impl Stop for Either<'_> {
    fn is_due(&self) -> bool {
        self.0.is_due() || self.1.is_due()
    }

    fn spend(&self, steps: u64) -> bool {
        self.0.spend(steps) | self.1.spend(steps)
    }
}

/// The number of steps between two polls.
const STEPS: u64 = 8192;
/// The most partial words that one walk holds: 40 bytes each.
pub(crate) const MOST_PARTIAL_WORDS: usize = 2 << 20;
/// The steps of emitting a play.
pub(crate) const EMIT_STEPS: u64 = 16;

/// Polled during generation.
pub(crate) trait Watch: Copy {
    /// Counts steps; true if generation should stop.
    fn spend(self, steps: u64) -> bool;
    /// Stops generation now: it needs too much memory.
    fn exhaust(self);
}

/// Never stops, at no cost.
#[cfg(not(target_arch = "wasm32"))]
impl Watch for () {
    #[inline(always)]
    fn spend(self, _: u64) -> bool {
        false
    }
    #[inline(always)]
    fn exhaust(self) {}
}

/// Polls a [`Stop`] every few steps.
pub(crate) struct Watcher<'a> {
    stop: &'a dyn Stop,
    steps: Cell<u64>,
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

    #[cold]
    fn poll(&self) {
        let steps = self.steps.take();
        if self.stop.spend(steps) {
            self.over.set(true);
        }
    }
}

impl Drop for Watcher<'_> {
    /// Counts the steps since the last poll.
    fn drop(&mut self) {
        self.poll();
    }
}

impl Watch for &Watcher<'_> {
    #[inline]
    fn spend(self, steps: u64) -> bool {
        let spent = self.steps.get().saturating_add(steps);
        self.steps.set(spent);
        if spent >= STEPS {
            self.poll();
        }
        self.over.get()
    }

    #[cold]
    fn exhaust(self) {
        self.steps.set(u64::MAX);
        self.poll();
        self.over.set(true);
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
        if !self.watch.spend(EMIT_STEPS) {
            self.emit.emit(steps, step);
        }
    }

    #[inline(always)]
    fn spend(&mut self, steps: usize) -> bool {
        self.watch.spend(steps as u64)
    }

    #[inline(always)]
    fn exhaust(&mut self) {
        self.watch.exhaust();
    }
}
