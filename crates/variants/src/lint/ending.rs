//! Whether a game comes to an end, and whether clocks do what they say.

use super::{Finding, Findings};
use crate::Variant;
use tilewright_rules::spec::{PassCount, RulesSpec, TimeLimitAction};

pub(super) fn check(variant: &Variant, findings: &mut Findings) {
    check_end(variant.rules(), findings);
    check_clock(variant.rules(), findings);
}

/// A position can be blocked: no one can place a tile, however many are left. `empty_rack` never
/// fires then, so something else must end the game.
fn check_end(rules: &RulesSpec, findings: &mut Findings) {
    if rules.turn_limit.turns.is_some() || passes_end(rules) {
        return;
    }
    let time = &rules.time_limit;
    let flag_falls = time.enabled
        && time.bank.is_some()
        && time.increment == 0
        && time.time_limit_action == TimeLimitAction::Resign;
    let why = if rules.consecutive_passes.enabled {
        "players who may swap must swap, without end, and only passes are counted"
    } else {
        "passes do not end it"
    };
    let remedy = "switch this rule on with passes allowed or any scoreless turn counted, or set rules.turn_limit.turns";
    let field = "rules.consecutive_passes";
    if rules.resignation.enabled || flag_falls {
        let message =
            format!("a blocked game can end only by someone giving up, since {why}; {remedy}");
        findings.push(Finding::EndsByResigningOnly, field, message);
    } else {
        let message = format!(
            "the game can go on for ever: it can be blocked with tiles left, and then {why}; {remedy}"
        );
        findings.push(Finding::NeverEnds, field, message);
    }
}

/// Whether a string of passes (or scoreless turns) is sure to be possible in a blocked game.
fn passes_end(rules: &RulesSpec) -> bool {
    let passes = &rules.consecutive_passes;
    if !passes.enabled {
        return false;
    }
    let may_pass = rules.pass.enabled && rules.pass.allow_pass;
    // Where one may pass only when nothing else is possible, swaps must run out or count.
    let swap = &rules.swap_limit;
    let swaps_run_out = !swap.enabled || swap.swap_limit.is_some();
    may_pass || swaps_run_out || passes.count == PassCount::Scoreless
}

fn check_clock(rules: &RulesSpec, findings: &mut Findings) {
    let time = &rules.time_limit;
    let limited = time.turn_time_limit.is_some() || time.bank.is_some();
    if time.enabled && !limited && time.time_limit_action != TimeLimitAction::Pass {
        let message = "something happens when time is up, but there is no limit; set turn_time_limit or bank, or leave the action out";
        findings.push(
            Finding::TimeActionWithoutLimit,
            "rules.time_limit.time_limit_action",
            message,
        );
    }
    if time.enabled && time.increment > 0 && time.bank.is_none() {
        let message =
            "time is added to a bank that does not exist; set bank, or leave the increment out";
        findings.push(Finding::IncrementWithoutBank, "rules.time_limit.increment", message);
    }
    if time.enabled && (time.turn_time_limit == Some(0) || time.bank == Some(0)) {
        let message = "a limit of no seconds leaves no time to move; allow some, or leave it out";
        findings.push(Finding::NoTime, "rules.time_limit", message);
    }
}
