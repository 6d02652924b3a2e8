//! The best plays, found without looking at all of them.
//!
//! Every stretch of a line that a play could fill has an upper bound: no play there is worth more.
//! The stretches are looked at from the highest bound on; once the next bound is below the worst
//! of the plays that are kept, nothing better is left. On one stretch, the parts of the rack that
//! make a word with the tiles there are looked up by their letters.

mod index;
mod queue;
mod subracks;
mod windows;

use index::WordClass;
pub(crate) use index::WordIndex;
pub(crate) use subracks::MOST_TILES;
pub(crate) use windows::LONGEST_LINE;

use crate::assign::Placed;
use crate::compile::Compiled;
use crate::leaves::LeaveValues;
use crate::lines::LineTable;
use crate::neighbours::Neighbours;
use crate::sight::Sight;
use crate::tray::Tray;
use queue::Queue;
use smallvec::SmallVec;
use subracks::{ROOM, RackTile, SubRack, SubRacks};
use tilewright_lexicon::{LetterMask, codes};
use windows::{Sum, Sums, Survey, Window};

/// What the search needs besides the position; kept from search to search.
pub(crate) struct BestBuffers<M> {
    parts: SubRacks<M>,
    windows: Vec<Window>,
    sums: Box<Sums>,
    queue: Queue,
    wanted: Vec<Wanted<M>>,
}

impl<M: LetterMask> BestBuffers<M> {
    pub fn new() -> BestBuffers<M> {
        BestBuffers {
            parts: SubRacks::new(),
            windows: Vec::new(),
            sums: Box::new([Sum::default(); LONGEST_LINE + 1]),
            queue: Queue::default(),
            wanted: Vec::new(),
        }
    }
}

/// Takes plays that may be among the best.
pub(crate) trait Contest {
    /// Plays worth less are of no use.
    fn threshold(&self) -> i64;
    /// A play, what it scores and its equity.
    fn enter(&mut self, placed: &[Placed], points: i64, equity: i64);
}

/// A search for the best plays of a position.
pub(crate) struct Search<'a, M, C> {
    pub table: &'a LineTable,
    pub sight: &'a Sight<M>,
    pub compiled: &'a Compiled,
    pub tray: &'a Tray<M>,
    pub index: &'a WordIndex<M>,
    pub neighbours: &'a Neighbours<M>,
    pub all: M,
    pub contest: &'a mut C,
}

/// A part of the rack that may make a play.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<M> {
    /// Its place among those of its size.
    place: usize,
    /// No play with it is worth more.
    most: i64,
    /// What the last of its blanks may show.
    choices: M,
    /// Its words, if it has no blanks.
    class: WordClass,
}

/// A window as its plays are tried.
struct Trial {
    first: usize,
    end: usize,
    /// The hash of the letters that are there.
    hash: u64,
    letters: usize,
    letter: u8,
    /// What every play scores here whatever its tiles.
    base: i64,
    /// How many slots are open.
    size: usize,
    open: [u16; MOST_TILES],
    /// How often a tile counts on each open slot.
    own_weights: [i16; ROOM],
    /// The same, most first; then zeros.
    weights: [i16; ROOM],
}

impl Trial {
    /// The most that a play with a part of the rack is worth.
    #[inline(always)]
    fn most(&self, part: &SubRack) -> i64 {
        // Beyond the size of the window, weights are zero.
        let mut most = 0;
        for place in 0..ROOM {
            most += i32::from(self.weights[place]) * i32::from(part.scores[place]);
        }
        1000 * (self.base + i64::from(most)) + part.leave
    }
}

impl<M: LetterMask, C: Contest> Search<'_, M, C> {
    /// Searches; without values, rack and values are those of the last search.
    pub fn run(&mut self, buffers: &mut BestBuffers<M>, values: Option<&dyn LeaveValues>) {
        let BestBuffers { parts, windows, sums, queue, wanted } = buffers;
        if let Some(values) = values {
            parts.fill(self.tray, self.compiled, self.index, values);
        }
        let blank = parts.tiles.iter().filter(|tile| tile.code == 0).map(|tile| tile.score).max();
        let mut survey = Survey {
            table: self.table,
            sight: self.sight,
            tray: self.tray,
            neighbours: self.neighbours,
            letters: self.tray.available(0),
            flat_factor: self.compiled.flat_factor,
            blank_score: blank.unwrap_or(-1_000_000),
            parts,
            found: windows,
            highest: i64::MIN,
            sums,
        };
        survey.run();
        let highest = survey.highest;
        queue.begin(windows.len(), highest);
        for (place, window) in windows.iter().enumerate() {
            queue.add(window.bound, place);
        }
        while let Some(place) = queue.next() {
            let window = &mut windows[place];
            let threshold = self.contest.threshold();
            if queue.is_below(threshold) {
                break;
            }
            if window.bound >= threshold && window.coarse {
                // Another look at the bound; it may have to wait.
                window.refine(parts, self.index);
                if queue.is_ahead(window.bound) {
                    queue.add(window.bound, place);
                    continue;
                }
            }
            if window.bound >= threshold {
                self.look_at(window, parts, wanted);
            }
        }
    }

    fn look_at(&mut self, window: &Window, parts: &mut SubRacks<M>, wanted: &mut Vec<Wanted<M>>) {
        let trial = self.trial(window);
        self.choose(&trial, parts, wanted);
        if wanted.is_empty() {
            return;
        }
        // Looked up one after another, so that the memory can answer several at a time.
        for wanted in &mut *wanted {
            let part = &parts.of_size(trial.size)[wanted.place];
            let hash = part.hash.wrapping_add(trial.hash);
            match part.blanks {
                0 => wanted.class = self.index.class(hash),
                1 => wanted.choices = parts.completions(hash, self.index),
                _ => {}
            }
        }
        wanted.iter_mut().for_each(|wanted| self.index.count(&mut wanted.class));
        let of_size = parts.of_size(trial.size);
        for wanted in &*wanted {
            if wanted.most < self.contest.threshold() {
                continue;
            }
            let part = &of_size[wanted.place];
            if part.blanks == 0 {
                self.try_words(&trial, part, parts, wanted.class, &[]);
            } else if !wanted.choices.is_empty() {
                let hash = part.hash.wrapping_add(trial.hash);
                let shown = &mut SmallVec::new();
                self.with_blanks(&trial, part, parts, hash, wanted.choices, shown);
            }
        }
    }

    /// Chooses the parts of the rack that may make a good play in a window.
    fn choose(&self, trial: &Trial, parts: &mut SubRacks<M>, wanted: &mut Vec<Wanted<M>>) {
        let threshold = self.contest.threshold();
        let fitting = match trial.letters {
            0 | 1 => parts.with_letter(trial.size, trial.letter, self.index),
            _ => parts.with_letters(trial.size, trial.hash, self.index),
        };
        let of_size = parts.of_size(trial.size);
        wanted.clear();
        for place in fitting.places() {
            let part = &of_size[place];
            let most = trial.most(part);
            if most >= threshold {
                self.index.expect(part.hash.wrapping_add(trial.hash));
                let (choices, class) = (self.all, WordClass::default());
                wanted.push(Wanted { place, most, choices, class });
            }
        }
    }

    fn trial(&self, window: &Window) -> Trial {
        let (first, end) = (usize::from(window.first), usize::from(window.end));
        let mut trial = Trial {
            first,
            end,
            hash: 0,
            letters: 0,
            letter: 0,
            base: 0,
            size: 0,
            open: [0; MOST_TILES],
            own_weights: [0; ROOM],
            weights: [0; ROOM],
        };
        let (mut kept, mut cross, mut factor) = (0, 0, i64::from(self.compiled.flat_factor));
        for (at, slot) in (first..end).zip(&self.sight.slots[first..end]) {
            if slot.filled() {
                trial.hash = trial.hash.wrapping_add(self.index.number(slot.code));
                trial.letters += 1;
                trial.letter = slot.code;
                kept += i64::from(slot.value);
            } else if trial.size < MOST_TILES {
                factor *= i64::from(slot.word_factor);
                cross += i64::from(slot.cross_base);
                trial.open[trial.size] = at as u16;
                trial.size += 1;
            }
        }
        for place in 0..trial.size {
            let slot = &self.sight.slots[usize::from(trial.open[place])];
            // Boards whose weights are larger have no bounds.
            let weight = factor as i16 * i16::from(slot.letter_factor) + slot.cross_times;
            trial.own_weights[place] = weight;
            // Sorted in as it comes.
            let mut at = place;
            while at > 0 && trial.weights[at - 1] < weight {
                trial.weights[at] = trial.weights[at - 1];
                at -= 1;
            }
            trial.weights[at] = weight;
        }
        let bonus = self.compiled.bonus.of(trial.size, self.tray.len);
        trial.base = factor * kept + cross + bonus;
        trial
    }

    /// Tries all letters for the blanks of a part; letters are chosen in the order of codes.
    fn with_blanks(
        &mut self,
        trial: &Trial,
        part: &SubRack,
        parts: &SubRacks<M>,
        hash: u64,
        choices: M,
        shown: &mut SmallVec<[u8; 4]>,
    ) {
        let last = shown.last().copied().unwrap_or(0);
        let choices = codes(choices & self.tray.blank_codes()).filter(|code| *code >= last);
        let with = |code: u8| hash.wrapping_add(self.index.number(code));
        if usize::from(part.blanks) == shown.len() + 1 {
            // All looked up, then all tried.
            let mut classes: SmallVec<[(u8, WordClass); 32]> =
                choices.map(|code| (code, self.index.class(with(code)))).collect();
            classes.iter_mut().for_each(|(_, class)| self.index.count(class));
            for (code, class) in &classes {
                shown.push(*code);
                self.try_words(trial, part, parts, *class, shown);
                shown.pop();
            }
            return;
        }
        for code in choices {
            let hash = with(code);
            let choices = match usize::from(part.blanks) - shown.len() {
                2 => self.index.completions(hash, self.tray.blank_codes()),
                _ => self.all,
            };
            shown.push(code);
            self.with_blanks(trial, part, parts, hash, choices, shown);
            shown.pop();
        }
    }

    /// Tries the words of some letters.
    fn try_words(
        &mut self,
        trial: &Trial,
        part: &SubRack,
        parts: &SubRacks<M>,
        class: WordClass,
        shown: &[u8],
    ) {
        let index = self.index;
        for word in index.words(class, trial.end - trial.first) {
            if self.fits(trial, word) {
                self.place(trial, part, parts, word, shown);
            }
        }
    }

    /// Whether a word agrees with the tiles and the cross words of a window.
    #[inline(always)]
    fn fits(&self, trial: &Trial, word: &[u8]) -> bool {
        let slots = &self.sight.slots[trial.first..trial.end];
        slots.iter().zip(word).all(|(slot, code)| match slot.code {
            0 => slot.allowed.has(*code),
            there => there == *code,
        })
    }

    /// Puts a word down with the tiles of a part of the rack.
    fn place(
        &mut self,
        trial: &Trial,
        part: &SubRack,
        parts: &SubRacks<M>,
        word: &[u8],
        shown: &[u8],
    ) {
        let hand = Hand { tiles: part.tiles, blanks: SmallVec::from_slice(shown) };
        let mut putting =
            Putting { trial, parts, word, leave: part.leave, placed: SmallVec::new() };
        self.put(&mut putting, hand, trial.base);
    }

    /// Puts the next letter down, by its own tile and by a blank.
    fn put(&mut self, putting: &mut Putting<'_, M>, hand: Hand, points: i64) {
        let next = putting.placed.len();
        if next == putting.trial.size {
            // Letters that only seem to be right leave tiles over.
            if hand.tiles == 0 {
                self.contest.enter(&putting.placed, points, 1000 * points + putting.leave);
            }
            return;
        }
        let (at, weight) = (putting.trial.open[next], putting.trial.own_weights[next].into());
        let code = putting.word[usize::from(at) - putting.trial.first];
        for own in [true, false] {
            let mut hand = hand.clone();
            let Some(place) = hand.take(&putting.parts.tiles, code, own) else { continue };
            let tile = &putting.parts.tiles[usize::from(place)];
            putting.placed.push(Placed { slot: at.into(), code, kind: tile.kind, weight });
            self.put(putting, hand, points + weight * i64::from(tile.score));
            putting.placed.pop();
        }
    }
}

/// A word as it is put down.
struct Putting<'a, M> {
    trial: &'a Trial,
    parts: &'a SubRacks<M>,
    word: &'a [u8],
    leave: i64,
    placed: SmallVec<[Placed; MOST_TILES]>,
}

/// Tiles that are still to be put down.
#[derive(Clone)]
struct Hand {
    tiles: u16,
    /// What the blanks among them show.
    blanks: SmallVec<[u8; 4]>,
}

impl Hand {
    /// Takes a letter's own tile, or a blank that shows it.
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
