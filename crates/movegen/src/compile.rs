//! A variant, compiled for the generator.

use thiserror::Error;
use tilewright_board::{CellId, PremiumKind};
use tilewright_lexicon::LetterOrder;
use tilewright_rules::spec::{
    BingoAmount, BingoTrigger, Contact, Placement, PremiumLife, Reading, RulesSpec, StackScoring,
};
use tilewright_rules::{RuleId, RuleInfo, Ruleset};
use tilewright_tiles::{Face, KindId, LetterSet, MAX_LETTERS};

/// Why a generator cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The word list is for another alphabet.
    #[error("the word list is for another alphabet than the variant; build it for this variant")]
    OtherAlphabet,
    /// The board has too many slots.
    #[error("the board has more than {} places on lines; use a smaller one", u16::MAX)]
    TooLarge,
    /// The words cannot be compiled.
    #[error("{0}")]
    Words(String),
}

/// How plays are validated and scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judging {
    /// Cross-sets decide legality, and scores are computed incrementally.
    Linear,
    /// Cross-sets propose plays; the rules pipeline validates and scores them.
    Pipeline,
}

/// The bonus for a long play, by the number of tiles placed.
#[derive(Clone, Debug)]
pub(crate) enum Bonus {
    /// For exactly this many tiles.
    Exactly(usize, i64),
    /// For exactly this many tiles, the points for each.
    ExactlyEach(usize, i64),
    /// For emptying the rack.
    Emptying(i64),
    /// For emptying the rack, the points for each tile.
    EmptyingEach(i64),
    /// None.
    Never,
}

impl Bonus {
    /// How many tiles of a rack earn the bonus, and its points.
    pub fn at(&self, rack: usize) -> (usize, i64) {
        match *self {
            Bonus::Exactly(count, points) => (count, points),
            Bonus::ExactlyEach(count, points) => (count, points * count as i64),
            Bonus::Emptying(points) => (rack, points),
            Bonus::EmptyingEach(points) => (rack, points * rack as i64),
            Bonus::Never => (0, 0),
        }
    }

    /// The bonus for a number of placed tiles.
    #[inline]
    pub fn of(&self, placed: usize, rack: usize) -> i64 {
        let (count, points) = self.at(rack);
        if placed == count { points } else { 0 }
    }
}

/// How tiles may cover others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stacks {
    pub max_height: u8,
    /// Whether a letter may not cover the same letter.
    pub forbid_same: bool,
    /// Whether no run may be covered completely.
    pub keep_one: bool,
    /// Whether covered tiles score.
    pub sum: bool,
}

/// A variant as the generator uses it.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub judging: Judging,
    pub bonus: Bonus,
    pub order: LetterOrder,
    /// The score of every kind.
    pub scores: Vec<i32>,
    /// The kind of every code, and its score.
    pub code_kinds: [KindId; MAX_LETTERS + 1],
    pub code_scores: [i32; MAX_LETTERS + 1],
    /// Letter and word factor of every cell.
    pub factors: Vec<(u8, u8)>,
    /// Whether a premium applies to each tile placed on it, not only to the first.
    pub premiums_recur: bool,
    /// The factor of a word without stacked tiles.
    pub flat_factor: i32,
    pub stacks: Option<Stacks>,
    pub anagrams: bool,
    /// Whether every letter has only one kind of tile.
    pub one_kind_each: bool,
    /// Whether products of factors are small enough for upper bounds.
    pub bounded: bool,
}

impl Compiled {
    pub fn new(ruleset: &Ruleset) -> Compiled {
        let tiles = ruleset.tiles();
        let spec = ruleset.spec();
        let stacking = &spec.stacking;
        let judging = judging(ruleset);
        // The pipeline does not use running scores.
        let score = |score: i32| if judging == Judging::Linear { score } else { 0 };
        let order = LetterOrder::for_tiles(tiles);
        let mut code_kinds = [KindId(0); MAX_LETTERS + 1];
        let mut code_scores = [0; MAX_LETTERS + 1];
        for code in 1..=order.len() as u8 {
            if let Some(kind) = tiles.kind_of_letter(order.letter(code)) {
                code_kinds[usize::from(code)] = kind;
                code_scores[usize::from(code)] = score(tiles.kind(kind).score);
            }
        }
        Compiled {
            judging,
            bonus: bonus(ruleset),
            order,
            code_kinds,
            code_scores,
            scores: tiles.kinds().iter().map(|kind| score(kind.score)).collect(),
            factors: ruleset.premiums().iter().map(|premium| factors(*premium)).collect(),
            premiums_recur: spec.premiums.premium_life == PremiumLife::EachPlacement,
            // One that does not fit is left to the pipeline.
            flat_factor: flat_factor(ruleset).unwrap_or(1),
            stacks: stacking.enabled.then(|| Stacks {
                max_height: stacking.max_height,
                forbid_same: stacking.forbid_same,
                keep_one: stacking.keep_one,
                sum: stacking.scoring == StackScoring::SumStack,
            }),
            anagrams: spec.word_validation.anagram_words,
            one_kind_each: one_kind_each(ruleset),
            bounded: has_small_factors(ruleset, LARGEST_BOUNDED_FACTOR),
        }
    }

    #[inline]
    pub fn score(&self, kind: KindId) -> i32 {
        self.scores[kind.index()]
    }
}

fn one_kind_each(ruleset: &Ruleset) -> bool {
    let letters = ruleset.tiles().kinds().iter().filter_map(|kind| match kind.face {
        Face::Letter(letter) => Some(letter),
        Face::Blank(_) => None,
    });
    letters.clone().count() == letters.collect::<LetterSet>().iter().count()
}

/// The factors of multiplying premiums.
fn factors(premium: Option<PremiumKind>) -> (u8, u8) {
    match premium {
        Some(PremiumKind::DoubleLetter) => (2, 1),
        Some(PremiumKind::TripleLetter) => (3, 1),
        Some(PremiumKind::QuadrupleLetter) => (4, 1),
        Some(PremiumKind::DoubleWord) => (1, 2),
        Some(PremiumKind::TripleWord) => (1, 3),
        Some(PremiumKind::QuadrupleWord) => (1, 4),
        _ => (1, 1),
    }
}

/// The largest tile score for running scores.
const LARGEST_SCORE: i32 = 1000;
/// The largest product of word factors on a line for running scores.
const LARGEST_FACTOR: u64 = 1 << 15;
/// The same for upper bounds: sixteen times as much, four times a letter, still fits.
const LARGEST_BOUNDED_FACTOR: u64 = 1 << 8;
/// The largest bonus for running scores.
const LARGEST_BONUS: i64 = 1_000_000;
/// The longest line for running scores.
const MAX_SCORED_LINE: usize = 255;

/// The factor of a flat word; `None` if it is too large for running scores.
fn flat_factor(ruleset: &Ruleset) -> Option<i32> {
    match ruleset.spec().word_multiplier.flat_word {
        None => Some(1),
        Some(factor) => i32::try_from(factor).ok().filter(|factor| (0..=16).contains(factor)),
    }
}

/// Whether cross-sets and running scores decide everything that the rules decide.
fn judging(ruleset: &Ruleset) -> Judging {
    let spec = ruleset.spec();
    let multiplies = |premium: &PremiumKind| {
        matches!(premium, PremiumKind::Regular) || factors(Some(*premium)) != (1, 1)
    };
    let expressed = |rule: &RuleInfo| {
        let judges_plays = matches!(rule.category, "turn" | "scoring");
        !judges_plays || is_expressed(rule, spec)
    };
    let linear = ruleset.premiums().iter().flatten().all(multiplies)
        && sums_are_small(ruleset)
        && ruleset.plugins().is_empty()
        && ruleset.engine().follows_settings()
        && ruleset.engine().list().iter().all(expressed)
        && !(spec.word_validation.anagram_words && spec.stacking.enabled)
        && spec.premiums.enabled
        && ruleset.topology().tangled_lines().is_empty()
        && ruleset.topology().axis_ids().all(|axis| ruleset.reading(axis) != Reading::Both);
    if linear { Judging::Linear } else { Judging::Pipeline }
}

/// Whether cross-sets and running scores express a turn or scoring rule with these settings.
///
/// A rule that is not listed here is not expressed: while a new built-in rule is on, the pipeline
/// judges every play. So a rule that was forgotten here makes generation slow, never wrong.
fn is_expressed(rule: &RuleInfo, spec: &RulesSpec) -> bool {
    let Ok(id) = rule.id.parse::<RuleId>() else { return !rule.enabled };
    match id {
        RuleId::LinePlacement => rule.enabled && spec.line_placement.placement == Placement::Line,
        RuleId::Connection => rule.enabled && spec.connection.contact == Contact::Adjacent,
        RuleId::MinWordLength => rule.enabled && spec.min_word_length.min_main_length == 2,
        RuleId::FirstMoveStart => spec.first_move_start.enabled,
        RuleId::NoGaps
        | RuleId::BoardBounds
        | RuleId::CellAvailability
        | RuleId::WordValidation
        | RuleId::TilesInRack
        | RuleId::BlankLetter
        | RuleId::LetterPoints
        | RuleId::LetterCategories
        | RuleId::LetterMultiplier
        | RuleId::WordCombination
        | RuleId::WordMultiplier
        | RuleId::CrossWords => rule.enabled,
        RuleId::Stacking | RuleId::BingoBonus => true,
        _ => !rule.enabled,
    }
}

/// Whether running scores cannot overflow.
fn sums_are_small(ruleset: &Ruleset) -> bool {
    let small = |score: i32| (-LARGEST_SCORE..=LARGEST_SCORE).contains(&score);
    let (BingoAmount::Fixed(bonus) | BingoAmount::PerTile(bonus)) =
        &ruleset.spec().bingo_bonus.amount;
    ruleset.tiles().kinds().iter().all(|kind| small(kind.score))
        && (-LARGEST_BONUS..=LARGEST_BONUS).contains(bonus)
        && flat_factor(ruleset).is_some()
        && ruleset.topology().lines().all(|line| line.cells.len() <= MAX_SCORED_LINE)
        && has_small_factors(ruleset, LARGEST_FACTOR)
}

/// Whether no line has a larger product of word factors.
fn has_small_factors(ruleset: &Ruleset, largest: u64) -> bool {
    let factor = |cell: &CellId| factors(ruleset.premiums()[cell.index()]).1;
    ruleset.topology().lines().all(|line| {
        let factors = line.cells.iter().map(|cell| u64::from(factor(cell)));
        factors.fold(1, u64::saturating_mul) <= largest
    })
}

fn bonus(ruleset: &Ruleset) -> Bonus {
    let spec = ruleset.spec();
    if !spec.bingo_bonus.enabled {
        return Bonus::Never;
    }
    let count = match spec.bingo_bonus.trigger {
        BingoTrigger::FullRack => usize::from(spec.rack_size.size),
        BingoTrigger::TilesPlayed(count) => usize::from(count),
        BingoTrigger::RackExhausted => {
            return match spec.bingo_bonus.amount {
                BingoAmount::Fixed(points) => Bonus::Emptying(points),
                BingoAmount::PerTile(points) => Bonus::EmptyingEach(points),
            };
        }
    };
    match spec.bingo_bonus.amount {
        BingoAmount::Fixed(points) => Bonus::Exactly(count, points),
        BingoAmount::PerTile(points) => Bonus::ExactlyEach(count, points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_rules::PluginRegistry;
    use tilewright_variants::{ShippedOnly, Variant};

    /// Built-in rules that cross-sets and running scores cannot express: while one is on, the
    /// pipeline judges every play.
    const LEFT_TO_THE_PIPELINE: &[RuleId] = &[];

    /// The turn and scoring rules of the classic game.
    fn rules_of_plays() -> (RulesSpec, Vec<RuleInfo>) {
        let classic = Variant::shipped("classic").unwrap();
        let ruleset = classic.ruleset(&PluginRegistry::default()).unwrap();
        let mut rules = ruleset.engine().list();
        rules.retain(|rule| matches!(rule.category, "turn" | "scoring"));
        assert!(rules.iter().any(|rule| rule.id == "connection"), "a list without the core rules");
        (ruleset.spec().clone(), rules)
    }

    /// A new built-in rule fails here until one of the two lists has it.
    #[test]
    fn every_built_in_rule_of_plays_is_listed() {
        let (spec, rules) = rules_of_plays();
        for rule in rules {
            let on = RuleInfo { enabled: true, ..rule };
            let left = on.id.parse().is_ok_and(|id| LEFT_TO_THE_PIPELINE.contains(&id));
            assert!(
                is_expressed(&on, &spec) != left,
                "add {} to `is_expressed` or to LEFT_TO_THE_PIPELINE",
                on.id
            );
        }
    }

    #[test]
    fn the_pipeline_judges_rules_that_are_not_listed() {
        let (spec, mut rules) = rules_of_plays();
        for id in ["a_new_rule", "turn_order"] {
            let rule = RuleInfo { id: id.to_string(), enabled: true, ..rules.remove(0) };
            assert!(!is_expressed(&rule, &spec), "{id}");
            assert!(is_expressed(&RuleInfo { enabled: false, ..rule }, &spec), "{id}");
        }
    }

    #[test]
    fn the_pipeline_judges_plays_when_a_rule_is_off() {
        let judging_of = |text: &str| {
            let variant = Variant::from_toml(text, &ShippedOnly).unwrap();
            judging(&variant.ruleset(&PluginRegistry::default()).unwrap())
        };
        let head = "format = 1\nid = \"off\"\nname = \"Off\"\nextends = \"classic\"\n";
        assert_eq!(judging_of(head), Judging::Linear);
        for rule in rules_of_plays().1 {
            let expected = match rule.id.as_str() {
                "stacking" | "bingo_bonus" => Judging::Linear,
                _ => Judging::Pipeline,
            };
            let text = format!("{head}[rules.{}]\nenabled = false\n", rule.id);
            assert_eq!(judging_of(&text), expected, "{}", rule.id);
        }
    }
}
