//! Which plays to try first. Nothing here changes a value, only how soon it is found.

use tilewright_movegen::{LinePlay, PackedRack};

/// A play to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub play: LinePlay,
    pub order: i32,
}

/// Plays that refuted others are tried earlier elsewhere.
pub(super) struct Experience {
    /// By side and key: how often a play was the best.
    history: [Vec<i32>; 2],
    /// By ply: the last two plays that refuted something.
    killers: Vec<[u64; 2]>,
}

/// Plays that are told apart.
const KEYS: usize = 1 << 14;
/// What history may count at most, in points times [`SCALE`].
const MOST: i32 = 60 * SCALE;
/// The unit of orders: a point.
pub(super) const SCALE: i32 = 16;
/// What puts a play before all others.
const FIRST: i32 = 1 << 28;
/// What puts a play before most others.
const EARLY: i32 = 1 << 24;

impl Experience {
    pub fn new(plies: usize) -> Experience {
        Experience { history: [vec![0; KEYS], vec![0; KEYS]], killers: vec![[0; 2]; plies] }
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key >> 30) as usize % KEYS
    }

    /// A play refuted the one before it.
    pub fn note(&mut self, side: usize, ply: usize, key: u64, depth: u8) {
        let count = &mut self.history[side][Experience::place(key)];
        *count += (i32::from(depth) * 4).min(64);
        if *count > MOST {
            self.history[side].iter_mut().for_each(|count| *count /= 2);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != key {
            *killers = [key, killers[0]];
        }
    }

    /// When to try a play that is worth an estimate.
    #[inline]
    pub fn order(&self, side: usize, ply: usize, play: &LinePlay, estimate: i32, best: u16) -> i32 {
        let estimate = estimate * SCALE + self.history[side][Experience::place(play.key)];
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

/// The part of a play's key that is remembered; never 0 or [`PASS`].
#[inline]
pub(super) fn best_of(key: u64) -> u16 {
    ((key >> 48) as u16).max(2)
}

/// A pass among best plays.
pub(super) const PASS: u16 = 1;

/// What the tiles of a rack count, by the place of their kind.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceValues(pub [i32; 16]);

impl FaceValues {
    /// What some tiles count.
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
