//! Plugins: rules of your own around the pipeline.

use crate::{
    Annotation, MoveDraft, Points, Position, RuleResult, ScoreBreakdown, ScoreLine, ScoreSheet,
    UserMove, ValidatedMove, Violation, ViolationId, Violations,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Something that a plugin stores in the log when a move is committed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PluginEvent {
    /// What happened.
    pub name: String,
    /// The particulars.
    #[serde(default)]
    pub value: Value,
}

impl PluginEvent {
    /// The event that switches a rule on or off from now on.
    pub fn switch_rule(rule: &str, enabled: bool) -> PluginEvent {
        PluginEvent {
            name: "switch_rule".to_string(),
            value: serde_json::json!({ "rule": rule, "enabled": enabled }),
        }
    }
}

/// A rule of your own around the pipeline. Plugins run in the order listed and must be
/// deterministic: no clock, no random numbers, no input or output.
pub trait RulePlugin: Send + Sync {
    /// Its name, under which its lines and violations appear.
    fn name(&self) -> &str;

    /// About how many steps of work it adds to a move of this many tiles, for the budgets of searches.
    /// A step is 5 to 10 nanoseconds.
    fn steps(&self, _position: &Position<'_>, tiles: usize) -> u64 {
        64 * (1 + tiles as u64)
    }

    /// May rewrite or reject the actions before anything else looks at them.
    fn pre_validate(&self, _position: &Position<'_>, _mv: &mut UserMove) -> RuleResult {
        RuleResult::pass()
    }

    /// May reject the actions, and note something about them.
    fn validate(
        &self,
        _position: &Position<'_>,
        _mv: &UserMove,
        _notes: &mut Vec<Value>,
    ) -> RuleResult {
        RuleResult::pass()
    }

    /// May turn the actions into placements; the first plugin that answers wins.
    fn to_draft(
        &self,
        _position: &Position<'_>,
        _mv: &UserMove,
    ) -> Option<Result<MoveDraft, Violations>> {
        None
    }

    /// May add lines to the score.
    fn modify_score(
        &self,
        _position: &Position<'_>,
        _validated: &ValidatedMove,
        _score: &mut ScoreSheet<'_>,
    ) {
    }

    /// May store events in the log when the move is committed.
    fn commit(
        &self,
        _position: &Position<'_>,
        _validated: &ValidatedMove,
        _score: &ScoreBreakdown,
    ) -> Vec<PluginEvent> {
        Vec::new()
    }
}

/// Turns actions into placements, as the engine does when no plugin does.
#[derive(Clone, Copy, Debug, Default)]
pub struct BasicActionsPlugin;

impl RulePlugin for BasicActionsPlugin {
    fn name(&self) -> &str {
        "basic_actions"
    }

    fn to_draft(
        &self,
        position: &Position<'_>,
        mv: &UserMove,
    ) -> Option<Result<MoveDraft, Violations>> {
        Some(mv.to_draft(position))
    }
}

/// Adds a fixed bonus to every move.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBonusPlugin {
    /// The points.
    pub bonus: i64,
}

impl RulePlugin for ScoreBonusPlugin {
    fn name(&self) -> &str {
        "score_bonus"
    }

    fn modify_score(
        &self,
        _position: &Position<'_>,
        _validated: &ValidatedMove,
        score: &mut ScoreSheet<'_>,
    ) {
        score.push(ScoreLine::new("score_bonus", "bonus for the move", Points::new(self.bonus)));
    }
}

/// Rejects moves whose tiles lie too far apart.
#[derive(Clone, Copy, Debug)]
pub struct RejectFarPlacementsPlugin {
    /// The most steps between two placed tiles, along the board's axes.
    pub max_distance: u32,
}

impl RulePlugin for RejectFarPlacementsPlugin {
    fn name(&self) -> &str {
        "reject_far"
    }

    fn steps(&self, position: &Position<'_>, tiles: usize) -> u64 {
        // The whole board is searched from every tile.
        let topology = position.ruleset.topology();
        let slots = topology.cell_count() * topology.axis_ids().count();
        (4 * slots * tiles.min(64)) as u64
    }

    fn validate(
        &self,
        position: &Position<'_>,
        mv: &UserMove,
        _notes: &mut Vec<Value>,
    ) -> RuleResult {
        let Ok(draft) = mv.to_draft(position) else { return RuleResult::pass() };
        let Ok(read) = crate::draft::read(position, &draft) else { return RuleResult::pass() };
        let topology = position.ruleset.topology();
        for tile in read.tiles.iter().take(64) {
            let near = crate::pipeline::cells_within(topology, tile.cell, self.max_distance);
            let far = read.tiles.iter().map(|tile| tile.cell).find(|cell| !near[cell.index()]);
            if let Some(far) = far {
                let message =
                    format!("tiles of one move may lie at most {} steps apart", self.max_distance);
                let cells = [tile.cell, far].map(|cell| position.ruleset.label(cell).clone());
                return Violation::new(ViolationId::RejectFar, message).at(cells).into();
            }
        }
        RuleResult::pass()
    }
}

type Constructor = fn(&Value) -> Result<Arc<dyn RulePlugin>, String>;

/// Maps the plugin names of variant files to constructors.
#[derive(Clone)]
pub struct PluginRegistry {
    constructors: BTreeMap<String, Constructor>,
}

impl PluginRegistry {
    /// A registry without plugins.
    pub fn empty() -> PluginRegistry {
        PluginRegistry { constructors: BTreeMap::new() }
    }

    /// Adds or replaces a plugin.
    pub fn register(&mut self, name: &str, constructor: Constructor) -> &mut Self {
        self.constructors.insert(name.to_string(), constructor);
        self
    }

    /// The known names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.constructors.keys().map(String::as_str)
    }

    /// Makes a plugin, or says why not.
    pub fn create(&self, plugin: &crate::PluginSpec) -> Result<Arc<dyn RulePlugin>, String> {
        match self.constructors.get(&plugin.name) {
            Some(constructor) => constructor(&plugin.config),
            None => {
                let known: Vec<&str> = self.names().collect();
                Err(format!("not registered; there are {}", known.join(", ")))
            }
        }
    }
}

impl Default for PluginRegistry {
    /// The built-in plugins: `basic_actions`, `score_bonus`, `reject_far`.
    fn default() -> Self {
        let mut registry = PluginRegistry::empty();
        registry.register("basic_actions", |_| Ok(Arc::new(BasicActionsPlugin)));
        registry.register("score_bonus", |config| {
            Ok(Arc::new(ScoreBonusPlugin { bonus: number(config, "bonus")? }))
        });
        registry.register("reject_far", |config| {
            let max_distance = number(config, "max_distance")?;
            let max_distance = u32::try_from(max_distance)
                .map_err(|_| format!("max_distance is {max_distance}, use 0 or more"))?;
            Ok(Arc::new(RejectFarPlacementsPlugin { max_distance }))
        });
        registry
    }
}

impl fmt::Debug for PluginRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A setting: the value itself, or the named field of an object.
fn number(config: &Value, field: &str) -> Result<i64, String> {
    config
        .as_i64()
        .or_else(|| config.get(field)?.as_i64())
        .ok_or_else(|| format!("needs a whole number `{field}`, as in {{\"{field}\": 5}}"))
}

/// Collects a plugin's notes as annotations.
pub(crate) fn annotations(plugin: &dyn RulePlugin, notes: Vec<Value>, into: &mut Vec<Annotation>) {
    let name: Arc<str> = plugin.name().into();
    into.extend(notes.into_iter().map(|note| Annotation { plugin: name.clone(), note }));
}
