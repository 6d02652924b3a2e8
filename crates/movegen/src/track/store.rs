//! Plays of lines that have been seen.

use super::packed::{Packed, Packing};
use super::signs;
use crate::play::Play;
use tilewright_rules::Placement;

/// A play that a [`Tracker`](super::Tracker) keeps.
#[derive(Clone, Copy, Debug)]
pub struct LinePlay {
    /// The tiles that it needs.
    pub needs: Packed,
    /// A number for what it places and where.
    pub key: u64,
    /// What it scores.
    pub points: i32,
    /// Where its placements are, and in the lowest eight bits their number.
    tiles: u32,
}

impl LinePlay {
    /// The number of tiles placed.
    #[inline(always)]
    pub fn tile_count(&self) -> u32 {
        self.tiles & 255
    }
}

/// No list.
pub(super) const NONE: u32 = u32::MAX;
/// Placements that can be numbered.
const MOST_TILES: usize = 1 << 24;

/// Plays by line.
#[derive(Debug, Default)]
pub(super) struct Store {
    plays: Vec<LinePlay>,
    tiles: Vec<Placement>,
    /// Where the plays of a list begin and end.
    lists: Vec<(u32, u32)>,
    /// Lists by the number that stands for their line; at a number's place or after it.
    places: Vec<(u64, u32)>,
    /// How many bytes may be used.
    memory: usize,
    pub epoch: u32,
}

/// The least number of places.
const FEWEST_PLACES: usize = 1 << 10;

impl Store {
    pub fn new(memory: usize) -> Store {
        Store { memory, places: vec![(0, NONE); FEWEST_PLACES], ..Store::default() }
    }

    /// Whether nothing more should be kept.
    pub fn is_full(&self) -> bool {
        let used = self.plays.len() * size_of::<LinePlay>()
            + self.tiles.len() * size_of::<Placement>()
            + self.lists.len() * size_of::<(u32, u32)>()
            + self.places.len() * size_of::<(u64, u32)>();
        used > self.memory || self.tiles.len() > MOST_TILES / 2
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.tiles.clear();
        self.lists.clear();
        self.places.clear();
        self.places.resize(FEWEST_PLACES, (0, NONE));
        self.epoch += 1;
    }

    /// The list of a line, if it is known.
    #[inline]
    pub fn find(&self, sign: u64) -> Option<u32> {
        let mut place = self.place(sign);
        loop {
            let (other, list) = self.places[place];
            if list == NONE {
                return None;
            }
            if other == sign {
                return Some(list);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }

    #[inline]
    fn place(&self, sign: u64) -> usize {
        (sign ^ sign >> 29) as usize & (self.places.len() - 1)
    }

    /// Begins a list; plays that are added until it ends belong to it.
    pub fn begin(&mut self) -> u32 {
        self.plays.len() as u32
    }

    /// Adds a play to the list.
    pub fn add(&mut self, play: &Play<'_>, packing: &Packing) {
        let placements = play.placements();
        let points = play.small_points().and_then(|points| i32::try_from(points).ok());
        let at = self.tiles.len();
        if at + placements.len() > MOST_TILES {
            debug_assert!(false, "a store is cleared in time");
            return;
        }
        self.tiles.extend_from_slice(&placements);
        self.plays.push(LinePlay {
            needs: packing.pack(placements.iter().map(|placement| placement.tile.kind)),
            key: signs::of_placements(&placements),
            points: points.unwrap_or(i32::MAX),
            tiles: (at as u32) << 8 | placements.len().min(255) as u32,
        });
    }

    /// Ends a list.
    pub fn end(&mut self, sign: u64, begin: u32) -> u32 {
        let list = self.lists.len() as u32;
        self.lists.push((begin, self.plays.len() as u32));
        if 2 * self.lists.len() > self.places.len() {
            let places = vec![(0, NONE); 4 * self.places.len()];
            let before = std::mem::replace(&mut self.places, places);
            for (sign, list) in before.into_iter().filter(|(_, list)| *list != NONE) {
                self.insert(sign, list);
            }
        }
        self.insert(sign, list);
        list
    }

    fn insert(&mut self, sign: u64, list: u32) {
        let mut place = self.place(sign);
        while self.places[place].1 != NONE {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = (sign, list);
    }

    /// The plays of a list.
    #[inline]
    pub fn plays(&self, list: u32) -> &[LinePlay] {
        let (begin, end) = self.lists[list as usize];
        &self.plays[begin as usize..end as usize]
    }

    /// What a play places.
    #[inline]
    pub fn placements(&self, play: &LinePlay) -> &[Placement] {
        let at = (play.tiles >> 8) as usize;
        &self.tiles[at..at + play.tile_count() as usize]
    }
}
