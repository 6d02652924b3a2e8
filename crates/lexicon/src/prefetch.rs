//! Prefetching: loading memory before it is needed.

/// Prefetches an item of a slice into the cache. It only affects timing; places beyond the end are
/// ignored. It does nothing on platforms without a stable intrinsic.
#[inline(always)]
pub fn prefetch<T>(items: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(place) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program could see, at any address, and every
        // x86-64 processor has it.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, place);
}
