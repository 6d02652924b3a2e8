//! Numbers that stand for what a line says.

use crate::levels::is_first_line;
use crate::lines::LineTable;
use crate::sight::Sight;
use tilewright_lexicon::LetterMask;
use tilewright_rules::{Board, Placement};

/// Mixes a word into a number.
#[inline(always)]
pub(super) fn mix(number: u64, word: u64) -> u64 {
    let mixed = (number ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

/// What stands for a place: far from that of any other, so that what is mixed in does not make one
/// of the other.
#[inline(always)]
pub(super) fn start(place: usize) -> u64 {
    (place as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// What stands for a slot as a rack with these letters sees it; 0 for one where it can do nothing.
#[inline]
pub(super) fn of_slot<M: LetterMask>(
    sight: &Sight<M>,
    table: &LineTable,
    at: usize,
    letters: M,
) -> u64 {
    let slot = &sight.slots[at];
    let mask = slot.allowed & letters;
    let there =
        u64::from(slot.code) << 32 | u64::from(slot.value as u16) | u64::from(slot.stacked()) << 40;
    if mask.is_empty() {
        // A tile that stays, or a wall.
        return if slot.filled() { mix(mix(start(at), there), 1) } else { 0 };
    }
    let first = slot.beside() && is_first_line(table, sight, at as u16);
    let flags = u64::from(slot.contact()) | u64::from(slot.beside()) << 1 | u64::from(first) << 2;
    let crossing =
        u64::from(slot.cross_base as u32) | u64::from(slot.cross_times as u16) << 32 | flags << 48;
    let cell = u64::from(slot.under as u16) << 16
        | u64::from(slot.letter_factor) << 48
        | u64::from(slot.word_factor) << 56;
    mix(mix(mix(mix(start(at), mask.widen()), crossing), cell | there), 2)
}

/// A number for some placements, whatever their order.
pub(super) fn of_placements(placements: &[Placement]) -> u64 {
    placements.iter().map(|placement| of_placement(placement, 0)).fold(0, |all, one| all ^ one)
}

/// The same where it matters how high the tiles come to lie.
pub(super) fn of_stacks(placements: &[Placement], board: &Board) -> u64 {
    let number = |placement: &Placement| of_placement(placement, board.height(placement.cell));
    placements.iter().map(number).fold(0, |all, one| all ^ one)
}

fn of_placement(placement: &Placement, height: u8) -> u64 {
    let tile = u64::from(placement.tile.kind.0) << 8 | u64::from(placement.tile.letter.0);
    mix(mix(3, u64::from(placement.cell.0) << 16 | tile), 5 + u64::from(height))
}
