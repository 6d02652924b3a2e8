//! XXH64, the checksum at the end of lexicon files.

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];
const STRIPE: usize = 32;

fn round(lane: u64, input: u64) -> u64 {
    lane.wrapping_add(input.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
}

fn eight(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// XXH64 with seed 0 of bytes that come in pieces.
pub(super) struct Xxh64 {
    lanes: [u64; 4],
    length: u64,
    /// The bytes that make no whole stripe yet.
    held: Vec<u8>,
}

impl Xxh64 {
    pub fn new() -> Xxh64 {
        let first = PRIMES[0].wrapping_add(PRIMES[1]);
        let lanes = [first, PRIMES[1], 0, 0u64.wrapping_sub(PRIMES[0])];
        Xxh64 { lanes, length: 0, held: Vec::with_capacity(STRIPE) }
    }

    pub fn update(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let missing = if self.held.is_empty() { 0 } else { STRIPE - self.held.len() };
        let (before, bytes) = bytes.split_at(missing.min(bytes.len()));
        self.held.extend(before);
        if self.held.len() == STRIPE {
            let held = std::mem::take(&mut self.held);
            self.stripes(held.as_chunks().0);
        }
        let (stripes, rest) = bytes.as_chunks();
        self.stripes(stripes);
        self.held.extend(rest);
    }

    fn stripes(&mut self, stripes: &[[u8; STRIPE]]) {
        for stripe in stripes {
            let (parts, _) = stripe.as_chunks::<8>();
            for (lane, part) in self.lanes.iter_mut().zip(parts) {
                *lane = round(*lane, u64::from_le_bytes(*part));
            }
        }
    }

    pub fn finish(&self) -> u64 {
        let mut hash = PRIMES[4];
        if self.length >= STRIPE as u64 {
            hash = [1, 7, 12, 18]
                .iter()
                .zip(self.lanes)
                .fold(0, |sum: u64, (turn, lane)| sum.wrapping_add(lane.rotate_left(*turn)));
            for lane in self.lanes {
                hash = (hash ^ round(0, lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
            }
        }
        hash = hash.wrapping_add(self.length);
        let mut rest = &self.held[..];
        while let Some((part, after)) = rest.split_at_checked(8) {
            hash = (hash ^ round(0, eight(part))).rotate_left(27);
            hash = hash.wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
            rest = after;
        }
        if let Some((part, after)) = rest.split_at_checked(4) {
            hash = (hash ^ eight(part).wrapping_mul(PRIMES[0])).rotate_left(23);
            hash = hash.wrapping_mul(PRIMES[1]).wrapping_add(PRIMES[2]);
            rest = after;
        }
        for byte in rest {
            hash = (hash ^ u64::from(*byte).wrapping_mul(PRIMES[4])).rotate_left(11);
            hash = hash.wrapping_mul(PRIMES[0]);
        }
        hash = (hash ^ hash >> 33).wrapping_mul(PRIMES[1]);
        hash = (hash ^ hash >> 29).wrapping_mul(PRIMES[2]);
        hash ^ hash >> 32
    }
}

/// XXH64 of these bytes with seed 0.
pub(super) fn xxh64(bytes: &[u8]) -> u64 {
    let mut hash = Xxh64::new();
    hash.update(bytes);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::{Xxh64, xxh64};

    #[test]
    fn published_values() {
        let table: [(&[u8], u64); 4] = [
            (b"", 0xEF46_DB37_51D8_E999),
            (b"a", 0xD24E_C4F1_A98C_6E5B),
            (b"abc", 0x44BC_2CF5_AD77_0999),
            (b"Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ];
        for (text, expected) in table {
            assert_eq!(xxh64(text), expected, "{text:?}");
        }
    }

    #[test]
    fn pieces_make_no_difference() {
        let bytes: Vec<u8> = (0..300u32).map(|number| (number * 7) as u8).collect();
        for piece in 1..100 {
            let mut hash = Xxh64::new();
            bytes.chunks(piece).for_each(|piece| hash.update(piece));
            assert_eq!(hash.finish(), xxh64(&bytes), "pieces of {piece} bytes");
        }
    }
}
