//! Moves: as many as the server takes, or at a fixed rate.

use crate::game::{Party, Promise};
use crate::histogram::Histogram;
use crate::http::Connection;
use crate::player::Table;
use crate::server::{Machine, ServerFigures, growth};
use crate::{LoadError, MoveReport, Plan};
use futures_util::future::join_all;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most errors of a report; after that many the test gives up.
const MOST_ERRORS: usize = 20;
/// Parties that come in at the same time.
const AT_ONCE: usize = 32;

/// What all games share.
struct Shared<'a> {
    begin: Instant,
    /// From here on it counts.
    counted: Instant,
    end: Instant,
    rate: Option<f64>,
    ticket: AtomicU64,
    progress: &'a (dyn Fn(u64) + Sync),
    errors: Mutex<Vec<String>>,
}

/// What one game adds.
#[derive(Default)]
struct Tally {
    times: Histogram,
    moves: u64,
    plays: u64,
    games: u64,
}

impl Shared<'_> {
    /// When the next move is to be sent: at once, or as the rate says. `None` after the end.
    async fn slot(&self) -> Option<Instant> {
        let now = Instant::now();
        let Some(rate) = self.rate else { return (now < self.end).then_some(now) };
        let ticket = self.ticket.fetch_add(1, Ordering::Relaxed);
        let slot = self.begin + Duration::from_secs_f64(ticket as f64 / rate);
        if slot >= self.end || now >= self.end {
            return None;
        }
        tokio::time::sleep_until(slot.into()).await;
        Some(slot)
    }

    fn wrong(&self, error: LoadError) {
        let mut errors = self.errors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        errors.push(error.0);
    }

    fn hopeless(&self) -> bool {
        let errors = self.errors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        errors.len() >= MOST_ERRORS
    }
}

async fn play(party: &mut Party<'_>, shared: &Shared<'_>) -> Tally {
    let mut tally = Tally::default();
    while !shared.hopeless() {
        // What takes the player's time is done before the clock runs.
        let choices = party.choices();
        let Some(slot) = shared.slot().await else { break };
        let over = match party.turn(choices).await {
            Ok(turn) => {
                // A late answer counts among the times, though not among the moves of the time.
                if slot >= shared.counted {
                    let time = turn.answered.saturating_duration_since(slot);
                    tally.times.add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
                    let in_time = turn.answered <= shared.end;
                    tally.moves += u64::from(in_time);
                    tally.plays += u64::from(in_time && turn.played);
                }
                turn.over
            }
            Err(error) => {
                shared.wrong(error);
                true
            }
        };
        if over {
            match party.begin().await {
                Ok(()) => tally.games += 1,
                Err(error) => {
                    shared.wrong(error);
                    break;
                }
            }
        }
        (shared.progress)(shared.begin.elapsed().as_secs());
    }
    tally
}

/// Lets parties in, a few at a time, each with a game that has begun.
pub(crate) async fn parties<'a>(
    table: &'a Table,
    address: SocketAddr,
    seed: u64,
    numbers: std::ops::Range<u64>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Party<'a>>, LoadError> {
    let mut all = Vec::new();
    let mut next = numbers.start;
    while next < numbers.end {
        let end = numbers.end.min(next + AT_ONCE as u64);
        let come = (next..end).map(|number| async move {
            let mut party = Party::new(table, address, seed, number).await?;
            party.begin().await?;
            // Connections come with the moves.
            party.hang_up();
            Ok::<_, LoadError>(party)
        });
        for party in join_all(come).await {
            all.push(party?);
        }
        next = end;
        progress(all.len() as u64);
    }
    Ok(all)
}

/// Plays moves for a while.
pub(crate) async fn run(
    plan: &Plan,
    table: &Table,
    address: SocketAddr,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(MoveReport, Vec<Promise>), LoadError> {
    let mut parties = parties(table, address, plan.seed, 0..plan.games, &|_| {}).await?;
    let mut connection = Connection::new(address);
    let begin = Instant::now();
    let counted = begin + Duration::from_secs_f64(plan.warm_up);
    let shared = Shared {
        begin,
        counted,
        end: counted + Duration::from_secs_f64(plan.seconds),
        rate: plan.rate,
        ticket: AtomicU64::new(0),
        progress,
        errors: Mutex::new(Vec::new()),
    };
    let figures = async |at: Instant| {
        tokio::time::sleep_until(at.into()).await;
        (ServerFigures::ask(&mut connection).await, Machine::now())
    };
    let watch = async {
        let mut figures = figures;
        let before = figures(shared.counted).await;
        (before, figures(shared.end).await)
    };
    let playing = join_all(parties.iter_mut().map(|party| play(party, &shared)));
    let (tallies, (before, after)) = tokio::join!(playing, watch);
    let machine = before.1.zip(after.1).and_then(|(before, after)| after.busy_since(before));
    let (before, after) = (before.0?, after.0?);
    let mut all = Tally::default();
    for tally in &tallies {
        all.times.merge(&tally.times);
        all.moves += tally.moves;
        all.plays += tally.plays;
        all.games += tally.games;
    }
    let refused = parties.iter().map(|party| party.refused).sum();
    let promises = parties.into_iter().flat_map(Party::all_promises).collect();
    let errors = shared.errors.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let millis = |permille| all.times.permille(permille) as f64 / 1000.0;
    let per_move = |amount: u64| amount as f64 / all.moves.max(1) as f64;
    let report = MoveReport {
        games: plan.games,
        games_begun: plan.games + all.games,
        seconds: plan.seconds,
        rate: plan.rate,
        moves: all.moves,
        plays: all.plays,
        moves_per_second: all.moves as f64 / plan.seconds,
        p50_ms: millis(500),
        p90_ms: millis(900),
        p99_ms: millis(990),
        p999_ms: millis(999),
        max_ms: all.times.max() as f64 / 1000.0,
        refused,
        errors,
        syncs: growth(before.syncs, after.syncs),
        server_cpu_us_per_move: growth(before.cpu_millis, after.cpu_millis)
            .map(|millis| 1000.0 * per_move(millis)),
        server_resident_mb: after.resident_mb(),
        machine_busy_percent: machine,
    };
    Ok((report, promises))
}
