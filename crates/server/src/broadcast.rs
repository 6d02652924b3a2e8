//! What the sockets of a game are sent: one channel for each class of viewer.
//!
//! Everybody who holds the same seat may see the same, and so may all spectators. What a commit
//! means to a class is serialised once, and only if a socket of this class is open. A channel
//! carries bytes of its own class alone, so that no socket can be handed those of another.

use axum::extract::ws::Utf8Bytes;
use std::sync::OnceLock;
use tilewright_protocol::api::{self, SocketMessage, Talk};
use tokio::sync::broadcast::{Receiver, Sender};

/// Updates that wait for a slow socket; one that is slower reads the log.
const QUEUE: usize = 16;

/// What the sockets of one class are sent.
#[derive(Clone)]
pub(crate) enum Update {
    /// A commit: the events of the revisions `from..to`, ready to be sent.
    Events { from: u64, to: u64, message: Utf8Bytes },
    /// A line of talk of a seat, ready to be sent.
    Talk { seat: u8, message: Utf8Bytes },
    /// The seats have changed: a viewer may belong to another class now.
    Seats,
    /// The game was deleted.
    Gone,
}

/// The subscribers of a game, by class of viewer.
pub(crate) struct Subscribers {
    seats: Box<[OnceLock<Sender<Update>>]>,
    spectators: OnceLock<Sender<Update>>,
}

/// A class of viewer: the holder of a seat, or a spectator.
pub(crate) type ViewerClass = Option<u8>;

impl Subscribers {
    /// For a game with this many seats.
    pub fn new(seats: usize) -> Subscribers {
        let seats = (0..seats).map(|_| OnceLock::new()).collect();
        Subscribers { seats, spectators: OnceLock::new() }
    }

    fn channel(&self, class: ViewerClass) -> Option<&OnceLock<Sender<Update>>> {
        match class {
            Some(seat) => self.seats.get(usize::from(seat)),
            None => Some(&self.spectators),
        }
    }

    /// Updates for a class of viewer from now on; `None` if the game has no such seat.
    pub fn subscribe(&self, class: ViewerClass) -> Option<Receiver<Update>> {
        let channel = self.channel(class)?;
        Some(channel.get_or_init(|| Sender::new(QUEUE)).subscribe())
    }

    /// The channels that somebody listens to.
    fn open(&self) -> impl Iterator<Item = (ViewerClass, &Sender<Update>)> {
        let seats = (0u8..).map(Some).zip(&self.seats);
        let all = seats.chain([(None, &self.spectators)]);
        all.filter_map(|(class, channel)| Some((class, channel.get()?)))
            .filter(|(_, sender)| sender.receiver_count() > 0)
    }

    /// Whether a socket is open.
    pub fn any(&self) -> bool {
        self.open().next().is_some()
    }

    /// Sends every class with an open socket what is made for it.
    pub fn publish(&self, mut make: impl FnMut(ViewerClass) -> Update) {
        for (class, sender) in self.open() {
            // The last receiver may have gone since: then nobody misses it.
            let _receivers = sender.send(make(class));
        }
    }

    /// Sends the players the same line of talk. It is not for those who watch.
    pub fn publish_talk(&self, talk: &Talk) {
        let mut players = self.open().filter(|(class, _)| class.is_some()).peekable();
        if players.peek().is_none() {
            return;
        }
        let message = text(&SocketMessage::Talk(talk.clone()));
        for (_, sender) in players {
            // The last receiver may have gone since: then nobody misses it.
            let _receivers =
                sender.send(Update::Talk { seat: talk.seat, message: message.clone() });
        }
    }
}

/// A message as the text of a frame.
pub(crate) fn text(message: &SocketMessage) -> Utf8Bytes {
    api::write_text(message).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a receiver has got.
    fn received(receiver: &mut Receiver<Update>) -> Vec<String> {
        let texts = std::iter::from_fn(|| receiver.try_recv().ok());
        let text = |update| match update {
            Update::Events { message, .. } | Update::Talk { message, .. } => message.to_string(),
            Update::Seats | Update::Gone => "seats".to_string(),
        };
        texts.map(text).collect()
    }

    #[test]
    fn each_class_gets_its_own_bytes_which_are_made_once() {
        let subscribers = Subscribers::new(2);
        assert!(!subscribers.any());
        assert!(subscribers.subscribe(Some(2)).is_none(), "there is no such seat");
        let mut first = subscribers.subscribe(Some(0)).unwrap();
        let mut again = subscribers.subscribe(Some(0)).unwrap();
        let mut watching = subscribers.subscribe(None).unwrap();
        let mut made = Vec::new();
        subscribers.publish(|class| {
            made.push(class);
            let message = format!("{class:?}").into();
            Update::Events { from: 0, to: 1, message }
        });
        assert_eq!(made, [Some(0), None], "nothing is made for seat 1, which nobody watches");
        assert_eq!(received(&mut first), ["Some(0)"]);
        assert_eq!(received(&mut again), ["Some(0)"]);
        assert_eq!(received(&mut watching), ["None"]);
        subscribers.publish_talk(&Talk {
            number: 0,
            at: 0,
            seat: 0,
            text: "between us".to_string(),
        });
        assert!(received(&mut first)[0].contains("between us"));
        assert!(received(&mut watching).is_empty(), "talk is for the players");
        drop((first, again, watching));
        assert!(!subscribers.any());
    }
}
