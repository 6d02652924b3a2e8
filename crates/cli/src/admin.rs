//! `tilewright admin`: for operators of a server.

use crate::Answer;
use crate::output::{Failure, Output};
use crate::serve::open;
use clap::Subcommand;
use serde_json::json;
use tilewright_server::verify;

/// For operators of a server.
#[derive(Subcommand)]
pub enum AdminCommand {
    /// Replay every game of a database: every play is scored and every tile is drawn again.
    #[command(
        after_help = "Examples:\n  tilewright admin verify\n  tilewright admin verify --database games.db\n\nThe server may be running meanwhile. Exit status 1 if something is wrong."
    )]
    Verify {
        /// The database, as for `tilewright serve`.
        #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL")]
        database: Option<String>,
    },
}

/// Does what is asked.
pub fn run(command: &AdminCommand, output: &Output) -> Answer {
    let AdminCommand::Verify { database } = command;
    let opened = open(database.as_deref())?;
    let found = verify(&*opened.store, |_| {}).map_err(Failure::finding)?;
    let faults: Vec<_> = (found.faults.iter())
        .map(|(game, reason)| json!({ "game": game, "reason": reason }))
        .collect();
    let ok = faults.is_empty();
    let answer = json!({ "ok": ok, "games": found.games, "events": found.events,
        "plays": found.plays, "faults": faults });
    output.answer(&answer, || {
        let mut text = String::new();
        for (game, reason) in &found.faults {
            text.push_str(&format!("{game}: {reason}\n"));
        }
        let (games, events, plays) = (found.games, found.events, found.plays);
        let bad = found.faults.len();
        text + &format!("{games} games, {events} events, {plays} plays scored again, {bad} faults")
    });
    Ok(u8::from(!ok))
}
