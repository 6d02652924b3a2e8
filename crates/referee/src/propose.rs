//! Finding moves: words from the list, tried on every line, letter by letter.

use crate::{Line, Piece, PlacedTile, PlayerView, Referee, Verdict};
use tilewright_rules::spec::Reading;
use tilewright_tiles::{Chance, Face, Letter};

/// A legal move, with what the referee says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The tiles.
    pub laid: Vec<PlacedTile>,
    /// The verdict; it is always legal.
    pub verdict: Verdict,
}

/// A line on which a move is possible.
struct OpenLine<'a> {
    line: &'a Line,
    /// Which of its cells touch something.
    near: Vec<bool>,
    /// The letters on the rack or on the line, as a bit set.
    letters: u64,
}

impl Referee {
    /// Legal straight moves with words from a random part of the list (all of it, if that part has
    /// none). With `tried` at least the length of the list, none is left out but for the choice
    /// between a letter and a blank.
    pub fn propose(&self, view: &PlayerView, tried: usize, chance: &mut Chance) -> Vec<Proposal> {
        let list = &self.words.list;
        let count = list.len();
        let from = chance.below(count);
        let part = tried.min(count);
        let words = (0..count).map(|place| &list[(from + place) % count].letters);
        let found = self.search(view, words.clone().take(part), chance);
        if found.is_empty() && part < count {
            return self.search(view, words.skip(part), chance);
        }
        found
    }

    fn search<'a>(
        &'a self,
        view: &PlayerView,
        words: impl Iterator<Item = &'a Vec<u8>>,
        chance: &mut Chance,
    ) -> Vec<Proposal> {
        let open = |line: &'a Line| OpenLine {
            line,
            near: line.cells.iter().map(|cell| self.is_near(view, *cell)).collect(),
            letters: self.letters_at_hand(view, line),
        };
        let lines: Vec<OpenLine<'_>> = (self.lines.iter())
            .filter(|line| line.cells.len() > 1)
            .map(open)
            .filter(|open| open.near.contains(&true))
            .collect();
        let wild = self.wild(view);
        let mut found = Vec::new();
        for word in words {
            let spelling = self.spelling(word, chance);
            for open in &lines {
                let lacks = |letter: &&u8| open.letters >> **letter & 1 == 0;
                let missing = spelling.iter().filter(lacks).count();
                if missing > wild || spelling.len() > open.line.cells.len() {
                    continue;
                }
                for letters in self.ways_to_lay(&spelling, open.line.axis) {
                    self.try_offsets(view, open, &letters, chance, &mut found);
                }
            }
        }
        found
    }

    /// Where any order is a word, a random one; else the word itself.
    fn spelling(&self, word: &[u8], chance: &mut Chance) -> Vec<u8> {
        let mut letters = word.to_vec();
        if self.spec.word_validation.anagram_words && chance.once_in(2) {
            chance.shuffle(&mut letters);
        }
        letters
    }

    /// The letters along the axis, so that a permitted reading gives the word.
    fn ways_to_lay(&self, word: &[u8], axis: usize) -> Vec<Vec<u8>> {
        let reversed = || word.iter().rev().copied().collect();
        match self.readings[axis] {
            Reading::Forward => vec![word.to_vec()],
            Reading::Backward => vec![reversed()],
            Reading::Both => vec![word.to_vec(), reversed()],
        }
    }

    /// Whether a tile on this cell would touch anything, or begin the game.
    pub(crate) fn is_near(&self, view: &PlayerView, cell: usize) -> bool {
        let mut beside = self.neighbours[cell].iter();
        self.starts.contains(&cell)
            || view.occupied(cell)
            || beside.any(|other| view.occupied(*other))
    }

    /// The letters on the rack or on the line, as a bit set.
    pub(crate) fn letters_at_hand(&self, view: &PlayerView, line: &Line) -> u64 {
        let on_line = line.cells.iter().filter_map(|cell| view.top(*cell));
        let on_line = on_line.fold(0u64, |set, piece| set | 1 << piece.letter);
        let kinds = self.kinds.iter().zip(&view.rack).filter(|(_, count)| **count > 0);
        kinds.fold(on_line, |set, (kind, _)| match kind.face {
            Face::Letter(letter) => set | 1 << letter.0,
            Face::Blank(_) => set,
        })
    }

    /// The number of blanks on the rack.
    pub(crate) fn wild(&self, view: &PlayerView) -> usize {
        let kinds = self.kinds.iter().zip(&view.rack);
        kinds.filter(|(kind, _)| matches!(kind.face, Face::Blank(_))).map(|(_, count)| count).sum()
    }

    fn try_offsets(
        &self,
        view: &PlayerView,
        open: &OpenLine<'_>,
        letters: &[u8],
        chance: &mut Chance,
        found: &mut Vec<Proposal>,
    ) {
        let cells = &open.line.cells;
        for offset in 0..=cells.len() - letters.len() {
            let end = offset + letters.len();
            let open_before = offset == 0 || !view.occupied(cells[offset - 1]);
            let open_behind = end == cells.len() || !view.occupied(cells[end]);
            if !open_before || !open_behind || !open.near[offset..end].contains(&true) {
                continue;
            }
            let Some(laid) = self.lay(view, &cells[offset..end], letters, chance) else {
                continue;
            };
            let verdict = self.judge(view, &laid);
            let known = found.iter().rev().take(64).any(|other: &Proposal| other.laid == laid);
            if verdict.is_legal() && !known {
                found.push(Proposal { laid, verdict });
            }
        }
    }

    /// Lays letters on cells with the tiles of the rack, around and (on stacks) over what is there.
    fn lay(
        &self,
        view: &PlayerView,
        cells: &[usize],
        letters: &[u8],
        chance: &mut Chance,
    ) -> Option<Vec<PlacedTile>> {
        let stacking = self.spec.stacking.enabled;
        let mut laid: Vec<PlacedTile> = Vec::new();
        for (cell, letter) in cells.iter().zip(letters) {
            match view.top(*cell) {
                Some(top) if top.letter == *letter => continue,
                Some(_) if !stacking => return None,
                _ => {}
            }
            let used = |kind: usize| laid.iter().filter(|tile| tile.piece.kind == kind).count();
            let left = |kind: &usize| view.rack[*kind] > used(*kind);
            let kind = self.kind_for(left, *letter, chance)?;
            laid.push(PlacedTile { cell: *cell, piece: Piece { kind, letter: *letter } });
        }
        (!laid.is_empty()).then_some(laid)
    }

    /// A tile of the rack that can show a letter: mostly its own, now and then a blank.
    fn kind_for(
        &self,
        left: impl Fn(&usize) -> bool,
        letter: u8,
        chance: &mut Chance,
    ) -> Option<usize> {
        let shows = |kind: &usize| match self.kinds[*kind].face {
            Face::Letter(own) => own.0 == letter,
            Face::Blank(_) => false,
        };
        let stands_for = |kind: &usize| match self.kinds[*kind].face {
            Face::Letter(_) => false,
            Face::Blank(letters) => letters.contains(Letter(letter)),
        };
        let own = (0..self.kinds.len()).find(|kind| shows(kind) && left(kind));
        if own.is_some() && !chance.once_in(16) {
            return own;
        }
        (0..self.kinds.len()).find(|kind| stands_for(kind) && left(kind)).or(own)
    }
}
