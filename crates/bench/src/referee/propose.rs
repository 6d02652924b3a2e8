//! Finding moves: words from the list, tried on every line, letter by letter.

use super::{Laid, Lane, Piece, Referee, Sight, Verdict};
use crate::chance::Chance;
use tilewright_rules::spec::Reading;
use tilewright_tiles::{Face, Letter};

/// A legal move, with what the referee says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The tiles.
    pub laid: Vec<Laid>,
    /// The verdict; it is always legal.
    pub verdict: Verdict,
}

impl Referee {
    /// Legal straight moves with words from a random part of the list (all of it, if that part has
    /// none). With `tried` at least the length of the list, none is left out but for the choice
    /// between a letter and a blank.
    pub fn propose(&self, sight: &Sight, tried: usize, chance: &mut Chance) -> Vec<Proposal> {
        let count = self.list.len();
        let from = chance.below(count);
        let part = tried.min(count);
        let words = (0..count).map(|place| &self.list[(from + place) % count]);
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
        let lanes: Vec<(&Lane, u64)> = (self.lanes.iter())
            .filter(|lane| lane.cells.len() > 1 && self.is_near(sight, lane))
            .map(|lane| (lane, self.letters_at_hand(sight, lane)))
            .collect();
        let wild = self.wild(sight);
        let mut found = Vec::new();
        for word in words {
            let spelling = self.spelling(word, chance);
            for (lane, at_hand) in &lanes {
                let missing = spelling.iter().filter(|letter| at_hand >> **letter & 1 == 0).count();
                if missing > wild || spelling.len() > lane.cells.len() {
                    continue;
                }
                for letters in self.ways_to_lay(&spelling, lane.axis) {
                    self.try_offsets(sight, lane, &letters, chance, &mut found);
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

    /// Whether a move on this line could touch anything.
    fn is_near(&self, sight: &Sight, lane: &Lane) -> bool {
        let empty = sight.is_empty();
        lane.cells.iter().any(|cell| match empty {
            true => self.starts.contains(cell),
            false => self.touches(sight, *cell),
        })
    }

    fn touches(&self, sight: &Sight, cell: usize) -> bool {
        sight.occupied(cell) || self.neighbours[cell].iter().any(|other| sight.occupied(*other))
    }

    /// The letters on the rack or on the line, as a bit set.
    fn letters_at_hand(&self, sight: &Sight, lane: &Lane) -> u64 {
        let on_line = lane.cells.iter().filter_map(|cell| sight.top(*cell));
        let on_line = on_line.fold(0u64, |set, piece| set | 1 << piece.letter);
        let kinds = self.kinds.iter().zip(&sight.rack).filter(|(_, count)| **count > 0);
        kinds.fold(on_line, |set, (kind, _)| match kind.face {
            Face::Letter(letter) => set | 1 << letter.0,
            Face::Blank(_) => set,
        })
    }

    /// The number of blanks on the rack.
    fn wild(&self, sight: &Sight) -> usize {
        let kinds = self.kinds.iter().zip(&sight.rack);
        kinds.filter(|(kind, _)| matches!(kind.face, Face::Blank(_))).map(|(_, count)| count).sum()
    }

    fn try_offsets(
        &self,
        sight: &Sight,
        lane: &Lane,
        letters: &[u8],
        chance: &mut Chance,
        found: &mut Vec<Proposal>,
    ) {
        for offset in 0..=lane.cells.len() - letters.len() {
            let end = offset + letters.len();
            let open_before = offset == 0 || !sight.occupied(lane.cells[offset - 1]);
            let open_behind = end == lane.cells.len() || !sight.occupied(lane.cells[end]);
            if !open_before || !open_behind {
                continue;
            }
            let Some(laid) = self.lay(sight, &lane.cells[offset..end], letters, chance) else {
                continue;
            };
            let near =
                |tile: &Laid| self.touches(sight, tile.cell) || self.starts.contains(&tile.cell);
            if !laid.iter().any(near) {
                continue;
            }
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
        let mut rack: Option<Vec<usize>> = None;
        let mut laid = Vec::new();
        for (cell, letter) in cells.iter().zip(letters) {
            match sight.top(*cell) {
                Some(top) if top.letter == *letter => continue,
                Some(_) if !self.spec.stacking.enabled => return None,
                _ => {}
            }
            let rack = rack.get_or_insert_with(|| sight.rack.clone());
            let kind = self.kind_for(rack, *letter, chance)?;
            rack[kind] -= 1;
            laid.push(Laid { cell: *cell, piece: Piece { kind, letter: *letter } });
        }
        (!laid.is_empty()).then_some(laid)
    }

    /// A tile of the rack that can show a letter: mostly its own, now and then a blank.
    fn kind_for(&self, rack: &[usize], letter: u8, chance: &mut Chance) -> Option<usize> {
        let has = |kind: &usize| rack[*kind] > 0;
        let own = (0..rack.len())
            .filter(has)
            .find(|kind| matches!(self.kinds[*kind].face, Face::Letter(own) if own.0 == letter));
        if own.is_some() && !chance.once_in(16) {
            return own;
        }
        let blank = (0..rack.len()).filter(has).find(|kind| {
            matches!(self.kinds[*kind].face, Face::Blank(set) if set.contains(Letter(letter)))
        });
        blank.or(own)
    }
}
