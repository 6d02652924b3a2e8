//! The lab's results for a terminal.

use super::words::{criteria, shown};
use super::{Lab, VariantReport};
use crate::terminal::one_line;
use tilewright_rules::Ruleset;

/// Results as plain text; the rules come in the order of the variants.
pub fn lab_text(lab: &Lab, rulesets: &[&Ruleset]) -> String {
    let mut text = String::new();
    for (report, ruleset) in lab.variants.iter().zip(rulesets) {
        variant_text(&mut text, report, ruleset);
        text.push('\n');
    }
    if let ([one, two, ..], false) = (lab.variants.as_slice(), lab.differences.is_empty()) {
        text.push_str(&format!("{} against {}\n", one_line(&two.name), one_line(&one.name)));
        for difference in &lab.differences {
            let mark = if difference.clear { " *" } else { "" };
            text.push_str(&format!(
                "  {:<38} {:>9} ± {:<7} {}{mark}\n",
                difference.name,
                signed(difference.interval.value),
                shown(difference.interval.half()),
                difference.unit
            ));
        }
        text.push_str("  * the interval leaves zero out\n\n");
    }
    text.push_str("! warns when\n");
    for criterion in criteria() {
        text.push_str(&format!("  {criterion}\n"));
    }
    text
}

/// A number with its sign.
pub(super) fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{}", shown(value)) } else { shown(value) }
}

fn variant_text(text: &mut String, report: &VariantReport, ruleset: &Ruleset) {
    let tally = &report.tally;
    text.push_str(&format!(
        "{}: {} games, words of {}\n",
        one_line(&report.name),
        tally.games,
        one_line(&report.lexicon)
    ));
    for finding in &report.findings {
        let mark = if finding.warning { "! " } else { "  " };
        text.push_str(&format!("{mark}{}\n", one_line(&finding.text)));
    }
    text.push('\n');
    for measure in &report.measures {
        text.push_str(&format!(
            "  {:<38} {:>9} {:<7} ({} to {})\n",
            measure.name,
            shown(measure.interval.value),
            measure.unit,
            shown(measure.interval.low),
            shown(measure.interval.high)
        ));
    }
    let ends: Vec<String> =
        tally.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    text.push_str(&format!("  {:<38} {}\n", "ended by", one_line(&ends.join(", "))));
    text.push_str(&format!(
        "\n  {:<6} {:>5} {:>7} {:>8} {:>8} {:>8} {:>8}\n",
        "tile", "count", "points", "left %", "waits", "equity", "swapped"
    ));
    for (kind, counts) in ruleset.tiles().kinds().iter().zip(&tally.kinds) {
        let row = kind_row(counts);
        text.push_str(&format!(
            "  {:<6} {:>5} {:>7} {:>8} {:>8} {:>8} {:>8}\n",
            one_line(&kind.id),
            kind.count,
            kind.score,
            row.left,
            row.waits,
            row.equity,
            row.swapped
        ));
    }
}

/// The numbers of a kind of tile, as texts.
pub(super) struct KindRow {
    /// Of those that were drawn and not swapped, how many are left at the end, in percent.
    pub left: String,
    /// Turns before it is placed.
    pub waits: String,
    /// The worth of plays with it.
    pub equity: String,
    /// How often it is swapped, for 100 that are placed.
    pub swapped: String,
}

pub(super) fn kind_row(kind: &super::KindTally) -> KindRow {
    let share = |part: f64, whole: u64| match whole {
        0 => "–".to_string(),
        whole => shown(part / whole as f64),
    };
    KindRow {
        left: share(100.0 * kind.left as f64, kind.placed + kind.left),
        waits: share(kind.waited as f64, kind.placed),
        equity: share(kind.equity as f64 / 1000.0, kind.plays),
        swapped: share(100.0 * kind.swapped as f64, kind.placed),
    }
}
