//! PostgreSQL crashes and comes back: nothing is lost, doubled, or answered wrongly.

#![cfg(feature = "postgres")]
#![allow(clippy::unwrap_used)]

#[allow(unused_imports)]
mod common;

use common::{append, game, postgres};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilewright_storage::{
    Append, Appended, ChatStore, CommandKey, GameStore, PostgresStore, StoreError,
};

const WRITERS: u64 = 4;
const APPENDS: u64 = 250;

/// Tests share one PostgreSQL: while one crashes it, others wait.
static ONE: Mutex<()> = Mutex::new(());

/// A slow machine may need longer to recover a database than the store waits for it. Then the
/// store says so, and the caller looks at the log before trying again.
fn assert_gave_up_waiting(error: &StoreError) {
    let text = error.to_string();
    assert!(
        text.contains("PostgreSQL cannot be reached") || text.contains("may be stored"),
        "{text}"
    );
}

/// The revision of a game, as soon as the database can tell.
fn revision_when_back(store: &PostgresStore, id: &str) -> u64 {
    let started = Instant::now();
    loop {
        match store.revision(id) {
            Ok(revision) => return revision.expect("the game was created"),
            Err(error) => assert_gave_up_waiting(&error),
        }
        assert!(started.elapsed() < Duration::from_secs(120), "the database does not come back");
    }
}

#[test]
fn a_database_that_crashes_is_waited_for_and_asked_what_it_has() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
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
                store.create_game(&game(&id, &["ann"]), &[]).unwrap();
                for number in 0..APPENDS {
                    // Every other append has no command: as a clock's.
                    let key = CommandKey { client_id: format!("c{number}"), seat: 0 };
                    let command = (number % 2 == 0).then_some(key);
                    let body = format!("{writer}-{number}");
                    let sent = Append { command, ..append(&id, number, &[&body]) };
                    // Nobody else writes to this game: whatever happens on the way, it is stored.
                    loop {
                        match store.append(std::slice::from_ref(&sent)) {
                            Err(error) => assert_gave_up_waiting(&error),
                            stored => {
                                assert_eq!(stored, Ok(vec![Appended::Stored(number + 1)]));
                                break;
                            }
                        }
                        if revision_when_back(store, &id) == number + 1 {
                            break;
                        }
                    }
                    assert_eq!(revision_when_back(store, &id), number + 1);
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

/// When a way to the database is cut.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Cut {
    BeforeCommit,
    AfterCommit,
}

/// When to cut, and what the message holds that is cut.
type Armed = Arc<Mutex<Option<(Cut, String)>>>;

/// A way to the database that is cut once when it is armed; gives its port.
fn way(url: &str, armed: Armed) -> u16 {
    let port: u16 = url.rsplit(':').next().unwrap().split('/').next().unwrap().parse().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let server = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let (mut from, mut to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut from, &mut to));
            let armed = armed.clone();
            std::thread::spawn(move || carry(client, server, &armed));
        }
    });
    own
}

fn carry(mut client: TcpStream, mut server: TcpStream, armed: &Mutex<Option<(Cut, String)>>) {
    let mut bytes = [0; 65536];
    while let Ok(count @ 1..) = client.read(&mut bytes) {
        let holds =
            |word: &String| bytes[..count].windows(word.len()).any(|part| part == word.as_bytes());
        let mut armed = armed.lock().unwrap();
        let cut = armed.take_if(|(_, word)| holds(word)).map(|(cut, _)| cut);
        drop(armed);
        if cut.is_some() {
            // No answer comes back from here on.
            let _ = client.shutdown(Shutdown::Both);
        }
        if cut != Some(Cut::BeforeCommit) && server.write_all(&bytes[..count]).is_err() {
            break;
        }
        if cut.is_some() {
            break;
        }
    }
    let _ = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Write));
}

#[test]
fn an_append_whose_answer_is_lost_is_looked_up() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(url) = postgres::database() else { return };
    let armed: Armed = Arc::default();
    let own = way(&url, armed.clone());
    let name = url.rsplit('/').next().unwrap();
    let store =
        PostgresStore::open(&format!("postgres://postgres@127.0.0.1:{own}/{name}")).unwrap();
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    // A store may commit with a word of its own, or with the statement that holds the events.
    *armed.lock().unwrap() = Some((Cut::AfterCommit, "COMMIT".to_string()));
    assert_eq!(store.append(&[append("g", 0, &["event 0"])]), Ok(vec![Appended::Stored(1)]));
    let by_word = armed.lock().unwrap().take().is_none();
    let mut expected = vec!["event 0".to_string()];
    for (number, cut) in (1u64..).zip([Cut::AfterCommit, Cut::BeforeCommit].repeat(6)) {
        let key = CommandKey { client_id: format!("c{number}"), seat: 0 };
        let command = (number % 3 > 0).then_some(key);
        let body = format!("event {number}");
        let sent = Append { command, ..append("g", number, &[&body]) };
        let word = if by_word { "COMMIT".to_string() } else { body.clone() };
        *armed.lock().unwrap() = Some((cut, word));
        let answer = store.append(std::slice::from_ref(&sent));
        assert_eq!(answer, Ok(vec![Appended::Stored(number + 1)]), "{cut:?}");
        assert!(armed.lock().unwrap().is_none(), "the way was cut");
        expected.push(body);
    }
    assert_eq!(store.events("g", 0, 100).unwrap(), expected);
    // What cannot be looked up is not claimed, and not done twice.
    *armed.lock().unwrap() = Some((Cut::AfterCommit, "COMMIT".to_string()));
    assert!(store.add_chat("g", 0, 1, "hello").is_err());
    assert!(store.chat("g", 0, 10).unwrap().len() <= 1);
}

#[test]
fn a_database_that_is_not_there_is_given_up_after_a_while() {
    let began = Instant::now();
    // Nobody listens on the port of the discard service.
    let refused = PostgresStore::open("postgres://postgres@127.0.0.1:9/none").map(|_| ());
    assert!(refused.is_err());
    assert!(began.elapsed() < Duration::from_secs(30));
}
