//! What a commit means to a viewer: one message that leaves no question open.

use super::{TableInfo, write_text};
use crate::View;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::VisibleEvent;

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

/// An update, serialised once for all viewers of one class: for every socket, and for the answer
/// to the command that caused it.
#[derive(Clone, PartialEq, Eq)]
pub struct SerializedUpdate {
    /// The JSON object of a [`GameUpdate`].
    json: String,
}

impl SerializedUpdate {
    /// Serialises an update.
    pub fn new(update: &GameUpdate) -> SerializedUpdate {
        SerializedUpdate { json: write_text(update) }
    }

    /// The object with one more field in front.
    fn with(&self, field: &str) -> String {
        // An update has fields, so that a comma follows.
        let fields = self.json.strip_prefix('{').unwrap_or(&self.json);
        format!("{{{field},{fields}")
    }

    /// The text of a [`SocketMessage::Events`](super::SocketMessage::Events).
    pub fn socket_message(&self) -> String {
        self.with("\"type\":\"events\"")
    }

    /// The text of a [`Sent`](super::Sent). The update must have a view.
    pub fn sent(&self, repeated: bool) -> String {
        self.with(if repeated { "\"repeated\":true" } else { "\"repeated\":false" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{self, Sent, SocketMessage};
    use tilewright_game::NewGame;

    #[test]
    fn one_serialisation_serves_sockets_and_answers() {
        let engine = crate::Engine::new();
        let source = crate::VariantSource::Shipped("classic".to_string());
        let loaded = engine.resources().variant(&source, &crate::Words::Variant).unwrap();
        let game = NewGame::with_rng_seed(loaded.ruleset.clone(), 2, 7);
        let (state, events) = game.start().unwrap();
        let visible = (0u64..).zip(&events).map(|(index, event)| event.visible_to(Some(1), index));
        let update = GameUpdate {
            revision: events.len() as u64,
            events: visible.collect(),
            view: Some(View::Seat(state.seat_view(1))),
            game: None,
            now: 17,
        };
        let serialized = SerializedUpdate::new(&update);
        let message: SocketMessage = api::read(serialized.socket_message().as_bytes()).unwrap();
        assert!(message == SocketMessage::Events(Box::new(update.clone())));
        for repeated in [false, true] {
            let sent: Sent = api::read(serialized.sent(repeated).as_bytes()).unwrap();
            assert_eq!(sent.repeated, repeated);
            assert_eq!((sent.revision, sent.now), (update.revision, 17));
            assert!(sent.events == update.events && Some(sent.view) == update.view);
        }
    }
}
