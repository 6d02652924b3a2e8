//! The page, the engine, and what operators ask.

use crate::app::{App, address};
use crate::assets;
use crate::extract::{Bytes, Path};
use crate::listener::{Peer, for_caller};
use crate::openapi::openapi_json;
use crate::pools::here;
use crate::reply::{Refusal, Reply};
use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use tilewright_protocol::{Answer, Call, Request, VariantSource};

fn text(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind)], body).into_response()
}

/// `GET /`: the playground, where it was built in; otherwise a plain page.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    assets::find("/index.html", &headers)
        .unwrap_or_else(|| text("text/html; charset=utf-8", include_str!("../../page/index.html")))
}

/// `GET /app.js`
pub(crate) async fn script() -> Response {
    text("text/javascript; charset=utf-8", include_str!("../../page/app.js"))
}

/// `GET /app.css`
pub(crate) async fn style() -> Response {
    text("text/css; charset=utf-8", include_str!("../../page/app.css"))
}

/// Everything else: a file of the playground or of the book, or nothing.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET {
        return Refusal::not_found("address").into_response();
    }
    match uri.path() {
        // The book begins at `/docs/`, so that its links are right.
        "/docs" => Redirect::permanent("/docs/").into_response(),
        "/docs/" => book(&headers),
        path => assets::find(path, &headers)
            .unwrap_or_else(|| Refusal::not_found("address").into_response()),
    }
}

/// The first page of the book, where it was built in; otherwise how to get it.
fn book(headers: &HeaderMap) -> Response {
    assets::find("/docs/index.html", headers)
        .unwrap_or_else(|| text("text/html; charset=utf-8", include_str!("../../page/docs.html")))
}

/// `GET /healthz`: the process is there.
pub(crate) async fn health() -> Response {
    text("text/plain; charset=utf-8", "ok\n")
}

/// `GET /readyz`: the store can be written, no pool is stuck, and the server is not about to stop.
pub(crate) async fn ready(State(app): State<App>) -> Result<Response, Refusal> {
    if *app.0.stopping.borrow() {
        return Err(Refusal::unavailable("the server stops"));
    }
    app.check_ready().await?;
    Ok(text("text/plain; charset=utf-8", "ready\n"))
}

/// `GET /metrics`: for this machine only, and not at all where they have an address of their own.
pub(crate) async fn metrics(
    State(app): State<App>,
    from: Option<Extension<ConnectInfo<Peer>>>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    // A proxy on this machine speaks for others.
    let forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let near = from.is_some_and(|from| {
        let Peer { direct, named, .. } = &from.0.0;
        direct.ip().to_canonical().is_loopback() && named.to_canonical().is_loopback()
    });
    if app.0.config.metrics_address.is_some() || forwarded || !near {
        return Err(Refusal::not_found("address"));
    }
    Ok(counters(State(app)).await)
}

/// The metrics, for everybody who can reach them.
pub(crate) async fn counters(State(app): State<App>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    app.measure();
    match here(|| app.0.metrics.text()) {
        Ok(metrics) => text(kind, metrics),
        Err(error) => {
            Refusal::unavailable("the metrics cannot be written").caused_by(error).into_response()
        }
    }
}

/// `GET /api/v1/openapi.json`
pub(crate) async fn openapi() -> Response {
    text("application/json", openapi_json())
}

/// `GET /api/v1/schema.json`
pub(crate) async fn schema() -> Response {
    text("application/json", tilewright_protocol::schema_json())
}

/// `GET /api/v1/variants`
pub(crate) async fn variants(State(app): State<App>) -> Result<Reply<Answer>, Refusal> {
    Ok(Reply(app.compute(|engine| engine.answer(Call::Variants {})).await??))
}

/// `GET /api/v1/variants/{id}`
pub(crate) async fn variant(State(app): State<App>, Path(id): Path) -> Result<Response, Refusal> {
    let call = Call::Variant { variant: VariantSource::Shipped(id) };
    let answer = Reply(app.compute(move |engine| engine.answer(call)).await??);
    Ok(([(header::CACHE_CONTROL, "max-age=300")], answer).into_response())
}

/// `POST /api/v1/engine`: the stateless engine. Its errors are answers too.
pub(crate) async fn engine(
    State(app): State<App>,
    from: Option<Extension<ConnectInfo<Peer>>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let (peer, from) = (from.as_deref().map(|from| from.0.clone()), address(from.as_deref()));
    // What cannot be read is refused, and counts as a simple call; what the engine has against a
    // call is an answer.
    let asked = app.read_message(&body, Request::read).await?.map_err(|(_, fault)| fault);
    let weight = asked.as_ref().map_or(1, |asked| asked.call.weight());
    app.limit_weighed("engine", &from, app.limits().engine_calls_per_minute, weight)?;
    let asked = asked?;
    let response = app.compute_within(move |engine, budget| {
        let answer = engine.answer_within(asked.call, budget);
        tilewright_protocol::Response::new(asked.id, answer).to_bytes()
    });
    Ok(text("application/json", for_caller(peer, response).await?))
}
