//! What the linter can find, and how to fix it: the table that the book shows.

use super::Level;
use tilewright_rules::Guide;

const fn error(id: &'static str, cause: &'static str, remedy: &'static str) -> (Level, Guide) {
    (Level::Error, Guide::new(id, cause, remedy))
}

const fn warning(id: &'static str, cause: &'static str, remedy: &'static str) -> (Level, Guide) {
    (Level::Warning, Guide::new(id, cause, remedy))
}

/// Every finding of the linter, errors first.
pub const FINDINGS: &[(Level, Guide)] = &[
    error(
        "anagram_reading_both",
        "With anagram words every order counts already, so reading both ways has no meaning.",
        "Use one of `anagram_words` and `reading = \"both\"`.",
    ),
    error(
        "bingo_impossible",
        "The bonus asks for more tiles in one move than a rack holds.",
        "Ask for at most as many as `rules.rack_size.size`.",
    ),
    error(
        "challenge_reading_both",
        "With `reading = \"both\"` the score tells which words are good, so there is nothing to challenge.",
        "Read forward, or switch challenges off.",
    ),
    error(
        "never_ends",
        "The game can be blocked with tiles left and then goes on for ever.",
        "Switch `rules.consecutive_passes` on with passes allowed, or set `rules.turn_limit.turns`.",
    ),
    error(
        "no_legal_tile",
        "No letter has a tile and no blank stands for one.",
        "Give letters a count.",
    ),
    error(
        "no_start",
        "A start cell is not on the board.",
        "Start on cells that the board has, `x,y` from 0.",
    ),
    error(
        "no_time",
        "A limit of no seconds leaves no time to move.",
        "Allow some, or leave it out.",
    ),
    error(
        "plugin",
        "A plugin is not registered, or its settings cannot be used.",
        "Use a name of the list, with the settings that it asks for.",
    ),
    error(
        "rack_larger_than_bag",
        "A rack holds more tiles than the whole bag.",
        "Make the rack smaller or add tiles.",
    ),
    error(
        "start_unreachable",
        "No start cell lies on a line that is long enough for the shortest word.",
        "Start elsewhere, or lower `rules.min_word_length.min_main_length`.",
    ),
    error(
        "start_word_length",
        "A start word does not fit on its line.",
        "Use words that are at most as long as the line.",
    ),
    error(
        "start_word_line",
        "The start word has no line to lie on.",
        "Name an axis of the board in `axis` and, where the centre is a hole, a cell in `through`.",
    ),
    error("start_word_list", "There is no word to start with.", "List some in `start_word.words`."),
    error(
        "start_word_spelling",
        "A start word has something that is no letter of the alphabet.",
        "Spell it with the letters of `tiles.letters`.",
    ),
    error(
        "start_word_tiles",
        "The bag has not the letters of a start word.",
        "Leave the word out or add tiles.",
    ),
    error(
        "swap_minimum_above_bag",
        "A swap needs more tiles in the bag than it ever holds.",
        "Lower `swap_minimum_bag`, or switch swaps off.",
    ),
    error(
        "swap_of_nothing",
        "A swap of no tiles is none.",
        "Allow at least 1 in `max_tiles`, or switch swaps off.",
    ),
    error(
        "time_action_without_limit",
        "Something happens when time is up, but there is no limit.",
        "Set `turn_time_limit` or `bank`, or leave the action out.",
    ),
    error(
        "unknown_axis",
        "A reading is given for an axis that the board does not have.",
        "Name an axis of the board: `East`, `South`, `Up`, or an edge tag.",
    ),
    warning(
        "axis_without_lines",
        "No two cells follow each other along an axis, so no word can lie there.",
        "Leave the axis out or widen the board.",
    ),
    warning(
        "cannot_deal",
        "The bag has too few tiles for as many players as the variant allows.",
        "Allow fewer players or add tiles.",
    ),
    warning(
        "ends_by_resigning_only",
        "A blocked game can end only by someone giving up.",
        "Switch `rules.consecutive_passes` on, or set `rules.turn_limit.turns`.",
    ),
    warning(
        "first_seat_missing",
        "The seat that moves first is not there in every game.",
        "Name a lower seat (from 0) or ask for more players.",
    ),
    warning(
        "increment_without_bank",
        "Time is added to a bank that does not exist.",
        "Set `bank`, or leave the increment out.",
    ),
    warning(
        "letter_without_tile",
        "A letter has no tile and no blank may stand for it.",
        "Give it a count or leave it out.",
    ),
    warning(
        "no_lexicon",
        "Words are looked up, but no word list is named.",
        "Name one in `lexicon`, or set `rules.word_validation.dictionary = \"free\"`.",
    ),
    warning(
        "premium_life_unused",
        "Without stacking a cell is covered once, so premiums fire once in any case.",
        "Switch stacking on, or leave `premium_life` out.",
    ),
    warning(
        "rotation_without_pairs",
        "Tiles may be turned, but none has a rotated letter.",
        "List pairs in `tiles.rotations` or switch `rules.actions.rotate` off.",
    ),
    warning(
        "stacking_flat",
        "Stacking is on, but stacks may not be higher than 1.",
        "Allow 2 or more in `max_height`, or switch it off.",
    ),
    warning(
        "stacking_off",
        "Stacking is off, so its settings do nothing.",
        "Set `rules.stacking.enabled = true`, or leave them out.",
    ),
    warning(
        "unknown_lexicon",
        "The word list that is named does not come along, nor is it one that shipped variants ask for.",
        "Check the name; `en` and `nl` come along. A list of your own is given with `--words` or `--lexicon`.",
    ),
    warning(
        "unreachable_cells",
        "Some cells cannot be reached from the start.",
        "Join them to the rest or make them holes.",
    ),
    warning(
        "value_matched_unused",
        "Premiums ask for tiles of a value that no tile has.",
        "Give tiles that value or match another.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The codes that the linter's own source names, with their levels.
    fn named() -> BTreeSet<(&'static str, &'static str)> {
        let sources = [
            include_str!("mod.rs"),
            include_str!("ending.rs"),
            include_str!("moves.rs"),
            include_str!("shape.rs"),
            include_str!("supply.rs"),
        ];
        let mut found = BTreeSet::new();
        for level in ["error", "warning"] {
            for source in sources {
                for part in source.split(&format!("findings.{level}(")).skip(1) {
                    found.insert((level, part.split('"').nth(1).unwrap()));
                }
            }
        }
        found
    }

    #[test]
    fn every_finding_has_an_entry_and_every_entry_is_a_finding() {
        let table: BTreeSet<(&str, &str)> = FINDINGS
            .iter()
            .map(|(level, guide)| {
                (if *level == Level::Error { "error" } else { "warning" }, guide.id)
            })
            .collect();
        assert_eq!(table.len(), FINDINGS.len());
        assert_eq!(table, named());
    }
}
