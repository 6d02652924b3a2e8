//! Ids for requests that bring none.

use crate::digest::random;
use axum::http::HeaderValue;
use std::sync::atomic::{AtomicU64, Ordering};
use tilewright::tiles::hex;

/// Ids that no other process gives: a random start, and a number.
pub(crate) struct RequestIds {
    start: String,
    next: AtomicU64,
}

impl RequestIds {
    pub fn new() -> std::io::Result<RequestIds> {
        let start = random::<4>().map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(RequestIds { start: hex::encode(&start), next: AtomicU64::new(0) })
    }

    /// The next id.
    pub fn next(&self) -> HeaderValue {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{number:x}", self.start);
        HeaderValue::try_from(id).expect("digits and a hyphen fit into a header")
    }
}
