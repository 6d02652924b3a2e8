//! `tilewright admin`: commands for server operators.

use crate::CommandResult;
use crate::moderate::{self, ModerateCommand};
use crate::output::{Failure, Output, one_line, print_bytes};
use crate::progress::Progress;
use crate::restore;
use crate::serve::{Database, migrate_back, open, open_read_only};
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilewright_protocol::Engine;
use tilewright_server::{Archived, archived, count, verify};
use tilewright_storage::{SqliteStore, Store};

/// Look after the players, the games and the database of a server.
#[derive(Subcommand)]
pub enum AdminCommand {
    /// Start every game of a database again from its seed and decide every command again.
    #[command(
        after_help = "Examples:\n  tilewright admin verify\n  tilewright admin verify --database games.db\n\nThe server may keep running. The exit status is 1 if a game differs."
    )]
    Verify {
        /// The database, as for `tilewright serve`.
        #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL")]
        database: Option<String>,
    },
    /// Bring a database to the newest schema before servers of a new version start, or back to an
    /// earlier one.
    #[command(
        after_help = "Examples:\n  tilewright admin migrate --database games.db\n  TILEWRIGHT_DATABASE=postgres://… tilewright admin migrate\n  tilewright admin migrate --database games.db --to 5\n\nA server migrates its database by itself when it starts. Servers of the version before keep working\nwith the new schema, but cannot start on it again: make a backup first. --to takes the database back\nbefore you start the old version again: stop all servers first. A way back that would lose data is\nrefused, and changes nothing."
    )]
    Migrate {
        /// The database, as for `tilewright serve`.
        #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL")]
        database: Option<String>,
        /// Go back to this schema, the one of the version before.
        #[arg(long, value_name = "SCHEMA")]
        to: Option<u32>,
    },
    /// Copy a SQLite database while the server runs.
    #[command(
        after_help = "Examples:\n  tilewright admin backup copy.db\n  tilewright admin backup --database games.db /backups/games-$(date +%F).db\n\nThe copy is a checked snapshot of one moment and is on disk when the command ends. To restore it,\nuse `tilewright admin restore`. For PostgreSQL, use pg_dump."
    )]
    Backup {
        /// The database, as for `tilewright serve`.
        #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE")]
        database: Option<String>,
        /// The new file.
        to: PathBuf,
    },
    /// Export games as JSON lines or as GCG files.
    #[command(
        after_help = "Examples:\n  tilewright admin export --to games.jsonl\n  tilewright admin export --game 0123456789abcdef01234567\n  tilewright admin export --gcg --to games/\n\nThe stateless engine can replay and verify the field `game` of a line (`op: verify`); its\n`snapshot` is a file for `tilewright replay`. Unfinished games are exported with their hidden\ntiles; --over skips them. Only finished games that GCG can express become GCG files; the command\ncounts the others. Works with every database."
    )]
    Export(ExportArguments),
    /// Put a backup in the place of a database that is not there.
    #[command(
        after_help = "Examples:\n  tilewright admin restore /backups/games-2026-01-31.db\n  tilewright admin restore --database games.db copy.db\n\nStop the server and move the old database away first: the command never overwrites a file. It\nverifies every game of the backup before it copies it. Only the owner can read the new file.\nFor PostgreSQL, use pg_restore."
    )]
    Restore {
        /// The database to make, as for `tilewright serve`.
        #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE")]
        database: Option<String>,
        /// The backup.
        from: PathBuf,
    },
    #[command(flatten)]
    Moderate(ModerateCommand),
}

/// What to export, and where to.
#[derive(Args)]
pub struct ExportArguments {
    /// The database, as for `tilewright serve`.
    #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL")]
    database: Option<String>,
    /// Export only this game.
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Export only finished games.
    #[arg(long)]
    over: bool,
    /// Write GCG instead of JSON; --to is then a folder, unless you export one game.
    #[arg(long)]
    gcg: bool,
    /// The output file or folder [default: standard output].
    #[arg(long, value_name = "FILE|FOLDER")]
    to: Option<PathBuf>,
}

/// Runs the command.
pub fn run(command: &AdminCommand, output: &Output) -> CommandResult {
    match command {
        AdminCommand::Verify { database } => run_verify(database.as_deref(), output),
        AdminCommand::Migrate { database, to: None } => run_migrate(database.as_deref(), output),
        AdminCommand::Migrate { database, to: Some(to) } => {
            run_migrate_back(database.as_deref(), *to, output)
        }
        AdminCommand::Backup { database, to } => run_backup(database.as_deref(), to, output),
        AdminCommand::Export(arguments) => run_export(arguments, output),
        AdminCommand::Restore { database, from } => restore::run(database.as_deref(), from, output),
        AdminCommand::Moderate(command) => moderate::run(command, output),
    }
}

fn run_verify(database: Option<&str>, output: &Output) -> CommandResult {
    let opened = open_read_only(database)?;
    let progress = Progress::new("games", count(&*opened.store).map_err(Failure::finding)?);
    let found = verify(&Engine::new(), &*opened.store, |games| progress.at(games))
        .map_err(Failure::finding)?;
    progress.finish();
    let faults: Vec<_> = (found.faults.iter())
        .map(|(game, reason)| json!({ "game": game, "reason": reason }))
        .collect();
    let ok = faults.is_empty();
    let answer = json!({ "ok": ok, "games": found.games, "events": found.events,
        "plays": found.plays, "faults": faults });
    output.answer(&answer, || {
        let mut text = String::new();
        for (game, reason) in &found.faults {
            text.push_str(&format!("{}\n", one_line(&format!("{game}: {reason}"))));
        }
        let (games, events, plays) = (found.games, found.events, found.plays);
        let bad = found.faults.len();
        text + &format!("{games} games, {events} events, {plays} plays rescored, {bad} faults")
    });
    Ok(u8::from(!ok))
}

fn run_migrate(database: Option<&str>, output: &Output) -> CommandResult {
    let opened = open(database)?;
    let games = count(&*opened.store).map_err(Failure::finding)?;
    output.answer(&json!({ "ok": true, "games": games }), || {
        format!("the database has the newest schema; {games} games")
    });
    Ok(0)
}

fn run_migrate_back(database: Option<&str>, to: u32, output: &Output) -> CommandResult {
    let from = migrate_back(database, to.into())?;
    output.answer(&json!({ "ok": true, "from": from, "to": to }), || match from == i64::from(to) {
        true => format!("the database has schema {to} already"),
        false => format!("the database went back from schema {from} to schema {to}"),
    });
    Ok(0)
}

fn run_backup(database: Option<&str>, to: &Path, output: &Output) -> CommandResult {
    let Database::Sqlite(from) = Database::parse(database)? else {
        let message =
            "only SQLite files can be copied; use pg_dump for PostgreSQL, or `admin export`";
        return Err(Failure::usage(message));
    };
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    if !from.is_file() {
        return Err(Failure::usage(format!(
            "{}: no such database; name it with --database",
            from.display()
        )));
    }
    let store = SqliteStore::open_read_only(&from).map_err(Failure::usage)?;
    let progress = Progress::new("bytes", size(&from));
    let copied = std::thread::scope(|scope| {
        let copy = scope.spawn(|| store.backup(to));
        while !copy.is_finished() {
            progress.at(size(to));
            std::thread::sleep(Duration::from_millis(20));
        }
        copy.join()
    });
    progress.finish();
    let panicked = |_| Failure::finding("the backup thread panicked; the copy is incomplete");
    copied.map_err(panicked)?.map_err(Failure::finding)?;
    let games =
        SqliteStore::open_read_only(to).and_then(|copy| count(&copy)).map_err(Failure::finding)?;
    let (bytes, place) = (size(to), to.display().to_string());
    output.answer(&json!({ "ok": true, "file": place, "games": games, "bytes": bytes }), || {
        format!("{}: {games} games, {bytes} bytes, checked and on disk", one_line(&place))
    });
    Ok(0)
}

fn ids(store: &dyn Store, last: &str) -> Result<Vec<String>, Failure> {
    store.game_ids(last, 500).map_err(Failure::finding)
}

fn run_export(arguments: &ExportArguments, output: &Output) -> CommandResult {
    let opened = open_read_only(arguments.database.as_deref())?;
    let store = &*opened.store;
    let mut export = Export::new(arguments)?;
    if let Some(id) = &arguments.game {
        let game = archived(store, id).map_err(Failure::finding)?;
        let game = game.ok_or_else(|| Failure::usage(format!("--game {id}: no such game")))?;
        export.write(&game)?;
    } else {
        let progress = Progress::new("games", count(store).map_err(Failure::finding)?);
        let (mut last, mut done) = (String::new(), 0);
        loop {
            let ids = ids(store, &last)?;
            let Some(end) = ids.last() else { break };
            last = end.clone();
            for id in ids {
                // The server may have deleted the game since its id was listed.
                if let Some(game) = archived(store, &id).map_err(Failure::finding)? {
                    export.write(&game)?;
                }
                done += 1;
                progress.at(done);
            }
        }
        progress.finish();
    }
    export.finish()?;
    if arguments.to.is_some() {
        let (written, left) = (export.written, export.left);
        output.answer(&json!({ "ok": true, "written": written, "left_out": left }), || {
            format!("{written} games written, {left} skipped")
        });
    }
    Ok(0)
}

/// The export in progress.
struct Export<'a> {
    arguments: &'a ExportArguments,
    out: Option<BufWriter<Box<dyn Write>>>,
    engine: Engine,
    written: u64,
    left: u64,
}

fn failed(place: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", place.display()))
}

impl Export<'_> {
    fn new(arguments: &ExportArguments) -> Result<Export<'_>, Failure> {
        let folder = arguments.gcg && arguments.game.is_none();
        let out: Option<Box<dyn Write>> = match &arguments.to {
            None if folder => {
                return Err(Failure::usage(
                    "--gcg writes one file per game; add --to FOLDER or --game ID",
                ));
            }
            Some(place) if folder => {
                std::fs::create_dir_all(place).map_err(|error| failed(place, &error))?;
                None
            }
            Some(place) => {
                let file = std::fs::File::create(place).map_err(|error| failed(place, &error))?;
                Some(Box::new(file))
            }
            None => None,
        };
        let out = out.map(BufWriter::new);
        Ok(Export { arguments, out, engine: Engine::new(), written: 0, left: 0 })
    }

    fn write(&mut self, game: &Archived) -> Result<(), Failure> {
        if self.arguments.over && !game.over {
            self.left += 1;
            return Ok(());
        }
        let bytes = if !self.arguments.gcg {
            game.line()
        } else if !game.over {
            let message = "an unfinished game has no GCG; export it as JSON";
            return self.skip(message.to_string());
        } else {
            match game.gcg(&self.engine) {
                Ok(text) => text.into_bytes(),
                Err(reason) => return self.skip(reason),
            }
        };
        match (&mut self.out, &self.arguments.to) {
            (Some(out), _) => out.write_all(&bytes).map_err(Failure::finding)?,
            (None, Some(folder)) => {
                let file = folder.join(format!("{}.gcg", game.id));
                std::fs::write(&file, bytes).map_err(|error| failed(&file, &error))?;
            }
            (None, None) => print_bytes(&bytes)?,
        }
        self.written += 1;
        Ok(())
    }

    /// Skips a game. If the user asked for it by id, that is an error.
    fn skip(&mut self, reason: String) -> Result<(), Failure> {
        self.left += 1;
        if self.arguments.game.is_some() { Err(Failure::finding(reason)) } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.out.as_mut().map_or(Ok(()), Write::flush).map_err(Failure::finding)
    }
}
