//! Games of a variant: one to its end with everything around it, one that ends early.

use crate::recorder::Recorder;
use serde_json::{Value, json};

/// The most turns of a game.
const MOST_TURNS: usize = 300;
/// The exchanges after which no further game is begun.
const ENOUGH: usize = 150;
const LEVELS: [&str; 5] = ["beginner", "casual", "skilled", "strong", "expert"];

/// A variant to play.
pub(crate) struct Table {
    pub variant: String,
    pub words: Value,
    pub players: (u8, u8),
    pub seed: u64,
}

/// What everybody sees after a change.
struct Public {
    to_move: u64,
    revision: Value,
    over: bool,
}

impl Public {
    fn of(response: &Value) -> Option<Public> {
        let game = response.pointer("/answer/view/spectator/game")?;
        let over = game.get("result").is_some_and(|result| !result.is_null());
        let to_move = game.get("to_move").and_then(Value::as_u64)?;
        Some(Public { to_move, revision: game["revision"].clone(), over })
    }
}

impl Table {
    fn start(&self, recorder: &mut Recorder<'_>, players: u8, words: &Value) -> Value {
        recorder.ask(json!({ "op": "new", "variant": { "shipped": self.variant },
            "players": players, "seed": { "number": self.seed }, "words": words }))
    }

    /// Games that bots of all levels play to their ends: one, or up to three where games are short.
    pub fn whole_games(&mut self, recorder: &mut Recorder<'_>) -> Result<(), String> {
        recorder.ask(json!({ "op": "variant", "variant": { "shipped": self.variant } }));
        for _ in 0..3 {
            self.whole_game(recorder)?;
            self.seed += 100;
            if recorder.len() >= ENOUGH {
                break;
            }
        }
        Ok(())
    }

    fn whole_game(&self, recorder: &mut Recorder<'_>) -> Result<(), String> {
        let players = 2.clamp(self.players.0, self.players.1);
        let begun = self.start(recorder, players, &self.words);
        let mut public = Public::of(&begun).ok_or_else(|| format!("no game: {begun}"))?;
        for turn in 0..MOST_TURNS {
            if public.over {
                self.afterwards(recorder, players);
                return Ok(());
            }
            if turn == 8 {
                // It may be refused; if it is not, the turn may be another's, or the game over.
                let challenge = json!({ "type": "challenge", "seat": public.to_move });
                if let Some(next) = Public::of(&recorder.submit(challenge)) {
                    public = next;
                    continue;
                }
            }
            let command = self.turn(recorder, &public, turn);
            let submission = json!({ "command": command, "revision": public.revision });
            let done = recorder.about_game("submit", json!({ "submission": submission }));
            match Public::of(&done) {
                Some(next) => public = next,
                // What was tried is not allowed here: a pass or a bot's choice goes on.
                None => public = self.go_on(recorder)?,
            }
            if turn % 9 == 4 {
                recorder.about_game("undo", json!({}));
                recorder.about_game("redo", json!({ "viewer": { "seat": 0 } }));
                recorder.about_game("redo", json!({}));
            }
        }
        Err(format!("{} does not end within {MOST_TURNS} turns", self.variant))
    }

    /// Looks around, and gives the command for this turn.
    fn turn(&self, recorder: &mut Recorder<'_>, public: &Public, turn: usize) -> Value {
        let seat = public.to_move;
        match turn {
            2 => {
                let view = recorder.about_game("view", json!({ "viewer": { "seat": seat } }));
                let tile = view.pointer("/answer/view/seat/rack/0");
                let actions = json!([{ "swap_rack": { "tiles": [tile] } }]);
                return json!({ "type": "move", "seat": seat, "move": { "actions": actions } });
            }
            5 if self.seed < 100 => return json!({ "type": "pass", "seat": seat }),
            _ => {}
        }
        let level = LEVELS[turn % LEVELS.len()];
        let more = json!({ "seat": seat, "level": level, "seed": turn });
        let best = recorder.about_game("best", more);
        let command = best.pointer("/answer/command").cloned().unwrap_or(Value::Null);
        if let Some(user_move) = command.get("move") {
            self.around_a_move(recorder, seat, user_move, turn);
        }
        match turn % 12 {
            3 => drop(recorder.about_game("moves", json!({ "seat": seat, "count": 3 }))),
            6 => drop(recorder.about_game("view", json!({ "viewer": { "seat": seat } }))),
            9 => {
                let viewer = json!({ "seat": seat });
                drop(recorder.about_game("events", json!({ "viewer": viewer, "after": turn })));
            }
            _ => {}
        }
        command
    }

    /// The move, some that are not legal, and sometimes a picture of it.
    fn around_a_move(
        &self,
        recorder: &mut Recorder<'_>,
        seat: u64,
        user_move: &Value,
        turn: usize,
    ) {
        let mut preview = |user_move: &Value| {
            recorder.about_game("preview", json!({ "seat": seat, "move": user_move }));
        };
        preview(user_move);
        preview(&broken(user_move, turn));
        if turn % 4 == 1 {
            recorder.about_game(
                "submit",
                json!({ "submission": { "command": { "type": "move", "seat": seat,
                    "move": broken(user_move, turn + 1) } } }),
            );
        }
        if turn % 10 == 7 {
            let options = json!({ "theme": "dark", "legend": true });
            let more = json!({ "move": user_move, "account": turn % 20 == 7, "options": options });
            recorder.about_game("render", more);
        }
    }

    fn go_on(&self, recorder: &mut Recorder<'_>) -> Result<Public, String> {
        let stuck = |answer: &Value| format!("{}: nobody can go on: {answer}", self.variant);
        // A move that was meant to be refused may have been made.
        let view = recorder.about_game("view", json!({}));
        let public = Public::of(&view).ok_or_else(|| stuck(&view))?;
        if public.over {
            return Ok(public);
        }
        let more = json!({ "seat": public.to_move, "level": "expert" });
        let best = recorder.about_game("best", more);
        let command = best.pointer("/answer/command").cloned().unwrap_or(Value::Null);
        let done = recorder.submit(command);
        Public::of(&done).ok_or_else(|| stuck(&best))
    }

    fn afterwards(&self, recorder: &mut Recorder<'_>, players: u8) {
        recorder.about_game("verify", json!({}));
        recorder.about_game("events", json!({}));
        recorder.about_game("gcg", json!({ "players": ["Ann", "Bo"] }));
        recorder.about_game("render", json!({ "options": { "heading": true } }));
        for seat in 0..=players {
            recorder.about_game("view", json!({ "viewer": { "seat": seat } }));
        }
        recorder.submit(json!({ "type": "pass", "seat": 0 }));
        recorder.about_game("moves", json!({ "seat": players, "count": 1 }));
    }

    /// A game of as many seats as there can be, with free words, that ends by resignations.
    pub fn short_game(&self, recorder: &mut Recorder<'_>) {
        let players = self.players.1;
        self.start(recorder, players.saturating_add(1), &self.words);
        self.start(recorder, players, &json!("free"));
        recorder.about_game("view", json!({}));
        recorder.about_game("moves", json!({ "seat": 0, "count": 2 }));
        recorder.about_game("preview", json!({ "seat": 0, "move": { "actions": [] } }));
        recorder.about_game("verify", json!({}));
        recorder.about_game("undo", json!({}));
        recorder.submit(json!({ "type": "pass", "seat": 7 }));
        recorder.submit(json!({ "type": "fly", "seat": 0 }));
        for seat in 0..players {
            let submission =
                json!({ "command": { "type": "resign", "seat": seat }, "revision": 99 });
            recorder.about_game("submit", json!({ "submission": submission }));
            recorder.submit(json!({ "type": "resign", "seat": seat }));
        }
        recorder.about_game("view", json!({ "viewer": { "seat": 0 } }));
    }
}

/// A move that something is wrong with.
fn broken(user_move: &Value, turn: usize) -> Value {
    let Some(mut actions) = user_move["actions"].as_array().cloned() else {
        return user_move.clone();
    };
    let Some(first) = actions.first().cloned() else { return user_move.clone() };
    match turn % 4 {
        // The same cell twice.
        0 => actions.push(first),
        // A tile that nobody has.
        1 => actions[0] = with(first, "kind_id", json!("NOPE")),
        // A hole, or nothing at all.
        2 => drop(actions.remove(actions.len() / 2)),
        // A tile far from the others, perhaps outside.
        _ => {
            let far = with(with(first, "x", json!(0)), "y", json!(-1));
            actions[0] = with(far, "cell", json!("0,0"));
        }
    }
    json!({ "actions": actions })
}

/// An action with another value, if it has one of that name.
fn with(mut action: Value, name: &str, value: Value) -> Value {
    for inner in action.as_object_mut().into_iter().flat_map(|map| map.values_mut()) {
        if let Some(place) = inner.get_mut(name) {
            *place = value.clone();
        }
    }
    action
}
