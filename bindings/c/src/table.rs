//! The table of handles.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tilewright_protocol::Engine;

/// The most handles that are open at a time.
pub(crate) const MOST: usize = 1 << 20;

/// What a handle stands for.
#[derive(Clone)]
pub(crate) enum Item {
    /// An engine.
    Engine(Engine),
    /// The bytes of a response.
    Response(Arc<[u8]>),
}

/// A place in the table. Its generation is part of the handle and grows with every use, so that
/// an old handle does not fit what is in its place later.
struct Place {
    generation: u32,
    item: Option<Item>,
}

pub(crate) struct Table {
    places: Vec<Place>,
    vacant: Vec<u32>,
}

static TABLE: Mutex<Table> = Mutex::new(Table::new());

/// The one table of the process.
pub(crate) fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    const fn new() -> Table {
        Table { places: Vec::new(), vacant: Vec::new() }
    }

    /// A handle for something new; `None` if too many are open.
    pub fn add(&mut self, item: Item) -> Option<u64> {
        let index = match self.vacant.pop() {
            Some(index) => index,
            None if self.places.len() < MOST => {
                self.places.push(Place { generation: 1, item: None });
                self.places.len() as u32 - 1
            }
            None => return None,
        };
        let place = self.places.get_mut(index as usize)?;
        place.item = Some(item);
        Some(u64::from(place.generation) << 32 | u64::from(index))
    }

    fn place(&mut self, handle: u64) -> Option<&mut Place> {
        let place = self.places.get_mut(handle as u32 as usize)?;
        (place.generation == (handle >> 32) as u32).then_some(place)
    }

    /// What a handle stands for.
    pub fn get(&mut self, handle: u64) -> Option<Item> {
        self.place(handle)?.item.clone()
    }

    /// Takes out what a handle stands for, if it is of the right kind.
    pub fn remove(&mut self, handle: u64, fits: fn(&Item) -> bool) -> Option<Item> {
        let place = self.place(handle)?;
        let item = place.item.take_if(|item| fits(item))?;
        // A place whose generations are used up stays empty for ever.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.vacant.push(handle as u32);
        }
        Some(item)
    }

    /// How many handles are open.
    pub fn open(&self) -> usize {
        self.places.iter().filter(|place| place.item.is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_handle_never_fits_again() {
        let mut table = Table::new();
        let response = |byte: u8| Item::Response(Arc::from([byte].as_slice()));
        let any: fn(&Item) -> bool = |_| true;
        let first = table.add(response(1)).unwrap();
        assert_ne!(first, 0);
        assert!(table.remove(first, |item| matches!(item, Item::Engine(_))).is_none());
        assert!(table.remove(first, any).is_some());
        assert!(table.remove(first, any).is_none() && table.get(first).is_none());
        let second = table.add(response(2)).unwrap();
        assert_eq!(first as u32, second as u32, "the place is used again");
        assert!(table.get(first).is_none() && table.get(second).is_some());
        for strange in [0, 1, u64::MAX, second + 1, second ^ 1 << 32] {
            assert!(table.get(strange).is_none(), "{strange}");
        }
        assert_eq!(table.open(), 1);
    }

    #[test]
    fn a_place_whose_generations_are_used_up_stays_empty() {
        let mut table = Table::new();
        table.places.push(Place { generation: u32::MAX, item: None });
        table.vacant.push(0);
        let last = table.add(Item::Engine(Engine::new())).unwrap();
        assert!(table.remove(last, |_| true).is_some());
        let next = table.add(Item::Engine(Engine::new())).unwrap();
        assert_eq!(next as u32, 1);
    }
}
