//! Sampled deals of the unseen tiles: the racks of the others and the order of the bag.

use crate::{Chance, Draws, Outlook};
use smallvec::SmallVec;
use tilewright_tiles::{KindId, TileCounts};

/// A deal that fits what a seat knows. All candidates are rolled out on the same deals, so that
/// luck favours none of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deal {
    /// The racks of all seats.
    pub racks: SmallVec<[TileCounts; 2]>,
    /// The tiles of the bag.
    pub bag: TileCounts,
    /// The same, in drawing order.
    order: Vec<KindId>,
    shuffled: Vec<KindId>,
}

impl Deal {
    /// Samples a new deal.
    pub fn deal(&mut self, outlook: &Outlook<'_>, unseen: &[KindId], chance: &mut Chance) {
        self.shuffled.clear();
        self.shuffled.extend_from_slice(unseen);
        chance.shuffle(&mut self.shuffled);
        let mut rest = self.shuffled.as_slice();
        let mut next = |count: usize| {
            let (taken, left) = rest.split_at(count.min(rest.len()));
            rest = left;
            taken
        };
        self.racks.clear();
        for (seat, status) in (0u8..).zip(&outlook.status.seats) {
            self.racks.push(match seat == outlook.seat {
                true => *outlook.rack,
                false => next(status.rack_len).iter().copied().collect(),
            });
        }
        // The remaining tiles lie on racks of players who resigned.
        self.order.clear();
        self.order.extend_from_slice(next(outlook.status.bag_len));
        self.bag = self.order.iter().copied().collect();
    }
}

/// The bag of a rollout. The deciding seat draws from the front, the others from the back: its
/// first tiles are the same however many it draws.
#[derive(Clone, Debug)]
pub(crate) struct TwoEndedBag {
    order: Vec<KindId>,
    /// The number of tiles drawn from the front.
    drawn: usize,
    /// Whether the deciding seat draws.
    pub own: bool,
    chance: Chance,
}

impl TwoEndedBag {
    pub fn new() -> TwoEndedBag {
        TwoEndedBag { order: Vec::new(), drawn: 0, own: true, chance: Chance::new(0) }
    }

    /// Starts a rollout.
    pub fn open(&mut self, deal: &Deal, chance: Chance) {
        self.order.clear();
        self.order.extend_from_slice(&deal.order);
        (self.drawn, self.own, self.chance) = (0, true, chance);
    }

    /// Returns tiles to random places.
    pub fn put_back(&mut self, tiles: &[KindId]) {
        for kind in tiles {
            let places = self.order.len() - self.drawn + 1;
            let place = self.drawn + self.chance.below(places);
            self.order.insert(place, *kind);
        }
    }
}

impl Draws for TwoEndedBag {
    #[inline]
    fn next(&mut self, _: &TileCounts) -> Option<KindId> {
        if self.drawn >= self.order.len() {
            return None;
        }
        if self.own {
            self.drawn += 1;
            return self.order.get(self.drawn - 1).copied();
        }
        self.order.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_tiles_come_from_one_end_and_those_of_others_from_the_other() {
        let order = [3, 1, 4, 1, 5].map(KindId).to_vec();
        let deal = Deal { order, ..Deal::default() };
        let mut bag_order = TwoEndedBag::new();
        bag_order.open(&deal, Chance::new(1));
        let bag = TileCounts::new();
        assert_eq!(bag_order.next(&bag), Some(KindId(3)));
        bag_order.own = false;
        assert_eq!(
            (bag_order.next(&bag), bag_order.next(&bag)),
            (Some(KindId(5)), Some(KindId(1)))
        );
        bag_order.put_back(&[KindId(9)]);
        bag_order.own = true;
        let mut left: Vec<u8> =
            std::iter::from_fn(|| bag_order.next(&bag)).map(|kind| kind.0).collect();
        left.sort_unstable();
        assert_eq!(left, [1, 4, 9]);
    }
}
