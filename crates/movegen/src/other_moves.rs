//! The moves of a seat other than plays: every exchange (swap), and the pass.

use crate::leaves::LeaveValues;
use smallvec::SmallVec;
use tilewright_rules::{GameStatus, Ruleset, TurnAction};
use tilewright_tiles::{KindId, TileCounts};

/// A move without a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherMove<'a> {
    /// Exchange these tiles, ordered by kind.
    Swap(&'a [KindId]),
    /// Pass.
    Pass,
}

/// The largest number of different swaps listed; racks of up to ten tiles have fewer.
pub const MAX_SWAPS: usize = 1 << 10;

/// Passes every move of a seat that places nothing to a sink, each once, with its equity: the
/// leave value in thousandths of a point. Swaps of fewer tiles come first; at most [`MAX_SWAPS`]
/// are listed. The pass, if it is allowed, comes last.
pub fn other_moves(
    ruleset: &Ruleset,
    status: &GameStatus,
    seat: u8,
    rack: &TileCounts,
    values: &dyn LeaveValues,
    sink: &mut dyn FnMut(OtherMove<'_>, i64),
) {
    let allows =
        |action: &TurnAction| ruleset.engine().check_action(status, seat, action).is_empty();
    let mut lister = Lister { kinds: rack.iter().collect(), values, sink, listed: 0 };
    for size in 1..=rack.len() {
        if allows(&TurnAction::Swap(size)) {
            lister.list(0, size, &mut SmallVec::new(), &mut SmallVec::new());
        }
    }
    if allows(&TurnAction::Pass) {
        let tiles: SmallVec<[KindId; 16]> = rack.tiles().collect();
        (lister.sink)(OtherMove::Pass, values.value(&tiles));
    }
}

type Tiles = SmallVec<[KindId; 16]>;

/// Lists the swaps of one size.
struct Lister<'a> {
    kinds: SmallVec<[(KindId, u16); 16]>,
    values: &'a dyn LeaveValues,
    sink: &'a mut dyn FnMut(OtherMove<'_>, i64),
    listed: usize,
}

impl Lister<'_> {
    /// Chooses how many tiles of each kind are swapped, from the kind `from` on, until `left` more
    /// are chosen.
    fn list(&mut self, from: usize, left: usize, gone: &mut Tiles, kept: &mut Tiles) {
        let behind: usize = self.kinds[from..].iter().map(|(_, count)| usize::from(*count)).sum();
        if left > behind || self.listed == MAX_SWAPS {
            return;
        }
        let Some((kind, count)) = self.kinds.get(from).copied() else {
            self.listed += 1;
            return (self.sink)(OtherMove::Swap(gone), self.values.value(kept));
        };
        let (were_gone, were_kept) = (gone.len(), kept.len());
        for goes in (0..=usize::from(count).min(left)).rev() {
            gone.extend(std::iter::repeat_n(kind, goes));
            kept.extend(std::iter::repeat_n(kind, usize::from(count) - goes));
            self.list(from + 1, left - goes, gone, kept);
            gone.truncate(were_gone);
            kept.truncate(were_kept);
        }
    }
}
