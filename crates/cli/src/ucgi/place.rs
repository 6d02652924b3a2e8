//! Positions of the interface: a CGP and the moves after it.

use super::options::CompiledVariant;
use tilewright::ai::Outlook;
use tilewright::notation::{Cgp, UcgiMove, read_rack};
use tilewright::rules::spec::SwapOrder;
use tilewright::rules::{
    Core, MoveDraft, Placement, Points, Position, TurnAction, score, validate,
};
use tilewright::tiles::{KindId, Tile};
use tilewright::{Board, CellId, Ruleset, TileCounts};

/// A position with what is known of all racks. Which tiles are in the bag is not known: its size
/// is in the standing, and the bag itself stays full.
#[derive(Clone, Debug)]
pub struct Place {
    core: Core,
    /// Moves that were played since the CGP.
    pub moves: usize,
}

fn counts(compiled: &CompiledVariant, text: &str) -> Result<TileCounts, String> {
    Ok(read_rack(compiled.rules.tiles(), text)?.into_iter().collect())
}

impl Place {
    /// The seat to move.
    pub fn seat(&self) -> u8 {
        self.core.status.to_move
    }

    /// The tiles of the seat to move, as far as they are known.
    pub fn rack(&self) -> &TileCounts {
        &self.core.racks[usize::from(self.seat())]
    }

    /// What the seat to move knows, under the rules of a variant.
    pub fn outlook<'a>(&'a self, ruleset: &'a Ruleset) -> Outlook<'a> {
        let Core { board, status, last_placer, .. } = &self.core;
        let (seat, rack, last_placer) = (self.seat(), self.rack(), *last_placer);
        Outlook { ruleset, board, seat, rack, status, last_placer }
    }

    /// Sets a position up.
    pub fn new(
        compiled: &CompiledVariant,
        cgp: Option<&str>,
        moves: &[String],
    ) -> Result<Place, String> {
        let rules = &compiled.rules;
        let (least, most) = rules.players();
        let cgp = match cgp {
            Some(text) => Cgp::parse(text, rules).map_err(|error| error.to_string())?,
            None => Cgp::default(),
        };
        let players = cgp.racks.len().max(cgp.scores.len()).max(usize::from(2.clamp(least, most)));
        if players > usize::from(most) {
            return Err(format!("{} is for {least} to {most} players", rules.id()));
        }
        let mut core = Core::new(rules, players as u8, 0);
        for (seat, points) in core.status.seats.iter_mut().zip(&cgp.scores) {
            seat.score = points.clone();
        }
        // The scoreless turns were those of the seats that moved last.
        for turn in 1..=cgp.scoreless.min(1000) as usize {
            let seat = (players - turn % players) % players;
            core.status.seats[seat].scoreless += 1;
        }
        for (rack, known) in core.racks.iter_mut().zip(&cgp.racks) {
            *rack = known.iter().copied().collect();
        }
        core.board = cgp.to_board(rules);
        let mut place = Place { core, moves: 0 };
        place.count(compiled)?;
        for text in moves {
            let done = UcgiMove::parse(text).and_then(|sent| place.play(compiled, &sent));
            done.map_err(|reason| {
                format!("{}: {reason}", text.chars().take(40).collect::<String>())
            })?;
        }
        Ok(place)
    }

    fn size(compiled: &CompiledVariant) -> usize {
        usize::from(compiled.rules.spec().rack_size.size)
    }

    /// Works out how many tiles are where, from those that are not on the board.
    fn count(&mut self, compiled: &CompiledVariant) -> Result<(), String> {
        let size = Place::size(compiled);
        if let Some(large) = self.core.racks.iter().find(|rack| rack.len() > size) {
            return Err(format!("a rack has {} tiles, this game's racks hold {size}", large.len()));
        }
        let seat = usize::from(self.seat());
        let total = compiled.rules.tiles().full_bag().len();
        let mut left = total.saturating_sub(self.core.board.tiles().len());
        let players = self.core.racks.len();
        let own = self.rack().len().min(left);
        let status = &mut self.core.status;
        if left >= size * players {
            status.seats.iter_mut().for_each(|seat| seat.rack_len = size);
            left -= size * players;
        } else {
            // The bag is empty. The mover's tiles are those that are known; the others share the rest.
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
        Ok(())
    }

    /// Plays a move.
    fn play(&mut self, compiled: &CompiledVariant, sent: &UcgiMove) -> Result<(), String> {
        let seat = self.seat();
        let mut skips = 0;
        match sent {
            UcgiMove::Rack(text) => {
                self.core.racks[usize::from(seat)] = counts(compiled, text)?;
                return self.count(compiled);
            }
            UcgiMove::Play { square, word, rack, challenge_points, turn_lost } => {
                let placed = square.place(&compiled.rules, &self.core.board, word)?;
                let points = self.score(compiled, &placed)?.add(&Points::new(*challenge_points));
                let placements: Vec<Placement> =
                    placed.iter().map(|&(cell, tile)| Placement { cell, tile }).collect();
                self.hold(compiled, rack, placed.iter().map(|(_, tile)| tile.kind))?;
                self.core.play(&compiled.rules, seat, &placements, &points, |_, _| {});
                skips = usize::from(*turn_lost);
            }
            UcgiMove::Exchange { tiles, rack } => {
                let tiles: Vec<KindId> = counts(compiled, tiles)?.tiles().collect();
                self.hold(compiled, rack, tiles.iter().copied())?;
                self.exchange(compiled, &tiles);
            }
            UcgiMove::ExchangeCount(_) => {
                // Which tiles went is not known, nor which were kept.
                self.core.racks[usize::from(seat)] = TileCounts::new();
                self.exchange(compiled, &[]);
            }
            UcgiMove::Pass => self.core.pass(seat),
        }
        self.moves += 1;
        let status = &mut self.core.status;
        status.note_turn(seat);
        for _ in 0..=skips {
            status.to_move = status.next_seat().unwrap_or(seat);
        }
        self.count(compiled)
    }

    /// The mover's rack as the move names it, with the tiles that it uses.
    fn hold(
        &mut self,
        compiled: &CompiledVariant,
        named: &str,
        used: impl Iterator<Item = KindId>,
    ) -> Result<(), String> {
        let rack = &mut self.core.racks[usize::from(self.core.status.to_move)];
        if !named.is_empty() {
            *rack = counts(compiled, named)?;
        }
        let used: TileCounts = used.collect();
        for (kind, count) in used.iter() {
            let missing = usize::from(count).saturating_sub(rack.count(kind));
            rack.add_many(kind, missing as u16);
        }
        Ok(())
    }

    /// The seat to move exchanges tiles for others that are not known.
    fn exchange(&mut self, compiled: &CompiledVariant, tiles: &[KindId]) {
        self.core.swap(SwapOrder::ReturnFirst, self.seat(), tiles, |_| None);
        self.core.bag = *compiled.rules.tiles().full_bag();
    }

    /// What tiles score. Words are not looked up: the game was played as it was.
    fn score(
        &self,
        compiled: &CompiledVariant,
        placed: &[(CellId, Tile)],
    ) -> Result<Points, String> {
        let rack: TileCounts = placed.iter().map(|(_, tile)| tile.kind).collect();
        let position = Position::new(&compiled.free, &self.core.board, &rack);
        let draft = MoveDraft::known(placed, compiled.free.tiles());
        let validated = validate(&position, &draft).map_err(|reasons| reasons.to_string())?;
        Ok(score(&position, &validated).total.clone())
    }

    /// A move that is to be searched: its tiles and score if it is a legal play.
    pub fn legal_play(
        &self,
        compiled: &CompiledVariant,
        placed: &[(CellId, Tile)],
    ) -> Result<Points, String> {
        let mut position =
            Position::new(compiled.generator.ruleset(), &self.core.board, self.rack());
        position.dictionary = Some(&compiled.words);
        let draft = MoveDraft::known(placed, compiled.rules.tiles());
        let validated = validate(&position, &draft).map_err(|reasons| reasons.to_string())?;
        Ok(score(&position, &validated).total.clone())
    }

    /// Whether the seat to move may swap these tiles.
    pub fn may_swap(&self, compiled: &CompiledVariant, tiles: &[KindId]) -> bool {
        let mut rack = *self.rack();
        rack.take_all(tiles) && self.outlook(&compiled.rules).allows(&TurnAction::Swap(tiles.len()))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.core.board
    }
}
