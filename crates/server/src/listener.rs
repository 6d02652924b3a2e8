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

/// A listener with room for so many connections; others wait until one is closed.
pub(crate) struct Limited {
    listener: TcpListener,
    room: Arc<Semaphore>,
    patience: Duration,
}

impl Limited {
    pub fn new(listener: TcpListener, most: usize, patience: Duration) -> Limited {
        Limited { listener, room: Arc::new(Semaphore::new(most.max(1))), patience }
    }
}

impl Limited {
    /// The next connection, once there is room for it.
    pub async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed.
        let permit = self.room.clone().acquire_owned().await.ok();
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    let _ = stream.set_nodelay(true);
                    let stall = None;
                    let patience = self.patience;
                    return (Connection { stream, stall, patience, _permit: permit }, address);
                }
                // One that broke off at once says nothing about the next.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                // Too many open files, perhaps: others will be closed.
                Err(_) => tokio::time::sleep(Duration::from_millis(500)).await,
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
    patience: Duration,
    _permit: Option<OwnedSemaphorePermit>,
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
        let patience = self.patience;
        let stall = self.stall.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
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
