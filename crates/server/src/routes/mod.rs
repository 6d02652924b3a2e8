//! The routes, and what every request goes through.

mod export;
mod games;
mod pages;
mod play;
mod players;

use crate::app::App;
use crate::metrics::count;
use crate::people::{bearer, peer};
use crate::reply::Refusal;
use crate::{daily, live};
use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::sync::Semaphore;

/// Everything that can be asked.
pub(crate) fn router(app: App) -> Router {
    let room = Arc::new(Semaphore::new(app.limits().in_flight));
    Router::new()
        .route("/", get(pages::page))
        .route("/app.js", get(pages::script))
        .route("/app.css", get(pages::style))
        .route("/healthz", get(pages::health))
        .route("/readyz", get(pages::ready))
        .route("/metrics", get(pages::metrics))
        .route("/api/v1/openapi.json", get(pages::openapi))
        .route("/api/v1/schema.json", get(pages::schema))
        .route("/api/v1/engine", post(pages::engine))
        .route("/api/v1/variants", get(pages::variants))
        .route("/api/v1/variants/{id}", get(pages::variant))
        .route("/api/v1/variants/{id}/board.svg", get(export::variant_board))
        .route("/api/v1/guests", post(players::guest))
        .route("/api/v1/players", post(players::register))
        .route("/api/v1/sessions", post(players::sign_in))
        .route("/api/v1/sessions/current", delete(players::sign_out))
        .route("/api/v1/me", get(players::me).delete(players::leave))
        .route("/api/v1/me/export", get(export::everything))
        .route("/api/v1/me/inventory", get(players::inventory))
        .route("/api/v1/players/{id}/ratings", get(players::ratings))
        .route("/api/v1/daily", get(daily::show).post(daily::begin))
        .route("/api/v1/games/{id}/share", get(daily::share))
        .route("/api/v1/games", get(games::list).post(games::create))
        .route("/api/v1/games/{id}", get(games::show))
        .route("/api/v1/games/{id}/variant", get(games::variant))
        .route("/api/v1/games/{id}/join", post(games::join))
        .route("/api/v1/games/{id}/start", post(games::start))
        .route("/api/v1/games/{id}/rematch", post(games::rematch))
        .route("/api/v1/games/{id}/commands", post(play::command))
        .route("/api/v1/games/{id}/preview", post(play::preview_move))
        .route("/api/v1/games/{id}/hints", get(play::hints))
        .route("/api/v1/games/{id}/events", get(play::events))
        .route("/api/v1/games/{id}/chat", get(play::talk).post(play::say))
        .route("/api/v1/games/{id}/board.svg", get(export::board))
        .route("/api/v1/games/{id}/account.svg", get(export::account))
        .route("/api/v1/games/{id}/export.json", get(export::json))
        .route("/api/v1/games/{id}/export.gcg", get(export::gcg))
        .route("/api/v1/games/{id}/live", get(live::live))
        .fallback(pages::file)
        .method_not_allowed_fallback(|| async {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            let code = tilewright_protocol::FaultCode::BadRequest;
            Refusal::new(status, code, "this address knows another method")
        })
        .layer(DefaultBodyLimit::max(app.limits().body))
        .layer(from_fn_with_state((app.clone(), room), around))
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

/// What every request goes through: limits, headers, counters, the log.
async fn around(
    State((app, room)): State<(App, Arc<Semaphore>)>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_string());
    let origin = request.headers().get(header::ORIGIN).cloned();
    let mut response = match room.try_acquire() {
        Err(_) => Refusal::too_many(1).into_response(),
        Ok(_permit) => match admit(&app, request, &method) {
            Ok(Some(request)) => next.run(request).await,
            Ok(None) => StatusCode::NO_CONTENT.into_response(),
            Err(refusal) => refusal.into_response(),
        },
    };
    decorate(&app, &mut response, origin.as_ref());
    let (status, micros) = (response.status().as_u16(), began.elapsed().as_micros());
    let metrics = &app.0.metrics;
    count(&metrics.requests_total);
    metrics.request_micros_total.fetch_add(micros as u64, Ordering::Relaxed);
    match status {
        400..500 => count(&metrics.refused_total),
        500.. => count(&metrics.failed_total),
        _ => {}
    }
    let route = route.as_deref().unwrap_or("unknown");
    let method = if method.as_str().len() <= 7 { method.as_str() } else { "OTHER" };
    app.0.log.request(app.now(), method, route, status, micros);
    response
}

/// Whether a request may go on; `None` for the question of a browser before it.
fn admit(app: &App, request: Request, method: &Method) -> Result<Option<Request>, Refusal> {
    let (parts, body) = request.into_parts();
    let (from, most) = (peer(&parts), app.limits().requests_per_minute);
    match bearer(&parts) {
        None => app.limit("address", &from, most)?,
        // Players are limited one by one; many of them can share an address.
        Some(_) => app.limit("address of players", &from, most.saturating_mul(10))?,
    }
    if *method == Method::OPTIONS {
        return Ok(None);
    }
    Ok(Some(Request::from_parts(parts, body)))
}

const HEADERS: [(header::HeaderName, &str); 4] = [
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
