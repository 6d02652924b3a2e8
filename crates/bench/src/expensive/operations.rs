//! Every operation of the engine on an expensive variant.

use super::ExpensiveVariant;
use serde_json::{Value, json};
use tilewright_protocol::{Budget, Engine};
use tilewright_rules::MAX_ACTIONS;

/// What an operation came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The operation.
    pub name: &'static str,
    /// The steps that it took.
    pub steps: u64,
    /// The error code, if it was refused.
    pub refused: Option<String>,
    /// What the error says.
    pub message: Option<String>,
}

/// Asks the engine for every operation on the variant of a number; `watch` runs each of them, to
/// take the time.
pub fn try_everything(
    engine: &Engine,
    number: u64,
    watch: &mut dyn FnMut(&mut dyn FnMut()),
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
    watch: &'a mut dyn FnMut(&mut dyn FnMut()),
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
        (self.watch)(&mut || {
            response = engine.handle_within(request.as_bytes(), &budget);
        });
        let mut response: Value =
            serde_json::from_slice(&response).expect("a response is always JSON");
        let text = |key: &str| response["error"][key].as_str().map(str::to_string);
        let (refused, message) = (text("code"), text("message"));
        self.outcomes.push(Outcome { name, steps: budget.spent(), refused, message });
        response["answer"].take()
    }

    fn run(&mut self, made: &ExpensiveVariant, number: u64) {
        let (variant, words) = (self.variant.clone(), self.words.clone());
        let described = self.ask("variant", json!({ "op": "variant", "variant": variant }));
        if (number / 2).is_multiple_of(25) {
            self.ask("variants", json!({ "op": "variants" }));
            self.ask("premiums", json!({ "op": "premiums" }));
        }
        for query in [
            json!({ "anagrams": { "letters": "?".repeat(60), "shorter": true, "limit": 1000 } }),
            json!({ "anagrams": { "letters": "ZQXJ????????????????", "limit": 1000 } }),
            json!({ "pattern": { "pattern": "*A*E*A*E*A*E*Q*Z*Z*J*", "limit": 1000 } }),
            json!({ "explain": { "word": "AEAEAEAEAAEEAAEEAAAEEEAEAEAEAEAAAEEEA" } }),
            json!({ "hooks": { "word": "AEAEA" } }),
            json!({ "check": { "words": vec!["AEAEAEAEAEAEAEAEAEAEAEAEAEAEAEAE"; 1000] } }),
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
        self.ask("events", json!({ "op": "events", "game": game, "viewer": { "seat": 0 } }));
        let undone = self.ask("undo", json!({ "op": "undo", "game": game }))["game"].take();
        if !undone.is_null() {
            self.ask("redo", json!({ "op": "redo", "game": undone }));
        }
        let resign = json!({ "command": { "type": "resign", "seat": 0 } });
        let resign = json!({ "op": "submit", "game": game, "submission": resign });
        let over = self.ask("submit", resign)["game"].take();
        if !over.is_null() {
            self.ask("verify", json!({ "op": "verify", "game": over }));
        }
    }

    /// Everything that can be asked about a position, then the turn of a bot.
    fn turn(&mut self, game: &Value, described: &Value, turn: usize) -> Option<Value> {
        let view = self.ask("view", json!({ "op": "view", "game": game }));
        let seat = view["view"]["spectator"]["game"]["to_move"].as_u64()?;
        let seen = json!({ "op": "view", "game": game, "viewer": { "seat": seat } });
        let seen = self.ask("view", seen);
        let moved = long_move(&seen["view"]["seat"], described);
        let wide = wide_move(described, MAX_ACTIONS);
        let full = wide_move(described, texts(&described["cells"], "cell").len());
        for moved in [&moved, &wide, &full] {
            let call = json!({ "op": "preview", "game": game, "seat": seat, "move": moved });
            self.ask("preview", call);
        }
        let submission = json!({ "command": { "type": "move", "seat": seat, "move": wide } });
        self.ask("submit", json!({ "op": "submit", "game": game, "submission": submission }));
        let call = json!({ "op": "preview_seen", "variant": self.variant, "words": self.words,
            "view": seen["view"]["seat"], "move": moved });
        self.ask("preview_seen", call);
        let submission = json!({ "command": { "type": "pass", "seat": seat } });
        self.ask("pass", json!({ "op": "submit", "game": game, "submission": submission }));
        let options = json!({ "legend": true, "heading": true });
        self.ask("render", json!({ "op": "render", "game": game, "options": options }));
        let account = json!({ "op": "render", "game": game, "move": moved, "account": true });
        self.ask("render", account);
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

/// A move with many actions: tiles on every cell, again and again.
fn wide_move(described: &Value, actions: usize) -> Value {
    let cells = texts(&described["cells"], "cell");
    let tiles = texts(&described["tiles"], "tile");
    let (cells, tiles) = (cells.iter().cycle(), tiles.iter().cycle());
    let places = tiles.zip(cells).take(actions);
    json!({ "actions": places.map(place).collect::<Vec<Value>>() })
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    let entries = value.as_array().into_iter().flatten();
    let text = |entry: &Value| Some(entry.as_str().or(entry[key].as_str())?.to_string());
    entries.filter_map(text).collect()
}

fn place((tile, cell): (&String, &String)) -> Value {
    let blank = tile.starts_with('?').then_some("A");
    json!({ "place_at": { "cell": cell, "kind_id": tile, "as_symbol": blank } })
}

/// A move of the whole rack, on the first cells of the board.
fn long_move(view: &Value, described: &Value) -> Value {
    let rack = texts(&view["rack"], "id");
    let cells = texts(&described["cells"], "cell");
    json!({ "actions": rack.iter().zip(&cells).map(place).collect::<Vec<Value>>() })
}
