//! Turns: plays, exchanges and passes.

use super::replay::{Replayer, TurnPosition, check_score, fault};
use super::{FaultKind, GcgAction, GcgFault};
use tilewright_board::CellId;
use tilewright_game::{Command, Fact};
use tilewright_rules::{Action, MoveDraft, Points, UserMove};
use tilewright_tiles::{KindId, Tile};

impl Replayer<'_> {
    pub fn play(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        let (line, event) = self.events[index];
        let placed = self.placed(index)?;
        let kinds: Vec<KindId> = placed.iter().map(|(_, tile)| tile.kind).collect();
        self.begin(index, seat, &kinds)?;
        let position = self.position(seat);
        let challenge = self.challenge_of(index);
        let draft = MoveDraft::known(&placed, self.ruleset.tiles());
        if matches!(challenge, Some(GcgAction::Challenge)) {
            self.check_words(index, seat, &draft)?;
        }
        self.importer.challengeable(challenge.is_some());
        let user_move = UserMove::from_draft(&self.importer.state().position(seat), &draft);
        let submitted = self.importer.submit(Command::Move { seat, user_move });
        self.importer.challengeable(false);
        let (from, over) = match submitted {
            Ok(done) => done,
            Err(rejection) => return self.refuse(index, &rejection),
        };
        self.importer.left(seat, &kinds);
        let account = self.importer.events_from(from).iter().find_map(|event| match &event.fact {
            Fact::Played { score, .. } => Some(score.clone()),
            _ => None,
        });
        if let Some(account) = &account {
            check_score(line, event, &account.total)?;
        }
        self.finish(index, seat, Some(position), account)?;
        if !over && challenge.is_none() {
            self.deal(index, seat)?;
        }
        Ok(over)
    }

    /// The new tiles of a play.
    pub fn placed(&self, index: usize) -> Result<Vec<(CellId, Tile)>, GcgFault> {
        let (line, event) = self.events[index];
        let GcgAction::Play { square, word } = &event.action else { return Ok(Vec::new()) };
        let placed = square.place(&self.ruleset, &self.importer.state().board, word);
        placed.or_else(|reason| fault(line, FaultKind::Move, reason))
    }

    pub fn exchange(&mut self, index: usize, seat: u8, tiles: &str) -> Result<bool, GcgFault> {
        let kinds = self.kinds(self.events[index].0, tiles)?;
        self.begin(index, seat, &kinds)?;
        let position = self.position(seat);
        self.importer.left(seat, &kinds);
        self.swap(index, seat, &kinds, position)
    }

    pub fn exchange_some(&mut self, index: usize, seat: u8, count: u16) -> Result<bool, GcgFault> {
        self.begin(index, seat, &[])?;
        let position = self.position(seat);
        let rack = self.importer.state().rack(seat);
        if usize::from(count) > rack.len() {
            let held = rack.len();
            let reason = format!("{count} tiles are exchanged where {held} are held");
            return fault(self.events[index].0, FaultKind::Rack, reason);
        }
        let kinds: Vec<KindId> = rack.tiles().take(usize::from(count)).collect();
        self.importer.forget(seat);
        self.swap(index, seat, &kinds, position)
    }

    fn swap(
        &mut self,
        index: usize,
        seat: u8,
        kinds: &[KindId],
        position: TurnPosition,
    ) -> Result<bool, GcgFault> {
        let tiles = self.ruleset.tiles();
        let tiles = kinds.iter().map(|kind| tiles.kind(*kind).id.to_string()).collect();
        let actions = vec![Action::SwapRack { tiles }];
        let user_move = UserMove { actions };
        let over = match self.importer.submit(Command::Move { seat, user_move }) {
            Ok((_, over)) => over,
            Err(rejection) => return self.refuse(index, &rejection),
        };
        self.deal(index, seat)?;
        self.scoreless(index, seat, position)?;
        Ok(over)
    }

    pub fn scoreless(
        &mut self,
        index: usize,
        seat: u8,
        position: TurnPosition,
    ) -> Result<(), GcgFault> {
        let (line, event) = self.events[index];
        check_score(line, event, &Points::ZERO)?;
        self.finish(index, seat, Some(position), None)
    }

    pub fn pass(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        self.begin(index, seat, &[])?;
        let position = self.position(seat);
        let over = match self.importer.submit(Command::Pass { seat }) {
            Ok((_, over)) => over,
            Err(rejection) => return self.refuse(index, &rejection),
        };
        self.scoreless(index, seat, position)?;
        Ok(over)
    }
}
