//! Answers and refusals as HTTP.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tilewright_protocol::api::{self, Refused};
use tilewright_protocol::{Fault, FaultCode, View};
use tilewright_storage::StoreError;

/// A message with status 200.
pub(crate) struct Reply<T>(pub T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> Response {
        Json(api::write_text(&self.0)).into_response()
    }
}

/// A message with status 200 that is serialised already.
pub(crate) struct Json(pub String);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0.into_bytes()).into_response()
    }
}

/// A request that is not granted.
pub(crate) struct Refusal {
    pub status: StatusCode,
    pub refused: Refused,
    pub retry_after: Option<u64>,
}

impl Refusal {
    pub fn new(status: StatusCode, code: FaultCode, message: impl ToString) -> Refusal {
        Refusal::from_fault(status, Fault::new(code, message))
    }

    fn from_fault(status: StatusCode, error: Fault) -> Refusal {
        Refusal { status, refused: Refused { error, view: None }, retry_after: None }
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

    /// A token that is not believed.
    pub fn doubted(reason: &str) -> Refusal {
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
            FaultCode::Variant | FaultCode::Words | FaultCode::Game | FaultCode::Rules => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
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
            // What the database says is for the operator, not for the caller.
            _ => Refusal::unavailable("the database does not answer; try again"),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
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
