//! The end of a file: tiles left and time lost.

use super::replay::{Replayer, check_total, fault};
use super::{FaultKind, GcgAction, GcgEvent, GcgFault, GcgTurn, shown};
use tilewright_game::{Adjustment, Fact};
use tilewright_rules::Points;
use tilewright_tiles::KindId;

/// What the settlement gives a seat.
#[derive(Clone, Default)]
struct Owed {
    /// For the tiles of others.
    gain: Points,
    /// For the own tiles.
    loss: Points,
}

/// Whether a line is about the own tiles, not about those of others.
fn is_own(event: &GcgEvent) -> bool {
    !event.rack.is_empty() || event.score < Points::ZERO
}

impl Replayer<'_> {
    /// The game is over: all lines from here on settle it.
    pub fn ending(&mut self, from: usize) -> Result<(), GcgFault> {
        let tail = self.events[from..].to_vec();
        for (line, event) in &tail {
            match &event.action {
                GcgAction::EndRack(tiles) => self.name_rack(*line, event, tiles)?,
                GcgAction::Time => self.check_time(*line, event)?,
                GcgAction::Pass if event.score == Points::ZERO => {}
                _ => {
                    let reason = "the game is over; only tiles left and lost time may follow";
                    return fault(*line, FaultKind::Ending, reason);
                }
            }
        }
        let seats = 0..self.importer.state().players();
        let mut running: Vec<Points> = seats.map(|seat| self.importer.score(seat)).collect();
        self.settle(&tail)?;
        let mut owed = self.owed();
        for (line, event) in &tail {
            let seat = self.seat(*line, event)?;
            if matches!(event.action, GcgAction::EndRack(_)) {
                self.check_settlement(*line, event, &mut owed[usize::from(seat)])?;
            }
            let total = &mut running[usize::from(seat)];
            *total = total.add(&event.score);
            check_total(*line, event, total)?;
            self.turns.push(GcgTurn {
                line: *line,
                seat,
                event: (*event).clone(),
                words: Vec::new(),
                account: None,
                position: None,
            });
        }
        self.check_missing(&tail, &owed)
    }

    /// A line of the settlement names the tiles that are left.
    fn name_rack(&mut self, line: usize, event: &GcgEvent, tiles: &str) -> Result<(), GcgFault> {
        let seat = self.seat(line, event)?;
        let kinds = self.kinds(line, tiles)?;
        let whose = match (is_own(event), self.nicks.len()) {
            (true, _) => seat,
            (false, 2) => 1 - seat,
            (false, _) => return self.check_others(line, seat, &kinds),
        };
        let held = self.importer.state().rack(whose).len();
        let claimed = match kinds.len() == held {
            true => self.importer.claim(whose, &kinds),
            false => Err(format!("there are {held}")),
        };
        claimed.map_err(|reason| {
            let (nick, tiles) = (shown(self.nick(whose)), shown(tiles));
            let reason = format!("{nick} cannot have the tiles {tiles} left: {reason}");
            GcgFault::new(line, FaultKind::Ending, reason)
        })
    }

    /// The tiles of several others together: only how many there are is known for certain.
    fn check_others(&self, line: usize, seat: u8, kinds: &[KindId]) -> Result<(), GcgFault> {
        let state = self.importer.state();
        let others = (0..state.players()).filter(|other| *other != seat);
        let held: usize = others.map(|other| state.rack(other).len()).sum();
        if held == kinds.len() {
            return Ok(());
        }
        let reason = format!("the others have {held} tiles left, the file says {}", kinds.len());
        fault(line, FaultKind::Ending, reason)
    }

    /// Tells the lost time and the end; the engine settles.
    fn settle(&mut self, tail: &[(usize, &GcgEvent)]) -> Result<(), GcgFault> {
        let last = tail.last().or(self.events.last()).map_or(1, |(line, _)| *line);
        let bad = |reason: String| GcgFault::new(last, FaultKind::Ending, reason);
        for (line, event) in tail {
            if event.action == GcgAction::Time {
                let seat = self.seat(*line, event)?;
                let (reason, points) = ("overtime".to_string(), event.score.clone());
                self.importer.record(Fact::Adjusted { seat, reason, points }).map_err(bad)?;
            }
        }
        self.importer.end().map_err(bad)
    }

    fn owed(&self) -> Vec<Owed> {
        let mut owed = vec![Owed::default(); self.nicks.len()];
        let result = self.importer.state().result();
        for Adjustment { seat, reason, points } in result.iter().flat_map(|r| &r.adjustments) {
            let owed = &mut owed[usize::from(*seat)];
            let part = match reason.as_str() {
                "tiles_of_others" | "out_bonus" => &mut owed.gain,
                _ => &mut owed.loss,
            };
            *part = part.add(points);
        }
        owed
    }

    fn check_settlement(
        &self,
        line: usize,
        event: &GcgEvent,
        owed: &mut Owed,
    ) -> Result<(), GcgFault> {
        let part = if is_own(event) { &mut owed.loss } else { &mut owed.gain };
        let expected = std::mem::take(part);
        if expected == event.score {
            return Ok(());
        }
        let (action, stated) = (event.action.to_string(), &event.score);
        let action = shown(&action);
        let reason = format!("the settlement {action} is {expected}, the file says {stated}");
        fault(line, FaultKind::Score, reason)
    }

    /// The file must state everything that is owed, unless the file ends early and says so.
    fn check_missing(&self, tail: &[(usize, &GcgEvent)], owed: &[Owed]) -> Result<(), GcgFault> {
        let stated = tail.iter().any(|(_, event)| matches!(event.action, GcgAction::EndRack(_)));
        if self.gcg.is_incomplete() && !stated {
            return Ok(());
        }
        let last = tail.last().or(self.events.last()).map_or(1, |(line, _)| *line);
        for (seat, owed) in (0u8..).zip(owed) {
            let missing = owed.gain.add(&owed.loss);
            if missing != Points::ZERO {
                let nick = shown(self.nick(seat));
                let reason = format!(
                    "the game is over, and {missing} points of {nick} for tiles left are missing; \
                     add the line, or #incomplete"
                );
                return fault(last, FaultKind::Ending, reason);
            }
        }
        Ok(())
    }
}
