//! Every operation of the engine on an expensive variant.

use super::ExpensiveVariant;
use serde_json::{Value, json};
use tilewright_protocol::{Budget, Engine};

/// What an operation came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The operation.
    pub name: &'static str,
    /// The steps that it took.
    pub steps: u64,
    /// The error code, if it was refused.
    pub refused: Option<String>,
}

/// Asks the engine for every operation on a variant; `watch` runs each of them, to take the time.
pub fn try_everything(
    engine: &Engine,
    number: u64,
    watch: &mut dyn FnMut(&'static str, &mut dyn FnMut()),
) -> Vec<Outcome> {
    let made = ExpensiveVariant::new(number);
    let words = made.list.as_ref().map_or(json!("variant"), |list| json!({ "list": list }));
    let variant = json!({ "toml": made.toml });
    let mut trial = Trial { engine, watch, outcomes: Vec::new(), variant, words };
    trial.run(&made, number);
    trial.outcomes
}

/// The events that are turns.
const TURNS: [&str; 3] = ["played", "swapped", "passed"];

struct Trial<'a> {
    engine: &'a Engine,
    watch: &'a mut dyn FnMut(&'static str, &mut dyn FnMut()),
    outcomes: Vec<Outcome>,
    variant: Value,
    words: Value,
}

impl Trial<'_> {
    /// Asks for one operation; null if it is refused.
    fn ask(&mut self, name: &'static str, call: Value) -> Value {
        let request = json!({ "v": 1, "call": call }).to_string();
        let budget = Budget::unlimited();
        let (engine, mut response) = (self.engine, Vec::new());
        (self.watch)(name, &mut || {
            response = engine.handle_within(request.as_bytes(), &budget);
        });
        let mut response: Value =
            serde_json::from_slice(&response).expect("a response is always JSON");
        let refused = response["error"]["code"].as_str().map(str::to_string);
        self.outcomes.push(Outcome { name, steps: budget.spent(), refused });
        response["answer"].take()
    }

    fn run(&mut self, made: &ExpensiveVariant, number: u64) {
        let (variant, words) = (self.variant.clone(), self.words.clone());
        let described = self.ask("variant", json!({ "op": "variant", "variant": variant }));
        for query in [
            json!({ "anagrams": { "letters": "?".repeat(60), "shorter": true, "limit": 1000 } }),
            json!({ "anagrams": { "letters": "ZQXJ????????????????", "limit": 1000 } }),
            json!({ "pattern": { "pattern": "*A*E*A*E*A*E*Q*Z*Z*J*", "limit": 1000 } }),
            json!({ "explain": { "word": "AEAEAEAEAAEEAAEEAAAEEEAEAEAEAEAAAEEEA" } }),
            json!({ "hooks": { "word": "AEAEA" } }),
        ] {
            let call = json!({ "op": "words", "variant": variant, "words": words, "query": query });
            self.ask("words", call);
        }
        let call = json!({ "op": "lab", "variant": variant, "words": words, "games": 200 });
        self.ask("lab", call);
        let seed = json!({ "number": number });
        let call = json!({ "op": "new", "variant": variant, "players": made.players,
            "seed": seed, "words": words });
        let mut game = self.ask("new", call)["game"].take();
        if game.is_null() {
            return;
        }
        for turn in 0..3 {
            let Some(next) = self.turn(&game, &described, turn) else { return };
            game = next;
        }
    }

    /// Everything that can be asked about a position, then the turn of a bot.
    fn turn(&mut self, game: &Value, described: &Value, turn: usize) -> Option<Value> {
        let view = self.ask("view", json!({ "op": "view", "game": game }));
        let seat = view["view"]["spectator"]["game"]["to_move"].as_u64()?;
        let seen = json!({ "op": "view", "game": game, "viewer": { "seat": seat } });
        let seen = self.ask("view", seen);
        let moved = long_move(&seen["view"]["seat"], described);
        self.ask("preview", json!({ "op": "preview", "game": game, "seat": seat, "move": moved }));
        let call = json!({ "op": "preview_seen", "variant": self.variant, "words": self.words,
            "view": seen["view"]["seat"], "move": moved });
        self.ask("preview_seen", call);
        let submission = json!({ "command": { "type": "pass", "seat": seat } });
        self.ask("pass", json!({ "op": "submit", "game": game, "submission": submission }));
        let options = json!({ "legend": true, "heading": true });
        self.ask("render", json!({ "op": "render", "game": game, "options": options }));
        self.ask("gcg", json!({ "op": "gcg", "game": game }));
        self.ask("moves", json!({ "op": "moves", "game": game, "seat": seat, "count": 100 }));
        let level = if turn == 1 { "beginner" } else { "expert" };
        let best = json!({ "op": "best", "game": game, "seat": seat, "level": level });
        let command = self.ask("best", best)["command"].take();
        let submission = json!({ "command": command });
        let submit = json!({ "op": "submit", "game": game, "submission": submission });
        let next = self.ask("submit", submit)["game"].take();
        let events = next["snapshot"]["log"]["events"].as_array()?;
        let is_turn = |event: &Value| {
            TURNS.iter().any(|kind| event["fact"]["type"] == *kind || event["type"] == *kind)
        };
        let event = events.iter().rposition(is_turn)?;
        let analyze = json!({ "op": "analyze", "game": next, "event": event, "best": 50,
            "rollouts": 2000, "nodes": 100_000 });
        self.ask("analyze", analyze);
        Some(next)
    }
}

/// A move of the whole rack, on the first cells of the board.
fn long_move(view: &Value, described: &Value) -> Value {
    let texts = |value: &Value, key: &str| -> Vec<String> {
        let entries = value.as_array().into_iter().flatten();
        let text = |entry: &Value| Some(entry.as_str().or(entry[key].as_str())?.to_string());
        entries.filter_map(text).collect()
    };
    let rack = texts(&view["rack"], "id");
    let cells = texts(&described["variant"]["cells"], "label");
    let place =
        |(tile, cell): (&String, &String)| json!({ "type": "place", "tile": tile, "cell": cell });
    json!({ "actions": rack.iter().zip(&cells).map(place).collect::<Vec<Value>>() })
}
