//! Every legal straight move: every word in every place, with every choice of tiles.

use crate::amount::Amount;
use crate::words::Entry;
use crate::{Line, Piece, PlacedTile, PlayerView, Referee};
use std::collections::BTreeMap;
use tilewright_rules::spec::{Placement, Reading, StartMode};
use tilewright_tiles::{Face, Letter};

/// Moves by their tiles (in the order of the cells), with their scores.
pub type Plays = BTreeMap<Vec<PlacedTile>, Amount>;

impl Referee {
    /// Every legal move whose tiles lie on one line without a gap: whichever tile shows a letter,
    /// whatever it covers, and in whichever order, where any order will do.
    pub fn every_play(&self, view: &PlayerView) -> Plays {
        let mut found = Plays::new();
        let words = self.words_at_hand(view);
        for line in self.lines.iter().filter(|line| line.cells.len() > 1) {
            self.every_play_on(view, line, &words, &mut found);
        }
        let shortest = &self.spec.min_word_length;
        if !shortest.enabled || shortest.min_main_length == 1 {
            self.every_single_tile(view, &mut found);
        }
        found
    }

    /// The words whose letters are all on the rack or somewhere on the board, but for as many as
    /// there are blanks.
    fn words_at_hand(&self, view: &PlayerView) -> Vec<&Entry> {
        let lines = self.lines.iter();
        let letters = lines.fold(0, |set, line| set | self.letters_at_hand(view, line));
        let words = match self.spec.word_validation.anagram_words {
            true => &self.words.sorted,
            false => &self.words.list,
        };
        let wild = self.wild(view);
        words.iter().filter(|word| lacks_at_most(word, letters, wild)).collect()
    }

    fn every_play_on(&self, view: &PlayerView, line: &Line, words: &[&Entry], found: &mut Plays) {
        let windows = self.windows(view, line);
        let (letters, wild) = (self.letters_at_hand(view, line), self.wild(view));
        for word in words {
            let Some(windows) = windows.get(word.letters.len()) else { continue };
            if windows.is_empty() || !lacks_at_most(word, letters, wild) {
                continue;
            }
            for cells in windows {
                for spelling in self.spellings(&word.letters, line.axis) {
                    Filling::new(self, view, cells, &spelling, found).fill(0);
                }
            }
        }
    }

    /// The parts of a line that can be a word after a move, by their length: no tile before or
    /// behind, a place for a new tile, and a cell that touches something where that is asked for.
    fn windows<'a>(&self, view: &PlayerView, line: &'a Line) -> Vec<Vec<&'a [usize]>> {
        let cells = &line.cells;
        let mut windows = vec![Vec::new(); cells.len() + 1];
        let free = |place: usize| cells.get(place).is_none_or(|cell| !view.occupied(*cell));
        let near = |cell: &usize| self.may_lie_anywhere(view) || self.is_near(view, *cell);
        for first in (0..cells.len()).filter(|first| *first == 0 || free(first - 1)) {
            for end in (first + 2..=cells.len()).filter(|end| free(*end)) {
                let window = &cells[first..end];
                let empty = window.iter().filter(|cell| !view.occupied(**cell)).count();
                let places = if self.spec.stacking.enabled { window.len() } else { empty };
                if places > 0 && empty <= view.rack_len() && window.iter().any(near) {
                    windows[window.len()].push(window);
                }
            }
        }
        windows
    }

    /// Whether a move need not touch anything.
    fn may_lie_anywhere(&self, view: &PlayerView) -> bool {
        let start = &self.spec.first_move_start;
        let must_start = start.enabled && start.start == StartMode::Required;
        let hangs = self.spec.line_placement.placement == Placement::Connected;
        !self.spec.connection.enabled || view.is_empty() && !must_start && !hangs
    }

    /// The letters of a word along an axis, by every permitted reading; where any order will do,
    /// no letter has a place of its own.
    fn spellings(&self, word: &[u8], axis: usize) -> Vec<Spelling> {
        if self.spec.word_validation.anagram_words {
            return vec![Spelling { fixed: None, letters: word.to_vec() }];
        }
        let along = |letters: Vec<u8>| Spelling { fixed: Some(letters.clone()), letters };
        let forward = || along(word.to_vec());
        let backward = || along(word.iter().rev().copied().collect());
        match self.readings[axis] {
            Reading::Forward => vec![forward()],
            Reading::Backward => vec![backward()],
            Reading::Both => vec![forward(), backward()],
        }
    }

    /// Single tiles, where they need not be part of a word.
    fn every_single_tile(&self, view: &PlayerView, found: &mut Plays) {
        for cell in 0..view.stacks.len() {
            for kind in (0..self.kinds.len()).filter(|kind| view.rack[*kind] > 0) {
                for letter in (0..64).filter(|letter| self.can_show(kind, *letter)) {
                    self.add_if_legal(
                        view,
                        &[PlacedTile { cell, piece: Piece { kind, letter } }],
                        found,
                    );
                }
            }
        }
    }

    /// Whether tiles of a kind can show a letter.
    fn can_show(&self, kind: usize, letter: u8) -> bool {
        match self.kinds[kind].face {
            Face::Letter(own) => own.0 == letter,
            Face::Blank(letters) => letters.contains(Letter(letter)),
        }
    }

    fn add_if_legal(&self, view: &PlayerView, laid: &[PlacedTile], found: &mut Plays) {
        let mut laid = laid.to_vec();
        laid.sort_unstable();
        if found.contains_key(&laid) {
            return;
        }
        if let Some(total) = self.judge(view, &laid).total {
            found.insert(laid, total);
        }
    }
}

/// Whether at most `wild` different letters of a word are not among the letters.
fn lacks_at_most(word: &Entry, letters: u64, wild: usize) -> bool {
    (word.set & !letters).count_ones() as usize <= wild
}

/// The letters of a word; `fixed` says which goes where, if that is laid down.
struct Spelling {
    fixed: Option<Vec<u8>>,
    letters: Vec<u8>,
}

/// Trying to make cells show the letters of a word.
struct Filling<'a> {
    referee: &'a Referee,
    view: &'a PlayerView,
    /// The cells, those with a tile first, and the letters that they must show.
    cells: Vec<(usize, Option<u8>)>,
    /// The letters that are not yet shown.
    letters: Vec<u8>,
    rack: Vec<usize>,
    laid: Vec<PlacedTile>,
    found: &'a mut Plays,
}

impl<'a> Filling<'a> {
    fn new(
        referee: &'a Referee,
        view: &'a PlayerView,
        cells: &[usize],
        spelling: &Spelling,
        found: &'a mut Plays,
    ) -> Filling<'a> {
        let letter = |place: usize| spelling.fixed.as_ref().map(|letters| letters[place]);
        let cells = cells.iter().enumerate().map(|(place, cell)| (*cell, letter(place)));
        let (old, new): (Vec<_>, Vec<_>) = cells.partition(|(cell, _)| view.occupied(*cell));
        let cells = [old, new].concat();
        let (letters, rack) = (spelling.letters.clone(), view.rack.clone());
        Filling { referee, view, cells, letters, rack, laid: Vec::new(), found }
    }

    /// Makes the cells from a place on show letters, in every way there is.
    fn fill(&mut self, place: usize) {
        let Some((cell, fixed)) = self.cells.get(place).copied() else {
            if !self.laid.is_empty() {
                self.referee.add_if_legal(self.view, &self.laid, self.found);
            }
            return;
        };
        match fixed {
            Some(letter) => self.show(place, cell, letter),
            None => self.show_any(place, cell),
        }
    }

    /// Tries every different letter that is left.
    fn show_any(&mut self, place: usize, cell: usize) {
        for index in 0..self.letters.len() {
            let letter = self.letters[index];
            if self.letters[..index].contains(&letter) {
                continue;
            }
            let left = self.letters.clone();
            self.letters.remove(index);
            self.show(place, cell, letter);
            self.letters = left;
        }
    }

    /// Makes a cell show a letter: by what lies there, or by each tile that can.
    fn show(&mut self, place: usize, cell: usize, letter: u8) {
        let top = self.view.top(cell);
        if top.is_some_and(|top| top.letter == letter) {
            self.fill(place + 1);
        }
        if top.is_some() && !self.referee.spec.stacking.enabled {
            return;
        }
        for kind in 0..self.rack.len() {
            if self.rack[kind] == 0 || !self.referee.can_show(kind, letter) {
                continue;
            }
            self.rack[kind] -= 1;
            self.laid.push(PlacedTile { cell, piece: Piece { kind, letter } });
            self.fill(place + 1);
            self.laid.pop();
            self.rack[kind] += 1;
        }
    }
}
