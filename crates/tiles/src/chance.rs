//! Random numbers from a seed, for bots, search and tests: small, fast, the same everywhere. The
//! tiles of games are drawn by [`draw_index`](crate::draw_index), which can be verified.

/// A stream of random numbers (SplitMix64).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    state: u64,
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

impl Chance {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Chance {
        Chance { state: mix(seed.wrapping_add(STEP)) }
    }

    /// A stream of its own for one part of something, such as one game of many: the same for the
    /// same seed and number, independent of other draws.
    pub fn part(seed: u64, number: u64) -> Chance {
        Chance::new(mix(seed).wrapping_add(mix(number.wrapping_mul(STEP) ^ !seed)))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `size`; 0 if there is none.
    #[inline]
    pub fn below(&mut self, size: usize) -> usize {
        ((u128::from(self.bits()) * size as u128) >> 64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }

    /// Puts things in random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// 32 random bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.bits().to_le_bytes());
        }
        bytes
    }
}
