//! Connections: accepted, served, and closed when they are too slow.

use crate::addresses::{AddressRange, client_address};
use crate::listener::{Connection, Introduction, Limited, Peer};
use crate::tls::Encryption;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tower_service::Service;

/// The most bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;

/// After this many refusals in a row a connection is closed.
const MOST_REFUSALS: u32 = 20;

/// Serves every connection until `stop` is done; then those under way are finished. A connection
/// on which no whole head of a request comes for `timeout` is closed, idle ones too, and so is one
/// that is not encrypted by then, where it must be.
pub(crate) async fn serve(
    mut listener: Limited,
    encryption: Option<Encryption>,
    router: Router,
    timeout: Duration,
    stop: impl Future<Output = ()>,
) {
    let stopping = watch::Sender::new(false);
    // Every connection holds a receiver; when all are gone, all is done.
    let open = watch::Sender::new(());
    let trusted: Arc<[_]> = listener.trusted.clone().into();
    let introduction = listener.introduction();
    tokio::pin!(stop);
    loop {
        let (mut connection, mut peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (mut stopped, held) = (stopping.subscribe(), open.subscribe());
        let (router, trusted) = (router.clone(), trusted.clone());
        let introduction = introduction.clone();
        let handshake = encryption.as_ref().and_then(Encryption::handshake);
        tokio::spawn(async move {
            if introduced(introduction, &mut connection, &mut peer, timeout).await {
                let service = service(router, trusted, peer);
                match handshake {
                    None => serve_one(connection, service, timeout, &mut stopped).await,
                    Some(handshake) => {
                        if let Some(connection) = handshake.accept(connection, timeout).await {
                            serve_one(connection, service, timeout, &mut stopped).await;
                        }
                    }
                }
            }
            drop(held);
        });
    }
    drop(listener);
    stopping.send_replace(true);
    open.closed().await;
}

/// Whether a connection has introduced itself in time, if it must.
async fn introduced(
    introduction: Option<Introduction>,
    connection: &mut Connection,
    peer: &mut Peer,
    timeout: Duration,
) -> bool {
    let Some(introduction) = introduction else { return true };
    matches!(tokio::time::timeout(timeout, introduction.read(connection, peer)).await, Ok(Some(())))
}

/// Answers the requests of one connection.
fn service(
    router: Router,
    trusted: Arc<[AddressRange]>,
    peer: Peer,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = Infallible,
    Future: Send,
> + Send
+ 'static {
    let refusals = Arc::new(AtomicU32::new(0));
    service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        let client = client_address(peer.named, request.headers(), &trusted);
        request.extensions_mut().insert(ConnectInfo(peer.on_behalf_of(client)));
        let (mut router, refusals) = (router.clone(), refusals.clone());
        let answer = router.call(request);
        // A proxy speaks for many.
        let alone = client == peer.named;
        async move {
            let mut answer = answer.await?;
            if alone && answer.status() == StatusCode::TOO_MANY_REQUESTS {
                if refusals.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_REFUSALS {
                    let close = HeaderValue::from_static("close");
                    answer.headers_mut().insert(header::CONNECTION, close);
                }
            } else {
                refusals.store(0, Ordering::Relaxed);
            }
            Ok::<_, Infallible>(answer)
        }
    })
}

/// Serves one connection to its end.
async fn serve_one<C, S>(
    connection: C,
    service: S,
    timeout: Duration,
    stopped: &mut watch::Receiver<bool>,
) where
    C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: hyper::service::Service<
            Request<Incoming>,
            Response = axum::response::Response,
            Error = Infallible,
            Future: Send,
        > + Send
        + 'static,
{
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(timeout).max_buf_size(MOST_HEAD);
    builder.half_close(true);
    let served = builder.serve_connection(TokioIo::new(connection), service);
    let mut served = std::pin::pin!(served.with_upgrades());
    tokio::select! {
        // A client that breaks off is no news.
        _ = served.as_mut() => {}
        _ = stopped.changed() => {
            served.as_mut().graceful_shutdown();
            drop(served.await);
        }
    }
}
