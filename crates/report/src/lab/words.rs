//! The results in plain words.

use super::measure::first_wins;
use super::{LabTally, measures, proportion};
use serde::{Deserialize, Serialize};
use tilewright_rules::Ruleset;

/// A sentence about a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Whether it is a warning.
    pub warning: bool,
    /// The sentence.
    pub text: String,
}

/// A number with one digit, or two where it is small.
pub(super) fn shown(value: f64) -> String {
    let digits = if value.abs() < 1.0 && value != 0.0 { 2 } else { 1 };
    let text = format!("{value:.digits$}");
    let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if zero { text.trim_start_matches('-').to_string() } else { text }
}

/// What an inventor of rules should know first, warnings last.
pub fn findings(tally: &LabTally, ruleset: &Ruleset) -> Vec<Finding> {
    let mut out = Vec::new();
    let found = |id: &str| {
        let all = measures(tally);
        all.into_iter().find(|measure| measure.id == id).map(|measure| measure.interval)
    };
    let interval = |id: &str| found(id).unwrap_or_default();
    let mut say = |warning: bool, text: String| out.push(Finding { warning, text });
    if tally.seats.len() > 1 {
        let (wins, lead) = (interval("first_wins"), interval("lead"));
        let fair = 100.0 / tally.seats.len() as f64;
        let verdict = match (wins.excludes(fair), wins.value > fair) {
            (false, _) => "that may be chance",
            (true, true) => "to move first is an advantage",
            (true, false) => "to move first is a disadvantage",
        };
        say(
            false,
            format!(
                "The first player wins {} % ± {} and leads by {} ± {} points; {verdict}.",
                shown(wins.value),
                shown(wins.half()),
                shown(lead.value),
                shown(lead.half())
            ),
        );
    }
    let (score, turns, play) = (interval("score"), interval("turns"), interval("play_score"));
    say(
        false,
        format!(
            "A player scores {} ± {} points in a game of {} turns; a play scores {}.",
            shown(score.value),
            shown(score.half()),
            shown(turns.value),
            shown(play.value)
        ),
    );
    say(
        false,
        format!(
            "{} plays of a full rack in a game; of 100 turns, {} are swaps and {} are passes.",
            shown(interval("full_racks").value),
            shown(interval("swaps").value),
            shown(interval("passes").value)
        ),
    );
    warn(tally, ruleset, &mut say);
    out
}

/// What may spoil a game.
fn warn(tally: &LabTally, ruleset: &Ruleset, say: &mut dyn FnMut(bool, String)) {
    let share = |found: u64| proportion(found, tally.games).times(100.0);
    if tally.unfinished > 0 {
        let cut = share(tally.unfinished);
        say(
            true,
            format!(
                "{} % of the games never end (up to {} %): they were broken off.",
                shown(cut.value),
                shown(cut.high)
            ),
        );
    }
    if tally.never_began > 0 {
        let text = format!(
            "In {} % of the games nobody places a tile.",
            shown(share(tally.never_began).value)
        );
        say(true, text);
    }
    let dead = share(tally.dead_openings);
    if dead.low > 1.0 {
        let text = format!(
            "{} % ± {} of the opening racks have no play.",
            shown(dead.value),
            shown(dead.half())
        );
        say(true, text);
    }
    let fair = 1.0 / tally.seats.len().max(1) as f64;
    let wins = first_wins(tally);
    if tally.seats.len() > 1 && (wins.low > fair + 0.05 || wins.high < fair - 0.05) {
        let side = if wins.value > fair { "first" } else { "second" };
        say(true, format!("The {side} player wins clearly more often than others."));
    }
    if tally.passes * 10 > tally.turns {
        let passes = proportion(tally.passes, tally.turns).times(100.0);
        say(true, format!("{} % of all turns are passes.", shown(passes.value)));
    }
    if tally.swaps * 5 > tally.turns {
        let swaps = proportion(tally.swaps, tally.turns).times(100.0);
        say(true, format!("{} % of all turns are swaps.", shown(swaps.value)));
    }
    let unused = (ruleset.topology().cell_ids())
        .filter(|cell| ruleset.premium(*cell).is_some())
        .filter(|cell| tally.premiums.get(cell.index()) == Some(&0))
        .count();
    if unused > 0 && tally.games >= 50 {
        let cells = if unused == 1 { "premium square was" } else { "premium squares were" };
        say(true, format!("{unused} {cells} never used in {} games.", tally.games));
    }
    let stuck: Vec<&str> = (ruleset.tiles().kinds().iter().zip(&tally.kinds))
        .filter(|(_, kind)| {
            let seen = kind.placed + kind.left;
            seen >= 50 && kind.left * 3 > seen
        })
        .map(|(kind, _)| &*kind.id)
        .collect();
    if !stuck.is_empty() {
        let text = format!(
            "More than a third of these tiles is still held at the end: {}.",
            stuck.join(", ")
        );
        say(true, text);
    }
}
