//! The premium kinds: what a square does to the word over it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a square does to the word over it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PremiumKind {
    /// The letter is worth this much.
    Value(i32),
    /// The letter is worth ten minus its value.
    Inverter,
    /// The letter is worth its place in the alphabet.
    Alpha,
    /// Every letter of the word is worth as much as the best one.
    Ceiling,
    /// Every letter of the word is worth 1.
    Floor,
    /// Makes every premium under its word active again.
    Reviver,
    /// Vowels and Y count three times.
    TripleVowels,
    /// Consonants other than Y count twice.
    DoubleConsonants,
    /// Letters that are their own mirror image left to right count twice.
    DoubleVSymmetry,
    /// Letters that are their own mirror image top to bottom count three times.
    TripleHSymmetry,
    /// Letters that look the same upside down count four times.
    QuadrupleRSymmetry,
    /// Nothing.
    Regular,
    /// The letter counts twice.
    DoubleLetter,
    /// The letter counts three times.
    TripleLetter,
    /// The letter counts four times.
    QuadrupleLetter,
    /// The letter's value is squared.
    LetterSquared,
    /// The letter's value times every whole number below it down to 1.
    Factorial,
    /// The next letter's value is added.
    Plus,
    /// The letter's value times the next letter's.
    Times,
    /// The letter's value to the power of the next letter's.
    Power,
    /// The next letter's value instead of the letter's own.
    Mimic,
    /// The sum of all values in the word.
    Sum,
    /// The letter counts `times` times if the tile's own score is `value`.
    ValueMatched {
        /// The face value that the cell asks for.
        value: i32,
        /// The factor.
        times: i32,
    },
    /// Letter values are multiplied instead of added.
    Product,
    /// The word counts twice.
    DoubleWord,
    /// The word counts three times.
    TripleWord,
    /// The word counts four times.
    QuadrupleWord,
    /// The square of the word's length is added.
    LengthSquared,
}

/// The stage in which a premium acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoringStage {
    /// Letters get new values.
    Revalue,
    /// Kinds of letters are multiplied.
    Category,
    /// Single letters change.
    Letter,
    /// Letter values become one number.
    Combine,
    /// The word's number changes.
    Word,
}

/// Families of premiums; pictures give each a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PremiumFamily {
    /// Multiplies or adds to the word.
    Word,
    /// Multiplies one letter.
    Letter,
    /// Computes one letter's value.
    Computing,
    /// Multiplies kinds of letters.
    Category,
    /// Gives letters new values.
    Revalue,
    /// Changes how letters combine.
    Combine,
    /// Does nothing.
    Plain,
}

/// A premium that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is no premium; use an id such as double-letter, triple-word, factorial, value-7 or value-matched:5:3, or DL TL QL DW TW QW"
)]
pub struct PremiumParseError(pub String);

const NAMED: [(PremiumKind, &str, &str); 27] = {
    use PremiumKind::*;
    [
        (Inverter, "inverter", "10−"),
        (Alpha, "alpha", "A–Z"),
        (Ceiling, "ceiling", "⌈n⌉"),
        (Floor, "floor", "⌊1⌋"),
        (Reviver, "reviver", "↻"),
        (TripleVowels, "triple-vowels", "3V"),
        (DoubleConsonants, "double-consonants", "2C"),
        (DoubleVSymmetry, "double-v-symmetry", "2⌽"),
        (TripleHSymmetry, "triple-h-symmetry", "3⊖"),
        (QuadrupleRSymmetry, "quadruple-r-symmetry", "4⟳"),
        (Regular, "regular", ""),
        (DoubleLetter, "double-letter", "2L"),
        (TripleLetter, "triple-letter", "3L"),
        (QuadrupleLetter, "quadruple-letter", "4L"),
        (LetterSquared, "letter-squared", "L²"),
        (Factorial, "factorial", "n!"),
        (Plus, "plus", "+"),
        (Times, "times", "×"),
        (Power, "power", "nˣ"),
        (Mimic, "mimic", "≈"),
        (Sum, "sum", "Σ"),
        (Product, "product", "Π"),
        (DoubleWord, "double-word", "2W"),
        (TripleWord, "triple-word", "3W"),
        (QuadrupleWord, "quadruple-word", "4W"),
        (LengthSquared, "length-squared", "+n²"),
        (Value(0), "0", "=0"),
    ]
};

/// The face values that have a premium of their own.
const FACE_VALUES: [i32; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50, 100];

impl PremiumKind {
    /// Every kind, values in ascending order first; of the value-matched ones an example.
    pub fn all() -> Vec<PremiumKind> {
        let values = FACE_VALUES.into_iter().map(PremiumKind::Value);
        let named = NAMED.iter().map(|(kind, ..)| *kind).take(NAMED.len() - 1);
        values.chain(named).chain([PremiumKind::ValueMatched { value: 5, times: 3 }]).collect()
    }

    fn record(self) -> Option<&'static (PremiumKind, &'static str, &'static str)> {
        NAMED.iter().find(|(kind, ..)| *kind == self)
    }

    /// The stage in which it acts; `None` for the ones that act on no number.
    pub fn stage(self) -> Option<ScoringStage> {
        use PremiumKind::*;
        match self {
            Value(_) | Inverter | Alpha | Ceiling | Floor => Some(ScoringStage::Revalue),
            TripleVowels | DoubleConsonants | DoubleVSymmetry | TripleHSymmetry
            | QuadrupleRSymmetry => Some(ScoringStage::Category),
            DoubleLetter
            | TripleLetter
            | QuadrupleLetter
            | LetterSquared
            | Factorial
            | Plus
            | Times
            | Power
            | Mimic
            | Sum
            | ValueMatched { .. } => Some(ScoringStage::Letter),
            Product => Some(ScoringStage::Combine),
            DoubleWord | TripleWord | QuadrupleWord | LengthSquared => Some(ScoringStage::Word),
            Reviver | Regular => None,
        }
    }

    /// The family, for pictures and legends.
    pub fn family(self) -> PremiumFamily {
        use PremiumKind::*;
        match self {
            Regular => PremiumFamily::Plain,
            Reviver => PremiumFamily::Combine,
            DoubleLetter | TripleLetter | QuadrupleLetter | ValueMatched { .. } => {
                PremiumFamily::Letter
            }
            _ => match self.stage() {
                Some(ScoringStage::Revalue) => PremiumFamily::Revalue,
                Some(ScoringStage::Category) => PremiumFamily::Category,
                Some(ScoringStage::Letter) => PremiumFamily::Computing,
                Some(ScoringStage::Combine) => PremiumFamily::Combine,
                Some(ScoringStage::Word) => PremiumFamily::Word,
                None => PremiumFamily::Plain,
            },
        }
    }

    /// The factor of the plain letter and word multipliers.
    pub fn factor(self) -> Option<i64> {
        use PremiumKind::*;
        match self {
            DoubleLetter | DoubleWord | DoubleConsonants | DoubleVSymmetry => Some(2),
            TripleLetter | TripleWord | TripleVowels | TripleHSymmetry => Some(3),
            QuadrupleLetter | QuadrupleWord | QuadrupleRSymmetry => Some(4),
            ValueMatched { times, .. } => Some(i64::from(times)),
            _ => None,
        }
    }

    /// At most four characters that stand for it on a board.
    pub fn label(self) -> String {
        match self {
            PremiumKind::Value(value) => format!("={value}"),
            PremiumKind::ValueMatched { value, times } => format!("{times}×{value}"),
            _ => self.record().map_or_else(String::new, |(_, _, label)| label.to_string()),
        }
    }

    /// Its name in words, for legends and screen readers.
    pub fn title(self) -> String {
        match self {
            PremiumKind::Value(value) => format!("worth {value}"),
            PremiumKind::ValueMatched { value, times } => {
                format!("{times} times for a tile worth {value}")
            }
            _ => self
                .to_string()
                .replace('-', " ")
                .replace("v symmetry", "v-symmetry")
                .replace("h symmetry", "h-symmetry")
                .replace("r symmetry", "r-symmetry"),
        }
    }

    /// What it does, in a sentence.
    pub fn description(self) -> String {
        use PremiumKind::*;
        match self {
            Value(value) => return format!("The letter is worth {value}."),
            ValueMatched { value, times } => {
                return format!("A tile with face value {value} counts {times} times.");
            }
            Inverter => "The letter is worth 10 minus its value.",
            Alpha => "The letter is worth its place in the alphabet.",
            Ceiling => "All letters of the word get the highest value in it; a floor cancels it.",
            Floor => "All letters of the word are worth 1; a ceiling cancels it.",
            Reviver => "Never used up; makes every premium under its word active again.",
            TripleVowels => "Vowels and Y in the word count three times.",
            DoubleConsonants => "Consonants other than Y in the word count twice.",
            DoubleVSymmetry => "Letters with a vertical mirror axis count twice.",
            TripleHSymmetry => "Letters with a horizontal mirror axis count three times.",
            QuadrupleRSymmetry => "Letters that read the same upside down count four times.",
            Regular => "No premium.",
            DoubleLetter => "The letter counts twice.",
            TripleLetter => "The letter counts three times.",
            QuadrupleLetter => "The letter counts four times.",
            LetterSquared => "The letter's value is squared.",
            Factorial => "The letter's value is multiplied by every whole number below it.",
            Plus => "The next letter's value is added to this one's.",
            Times => "This letter's value is multiplied by the next letter's.",
            Power => "This letter's value is raised to the power of the next letter's.",
            Mimic => "The letter takes the next letter's value.",
            Sum => "The letter is worth the sum of all letters in the word.",
            Product => "The letters' values are multiplied instead of added.",
            DoubleWord => "The word counts twice.",
            TripleWord => "The word counts three times.",
            QuadrupleWord => "The word counts four times.",
            LengthSquared => "The square of the word's length is added.",
        }
        .to_string()
    }
}

impl PremiumKind {
    /// What it computes, as a formula: `v` is the letter's value, `next` the value of the next
    /// letter in reading order (after the last comes the first), `word` the word's value.
    pub fn formula(self) -> String {
        use PremiumKind::*;
        match self {
            Value(value) => return format!("v = {value}"),
            ValueMatched { value, times } => {
                return format!("v × {times}, if the tile is worth {value}");
            }
            Inverter => "v = 10 − v",
            Alpha => "v = place in the alphabet, from 1",
            Ceiling => "every v = the highest v of the word",
            Floor => "every v = 1",
            Reviver => "every premium under the word acts as if it were new",
            TripleVowels => "v × 3 for each vowel and Y",
            DoubleConsonants => "v × 2 for each consonant but Y",
            DoubleVSymmetry => "v × 2 for each letter that mirrors left to right",
            TripleHSymmetry => "v × 3 for each letter that mirrors top to bottom",
            QuadrupleRSymmetry => "v × 4 for each letter that reads the same upside down",
            Regular => "nothing",
            DoubleLetter => "v × 2",
            TripleLetter => "v × 3",
            QuadrupleLetter => "v × 4",
            LetterSquared => "v × v",
            Factorial => "v × (v − 1) × … × 1",
            Plus => "v + next",
            Times => "v × next",
            Power => "v to the power of next",
            Mimic => "v = next",
            Sum => "v = the sum of all v of the word",
            Product => "word = the product of all v; n of them: to the power of n",
            DoubleWord => "word × 2",
            TripleWord => "word × 3",
            QuadrupleWord => "word × 4",
            LengthSquared => "word + length × length",
        }
        .to_string()
    }
}

impl fmt::Display for PremiumKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PremiumKind::Value(value) if FACE_VALUES.contains(value) => write!(f, "{value}"),
            PremiumKind::Value(value) => write!(f, "value-{value}"),
            PremiumKind::ValueMatched { value, times } => {
                write!(f, "value-matched:{value}:{times}")
            }
            _ => f.write_str(self.record().map_or("regular", |(_, id, _)| id)),
        }
    }
}

impl FromStr for PremiumKind {
    type Err = PremiumParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || PremiumParseError(text.chars().take(60).collect());
        let key = text.trim().to_lowercase().replace(['_', ' '], "-");
        if let Some((kind, ..)) = NAMED.iter().find(|(_, id, _)| *id == key) {
            return Ok(*kind);
        }
        if let Some(rest) = key.strip_prefix("value-matched:") {
            let (value, times) = rest.split_once(':').ok_or_else(error)?;
            let value = value.parse().map_err(|_| error())?;
            let times = times.parse().map_err(|_| error())?;
            return Ok(PremiumKind::ValueMatched { value, times });
        }
        if let Some(value) = key.strip_prefix("value-") {
            return value.parse().map(PremiumKind::Value).map_err(|_| error());
        }
        if let Ok(value) = key.parse::<i32>()
            && FACE_VALUES.contains(&value)
        {
            return Ok(PremiumKind::Value(value));
        }
        match key.as_str() {
            "dl" | "2l" => Ok(PremiumKind::DoubleLetter),
            "tl" | "3l" => Ok(PremiumKind::TripleLetter),
            "ql" | "4l" => Ok(PremiumKind::QuadrupleLetter),
            "dw" | "2w" => Ok(PremiumKind::DoubleWord),
            "tw" | "3w" => Ok(PremiumKind::TripleWord),
            "qw" | "4w" => Ok(PremiumKind::QuadrupleWord),
            _ => Err(error()),
        }
    }
}

impl Serialize for PremiumKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PremiumKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::discriminant;

    #[test]
    fn ids_read_back() {
        for kind in PremiumKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(kind.label().chars().count() <= 4, "{kind}");
        }
        assert_eq!("value--5".parse(), Ok(PremiumKind::Value(-5)));
        assert!("11".parse::<PremiumKind>().is_err());
    }

    /// Lists, pictures and the book go over `all`; nothing in the enum may be missing there.
    #[test]
    fn every_kind_is_among_all() {
        let all = PremiumKind::all();
        let mut next = Some(PremiumKind::Value(0));
        while let Some(kind) = next {
            let same = |other: &PremiumKind| discriminant(other) == discriminant(&kind);
            assert!(all.iter().any(same), "{kind:?}");
            next = after(kind);
        }
    }

    /// The kind that is declared after another. A new kind does not compile without its place.
    fn after(kind: PremiumKind) -> Option<PremiumKind> {
        use PremiumKind::*;
        Some(match kind {
            Value(_) => Inverter,
            Inverter => Alpha,
            Alpha => Ceiling,
            Ceiling => Floor,
            Floor => Reviver,
            Reviver => TripleVowels,
            TripleVowels => DoubleConsonants,
            DoubleConsonants => DoubleVSymmetry,
            DoubleVSymmetry => TripleHSymmetry,
            TripleHSymmetry => QuadrupleRSymmetry,
            QuadrupleRSymmetry => Regular,
            Regular => DoubleLetter,
            DoubleLetter => TripleLetter,
            TripleLetter => QuadrupleLetter,
            QuadrupleLetter => LetterSquared,
            LetterSquared => Factorial,
            Factorial => Plus,
            Plus => Times,
            Times => Power,
            Power => Mimic,
            Mimic => Sum,
            Sum => ValueMatched { value: 5, times: 3 },
            ValueMatched { .. } => Product,
            Product => DoubleWord,
            DoubleWord => TripleWord,
            TripleWord => QuadrupleWord,
            QuadrupleWord => LengthSquared,
            LengthSquared => return None,
        })
    }
}
