//! What handlers take from a request. What does not fit is refused with the same kind of answer
//! as everything else.

use crate::admission::Admitted;
use crate::app::App;
use crate::reply::Refusal;
use axum::body::{Body, HttpBody};
use axum::extract::rejection::BytesRejection;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use std::ops::Deref;
use std::pin::Pin;
use std::time::Duration;
use tilewright::rules::read_fault;
use tilewright_protocol::FaultCode;

/// How long, and how much of, a body that is too large is passed over.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 16 << 20;

/// The id in an address.
pub(crate) struct Path(pub String);

impl FromRequestParts<App> for Path {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path, Refusal> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, app).await;
        let axum::extract::Path(id) = path.map_err(|_| Refusal::not_found("id"))?;
        // Ids are short plain texts: nothing else can exist.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if id.is_empty() || id.len() > 64 || !id.chars().all(plain) {
            return Err(Refusal::not_found("id"));
        }
        Ok(Path(id))
    }
}

/// What comes after the question mark.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Query<T>, Refusal> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        match query {
            Ok(axum::extract::Query(query)) => Ok(Query(query)),
            Err(rejection) => {
                let reason = rejection.body_text();
                let reason = reason.rsplit_once(": ").map_or(reason.as_str(), |(_, last)| last);
                Err(Refusal::bad(format!("after the question mark: {}", read_fault(&reason))))
            }
        }
    }
}

/// The body: JSON, as bytes.
pub(crate) struct Bytes(axum::body::Bytes);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Whether a body may be JSON by its content type. No type, and those that simple clients send with
/// every body, are accepted.
fn may_be_json(kind: &str) -> bool {
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind).trim().to_ascii_lowercase();
    let simple = ["", "application/json", "application/x-www-form-urlencoded", "text/plain"];
    simple.contains(&kind.as_str()) || kind.ends_with("+json")
}

impl FromRequest<App> for Bytes {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &App) -> Result<Bytes, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).cloned();
        let announced = request.headers().get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if announced.is_some_and(|length| length > app.limits().body as u64) {
            // The answer does not wait for it. What is under way is passed over for a moment: to
            // close at once could cost the client its answer.
            tokio::spawn(tokio::time::timeout(LINGER, pass_over(request.into_body())));
            return Err(too_large(app));
        }
        let timeout = Duration::from_secs(app.limits().body_seconds.max(1));
        let admitted = request.extensions().get::<Admitted>().cloned();
        // Who sends slowly keeps nobody else from being answered.
        // A body of unknown length may be as long as any.
        let most = app.limits().body;
        let bytes = announced.map_or(most, |length| usize::try_from(length).unwrap_or(most));
        let reading = admitted.as_ref().map(|admitted| admitted.begin_body(bytes)).transpose()?;
        let bytes = axum::body::Bytes::from_request(request, app);
        let late = |_| {
            let message = "timeout while reading the request body";
            Refusal::new(StatusCode::REQUEST_TIMEOUT, FaultCode::Limit, message)
        };
        let bytes = tokio::time::timeout(timeout, bytes).await.map_err(late)?;
        let bytes = bytes.map_err(|rejection| body_refused(app, &rejection))?;
        drop(reading);
        admitted.as_ref().map(Admitted::enter).transpose()?;
        let fits = kind.is_none_or(|kind| kind.to_str().is_ok_and(may_be_json));
        if !fits && !bytes.is_empty() {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            let message = "send JSON, as `Content-Type: application/json`";
            return Err(Refusal::new(status, FaultCode::BadRequest, message));
        }
        Ok(Bytes(bytes))
    }
}

/// Reads a body that nobody wants, up to a bound.
async fn pass_over(mut body: Body) {
    let mut passed = 0;
    while passed < LINGER_BYTES {
        let part = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let Some(Ok(part)) = part else { return };
        passed += part.data_ref().map_or(0, |data| data.len());
    }
}

fn body_refused(app: &App, rejection: &BytesRejection) -> Refusal {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large(app);
    }
    Refusal::bad("incomplete request body: fewer bytes than Content-Length announces")
}

fn too_large(app: &App) -> Refusal {
    let message = format!("the body is too large; the bound is {} bytes", app.limits().body);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, FaultCode::TooLarge, message)
}

/// A socket that can be opened.
pub(crate) struct Upgrade(pub WebSocketUpgrade);

impl FromRequestParts<App> for Upgrade {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Upgrade, Refusal> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await;
        upgrade.map(Upgrade).map_err(|rejection: WebSocketUpgradeRejection| {
            let reason = rejection.body_text();
            Refusal::bad(format!("this address is a WebSocket: {reason}"))
        })
    }
}
