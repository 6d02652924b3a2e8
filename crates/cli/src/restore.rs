//! `tilewright admin restore`: a backup becomes the database again.

use crate::CommandResult;
use crate::output::{Failure, Output, one_line};
use crate::progress::Progress;
use crate::serve::Database;
use serde_json::json;
use std::path::{Path, PathBuf};
use tilewright_protocol::Engine;
use tilewright_server::{count, verify};
use tilewright_storage::SqliteStore;

/// A file beside the database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Runs the command.
pub fn run(database: Option<&str>, from: &Path, output: &Output) -> CommandResult {
    let Database::Sqlite(to) = Database::parse(database)? else {
        let message = "only SQLite files can be restored; use pg_restore for PostgreSQL";
        return Err(Failure::usage(message));
    };
    if !from.is_file() {
        return Err(Failure::usage(format!("{}: no such backup", from.display())));
    }
    for ending in ["", "-wal", "-journal"] {
        let file = beside(&to, ending);
        if file.symlink_metadata().is_ok() {
            let file = file.display();
            let message =
                format!("{file}: the file exists; move it away, or name another database");
            return Err(Failure::usage(message));
        }
    }
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty())
        && !folder.is_dir()
    {
        return Err(Failure::usage(format!("{}: no such folder; make it first", folder.display())));
    }
    let at = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::finding(format!("{}: {error}", path.display()))
    };
    // No server begins with a database that is being restored.
    let _claim = SqliteStore::claim(&to).map_err(|error| at(&to, &error))?;
    let backup = SqliteStore::open_read_only(from).map_err(|error| at(from, &error))?;
    let games = verified(&backup, from)?;
    // The copy has another name until it is whole.
    let part = beside(&to, ".restoring");
    let copied = backup.backup(&part).map_err(|error| at(&part, &error)).and_then(|()| {
        // A link, unlike a renaming, does not replace a file.
        std::fs::hard_link(&part, &to).map_err(|error| at(&to, &error))
    });
    let removed = std::fs::remove_file(&part);
    copied?;
    removed.map_err(|error| at(&part, &error))?;
    sync_folder(&to).map_err(|error| at(&to, &error))?;
    let place = to.display().to_string();
    output.answer(&json!({ "ok": true, "file": place, "games": games }), || {
        format!("{}: {games} games, verified and on disk", one_line(&place))
    });
    Ok(0)
}

/// Verifies every game of a backup; their number.
fn verified(backup: &SqliteStore, from: &Path) -> Result<u64, Failure> {
    let progress = Progress::new("games", count(backup).map_err(Failure::finding)?);
    let found = verify(&Engine::new(), backup, |games| progress.at(games));
    let found = found.map_err(Failure::finding)?;
    progress.finish();
    match found.faults.first() {
        None => Ok(found.games),
        Some((game, reason)) => Err(Failure::finding(format!(
            "{}: {} games of the backup are damaged, first {game}: {reason}; nothing was restored",
            from.display(),
            found.faults.len()
        ))),
    }
}

/// What is in a folder is on disk when the folder is.
fn sync_folder(file: &Path) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Elsewhere a folder cannot be opened as a file.
    match cfg!(unix) {
        true => std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all(),
        false => Ok(()),
    }
}
