//! Tilewright behind a C interface: the bytes of a request in, the bytes of a response out.
//!
//! Engines and responses are handles, numbers that this library looks up in a table. A handle
//! that was freed is never given out again, so using it is an error value and nothing worse.
//! Memory never changes hands: requests are read where they lie, responses are copied into the
//! caller's buffer. The table is the only global state.
//!
//! The same source is the WebAssembly module, which has two functions more, to reach
//! its memory from a page.

#![deny(missing_docs)]

pub mod calls;
mod exports;
mod header;
#[cfg(target_arch = "wasm32")]
mod memory;
mod status;
mod table;

pub use exports::*;
pub use header::{CType, Function, header};
#[cfg(target_arch = "wasm32")]
pub use memory::*;
pub use status::Status;

/// The version of this interface. It grows when a function changes.
pub const ABI_VERSION: u32 = 1;
