//! One table row: a board, a draft, and what must come of it.
#![allow(dead_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use tilewright_board::CellId;
use tilewright_lexicon::{Dictionary, WordSet};
use tilewright_rules::spec::DictionaryMode;
use tilewright_rules::{
    Action, Board, CellLabel, Direction, DraftTile, MoveDraft, PluginRegistry, Points, Position,
    Ruleset, ScoreBreakdown, Switches, UserMove, ValidatedMove, Violations, score, validate,
    validate_user_move,
};
use tilewright_tiles::{Face, Mark, Tile, TileCounts};
use tilewright_variants::{ShippedOnly, Variant};

/// A table of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub case: Vec<Case>,
}

/// One row of a table.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    /// What differs from `classic`, as a variant file says it.
    #[serde(default)]
    pub variant: toml::Table,
    /// Tiles that were placed before, `cell=tile`; a repeated cell is a stack.
    #[serde(default)]
    pub on: Vec<String>,
    /// The draft, `cell=tile`.
    #[serde(default)]
    pub place: Vec<String>,
    /// The move as actions, instead of a draft.
    pub actions: Option<Vec<Action>>,
    /// The rack; without it exactly the tiles of the draft.
    pub rack: Option<String>,
    /// The word list; without it words are free.
    pub dictionary: Option<Vec<String>>,
    /// Rules switched by hand.
    #[serde(default)]
    pub switches: BTreeMap<String, bool>,
    /// The rules that must fail, in order; empty: the move is legal.
    #[serde(default)]
    pub violations: Vec<String>,
    /// The words that `word_validation` must name.
    pub invalid: Option<Vec<String>>,
    /// The words in order, `TEXT Axis score` or `TEXT Axis< score` if read backward.
    pub words: Option<Vec<String>>,
    pub total: Option<Number>,
    /// What another reading of the rules would give: must not be the total.
    pub not: Option<Number>,
    pub bingo: Option<bool>,
    /// The premiums used up, `cell=kind`.
    pub used: Option<Vec<String>>,
    /// What the tiles beneath add, in order.
    pub stack: Option<Vec<i64>>,
}

/// A number of any size.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Number {
    Small(i64),
    Text(String),
}

impl Number {
    pub fn points(&self) -> Points {
        match self {
            Number::Small(value) => Points::new(*value),
            Number::Text(text) => text.parse().unwrap(),
        }
    }
}

/// Reads a fixture file.
pub fn read<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/rules").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// Runs every case of a table and lists all that fail.
pub fn check_table(name: &str, least: usize) {
    let table: Table = read(name);
    assert!(table.case.len() >= least, "{name} has {} cases", table.case.len());
    let faults: Vec<String> = table
        .case
        .iter()
        .filter_map(|case| case.check().err().map(|why| fault(case, why)))
        .collect();
    assert!(faults.is_empty(), "{name}: {} cases fail\n{}", faults.len(), faults.join("\n"));
}

fn fault(case: &Case, why: String) -> String {
    format!("- {}: {why}", case.name)
}

/// The variant of a case: `classic` with changes; `extends = ""` starts from nothing.
pub fn ruleset(changes: &toml::Table) -> Ruleset {
    let mut file = toml::Table::new();
    file.insert("format".into(), 1.into());
    file.insert("id".into(), "case".into());
    file.insert("name".into(), "Case".into());
    file.insert("extends".into(), "classic".into());
    file.extend(changes.clone());
    if file["extends"].as_str() == Some("") {
        file.remove("extends");
    }
    let text = toml::to_string(&file).unwrap();
    let variant = Variant::from_toml(&text, &ShippedOnly).unwrap_or_else(|e| panic!("{e}\n{text}"));
    variant.ruleset(&PluginRegistry::default()).unwrap()
}

/// The same variant with free words.
pub fn free_words(ruleset: &Ruleset) -> Ruleset {
    ruleset.with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free).unwrap()
}

/// What a position consists of, owned.
pub struct Setting {
    pub ruleset: Ruleset,
    pub board: Board,
    pub rack: TileCounts,
    pub dictionary: Option<Box<dyn Dictionary>>,
    pub switches: Switches,
}

impl Setting {
    pub fn position(&self) -> Position<'_> {
        Position {
            ruleset: &self.ruleset,
            board: &self.board,
            rack: &self.rack,
            dictionary: self.dictionary.as_deref(),
            switches: &self.switches,
            revision: 3,
            game: 0,
        }
    }

    /// Puts a tile on the board as an earlier move would.
    pub fn put(&mut self, text: &str) {
        let (cell, tile) = text.split_once('=').unwrap_or_else(|| panic!("`{text}`"));
        let cell = self.ruleset.topology().find_cell(cell).unwrap_or_else(|| panic!("`{text}`"));
        let tile = tile_of(&self.ruleset, tile);
        self.board.put(cell, tile);
        self.board.set_premium_used(cell, true);
    }
}

/// A tile by its text, `?e` being a blank.
pub fn tile_of(ruleset: &Ruleset, text: &str) -> Tile {
    let tiles = ruleset.tiles();
    let (kind, letter) = match text.strip_prefix('?') {
        Some(letter) => (tiles.first_blank().unwrap(), tiles.alphabet().letter(letter).unwrap()),
        None => {
            let kind = tiles.find(text).unwrap_or_else(|| panic!("no tile `{text}`"));
            let Face::Letter(letter) = tiles.kind(kind).face else { panic!("`{text}` is a blank") };
            (kind, letter)
        }
    };
    Tile { kind, letter, mark: Mark::NONE }
}

/// The cell of a label.
pub fn cell(ruleset: &Ruleset, label: &str) -> CellId {
    ruleset.topology().find_cell(label).unwrap()
}

impl Case {
    pub fn draft(&self) -> MoveDraft {
        let tile = |text: &String| {
            let (cell, tile) = text.split_once('=').unwrap_or_else(|| panic!("`{text}`"));
            DraftTile::parse(CellLabel::parse(cell), tile)
        };
        MoveDraft::new(self.place.iter().map(tile).collect())
    }

    pub fn setting(&self) -> Setting {
        let ruleset = ruleset(&self.variant);
        self.setting_of(ruleset)
    }

    pub fn setting_of(&self, ruleset: Ruleset) -> Setting {
        let free = ruleset.spec().word_validation.dictionary == DictionaryMode::Free;
        let ruleset = match &self.dictionary {
            None if !free => free_words(&ruleset),
            _ => ruleset,
        };
        let dictionary = self.dictionary.as_ref().map(|words| {
            let set = WordSet::from_words(ruleset.tiles().alphabet(), words).unwrap();
            Box::new(set) as Box<dyn Dictionary>
        });
        let mut setting = Setting {
            board: Board::new(ruleset.topology().clone()),
            rack: self.rack(&ruleset),
            dictionary,
            switches: self.switches.iter().map(|(id, on)| (Arc::from(id.as_str()), *on)).collect(),
            ruleset,
        };
        self.on.iter().for_each(|text| setting.put(text));
        setting
    }

    fn rack(&self, ruleset: &Ruleset) -> TileCounts {
        let kind = |name: &str| match name.starts_with('?') {
            true => ruleset.tiles().first_blank(),
            false => ruleset.tiles().find(name),
        };
        match &self.rack {
            Some(rack) => rack.split_whitespace().filter_map(kind).collect(),
            None => {
                let placed = self.place.iter().filter_map(|text| kind(text.split_once('=')?.1));
                placed.collect()
            }
        }
    }

    pub fn validate(&self, position: &Position<'_>) -> Result<ValidatedMove, Violations> {
        match &self.actions {
            Some(actions) => validate_user_move(position, UserMove { actions: actions.clone() }),
            None => validate(position, &self.draft()),
        }
    }

    /// Whether the engine says what the row says.
    pub fn check(&self) -> Result<(), String> {
        self.check_in(&self.setting())
    }

    pub fn check_in(&self, setting: &Setting) -> Result<(), String> {
        let position = setting.position();
        let answer = self.validate(&position);
        let mut failed: Vec<String> = match &answer {
            Ok(_) => Vec::new(),
            Err(violations) => violations.rules().iter().map(|id| id.to_string()).collect(),
        };
        // One rule may find several things wrong.
        failed.dedup();
        same("violations", &self.violations, &failed)?;
        let validated = match answer {
            Ok(validated) => validated,
            Err(violations) => return self.check_invalid(&violations),
        };
        let breakdown = score(&position, &validated);
        self.check_score(&breakdown)
    }

    fn check_invalid(&self, violations: &Violations) -> Result<(), String> {
        for violation in &violations.0 {
            if violation.message.is_empty() {
                return Err(format!("{} says nothing", violation.rule));
            }
        }
        let Some(expected) = &self.invalid else { return Ok(()) };
        let words = violations.0.iter().filter(|violation| violation.rule == "word_validation");
        let words: Vec<String> = words.flat_map(|violation| violation.words.clone()).collect();
        same("invalid words", expected, &words)
    }

    fn check_score(&self, breakdown: &ScoreBreakdown) -> Result<(), String> {
        if let Some(expected) = &self.words {
            same("words", expected, &words(breakdown))?;
        }
        if let Some(total) = &self.total {
            same("total", &total.points(), &breakdown.total)?;
        }
        if self.not.as_ref().is_some_and(|other| other.points() == breakdown.total) {
            return Err(format!("total is {}, as another order gives", breakdown.total));
        }
        if let Some(bingo) = self.bingo {
            same("bingo", &bingo, &breakdown.bingo_awarded)?;
        }
        if let Some(stack) = &self.stack {
            let points: Vec<i64> = (breakdown.stack_contributions.iter())
                .map(|line| line.points.as_i64().unwrap())
                .collect();
            same("stack", stack, &points)?;
        }
        if let Some(used) = &self.used {
            let found: Vec<String> = (breakdown.premiums_used.iter())
                .map(|used| format!("{}={}", used.cell, used.premium))
                .collect();
            same("premiums used", used, &found)?;
        }
        Ok(())
    }
}

/// The words of an account as rows write them.
pub fn words(breakdown: &ScoreBreakdown) -> Vec<String> {
    let text = |word: &tilewright_rules::WordScore| {
        let backward = if word.direction == Direction::Backward { "<" } else { "" };
        format!("{} {}{backward} {}", word.text, word.axis.name(), word.score)
    };
    breakdown.words.iter().map(text).collect()
}

pub fn same<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, got {found:?}"))
}
