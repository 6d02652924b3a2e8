//! How long tiles stay on racks.

use std::collections::VecDeque;
use tilewright_tiles::{KindId, TileCounts};

/// Since which turn of its owner each tile of a rack is there, by kind; those that have been there
/// longest are taken to leave first.
#[derive(Clone, Debug, Default)]
pub(super) struct Stays {
    since: Vec<VecDeque<u32>>,
}

impl Stays {
    /// An empty rack.
    pub fn new(kinds: usize) -> Stays {
        Stays { since: vec![VecDeque::new(); kinds] }
    }

    /// Notes the tiles down that came since the last turn.
    pub fn look_at(&mut self, rack: &TileCounts, turn: u32) {
        for (kind, count) in rack.iter() {
            let Some(since) = self.since.get_mut(kind.index()) else { continue };
            while since.len() < usize::from(count) {
                since.push_back(turn);
            }
        }
    }

    /// A tile leaves the rack: how many turns it has waited.
    pub fn leave(&mut self, kind: KindId, turn: u32) -> u32 {
        let since = self.since.get_mut(kind.index()).and_then(VecDeque::pop_front);
        turn.saturating_sub(since.unwrap_or(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_wait_from_the_turn_on_which_they_are_first_seen() {
        let (a, b) = (KindId(0), KindId(1));
        let mut stays = Stays::new(2);
        stays.look_at(&[a, a, b].into_iter().collect(), 0);
        assert_eq!(stays.leave(a, 0), 0);
        // One more a at turn 2; the old one leaves first.
        stays.look_at(&[a, a, b].into_iter().collect(), 2);
        assert_eq!((stays.leave(a, 3), stays.leave(a, 3), stays.leave(b, 5)), (3, 1, 5));
        // A tile that was never seen has not waited.
        assert_eq!(stays.leave(b, 9), 0);
    }
}
