//! The final account: tiles left, bonuses, overtime, winners.

use crate::event::{Adjustment, GameResult};
use crate::state::GameState;
use tilewright_rules::Points;
use tilewright_rules::spec::{Settlement, TieBreak, TimeLimitAction};

/// The result of a game that a rule ends now.
pub(crate) fn result(state: &GameState, rule: &str, reason: &str) -> GameResult {
    let seats = state.players();
    let mut adjustments = overtime(state);
    // A game that ends by resignation is not settled.
    let settles = state.ruleset.spec().final_adjustment.enabled && rule != "resignation";
    if settles {
        settle_tiles(state, &mut adjustments);
    }
    let mut scores: Vec<Points> = (0..seats).map(|seat| state.score(seat)).collect();
    for line in &adjustments {
        let score = &mut scores[usize::from(line.seat)];
        *score = score.add(&line.points);
    }
    if settles && state.ruleset.spec().final_adjustment.floor_zero {
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

/// Whether a result follows from the scores and its own lines.
pub(crate) fn check(state: &GameState, result: &GameResult) -> Result<(), String> {
    let seats = state.players();
    if result.scores.len() != usize::from(seats) {
        return Err("the result has not one score for each seat".to_string());
    }
    let mut scores: Vec<Points> = (0..seats).map(|seat| state.score(seat)).collect();
    for line in &result.adjustments {
        let score = scores.get_mut(usize::from(line.seat));
        let score = score.ok_or_else(|| format!("there is no seat {}", line.seat))?;
        *score = score.add(&line.points);
    }
    if scores != result.scores {
        return Err("the final scores are not the scores and the adjustments".to_string());
    }
    let playing = || state.status.active().map(|(seat, _)| seat);
    let best = playing().map(|seat| &scores[usize::from(seat)]).max();
    let wins = |seat: &u8| playing().any(|s| s == *seat) && best == scores.get(usize::from(*seat));
    if !result.winners.iter().all(wins) {
        return Err("a winner has not the best score".to_string());
    }
    Ok(())
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
