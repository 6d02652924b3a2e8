//! A variant, compiled for the generator.

use thiserror::Error;
use tilewright_board::{CellId, PremiumKind};
use tilewright_lexicon::LetterOrder;
use tilewright_rules::Ruleset;
use tilewright_rules::spec::{
    BingoAmount, BingoTrigger, Contact, Placement, PremiumLife, Reading, StackScoring,
};
use tilewright_tiles::{Face, KindId, LetterSet, MAX_LETTERS};

/// Why a generator cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
const MAX_LINE: usize = 255;

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
    let linear = ruleset.premiums().iter().flatten().all(multiplies)
        && sums_are_small(ruleset)
        && ruleset.plugins().is_empty()
        && ruleset.engine().follows_settings()
        && !(spec.word_validation.anagram_words && spec.stacking.enabled)
        && spec.line_placement.placement == Placement::Line
        && spec.connection.contact == Contact::Adjacent
        && spec.min_word_length.min_main_length == 2
        && spec.premiums.enabled
        && all_rules_on(ruleset)
        && ruleset.topology().tangled_lines().is_empty()
        && ruleset.topology().axis_ids().all(|axis| ruleset.reading(axis) != Reading::Both);
    if linear { Judging::Linear } else { Judging::Pipeline }
}

/// Whether running scores cannot overflow.
fn sums_are_small(ruleset: &Ruleset) -> bool {
    let small = |score: i32| (-LARGEST_SCORE..=LARGEST_SCORE).contains(&score);
    let (BingoAmount::Fixed(bonus) | BingoAmount::PerTile(bonus)) =
        &ruleset.spec().bingo_bonus.amount;
    ruleset.tiles().kinds().iter().all(|kind| small(kind.score))
        && (-LARGEST_BONUS..=LARGEST_BONUS).contains(bonus)
        && flat_factor(ruleset).is_some()
        && ruleset.topology().lines().all(|line| line.cells.len() <= MAX_LINE)
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

fn all_rules_on(ruleset: &Ruleset) -> bool {
    let spec = ruleset.spec();
    let toggles = [
        &spec.no_gaps,
        &spec.board_bounds,
        &spec.cell_availability,
        &spec.tiles_in_rack,
        &spec.blank_letter,
        &spec.letter_points,
        &spec.letter_categories,
        &spec.letter_multiplier,
        &spec.word_combination,
        &spec.cross_words,
    ];
    toggles.iter().all(|toggle| toggle.enabled)
        && spec.line_placement.enabled
        && spec.first_move_start.enabled
        && spec.connection.enabled
        && spec.word_validation.enabled
        && spec.min_word_length.enabled
        && spec.word_multiplier.enabled
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
