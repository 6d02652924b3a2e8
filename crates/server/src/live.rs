//! Sockets: what happens in a game, as it happens.

use crate::app::{App, address};
use crate::extract::{Path, Upgrade};
use crate::listener::Peer;
use crate::reply::Refusal;
use crate::tables::{Table, Update};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tilewright_protocol::api::{self, EventList, SocketMessage, SocketRequest, TableView};
use tilewright_protocol::{Fault, FaultCode};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

/// The largest message of a client.
const MAX_MESSAGE: usize = 4 << 10;
/// How long a client may take for its first message.
const HELLO: Duration = Duration::from_secs(10);
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How often the way to a player is measured.
const MEASURE: Duration = Duration::from_secs(5);
/// How often it is looked whether the token of a socket is still good.
const RECHECK: Duration = Duration::from_secs(10);
/// What a client that does not introduce itself is told.
const FIRST: &str = "say hello first: {\"type\":\"hello\",\"token\":\"...\",\"after\":0}";
/// Messages of a client in a minute.
const MESSAGES_PER_MINUTE: u32 = 60;

/// Counts a socket as long as it is open.
struct Seat {
    app: App,
    key: String,
}

impl Seat {
    fn take(app: &App, key: String) -> Result<Seat, Refusal> {
        let mut open = app.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.entry(key.clone()).or_insert(0);
        if *own >= app.limits().sockets_each || all >= app.limits().sockets {
            return Err(Refusal::too_many(10));
        }
        *own += 1;
        app.0.metrics.sockets.fetch_add(1, Ordering::Relaxed);
        Ok(Seat { app: app.clone(), key })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.app.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.key) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                open.remove(&self.key);
            }
        }
        self.app.0.metrics.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// `GET /api/v1/games/{id}/live`
pub(crate) async fn live(
    State(app): State<App>,
    Path(id): Path,
    from: Option<axum::Extension<ConnectInfo<Peer>>>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, Refusal> {
    // The socket is counted by address until it has said who it is.
    let seat = Seat::take(&app, format!("address {}", address(from.as_deref())))?;
    app.table(&id).await?;
    // Messages of clients are small, and those to them are written at once.
    let upgrade = upgrade.read_buffer_size(MAX_MESSAGE).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut client =
            Client { app: app.clone(), socket, table: None, seat: None, sent: 0, asked: None };
        let said = client.run(&id, seat).await;
        if let Err(error) = said {
            let _ = client.say(&SocketMessage::Error { error }).await;
        }
        // A client that is told of a server going away asks another one.
        let stopping = *app.0.stopping.borrow();
        let away = || CloseFrame { code: close_code::AWAY, reason: "the server stops".into() };
        let _ = client.socket.send(Message::Close(stopping.then(away))).await;
    }))
}

struct Client {
    app: App,
    socket: WebSocket,
    table: Option<Arc<Table>>,
    seat: Option<u8>,
    /// The revision up to which the client knows events.
    sent: u64,
    /// The number whose way there and back is being measured, and when it was sent.
    asked: Option<([u8; 8], Instant)>,
}

fn fault(refusal: Refusal) -> Fault {
    refusal.refused.error
}

impl Client {
    async fn say(&mut self, message: &SocketMessage) -> Result<(), ()> {
        let text = String::from_utf8(api::write(message)).map_err(|_| ())?;
        self.socket.send(Message::Text(text.into())).await.map_err(|_| ())
    }

    /// Reads the next message; `None` if the client is gone.
    async fn hear(&mut self) -> Result<Option<SocketRequest>, Fault> {
        loop {
            match self.socket.recv().await {
                None | Some(Err(_)) | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return api::read(text.as_bytes()).map(Some),
                Some(Ok(Message::Binary(bytes))) => return api::read(&bytes).map(Some),
                Some(Ok(Message::Ping(_))) => {}
                Some(Ok(Message::Pong(nonce))) => self.measured(&nonce),
            }
        }
    }

    /// Sends a number that nobody can guess, to see when it comes back.
    async fn measure(&mut self) -> Result<(), ()> {
        let mut nonce = [0; 8];
        getrandom::fill(&mut nonce).map_err(|_| ())?;
        self.asked = Some((nonce, Instant::now()));
        self.socket.send(Message::Ping(nonce.to_vec().into())).await.map_err(|_| ())
    }

    /// Something has come back.
    fn measured(&mut self, nonce: &[u8]) {
        let Some((_, sent)) = self.asked.take_if(|(asked, _)| asked == nonce) else { return };
        if let (Some(table), Some(seat)) = (&self.table, self.seat) {
            table.lags.note(seat, sent.elapsed());
        }
    }

    async fn run(&mut self, id: &str, seat: Seat) -> Result<(), Fault> {
        let late = |_| Fault::new(FaultCode::BadRequest, FIRST);
        let hello = tokio::time::timeout(HELLO, self.hear()).await.map_err(late)??;
        let (token, after) = match hello {
            Some(SocketRequest::Hello { token, after }) => (token, after),
            Some(_) => return Err(Fault::new(FaultCode::BadRequest, FIRST)),
            None => return Ok(()),
        };
        let player = match &token {
            None => None,
            Some(token) => {
                let player = self.app.player_of(token).await.map_err(fault)?;
                Some(player.ok_or_else(|| fault(Refusal::unauthorized()))?)
            }
        };
        let player = player.map(|player| player.id);
        let _seat = match &player {
            Some(player) => {
                let own = Seat::take(&self.app, format!("player {player}")).map_err(fault)?;
                drop(seat);
                own
            }
            None => seat,
        };
        let key = player.clone().unwrap_or_else(|| _seat.key.clone());
        let (table, own) = self.app.table_for(id, player.as_deref()).await.map_err(fault)?;
        // Listening begins before the game is read, so that nothing falls between.
        let mut updates = table.updates.subscribe();
        let mut stopping = self.app.0.stopping.subscribe();
        self.seat = own;
        let welcome = {
            let play = table.play.lock().await;
            self.sent = play.record.revision;
            TableView {
                game: play.info(player.as_deref()),
                view: play.view(own, self.app.now()),
                invites: Vec::new(),
                now: self.app.now(),
            }
        };
        self.table = Some(table.clone());
        if self.say(&SocketMessage::Welcome(Box::new(welcome))).await.is_err() {
            return Ok(());
        }
        if let Some(after) = after {
            let to = self.sent;
            self.sent = after.min(to);
            self.catch_up(to).await?;
        }
        let mut measure = tokio::time::interval(MEASURE);
        measure.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut recheck = tokio::time::interval_at(Instant::now() + RECHECK, RECHECK);
        loop {
            tokio::select! {
                // The way of a player's moves is measured; an answer that is out is waited for.
                _ = measure.tick(), if self.seat.is_some() => {
                    let waits = self.asked.is_some_and(|(_, sent)| sent.elapsed() < PING);
                    if !waits && self.measure().await.is_err() {
                        return Ok(());
                    }
                }
                _ = recheck.tick() => if let Some(token) = &token {
                    // A token that was revoked opens nothing, and keeps nothing open.
                    let still = self.app.player_of(token).await.map_err(fault)?;
                    still.ok_or_else(|| fault(Refusal::unauthorized()))?;
                },
                update = updates.recv() => match update {
                    Ok(update) => if self.tell(update, player.as_deref()).await?.is_err() {
                        return Ok(());
                    },
                    Err(RecvError::Lagged(_)) => {
                        // Too slow for the channel: the log has everything.
                        let to = table.play.lock().await.record.revision;
                        self.catch_up(to).await?;
                    }
                    Err(RecvError::Closed) => return Ok(()),
                },
                heard = tokio::time::timeout(PING, self.hear()) => match heard {
                    Err(_) => {
                        if self.socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                            return Ok(());
                        }
                    }
                    Ok(heard) => match heard? {
                        None => return Ok(()),
                        Some(SocketRequest::Ping {}) => {
                            self.app.limit("socket", &key, MESSAGES_PER_MINUTE).map_err(fault)?;
                            let now = self.app.now();
                            if self.say(&SocketMessage::Pong { now }).await.is_err() {
                                return Ok(());
                            }
                        }
                        Some(SocketRequest::Hello { .. }) => {
                            let message = "hello was said already";
                            return Err(Fault::new(FaultCode::BadRequest, message));
                        }
                    },
                },
                _ = stopping.changed() => return Ok(()),
            }
        }
    }

    /// Sends events from the log.
    async fn catch_up(&mut self, to: u64) -> Result<(), Fault> {
        let Some(table) = self.table.clone() else { return Ok(()) };
        while self.sent < to {
            let part = to.min(self.sent + 500);
            let events = self.app.events(&table.id, self.sent, part).await.map_err(fault)?;
            let told = (self.sent..).zip(&events);
            let tell = |(index, event)| self.app.told(&table.id, self.seat, index, event);
            let events: Vec<_> = told.map(tell).collect();
            if events.is_empty() {
                return Ok(());
            }
            self.sent += events.len() as u64;
            let message = SocketMessage::Events(EventList { events, revision: self.sent });
            if self.say(&message).await.is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn tell(
        &mut self,
        update: Update,
        player: Option<&str>,
    ) -> Result<Result<(), ()>, Fault> {
        let message = match update {
            Update::Events { from, events } => {
                if from > self.sent {
                    // Something was missed on the way: the log heals it.
                    self.catch_up(from).await?;
                }
                let told = (from..).zip(&*events).filter(|(index, _)| *index >= self.sent);
                let game = self.table.as_ref().map_or("", |table| table.id.as_str());
                let tell = |(index, event)| self.app.told(game, self.seat, index, event);
                let events: Vec<_> = told.map(tell).collect();
                let Some(last) = events.last() else { return Ok(Ok(())) };
                self.sent = last.index + 1;
                SocketMessage::Events(EventList { revision: self.sent, events })
            }
            Update::Talk(talk) => SocketMessage::Talk(talk),
            Update::Table => {
                let Some(table) = self.table.clone() else { return Ok(Ok(())) };
                let play = table.play.lock().await;
                self.seat = play.seat_of(player);
                SocketMessage::Table(Box::new(play.info(player)))
            }
        };
        Ok(self.say(&message).await)
    }
}
