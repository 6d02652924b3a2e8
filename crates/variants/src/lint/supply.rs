//! Whether there are tiles enough, and of the right kinds.

use super::{Finding, Findings};
use crate::Variant;
use std::collections::BTreeSet;
use tilewright_board::PremiumKind;
use tilewright_rules::spec::{BingoTrigger, DictionaryMode};
use tilewright_tiles::{Face, LetterSet, gathered};

pub(super) fn check(variant: &Variant, findings: &mut Findings) {
    check_rack(variant, findings);
    check_letters(variant, findings);
    check_swap(variant, findings);
    check_bingo(variant, findings);
    check_value_matched(variant, findings);
    check_lexicon(variant, findings);
}

/// The bundled word lists.
const SHIPPED_LISTS: [&str; 3] = ["en", "en_test_small", "nl"];
/// The lists that bundled variants ask for and players load.
const ASKED_LISTS: [&str; 7] = ["ar", "cy", "de", "es", "fr", "he", "pl"];

fn check_lexicon(variant: &Variant, findings: &mut Findings) {
    let validation = &variant.rules().word_validation;
    let looked_up = validation.enabled && validation.dictionary == DictionaryMode::Check;
    match variant.lexicon() {
        None if looked_up => {
            let message = "words are looked up, but no word list is named; name one, or set rules.word_validation.dictionary = \"free\"";
            findings.push(Finding::NoLexicon, "lexicon", message);
        }
        Some(id) if !SHIPPED_LISTS.contains(&id) && !ASKED_LISTS.contains(&id) => {
            let message = format!(
                "no word list `{id}` is bundled (`en` and `nl` are); check the name, or load a list of your own when you make a game"
            );
            findings.push(Finding::UnknownLexicon, "lexicon", message);
        }
        _ => {}
    }
}

fn bag_size(variant: &Variant) -> usize {
    variant.tiles().full_bag().len()
}

fn check_rack(variant: &Variant, findings: &mut Findings) {
    let (rack, bag) = (usize::from(variant.rules().rack_size.size), bag_size(variant));
    let most = usize::from(variant.players().1);
    if rack > bag {
        let message = format!(
            "a rack holds {rack} tiles, the whole bag only {bag}; make the rack smaller or add tiles"
        );
        findings.push(Finding::RackLargerThanBag, "rules.rack_size.size", message);
    } else if rack * most > bag {
        let message = format!(
            "{most} players with {rack} tiles each need {} tiles, the bag has {bag}; allow fewer players or add tiles",
            rack * most
        );
        findings.push(Finding::CannotDeal, "players", message);
    }
}

/// Letters that some tile can show.
fn showable(variant: &Variant) -> LetterSet {
    let mut letters = LetterSet::EMPTY;
    for kind in variant.tiles().kinds().iter().filter(|kind| kind.count > 0) {
        match kind.face {
            Face::Letter(letter) => letters.insert(letter),
            Face::Blank(set) => letters.0 |= set.0,
        }
    }
    letters
}

fn check_letters(variant: &Variant, findings: &mut Findings) {
    let (alphabet, showable) = (variant.tiles().alphabet(), showable(variant));
    if showable == LetterSet::EMPTY {
        let message = "no tile can ever be placed: no letter has a tile and no blank stands for one; give letters a count";
        return findings.push(Finding::NoLegalTile, "tiles.letters", message);
    }
    for letter in alphabet.all().iter().filter(|letter| !showable.contains(*letter)) {
        let message = format!(
            "there is no tile for the letter {} and no blank that may stand for it; give it a count or leave it out",
            alphabet.upper(letter)
        );
        findings.push(Finding::LetterWithoutTile, &format!("tiles.letters[{}]", letter.0), message);
    }
    let turns = variant.rules().actions.rotate;
    if turns && variant.tiles().kinds().iter().all(|kind| kind.rotated.is_none()) {
        let message = "tiles may be turned, but none has a rotated letter; list pairs in tiles.rotations or switch it off";
        findings.push(Finding::RotationWithoutPairs, "rules.actions.rotate", message);
    }
}

fn check_swap(variant: &Variant, findings: &mut Findings) {
    let (swap, bag) = (&variant.rules().swap_limit, bag_size(variant));
    if swap.enabled && usize::from(swap.swap_minimum_bag) > bag {
        let message = format!(
            "a swap needs {} tiles in the bag, which never holds more than {bag}; lower it, or switch swaps off",
            swap.swap_minimum_bag
        );
        findings.push(Finding::SwapMinimumAboveBag, "rules.swap_limit.swap_minimum_bag", message);
    }
    if swap.enabled && swap.max_tiles == Some(0) {
        let message = "a swap of no tiles is none; allow at least 1, or switch swaps off";
        findings.push(Finding::SwapOfNothing, "rules.swap_limit.max_tiles", message);
    }
}

fn check_bingo(variant: &Variant, findings: &mut Findings) {
    let (bingo, rack) = (&variant.rules().bingo_bonus, variant.rules().rack_size.size);
    if let BingoTrigger::TilesPlayed(tiles) = bingo.trigger
        && bingo.enabled
        && !(1..=rack).contains(&tiles)
    {
        let message = format!(
            "the bonus asks for {tiles} tiles in one move, a rack holds {rack}; ask for 1 to {rack}"
        );
        findings.push(Finding::BingoImpossible, "rules.bingo_bonus.trigger", message);
    }
}

fn check_value_matched(variant: &Variant, findings: &mut Findings) {
    let kinds = variant.tiles().kinds().iter();
    let scores: BTreeSet<i32> =
        gathered(kinds.filter(|kind| kind.count > 0).map(|kind| kind.score));
    let asked: BTreeSet<i32> =
        gathered(variant.premiums().iter().filter_map(|premium| match premium {
            Some(PremiumKind::ValueMatched { value, .. }) => Some(*value),
            _ => None,
        }));
    for value in asked.difference(&scores) {
        let message = format!(
            "premiums ask for tiles worth {value}, but no tile is; give tiles that value or match another"
        );
        findings.push(Finding::ValueMatchedUnused, "board", message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_lists_are_those_of_the_shipped_variants() {
        let named: BTreeSet<String> = crate::shipped_ids()
            .filter_map(|id| Variant::shipped(id).unwrap().lexicon().map(String::from))
            .collect();
        let known: BTreeSet<String> = (SHIPPED_LISTS.iter().chain(&ASKED_LISTS))
            .filter(|id| **id != "en_test_small")
            .map(ToString::to_string)
            .collect();
        assert_eq!(named, known);
    }
}
