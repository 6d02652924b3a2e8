//! Watching games.

use super::tiles::Stays;
use super::{KindTally, LabTally, SeatTally};
use std::sync::Arc;
use tilewright_ai::{Bot, Move, Observer, Playout, Series, StaticBot, run_observed};
use tilewright_game::GameError;
use tilewright_movegen::{AnyFinder, Budget, Generator, LeaveValues, NoLeaves, OwnedPlay};
use tilewright_rules::Points;

/// Scores are counted as if they were never beyond this, either way.
const LARGEST: i64 = 1_000_000;
/// Turns of a seat that are counted separately.
const TURNS: usize = 60;

fn bounded(points: &Points) -> i64 {
    match points.as_i64() {
        Some(points) => points.clamp(-LARGEST, LARGEST),
        None => points.signum() * LARGEST,
    }
}

/// Lets the static player play a variant against itself and adds the games up. The result follows
/// from the series' seed and games, with any number of threads. When the budget is spent, the games
/// stop, and the result is of no use.
pub fn run_lab(
    generator: &Generator,
    leaves: &Arc<dyn LeaveValues + Send + Sync>,
    players: u8,
    series: &Series,
    progress: &(dyn Fn(u64) -> bool + Sync),
    budget: &Budget,
) -> Result<LabTally, GameError> {
    let bots = || -> Vec<Box<dyn Bot + '_>> {
        let bot = |_| -> Box<dyn Bot + '_> {
            Box::new(StaticBot::new(generator.finder().within(budget), leaves.clone()))
        };
        (0..players.max(1)).map(bot).collect()
    };
    let observer = || LabObserver::new(generator, players.max(1), budget);
    let ruleset = generator.ruleset();
    let (series_tally, observers) =
        run_observed(ruleset, series, &bots, observer, progress, budget)?;
    let refused = series_tally.players.iter().map(|player| player.refused).sum();
    let mut tally = LabTally { refused, ..LabTally::default() };
    observers.iter().for_each(|observer| tally.merge(&observer.tally));
    Ok(tally)
}

/// Adds the games of a thread up.
pub struct LabObserver<'g> {
    /// What they come to.
    pub tally: LabTally,
    finder: AnyFinder<'g>,
    /// The seat that moved first; `None` between games.
    first: Option<u8>,
    stays: Vec<Stays>,
    full_racks: i64,
    plays: u64,
}

impl<'g> LabObserver<'g> {
    /// No games yet.
    pub fn new(generator: &'g Generator, players: u8, budget: &Budget) -> LabObserver<'g> {
        let ruleset = generator.ruleset();
        let cells = ruleset.topology().cell_count();
        LabObserver {
            tally: LabTally {
                seats: vec![SeatTally::default(); usize::from(players)],
                cells: vec![0; cells],
                premiums: vec![0; cells],
                kinds: vec![KindTally::default(); ruleset.tiles().kinds().len()],
                ..LabTally::default()
            },
            finder: generator.finder().within(budget),
            first: None,
            stays: Vec::new(),
            full_racks: 0,
            plays: 0,
        }
    }

    fn begin(&mut self, playout: &Playout<'_>) {
        let seat = playout.to_move();
        self.first = Some(seat);
        let kinds = playout.ruleset().tiles().kinds().len();
        self.stays = vec![Stays::new(kinds); usize::from(playout.players())];
        (self.full_racks, self.plays) = (0, 0);
        let best = self.finder.best(&playout.outlook(seat).position(), 1, &NoLeaves);
        self.tally.dead_openings += u64::from(best.is_empty());
    }

    fn play(&mut self, playout: &Playout<'_>, play: &OwnedPlay, turn: u32) -> i64 {
        let (ruleset, seat) = (playout.ruleset(), usize::from(playout.to_move()));
        let points = bounded(&play.points);
        let tally = &mut self.tally;
        *tally.plays.entry(points).or_default() += 1;
        tally.play_score.add(points);
        tally.play_tiles.add(play.placements.len() as i64);
        self.plays += 1;
        let rack_size = usize::from(ruleset.spec().rack_size.size);
        self.full_racks += i64::from(play.placements.len() >= rack_size);
        let equity = play.equity.clamp(-LARGEST * 1000, LARGEST * 1000);
        for (place, placement) in play.placements.iter().enumerate() {
            let (cell, kind) = (placement.cell, placement.tile.kind);
            tally.cells[cell.index()] += 1;
            let unused = ruleset.premium(cell).is_some() && !playout.board().premium_used(cell);
            tally.premiums[cell.index()] += u64::from(unused);
            let entry = &mut tally.kinds[kind.index()];
            entry.placed += 1;
            entry.waited += u64::from(self.stays[seat].leave(kind, turn));
            // A play counts once for a kind, however many such tiles it has.
            if play.placements[..place].iter().all(|other| other.tile.kind != kind) {
                entry.plays += 1;
                entry.equity = entry.equity.saturating_add(equity);
            }
        }
        points
    }
}

impl Observer for LabObserver<'_> {
    fn turn(&mut self, playout: &Playout<'_>, turn: &Move) {
        if self.first.is_none() {
            self.begin(playout);
        }
        let seat = playout.to_move();
        let number = playout.status().seats[usize::from(seat)].turns;
        self.stays[usize::from(seat)].look_at(playout.rack(seat), number);
        self.tally.turns += 1;
        let points = match turn {
            Move::Play(play) => self.play(playout, play, number),
            Move::Swap(tiles) => {
                self.tally.swaps += 1;
                self.tally.swapped += tiles.len() as u64;
                for kind in tiles {
                    self.tally.kinds[kind.index()].swapped += 1;
                    self.stays[usize::from(seat)].leave(*kind, number);
                }
                0
            }
            Move::Pass => {
                self.tally.passes += 1;
                0
            }
        };
        let place = number as usize;
        if place < TURNS {
            if self.tally.by_turn.len() <= place {
                self.tally.by_turn.resize(place + 1, super::Sum::default());
            }
            self.tally.by_turn[place].add(points);
        }
    }

    fn game(&mut self, _: u64, playout: &Playout<'_>) {
        let first = self.first.take().unwrap_or_else(|| playout.to_move());
        let tally = &mut self.tally;
        tally.games += 1;
        tally.unfinished += u64::from(!playout.is_over());
        tally.never_began += u64::from(self.plays == 0);
        tally.full_racks.add(self.full_racks);
        (self.full_racks, self.plays) = (0, 0);
        let end = playout.ended_by().unwrap_or("unfinished");
        *tally.ends.entry(end.to_string()).or_default() += 1;
        let turns: i64 = playout.status().seats.iter().map(|seat| i64::from(seat.turns)).sum();
        *tally.lengths.entry(turns).or_default() += 1;
        let winners = playout.winners();
        tally.ties += u64::from(winners.len() > 1);
        let players = playout.players();
        let (mut own, mut others) = (0, 0);
        for seat in 0..players {
            let order = usize::from((seat + players - first) % players);
            let score = bounded(playout.score(seat));
            match order {
                0 => own = score,
                _ => others += score,
            }
            let entry = &mut tally.seats[order];
            entry.score.add(score);
            *entry.scores.entry(score).or_default() += 1;
            let won = winners.contains(&seat);
            entry.wins += u64::from(won && winners.len() == 1);
            entry.ties += u64::from(won && winners.len() > 1);
            for (kind, count) in playout.rack(seat).iter() {
                tally.kinds[kind.index()].left += u64::from(count);
            }
        }
        for (kind, count) in playout.bag().iter() {
            tally.kinds[kind.index()].undrawn += u64::from(count);
        }
        if players > 1 {
            tally.lead.add(own * i64::from(players - 1) - others);
        }
    }
}
