//! The ids of the built-in rules: the table from which rules, settings and lists take their names.

use crate::UnknownCode;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

macro_rules! rule_ids {
    ($($rule:ident = $id:literal, $name:literal;)*) => {
        /// A built-in rule, by the table of its settings in a variant file.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum RuleId {
            $(#[doc = concat!("`", $id, "`")] $rule,)*
        }

        impl RuleId {
            /// Every rule, in the order of the settings.
            pub const ALL: &'static [RuleId] = &[$(RuleId::$rule),*];

            /// The id that files and programs use.
            pub const fn id(self) -> &'static str {
                match self {
                    $(RuleId::$rule => $id,)*
                }
            }

            /// The name for people.
            pub const fn name(self) -> &'static str {
                match self {
                    $(RuleId::$rule => $name,)*
                }
            }
        }
    };
}

rule_ids! {
    LinePlacement = "line_placement", "Line placement";
    NoGaps = "no_gaps", "No gaps";
    BoardBounds = "board_bounds", "Board bounds";
    CellAvailability = "cell_availability", "Cell availability";
    FirstMoveStart = "first_move_start", "First move";
    Connection = "connection", "Connection";
    WordValidation = "word_validation", "Words";
    TilesInRack = "tiles_in_rack", "Tiles in rack";
    MinWordLength = "min_word_length", "Word length";
    Stacking = "stacking", "Stacking";
    BlankLetter = "blank_letter", "Blank letters";
    Actions = "actions", "Actions";
    Premiums = "premiums", "Premiums";
    LetterPoints = "letter_points", "Letter points";
    LetterCategories = "letter_categories", "Letter categories";
    LetterMultiplier = "letter_multiplier", "Letter premiums";
    WordCombination = "word_combination", "Combination";
    WordMultiplier = "word_multiplier", "Word premiums";
    CrossWords = "cross_words", "Cross words";
    BingoBonus = "bingo_bonus", "Bingo bonus";
    RackSize = "rack_size", "Rack size";
    TurnOrder = "turn_order", "Turn order";
    SwapLimit = "swap_limit", "Swaps";
    Pass = "pass", "Passing";
    Challenge = "challenge", "Challenges";
    TimeLimit = "time_limit", "Time";
    EmptyRack = "empty_rack", "Empty rack";
    ConsecutivePasses = "consecutive_passes", "Passes in a row";
    Resignation = "resignation", "Resignation";
    InfiniteScore = "infinite_score", "Infinite score";
    TurnLimit = "turn_limit", "Turn limit";
    FinalAdjustment = "final_adjustment", "Final account";
    Winner = "winner", "Winner";
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for RuleId {
    type Err = UnknownCode;

    fn from_str(id: &str) -> Result<RuleId, UnknownCode> {
        let known = RuleId::ALL.iter().copied().find(|rule| rule.id() == id);
        known.ok_or_else(|| UnknownCode::new("rule", id))
    }
}

impl From<RuleId> for Cow<'static, str> {
    fn from(rule: RuleId) -> Self {
        Cow::Borrowed(rule.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleEngine;
    use crate::spec::RulesSpec;
    use std::collections::BTreeSet;

    #[test]
    fn every_table_of_settings_is_a_rule() {
        let spec = serde_json::to_value(RulesSpec::default()).unwrap();
        let tables: BTreeSet<&str> = spec.as_object().unwrap().keys().map(String::as_str).collect();
        let rules: BTreeSet<&str> = RuleId::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(tables, rules);
        assert_eq!(rules.len(), RuleId::ALL.len());
    }

    #[test]
    fn every_built_in_rule_has_its_name_from_the_table() {
        for rule in RuleEngine::from_spec(&RulesSpec::default()).list() {
            assert_eq!(rule.id.parse::<RuleId>().map(RuleId::name), Ok(&*rule.name));
        }
    }
}
