//! Rules that give points: the five stages of a word, and the bonus for a long move.

use super::rule;
use crate::WordSheet;
use crate::spec::{
    BingoAmount, BingoBonusSpec, BingoTrigger, RulesSpec, StackScoring, Toggle, WordMultiplierSpec,
};
use crate::{
    Points, RuleId, ScoreLine, ScoreSheet, ScoringRule, ValidatedMove, WordEffect, WordInPlay,
};
use smallvec::SmallVec;
use std::sync::Arc;
use tilewright_board::{PremiumKind, ScoringStage};
use tilewright_tiles::Category;

/// The built-in scoring rules, in order.
pub fn rules(spec: &RulesSpec) -> Vec<Arc<dyn ScoringRule>> {
    vec![
        Arc::new(LetterPointsRule::new(spec.letter_points.clone())),
        Arc::new(LetterCategoriesRule::new(spec.letter_categories.clone())),
        Arc::new(LetterMultiplierRule::new(spec.letter_multiplier.clone())),
        Arc::new(WordCombinationRule::new(spec.word_combination.clone())),
        Arc::new(WordMultiplierRule::new(spec.word_multiplier.clone())),
        Arc::new(CrossWordScoringRule::new(spec.cross_words.clone())),
        Arc::new(BingoBonusRule::new(spec.bingo_bonus.clone())),
    ]
}

rule! {
    /// Stage 1: what letters are worth, and the premiums that give them other values.
    LetterPointsRule(Toggle), LetterPoints
}

impl LetterPointsRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Every tile is worth its own points; revaluing premiums change that.".to_string()
    }
}

impl ScoringRule for LetterPointsRule {
    fn score_word(&self, word: &WordInPlay<'_>, sheet: &mut WordSheet) {
        let tiles = word.ruleset().tiles();
        for (index, cell) in word.cells().enumerate() {
            sheet.set_base(index, Points::new(tiles.kind(cell.tile.kind).score.into()));
        }
        if !word.has_premiums() {
            return;
        }
        for (index, premium) in word.premiums() {
            let value = match premium {
                PremiumKind::Value(value) => Points::new(value.into()),
                PremiumKind::Inverter => Points::new(10).subtract(&sheet.letters()[index].value),
                PremiumKind::Alpha => Points::new(i64::from(word.cell(index).tile.letter.0) + 1),
                _ => continue,
            };
            sheet.change_letter(index, ScoringStage::Revalue, premium, word.label(index), value);
        }
        let first = |kind| word.premiums().find(|(_, premium)| *premium == kind);
        let (at, premium, value) = match (first(PremiumKind::Ceiling), first(PremiumKind::Floor)) {
            (Some((at, premium)), None) => {
                let best = sheet.letters().iter().map(|letter| &letter.value).max();
                (at, premium, best.map_or(Points::ZERO, Points::clone))
            }
            (None, Some((at, premium))) => (at, premium, Points::ONE),
            _ => return,
        };
        for index in 0..word.len() {
            let (cell, value) = (word.label(at), value.clone());
            sheet.change_letter(index, ScoringStage::Revalue, premium, cell, value);
        }
    }
}

rule! {
    /// Stage 2: premiums that multiply kinds of letters.
    LetterCategoriesRule(Toggle), LetterCategories
}

impl LetterCategoriesRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Category premiums multiply vowels, consonants or symmetric letters.".to_string()
    }
}

impl ScoringRule for LetterCategoriesRule {
    fn score_word(&self, word: &WordInPlay<'_>, sheet: &mut WordSheet) {
        if !word.has_premiums() {
            return;
        }
        let alphabet = word.ruleset().tiles().alphabet();
        for (at, premium) in word.premiums() {
            let category = match premium {
                PremiumKind::TripleVowels => Category::Vowels,
                PremiumKind::DoubleConsonants => Category::Consonants,
                PremiumKind::DoubleVSymmetry => Category::VSymmetry,
                PremiumKind::TripleHSymmetry => Category::HSymmetry,
                PremiumKind::QuadrupleRSymmetry => Category::RSymmetry,
                _ => continue,
            };
            let factor = Points::new(premium.factor().unwrap_or(1));
            for (index, cell) in word.cells().enumerate() {
                if alphabet.category(category).contains(cell.tile.letter) {
                    let value = sheet.letters()[index].value.multiply(&factor);
                    let label = word.label(at);
                    sheet.change_letter(index, ScoringStage::Category, premium, label, value);
                }
            }
        }
    }
}

rule! {
    /// Stage 3: premiums that change single letters.
    LetterMultiplierRule(Toggle), LetterMultiplier
}

impl LetterMultiplierRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Letter premiums change the letter on them.".to_string()
    }
}

impl ScoringRule for LetterMultiplierRule {
    fn score_word(&self, word: &WordInPlay<'_>, sheet: &mut WordSheet) {
        let acts = |premium: PremiumKind| premium.stage() == Some(ScoringStage::Letter);
        if !word.premiums().any(|(_, premium)| acts(premium)) {
            return;
        }
        // Every premium reads the values as they were before this stage.
        let before: SmallVec<[Points; 16]> =
            sheet.letters().iter().map(|letter| letter.value.clone()).collect();
        let sum = sheet.sum();
        for (index, premium) in word.premiums() {
            let own = &before[index];
            let next = &before[(index + 1) % before.len()];
            let value = match premium {
                PremiumKind::DoubleLetter
                | PremiumKind::TripleLetter
                | PremiumKind::QuadrupleLetter => {
                    own.multiply(&Points::new(premium.factor().unwrap_or(1)))
                }
                PremiumKind::LetterSquared => own.multiply(own),
                PremiumKind::Factorial => own.factorial(),
                PremiumKind::Plus => own.add(next),
                PremiumKind::Times => own.multiply(next),
                PremiumKind::Power => own.power(next),
                PremiumKind::Mimic => next.clone(),
                PremiumKind::Sum => sum.clone(),
                PremiumKind::ValueMatched { value, times } => {
                    let kind = word.cell(index).tile.kind;
                    if word.ruleset().tiles().kind(kind).score != value {
                        continue;
                    }
                    own.multiply(&Points::new(times.into()))
                }
                _ => continue,
            };
            sheet.change_letter(index, ScoringStage::Letter, premium, word.label(index), value);
        }
    }
}

rule! {
    /// Stage 4: letters become a word's value.
    WordCombinationRule(Toggle), WordCombination
}

impl WordCombinationRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Letter values are added (or multiplied over a product premium); where stacks count, the tiles beneath are added.".to_string()
    }
}

impl ScoringRule for WordCombinationRule {
    fn score_word(&self, word: &WordInPlay<'_>, sheet: &mut WordSheet) {
        let products = word.premiums().filter(|(_, kind)| *kind == PremiumKind::Product);
        let mut products = products.peekable();
        match products.peek().copied() {
            None => sheet.ensure_combined(),
            Some((at, premium)) => {
                let product = (sheet.letters().iter())
                    .fold(Points::ONE, |product, letter| product.multiply(&letter.value));
                let source = Some((premium, word.label(at)));
                sheet.change_word(
                    RuleId::WordCombination,
                    WordEffect::Product,
                    source,
                    product.clone(),
                );
                let count = products.count() as u32;
                if count > 1 {
                    let power = product.power(&Points::from(count));
                    sheet.change_word(
                        RuleId::WordCombination,
                        WordEffect::Power(count),
                        None,
                        power,
                    );
                }
            }
        }
        if word.ruleset().spec().stacking.scoring == StackScoring::SumStack {
            add_stacks(word, sheet);
        }
    }
}

fn add_stacks(word: &WordInPlay<'_>, sheet: &mut WordSheet) {
    let tiles = word.ruleset().tiles();
    let mut total = Points::ZERO;
    let mut score = sheet.score().clone();
    let mut found = false;
    for (index, cell) in word.cells().enumerate() {
        for (level, tile) in (1u8..).zip(word.beneath(cell)) {
            let points = Points::new(tiles.kind(tile.kind).score.into());
            total = total.add(&points);
            score = score.add(&points);
            found = true;
            sheet.note_stack(index, tiles.alphabet().upper(tile.letter).clone(), level, points);
        }
    }
    if found {
        sheet.change_word(RuleId::WordCombination, WordEffect::AddStack(total), None, score);
    }
}

rule! {
    /// Stage 5: premiums that change the word.
    WordMultiplierRule(WordMultiplierSpec), WordMultiplier
}

impl WordMultiplierRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        let mut text = "Word premiums multiply the word together".to_string();
        if let Some(factor) = self.settings.flat_word {
            text.push_str(&format!("; a word without stacked tiles counts {factor} times"));
        }
        text + "."
    }
}

impl ScoringRule for WordMultiplierRule {
    fn score_word(&self, word: &WordInPlay<'_>, sheet: &mut WordSheet) {
        sheet.ensure_combined();
        for (at, premium) in word.premiums() {
            let (PremiumKind::DoubleWord | PremiumKind::TripleWord | PremiumKind::QuadrupleWord) =
                premium
            else {
                continue;
            };
            let factor = Points::new(premium.factor().unwrap_or(1));
            let value = sheet.score().multiply(&factor);
            let source = Some((premium, word.label(at)));
            sheet.change_word(RuleId::WordMultiplier, WordEffect::Multiply(factor), source, value);
        }
        if let Some(factor) = self.settings.flat_word
            && word.cells().all(|cell| cell.height <= 1)
            && word.cells().any(|cell| cell.new)
        {
            let factor = Points::new(factor);
            let value = sheet.score().multiply(&factor);
            sheet.change_word("flat_word", WordEffect::Multiply(factor), None, value);
        }
        for (at, premium) in word.premiums() {
            if premium == PremiumKind::LengthSquared {
                let square = Points::new((word.len() * word.len()) as i64);
                let value = sheet.score().add(&square);
                let source = Some((premium, word.label(at)));
                sheet.change_word(RuleId::WordMultiplier, WordEffect::Add(square), source, value);
            }
        }
    }
}

rule! {
    /// Cross words score as the main word does.
    CrossWordScoringRule(Toggle), CrossWords
}

impl CrossWordScoringRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Every cross word scores as the main word does.".to_string()
    }
}

impl ScoringRule for CrossWordScoringRule {
    fn counts_cross_words(&self) -> bool {
        true
    }
}

rule! {
    /// The bonus for a long move.
    BingoBonusRule(BingoBonusSpec), BingoBonus
}

impl BingoBonusRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        let amount = match self.settings.amount {
            BingoAmount::Fixed(points) => format!("{points} points"),
            BingoAmount::PerTile(points) => format!("{points} points for each tile placed"),
        };
        match self.settings.trigger {
            BingoTrigger::FullRack => format!("{amount} for placing a full rack."),
            BingoTrigger::TilesPlayed(count) => {
                format!("{amount} for placing exactly {count} tiles.")
            }
            BingoTrigger::RackExhausted => format!("{amount} for emptying the rack."),
        }
    }
}

impl ScoringRule for BingoBonusRule {
    fn calculate_score(&self, validated: &ValidatedMove, score: &mut ScoreSheet<'_>) {
        let placed = validated.placements.len();
        let position = score.position();
        let earned = match self.settings.trigger {
            BingoTrigger::FullRack => placed == usize::from(position.ruleset.spec().rack_size.size),
            BingoTrigger::TilesPlayed(count) => placed == usize::from(count),
            BingoTrigger::RackExhausted => placed > 0 && placed == position.rack.len(),
        };
        if !earned || placed == 0 {
            return;
        }
        let points = match self.settings.amount {
            BingoAmount::Fixed(points) => Points::new(points),
            BingoAmount::PerTile(points) => {
                Points::new(points).multiply(&Points::new(placed as i64))
            }
        };
        score.push_bingo(ScoreLine::new(RuleId::BingoBonus, "bingo", points));
    }
}
