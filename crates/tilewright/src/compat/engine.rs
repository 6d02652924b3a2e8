//! Rules and engine as objects.

use crate::compat::{BoardLayout, GameConfig};
use crate::{
    CellId, GameError, GameState, MoveDraft, Rejection, Ruleset, ScoreBreakdown, Topology,
    ValidatedMove, Violations,
};
use std::borrow::Cow;
use std::sync::Arc;
use tilewright_game::Event;
use tilewright_rules::spec::{DictionaryMode, StackScoring};
use tilewright_rules::{MAX_STACK, RuleEngine, score, validate};

/// What rules do: validate a draft, score it, commit it.
pub trait Rules {
    /// Checks a draft of the seat to move. All violations come at once.
    fn validate(&self, state: &GameState, draft: &MoveDraft) -> Result<ValidatedMove, Violations>;
    /// The account of a validated move.
    fn score(&self, state: &GameState, validated: &ValidatedMove) -> ScoreBreakdown;
    /// Commits a validated move with its score; the events that it caused.
    fn commit(
        &self,
        state: &mut GameState,
        validated: ValidatedMove,
        score: &ScoreBreakdown,
    ) -> Result<Vec<Event>, Rejection>;
}

/// The rules of a game's own variant, with a few switches on top.
#[derive(Clone, PartialEq, Debug)]
pub struct CrosswordRules {
    /// Any letters make a word; the geometry is still enforced.
    pub free_word_mode: bool,
    /// Tiles may be placed on others, with the settings below. When off, the variant decides.
    pub stack_on: bool,
    /// What the tiles beneath are worth.
    pub stack_scoring: StackScoring,
    /// The highest stack.
    pub max_height: u8,
    /// Whether a letter may not cover the same letter.
    pub forbid_same: bool,
}

impl Default for CrosswordRules {
    fn default() -> Self {
        CrosswordRules {
            free_word_mode: false,
            stack_on: false,
            stack_scoring: StackScoring::TopOnly,
            max_height: 3,
            forbid_same: false,
        }
    }
}

impl CrosswordRules {
    /// Starts a game for two players.
    pub fn new_game<L: BoardLayout>(&self, config: GameConfig<L>) -> Result<GameState, GameError> {
        GameState::new(&config, 2)
    }

    /// Switches dictionary checks off or on.
    pub fn set_free_word_mode(&mut self, on: bool) {
        self.free_word_mode = on;
    }

    /// The cell that a game starts from: the centre of the board, or the first cell of a board
    /// without one.
    pub fn center_cell(geom: &Topology) -> CellId {
        geom.center().unwrap_or(CellId(0))
    }

    /// The rules of a game as a rule engine, which can be changed and put back with
    /// [`Ruleset::with_engine`].
    pub fn rule_engine(&self, state: &GameState) -> RuleEngine {
        self.over(state).engine().clone()
    }

    /// The game's ruleset with the switches on top.
    pub(crate) fn over<'a>(&self, state: &'a GameState) -> Cow<'a, Ruleset> {
        let ruleset = &**state.ruleset();
        if !self.free_word_mode && !self.stack_on {
            return Cow::Borrowed(ruleset);
        }
        let changed = ruleset.with_spec(|spec| {
            if self.free_word_mode {
                spec.word_validation.dictionary = DictionaryMode::Free;
            }
            if self.stack_on {
                spec.stacking.enabled = true;
                spec.stacking.scoring = self.stack_scoring;
                spec.stacking.max_height = self.max_height.clamp(1, MAX_STACK);
                spec.stacking.forbid_same = self.forbid_same;
            }
        });
        changed.map_or(Cow::Borrowed(ruleset), Cow::Owned)
    }

    /// Checks a draft of the seat to move. All violations come at once.
    pub fn validate(
        &self,
        state: &GameState,
        draft: &MoveDraft,
    ) -> Result<ValidatedMove, Violations> {
        let ruleset = self.over(state);
        validate(&state.position_under(&ruleset, state.to_move()), draft)
    }

    /// The account of a validated move.
    pub fn score(&self, state: &GameState, validated: &ValidatedMove) -> ScoreBreakdown {
        let ruleset = self.over(state);
        score(&state.position_under(&ruleset, state.to_move()), validated)
    }

    /// Commits a validated move with its score; the events that it caused. A score that was made
    /// for another move, and a move that was validated for another revision, are refused.
    pub fn commit(
        &self,
        state: &mut GameState,
        validated: ValidatedMove,
        score: &ScoreBreakdown,
    ) -> Result<Vec<Event>, Rejection> {
        let ruleset = self.over(state).into_owned();
        commit_under(Arc::new(ruleset), state, &validated, score)
    }
}

/// Commits a move under other settings of the game's variant.
pub(crate) fn commit_under(
    ruleset: Arc<Ruleset>,
    state: &mut GameState,
    validated: &ValidatedMove,
    score: &ScoreBreakdown,
) -> Result<Vec<Event>, Rejection> {
    let own = state.ruleset().clone();
    state.set_ruleset(ruleset);
    let events = tilewright_game::commit(state, state.to_move(), validated, score, None);
    state.set_ruleset(own);
    events
}

impl Rules for CrosswordRules {
    fn validate(&self, state: &GameState, draft: &MoveDraft) -> Result<ValidatedMove, Violations> {
        CrosswordRules::validate(self, state, draft)
    }

    fn score(&self, state: &GameState, validated: &ValidatedMove) -> ScoreBreakdown {
        CrosswordRules::score(self, state, validated)
    }

    fn commit(
        &self,
        state: &mut GameState,
        validated: ValidatedMove,
        score: &ScoreBreakdown,
    ) -> Result<Vec<Event>, Rejection> {
        CrosswordRules::commit(self, state, validated, score)
    }
}

/// Rules, and games to play by them, under the name of the earlier documents. The engine that
/// answers JSON messages is `tilewright_protocol::Engine`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Engine {
    rules: CrosswordRules,
}

impl Engine {
    /// An engine with these rules.
    pub fn new(rules: CrosswordRules) -> Engine {
        Engine { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &CrosswordRules {
        &self.rules
    }

    /// The rules, to change them.
    pub fn rules_mut(&mut self) -> &mut CrosswordRules {
        &mut self.rules
    }

    /// Starts a game for two players.
    pub fn new_game<L: BoardLayout>(&self, config: GameConfig<L>) -> Result<GameState, GameError> {
        self.rules.new_game(config)
    }
}
