//! PostgreSQL crashes and comes back: nothing is lost, doubled, or answered wrongly.

#![cfg(feature = "postgres")]
#![allow(clippy::unwrap_used)]

#[allow(unused_imports)]
mod common;

use common::{append, game, postgres};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tilewright_storage::{Append, Appended, CommandKey, PostgresStore, Store};

const WRITERS: u64 = 4;
const APPENDS: u64 = 250;

#[test]
fn a_database_that_crashes_is_waited_for_and_asked_what_it_has() {
    let Some(url) = postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let store = PostgresStore::open(&url).unwrap();
    let done = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (store, done) = (&store, &done);
            scope.spawn(move || {
                let id = format!("g{writer}");
                store.create_game(&game(&id, &["ann"])).unwrap();
                for number in 0..APPENDS {
                    // Every other append has no command: as a clock's.
                    let key = CommandKey { client_id: format!("c{number}"), seat: 0 };
                    let command = (number % 2 == 0).then_some(key);
                    let body = format!("{writer}-{number}");
                    let sent = Append { command, ..append(&id, number, &[&body]) };
                    // Nobody else writes to this game: whatever happens on the way, it is stored.
                    assert_eq!(store.append(&[sent]), Ok(vec![Appended::Stored(number + 1)]));
                    assert_eq!(store.revision(&id), Ok(Some(number + 1)));
                    done.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        for crash in 1..=3 {
            while done.load(Ordering::SeqCst) < crash * WRITERS * APPENDS / 4 {
                std::thread::sleep(Duration::from_millis(1));
            }
            postgres::crash();
        }
    });
    for writer in 0..WRITERS {
        let expected: Vec<String> = (0..APPENDS).map(|n| format!("{writer}-{n}")).collect();
        assert_eq!(store.events(&format!("g{writer}"), 0, 10_000).unwrap(), expected);
    }
}

#[test]
fn a_database_that_is_not_there_is_given_up_after_a_while() {
    let began = std::time::Instant::now();
    // Nobody listens on the port of the discard service.
    let refused = PostgresStore::open("postgres://postgres@127.0.0.1:9/none").map(|_| ());
    assert!(refused.is_err());
    assert!(began.elapsed() < Duration::from_secs(30));
}
