//! What the layers between a program and the engine cost: the same calls, timed everywhere.

use serde_json::{Value, json};
use tilewright_bench::clock::thread_time;
use tilewright_protocol::Engine;

/// The turns before the position, and the seed of its game.
const TURNS: usize = 8;
const SEED: u64 = 7;
/// Every figure is the least mean of this many batches.
const BATCHES: usize = 5;
/// The time that a batch takes at least, in nanoseconds.
const BATCH: f64 = 2e8;

/// The requests of the timed calls: a classic position with the whole English list.
pub fn timed_requests() -> Result<Vec<Vec<u8>>, String> {
    let engine = Engine::new();
    let ask = |call: &Value| {
        let request = json!({ "v": 1, "call": call }).to_string();
        let response: Value = serde_json::from_slice(&engine.handle(request.as_bytes()))
            .map_err(|error| error.to_string())?;
        match response.get("answer") {
            Some(answer) => Ok(answer.clone()),
            None => Err(response.to_string()),
        }
    };
    let mut game = ask(&json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
        "seed": { "number": SEED } }))?["game"]
        .take();
    for turn in 0..TURNS {
        let seat = turn % 2;
        let best = ask(&json!({ "op": "best", "game": game, "seat": seat, "level": "expert" }))?;
        let submission = json!({ "command": best["command"] });
        game =
            ask(&json!({ "op": "submit", "game": game, "submission": submission }))?["game"].take();
    }
    let moves = |count: usize| json!({ "op": "moves", "game": game, "seat": 0, "count": count });
    let best = ask(&moves(1))?["moves"][0]["move"].take();
    let calls = [
        json!({ "op": "view", "game": game }),
        json!({ "op": "preview", "game": game, "seat": 0, "move": best }),
        moves(0),
        moves(10_000),
    ];
    let requests = calls.map(|call| json!({ "v": 1, "call": call }).to_string().into_bytes());
    Ok(std::iter::once(b"{}".to_vec()).chain(requests).collect())
}

/// The time of each request, in microseconds.
pub fn time(requests: &[&[u8]]) -> Vec<f64> {
    let engine = Engine::new();
    let run = |request: &[u8], rounds: u32| {
        let start = thread_time();
        (0..rounds).for_each(|_| drop(std::hint::black_box(engine.handle(request))));
        thread_time() - start
    };
    let least = |request: &&[u8]| {
        run(request, 3);
        let mut rounds = 1;
        while run(request, rounds) < BATCH && rounds < 1 << 20 {
            rounds *= 2;
        }
        let batches = (0..BATCHES).map(|_| run(request, rounds) / f64::from(rounds));
        batches.fold(f64::INFINITY, f64::min) / 1e3
    };
    requests.iter().map(least).collect()
}
