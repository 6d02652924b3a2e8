//! What a legal move scores: the five stages, by their definition.

use crate::amount::Amount;
use crate::judge::{After, Word};
use crate::{KindData, Referee};
use tilewright_board::PremiumKind;
use tilewright_rules::spec::{
    BingoAmount, BingoTrigger, DictionaryMode, PremiumLife, Reading, StackScoring,
};
use tilewright_tiles::{Category, Letter};

/// A letter of a word in reading order.
struct Scored {
    kind: KindData,
    letter: u8,
    premium: Option<PremiumKind>,
    /// The values of the tiles beneath.
    beneath: Vec<Amount>,
    value: Amount,
}

impl Referee {
    /// The points of the whole turn.
    pub(crate) fn total(&self, after: &After<'_>, words: &[Word]) -> Amount {
        let mut total = Amount::new(0);
        for (place, word) in words.iter().enumerate() {
            if place > 0 && !self.spec.cross_words.enabled {
                continue;
            }
            for forward in self.scoring_directions(after, word) {
                total = total.plus(&self.word_score(after, word, forward));
            }
        }
        total = total.plus(&self.bingo(after));
        for plugin in self.plugins.iter().filter(|plugin| plugin.name == "score_bonus") {
            let bonus = plugin.config["bonus"].as_i64().expect("a checked plugin has a bonus");
            total = total.plus(&Amount::new(bonus));
        }
        total
    }

    /// A word read both ways scores in each direction that is a word; others score once.
    fn scoring_directions(&self, after: &After<'_>, word: &Word) -> Vec<bool> {
        let looked_up = self.spec.word_validation.dictionary == DictionaryMode::Check;
        match self.readings[word.axis] {
            Reading::Forward => vec![true],
            Reading::Backward => vec![false],
            Reading::Both if looked_up => self.directions(after, word),
            Reading::Both => vec![true],
        }
    }

    fn bingo(&self, after: &After<'_>) -> Amount {
        let settings = &self.spec.bingo_bonus;
        let placed = after.laid.len();
        let earned = match settings.trigger {
            BingoTrigger::FullRack => placed == usize::from(self.spec.rack_size.size),
            BingoTrigger::TilesPlayed(count) => placed == usize::from(count),
            BingoTrigger::RackExhausted => placed == after.view.rack_len(),
        };
        match settings.amount {
            _ if !earned || !settings.enabled => Amount::new(0),
            BingoAmount::Fixed(points) => Amount::new(points),
            BingoAmount::PerTile(points) => Amount::new(points).times(&Amount::new(placed as i64)),
        }
    }

    fn word_score(&self, after: &After<'_>, word: &Word, forward: bool) -> Amount {
        let mut letters = self.letters(after, word);
        let flat = word
            .cells
            .iter()
            .all(|cell| after.view.stacks[*cell].len() + usize::from(after.is_new(*cell)) == 1);
        if !forward {
            letters.reverse();
        }
        if self.spec.letter_points.enabled {
            revalue(&mut letters);
        } else {
            letters.iter_mut().for_each(|letter| letter.value = Amount::new(0));
        }
        if self.spec.letter_categories.enabled {
            self.categories(&mut letters);
        }
        if self.spec.letter_multiplier.enabled {
            single_letters(&mut letters);
        }
        let mut score = combine(&letters);
        if self.spec.stacking.scoring == StackScoring::SumStack {
            for value in letters.iter().flat_map(|letter| &letter.beneath) {
                score = score.plus(value);
            }
        }
        if !self.spec.word_multiplier.enabled {
            return score;
        }
        for letter in &letters {
            score = score.times(&Amount::new(match letter.premium {
                Some(PremiumKind::DoubleWord) => 2,
                Some(PremiumKind::TripleWord) => 3,
                Some(PremiumKind::QuadrupleWord) => 4,
                _ => 1,
            }));
        }
        if let (Some(factor), true) = (self.spec.word_multiplier.flat_word, flat) {
            score = score.times(&Amount::new(factor));
        }
        let length = letters.len() as i64;
        for _ in letters.iter().filter(|l| l.premium == Some(PremiumKind::LengthSquared)) {
            score = score.plus(&Amount::new(length * length));
        }
        score
    }

    /// The letters of a word along its axis, with the premiums that are active.
    fn letters(&self, after: &After<'_>, word: &Word) -> Vec<Scored> {
        let revived =
            word.cells.iter().any(|cell| self.premiums[*cell] == Some(PremiumKind::Reviver));
        let again = self.spec.premiums.premium_life == PremiumLife::EachPlacement;
        let mut letters = Vec::new();
        for cell in word.cells.iter().copied() {
            let Some(piece) = after.piece(cell) else { continue };
            let new = after.is_new(cell);
            let stack = &after.view.stacks[cell];
            let below = if new { stack.as_slice() } else { &stack[..stack.len() - 1] };
            // A premium is used up once a tile has lain on it.
            let active = revived || new && (again || stack.is_empty());
            let value = |kind: usize| Amount::new(self.kinds[kind].score.into());
            letters.push(Scored {
                kind: self.kinds[piece.kind],
                letter: piece.letter,
                premium: self.premiums[cell].filter(|_| active && self.spec.premiums.enabled),
                beneath: below.iter().map(|piece| value(piece.kind)).collect(),
                value: value(piece.kind),
            });
        }
        letters
    }

    /// Stage 2: premiums that multiply kinds of letters anywhere in the word.
    fn categories(&self, letters: &mut [Scored]) {
        let premiums: Vec<PremiumKind> = letters.iter().filter_map(|l| l.premium).collect();
        for premium in premiums {
            let (category, factor) = match premium {
                PremiumKind::TripleVowels => (Category::Vowels, 3),
                PremiumKind::DoubleConsonants => (Category::Consonants, 2),
                PremiumKind::DoubleVSymmetry => (Category::VSymmetry, 2),
                PremiumKind::TripleHSymmetry => (Category::HSymmetry, 3),
                PremiumKind::QuadrupleRSymmetry => (Category::RSymmetry, 4),
                _ => continue,
            };
            let members = self.categories[&category];
            for letter in letters.iter_mut().filter(|l| members.contains(Letter(l.letter))) {
                letter.value = letter.value.times(&Amount::new(factor));
            }
        }
    }
}

/// Stage 1: premiums that give letters other values.
fn revalue(letters: &mut [Scored]) {
    for letter in letters.iter_mut() {
        letter.value = match letter.premium {
            Some(PremiumKind::Value(value)) => Amount::new(value.into()),
            Some(PremiumKind::Inverter) => {
                Amount::new(10).plus(&letter.value.times(&Amount::new(-1)))
            }
            Some(PremiumKind::Alpha) => Amount::new(i64::from(letter.letter) + 1),
            _ => continue,
        };
    }
    let has = |kind| letters.iter().any(|letter| letter.premium == Some(kind));
    let value = match (has(PremiumKind::Ceiling), has(PremiumKind::Floor)) {
        (true, false) => letters.iter().map(|letter| letter.value.clone()).max(),
        (false, true) => Some(Amount::new(1)),
        _ => None,
    };
    if let Some(value) = value {
        letters.iter_mut().for_each(|letter| letter.value = value.clone());
    }
}

/// Stage 3: premiums that change the letter on them; all read the values before this stage.
fn single_letters(letters: &mut [Scored]) {
    let before: Vec<Amount> = letters.iter().map(|letter| letter.value.clone()).collect();
    let sum = before.iter().fold(Amount::new(0), |sum, value| sum.plus(value));
    for (place, letter) in letters.iter_mut().enumerate() {
        let own = &before[place];
        let next = &before[(place + 1) % before.len()];
        letter.value = match letter.premium {
            Some(PremiumKind::DoubleLetter) => own.plus(own),
            Some(PremiumKind::TripleLetter) => own.plus(own).plus(own),
            Some(PremiumKind::QuadrupleLetter) => own.plus(own).plus(own).plus(own),
            Some(PremiumKind::LetterSquared) => own.times(own),
            Some(PremiumKind::Factorial) => own.factorial(),
            Some(PremiumKind::Plus) => own.plus(next),
            Some(PremiumKind::Times) => own.times(next),
            Some(PremiumKind::Power) => own.power(next),
            Some(PremiumKind::Mimic) => next.clone(),
            Some(PremiumKind::Sum) => sum.clone(),
            Some(PremiumKind::ValueMatched { value, times }) if letter.kind.score == value => {
                own.times(&Amount::new(times.into()))
            }
            _ => continue,
        };
    }
}

/// Stage 4: the sum, or over products the product, once for each of them.
fn combine(letters: &[Scored]) -> Amount {
    let products = letters.iter().filter(|l| l.premium == Some(PremiumKind::Product)).count();
    if products == 0 {
        return letters.iter().fold(Amount::new(0), |sum, letter| sum.plus(&letter.value));
    }
    let product = letters.iter().fold(Amount::new(1), |all, letter| all.times(&letter.value));
    product.power(&Amount::new(products as i64))
}
