//! What the linter can find: the table that the book shows.

use super::Level;
use tilewright_rules::code_table;

code_table! {
    /// What the linter can find, errors first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    Finding, "finding" {
        AnagramReadingBoth = "anagram_reading_both":
            "With anagram words every order counts already, so reading both ways has no meaning.",
            "Use one of `anagram_words` and `reading = \"both\"`.";
        BingoImpossible = "bingo_impossible":
            "The bonus asks for more tiles in one move than a rack holds.",
            "Ask for at most as many as `rules.rack_size.size`.";
        ChallengeReadingBoth = "challenge_reading_both":
            "With `reading = \"both\"` the score reveals which words are good, so there is nothing to challenge.",
            "Read forward, or switch challenges off.";
        NeverEnds = "never_ends":
            "The game can be blocked with tiles left and then never ends.",
            "Switch `rules.consecutive_passes` on with passes allowed, or set `rules.turn_limit.turns`.";
        NoLegalTile = "no_legal_tile":
            "No letter has a tile and no blank stands for one.",
            "Give letters a count.";
        NoStart = "no_start":
            "A start cell is not on the board.",
            "Start on cells that the board has, `x,y` from 0.";
        NoTime = "no_time":
            "A limit of no seconds leaves no time to move.",
            "Allow some, or leave it out.";
        Plugin = "plugin":
            "A plugin is not registered, or its settings cannot be used.",
            "Use a name of the list, with the settings that it asks for.";
        RackLargerThanBag = "rack_larger_than_bag":
            "A rack holds more tiles than the whole bag.",
            "Make the rack smaller or add tiles.";
        StartUnreachable = "start_unreachable":
            "No start cell lies on a line that is long enough for the shortest word.",
            "Start elsewhere, or lower `rules.min_word_length.min_main_length`.";
        StartWordLength = "start_word_length":
            "A start word does not fit on its line.",
            "Use words that are at most as long as the line.";
        StartWordLine = "start_word_line":
            "The start word has no line to lie on.",
            "Name an axis of the board in `axis` and, where the centre is a hole, a cell in `through`.";
        StartWordList = "start_word_list":
            "There is no word to start with.",
            "List some in `start_word.words`.";
        StartWordSpelling = "start_word_spelling":
            "A start word has something that is no letter of the alphabet.",
            "Spell it with the letters of `tiles.letters`.";
        StartWordTiles = "start_word_tiles":
            "The bag lacks letters of a start word.",
            "Leave the word out or add tiles.";
        SwapMinimumAboveBag = "swap_minimum_above_bag":
            "A swap needs more tiles in the bag than it ever holds.",
            "Lower `swap_minimum_bag`, or switch swaps off.";
        SwapOfNothing = "swap_of_nothing":
            "A swap of no tiles is none.",
            "Allow at least 1 in `max_tiles`, or switch swaps off.";
        TimeActionWithoutLimit = "time_action_without_limit":
            "Something happens when time is up, but there is no limit.",
            "Set `turn_time_limit` or `bank`, or leave the action out.";
        UnknownAxis = "unknown_axis":
            "A reading is given for an axis that the board does not have.",
            "Name an axis of the board: `East`, `South`, `Up`, or an edge tag.";
        AxisWithoutLines = "axis_without_lines":
            "No two cells follow each other along an axis, so no word can lie there.",
            "Leave the axis out or widen the board.";
        CannotDeal = "cannot_deal":
            "The bag has too few tiles for as many players as the variant allows.",
            "Allow fewer players or add tiles.";
        EndsByResigningOnly = "ends_by_resigning_only":
            "A blocked game can end only if a player resigns.",
            "Switch `rules.consecutive_passes` on, or set `rules.turn_limit.turns`.";
        FirstSeatMissing = "first_seat_missing":
            "The seat that moves first is not there in every game.",
            "Name a lower seat (from 0) or ask for more players.";
        IncrementWithoutBank = "increment_without_bank":
            "Time is added to a bank that does not exist.",
            "Set `bank`, or leave the increment out.";
        LetterWithoutTile = "letter_without_tile":
            "A letter has no tile and no blank may stand for it.",
            "Give it a count or leave it out.";
        NoLexicon = "no_lexicon":
            "Words are looked up, but no word list is named.",
            "Name one in `lexicon`, or set `rules.word_validation.dictionary = \"free\"`.";
        PremiumLifeUnused = "premium_life_unused":
            "Without stacking a cell is covered once, so premiums fire once in any case.",
            "Switch stacking on, or leave `premium_life` out.";
        RotationWithoutPairs = "rotation_without_pairs":
            "Tiles may be turned, but none has a rotated letter.",
            "List pairs in `tiles.rotations` or switch `rules.actions.rotate` off.";
        StackingFlat = "stacking_flat":
            "Stacking is on, but stacks may not be higher than 1.",
            "Allow 2 or more in `max_height`, or switch it off.";
        StackingOff = "stacking_off":
            "Stacking is off, so its settings do nothing.",
            "Set `rules.stacking.enabled = true`, or leave them out.";
        UnknownLexicon = "unknown_lexicon":
            "The word list is not bundled, and no bundled variant asks for a list of that name.",
            "Check the name: `en` and `nl` are bundled. To play with a list of your own, load it when you make the game.";
        UnreachableCells = "unreachable_cells":
            "Some cells cannot be reached from the start.",
            "Join them to the rest or make them holes.";
        ValueMatchedUnused = "value_matched_unused":
            "Premiums ask for tiles of a value that no tile has.",
            "Give tiles that value or match another.";
    }
}

impl Finding {
    /// How bad it is.
    pub const fn level(self) -> Level {
        match self {
            Finding::AnagramReadingBoth
            | Finding::BingoImpossible
            | Finding::ChallengeReadingBoth
            | Finding::NeverEnds
            | Finding::NoLegalTile
            | Finding::NoStart
            | Finding::NoTime
            | Finding::Plugin
            | Finding::RackLargerThanBag
            | Finding::StartUnreachable
            | Finding::StartWordLength
            | Finding::StartWordLine
            | Finding::StartWordList
            | Finding::StartWordSpelling
            | Finding::StartWordTiles
            | Finding::SwapMinimumAboveBag
            | Finding::SwapOfNothing
            | Finding::TimeActionWithoutLimit
            | Finding::UnknownAxis => Level::Error,
            Finding::AxisWithoutLines
            | Finding::CannotDeal
            | Finding::EndsByResigningOnly
            | Finding::FirstSeatMissing
            | Finding::IncrementWithoutBank
            | Finding::LetterWithoutTile
            | Finding::NoLexicon
            | Finding::PremiumLifeUnused
            | Finding::RotationWithoutPairs
            | Finding::StackingFlat
            | Finding::StackingOff
            | Finding::UnknownLexicon
            | Finding::UnreachableCells
            | Finding::ValueMatchedUnused => Level::Warning,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_first_and_every_text_is_a_sentence() {
        assert!(Finding::ALL.is_sorted_by_key(|finding| finding.level()));
        for finding in Finding::ALL {
            let guide = finding.guide();
            assert!(guide.cause.ends_with('.') && guide.remedy.ends_with('.'), "{finding}");
            assert_eq!(finding.id().parse(), Ok(*finding));
        }
    }
}
