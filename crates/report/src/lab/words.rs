//! The results in plain words.

use super::measure::interval;
use super::{LabTally, MeasureId, proportion};
use serde::{Deserialize, Serialize};
use tilewright_rules::Ruleset;
use tilewright_rules::spec::PassCount;

/// A sentence about a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// What is said, such as `dead_openings`; for sentences in other languages.
    #[serde(default)]
    pub id: String,
    /// The numbers and names in the sentence, in order.
    #[serde(default)]
    pub values: Vec<String>,
    /// Whether it is a warning.
    pub warning: bool,
    /// The sentence.
    pub text: String,
}

/// Declares the findings from one table: the id, whether it is a warning, and the sentence, in which
/// every `{}` is one of the values.
macro_rules! findings {
    ($($finding:ident = $id:literal, $warning:literal, $sentence:literal;)*) => {
        /// What can be said about a variant.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum FindingId {
            $(#[doc = $sentence] $finding,)*
        }

        impl FindingId {
            /// Every finding.
            pub const ALL: &'static [FindingId] = &[$(FindingId::$finding),*];

            /// The id that programs see.
            pub const fn id(self) -> &'static str {
                match self { $(FindingId::$finding => $id,)* }
            }

            /// Whether it is a warning.
            pub const fn is_warning(self) -> bool {
                match self { $(FindingId::$finding => $warning,)* }
            }

            /// The sentence, with `{}` for each value.
            pub const fn sentence(self) -> &'static str {
                match self { $(FindingId::$finding => $sentence,)* }
            }
        }
    };
}

findings! {
    FirstChance = "first_chance", false,
        "The first player wins {} % ± {} and leads by {} ± {} points; that may be chance.";
    FirstAdvantage = "first_advantage", false,
        "The first player wins {} % ± {} and leads by {} ± {} points; to move first is an advantage.";
    FirstDisadvantage = "first_disadvantage", false,
        "The first player wins {} % ± {} and leads by {} ± {} points; to move first is a disadvantage.";
    Scores = "scores", false,
        "A player scores {} ± {} points in a game of {} turns; a play scores {}.";
    Turns = "turns", false,
        "{} plays of a full rack in a game; of 100 turns, {} are swaps and {} are passes.";
    Untrained = "untrained", false,
        "There are no trained values for this variant: the players care for the score alone.";
    Unfinished = "unfinished", true,
        "{} % of the games never end (up to {} %): they were broken off.";
    NeverBegan = "never_began", true, "In {} % of the games nobody places a tile.";
    AllPasses = "all_passes", true, "All {} games ended by passes; nobody played out.";
    AllScoreless = "all_scoreless", true,
        "All {} games ended by turns without score; nobody played out.";
    Refused = "refused", true,
        "{} turns were refused by the rules; the players passed instead.";
    DeadOpenings = "dead_openings", true, "{} % ± {} of the opening racks have no play.";
    FirstWinsClearly = "first_wins_clearly", true,
        "The first player wins clearly more often than others.";
    SecondWinsClearly = "second_wins_clearly", true,
        "The second player wins clearly more often than others.";
    Passes = "passes", true, "{} % of all turns are passes.";
    Swaps = "swaps", true, "{} % of all turns are swaps.";
    UnusedPremium = "unused_premium", true, "1 premium square was never used in {} games.";
    UnusedPremiums = "unused_premiums", true, "{} premium squares were never used in {} games.";
    Stuck = "stuck", true, "More than a third of these tiles is still held at the end: {}.";
}

impl Finding {
    fn new(finding: FindingId, values: &[&dyn ToString]) -> Finding {
        let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
        let sentence = finding.sentence().to_string();
        let text = values.iter().fold(sentence, |text, value| text.replacen("{}", value, 1));
        Finding { id: finding.id().to_string(), values, warning: finding.is_warning(), text }
    }
}

/// A number with one digit, or two where it is small.
pub(super) fn shown(value: f64) -> String {
    let digits = if value.abs() < 1.0 && value != 0.0 { 2 } else { 1 };
    let text = format!("{value:.digits$}");
    let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if zero { text.trim_start_matches('-').to_string() } else { text }
}

/// A share of opening racks without a play that deserves a warning, in percent.
const DEAD_OPENINGS: f64 = 1.0;
/// How far from a fair share the first player's wins must be, in percent of the games.
const UNFAIR: f64 = 5.0;
/// Shares of turns that are passes and swaps, in percent.
const PASSES: u64 = 10;
const SWAPS: u64 = 20;
/// The fewest games, or tiles of a kind, of which something can be said that did not happen.
const ENOUGH: u64 = 50;

/// When there are warnings, one criterion for each kind. What holds for a share of all games holds
/// for the whole of its 95 % interval.
pub fn criteria() -> Vec<String> {
    vec![
        "a game never ends, or nobody places a tile in one".to_string(),
        "all games end by passes or other turns without score".to_string(),
        "a turn is refused by the rules".to_string(),
        format!("more than {DEAD_OPENINGS} % of the opening racks have no play (95 % sure)"),
        format!(
            "the first player wins over {UNFAIR} % of the games more or less than a fair share (95 % sure)"
        ),
        format!("more than {PASSES} % of the turns are passes, or more than {SWAPS} % swaps"),
        format!("a premium square is never used in {ENOUGH} games or more"),
        format!("more than a third of a kind of tile is held at the end ({ENOUGH} or more seen)"),
    ]
}

/// What an inventor of rules should know first, warnings last.
pub fn findings(tally: &LabTally, ruleset: &Ruleset, trained: bool) -> Vec<Finding> {
    let mut out = Vec::new();
    let all = |measures: [MeasureId; 4]| -> Option<[super::Interval; 4]> {
        let [a, b, c, d] = measures.map(|measure| interval(tally, measure));
        Some([a?, b?, c?, d?])
    };
    use MeasureId::{FirstWins, FullRacks, Lead, Passes, PlayScore, Score, Swaps, Turns};
    if let Some([wins, lead, ..]) = all([FirstWins, Lead, Score, Turns]) {
        let fair = 100.0 / tally.seats.len() as f64;
        let finding = match (wins.excludes(fair), wins.value > fair) {
            (false, _) => FindingId::FirstChance,
            (true, true) => FindingId::FirstAdvantage,
            (true, false) => FindingId::FirstDisadvantage,
        };
        let values = [wins.value, wins.half(), lead.value, lead.half()].map(shown);
        out.push(Finding::new(finding, &values.each_ref().map(|value| value as &dyn ToString)));
    }
    if let Some([score, turns, play, racks]) = all([Score, Turns, PlayScore, FullRacks]) {
        let values = [score.value, score.half(), turns.value, play.value].map(shown);
        let values = values.each_ref().map(|value| value as &dyn ToString);
        out.push(Finding::new(FindingId::Scores, &values));
        let shares = [interval(tally, Swaps), interval(tally, Passes)];
        if let [Some(swaps), Some(passes)] = shares {
            let values = [racks.value, swaps.value, passes.value].map(shown);
            let values = values.each_ref().map(|value| value as &dyn ToString);
            out.push(Finding::new(FindingId::Turns, &values));
        }
    }
    if !trained {
        out.push(Finding::new(FindingId::Untrained, &[]));
    }
    warn(tally, ruleset, &mut |finding, values| out.push(Finding::new(finding, values)));
    out
}

/// Takes a warning and its values.
type Say<'a> = dyn FnMut(FindingId, &[&dyn ToString]) + 'a;

/// What may spoil a game.
fn warn(tally: &LabTally, ruleset: &Ruleset, say: &mut Say<'_>) {
    let share = |found: u64| proportion(found, tally.games).times(100.0);
    if tally.unfinished > 0 {
        let cut = share(tally.unfinished);
        say(FindingId::Unfinished, &[&shown(cut.value), &shown(cut.high)]);
    }
    if tally.never_began > 0 {
        say(FindingId::NeverBegan, &[&shown(share(tally.never_began).value)]);
    }
    if tally.games > 0 && tally.ends.get("consecutive_passes") == Some(&tally.games) {
        let finding = match ruleset.spec().consecutive_passes.count {
            PassCount::Passes => FindingId::AllPasses,
            PassCount::Scoreless => FindingId::AllScoreless,
        };
        say(finding, &[&tally.games]);
    }
    if tally.refused > 0 {
        say(FindingId::Refused, &[&tally.refused]);
    }
    let dead = share(tally.dead_openings);
    if dead.low > DEAD_OPENINGS {
        say(FindingId::DeadOpenings, &[&shown(dead.value), &shown(dead.half())]);
    }
    if let Some(wins) = interval(tally, MeasureId::FirstWins) {
        let fair = 100.0 / tally.seats.len() as f64;
        if wins.low > fair + UNFAIR {
            say(FindingId::FirstWinsClearly, &[]);
        } else if wins.high < fair - UNFAIR {
            say(FindingId::SecondWinsClearly, &[]);
        }
    }
    if tally.passes * 100 > tally.turns * PASSES {
        let passes = proportion(tally.passes, tally.turns).times(100.0);
        say(FindingId::Passes, &[&shown(passes.value)]);
    }
    if tally.swaps * 100 > tally.turns * SWAPS {
        let swaps = proportion(tally.swaps, tally.turns).times(100.0);
        say(FindingId::Swaps, &[&shown(swaps.value)]);
    }
    let unused = (ruleset.topology().cell_ids())
        .filter(|cell| ruleset.premium(*cell).is_some())
        .filter(|cell| tally.premiums.get(cell.index()) == Some(&0))
        .count();
    match unused {
        _ if tally.games < ENOUGH => {}
        0 => {}
        1 => say(FindingId::UnusedPremium, &[&tally.games]),
        _ => say(FindingId::UnusedPremiums, &[&unused, &tally.games]),
    }
    let stuck: Vec<&str> = (ruleset.tiles().kinds().iter().zip(&tally.kinds))
        .filter(|(_, kind)| {
            let seen = kind.placed + kind.left;
            seen >= ENOUGH && kind.left * 3 > seen
        })
        .map(|(kind, _)| &*kind.id)
        .collect();
    if !stuck.is_empty() {
        say(FindingId::Stuck, &[&stuck.join(", ")]);
    }
}
