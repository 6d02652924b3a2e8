//! Going through a game.

use super::describe::{blank, left, play, tiles_text};
use super::{
    ANALYSIS_FORMAT, ANALYSIS_VERSION, Analysis, Census, Deed, Evaluator, Judgement, MoveAnalysis,
    MoveKind, Moves, RatedMove, Record, RecordedTurn, Situation, TurnAnalysis, Verdict, summary,
};
use crate::Equity;
use std::sync::Arc;
use tilewright_ai::{Move, Outlook};
use tilewright_lexicon::Dictionary;
use tilewright_movegen::{Budget, Generator, LeaveValues, OwnedPlay};
use tilewright_notation::{Cgp, rack_text};
use tilewright_rules::{Placement, Points, Ruleset};

/// The most moves that are listed for a turn.
const MOST: usize = 200;

/// Analyses games of one variant with one word list.
pub struct Analyst<'g> {
    pub(super) ruleset: &'g Ruleset,
    pub(super) words: &'g dyn Dictionary,
    pub(super) moves: Moves<'g>,
    evaluators: Vec<Box<dyn Evaluator + 'g>>,
    best: usize,
}

/// What the best moves of a turn are, and who said so.
struct Judged {
    candidates: Vec<RatedMove>,
    judgements: Option<Vec<Judgement>>,
    method: &'static str,
}

impl<'g> Analyst<'g> {
    /// Lists five moves for a turn and knows no better judge than score and leave.
    pub fn new(
        generator: &'g Generator,
        words: &'g dyn Dictionary,
        leaves: Arc<dyn LeaveValues + Send + Sync>,
    ) -> Analyst<'g> {
        let moves = Moves::new(generator, leaves);
        Analyst { ruleset: generator.ruleset(), words, moves, evaluators: Vec::new(), best: 5 }
    }

    /// Stops when a budget is spent; the analysis is of no use then. Evaluators have the budget
    /// that they were made with.
    pub fn within(mut self, budget: &Budget) -> Analyst<'g> {
        self.moves = self.moves.within(budget);
        self
    }

    /// Lists this many moves for a turn.
    pub fn best(mut self, count: usize) -> Analyst<'g> {
        self.best = count.clamp(1, MOST);
        self
    }

    /// Asks one more evaluator, after those that are there.
    pub fn evaluator(mut self, evaluator: Box<dyn Evaluator + 'g>) -> Analyst<'g> {
        self.evaluators.push(evaluator);
        self
    }

    /// Analyses a game. `progress` hears how many turns are done.
    pub fn analyze(&mut self, record: &Record, progress: &mut dyn FnMut(usize)) -> Analysis {
        let mut turns = Vec::with_capacity(record.turns.len());
        for (index, turn) in record.turns.iter().enumerate() {
            turns.push(self.turn(index + 1, turn));
            progress(index + 1);
        }
        Analysis {
            format: ANALYSIS_FORMAT.to_string(),
            version: ANALYSIS_VERSION,
            variant: self.ruleset.id().to_string(),
            variant_name: self.ruleset.name().to_string(),
            ruleset: self.ruleset.hash().to_string(),
            lexicon: String::new(),
            title: record.title.clone(),
            best: self.best,
            trained: false,
            evaluators: self.evaluators.iter().map(|one| one.name().to_string()).collect(),
            finished: record.finished,
            fault: record.fault.clone(),
            players: summary::players(record, &turns),
            turns,
        }
    }

    /// Analyses one turn.
    pub fn turn(&mut self, number: usize, turn: &RecordedTurn) -> TurnAnalysis {
        let outlook = turn.before.outlook(self.ruleset, turn.seat);
        let phony = self.phony(turn, &outlook);
        let mut remarks = Vec::new();
        let (mut played, candidate) = self.played(turn, &outlook, phony, &mut remarks);
        let known = !outlook.rack.is_empty();
        let placed = match (&turn.deed, phony) {
            (Deed::Play { placed, slides: false, .. }, None) => placed.as_slice(),
            _ => &[],
        };
        let census = match known {
            true => self.moves.census(&outlook, played.equity, placed),
            false => Census::default(),
        };
        if turn.before.complete && placed.len() > outlook.rack.len() {
            remarks.push("the rack does not hold the tiles that were played".to_string());
        }
        if !turn.before.complete {
            let part = if known { "only in part" } else { "not at all" };
            remarks.push(format!(
                "the rack is known {part}; moves are those with the tiles that are known"
            ));
        }
        let judged = self.judge(turn, &outlook, candidate.as_ref(), known);
        let mut best = self.describe(&outlook, &judged);
        if let Some(candidate) = &candidate {
            let same = |(_, other): &(MoveAnalysis, Move)| same_move(other, &candidate.turn);
            if let Some((listed, _)) = best.iter_mut().find(|entry| same(entry)) {
                listed.played = true;
                played.judged.clone_from(&listed.judged);
            }
        }
        let mut best: Vec<MoveAnalysis> =
            best.into_iter().map(|(described, _)| described).collect();
        let static_only = judged.judgements.is_none();
        let top = best.first().cloned();
        let value =
            if static_only { played.equity } else { played.judged.as_ref().map(|j| j.equity) };
        let loss = match (&top, value, known) {
            (Some(top), Some(value), true) => top.value().map(|best| best.loss_of(value)),
            _ => None,
        };
        let win_loss = match (top.as_ref().and_then(MoveAnalysis::win), played.win()) {
            (Some(best), Some(own)) => Some((best - own).max(0.0)),
            _ => None,
        };
        let rank = match known {
            true => self.rank(&outlook, &played, &best, &census, static_only),
            false => None,
        };
        best.truncate(self.best);
        TurnAnalysis {
            number,
            line: turn.line,
            seat: turn.seat,
            rack: tiles_text(self.ruleset, outlook.rack),
            rack_complete: turn.before.complete,
            bag: outlook.bag_len(),
            scores: outlook.status.seats.iter().map(|seat| seat.score.clone()).collect(),
            cgp: cgp(self.ruleset, &turn.before, turn.seat),
            legal_plays: census.plays,
            rank: if matches!(turn.deed, Deed::Lost) || phony.is_some() { None } else { rank },
            loss: if matches!(turn.deed, Deed::Lost) { None } else { loss },
            win_loss: if matches!(turn.deed, Deed::Lost) { None } else { win_loss },
            phony,
            challenge_bonus: match &turn.verdict {
                Some(Verdict::Upheld(points)) => Some(points.clone()),
                _ => None,
            },
            bingo_possible: census.full_rack || best.iter().any(|listed| listed.bingo),
            method: judged.method.to_string(),
            played,
            best,
            remarks,
        }
    }

    /// The place of the played move: among those that were judged if it is one of the best, else
    /// among all moves by score and leave.
    fn rank(
        &mut self,
        outlook: &Outlook<'_>,
        played: &MoveAnalysis,
        best: &[MoveAnalysis],
        census: &Census,
        by_equity: bool,
    ) -> Option<u64> {
        let place = best.iter().position(|listed| listed.played);
        if let Some(place) = place.filter(|place| !by_equity && *place < self.best) {
            return Some(place as u64 + 1);
        }
        let equity = played.equity?;
        Some(census.better + self.moves.better_others(outlook, equity) + 1)
    }

    /// The best moves, and what the evaluators say of them.
    fn judge(
        &mut self,
        turn: &RecordedTurn,
        outlook: &Outlook<'_>,
        played: Option<&RatedMove>,
        known: bool,
    ) -> Judged {
        let mut candidates = match known {
            true => self.moves.best(outlook, self.best),
            false => Vec::new(),
        };
        if !turn.before.complete && candidates.iter().any(|one| matches!(one.turn, Move::Play(_))) {
            // What stays of a rack that is not known cannot be compared with what a play leaves.
            candidates.retain(|one| matches!(one.turn, Move::Play(_)));
        }
        let plain = Judged { candidates: candidates.clone(), judgements: None, method: "static" };
        if !turn.before.complete || candidates.is_empty() {
            return plain;
        }
        // The played move is judged with the best ones.
        if let Some(played) = played {
            add(&mut candidates, || played.clone(), &played.turn);
        }
        for evaluator in &mut self.evaluators {
            let mut candidates = candidates.clone();
            for turn in evaluator.suggest(outlook) {
                let moves = &mut self.moves;
                add(&mut candidates, || worth_of(moves, outlook, &turn), &turn);
            }
            let Some(judgements) = evaluator.judge(outlook, &candidates) else { continue };
            if judgements.len() != candidates.len() {
                continue;
            }
            let mut both: Vec<(RatedMove, Judgement)> =
                candidates.into_iter().zip(judgements).collect();
            both.sort_by(|(_, one), (_, two)| {
                let wins = two.win.unwrap_or(0.0).total_cmp(&one.win.unwrap_or(0.0));
                wins.then(two.equity.cmp(&one.equity))
            });
            let (candidates, judgements) = both.into_iter().unzip();
            return Judged { candidates, judgements: Some(judgements), method: evaluator.name() };
        }
        plain
    }

    fn describe(&self, outlook: &Outlook<'_>, judged: &Judged) -> Vec<(MoveAnalysis, Move)> {
        let judgements = judged.judgements.as_ref();
        let one = |(place, candidate): (usize, &RatedMove)| {
            let mut described = self.describe_one(outlook, candidate);
            described.judged = judgements.and_then(|list| list.get(place).cloned());
            (described, candidate.turn.clone())
        };
        judged.candidates.iter().enumerate().map(one).collect()
    }

    fn describe_one(&self, outlook: &Outlook<'_>, candidate: &RatedMove) -> MoveAnalysis {
        let tiles = self.ruleset.tiles();
        let (described, kept) = match &candidate.turn {
            Move::Play(found) => {
                let placed: Vec<_> = found.placements.iter().map(|p| (p.cell, p.tile)).collect();
                let account = self.account(outlook, &placed);
                let described = play(self.ruleset, &placed, &found.points, account.as_ref());
                (described, left(outlook.rack, placed.iter().map(|(_, tile)| tile.kind)))
            }
            Move::Swap(kinds) => {
                let described =
                    MoveAnalysis { word: rack_text(tiles, kinds), ..blank(MoveKind::Swap) };
                (described, left(outlook.rack, kinds.iter().copied()))
            }
            Move::Pass => (blank(MoveKind::Pass), *outlook.rack),
        };
        let leave = tiles_text(self.ruleset, &kept);
        MoveAnalysis { leave, equity: Some(candidate.equity), ..described }
    }
}

/// Adds a move that is not in a list yet.
fn add(candidates: &mut Vec<RatedMove>, make: impl FnOnce() -> RatedMove, turn: &Move) {
    if !candidates.iter().any(|other| same_move(&other.turn, turn)) {
        candidates.push(make());
    }
}

/// A move with its worth by score and leave.
fn worth_of(moves: &mut Moves<'_>, outlook: &Outlook<'_>, turn: &Move) -> RatedMove {
    let (points, kept) = match turn {
        Move::Play(play) => {
            let used = play.placements.iter().map(|placement| placement.tile.kind);
            (play.points.clone(), left(outlook.rack, used))
        }
        Move::Swap(kinds) => (Points::ZERO, left(outlook.rack, kinds.iter().copied())),
        Move::Pass => (Points::ZERO, *outlook.rack),
    };
    let equity = moves.worth(outlook, &points, &kept);
    RatedMove { turn: with_equity(turn.clone(), equity), equity }
}

pub(super) fn with_equity(turn: Move, equity: Equity) -> Move {
    match turn {
        Move::Play(play) => Move::Play(OwnedPlay { equity: equity.0, ..play }),
        other => other,
    }
}

/// Whether two moves are the same, regardless of their values.
pub(crate) fn same_move(one: &Move, two: &Move) -> bool {
    let key = |p: &Placement| (p.cell, p.tile.kind, p.tile.letter);
    match (one, two) {
        (Move::Play(one), Move::Play(two)) => {
            one.placements.iter().map(key).eq(two.placements.iter().map(key))
        }
        (Move::Swap(one), Move::Swap(two)) => {
            let sorted = |tiles: &[tilewright_tiles::KindId]| {
                let mut tiles = tiles.to_vec();
                tiles.sort_unstable();
                tiles
            };
            sorted(one) == sorted(two)
        }
        (Move::Pass, Move::Pass) => true,
        _ => false,
    }
}

/// The position on one line, where it has such a line.
fn cgp(ruleset: &Ruleset, before: &Situation, seat: u8) -> Option<String> {
    let status = &before.status;
    let mut scores: Vec<Points> = status.seats.iter().map(|seat| seat.score.clone()).collect();
    let by = usize::from(seat).min(scores.len());
    scores.rotate_left(by);
    let mut racks = vec![Vec::new(); scores.len()];
    racks.first_mut()?.extend(before.rack.tiles());
    let board = Cgp::of_board(&before.board).ok()?;
    let cgp = Cgp { board, racks, scores, scoreless: status.scoreless(), rest: String::new() };
    cgp.write(ruleset).ok()
}
