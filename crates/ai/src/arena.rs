//! Series of games between bots, on several threads, with results that do not depend on their
//! number.

use crate::setters::setters;
use crate::{Bot, Chance, Move, Playout, Tally};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tilewright_game::{GameError, Opening};
use tilewright_movegen::{Never, Stop};
use tilewright_rules::Ruleset;
use tilewright_tiles::Seed;

/// The largest number of turns of a game.
pub const MOST_TURNS: u32 = 4_000;
/// The steps of a turn, without those of finding it.
const TURN_STEPS: u64 = 1_000;
/// The number of games that a thread takes at a time.
const CHUNK: u64 = 8;

/// Which games are played.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Series {
    /// The number of games.
    pub games: u64,
    /// The number of the first game; games before it belong to an earlier part of the series.
    pub from: u64,
    /// The seed of the series. A game depends on it and on the game's number only.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// Whether the same tiles are dealt again until every player has sat on every seat.
    pub same_deals: bool,
}

impl Series {
    /// The first games of the series with this seed, on one thread, each with tiles of its own.
    pub fn new(games: u64, seed: u64) -> Series {
        Series { games, from: 0, seed, threads: 1, same_deals: false }
    }
}

setters!(Series { games: u64, from: u64, seed: u64, threads: usize, same_deals: bool });

/// Creates the bots of one thread, in the order in which they are named.
pub type MakeBots<'g> = dyn Fn() -> Vec<Box<dyn Bot + 'g>> + Sync + 'g;

/// Observes every turn before it is taken, for statistics and training. Every thread has one.
pub trait Observer: Send {
    /// A seat is about to take a turn.
    fn turn(&mut self, _playout: &Playout<'_>, _turn: &Move) {}
    /// A game of the series is over, or was aborted.
    fn game(&mut self, _number: u64, _playout: &Playout<'_>) {}
}

/// Observes nothing.
impl Observer for () {}

/// Plays a series of games. `progress` receives the number of games done, from any thread; the
/// series stops when it returns `false`.
pub fn run_series(
    ruleset: &Ruleset,
    series: &Series,
    make_bots: &MakeBots<'_>,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Tally, GameError> {
    Ok(run_observed(ruleset, series, make_bots, || (), progress, &Never)?.0)
}

/// Plays a series of games and observes them, until `stop` is due: then the last games are cut off.
/// Which observer sees which game depends on the
/// threads, so their results must be merged independently of that.
pub fn run_observed<O: Observer>(
    ruleset: &Ruleset,
    series: &Series,
    make_bots: &MakeBots<'_>,
    make_observer: impl Fn() -> O + Sync,
    progress: &(dyn Fn(u64) -> bool + Sync),
    stop: &(dyn Stop + Sync),
) -> Result<(Tally, Vec<O>), GameError> {
    let shared = Shared {
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        results: Mutex::new((Tally::default(), Vec::new())),
        fault: Mutex::new(None),
    };
    let work = || {
        let (mut bots, mut observer) = (make_bots(), make_observer());
        let mut tally = Tally::new(bots.len());
        while let Some(numbers) = shared.take(series) {
            let count = numbers.end - numbers.start;
            for number in numbers {
                let game = (ruleset, series, number);
                if let Err(error) = play_game(game, &mut bots, &mut tally, &mut observer, stop) {
                    return shared.fail(error);
                }
            }
            let done = shared.done.fetch_add(count, Ordering::Relaxed) + count;
            if stop.is_due() || !progress(done) {
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
        let mut results = shared.results.lock().expect(NO_PANIC);
        results.0.merge(&tally);
        results.1.push(observer);
    };
    std::thread::scope(|scope| {
        for _ in 1..series.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    match shared.fault.into_inner().expect(NO_PANIC) {
        Some(error) => Err(error),
        None => Ok(shared.results.into_inner().expect(NO_PANIC)),
    }
}

/// Why locks are not poisoned: a panic of one thread ends the scope, and with it the series.
const NO_PANIC: &str = "no thread panics while it holds the lock";

/// What the threads of a series share.
struct Shared<O> {
    next: AtomicU64,
    done: AtomicU64,
    stop: AtomicBool,
    results: Mutex<(Tally, Vec<O>)>,
    fault: Mutex<Option<GameError>>,
}

impl<O> Shared<O> {
    /// The numbers of the next games; `None` when there are no more.
    fn take(&self, series: &Series) -> Option<std::ops::Range<u64>> {
        let from = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        if from >= series.games || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(series.from + from..series.from + series.games.min(from + CHUNK))
    }

    fn fail(&self, error: GameError) {
        self.stop.store(true, Ordering::Relaxed);
        if let Ok(mut fault) = self.fault.lock() {
            *fault = Some(error);
        }
    }
}

/// Plays one game of a series.
fn play_game(
    (ruleset, series, number): (&Ruleset, &Series, u64),
    bots: &mut [Box<dyn Bot + '_>],
    tally: &mut Tally,
    observer: &mut impl Observer,
    stop: &(dyn Stop + Sync),
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
        if playout.is_over() || stop.spend(TURN_STEPS) {
            break;
        }
        let seat = playout.to_move();
        let mut turn = bots[sits(seat)].choose(&playout.outlook(seat));
        if !playout.can_take(&turn) {
            tally.players[sits(seat)].refused += 1;
            turn = Move::Pass;
        }
        tally.players[sits(seat)].turn(&turn, rack_size);
        observer.turn(&playout, &turn);
        playout.take(&turn, &mut chance);
    }
    observer.game(number, &playout);
    tally.game(&playout, first, sits);
    Ok(())
}
