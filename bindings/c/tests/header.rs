//! The header that is checked in is the one that the exported functions give.
//! After a change: `TILEWRIGHT_WRITE=1 cargo test -p tilewright-c --test header`.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use tilewright_engine::header;

#[test]
fn the_header_declares_the_exported_functions() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/tilewright.h");
    let generated = header();
    if std::env::var_os("TILEWRIGHT_WRITE").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(found == generated, "the header is out of date; see the top of this test");
    for part in ["tw_call(uint64_t engine, const uint8_t *request, size_t length", "TW_ERROR_SMALL"]
    {
        assert!(generated.contains(part), "{part}");
    }
}
