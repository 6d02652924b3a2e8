//! The account of a score as text: one line for each word, bonus and plugin, then the total.

use crate::{BreakdownData, Direction, LetterScore, ScoreBreakdown, WordEffect, WordScore};
use std::fmt;

/// One line for each word, bonus and plugin, then the total:
///
/// ```text
/// READ             1 + 1 + 1 + 2 = 5 ×2 double-word = 10 (East, main word)
/// total            10
/// ```
impl fmt::Display for ScoreBreakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Display for BreakdownData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in &self.words {
            writeln!(f, "{word}")?;
        }
        for line in self.bonuses.iter().chain(&self.plugins) {
            writeln!(f, "{:<16} {} ({})", line.label, line.points, line.source)?;
        }
        write!(f, "{:<16} {}", "total", self.total)
    }
}

/// The word and how its letters became its score, on one line.
impl fmt::Display for WordScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<16} ", self.text)?;
        for step in &self.steps {
            match &step.effect {
                WordEffect::Sum => write_letters(f, &self.letters, " + ")?,
                WordEffect::Product => write_letters(f, &self.letters, " × ")?,
                WordEffect::Power(power) => write!(f, " ^{power}")?,
                WordEffect::AddStack(points) => write!(f, " + {points} beneath")?,
                WordEffect::Multiply(factor) => write!(f, " ×{factor}")?,
                WordEffect::Add(points) => write!(f, " + {points}")?,
            }
            let by_premium = matches!(step.effect, WordEffect::Multiply(_) | WordEffect::Add(_));
            if let Some(premium) = step.premium.filter(|_| by_premium) {
                write!(f, " {premium}")?;
            }
            write!(f, " = {}", step.value)?;
        }
        let direction = match self.direction {
            Direction::Forward => "",
            Direction::Backward => ", backward",
        };
        let main = if self.main { ", main word" } else { "" };
        write!(f, " ({}{direction}{main})", self.axis)
    }
}

fn write_letters(
    f: &mut fmt::Formatter<'_>,
    letters: &[LetterScore],
    between: &str,
) -> fmt::Result {
    for (index, letter) in letters.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write!(f, "{}", letter.value)?;
        for (place, step) in letter.steps.iter().enumerate() {
            match place {
                0 => write!(f, " ({} {}", letter.base, step.premium)?,
                _ => write!(f, ", {}", step.premium)?,
            }
        }
        if !letter.steps.is_empty() {
            f.write_str(")")?;
        }
    }
    Ok(())
}
