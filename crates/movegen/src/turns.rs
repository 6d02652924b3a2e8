//! What a seat may do with its turn besides placing tiles: every swap, and the pass.

use crate::leaves::LeaveValues;
use smallvec::SmallVec;
use tilewright_rules::{GameStatus, Ruleset, TurnAction};
use tilewright_tiles::{KindId, TileCounts};

/// A turn without a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherTurn<'a> {
    /// Swap these tiles, in the order of their kinds.
    Swap(&'a [KindId]),
    /// Pass.
    Pass,
}

/// So many different swaps are handed on at most; racks of up to ten tiles have fewer.
pub const MOST_SWAPS: usize = 1 << 10;

/// Hands every turn of a seat that places nothing to a sink, each once, with its equity: what the
/// rack that stays is worth, in thousandths of a point. Swaps of fewer tiles come first; beyond
/// [`MOST_SWAPS`] none are handed on. The pass, if it is allowed, comes last.
pub fn other_turns(
    ruleset: &Ruleset,
    status: &GameStatus,
    seat: u8,
    rack: &TileCounts,
    values: &dyn LeaveValues,
    sink: &mut dyn FnMut(OtherTurn<'_>, i64),
) {
    let allows =
        |action: &TurnAction| ruleset.engine().check_action(status, seat, action).is_empty();
    let mut lister = Lister { kinds: rack.iter().collect(), values, sink, handed: 0 };
    for size in 1..=rack.len() {
        if allows(&TurnAction::Swap(size)) {
            lister.list(0, size, &mut SmallVec::new(), &mut SmallVec::new());
        }
    }
    if allows(&TurnAction::Pass) {
        let tiles: SmallVec<[KindId; 16]> = rack.tiles().collect();
        (lister.sink)(OtherTurn::Pass, values.value(&tiles));
    }
}

type Tiles = SmallVec<[KindId; 16]>;

/// Lists the swaps of one size.
struct Lister<'a> {
    kinds: SmallVec<[(KindId, u16); 16]>,
    values: &'a dyn LeaveValues,
    sink: &'a mut dyn FnMut(OtherTurn<'_>, i64),
    handed: usize,
}

impl Lister<'_> {
    /// Chooses how many tiles of each kind go, from a kind on, until `left` more have gone.
    fn list(&mut self, from: usize, left: usize, gone: &mut Tiles, kept: &mut Tiles) {
        let behind: usize = self.kinds[from..].iter().map(|(_, count)| usize::from(*count)).sum();
        if left > behind || self.handed == MOST_SWAPS {
            return;
        }
        let Some((kind, count)) = self.kinds.get(from).copied() else {
            self.handed += 1;
            return (self.sink)(OtherTurn::Swap(gone), self.values.value(kept));
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
