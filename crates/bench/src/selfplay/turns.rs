//! What happens in a turn: a move, a swap, a pass, a challenge, a resignation, or nothing in time.

use super::draft::{draft, shown, user_move, view};
use super::{Checked, Session, ensure};
use tilewright_game::{Command, Fact};
use tilewright_referee::{PlacedTile, Proposal, Verdict};
use tilewright_rules::{Action, UserMove, score, validate};
use tilewright_tiles::KindId;

impl Session<'_> {
    /// One command, or a few that are rejected and one that is not.
    pub(crate) fn take_turn(&mut self) -> Checked {
        let state = self.game.state();
        let seat = state.to_move();
        let waiting = state.challengeable_seat();
        let must_answer = waiting.is_some() && state.status().out.is_some();
        if self.let_time_pass()? {
            return Ok(());
        }
        if self.chance.once_in(6) {
            self.try_out_of_turn(seat)?;
        }
        if let Some(mover) = waiting
            && self.chance.once_in(if self.last_was_phony { 2 } else { 8 })
        {
            return self.challenge(mover);
        }
        if must_answer {
            self.must_not(self.swap_of(seat, 1))?;
            return self.must(Command::Pass { seat });
        }
        if self.chance.once_in(150) {
            return self.resign();
        }
        if self.chance.once_in(40) {
            return self.must(Command::Pass { seat });
        }
        if self.chance.once_in(25) && self.swap(seat)? {
            return Ok(());
        }
        self.move_or_pass(seat)
    }

    fn move_or_pass(&mut self, seat: u8) -> Checked {
        let table = self.table;
        let view = view(self.game.state(), seat);
        let found = table.referee.propose(&view, self.effort.words, &mut self.chance);
        for _ in 0..self.effort.validated.min(found.len()) {
            if let Some(proposal) = self.chance.pick(&found) {
                self.compare(seat, &proposal.laid, &proposal.verdict)?;
            }
        }
        self.try_mutations(seat, &view, &found)?;
        let Some(chosen) = self.choose(&found) else {
            return match self.chance.once_in(2) && self.swap(seat)? {
                true => Ok(()),
                false => self.must(Command::Pass { seat }),
            };
        };
        self.play(seat, &chosen)
    }

    /// Mostly the best of a few, so that games come to an end.
    fn choose(&mut self, found: &[Proposal]) -> Option<Proposal> {
        let challenges = self.table.ruleset.spec().challenge.enable_challenges;
        let honest = !challenges || !self.chance.once_in(5);
        let fit: Vec<&Proposal> =
            found.iter().filter(|proposal| !honest || proposal.verdict.words_known).collect();
        let tries = 1 + self.chance.below(8);
        let few = (0..tries).filter_map(|_| self.chance.pick(&fit).copied());
        let few: Vec<&Proposal> = few.collect();
        few.into_iter().max_by(|one, two| one.verdict.total.cmp(&two.verdict.total)).cloned()
    }

    /// The engine must say of a move what the referee says.
    pub(crate) fn compare(&mut self, seat: u8, laid: &[PlacedTile], verdict: &Verdict) -> Checked {
        self.report.compared += 1;
        let ruleset = &self.table.ruleset;
        let position = self.game.state().position(seat);
        let of = || shown(ruleset, laid);
        match (validate(&position, &draft(ruleset, laid)), &verdict.total) {
            (Ok(validated), Some(total)) => {
                let account = score(&position, &validated);
                ensure(account.total.to_string() == total.to_string(), || {
                    format!("{}: scored {}, the referee says {total}", of(), account.total)
                })
            }
            (Err(violations), None) => {
                let found = violations.0.iter().map(|violation| violation.rule.to_string());
                let found: std::collections::BTreeSet<String> = found.collect();
                ensure(found == verdict.broken, || {
                    format!("{}: {found:?}, the referee says {:?}", of(), verdict.broken)
                })
            }
            (Ok(_), None) => Err(format!("{}: accepted, it breaks {:?}", of(), verdict.broken)),
            (Err(violations), Some(_)) => Err(format!("{}: rejected: {violations}", of())),
        }
    }

    fn play(&mut self, seat: u8, chosen: &Proposal) -> Checked {
        let ruleset = self.table.ruleset.clone();
        let before = self.game.state().score(seat);
        let user_move = user_move(&ruleset, &chosen.laid);
        self.must(Command::Move { seat, user_move })?;
        self.report.plays += 1;
        self.last_was_phony = !chosen.verdict.words_known;
        let played = self.last_facts().find_map(|fact| match fact {
            Fact::Played { score, placements, .. } => Some((score.total.clone(), placements.len())),
            _ => None,
        });
        let (total, placed) = played.ok_or("a move was accepted, but nothing was played")?;
        let expected = chosen.verdict.total.as_ref().map(ToString::to_string);
        let expected = expected.ok_or("the referee has no score for a legal move")?;
        ensure(total.to_string() == expected && placed == chosen.laid.len(), || {
            let laid = shown(&ruleset, &chosen.laid);
            format!("{laid}: played for {total}, the referee says {expected}")
        })?;
        let state = self.game.state();
        let after = state.score(seat);
        ensure(state.result().is_some() || after == before.add(&total), || {
            format!("the score went from {before} to {after} with a move worth {total}")
        })
    }

    fn try_out_of_turn(&mut self, seat: u8) -> Checked {
        let players = self.game.state().players();
        let other = (seat + 1 + self.chance.below(usize::from(players)) as u8) % (players + 1);
        if other == seat {
            return Ok(());
        }
        self.must_not(Command::Pass { seat: other })?;
        self.must_not(self.swap_of(other, 1))
    }

    fn swap_of(&self, seat: u8, count: usize) -> Command {
        let state = self.game.state();
        let rack = state.rack(seat);
        let name = |kind: KindId| self.table.ruleset.tiles().kind(kind).id.to_string();
        let tiles = rack.tiles().take(count).map(name).collect();
        let user_move = UserMove { actions: vec![Action::SwapRack { tiles }] };
        Command::Move { seat, user_move }
    }

    /// Swaps some tiles, if that is allowed; if not, it must be rejected.
    fn swap(&mut self, seat: u8) -> Result<bool, String> {
        let state = self.game.state();
        let (spec, bag) = (self.table.ruleset.spec(), state.bag_len());
        let held = state.rack(seat).len();
        let swaps = state.status().seats[usize::from(seat)].swaps;
        let count = 1 + self.chance.below(held);
        let settings = &spec.swap_limit;
        let most = usize::from(settings.max_tiles.unwrap_or(spec.rack_size.size));
        // A mover who waited for a challenge draws first, unless resigned meanwhile.
        let state = self.game.state();
        let waiting = state.challengeable_seat();
        let waiting = waiting.filter(|seat| !state.status().seats[usize::from(*seat)].resigned);
        let missing = waiting.map_or(0, |mover| {
            usize::from(spec.rack_size.size).saturating_sub(state.rack(mover).len())
        });
        let bag = bag.saturating_sub(missing);
        let allowed = held >= count
            && settings.enabled
            && bag >= usize::from(settings.swap_minimum_bag)
            && bag >= count
            && count <= most
            && settings.swap_limit.is_none_or(|limit| swaps < limit);
        let command = self.swap_of(seat, count);
        match allowed {
            true => self.must(command)?,
            false => self.must_not(command)?,
        }
        Ok(allowed)
    }

    fn challenge(&mut self, mover: u8) -> Checked {
        let players = self.game.state().players();
        self.must_not(Command::Challenge { seat: mover })?;
        let by = (mover + 1 + self.chance.below(usize::from(players)) as u8) % players;
        let resigned = self.game.state().status().seats[usize::from(by)].resigned;
        if by == mover || resigned {
            return Ok(());
        }
        let phony = self.last_was_phony;
        let before = self.game.state().fork();
        self.must(Command::Challenge { seat: by })?;
        self.report.challenges += 1;
        let upheld = self.last_facts().any(|fact| matches!(fact, Fact::Withdrawn { .. }));
        ensure(upheld == phony, || {
            format!("challenge by {by}: upheld is {upheld}, the referee says {phony}")
        })?;
        let state = self.game.state();
        ensure(state.challengeable_seat().is_none(), || {
            "a challenged move can be challenged again".to_string()
        })?;
        let tiles = state.board.tiles().len();
        let placed = before.board.tiles().len() - tiles;
        // The tiles of a player who has resigned meanwhile leave play.
        let gone = before.status().seats[usize::from(mover)].resigned;
        let expected = if gone { 0 } else { before.rack(mover).len() + placed };
        let back = state.rack(mover).len() == expected;
        ensure(!upheld || placed > 0 && back, || {
            format!("withdrawn tiles are not back (resigned: {gone})")
        })
    }

    fn resign(&mut self) -> Checked {
        let seats = &self.game.state().status().seats;
        let active: Vec<u8> =
            (0u8..).zip(seats).filter(|(_, seat)| !seat.resigned).map(|(seat, _)| seat).collect();
        match self.chance.pick(&active).copied() {
            Some(seat) => self.must(Command::Resign { seat }),
            None => Ok(()),
        }
    }

    /// Lets the clock run; true if it decided the turn.
    fn let_time_pass(&mut self) -> Result<bool, String> {
        let Some(now) = self.now else { return Ok(false) };
        let limits = &self.table.ruleset.spec().time_limit;
        let day = 24 * 60 * 60 * 1000;
        let limit = match (limits.turn_time_limit, limits.inactivity_days) {
            (Some(seconds), _) => u64::from(seconds) * 1000,
            (None, Some(days)) => u64::from(days) * day,
            (None, None) => return Ok(false),
        };
        let rare = if limits.turn_time_limit.is_some() { 12 } else { 100 };
        // Several commands may fall into one turn: stay well below the limit.
        let began = self.game.state().clocks().turn_began.unwrap_or(now);
        if !self.chance.once_in(rare) {
            let later = now + self.chance.below(5000) as u64;
            self.now = Some(later.min(began + limit - 1).max(now));
            return Ok(false);
        }
        self.now = Some(began + limit + self.chance.below(1000) as u64);
        let seat = self.game.state().to_move();
        self.must(Command::Tick)?;
        let decided = self.last_facts().any(|fact| match fact {
            Fact::Passed { seat: by, timeout } => *by == seat && *timeout,
            Fact::Resigned { seat: by, .. } => *by == seat,
            _ => false,
        });
        ensure(decided, || format!("time was up, but the turn of seat {seat} goes on"))?;
        Ok(true)
    }
}
