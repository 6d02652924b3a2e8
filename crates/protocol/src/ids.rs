//! Every id that the engine reports, from the tables of the code: for translations and tools.

use crate::FaultCode;
use serde_json::json;
use tilewright_board::PremiumKind;
use tilewright_rules::spec::RulesSpec;
use tilewright_rules::{RuleEngine, ViolationId};

/// Every id that the engine reports, by kind, as JSON text.
pub fn ids_json() -> String {
    let rules = RuleEngine::from_spec(&RulesSpec::default()).list();
    let category = |name: &str| -> Vec<&str> {
        let of_category = rules.iter().filter(|rule| rule.category == name);
        of_category.map(|rule| &*rule.id).collect()
    };
    let premiums = PremiumKind::all();
    let premiums = premiums
        .iter()
        .filter(|kind| !matches!(kind, PremiumKind::Value(_) | PremiumKind::ValueMatched { .. }));
    let lint = tilewright_variants::Finding::ALL;
    let ids = json!({
        "violations": ViolationId::ALL.iter().map(|code| code.id()).collect::<Vec<_>>(),
        "faults": FaultCode::ALL.iter().map(|code| code.id()).collect::<Vec<_>>(),
        "lint": lint.iter().map(|code| code.id()).collect::<Vec<_>>(),
        "turn_rules": category("turn"),
        "game_rules": category("game"),
        "scoring_rules": category("scoring"),
        "ends": category("end"),
        "premiums": premiums.map(ToString::to_string).collect::<Vec<_>>(),
        "lab_findings": lab_findings(),
        "lab_measures": lab_measures(),
    });
    let ids = crate::schema::sorted(ids);
    let mut text = serde_json::to_string_pretty(&ids).expect("a table of texts is a JSON value");
    text.push('\n');
    text
}

#[cfg(feature = "judging")]
fn lab_findings() -> Vec<&'static str> {
    tilewright_report::lab::FindingId::ALL.iter().map(|finding| finding.id()).collect()
}

#[cfg(feature = "judging")]
fn lab_measures() -> Vec<&'static str> {
    tilewright_report::lab::MeasureId::ALL.iter().map(|measure| measure.id()).collect()
}

/// Without the lab there is nothing to report.
#[cfg(not(feature = "judging"))]
fn lab_findings() -> Vec<&'static str> {
    Vec::new()
}

/// Without the lab there is nothing to report.
#[cfg(not(feature = "judging"))]
fn lab_measures() -> Vec<&'static str> {
    Vec::new()
}
