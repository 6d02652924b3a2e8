//! The routes, and what every request goes through.

pub(crate) mod admin;
pub(crate) mod conduct;
pub(crate) mod daily;
pub(crate) mod email;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod lobby;
pub(crate) mod oidc;
pub(crate) mod pages;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod sessions;

use crate::admission::Admitted;
use crate::app::App;
use crate::listener::Peer;
use crate::operations::{self, path_of};
use crate::people::{Signed, bearer, peer};
use crate::pools::on_behalf_of;
use crate::reply::Refusal;
use crate::trace::{self, Kind, Span};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::time::Instant;
use tracing::Instrument;

/// The router of the server.
pub(crate) fn router(app: App) -> Router {
    operations::router()
        .fallback(pages::file)
        .method_not_allowed_fallback(|| async {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            let code = tilewright_protocol::FaultCode::BadRequest;
            Refusal::new(status, code, "method not allowed")
        })
        .layer(DefaultBodyLimit::max(app.limits().body))
        .layer(from_fn_with_state(app.clone(), around))
        .with_state(app)
}

/// What operators ask, on an address of its own.
pub(crate) fn operators(app: App) -> Router {
    Router::new()
        .route("/healthz", get(pages::health))
        .route("/readyz", get(pages::ready))
        .route("/metrics", get(pages::counters))
        .fallback(|| async { Refusal::not_found("address") })
        .with_state(app)
}

/// The header with the id of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that a client may give its request.
const MAX_REQUEST_ID: usize = 64;

/// The id of a request: the client's own, if it can be logged, or a new one.
fn request_id(app: &App, headers: &HeaderMap) -> HeaderValue {
    let own = headers.get(REQUEST_ID).filter(|id| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        (1..=MAX_REQUEST_ID).contains(&id.len()) && id.as_bytes().iter().all(plain)
    });
    own.cloned().unwrap_or_else(|| app.0.request_ids.next())
}

/// A method as a label: one of a few.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        _ => "OTHER",
    }
}

/// The game that a path names.
fn game_of<'a>(route: &str, uri: &'a Uri) -> Option<&'a str> {
    if !route.starts_with("/api/v1/games/{id}") {
        return None;
    }
    uri.path().split('/').nth(4).filter(|id| id.len() <= 64)
}

/// What every request goes through: limits, headers, metrics, the log.
async fn around(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = method_label(request.method());
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.and_then(|path| path_of(path.as_str())).unwrap_or("other");
    let id = request_id(&app, request.headers());
    let span = tracing::info_span!(
        "request",
        request = id.to_str().expect("ids are plain ASCII"),
        method,
        route,
        game = game_of(route, request.uri()),
        player = tracing::field::Empty,
    );
    let origin = request.headers().get(header::ORIGIN).cloned();
    let from = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.client);
    let mut traced = match EXEMPT.contains(&route) {
        true => None,
        false => Some(app.0.traces.begin(None, &format!("{method} {route}"), Kind::Server)),
    };
    let context = traced.as_ref().and_then(Span::context);
    let work = async {
        if EXEMPT.contains(&route) {
            return next.run(request).await;
        }
        match Admitted::new(&app, from) {
            Err(refusal) => refusal.into_response(),
            Ok(admitted) => {
                let response = match admit(&app, request, &admitted).await {
                    Ok(Some(request)) => next.run(request).await,
                    Ok(None) => StatusCode::NO_CONTENT.into_response(),
                    Err(refusal) => refusal.into_response(),
                };
                admitted.leave();
                response
            }
        }
    };
    let work = trace::within(context, work.instrument(span.clone()));
    let mut response = on_behalf_of(from, work).await;
    decorate(&app, &mut response, origin.as_ref());
    if let Some(traced) = &mut traced {
        traced.set("http.request.method", method);
        traced.set("http.route", route);
        traced.set("http.response.status_code", u64::from(response.status().as_u16()));
        traced.set("tilewright.request", id.to_str().expect("ids are plain ASCII"));
        if response.status().is_server_error() {
            traced.fail();
        }
    }
    drop(traced);
    response.headers_mut().insert(REQUEST_ID, id);
    let (status, took) = (response.status().as_u16(), began.elapsed());
    app.0.metrics.request(method, route, status, took);
    span.in_scope(|| tracing::info!(status, micros = took.as_micros() as u64, "answered"));
    response
}

/// What operators and balancers ask is never limited.
const EXEMPT: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Whether a request may go on; `None` for the question of a browser before it.
async fn admit(
    app: &App,
    request: Request,
    admitted: &Admitted,
) -> Result<Option<Request>, Refusal> {
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(admitted.clone());
    let (from, most) = (peer(&parts), app.limits().requests_per_minute);
    // Players are limited one by one; many of them can share an address. But a token that is not
    // valid makes nobody a player, and to guess costs as much as to ask without one.
    let known = bearer(&parts.headers).and_then(|token| app.cached_player(token));
    let player = match (known, bearer(&parts.headers)) {
        (Some(player), _) => Some(player),
        (None, token) => {
            app.limit("address", &from, most)?;
            let found = match token {
                // Why it is refused, the handler says.
                Some(token) => app.player_of(token).await.unwrap_or(None),
                None => None,
            };
            if found.is_some() {
                app.0.limiter.give_back("address", &from, most);
            }
            found
        }
    };
    if let Some(player) = player {
        app.limit("address of players", &from, most.saturating_mul(10))?;
        parts.extensions.insert(Signed(player));
    }
    if parts.method == Method::OPTIONS {
        return Ok(None);
    }
    Ok(Some(Request::from_parts(parts, body)))
}

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
];

fn decorate(app: &App, response: &mut Response, origin: Option<&HeaderValue>) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let known = |origin: &&HeaderValue| app.0.config.origins.iter().any(|known| known == *origin);
    if let Some(origin) = origin.filter(known) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(header::VARY, HeaderValue::from_static("Origin"));
        let allowed = HeaderValue::from_static("authorization, content-type");
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
        let methods = HeaderValue::from_static("GET, POST, DELETE");
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    }
}
