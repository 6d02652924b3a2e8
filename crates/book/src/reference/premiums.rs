//! Every premium kind with its picture, its stage and its formula.

use super::{Generated, cell};
use tilewright::PremiumKind;
use tilewright::board::ScoringStage;

const INTRODUCTION: &str = "\
# Premiums

A premium square changes the score of the word on it. Each premium acts in one scoring stage;
[the journey of a move](book:concepts/journey.html) shows the stages at work. Within a stage, premiums act in reading
order. Premiums of the letter stage all use the values from before that stage.

In the formulas, *v* is the letter's current value, *next* the value of the next letter in reading order (the first
letter follows the last), and *word* the current value of the word. A premium counts once, when it is first covered,
unless the [premiums rule](book:reference/rules.html#premiums) says otherwise.
";

const STAGES: [(Option<ScoringStage>, &str, &str); 6] = [
    (Some(ScoringStage::Revalue), "1. Revalue", "Letters get new values."),
    (
        Some(ScoringStage::Category),
        "2. Categories",
        "All letters of a category are multiplied, anywhere in the word.",
    ),
    (Some(ScoringStage::Letter), "3. Letters", "Single letters change."),
    (
        Some(ScoringStage::Combine),
        "4. Combination",
        "Letter values become one number: their sum, or their product.",
    ),
    (Some(ScoringStage::Word), "5. Word", "The word score changes: factors first, then additions."),
    (None, "Without a stage", "These change no number themselves."),
];

/// The page.
pub(super) fn page() -> Generated {
    let mut text = INTRODUCTION.to_string();
    for (stage, title, about) in STAGES {
        text.push_str(&format!(
            "\n## {title}\n\n{about}\n\n| square | id | formula | effect |\n|---|---|---|---|\n"
        ));
        for kind in PremiumKind::all().into_iter().filter(|kind| kind.stage() == stage) {
            text.push_str(&format!(
                "| ![{}](premium:{kind}) | `{kind}` | {} | {} |\n",
                kind.title(),
                cell(&kind.formula()),
                cell(&kind.description())
            ));
        }
    }
    text.push_str(
        "\nShort names of the six multipliers: `DL` `TL` `QL` `DW` `TW` `QW`. `value-N` and \
         `value-matched:V:N` accept any whole numbers.\n",
    );
    Generated::new("reference/premiums.html", "Premiums", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_with_a_distinct_formula() {
        let page = page().markdown;
        let mut formulas = std::collections::BTreeSet::new();
        for kind in PremiumKind::all() {
            assert!(page.contains(&format!("(premium:{kind})")), "{kind}");
            assert!(!kind.description().is_empty(), "{kind}");
            assert!(formulas.insert(kind.formula()), "{kind}");
        }
    }
}
