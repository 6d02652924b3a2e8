//! A listener that keeps no more connections than it may, of all and of one address.

use crate::addresses::{AddressRange, limited_as};
use crate::proxy_protocol;
use crate::reply::Refusal;
use crate::shares::{Share, Shares};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use socket2::SockRef;
use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// For how long a client may have closed its side before it counts as gone.
const HALF_CLOSED: Duration = Duration::from_secs(1);

/// The longest message with which TLS says goodbye, in bytes: a head of five, a warning of two,
/// its kind, and a tag of sixteen.
const FAREWELL: usize = 24;

/// Whether what waits on an encrypted connection is only the goodbye. A request is always longer.
fn is_farewell(bytes: &[u8]) -> bool {
    /// What a record holds: a warning in the open, or something encrypted.
    const KINDS: [u8; 2] = [21, 23];
    bytes.len() <= FAREWELL && bytes.first().is_some_and(|kind| KINDS.contains(kind))
}

/// Who is at the other end.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// The other end of the connection.
    pub direct: SocketAddr,
    /// The other end, or whom its proxy has named when it began the connection.
    pub named: IpAddr,
    /// Who asks; behind trusted proxies, their client.
    pub client: IpAddr,
    stream: Arc<TcpStream>,
    encrypted: bool,
}

impl Peer {
    /// The same connection, with a client of the proxy at its end.
    pub fn on_behalf_of(&self, client: IpAddr) -> Peer {
        Peer { client, ..self.clone() }
    }

    /// Is done when the client has gone away. One that has only closed its own side may still wait
    /// for an answer, but not for long.
    pub async fn gone(&self) {
        loop {
            let mut bytes = [0; FAREWELL + 1];
            match self.stream.peek(&mut bytes).await {
                Ok(0) => return tokio::time::sleep(HALF_CLOSED).await,
                Ok(count) if self.encrypted && is_farewell(&bytes[..count]) => {
                    return tokio::time::sleep(HALF_CLOSED).await;
                }
                // The next request waits; behind it the end cannot be seen.
                Ok(_) => std::future::pending().await,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }
}

/// Waits for work as long as its caller does; to drop the work cancels it.
pub(crate) async fn for_caller<T>(
    peer: Option<Peer>,
    work: impl Future<Output = Result<T, Refusal>>,
) -> Result<T, Refusal> {
    match peer {
        None => work.await,
        Some(peer) => tokio::select! {
            done = work => done,
            () = peer.gone() => Err(Refusal::cancelled()),
        },
    }
}

/// Whether a socket reports once that it can be read, however much it has then (epoll).
const EDGE_TRIGGERED: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Connections that may wait to be accepted. A client whose connection finds no place tries again
/// only after a second.
const BACKLOG: u32 = 4096;

/// Listens on an address.
///
/// # Errors
/// If the address is not this machine's, or is in use.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that was just stopped leaves connections behind that hold its port for a while.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// A listener with a bound on open connections; others wait until one is closed. Those of an
/// address that has its share are closed.
pub(crate) struct Limited {
    listener: TcpListener,
    room: Arc<Semaphore>,
    each: Arc<Shares<IpAddr>>,
    pub trusted: Vec<AddressRange>,
    timeout: Duration,
    /// Counts open connections.
    pub open: Gauge,
    /// Whether its connections are encrypted.
    pub encrypted: bool,
    /// Whether proxies begin them with a header; counts those that are refused.
    pub proxy_protocol: Option<Counter>,
}

/// Finds out who is at the other end of a connection before it is served.
#[derive(Clone)]
pub(crate) struct Introduction {
    each: Arc<Shares<IpAddr>>,
    trusted: Arc<[AddressRange]>,
    refused: Counter,
}

impl Introduction {
    /// Reads the header with which a proxy begins a connection; `None` if the connection must be
    /// closed: by somebody who is no proxy, with a header that cannot be understood, or of a client
    /// who has its share of connections.
    pub async fn read(&self, connection: &mut Connection, peer: &mut Peer) -> Option<()> {
        let from = peer.direct.ip();
        let named = match self.trusted.iter().any(|range| range.contains(from)) {
            true => proxy_protocol::read(connection).await,
            false => Err(io::Error::other("the address is not in trusted_proxies")),
        };
        match named {
            Ok(None) => Some(()),
            Ok(Some(client)) => {
                connection._room.share = Some(self.each.take(limited_as(client)).ok()?);
                (peer.client, peer.named) = (client, client);
                Some(())
            }
            Err(error) => {
                self.refused.inc();
                tracing::warn!(%from, %error, "a connection without a PROXY protocol header");
                None
            }
        }
    }
}

impl Limited {
    /// How connections introduce themselves, if they must.
    pub fn introduction(&self) -> Option<Introduction> {
        let refused = self.proxy_protocol.clone()?;
        let (each, trusted) = (self.each.clone(), self.trusted.clone().into());
        Some(Introduction { each, trusted, refused })
    }

    /// A listener with the most connections of all and of one address.
    pub fn new(
        listener: TcpListener,
        (most, each): (usize, usize),
        timeout: Duration,
        trusted: &[AddressRange],
    ) -> Limited {
        let (room, each) = (Arc::new(Semaphore::new(most.max(1))), Shares::new(usize::MAX, each));
        let (trusted, open) = (trusted.to_vec(), Gauge::default());
        let (encrypted, proxy_protocol) = (false, None);
        Limited { listener, room, each, trusted, timeout, open, encrypted, proxy_protocol }
    }

    /// The next connection, once there is room for it.
    pub async fn accept(&mut self) -> (Connection, Peer) {
        let permit = self.room.clone().acquire_owned().await;
        let permit = permit.expect("nobody closes the semaphore");
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    let client = address.ip();
                    let share = match self.trusted.iter().any(|range| range.contains(client)) {
                        true => None,
                        false => match self.each.take(limited_as(client)) {
                            Ok(share) => Some(share),
                            // To answer would cost more than to close.
                            Err(_) => continue,
                        },
                    };
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "a connection keeps its delay (Nagle)");
                    }
                    let (stream, stall, timeout) = (Arc::new(stream), None, self.timeout);
                    let (direct, encrypted) = (address, self.encrypted);
                    let (named, other) = (client, stream.clone());
                    let peer = Peer { direct, named, client, stream: other, encrypted };
                    self.open.inc();
                    let _room = Room { _permit: permit, share, open: self.open.clone() };
                    return (Connection { stream, stall, timeout, _room }, peer);
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
    stream: Arc<TcpStream>,
    /// Until when the other side must take something, if it does not now.
    stall: Option<Pin<Box<Sleep>>>,
    timeout: Duration,
    _room: Room,
}

/// The room that a connection takes.
struct Room {
    _permit: OwnedSemaphorePermit,
    share: Option<Share<IpAddr>>,
    open: Gauge,
}

impl Drop for Room {
    fn drop(&mut self) {
        drop(self.share.take());
        self.open.dec();
    }
}

impl Connection {
    fn write(&self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                outcome => return Poll::Ready(outcome),
            }
        }
    }

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
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            let mut count = None;
            let room = buffer.initialize_unfilled();
            let read = self.stream.try_io(Interest::READABLE, || {
                let read = (&*SockRef::from(&*self.stream)).read(room)?;
                count = Some(read);
                match EDGE_TRIGGERED && 0 < read && read < room.len() {
                    // Nothing is left: the next read waits, without a call that says so.
                    true => Err(io::ErrorKind::WouldBlock.into()),
                    false => Ok(()),
                }
            });
            match (count, read) {
                (Some(count), _) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                (None, Err(error)) if error.kind() != io::ErrorKind::WouldBlock => {
                    return Poll::Ready(Err(error));
                }
                (None, _) => {}
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = self.write(context, bytes);
        self.watch(context, outcome)
    }

    /// What is written is on its way at once.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = SockRef::from(&*self.stream).shutdown(std::net::Shutdown::Write);
        Poll::Ready(closed)
    }
}
