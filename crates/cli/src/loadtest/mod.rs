//! `tilewright loadtest`: load-tests a game server.

mod spawn;

use crate::CommandResult;
use crate::output::{Failure, Output, warn};
use crate::progress::Progress;
use crate::serve::open;
use clap::Args;
use serde_json::{Value, json};
use spawn::Spawned;
use std::net::{SocketAddr, ToSocketAddrs};
use tilewright_loadtest::{LoadError, MoveReport, Plan, SocketReport};
use tilewright_loadtest::{fill_store, missing, open_sockets, play_moves};

/// The server and the load.
#[derive(Args)]
#[command(
    after_help = "Without --url, the command starts its own server, with limits that let one machine act as many\nplayers. At the end it kills the server and checks that the database contains every acknowledged\nmove. Latency is the time from the moment a move was due to the complete response. Without --rate,\nevery game sends its next move as soon as the last one is acknowledged.\n\nExamples:\n  tilewright loadtest\n  tilewright loadtest --database games.db --stored 10000 --games 64 --seconds 30\n  tilewright loadtest --database postgres://user@host/games --rate 1500 --json\n  tilewright loadtest --sockets 5000\n  tilewright loadtest --url http://127.0.0.1:4747 --seconds 5\n\nWith --url, raise the limits of your server: requests_per_minute, guests_per_minute,\nsign_ins_per_minute, sockets_each and connections. The exit status is 1 if a request failed or a\nmove is missing."
)]
pub struct LoadtestArguments {
    /// Test this running server instead of starting one.
    #[arg(long, value_name = "URL", conflicts_with_all = ["database", "stored"])]
    url: Option<String>,
    /// Allow a server on another machine; ask its owner first.
    #[arg(long, requires = "url")]
    allow_remote: bool,
    /// The database of the server, as for `tilewright serve` [default: a temporary file].
    #[arg(long, value_name = "FILE|URL|memory")]
    database: Option<String>,
    /// Fill the database with this many games first.
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    stored: u64,
    /// The variant to play.
    #[arg(long, default_value = "classic")]
    variant: String,
    /// Games to play at the same time.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    games: u64,
    /// Seconds to measure, after two seconds of warm-up; 0 plays no moves.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(..=86_400))]
    seconds: u64,
    /// Moves to send per second, even if the server falls behind.
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: Option<u32>,
    /// Open this many sockets, one per seat, in as many games as needed.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    sockets: u64,
    /// The seed for the choice of plays.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn failed(error: LoadError) -> Failure {
    Failure::finding(error)
}

/// The address of `http://HOST:PORT`.
fn address(url: &str, allow_remote: bool) -> Result<SocketAddr, Failure> {
    let bad = |reason: &str| Failure::usage(format!("--url {url}: {reason}"));
    let rest = url.strip_prefix("http://").ok_or_else(|| bad("must be http://HOST:PORT"))?;
    let authority = rest.trim_end_matches('/');
    let authority =
        if authority.contains(':') { authority.to_string() } else { format!("{authority}:80") };
    let mut found = authority.to_socket_addrs().map_err(|error| bad(&error.to_string()))?;
    let found = found.next().ok_or_else(|| bad("the host has no address"))?;
    if !found.ip().is_loopback() && !allow_remote {
        return Err(bad("this is another machine; add --allow-remote if you may load it"));
    }
    Ok(found)
}

/// Load-tests a server and reports the results.
pub fn run(arguments: &LoadtestArguments, output: &Output) -> CommandResult {
    // Every connection is an open file.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        warn(&format!("cannot raise the limit on open files: {error}"));
    }
    let plan = Plan {
        variant: arguments.variant.clone(),
        games: arguments.games,
        seconds: arguments.seconds as f64,
        rate: arguments.rate.map(f64::from),
        sockets: arguments.sockets,
        seed: arguments.seed,
        ..Plan::default()
    };
    let mut spawned = match arguments.url {
        Some(_) => None,
        None => Some(Spawned::prepare(arguments.database.as_deref())?),
    };
    if let Some(spawned) = &spawned
        && arguments.stored > 0
    {
        let opened = open(Some(&spawned.database))?;
        let progress = Progress::new("games stored", arguments.stored);
        let report = |done| progress.at(done);
        let (variant, games) = (&arguments.variant, arguments.stored);
        fill_store(&*opened.store, variant, games, plan.seed, &report).map_err(failed)?;
        progress.finish();
    }
    let server = match (&arguments.url, &mut spawned) {
        (Some(url), _) => address(url, arguments.allow_remote)?,
        (None, Some(spawned)) => spawned.start()?,
        (None, None) => return Err(Failure::usage("there is no server")),
    };
    let mut sockets = None;
    if plan.sockets > 0 {
        let progress = Progress::new("sockets", plan.sockets);
        sockets = Some(open_sockets(&plan, server, &|done| progress.at(done)).map_err(failed)?);
        progress.finish();
    }
    let (mut moves, mut promises) = (None, Vec::new());
    if arguments.seconds > 0 {
        let progress = Progress::new("seconds", arguments.seconds + plan.warm_up as u64);
        let (report, promised) =
            play_moves(&plan, server, &|done| progress.at(done)).map_err(failed)?;
        progress.finish();
        (moves, promises) = (Some(report), promised);
    }
    let mut lost = None;
    if let Some(spawned) = &mut spawned
        && spawned.stop()
    {
        let opened = open(Some(&spawned.database))?;
        lost = Some(missing(&*opened.store, &promises).map_err(failed)?);
    }
    let clean = moves.as_ref().is_none_or(|report| report.errors.is_empty())
        && sockets.as_ref().is_none_or(|report| report.errors.is_empty())
        && lost.is_none_or(|lost| lost == 0);
    let answer: Value = json!({
        "ok": clean, "variant": arguments.variant, "seed": arguments.seed,
        "stored": arguments.stored, "moves": moves, "sockets": sockets, "lost": lost,
    });
    output.answer(&answer, || describe(moves.as_ref(), sockets.as_ref(), lost));
    Ok(u8::from(!clean))
}

/// A figure of the server, if it reports its metrics.
fn figure(value: Option<f64>, decimals: usize) -> String {
    value.map_or("?".to_string(), |value| format!("{value:.decimals$}"))
}

/// The result in words.
fn describe(
    moves: Option<&MoveReport>,
    sockets: Option<&SocketReport>,
    lost: Option<u64>,
) -> String {
    let mut text = String::new();
    if let Some(report) = sockets {
        text.push_str(&format!(
            "sockets      {} open after {:.1} s, {} received a move, the slowest after {:.1} ms\n",
            figure(report.open_on_server.map(|open| open as f64), 0),
            report.seconds_to_open,
            report.told,
            report.slowest_event_ms
        ));
        text.push_str(&format!("memory       {} MB with {} games, {} MB with the sockets ({} kB each), {} MB after the moves\n",
            figure(report.resident_mb_before, 0),
            report.games,
            figure(report.resident_mb_open, 0),
            figure(report.kb_per_socket, 1),
            figure(report.resident_mb_told, 0)));
        errors(&mut text, &report.errors);
    }
    if let Some(report) = moves {
        text.push_str(&format!(
            "moves        {} in {:.0} s, {} of them plays: {:.0} per second\n",
            report.moves, report.seconds, report.plays, report.moves_per_second
        ));
        text.push_str(&format!("latency      p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, longest {:.1} ms\n",
            report.p50_ms, report.p90_ms, report.p99_ms, report.p999_ms, report.max_ms));
        let syncs = report.syncs.map(|syncs| syncs as f64);
        let batch = syncs.map(|syncs| report.moves as f64 / syncs.max(1.0));
        text.push_str(&format!(
            "server       {} µs of CPU time per move, {} MB, {} syncs ({} moves each)\n",
            figure(report.server_cpu_us_per_move, 0),
            figure(report.server_resident_mb, 0),
            figure(syncs, 0),
            figure(batch, 1)
        ));
        let busy =
            report.machine_busy_percent.map(|busy| format!("; the machine was {busy:.0} % busy"));
        text.push_str(&format!(
            "games        {} at a time, {} started, {} moves refused{}\n",
            report.games,
            report.games_begun,
            report.refused,
            busy.as_deref().unwrap_or("")
        ));
        errors(&mut text, &report.errors);
    }
    match lost {
        Some(0) => text.push_str("durability   the database contains every acknowledged move\n"),
        Some(lost) => {
            text.push_str(&format!("durability   {lost} acknowledged moves are MISSING\n"));
        }
        None => {}
    }
    text
}

fn errors(text: &mut String, errors: &[String]) {
    for error in errors {
        text.push_str(&format!("error        {error}\n"));
    }
}
