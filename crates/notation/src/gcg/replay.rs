//! Playing a file with the engine: every score, total and rack is checked.

use super::importer::{Importer, Judges, without};
use super::outline::{check_variant, gives_double, next_rack, nicks, seat_of};
use super::{FaultKind, Gcg, GcgAction, GcgEvent, GcgFault, MAX_GCG_CELLS, shown};
use crate::letters::{rack_text, read_rack};
use crate::{Cgp, CgpError};
use std::sync::Arc;
use tilewright_game::{Fact, Game, Rejection};
use tilewright_lexicon::Dictionary;
use tilewright_rules::spec::{DictionaryMode, Settlement, TimeLimitAction};
use tilewright_rules::{Board, GameStatus, Points, Ruleset, ScoreBreakdown};
use tilewright_tiles::{KindId, TileCounts};

/// A position before a turn, as far as the file shows it.
#[derive(Clone, Debug)]
pub struct TurnPosition {
    /// The tiles on the board.
    pub board: Board,
    /// What the mover is known to hold.
    pub rack: TileCounts,
    /// Whether that is the whole rack.
    pub complete: bool,
    /// All tiles that the mover does not see: the bag and the others' racks.
    pub unseen: TileCounts,
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The points, by seat.
    pub scores: Vec<Points>,
    /// Turns without score in a row.
    pub scoreless: u32,
    /// The standing, for the rules of the game.
    pub status: GameStatus,
    /// The last seat that placed tiles.
    pub last_placer: Option<u8>,
}

impl TurnPosition {
    /// The position on one line, the seat to move first; the others' racks are not known.
    pub fn to_cgp(&self, seat: u8) -> Result<Cgp, CgpError> {
        let mut scores = self.scores.clone();
        scores.rotate_left(usize::from(seat).min(self.scores.len()));
        let mut racks = vec![Vec::new(); scores.len()];
        if let Some(own) = racks.first_mut() {
            *own = self.rack.tiles().collect();
        }
        let board = Cgp::of_board(&self.board)?;
        Ok(Cgp { board, racks, scores, scoreless: self.scoreless, rest: String::new() })
    }
}

/// An event line that holds.
#[derive(Clone, Debug)]
pub struct GcgTurn {
    /// Its line.
    pub line: usize,
    /// Whose, from 0.
    pub seat: u8,
    /// What it says.
    pub event: GcgEvent,
    /// The words of a play, the main word first.
    pub words: Vec<String>,
    /// The account of a play.
    pub account: Option<Arc<ScoreBreakdown>>,
    /// The position before a turn; not for lines that are none.
    pub position: Option<Box<TurnPosition>>,
}

/// What came of playing a file.
#[derive(Clone, Debug)]
pub struct GcgReplay {
    /// The lines that hold, in order.
    pub turns: Vec<GcgTurn>,
    /// The game as far as it holds; `None` if it could not even begin.
    pub game: Option<Game>,
    /// The first difference.
    pub fault: Option<GcgFault>,
}

/// Plays a file by the rules of a variant. With a dictionary, words are looked up too.
pub fn replay(
    gcg: &Gcg,
    ruleset: &Arc<Ruleset>,
    dictionary: Option<Box<dyn Dictionary>>,
) -> GcgReplay {
    match Replayer::start(gcg, ruleset, dictionary) {
        Err(fault) => GcgReplay { turns: Vec::new(), game: None, fault: Some(fault) },
        Ok(mut replayer) => {
            let fault = replayer.run().err();
            match replayer.importer.game() {
                Ok(game) => GcgReplay { turns: replayer.turns, game: Some(game), fault },
                Err(error) => {
                    let line = replayer.events.last().map_or(0, |(line, _)| *line);
                    let reason = format!("the game does not replay: {error}");
                    let unplayed = GcgFault::new(line, FaultKind::Turn, reason);
                    let fault = fault.or(Some(unplayed));
                    GcgReplay { turns: replayer.turns, game: None, fault }
                }
            }
        }
    }
}

pub(super) struct Replayer<'a> {
    pub gcg: &'a Gcg,
    pub ruleset: Arc<Ruleset>,
    /// The rules with a dictionary, where words are looked up.
    pub checking: Option<Arc<Ruleset>>,
    pub nicks: Vec<&'a str>,
    pub events: Vec<(usize, &'a GcgEvent)>,
    pub importer: Importer,
    pub turns: Vec<GcgTurn>,
}

/// A fault on a line.
pub(super) fn fault<T>(
    line: usize,
    kind: FaultKind,
    reason: impl Into<String>,
) -> Result<T, GcgFault> {
    Err(GcgFault::new(line, kind, reason))
}

impl<'a> Replayer<'a> {
    fn start(
        gcg: &'a Gcg,
        ruleset: &Arc<Ruleset>,
        dictionary: Option<Box<dyn Dictionary>>,
    ) -> Result<Replayer<'a>, GcgFault> {
        check_variant(ruleset)?;
        let events: Vec<_> = gcg.events().collect();
        let cells = ruleset.topology().cell_count();
        if events.len().saturating_mul(cells) > MAX_GCG_CELLS {
            let most = MAX_GCG_CELLS / cells.max(1);
            let reason = format!(
                "the file has {} events; on a board of {cells} cells it may have {most}",
                events.len()
            );
            return fault(1, FaultKind::Size, reason);
        }
        let nicks = nicks(gcg, ruleset)?;
        let first = match events.first() {
            Some((line, event)) => seat_of(&nicks, *line, &event.nick)?,
            None => 0,
        };
        let looked_up = dictionary.is_some();
        let own_challenges = ruleset.spec().challenge.enable_challenges;
        let doubled = ruleset.spec().final_adjustment.settlement == Settlement::TransferToOutPlayer
            && gives_double(&events);
        let with = |mode: DictionaryMode, challenges: bool| {
            let changed = ruleset.with_spec(|spec| {
                spec.word_validation.dictionary = mode;
                spec.challenge.enable_challenges = challenges;
                spec.pass.allow_pass |= !looked_up;
                if doubled {
                    spec.final_adjustment.settlement = Settlement::DoubleToOutPlayer;
                }
            });
            changed.map(Arc::new).map_err(|error| {
                GcgFault::new(1, FaultKind::Variant, format!("the variant: {error}"))
            })
        };
        let mode = match looked_up && !own_challenges {
            true => DictionaryMode::Check,
            false => DictionaryMode::Free,
        };
        let judges = Judges {
            variant: ruleset.clone(),
            plain: with(mode, false)?,
            challenged: with(DictionaryMode::Free, true)?,
        };
        let checking = looked_up.then(|| with(DictionaryMode::Check, false)).transpose()?;
        let ruleset = judges.plain.clone();
        let preferred: Vec<TileCounts> =
            nicks.iter().map(|nick| next_rack(&ruleset, &events, nick)).collect();
        let importer = Importer::start(judges, first, &preferred, dictionary)
            .map_err(|reason| GcgFault::new(1, FaultKind::Variant, reason))?;
        Ok(Replayer { gcg, ruleset, checking, nicks, events, importer, turns: Vec::new() })
    }

    fn run(&mut self) -> Result<(), GcgFault> {
        let notes = self.gcg.notes();
        for index in 0..self.events.len() {
            let (line, event) = self.events[index];
            let seat = self.seat(line, event)?;
            if matches!(event.action, GcgAction::EndRack(_)) {
                if self.importer.accept_end() {
                    return self.ending(index);
                }
                let reason = "the game is not over: tiles left count only after its end";
                return fault(line, FaultKind::Ending, reason);
            }
            let lost = notes.get(index).is_some_and(|notes| notes.iter().any(|n| is_lost_turn(n)));
            let over = match &event.action {
                GcgAction::Play { .. } => self.play(index, seat)?,
                GcgAction::Exchange(tiles) => self.exchange(index, seat, tiles)?,
                GcgAction::ExchangeCount(count) => self.exchange_some(index, seat, *count)?,
                GcgAction::Pass if lost => self.lose_turn(index, seat)?,
                GcgAction::Pass => self.pass(index, seat)?,
                GcgAction::Withdrawn => self.withdraw(index, seat)?,
                GcgAction::Challenge => self.challenge_bonus(index, seat)?,
                GcgAction::Time | GcgAction::EndRack(_) => self.lost_time(index, seat)?,
            };
            if over {
                return self.ending(index + 1);
            }
        }
        if self.importer.accept_end() {
            return self.ending(self.events.len());
        }
        self.last_racks()
    }

    pub fn seat(&self, line: usize, event: &GcgEvent) -> Result<u8, GcgFault> {
        seat_of(&self.nicks, line, &event.nick)
    }

    pub fn nick(&self, seat: u8) -> &'a str {
        self.nicks[usize::from(seat)]
    }

    pub fn kinds(&self, line: usize, text: &str) -> Result<Vec<KindId>, GcgFault> {
        let read = read_rack(self.ruleset.tiles(), text);
        read.map_err(|reason| GcgFault::new(line, FaultKind::Rack, reason))
    }

    pub fn text(&self, kinds: &[KindId]) -> String {
        rack_text(self.ruleset.tiles(), kinds)
    }

    /// It must be the seat's turn, and its rack must be possible.
    pub fn begin(&mut self, index: usize, seat: u8, uses: &[KindId]) -> Result<(), GcgFault> {
        let (line, event) = self.events[index];
        let to_move = self.importer.state().to_move();
        if to_move != seat {
            let other = shown(self.nick(to_move));
            let reason = format!("it is the turn of {other}; a turn that was lost is a pass");
            return fault(line, FaultKind::Turn, reason);
        }
        let mut rack = self.kinds(line, &event.rack)?;
        let named: TileCounts = rack.iter().copied().collect();
        if rack.is_empty() {
            rack = uses.to_vec();
        } else if let Some(kind) = without(&uses.iter().copied().collect(), &named).tiles().next() {
            let tile = self.text(&[kind]);
            let rack = shown(&event.rack);
            let reason = format!("the tile {tile} is used, but not on the rack {rack}");
            return fault(line, FaultKind::Rack, reason);
        }
        let claimed = self.importer.claim(seat, &rack);
        claimed.map_err(|reason| {
            let reason = format!("the rack of {} cannot be: {reason}", shown(&event.nick));
            GcgFault::new(line, FaultKind::Rack, reason)
        })
    }

    pub fn position(&self, seat: u8) -> TurnPosition {
        let state = self.importer.state();
        let rack = *self.importer.known(seat);
        let mut seen = state.board.tiles();
        seen.add_counts(&rack);
        TurnPosition {
            board: state.board.clone(),
            complete: rack.len() == state.rack(seat).len(),
            rack,
            unseen: without(self.ruleset.tiles().full_bag(), &seen),
            bag: state.bag_len(),
            scores: (0..state.players()).map(|seat| state.score(seat)).collect(),
            scoreless: state.status().scoreless(),
            status: state.status().clone(),
            last_placer: state.standing().last_placer,
        }
    }

    /// Notes the line down if its total is right; the score has been checked.
    pub fn finish(
        &mut self,
        index: usize,
        seat: u8,
        position: Option<TurnPosition>,
        account: Option<Arc<ScoreBreakdown>>,
    ) -> Result<(), GcgFault> {
        let (line, event) = self.events[index];
        let total = self.importer.score(seat);
        check_total(line, event, &total)?;
        self.turns.push(GcgTurn {
            line,
            seat,
            event: event.clone(),
            words: account.iter().flat_map(|a| a.words.iter().map(|w| w.text.clone())).collect(),
            account,
            position: position.map(Box::new),
        });
        Ok(())
    }

    pub fn refuse<T>(&self, index: usize, rejection: &Rejection) -> Result<T, GcgFault> {
        fault(self.events[index].0, FaultKind::Move, format!("not legal: {rejection}"))
    }

    /// Fills the rack of a seat up, with the tiles that the file will name if it does.
    pub fn deal(&mut self, index: usize, seat: u8) -> Result<(), GcgFault> {
        let next = next_rack(&self.ruleset, &self.events[index + 1..], self.nick(seat));
        let dealt = self.importer.deal(seat, &next);
        dealt.or_else(|reason| fault(self.events[index].0, FaultKind::Rack, reason))
    }

    fn lost_time(&mut self, index: usize, seat: u8) -> Result<bool, GcgFault> {
        let (line, event) = self.events[index];
        self.check_time(line, event)?;
        let (reason, points) = ("overtime".to_string(), event.score.clone());
        let recorded = self.importer.record(Fact::Adjusted { seat, reason, points });
        recorded.or_else(|reason| fault(line, FaultKind::Turn, reason))?;
        self.finish(index, seat, None, None)?;
        Ok(false)
    }

    /// Lost time costs points, and as many as the variant says for a minute.
    pub fn check_time(&self, line: usize, event: &GcgEvent) -> Result<(), GcgFault> {
        if event.score > Points::ZERO {
            return fault(line, FaultKind::Score, "lost time costs points, it gives none");
        }
        let settings = &self.ruleset.spec().time_limit;
        if let (TimeLimitAction::Overtime(points), Some(lost), true) =
            (&settings.time_limit_action, event.score.as_i64(), settings.enabled)
            && lost.checked_rem(*points).is_some_and(|rest| rest != 0)
        {
            let reason = format!("lost time costs {points} points a minute");
            return fault(line, FaultKind::Score, reason);
        }
        Ok(())
    }

    /// `#rack1` and the like: the racks of a game that is not over.
    fn last_racks(&mut self) -> Result<(), GcgFault> {
        for seat in 0..self.importer.state().players() {
            let keyword = format!("rack{}", seat + 1);
            let Some((line, text)) = self.gcg.pragma(&keyword) else { continue };
            let kinds = self.kinds(line, text.trim())?;
            let claimed = self.importer.claim(seat, &kinds);
            claimed.map_err(|reason| {
                let nick = shown(self.nick(seat));
                let reason = format!("the rack of {nick} cannot be: {reason}");
                GcgFault::new(line, FaultKind::Rack, reason)
            })?;
        }
        Ok(())
    }
}

/// The score that the engine finds must be the file's.
pub(super) fn check_score(line: usize, event: &GcgEvent, score: &Points) -> Result<(), GcgFault> {
    if event.score == *score {
        return Ok(());
    }
    let stated = &event.score;
    let reason = match &event.action {
        GcgAction::Play { .. } => format!("the play scores {score}, the file says {stated}"),
        GcgAction::Withdrawn => format!("the withdrawn play takes {score}, the file says {stated}"),
        GcgAction::Challenge => format!("the challenge gives {score}, the file says {stated}"),
        _ => format!("the turn scores {score}, the file says {stated}"),
    };
    fault(line, FaultKind::Score, reason)
}

/// The running total must be the sum.
pub(super) fn check_total(line: usize, event: &GcgEvent, total: &Points) -> Result<(), GcgFault> {
    if event.total == *total {
        return Ok(());
    }
    let (nick, stated) = (shown(&event.nick), &event.total);
    let reason = format!("{nick} has {total} points with this, the file says {stated}");
    fault(line, FaultKind::Total, reason)
}

/// Whether a note says that the pass before it was a turn lost by a wrong challenge.
fn is_lost_turn(note: &str) -> bool {
    note.contains("#unsuccessful-challenge")
}
