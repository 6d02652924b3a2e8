//! What the tiles that a play leaves on the rack are worth.

use tilewright_tiles::KindId;

/// Values of tiles that stay on the rack, in thousandths of a point.
///
/// The equity of a play is a thousand times its score and the value of what it leaves.
pub trait LeaveValues {
    /// The value of some tiles that stay; their order must not matter.
    fn value(&self, tiles: &[KindId]) -> i64;

    /// The values of all parts of a rack: `values[part]`, where bit `n` of `part` says that tile
    /// `n` of the rack stays.
    fn fill(&self, rack: &[KindId], values: &mut [i64]) {
        let mut tiles = Vec::with_capacity(rack.len());
        for (part, value) in values.iter_mut().enumerate() {
            tiles.clear();
            let stays = |(place, _): &(usize, &KindId)| part >> place & 1 == 1;
            tiles.extend(rack.iter().enumerate().filter(stays).map(|(_, kind)| *kind));
            *value = self.value(&tiles);
        }
    }
}

/// Every leave is worth nothing: equity is the score.
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

/// A value for every kind of tile and one for every pair of tiles; a leave is worth the sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves {
    kinds: usize,
    singles: Vec<i32>,
    /// By the first kind, then the second.
    pairs: Vec<i32>,
}

impl Leaves {
    /// Nothing is worth anything.
    pub fn zero(kinds: usize) -> Leaves {
        Leaves { kinds, singles: vec![0; kinds], pairs: vec![0; kinds * kinds] }
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// The value of one tile.
    pub fn single(&self, kind: KindId) -> i32 {
        self.singles.get(kind.index()).copied().unwrap_or(0)
    }

    /// What two tiles together are worth more than each alone.
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

    /// Sets what two tiles together are worth more than each alone.
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
            // Parts whose last tile is this one: those without it, and its pairs with them.
            for rest in 0..bit {
                if rest == 0 {
                    values[bit] = single;
                    continue;
                }
                let lowest = rest.trailing_zeros() as usize;
                let others = rest & (rest - 1);
                // values[bit | others] - values[others] is what the tile adds to the others.
                let added = values[bit | others] - values[others];
                values[bit | rest] =
                    values[rest] + added + i64::from(self.pair(*kind, rack[lowest]));
            }
        }
    }
}
