//! The move that was played.

use super::analyst::with_equity;
use super::describe::{blank, left, play, tiles_text};
use super::{Analyst, Deed, MoveAnalysis, MoveKind, Phony, RatedMove, RecordedTurn, Verdict};
use tilewright_ai::{Move, Outlook};
use tilewright_board::CellId;
use tilewright_movegen::{OwnedPlay, Placements};
use tilewright_notation::rack_text;
use tilewright_rules::{MoveDraft, Placement, Points, Position, ScoreBreakdown, score, validate};
use tilewright_tiles::{Tile, TileCounts};

impl<'g> Analyst<'g> {
    /// Whether a word of a play is not in the list.
    pub(super) fn phony(&self, turn: &RecordedTurn, outlook: &Outlook<'_>) -> Option<Phony> {
        let Deed::Play { placed, slides, .. } = &turn.deed else { return None };
        if turn.verdict == Some(Verdict::Withdrawn) {
            return Some(Phony::Withdrawn);
        }
        let mut rack = TileCounts::new();
        placed.iter().for_each(|(_, tile)| rack.add(tile.kind));
        let position = Position { rack: &rack, ..self.position(outlook) };
        let draft = MoveDraft::known(placed, self.ruleset.tiles());
        (!slides && validate(&position, &draft).is_err()).then_some(Phony::Stood)
    }

    fn position<'a>(&self, outlook: &Outlook<'a>) -> Position<'a>
    where
        'g: 'a,
    {
        Position { ruleset: self.ruleset, dictionary: Some(self.words), ..outlook.position() }
    }

    /// What was played, with its worth by score and leave, and as a candidate if it is one.
    pub(super) fn played(
        &mut self,
        turn: &RecordedTurn,
        outlook: &Outlook<'_>,
        phony: Option<Phony>,
        remarks: &mut Vec<String>,
    ) -> (MoveAnalysis, Option<RatedMove>) {
        let rack = outlook.rack;
        let (mut described, left, action) = match &turn.deed {
            Deed::Play { placed, account, slides } => {
                let points = account.as_ref().map_or(Points::ZERO, |account| account.total.clone());
                let described = play(self.ruleset, placed, &points, account.as_deref());
                if *slides {
                    remarks.push("tiles slid; such a move is not compared".to_string());
                    return (MoveAnalysis { played: true, ..described }, None);
                }
                let kept = left(rack, placed.iter().map(|(_, tile)| tile.kind));
                let place = |(cell, tile)| Placement { cell, tile };
                let mut placements: Placements = placed.iter().copied().map(place).collect();
                placements.sort_unstable_by_key(|placement| placement.cell);
                let action = Move::Play(OwnedPlay { placements, points, equity: 0 });
                (described, kept, action)
            }
            Deed::Swap(kinds) => {
                let word = rack_text(self.ruleset.tiles(), kinds);
                let described = MoveAnalysis { word, ..blank(MoveKind::Swap) };
                let action = Move::Swap(kinds.iter().copied().collect());
                (described, left(rack, kinds.iter().copied()), action)
            }
            Deed::SwapUnknown(count) => {
                remarks.push(format!("which {count} tiles were swapped is not known"));
                let described = MoveAnalysis { word: count.to_string(), ..blank(MoveKind::Swap) };
                return (MoveAnalysis { played: true, ..described }, None);
            }
            Deed::Pass => (blank(MoveKind::Pass), *rack, Move::Pass),
            Deed::Lost => {
                remarks.push("the turn was lost for a wrong challenge".to_string());
                return (MoveAnalysis { played: true, ..blank(MoveKind::Lost) }, None);
            }
        };
        described.played = true;
        described.leave = tiles_text(self.ruleset, &left);
        let (points, kept) = match phony {
            // It came back to the rack: no more than a pass.
            Some(Phony::Withdrawn) => (Points::ZERO, *rack),
            _ => (described.score.clone(), left),
        };
        let equity = self.moves.worth(outlook, &points, &kept);
        described.equity = Some(equity);
        match phony {
            Some(Phony::Withdrawn) => {
                remarks
                    .push("challenged and withdrawn; it is worth no more than a pass".to_string());
                (described, Some(RatedMove { turn: Move::Pass, equity }))
            }
            Some(Phony::Stood) => {
                remarks.push("not legal by this word list; it stood".to_string());
                (described, None)
            }
            None => (described, Some(RatedMove { turn: with_equity(action, equity), equity })),
        }
    }

    pub(super) fn account(
        &self,
        outlook: &Outlook<'_>,
        placed: &[(CellId, Tile)],
    ) -> Option<ScoreBreakdown> {
        let position = self.position(outlook);
        let validated =
            validate(&position, &MoveDraft::known(placed, self.ruleset.tiles())).ok()?;
        Some(score(&position, &validated))
    }
}
