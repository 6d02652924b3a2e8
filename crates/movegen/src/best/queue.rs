//! Windows in the order of their bounds, or nearly.

/// How many steps of bounds are told apart.
const STEPS: usize = 256;
/// A step is two to the power of this: about half a point.
const STEP: u32 = 9;
/// No window.
const NONE: u16 = u16::MAX;

/// Windows from the highest bound down, by steps: within a step they come in any order. What is
/// far below the highest is in the last step.
pub(crate) struct Queue {
    /// The first window of each step.
    heads: [u16; STEPS],
    /// The window that comes after each, by place.
    links: Vec<u16>,
    /// Where the last step begins.
    lowest: i64,
    /// The step that is taken from.
    step: usize,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { heads: [NONE; STEPS], links: Vec::new(), lowest: 0, step: 0 }
    }
}

impl Queue {
    /// Empties the queue, for so many windows up to the highest bound.
    pub fn begin(&mut self, windows: usize, highest: i64) {
        self.heads.fill(NONE);
        self.links.clear();
        self.links.resize(windows, NONE);
        self.lowest = highest.saturating_sub((STEPS as i64 - 1) << STEP);
        self.step = STEPS - 1;
    }

    /// Adds the window of a place.
    #[inline(always)]
    pub fn add(&mut self, bound: i64, place: usize) {
        let step = self.step_of(bound);
        self.links[place] = std::mem::replace(&mut self.heads[step], place as u16);
    }

    #[inline(always)]
    fn step_of(&self, bound: i64) -> usize {
        let above = bound.saturating_sub(self.lowest).max(0) >> STEP;
        above.min(STEPS as i64 - 1) as usize
    }

    /// Whether the last window was taken too early for this bound.
    #[inline(always)]
    pub fn is_ahead(&self, bound: i64) -> bool {
        self.step_of(bound) < self.step
    }

    /// Takes the next window.
    #[inline(always)]
    pub fn next(&mut self) -> Option<usize> {
        loop {
            let head = self.heads[self.step];
            if head != NONE {
                self.heads[self.step] = self.links[usize::from(head)];
                return Some(usize::from(head));
            }
            self.step = self.step.checked_sub(1)?;
        }
    }

    /// Whether all windows that are left have lower bounds than this.
    pub fn is_below(&self, bound: i64) -> bool {
        let next = (self.step as i64 + 1) << STEP;
        self.lowest.saturating_add(next) <= bound
    }
}
