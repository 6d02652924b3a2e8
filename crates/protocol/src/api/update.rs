//! What a commit means to a viewer: one message that leaves no question open.

use super::{SERIALIZABLE, TableInfo, board_text, event_text, write_text};
use crate::View;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::mem::take;
use tilewright_game::{Event, Fact, VisibleEvent, VisibleFact};

/// What a commit has changed, and the game after it, as one class of viewer may see them. A client
/// that applies every update never has to fetch the game; one that finds a gap fetches it once.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameUpdate {
    /// The revision after the last of the events.
    pub revision: u64,
    /// The events.
    pub events: Vec<VisibleEvent>,
    /// What the viewer sees at this revision. Of several messages that catch up with the log, only
    /// the last one has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The game from outside, if its seats or its status have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<TableInfo>>,
    /// The server's time.
    pub now: u64,
}

/// An event as it is stored, and the part of its text that viewers get as it is.
pub struct LoggedEvent {
    /// The text for the log.
    pub text: String,
    /// The account of a play, which is most of the text and the same for everyone.
    score: Option<String>,
}

impl LoggedEvent {
    /// Serialises an event.
    pub fn new(event: &Event) -> LoggedEvent {
        let text = event_text(event);
        // Quotes within strings are escaped, so that a field is found only where it is one.
        let score = match &event.fact {
            Fact::Played { notes, .. } if notes.is_empty() => text
                .split_once("\"score\":")
                .and_then(|(_, rest)| rest.rsplit_once(",\"challengeable\":"))
                .map(|(score, _)| score.to_string()),
            _ => None,
        };
        LoggedEvent { text, score }
    }
}

/// An update, serialised once for all viewers of one class: for every socket, and for the answer
/// to the command that caused it.
#[derive(Clone, PartialEq, Eq)]
pub struct SerializedUpdate {
    /// The text of a [`Sent`](super::Sent), the most frequent use: [`ANSWER`] and the fields of a
    /// [`GameUpdate`].
    answer: Vec<u8>,
}

/// How the answer to a command begins.
const ANSWER: &str = "{\"repeated\":false,";

/// Room for most updates; others grow.
const ROOM: usize = 12 << 10;

/// The part of a view without tiles that is replaced by the board.
const NO_BOARD: &str = "\"board\":[],\"used_premiums\":[]";

impl SerializedUpdate {
    /// Serialises an update. Its events may have been serialised for the log: then `logged` are
    /// the same events, and what is the same for everyone is not written again.
    pub fn new(mut update: GameUpdate, logged: &[LoggedEvent]) -> SerializedUpdate {
        let mut out = Vec::with_capacity(ROOM);
        out.extend_from_slice(ANSWER.as_bytes());
        write_field(&mut out, "revision", &update.revision);
        out.extend_from_slice(b",\"events\":[");
        for (index, event) in update.events.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write_event(&mut out, event, logged.get(index));
        }
        out.push(b']');
        if let Some(view) = &mut update.view {
            out.extend_from_slice(b",\"view\":");
            write_view(&mut out, view);
        }
        if let Some(game) = &update.game {
            out.push(b',');
            write_field(&mut out, "game", game);
        }
        out.push(b',');
        write_field(&mut out, "now", &update.now);
        out.push(b'}');
        SerializedUpdate { answer: out }
    }

    /// The object with another field in front.
    fn with(&self, field: &str) -> Vec<u8> {
        let fields = &self.answer[ANSWER.len()..];
        [b"{", field.as_bytes(), b",", fields].concat()
    }

    /// The text of a [`SocketMessage::Events`](super::SocketMessage::Events).
    pub fn socket_message(&self) -> String {
        String::from_utf8(self.with("\"type\":\"events\"")).expect("JSON is UTF-8")
    }

    /// The text of a [`Sent`](super::Sent). The update must have a view.
    pub fn sent(self, repeated: bool) -> Vec<u8> {
        if repeated { self.with("\"repeated\":true") } else { self.answer }
    }
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect(SERIALIZABLE);
}

fn write_field(out: &mut Vec<u8>, name: &str, value: &impl Serialize) {
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    write(out, value);
}

/// Writes an event; the account of a play as it is in the log.
fn write_event(out: &mut Vec<u8>, event: &VisibleEvent, logged: Option<&LoggedEvent>) {
    let text = logged.and_then(|logged| logged.score.as_ref());
    let (VisibleEvent { index, at, fact }, Some(text)) = (event, text) else {
        return write(out, event);
    };
    let VisibleFact::Played { seat, placements, slides, score: _, challengeable } = fact else {
        return write(out, event);
    };
    out.push(b'{');
    write_field(out, "index", index);
    if let Some(at) = at {
        out.push(b',');
        write_field(out, "at", at);
    }
    out.extend_from_slice(b",\"fact\":{\"type\":\"played\",");
    write_field(out, "seat", seat);
    out.extend_from_slice(b",\"placements\":");
    board_text::tiles(out, placements);
    out.push(b',');
    write_field(out, "slides", slides);
    out.extend_from_slice(b",\"score\":");
    out.extend_from_slice(text.as_bytes());
    out.push(b',');
    write_field(out, "challengeable", challengeable);
    out.extend_from_slice(b"}}");
}

/// Writes a view: first without its board, then the board in its place.
fn write_view(out: &mut Vec<u8>, view: &mut View) {
    let game = view.game_mut();
    let (board, used) = (take(&mut game.board), take(&mut game.used_premiums));
    let rest = write_text(view);
    let (before, after) = rest.split_once(NO_BOARD).expect("every view has a board");
    out.extend_from_slice(before.as_bytes());
    out.extend_from_slice(b"\"board\":");
    board_text::cells(out, &board);
    out.extend_from_slice(b",\"used_premiums\":");
    board_text::labels(out, &used);
    out.extend_from_slice(after.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{self, Sent, SocketMessage, TableStatus};
    use tilewright_game::{Command, NewGame, Submission, decide};
    use tilewright_rules::{Action, UserMove};

    fn table() -> TableInfo {
        TableInfo {
            id: "a \"game\"".to_string(),
            variant: "classic".to_string(),
            variant_name: "Classic".to_string(),
            status: TableStatus::Running,
            seats: Vec::new(),
            your_seat: Some(1),
            your_turn: true,
            revision: 3,
            created: 4,
            updated: 5,
            hints: false,
            spectators: true,
            words: None,
            time: None,
            rated: false,
            rematch: None,
            rating_changes: Vec::new(),
        }
    }

    /// The updates of the first turns of a game, for a class of viewer.
    fn updates(viewer: Option<u8>) -> Vec<(GameUpdate, Vec<LoggedEvent>)> {
        let engine = crate::Engine::new();
        let source = crate::VariantSource::Shipped("classic".to_string());
        let loaded = engine.resources().variant(&source, &crate::Words::Free).unwrap();
        let game = NewGame { now: Some(9), ..NewGame::with_rng_seed(loaded.ruleset.clone(), 2, 7) };
        let (mut state, mut events) = game.start().unwrap();
        let (mut found, mut from) = (Vec::new(), 0u64);
        for turn in 0..6u8 {
            let visible =
                (from..).zip(&events).map(|(index, event)| event.visible_to(viewer, index));
            let update = GameUpdate {
                revision: from + events.len() as u64,
                events: visible.collect(),
                view: Some(match viewer {
                    Some(seat) => View::Seat(state.seat_view(seat)),
                    None => View::Spectator(state.spectator_view()),
                }),
                game: (turn % 2 == 0).then(|| Box::new(table())),
                now: 17,
            };
            found.push((update, events.iter().map(LoggedEvent::new).collect()));
            from += events.len() as u64;
            let seat = turn % 2;
            let rack = state.seat_view(seat).rack;
            let letters = rack.iter().filter(|name| name.chars().all(char::is_alphabetic)).take(2);
            let place = |(column, tile): (i32, &tilewright_game::TileName)| Action::PlaceAt {
                cell: tilewright_board::Coord::flat(column, 7 + i32::from(turn)).into(),
                kind_id: tile.to_string(),
                as_symbol: None,
                mark: (turn == 3).then(|| "a \"mark\"".to_string()),
            };
            let user_move = UserMove { actions: (7..).zip(letters).map(place).collect() };
            let command = Command::Move { seat, user_move };
            let submission = Submission { command, revision: None, now: Some(10) };
            let decided = decide(state, &submission).map_err(|refused| refused.rejection).unwrap();
            (state, events) = (decided.state, decided.events);
        }
        found
    }

    #[test]
    fn an_update_has_the_bytes_of_the_serialiser() {
        for viewer in [None, Some(0), Some(1)] {
            let mut plays = 0;
            for (update, logged) in updates(viewer) {
                plays += logged.iter().filter(|event| event.score.is_some()).count();
                let fields = serde_json::to_string(&update).unwrap();
                let expected = format!("{{\"type\":\"events\",{}", &fields[1..]);
                let without_view = GameUpdate { view: None, ..update.clone() };
                for logged in [logged.as_slice(), &[]] {
                    let found = SerializedUpdate::new(update.clone(), logged);
                    assert_eq!(found.socket_message(), expected);
                    let found = SerializedUpdate::new(without_view.clone(), logged).sent(true);
                    let fields = serde_json::to_string(&without_view).unwrap();
                    let expected = format!("{{\"repeated\":true,{}", &fields[1..]);
                    assert_eq!(String::from_utf8(found).unwrap(), expected);
                }
            }
            assert_eq!(plays, 5, "the account of a play is written once");
        }
    }

    #[test]
    fn a_play_with_notes_of_plugins_is_serialised_for_viewers_alone() {
        let (_, logged) = updates(None).pop().unwrap();
        let mut event = api::read_event(&logged[0].text).unwrap();
        let Fact::Played { notes, .. } = &mut event.fact else { panic!("a play") };
        notes.push(("plugin".into(), serde_json::json!({"seen": "by nobody"})));
        let logged = LoggedEvent::new(&event);
        assert!(logged.text.contains("by nobody") && logged.score.is_none());
    }

    #[test]
    fn one_serialisation_serves_sockets_and_answers() {
        for (update, logged) in updates(Some(1)) {
            let serialized = SerializedUpdate::new(update.clone(), &logged);
            let message: SocketMessage = api::read(serialized.socket_message().as_bytes()).unwrap();
            assert!(message == SocketMessage::Events(Box::new(update.clone())));
            for repeated in [false, true] {
                let sent: Sent = api::read(&serialized.clone().sent(repeated)).unwrap();
                assert_eq!(sent.repeated, repeated);
                assert_eq!((sent.revision, sent.now), (update.revision, 17));
                assert!(sent.events == update.events && Some(sent.view) == update.view);
            }
        }
    }
}
