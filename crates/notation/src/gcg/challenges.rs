//! Challenges: withdrawn plays, bonuses and lost turns.

use super::replay::{Replayer, check_score, fault};
use super::{FaultKind, GcgAction, GcgFault, shown};
use tilewright_game::Fact;
use tilewright_rules::spec::ChallengeMode;
use tilewright_rules::{MoveDraft, Points, validate};
use tilewright_tiles::KindId;

impl<'a> Replayer<'a> {
    /// The challenge on the next line, if it is about this play.
    pub fn challenge_of(&self, index: usize) -> Option<&'a GcgAction> {
        let (_, next) = self.events.get(index + 1)?;
        let challenge = matches!(next.action, GcgAction::Withdrawn | GcgAction::Challenge);
        (challenge && next.nick == self.events[index].1.nick).then_some(&next.action)
    }

    /// A play that is challenged in vain has only words.
    pub fn check_words(&self, index: usize, seat: u8, draft: &MoveDraft) -> Result<(), GcgFault> {
        let Some(checking) = &self.checking else { return Ok(()) };
        let position = self.importer.state().position_under(checking, seat);
        match validate(&position, draft) {
            Ok(_) => Ok(()),
            Err(violations) => self.refuse(index, &violations.into()),
        }
    }

    /// A turn that was lost by a wrong challenge: no pass, though it is written as one.
    pub fn lose_turn(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        self.begin(index, seat, &[])?;
        let position = self.position(seat);
        let line = self.events[index].0;
        let bad = |reason: String| GcgFault::new(line, FaultKind::Turn, reason);
        if let Some(by) = self.importer.state().challengeable_seat() {
            self.importer.record(Fact::WindowClosed { by }).map_err(bad)?;
        }
        self.importer.record(Fact::TurnForfeited { seat }).map_err(bad)?;
        self.importer.record(Fact::TurnLost { seat }).map_err(bad)?;
        self.scoreless(index, seat, position)?;
        if self.importer.is_over() {
            return Ok(true);
        }
        let next = (seat + 1) % self.importer.state().players();
        self.importer.record(Fact::TurnBegan { seat: next }).map_err(bad)?;
        Ok(false)
    }

    /// The play that a challenge is about: it must be the line before.
    fn challenged_play(&self, index: usize, seat: u8) -> Result<usize, GcgFault> {
        let line = self.events[index].0;
        let before = index
            .checked_sub(1)
            .filter(|_| self.importer.state().challengeable_seat() == Some(seat));
        let before =
            before.filter(|before| matches!(self.events[*before].1.action, GcgAction::Play { .. }));
        before.ok_or_else(|| {
            let nick = shown(self.nick(seat));
            let reason = format!("there is no play of {nick} on the line before to be challenged");
            GcgFault::new(line, FaultKind::Challenge, reason)
        })
    }

    pub fn withdraw(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        let (line, event) = self.events[index];
        let play = self.challenged_play(index, seat)?;
        check_score(line, event, &self.events[play].1.score.negate())?;
        let rack = self.kinds(line, &event.rack)?;
        let bad = |reason: String| GcgFault::new(line, FaultKind::Challenge, reason);
        let by = self.importer.state().to_move();
        // Which of the words is none is known only where they are looked up.
        let invalid = self.turns.last().map_or_else(Vec::new, |turn| turn.words.clone());
        self.importer.record(Fact::Challenged { by, mover: seat, invalid }).map_err(bad)?;
        self.importer.record(Fact::Withdrawn { seat }).map_err(bad)?;
        let placed = self.placed(play)?;
        let kinds: Vec<KindId> = placed.iter().map(|(_, tile)| tile.kind).collect();
        self.importer.came_back(seat, &kinds);
        let draft = MoveDraft::known(&placed, self.ruleset.tiles());
        if self.checking.is_some() && self.check_words(index, seat, &draft).is_ok() {
            let reason = "the play was withdrawn, but its words are in the list";
            return fault(line, FaultKind::Challenge, reason);
        }
        let claimed = self.importer.claim(seat, &rack);
        claimed.map_err(|reason| {
            let reason = format!("the rack of {} cannot be: {reason}", shown(&event.nick));
            GcgFault::new(line, FaultKind::Rack, reason)
        })?;
        self.finish(index, seat, None, None)?;
        Ok(self.importer.is_over())
    }

    pub fn challenge_bonus(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        let (line, event) = self.events[index];
        self.challenged_play(index, seat)?;
        let words = self.turns.last().map_or(0, |turn| turn.words.len()) as i64;
        match self.ruleset.spec().challenge.mode {
            ChallengeMode::Points(points) => check_score(line, event, &points.into())?,
            ChallengeMode::PerWord(points) => {
                check_score(line, event, &points.saturating_mul(words).into())?;
            }
            _ if event.score < Points::ZERO => {
                let reason = "a challenge in vain gives points, it takes none";
                return fault(line, FaultKind::Challenge, reason);
            }
            _ => {}
        }
        let bad = |reason: String| GcgFault::new(line, FaultKind::Challenge, reason);
        let by = self.importer.state().to_move();
        let challenged = Fact::Challenged { by, mover: seat, invalid: Vec::new() };
        self.importer.record(challenged).map_err(bad)?;
        let reason = "challenge_bonus".to_string();
        let points = event.score.clone();
        self.importer.record(Fact::Adjusted { seat, reason, points }).map_err(bad)?;
        self.finish(index, seat, None, None)?;
        if self.importer.accept_end() {
            return Ok(true);
        }
        self.deal(index, seat)?;
        Ok(false)
    }
}
