//! Hashes of slots, lines and placements, combined by XOR (Zobrist hashing).

use crate::all_plays::is_first_word_line;
use crate::cross_sets::BoardView;
use crate::lines::LineTable;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Placement};

/// Mixes a word into a hash.
#[inline(always)]
pub(super) fn mix(number: u64, word: u64) -> u64 {
    let mixed = (number ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

/// The hash of a place; far from that of any other.
#[inline(always)]
pub(super) fn start(place: usize) -> u64 {
    (place as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The hash of everything about a slot that matters for a rack with these letters; 0 if nothing
/// can be placed or played through there.
#[inline]
pub(super) fn of_slot<M: LetterMask>(
    view: &BoardView<M>,
    table: &LineTable,
    at: usize,
    letters: M,
) -> u64 {
    let slot = &view.slots[at];
    let mask = slot.cross_set & letters;
    let there =
        u64::from(slot.code) << 32 | u64::from(slot.value as u16) | u64::from(slot.stacked()) << 40;
    if mask.is_empty() {
        // A play-through tile, or a blocked slot.
        return if slot.filled() { mix(mix(start(at), there), 1) } else { 0 };
    }
    let first = slot.has_neighbour() && is_first_word_line(table, view, at as u16);
    let flags =
        u64::from(slot.is_anchor()) | u64::from(slot.has_neighbour()) << 1 | u64::from(first) << 2;
    let crossing = u64::from(slot.cross_score as u32)
        | u64::from(slot.cross_factor as u16) << 32
        | flags << 48;
    let cell = u64::from(slot.under as u16) << 16
        | u64::from(slot.letter_factor) << 48
        | u64::from(slot.word_factor) << 56;
    mix(mix(mix(mix(start(at), mask.widen()), crossing), cell | there), 2)
}

/// The hash of placements, in any order.
pub(super) fn of_placements(placements: &[Placement]) -> u64 {
    placements.iter().map(|placement| of_placement(placement, 0)).fold(0, |all, one| all ^ one)
}

/// The same where the height of the stacks matters.
pub(super) fn of_stacks(placements: &[Placement], board: &Board) -> u64 {
    let number = |placement: &Placement| of_placement(placement, board.height(placement.cell));
    placements.iter().map(number).fold(0, |all, one| all ^ one)
}

fn of_placement(placement: &Placement, height: u8) -> u64 {
    let tile = u64::from(placement.tile.kind.0) << 8 | u64::from(placement.tile.letter.0);
    mix(mix(3, u64::from(placement.cell.0) << 16 | tile), 5 + u64::from(height))
}
