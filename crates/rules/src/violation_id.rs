//! The ids of violations, with their causes and remedies: the table that the book shows.

use crate::code_table;
use std::borrow::Cow;

code_table! {
    /// Every id that a [`Violation`](crate::Violation) of the engine can have, in alphabetical
    /// order. Plugins and rules of your own add ids of their own.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    ViolationId, "violation" {
        Actions = "actions":
            "The move turns or slides tiles where the variant does not allow it, or marks a tile with too long a text.",
            "Place tiles only, or set `rules.actions.rotate` or `rules.actions.slide`; marks have at most 8 bytes.";
        Arrange = "arrange":
            "A rack is laid by hand in a fair game, or with tiles that the bag and the rack do not hold.",
            "Lay racks only in games that were made without a secret seed, with tiles that are there.";
        BlankLetter = "blank_letter":
            "A blank has no letter, or one that it may not stand for.",
            "Name a letter of the alphabet; a blank of the variant may be bound to some of them.";
        BoardBounds = "board_bounds":
            "A tile lies where the board has no cell, or the draft cannot be made sense of.",
            "Use cells of the board: `x,y` from 0, `x,y,z`, or a node's name; holes are no cells.";
        CellAvailability = "cell_availability":
            "A tile lies on another where tiles are not stacked, or two tiles of the move share a cell.",
            "Choose a free cell for each tile, or switch `rules.stacking` on.";
        Challenge = "challenge":
            "There is nothing to challenge, it is the player's own move, or the last move waits to be accepted.",
            "Challenge a move right after it was made, before you move; pass to accept a move that ends the game.";
        Connection = "connection":
            "The move touches no tile that was there before.",
            "Lay it beside a tile; with `contact = \"overlap\"` the main word must run through one.";
        CustomAction = "custom_action":
            "The move has an action of its own kind that no plugin of the game takes.",
            "Register the plugin and list it under `[[plugins]]`, or leave the action out.";
        EmptyMove = "empty_move":
            "The move does nothing.",
            "Place a tile, swap, or pass.";
        EventLog = "event_log":
            "An event does not fit the state that it is applied to.",
            "The log was changed or belongs to another variant: replay it from its beginning.";
        FirstMoveStart = "first_move_start":
            "The board is empty and the move covers no start cell.",
            "Cover one of the cells that the violation names, or set `start = \"optional\"`.";
        LinePlacement = "line_placement":
            "The tiles of the move do not lie on one line of the board.",
            "Move them onto one line, or set `placement = \"connected\"`.";
        MinWordLength = "min_word_length":
            "The main word is shorter than the variant allows.",
            "Make it longer, or lower `min_main_length`.";
        MixedActions = "mixed_actions":
            "One move has placements, swaps or slides together, or too many actions.",
            "Send them as turns of their own.";
        NoGaps = "no_gaps":
            "There is an empty cell between the tiles of the move.",
            "Fill the cells that the violation names, or close up.";
        Pass = "pass":
            "The variant allows a pass only if neither a play nor a swap is possible.",
            "Play or swap, or set `allow_pass = true`.";
        RejectFar = "reject_far":
            "The plugin `reject_far` is on and two tiles of the move lie too many steps apart.",
            "Place the tiles closer together, or raise `max_distance`.";
        Rule = "rule":
            "A rule is switched that the game does not have.",
            "Use an id of the list of rules.";
        Slide = "slide":
            "A group of tiles cannot slide there: it is no straight group of single tiles, the way is blocked, or it forms no word.",
            "Name single tiles that follow each other on a line, and a free place on that line beside others.";
        Stacking = "stacking":
            "A stack would get too high, a letter would cover the same letter, or a word would be covered entirely.",
            "Choose another cell or letter, or change `max_height`, `forbid_same` or `keep_one`.";
        SwapLimit = "swap_limit":
            "Swaps are off, the bag holds too few tiles, too many tiles are swapped, or the player's swaps are used up.",
            "Swap fewer tiles or play; `rules.swap_limit` has the numbers.";
        TilesInRack = "tiles_in_rack":
            "The move uses a tile that is not on the rack, or that the game does not have.",
            "Use tiles of the rack, each as often as it is there.";
        TimeLimit = "time_limit":
            "Time was up before the command came; the clock has decided the turn.",
            "Fetch the game and go on from there.";
        TurnOrder = "turn_order":
            "It is another seat's turn, the seat does not exist, or its player has resigned.",
            "Wait for the turn; seats count from 0.";
        WordValidation = "word_validation":
            "A word that the move forms is not in the word list, or no word list is loaded.",
            "Play other letters; load the list that the variant names, or set `dictionary = \"free\"`.";
    }
}

impl From<ViolationId> for Cow<'static, str> {
    fn from(id: ViolationId) -> Self {
        Cow::Borrowed(id.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::RulesSpec;

    #[test]
    fn the_table_is_in_order_and_its_texts_are_sentences() {
        assert!(ViolationId::ALL.windows(2).all(|pair| pair[0].id() < pair[1].id()));
        for id in ViolationId::ALL {
            let guide = id.guide();
            assert!(guide.cause.ends_with('.') && guide.remedy.ends_with('.'), "{id}");
            assert_eq!(id.id().parse(), Ok(*id));
        }
        assert!("no_such".parse::<ViolationId>().is_err());
    }

    #[test]
    fn every_rule_that_can_refuse_something_has_an_id() {
        // These say how the game goes and refuse nothing.
        let silent = ["rack_size"];
        for rule in crate::RuleEngine::from_spec(&RulesSpec::default()).list() {
            let asked = matches!(rule.category, "turn" | "game");
            if asked && !silent.contains(&rule.id.as_str()) {
                assert!(rule.id.parse::<ViolationId>().is_ok(), "{}", rule.id);
            }
        }
    }
}
