//! One suite for every store.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "cases/lobby.rs"]
mod lobby;
#[path = "cases/moderation.rs"]
mod moderation;
#[path = "cases/progress.rs"]
mod progress;
#[path = "cases/ratings.rs"]
mod ratings;

use common::{Stores, accounts, append, game, head, player};
use tilewright_storage::{
    Append, Appended, CommandKey, GamePhase, GameRecord, GameStore, InviteRecord, MIGRATIONS,
    PlayerRecord, RatedPlayer, SeatHolder, SessionRecord, SessionStore, Settlement, SqliteStore,
    Store, StoreError, StoredCommand,
};

type Check = fn(&dyn Store);

/// Every check on every store.
#[test]
fn every_store_keeps_its_word() {
    let checks: [(&str, Check); 28] = [
        ("games", games_are_found),
        ("log", logs_grow_at_their_end_only),
        ("commands", commands_are_stored_once),
        ("batches", batches_are_judged_one_by_one),
        ("due", deadlines_come),
        ("seats", seats_are_taken_once),
        ("players", players_sign_in),
        ("sessions", sessions_are_listed_touched_and_revoked),
        ("retention", idle_guests_old_sessions_and_invitations_are_found),
        ("codes", accounts::codes_are_used_once),
        ("mail", accounts::addresses_of_mail_are_verified_and_reset_passwords),
        ("identities", accounts::identities_belong_to_one_player),
        ("addresses", accounts::addresses_of_sign_ins_are_remembered),
        ("talk", talk_is_kept),
        ("ratings", games_are_settled_once),
        ("points", ratings::points_are_listed_by_time),
        ("gains", moderation::gains_are_told_to_the_next_game),
        ("blocks", moderation::blocks_are_kept),
        ("reports", moderation::reports_are_settled_once),
        ("audit", moderation::actions_are_audited),
        ("quarantine", moderation::games_are_quarantined_and_deleted),
        ("seeks", lobby::seeks_are_open_for_those_who_fit),
        ("pairing", lobby::quick_pairing_takes_the_best_seek),
        ("crowd", lobby::many_at_once_are_paired_once),
        ("challenges", lobby::challenges_are_for_one_player),
        ("rematches", lobby::rematches_are_made_once),
        ("leases", leases_are_held_by_one),
        ("progress", progress::one_look_tells_how_far_games_are),
    ];
    for (name, check) in checks {
        for (kind, store) in Stores::new(name).all() {
            eprintln!("{name} on {kind}");
            check(&*store);
        }
    }
}

fn games_are_found(store: &dyn Store) {
    store.ping().unwrap();
    store.check_write().unwrap();
    store.check_write().unwrap();
    store.space().unwrap();
    let made = game("g1", &["ann", "bot:casual", ""]);
    store.create_game(&made, &[]).unwrap();
    assert!(store.game("g1").unwrap().unwrap() == made);
    assert!(store.game("g2").unwrap().is_none());
    assert_eq!(store.create_game(&made, &[]), Err(StoreError::Taken));
    store.create_game(&game("g0", &["bob", "ann"]), &[]).unwrap();
    let ids = |player| -> Vec<String> {
        store.games_of(player, 10).unwrap().into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids("ann"), ["g0", "g1"]);
    assert_eq!(ids("bob"), ["g0"]);
    assert_eq!(ids("nobody"), [""; 0]);
    assert_eq!(store.games_of("ann", 1).unwrap().len(), 1);
    let at = store.games_of("ann", 1).unwrap()[0].head.updated;
    let after = |id: &str| store.games_after("ann", (at, id), 10).unwrap();
    let next: Vec<String> = after("g0").into_iter().map(|game| game.id).collect();
    assert_eq!(next, ["g1"], "pages go on after the last game of the one before");
    assert!(after("g1").is_empty());
    assert_eq!(store.games_after("ann", (at + 1, ""), 1).unwrap().len(), 1);
    assert!(store.games_after("bob", (0, ""), 10).unwrap().is_empty());
    assert_eq!(store.unfinished_games_of("ann").unwrap(), 2);
    assert_eq!(store.game_ids("", 10).unwrap(), ["g0", "g1"]);
    assert_eq!(store.game_ids("g0", 10).unwrap(), ["g1"]);
}

fn logs_grow_at_their_end_only(store: &dyn Store) {
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    let one =
        |expected, events: &[&str]| store.append(&[append("g", expected, events)]).unwrap()[0];
    assert_eq!(one(0, &["a", "b"]), Appended::Stored(2));
    assert_eq!(one(0, &["x"]), Appended::Conflict(2));
    assert_eq!(one(3, &["x"]), Appended::Conflict(2));
    assert_eq!(one(2, &["ü \"quoted\" 'text'"]), Appended::Stored(3));
    assert_eq!(store.events("g", 0, 10).unwrap(), ["a", "b", "ü \"quoted\" 'text'"]);
    assert_eq!(store.events("g", 1, 1).unwrap(), ["b"]);
    assert_eq!(store.events("g", 3, 9).unwrap(), [""; 0]);
    assert_eq!(store.append(&[append("none", 0, &["a"])]).unwrap(), [Appended::Missing]);
    assert_eq!((store.revision("g"), store.revision("none")), (Ok(Some(3)), Ok(None)));
    let found = store.game("g").unwrap().unwrap();
    assert_eq!((found.revision, found.head.status), (3, GamePhase::Running));
}

fn commands_are_stored_once(store: &dyn Store) {
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    store.create_game(&game("h", &["ann"]), &[]).unwrap();
    let key = CommandKey { client_id: "c1".to_string(), seat: 1 };
    let sent = Append { command: Some(key), ..append("g", 0, &["a", "b"]) };
    let stored = StoredCommand { seat: 1, from: 0, to: 2 };
    assert_eq!(store.append(std::slice::from_ref(&sent)).unwrap(), [Appended::Stored(2)]);
    assert_eq!(store.append(std::slice::from_ref(&sent)).unwrap(), [Appended::Before(stored)]);
    let later = Append { expected: 2, ..sent.clone() };
    assert_eq!(store.append(&[later.clone(), later]).unwrap(), [Appended::Before(stored); 2]);
    assert_eq!(store.events("g", 0, 10).unwrap(), ["a", "b"]);
    assert_eq!(store.command("g", "c1").unwrap(), Some(stored));
    assert_eq!(store.command("g", "c2").unwrap(), None);
    // Ids belong to their game.
    let other = Append { game: "h".to_string(), ..sent };
    assert_eq!(store.append(&[other]).unwrap(), [Appended::Stored(2)]);
}

fn batches_are_judged_one_by_one(store: &dyn Store) {
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    store.create_game(&game("h", &["ann"]), &[]).unwrap();
    let batch = [
        append("g", 0, &["a"]),
        append("g", 0, &["never"]),
        append("h", 0, &["b"]),
        append("none", 0, &["never"]),
        append("g", 1, &["c"]),
    ];
    let expected = [
        Appended::Stored(1),
        Appended::Conflict(1),
        Appended::Stored(1),
        Appended::Missing,
        Appended::Stored(2),
    ];
    assert_eq!(store.append(&batch).unwrap(), expected);
    assert_eq!(store.events("g", 0, 10).unwrap(), ["a", "c"]);
    assert_eq!(store.events("h", 0, 10).unwrap(), ["b"]);
}

fn deadlines_come(store: &dyn Store) {
    for (id, deadline) in [("a", Some(30)), ("b", Some(10)), ("c", None), ("d", Some(90))] {
        store.create_game(&game(id, &["ann"]), &[]).unwrap();
        let running = head(GamePhase::Running, deadline);
        store.append(&[Append { head: running, ..append(id, 0, &["x"]) }]).unwrap();
    }
    assert_eq!(store.due(50, 10).unwrap(), ["b", "a"]);
    assert_eq!(store.due(50, 1).unwrap(), ["b"]);
    assert_eq!(store.due(5, 10).unwrap(), [""; 0]);
    let over = head(GamePhase::Over, Some(10));
    store.append(&[Append { head: over, ..append("b", 1, &["end"]) }]).unwrap();
    assert_eq!(store.due(50, 10).unwrap(), ["a"]);
    assert_eq!(store.unfinished_games_of("ann").unwrap(), 3);
}

fn seats_are_taken_once(store: &dyn Store) {
    let invite =
        InviteRecord { hash: "h".to_string(), game: "g".to_string(), seat: 3, expires: 99 };
    let made = game("g", &["ann", "", "bot:casual", ""]);
    store.create_game(&made, std::slice::from_ref(&invite)).unwrap();
    let other = InviteRecord { hash: "other".to_string(), ..invite.clone() };
    assert_eq!(store.create_game(&made, &[other]), Err(StoreError::Taken));
    assert_eq!(store.invite("other").unwrap(), None, "a game is stored with its invitations");
    assert!(store.take_seat("g", 1, "bob", "Bob").unwrap());
    for (seat, player) in [(1, "cid"), (0, "cid"), (2, "cid"), (9, "cid")] {
        assert!(!store.take_seat("g", seat, player, "Cid").unwrap(), "seat {seat}");
    }
    let seats = store.game("g").unwrap().unwrap().seats;
    assert_eq!(seats[1].holder, SeatHolder::Player("bob".to_string()));
    assert_eq!(seats[1].name, "Bob");
    store.append(&[append("g", 0, &["started"])]).unwrap();
    assert!(!store.take_seat("g", 3, "cid", "Cid").unwrap(), "the game runs");
    assert!(!store.take_seat("none", 0, "cid", "Cid").unwrap());
    assert_eq!(store.invite("h").unwrap(), Some(invite));
    assert_eq!(store.invite("x").unwrap(), None);
}

fn players_sign_in(store: &dyn Store) {
    store.create_player(&player("p1", None)).unwrap();
    store.create_player(&player("p2", Some("bob"))).unwrap();
    assert_eq!(store.create_player(&player("p3", Some("bob"))), Err(StoreError::Taken));
    assert!(store.player("p1").unwrap().unwrap() == player("p1", None));
    assert!(store.player_by_login("bob").unwrap().unwrap() == player("p2", Some("bob")));
    assert!(store.player_by_login("ann").unwrap().is_none());
    assert_eq!(store.register_player(&player("p1", Some("bob"))), Err(StoreError::Taken));
    store.register_player(&player("p1", Some("ann"))).unwrap();
    assert_eq!(store.register_player(&player("p1", Some("ann2"))), Err(StoreError::Taken));
    store.add_session(&session("t4", "p1", 1), 9).unwrap();
    store.create_game(&game("g", &["p1"]), &[]).unwrap();
    store.add_chat("g", 0, 1, "hello").unwrap();
    store.delete_player("p1").unwrap();
    assert!(store.player("p1").unwrap().is_none());
    assert!(store.session("t4").unwrap().is_none());
    assert_eq!(store.chat("g", 0, 10).unwrap(), []);
    assert_eq!(store.game("g").unwrap().unwrap().seats[0].name, "gone");
}

fn session(hash: &str, player: &str, at: u64) -> SessionRecord {
    let (hash, player) = (hash.to_string(), player.to_string());
    SessionRecord { hash, player, created: at, used: at, device: format!("device {at}") }
}

fn sessions_are_listed_touched_and_revoked(store: &dyn Store) {
    let hashes = |player: &str| -> Vec<String> {
        store.sessions(player).unwrap().into_iter().map(|session| session.hash).collect()
    };
    store.create_player(&player("p1", None)).unwrap();
    store.create_player(&player("p2", Some("bob"))).unwrap();
    assert!(store.add_session(&session("t", "nobody", 1), 3).is_err());
    for (hash, at) in [("t1", 10), ("t2", 20), ("t3", 30)] {
        store.add_session(&session(hash, "p1", at), 3).unwrap();
    }
    assert!(store.add_session(&session("t1", "p2", 1), 3).is_err(), "a token has one owner");
    assert!(store.session("t2").unwrap() == Some(session("t2", "p1", 20)));
    assert!(store.session("t9").unwrap().is_none());
    store.touch_session("t1", 40).unwrap();
    store.touch_session("t9", 40).unwrap();
    assert_eq!(hashes("p1"), ["t1", "t3", "t2"], "the last used first");
    // The new one stays even if its clock was wrong; the one unused for longest goes.
    store.add_session(&session("t4", "p1", 5), 3).unwrap();
    assert_eq!(hashes("p1"), ["t1", "t3", "t4"]);
    store.add_session(&session("s1", "p2", 7), 3).unwrap();
    store.add_session(&session("s2", "p2", 8), 3).unwrap();
    store.revoke_session("t3").unwrap();
    assert_eq!(hashes("p1"), ["t1", "t4"]);
    store.revoke_sessions("p1", Some("t4")).unwrap();
    assert_eq!((hashes("p1"), hashes("p2")), (vec!["t4".into()], vec!["s2".into(), "s1".into()]));
    store.register_player(&player("p1", Some("ann"))).unwrap();
    assert_eq!(hashes("p1"), [""; 0], "the tokens of a guest end with the guest");
    assert!(!store.change_password("p2", "another hash", "new", Some("s1")).unwrap());
    assert_eq!(hashes("p2").len(), 2, "nothing has changed");
    assert!(store.change_password("p2", "hash of bob", "new", Some("s1")).unwrap());
    assert_eq!(hashes("p2"), ["s1"]);
    assert_eq!(store.player("p2").unwrap().unwrap().password.as_deref(), Some("new"));
    store.revoke_sessions("p2", None).unwrap();
    assert_eq!(hashes("p2"), [""; 0]);
}

fn idle_guests_old_sessions_and_invitations_are_found(store: &dyn Store) {
    let guest = |id: &str, created| PlayerRecord { created, ..player(id, None) };
    for (id, created) in [("g1", 10), ("g2", 10), ("g3", 10), ("g4", 60), ("g5", 10)] {
        store.create_player(&guest(id, created)).unwrap();
    }
    store.create_player(&PlayerRecord { created: 10, ..player("a", Some("ann")) }).unwrap();
    // g2 was there lately, g3 plays; g5 has a game that nobody has joined, and one that is over.
    store.add_session(&session("t1", "g1", 11), 9).unwrap();
    store.add_session(&session("t2", "g2", 12), 9).unwrap();
    store.touch_session("t2", 70).unwrap();
    for (id, sitter, status) in [
        ("x", "g3", GamePhase::Running),
        ("y", "g5", GamePhase::Open),
        ("z", "g5", GamePhase::Over),
    ] {
        let invite =
            InviteRecord { hash: id.to_string(), game: id.to_string(), seat: 1, expires: 50 };
        let made = GameRecord { head: head(status, None), ..game(id, &[sitter, ""]) };
        store.create_game(&made, &[invite]).unwrap();
    }
    let page = |after: &str, most| {
        let page = store.idle_guests(50, after, most).unwrap();
        (page.idle.join(" "), page.next)
    };
    assert_eq!(page("", 10), ("g1 g5".to_string(), None));
    assert_eq!(page("", 2), ("g1".to_string(), Some("g2".to_string())));
    assert_eq!(page("g2", 3), ("g5".to_string(), Some("g5".to_string())));
    assert_eq!(page("g5", 3), (String::new(), None));
    for (hash, at) in [("t3", 20), ("t4", 40)] {
        store.add_session(&session(hash, "a", at), 9).unwrap();
        store.touch_session(hash, 90).unwrap();
    }
    assert_eq!(store.delete_sessions(0, 0, 9).unwrap(), 0);
    assert_eq!(store.delete_sessions(50, 30, 1).unwrap(), 1, "no more than asked");
    assert_eq!(store.delete_sessions(50, 30, 9).unwrap(), 1);
    let left = |hash: &str| store.session(hash).unwrap().is_some();
    assert_eq!(["t1", "t2", "t3", "t4"].map(left), [false, true, false, true]);
    assert_eq!(store.delete_invites(50, 9).unwrap(), 0);
    assert_eq!(store.delete_invites(51, 2).unwrap(), 2);
    assert_eq!(store.delete_invites(51, 9).unwrap(), 1);
}

fn talk_is_kept(store: &dyn Store) {
    store.create_game(&game("g", &["ann", "bob"]), &[]).unwrap();
    assert!(store.add_chat("none", 0, 1, "x").is_err());
    for number in 0..3 {
        assert_eq!(store.add_chat("g", 1, 7, &format!("line {number}")).unwrap(), number);
    }
    let lines = store.chat("g", 1, 10).unwrap();
    assert_eq!(
        lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
        ["line 1", "line 2"]
    );
    assert_eq!((lines[0].number, lines[0].at, lines[0].seat), (1, 7, 1));
    assert_eq!(store.chat("g", 0, 1).unwrap().len(), 1);
}

fn games_are_settled_once(store: &dyn Store) {
    let players = ["ann".to_string(), "bob".to_string()];
    for id in ["ann", "bob"] {
        store.create_player(&player(id, None)).unwrap();
    }
    for id in ["g", "h"] {
        store.create_game(&game(id, &["ann", "bob"]), &[]).unwrap();
    }
    let settle = |game: &str| {
        store.settle(game, "rect-en", &players, 0, &|present| {
            let next = |(player, now): (&String, &RatedPlayer)| {
                let before = now.rating.clone().unwrap_or(ratings::rating(player, -5, 0));
                ratings::rating(player, before.rating + 10, before.games + 1)
            };
            let won = vec![("ann".to_string(), "plus".to_string(), 3)];
            let ratings = players.iter().zip(present).map(next).collect();
            Settlement { ratings, won, ..Settlement::default() }
        })
    };
    assert_eq!(settle("g"), Ok(true));
    assert_eq!(settle("g"), Ok(false));
    assert_eq!(settle("h"), Ok(true));
    // A game that is settled after a player has left gives that player nothing.
    store.create_game(&game("late", &["ann", "bob"]), &[]).unwrap();
    store.create_player(&player("cid", None)).unwrap();
    let late = ["cid".to_string(), "gone".to_string()];
    let settled = store.settle("late", "rect-en", &late, 0, &|present| {
        assert!(present.iter().all(|known| known.rating.is_none()));
        assert!(present[0].player.is_some() && present[1].player.is_none());
        let won = vec![("gone".to_string(), "plus".to_string(), 1)];
        let ratings = late.iter().map(|player| ratings::rating(player, 7, 1)).collect();
        let points = late.iter().map(|player| ratings::point(player, "late", 1, 7)).collect();
        Settlement { ratings, points, won, ..Settlement::default() }
    });
    assert_eq!(settled, Ok(true));
    assert_eq!((store.ratings("cid").unwrap().len(), store.ratings("gone").unwrap().len()), (1, 0));
    assert_eq!(store.rated_by("late").unwrap(), [ratings::point("cid", "late", 1, 7)]);
    assert_eq!(store.inventory("gone").unwrap(), []);
    let found = store.ratings("bob").unwrap();
    assert_eq!((found[0].rating, found[0].games, found.len()), (15, 2, 1));
    assert_eq!(store.inventory("ann").unwrap(), [("plus".to_string(), 6)]);
    assert_eq!(store.inventory("bob").unwrap(), []);
    assert_eq!(store.secret("daily", "first").unwrap(), "first");
    assert_eq!(store.secret("daily", "second").unwrap(), "first");
}

fn leases_are_held_by_one(store: &dyn Store) {
    let long = 60_000;
    assert!(store.lease("g", 3, "a", long).unwrap());
    assert!(!store.lease("g", 3, "b", long).unwrap(), "somebody has it");
    assert!(store.lease("g", 3, "a", long).unwrap(), "the holder keeps it");
    assert!(!store.lease("g", 2, "b", long).unwrap(), "what is past is nobody's");
    assert!(store.lease("h", 3, "b", long).unwrap(), "games have nothing to do with each other");
    assert!(store.lease("g", 4, "b", long).unwrap(), "a game that moved on is free");
    assert!(!store.lease("g", 4, "a", long).unwrap());
    assert!(!store.lease("g", 3, "a", long).unwrap(), "the former holder has lost it");
    store.release("b").unwrap();
    assert!(store.lease("g", 4, "a", 80).unwrap(), "given back");
    assert!(store.lease("h", 1, "a", 80).unwrap(), "given back");
    assert!(!store.lease("g", 4, "b", long).unwrap());
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(store.lease("h", 1, "a", long).unwrap(), "renewed in time");
    std::thread::sleep(std::time::Duration::from_millis(60));
    assert!(store.lease("g", 4, "b", long).unwrap(), "the holder has died");
    assert!(!store.lease("g", 4, "a", long).unwrap());
    assert!(!store.lease("h", 1, "b", long).unwrap(), "what was renewed is not free");
    // Of many who want it at the same time, one gets it.
    let taken = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let taken = &taken;
            scope.spawn(move || {
                for game in 0..20 {
                    let (game, holder) = (format!("r{game}"), format!("t{thread}"));
                    let got = store.lease(&game, 1, &holder, long).unwrap();
                    taken.fetch_add(usize::from(got), std::sync::atomic::Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(taken.into_inner(), 20);
}

/// Rows of the first schema, which every later step finds.
const FIRST_ROWS: &str =
    "INSERT INTO games VALUES ('old', 'ann', 1, '{}', 's', 4, 'running', 0, NULL, 1);
    INSERT INTO seats VALUES ('old', 0, 'ann', NULL, 'Ann');
    INSERT INTO events VALUES ('old', 1, 'second'), ('old', 0, 'first'),
        ('old', 3, 'fourth'), ('old', 2, 'third');
    INSERT INTO commands VALUES ('old', 'x', 1, 1, 3)";

#[test]
fn databases_of_every_earlier_schema_are_brought_up_to_date() {
    for version in 0..MIGRATIONS.len() {
        let stores = Stores::new(&format!("migration-{version}"));
        let path = stores.path();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE schema_version (version BIGINT NOT NULL)").unwrap();
        connection.execute("INSERT INTO schema_version VALUES (?1)", [version as i64]).unwrap();
        for (step, sql) in MIGRATIONS[..version].iter().enumerate() {
            connection.execute_batch(sql).unwrap();
            if step == 0 {
                connection.execute_batch(FIRST_ROWS).unwrap();
            }
            if step == 1 {
                let rows = "INSERT INTO players VALUES ('old', 'Old', NULL, NULL, 1);
                    INSERT INTO tokens VALUES ('old token', 'old', 2)";
                connection.execute_batch(rows).unwrap();
            }
        }
        drop(connection);
        for _ in 0..2 {
            let store = SqliteStore::open(&path).unwrap();
            let ids = store.game_ids("", 10).unwrap();
            assert_eq!(ids.len(), usize::from(version > 0), "from {version}");
            if version > 0 {
                let events = ["first", "second", "third", "fourth"];
                assert_eq!(store.events("old", 0, 10).unwrap(), events);
                assert_eq!(store.events("old", 2, 10).unwrap(), events[2..]);
                let command = StoredCommand { seat: 1, from: 1, to: 3 };
                assert_eq!(store.command("old", "x").unwrap(), Some(command));
                assert_eq!(store.game("old").unwrap().unwrap().seats[0].name, "Ann");
            }
            if version > 1 {
                let found = store.session("old token").unwrap().unwrap();
                assert_eq!((found.player.as_str(), found.created, found.used), ("old", 2, 0));
            }
        }
        players_sign_in(&SqliteStore::open(&path).unwrap());
        leases_are_held_by_one(&SqliteStore::open(&path).unwrap());
    }
}

#[cfg(feature = "postgres")]
#[test]
fn an_earlier_schema_of_postgresql_is_brought_up_to_date() {
    let Some(url) = common::postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    client.batch_execute("CREATE TABLE schema_version (version BIGINT NOT NULL)").unwrap();
    client.batch_execute("INSERT INTO schema_version VALUES (5)").unwrap();
    MIGRATIONS[..5].iter().for_each(|step| client.batch_execute(step).unwrap());
    client.batch_execute(FIRST_ROWS).unwrap();
    drop(client);
    let refused = tilewright_storage::PostgresStore::open_read_only(&url).map(|_| ());
    let known = MIGRATIONS.len() as i64;
    assert_eq!(refused, Err(StoreError::Older { found: 5, known }));
    let store = tilewright_storage::PostgresStore::open(&url).unwrap();
    assert_eq!(store.events("old", 0, 10).unwrap(), ["first", "second", "third", "fourth"]);
    let command = StoredCommand { seat: 1, from: 1, to: 3 };
    assert_eq!(store.command("old", "x").unwrap(), Some(command));
    assert_eq!(store.game("old").unwrap().unwrap().chained_from, 4);
}

#[test]
fn many_threads_continue_a_log_without_gaps() {
    for (kind, store) in Stores::new("threads").all() {
        store.create_game(&game("g", &["ann"]), &[]).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    let mut done = 0;
                    while done < 25 {
                        let expected = store.game("g").unwrap().unwrap().revision;
                        let body = format!("{thread}-{done}");
                        let outcome = store.append(&[append("g", expected, &[&body])]).unwrap();
                        done += usize::from(matches!(outcome[0], Appended::Stored(_)));
                    }
                });
            }
        });
        let mut events = store.events("g", 0, 1000).unwrap();
        assert_eq!(events.len(), 100, "{kind}");
        events.sort();
        events.dedup();
        assert_eq!(events.len(), 100, "{kind}");
    }
}
