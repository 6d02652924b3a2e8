//! Many sockets at the same time.

use crate::http::Connection;
use crate::moves::parties;
use crate::player::Table;
use crate::server::{ServerFigures, growth};
use crate::{LoadError, Plan, SocketReport};
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tilewright_protocol::api::{self, SocketMessage, SocketRequest};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Sockets that are opened at the same time.
const AT_ONCE: usize = 64;
/// How long a socket may stay silent.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long everything is left alone before memory is measured.
const REST: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<TcpStream>;

fn failed(error: impl ToString) -> LoadError {
    LoadError(format!("a socket: {}", error.to_string()))
}

/// The next message that means something.
async fn receive(socket: &mut Socket) -> Result<SocketMessage, LoadError> {
    loop {
        let next = tokio::time::timeout(TIMEOUT, socket.next()).await;
        match next.map_err(|_| failed("timeout"))? {
            Some(Ok(Message::Text(text))) => return api::read(text.as_bytes()).map_err(failed),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(_)) | None => return Err(failed("it was closed")),
            Some(Err(error)) => return Err(failed(error)),
        }
    }
}

async fn open(address: SocketAddr, game: &str, token: Option<&str>) -> Result<Socket, LoadError> {
    let stream = TcpStream::connect(address).await.map_err(failed)?;
    let url = format!("ws://{address}/api/v1/games/{game}/live");
    let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let opened = tokio_tungstenite::client_async_with_config(url, stream, Some(small)).await;
    let (mut socket, _) = opened.map_err(failed)?;
    let hello = SocketRequest::Hello { token: token.map(str::to_string), after: None };
    let hello = String::from_utf8(api::write(&hello)).map_err(failed)?;
    socket.send(Message::Text(hello.into())).await.map_err(failed)?;
    match receive(&mut socket).await? {
        SocketMessage::Welcome(_) => Ok(socket),
        SocketMessage::Error { error } => Err(failed(error)),
        _ => Err(failed("the first message is no welcome")),
    }
}

/// Waits for an event.
async fn next_event(socket: &mut Socket) -> Result<Instant, LoadError> {
    loop {
        match receive(socket).await? {
            SocketMessage::Events(_) => return Ok(Instant::now()),
            SocketMessage::Error { error } => return Err(failed(error)),
            _ => {}
        }
    }
}

/// Opens sockets on games, one for each seat, makes a move in each game, and waits until every
/// socket has received it.
pub(crate) async fn run(
    plan: &Plan,
    table: &Table,
    address: SocketAddr,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<SocketReport, LoadError> {
    let mut connection = Connection::new(address);
    let seats = u64::from(table.seats.max(1));
    let games = plan.sockets.div_ceil(seats);
    let mut parties = parties(table, address, plan.seed, 0..games, &|_| {}).await?;
    tokio::time::sleep(REST).await;
    let before = ServerFigures::ask(&mut connection).await?;
    let begin = Instant::now();
    let mut sockets: Vec<(usize, Socket)> = Vec::new();
    let wanted = usize::try_from(plan.sockets).map_err(failed)?;
    while sockets.len() < wanted {
        let from = sockets.len();
        let to = (from + AT_ONCE).min(wanted);
        let opened = join_all((from..to).map(|index| {
            let (game, seat) = (index / seats as usize, index % seats as usize);
            let party = &parties[game];
            async move {
                let id = party.game().ok_or_else(|| failed("its game has not begun"))?;
                Ok::<_, LoadError>((game, open(address, id, party.token(seat)).await?))
            }
        }));
        for socket in opened.await {
            sockets.push(socket?);
        }
        progress(sockets.len() as u64);
    }
    let seconds_to_open = begin.elapsed().as_secs_f64();
    tokio::time::sleep(REST).await;
    let after = ServerFigures::ask(&mut connection).await?;
    let mut slowest = 0.0f64;
    let mut reached = 0;
    let mut errors = Vec::new();
    let mut waiting = sockets.iter_mut().peekable();
    for (number, party) in parties.iter_mut().enumerate() {
        let choices = party.choices();
        let sent = Instant::now();
        let mut own = Vec::new();
        while let Some((_, socket)) = waiting.next_if(|(game, _)| *game == number) {
            own.push(next_event(socket));
        }
        let (turn, events) = tokio::join!(party.turn(choices), join_all(own));
        errors.extend(turn.err().map(|error| error.0));
        for event in events {
            match event {
                Ok(at) => {
                    reached += 1;
                    slowest = slowest.max(at.duration_since(sent).as_secs_f64() * 1000.0);
                }
                Err(error) => errors.push(error.0),
            }
        }
        party.hang_up();
    }
    let end = ServerFigures::ask(&mut connection).await?;
    for (_, socket) in &mut sockets {
        errors.extend(socket.close(None).await.err().map(|error| failed(error).0));
    }
    errors.truncate(20);
    let per_socket = |bytes: u64| bytes as f64 / plan.sockets.max(1) as f64 / 1000.0;
    Ok(SocketReport {
        sockets: plan.sockets,
        games,
        open_on_server: after.sockets,
        told: reached,
        errors,
        seconds_to_open,
        slowest_event_ms: slowest,
        resident_mb_before: before.resident_mb(),
        resident_mb_open: after.resident_mb(),
        resident_mb_told: end.resident_mb(),
        kb_per_socket: growth(before.resident_bytes, after.resident_bytes).map(per_socket),
    })
}
