//! The results in plain words.

use super::measure::first_wins;
use super::{LabTally, measures, proportion};
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

impl Finding {
    /// A sentence in which every `{}` is one of the values.
    fn new(warning: bool, id: &str, sentence: &str, values: &[&dyn ToString]) -> Finding {
        let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
        let text =
            values.iter().fold(sentence.to_string(), |text, value| text.replacen("{}", value, 1));
        Finding { id: id.to_string(), values, warning, text }
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
    let all = measures(tally);
    let interval = |id: &str| {
        let found = all.iter().find(|measure| measure.id == id);
        found.map(|measure| measure.interval).unwrap_or_default()
    };
    let value = |id: &str| shown(interval(id).value);
    let half = |id: &str| shown(interval(id).half());
    let mut out = Vec::new();
    if tally.seats.len() > 1 {
        let (wins, fair) = (interval("first_wins"), 100.0 / tally.seats.len() as f64);
        let (id, verdict) = match (wins.excludes(fair), wins.value > fair) {
            (false, _) => ("first_chance", "that may be chance"),
            (true, true) => ("first_advantage", "to move first is an advantage"),
            (true, false) => ("first_disadvantage", "to move first is a disadvantage"),
        };
        let sentence = "The first player wins {} % ± {} and leads by {} ± {} points; ";
        let values: [&dyn ToString; 4] =
            [&value("first_wins"), &half("first_wins"), &value("lead"), &half("lead")];
        out.push(Finding::new(false, id, &format!("{sentence}{verdict}."), &values));
    }
    let sentence = "A player scores {} ± {} points in a game of {} turns; a play scores {}.";
    let values: [&dyn ToString; 4] =
        [&value("score"), &half("score"), &value("turns"), &value("play_score")];
    out.push(Finding::new(false, "scores", sentence, &values));
    let sentence =
        "{} plays of a full rack in a game; of 100 turns, {} are swaps and {} are passes.";
    let values: [&dyn ToString; 3] = [&value("full_racks"), &value("swaps"), &value("passes")];
    out.push(Finding::new(false, "turns", sentence, &values));
    if !trained {
        let sentence =
            "There are no trained values for this variant: the players care for the score alone.";
        out.push(Finding::new(false, "untrained", sentence, &[]));
    }
    warn(tally, ruleset, &mut |id, sentence, values| {
        out.push(Finding::new(true, id, sentence, values));
    });
    out
}

/// Takes the id, the sentence and the values of a warning.
type Say<'a> = dyn FnMut(&str, &str, &[&dyn ToString]) + 'a;

/// What may spoil a game.
fn warn(tally: &LabTally, ruleset: &Ruleset, say: &mut Say<'_>) {
    let share = |found: u64| proportion(found, tally.games).times(100.0);
    if tally.unfinished > 0 {
        let cut = share(tally.unfinished);
        let sentence = "{} % of the games never end (up to {} %): they were broken off.";
        say("unfinished", sentence, &[&shown(cut.value), &shown(cut.high)]);
    }
    if tally.never_began > 0 {
        let sentence = "In {} % of the games nobody places a tile.";
        say("never_began", sentence, &[&shown(share(tally.never_began).value)]);
    }
    if tally.games > 0 && tally.ends.get("consecutive_passes") == Some(&tally.games) {
        let (id, sentence) = match ruleset.spec().consecutive_passes.count {
            PassCount::Passes => ("all_passes", "All {} games ended by passes; nobody played out."),
            PassCount::Scoreless => {
                ("all_scoreless", "All {} games ended by turns without score; nobody played out.")
            }
        };
        say(id, sentence, &[&tally.games]);
    }
    if tally.refused > 0 {
        let sentence = "{} turns were refused by the rules; the players passed instead.";
        say("refused", sentence, &[&tally.refused]);
    }
    let dead = share(tally.dead_openings);
    if dead.low > DEAD_OPENINGS {
        let sentence = "{} % ± {} of the opening racks have no play.";
        say("dead_openings", sentence, &[&shown(dead.value), &shown(dead.half())]);
    }
    let fair = 100.0 / tally.seats.len().max(1) as f64;
    let wins = first_wins(tally).times(100.0);
    if tally.seats.len() > 1 && (wins.low > fair + UNFAIR || wins.high < fair - UNFAIR) {
        match wins.value > fair {
            true => say(
                "first_wins_clearly",
                "The first player wins clearly more often than others.",
                &[],
            ),
            false => say(
                "second_wins_clearly",
                "The second player wins clearly more often than others.",
                &[],
            ),
        }
    }
    if tally.passes * 100 > tally.turns * PASSES {
        let passes = proportion(tally.passes, tally.turns).times(100.0);
        say("passes", "{} % of all turns are passes.", &[&shown(passes.value)]);
    }
    if tally.swaps * 100 > tally.turns * SWAPS {
        let swaps = proportion(tally.swaps, tally.turns).times(100.0);
        say("swaps", "{} % of all turns are swaps.", &[&shown(swaps.value)]);
    }
    let unused = (ruleset.topology().cell_ids())
        .filter(|cell| ruleset.premium(*cell).is_some())
        .filter(|cell| tally.premiums.get(cell.index()) == Some(&0))
        .count();
    match unused {
        _ if tally.games < ENOUGH => {}
        0 => {}
        1 => say("unused_premium", "1 premium square was never used in {} games.", &[&tally.games]),
        _ => say(
            "unused_premiums",
            "{} premium squares were never used in {} games.",
            &[&unused, &tally.games],
        ),
    }
    let stuck: Vec<&str> = (ruleset.tiles().kinds().iter().zip(&tally.kinds))
        .filter(|(_, kind)| {
            let seen = kind.placed + kind.left;
            seen >= ENOUGH && kind.left * 3 > seen
        })
        .map(|(kind, _)| &*kind.id)
        .collect();
    if !stuck.is_empty() {
        let sentence = "More than a third of these tiles is still held at the end: {}.";
        say("stuck", sentence, &[&stuck.join(", ")]);
    }
}
