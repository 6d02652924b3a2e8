//! Lag: what the way of a move takes is given back, and no more than the bounds.

use crate::common::{Client, TestServer, generous, id, public};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_server::{Config, Lag, verify};
use tilewright_storage::MemoryStore;
use tokio_tungstenite::tungstenite::Message;

const VARIANT: &str = "format = 1\nid = \"quick\"\nname = \"Quick\"\nextends = \"classic\"\n\
    players = [2, 2]\n[rules.time_limit]\nturn_time_limit = 60\ntime_limit_action = \"pass\"\n";

struct Table {
    server: TestServer,
    clients: [Client; 2],
    path: String,
    commands: u32,
}

fn table(lag: Lag) -> Table {
    let server = TestServer::with(Arc::new(MemoryStore::new()), Config { lag, ..generous() });
    let (mut ann, mut bob) = (server.guest("Ann"), server.guest("Bob"));
    let settings =
        json!({ "variant": { "toml": VARIANT }, "seats": ["me", "open"], "words": "free" });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    Table { server, clients: [ann, bob], path, commands: 0 }
}

impl Table {
    /// Opens a socket for a seat that answers every ping of the server so late.
    fn connect(&self, seat: usize, late: Duration) {
        let address = format!("ws://{}{}/live", self.server.address, self.path);
        let token = self.clients[seat].token.clone();
        let (answered, answer) = std::sync::mpsc::channel();
        self.server.runtime.spawn(async move {
            let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
            let hello = json!({ "type": "hello", "token": token }).to_string();
            socket.send(Message::text(hello)).await.unwrap();
            // Answers to questions that nobody has asked change nothing.
            socket.send(Message::Pong(vec![0; 8].into())).await.unwrap();
            assert!(socket.next().await.unwrap().unwrap().is_text());
            tokio::time::sleep(late).await;
            while let Some(Ok(message)) = socket.next().await {
                if let Message::Ping(_) = message {
                    // Reading has prepared the answer; now it goes out.
                    socket.flush().await.unwrap();
                    let _ = answered.send(());
                }
            }
        });
        answer.recv_timeout(Duration::from_secs(20)).expect("the server asks");
        std::thread::sleep(Duration::from_millis(200));
    }

    fn seat_to_move(&mut self) -> usize {
        let view = self.clients[0].ok("GET", &self.path, None);
        public(&view)["to_move"].as_u64().unwrap() as usize
    }

    /// The seat to move passes, so long after the time of its turn is up; whether it was in time.
    fn pass_late(&mut self, millis: u64) -> bool {
        let view = self.clients[0].ok("GET", &self.path, None);
        let (seat, began) = (
            public(&view)["to_move"].as_u64().unwrap() as usize,
            public(&view)["turn_began"].as_u64().unwrap(),
        );
        let revision = view["game"]["revision"].as_u64().unwrap();
        self.server.time.store(began + 60_000 + millis, std::sync::atomic::Ordering::SeqCst);
        // The loop that looks at deadlines has its chance too.
        std::thread::sleep(Duration::from_millis(600));
        self.commands += 1;
        let sent = json!({ "client_id": format!("c{}", self.commands), "revision": revision, "command": { "type": "pass" } });
        let (status, answer) = self.clients[seat].post(&format!("{}/commands", self.path), sent);
        assert!(matches!(status, 200 | 409), "{status} {answer}");
        status == 200
    }

    /// The times of the turns in the log: (when one ended, when the next began).
    fn turns(&self) -> Vec<(u64, u64)> {
        let game = self.path.rsplit('/').next().unwrap();
        let events: Vec<Value> = (self.server.store.events(game, 0, 1000).unwrap().iter())
            .map(|text| serde_json::from_str(text).unwrap())
            .collect();
        events
            .windows(2)
            .filter(|pair| {
                pair[0]["fact"]["type"] == "passed" && pair[1]["fact"]["type"] == "turn_began"
            })
            .map(|pair| (pair[0]["at"].as_u64().unwrap(), pair[1]["at"].as_u64().unwrap()))
            .collect()
    }
}

#[test]
fn without_a_measured_way_nothing_is_given_back() {
    let mut table = table(Lag::default());
    assert!(!table.pass_late(0), "the clock has passed already");
    assert_eq!(table.turns().iter().filter(|(ended, began)| ended != began).count(), 0);
}

#[test]
fn an_honest_client_far_away_does_not_lose_on_time_by_the_way() {
    let mut table = table(Lag::default());
    let seat = table.seat_to_move();
    // 600 ms there and back: 300 ms one way.
    table.connect(seat, Duration::from_millis(600));
    assert!(table.pass_late(250));
    let (ended, began) = *table.turns().last().unwrap();
    assert!((250..=500).contains(&(began - ended)), "{}", began - ended);
    // The other seat's turn began at the true time, and gets nothing: its way is not known.
    let game = table.path.rsplit('/').next().unwrap().to_string();
    let stored = table.server.store.game(&game).unwrap().unwrap();
    assert_eq!(stored.head.deadline, Some(began + 60_000));
    assert!(!table.pass_late(5));
    assert_eq!(
        verify(&tilewright_protocol::Engine::new(), &*table.server.store, |_| {}).unwrap().faults,
        []
    );
}

#[test]
fn a_lying_client_gains_no_more_than_the_bound() {
    let mut table = table(Lag { per_move: 100, per_game: 150 });
    let seat = table.seat_to_move();
    let began = Instant::now();
    table.connect(seat, Duration::from_secs(2));
    assert!(began.elapsed() > Duration::from_secs(2));
    // One way of a second is claimed; a tenth is given.
    assert!(table.pass_late(99));
    assert!(table.seat_to_move() != seat && !table.pass_late(0), "the other has no socket");
    // Of the bound for the whole game, half as much is left.
    assert_eq!(table.seat_to_move(), seat);
    assert!(!table.pass_late(51));
    let given: u64 = table.turns().iter().map(|(ended, began)| began - ended).sum();
    assert!(given <= 150, "{given}");
    while table.seat_to_move() != seat {
        table.pass_late(0);
    }
    assert!(!table.pass_late(1), "everything is used up");
}

#[test]
fn nothing_is_given_back_where_the_operator_does_not_want_it() {
    let mut table = table(Lag { per_move: 0, per_game: 0 });
    let seat = table.seat_to_move();
    table.connect(seat, Duration::from_millis(600));
    assert!(!table.pass_late(1));
}
