//! The status that every function of the interface returns.

/// Whether a call could be made. Errors of the request itself are in its response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// The handle does not exist or was freed.
    Handle = -1,
    /// A required pointer is null.
    Null = -2,
    /// A length is larger than any memory.
    Length = -3,
    /// The buffer is too small for the response.
    Small = -4,
    /// The word list cannot be used, or there are too many.
    Lexicon = -5,
    /// Too many engines and responses are open.
    Limit = -6,
    /// Something is wrong in the engine; the engine can still be used.
    Internal = -7,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 8] = [
        Status::Ok,
        Status::Handle,
        Status::Null,
        Status::Length,
        Status::Small,
        Status::Lexicon,
        Status::Limit,
        Status::Internal,
    ];

    /// What it means and how to fix it.
    pub fn text(code: i32) -> &'static std::ffi::CStr {
        match Status::ALL.into_iter().find(|status| *status as i32 == code) {
            Some(Status::Ok) => c"success",
            Some(Status::Handle) => c"the handle does not exist or was freed",
            Some(Status::Null) => c"a required pointer is null",
            Some(Status::Length) => c"the length is larger than the bound of 1 GiB",
            Some(Status::Small) => c"the buffer is too small; ask for the length first",
            Some(Status::Lexicon) => {
                c"the word list is not text or a packed list, its id is not plain, or there are too many"
            }
            Some(Status::Limit) => c"too many handles are open; free responses once they are read",
            Some(Status::Internal) => c"something is wrong in the engine; please report it",
            None => c"unknown status",
        }
    }
}
