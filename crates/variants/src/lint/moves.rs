//! Settings of moves that contradict each other.

use super::{Finding, Findings};
use crate::Variant;
use tilewright_rules::spec::{FirstPlayer, PremiumLife, Reading, ReadingSpec, StackScoring};

pub(super) fn check(variant: &Variant, findings: &mut Findings) {
    check_reading(variant, findings);
    check_stacking(variant, findings);
    if let FirstPlayer::Seat(seat) = variant.rules().turn_order.first
        && seat >= variant.players().0
    {
        let message = format!(
            "seat {seat} moves first, but a game may have only {} players (seats count from 0); name a lower seat or ask for more players",
            variant.players().0
        );
        findings.push(Finding::FirstSeatMissing, "rules.turn_order.first", message);
    }
}

fn reads_both_ways(variant: &Variant) -> bool {
    match &variant.rules().word_validation.reading {
        ReadingSpec::All(reading) => *reading == Reading::Both,
        ReadingSpec::PerAxis(readings) => {
            readings.values().any(|reading| *reading == Reading::Both)
        }
    }
}

fn check_reading(variant: &Variant, findings: &mut Findings) {
    if !reads_both_ways(variant) {
        return;
    }
    let field = "rules.word_validation.reading";
    if variant.rules().challenge.enable_challenges {
        let message = "with reading `both` the score reveals which words are good, so there is nothing to challenge; read forward, or switch challenges off";
        findings.push(Finding::ChallengeReadingBoth, field, message);
    }
    if variant.rules().word_validation.anagram_words {
        let message = "with anagram words every order counts already, so reading `both` has no meaning; use one of them";
        findings.push(Finding::AnagramReadingBoth, field, message);
    }
}

fn check_stacking(variant: &Variant, findings: &mut Findings) {
    let (rules, stacking) = (variant.rules(), &variant.rules().stacking);
    let settled =
        stacking.keep_one || stacking.forbid_same || stacking.scoring != StackScoring::TopOnly;
    if !stacking.enabled && settled {
        let message = "tiles are not stacked, so these settings do nothing; add `enabled = true`, or leave them out";
        findings.push(Finding::StackingOff, "rules.stacking", message);
    }
    if stacking.enabled && stacking.max_height < 2 {
        let message = "stacking is on, but stacks may not be higher than 1; allow 2 or more, or switch it off";
        findings.push(Finding::StackingFlat, "rules.stacking.max_height", message);
    }
    if !stacking.enabled && rules.premiums.premium_life == PremiumLife::EachPlacement {
        let message = "without stacking a cell is covered only once, so premiums fire once in any case; switch stacking on, or leave it out";
        findings.push(Finding::PremiumLifeUnused, "rules.premiums.premium_life", message);
    }
}
