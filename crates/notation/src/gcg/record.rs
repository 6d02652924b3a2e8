//! Writing a game of the engine as a file.

use super::outline::check_variant;
use super::{Encoding, Gcg, GcgAction, GcgEvent, GcgItem, GcgPlayer};
use crate::Square;
use crate::letters::rack_text;
use std::collections::BTreeMap;
use thiserror::Error;
use tilewright_board::CellId;
use tilewright_game::{Event, Fact, Game, GameResult, GameState, PlacedTile, TileName, replay};
use tilewright_rules::{Points, Ruleset, ScoreBreakdown};
use tilewright_tiles::{KindId, Tile, TileCounts};

/// Why a game cannot be written as GCG.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("event {event}: {reason}")]
pub struct RecordError {
    /// The event of the game, from 0.
    pub event: usize,
    /// Why.
    pub reason: String,
}

impl Gcg {
    /// Writes a game down, as far as it is played. Seats without a name are called `player1` and
    /// so on. `Err`: the format has no words for something that happened.
    pub fn of_game(game: &Game, players: &[GcgPlayer]) -> Result<Gcg, RecordError> {
        let error = |event: usize, reason: String| RecordError { event, reason };
        check_variant(game.ruleset()).map_err(|fault| error(0, fault.reason))?;
        let events = game.events();
        let state = replay(game.ruleset(), None, &events[..events.len().min(1)]);
        let mut recorder = Recorder {
            state: state.map_err(|failure| error(failure.index, failure.reason))?,
            gcg: Gcg { encoding: Some(Encoding::Utf8), lines: Vec::new() },
            players: Vec::new(),
            plays: BTreeMap::new(),
        };
        recorder.begin(game.ruleset(), players);
        for (index, event) in events.iter().enumerate().skip(1) {
            recorder.event(event).map_err(|reason| error(index, reason))?;
        }
        recorder.finish();
        Ok(recorder.gcg)
    }
}

/// A file in the writing.
struct Recorder {
    state: GameState,
    gcg: Gcg,
    players: Vec<GcgPlayer>,
    /// The points of each seat's last play, in case it is withdrawn.
    plays: BTreeMap<u8, Points>,
}

impl Recorder {
    fn begin(&mut self, ruleset: &Ruleset, players: &[GcgPlayer]) {
        for number in 1..=self.state.players() {
            let named = players.get(usize::from(number) - 1).cloned();
            let player = named.unwrap_or_else(|| GcgPlayer {
                nick: format!("player{number}"),
                name: format!("Player {number}"),
            });
            self.players.push(player.clone());
            self.gcg.push(GcgItem::Player { number, player });
        }
        if let Some(lexicon) = ruleset.lexicon() {
            self.gcg.push_pragma("lexicon", lexicon);
        }
        self.gcg.push_pragma("game-type", ruleset.id());
    }

    /// Writes what an event is about, and folds it in.
    fn event(&mut self, event: &Event) -> Result<(), String> {
        match &event.fact {
            Fact::Played { seat, placements, slides, score, .. } => {
                if !slides.is_empty() {
                    return Err("tiles that slide have no GCG".to_string());
                }
                let action = self.play(placements, score)?;
                self.plays.insert(*seat, score.total.clone());
                self.push(*seat, action, &score.total, self.state.score(*seat).add(&score.total));
            }
            Fact::Swapped { seat, returned, .. } => {
                let tiles = GcgAction::Exchange(self.tiles(returned)?);
                self.push(*seat, tiles, &Points::ZERO, self.state.score(*seat));
            }
            Fact::Passed { seat, timeout } => {
                self.push(*seat, GcgAction::Pass, &Points::ZERO, self.state.score(*seat));
                if *timeout {
                    self.gcg.push_pragma("note", "Time was up.");
                }
            }
            Fact::TurnLost { seat } => {
                self.push(*seat, GcgAction::Pass, &Points::ZERO, self.state.score(*seat));
                self.gcg.push_pragma("note", "#unsuccessful-challenge");
            }
            Fact::Adjusted { seat, reason, points } => {
                let action = match reason.as_str() {
                    "challenge_bonus" => GcgAction::Challenge,
                    "overtime" => GcgAction::Time,
                    _ => return Err(format!("points for `{reason}` have no GCG")),
                };
                self.push(*seat, action, points, self.state.score(*seat).add(points));
            }
            Fact::Withdrawn { seat } => return self.withdrawn(*seat, event),
            Fact::Resigned { seat, .. } => {
                let nick = &self.players[usize::from(*seat).min(self.players.len() - 1)].nick;
                let note = format!("{nick} resigned.");
                self.gcg.push_pragma("note", &note);
            }
            Fact::SetUp { .. } => {
                return Err("a word on the board before the first move has no GCG".to_string());
            }
            Fact::Ended { result } => self.ended(result)?,
            _ => {}
        }
        self.state.apply(event)
    }

    fn push(&mut self, seat: u8, action: GcgAction, score: &Points, total: Points) {
        let rack = self.rack(seat);
        self.push_with(seat, rack, action, score, total);
    }

    fn push_with(
        &mut self,
        seat: u8,
        rack: String,
        action: GcgAction,
        score: &Points,
        total: Points,
    ) {
        // An event of a seat that the game does not have is refused when it is folded in.
        let player = self.players.get(usize::from(seat));
        self.gcg.push(GcgItem::Event(GcgEvent {
            nick: player.map_or_else(String::new, |player| player.nick.clone()),
            rack,
            action,
            score: score.clone(),
            total,
            remark: String::new(),
        }));
    }

    fn rack(&self, seat: u8) -> String {
        self.text(&self.state.rack(seat))
    }

    fn text(&self, tiles: &TileCounts) -> String {
        rack_text(self.state.ruleset().tiles(), &tiles.tiles().collect::<Vec<_>>())
    }

    fn tiles(&self, names: &[TileName]) -> Result<String, String> {
        let tiles = self.state.ruleset().tiles();
        let find = |name: &TileName| tiles.find(name).ok_or(format!("there is no tile `{name}`"));
        let kinds: Result<TileCounts, String> = names.iter().map(find).collect();
        kinds.map(|kinds| self.text(&kinds))
    }

    /// The play in standard notation; it must give back exactly the tiles that were placed.
    fn play(&self, placed: &[PlacedTile], score: &ScoreBreakdown) -> Result<GcgAction, String> {
        let ruleset = self.state.ruleset();
        let (square, word) = Square::of_move(ruleset, score)?;
        let mut read = square.place(ruleset, &self.state.board, &word)?;
        let mut laid: Vec<(CellId, Tile)> = Vec::with_capacity(placed.len());
        for tile in placed {
            laid.push(self.read_placed(tile).ok_or("a placed tile is unknown")?);
        }
        tilewright_tiles::sort_by_key(&mut read, |(cell, _)| *cell);
        tilewright_tiles::sort_by_key(&mut laid, |(cell, _)| *cell);
        let plain = |(cell, tile): &(CellId, Tile)| (*cell, tile.kind, tile.letter);
        if read.iter().map(plain).ne(laid.iter().map(plain)) {
            return Err("the tiles do not all lie in one word, or some are turned".to_string());
        }
        Ok(GcgAction::Play { square, word })
    }

    fn read_placed(&self, placed: &PlacedTile) -> Option<(CellId, Tile)> {
        let ruleset = self.state.ruleset();
        let cell = placed.cell.find(ruleset.topology())?;
        let kind: KindId = ruleset.tiles().find(&placed.tile)?;
        let letter = match &placed.letter {
            Some(symbol) => ruleset.tiles().alphabet().letter(symbol)?,
            None => ruleset.tiles().plain_tile(kind)?.letter,
        };
        Some((cell, Tile { kind, letter, mark: tilewright_tiles::Mark::NONE }))
    }

    fn withdrawn(&mut self, seat: u8, event: &Event) -> Result<(), String> {
        self.state.apply(event)?;
        let played = self.plays.remove(&seat);
        let score = played.ok_or("a play is withdrawn that was not recorded")?.negate();
        self.push(seat, GcgAction::Withdrawn, &score, self.state.score(seat));
        Ok(())
    }

    /// The lines of the settlement: for each seat, the own tiles and those of the others.
    fn ended(&mut self, result: &GameResult) -> Result<(), String> {
        let mut running: Vec<Points> =
            (0..self.state.players()).map(|seat| self.state.score(seat)).collect();
        let sum = |seat: u8, reasons: &[&str]| {
            let lines = result.adjustments.iter();
            let lines = lines.filter(|l| l.seat == seat && reasons.contains(&l.reason.as_str()));
            lines.fold(Points::ZERO, |sum, line| sum.add(&line.points))
        };
        for seat in 0..self.state.players() {
            let total = &mut running[usize::from(seat)];
            let own = sum(seat, &["tiles_left", "floor_zero"]);
            if own != Points::ZERO {
                *total = total.add(&own);
                let (rack, total) = (self.rack(seat), total.clone());
                self.push_with(seat, rack.clone(), GcgAction::EndRack(rack), &own, total);
            }
        }
        for seat in 0..self.state.players() {
            let total = &mut running[usize::from(seat)];
            let gain = sum(seat, &["tiles_of_others", "out_bonus"]);
            if gain != Points::ZERO {
                *total = total.add(&gain);
                let total = total.clone();
                let others = (0..self.state.players()).filter(|other| *other != seat);
                let others: String = others.map(|other| self.rack(other)).collect();
                if others.is_empty() {
                    return Err("points for going out alone have no GCG".to_string());
                }
                self.push_with(seat, String::new(), GcgAction::EndRack(others), &gain, total);
            }
        }
        for seat in 0..self.state.players() {
            let total = &mut running[usize::from(seat)];
            let time = sum(seat, &["overtime"]);
            if time != Points::ZERO {
                *total = total.add(&time);
                let (rack, total) = (self.rack(seat), total.clone());
                self.push_with(seat, rack, GcgAction::Time, &time, total);
            }
        }
        Ok(())
    }

    /// A game that is not over shows its racks and says so.
    fn finish(&mut self) {
        if self.state.result().is_some() {
            return;
        }
        for seat in 0..self.state.players() {
            let rack = self.rack(seat);
            if !rack.is_empty() {
                self.gcg.push_pragma(&format!("rack{}", seat + 1), &rack);
            }
        }
        self.gcg.push_pragma("incomplete", "");
    }
}
