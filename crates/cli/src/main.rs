//! The `tilewright` command.

use std::process::ExitCode;

/// A server allocates on several threads at once, and for requests of all sizes. The system's
/// allocator gives memory back and asks for it again with nearly every request.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tilewright_cli::run()
}
