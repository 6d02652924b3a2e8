//! A listener that keeps no more connections than it may.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// Who is at the other end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// A listener with a bound on open connections; others wait until one is closed.
pub(crate) struct Limited {
    listener: TcpListener,
    room: Arc<Semaphore>,
    timeout: Duration,
}

impl Limited {
    pub fn new(listener: TcpListener, most: usize, timeout: Duration) -> Limited {
        Limited { listener, room: Arc::new(Semaphore::new(most.max(1))), timeout }
    }
}

impl Limited {
    /// The next connection, once there is room for it.
    pub async fn accept(&mut self) -> (Connection, SocketAddr) {
        let permit = self.room.clone().acquire_owned().await;
        let permit = permit.expect("nobody closes the semaphore");
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "a connection keeps its delay (Nagle)");
                    }
                    let stall = None;
                    let timeout = self.timeout;
                    return (Connection { stream, stall, timeout, _permit: permit }, address);
                }
                // One that broke off at once says nothing about the next.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                // Too many open files, perhaps: others will be closed.
                Err(error) => {
                    tracing::error!(%error, "no connection can be accepted");
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            }
        }
    }
}

/// A connection that makes room when it is closed, and fails when the other side does not take
/// what is written.
pub(crate) struct Connection {
    stream: TcpStream,
    /// Until when the other side must take something, if it does not now.
    stall: Option<Pin<Box<Sleep>>>,
    timeout: Duration,
    _permit: OwnedSemaphorePermit,
}

impl Connection {
    /// Counts the time in which nothing can be written.
    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stall = None;
            return outcome;
        }
        let timeout = self.timeout;
        let stall = self.stall.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        match stall.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, outcome)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
