//! Files and lines past a bound are refused by name, with the bound, in time linear in their size.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use tilewright_notation::{
    Cgp, CgpError, FaultKind, Gcg, MAX_CGP_LINE, MAX_GCG_BYTES, MAX_GCG_CELLS, MAX_GCG_EVENTS,
    MAX_GCG_LINE, MAX_GCG_LINES, MAX_GCG_NICK, MAX_GCG_TILES, replay,
};
use tilewright_rules::{MAX_PLAYERS, MAX_RACK, PluginRegistry, Ruleset};
use tilewright_variants::{ShippedOnly, Variant};

const PLAYERS: &str = "#player1 Ann Ann\n#player2 Ben Ben\n";

fn classic() -> Arc<Ruleset> {
    Arc::new(Variant::shipped("classic").unwrap().ruleset(&PluginRegistry::default()).unwrap())
}

/// A board on which a game may go on for as long as nobody plays.
fn endless(side: usize) -> Arc<Ruleset> {
    let text = format!(
        "format = 1\nid = \"endless\"\nname = \"endless\"\nextends = \"classic\"\n\
         board = {{ width = {side}, height = {side}, layout = [] }}\n\
         [rules.consecutive_passes]\nenabled = false\n"
    );
    let variant = Variant::from_toml(&text, &ShippedOnly).unwrap();
    Arc::new(variant.ruleset(&PluginRegistry::default()).unwrap())
}

#[test]
fn files_past_a_bound_are_refused_with_the_bound() {
    let event = ">Ann: - +0 0\n";
    let cases = [
        ("x".repeat(MAX_GCG_BYTES + 1), MAX_GCG_BYTES),
        (format!("#note {}", "x".repeat(MAX_GCG_LINE)), MAX_GCG_LINE),
        ("\n".repeat(MAX_GCG_LINES + 1), MAX_GCG_LINES),
        (format!("{PLAYERS}{}", event.repeat(MAX_GCG_EVENTS + 1)), MAX_GCG_EVENTS),
        (format!("#player1 {} Ann\n", "x".repeat(MAX_GCG_NICK + 1)), MAX_GCG_NICK),
        (format!(">{}: - +0 0\n", "x".repeat(MAX_GCG_NICK + 1)), MAX_GCG_NICK),
    ];
    for (text, limit) in cases {
        let fault = Gcg::read(text.as_bytes()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Size, "{fault}");
        assert!(fault.reason.contains(&limit.to_string()), "{fault}");
    }
}

#[test]
fn racks_past_their_bound_are_refused_with_the_bound() {
    let many = "A".repeat(MAX_GCG_TILES + 1);
    for line in [format!(">Ann: {many} - +0 0\n"), format!(">Ann: A -{many} +0 0\n")] {
        let gcg = Gcg::read(format!("{PLAYERS}{line}").as_bytes()).unwrap();
        let fault = replay(&gcg, &classic(), None).fault.unwrap();
        assert_eq!(fault.kind, FaultKind::Rack);
        assert!(fault.reason.contains(&MAX_GCG_TILES.to_string()), "{fault}");
    }
}

#[test]
fn long_files_for_large_boards_are_refused_before_they_are_played() {
    let ruleset = endless(64);
    let most = MAX_GCG_CELLS / ruleset.topology().cell_count();
    let events = ">Ann: - +0 0\n>Ben: - +0 0\n".repeat(most / 2 + 1);
    let gcg = Gcg::read(format!("{PLAYERS}{events}").as_bytes()).unwrap();
    let played = replay(&gcg, &ruleset, None);
    let fault = played.fault.unwrap();
    assert_eq!((fault.kind, played.turns.len()), (FaultKind::Size, 0), "{fault}");
    assert!(fault.reason.contains(&most.to_string()), "{fault}");
}

#[test]
fn lines_past_a_bound_are_refused_with_the_bound() {
    let ruleset = classic();
    let empty = vec!["15"; 15].join("/");
    let (racks, rack) = (usize::from(MAX_PLAYERS), usize::from(MAX_RACK));
    let many = "/".repeat(racks);
    let cases = [
        (format!("{empty} A/ 0/0 0 {}", "x".repeat(MAX_CGP_LINE)), MAX_CGP_LINE),
        (format!("{empty} {many} 0/0 0"), racks),
        (format!("{empty} {}/ 0/0 0", "A".repeat(rack + 1)), rack),
        (format!("{empty} A/ {many} 0"), racks),
    ];
    for (line, expected) in cases {
        match Cgp::parse(&line, &ruleset) {
            Err(CgpError::TooLarge { found, limit, .. }) => {
                assert_eq!(limit, expected);
                assert!(found > limit);
            }
            other => panic!("{other:?}"),
        }
    }
    let full = format!("{empty} {}/ 0/0 0", "A".repeat(rack));
    assert_eq!(Cgp::parse(&full, &ruleset).unwrap().rack().len(), rack);
}
