//! Deals of the last unseen tiles: the opponent's rack and the order of the bag.

use crate::{Chance, Draws, Outlook};
use tilewright_tiles::{KindId, TileCounts};

/// One deal of the unseen tiles.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct WeightedDeal {
    /// The opponent's rack.
    pub rack: TileCounts,
    /// The tiles of the bag in the order in which they are drawn.
    pub bag: Vec<KindId>,
    /// The number of ways in which it can occur.
    pub weight: u64,
}

/// The deals that fit what a seat knows, with `held` tiles on the opponent's rack: all of them if
/// there are at most `most`, else a random sample.
pub(super) fn deals(
    outlook: &Outlook<'_>,
    held: usize,
    most: usize,
    chance: &mut Chance,
) -> Vec<WeightedDeal> {
    let unseen = outlook.unseen();
    let kinds: Vec<(KindId, u16)> = unseen.iter().collect();
    let mut bags = Vec::new();
    let in_bag = unseen.len().saturating_sub(held);
    let mut listing = Listing { kinds: &kinds, most, chosen: Vec::new(), bags: &mut bags };
    let mut deals = Vec::new();
    if listing.from(0, in_bag, 1) {
        for (mut bag, weight) in bags {
            let mut rack = unseen;
            let all = rack.take_all(&bag);
            debug_assert!(all, "a bag is made of unseen tiles");
            shuffle(&mut bag, chance);
            deals.push(WeightedDeal { rack, bag, weight });
        }
        return deals;
    }
    for _ in 0..most {
        let (mut rack, mut bag) = (unseen, Vec::new());
        for _ in 0..in_bag {
            if let Some(kind) = chance.next(&rack).filter(|kind| rack.take(*kind)) {
                bag.push(kind);
            }
        }
        deals.push(WeightedDeal { rack, bag, weight: 1 });
    }
    deals
}

fn shuffle(tiles: &mut [KindId], chance: &mut Chance) {
    for place in (1..tiles.len()).rev() {
        tiles.swap(place, chance.below(place + 1));
    }
}

/// Lists the possible contents of a bag.
struct Listing<'a> {
    kinds: &'a [(KindId, u16)],
    most: usize,
    chosen: Vec<KindId>,
    bags: &'a mut Vec<(Vec<KindId>, u64)>,
}

impl Listing<'_> {
    /// Chooses `more` tiles of the kinds from a place on; false if there are too many ways.
    fn from(&mut self, place: usize, more: usize, weight: u64) -> bool {
        if more == 0 {
            self.bags.push((self.chosen.clone(), weight));
            return self.bags.len() <= self.most;
        }
        let Some((kind, count)) = self.kinds.get(place).copied() else { return true };
        let (before, count) = (self.chosen.len(), u64::from(count));
        let mut ways = weight;
        for taken in 0..=count.min(more as u64) {
            if !self.from(place + 1, more - taken as usize, ways) {
                return false;
            }
            self.chosen.push(kind);
            ways = ways.saturating_mul(count - taken) / (taken + 1);
        }
        self.chosen.truncate(before);
        true
    }
}

/// Draws in a given order.
pub(super) struct InOrder<'a>(pub std::slice::Iter<'a, KindId>);

impl Draws for InOrder<'_> {
    fn next(&mut self, bag: &TileCounts) -> Option<KindId> {
        let there = self.0.find(|kind| bag.count(**kind) > 0).copied();
        there.or_else(|| bag.nth(0))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted() {
        // Of AAB and C, two tiles: AA in 1 way, AB in 2, AC in 2, BC in 1.
        let kinds = [(KindId(0), 2), (KindId(1), 1), (KindId(2), 1)];
        let mut bags = Vec::new();
        let mut listing = Listing { kinds: &kinds, most: 9, chosen: Vec::new(), bags: &mut bags };
        assert!(listing.from(0, 2, 1));
        let kind = |kinds: &[u8]| kinds.iter().map(|kind| KindId(*kind)).collect::<Vec<_>>();
        let expected =
            [(kind(&[1, 2]), 1), (kind(&[0, 2]), 2), (kind(&[0, 1]), 2), (kind(&[0, 0]), 1)];
        assert_eq!(bags, expected);
        let mut bags = Vec::new();
        let mut listing = Listing { kinds: &kinds, most: 3, chosen: Vec::new(), bags: &mut bags };
        assert!(!listing.from(0, 2, 1));
    }
}
