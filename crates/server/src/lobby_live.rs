//! The socket of the lobby: a player is sent what waits for them, whenever it changes.

use crate::app::{App, address};
use crate::broadcast;
use crate::extract::Upgrade;
use crate::listener::Peer;
use crate::live::{
    ControlFrames, HELLO_FIRST, HELLO_TIMEOUT, MAX_MESSAGE, MESSAGES_PER_MINUTE, PING_INTERVAL,
    SocketPermit, TOKEN_CHECK_INTERVAL, fault,
};
use crate::reply::Refusal;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use tilewright_protocol::api::{self, MyLobby, SocketMessage, SocketRequest};
use tilewright_protocol::{Fault, FaultCode};
use tokio::time::Instant;
use tracing::Instrument;

/// `GET /api/v1/lobby/live`
pub(crate) async fn live(
    State(app): State<App>,
    from: Option<axum::Extension<ConnectInfo<Peer>>>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, Refusal> {
    let permit = SocketPermit::take(&app, format!("address {}", address(from.as_deref())))?;
    let upgrade = upgrade.read_buffer_size(MAX_MESSAGE).write_buffer_size(0);
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| {
        async move {
            let mut client = Client { app, socket, frames: ControlFrames::new(), sent: None };
            // A client that has gone away is no failure.
            if let Err(error) = client.run(permit).await
                && client.send(&SocketMessage::Error { error }).await.is_err()
            {
                tracing::debug!("the client has gone away");
            }
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
    frames: ControlFrames,
    /// What the client was sent last.
    sent: Option<MyLobby>,
}

impl Client {
    async fn send(&mut self, message: &SocketMessage) -> Result<(), ()> {
        self.socket.send(Message::Text(broadcast::text(message))).await.map_err(|_| ())
    }

    /// Reads the next message; `None` if the client is gone.
    async fn receive(&mut self) -> Result<Option<SocketRequest>, Fault> {
        loop {
            match self.socket.recv().await {
                None | Some(Err(_)) | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return api::read(text.as_bytes()).map(Some),
                Some(Ok(Message::Binary(bytes))) => return api::read(&bytes).map(Some),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.frames.count()?,
            }
        }
    }

    /// Sends what waits for the player, if that is not what was sent last.
    async fn update(&mut self, player: &str) -> Result<Result<(), ()>, Fault> {
        let lobby = self.app.my_lobby(player).await.map_err(fault)?;
        if self.sent.as_ref() == Some(&lobby) {
            return Ok(Ok(()));
        }
        self.sent = Some(lobby.clone());
        Ok(self.send(&SocketMessage::Lobby(Box::new(lobby))).await)
    }

    async fn run(&mut self, permit: SocketPermit) -> Result<(), Fault> {
        let late = |_| Fault::new(FaultCode::BadRequest, HELLO_FIRST);
        let hello = tokio::time::timeout(HELLO_TIMEOUT, self.receive()).await.map_err(late)??;
        let token = match hello {
            Some(SocketRequest::Hello { token, .. }) => token,
            Some(_) => return Err(Fault::new(FaultCode::BadRequest, HELLO_FIRST)),
            None => return Ok(()),
        };
        let token = token.ok_or_else(|| fault(Refusal::unauthorized()))?;
        let player = self.app.player_of(&token).await.map_err(fault)?;
        let player = player.ok_or_else(|| fault(Refusal::unauthorized()))?.id;
        let own = SocketPermit::take(&self.app, format!("player {player}")).map_err(fault)?;
        drop(permit);
        let mut stopping = self.app.0.stopping.subscribe();
        let mut news = self.app.0.news.subscribe(&player);
        if self.update(&player).await?.is_err() {
            return Ok(());
        }
        let mut recheck =
            tokio::time::interval_at(Instant::now() + TOKEN_CHECK_INTERVAL, TOKEN_CHECK_INTERVAL);
        loop {
            let sent = tokio::select! {
                // An error means that the app is gone.
                changed = news.changed() => match changed {
                    Ok(()) => self.update(&player).await?,
                    Err(_) => Err(()),
                },
                _ = recheck.tick() => {
                    // A token that was revoked opens nothing, and keeps nothing open.
                    let still = self.app.player_of(&token).await.map_err(fault)?;
                    still.ok_or_else(|| fault(Refusal::unauthorized()))?;
                    // Seeks and offers end by themselves.
                    self.update(&player).await?
                }
                received = tokio::time::timeout(PING_INTERVAL, self.receive()) => match received {
                    Err(_) => {
                        self.socket.send(Message::Ping(Vec::new().into())).await.map_err(|_| ())
                    }
                    Ok(received) => match received? {
                        None => Err(()),
                        Some(SocketRequest::Ping {}) => {
                            let limited = self.app.limit("socket", &player, MESSAGES_PER_MINUTE);
                            limited.map_err(fault)?;
                            let now = self.app.now();
                            self.send(&SocketMessage::Pong { now }).await
                        }
                        Some(SocketRequest::Hello { .. }) => {
                            let message = "the hello was sent already";
                            return Err(Fault::new(FaultCode::BadRequest, message));
                        }
                    },
                },
                _ = stopping.changed() => Err(()),
            };
            if sent.is_err() {
                drop(own);
                return Ok(());
            }
        }
    }
}
