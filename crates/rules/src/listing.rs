//! Everything that a game's rules say, in words and in settings.

use crate::spec::{ActionsSpec, FinalAdjustmentSpec, PremiumLife, RulesSpec, Settlement, TieBreak};
use crate::{RuleId, RuleInfo, Ruleset};
use serde_json::Value;

/// A rule with everything that can be set in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleListing {
    /// The rule. What is read at the end or by other rules has the category `settings`.
    pub info: RuleInfo,
    /// Its settings as a variant file has them, but for `enabled`; `None` is not set.
    pub settings: Vec<(String, Option<String>)>,
}

impl RuleListing {
    /// Each setting as a line of text: `size = 7`, `swap_limit not set`.
    pub fn settings_text(&self) -> Vec<String> {
        let lines = self.settings.iter().map(|(name, value)| match value {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} not set"),
        });
        lines.collect()
    }
}

impl Ruleset {
    /// Every rule, as [`RuleEngine::list`](crate::RuleEngine::list) has them, and after them what
    /// the variant sets without a rule that is asked: actions, premiums, the final account, the
    /// winner.
    pub fn listing(&self) -> Vec<RuleListing> {
        let spec = serde_json::to_value(self.spec())
            .expect("settings are plain data, and their keys are texts");
        let mut rules = self.engine().list();
        let unasked = RuleId::ALL.iter().filter(|id| rules.iter().all(|rule| rule.id != id.id()));
        let unasked: Vec<RuleInfo> = unasked.map(|id| settings(self.spec(), *id)).collect();
        rules.extend(unasked);
        let with_settings = |info: RuleInfo| {
            let table = spec[&info.id].as_object().into_iter().flatten();
            let settings = table
                .filter(|(name, _)| *name != "enabled")
                .map(|(name, value)| (name.clone(), (!value.is_null()).then(|| toml_value(value))))
                .collect();
            RuleListing { info, settings }
        };
        rules.into_iter().map(with_settings).collect()
    }
}

/// A value as a variant file has it; `none` where nothing is set.
pub fn toml_value(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(key, value)| format!("{key} = {}", toml_value(value))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        other => other.to_string(),
    }
}

fn settings(spec: &RulesSpec, rule: RuleId) -> RuleInfo {
    let (enabled, description) = match rule {
        RuleId::Actions => {
            let on = spec.actions.rotate || spec.actions.slide;
            (on, actions(&spec.actions))
        }
        RuleId::Premiums => {
            let says = match spec.premiums.premium_life {
                PremiumLife::Once => "A premium counts once, for the first tile on it.",
                PremiumLife::EachPlacement => "A premium counts for every tile placed on it.",
            };
            (spec.premiums.enabled, says.to_string())
        }
        RuleId::FinalAdjustment => {
            let settings = &spec.final_adjustment;
            (settings.enabled, final_account(settings))
        }
        RuleId::Winner => {
            let ties = match spec.winner.tie {
                TieBreak::Shared => "equal scores share the win",
                TieBreak::LastMover => {
                    "of equal scores that of the last to place tiles, or else all of them"
                }
            };
            (spec.winner.enabled, format!("The highest score wins; {ties}."))
        }
        // A rule that was taken out of the engine: its settings are listed without a sentence.
        _ => (true, String::new()),
    };
    let (id, name) = (rule.id().to_string(), rule.name().to_string());
    RuleInfo { category: "settings", id, name, description, enabled }
}

fn actions(settings: &ActionsSpec) -> String {
    let says = match (settings.rotate, settings.slide) {
        (false, false) => "Tiles are neither turned nor slid.",
        (true, false) => "Tiles that have a rotated letter may be turned.",
        (false, true) => "A group of tiles may slide along its line.",
        (true, true) => "Tiles may be turned, and a group of them may slide along its line.",
    };
    says.to_string()
}

fn final_account(settings: &FinalAdjustmentSpec) -> String {
    let mut says = match settings.settlement {
        Settlement::None => "Tiles that are left count nothing".to_string(),
        Settlement::SubtractOwn => "Everyone loses what is left on their rack".to_string(),
        Settlement::TransferToOutPlayer => {
            "Everyone loses what is left on their rack, and a player who went out gains it"
                .to_string()
        }
        Settlement::DoubleToOutPlayer => {
            "A player who went out gains twice what is left on the other racks".to_string()
        }
    };
    if let Some(points) = settings.per_tile_left {
        says.push_str(&format!("; every tile left counts {points}"));
    }
    if settings.out_bonus != 0 {
        says.push_str(&format!("; going out earns {}", settings.out_bonus));
    }
    if settings.floor_zero {
        says.push_str("; no score ends below zero");
    }
    format!("{says}.")
}
