//! Fair shares: of everything that is bounded, one address or player gets a part at most.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a share is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoShare {
    /// All are taken.
    AllTaken,
    /// This one has as many as it may.
    OwnTaken,
}

struct Held<K> {
    all: usize,
    each: HashMap<K, usize>,
}

/// A number of shares, of which one key may hold a part.
pub(crate) struct Shares<K> {
    most: usize,
    most_each: usize,
    held: Mutex<Held<K>>,
}

impl<K: Eq + Hash + Clone> Shares<K> {
    pub fn new(most: usize, most_each: usize) -> Arc<Shares<K>> {
        let held = Mutex::new(Held { all: 0, each: HashMap::new() });
        Arc::new(Shares { most: most.max(1), most_each: most_each.max(1), held })
    }

    fn lock(&self) -> MutexGuard<'_, Held<K>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a share until it is dropped.
    pub fn take(self: &Arc<Self>, key: K) -> Result<Share<K>, NoShare> {
        self.take_weighed(key, 1)
    }

    /// Takes several shares until they are dropped together.
    pub fn take_weighed(self: &Arc<Self>, key: K, weight: usize) -> Result<Share<K>, NoShare> {
        let weight = weight.max(1);
        let mut held = self.lock();
        if held.all.saturating_add(weight) > self.most {
            return Err(NoShare::AllTaken);
        }
        let own = held.each.get(&key).map_or(0, |own| *own);
        if own.saturating_add(weight) > self.most_each {
            return Err(NoShare::OwnTaken);
        }
        held.all += weight;
        *held.each.entry(key.clone()).or_insert(0) += weight;
        drop(held);
        Ok(Share { shares: self.clone(), key, weight })
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.lock().all
    }
}

/// A share that is given back when it is dropped.
pub(crate) struct Share<K: Eq + Hash + Clone> {
    shares: Arc<Shares<K>>,
    pub key: K,
    weight: usize,
}

impl<K: Eq + Hash + Clone> Drop for Share<K> {
    fn drop(&mut self) {
        let mut held = self.shares.lock();
        held.all = held.all.saturating_sub(self.weight);
        if let Some(own) = held.each.get_mut(&self.key) {
            *own = own.saturating_sub(self.weight);
            if *own == 0 {
                held.each.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_gets_its_part_and_no_more() {
        let shares = Shares::new(3, 2);
        let first = shares.take("ann").ok().unwrap();
        let second = shares.take("ann").ok().unwrap();
        assert_eq!(shares.take("ann").err(), Some(NoShare::OwnTaken));
        let third = shares.take("bob").ok().unwrap();
        assert_eq!(shares.take("eve").err(), Some(NoShare::AllTaken));
        drop(first);
        assert_eq!((shares.taken(), shares.take("ann").is_ok()), (2, true));
        drop((second, third));
        assert_eq!(shares.taken(), 0);
        let heavy = shares.take_weighed("ann", 2).ok().unwrap();
        assert_eq!(shares.take("ann").err(), Some(NoShare::OwnTaken));
        assert_eq!(shares.take_weighed("bob", 2).err(), Some(NoShare::AllTaken));
        drop(heavy);
        assert_eq!(shares.taken(), 0);
        assert!(shares.lock().each.is_empty(), "nothing is kept of those who are gone");
    }
}
