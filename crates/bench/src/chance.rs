//! Random numbers for self-play: small, seeded, the same everywhere.

/// A stream of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Chance {
        Chance { state: seed ^ 0x5DEE_CE66_D1CE_4E5B }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `size`; 0 if there is none.
    pub fn below(&mut self, size: usize) -> usize {
        (self.bits() % (size.max(1) as u64)) as usize
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
