//! Encrypted connections to PostgreSQL.

#![cfg(feature = "postgres")]
#![allow(clippy::unwrap_used)]

#[allow(unused_imports)]
mod common;

use common::{append, game, postgres};
use std::time::{Duration, Instant};
use tilewright_storage::{Appended, GameStore, PostgresStore, Store, StoreError};

/// How many connections to a database are encrypted, and how many are not.
fn connections(url: &str) -> (i64, i64) {
    let mut client = ::postgres::Client::connect(url, ::postgres::NoTls).unwrap();
    let sql = "SELECT COUNT(*) FILTER (WHERE ssl), COUNT(*) FILTER (WHERE NOT ssl) \
               FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let row = client.query_one(sql, &[]).unwrap();
    (row.get(0), row.get(1))
}

#[test]
fn sslmode_decides_whom_to_believe() {
    let Some(plain) = postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let named = plain.replace("127.0.0.1", "localhost");
    let root = postgres::authority().display().to_string();
    let stranger = postgres::authority().with_file_name("stranger.pem");
    let key = rcgen::KeyPair::generate().unwrap();
    let own = rcgen::CertificateParams::new(Vec::new()).unwrap().self_signed(&key).unwrap();
    std::fs::write(&stranger, own.pem()).unwrap();
    let stranger = stranger.display();
    // The certificate is for `localhost`, and signed by `root`.
    let accepted = [
        format!("{plain}?sslmode=prefer"),
        format!("{plain}?sslmode=require"),
        format!("{plain}?sslmode=verify-ca&sslrootcert={root}"),
        format!("{named}?sslmode=verify-full&sslrootcert={root}"),
    ];
    for url in accepted {
        let store = PostgresStore::open(&url).unwrap();
        store.ping().unwrap();
        assert_eq!(connections(&plain).1, 0, "{url}");
        assert!(connections(&plain).0 > 0, "{url}");
    }
    let refused = [
        format!("{plain}?sslmode=verify-full&sslrootcert={root}"),
        format!("{named}?sslmode=verify-full&sslrootcert={stranger}"),
        format!("{named}?sslmode=verify-ca&sslrootcert={stranger}"),
        format!("{plain}?sslmode=require&sslrootcert={stranger}"),
    ];
    for url in refused {
        let began = Instant::now();
        let Err(StoreError::Database(error)) = PostgresStore::open(&url).map(|_| ()) else {
            panic!("{url}")
        };
        assert!(error.to_string().contains("certificate"), "{url}: {error}");
        assert!(began.elapsed() < Duration::from_secs(4), "{url}: it is not tried again");
    }
    let store = PostgresStore::open(&format!("{plain}?sslmode=disable")).unwrap();
    store.ping().unwrap();
    assert_eq!(connections(&plain).0, 0);
}

#[test]
fn games_are_kept_over_an_encrypted_connection() {
    let Some(plain) = postgres::database() else {
        eprintln!("no PostgreSQL on this machine: this test is left out");
        return;
    };
    let url = postgres::encrypted(&plain);
    let store = PostgresStore::open(&url).unwrap();
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    let sent = append("g", 0, &["a", "b"]);
    assert_eq!(store.append(&[sent]), Ok(vec![Appended::Stored(2)]));
    let read = PostgresStore::open_read_only(&url).unwrap();
    assert_eq!(read.events("g", 0, 9).unwrap(), ["a", "b"]);
    assert!(read.create_game(&game("h", &["ann"]), &[]).is_err(), "it only reads");
    assert_eq!(connections(&plain).1, 0);
}
