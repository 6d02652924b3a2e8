//! The rule engine: rules as trait objects, replaced by id.

use crate::builtin;
use crate::spec::RulesSpec;
use crate::{GameStatus, MoveFacts, RuleResult, ScoreSheet, TurnAction, Violation, WordInPlay};
use crate::{ValidatedMove, WordSheet};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What every rule says of itself.
pub trait Rule: Send + Sync {
    /// The id by which it is replaced and reported.
    fn identifier(&self) -> &str;
    /// Its name for people.
    fn name(&self) -> &str;
    /// What it asks for, in a sentence.
    fn description(&self) -> String;
    /// Whether it is on.
    fn is_enabled(&self) -> bool {
        true
    }
}

/// A rule about the placements of a move.
pub trait TurnRule: Rule {
    /// Ids of rules without which this one makes no sense: it is not asked when one of them fails.
    fn requires(&self) -> &[&'static str] {
        &[]
    }
    /// Whether the move with these facts obeys the rule.
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult;
}

/// A rule about what a player may do.
pub trait GameRule: Rule {
    /// Whether a seat may do something now.
    fn is_action_allowed(&self, game: &GameStatus, seat: u8, action: &TurnAction) -> RuleResult;
}

/// A rule that gives points.
pub trait ScoringRule: Rule {
    /// Its part in the score of one word, read one way. Rules are asked in order.
    fn score_word(&self, _word: &WordInPlay<'_>, _sheet: &mut WordSheet) {}
    /// Its part in the score of the turn, after all words.
    fn calculate_score(&self, _validated: &ValidatedMove, _score: &mut ScoreSheet<'_>) {}
    /// Whether it makes cross words count.
    fn counts_cross_words(&self) -> bool {
        false
    }
}

/// A rule that ends the game.
pub trait EndGameRule: Rule {
    /// Whether the game is over now.
    fn should_end_game(&self, game: &GameStatus) -> bool;
    /// Why, in words.
    fn end_reason(&self) -> String;
}

/// The rules of a game. Adding a rule whose id is there already replaces that rule.
#[derive(Clone, Default)]
pub struct RuleEngine {
    turn: Vec<Arc<dyn TurnRule>>,
    game: Vec<Arc<dyn GameRule>>,
    scoring: Vec<Arc<dyn ScoringRule>>,
    end: Vec<Arc<dyn EndGameRule>>,
    /// Ids of the rules that follow the settings; all others were added by hand.
    from_settings: BTreeSet<String>,
}

/// One rule as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// `turn`, `game`, `scoring` or `end`; in a [`RuleListing`](crate::RuleListing) also `settings`.
    pub category: &'static str,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub description: String,
    /// Whether it is on.
    pub enabled: bool,
}

fn replace<R: Rule + ?Sized>(rules: &mut Vec<Arc<R>>, rule: Arc<R>) {
    match rules.iter_mut().find(|known| known.identifier() == rule.identifier()) {
        Some(known) => *known = rule,
        None => rules.push(rule),
    }
}

fn refill<R: Rule + ?Sized>(rules: &mut [Arc<R>], built: Vec<Arc<R>>, known: &BTreeSet<String>) {
    for rule in built.into_iter().filter(|rule| known.contains(rule.identifier())) {
        if let Some(old) = rules.iter_mut().find(|old| old.identifier() == rule.identifier()) {
            *old = rule;
        }
    }
}

impl RuleEngine {
    /// An engine without rules.
    pub fn new() -> RuleEngine {
        RuleEngine::default()
    }

    /// The built-in rules with these settings.
    pub fn from_spec(spec: &RulesSpec) -> RuleEngine {
        let mut engine = RuleEngine {
            turn: builtin::turn::rules(spec),
            game: builtin::game::rules(spec),
            scoring: builtin::scoring::rules(spec),
            end: builtin::end::rules(spec),
            from_settings: BTreeSet::new(),
        };
        engine.from_settings.extend(engine.list().into_iter().map(|rule| rule.id));
        engine
    }

    /// Gives the rules that follow the settings these ones; rules added by hand stay.
    pub(crate) fn refill(&mut self, spec: &RulesSpec) {
        let known = &self.from_settings;
        refill(&mut self.turn, builtin::turn::rules(spec), known);
        refill(&mut self.game, builtin::game::rules(spec), known);
        refill(&mut self.scoring, builtin::scoring::rules(spec), known);
        refill(&mut self.end, builtin::end::rules(spec), known);
    }

    /// Adds or replaces a turn rule.
    pub fn add_turn_rule(&mut self, rule: impl TurnRule + 'static) -> &mut Self {
        self.from_settings.remove(rule.identifier());
        replace(&mut self.turn, Arc::new(rule));
        self
    }

    /// Adds or replaces a game rule.
    pub fn add_game_rule(&mut self, rule: impl GameRule + 'static) -> &mut Self {
        self.from_settings.remove(rule.identifier());
        replace(&mut self.game, Arc::new(rule));
        self
    }

    /// Adds or replaces a scoring rule.
    pub fn add_scoring_rule(&mut self, rule: impl ScoringRule + 'static) -> &mut Self {
        self.from_settings.remove(rule.identifier());
        replace(&mut self.scoring, Arc::new(rule));
        self
    }

    /// Adds or replaces an end rule.
    pub fn add_end_game_rule(&mut self, rule: impl EndGameRule + 'static) -> &mut Self {
        self.from_settings.remove(rule.identifier());
        replace(&mut self.end, Arc::new(rule));
        self
    }

    /// Whether every rule is a built-in one that follows the settings.
    pub fn follows_settings(&self) -> bool {
        let known = |id: &str| self.from_settings.contains(id);
        !self.from_settings.is_empty()
            && self.turn.iter().all(|rule| known(rule.identifier()))
            && self.game.iter().all(|rule| known(rule.identifier()))
            && self.scoring.iter().all(|rule| known(rule.identifier()))
            && self.end.iter().all(|rule| known(rule.identifier()))
    }

    /// The scoring rules in order.
    pub fn scoring_rules(&self) -> &[Arc<dyn ScoringRule>] {
        &self.scoring
    }

    /// All rules, as lists show them.
    pub fn list(&self) -> Vec<RuleInfo> {
        fn info<R: Rule + ?Sized>(category: &'static str, rule: &Arc<R>) -> RuleInfo {
            RuleInfo {
                category,
                id: rule.identifier().to_string(),
                name: rule.name().to_string(),
                description: rule.description(),
                enabled: rule.is_enabled(),
            }
        }
        let turn = self.turn.iter().map(|rule| info("turn", rule));
        let game = self.game.iter().map(|rule| info("game", rule));
        let scoring = self.scoring.iter().map(|rule| info("scoring", rule));
        let end = self.end.iter().map(|rule| info("end", rule));
        turn.chain(game).chain(scoring).chain(end).collect()
    }

    /// Asks every turn rule; the results of those that fail, in rule order.
    pub fn validate_move(&self, facts: &MoveFacts<'_>) -> Vec<RuleResult> {
        let mut failures = Vec::new();
        let mut failed: SmallVec<[&str; 8]> = SmallVec::new();
        for rule in &self.turn {
            if !facts.position().is_on(rule.identifier(), rule.is_enabled())
                || rule.requires().iter().any(|id| failed.contains(id))
            {
                continue;
            }
            let result = rule.validate(facts);
            if !result.passed() {
                failed.push(rule.identifier());
                failures.push(result);
            }
        }
        failures
    }

    /// Asks every game rule; all violations, in rule order.
    pub fn check_action(&self, game: &GameStatus, seat: u8, action: &TurnAction) -> Vec<Violation> {
        let on = |rule: &&Arc<dyn GameRule>| {
            game.switches.get(rule.identifier()).copied().unwrap_or(rule.is_enabled())
        };
        let results = self.game.iter().filter(on);
        results.flat_map(|rule| rule.is_action_allowed(game, seat, action).violations).collect()
    }

    /// The first end rule that says the game is over.
    pub fn check_end_game(&self, game: &GameStatus) -> Option<&dyn EndGameRule> {
        let on = |rule: &&Arc<dyn EndGameRule>| {
            game.switches.get(rule.identifier()).copied().unwrap_or(rule.is_enabled())
        };
        let mut rules = self.end.iter().filter(on);
        rules.find(|rule| rule.should_end_game(game)).map(|rule| &**rule)
    }
}

impl fmt::Debug for RuleEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list().iter().map(|rule| &rule.id)).finish()
    }
}
