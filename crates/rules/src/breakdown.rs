//! The account of a score: every number in it can be traced.

use crate::{CellLabel, Points};
use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;
use tilewright_board::{DirTag, PremiumKind, ScoringStage};

/// The complete account of a score. It can be read, not changed: `total` is always the sum of
/// the words, the bonuses and the plugins' lines, in that order.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(into = "BreakdownData"))]
#[serde(try_from = "BreakdownData")]
pub struct ScoreBreakdown {
    data: BreakdownData,
    /// Ties the account to the move it was made for; 0 for one that was read from a file.
    pub(crate) ticket: u64,
}

impl PartialEq for ScoreBreakdown {
    /// The same account, whichever move it was made for.
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl Serialize for ScoreBreakdown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(serializer)
    }
}

impl Deref for ScoreBreakdown {
    type Target = BreakdownData;

    fn deref(&self) -> &BreakdownData {
        &self.data
    }
}

/// What an account consists of.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BreakdownData {
    /// The sum of everything below.
    pub total: Points,
    /// Words: the main word, then by axis and line, forward before backward.
    pub words: Vec<WordScore>,
    /// Bonuses of rules, such as the one for a full rack.
    #[serde(default)]
    pub bonuses: Vec<ScoreLine>,
    /// Lines of plugins.
    #[serde(default)]
    pub plugins: Vec<ScoreLine>,
    /// Whether the bonus for a long move was earned.
    #[serde(default)]
    pub bingo_awarded: bool,
    /// What the tiles beneath others added, word by word.
    #[serde(default)]
    pub stack_contributions: Vec<StackContribution>,
    /// The premiums that this move uses up.
    #[serde(default)]
    pub premiums_used: Vec<UsedPremium>,
}

/// A line of points that belongs to no word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreLine {
    /// The rule or plugin that gives them.
    pub source: Cow<'static, str>,
    /// What for.
    pub label: Cow<'static, str>,
    /// How many.
    pub points: Points,
}

impl ScoreLine {
    /// A line of points.
    pub fn new(
        source: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        points: impl Into<Points>,
    ) -> ScoreLine {
        ScoreLine { source: source.into(), label: label.into(), points: points.into() }
    }
}

/// Which way a word was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the axis.
    Forward,
    /// Against the axis.
    Backward,
}

/// The account of one word, read one way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WordScore {
    /// The word, in reading order, upper case.
    pub text: String,
    /// The axis it lies on.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub axis: DirTag,
    /// Which way it was read.
    pub direction: Direction,
    /// Whether it is the main word.
    pub main: bool,
    /// Its cells in reading order.
    pub cells: Vec<CellLabel>,
    /// Its points.
    pub score: Points,
    /// Its letters in reading order.
    pub letters: Vec<LetterScore>,
    /// How the letters became the score.
    pub steps: Vec<WordStep>,
}

/// The account of one letter of a word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetterScore {
    /// Where it lies.
    pub cell: CellLabel,
    /// What it shows; a blank the letter it stands for.
    pub letter: Arc<str>,
    /// Whether it was placed in this move.
    pub new: bool,
    /// Whether it is a blank.
    pub blank: bool,
    /// The number of tiles on its cell after the move.
    pub height: u8,
    /// What the tile itself is worth.
    pub base: Points,
    /// What changed that, in order.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<LetterStep>"))]
    pub steps: SmallVec<[LetterStep; 1]>,
    /// What it is worth in the word.
    pub value: Points,
}

/// One change of a letter's value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetterStep {
    /// The stage.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stage: ScoringStage,
    /// The premium that did it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub premium: PremiumKind,
    /// Where the premium lies.
    pub cell: CellLabel,
    /// The value afterwards.
    pub value: Points,
}

/// What a step does to a word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WordEffect {
    /// The letters' values are added.
    Sum,
    /// The letters' values are multiplied.
    Product,
    /// The result is raised to this power, because there are several products.
    Power(u32),
    /// The tiles beneath are added.
    AddStack(Points),
    /// The word is multiplied.
    Multiply(Points),
    /// Points are added.
    Add(Points),
}

/// One step from letters to a word's score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WordStep {
    /// The rule that did it.
    pub rule: Cow<'static, str>,
    /// What it did.
    pub effect: WordEffect,
    /// The premium that made it do so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub premium: Option<PremiumKind>,
    /// Where the premium lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellLabel>,
    /// The word's value afterwards.
    pub value: Points,
}

/// What a covered tile added to a word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StackContribution {
    /// The word's place in the list of words.
    pub word: usize,
    /// The cell.
    pub cell: CellLabel,
    /// What the covered tile shows.
    pub letter: Arc<str>,
    /// Its place in the stack, from 1 at the bottom.
    pub level: u8,
    /// What it adds.
    pub points: Points,
}

/// A premium that is used up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UsedPremium {
    /// The cell.
    pub cell: CellLabel,
    /// The premium.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub premium: PremiumKind,
}

impl BreakdownData {
    fn sum(&self) -> Points {
        let words = self.words.iter().map(|word| &word.score);
        let lines = self.bonuses.iter().chain(&self.plugins).map(|line| &line.points);
        words.chain(lines).fold(Points::ZERO, |total, points| total.add(points))
    }
}

impl ScoreBreakdown {
    /// Adds everything up.
    pub(crate) fn seal(mut data: BreakdownData, ticket: u64) -> ScoreBreakdown {
        data.total = data.sum();
        ScoreBreakdown { data, ticket }
    }
}

impl From<ScoreBreakdown> for BreakdownData {
    fn from(breakdown: ScoreBreakdown) -> Self {
        breakdown.data
    }
}

impl TryFrom<BreakdownData> for ScoreBreakdown {
    type Error = String;

    fn try_from(data: BreakdownData) -> Result<Self, Self::Error> {
        let sum = data.sum();
        if sum != data.total {
            return Err(format!("total is {}, but its parts add up to {sum}", data.total));
        }
        Ok(ScoreBreakdown { data, ticket: 0 })
    }
}
