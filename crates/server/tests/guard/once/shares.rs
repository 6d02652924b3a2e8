//! Fair shares: who is counted as whom, and what nobody can take from others.

use crate::common::{Client, TestServer, generous, id};
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};
use tilewright_storage::MemoryStore;

fn server(config: Config) -> TestServer {
    TestServer::with(Arc::new(MemoryStore::new()), config)
}

fn limited(change: impl FnOnce(&mut Limits)) -> Config {
    let mut config = generous();
    change(&mut config.limits);
    config
}

/// The status of a new guest who comes with a header.
fn guest(server: &TestServer, header: &str) -> u16 {
    let mut client = Client::new(server.address);
    client.extra = format!("{header}\r\n");
    client.post("/api/v1/guests", json!({})).0
}

#[test]
fn clients_of_a_trusted_proxy_are_limited_one_by_one() {
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let config = limited(|limits| limits.guests_per_minute = 2);
    let server = server(Config { trusted_proxies, ..config });
    let from = |address: &str| guest(&server, &format!("X-Forwarded-For: {address}"));
    let three = |address: &str| [from(address), from(address), from(address)];
    assert_eq!(three("203.0.113.1"), [200, 200, 429]);
    assert_eq!(three("203.0.113.2"), [200, 200, 429]);
    // What a client adds on the left does not make it another one.
    assert_eq!(from("198.51.100.7, 203.0.113.1"), 429);
    // A network of IPv6 is one client, and another network another.
    assert_eq!(three("2001:db8::1"), [200, 200, 429]);
    assert_eq!((from("2001:db8::2"), from("2001:db8:0:1::1")), (429, 200));
    assert_eq!(guest(&server, "Forwarded: for=203.0.113.2"), 429);
    assert_eq!(guest(&server, "Forwarded: for=\"[2001:db8:0:2::1]:80\""), 200);
}

#[test]
fn forged_headers_of_others_are_ignored() {
    let server = server(limited(|limits| limits.guests_per_minute = 2));
    let forged = |last: u8, name: &str| guest(&server, &format!("{name}203.0.113.{last}"));
    assert_eq!(forged(1, "X-Forwarded-For: "), 200);
    assert_eq!(forged(2, "Forwarded: for="), 200);
    assert_eq!((forged(3, "X-Forwarded-For: "), forged(4, "Forwarded: for=")), (429, 429));
}

#[test]
fn a_clock_that_jumps_changes_no_limit() {
    let server = server(limited(|limits| limits.guests_per_minute = 2));
    let day = 86_400_000;
    let new = || guest(&server, "X-None: 1");
    assert_eq!([new(), new(), new()], [200, 200, 429]);
    server.time.fetch_add(day, Ordering::SeqCst);
    assert_eq!(new(), 429, "a jump forward gives nothing");
    server.time.fetch_sub(2 * day, Ordering::SeqCst);
    assert_eq!(new(), 429);
    server.pass_time(30_000);
    assert_eq!(new(), 200, "a jump back takes nothing");
}

#[test]
fn a_token_counts_only_if_it_is_valid() {
    let server = server(limited(|limits| limits.requests_per_minute = 5));
    let mut eve = Client::new(server.address);
    eve.token = Some(format!("tw_{}", "0".repeat(64)));
    let asked: Vec<u16> = (0..7).map(|_| eve.get("/api/v1/variants").0).collect();
    assert_eq!(asked, [200, 200, 200, 200, 200, 429, 429]);
    server.pass_time(60_000);
    // A player is limited as a player: the address has as much as before.
    let mut ann = server.guest("Ann");
    for _ in 0..4 {
        assert_eq!(ann.get("/api/v1/variants").0, 200);
    }
    eve.token = None;
    let asked: Vec<u16> = (0..5).map(|_| eve.get("/api/v1/variants").0).collect();
    assert_eq!(asked, [200, 200, 200, 200, 429]);
}

#[test]
fn health_is_never_limited_and_refused_connections_are_closed() {
    let server = server(limited(|limits| limits.requests_per_minute = 1));
    let mut eve = Client::new(server.address);
    let mut closed = None;
    for number in 1..=30 {
        let status = eve.get("/api/v1/variants").0;
        assert_eq!(status == 200, number == 1);
        if eve.headers.to_lowercase().contains("connection: close") {
            closed = closed.or(Some(number));
        }
        assert_eq!(Client::new(server.address).get("/healthz").0, 200);
        assert_eq!(Client::new(server.address).get("/readyz").0, 200);
    }
    assert_eq!(closed, Some(21), "after twenty refusals");
}

/// A gauge of a pool.
fn busy(server: &TestServer, pool: &str) -> u64 {
    let text = Client::new(server.address).send("GET", "/metrics", b"").1;
    let name = format!("tilewright_pool_busy{{pool=\"{pool}\"}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&name));
    line.unwrap_or_else(|| panic!("no {name}in {text}")).parse().unwrap()
}

fn wait_for(server: &TestServer, work: u64) {
    let began = Instant::now();
    while busy(server, "engine") != work {
        assert!(began.elapsed() < Duration::from_secs(5), "not {work} calls");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_caller_who_goes_away_cancels_the_work() {
    let server = server(generous());
    let letters: Vec<String> = ('A'..='Z').map(|letter| format!("[\"{letter}\", 90, 1]")).collect();
    let toml = format!(
        "format = 1\nid = \"x\"\nname = \"X\"\nlanguage = \"en\"\nlexicon = \"en\"\n\
         players = [1, 4]\n[board]\nshape = \"rect\"\nwidth = 64\nheight = 64\n\
         [tiles]\nletters = [{}]\nblanks = [[\"?\", 2000, 0]]\n[rules.rack_size]\nsize = 64\n",
        letters.join(", ")
    );
    let lab = json!({ "v": 1, "call": { "op": "lab", "variant": { "toml": toml }, "games": 200 } });
    let body = lab.to_string();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST /api/v1/engine HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    wait_for(&server, 1);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(busy(&server, "engine"), 1, "it takes long");
    drop(stream);
    wait_for(&server, 0);
}

#[test]
fn games_in_memory_take_a_bounded_number_of_bytes() {
    let most = 2 << 20;
    let server = server(limited(|limits| limits.game_bytes_in_memory = most));
    let mut ann = server.guest("Ann");
    let words = vec!["CAT"; 20_000].join("\n");
    let mut games = Vec::new();
    for _ in 0..40 {
        let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"],
            "words": { "list": words } });
        games.push(id(&ann.ok("POST", "/api/v1/games", Some(settings))));
        // One more than the bound may be there for a moment.
        assert!(server.counted("table_bytes") <= most as u64 + (1 << 18));
    }
    assert!(server.counted("tables") < 20, "{} games are kept", server.counted("tables"));
    // What was dropped is read again.
    for game in games {
        assert_eq!(ann.get(&format!("/api/v1/games/{game}")).0, 200);
    }
}
