//! The lobby: seeks, quick pairing and rematches over HTTP and sockets.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, Setup, TestServer, generous, id, setup, short_games_count};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};
use tokio_tungstenite::tungstenite::Message;

const SEEKS: &str = "/api/v1/lobby/seeks";
const PAIR: &str = "/api/v1/lobby/pair";
const MINE: &str = "/api/v1/lobby/mine";

type Heard = Arc<Mutex<Vec<Value>>>;

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A socket that keeps what it hears.
fn socket(server: &TestServer, path: &str, token: Option<&str>) -> Heard {
    let heard = Heard::default();
    let keep = heard.clone();
    let address = format!("ws://{}{path}", server.address);
    let hello = json!({ "type": "hello", "token": token }).to_string();
    let (mut socket, _) =
        server.runtime.block_on(tokio_tungstenite::connect_async(address)).unwrap();
    server.runtime.spawn(async move {
        socket.send(Message::text(hello)).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                keep.lock().unwrap().push(serde_json::from_str(&text).unwrap());
            }
        }
    });
    wait("the first message", || !heard.lock().unwrap().is_empty());
    heard
}

/// Whether a socket has heard a message.
fn heard(socket: &Heard, is: impl Fn(&Value) -> bool) -> bool {
    socket.lock().unwrap().iter().any(is)
}

fn token(client: &Client) -> Option<&str> {
    client.token.as_deref()
}

fn seek() -> Value {
    json!({ "variant": "anadrome" })
}

fn with(mut seek: Value, key: &str, value: Value) -> Value {
    seek[key] = value;
    seek
}

fn listed(client: &mut Client) -> Vec<String> {
    let list = client.ok("GET", SEEKS, None);
    let seeks = list["seeks"].as_array().unwrap().iter();
    seeks.map(|seek| seek["id"].as_str().unwrap().to_string()).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_string()
}

fn me(client: &mut Client) -> String {
    text(&client.ok("GET", "/api/v1/me", None)["id"])
}

#[test]
fn a_seek_is_listed_taken_once_and_announced() {
    let server = TestServer::new();
    let (mut ann, mut bob, mut cid) =
        (server.account("Ann"), server.account("Bob"), server.guest("Cid"));
    let waiting = socket(&server, "/api/v1/lobby/live", token(&ann));
    assert_eq!(waiting.lock().unwrap()[0]["type"], "lobby");
    let time = json!({ "live": { "minutes": 10, "increment": 5 } });
    let asked = with(with(seek(), "time", time.clone()), "side", json!("second"));
    let made = ann.ok("POST", SEEKS, Some(asked.clone()));
    assert_eq!((&made["time"], &made["variant_name"]), (&time, &json!("Anadrome")));
    assert_eq!((&made["hints"], &made["rated"]), (&json!(false), &json!(false)));
    assert_eq!(made["player"]["name"], "Ann");
    assert_eq!(ann.ok("POST", SEEKS, Some(asked))["id"], made["id"], "asked again, it is the same");
    let seek = text(&made["id"]);
    wait("the own seek", || heard(&waiting, |message| message["seeks"][0]["id"] == seek.as_str()));
    assert_eq!(ann.ok("GET", MINE, None)["seeks"][0]["id"], made["id"]);
    assert_eq!(listed(&mut bob), [seek.as_str()]);
    assert_eq!(listed(&mut ann), [""; 0]);
    assert_eq!(bob.ok("GET", &format!("{SEEKS}?variant=classic"), None)["seeks"], json!([]));
    assert_eq!(bob.ok("GET", &format!("{SEEKS}?rated=true"), None)["seeks"], json!([]));
    let page = format!("{SEEKS}?before={}&id={seek}", made["created"]);
    assert_eq!(bob.ok("GET", &page, None)["seeks"], json!([]), "the list ends with it");
    let take = format!("{SEEKS}/{seek}/take");
    assert_eq!(ann.post(&take, Value::Null).0, 404, "nobody takes an own seek");
    assert_eq!(Client::new(server.address).post(&take, Value::Null).0, 401);
    let game = bob.ok("POST", &take, None);
    assert_eq!(game["game"]["status"], "running");
    assert_eq!(game["game"]["seats"][0]["name"], "Bob", "Ann wanted to move second");
    assert_eq!(game["game"]["seats"][1]["name"], "Ann");
    assert_eq!((&game["game"]["time"], &game["game"]["rated"]), (&time, &json!(false)));
    assert_eq!(cid.post(&take, Value::Null).0, 404, "it is taken");
    assert_eq!(cid.ok("GET", SEEKS, None)["seeks"], json!([]));
    let game = id(&game);
    wait("the news of the game", || {
        heard(&waiting, |message| message["paired"][0]["game"] == game.as_str())
    });
    let mine = ann.ok("GET", MINE, None);
    assert_eq!((&mine["seeks"], &mine["paired"][0]["seek"]), (&json!([]), &json!(seek)));
    assert_eq!(mine["paired"][0]["game"], game.as_str());
    // The clock is the game's own: 10 minutes for each player, and no more.
    let path = format!("/api/v1/games/{game}");
    let details = ann.ok("GET", &format!("{path}/variant"), None);
    assert_eq!(details["rules"]["time_limit"]["bank"], 600, "{}", details["rules"]["time_limit"]);
    server.pass_time(599_000);
    assert_eq!(ann.ok("GET", &path, None)["game"]["status"], "running");
    server.pass_time(2_000);
    wait("the end of the time", || ann.ok("GET", &path, None)["game"]["status"] == "over");
    let export = ann.ok("GET", &format!("{path}/export.json"), None);
    assert_eq!(export["time"], time);
    let verify = json!({ "v": 1, "call": { "op": "verify", "game": export } });
    assert_eq!(ann.ok("POST", "/api/v1/engine", Some(verify))["answer"]["ok"], true);
    assert_eq!(ann.ok("GET", "/api/v1/me/export", None)["seeks"], json!([]));
}

#[test]
fn seeks_end_with_their_session_their_time_and_when_they_are_withdrawn() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.account("Ann"), server.guest("Bob"));
    let live = with(seek(), "time", json!({ "live": { "minutes": 5 } }));
    let made = ann.ok("POST", SEEKS, Some(live.clone()));
    assert_eq!(listed(&mut bob).len(), 1);
    let path = format!("{SEEKS}/{}", text(&made["id"]));
    assert_eq!(bob.delete(&path).0, 404, "it is somebody else's");
    assert_eq!(ann.delete(&path).0, 204);
    assert_eq!(ann.delete(&path).0, 404);
    assert_eq!(listed(&mut bob), [""; 0]);
    ann.ok("POST", SEEKS, Some(live));
    server.pass_time(14 * 60_000);
    assert_eq!(listed(&mut bob).len(), 1);
    server.pass_time(61_000);
    assert_eq!(listed(&mut bob), [""; 0], "after a quarter of an hour");
    ann.ok("POST", SEEKS, Some(seek()));
    server.pass_time(3_600_000);
    assert_eq!(listed(&mut bob).len(), 1, "a seek without a clock lasts longer");
    let taken = ann.ok("GET", "/api/v1/me/export", None)["seeks"].clone();
    assert_eq!(taken.as_array().unwrap().len(), 1);
    assert_eq!(ann.delete("/api/v1/sessions/current").0, 204);
    assert_eq!(listed(&mut bob), [""; 0], "who signs out seeks nobody");
}

#[test]
fn seeks_respect_blocks_ratings_accounts_and_limits() {
    let limits = Limits { seeks_per_player: 2, ..generous().limits };
    let server = TestServer::config(Config { limits, ..generous() });
    let (mut ann, mut bob, mut cid) =
        (server.account("Ann"), server.account("Bob"), server.guest("Cid"));
    let bad = [
        (seek_of("none"), 422),
        (with(seek(), "time", json!({ "days": 31 })), 400),
        (with(seek(), "time", json!({ "live": { "minutes": 0 } })), 400),
        (with(seek(), "rating", json!({ "least": 2000, "most": 1000 })), 400),
        (with(with(seek(), "rated", json!(true)), "hints", json!(true)), 400),
        (with(seek(), "seats", json!(3)), 400),
        // A puzzle for one.
        (seek_of("daily-9"), 422),
    ];
    for (body, status) in bad {
        assert_eq!(ann.post(SEEKS, body.clone()).0, status, "{body}");
    }
    let rated = with(seek(), "rated", json!(true));
    assert_eq!(cid.post(SEEKS, rated.clone()).0, 403, "guests have no ratings");
    let first = text(&ann.ok("POST", SEEKS, Some(rated))["id"]);
    let range = with(seek(), "rating", json!({ "least": 1600 }));
    let second = ann.ok("POST", SEEKS, Some(range.clone()));
    assert_eq!(second["rating"], json!({ "least": 1600 }));
    assert_eq!(ann.post(SEEKS, seek()).0, 409, "two at a time");
    assert_eq!(listed(&mut bob), [first.as_str()], "Bob counts as 1500");
    assert_eq!(listed(&mut cid), [""; 0]);
    let take = format!("{SEEKS}/{first}/take");
    assert_eq!(cid.post(&take, Value::Null).0, 404);
    let ann_id = me(&mut ann);
    bob.ok("POST", &format!("/api/v1/players/{ann_id}/block"), Some(json!({ "kind": "block" })));
    assert_eq!(listed(&mut bob), [""; 0]);
    assert_eq!(bob.post(&take, Value::Null).0, 404);
    let Pairings { waiting, .. } = pairings(&bob.ok("POST", PAIR, Some(seek())));
    assert_eq!(waiting, 1, "nobody is paired with somebody who was blocked");
}

fn seek_of(variant: &str) -> Value {
    json!({ "variant": variant })
}

struct Pairings {
    waiting: usize,
    game: Option<String>,
}

fn pairings(answer: &Value) -> Pairings {
    let game = answer.get("paired").map(id);
    Pairings { waiting: usize::from(answer.get("waiting").is_some()), game }
}

/// Threads that seek at the same time.
const AT_ONCE: usize = 8;

/// This many new players seek the same at the same time. Everybody is paired once; how long the
/// requests took, in order.
fn pair_all(server: &TestServer, players: usize) -> Vec<Duration> {
    let asked = with(seek(), "time", json!({ "days": 3 }));
    let clients: Vec<Mutex<Client>> = std::thread::scope(|scope| {
        let guests = |thread: usize| {
            let own = (thread..players).step_by(AT_ONCE);
            own.map(|number| Mutex::new(server.guest(&format!("P{number}")))).collect::<Vec<_>>()
        };
        let threads: Vec<_> =
            (0..AT_ONCE).map(|thread| scope.spawn(move || guests(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let answers: Vec<(Value, Duration)> = std::thread::scope(|scope| {
        let (clients, asked) = (&clients, &asked);
        let pair = |client: &Mutex<Client>| {
            let began = Instant::now();
            let answer = client.lock().unwrap().ok("POST", PAIR, Some(asked.clone()));
            (answer, began.elapsed())
        };
        let some = move |thread| {
            clients.iter().skip(thread).step_by(AT_ONCE).map(pair).collect::<Vec<_>>()
        };
        let threads: Vec<_> =
            (0..AT_ONCE).map(|thread| scope.spawn(move || some(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let all = || answers.iter().map(|(answer, _)| pairings(answer));
    assert_eq!(all().filter(|pairing| pairing.game.is_some()).count(), players / 2);
    assert_eq!(all().map(|pairing| pairing.waiting).sum::<usize>(), players / 2);
    // Everybody has one game, and those who waited find it in their lobby.
    let mut seats: BTreeMap<String, usize> = BTreeMap::new();
    for client in &clients {
        let mut client = client.lock().unwrap();
        let own = client.ok("GET", "/api/v1/games", None)["games"].as_array().unwrap().clone();
        assert_eq!(own.len(), 1);
        let game = text(&own[0]["id"]);
        assert_eq!(own[0]["status"], "running");
        let mine = client.ok("GET", MINE, None);
        assert_eq!(mine["seeks"], json!([]));
        if let Some(paired) = mine["paired"].get(0) {
            assert_eq!(paired["game"], game.as_str());
        }
        *seats.entry(game).or_default() += 1;
    }
    assert!(seats.len() == players / 2 && seats.values().all(|count| *count == 2), "{seats:?}");
    let mut times: Vec<Duration> = answers.into_iter().map(|(_, time)| time).collect();
    times.sort();
    times
}

#[test]
fn quick_pairing_pairs_everybody_once() {
    let server = TestServer::new();
    if setup() != Setup::Cluster {
        pair_all(&server, 40);
        return;
    }
    // A crowd on three servers over one database. Other work on the machine can only add time.
    let mut last = Duration::ZERO;
    for _ in 0..3 {
        let times = pair_all(&server, 1_000);
        last = times[989];
        eprintln!("1,000 seekers: p50 {:?}, p99 {last:?}", times[499]);
        if last < Duration::from_secs(1) {
            return;
        }
    }
    panic!("of 1,000 seekers one in a hundred waits for {last:?}");
}

#[test]
fn a_challenge_reaches_one_player_who_takes_or_declines_it() {
    let server = TestServer::new();
    let (mut ann, mut bob, mut cid) =
        (server.account("Ann"), server.account("Bob"), server.guest("Cid"));
    let (bob_id, cid_id, ann_id) = (me(&mut bob), me(&mut cid), me(&mut ann));
    let to = |id: &str| with(seek(), "opponent", json!(id));
    let waiting = socket(&server, "/api/v1/lobby/live", token(&bob));
    let made = ann.ok("POST", SEEKS, Some(to(&bob_id)));
    assert_eq!(made["opponent"], json!({ "id": bob_id, "name": "Bob", "guest": false }));
    let one = text(&made["id"]);
    wait("the challenge", || {
        heard(&waiting, |message| message["challenges"][0]["id"] == one.as_str())
    });
    assert_eq!(bob.ok("GET", MINE, None)["challenges"][0]["player"]["name"], "Ann");
    assert_eq!(cid.ok("GET", MINE, None)["challenges"], json!([]));
    assert_eq!((listed(&mut bob).len(), listed(&mut cid).len()), (0, 0));
    let path = format!("{SEEKS}/{one}");
    assert_eq!(cid.post(&format!("{path}/take"), Value::Null).0, 404);
    assert_eq!(cid.delete(&path).0, 404);
    assert_eq!(bob.delete(&path).0, 204, "declined");
    assert_eq!(ann.ok("GET", MINE, None)["seeks"], json!([]));
    let two = text(&ann.ok("POST", SEEKS, Some(to(&bob_id)))["id"]);
    let game = bob.ok("POST", &format!("{SEEKS}/{two}/take"), None);
    assert_eq!(ann.ok("GET", MINE, None)["paired"][0]["game"], game["game"]["id"]);
    assert_eq!(ann.post(SEEKS, to(&ann_id)).0, 400);
    assert_eq!(ann.post(SEEKS, to("nobody")).0, 404);
    assert_eq!(ann.post(PAIR, to(&bob_id)).0, 400, "quick pairing is for anybody");
    assert_eq!(ann.post(SEEKS, with(to(&cid_id), "rated", json!(true))).0, 400);
    bob.ok("POST", &format!("/api/v1/players/{ann_id}/block"), Some(json!({ "kind": "block" })));
    assert_eq!(ann.post(SEEKS, to(&bob_id)).0, 403);
}

/// A finished game of two.
fn finished(server: &TestServer, ann: &mut Client, bob: &mut Client) -> String {
    let rated = with(seek(), "rated", json!(true));
    let side = with(rated, "side", json!("first"));
    let waiting = ann.ok("POST", PAIR, Some(side));
    assert_eq!(pairings(&waiting).waiting, 1, "{waiting}");
    let paired = bob.ok("POST", PAIR, Some(with(seek(), "rated", json!(true))));
    let game = pairings(&paired).game.unwrap();
    let path = format!("/api/v1/games/{game}");
    let shown = ann.ok("GET", &path, None);
    assert_eq!(shown["game"]["rated"], true);
    let revision = &shown["game"]["revision"];
    let resign = json!({ "client_id": "r", "revision": revision, "command": { "type": "resign" } });
    ann.ok("POST", &format!("{path}/commands"), Some(resign));
    wait("the settlement", || server.store.unrated(&game).unwrap().is_some());
    game
}

#[test]
fn a_rematch_reaches_the_opponent_and_is_made_once() {
    let server = TestServer::config(short_games_count());
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let mut stranger = server.guest("Cid");
    let game = finished(&server, &mut ann, &mut bob);
    assert_eq!(server.store.unrated(&game).unwrap().as_deref(), Some(""), "it was rated");
    let path = format!("/api/v1/games/{game}");
    let rematch = format!("{path}/rematch");
    let sockets = [
        socket(&server, &format!("{path}/live"), token(&ann)),
        socket(&server, &format!("{path}/live"), token(&bob)),
        socket(&server, "/api/v1/lobby/live", token(&bob)),
    ];
    assert_eq!(stranger.post(&rematch, Value::Null).0, 403);
    assert_eq!(stranger.delete(&rematch).0, 403);
    assert_eq!(bob.delete(&rematch).0, 409, "nobody has asked");
    let asked = ann.ok("POST", &rematch, None);
    assert_eq!((id(&asked), &asked["game"]["rematch"]["seats"]), (game.clone(), &json!([0])));
    for socket in &sockets[..2] {
        wait("the offer in the game", || {
            heard(socket, |message| message["rematch"]["seats"] == json!([0]))
        });
    }
    let offered = |message: &Value| message["rematches"][0]["game"] == game.as_str();
    wait("the offer in the lobby", || heard(&sockets[2], offered));
    let mine = bob.ok("GET", MINE, None);
    assert_eq!(mine["rematches"][0]["names"], json!(["Ann"]));
    assert_eq!(ann.ok("GET", MINE, None)["rematches"], json!([]));
    assert_eq!(bob.ok("GET", &path, None)["game"]["rematch"]["seats"], json!([0]));
    // Bob does not want it; then both do.
    assert_eq!(bob.delete(&rematch).0, 204);
    wait("the refusal", || heard(&sockets[0], |message| message["rematch"]["declined"] == 1));
    assert_eq!(bob.ok("GET", MINE, None)["rematches"], json!([]));
    let clients = [Mutex::new(ann), Mutex::new(bob)];
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let rematch = &rematch;
        let ask = |client: &Mutex<Client>| client.lock().unwrap().ok("POST", rematch, None);
        let threads: Vec<_> =
            clients.iter().map(|client| scope.spawn(move || ask(client))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let [ann, bob] = clients;
    let (mut ann, mut bob) = (ann.into_inner().unwrap(), bob.into_inner().unwrap());
    let next = text(&ann.ok("GET", &path, None)["game"]["rematch"]["game"]);
    assert!(next != game);
    let known = [game.clone(), next.clone()];
    assert!(answers.iter().all(|answer| known.contains(&id(answer))));
    assert!(answers.iter().any(|answer| id(answer) == next));
    for client in [&mut ann, &mut bob] {
        assert_eq!(client.ok("GET", "/api/v1/games", None)["games"].as_array().unwrap().len(), 2);
        assert_eq!(id(&client.ok("POST", &rematch, None)), next, "asked again, it is the same");
    }
    let shown = ann.ok("GET", &format!("/api/v1/games/{next}"), None);
    assert_eq!(shown["game"]["status"], "running");
    let names: Vec<&Value> =
        shown["game"]["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Bob", "Ann"], "the seats have moved on");
    assert_eq!(shown["game"]["rated"], true);
    for socket in &sockets[..2] {
        wait("the new game", || {
            heard(socket, |message| message["rematch"]["game"] == next.as_str())
        });
    }
}

#[test]
fn a_rematch_against_bots_starts_at_once_and_offers_expire() {
    let server = TestServer::new();
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let alone =
        json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", { "bot": "beginner" }] });
    let made = id(&ann.ok("POST", "/api/v1/games", Some(alone)));
    let path = format!("/api/v1/games/{made}");
    assert_eq!(ann.post(&format!("{path}/rematch"), Value::Null).0, 409, "it is not over");
    let resign = |client: &mut Client, path: &str| {
        wait("the resignation", || {
            let revision = client.ok("GET", path, None)["game"]["revision"].clone();
            let resign = json!({ "client_id": format!("r{revision}"), "revision": revision,
                "command": { "type": "resign" } });
            client.post(&format!("{path}/commands"), resign);
            client.ok("GET", path, None)["game"]["status"] == "over"
        });
    };
    resign(&mut ann, &path);
    let next = ann.ok("POST", &format!("{path}/rematch"), None);
    assert!(id(&next) != made);
    assert_eq!(next["game"]["status"], "running");
    assert_eq!(next["game"]["seats"][1]["name"], "Ann");
    let other = ann.ok("POST", &format!("{path}/rematch"), None);
    assert!(id(&other) != id(&next), "who plays alone begins as often as they like");
    let game = finished(&server, &mut ann, &mut bob);
    let rematch = format!("/api/v1/games/{game}/rematch");
    ann.ok("POST", &rematch, None);
    assert_eq!(bob.ok("GET", MINE, None)["rematches"].as_array().unwrap().len(), 1);
    server.pass_time(86_400_001);
    assert_eq!(bob.ok("GET", MINE, None)["rematches"], json!([]));
    let asked = bob.ok("POST", &rematch, None);
    assert_eq!(asked["game"]["rematch"]["seats"], json!([1]), "the old offer does not count");
    assert_eq!(id(&asked), game);
    let ann_id = me(&mut ann);
    bob.ok("POST", &format!("/api/v1/players/{ann_id}/block"), Some(json!({ "kind": "block" })));
    assert_eq!(ann.post(&rematch, Value::Null).0, 403, "Bob has blocked Ann");
}

#[test]
fn seeks_and_offers_survive_a_restart() {
    let mut server = TestServer::lasting();
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let made = ann.ok("POST", SEEKS, Some(seek()));
    server.restart();
    for client in [&mut ann, &mut bob] {
        let token = client.token.take();
        *client = Client::new(server.address);
        client.token = token;
    }
    let seek = text(&made["id"]);
    assert_eq!(listed(&mut bob), [seek.as_str()]);
    let game = id(&bob.ok("POST", &format!("{SEEKS}/{seek}/take"), None));
    assert_eq!(ann.ok("GET", MINE, None)["paired"][0]["game"], game.as_str());
}
