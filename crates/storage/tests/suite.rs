//! One suite for every store.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Stores, append, game, head, player};
use tilewright_storage::{
    Append, Appended, CommandKey, GamePhase, GameProgress, GameStore, InviteRecord, MIGRATIONS,
    RatingRecord, SeatHolder, Settlement, SqliteStore, Store, StoreError, StoredCommand,
};

type Check = fn(&dyn Store);

/// Every check on every store.
#[test]
fn every_store_keeps_its_word() {
    let checks: [(&str, Check); 11] = [
        ("games", games_are_found),
        ("log", logs_grow_at_their_end_only),
        ("commands", commands_are_stored_once),
        ("batches", batches_are_judged_one_by_one),
        ("due", deadlines_come),
        ("seats", seats_are_taken_once),
        ("players", players_sign_in),
        ("talk", talk_is_kept),
        ("ratings", games_are_settled_once),
        ("leases", leases_are_held_by_one),
        ("progress", one_look_tells_how_far_games_are),
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
    let made = game("g1", &["ann", "bot:casual", ""]);
    store.create_game(&made).unwrap();
    assert!(store.game("g1").unwrap().unwrap() == made);
    assert!(store.game("g2").unwrap().is_none());
    assert_eq!(store.create_game(&made), Err(StoreError::Taken));
    store.create_game(&game("g0", &["bob", "ann"])).unwrap();
    let ids = |player| -> Vec<String> {
        store.games_of(player, 10).unwrap().into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids("ann"), ["g0", "g1"]);
    assert_eq!(ids("bob"), ["g0"]);
    assert_eq!(ids("nobody"), [""; 0]);
    assert_eq!(store.games_of("ann", 1).unwrap().len(), 1);
    assert_eq!(store.unfinished_games_of("ann").unwrap(), 2);
    assert_eq!(store.game_ids("", 10).unwrap(), ["g0", "g1"]);
    assert_eq!(store.game_ids("g0", 10).unwrap(), ["g1"]);
}

fn logs_grow_at_their_end_only(store: &dyn Store) {
    store.create_game(&game("g", &["ann"])).unwrap();
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
    store.create_game(&game("g", &["ann"])).unwrap();
    store.create_game(&game("h", &["ann"])).unwrap();
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
    store.create_game(&game("g", &["ann"])).unwrap();
    store.create_game(&game("h", &["ann"])).unwrap();
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
        store.create_game(&game(id, &["ann"])).unwrap();
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
    store.create_game(&game("g", &["ann", "", "bot:casual", ""])).unwrap();
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
    let invite =
        InviteRecord { hash: "h".to_string(), game: "g".to_string(), seat: 3, expires: 99 };
    store.add_invite(&invite).unwrap();
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
    store.add_token("t1", "p1", 1).unwrap();
    store.add_token("t2", "p1", 1).unwrap();
    assert!(store.add_token("t3", "nobody", 1).is_err());
    assert_eq!(store.token_owner("t1").unwrap().as_deref(), Some("p1"));
    store.revoke_token("t1").unwrap();
    assert_eq!(store.token_owner("t1").unwrap(), None);
    store.revoke_tokens("p1").unwrap();
    assert_eq!(store.token_owner("t2").unwrap(), None);
    store.add_token("t4", "p1", 1).unwrap();
    store.create_game(&game("g", &["p1"])).unwrap();
    store.add_chat("g", 0, 1, "hello").unwrap();
    store.delete_player("p1").unwrap();
    assert!(store.player("p1").unwrap().is_none());
    assert_eq!(store.token_owner("t4").unwrap(), None);
    assert_eq!(store.chat("g", 0, 10).unwrap(), []);
    assert_eq!(store.game("g").unwrap().unwrap().seats[0].name, "gone");
}

fn talk_is_kept(store: &dyn Store) {
    store.create_game(&game("g", &["ann", "bob"])).unwrap();
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
    for id in ["g", "h"] {
        store.create_game(&game(id, &["ann", "bob"])).unwrap();
    }
    let settle = |game: &str| {
        store.settle(game, "classic", &players, &|present| {
            let next = |(player, now): (&String, &Option<RatingRecord>)| RatingRecord {
                player: player.clone(),
                variant: "classic".to_string(),
                rating: now.as_ref().map_or(-5, |now| now.rating) + 10,
                games: now.as_ref().map_or(0, |now| now.games) + 1,
            };
            let won = vec![("ann".to_string(), "plus".to_string(), 3)];
            Settlement { ratings: players.iter().zip(present).map(next).collect(), won }
        })
    };
    assert_eq!(settle("g"), Ok(true));
    assert_eq!(settle("g"), Ok(false));
    assert_eq!(settle("h"), Ok(true));
    let found = store.ratings("bob").unwrap();
    assert_eq!((found[0].rating, found[0].games, found.len()), (15, 2, 1));
    assert_eq!(store.ratings("cid").unwrap(), []);
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

fn one_look_tells_how_far_games_are(store: &dyn Store) {
    assert_eq!(store.progress(&[]).unwrap(), []);
    for (id, sitters) in [("a", ["ann", "", "bot:casual"]), ("b", ["ann", "bob", ""])] {
        store.create_game(&game(id, &sitters)).unwrap();
    }
    store.append(&[append("b", 0, &["x", "y"])]).unwrap();
    store.add_chat("b", 0, 1, "hello").unwrap();
    let ids = ["b", "none", "a"].map(str::to_string);
    let mut found = store.progress(&ids).unwrap();
    found.sort_by(|one, other| one.game.cmp(&other.game));
    let progress = |game: &str, revision, players, talk| GameProgress {
        game: game.to_string(),
        revision,
        players,
        talk,
    };
    assert_eq!(found, [progress("a", 0, 1, 0), progress("b", 2, 2, 1)]);
    let many: Vec<String> = (0..3000).map(|n| format!("n{n}")).chain(ids).collect();
    assert_eq!(store.progress(&many).unwrap().len(), 2);
}

#[test]
fn databases_of_every_earlier_schema_are_brought_up_to_date() {
    for version in 0..MIGRATIONS.len() {
        let stores = Stores::new(&format!("migration-{version}"));
        let path = stores.path();
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE schema_version (version BIGINT NOT NULL)").unwrap();
        connection.execute("INSERT INTO schema_version VALUES (?1)", [version as i64]).unwrap();
        for step in &MIGRATIONS[..version] {
            connection.execute_batch(step).unwrap();
        }
        if version > 0 {
            let sql =
                "INSERT INTO games VALUES ('old', 'ann', 1, '{}', 's', 1, 'running', 0, NULL, 1);
                INSERT INTO seats VALUES ('old', 0, 'ann', NULL, 'Ann');
                INSERT INTO events VALUES ('old', 0, 'first')";
            connection.execute_batch(sql).unwrap();
        }
        drop(connection);
        for _ in 0..2 {
            let store = SqliteStore::open(&path).unwrap();
            let ids = store.game_ids("", 10).unwrap();
            assert_eq!(ids.len(), usize::from(version > 0), "from {version}");
            if version > 0 {
                assert_eq!(store.events("old", 0, 10).unwrap(), ["first"]);
                assert_eq!(store.game("old").unwrap().unwrap().seats[0].name, "Ann");
            }
        }
        players_sign_in(&SqliteStore::open(&path).unwrap());
        leases_are_held_by_one(&SqliteStore::open(&path).unwrap());
    }
}

#[test]
fn a_newer_database_is_refused() {
    let stores = Stores::new("newer");
    drop(SqliteStore::open(&stores.path()).unwrap());
    let connection = rusqlite::Connection::open(stores.path()).unwrap();
    connection.execute("UPDATE schema_version SET version = 99", []).unwrap();
    let refused = SqliteStore::open(&stores.path()).map(|_| ());
    let known = MIGRATIONS.len() as i64;
    assert_eq!(refused, Err(StoreError::Newer { found: 99, known }));
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let stores = Stores::new("damaged");
    std::fs::write(stores.path(), "this is no database, it only looks like a file").unwrap();
    assert!(matches!(SqliteStore::open(&stores.path()), Err(StoreError::Database(_))));
}

#[test]
fn many_threads_continue_a_log_without_gaps() {
    for (kind, store) in Stores::new("threads").all() {
        store.create_game(&game("g", &["ann"])).unwrap();
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
