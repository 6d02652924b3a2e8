//! Attacks by computation: what is asked of the engine, of games and of bots is as expensive as can be.

use crate::expensive::{graph, list, variant};
use crate::harness::{ATTACKER, Person, Server, folder, repeat, run};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A new game on the expensive variant, which the caller holds.
async fn held_game(person: &Person) -> Value {
    let call = json!({ "op": "new", "variant": variant("held", ""), "players": 2,
        "seed": { "number": 7 }, "words": "variant" });
    person.call(call).await.unwrap().1["answer"]["game"].take()
}

#[test]
fn labs_keep_nobody_waiting() {
    let mut server = Server::start(&folder("lab"));
    let noticed = run("labs", &mut server, |address| {
        repeat(8, move |_| async move {
            let call = json!({ "op": "lab", "variant": variant("lab", ""), "games": 200 });
            let _ = Person::new(address, ATTACKER).call(call).await;
        })
    });
    noticed.check();
}

#[test]
fn searches_and_analyses_keep_nobody_waiting() {
    let mut server = Server::start(&folder("moves"));
    let noticed = run("searches", &mut server, |address| async move {
        let person = Person::new(address, ATTACKER);
        let game = Arc::new(held_game(&person).await);
        repeat(9, move |number| {
            let (person, game) = (person.clone(), game.clone());
            async move {
                let call = match number % 3 {
                    0 => json!({ "op": "moves", "game": *game, "seat": 0, "count": 50 }),
                    1 => json!({ "op": "best", "game": *game, "seat": 0, "level": "expert",
                        "seed": 1 }),
                    _ => json!({ "op": "analyze", "game": *game, "event": 1, "best": 50,
                        "rollouts": 2000, "nodes": 100_000 }),
                };
                let _ = person.call(call).await;
            }
        })
        .await;
    });
    noticed.check();
}

/// A move of the whole rack along the first row.
fn long_move() -> Value {
    let place = |x: usize| json!({ "type": "place", "tile": "A", "cell": format!("{x},0") });
    json!({ "actions": (0..64).map(place).collect::<Vec<_>>() })
}

#[test]
fn previews_keep_nobody_waiting() {
    let mut server = Server::start(&folder("previews"));
    let noticed = run("previews", &mut server, |address| async move {
        let person = Person::guest(address, ATTACKER).await;
        let game = Arc::new(held_game(&person).await);
        let settings = json!({ "variant": variant("preview", ""), "seats": ["me"], "hints": true });
        let (stored, _) = person.create(settings).await.unwrap();
        repeat(9, move |number| {
            let (person, game, path) =
                (person.clone(), game.clone(), format!("/api/v1/games/{stored}"));
            async move {
                let _ = match number % 3 {
                    0 => person
                        .call(json!({ "op": "preview", "game": *game, "seat": 0, "move": long_move() }))
                        .await,
                    1 => person.ask("POST", &(path + "/preview"), json!({ "move": long_move() })).await,
                    _ => person.ask("GET", &(path + "/hints"), Value::Null).await,
                };
            }
        })
        .await;
    });
    noticed.check();
}

#[test]
fn large_lists_and_variants_keep_nobody_waiting() {
    let mut server = Server::start(&folder("lists"));
    let noticed = run("lists and variants", &mut server, |address| async move {
        let lists: Arc<Vec<Value>> = Arc::new((0..4).map(|number| list(number, 90_000)).collect());
        let graphs: Arc<Vec<Value>> = Arc::new((0..4).map(graph).collect());
        let next = Arc::new(AtomicUsize::new(0));
        repeat(8, move |number| {
            let (lists, graphs, next) = (lists.clone(), graphs.clone(), next.clone());
            async move {
                let person = Person::new(address, ATTACKER);
                let which = next.fetch_add(1, Ordering::Relaxed);
                let call = match number % 2 {
                    0 => json!({ "op": "words", "variant": { "shipped": "classic" },
                        "words": lists[which % lists.len()],
                        "query": { "anagrams": { "letters": "?".repeat(20), "limit": 1000 } } }),
                    _ => json!({ "op": "variant", "variant": graphs[which % graphs.len()] }),
                };
                let _ = person.call(call).await;
            }
        })
        .await;
    });
    noticed.check();
}

#[test]
fn bots_on_expensive_variants_keep_nobody_waiting_over_restarts() {
    let folder = folder("bots");
    for round in ["poisoned bots", "poisoned bots after a restart"] {
        let mut server = Server::start(&folder);
        let noticed = run(round, &mut server, |address| async move {
            let person = Person::guest(address, ATTACKER).await;
            for number in 0..12 {
                let settings = json!({ "variant": variant(&format!("bot-{number}"), ""),
                    "seats": [{ "bot": "expert" }, "me"] });
                let _ = person.create(settings).await;
            }
            std::future::pending().await
        });
        noticed.check();
    }
}

#[test]
fn restricted_passes_keep_nobody_waiting() {
    let mut server = Server::start(&folder("passes"));
    let noticed = run("restricted passes", &mut server, |address| async move {
        let person = Person::guest(address, ATTACKER).await;
        let restricted = "[rules.pass]\nallow_pass = false\n\
                          [rules.swap_limit]\nswap_limit = 0\n\
                          [rules.word_validation]\nanagram_words = true\n\
                          [rules.min_word_length]\nmin_main_length = 60\n";
        let mut games = Vec::new();
        for number in 0..4 {
            let variant = variant(&format!("pass-{number}"), restricted);
            games.push(person.create(json!({ "variant": variant, "seats": ["me"] })).await);
        }
        let games: Vec<_> = games.into_iter().map(Result::unwrap).collect();
        repeat(4, move |number| {
            let (person, (game, revision)) = (person.clone(), games[number].clone());
            async move {
                let sent = json!({ "client_id": "x", "revision": revision,
                    "command": { "type": "pass" } });
                let _ = person.ask("POST", &format!("/api/v1/games/{game}/commands"), sent).await;
            }
        })
        .await;
    });
    noticed.check();
}
