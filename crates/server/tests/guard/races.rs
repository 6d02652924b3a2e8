//! Races: two clients of one seat, double clicks, retries, stale revisions, challenges of both
//! sides at the moment in which the clock runs out. Each has one outcome, and nothing is lost.

use crate::common::{Client, Setup, TestServer, generous, id, public, setup};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Barrier};
use tilewright_server::verify;
use tilewright_storage::Store;

/// Three seats, challenges, a minute for each turn.
const VARIANT: &str = "format = 1\nid = \"race\"\nname = \"Race\"\nextends = \"classic\"\n\
    players = [2, 3]\n[rules.challenge]\nenable_challenges = true\n\
    [rules.time_limit]\nturn_time_limit = 60\ntime_limit_action = \"pass\"\n";

/// A game of three, everyone with a token.
struct Race {
    server: TestServer,
    tokens: Vec<String>,
    game: String,
    path: String,
    /// What was answered with 200: what each id has become.
    accepted: BTreeMap<String, (u64, Value)>,
}

/// A request of a race: the seat, its id, the revision that it has seen, the command.
type Sent = (usize, String, u64, Value);

impl Race {
    fn new(store: Option<Arc<dyn Store>>) -> Race {
        let server = match store {
            Some(store) => TestServer::with(store, generous()),
            None => TestServer::new(),
        };
        let mut clients: Vec<Client> = ["Ann", "Bob", "Cy"].map(|name| server.guest(name)).into();
        let settings = json!({ "variant": { "toml": VARIANT }, "seats": ["me", "open", "open"],
            "words": { "list": "CAT\nDOG" } });
        let made = clients[0].ok("POST", "/api/v1/games", Some(settings));
        let path = format!("/api/v1/games/{}", id(&made));
        for (index, client) in clients.iter_mut().enumerate().skip(1) {
            let invite = json!({ "invite": made["invites"][index - 1]["code"] });
            client.ok("POST", &format!("{path}/join"), Some(invite));
        }
        let tokens = clients.iter().map(|client| client.token.clone().unwrap()).collect();
        Race { server, tokens, game: id(&made), path, accepted: BTreeMap::new() }
    }

    fn client(&self, seat: usize) -> Client {
        let mut client = Client::new(self.server.address);
        client.token = Some(self.tokens[seat].clone());
        client
    }

    fn revision(&self) -> u64 {
        self.server.store.revision(&self.game).unwrap().unwrap()
    }

    /// Sends everything at the same moment, each on a connection of its own, and lets time pass
    /// at that moment too.
    fn run(&mut self, sent: &[Sent], millis: u64) -> Vec<(u16, Value)> {
        let barrier = Barrier::new(sent.len() + 1);
        let commands = format!("{}/commands", self.path);
        let outcomes: Vec<(u16, Value)> = std::thread::scope(|scope| {
            let threads: Vec<_> = sent
                .iter()
                .map(|(seat, id, revision, command)| {
                    let (mut client, barrier, commands) = (self.client(*seat), &barrier, &commands);
                    scope.spawn(move || {
                        // The connection is there before the race begins.
                        client.get("/healthz");
                        barrier.wait();
                        client.post(
                            commands,
                            json!({ "client_id": id, "revision": revision, "command": command }),
                        )
                    })
                })
                .collect();
            barrier.wait();
            self.server.pass_time(millis);
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for ((seat, id, ..), (status, answer)) in sent.iter().zip(&outcomes) {
            assert!(matches!(status, 200 | 409 | 422), "{seat} {id}: {status} {answer}");
            if *status == 200 {
                let revision = answer["revision"].as_u64().unwrap();
                let facts: Vec<Value> = (answer["events"].as_array().unwrap().iter())
                    .map(|event| event["fact"].clone())
                    .collect();
                let known = self.accepted.entry(id.clone());
                let known = known.or_insert_with(|| (revision, Value::from(facts.clone())));
                assert_eq!(*known, (revision, Value::from(facts)), "{id} is answered alike");
            } else {
                assert!(answer["error"]["message"].is_string(), "{answer}");
            }
        }
        outcomes
    }

    /// How many of a race were applied again.
    fn fresh(outcomes: &[(u16, Value)]) -> usize {
        outcomes
            .iter()
            .filter(|(status, answer)| *status == 200 && answer["repeated"] == false)
            .count()
    }

    /// The log has every accepted command once, what else is in it the clock has done, and it
    /// replays.
    fn check(&self) {
        let store = &self.server.store;
        let events = store.events(&self.game, 0, 100_000).unwrap();
        let mut owner: Vec<Option<&String>> = vec![None; events.len()];
        for (id, (revision, facts)) in &self.accepted {
            let stored = store.command(&self.game, id).unwrap().expect("an accepted command");
            assert_eq!(stored.to, *revision, "{id}");
            assert_eq!((stored.to - stored.from) as usize, facts.as_array().unwrap().len());
            for place in &mut owner[stored.from as usize..stored.to as usize] {
                assert_eq!(*place, None, "{id} overlaps another command");
                *place = Some(id);
            }
        }
        let mut numbers: BTreeMap<u64, BTreeSet<Option<&String>>> = BTreeMap::new();
        for (text, owner) in events.iter().zip(&owner) {
            let event: Value = serde_json::from_str(text).unwrap();
            numbers.entry(event["command"].as_u64().unwrap()).or_default().insert(*owner);
            let clock = event["fact"]["timeout"] == true
                || ["turn_began", "window_closed", "turn_lost", "ended", "drew", "started"]
                    .iter()
                    .any(|kind| event["fact"]["type"] == *kind);
            assert!(owner.is_some() || clock, "nobody was notified of {text}");
        }
        assert!(numbers.values().all(|owners| owners.len() == 1), "one command, one number");
        let found = verify(&tilewright_protocol::Engine::new(), &**store, |_| {}).unwrap();
        assert_eq!(found.faults, [], "the log replays");
    }
}

fn pass() -> Value {
    json!({ "type": "pass" })
}

/// Two tiles of a rack in the middle row, or beside what lies there.
fn play(race: &Race, seat: usize) -> Value {
    let view = race.client(seat).ok("GET", &race.path, None);
    let rack = view["view"]["seat"]["rack"].as_array().unwrap().clone();
    let taken = public(&view)["board"].as_array().unwrap().len();
    let letters = rack.iter().filter(|tile| tile.as_str() != Some("?")).take(2);
    let actions: Vec<Value> = letters
        .zip(0..)
        .map(|(tile, step)| json!({ "place": { "x": 7 + step, "y": 7 + taken / 2, "kind_id": tile } }))
        .collect();
    json!({ "type": "move", "move": { "actions": actions } })
}

fn race_clicks(store: Option<Arc<dyn Store>>, rounds: usize) {
    let mut race = Race::new(store.clone());
    let mut done = 0;
    for round in 0..rounds {
        let record = race.server.store.game(&race.game).unwrap().unwrap();
        if record.head.status == tilewright_storage::GamePhase::Over {
            race.check();
            race = Race::new(store.clone());
        }
        let record = race.server.store.game(&race.game).unwrap().unwrap();
        let (seat, now) = (usize::from(record.head.to_move), race.revision());
        let other = (seat + 1) % 3;
        let chosen = if round % 2 == 0 { play(&race, seat) } else { pass() };
        let sent: Vec<Sent> = vec![
            // A double click, and a retry that overtakes it.
            (seat, format!("a{round}"), now, chosen.clone()),
            (seat, format!("a{round}"), now, chosen.clone()),
            (seat, format!("a{round}"), now, chosen.clone()),
            // Another client of the same seat wants something else.
            (seat, format!("b{round}"), now, pass()),
            (seat, format!("c{round}"), now, chosen),
            // Old revisions, of this seat and of others; a seat that is not to move.
            (seat, format!("d{round}"), now.saturating_sub(1), pass()),
            (other, format!("e{round}"), now.saturating_sub(2), pass()),
            (other, format!("f{round}"), now, pass()),
        ];
        let outcomes = race.run(&sent, 0);
        assert_eq!(Race::fresh(&outcomes), 1, "{outcomes:?}");
        assert!(outcomes[5..].iter().all(|(status, _)| *status != 200), "{outcomes:?}");
        // A retry long after gets the same answer.
        let (id, command) = match race.accepted.contains_key(&format!("a{round}")) {
            true => (format!("a{round}"), sent[0].3.clone()),
            false => (format!("b{round}"), pass()),
        };
        if race.accepted.contains_key(&id) {
            let again = race.run(&[(seat, id, now, command)], 0);
            assert_eq!((again[0].0, &again[0].1["repeated"]), (200, &json!(true)));
        }
        done += 1;
    }
    race.check();
    assert_eq!(done, rounds);
}

fn race_deadlines(store: Option<Arc<dyn Store>>, rounds: usize) {
    let (mut challenges, mut timeouts) = (0, 0);
    for round in 0..rounds {
        let mut race = Race::new(store.clone());
        let record = race.server.store.game(&race.game).unwrap().unwrap();
        let mover = usize::from(record.head.to_move);
        let first = play(&race, mover);
        let now = race.revision();
        let outcome = race.run(&[(mover, "play".into(), now, first)], 0);
        assert_eq!(outcome[0].0, 200, "{outcome:?}");
        let now = race.revision();
        let (next, last) = ((mover + 1) % 3, (mover + 2) % 3);
        // The clock stands just before the limit; it passes it while everybody sends. Sometimes
        // it is over already when they begin, sometimes it is not over at all.
        race.server.pass_time(59_990);
        let challenge = json!({ "type": "challenge" });
        let sent: Vec<Sent> = vec![
            (next, "n".into(), now, challenge.clone()),
            (next, "n".into(), now, challenge.clone()),
            (last, "l".into(), now, challenge.clone()),
            (next, "p".into(), now, pass()),
            (last, "m".into(), now, challenge),
        ];
        let outcomes = race.run(&sent, [0, 10, 10, 10, 20][round % 5]);
        assert!(Race::fresh(&outcomes) <= 1, "{outcomes:?}");
        // Whatever was not done by a player by now, the clock does.
        race.server.pass_time(60_000);
        race.client(0).ok("GET", &race.path, None);
        let facts: Vec<String> = race.server.store.events(&race.game, now, 100).unwrap();
        let count = |text: &str| facts.iter().filter(|fact| fact.contains(text)).count();
        assert!(count("\"type\":\"challenged\"") <= 1, "{facts:?}");
        challenges += count("\"type\":\"challenged\"");
        timeouts += usize::from(Race::fresh(&outcomes) == 0);
        race.check();
    }
    assert!(challenges + timeouts > 0);
    println!("{rounds} rounds: {challenges} challenges, {timeouts} times the clock was first");
}

/// How often: less where a database and several servers take their time.
fn rounds(most: usize) -> usize {
    if setup() == Setup::Memory { most } else { most / 4 }
}

/// In memory, or wherever the set-up says, with as many servers.
#[test]
fn clicks() {
    race_clicks(None, rounds(60));
}

#[test]
fn challenges_at_the_deadline() {
    race_deadlines(None, rounds(32));
}

mod once {
    use super::{race_clicks, race_deadlines};
    use std::sync::Arc;
    use tilewright_storage::{SqliteStore, Store};

    fn with_sqlite(test: impl FnOnce(Option<Arc<dyn Store>>), name: &str) {
        let directory = format!("tilewright-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(directory);
        std::fs::create_dir_all(&directory).unwrap();
        test(Some(Arc::new(SqliteStore::open(&directory.join("games.db")).unwrap())));
        let _ = std::fs::remove_dir_all(&directory);
    }

    #[test]
    fn clicks_in_a_file() {
        with_sqlite(|store| race_clicks(store, 30), "clicks");
    }

    #[test]
    fn challenges_at_the_deadline_in_a_file() {
        with_sqlite(|store| race_deadlines(store, 15), "deadlines");
    }
}
