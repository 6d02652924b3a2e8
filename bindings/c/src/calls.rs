//! The interface in safe Rust: slices instead of pointers. Bindings that are written in Rust use it.

use crate::Status;
use crate::table::{Item, table};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tilewright_protocol::Engine;

/// A new engine.
pub fn new_engine() -> Result<u64, Status> {
    table().add(Item::Engine(Engine::new())).ok_or(Status::Limit)
}

/// Frees an engine. Calls under way on other threads are finished.
pub fn free_engine(engine: u64) -> Result<(), Status> {
    let removed = table().remove(engine, |item| matches!(item, Item::Engine(_)));
    // The engine is dropped here, when nobody waits for the table.
    removed.map(drop).ok_or(Status::Handle)
}

/// Frees a response.
pub fn free_response(response: u64) -> Result<(), Status> {
    let removed = table().remove(response, |item| matches!(item, Item::Response(_)));
    removed.map(drop).ok_or(Status::Handle)
}

fn engine(handle: u64) -> Result<Engine, Status> {
    match table().get(handle) {
        Some(Item::Engine(engine)) => Ok(engine),
        _ => Err(Status::Handle),
    }
}

/// Adds a word list to an engine.
pub fn add_lexicon(handle: u64, id: &[u8], bytes: &[u8]) -> Result<(), Status> {
    let engine = engine(handle)?;
    let id = std::str::from_utf8(id).map_err(|_| Status::Lexicon)?;
    guarded(|| engine.add_lexicon(id, bytes))?.map_err(|_| Status::Lexicon)
}

/// Answers a request with the bytes of the response.
pub fn answer(handle: u64, request: &[u8]) -> Result<Vec<u8>, Status> {
    let engine = engine(handle)?;
    guarded(|| engine.handle(request))
}

/// Answers a request; the response is a new handle.
pub fn call(handle: u64, request: &[u8]) -> Result<u64, Status> {
    let response = answer(handle, request)?;
    table().add(Item::Response(Arc::from(response))).ok_or(Status::Limit)
}

/// The bytes of a response.
pub fn response(handle: u64) -> Result<Arc<[u8]>, Status> {
    match table().get(handle) {
        Some(Item::Response(bytes)) => Ok(bytes),
        _ => Err(Status::Handle),
    }
}

/// The number of engines and responses that are open, for tests.
pub fn open_handles() -> usize {
    table().open()
}

/// A panic must not run through the caller's frames.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Status> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Status::Internal)
}
