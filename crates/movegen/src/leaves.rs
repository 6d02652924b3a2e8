//! Leave values: the worth of the tiles that a play leaves on the rack.

use tilewright_tiles::KindId;

/// Values of leaves, in thousandths of a point.
///
/// The equity of a play is a thousand times its score plus its leave value.
pub trait LeaveValues {
    /// The value of a leave; the order of its tiles must not matter.
    fn value(&self, tiles: &[KindId]) -> i64;

    /// The values of all leaves of a rack: `values[leave]`, where bit `n` of `leave` stands for
    /// tile `n` of the rack.
    fn fill(&self, rack: &[KindId], values: &mut [i64]) {
        let mut tiles = Vec::with_capacity(rack.len());
        for (leave, value) in values.iter_mut().enumerate() {
            tiles.clear();
            let is_kept = |(place, _): &(usize, &KindId)| leave >> place & 1 == 1;
            tiles.extend(rack.iter().enumerate().filter(is_kept).map(|(_, kind)| *kind));
            *value = self.value(&tiles);
        }
    }
}

/// Every leave has value 0: equity is the score.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLeaves;

impl LeaveValues for NoLeaves {
    fn value(&self, _: &[KindId]) -> i64 {
        0
    }

    fn fill(&self, _: &[KindId], values: &mut [i64]) {
        values.fill(0);
    }
}

/// A value for every kind of tile and for every pair of tiles; a leave is worth their sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves {
    kinds: usize,
    singles: Vec<i32>,
    /// By the first kind, then the second.
    pairs: Vec<i32>,
}

impl Leaves {
    /// All values are 0.
    pub fn zero(kinds: usize) -> Leaves {
        Leaves { kinds, singles: vec![0; kinds], pairs: vec![0; kinds * kinds] }
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// The value of one tile; 0 for a kind without one.
    pub fn single(&self, kind: KindId) -> i32 {
        self.singles.get(kind.index()).map_or(0, |value| *value)
    }

    /// The synergy of two tiles: their value together beyond their single values.
    pub fn pair(&self, one: KindId, other: KindId) -> i32 {
        match one.index() < self.kinds && other.index() < self.kinds {
            true => self.pairs[one.index() * self.kinds + other.index()],
            false => 0,
        }
    }

    /// Sets the value of one tile.
    pub fn set_single(&mut self, kind: KindId, value: i32) {
        if let Some(single) = self.singles.get_mut(kind.index()) {
            *single = value;
        }
    }

    /// Sets the synergy of two tiles.
    pub fn set_pair(&mut self, one: KindId, other: KindId, value: i32) {
        if one.index() < self.kinds && other.index() < self.kinds {
            self.pairs[one.index() * self.kinds + other.index()] = value;
            self.pairs[other.index() * self.kinds + one.index()] = value;
        }
    }
}

impl LeaveValues for Leaves {
    fn value(&self, tiles: &[KindId]) -> i64 {
        let mut value = 0;
        for (place, tile) in tiles.iter().enumerate() {
            value += i64::from(self.single(*tile));
            let pairs = tiles[..place].iter().map(|other| i64::from(self.pair(*tile, *other)));
            value += pairs.sum::<i64>();
        }
        value
    }

    fn fill(&self, rack: &[KindId], values: &mut [i64]) {
        if let Some(none) = values.first_mut() {
            *none = 0;
        }
        for (place, kind) in rack.iter().enumerate() {
            let bit = 1 << place;
            let single = i64::from(self.single(*kind));
            // Leaves whose last tile is this one: each leave without it, and its synergies.
            for rest in 0..bit {
                if rest == 0 {
                    values[bit] = single;
                    continue;
                }
                let lowest = rest.trailing_zeros() as usize;
                let others = rest & (rest - 1);
                // `values[bit | others]` - `values[others]` is what the tile adds to the others.
                let added = values[bit | others] - values[others];
                values[bit | rest] =
                    values[rest] + added + i64::from(self.pair(*kind, rack[lowest]));
            }
        }
    }
}
