//! The best plays, found without generating all of them: shadow play and a word map.
//!
//! * [`upper_bounds`] runs *shadow play*: every window of a line that a play could fill gets an
//!   upper bound on the equity of any play there.
//! * [`queue`] yields the windows from the highest bound down. The search ends when the next bound
//!   is below the worst of the plays that are kept.
//! * [`sub_racks`] lists the sub-racks with their leave values; [`word_map`] looks up the words
//!   that a sub-rack and the play-through tiles of a window form.
//!
//! This is the approach of MAGPIE and wolges, with windows in place of anchors.

mod queue;
mod sub_racks;
mod upper_bounds;
mod word_map;

pub(crate) use sub_racks::MAX_TILES;
pub(crate) use upper_bounds::MAX_LINE;
use word_map::Anagrams;
pub(crate) use word_map::WordMap;

use crate::assign_tiles::Placed;
use crate::compile::Compiled;
use crate::cross_sets::BoardView;
use crate::followers::Followers;
use crate::leaves::LeaveValues;
use crate::lines::LineTable;
use crate::rack::RackCodes;
use crate::stop::{Watch, Watcher};
use queue::WindowQueue;
use smallvec::SmallVec;
use sub_racks::{ROOM, RackTile, SubRack, SubRacks};
use tilewright_lexicon::{LetterMask, codes};
use upper_bounds::{ShadowPlay, Sum, Sums, Window};

/// Buffers that are reused from search to search.
pub(crate) struct SearchBuffers<M> {
    sub_racks: SubRacks<M>,
    windows: Vec<Window>,
    sums: Box<Sums>,
    queue: WindowQueue,
    candidates: Vec<CandidateSubRack<M>>,
}

impl<M: LetterMask> SearchBuffers<M> {
    pub fn new() -> SearchBuffers<M> {
        SearchBuffers {
            sub_racks: SubRacks::new(),
            windows: Vec::new(),
            sums: Box::new([Sum::default(); MAX_LINE + 1]),
            queue: WindowQueue::default(),
            candidates: Vec::new(),
        }
    }
}

/// The steps of searching a window, or of choosing a letter for a blank.
const WINDOW_STEPS: u64 = 32;

/// Stands for the score of a blank where the rack has none: lower than any tile's.
const NO_BLANK: i32 = -1_000_000;

/// Collects the best plays.
pub(crate) trait PlayCollector {
    /// Plays with a lower equity cannot be among the best.
    fn threshold(&self) -> i64;
    /// Offers a play with its score and equity.
    fn offer(&mut self, placed: &[Placed], points: i64, equity: i64);
}

/// A search for the best plays of a position.
pub(crate) struct BestPlaySearch<'a, M, C> {
    pub table: &'a LineTable,
    pub view: &'a BoardView<M>,
    pub compiled: &'a Compiled,
    pub rack: &'a RackCodes<M>,
    pub word_map: &'a WordMap<M>,
    pub followers: &'a Followers<M>,
    pub all: M,
    pub watch: &'a Watcher<'a>,
    pub collector: &'a mut C,
}

/// A sub-rack that may make a play in a window.
#[derive(Clone, Copy)]
pub(crate) struct CandidateSubRack<M> {
    /// Its place among those of its size.
    place: usize,
    /// No play with it has a higher equity.
    upper_bound: i64,
    /// The codes that the last of its blanks may be assigned.
    choices: M,
    /// Its words, if it has no blanks.
    anagrams: Anagrams,
}

/// A window, expanded for its search.
struct WindowLayout {
    first: usize,
    end: usize,
    /// The hash of the play-through tiles.
    play_through_hash: u64,
    play_through_count: usize,
    /// The last of them.
    play_through_letter: u8,
    /// The part of the score that is the same for every play here.
    base: i64,
    /// The number of empty slots, which a play fills.
    size: usize,
    open: [u16; MAX_TILES],
    /// How often the score of a tile counts on each empty slot.
    own_weights: [i16; ROOM],
    /// The same, in descending order, then zeros.
    weights: [i16; ROOM],
}

impl WindowLayout {
    /// An upper bound on the equity of a play with a sub-rack: highest scores on highest weights.
    #[inline(always)]
    fn upper_bound(&self, sub_rack: &SubRack) -> i64 {
        // Beyond the size of the window, weights are zero.
        let mut most = 0;
        for place in 0..ROOM {
            most += i32::from(self.weights[place]) * i32::from(sub_rack.scores[place]);
        }
        1000 * (self.base + i64::from(most)) + sub_rack.leave
    }
}

impl<M: LetterMask, C: PlayCollector> BestPlaySearch<'_, M, C> {
    /// Runs the search. Without leave values, rack and values are those of the last search.
    pub fn run(&mut self, buffers: &mut SearchBuffers<M>, values: Option<&dyn LeaveValues>) {
        let SearchBuffers { sub_racks, windows, sums, queue, candidates } = buffers;
        if let Some(values) = values {
            sub_racks.fill(self.rack, self.compiled, self.word_map, values);
        }
        let blank =
            sub_racks.tiles.iter().filter(|tile| tile.code == 0).map(|tile| tile.score).max();
        let mut shadow = ShadowPlay {
            table: self.table,
            view: self.view,
            rack: self.rack,
            followers: self.followers,
            letters: self.rack.available(0),
            flat_factor: self.compiled.flat_factor,
            blank_score: blank.unwrap_or(NO_BLANK),
            sub_racks,
            found: windows,
            highest: i64::MIN,
            sums,
        };
        if self.watch.spend(self.table.cells.len() as u64) {
            return;
        }
        shadow.run();
        let highest = shadow.highest;
        queue.begin(windows.len(), highest);
        for (place, window) in windows.iter().enumerate() {
            queue.add(window.upper_bound, place);
        }
        while let Some(place) = queue.next() {
            if self.watch.spend(WINDOW_STEPS) {
                break;
            }
            let window = &mut windows[place];
            let threshold = self.collector.threshold();
            if queue.is_below(threshold) {
                break;
            }
            if window.upper_bound >= threshold && window.refinable {
                // Tighten the bound first; the window may go back into the queue.
                window.refine(sub_racks, self.word_map);
                if queue.is_ahead(window.upper_bound) {
                    queue.add(window.upper_bound, place);
                    continue;
                }
            }
            if window.upper_bound >= threshold {
                self.search_window(window, sub_racks, candidates);
            }
        }
    }

    fn search_window(
        &mut self,
        window: &Window,
        sub_racks: &mut SubRacks<M>,
        candidates: &mut Vec<CandidateSubRack<M>>,
    ) {
        let layout = self.layout(window);
        self.choose_sub_racks(&layout, sub_racks, candidates);
        if candidates.is_empty() {
            return;
        }
        // Batched, so that the memory latencies overlap.
        for candidate in &mut *candidates {
            let sub_rack = &sub_racks.of_size(layout.size)[candidate.place];
            let hash = sub_rack.hash.wrapping_add(layout.play_through_hash);
            match sub_rack.blanks {
                0 => candidate.anagrams = self.word_map.anagrams(hash),
                1 => candidate.choices = sub_racks.completions(hash, self.word_map),
                _ => {}
            }
        }
        candidates
            .iter_mut()
            .for_each(|candidate| self.word_map.load_count(&mut candidate.anagrams));
        let of_size = sub_racks.of_size(layout.size);
        for candidate in &*candidates {
            if candidate.upper_bound < self.collector.threshold() {
                continue;
            }
            let sub_rack = &of_size[candidate.place];
            if sub_rack.blanks == 0 {
                self.try_words(&layout, sub_rack, sub_racks, candidate.anagrams, &[]);
            } else if !candidate.choices.is_empty() {
                let hash = sub_rack.hash.wrapping_add(layout.play_through_hash);
                let shown = &mut SmallVec::new();
                self.with_blanks(&layout, sub_rack, sub_racks, hash, candidate.choices, shown);
            }
        }
    }

    /// Chooses the sub-racks that may make one of the best plays in a window.
    fn choose_sub_racks(
        &self,
        layout: &WindowLayout,
        sub_racks: &mut SubRacks<M>,
        candidates: &mut Vec<CandidateSubRack<M>>,
    ) {
        let threshold = self.collector.threshold();
        let fitting = match layout.play_through_count {
            0 | 1 => sub_racks.with_letter(layout.size, layout.play_through_letter, self.word_map),
            _ => sub_racks.with_letters(layout.size, layout.play_through_hash, self.word_map),
        };
        let of_size = sub_racks.of_size(layout.size);
        candidates.clear();
        for place in fitting.places() {
            let sub_rack = &of_size[place];
            let upper_bound = layout.upper_bound(sub_rack);
            if upper_bound >= threshold {
                self.word_map.prefetch(sub_rack.hash.wrapping_add(layout.play_through_hash));
                let (choices, anagrams) = (self.all, Anagrams::default());
                candidates.push(CandidateSubRack { place, upper_bound, choices, anagrams });
            }
        }
    }

    fn layout(&self, window: &Window) -> WindowLayout {
        let (first, end) = (usize::from(window.first), usize::from(window.end));
        let mut layout = WindowLayout {
            first,
            end,
            play_through_hash: 0,
            play_through_count: 0,
            play_through_letter: 0,
            base: 0,
            size: 0,
            open: [0; MAX_TILES],
            own_weights: [0; ROOM],
            weights: [0; ROOM],
        };
        let (mut kept, mut cross, mut factor) = (0, 0, i64::from(self.compiled.flat_factor));
        for (at, slot) in (first..end).zip(&self.view.slots[first..end]) {
            if slot.filled() {
                layout.play_through_hash =
                    layout.play_through_hash.wrapping_add(self.word_map.letter_hash(slot.code));
                layout.play_through_count += 1;
                layout.play_through_letter = slot.code;
                kept += i64::from(slot.value);
            } else if layout.size < MAX_TILES {
                factor *= i64::from(slot.word_factor);
                cross += i64::from(slot.cross_score);
                layout.open[layout.size] = at as u16;
                layout.size += 1;
            }
        }
        for place in 0..layout.size {
            let slot = &self.view.slots[usize::from(layout.open[place])];
            // Boards with larger weights have no upper bounds: see `Finder::has_upper_bounds`.
            let weight = factor as i16 * i16::from(slot.letter_factor) + slot.cross_factor;
            layout.own_weights[place] = weight;
            // Insertion sort.
            let mut at = place;
            while at > 0 && layout.weights[at - 1] < weight {
                layout.weights[at] = layout.weights[at - 1];
                at -= 1;
            }
            layout.weights[at] = weight;
        }
        let bonus = self.compiled.bonus.of(layout.size, self.rack.len);
        layout.base = factor * kept + cross + bonus;
        layout
    }

    /// Tries all letters for the blanks of a sub-rack, in ascending order of codes.
    fn with_blanks(
        &mut self,
        layout: &WindowLayout,
        sub_rack: &SubRack,
        sub_racks: &SubRacks<M>,
        hash: u64,
        choices: M,
        shown: &mut SmallVec<[u8; 4]>,
    ) {
        if self.watch.spend(WINDOW_STEPS) {
            return;
        }
        let last = shown.last().map_or(0, |code| *code);
        let choices = codes(choices & self.rack.blank_codes()).filter(|code| *code >= last);
        let with = |code: u8| hash.wrapping_add(self.word_map.letter_hash(code));
        if usize::from(sub_rack.blanks) == shown.len() + 1 {
            // Batched look-ups, as above.
            let mut found: SmallVec<[(u8, Anagrams); 32]> =
                choices.map(|code| (code, self.word_map.anagrams(with(code)))).collect();
            found.iter_mut().for_each(|(_, anagrams)| self.word_map.load_count(anagrams));
            for (code, anagrams) in &found {
                shown.push(*code);
                self.try_words(layout, sub_rack, sub_racks, *anagrams, shown);
                shown.pop();
            }
            return;
        }
        for code in choices {
            let hash = with(code);
            let choices = match usize::from(sub_rack.blanks) - shown.len() {
                2 => self.word_map.completions(hash, self.rack.blank_codes()),
                _ => self.all,
            };
            shown.push(code);
            self.with_blanks(layout, sub_rack, sub_racks, hash, choices, shown);
            shown.pop();
        }
    }

    /// Tries the words of one multiset.
    fn try_words(
        &mut self,
        layout: &WindowLayout,
        sub_rack: &SubRack,
        sub_racks: &SubRacks<M>,
        anagrams: Anagrams,
        shown: &[u8],
    ) {
        let word_map = self.word_map;
        for word in word_map.words(anagrams, layout.end - layout.first) {
            if self.agrees_with_board(layout, word) {
                self.place(layout, sub_rack, sub_racks, word, shown);
            }
        }
    }

    /// Whether a word agrees with the play-through tiles and the cross-sets of a window.
    #[inline(always)]
    fn agrees_with_board(&self, layout: &WindowLayout, word: &[u8]) -> bool {
        let slots = &self.view.slots[layout.first..layout.end];
        slots.iter().zip(word).all(|(slot, code)| match slot.code {
            0 => slot.cross_set.has(*code),
            there => there == *code,
        })
    }

    /// Places a word with the tiles of a sub-rack.
    fn place(
        &mut self,
        layout: &WindowLayout,
        sub_rack: &SubRack,
        sub_racks: &SubRacks<M>,
        word: &[u8],
        shown: &[u8],
    ) {
        let remaining =
            RemainingTiles { tiles: sub_rack.tiles, blanks: SmallVec::from_slice(shown) };
        let mut placement = WordPlacement {
            layout,
            sub_racks,
            word,
            leave: sub_rack.leave,
            placed: SmallVec::new(),
        };
        self.place_letters(&mut placement, remaining, layout.base);
    }

    /// Places the next letter: by its own tile, and by a blank.
    fn place_letters(
        &mut self,
        placement: &mut WordPlacement<'_, M>,
        remaining: RemainingTiles,
        points: i64,
    ) {
        let next = placement.placed.len();
        if next == placement.layout.size {
            // A hash collision leaves tiles over.
            if remaining.tiles == 0 {
                self.collector.offer(&placement.placed, points, 1000 * points + placement.leave);
            }
            return;
        }
        let (at, weight) = (placement.layout.open[next], placement.layout.own_weights[next].into());
        let code = placement.word[usize::from(at) - placement.layout.first];
        for own in [true, false] {
            let mut remaining = remaining.clone();
            let Some(place) = remaining.take(&placement.sub_racks.tiles, code, own) else {
                continue;
            };
            let tile = &placement.sub_racks.tiles[usize::from(place)];
            placement.placed.push(Placed { slot: at.into(), code, kind: tile.kind, weight });
            self.place_letters(placement, remaining, points + weight * i64::from(tile.score));
            placement.placed.pop();
        }
    }
}

/// A word while its tiles are assigned.
struct WordPlacement<'a, M> {
    layout: &'a WindowLayout,
    sub_racks: &'a SubRacks<M>,
    word: &'a [u8],
    leave: i64,
    placed: SmallVec<[Placed; MAX_TILES]>,
}

/// Tiles that are not placed yet.
#[derive(Clone)]
struct RemainingTiles {
    tiles: u16,
    /// The codes assigned to the blanks among them.
    blanks: SmallVec<[u8; 4]>,
}

impl RemainingTiles {
    /// Takes a letter's own tile, or a blank that is assigned the letter.
    fn take(&mut self, tiles: &[RackTile], code: u8, own: bool) -> Option<u8> {
        let wanted = if own { code } else { 0 };
        if !own {
            let blank = self.blanks.iter().position(|shown| *shown == code)?;
            self.blanks.remove(blank);
        }
        let mut places = codes(u64::from(self.tiles));
        let place = places.find(|place| tiles[usize::from(*place)].code == wanted)?;
        self.tiles &= !(1 << place);
        Some(place)
    }
}
