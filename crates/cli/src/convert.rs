//! `tilewright convert`

use crate::CommandResult;
use crate::gcg::{self, GcgSource};
use crate::output::{Failure, Output, one_line, print_bytes};
use crate::replay::{self, ReplayArguments};
use crate::script;
use clap::Args;
use serde_json::json;
use tilewright::Game;
use tilewright::notation::{Gcg, GcgPlayer};

/// The game to convert.
#[derive(Args)]
#[command(
    after_help = "A GCG becomes a game log; a game log, a snapshot or a game script becomes a GCG. Converting GCG to\nGCG normalises the file. GCG only supports flat boards of squares.\n\nExamples:\n  tilewright convert log.json game.gcg --players Ann,Ben\n  tilewright convert game.gcg log.json\n  tilewright convert untidy.gcg tidy.gcg"
)]
pub struct ConvertArguments {
    /// The file to read: .gcg or JSON.
    from: String,
    /// The file to write: .gcg, or .json for a game log; - for GCG on standard output.
    to: String,
    /// The nicknames of the players, in the order of their seats.
    #[arg(long, value_name = "NICK", value_delimiter = ',')]
    players: Vec<String>,
    /// The variant: a shipped name or a .toml file [default: the one named in the file; classic if a
    /// GCG names none].
    #[arg(long, value_name = "NAME|FILE")]
    variant: Option<String>,
}

/// Writes the game.
pub fn run(arguments: &ConvertArguments, output: &Output) -> CommandResult {
    let to_gcg = arguments.to == "-" || arguments.to.to_ascii_lowercase().ends_with(".gcg");
    if !to_gcg && !arguments.to.to_ascii_lowercase().ends_with(".json") {
        let to = &arguments.to;
        return Err(Failure::usage(format!("{to}: the name must end in .gcg or .json")));
    }
    let source = ReplayArguments {
        file: arguments.from.clone(),
        variant: arguments.variant.clone(),
        lexicon: None,
    };
    let bytes = match (gcg::is_gcg(&arguments.from)?, to_gcg) {
        (true, true) => written(&arguments.from, &read_gcg(&arguments.from)?)?,
        (true, false) => log(&played(&source)?)?,
        (false, true) => written(&arguments.from, &recorded(&source, &arguments.players)?)?,
        (false, false) => {
            return Err(Failure::usage("both files are JSON; the output must end in .gcg"));
        }
    };
    if arguments.to == "-" {
        print_bytes(&bytes)?;
        return Ok(0);
    }
    std::fs::write(&arguments.to, &bytes)
        .map_err(|error| Failure::usage(format!("{}: {error}", arguments.to)))?;
    let answer = json!({ "ok": true, "file": arguments.to, "bytes": bytes.len() });
    output.answer(&answer, || format!("{}: {} bytes", one_line(&arguments.to), bytes.len()));
    Ok(0)
}

fn read_gcg(path: &str) -> Result<Gcg, Failure> {
    Gcg::read(&gcg::read(path)?).map_err(|fault| Failure::finding(format!("{path}: {fault}")))
}

fn written(path: &str, gcg: &Gcg) -> Result<Vec<u8>, Failure> {
    gcg.write()
        .map_err(|fault| Failure::finding(format!("{path}: cannot be written as GCG: {fault}")))
}

/// The game of a GCG. Every line must be correct.
fn played(source: &ReplayArguments) -> Result<Game, Failure> {
    let played = GcgSource::new(read_gcg(&source.file)?, source)?.replay();
    let reason = match (played.fault, played.game) {
        (None, Some(game)) => return Ok(game),
        (Some(fault), _) => fault.to_string(),
        (None, None) => "the file contains no game".to_string(),
    };
    Err(Failure::finding(format!("{}: {reason}", source.file)))
}

fn log(game: &Game) -> Result<Vec<u8>, Failure> {
    let mut bytes = serde_json::to_vec(&game.log()).map_err(Failure::finding)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn recorded(source: &ReplayArguments, nicks: &[String]) -> Result<Gcg, Failure> {
    let game = match script::read(&source.file)? {
        Some(script) => script::play(&source.file, &script)?.0,
        None => replay::load(source)?,
    };
    let seats = usize::from(game.state().players());
    if nicks.len() > seats {
        let given = nicks.len();
        return Err(Failure::usage(format!(
            "--players: the game has {seats} seats ({given} names given)"
        )));
    }
    let players: Vec<GcgPlayer> =
        (nicks.iter()).map(|nick| GcgPlayer { nick: nick.clone(), name: nick.clone() }).collect();
    Gcg::of_game(&game, &players)
        .map_err(|error| Failure::finding(format!("{}: {error}", source.file)))
}
