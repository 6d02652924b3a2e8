//! `tilewright admin`: looking after players and games.
//!
//! Commands that only look open the database read-only. Those that act write to the database
//! beside running servers: each is one transaction with its entry in the audit log, which servers
//! follow, so that it takes effect there within a second. A game is ended by commands in its log.

use crate::CommandResult;
use crate::output::{Failure, Output, one_line};
use crate::serve::{Opened, open, open_read_only};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};
use tilewright_protocol::Engine;
use tilewright_protocol::api::{GameAction, PlayerAction, Role, TableStatus};
use tilewright_server::{Operator, audit, date_of, find_players, game_file, player_file};
use tilewright_server::{quarantined, reports};

/// Entries of the audit log that are shown unless others are asked for.
const LAST_ENTRIES: u64 = 50;

/// Look after players and games.
#[derive(Subcommand)]
pub enum ModerateCommand {
    /// Find players by a part of their name, or by id.
    #[command(after_help = "Example:\n  tilewright admin players ann")]
    Players {
        /// A part of the name, or the whole id.
        text: String,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// Show a player: role, bans, sessions, games, ratings.
    #[command(after_help = "Example:\n  tilewright admin player 0123456789abcdef01234567")]
    Player {
        /// The id of the player.
        id: String,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// Show a game from outside, with its chat. Hidden tiles are not shown.
    #[command(after_help = "Example:\n  tilewright admin game 0123456789abcdef01234567")]
    Game {
        /// The id of the game.
        id: String,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// List reports, the oldest first.
    #[command(
        after_help = "Examples:\n  tilewright admin reports\n  tilewright admin reports --settled"
    )]
    Reports {
        /// List settled reports instead of open ones, the newest first.
        #[arg(long)]
        settled: bool,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// Settle a report.
    #[command(
        after_help = "Example:\n  tilewright admin settle 0123456789abcdef01234567 --reason \"warned the player\""
    )]
    Settle(Target),
    /// Ban a player, and revoke all their sessions.
    #[command(
        after_help = "Example:\n  tilewright admin ban 0123456789abcdef01234567 --days 7 --reason \"insults in chat\"\n\nThe player sees the reason, the end and how to appeal. Their running games go on: the\nopponents can wait for the clock, or you can end the games."
    )]
    Ban {
        #[command(flatten)]
        target: Target,
        /// For how many days [default: for good].
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=36_500))]
        days: Option<u64>,
        /// How to appeal; the player sees it.
        #[arg(long, default_value = "")]
        appeal: String,
    },
    /// End a ban.
    Unban(Target),
    /// Keep a player from chatting.
    Mute {
        #[command(flatten)]
        target: Target,
        /// For how many days [default: for good].
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=36_500))]
        days: Option<u64>,
    },
    /// Let a player chat again.
    Unmute(Target),
    /// Revoke all sessions of a player.
    Revoke(Target),
    /// Give a player a role, or take it away.
    #[command(
        after_help = "Example:\n  tilewright admin grant 0123456789abcdef01234567 moderator --reason \"helps on weekends\""
    )]
    Grant {
        /// The id of the player.
        id: String,
        /// The role.
        role: RoleName,
        /// Why; the audit log keeps it.
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// Resign the games of a player and delete the account.
    DeletePlayer(Target),
    /// End a running game: its seats are resigned one after the other, and it is not rated.
    End(Target),
    /// Delete a game with its log and its chat.
    DeleteGame(Target),
    /// Keep bots from moving in a game; without an id, list such games.
    #[command(
        after_help = "Examples:\n  tilewright admin quarantine\n  tilewright admin quarantine 0123456789abcdef01234567 --reason \"its bot is too slow\""
    )]
    Quarantine {
        /// The id of the game.
        #[arg(requires = "reason")]
        id: Option<String>,
        /// Why; the audit log keeps it.
        #[arg(long, requires = "id")]
        reason: Option<String>,
        #[command(flatten)]
        at: DatabaseArgument,
    },
    /// Let bots move in a game again.
    Requeue(Target),
    /// Show the audit log: who did what to whom, when and why.
    #[command(
        after_help = "Examples:\n  tilewright admin audit\n  tilewright admin audit --after 0 --json"
    )]
    Audit {
        /// The number of the entry after which to begin [default: the last 50 entries].
        #[arg(long, value_name = "NUMBER")]
        after: Option<u64>,
        #[command(flatten)]
        at: DatabaseArgument,
    },
}

/// The database.
#[derive(Args)]
pub struct DatabaseArgument {
    /// The database, as for `tilewright serve`.
    #[arg(long, env = "TILEWRIGHT_DATABASE", value_name = "FILE|URL")]
    database: Option<String>,
}

/// On what to act, and why.
#[derive(Args)]
pub struct Target {
    /// The id of the player, the game or the report.
    id: String,
    /// Why; the audit log keeps it.
    #[arg(long)]
    reason: String,
    #[command(flatten)]
    at: DatabaseArgument,
}

/// The roles by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum RoleName {
    /// No role.
    Player,
    /// Bans, mutes, ends games, settles reports.
    Moderator,
    /// The same, and deletes, and grants roles.
    Admin,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Player => Role::Player,
            RoleName::Moderator => Role::Moderator,
            RoleName::Admin => Role::Admin,
        }
    }
}

impl DatabaseArgument {
    fn read(&self) -> Result<Opened, Failure> {
        open_read_only(self.database.as_deref())
    }

    /// Opens the database to write to it. Nothing is created or migrated: the schema is checked
    /// first.
    fn write(&self) -> Result<Opened, Failure> {
        drop(self.read()?);
        open(self.database.as_deref())
    }
}

fn now() -> Result<u64, Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_err(|_| Failure::finding("the clock of this machine is not set"))?;
    u64::try_from(now.as_millis()).map_err(Failure::finding)
}

/// A time as people write it.
fn time(millis: u64) -> String {
    let minutes = millis / 60_000 % 1440;
    format!("{} {:02}:{:02}", date_of(millis), minutes / 60, minutes % 60)
}

/// Rows as a table, each on one line.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let heads = heads.iter().map(ToString::to_string).collect();
    let lines: Vec<Vec<String>> = std::iter::once(&heads)
        .chain(rows)
        .map(|row: &Vec<String>| row.iter().map(|cell| one_line(cell).into_owned()).collect())
        .collect();
    let mut widths = vec![0; heads.len()];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let text = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    lines.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// What is done, and to whom.
enum Action {
    Player(PlayerAction),
    Game(GameAction),
    Settle { note: String },
}

fn act(id: &str, at: &DatabaseArgument, action: Action, output: &Output) -> CommandResult {
    let opened = at.write()?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).enable_all().build().map_err(Failure::finding)?;
    let operator = Operator::new(opened.store.clone()).map_err(Failure::finding)?;
    let done = runtime.block_on(async {
        match action {
            Action::Player(action) => operator.player(id, action).await,
            Action::Game(action) => operator.game(id, action).await,
            Action::Settle { note } => operator.settle_report(id, &note).await,
        }
    });
    done.map_err(|reason| Failure::finding(format!("{id}: {reason}")))?;
    output.answer(&json!({ "ok": true, "id": id }), || {
        format!("{}: done, and noted in the audit log", one_line(id))
    });
    Ok(0)
}

/// The end of a number of days from now.
fn until(days: Option<u64>) -> Result<Option<u64>, Failure> {
    days.map(|days| Ok(now()?.saturating_add(days.saturating_mul(86_400_000)))).transpose()
}

/// Runs the command.
pub fn run(command: &ModerateCommand, output: &Output) -> CommandResult {
    use Action::{Game, Player, Settle};
    let on = |target: &Target, action: Action| act(&target.id, &target.at, action, output);
    let why = |target: &Target| target.reason.clone();
    match command {
        ModerateCommand::Players { text, at } => list_players(text, at, output),
        ModerateCommand::Player { id, at } => show_player(id, at, output),
        ModerateCommand::Game { id, at } => show_game(id, at, output),
        ModerateCommand::Reports { settled, at } => list_reports(*settled, at, output),
        ModerateCommand::Audit { after, at } => show_audit(*after, at, output),
        ModerateCommand::Settle(target) => on(target, Settle { note: why(target) }),
        ModerateCommand::Ban { target, days, appeal } => {
            let (until, appeal) = (until(*days)?, appeal.clone());
            on(target, Player(PlayerAction::Ban { reason: why(target), until, appeal }))
        }
        ModerateCommand::Mute { target, days } => {
            let until = until(*days)?;
            on(target, Player(PlayerAction::Mute { reason: why(target), until }))
        }
        ModerateCommand::Unban(target) => {
            on(target, Player(PlayerAction::Unban { reason: why(target) }))
        }
        ModerateCommand::Unmute(target) => {
            on(target, Player(PlayerAction::Unmute { reason: why(target) }))
        }
        ModerateCommand::Revoke(target) => {
            on(target, Player(PlayerAction::Revoke { reason: why(target) }))
        }
        ModerateCommand::Grant { id, role, reason, at } => {
            let (role, reason) = ((*role).into(), reason.clone());
            act(id, at, Player(PlayerAction::Grant { role, reason }), output)
        }
        ModerateCommand::DeletePlayer(target) => {
            on(target, Player(PlayerAction::Delete { reason: why(target) }))
        }
        ModerateCommand::End(target) => on(target, Game(GameAction::End { reason: why(target) })),
        ModerateCommand::DeleteGame(target) => {
            on(target, Game(GameAction::Delete { reason: why(target) }))
        }
        ModerateCommand::Requeue(target) => {
            on(target, Game(GameAction::Requeue { reason: why(target) }))
        }
        ModerateCommand::Quarantine { id: Some(id), reason: Some(reason), at } => {
            let reason = reason.clone();
            act(id, at, Game(GameAction::Quarantine { reason }), output)
        }
        ModerateCommand::Quarantine { at, .. } => list_quarantine(at, output),
    }
}

fn answer_rows(
    output: &Output,
    json: &impl Serialize,
    heads: &[&str],
    rows: &[Vec<String>],
) -> CommandResult {
    output.answer(json, || match rows {
        [] => "none".to_string(),
        rows => table(heads, rows),
    });
    Ok(0)
}

fn list_players(text: &str, at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let players = find_players(&*opened.store, text).map_err(Failure::finding)?;
    let kind = |guest: bool| if guest { "guest" } else { "account" }.to_string();
    let rows: Vec<Vec<String>> = (players.iter())
        .map(|player| {
            let created = time(player.created);
            vec![player.id.clone(), player.name.clone(), kind(player.guest), created]
        })
        .collect();
    let answer = json!({ "ok": true, "players": players });
    answer_rows(output, &answer, &["id", "name", "kind", "since"], &rows)
}

fn missing(what: &str, id: &str) -> Failure {
    Failure::finding(format!("{id}: no such {what}"))
}

fn show_player(id: &str, at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let file = player_file(&*opened.store, id, now()?).map_err(Failure::finding)?;
    let file = file.ok_or_else(|| missing("player", id))?;
    output.answer(&json!({ "ok": true, "file": file }), || {
        let kind = if file.player.guest { "guest" } else { "account" };
        let role = match file.role {
            Role::Player => "none",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        };
        let mut text = format!(
            "{} ({kind} since {})\nrole: {role}; sessions: {}",
            one_line(&file.player.name),
            time(file.player.created),
            file.sessions
        );
        for sanction in &file.sanctions {
            let until = sanction.until.map_or("for good".to_string(), time);
            let ended = if sanction.holds { "" } else { " (ended)" };
            let line = format!("{} until {until}{ended}: {}", sanction.kind, sanction.reason);
            text.push_str(&format!("\n{}", one_line(&line)));
        }
        for rating in &file.ratings {
            let line = format!(
                "{}: {} ± {} ({} games)",
                rating.family, rating.rating, rating.deviation, rating.games
            );
            text.push_str(&format!("\n{}", one_line(&line)));
        }
        let rows: Vec<Vec<String>> = (file.games.iter())
            .map(|game| {
                let seats = game.seats.join(" | ");
                vec![game.id.clone(), game.status.clone(), time(game.updated), seats]
            })
            .collect();
        match rows.as_slice() {
            [] => text,
            rows => format!("{text}\n\n{}", table(&["game", "status", "changed", "seats"], rows)),
        }
    });
    Ok(0)
}

fn show_game(id: &str, at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let file = game_file(&Engine::new(), &*opened.store, id).map_err(Failure::finding)?;
    let file = file.ok_or_else(|| missing("game", id))?;
    output.answer(&json!({ "ok": true, "file": file }), || {
        let game = &file.game;
        let status = match game.status {
            TableStatus::Open => "open",
            TableStatus::Running => "running",
            TableStatus::Over => "over",
        };
        let head = format!(
            "{} ({status}), revision {}, changed {}",
            game.variant_name,
            game.revision,
            time(game.updated)
        );
        let mut text = one_line(&head).into_owned();
        for (number, seat) in game.seats.iter().enumerate() {
            let player = seat.player.as_deref().unwrap_or("no player");
            let line = format!("seat {number}: {} ({player})", seat.name);
            text.push_str(&format!("\n{}", one_line(&line)));
        }
        if let Some(reason) = &file.unrated {
            text.push_str(&format!("\nnot rated: {}", one_line(reason)));
        }
        if let Some(reason) = &file.quarantined {
            text.push_str(&format!("\nquarantined: {}", one_line(reason)));
        }
        for line in &file.chat {
            let line = format!("{} seat {}: {}", time(line.at), line.seat, line.text);
            text.push_str(&format!("\n{}", one_line(&line)));
        }
        text
    });
    Ok(0)
}

fn list_reports(settled: bool, at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let reports = reports(&*opened.store, !settled).map_err(Failure::finding)?;
    let rows: Vec<Vec<String>> = (reports.iter())
        .map(|report| {
            let by = report.reporter.clone().unwrap_or_else(|| "the server".to_string());
            let mut text = report.text.clone();
            if let Some(line) = &report.line {
                text.push_str(&format!(" [line: {line}]"));
            }
            if let Some(settled) = &report.settled {
                text.push_str(&format!(" [settled: {}]", settled.note));
            }
            let (id, kind, subject) =
                (report.id.clone(), report.kind.clone(), report.subject.clone());
            vec![id, time(report.at), kind, subject, by, text]
        })
        .collect();
    let answer = json!({ "ok": true, "reports": reports });
    answer_rows(output, &answer, &["id", "when", "about", "which", "by", "text"], &rows)
}

fn list_quarantine(at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let games = quarantined(&*opened.store).map_err(Failure::finding)?;
    let rows: Vec<Vec<String>> = (games.iter())
        .map(|held| vec![held.game.clone(), time(held.at), held.reason.clone()])
        .collect();
    let answer = json!({ "ok": true, "games": games });
    answer_rows(output, &answer, &["game", "since", "why"], &rows)
}

fn show_audit(after: Option<u64>, at: &DatabaseArgument, output: &Output) -> CommandResult {
    let opened = at.read()?;
    let after = match after {
        Some(after) => after,
        None => {
            let head = opened.store.audit_head().map_err(Failure::finding)?;
            head.saturating_sub(LAST_ENTRIES)
        }
    };
    let entries = audit(&*opened.store, after).map_err(Failure::finding)?;
    let rows: Vec<Vec<String>> = (entries.iter())
        .map(|entry| {
            let (number, when) = (entry.number.to_string(), time(entry.at));
            let (actor, action) = (entry.actor.clone(), entry.action.clone());
            vec![number, when, actor, action, entry.subject.clone(), entry.reason.clone()]
        })
        .collect();
    let answer = json!({ "ok": true, "entries": entries });
    answer_rows(output, &answer, &["number", "when", "who", "what", "whom", "why"], &rows)
}
