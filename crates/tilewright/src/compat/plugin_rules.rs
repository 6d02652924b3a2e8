//! Rules with plugins around them.

use crate::compat::engine::{CrosswordRules, commit_under};
use crate::{
    GameState, Rejection, RulePlugin, Ruleset, ScoreBreakdown, UserMove, ValidatedMove, Violations,
};
use std::sync::Arc;
use tilewright_game::Event;
use tilewright_rules::{score, validate_user_move};

/// Rules with plugins around them; the variant's own plugins come first.
pub struct PluginRules {
    /// The rules.
    pub base: CrosswordRules,
    /// The plugins in order.
    pub plugins: Vec<Arc<dyn RulePlugin>>,
}

impl PluginRules {
    /// Wraps rules in plugins.
    pub fn new(base: CrosswordRules, plugins: Vec<Box<dyn RulePlugin>>) -> PluginRules {
        PluginRules { base, plugins: plugins.into_iter().map(Arc::from).collect() }
    }

    fn over(&self, state: &GameState) -> Ruleset {
        let base = self.base.over(state).into_owned();
        self.plugins.iter().fold(base, |ruleset, plugin| ruleset.with_plugin(plugin.clone()))
    }

    /// Checks a move of the seat to move: plugins, then rules. All violations come at once.
    pub fn validate_user_move(
        &self,
        state: &GameState,
        mv: UserMove,
    ) -> Result<ValidatedMove, Violations> {
        let ruleset = self.over(state);
        validate_user_move(&state.position_under(&ruleset, state.to_move()), mv)
    }

    /// The account of a validated move, plugins' lines included.
    pub fn score_user_move(&self, state: &GameState, validated: &ValidatedMove) -> ScoreBreakdown {
        let ruleset = self.over(state);
        score(&state.position_under(&ruleset, state.to_move()), validated)
    }

    /// Commits a validated move with its score, then the plugins' own events.
    pub fn commit_user_move(
        &self,
        state: &mut GameState,
        validated: ValidatedMove,
        score: &ScoreBreakdown,
    ) -> Result<Vec<Event>, Rejection> {
        let ruleset = Arc::new(self.over(state));
        commit_under(ruleset, state, &validated, score)
    }
}
