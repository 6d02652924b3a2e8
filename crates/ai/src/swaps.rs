//! Which tiles to swap.

use crate::{Outlook, SwapTiles};
use smallvec::SmallVec;
use tilewright_movegen::LeaveValues;
use tilewright_rules::TurnAction;
use tilewright_tiles::KindId;

/// For racks up to this size every leave is valued.
const TABLED: usize = 10;

/// Finds the best swap of a rack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Swaps {
    table: Vec<i64>,
}

/// A swap and its leave value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Swap {
    pub tiles: SwapTiles,
    pub equity: i64,
}

impl Swaps {
    /// The best swap that the rules allow and that is worth more than `floor`.
    pub fn best(
        &mut self,
        outlook: &Outlook<'_>,
        values: &dyn LeaveValues,
        floor: i64,
    ) -> Option<Swap> {
        self.best_few(outlook, values, floor, 1).into_iter().next()
    }

    /// The best swaps of different numbers of tiles that the rules allow and that are worth more
    /// than `floor`, best first.
    pub fn best_few(
        &mut self,
        outlook: &Outlook<'_>,
        values: &dyn LeaveValues,
        floor: i64,
        count: usize,
    ) -> SmallVec<[Swap; 8]> {
        let rack: SmallVec<[KindId; 16]> = outlook.rack.tiles().collect();
        if rack.is_empty() || outlook.bag_len() == 0 {
            return SmallVec::new();
        }
        let mut candidates = match rack.len() <= TABLED {
            true => self.by_table(&rack, values, floor),
            false => greedy(&rack, values),
        };
        candidates.retain(|swap| swap.equity > floor);
        // Stable: fewer tiles come first among equals.
        tilewright_tiles::sort_by_key(&mut candidates, |swap| std::cmp::Reverse(swap.equity));
        let allowed = |swap: &Swap| outlook.allows(&TurnAction::Swap(swap.tiles.len()));
        candidates.into_iter().filter(allowed).take(count).collect()
    }

    /// The best swap of every size, by the values of all leaves.
    fn by_table(
        &mut self,
        rack: &[KindId],
        values: &dyn LeaveValues,
        floor: i64,
    ) -> SmallVec<[Swap; 8]> {
        let parts = 1_usize << rack.len();
        self.table.clear();
        self.table.resize(parts, 0);
        values.fill(rack, &mut self.table);
        if self.table.iter().all(|value| *value <= floor) {
            return SmallVec::new();
        }
        let mut best: SmallVec<[Option<usize>; 16]> = SmallVec::from_elem(None, rack.len() + 1);
        for (kept, value) in self.table.iter().enumerate() {
            let swapped = rack.len() - kept.count_ones() as usize;
            if best[swapped].is_none_or(|other: usize| self.table[other] < *value) {
                best[swapped] = Some(kept);
            }
        }
        let swap = |kept: usize| Swap {
            tiles: (rack.iter().enumerate())
                .filter(|(place, _)| kept >> place & 1 == 0)
                .map(|(_, kind)| *kind)
                .collect(),
            equity: self.table[kept],
        };
        best.iter().skip(1).flatten().map(|kept| swap(*kept)).collect()
    }
}

/// For large racks: the tiles that are worth least by themselves are swapped, one more each time.
fn greedy(rack: &[KindId], values: &dyn LeaveValues) -> SmallVec<[Swap; 8]> {
    let mut sorted: SwapTiles = rack.iter().copied().collect();
    tilewright_tiles::sort_by_key(&mut sorted, |kind| values.value(&[*kind]));
    let swap = |count: usize| Swap {
        tiles: sorted[..count].iter().copied().collect(),
        equity: values.value(&sorted[count..]),
    };
    (1..=sorted.len()).map(swap).collect()
}
