//! Rejections as data: which rule failed, where, and in which words.

use crate::{CellLabel, ViolationId};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// One failed rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// What was broken: the id of a rule such as `no_gaps`, or the name of a plugin.
    pub rule: Cow<'static, str>,
    /// What is wrong and how to fix it.
    pub message: String,
    /// The cells concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellLabel>,
    /// The words concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl Violation {
    /// A violation of the engine's own rules, without cells or words.
    pub fn new(id: ViolationId, message: impl Into<String>) -> Violation {
        Violation::custom(id, message)
    }

    /// A violation that a plugin or a rule of your own reports under its own name.
    pub fn custom(rule: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Violation {
        Violation {
            rule: rule.into(),
            message: message.into(),
            cells: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The id, if it is one of the engine's own.
    pub fn id(&self) -> Option<ViolationId> {
        self.rule.parse().ok()
    }

    /// With the cells concerned.
    pub fn at(mut self, cells: impl IntoIterator<Item = CellLabel>) -> Violation {
        self.cells = cells.into_iter().collect();
        self
    }

    /// With the words concerned.
    pub fn in_words(mut self, words: impl IntoIterator<Item = String>) -> Violation {
        self.words = words.into_iter().collect();
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// All violations of a rejected move, in rule order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Violations(pub Vec<Violation>);

impl Violations {
    /// The ids of the failed rules, in order.
    pub fn rules(&self) -> Vec<&str> {
        self.0.iter().map(|violation| &*violation.rule).collect()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

impl From<Violation> for Violations {
    fn from(violation: Violation) -> Self {
        Violations(vec![violation])
    }
}

/// What a rule says: nothing, or what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleResult {
    /// What is wrong; empty when the rule holds.
    pub violations: Vec<Violation>,
}

impl RuleResult {
    /// The rule holds.
    pub fn pass() -> RuleResult {
        RuleResult::default()
    }

    /// The rule does not hold.
    pub fn fail(message: impl Into<String>, rule: impl Into<Cow<'static, str>>) -> RuleResult {
        Violation::custom(rule, message).into()
    }

    /// Whether the rule holds.
    pub fn passed(&self) -> bool {
        self.violations.is_empty()
    }

    /// The first message, if the rule does not hold.
    pub fn message(&self) -> Option<&str> {
        self.violations.first().map(|violation| violation.message.as_str())
    }

    /// The id of the rule, if it does not hold.
    pub fn rule_identifier(&self) -> Option<&str> {
        self.violations.first().map(|violation| &*violation.rule)
    }
}

impl From<Violation> for RuleResult {
    fn from(violation: Violation) -> Self {
        RuleResult { violations: vec![violation] }
    }
}
