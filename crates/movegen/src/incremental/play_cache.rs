//! The plays of lines, cached by the hash of the line.

use super::hashes;
use super::packed_rack::{PackedRack, RackPacking};
use crate::play::Play;
use tilewright_rules::Placement;

/// A play in the cache of an [`IncrementalGenerator`](super::IncrementalGenerator).
#[derive(Clone, Copy, Debug)]
pub struct LinePlay {
    /// The tiles that it places.
    pub needs: PackedRack,
    /// The hash of its placements.
    pub key: u64,
    /// The score; [`LinePlay::OUT_OF_RANGE`] if it does not fit.
    pub points: i32,
    /// The offset of its placements; their number in the lowest eight bits.
    tiles: u32,
}

impl LinePlay {
    /// The points of a play whose score does not fit; searches must not use it.
    pub const OUT_OF_RANGE: i32 = i32::MAX;

    /// The number of tiles placed.
    #[inline(always)]
    pub fn tile_count(&self) -> u32 {
        self.tiles & 255
    }
}

/// No list.
pub(super) const NONE: u32 = u32::MAX;
/// The largest number of placements.
const MAX_CACHED_TILES: usize = 1 << 24;

/// Plays by line.
#[derive(Debug, Default)]
pub(super) struct PlayCache {
    plays: Vec<LinePlay>,
    tiles: Vec<Placement>,
    /// The first and last play of each list.
    lists: Vec<(u32, u32)>,
    /// Lists by the hash of their line, in a table with open addressing.
    places: Vec<(u64, u32)>,
    /// The number of bytes that may be used.
    memory: usize,
    pub epoch: u32,
}

/// The initial number of places.
const FEWEST_PLACES: usize = 1 << 10;

impl PlayCache {
    pub fn new(memory: usize) -> PlayCache {
        PlayCache { memory, places: vec![(0, NONE); FEWEST_PLACES], ..PlayCache::default() }
    }

    /// Whether the cache should be cleared before anything is added.
    pub fn is_full(&self) -> bool {
        let used = self.plays.len() * size_of::<LinePlay>()
            + self.tiles.len() * size_of::<Placement>()
            + self.lists.len() * size_of::<(u32, u32)>()
            + self.places.len() * size_of::<(u64, u32)>();
        used > self.memory || self.tiles.len() > MAX_CACHED_TILES / 2
    }

    /// Drops all plays.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.tiles.clear();
        self.lists.clear();
        self.places.clear();
        self.places.resize(FEWEST_PLACES, (0, NONE));
        self.epoch += 1;
    }

    /// The list of a line, if it is cached.
    #[inline]
    pub fn find(&self, hash: u64) -> Option<u32> {
        let mut place = self.place(hash);
        loop {
            let (other, list) = self.places[place];
            if list == NONE {
                return None;
            }
            if other == hash {
                return Some(list);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash ^ hash >> 29) as usize & (self.places.len() - 1)
    }

    /// Begins a list; plays added until [`PlayCache::end`] belong to it.
    pub fn begin(&mut self) -> u32 {
        self.plays.len() as u32
    }

    /// Adds a play to the list; false if there is no room for it.
    #[must_use]
    pub fn add(&mut self, play: &Play<'_>, packing: &RackPacking) -> bool {
        let placements = play.placements();
        let points = play.small_points().and_then(|points| i32::try_from(points).ok());
        let at = self.tiles.len();
        if at + placements.len() > MAX_CACHED_TILES {
            return false;
        }
        self.tiles.extend_from_slice(&placements);
        self.plays.push(LinePlay {
            needs: packing.pack(placements.iter().map(|placement| placement.tile.kind)),
            key: hashes::of_placements(&placements),
            points: points.unwrap_or(LinePlay::OUT_OF_RANGE),
            tiles: (at as u32) << 8 | placements.len().min(255) as u32,
        });
        true
    }

    /// Ends a list.
    pub fn end(&mut self, hash: u64, begin: u32) -> u32 {
        let list = self.lists.len() as u32;
        self.lists.push((begin, self.plays.len() as u32));
        if 2 * self.lists.len() > self.places.len() {
            let places = vec![(0, NONE); 4 * self.places.len()];
            let before = std::mem::replace(&mut self.places, places);
            for (hash, list) in before.into_iter().filter(|(_, list)| *list != NONE) {
                self.insert(hash, list);
            }
        }
        self.insert(hash, list);
        list
    }

    fn insert(&mut self, hash: u64, list: u32) {
        let mut place = self.place(hash);
        while self.places[place].1 != NONE {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = (hash, list);
    }

    /// The plays of a list.
    #[inline]
    pub fn plays(&self, list: u32) -> &[LinePlay] {
        let (begin, end) = self.lists[list as usize];
        &self.plays[begin as usize..end as usize]
    }

    /// The placements of a play.
    #[inline]
    pub fn placements(&self, play: &LinePlay) -> &[Placement] {
        let at = (play.tiles >> 8) as usize;
        &self.tiles[at..at + play.tile_count() as usize]
    }
}
