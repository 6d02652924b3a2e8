//! Positions on one line: reading never panics, refuses by name, and what is read is written and
//! read as the same.
//!
//! The first byte chooses the variant, the rest is the line.

use crate::bytes::Bytes;
use crate::material::rulesets;
use tilewright_notation::{Cgp, CgpError, MAX_CGP_LINE};
use tilewright_rules::{MAX_PLAYERS, MAX_RACK};

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let ruleset = &rulesets()[bytes.below(rulesets().len())];
    let text = String::from_utf8_lossy(bytes.rest());
    let cgp = match Cgp::parse(&text, ruleset) {
        Ok(cgp) => cgp,
        Err(CgpError::TooLarge { found, limit, .. }) => return assert!(found > limit),
        Err(error) => return assert!(error.to_string().len() < 200 + text.len()),
    };
    assert!(text.len() <= MAX_CGP_LINE && cgp.racks.len() <= usize::from(MAX_PLAYERS));
    assert!(cgp.racks.iter().all(|rack| rack.len() <= usize::from(MAX_RACK)));
    assert!(cgp.board.len() <= ruleset.topology().cell_count());
    let status = cgp.status();
    assert!(!status.seats.is_empty());
    // One empty rack is written as nothing, and what follows would be read as the rack.
    if matches!(cgp.racks.as_slice(), [rack] if rack.is_empty()) {
        return;
    }
    let written = match cgp.write(ruleset) {
        Ok(written) => written,
        Err(error) => panic!("what was read is not written: {error}"),
    };
    match Cgp::parse(&written, ruleset) {
        Ok(read) => assert_eq!(read, cgp),
        // A line at its bound may grow by the parts that it had left out.
        Err(CgpError::TooLarge { .. }) => {}
        Err(error) => panic!("what was written is not read: {error}: {written}"),
    }
}
