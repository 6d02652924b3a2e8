//! Attacks by connections: slow, idle and many.

use crate::expensive::{list, variant};
use crate::harness::{ATTACKER, Person, connect, hold, repeat, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

/// Connections that send a beginning, and then hardly anything.
async fn slow(address: SocketAddr, count: usize, beginning: &'static str, every: Duration) {
    repeat(count, move |_| async move {
        let Ok(mut stream) = connect(address, ATTACKER).await else { return };
        if stream.write_all(beginning.as_bytes()).await.is_err() {
            return;
        }
        for _ in 0..100 {
            tokio::time::sleep(every).await;
            if stream.write_all(b"x").await.is_err() {
                return;
            }
        }
    })
    .await;
}

const TRICKLE: Duration = Duration::from_millis(500);

#[test]
fn slow_bodies_keep_nobody_waiting() {
    hold("512 slow bodies", start("bodies"), |address| {
        let head = "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n";
        slow(address, 512, head, TRICKLE)
    });
}

#[test]
fn slow_heads_keep_nobody_waiting() {
    hold("750 slow heads", start("heads"), |address| {
        slow(address, 750, "GET / HTTP/1.1\r\nX-Slow: ", TRICKLE)
    });
}

#[test]
fn idle_connections_keep_nobody_waiting() {
    hold("750 idle connections", start("idle"), |address| {
        slow(address, 750, "", Duration::from_secs(60))
    });
}

type Socket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

async fn open_socket(address: SocketAddr, game: &str) -> Option<Socket> {
    let stream = connect(address, ATTACKER).await.ok()?;
    let url = format!("ws://{address}/api/v1/games/{game}/live");
    let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.ok()?;
    let hello = json!({ "type": "hello" }).to_string();
    socket.send(Message::text(hello)).await.ok()?;
    socket.next().await?.ok()?;
    Some(socket)
}

async fn watched_game(address: SocketAddr) -> String {
    let person = Person::guest(address, ATTACKER).await;
    let settings = json!({ "variant": variant("watched", ""), "seats": ["me"], "words": "free" });
    person.create(settings).await.unwrap().0
}

#[test]
fn floods_of_sockets_and_pings_keep_nobody_waiting() {
    hold("sockets and pings", start("sockets"), |address| async move {
        let game = watched_game(address).await;
        repeat(32, move |number| {
            let game = game.clone();
            async move {
                let Some(mut socket) = open_socket(address, &game).await else { return };
                let payload = vec![b'x'; 100];
                loop {
                    let message = match number % 2 {
                        0 => Message::Ping(payload.clone().into()),
                        _ => Message::Pong(payload.clone().into()),
                    };
                    let fed = async {
                        for _ in 0..200 {
                            socket.feed(message.clone()).await?;
                        }
                        socket.flush().await
                    };
                    if fed.await.is_err() {
                        return;
                    }
                    // What comes back is read, so that nothing waits for it.
                    while let Ok(Some(read)) =
                        tokio::time::timeout(Duration::from_millis(1), socket.next()).await
                    {
                        if read.is_err() {
                            return;
                        }
                    }
                }
            }
        })
        .await;
    });
}

#[test]
fn floods_of_guests_games_and_rematches_keep_nobody_waiting() {
    hold("guests, games and rematches", start("floods"), |address| async move {
        let person = Person::guest(address, ATTACKER).await;
        let quick =
            json!({ "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free" });
        let (over, revision) = person.create(quick).await.unwrap();
        let resign =
            json!({ "client_id": "x", "revision": revision, "command": { "type": "resign" } });
        let path = format!("/api/v1/games/{over}");
        person.ask("POST", &(path.clone() + "/commands"), resign).await.unwrap();
        let words = list(1, 60_000);
        repeat(32, move |number| {
            let (person, path, words) = (person.clone(), path.clone(), words.clone());
            async move {
                let _ = match number % 4 {
                    0 => {
                        Person::new(address, ATTACKER)
                            .ask("POST", "/api/v1/guests", json!({}))
                            .await
                    }
                    1 => person.ask("POST", &(path + "/rematch"), Value::Null).await,
                    2 => {
                        let credentials = json!({ "name": "nobody", "password": "wrong-wrong" });
                        Person::new(address, ATTACKER)
                            .ask("POST", "/api/v1/sessions", credentials)
                            .await
                    }
                    _ => {
                        let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me"],
                            "words": words });
                        person.ask("POST", "/api/v1/games", settings).await
                    }
                };
            }
        })
        .await;
    });
}
