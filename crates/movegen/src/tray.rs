//! A rack as the generator takes tiles from it.

use crate::compile::Compiled;
use tilewright_lexicon::LetterMask;
use tilewright_rules::Ruleset;
use tilewright_tiles::{Face, KindId, TileCounts};

/// The tiles of a rack by letter code, and its blanks.
pub(crate) struct Tray<M> {
    /// By code: the kinds that show it and how many are left of each.
    letters: Vec<Vec<(KindId, u16)>>,
    /// Kinds of blanks: (kind, codes it may stand for, how many are left).
    blanks: Vec<(KindId, M, u16)>,
    /// Codes of which a letter tile is left.
    pub letter_codes: M,
    /// Codes that a blank that is left may stand for.
    pub blank_codes: M,
    pub len: usize,
}

impl<M: LetterMask> Tray<M> {
    pub fn new(ruleset: &Ruleset, compiled: &Compiled, rack: &TileCounts) -> Tray<M> {
        let tiles = ruleset.tiles();
        let mut tray = Tray {
            letters: vec![Vec::new(); tiles.alphabet().len() + 1],
            blanks: Vec::new(),
            letter_codes: M::EMPTY,
            blank_codes: M::EMPTY,
            len: rack.len(),
        };
        for (kind, count) in rack.iter() {
            match tiles.kind(kind).face {
                Face::Letter(letter) => {
                    let code = compiled.order.code(letter);
                    tray.letters[usize::from(code)].push((kind, count));
                    tray.letter_codes |= M::bit(code);
                }
                Face::Blank(letters) => {
                    let mask = compiled.order.mask::<M>(letters);
                    tray.blanks.push((kind, mask, count));
                    tray.blank_codes |= mask;
                }
            }
        }
        tray
    }

    /// The number of kinds that show a code.
    #[inline]
    pub fn kinds_of(&self, code: u8) -> usize {
        self.letters[usize::from(code)].len()
    }

    /// Takes the tile of a kind that shows a code; `None` if none is left.
    #[inline]
    pub fn take_letter(&mut self, code: u8, index: usize) -> Option<KindId> {
        let kinds = &mut self.letters[usize::from(code)];
        let (kind, count) = &mut kinds[index];
        if *count == 0 {
            return None;
        }
        *count -= 1;
        let kind = *kind;
        if *count == 0 && kinds.iter().all(|(_, count)| *count == 0) {
            self.letter_codes = self.letter_codes & !M::bit(code);
        }
        Some(kind)
    }

    #[inline]
    pub fn return_letter(&mut self, code: u8, index: usize) {
        self.letters[usize::from(code)][index].1 += 1;
        self.letter_codes |= M::bit(code);
    }

    /// The number of kinds of blanks.
    #[inline]
    pub fn blank_kinds(&self) -> usize {
        self.blanks.len()
    }

    /// What a kind of blank may stand for, if one is left.
    #[inline]
    pub fn blank_mask(&self, index: usize) -> M {
        let (_, mask, count) = self.blanks[index];
        if count > 0 { mask } else { M::EMPTY }
    }

    #[inline]
    pub fn take_blank(&mut self, index: usize) -> KindId {
        self.blanks[index].2 -= 1;
        self.recount();
        self.blanks[index].0
    }

    #[inline]
    pub fn return_blank(&mut self, index: usize) {
        self.blanks[index].2 += 1;
        self.recount();
    }

    fn recount(&mut self) {
        self.blank_codes = M::EMPTY;
        for index in 0..self.blanks.len() {
            self.blank_codes |= self.blank_mask(index);
        }
    }
}
