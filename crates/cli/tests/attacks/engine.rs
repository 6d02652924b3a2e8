//! Attacks by computation: what is asked of the engine, of games and of bots is as expensive as can be.

use crate::expensive::{graph, list, variant};
use crate::harness::{ATTACKER, Person, Server, folder, hold, repeat, start};
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
    hold("labs", start("lab"), |address| {
        repeat(8, move |_| async move {
            let call = json!({ "op": "lab", "variant": variant("lab", ""), "games": 200 });
            let _ = Person::new(address, ATTACKER).call(call).await;
        })
    });
}

#[test]
fn searches_and_analyses_keep_nobody_waiting() {
    hold("searches", start("moves"), |address| async move {
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
}

/// A move of the whole rack along the first row.
fn long_move() -> Value {
    let place = |x: usize| json!({ "place_at": { "cell": format!("{x},0"), "kind_id": "A" } });
    json!({ "actions": (0..64).map(place).collect::<Vec<_>>() })
}

#[test]
fn previews_keep_nobody_waiting() {
    hold("previews", start("previews"), |address| async move {
        let person = Person::guest(address, ATTACKER).await;
        let game = Arc::new(held_game(&person).await);
        let settings = json!({ "variant": variant("preview", ""), "seats": ["me"], "hints": true });
        let (stored, _) = person.create(settings).await.unwrap();
        // Every plugin searches the whole board for every tile.
        let far = "[[plugins]]\nname = \"reject_far\"\nconfig = { max_distance = 90 }\n".repeat(32);
        let settings = json!({ "variant": variant("far", &far), "seats": ["me"] });
        let (far, _) = person.create(settings).await.unwrap();
        let call = json!({ "op": "preview", "game": *game, "seat": 0, "move": long_move() });
        let (status, answer) = person.call(call).await.unwrap();
        assert_eq!(status, 200, "the move is understood: {answer}");
        repeat(15, move |number| {
            let (person, game, path, far) = (
                person.clone(),
                game.clone(),
                format!("/api/v1/games/{stored}"),
                format!("/api/v1/games/{far}"),
            );
            async move {
                let _ = match number % 5 {
                    0 => person
                        .call(json!({ "op": "preview", "game": *game, "seat": 0, "move": long_move() }))
                        .await,
                    1 => person.ask("POST", &(path + "/preview"), json!({ "move": long_move() })).await,
                    2 => person.ask("POST", &(far + "/preview"), json!({ "move": long_move() })).await,
                    3 => {
                        let options = json!({ "legend": true, "heading": true });
                        person.call(json!({ "op": "render", "game": *game, "options": options })).await
                    }
                    _ => person.ask("GET", &(path + "/hints"), Value::Null).await,
                };
            }
        })
        .await;
    });
}

#[test]
fn large_lists_and_variants_keep_nobody_waiting() {
    hold("lists and variants", start("lists"), |address| async move {
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
}

#[test]
fn bots_on_expensive_variants_keep_nobody_waiting_over_restarts() {
    let folder = folder("bots");
    for round in ["poisoned bots", "poisoned bots after a restart"] {
        hold(
            round,
            || Server::start(&folder),
            |address| async move {
                let person = Person::guest(address, ATTACKER).await;
                for number in 0..12 {
                    let settings = json!({ "variant": variant(&format!("bot-{number}"), ""),
                    "seats": [{ "bot": "expert" }, "me"] });
                    let _ = person.create(settings).await;
                }
                std::future::pending().await
            },
        );
    }
}

#[test]
fn restricted_passes_keep_nobody_waiting() {
    hold("restricted passes", start("passes"), |address| async move {
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
}
