//! Answers and refusals as HTTP.

use crate::logging::chain;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tilewright_protocol::api::{self, Refused, StoredEventError};
use tilewright_protocol::{Fault, FaultCode, View};
use tilewright_storage::StoreError;

/// A message with status 200.
pub(crate) struct Reply<T>(pub T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> Response {
        Json(api::write(&self.0)).into_response()
    }
}

/// A message with status 200 that is serialised already.
pub(crate) struct Json(pub Vec<u8>);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Why something has failed, for the operator.
pub(crate) type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A request that is not granted: what its sender may know, and the cause for the operator.
pub(crate) struct Refusal {
    pub status: StatusCode,
    pub refused: Refused,
    pub retry_after: Option<u64>,
    cause: Option<Cause>,
}

impl Refusal {
    pub fn new(status: StatusCode, code: FaultCode, message: impl ToString) -> Refusal {
        Refusal::from_fault(status, Fault::new(code, message))
    }

    fn from_fault(status: StatusCode, error: Fault) -> Refusal {
        let refused = Refused { error, view: None };
        Refusal { status, refused, retry_after: None, cause: None }
    }

    pub fn bad(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, FaultCode::BadRequest, message)
    }

    pub fn not_found(what: &str) -> Refusal {
        let message = format!("there is no such {what}, or not for you");
        Refusal::new(StatusCode::NOT_FOUND, FaultCode::NotFound, message)
    }

    pub fn conflict(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, FaultCode::Conflict, message)
    }

    pub fn forbidden(message: impl ToString) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, FaultCode::Forbidden, message)
    }

    pub fn unauthorized() -> Refusal {
        let message = "send `Authorization: Bearer TOKEN`; POST /api/v1/guests gives a token";
        Refusal::new(StatusCode::UNAUTHORIZED, FaultCode::Unauthorized, message)
    }

    /// A token that is not accepted.
    pub fn bad_token(reason: &str) -> Refusal {
        Refusal::new(StatusCode::UNAUTHORIZED, FaultCode::Unauthorized, reason)
    }

    pub fn too_many(seconds: u64) -> Refusal {
        let message = format!("too many requests; try again in {seconds} s");
        let status = StatusCode::TOO_MANY_REQUESTS;
        Refusal { retry_after: Some(seconds), ..Refusal::new(status, FaultCode::Limit, message) }
    }

    pub fn unavailable(message: &str) -> Refusal {
        Refusal {
            retry_after: Some(1),
            ..Refusal::new(StatusCode::SERVICE_UNAVAILABLE, FaultCode::Internal, message)
        }
    }

    /// There is no room for the work at the moment. Callers cause this, not the server.
    pub fn busy() -> Refusal {
        let message = "the server is busy; try again in 1 s";
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Refusal { retry_after: Some(1), ..Refusal::new(status, FaultCode::Busy, message) }
    }

    /// Nobody waits for the answer any more.
    pub fn cancelled() -> Refusal {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Refusal::new(status, FaultCode::Cancelled, "the caller went away")
    }

    /// Work that has panicked, or was cancelled because the server stops.
    pub fn given_up(error: impl Into<Cause>) -> Refusal {
        Refusal::unavailable("the request was given up").caused_by(error)
    }

    /// A game in the store that cannot be used.
    pub fn damaged(cause: impl Into<Cause>) -> Refusal {
        let message = "the stored game is damaged";
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Refusal::new(status, FaultCode::Internal, message).caused_by(cause)
    }

    /// With the cause, for the operator.
    pub fn caused_by(mut self, cause: impl Into<Cause>) -> Refusal {
        self.cause = Some(cause.into());
        self
    }

    /// What went wrong, with every cause, for the operator.
    pub fn report(&self) -> String {
        match &self.cause {
            Some(cause) => format!("{}: {}", self.refused.error.message, chain(cause.as_ref())),
            None => self.refused.error.message.clone(),
        }
    }

    /// Whether the server is to blame, so that the operator must know.
    fn is_failure(&self) -> bool {
        let code = self.refused.error.code;
        let expected = matches!(code, FaultCode::Busy | FaultCode::Cancelled);
        self.cause.is_some() || (self.status.is_server_error() && !expected)
    }

    /// Logs a failure of the server; the sender's own mistakes are no news.
    pub fn log(&self) {
        if self.is_failure() {
            tracing::error!(status = self.status.as_u16(), error = self.report(), "request failed");
        }
    }

    /// With what the sender sees now.
    pub fn with_view(mut self, view: View) -> Refusal {
        self.refused.view = Some(Box::new(view));
        self
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let status = match fault.code {
            FaultCode::BadRequest | FaultCode::Version => StatusCode::BAD_REQUEST,
            FaultCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            FaultCode::Variant
            | FaultCode::Words
            | FaultCode::Game
            | FaultCode::Rules
            | FaultCode::TooMuchWork => StatusCode::UNPROCESSABLE_ENTITY,
            FaultCode::Cancelled | FaultCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
            FaultCode::Stale | FaultCode::Finished | FaultCode::Conflict => StatusCode::CONFLICT,
            FaultCode::NotFound => StatusCode::NOT_FOUND,
            FaultCode::Unauthorized => StatusCode::UNAUTHORIZED,
            FaultCode::Forbidden => StatusCode::FORBIDDEN,
            FaultCode::Limit => StatusCode::TOO_MANY_REQUESTS,
            FaultCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal::from_fault(status, fault)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        match error {
            StoreError::Taken => Refusal::conflict(error),
            StoreError::Damaged(_) => Refusal::damaged(error),
            // The words of the database are for the operator, not for the caller.
            _ => Refusal::unavailable("the database does not answer; try again").caused_by(error),
        }
    }
}

impl From<StoredEventError> for Refusal {
    fn from(error: StoredEventError) -> Refusal {
        Refusal::damaged(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.log();
        let mut response = Reply(self.refused).into_response();
        *response.status_mut() = self.status;
        if let Some(seconds) = self.retry_after
            && let Ok(value) = HeaderValue::from_str(&seconds.to_string())
        {
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}

/// What a handler answers.
pub(crate) type Answered<T> = Result<Reply<T>, Refusal>;
