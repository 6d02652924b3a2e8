//! Connections: accepted, served, and closed when they are too slow.

use crate::listener::{Limited, Peer};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::time::Duration;
use tokio::sync::watch;
use tower_service::Service;

/// The most bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;

/// Serves every connection until `stop` is done; then those under way are finished. A connection
/// on which no whole head of a request comes for `timeout` is closed, idle ones too.
pub(crate) async fn serve(
    mut listener: Limited,
    router: Router,
    timeout: Duration,
    stop: impl Future<Output = ()>,
) {
    let stopping = watch::Sender::new(false);
    // Every connection holds a receiver; when all are gone, all is done.
    let open = watch::Sender::new(());
    tokio::pin!(stop);
    loop {
        let (connection, address) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (mut stopped, held) = (stopping.subscribe(), open.subscribe());
        let router = router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(Peer(address)));
            router.clone().call(request)
        });
        tokio::spawn(async move {
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
            drop(held);
        });
    }
    drop(listener);
    stopping.send_replace(true);
    open.closed().await;
}
