//! Move ordering: history and killer moves. It never changes a value, only how soon it is found.

use tilewright_movegen::{LinePlay, PackedRack};

/// A play with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedPlay {
    pub play: LinePlay,
    pub order: i32,
}

/// Plays that caused cutoffs are tried earlier in other nodes.
pub(super) struct MoveOrdering {
    /// The history table, by side and key.
    history: [Vec<i32>; 2],
    /// The killer moves, by ply.
    killers: Vec<[u64; 2]>,
}

/// The size of the history table.
const KEYS: usize = 1 << 14;
/// The largest history value, in points times [`SCALE`].
const MOST: i32 = 60 * SCALE;
/// The unit of orders: one point.
pub(super) const SCALE: i32 = 16;
/// Puts a play before all others.
const FIRST: i32 = 1 << 28;
/// Puts a play before most others.
const EARLY: i32 = 1 << 24;

impl MoveOrdering {
    pub fn new(plies: usize) -> MoveOrdering {
        MoveOrdering { history: [vec![0; KEYS], vec![0; KEYS]], killers: vec![[0; 2]; plies] }
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key >> 30) as usize % KEYS
    }

    /// Records that a play caused a cutoff.
    pub fn record_cutoff(&mut self, side: usize, ply: usize, key: u64, depth: u8) {
        let count = &mut self.history[side][MoveOrdering::place(key)];
        *count += (i32::from(depth) * 4).min(64);
        if *count > MOST {
            self.history[side].iter_mut().for_each(|count| *count /= 2);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != key {
            *killers = [key, killers[0]];
        }
    }

    /// The order of a play with an estimated value.
    #[inline]
    pub fn order(&self, side: usize, ply: usize, play: &LinePlay, estimate: i32, best: u16) -> i32 {
        let estimate = estimate * SCALE + self.history[side][MoveOrdering::place(play.key)];
        let killers = &self.killers[ply];
        if best_of(play.key) == best {
            FIRST + estimate
        } else if killers.contains(&play.key) {
            EARLY + estimate
        } else {
            estimate
        }
    }
}

/// The part of a play's key that the transposition table stores; never 0 or [`PASS`].
#[inline]
pub(super) fn best_of(key: u64) -> u16 {
    ((key >> 48) as u16).max(2)
}

/// A pass as a best move.
pub(super) const PASS: u16 = 1;

/// The scores of the tiles of a rack, by the place of their kind.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceValues(pub [i32; 16]);

impl FaceValues {
    /// The sum over some tiles.
    #[inline]
    pub fn of(&self, tiles: PackedRack) -> i32 {
        let (mut rest, mut sum) = (tiles.0, 0);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize / 4;
            sum += self.0[place] * (rest >> (4 * place) & 15) as i32;
            rest &= !(15 << (4 * place));
        }
        sum
    }
}
