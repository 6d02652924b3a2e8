//! `tilewright admin` as an operator uses it: looking, acting, and restoring a backup.

#![cfg(feature = "server")]
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tilewright_storage::{
    ChatStore, GameHead, GamePhase, GameRecord, GameStore, ModerationStore, PlayerRecord,
    PlayerStore, ReportKind, ReportRecord, SeatHolder, SeatRecord, SessionRecord, SessionStore,
    SqliteStore,
};

/// What a terminal would obey.
const HOSTILE: &str = "x\x1b[31m\u{9b}2J\u{202E}\nFORGED";

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("admin-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn admin(database: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .arg("admin")
        .args(arguments)
        .arg("--database")
        .arg(database)
        .output()
        .unwrap()
}

/// The JSON of a command that succeeds; what it prints for people has nothing that a terminal
/// obeys.
fn said(database: &Path, arguments: &[&str]) -> Value {
    let output = admin(database, &[arguments, &["--json"]].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn table(database: &Path, arguments: &[&str]) -> String {
    let output = admin(database, arguments);
    assert!(output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202E}';
    assert!(!text.contains(obeyed), "{arguments:?}: {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("FORGED")), "{text}");
    text
}

fn player(id: &str, name: &str, login: Option<&str>) -> PlayerRecord {
    PlayerRecord {
        id: id.to_string(),
        name: name.to_string(),
        login: login.map(str::to_string),
        password: None,
        created: 1_700_000_000_000,
    }
}

/// A database with two players, an open game, chat and a report.
fn database(folder: &Path) -> PathBuf {
    let path = folder.join("games.db");
    let store = SqliteStore::open(&path).unwrap();
    store.create_player(&player("ann", &format!("Ann {HOSTILE}"), Some("ann"))).unwrap();
    store.create_player(&player("bob", "Bob", None)).unwrap();
    let session = SessionRecord {
        hash: "hash".to_string(),
        player: "ann".to_string(),
        created: 5,
        used: 5,
        device: String::new(),
    };
    store.add_session(&session, 5).unwrap();
    let seat = |id: &str| SeatRecord {
        holder: SeatHolder::Player(id.to_string()),
        name: format!("{id} {HOSTILE}"),
    };
    let settings = r#"{"variant":{"shipped":"classic"},"seats":["me","open"]}"#.to_string();
    let secret = "00".repeat(32);
    let chain = tilewright_protocol::api::begin_chain("game", &settings, &secret);
    let game = GameRecord {
        id: "game".to_string(),
        creator: "ann".to_string(),
        created: 5,
        settings,
        secret,
        revision: 0,
        chained_from: 0,
        head: GameHead { status: GamePhase::Open, to_move: 0, deadline: None, updated: 5, chain },
        seats: vec![seat("ann"), seat("bob")],
    };
    store.create_game(&game, &[]).unwrap();
    store.add_chat("game", 0, 6, &format!("a line {HOSTILE}")).unwrap();
    let report = ReportRecord {
        id: "report".to_string(),
        reporter: "bob".to_string(),
        kind: ReportKind::Chat,
        subject: "game/0".to_string(),
        player: Some("ann".to_string()),
        text: format!("rude {HOSTILE}"),
        at: 7,
        settled: None,
    };
    store.add_report(&report, 5).unwrap();
    path
}

#[test]
fn an_operator_looks_and_acts() {
    let folder = folder("acts");
    let database = database(&folder);
    let at = database.as_path();
    assert_eq!(said(at, &["players", "nn"])["players"][0]["id"], "ann");
    assert!(table(at, &["players", "b"]).contains("bob"));
    assert!(table(at, &["players", "ann"]).contains("account"));
    let reports = said(at, &["reports"]);
    assert!(reports["reports"][0]["line"].as_str().unwrap().starts_with("a line"));
    assert!(table(at, &["reports"]).contains("report"));
    assert!(table(at, &["game", "game"]).contains("a line"));
    assert_eq!(said(at, &["game", "game"])["file"]["game"]["status"], "open");
    assert_eq!(said(at, &["player", "ann"])["file"]["sessions"], 1);
    // What is done is done, and noted.
    let reason = ["--reason", HOSTILE];
    let act = |arguments: &[&str]| admin(at, &[arguments, &["--reason", "because"]].concat());
    for arguments in [
        &["ban", "ann", "--days", "7", "--appeal", "write to us"][..],
        &["mute", "bob"],
        &["settle", "report"],
        &["unban", "ann"],
        &["grant", "ann", "moderator"],
        &["revoke", "ann"],
        &["quarantine", "game"],
        &["requeue", "game"],
    ] {
        let output = act(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {error}");
    }
    let file = said(at, &["player", "ann"])["file"].clone();
    assert_eq!((file["role"].as_str(), file["sessions"].as_u64()), (Some("moderator"), Some(0)));
    assert!(table(at, &["player", "bob"]).contains("mute until for good: because"));
    assert!(table(at, &["reports"]).contains("none"));
    assert!(table(at, &["reports", "--settled"]).contains("because"));
    assert!(table(at, &["quarantine"]).contains("none"));
    // What cannot be done says why, changes nothing and is not noted.
    for (arguments, why) in [
        (&["ban", "nobody"][..], "no such player"),
        (&["unban", "ann"], "nothing to change"),
        (&["grant", "bob", "admin"], "guest"),
        (&["end", "game"], "has not started"),
        (&["end", "none"], "no such game"),
        (&["settle", "report"], "nothing to change"),
    ] {
        let output = act(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
    let refused = admin(at, &[&["ban", "bob"][..], &reason].concat());
    assert_eq!(refused.status.code(), Some(1), "a reason has no control characters");
    let audit = said(at, &["audit"]);
    let actions: Vec<&str> = (audit["entries"].as_array().unwrap().iter())
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    let expected = [
        "player.ban",
        "player.mute",
        "report.settle",
        "player.unban",
        "player.grant",
        "player.revoke",
        "game.quarantine",
        "game.requeue",
    ];
    assert_eq!(actions, expected);
    assert!(audit["entries"].as_array().unwrap().iter().all(|one| one["actor"] == "operator"));
    assert_eq!(said(at, &["audit", "--after", "7"])["entries"].as_array().unwrap().len(), 1);
    assert!(table(at, &["audit"]).contains("player.ban"));
    assert!(act(&["delete-game", "game"]).status.success());
    assert!(act(&["delete-player", "ann"]).status.success());
    assert_eq!(said(at, &["players", "ann"])["players"].as_array().unwrap().len(), 0);
    assert_eq!(admin(at, &["game", "game"]).status.code(), Some(1));
}

#[test]
fn nothing_is_created_by_looking_or_acting() {
    let folder = folder("mistyped");
    let wrong = folder.join("gmaes.db");
    for arguments in
        [&["players", "x"][..], &["audit"], &["ban", "x", "--reason", "y"], &["reports"]]
    {
        let output = admin(&wrong, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
fn a_backup_is_verified_and_restored_into_an_empty_place() {
    let folder = folder("restore");
    let database = database(&folder);
    let copy = folder.join("copy.db");
    let name = copy.to_str().unwrap();
    assert!(admin(&database, &["backup", name]).status.success());
    let refused = admin(&database, &["restore", name]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && error.contains("exists"), "{error}");
    let restored = folder.join("restored.db");
    assert_eq!(said(&restored, &["restore", name])["games"], 1);
    assert_eq!(said(&restored, &["verify"])["ok"], true);
    assert_eq!(said(&restored, &["players", "nn"])["players"][0]["id"], "ann");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&restored).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    // A log that is left over would be taken for a part of the database.
    let third = folder.join("third.db");
    std::fs::write(folder.join("third.db-wal"), "old").unwrap();
    assert_eq!(admin(&third, &["restore", name]).status.code(), Some(2));
    std::fs::remove_file(folder.join("third.db-wal")).unwrap();
    // A server that is starting there has the file.
    let claim = SqliteStore::claim(&third).unwrap();
    assert_eq!(admin(&third, &["restore", name]).status.code(), Some(1));
    drop(claim);
    // A backup with a damaged game is not restored, nor is something else.
    let store = SqliteStore::open(&copy).unwrap();
    drop(store);
    let connection = rusqlite::Connection::open(&copy).unwrap();
    connection.execute("UPDATE games SET chain = 'forged'", []).unwrap();
    drop(connection);
    let refused = admin(&third, &["restore", name]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && error.contains("nothing was restored"), "{error}");
    assert!(!third.exists() && !folder.join("third.db.restoring").exists());
    std::fs::write(&copy, "no database").unwrap();
    assert_eq!(admin(&third, &["restore", name]).status.code(), Some(1));
    let missing = folder.join("none.db");
    assert_eq!(admin(&third, &["restore", missing.to_str().unwrap()]).status.code(), Some(2));
    assert!(!third.exists());
}
