//! The law of the move generator: it finds exactly the legal straight plays, each once, with their
//! scores.
//!
//! The input is read as choices: a shipped variant, some settings and premiums that it does not
//! have, a short list of words, plays that fill the board, and a rack. The brute-force referee says
//! which plays are legal.

use crate::bytes::Bytes;
use crate::material::rulesets;
use tilewright_bench::law::{Law, TestPosition};
use tilewright_board::{CellId, PremiumKind};
use tilewright_rules::Ruleset;
use tilewright_rules::spec::{
    BingoAmount, BingoTrigger, Contact, Placement, PremiumLife, Reading, ReadingSpec, RulesSpec,
    StackScoring, StartMode,
};
use tilewright_tiles::{KindId, Letter, TileCounts};

/// The most plays on the board.
const PLAYS: u8 = 8;
/// The most words, and the most letters of a word.
const WORDS: usize = 20;
const LETTERS: usize = 5;
/// The same where any order of letters will do, and most plays come in many orders.
const ANAGRAM_WORDS: usize = 8;
const ANAGRAM_LETTERS: usize = 4;
const ANAGRAM_TILES: usize = 4;
/// The most tiles on a rack, and the most blanks among them.
const TILES: usize = 6;
const BLANKS: usize = 2;

/// Tries one input.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(ruleset) = bytes.pick(rulesets()) else { return };
    let (ruleset, changes) = altered(ruleset, &mut bytes);
    let pool = pool(&ruleset, &mut bytes);
    let words = words(&ruleset, &pool, &mut bytes);
    let law = Law::new(&ruleset, &words).expect("words of the alphabet make a generator");
    let mut tested = TestPosition::start(&ruleset, bytes.byte().into()).expect("a variant starts");
    for _ in 0..bytes.byte() % PLAYS {
        tested.rack = rack(&ruleset, &pool, &mut bytes);
        let mut plays = law.answers(&tested);
        plays.sort_unstable();
        if let Some(play) = bytes.pick(&plays) {
            tested.put(&ruleset, &play.laid);
        }
    }
    tested.rack = rack(&ruleset, &pool, &mut bytes);
    let (legal, faults) = law.check(&tested);
    if let Some(fault) = faults.first() {
        let (id, count, of) = (ruleset.id(), faults.len(), legal.len());
        let (words, tested) = (words.replace('\n', " "), tested.show(&ruleset));
        panic!("{id}: {fault}, {count} of {of} plays; {tested}; words [{words}]; {changes:?}");
    }
}

/// The variant, mostly as it is, otherwise with some other settings and premiums; and what they are.
fn altered(ruleset: &Ruleset, bytes: &mut Bytes<'_>) -> (Ruleset, Vec<String>) {
    let mut changed = ruleset.clone();
    let mut changes = Vec::new();
    if !bytes.once_in(2) {
        return (changed, changes);
    }
    for _ in 0..bytes.byte() % 4 {
        let choice = (bytes.byte() % SETTINGS, bytes.byte());
        let next = changed.with_spec(|spec| alter(spec, choice));
        let next = next.expect("the settings are within their bounds");
        changed = next;
        changes.push(format!("setting {choice:?}"));
    }
    for _ in 0..bytes.byte() % 4 {
        let cell = CellId(bytes.below(changed.topology().cell_count()) as u16);
        let premium = bytes.pick(&PREMIUMS).copied();
        changes.push(format!("{premium:?} on {}", changed.label(cell)));
        changed = changed.with_premium(cell, premium);
    }
    (changed, changes)
}

/// The number of settings that [`alter`] knows.
const SETTINGS: u8 = 18;

const PREMIUMS: [PremiumKind; 12] = [
    PremiumKind::DoubleWord,
    PremiumKind::TripleLetter,
    PremiumKind::QuadrupleWord,
    PremiumKind::Value(10),
    PremiumKind::Ceiling,
    PremiumKind::Floor,
    PremiumKind::Reviver,
    PremiumKind::Mimic,
    PremiumKind::LengthSquared,
    PremiumKind::Product,
    PremiumKind::ValueMatched { value: 1, times: 3 },
    PremiumKind::Regular,
];

/// One setting as no shipped variant has it, perhaps.
fn alter(spec: &mut RulesSpec, (which, how): (u8, u8)) {
    let words = &mut spec.word_validation;
    match which {
        0 => spec.connection.contact = Contact::Overlap,
        1 => spec.min_word_length.min_main_length = 1 + u16::from(how % 4),
        2 => {
            spec.stacking.enabled = true;
            spec.stacking.max_height = 1 + how % 4;
            spec.stacking.forbid_same = how & 4 != 0;
            spec.stacking.keep_one = how & 8 != 0;
            let sums = how & 16 != 0;
            spec.stacking.scoring =
                if sums { StackScoring::SumStack } else { StackScoring::TopOnly };
        }
        3 => spec.premiums.premium_life = PremiumLife::EachPlacement,
        4 => spec.premiums.enabled = false,
        5 => spec.word_multiplier.flat_word = Some(i64::from(how % 4)),
        6 => spec.cross_words.enabled = false,
        7 => {
            spec.bingo_bonus.amount = match how & 1 {
                0 => BingoAmount::Fixed(i64::from(how) - 100),
                _ => BingoAmount::PerTile(i64::from(how)),
            };
            spec.bingo_bonus.trigger = match how >> 1 & 3 {
                0 => BingoTrigger::FullRack,
                1 => BingoTrigger::TilesPlayed(u16::from(how >> 3) % 4),
                _ => BingoTrigger::RackExhausted,
            };
        }
        8 => spec.connection.enabled = false,
        9 => spec.first_move_start.enabled = false,
        11 => spec.min_word_length.enabled = false,
        12 => spec.letter_points.enabled = false,
        13 => spec.letter_multiplier.enabled = false,
        14 => spec.word_multiplier.enabled = false,
        15 if spec.line_placement.placement == Placement::Line => {
            spec.first_move_start.start = StartMode::Optional;
        }
        10 if words.reading == ReadingSpec::All(Reading::Forward) => {
            words.anagram_words = true;
        }
        _ if !words.anagram_words => {
            words.reading = ReadingSpec::All(match how % 3 {
                0 => Reading::Forward,
                1 => Reading::Backward,
                _ => Reading::Both,
            });
        }
        _ => {}
    }
}

/// A few letters, so that words and racks go together.
fn pool(ruleset: &Ruleset, bytes: &mut Bytes<'_>) -> Vec<Letter> {
    let all = ruleset.tiles().alphabet().len();
    (0..2 + bytes.below(5)).map(|_| Letter(bytes.below(all) as u8)).collect()
}

/// A short list of words, one a line.
fn words(ruleset: &Ruleset, pool: &[Letter], bytes: &mut Bytes<'_>) -> String {
    let alphabet = ruleset.tiles().alphabet();
    let (most, longest) = match ruleset.spec().word_validation.anagram_words {
        true => (ANAGRAM_WORDS, ANAGRAM_LETTERS),
        false => (WORDS, LETTERS),
    };
    let mut words = Vec::new();
    for _ in 0..1 + bytes.below(most) {
        let length = 2 + bytes.below(longest - 1);
        let letters: Vec<Letter> =
            (0..length).map(|_| *bytes.pick(pool).unwrap_or(&Letter(0))).collect();
        words.push(tilewright_lexicon::spelling(alphabet, &letters));
    }
    words.join("\n")
}

/// Tiles of the pool, and now and then a blank or another tile.
fn rack(ruleset: &Ruleset, pool: &[Letter], bytes: &mut Bytes<'_>) -> TileCounts {
    let tiles = ruleset.tiles();
    let (blanks, letters): (Vec<KindId>, Vec<KindId>) =
        tiles.full_bag().tiles().partition(|kind| tiles.kind(*kind).is_blank());
    let anagrams = ruleset.spec().word_validation.anagram_words;
    let most = if anagrams { ANAGRAM_TILES } else { TILES };
    let mut wild = if anagrams { 1 } else { BLANKS };
    let mut rack = TileCounts::new();
    for _ in 0..bytes.below(most + 1) {
        let choice = bytes.byte();
        let kind = match choice {
            0..=19 if wild > 0 => {
                wild -= 1;
                bytes.pick(&blanks).copied()
            }
            20..=39 => letters.get(usize::from(bytes.byte()) % letters.len()).copied(),
            _ => bytes.pick(pool).and_then(|letter| tiles.kind_of_letter(*letter)),
        };
        kind.into_iter().for_each(|kind| rack.add(kind));
    }
    rack
}
