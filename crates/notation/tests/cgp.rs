//! Racks of positions.

#![allow(clippy::unwrap_used)]

use tilewright_notation::Cgp;
use tilewright_rules::PluginRegistry;
use tilewright_variants::Variant;

#[test]
fn two_tiles_are_not_one_of_two_letters() {
    let ruleset = Variant::shipped("spanish").unwrap().ruleset(&PluginRegistry::default()).unwrap();
    let empty = vec!["15"; 15].join("/");
    for (rack, tiles) in [("CH", 2), ("[CH]", 1), ("ACH[CH]L[LL]?", 7)] {
        let line = format!("{empty} {rack}/ 0/0 0");
        let cgp = Cgp::parse(&line, &ruleset).unwrap();
        assert_eq!(cgp.rack().len(), tiles, "{rack}");
        assert_eq!(Cgp::parse(&cgp.write(&ruleset).unwrap(), &ruleset).unwrap(), cgp, "{rack}");
    }
}
