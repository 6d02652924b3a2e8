//! Finding moves: words from the list, tried on every line, letter by letter.

use super::{Laid, Lane, Piece, Referee, Sight, Verdict};
use tilewright_rules::spec::Reading;
use tilewright_tiles::{Chance, Face, Letter};

/// A legal move, with what the referee says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The tiles.
    pub laid: Vec<Laid>,
    /// The verdict; it is always legal.
    pub verdict: Verdict,
}

/// A line on which a move is possible.
struct OpenLane<'a> {
    lane: &'a Lane,
    /// Which of its cells touch something.
    near: Vec<bool>,
    /// The letters on the rack or on the line, as a bit set.
    letters: u64,
}

impl Referee {
    /// Legal straight moves with words from a random part of the list (all of it, if that part has
    /// none). With `tried` at least the length of the list, none is left out but for the choice
    /// between a letter and a blank.
    pub fn propose(&self, sight: &Sight, tried: usize, chance: &mut Chance) -> Vec<Proposal> {
        let list = &self.words.list;
        let count = list.len();
        let from = chance.below(count);
        let part = tried.min(count);
        let words = (0..count).map(|place| &list[(from + place) % count].letters);
        let found = self.search(sight, words.clone().take(part), chance);
        if found.is_empty() && part < count {
            return self.search(sight, words.skip(part), chance);
        }
        found
    }

    fn search<'a>(
        &'a self,
        sight: &Sight,
        words: impl Iterator<Item = &'a Vec<u8>>,
        chance: &mut Chance,
    ) -> Vec<Proposal> {
        let open = |lane: &'a Lane| OpenLane {
            lane,
            near: lane.cells.iter().map(|cell| self.is_near(sight, *cell)).collect(),
            letters: self.letters_at_hand(sight, lane),
        };
        let lanes: Vec<OpenLane<'_>> = (self.lanes.iter())
            .filter(|lane| lane.cells.len() > 1)
            .map(open)
            .filter(|open| open.near.contains(&true))
            .collect();
        let wild = self.wild(sight);
        let mut found = Vec::new();
        for word in words {
            let spelling = self.spelling(word, chance);
            for open in &lanes {
                let lacks = |letter: &&u8| open.letters >> **letter & 1 == 0;
                let missing = spelling.iter().filter(lacks).count();
                if missing > wild || spelling.len() > open.lane.cells.len() {
                    continue;
                }
                for letters in self.ways_to_lay(&spelling, open.lane.axis) {
                    self.try_offsets(sight, open, &letters, chance, &mut found);
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
    pub(super) fn is_near(&self, sight: &Sight, cell: usize) -> bool {
        let mut beside = self.neighbours[cell].iter();
        self.starts.contains(&cell)
            || sight.occupied(cell)
            || beside.any(|other| sight.occupied(*other))
    }

    /// The letters on the rack or on the line, as a bit set.
    pub(super) fn letters_at_hand(&self, sight: &Sight, lane: &Lane) -> u64 {
        let on_line = lane.cells.iter().filter_map(|cell| sight.top(*cell));
        let on_line = on_line.fold(0u64, |set, piece| set | 1 << piece.letter);
        let kinds = self.kinds.iter().zip(&sight.rack).filter(|(_, count)| **count > 0);
        kinds.fold(on_line, |set, (kind, _)| match kind.face {
            Face::Letter(letter) => set | 1 << letter.0,
            Face::Blank(_) => set,
        })
    }

    /// The number of blanks on the rack.
    pub(super) fn wild(&self, sight: &Sight) -> usize {
        let kinds = self.kinds.iter().zip(&sight.rack);
        kinds.filter(|(kind, _)| matches!(kind.face, Face::Blank(_))).map(|(_, count)| count).sum()
    }

    fn try_offsets(
        &self,
        sight: &Sight,
        open: &OpenLane<'_>,
        letters: &[u8],
        chance: &mut Chance,
        found: &mut Vec<Proposal>,
    ) {
        let cells = &open.lane.cells;
        for offset in 0..=cells.len() - letters.len() {
            let end = offset + letters.len();
            let open_before = offset == 0 || !sight.occupied(cells[offset - 1]);
            let open_behind = end == cells.len() || !sight.occupied(cells[end]);
            if !open_before || !open_behind || !open.near[offset..end].contains(&true) {
                continue;
            }
            let Some(laid) = self.lay(sight, &cells[offset..end], letters, chance) else {
                continue;
            };
            let verdict = self.judge(sight, &laid);
            let known = found.iter().rev().take(64).any(|other: &Proposal| other.laid == laid);
            if verdict.is_legal() && !known {
                found.push(Proposal { laid, verdict });
            }
        }
    }

    /// Lays letters on cells with the tiles of the rack, around and (on stacks) over what is there.
    fn lay(
        &self,
        sight: &Sight,
        cells: &[usize],
        letters: &[u8],
        chance: &mut Chance,
    ) -> Option<Vec<Laid>> {
        let stacking = self.spec.stacking.enabled;
        let mut laid: Vec<Laid> = Vec::new();
        for (cell, letter) in cells.iter().zip(letters) {
            match sight.top(*cell) {
                Some(top) if top.letter == *letter => continue,
                Some(_) if !stacking => return None,
                _ => {}
            }
            let used = |kind: usize| laid.iter().filter(|tile| tile.piece.kind == kind).count();
            let left = |kind: &usize| sight.rack[*kind] > used(*kind);
            let kind = self.kind_for(left, *letter, chance)?;
            laid.push(Laid { cell: *cell, piece: Piece { kind, letter: *letter } });
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
