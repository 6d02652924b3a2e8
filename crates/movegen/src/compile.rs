//! A variant, compiled for the generator.

use thiserror::Error;
use tilewright_board::PremiumKind;
use tilewright_lexicon::LetterOrder;
use tilewright_rules::Ruleset;
use tilewright_rules::spec::{BingoAmount, BingoTrigger, Contact, Placement, PremiumLife, Reading};
use tilewright_tiles::{Face, KindId};

/// Why a generator cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The word list is for other letters.
    #[error("the word list is for another alphabet than the variant; build it for this variant")]
    OtherAlphabet,
    /// The words cannot be compiled.
    #[error("{0}")]
    Words(String),
}

/// How plays are judged and scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judging {
    /// The masks say everything, and scores add up on the way.
    Plain,
    /// The masks propose, the pipeline judges and scores.
    Pipeline,
}

/// The bonus for a long move, by the number of tiles placed.
#[derive(Clone, Debug)]
pub(crate) enum Bonus {
    /// For exactly this many tiles.
    Exactly(usize, i64),
    /// For exactly this many tiles, so much for each.
    ExactlyEach(usize, i64),
    /// For emptying the rack.
    Emptying(i64),
    /// None.
    Never,
}

impl Bonus {
    #[inline]
    pub fn of(&self, placed: usize, rack: usize) -> i64 {
        match self {
            Bonus::Exactly(count, points) if placed == *count => *points,
            Bonus::ExactlyEach(count, points) if placed == *count => points * placed as i64,
            Bonus::Emptying(points) if placed == rack => *points,
            _ => 0,
        }
    }
}

/// What the generator knows of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub judging: Judging,
    pub bonus: Bonus,
    pub order: LetterOrder,
    /// The score of every kind.
    pub scores: Vec<i32>,
    /// Letter and word factors of every cell.
    pub factors: Vec<(i32, i32)>,
    /// Whether tiles may cover others.
    pub stacking: bool,
    pub max_height: u8,
    pub anagrams: bool,
}

impl Compiled {
    pub fn new(ruleset: &Ruleset) -> Compiled {
        let tiles = ruleset.tiles();
        let alphabet = tiles.alphabet();
        let mut values = vec![i32::MIN; alphabet.len()];
        for kind in tiles.kinds() {
            if let Face::Letter(letter) = kind.face {
                values[letter.index()] = values[letter.index()].max(kind.score);
            }
        }
        let spec = ruleset.spec();
        Compiled {
            judging: judging(ruleset),
            bonus: bonus(ruleset),
            order: LetterOrder::by_descending_value(&values),
            scores: tiles.kinds().iter().map(|kind| kind.score).collect(),
            factors: ruleset.premiums().iter().map(|premium| factors(*premium)).collect(),
            stacking: spec.stacking.enabled,
            max_height: spec.stacking.max_height,
            anagrams: spec.word_validation.anagram_words,
        }
    }

    #[inline]
    pub fn score(&self, kind: KindId) -> i64 {
        i64::from(self.scores[kind.index()])
    }
}

/// The factors of the premiums that only multiply.
fn factors(premium: Option<PremiumKind>) -> (i32, i32) {
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

/// Whether the masks and the running sums say all that the rules say.
fn judging(ruleset: &Ruleset) -> Judging {
    let spec = ruleset.spec();
    let multiplies = |premium: &PremiumKind| {
        matches!(premium, PremiumKind::Regular) || factors(Some(*premium)) != (1, 1)
    };
    let small = |score: i32| (-10_000..=10_000).contains(&score);
    let plain = ruleset.premiums().iter().flatten().all(multiplies)
        && ruleset.tiles().kinds().iter().all(|kind| small(kind.score))
        && ruleset.plugins().is_empty()
        && ruleset.engine().follows_settings()
        && !spec.stacking.enabled
        && !spec.word_validation.anagram_words
        && spec.line_placement.placement == Placement::Line
        && spec.connection.contact == Contact::Adjacent
        && spec.min_word_length.min_main_length == 2
        && spec.premiums.premium_life == PremiumLife::Once
        && spec.premiums.enabled
        && spec.word_multiplier.flat_word.is_none()
        && all_rules_on(ruleset)
        && ruleset.topology().tangled_lines().is_empty()
        && ruleset.topology().axis_ids().all(|axis| ruleset.reading(axis) != Reading::Both);
    if plain { Judging::Plain } else { Judging::Pipeline }
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
        BingoTrigger::RackExhausted => match spec.bingo_bonus.amount {
            BingoAmount::Fixed(points) => return Bonus::Emptying(points),
            BingoAmount::PerTile(_) => return Bonus::Never,
        },
    };
    match spec.bingo_bonus.amount {
        BingoAmount::Fixed(points) => Bonus::Exactly(count, points),
        BingoAmount::PerTile(points) => Bonus::ExactlyEach(count, points),
    }
}
