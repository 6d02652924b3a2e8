//! How much a game server can take.
//!
//! Players come in as guests over HTTP, make games and play them with moves of the generator, so
//! that the server validates and scores every one of them and makes it durable before it answers.
//! Times go from the moment at which a move was to be sent to the whole answer: a server that
//! stalls cannot slow down the clock.

#![deny(missing_docs)]

mod fill;
mod game;
mod histogram;
mod http;
mod moves;
mod player;
mod server;
mod sockets;

pub use game::Promise;
pub use histogram::Histogram;
pub use server::ServerFigures;

use player::Table;
use serde::Serialize;
use std::net::SocketAddr;
use thiserror::Error;
use tilewright_storage::Store;

/// Why a test could not go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct LoadError(pub String);

/// What is to be tested.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The shipped variant that is played.
    pub variant: String,
    /// Games that are played at the same time, each with one move under way.
    pub games: u64,
    /// Seconds that count.
    pub seconds: f64,
    /// Seconds before them that do not.
    pub warm_up: f64,
    /// Moves to be sent in a second, whether or not the server keeps up; without it, each game
    /// sends its next move when the last one is answered.
    pub rate: Option<f64>,
    /// Sockets to be opened.
    pub sockets: u64,
    /// What the choice of plays depends on.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            variant: "classic".to_string(),
            games: 64,
            seconds: 10.0,
            warm_up: 2.0,
            rate: None,
            sockets: 0,
            seed: 1,
        }
    }
}

/// What moves took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// Games played at the same time.
    pub games: u64,
    /// Games begun in all.
    pub games_begun: u64,
    /// Seconds that count.
    pub seconds: f64,
    /// Moves that were to be sent in a second.
    pub rate: Option<f64>,
    /// Moves accepted.
    pub moves: u64,
    /// Those of them that placed tiles.
    pub plays: u64,
    /// Moves accepted in a second.
    pub moves_per_second: f64,
    /// The time that half of the moves did not exceed, in milliseconds.
    pub p50_ms: f64,
    /// The time that 90 % did not exceed.
    pub p90_ms: f64,
    /// The time that 99 % did not exceed.
    pub p99_ms: f64,
    /// The time that 99.9 % did not exceed.
    pub p999_ms: f64,
    /// The longest time.
    pub max_ms: f64,
    /// Moves that the rules did not allow.
    pub refused: u64,
    /// What went wrong.
    pub errors: Vec<String>,
    /// Batches of commands that the server made durable.
    pub syncs: Option<u64>,
    /// Processor time of the server for one move, in microseconds.
    pub server_cpu_us_per_move: Option<f64>,
    /// Memory of the server in the end, in megabytes.
    pub server_resident_mb: Option<f64>,
    /// How busy all processors of this machine were, in percent.
    pub machine_busy_percent: Option<f64>,
}

/// What sockets took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SocketReport {
    /// Sockets opened.
    pub sockets: u64,
    /// Games that they belong to, one for each seat.
    pub games: u64,
    /// Sockets that the server counts.
    pub open_on_server: Option<u64>,
    /// Sockets that received the move of their game.
    pub told: u64,
    /// What went wrong.
    pub errors: Vec<String>,
    /// Seconds until all were open.
    pub seconds_to_open: f64,
    /// The longest time from a move to its arrival at a socket, in milliseconds.
    pub slowest_event_ms: f64,
    /// Memory of the server with the games but without sockets, in megabytes.
    pub resident_mb_before: Option<f64>,
    /// Memory with all sockets open.
    pub resident_mb_open: Option<f64>,
    /// Memory after a move in every game.
    pub resident_mb_told: Option<f64>,
    /// Memory of one socket, in kilobytes.
    pub kb_per_socket: Option<f64>,
}

/// A function that is called with how much of a test is done.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

fn runtime() -> Result<tokio::runtime::Runtime, LoadError> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| LoadError(error.to_string()))
}

/// Plays moves on a server; `progress` gets the seconds that have passed. Also returns what
/// the server has promised to keep.
///
/// # Errors
/// If the server cannot be reached or refuses players or games.
pub fn play_moves(
    plan: &Plan,
    server: SocketAddr,
    progress: Progress<'_>,
) -> Result<(MoveReport, Vec<Promise>), LoadError> {
    let table = Table::new(&plan.variant)?;
    runtime()?.block_on(moves::run(plan, &table, server, progress))
}

/// Opens sockets on a server; `progress` gets the number of open ones.
///
/// # Errors
/// If the server cannot be reached or refuses players, games or sockets.
pub fn open_sockets(
    plan: &Plan,
    server: SocketAddr,
    progress: Progress<'_>,
) -> Result<SocketReport, LoadError> {
    let table = Table::new(&plan.variant)?;
    runtime()?.block_on(sockets::run(plan, &table, server, progress))
}

/// Fills a store with games, three of four of them ended; `progress` gets their number. It is one
/// real game under many ids: every one of them can be replayed and verified.
///
/// # Errors
/// If the store fails.
pub fn fill_store(
    store: &dyn Store,
    variant: &str,
    games: u64,
    seed: u64,
    progress: Progress<'_>,
) -> Result<(), LoadError> {
    fill::run(store, &Table::new(variant)?, games, seed, progress)
}

/// Looks whether a store holds what a server has promised; gives the number of commands that it
/// lacks.
///
/// # Errors
/// If the store fails.
pub fn missing(store: &dyn Store, promises: &[Promise]) -> Result<u64, LoadError> {
    let failed = |error: tilewright_storage::StoreError| LoadError(error.to_string());
    let mut missing = 0;
    for promise in promises {
        // A log has no holes: with the last command all of them are there.
        let revision = store.revision(&promise.game).map_err(failed)?;
        let last = store.command(&promise.game, &promise.client_id).map_err(failed)?;
        let kept = revision.is_some_and(|revision| revision >= promise.revision)
            && last.is_some_and(|last| last.to <= promise.revision);
        missing += if kept { 0 } else { promise.commands };
    }
    Ok(missing)
}
