//! Many games between players, on several threads, the same whatever their number.

use crate::{Bot, Chance, Playout, Tally, Turn};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tilewright_game::{GameError, Opening};
use tilewright_rules::Ruleset;
use tilewright_tiles::Seed;

/// Games go on for at most this many turns.
pub const MOST_TURNS: u32 = 4_000;
/// Games that a thread takes at a time.
const CHUNK: u64 = 8;

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many.
    pub games: u64,
    /// The number of the first game; games before it belong to an earlier part of the series.
    pub from: u64,
    /// The seed of the series. A game is decided by it and the game's number.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// Whether the same tiles are dealt again until every player has sat on every seat.
    pub same_deals: bool,
}

/// Makes the players of one thread, in the order in which they are named.
pub type MakeBots<'g> = dyn Fn() -> Vec<Box<dyn Bot + 'g>> + Sync + 'g;

/// Sees every turn before it is taken, for statistics and training.
pub trait Observer: Send {
    /// A seat is about to take a turn.
    fn turn(&mut self, _playout: &Playout<'_>, _turn: &Turn) {}
    /// A game is over (or was broken off).
    fn game(&mut self, _playout: &Playout<'_>) {}
}

/// Sees nothing.
impl Observer for () {}

/// Plays a series of games. `progress` hears how many games are done, from any thread, and
/// breaks the series off by answering `false`.
pub fn run_series(
    ruleset: &Ruleset,
    series: &Series,
    make_bots: &MakeBots<'_>,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Tally, GameError> {
    let parts = run_observed(ruleset, series, make_bots, || (), progress)?;
    let mut all = Tally::default();
    parts.iter().for_each(|(_, tally, ())| all.merge(tally));
    Ok(all)
}

/// Plays a series of games and observes them. The answer has the parts of the series in order,
/// each with the number of its first game, its tally and its observer.
pub fn run_observed<O: Observer>(
    ruleset: &Ruleset,
    series: &Series,
    make_bots: &MakeBots<'_>,
    make_observer: impl Fn() -> O + Sync,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Vec<(u64, Tally, O)>, GameError> {
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let parts = Mutex::new(Vec::new());
    let fault = Mutex::new(None);
    let work = || {
        let mut bots = make_bots();
        loop {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= series.games || stop.load(Ordering::Relaxed) {
                return;
            }
            let numbers = series.from + from..series.from + series.games.min(from + CHUNK);
            let mut part = (numbers.start, Tally::new(bots.len()), make_observer());
            let count = numbers.end - numbers.start;
            for number in numbers {
                let played =
                    play_game(ruleset, series, number, &mut bots, &mut part.1, &mut part.2);
                if let Err(error) = played {
                    stop.store(true, Ordering::Relaxed);
                    if let Ok(mut fault) = fault.lock() {
                        *fault = Some(error);
                    }
                    return;
                }
            }
            if let Ok(mut parts) = parts.lock() {
                parts.push(part);
            }
            if !progress(done.fetch_add(count, Ordering::Relaxed) + count) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..series.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    if let Ok(Some(error)) = fault.into_inner() {
        return Err(error);
    }
    let mut parts = parts.into_inner().unwrap_or_default();
    parts.sort_by_key(|(from, ..)| *from);
    Ok(parts)
}

/// Plays one game of a series.
fn play_game(
    ruleset: &Ruleset,
    series: &Series,
    number: u64,
    bots: &mut [Box<dyn Bot + '_>],
    tally: &mut Tally,
    observer: &mut impl Observer,
) -> Result<(), GameError> {
    let players = bots.len();
    let deal = if series.same_deals { number / players.max(1) as u64 } else { number };
    let mut chance = Chance::part(series.seed, deal);
    let opening = Opening::new(ruleset, players as u8, &Seed::from_bytes(chance.bytes()), None)?;
    let sits = |seat: u8| (usize::from(seat) + (number % players as u64) as usize) % players;
    for bot in bots.iter_mut() {
        bot.begin(chance.bits());
    }
    let mut playout = Playout::start(ruleset, players as u8, &opening, &mut chance);
    let first = playout.to_move();
    let rack_size = usize::from(ruleset.spec().rack_size.size);
    for _ in 0..MOST_TURNS {
        if playout.is_over() {
            break;
        }
        let seat = playout.to_move();
        let turn = bots[sits(seat)].choose(&playout.outlook(seat));
        tally.players[sits(seat)].turn(&turn, rack_size);
        observer.turn(&playout, &turn);
        playout.take(&turn, &mut chance);
    }
    observer.game(&playout);
    tally.game(&playout, first, sits);
    Ok(())
}
