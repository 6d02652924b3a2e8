//! The final account: tiles left, bonuses, overtime, winners.

use crate::event::{Adjustment, GameResult};
use crate::state::GameState;
use tilewright_rules::Points;
use tilewright_rules::spec::{Settlement, TieBreak, TimeLimitAction};

/// The result of a game that a rule ends now.
pub(crate) fn result(state: &GameState, rule: &str, reason: &str) -> GameResult {
    let seats = state.players();
    let mut adjustments = overtime(state);
    // A game that ends by resignation, or by infinity, is not settled.
    if !matches!(rule, "resignation" | "infinite_score") {
        settle_tiles(state, &mut adjustments);
    }
    let mut scores: Vec<Points> = (0..seats).map(|seat| state.score(seat)).collect();
    for line in &adjustments {
        let score = &mut scores[usize::from(line.seat)];
        *score = score.add(&line.points);
    }
    if state.ruleset.spec().final_adjustment.floor_zero {
        for (seat, score) in (0u8..).zip(&mut scores) {
            if *score < Points::ZERO {
                let line = Adjustment { seat, reason: "floor_zero".into(), points: score.negate() };
                *score = Points::ZERO;
                adjustments.push(line);
            }
        }
    }
    GameResult {
        rule: rule.to_string(),
        reason: reason.to_string(),
        winners: winners(state, &scores),
        adjustments,
        scores,
        left: state.racks.iter().map(|rack| state.names(rack.tiles())).collect(),
        premiums_consumed: (state.premiums_consumed.iter())
            .map(|(kind, count)| (kind.to_string(), *count))
            .collect(),
        seed: state.secret.seed.as_ref().map(|seed| seed.reveal()),
    }
}

fn overtime(state: &GameState) -> Vec<Adjustment> {
    let settings = &state.ruleset.spec().time_limit;
    let TimeLimitAction::Overtime(points) = settings.time_limit_action else { return Vec::new() };
    if !settings.enabled {
        return Vec::new();
    }
    (0..state.players())
        .map(|seat| (seat, state.clocks.overtime_minutes(seat)))
        .filter(|(_, minutes)| *minutes > 0)
        .map(|(seat, minutes)| Adjustment {
            seat,
            reason: "overtime".to_string(),
            points: Points::new(points.saturating_abs())
                .multiply(&Points::new(i64::try_from(minutes).unwrap_or(i64::MAX)))
                .negate(),
        })
        .collect()
}

fn settle_tiles(state: &GameState, adjustments: &mut Vec<Adjustment>) {
    let settings = &state.ruleset.spec().final_adjustment;
    if !settings.enabled {
        return;
    }
    let left = |seat: u8| {
        let rack = state.rack(seat);
        match settings.per_tile_left {
            Some(points) => Points::new(points).multiply(&Points::new(rack.len() as i64)),
            None => Points::new(state.ruleset.tiles().value(&rack)),
        }
    };
    let out = state.status.out;
    let doubled = settings.settlement == Settlement::DoubleToOutPlayer && out.is_some();
    let mut add = |seat: u8, reason: &str, points: Points| {
        if points != 0 {
            adjustments.push(Adjustment { seat, reason: reason.to_string(), points });
        }
    };
    if settings.settlement != Settlement::None && !doubled {
        for (seat, _) in state.status.active() {
            add(seat, "tiles_left", left(seat).negate());
        }
    }
    let Some(out) = out else { return };
    let gains = match settings.settlement {
        Settlement::TransferToOutPlayer => 1,
        Settlement::DoubleToOutPlayer => 2,
        Settlement::None | Settlement::SubtractOwn => 0,
    };
    let others = state.status.active().filter(|(seat, _)| *seat != out);
    let total = others.fold(Points::ZERO, |sum, (seat, _)| sum.add(&left(seat)));
    add(out, "tiles_of_others", total.multiply(&Points::new(gains)));
    add(out, "out_bonus", Points::new(settings.out_bonus));
}

fn winners(state: &GameState, scores: &[Points]) -> Vec<u8> {
    let playing: Vec<u8> = state.status.active().map(|(seat, _)| seat).collect();
    let Some(best) = playing.iter().map(|seat| &scores[usize::from(*seat)]).max() else {
        return Vec::new();
    };
    let tied: Vec<u8> =
        playing.iter().copied().filter(|seat| scores[usize::from(*seat)] == *best).collect();
    match (state.ruleset.spec().winner.tie, state.last_placer) {
        (TieBreak::LastMover, Some(last)) if tied.contains(&last) => vec![last],
        _ => tied,
    }
}
