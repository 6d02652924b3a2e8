//! Imagined worlds: what the others hold, and in which order tiles leave the bag.

use crate::{Chance, Draws, Outlook};
use smallvec::SmallVec;
use tilewright_tiles::{KindId, TileCounts};

/// A world that fits what a seat knows. All candidates are tried in the same worlds, so that
/// chance favours none of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    /// The racks of all seats.
    pub racks: SmallVec<[TileCounts; 2]>,
    /// The tiles of the bag.
    pub bag: TileCounts,
    /// The same, in the order in which they come.
    order: Vec<KindId>,
    shuffled: Vec<KindId>,
}

impl World {
    /// Deals the unseen tiles anew.
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
        // What is left over lies on racks of players who resigned.
        self.order.clear();
        self.order.extend_from_slice(next(outlook.status.bag_len));
        self.bag = self.order.iter().copied().collect();
    }
}

/// The bag of a rollout. The seat that is to decide draws from one end, the others from the
/// other: its first tiles are the same however many of them it draws.
#[derive(Clone, Debug)]
pub(crate) struct Tap {
    order: Vec<KindId>,
    /// How many have left at the near end.
    drawn: usize,
    /// Who draws.
    pub own: bool,
    chance: Chance,
}

impl Tap {
    pub fn new() -> Tap {
        Tap { order: Vec::new(), drawn: 0, own: true, chance: Chance::new(0) }
    }

    /// Begins a rollout.
    pub fn open(&mut self, world: &World, chance: Chance) {
        self.order.clear();
        self.order.extend_from_slice(&world.order);
        (self.drawn, self.own, self.chance) = (0, true, chance);
    }

    /// Puts tiles back at random places.
    pub fn put_back(&mut self, tiles: &[KindId]) {
        for kind in tiles {
            let places = self.order.len() - self.drawn + 1;
            let place = self.drawn + self.chance.below(places);
            self.order.insert(place, *kind);
        }
    }
}

impl Draws for Tap {
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
        let world = World { order, ..World::default() };
        let mut tap = Tap::new();
        tap.open(&world, Chance::new(1));
        let bag = TileCounts::new();
        assert_eq!(tap.next(&bag), Some(KindId(3)));
        tap.own = false;
        assert_eq!((tap.next(&bag), tap.next(&bag)), (Some(KindId(5)), Some(KindId(1))));
        tap.put_back(&[KindId(9)]);
        tap.own = true;
        let mut left: Vec<u8> = std::iter::from_fn(|| tap.next(&bag)).map(|kind| kind.0).collect();
        left.sort_unstable();
        assert_eq!(left, [1, 4, 9]);
    }
}
