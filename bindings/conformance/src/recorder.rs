//! Asks the engine and writes down what was said.

use crate::exchange::Exchange;
use serde_json::{Value, json};
use tilewright_protocol::{Engine, current_game};

/// A conversation with the engine.
pub(crate) struct Recorder<'e> {
    engine: &'e Engine,
    game: String,
    exchanges: Vec<Exchange>,
}

impl<'e> Recorder<'e> {
    /// One that has said nothing yet.
    pub fn new(engine: &'e Engine) -> Recorder<'e> {
        Recorder { engine, game: String::new(), exchanges: Vec::new() }
    }

    /// What was said.
    pub fn exchanges(self) -> Vec<Exchange> {
        self.exchanges
    }

    /// How much was said.
    pub fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// Sends a text as it is.
    pub fn raw(&mut self, ask: String) -> Value {
        let mut exchange = Exchange { ask, say: None, size: None, sha256: None };
        let request = exchange.request(&self.game);
        let response = self.engine.handle(request.as_bytes());
        let response = String::from_utf8_lossy(&response).into_owned();
        exchange = Exchange::new(exchange.ask, &response);
        if let Some(game) = current_game(&response) {
            self.game = game.to_string();
        }
        self.exchanges.push(exchange);
        serde_json::from_str(&response).unwrap_or(Value::Null)
    }

    /// Makes a call. `"@game"` in it stands for the current game.
    pub fn ask(&mut self, call: Value) -> Value {
        self.raw(json!({ "v": 1, "call": call }).to_string())
    }

    /// Makes a call about the current game: its operation, and what else it needs.
    pub fn about_game(&mut self, op: &str, more: Value) -> Value {
        let mut call = json!({ "op": op, "game": "@game" });
        if let (Some(call), Value::Object(more)) = (call.as_object_mut(), more) {
            call.extend(more);
        }
        self.ask(call)
    }

    /// Submits a command to the current game.
    pub fn submit(&mut self, command: Value) -> Value {
        self.about_game("submit", json!({ "submission": { "command": command } }))
    }
}
