//! What a player's turns come to.

use super::{MoveKind, PlayerSummary, Record, TurnAnalysis};
use crate::Equity;
use tilewright_rules::Points;

/// The summaries of all players, by seat.
pub(super) fn players(record: &Record, turns: &[TurnAnalysis]) -> Vec<PlayerSummary> {
    let seats = record.players.len().max(record.scores.len());
    let summary = |seat: usize| {
        let mut summary = PlayerSummary {
            name: record
                .players
                .get(seat)
                .cloned()
                .unwrap_or_else(|| format!("Player {}", seat + 1)),
            score: record.scores.get(seat).map_or(Points::ZERO, Points::clone),
            ..PlayerSummary::default()
        };
        for turn in turns.iter().filter(|turn| usize::from(turn.seat) == seat) {
            add(&mut summary, turn);
        }
        // A sum over some of the turns would say nothing.
        let own = turns.iter().filter(|turn| usize::from(turn.seat) == seat);
        if own.filter(|turn| turn.win_loss.is_some()).count() as u64 != summary.judged {
            summary.win_loss = None;
        }
        if summary.judged > 0 {
            summary.mean_loss = Equity(summary.loss.0 / summary.judged as i64);
        }
        summary
    };
    (0..seats).map(summary).collect()
}

fn add(summary: &mut PlayerSummary, turn: &TurnAnalysis) {
    if turn.played.kind == MoveKind::Lost {
        return;
    }
    summary.turns += 1;
    summary.swaps += u64::from(turn.played.kind == MoveKind::Swap);
    summary.passes += u64::from(turn.played.kind == MoveKind::Pass);
    summary.phonies += u64::from(turn.phony.is_some());
    let found = turn.played.bingo && turn.phony.is_none();
    summary.bingos_found += u64::from(found);
    summary.bingos_missed += u64::from(turn.bingo_possible && !found);
    if let Some(loss) = turn.loss {
        summary.judged += 1;
        summary.loss = Equity(summary.loss.0.saturating_add(loss.0));
        summary.best_moves += u64::from(loss == Equity(0) && turn.phony.is_none());
    }
    if let Some(lost) = turn.win_loss {
        summary.win_loss = Some(summary.win_loss.unwrap_or(0.0) + lost);
    }
}
