//! Score sheets: where scoring rules and plugins write.

use crate::{
    BreakdownData, CellLabel, Direction, FormedWord, LetterScore, LetterStep, Points, Position,
    RuleId, Ruleset, ScoreLine, StackContribution, WordCell, WordEffect, WordScore, WordStep,
};
use smallvec::SmallVec;
use std::borrow::Cow;
use tilewright_board::{PremiumKind, ScoringStage};
use tilewright_tiles::Tile;

/// A word as scoring rules see it: its cells in reading order.
#[derive(Clone, Copy)]
pub struct WordInPlay<'a> {
    position: &'a Position<'a>,
    word: &'a FormedWord,
    cells: &'a [WordCell],
    direction: Direction,
}

impl<'a> WordInPlay<'a> {
    pub(crate) fn new(
        position: &'a Position<'a>,
        word: &'a FormedWord,
        cells: &'a [WordCell],
        direction: Direction,
    ) -> WordInPlay<'a> {
        WordInPlay { position, word, cells, direction }
    }

    /// The position before the move.
    pub fn position(&self) -> &'a Position<'a> {
        self.position
    }

    /// The variant.
    pub fn ruleset(&self) -> &'a Ruleset {
        self.position.ruleset
    }

    /// Whether it is the main word.
    pub fn is_main(&self) -> bool {
        self.word.main
    }

    /// Which way it is read.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Never: a word has tiles.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// A cell, counted in reading order.
    #[inline]
    pub fn cell(&self, index: usize) -> &'a WordCell {
        match self.direction {
            Direction::Forward => &self.cells[index],
            Direction::Backward => &self.cells[self.cells.len() - 1 - index],
        }
    }

    /// The cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = &'a WordCell> + '_ {
        (0..self.cells.len()).map(|index| self.cell(index))
    }

    /// The active premiums in reading order, with the index of their cell.
    pub fn premiums(&self) -> impl Iterator<Item = (usize, PremiumKind)> + '_ {
        self.cells().enumerate().filter_map(|(index, cell)| Some((index, cell.premium?)))
    }

    /// Whether any premium is active; most words have none.
    pub fn has_premiums(&self) -> bool {
        self.cells.iter().any(|cell| cell.premium.is_some())
    }

    /// The label of a cell, counted in reading order.
    pub fn label(&self, index: usize) -> CellLabel {
        self.ruleset().label(self.cell(index).cell).clone()
    }

    /// The tiles beneath the visible one after the move, lowest first.
    pub fn beneath(&self, cell: &WordCell) -> SmallVec<[Tile; 4]> {
        if cell.height <= 1 {
            return SmallVec::new();
        }
        let board = self.position.board;
        let mut tiles: SmallVec<[Tile; 4]> = board.beneath(cell.cell).iter().copied().collect();
        if cell.new {
            tiles.extend(board.top(cell.cell));
        }
        tiles
    }
}

/// The account of one word while it is being made.
#[derive(Debug)]
pub struct WordSheet {
    letters: Vec<LetterScore>,
    steps: Vec<WordStep>,
    score: Points,
    combined: bool,
    stack: Vec<StackContribution>,
    index: usize,
}

impl WordSheet {
    pub(crate) fn new(word: &WordInPlay<'_>, index: usize) -> WordSheet {
        let tiles = word.ruleset().tiles();
        let mut letters = Vec::with_capacity(word.len());
        for (place, cell) in word.cells().enumerate() {
            letters.push(LetterScore {
                cell: word.label(place),
                letter: tiles.alphabet().upper(cell.tile.letter).clone(),
                new: cell.new,
                blank: tiles.kind(cell.tile.kind).is_blank(),
                height: cell.height,
                base: Points::ZERO,
                steps: SmallVec::new(),
                value: Points::ZERO,
            });
        }
        WordSheet {
            letters,
            steps: Vec::new(),
            score: Points::ZERO,
            combined: false,
            stack: Vec::new(),
            index,
        }
    }

    /// The letters in reading order.
    pub fn letters(&self) -> &[LetterScore] {
        &self.letters
    }

    /// The word's value so far; before the letters are combined, 0.
    pub fn score(&self) -> &Points {
        &self.score
    }

    /// Says what a tile itself is worth.
    pub fn set_base(&mut self, index: usize, base: Points) {
        let letter = &mut self.letters[index];
        letter.value = base.clone();
        letter.base = base;
    }

    /// Changes a letter's value because of a premium on a cell.
    pub fn change_letter(
        &mut self,
        index: usize,
        stage: ScoringStage,
        premium: PremiumKind,
        cell: CellLabel,
        value: Points,
    ) {
        let letter = &mut self.letters[index];
        letter.value = value.clone();
        letter.steps.push(LetterStep { stage, premium, cell, value });
    }

    /// Sets the word's value.
    pub fn change_word(
        &mut self,
        rule: impl Into<Cow<'static, str>>,
        effect: WordEffect,
        premium: Option<(PremiumKind, CellLabel)>,
        value: Points,
    ) {
        self.combined = true;
        self.score = value.clone();
        let (premium, cell) = premium.unzip();
        self.steps.push(WordStep { rule: rule.into(), effect, premium, cell, value });
    }

    /// Adds the letters up, if no rule has combined them yet.
    pub fn ensure_combined(&mut self) {
        if !self.combined {
            let sum = self.sum();
            self.change_word(RuleId::WordCombination, WordEffect::Sum, None, sum);
        }
    }

    /// The sum of the letters' values in reading order.
    pub fn sum(&self) -> Points {
        self.letters.iter().fold(Points::ZERO, |sum, letter| sum.add(&letter.value))
    }

    /// Notes what a covered tile adds; the caller adds it to the word.
    pub fn note_stack(
        &mut self,
        index: usize,
        tile: std::sync::Arc<str>,
        level: u8,
        points: Points,
    ) {
        let cell = self.letters[index].cell.clone();
        self.stack.push(StackContribution { word: self.index, cell, letter: tile, level, points });
    }

    pub(crate) fn finish(
        mut self,
        word: &WordInPlay<'_>,
        stack: &mut Vec<StackContribution>,
    ) -> WordScore {
        self.ensure_combined();
        stack.append(&mut self.stack);
        let mut text = String::with_capacity(self.letters.iter().map(|l| l.letter.len()).sum());
        let mut cells = Vec::with_capacity(self.letters.len());
        for letter in &self.letters {
            text.push_str(&letter.letter);
            cells.push(letter.cell.clone());
        }
        WordScore {
            text,
            axis: word.ruleset().topology().axis_tag(word.word.axis).clone(),
            direction: word.direction,
            main: word.word.main,
            cells,
            score: self.score,
            letters: self.letters,
            steps: self.steps,
        }
    }
}

/// The account of a turn while it is being made. Lines can be added, never removed.
pub struct ScoreSheet<'a> {
    pub(crate) position: &'a Position<'a>,
    pub(crate) data: BreakdownData,
    /// Whether lines come from a plugin; its name.
    pub(crate) plugin: Option<&'a str>,
}

impl<'a> ScoreSheet<'a> {
    /// The position before the move.
    pub fn position(&self) -> &'a Position<'a> {
        self.position
    }

    /// The words scored so far.
    pub fn words(&self) -> &[WordScore] {
        &self.data.words
    }

    /// The lines added so far.
    pub fn lines(&self) -> impl Iterator<Item = &ScoreLine> {
        self.data.bonuses.iter().chain(&self.data.plugins)
    }

    /// The points so far.
    pub fn subtotal(&self) -> Points {
        let words = self.data.words.iter().map(|word| &word.score);
        let lines = self.lines().map(|line| &line.points);
        words.chain(lines).fold(Points::ZERO, |total, points| total.add(points))
    }

    /// Adds a line of points. A plugin's lines carry its name.
    pub fn push(&mut self, mut line: ScoreLine) {
        match self.plugin {
            Some(name) => {
                line.source = Cow::Owned(name.to_string());
                self.data.plugins.push(line);
            }
            None => self.data.bonuses.push(line),
        }
    }

    /// Adds the line of the bonus for a long move.
    pub fn push_bingo(&mut self, line: ScoreLine) {
        self.data.bingo_awarded = true;
        self.push(line);
    }
}
