//! Room for a number of workers. Who finds none waits; the next one is of another address, so that
//! nobody waits behind all that one address has sent.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// For whom work is done; the server's own work has no address.
type Key = Option<IpAddr>;

struct Queue {
    free: usize,
    /// The places of each address.
    places: HashMap<IpAddr, usize>,
    /// Whose turn it is, in this order.
    turns: VecDeque<Key>,
    waiting: HashMap<Key, VecDeque<oneshot::Sender<Permit>>>,
}

impl Queue {
    /// Whether an address may have another place.
    fn may_enter(&self, key: Key, each: usize) -> bool {
        let places = key.and_then(|address| self.places.get(&address));
        places.is_none_or(|places| *places < each)
    }

    fn take(&mut self, key: Key) {
        self.free -= 1;
        if let Some(address) = key {
            *self.places.entry(address).or_insert(0) += 1;
        }
    }

    fn give_back(&mut self, key: Key) {
        self.free += 1;
        let Some(address) = key else { return };
        if let Some(places) = self.places.get_mut(&address) {
            *places -= 1;
            if *places == 0 {
                self.places.remove(&address);
            }
        }
    }

    /// The next one who waits and may enter.
    fn next(&mut self, each: usize) -> Option<(Key, oneshot::Sender<Permit>)> {
        let turn = self.turns.iter().position(|key| self.may_enter(*key, each))?;
        let key = self.turns.remove(turn)?;
        let waiting = self.waiting.get_mut(&key)?;
        let next = waiting.pop_front()?;
        match waiting.is_empty() {
            true => drop(self.waiting.remove(&key)),
            false => self.turns.push_back(key),
        }
        Some((key, next))
    }
}

/// Room for a number of workers.
pub(crate) struct Room {
    /// The most places of one address.
    each: usize,
    queue: Mutex<Queue>,
}

/// A place in a room, which is free again when this is dropped.
pub(crate) struct Permit {
    room: Arc<Room>,
    key: Key,
    held: bool,
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.held {
            self.room.release(self.key);
        }
    }
}

impl Room {
    /// Room for this many; one address leaves at least one place to others, if there are several.
    pub fn new(places: usize) -> Arc<Room> {
        let free = places.max(1);
        let (places, turns, waiting) = (HashMap::new(), VecDeque::new(), HashMap::new());
        let queue = Mutex::new(Queue { free, places, turns, waiting });
        Arc::new(Room { each: (free - 1).max(1), queue })
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many places are free.
    pub fn free(&self) -> usize {
        self.lock().free
    }

    /// A place, or the way to wait for one.
    pub fn enter(self: &Arc<Self>, key: Key) -> Result<Permit, oneshot::Receiver<Permit>> {
        let mut queue = self.lock();
        if queue.free > 0 && queue.may_enter(key, self.each) {
            queue.take(key);
            return Ok(Permit { room: self.clone(), key, held: true });
        }
        let (sender, receiver) = oneshot::channel();
        let new = !queue.waiting.contains_key(&key);
        let waiting = queue.waiting.entry(key).or_default();
        // Some may have given up.
        waiting.retain(|waits| !waits.is_closed());
        waiting.push_back(sender);
        if new {
            queue.turns.push_back(key);
        }
        Err(receiver)
    }

    fn release(self: &Arc<Self>, key: Key) {
        let mut queue = self.lock();
        queue.give_back(key);
        while queue.free > 0
            && let Some((key, next)) = queue.next(self.each)
        {
            queue.take(key);
            // If nobody waits there any more, the place is free.
            if let Err(mut permit) = next.send(Permit { room: self.clone(), key, held: true }) {
                permit.held = false;
                queue.give_back(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_take_turns() {
        let room = Room::new(1);
        let key = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let first = room.enter(key(1)).ok().unwrap();
        let mut waiting: Vec<_> = [1, 1, 1, 2, 1]
            .into_iter()
            .map(|last| (last, room.enter(key(last)).err().unwrap()))
            .collect();
        // One of them gives up.
        waiting.remove(2);
        let mut order = Vec::new();
        let mut permit = Some(first);
        while !waiting.is_empty() {
            drop(permit.take());
            let next = waiting.iter_mut().position(|(_, waits)| {
                permit = waits.try_recv().ok();
                permit.is_some()
            });
            order.push(waiting.remove(next.unwrap()).0);
        }
        assert_eq!(order, [1, 2, 1, 1]);
        assert_eq!(room.free(), 0);
        drop(permit);
        assert_eq!(room.free(), 1);
        assert!(room.lock().waiting.is_empty() && room.lock().turns.is_empty());
    }

    #[test]
    fn one_address_leaves_a_place_to_others() {
        let room = Room::new(3);
        let key = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let own: Vec<_> = (0..2).map(|_| room.enter(key(1)).ok().unwrap()).collect();
        let mut waits = room.enter(key(1)).err().unwrap();
        let other = room.enter(key(2)).ok().unwrap();
        drop(other);
        assert!(waits.try_recv().is_err() && room.free() == 1);
        drop(own);
        assert!(waits.try_recv().is_ok());
        assert_eq!(room.free(), 3);
        // The server's own work may have them all.
        let all: Vec<_> = (0..3).map(|_| room.enter(None).ok().unwrap()).collect();
        assert_eq!(room.free(), 0);
        drop(all);
        assert!(room.lock().places.is_empty());
    }

    #[test]
    fn a_place_that_nobody_takes_is_free_again() {
        let room = Room::new(1);
        let permit = room.enter(None).ok().unwrap();
        let waits = room.enter(None).err().unwrap();
        drop(permit);
        // The place was sent, and the receiver is dropped with it.
        drop(waits);
        assert_eq!(room.free(), 1);
    }
}
