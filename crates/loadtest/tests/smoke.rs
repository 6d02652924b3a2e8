//! A short load on a real server: nothing fails, and what was answered is stored.

#![allow(clippy::unwrap_used)]

#[path = "../../storage/tests/common/mod.rs"]
mod common;

use common::Stores;
use std::net::SocketAddr;
use std::sync::Arc;
use tilewright_loadtest::{Plan, fill_store, missing, open_sockets, play_moves};
use tilewright_server::{App, Config, Limits, serve, system_clock, verify};
use tilewright_storage::Store;

/// A server over a store, on a thread of its own; it goes away with the process.
fn server(store: Arc<dyn Store>, shared: bool) -> SocketAddr {
    let limits = Limits {
        requests_per_minute: 10_000_000,
        guests_per_minute: 10_000_000,
        sign_ins_per_minute: 10_000_000,
        sockets_each: 10_000,
        ..Limits::default()
    };
    let config = Config { limits, shared, ..Config::default() };
    let app = App::new(config, store, system_clock()).unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(app, listener, std::future::pending()).await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

fn plan() -> Plan {
    Plan { games: 8, seconds: 1.5, warm_up: 0.2, sockets: 20, seed: 7, ..Plan::default() }
}

#[test]
fn every_move_that_was_answered_is_stored() {
    let stores = Stores::new("load");
    for (name, store) in stores.all() {
        fill_store(&*store, "classic", 60, 3, &|_| {}).unwrap();
        let address = server(store.clone(), name == "postgres");
        let (report, mut promises) = play_moves(&plan(), address, &|_| {}).unwrap();
        assert_eq!(report.errors, [""; 0], "{name}");
        assert!(report.moves > 20 && report.plays > 10, "{name}: {report:?}");
        assert!(report.p50_ms <= report.p99_ms && report.p99_ms <= report.max_ms, "{report:?}");
        assert!(promises.iter().map(|promise| promise.commands).sum::<u64>() >= report.moves);
        assert_eq!(missing(&*store, &promises), Ok(0), "{name}");
        let verified = verify(&tilewright_protocol::Engine::new(), &*store, |_| {}).unwrap();
        assert_eq!(verified.faults, [], "{name}");
        assert!(verified.games >= 60 + 8, "{name}: {}", verified.games);
        // What is not there is found missing.
        promises[0].revision += 1000;
        promises[1].client_id += "?";
        let commands = promises[0].commands + promises[1].commands;
        assert_eq!(missing(&*store, &promises), Ok(commands), "{name}");
    }
}

#[test]
fn moves_come_at_their_rate() {
    let stores = Stores::new("rate");
    let (_, store) = stores.all().remove(0);
    let plan = Plan { rate: Some(40.0), ..plan() };
    let (report, _) = play_moves(&plan, server(store, false), &|_| {}).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert!((40..=61).contains(&report.moves), "{report:?}");
}

#[test]
fn every_socket_receives_the_move() {
    let stores = Stores::new("sockets");
    let (_, store) = stores.all().remove(1);
    let report = open_sockets(&plan(), server(store, false), &|_| {}).unwrap();
    assert_eq!(report.errors, [""; 0]);
    assert_eq!((report.games, report.open_on_server, report.told), (10, Some(20), 20));
}

#[test]
fn variants_of_every_kind_can_be_loaded() {
    let stores = Stores::new("variants");
    let (_, store) = stores.all().remove(0);
    let address = server(store.clone(), false);
    for variant in ["hex-diamond-9", "tower-3d", "wordstockt-challenge"] {
        let plan = Plan { variant: variant.to_string(), games: 2, seconds: 0.4, ..plan() };
        let (report, promises) = play_moves(&plan, address, &|_| {}).unwrap();
        assert_eq!(report.errors, [""; 0], "{variant}");
        assert_eq!(missing(&*store, &promises), Ok(0), "{variant}");
    }
    assert_eq!(verify(&tilewright_protocol::Engine::new(), &*store, |_| {}).unwrap().faults, []);
}
