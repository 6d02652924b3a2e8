//! The least work of finding all plays, known before the search begins.

use crate::compile::Judging;
use crate::cross_sets::openness;
use crate::generator::MoveGenerator;
use crate::judge::judge_steps;
use tilewright_lexicon::{LetterMask, MAX_WORD};
use tilewright_rules::Position;
use tilewright_tiles::Face;

/// How many words there are of each length.
pub(crate) type WordLengths = [u64; MAX_WORD + 1];

impl<M: LetterMask> MoveGenerator<M> {
    pub(crate) fn count_lengths(&self) -> WordLengths {
        let mut lengths = [0; MAX_WORD + 1];
        let mut words = self.graph.iter();
        while let Some(word) = words.advance() {
            lengths[word.len()] += 1;
        }
        lengths
    }

    /// The steps that finding all plays takes at the least, whatever the words are: an estimate that
    /// refuses hopeless searches before they start.
    ///
    /// Blanks that stand for every letter make every word of as many letters. On an empty board each
    /// of these words fits every window of its length through a start cell. Of other positions
    /// nothing is known before the search: 0.
    pub fn least_steps(&self, position: &Position<'_>) -> u64 {
        let (empty, anywhere) = openness(position);
        let blanks = self.full_blanks(position);
        if !empty || blanks == 0 {
            return 0;
        }
        let words = self.word_lengths();
        let shortest = usize::from(self.ruleset.spec().min_word_length.min_main_length).max(2);
        let longest = blanks.min(MAX_WORD).min(self.table.longest);
        let starts = self.ruleset.start_cells();
        let mut is_start = vec![anywhere; self.ruleset.topology().cell_count()];
        starts.iter().for_each(|cell| is_start[cell.index()] = true);
        let mut least: u64 = 0;
        for (length, words) in words.iter().enumerate().take(longest + 1).skip(shortest) {
            if *words == 0 {
                continue;
            }
            let windows = self.table.lines.iter().map(|line| {
                let cells = &self.table.cells[line.slots()];
                windows_with(cells.iter().map(|cell| is_start[cell.index()]), length)
            });
            let plays = windows.sum::<u64>().saturating_mul(*words);
            // Where lines meet more than once, the same play may be found twice and is judged once.
            let each = match self.compiled.judging {
                Judging::Pipeline if !self.table.is_tangled => judge_steps(position, length),
                _ => 1,
            };
            least = least.saturating_add(plays.saturating_mul(each));
        }
        least
    }

    /// How many tiles of the rack stand for every letter.
    fn full_blanks(&self, position: &Position<'_>) -> usize {
        let tiles = self.ruleset.tiles();
        let all = tiles.alphabet().all();
        let is_full =
            |face: Face| matches!(face, Face::Blank(letters) if letters.0 & all.0 == all.0);
        position.rack.tiles().filter(|kind| is_full(tiles.kind(*kind).face)).count()
    }
}

/// How many stretches of this length hold a start cell.
fn windows_with(is_start: impl ExactSizeIterator<Item = bool>, length: usize) -> u64 {
    let mut windows = 0;
    // The cells since the last start cell, that one included; none yet.
    let mut since: Option<usize> = None;
    for (place, start) in is_start.enumerate() {
        since = if start { Some(1) } else { since.map(|cells| cells + 1) };
        if place + 1 >= length && since.is_some_and(|cells| cells <= length) {
            windows += 1;
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_counted_that_hold_a_start_cell() {
        let table: [(&[bool], usize, u64); 6] = [
            (&[false, false, false], 2, 0),
            (&[true, true, true], 2, 2),
            (&[false, true, false], 2, 2),
            (&[false, true, false], 3, 1),
            (&[false, true, false], 4, 0),
            (&[true, false, false, false, true], 2, 2),
        ];
        for (cells, length, expected) in table {
            assert_eq!(windows_with(cells.iter().copied(), length), expected, "{cells:?} {length}");
        }
    }
}
