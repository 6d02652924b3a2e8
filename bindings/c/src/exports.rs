//! The functions that C sees: they turn pointers into slices and write results through pointers.
//! One table gives the functions and their declarations in the header.
#![allow(unsafe_code)]

use crate::header::{CType, Function};
use crate::{ABI_VERSION, Status, calls};
use std::ffi::c_char;

/// The largest buffer that is accepted.
const LARGEST: usize = 1 << 30;

/// The bytes at a pointer. No bytes may be a null pointer.
///
/// # Safety
/// `pointer` is null or points to `length` bytes that nobody writes while the slice is in use.
unsafe fn bytes<'a>(pointer: *const u8, length: usize) -> Result<&'a [u8], Status> {
    match (pointer.is_null(), length) {
        (_, 0) => Ok(&[]),
        (_, length) if length > LARGEST => Err(Status::Length),
        (true, _) => Err(Status::Null),
        // SAFETY: not null and within bounds; the rest is the caller's promise.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, length) }),
    }
}

/// Writes a result where the caller wants it, and returns the status.
///
/// # Safety
/// `place` is null or points to a `T` that may be written.
unsafe fn give<T>(place: *mut T, make: impl FnOnce() -> Result<T, Status>) -> i32 {
    if place.is_null() {
        return Status::Null as i32;
    }
    match make() {
        Ok(value) => {
            // SAFETY: not null; the rest is the caller's promise. Old contents are not read.
            unsafe { place.write_unaligned(value) };
            Status::Ok as i32
        }
        Err(status) => status as i32,
    }
}

fn status_of(outcome: Result<(), Status>) -> i32 {
    outcome.map_or_else(|status| status as i32, |()| Status::Ok as i32)
}

/// Exports functions to C and lists them, with their documentation, for the header.
macro_rules! exported {
    (
        $(
            $(#[doc = $doc:literal])*
            $safety:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block
        )*
    ) => {
        $(exported! { @$safety [$(#[doc = $doc])*] $name($($argument: $type),*) -> $result $body })*

        /// Every exported function, in the order of the header.
        pub const FUNCTIONS: &[Function] = &[
            $(Function {
                documentation: &[$($doc),*],
                name: stringify!($name),
                arguments: &[$((stringify!($argument), <$type as CType>::NAME)),*],
                result: <$result as CType>::NAME,
            }),*
        ];
    };
    (@safe [$($doc:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        $($doc)*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) -> $result $body
    };
    (@unsafe [$($doc:tt)*] $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        $($doc)*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $result $body
    };
}

exported! {
    /// The version of this interface: 1.
    safe fn tw_abi_version() -> u32 {
        ABI_VERSION
    }

    /// What a status means, as text that stays where it is.
    safe fn tw_status_text(status: i32) -> *const c_char {
        Status::text(status).as_ptr()
    }

    /// The number of engines and responses that are open, for tests.
    safe fn tw_open_handles() -> usize {
        calls::open_handles()
    }

    /// Makes an engine. It may be used by several threads at once.
    ///
    /// # Safety
    /// `engine` is null or may be written.
    unsafe fn tw_engine_new(engine: *mut u64) -> i32 {
        // SAFETY: the caller's promise.
        unsafe { give(engine, calls::new_engine) }
    }

    /// Frees an engine. Calls under way on other threads are finished.
    safe fn tw_engine_free(engine: u64) -> i32 {
        status_of(calls::free_engine(engine))
    }

    /// Adds a word list by its id, as variants name it: UTF-8 text with one word a line, or a packed
    /// list such as the bundled files. A list of the same id is replaced.
    ///
    /// # Safety
    /// `id` and `list` are null or point to as many bytes as their lengths say.
    unsafe fn tw_engine_add_lexicon(
        engine: u64,
        id: *const u8,
        id_length: usize,
        list: *const u8,
        list_length: usize,
    ) -> i32 {
        // SAFETY: the caller's promise.
        let parts = unsafe { bytes(id, id_length).and_then(|id| Ok((id, bytes(list, list_length)?))) };
        status_of(parts.and_then(|(id, list)| calls::add_lexicon(engine, id, list)))
    }

    /// Answers the bytes of a request. The response is a handle: ask for its length, read it into a
    /// buffer, free it. Errors of the request itself are in the response too.
    ///
    /// # Safety
    /// `request` is null or points to `length` bytes; `response` is null or may be written.
    unsafe fn tw_call(
        engine: u64,
        request: *const u8,
        length: usize,
        response: *mut u64,
    ) -> i32 {
        // SAFETY: the caller's promise.
        unsafe { give(response, || calls::call(engine, bytes(request, length)?)) }
    }

    /// The number of bytes of a response.
    ///
    /// # Safety
    /// `length` is null or may be written.
    unsafe fn tw_response_length(response: u64, length: *mut usize) -> i32 {
        // SAFETY: the caller's promise.
        unsafe { give(length, || Ok(calls::response(response)?.len())) }
    }

    /// Copies a response into a buffer. Nothing is written if it does not fit.
    ///
    /// # Safety
    /// `buffer` is null or points to `capacity` bytes that may be written.
    unsafe fn tw_response_read(response: u64, buffer: *mut u8, capacity: usize) -> i32 {
        let copied = calls::response(response).and_then(|bytes| {
            if buffer.is_null() {
                return Err(Status::Null);
            }
            if bytes.len() > capacity {
                return Err(Status::Small);
            }
            // SAFETY: the buffer holds `capacity` bytes, and the response lies elsewhere.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), buffer, bytes.len()) };
            Ok(())
        });
        status_of(copied)
    }

    /// Frees a response.
    safe fn tw_response_free(response: u64) -> i32 {
        status_of(calls::free_response(response))
    }
}
