//! Positions of the interface: a CGP and the moves after it.

use super::engine::Engine;
use tilewright::notation::{Cgp, UcgiMove, read_rack};
use tilewright::report::analysis::Situation;
use tilewright::rules::{MoveDraft, Points, Position, TurnAction, score, validate};
use tilewright::tiles::{KindId, Tile};
use tilewright::{Board, CellId, GameStatus, TileCounts};

/// A position with what is known of all racks.
#[derive(Clone, Debug)]
pub struct Place {
    /// What the seat to move knows.
    pub situation: Situation,
    racks: Vec<TileCounts>,
    /// Moves that were played since the CGP.
    pub moves: usize,
}

fn counts(engine: &Engine, text: &str) -> Result<TileCounts, String> {
    Ok(read_rack(engine.rules.tiles(), text)?.into_iter().collect())
}

impl Place {
    /// The seat to move.
    pub fn seat(&self) -> u8 {
        self.situation.status.to_move
    }

    /// Sets a position up.
    pub fn new(engine: &Engine, cgp: Option<&str>, moves: &[String]) -> Result<Place, String> {
        let rules = &engine.rules;
        let (least, most) = rules.players();
        let cgp = match cgp {
            Some(text) => Cgp::parse(text, rules).map_err(|error| error.to_string())?,
            None => Cgp::default(),
        };
        let players = cgp.racks.len().max(cgp.scores.len()).max(usize::from(2.clamp(least, most)));
        if players > usize::from(most) {
            return Err(format!("{} is for {least} to {most} players", rules.id()));
        }
        let mut status = GameStatus::at_start(players as u8, 0);
        for (seat, points) in status.seats.iter_mut().zip(&cgp.scores) {
            seat.score = points.clone();
        }
        // The scoreless turns were those of the seats that moved last.
        for turn in 1..=cgp.scoreless.min(1000) as usize {
            let seat = (players - turn % players) % players;
            status.seats[seat].scoreless += 1;
        }
        let mut racks: Vec<TileCounts> =
            cgp.racks.iter().map(|rack| rack.iter().copied().collect()).collect();
        racks.resize(players, TileCounts::new());
        let situation = Situation {
            board: cgp.to_board(rules),
            rack: TileCounts::new(),
            complete: true,
            status,
            last_placer: None,
        };
        let mut place = Place { situation, racks, moves: 0 };
        place.count(engine)?;
        for text in moves {
            let done = UcgiMove::parse(text).and_then(|told| place.play(engine, &told));
            done.map_err(|reason| {
                format!("{}: {reason}", text.chars().take(40).collect::<String>())
            })?;
        }
        Ok(place)
    }

    fn size(engine: &Engine) -> usize {
        usize::from(engine.rules.spec().rack_size.size)
    }

    /// Works out how many tiles are where, from those that are not on the board.
    fn count(&mut self, engine: &Engine) -> Result<(), String> {
        let size = Place::size(engine);
        if let Some(large) = self.racks.iter().find(|rack| rack.len() > size) {
            return Err(format!("a rack has {} tiles, this game's racks hold {size}", large.len()));
        }
        let seat = usize::from(self.seat());
        let total = engine.rules.tiles().full_bag().len();
        let mut left = total.saturating_sub(self.situation.board.tiles().len());
        let players = self.racks.len();
        let status = &mut self.situation.status;
        if left >= size * players {
            status.seats.iter_mut().for_each(|seat| seat.rack_len = size);
            left -= size * players;
        } else {
            // The bag is empty. The mover's tiles are those that are known; the others share the rest.
            let own = self.racks[seat].len().min(left);
            left -= own;
            for step in 0..players {
                let at = (seat + step) % players;
                let share = if step == 0 { own } else { left.min(size) };
                left -= if step == 0 { 0 } else { share };
                status.seats[at].rack_len = share;
            }
            left = 0;
        }
        status.bag_len = left;
        self.situation.rack = self.racks[seat];
        Ok(())
    }

    /// Plays a move.
    fn play(&mut self, engine: &Engine, told: &UcgiMove) -> Result<(), String> {
        let seat = self.seat();
        let at = usize::from(seat);
        let mut skips = 0;
        match told {
            UcgiMove::Rack(text) => {
                self.racks[at] = counts(engine, text)?;
                return self.count(engine);
            }
            UcgiMove::Play { square, word, rack, challenge_points, turn_lost } => {
                let placed = square.place(&engine.rules, &self.situation.board, word)?;
                let mut points = self.score(engine, &placed)?;
                points = points.add(&Points::new(*challenge_points));
                if !rack.is_empty() {
                    self.racks[at] = counts(engine, rack)?;
                }
                for (cell, tile) in &placed {
                    self.situation.board.put(*cell, *tile);
                    let _ = engine.rules.use_premium(&mut self.situation.board, *cell);
                    let _ = self.racks[at].take(tile.kind);
                }
                self.situation.status.note_play(seat, &points);
                self.situation.last_placer = Some(seat);
                skips = usize::from(*turn_lost);
            }
            UcgiMove::Exchange { tiles, rack } => {
                if !rack.is_empty() {
                    self.racks[at] = counts(engine, rack)?;
                }
                for kind in counts(engine, tiles)?.tiles() {
                    let _ = self.racks[at].take(kind);
                }
                self.situation.status.note_swap(seat);
            }
            UcgiMove::ExchangeCount(_) => {
                self.racks[at] = TileCounts::new();
                self.situation.status.note_swap(seat);
            }
            UcgiMove::Pass => self.situation.status.note_pass(seat),
        }
        self.moves += 1;
        self.situation.status.note_turn(seat);
        for _ in 0..=skips {
            let status = &mut self.situation.status;
            status.to_move = status.next_seat().unwrap_or(seat);
        }
        self.count(engine)
    }

    /// What tiles score. Words are not looked up: the game was played as it was.
    fn score(&self, engine: &Engine, placed: &[(CellId, Tile)]) -> Result<Points, String> {
        let rack: TileCounts = placed.iter().map(|(_, tile)| tile.kind).collect();
        let position = Position::new(&engine.free, &self.situation.board, &rack);
        let draft = MoveDraft::known(placed, engine.free.tiles());
        let validated = validate(&position, &draft).map_err(|reasons| reasons.to_string())?;
        Ok(score(&position, &validated).total.clone())
    }

    /// A move that is to be searched: its tiles and score if it is a legal play.
    pub fn legal_play(&self, engine: &Engine, placed: &[(CellId, Tile)]) -> Result<Points, String> {
        let mut position =
            Position::new(engine.generator.ruleset(), &self.situation.board, &self.situation.rack);
        position.dictionary = Some(&engine.words);
        let draft = MoveDraft::known(placed, engine.rules.tiles());
        let validated = validate(&position, &draft).map_err(|reasons| reasons.to_string())?;
        Ok(score(&position, &validated).total.clone())
    }

    /// Whether the seat to move may swap these tiles.
    pub fn may_swap(&self, engine: &Engine, tiles: &[KindId]) -> bool {
        let outlook = self.situation.outlook(&engine.rules, self.seat());
        let mut rack = self.situation.rack;
        rack.take_all(tiles) && outlook.allows(&TurnAction::Swap(tiles.len()))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.situation.board
    }
}
