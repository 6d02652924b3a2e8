//! The memory of the WebAssembly module, into which the page writes its requests.
#![allow(unsafe_code)]

/// Room for bytes in the module's memory, to be given back with [`tw_memory_free`].
#[unsafe(no_mangle)]
pub extern "C" fn tw_memory_new(length: usize) -> *mut u8 {
    let room = vec![0u8; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Gives room back.
///
/// # Safety
/// Pointer and length are those of one call of [`tw_memory_new`], given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_memory_free(pointer: *mut u8, length: usize) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
    }
}
