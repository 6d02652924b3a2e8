//! Sockets: every commit of a game is pushed to its viewers.

use crate::app::{App, address};
use crate::broadcast::{self, Update};
use crate::digest;
use crate::extract::{Path, Upgrade};
use crate::listener::Peer;
use crate::reply::Refusal;
use crate::shares::Share;
use crate::tables::Table;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tilewright_protocol::api::{self, GameUpdate, SocketMessage, SocketRequest, TableView};
use tilewright_protocol::{Fault, FaultCode};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use tracing::Instrument;

/// The largest message of a client.
pub(crate) const MAX_MESSAGE: usize = 4 << 10;
/// How long a client may take for its first message.
pub(crate) const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a silent client is pinged.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(30);
/// How often the round trip to a player is measured.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);
/// How often the token of a socket is checked again.
pub(crate) const TOKEN_CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// The error for a client that does not begin with a hello.
pub(crate) const HELLO_FIRST: &str =
    "send a hello first: {\"type\":\"hello\",\"token\":\"...\",\"after\":0}";
/// The most events of one message that catches up with the log.
const CATCH_UP: u64 = 500;
/// Pings and pongs of a client in a minute.
const CONTROL_FRAMES_PER_MINUTE: u32 = 300;
/// Messages of a client in a minute.
pub(crate) const MESSAGES_PER_MINUTE: u32 = 60;

/// Counts a socket as long as it is open.
pub(crate) struct SocketPermit {
    app: App,
    share: Share<String>,
}

impl SocketPermit {
    pub fn take(app: &App, key: String) -> Result<SocketPermit, Refusal> {
        let share = app.0.sockets.take(key).map_err(|_| Refusal::too_many(10))?;
        app.0.metrics.sockets.inc();
        Ok(SocketPermit { app: app.clone(), share })
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.app.0.metrics.sockets.dec();
    }
}

/// Pings and pongs of a client, which cost the server an answer or nothing: counted by the minute.
pub(crate) struct ControlFrames {
    since: Instant,
    count: u32,
}

impl ControlFrames {
    /// None yet.
    pub fn new() -> ControlFrames {
        ControlFrames { since: Instant::now(), count: 0 }
    }

    /// Counts one; an error if they are too many.
    pub fn count(&mut self) -> Result<(), Fault> {
        if self.since.elapsed() > Duration::from_secs(60) {
            *self = ControlFrames::new();
        }
        self.count += 1;
        match self.count > CONTROL_FRAMES_PER_MINUTE {
            true => Err(Fault::new(FaultCode::Limit, "too many pings; send one in 10 s")),
            false => Ok(()),
        }
    }
}

/// `GET /api/v1/games/{id}/live`
pub(crate) async fn live(
    State(app): State<App>,
    Path(id): Path,
    from: Option<axum::Extension<ConnectInfo<Peer>>>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, Refusal> {
    // The socket counts for its address until the hello names a player.
    let permit = SocketPermit::take(&app, format!("address {}", address(from.as_deref())))?;
    app.table(&id).await?;
    // Messages of clients are small, and those to them are written at once.
    let upgrade = upgrade.read_buffer_size(MAX_MESSAGE).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| {
        async move {
            let frames = ControlFrames::new();
            let (app, table, seat, unheard) = (app.clone(), None, None, BTreeSet::new());
            let (sent, asked) = (0, None);
            let mut client = Client { app, socket, table, seat, unheard, sent, asked, frames };
            let ended = client.run(&id, permit).await;
            // A client that has gone away is no failure.
            if let Err(error) = ended
                && client.send_message(&SocketMessage::Error { error }).await.is_err()
            {
                tracing::debug!("the client has gone away");
            }
            // A client that learns of a server going away connects to another one.
            let stopping = *client.app.0.stopping.borrow();
            let away = || CloseFrame { code: close_code::AWAY, reason: "the server stops".into() };
            drop(client.socket.send(Message::Close(stopping.then(away))).await);
        }
        .in_current_span()
    }))
}

struct Client {
    app: App,
    socket: WebSocket,
    table: Option<Arc<Table>>,
    seat: Option<u8>,
    /// The seats whose chat the viewer does not want to see.
    unheard: BTreeSet<u8>,
    /// The revision up to which the client has got events.
    sent: u64,
    /// The payload of the ping that is being measured, and when it was sent.
    asked: Option<([u8; 8], Instant)>,
    frames: ControlFrames,
}

/// What a client may know of a refusal; the operator gets the cause.
pub(crate) fn fault(refusal: Refusal) -> Fault {
    refusal.log();
    refusal.refused.error
}

impl Client {
    async fn send_message(&mut self, message: &SocketMessage) -> Result<(), ()> {
        self.send(broadcast::text(message)).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), ()> {
        self.socket.send(Message::Text(text)).await.map_err(|_| ())
    }

    /// Reads the next message; `None` if the client is gone.
    async fn receive(&mut self) -> Result<Option<SocketRequest>, Fault> {
        loop {
            match self.socket.recv().await {
                None | Some(Err(_)) | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return api::read(text.as_bytes()).map(Some),
                Some(Ok(Message::Binary(bytes))) => return api::read(&bytes).map(Some),
                Some(Ok(Message::Ping(_))) => self.frames.count()?,
                Some(Ok(Message::Pong(nonce))) => {
                    self.frames.count()?;
                    self.measured(&nonce);
                }
            }
        }
    }

    /// Sends a ping whose payload nobody can guess, to measure the round trip.
    async fn measure(&mut self) -> Result<(), ()> {
        let nonce = digest::random::<8>().map_err(|error| {
            tracing::error!(%error, "the system has no random numbers");
        })?;
        self.asked = Some((nonce, Instant::now()));
        self.socket.send(Message::Ping(nonce.to_vec().into())).await.map_err(|_| ())
    }

    /// A pong has arrived.
    fn measured(&mut self, nonce: &[u8]) {
        let Some((_, sent)) = self.asked.take_if(|(asked, _)| asked == nonce) else { return };
        if let (Some(table), Some(seat)) = (&self.table, self.seat) {
            table.lags.note(seat, sent.elapsed());
        }
    }

    async fn run(&mut self, id: &str, permit: SocketPermit) -> Result<(), Fault> {
        let late = |_| Fault::new(FaultCode::BadRequest, HELLO_FIRST);
        let hello = tokio::time::timeout(HELLO_TIMEOUT, self.receive()).await.map_err(late)??;
        let (token, after) = match hello {
            Some(SocketRequest::Hello { token, after }) => (token, after),
            Some(_) => return Err(Fault::new(FaultCode::BadRequest, HELLO_FIRST)),
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
        let _permit = match &player {
            Some(player) => {
                let own =
                    SocketPermit::take(&self.app, format!("player {player}")).map_err(fault)?;
                drop(permit);
                own
            }
            None => permit,
        };
        let key = player.clone().unwrap_or_else(|| _permit.share.key.clone());
        let (table, _) = self.app.table_for(id, player.as_deref()).await.map_err(fault)?;
        self.table = Some(table.clone());
        let mut stopping = self.app.0.stopping.subscribe();
        let mut standing = self.app.0.standing.subscribe();
        self.listen_to(player.as_deref()).await?;
        let (mut updates, welcome) = {
            // The seat, the updates and the view belong to the same moment.
            let cached = table.cached.lock().await;
            self.seat = cached.seat_of(player.as_deref());
            self.sent = cached.record.revision;
            let welcome = TableView {
                game: cached.info(player.as_deref()),
                view: cached.view(self.seat, self.app.now()),
                invites: Vec::new(),
                now: self.app.now(),
            };
            (subscribe(&table, self.seat)?, welcome)
        };
        if self.send_message(&SocketMessage::Welcome(Box::new(welcome))).await.is_err() {
            return Ok(());
        }
        if let Some(after) = after {
            let to = self.sent;
            self.sent = after.min(to);
            if self.catch_up(to).await?.is_err() {
                return Ok(());
            }
        }
        let mut measure = tokio::time::interval(MEASURE_INTERVAL);
        measure.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut recheck =
            tokio::time::interval_at(Instant::now() + TOKEN_CHECK_INTERVAL, TOKEN_CHECK_INTERVAL);
        loop {
            tokio::select! {
                // The round trip of a player is measured; a pong that is out is waited for.
                _ = measure.tick(), if self.seat.is_some() => {
                    let waits = self.asked.is_some_and(|(_, sent)| sent.elapsed() < PING_INTERVAL);
                    if !waits && self.measure().await.is_err() {
                        return Ok(());
                    }
                }
                _ = recheck.tick() => self.check_again(token.as_deref(), player.as_deref()).await?,
                changed = standing.recv() => {
                    // Who has missed a change looks as if it had been theirs.
                    if changed.map_or(true, |changed| player.as_deref() == Some(&*changed)) {
                        self.check_again(token.as_deref(), player.as_deref()).await?;
                    }
                }
                update = updates.recv() => {
                    let sent = match update {
                        Ok(Update::Events { from, to, message }) => {
                            self.forward(from, to, message).await?
                        }
                        Ok(Update::Talk { seat, .. }) if self.unheard.contains(&seat) => Ok(()),
                        Ok(Update::Talk { message, .. }) => self.send(message).await,
                        Ok(Update::Gone) => return Err(fault(Refusal::not_found("game"))),
                        Ok(Update::Seats) => {
                            let seats = {
                                let cached = table.cached.lock().await;
                                let seat = cached.seat_of(player.as_deref());
                                if seat != self.seat {
                                    // What the old class is sent is not for this viewer any more.
                                    updates = subscribe(&table, seat)?;
                                    self.seat = seat;
                                }
                                cached.info(player.as_deref())
                            };
                            self.listen_to(player.as_deref()).await?;
                            let revision = seats.revision;
                            let sent = self.send_message(&SocketMessage::Table(Box::new(seats))).await;
                            // The updates that went with the old class are in the log.
                            if sent.is_ok() { self.catch_up(revision).await? } else { sent }
                        }
                        Err(RecvError::Lagged(_)) => {
                            // Too slow for the channel: the log has everything.
                            let to = table.cached.lock().await.record.revision;
                            self.catch_up(to).await?
                        }
                        Err(RecvError::Closed) => Err(()),
                    };
                    if sent.is_err() {
                        return Ok(());
                    }
                }
                received = tokio::time::timeout(PING_INTERVAL, self.receive()) => match received {
                    Err(_) => {
                        if self.socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                            return Ok(());
                        }
                    }
                    Ok(received) => match received? {
                        None => return Ok(()),
                        Some(SocketRequest::Ping {}) => {
                            self.app.limit("socket", &key, MESSAGES_PER_MINUTE).map_err(fault)?;
                            let now = self.app.now();
                            if self.send_message(&SocketMessage::Pong { now }).await.is_err() {
                                return Ok(());
                            }
                        }
                        Some(SocketRequest::Hello { .. }) => {
                            let message = "the hello was sent already";
                            return Err(Fault::new(FaultCode::BadRequest, message));
                        }
                    },
                },
                _ = stopping.changed() => return Ok(()),
            }
        }
    }

    /// Checks the token and the wishes of the viewer again.
    async fn check_again(
        &mut self,
        token: Option<&str>,
        player: Option<&str>,
    ) -> Result<(), Fault> {
        let Some(token) = token else { return Ok(()) };
        // A token that was revoked opens nothing, and keeps nothing open.
        let still = self.app.player_of(token).await.map_err(fault)?;
        still.ok_or_else(|| fault(Refusal::unauthorized()))?;
        self.listen_to(player).await
    }

    /// Looks whose chat the viewer does not want to see.
    async fn listen_to(&mut self, player: Option<&str>) -> Result<(), Fault> {
        let unheard = self.app.unheard(player).await.map_err(fault)?;
        if let Some(table) = &self.table {
            self.unheard = table.cached.lock().await.seats_of(&unheard);
        }
        Ok(())
    }

    /// Sends the events of the log from the last one sent to `to`, or further; the last message
    /// carries the view.
    async fn catch_up(&mut self, mut to: u64) -> Result<Result<(), ()>, Fault> {
        let Some(table) = self.table.clone() else { return Ok(Ok(())) };
        while self.sent < to {
            let (from, end) = (self.sent, to.min(self.sent + CATCH_UP));
            let events = self.app.events(&table.id, from, end).await.map_err(fault)?;
            if events.is_empty() {
                return Ok(Ok(()));
            }
            self.sent += events.len() as u64;
            let now = self.app.now();
            let update = {
                let cached = table.cached.lock().await;
                to = to.max(cached.record.revision);
                let update = cached.update(self.seat, from, &events, now);
                match self.sent == cached.record.revision {
                    true => update,
                    // The view is of a later revision: it comes with the last message.
                    false => GameUpdate { revision: self.sent, view: None, ..update },
                }
            };
            if self.send_message(&SocketMessage::Events(Box::new(update))).await.is_err() {
                return Ok(Err(()));
            }
        }
        Ok(Ok(()))
    }

    /// Sends what a commit means to the viewer's class, unless the viewer has seen it.
    async fn forward(
        &mut self,
        from: u64,
        to: u64,
        message: Utf8Bytes,
    ) -> Result<Result<(), ()>, Fault> {
        if to <= self.sent {
            return Ok(Ok(()));
        }
        if from != self.sent {
            // An update was missed: the log has it.
            return self.catch_up(to).await;
        }
        self.sent = to;
        Ok(self.send(message).await)
    }
}

/// Updates for a class of viewer.
fn subscribe(table: &Table, seat: Option<u8>) -> Result<Receiver<Update>, Fault> {
    let missing = || fault(Refusal::not_found("seat"));
    table.subscribers.subscribe(seat).ok_or_else(missing)
}
