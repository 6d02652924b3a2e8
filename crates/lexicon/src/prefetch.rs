//! Asking the memory for something before it is needed.

/// Asks the processor to bring an item of a slice close. It changes nothing but the time that
/// reading the item takes; places beyond the end are ignored. Where the platform has no stable
/// way to ask, nothing is done.
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
