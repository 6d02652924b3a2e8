//! Every premium kind with its picture, its stage and its formula.

use super::{Generated, cell};
use std::fmt::Write as _;
use tilewright::PremiumKind;
use tilewright::board::ScoringStage;

const INTRODUCTION: &str = "\
# Premiums

A premium is what a square does to the word over it. Which stage it acts in decides the order:
[the journey of a move](book:concepts/journey.html) shows the stages at work. Within a stage premiums
act in reading order, and those of the letter stage all read the values as they were before it.

In formulas *v* is the letter's value so far, *next* the value of the next letter in reading order
(after the last letter comes the first), and *word* the value of the word so far. A premium fires
once, when it is first covered, unless the [premiums rule](book:reference/rules.html#premiums) says
otherwise.
";

const STAGES: [(Option<ScoringStage>, &str, &str); 6] = [
    (Some(ScoringStage::Revalue), "1. Revalue", "Letters get new values."),
    (
        Some(ScoringStage::Category),
        "2. Categories",
        "Kinds of letters are multiplied, all over the word.",
    ),
    (Some(ScoringStage::Letter), "3. Letters", "Single letters change."),
    (
        Some(ScoringStage::Combine),
        "4. Combination",
        "Letter values become one number: their sum, or their product.",
    ),
    (
        Some(ScoringStage::Word),
        "5. Word",
        "The word's number changes: first the factors, then what is added.",
    ),
    (None, "Without a stage", "These act on no number by themselves."),
];

/// The page.
pub(super) fn page() -> Generated {
    let mut text = INTRODUCTION.to_string();
    for (stage, title, about) in STAGES {
        let _ = write!(
            text,
            "\n## {title}\n\n{about}\n\n| square | id | formula | what it does |\n|---|---|---|---|\n"
        );
        for kind in PremiumKind::all().into_iter().filter(|kind| kind.stage() == stage) {
            let _ = writeln!(
                text,
                "| ![{}](premium:{kind}) | `{kind}` | {} | {} |",
                kind.title(),
                cell(&kind.formula()),
                cell(&kind.description())
            );
        }
    }
    text.push_str(
        "\nThe six multipliers also go by `DL` `TL` `QL` `DW` `TW` `QW`. Any whole number will do in \
         `value-N`, and in `value-matched:V:N`.\n",
    );
    Generated::new("reference/premiums.html", "Premiums", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_there_with_a_formula_of_its_own() {
        let page = page().markdown;
        let mut formulas = std::collections::BTreeSet::new();
        for kind in PremiumKind::all() {
            assert!(page.contains(&format!("(premium:{kind})")), "{kind}");
            assert!(!kind.description().is_empty(), "{kind}");
            assert!(formulas.insert(kind.formula()), "{kind}");
        }
    }
}
