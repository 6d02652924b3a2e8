//! The account as rows and as a running total.

use crate::BoardPicture;
use crate::layout::Layout;
use crate::numbers;
use crate::phase::{Moment, Phase};
use tilewright_board::PremiumKind;
use tilewright_rules::{BreakdownData, CellLabel, Points, ScoreLine, WordEffect, WordScore};
use tilewright_rules::{Direction, WordStep};

/// The most words that are listed in full.
const MAX_WORDS: usize = 12;
/// The most rows of premiums or steps in a word.
const MAX_STEPS: usize = 10;
/// The most bonuses that are listed.
const MAX_LINES: usize = 12;

/// How a row looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Head,
    Plain,
    Strong,
    Rule,
    Total,
}

/// A row of the account.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    pub look: Look,
    pub moment: Moment,
    pub premium: Option<PremiumKind>,
    pub left: String,
    pub middle: String,
    pub right: String,
}

impl Row {
    fn new(look: Look, moment: Moment, left: impl Into<String>, right: String) -> Row {
        let left = left.into();
        Row { look, moment, premium: None, left, middle: String::new(), right }
    }

    fn with(mut self, middle: impl Into<String>) -> Row {
        self.middle = middle.into();
        self
    }

    fn premium(mut self, premium: Option<PremiumKind>) -> Row {
        self.premium = premium;
        self
    }
}

/// Names of cells, as the picture writes them.
struct Names<'a> {
    picture: &'a BoardPicture<'a>,
    layout: &'a Layout,
}

impl Names<'_> {
    fn of(&self, label: &CellLabel) -> String {
        match label.find(self.picture.topology) {
            Some(cell) => self.layout.name(self.picture.topology, cell),
            None => label.to_string(),
        }
    }
}

/// Numbers with a sign between them.
fn joined<'p>(values: impl Iterator<Item = &'p Points>, sign: &str) -> String {
    let texts: Vec<String> = values.map(numbers::points).collect();
    texts.join(&format!(" {sign} "))
}

fn sum<'p>(values: impl Iterator<Item = &'p Points>) -> Points {
    values.fold(Points::ZERO, |total, points| total.add(points))
}

/// The difference as text; an infinite result stays visible.
fn difference(after: &Points, before: &Points) -> String {
    if after == before {
        "+0".to_string()
    } else if after.is_finite() && before.is_finite() {
        numbers::signed(&after.subtract(before))
    } else {
        format!("= {}", numbers::points(after))
    }
}

/// The rows of an account.
pub(crate) fn rows(
    picture: &BoardPicture<'_>,
    layout: &Layout,
    breakdown: &BreakdownData,
) -> Vec<Row> {
    let names = Names { picture, layout };
    let mut rows = Vec::new();
    let count = breakdown.words.len();
    for (index, word) in breakdown.words.iter().take(MAX_WORDS).enumerate() {
        word_rows(&mut rows, &names, breakdown, word, (index, count));
    }
    if count > MAX_WORDS {
        let rest = sum(breakdown.words[MAX_WORDS..].iter().map(|word| &word.score));
        let left = format!("and {} more words", count - MAX_WORDS);
        let moment = Moment::new(Phase::Words, 0.7);
        rows.push(Row::new(Look::Strong, moment, left, numbers::points(&rest)));
        rows.push(Row::new(Look::Rule, moment, "", String::new()));
    }
    let lines: Vec<&ScoreLine> = breakdown.bonuses.iter().chain(&breakdown.plugins).collect();
    if !lines.is_empty() {
        rows.push(Row::new(Look::Head, Phase::Bonus.into(), "Turn bonus", String::new()));
    }
    for (index, line) in lines.iter().take(MAX_LINES).enumerate() {
        let moment = Moment::staggered(Phase::Bonus, index, lines.len());
        let row = Row::new(Look::Plain, moment, line.label.clone(), numbers::signed(&line.points));
        rows.push(row.with(line.source.clone()));
    }
    if lines.len() > MAX_LINES {
        let rest = sum(lines[MAX_LINES..].iter().map(|line| &line.points));
        let left = format!("and {} more", lines.len() - MAX_LINES);
        let moment = Moment::new(Phase::Bonus, 0.7);
        rows.push(Row::new(Look::Plain, moment, left, numbers::signed(&rest)));
    }
    let total = numbers::points(&breakdown.total);
    rows.push(Row::new(Look::Total, Phase::Total.into(), "Total", total));
    rows
}

fn word_rows(
    rows: &mut Vec<Row>,
    names: &Names<'_>,
    breakdown: &BreakdownData,
    word: &WordScore,
    (index, count): (usize, usize),
) {
    let at = |phase: Phase| Moment::staggered(phase, index, count);
    let mut tags = Vec::new();
    if word.main && count > 1 {
        tags.push("main".to_string());
    }
    if word.direction == Direction::Backward {
        tags.push("backward".to_string());
    }
    let head = Row::new(Look::Head, at(Phase::Letters), word.text.clone(), String::new());
    rows.push(head.with(tags.join(", ")));
    let base = sum(word.letters.iter().map(|letter| &letter.base));
    let letters = Row::new(Look::Plain, at(Phase::Letters), "Letters", numbers::points(&base));
    rows.push(letters.with(joined(word.letters.iter().map(|letter| &letter.base), "+")));

    let mut listed = Vec::new();
    for letter in &word.letters {
        let mut before = &letter.base;
        for step in &letter.steps {
            let own = step.cell == letter.cell;
            let left = if own {
                format!("on {}", letter.letter)
            } else {
                format!("{} ({})", letter.letter, names.of(&step.cell))
            };
            let right = difference(&step.value, before);
            let row = Row::new(Look::Plain, at(Phase::Premiums), left, right);
            let change = format!("{} → {}", numbers::points(before), numbers::points(&step.value));
            listed.push(row.with(change).premium(Some(step.premium)));
            before = &step.value;
        }
    }
    push_limited(rows, listed, "premiums");

    let mut listed = Vec::new();
    let mut before = sum(word.letters.iter().map(|letter| &letter.value));
    for step in &word.steps {
        if let Some(row) = step_row(names, breakdown, word, step, (index, &before)) {
            let moment = at(Phase::Words);
            listed.push(Row { moment, ..row });
        }
        before = step.value.clone();
    }
    push_limited(rows, listed, "steps");
    rows.push(Row::new(Look::Strong, at(Phase::Words), "Word total", numbers::points(&word.score)));
    rows.push(Row::new(Look::Rule, at(Phase::Letters), "", String::new()));
}

fn push_limited(rows: &mut Vec<Row>, mut listed: Vec<Row>, what: &str) {
    let rest = listed.split_off(listed.len().min(MAX_STEPS));
    rows.append(&mut listed);
    if let Some(first) = rest.first() {
        let left = format!("and {} more {what}", rest.len());
        rows.push(Row::new(Look::Plain, first.moment, left, String::new()));
    }
}

/// The row of a step from letters to a word; adding the letters up needs none.
fn step_row(
    names: &Names<'_>,
    breakdown: &BreakdownData,
    word: &WordScore,
    step: &WordStep,
    (index, before): (usize, &Points),
) -> Option<Row> {
    let place =
        step.cell.as_ref().map_or_else(String::new, |cell| format!("at {}", names.of(cell)));
    let (left, middle) = match &step.effect {
        WordEffect::Sum if step.value == *before => return None,
        WordEffect::Sum => {
            let values = word.letters.iter().map(|letter| &letter.value);
            ("Sum".to_string(), joined(values, "+"))
        }
        WordEffect::Product => {
            let values = word.letters.iter().map(|letter| &letter.value);
            (place, joined(values, "×"))
        }
        WordEffect::Power(exponent) => {
            ("Products".to_string(), format!("{} to the {exponent}", numbers::points(before)))
        }
        WordEffect::AddStack(_) => {
            let beneath: Vec<String> = breakdown
                .stack_contributions
                .iter()
                .filter(|part| part.word == index)
                .map(|part| format!("{} {}", part.letter, numbers::points(&part.points)))
                .collect();
            ("Tiles beneath".to_string(), beneath.join(" + "))
        }
        WordEffect::Multiply(factor) => {
            (place, format!("{} × {}", numbers::points(before), numbers::points(factor)))
        }
        WordEffect::Add(points) => {
            (place, format!("{} + {}", numbers::points(before), numbers::points(points)))
        }
    };
    let left = match (left.is_empty(), step.premium) {
        (true, None) => step.rule.replace('_', " "),
        _ => left,
    };
    let right = difference(&step.value, before);
    let row = Row::new(Look::Plain, Phase::Words.into(), left, right);
    Some(row.with(middle).premium(step.premium))
}

/// The running total, with the moment from which each value holds.
pub(crate) fn running_total(breakdown: &BreakdownData) -> Vec<(Moment, Points)> {
    let words = &breakdown.words;
    let mut parts: Vec<Points> = vec![Points::ZERO; words.len()];
    let mut beats = vec![(Moment::from(Phase::Letters), Points::ZERO)];
    let mut add = |phase: Phase, set: &dyn Fn(&WordScore) -> Points| {
        for (index, word) in words.iter().enumerate() {
            parts[index] = set(word);
            let moment = Moment::staggered(phase, index, words.len());
            beats.push((moment, sum(parts.iter())));
        }
    };
    add(Phase::Letters, &|word| sum(word.letters.iter().map(|letter| &letter.base)));
    add(Phase::Premiums, &|word| sum(word.letters.iter().map(|letter| &letter.value)));
    add(Phase::Words, &|word| word.score.clone());
    let mut total = sum(words.iter().map(|word| &word.score));
    let lines = breakdown.bonuses.len() + breakdown.plugins.len();
    for (index, line) in breakdown.bonuses.iter().chain(&breakdown.plugins).enumerate() {
        total = total.add(&line.points);
        beats.push((Moment::staggered(Phase::Bonus, index, lines), total.clone()));
    }
    beats.push((Phase::Total.into(), breakdown.total.clone()));
    // Keep only changes, and only the last of several at the same moment.
    let mut listed: Vec<(Moment, Points)> = Vec::new();
    for (moment, points) in beats {
        match listed.last_mut() {
            Some((_, known)) if *known == points => {}
            Some((last, known)) if *last == moment => *known = points,
            _ => listed.push((moment, points)),
        }
    }
    listed
}

/// A sentence about a step.
pub(crate) fn sentence(breakdown: &BreakdownData, phase: Phase) -> String {
    let words = &breakdown.words;
    match phase {
        Phase::Letters if words.len() == 1 => "Every letter counts its own value.".to_string(),
        Phase::Letters => {
            format!("Every letter counts its own value, in each of {} words.", words.len())
        }
        Phase::Premiums => premium_sentence(breakdown),
        Phase::Words if words.len() == 1 => {
            format!("{} scores {}.", words[0].text, numbers::points(&words[0].score))
        }
        Phase::Words => joined(words.iter().map(|word| &word.score), "+"),
        Phase::Bonus => {
            let lines = breakdown.bonuses.iter().chain(&breakdown.plugins);
            let lines: Vec<String> = lines
                .map(|line| format!("{} {}", line.label, numbers::signed(&line.points)))
                .collect();
            if lines.is_empty() { "No bonus this time.".to_string() } else { lines.join(", ") }
        }
        Phase::Total => {
            let scores = words.iter().map(|word| &word.score);
            let lines = breakdown.bonuses.iter().chain(&breakdown.plugins).map(|line| &line.points);
            let parts: Vec<&Points> = scores.chain(lines).collect();
            let total = numbers::points(&breakdown.total);
            if parts.len() < 2 {
                return format!("{total} in all.");
            }
            format!("{} = {total}", joined(parts.into_iter(), "+").replace("+ −", "− "))
        }
    }
}

fn premium_sentence(breakdown: &BreakdownData) -> String {
    let words = &breakdown.words;
    let letters = words.iter().flat_map(|word| &word.letters);
    let changed = letters.clone().find(|letter| letter.value != letter.base);
    let waits = words.iter().flat_map(|word| &word.steps).find(|step| step.premium.is_some());
    let mut parts = Vec::new();
    if let Some(letter) = changed {
        parts.push(format!(
            "{} counts {} instead of {}.",
            letter.letter,
            numbers::points(&letter.value),
            numbers::points(&letter.base)
        ));
        let others = letters.filter(|letter| letter.value != letter.base).count() - 1;
        if others > 0 {
            parts.push(format!("{others} more likewise."));
        }
    }
    if let Some(premium) = waits.and_then(|step| step.premium) {
        let title = premium.title();
        let mut characters = title.chars();
        let first = characters.next().map_or_else(String::new, |c| c.to_uppercase().to_string());
        parts.push(format!("{first}{} waits for the word.", characters.as_str()));
    }
    if parts.is_empty() {
        return "No premium counts here.".to_string();
    }
    parts.join(" ")
}
