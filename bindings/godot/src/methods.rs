//! What the methods of `TilewrightNative` do. They accept any value and always return one.

use crate::values::Argument;
use std::ffi::CStr;
use tilewright_engine::{Status, calls};
use tilewright_protocol::current_game;

/// What a method gives back.
pub(crate) enum Outcome {
    /// A `PackedByteArray`.
    Bytes(Vec<u8>),
    /// A `String`.
    Text(String),
    /// An `int`: a count, or a status; 0 means success.
    Whole(i64),
}

impl From<Status> for Outcome {
    fn from(status: Status) -> Outcome {
        Outcome::Whole(i64::from(status as i32))
    }
}

impl From<Result<(), Status>> for Outcome {
    fn from(outcome: Result<(), Status>) -> Outcome {
        outcome.err().unwrap_or(Status::Ok).into()
    }
}

/// A method. Its arguments are variants; one that is missing or of a wrong type is a `None` in
/// what it asks them for, and the outcome says so.
pub(crate) struct Method {
    pub name: &'static CStr,
    pub arguments: &'static [&'static CStr],
    /// Whether it needs no engine.
    pub is_static: bool,
    /// Does it, for an engine.
    pub run: fn(u64, &[Argument<'_>]) -> Outcome,
}

/// All methods.
pub(crate) static METHODS: [Method; 6] = [
    Method { name: c"handle", arguments: &[c"request"], is_static: false, run: handle },
    Method {
        name: c"add_lexicon",
        arguments: &[c"id", c"words"],
        is_static: false,
        run: add_lexicon,
    },
    Method { name: c"close", arguments: &[], is_static: false, run: close },
    Method { name: c"game_text", arguments: &[c"response"], is_static: true, run: game_text },
    Method { name: c"status_text", arguments: &[c"status"], is_static: true, run: status_text },
    Method { name: c"open_handles", arguments: &[], is_static: true, run: open_handles },
];

/// The bytes of a response, or a status.
fn handle(engine: u64, arguments: &[Argument<'_>]) -> Outcome {
    let request = arguments.first();
    match request.and_then(|request| request.bytes(|request| calls::answer(engine, request))) {
        Some(Ok(response)) => Outcome::Bytes(response),
        Some(Err(status)) => status.into(),
        None => Status::Null.into(),
    }
}

/// A status.
fn add_lexicon(engine: u64, arguments: &[Argument<'_>]) -> Outcome {
    let [id, words] = arguments else { return Status::Null.into() };
    let added = id.bytes(|id| words.bytes(|words| calls::add_lexicon(engine, id, words)));
    added.flatten().unwrap_or(Err(Status::Null)).into()
}

/// Frees the engine before its object goes. A status.
fn close(engine: u64, _: &[Argument<'_>]) -> Outcome {
    calls::free_engine(engine).into()
}

/// The text of the game in a response that has one, as it stands there; else an empty text.
fn game_text(_: u64, arguments: &[Argument<'_>]) -> Outcome {
    let cut = |response: &[u8]| {
        let response = std::str::from_utf8(response).ok();
        response.and_then(current_game).map(str::to_owned)
    };
    let game = arguments.first().and_then(|response| response.bytes(cut)).flatten();
    Outcome::Text(game.unwrap_or_default())
}

/// What a status means.
fn status_text(_: u64, arguments: &[Argument<'_>]) -> Outcome {
    let status = arguments.first().and_then(|status| status.whole());
    // What is no status has a text of its own.
    let status = status.and_then(|status| i32::try_from(status).ok()).unwrap_or(i32::MAX);
    Outcome::Text(Status::text(status).to_string_lossy().into_owned())
}

/// The number of engines that are open, for tests.
fn open_handles(_: u64, _: &[Argument<'_>]) -> Outcome {
    Outcome::Whole(calls::open_handles() as i64)
}
