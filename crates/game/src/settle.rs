//! The final account: tiles left, bonuses, overtime, winners.

use crate::event::{Adjustment, GameResult};
use crate::state::GameState;
use tilewright_rules::spec::{FinalAdjustmentSpec, Settlement, TieBreak, TimeLimitAction};
use tilewright_rules::{GameStatus, Points, Ruleset};
use tilewright_tiles::{TileCounts, gathered};

/// What the final account looks at. A game with a log and a light game for search both have it.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The variant.
    pub ruleset: &'a Ruleset,
    /// Seats, and who is out.
    pub status: &'a GameStatus,
    /// The rack of each seat.
    pub racks: &'a [TileCounts],
    /// The last seat that placed tiles.
    pub last_placer: Option<u8>,
}

/// The result of a game that a rule ends now.
pub(crate) fn result(state: &GameState, rule: &str, reason: &str) -> GameResult {
    let mut adjustments = overtime(state);
    let mut scores: Vec<Points> = (0..state.players()).map(|seat| state.score(seat)).collect();
    for line in &adjustments {
        let score = &mut scores[usize::from(line.seat)];
        *score = score.add(&line.points);
    }
    let standing = state.standing();
    standing.settle(rule, &mut scores, &mut |seat, reason, points| {
        adjustments.push(Adjustment { seat, reason: reason.to_string(), points });
    });
    GameResult {
        rule: rule.to_string(),
        reason: reason.to_string(),
        winners: standing.winners(&scores),
        adjustments,
        scores,
        left: state.racks.iter().map(|rack| state.names(rack.tiles())).collect(),
        premiums_consumed: gathered(
            state.premiums_consumed.iter().map(|(kind, count)| (kind.to_string(), *count)),
        ),
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

impl Standing<'_> {
    /// Settles the tiles left when a rule ends the game: changes the scores and reports every line
    /// of the account (seat, reason, points). A game that ends by resignation is not settled.
    pub fn settle(
        &self,
        rule: &str,
        scores: &mut [Points],
        line: &mut dyn FnMut(u8, &'static str, Points),
    ) {
        let settings = &self.ruleset.spec().final_adjustment;
        if !settings.enabled || rule == "resignation" {
            return;
        }
        let mut add = |seat: u8, reason: &'static str, points: Points| {
            if let Some(score) = scores.get_mut(usize::from(seat)).filter(|_| points != 0) {
                *score = score.add(&points);
                line(seat, reason, points);
            }
        };
        self.settle_tiles(settings, &mut add);
        if settings.floor_zero {
            for (seat, score) in (0u8..).zip(scores) {
                if *score < Points::ZERO {
                    line(seat, "floor_zero", score.negate());
                    *score = Points::ZERO;
                }
            }
        }
    }

    fn settle_tiles(
        &self,
        settings: &FinalAdjustmentSpec,
        add: &mut dyn FnMut(u8, &'static str, Points),
    ) {
        let out = self.status.out;
        let doubled = settings.settlement == Settlement::DoubleToOutPlayer && out.is_some();
        if settings.settlement != Settlement::None && !doubled {
            for (seat, _) in self.status.active() {
                add(seat, "tiles_left", self.left(settings, seat).negate());
            }
        }
        let Some(out) = out else { return };
        let gains = match settings.settlement {
            Settlement::TransferToOutPlayer => 1,
            Settlement::DoubleToOutPlayer => 2,
            Settlement::None | Settlement::SubtractOwn => 0,
        };
        let others = self.status.active().filter(|(seat, _)| *seat != out);
        let left = others.map(|(seat, _)| self.left(settings, seat));
        let total = left.fold(Points::ZERO, |sum, left| sum.add(&left));
        add(out, "tiles_of_others", total.multiply(&Points::new(gains)));
        add(out, "out_bonus", Points::new(settings.out_bonus));
    }

    /// What the tiles left on a rack count.
    fn left(&self, settings: &FinalAdjustmentSpec, seat: u8) -> Points {
        let Some(rack) = self.racks.get(usize::from(seat)) else { return Points::ZERO };
        match settings.per_tile_left {
            Some(points) => Points::new(points).multiply(&Points::new(rack.len() as i64)),
            None => Points::new(self.ruleset.tiles().value(rack)),
        }
    }

    /// The seats that win with these final scores; several if they share the first place.
    pub fn winners(&self, scores: &[Points]) -> Vec<u8> {
        let playing: Vec<u8> = self.status.active().map(|(seat, _)| seat).collect();
        let Some(best) = playing.iter().map(|seat| &scores[usize::from(*seat)]).max() else {
            return Vec::new();
        };
        let tied: Vec<u8> =
            playing.iter().copied().filter(|seat| scores[usize::from(*seat)] == *best).collect();
        match (self.ruleset.spec().winner.tie, self.last_placer) {
            (TieBreak::LastMover, Some(last)) if tied.contains(&last) => vec![last],
            _ => tied,
        }
    }
}
