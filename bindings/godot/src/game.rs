//! A node with a game in it.

use crate::json::{from_godot, to_godot};
use godot::builtin::{GString, Variant};
use godot::classes::Node;
use godot::meta::ToGodot;
use godot::obj::{Base, WithBaseField};
use godot::register::{GodotClass, godot_api};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tilewright_protocol::Engine;

/// A game. Signals tell what happens in it; commands that break a rule are told by `refused`.
#[derive(GodotClass)]
#[class(init, base = Node)]
pub(crate) struct TilewrightGame {
    engine: Engine,
    game: Value,
    public: Value,
    heights: BTreeMap<String, i64>,
    base: Base<Node>,
}

#[godot_api]
impl TilewrightGame {
    /// Something happened: an event of the log.
    #[signal]
    fn happened(event: Variant);

    /// A play was made: the seat, and the account of its score.
    #[signal]
    fn scored(seat: i64, account: Variant);

    /// The number of tiles on a cell has changed.
    #[signal]
    fn stack_changed(cell: GString, height: i64);

    /// The game is over.
    #[signal]
    fn ended(result: Variant);

    /// The engine refused something: code, message, every broken rule.
    #[signal]
    fn refused(error: Variant);

    /// Starts a game of a shipped variant. `words` is null for the variant's own, "free", or as in
    /// the schema. False if it was refused.
    #[func]
    fn start(&mut self, variant: GString, players: i64, seed: i64, words: Variant) -> bool {
        let mut call = json!({ "op": "new", "variant": { "shipped": variant.to_string() },
            "players": players, "seed": { "number": seed } });
        if !words.is_nil() {
            call["words"] = from_godot(&words);
        }
        self.change(call)
    }

    /// Submits a command, such as one of `best`. False if it was refused.
    #[func]
    fn submit(&mut self, command: Variant) -> bool {
        let submission = json!({ "command": from_godot(&command) });
        let call = json!({ "op": "submit", "game": self.game, "submission": submission });
        self.change(call)
    }

    /// Makes a move of the seat to move: a list of actions.
    #[func]
    fn play(&mut self, actions: Variant) -> bool {
        let command = json!({ "type": "move", "seat": self.public["to_move"],
            "move": { "actions": from_godot(&actions) } });
        self.submit(to_godot(&command))
    }

    /// Gives tiles of the seat to move back for new ones.
    #[func]
    fn swap(&mut self, tiles: Variant) -> bool {
        let actions = json!([{ "swap_rack": { "tiles": from_godot(&tiles) } }]);
        self.play(to_godot(&actions))
    }

    /// `pass`, `challenge` or `resign` of the seat to move.
    #[func]
    fn declare(&mut self, kind: GString) -> bool {
        let command = json!({ "type": kind.to_string(), "seat": self.public["to_move"] });
        self.submit(to_godot(&command))
    }

    /// Takes the last command back.
    #[func]
    fn undo(&mut self) -> bool {
        self.change(json!({ "op": "undo", "game": self.game }))
    }

    /// Does the next undone command again.
    #[func]
    fn redo(&mut self) -> bool {
        self.change(json!({ "op": "redo", "game": self.game }))
    }

    /// What a move of the seat to move would score, or every reason why it is not legal.
    #[func]
    fn preview(&mut self, actions: Variant) -> Variant {
        let more = json!({ "seat": self.public["to_move"],
            "move": { "actions": from_godot(&actions) } });
        self.about("preview", more)
    }

    /// The legal plays of the seat to move, best first.
    #[func]
    fn moves(&mut self, count: i64) -> Variant {
        self.about("moves", json!({ "seat": self.public["to_move"], "count": count }))
    }

    /// What a player of a level would do, to be submitted.
    #[func]
    fn best(&mut self, level: GString) -> Variant {
        let seat = self.public["to_move"].clone();
        let answer = self.answer("best", json!({ "seat": seat, "level": level.to_string() }));
        to_godot(&answer["command"])
    }

    /// What a seat sees; -1 for a spectator.
    #[func]
    fn look(&mut self, seat: i64) -> Variant {
        let viewer = if seat < 0 { json!("spectator") } else { json!({ "seat": seat }) };
        let answer = self.answer("view", json!({ "viewer": viewer }));
        to_godot(&answer["view"])
    }

    /// Any other call about the game, e.g. `render`.
    #[func]
    fn ask(&mut self, op: GString, more: Variant) -> Variant {
        self.about(&op.to_string(), from_godot(&more))
    }

    /// What everybody may see: board, scores, whose turn it is.
    #[func]
    fn state(&self) -> Variant {
        to_godot(&self.public)
    }

    /// The number of tiles on a cell.
    #[func]
    fn height(&self, cell: GString) -> i64 {
        self.heights.get(&cell.to_string()).copied().unwrap_or(0)
    }

    /// The whole game as text. It holds the seed and all tiles.
    #[func]
    fn save(&self) -> GString {
        GString::from(self.game.to_string().as_str())
    }

    /// Goes on with a game that was saved. False if it is none.
    #[func]
    fn restore(&mut self, text: GString) -> bool {
        let Ok(game) = serde_json::from_str::<Value>(&text.to_string()) else { return false };
        let before = std::mem::replace(&mut self.game, game);
        let answer = self.answer("view", json!({}));
        let Some(public) = answer.pointer("/view/spectator/game") else {
            self.game = before;
            return false;
        };
        self.show(public.clone());
        true
    }
}

impl TilewrightGame {
    /// Asks the engine; an error is told by a signal.
    fn send(&mut self, call: Value) -> Option<Value> {
        let request = json!({ "v": 1, "call": call }).to_string();
        let response = self.engine.handle(request.as_bytes());
        let mut response: Value = serde_json::from_slice(&response).unwrap_or_default();
        if let Some(answer) = response.get_mut("answer") {
            return Some(answer.take());
        }
        let error = to_godot(&response["error"]);
        self.base_mut().emit_signal("refused", &[error]);
        None
    }

    fn answer(&mut self, op: &str, more: Value) -> Value {
        let mut call = json!({ "op": op, "game": self.game });
        if let (Some(call), Value::Object(more)) = (call.as_object_mut(), more) {
            call.extend(more);
        }
        self.send(call).unwrap_or_default()
    }

    fn about(&mut self, op: &str, more: Value) -> Variant {
        let answer = self.answer(op, more);
        to_godot(&answer)
    }

    fn change(&mut self, call: Value) -> bool {
        let Some(mut answer) = self.send(call) else { return false };
        self.game = answer["game"].take();
        let public = answer.pointer_mut("/view/spectator/game").map(Value::take);
        self.show(public.unwrap_or_default());
        for event in answer["events"].as_array().into_iter().flatten() {
            self.base_mut().emit_signal("happened", &[to_godot(event)]);
            let fact = &event["fact"];
            if fact["type"] == "played" {
                let told = [to_godot(&fact["seat"]), to_godot(&fact["score"])];
                self.base_mut().emit_signal("scored", &told);
            }
        }
        if !self.public["result"].is_null() {
            let result = to_godot(&self.public["result"]);
            self.base_mut().emit_signal("ended", &[result]);
        }
        true
    }

    /// Takes over what everybody sees, and tells which stacks have changed.
    fn show(&mut self, public: Value) {
        let mut now = BTreeMap::new();
        for cell in public["board"].as_array().into_iter().flatten() {
            let height = cell["tiles"].as_array().map_or(0, Vec::len) as i64;
            now.insert(cell["cell"].as_str().unwrap_or_default().to_string(), height);
        }
        let before = std::mem::replace(&mut self.heights, now.clone());
        self.public = public;
        let gone = before.keys().filter(|cell| !now.contains_key(*cell)).map(|cell| (cell, &0));
        let changed = now.iter().filter(|(cell, height)| before.get(*cell) != Some(*height));
        for (cell, height) in changed.chain(gone) {
            let told = [GString::from(cell.as_str()).to_variant(), height.to_variant()];
            self.base_mut().emit_signal("stack_changed", &told);
        }
    }
}
