//! A bucket queue of windows, highest upper bound first.

/// The number of buckets.
const BUCKETS: usize = 256;
/// The width of a bucket is two to the power of this: about half a point.
const BUCKET_BITS: u32 = 9;
/// No window.
const NONE: u16 = u16::MAX;

/// Windows by descending upper bound; the order within a bucket is arbitrary. The last bucket
/// holds all windows far below the highest.
pub(crate) struct WindowQueue {
    /// The first window of each bucket.
    heads: [u16; BUCKETS],
    /// The next window in the same bucket, by place.
    links: Vec<u16>,
    /// The lower end of the last bucket.
    lowest: i64,
    /// The current bucket.
    bucket: usize,
}

impl Default for WindowQueue {
    fn default() -> WindowQueue {
        WindowQueue { heads: [NONE; BUCKETS], links: Vec::new(), lowest: 0, bucket: 0 }
    }
}

impl WindowQueue {
    /// Empties the queue and makes room for a number of windows up to the highest bound.
    pub fn begin(&mut self, windows: usize, highest: i64) {
        self.heads.fill(NONE);
        self.links.clear();
        self.links.resize(windows, NONE);
        self.lowest = highest.saturating_sub((BUCKETS as i64 - 1) << BUCKET_BITS);
        self.bucket = BUCKETS - 1;
    }

    /// Adds a window by its place.
    #[inline(always)]
    pub fn add(&mut self, bound: i64, place: usize) {
        let bucket = self.bucket_of(bound);
        self.links[place] = std::mem::replace(&mut self.heads[bucket], place as u16);
    }

    #[inline(always)]
    fn bucket_of(&self, bound: i64) -> usize {
        let above = bound.saturating_sub(self.lowest).max(0) >> BUCKET_BITS;
        above.min(BUCKETS as i64 - 1) as usize
    }

    /// Whether a window with this bound belongs in a later bucket.
    #[inline(always)]
    pub fn is_ahead(&self, bound: i64) -> bool {
        self.bucket_of(bound) < self.bucket
    }

    /// Removes the next window.
    #[inline(always)]
    pub fn next(&mut self) -> Option<usize> {
        loop {
            let head = self.heads[self.bucket];
            if head != NONE {
                self.heads[self.bucket] = self.links[usize::from(head)];
                return Some(usize::from(head));
            }
            self.bucket = self.bucket.checked_sub(1)?;
        }
    }

    /// Whether all remaining windows have bounds below this.
    pub fn is_below(&self, bound: i64) -> bool {
        let next = (self.bucket as i64 + 1) << BUCKET_BITS;
        self.lowest.saturating_add(next) <= bound
    }
}
