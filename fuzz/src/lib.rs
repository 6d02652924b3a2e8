//! Fuzz targets: each is a function from bytes to nothing, which panics on a finding.
#![forbid(unsafe_code)]

mod bytes;
pub mod cgp;
pub mod driver;
pub mod event_log;
pub mod expensive;
pub mod gcg;
mod json;
pub mod kwg_file;
pub mod law;
pub mod lexicon_file;
mod material;
pub mod moves;
pub mod recorded;
#[allow(dead_code)]
#[path = "../../crates/lexicon/tests/sealed/mod.rs"]
mod sealed;
pub mod variant_file;
pub mod word_list;

/// The entry point of a target: libFuzzer's under cargo-fuzz, otherwise the driver's.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(all(fuzzing, not(feature = "standalone")))]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| tilewright_fuzz::$name::check(data));

        #[cfg(not(all(fuzzing, not(feature = "standalone"))))]
        fn main() -> std::process::ExitCode {
            tilewright_fuzz::driver::run(stringify!($name), tilewright_fuzz::$name::check)
        }
    };
}
