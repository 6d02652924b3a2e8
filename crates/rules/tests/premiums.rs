//! Every premium kind, the order of the stages, and numbers of any size.
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests take times")]

mod common;

use common::{Number, Setting, check_table, read, ruleset, same};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright_board::{PremiumKind, shapes::grid};
use tilewright_lexicon::{Dictionary, WordSet};
use tilewright_rules::spec::{DictionaryMode, RulesSpec, StartMode};
use tilewright_rules::{
    Board, CellLabel, DraftTile, MoveDraft, PluginRegistry, Ruleset, RulesetParts, ScoreBreakdown,
    score, validate,
};
use tilewright_tiles::{Face, KindSpec, TileCounts, TileSet, TileSetSpec};

/// A word in one row, over premiums.
#[derive(Deserialize, Debug, Default, Clone)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// Lower case is a blank.
    word: String,
    #[serde(default)]
    premiums: BTreeMap<String, String>,
    #[serde(default)]
    scores: BTreeMap<String, i32>,
    /// What a blank is worth.
    #[serde(default)]
    blank: i32,
    /// Places that lay there before.
    #[serde(default)]
    old: Vec<usize>,
    /// Tiles under a place, lowest first.
    #[serde(default)]
    beneath: BTreeMap<String, String>,
    #[serde(default)]
    rules: RulesSpec,
    dictionary: Option<Vec<String>>,
    score: Option<Number>,
    /// The score of the word read backward, where both directions count.
    backward: Option<Number>,
    /// What another order would give.
    other: Option<Number>,
    used: Option<Vec<String>>,
    stack: Option<Vec<i64>>,
}

#[derive(Deserialize)]
struct Rows {
    case: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    kind: String,
    word: String,
    plain: Number,
    zero: Number,
    negative: Number,
    huge: Number,
    blank: Number,
}

#[derive(Deserialize)]
struct Kinds {
    kind: Vec<Kind>,
}

fn tiles(row: &Row) -> TileSet {
    let classic = ruleset(&toml::Table::new());
    let set = classic.tiles();
    let mut spec = TileSetSpec::default();
    for kind in set.kinds() {
        let letter = match kind.face {
            Face::Letter(letter) => Some(set.alphabet().upper(letter).to_string()),
            Face::Blank(_) => None,
        };
        spec.letters.extend(letter.clone());
        let score = match &letter {
            Some(letter) => row.scores.get(letter).copied().unwrap_or(kind.score),
            None => row.blank,
        };
        spec.kinds.push(KindSpec {
            id: kind.id.to_string(),
            letter,
            score,
            count: kind.count,
            ..KindSpec::default()
        });
    }
    TileSet::new(&spec).unwrap()
}

fn setting(row: &Row) -> Setting {
    let topology = Arc::new(grid::rect(15, 1, false, None).unwrap());
    let mut spec = row.rules.clone();
    spec.first_move_start.start = StartMode::Optional;
    spec.bingo_bonus.enabled = false;
    if row.dictionary.is_none() {
        spec.word_validation.dictionary = DictionaryMode::Free;
    }
    let mut premiums = vec![None; topology.cell_count()];
    for (place, kind) in &row.premiums {
        premiums[place.parse::<usize>().unwrap()] = Some(kind.parse::<PremiumKind>().unwrap());
    }
    let parts = RulesetParts {
        id: "row".into(),
        name: "Row".into(),
        hash: Default::default(),
        lexicon: None,
        players: (1, 2),
        topology: topology.clone(),
        premiums,
        tiles: Arc::new(tiles(row)),
        spec,
        start_word: None,
        plugins: Vec::new(),
    };
    let ruleset = Ruleset::new(parts, &PluginRegistry::default()).unwrap();
    let dictionary = row.dictionary.as_ref().map(|words| {
        let set = WordSet::from_words(ruleset.tiles().alphabet(), words).unwrap();
        Box::new(set) as Box<dyn Dictionary>
    });
    let mut setting = Setting {
        board: Board::new(topology),
        rack: TileCounts::new(),
        dictionary,
        switches: Default::default(),
        ruleset,
    };
    for (place, letters) in &row.beneath {
        letters.chars().for_each(|letter| setting.put(&format!("{place},0={letter}")));
    }
    for (place, text) in texts(row).iter().enumerate() {
        if row.old.contains(&place) {
            setting.put(&format!("{place},0={text}"));
        }
    }
    setting
}

/// The tiles of the word: `C`, or `?c` for a blank.
fn texts(row: &Row) -> Vec<String> {
    let text = |letter: char| match letter.is_lowercase() {
        true => format!("?{letter}"),
        false => letter.to_string(),
    };
    row.word.chars().map(text).collect()
}

/// The setting of a row, with the draft that completes the word.
fn drafted(row: &Row) -> (Setting, MoveDraft) {
    let mut setting = setting(row);
    let mut draft = MoveDraft::default();
    for (place, text) in texts(row).iter().enumerate() {
        if !row.old.contains(&place) {
            let label = CellLabel::parse(&format!("{place},0"));
            draft.placements.push(DraftTile::parse(label, text));
            setting.rack.add(common::tile_of(&setting.ruleset, text).kind);
        }
    }
    (setting, draft)
}

fn account(row: &Row) -> Result<ScoreBreakdown, String> {
    let (setting, draft) = drafted(row);
    let position = setting.position();
    let validated = validate(&position, &draft).map_err(|violations| violations.to_string())?;
    Ok(score(&position, &validated))
}

fn check(row: &Row) -> Result<(), String> {
    let breakdown = account(row)?;
    let word = &breakdown.words[0];
    if let Some(expected) = &row.score {
        same("score", &expected.points(), &word.score)?;
    }
    if row.other.as_ref().is_some_and(|other| other.points() == word.score) {
        return Err(format!("score is {}, as another order gives", word.score));
    }
    if let Some(expected) = &row.backward {
        same("words", &2, &breakdown.words.len())?;
        same("backward", &expected.points(), &breakdown.words[1].score)?;
    }
    if let Some(expected) = &row.used {
        let used = breakdown.premiums_used.iter();
        let found = used.map(|used| format!("{}={}", used.cell, used.premium)).collect();
        same("premiums used", expected, &found)?;
    }
    if let Some(expected) = &row.stack {
        let lines = breakdown.stack_contributions.iter();
        let found = lines.map(|line| line.points.as_i64().unwrap()).collect();
        same("stack", expected, &found)?;
    }
    check_account(&breakdown)
}

/// The account adds up, and survives JSON to the last digit.
fn check_account(breakdown: &ScoreBreakdown) -> Result<(), String> {
    let words = breakdown.words.iter().map(|word| &word.score);
    let lines = breakdown.bonuses.iter().chain(&breakdown.plugins).map(|line| &line.points);
    let sum = words
        .chain(lines)
        .fold(Default::default(), |sum: tilewright_rules::Points, part| sum.add(part));
    same("sum of the parts", &sum, &breakdown.total)?;
    let last = |word: &tilewright_rules::WordScore| word.steps.last().map(|s| s.value.clone());
    for word in &breakdown.words {
        same("last step", &Some(word.score.clone()), &last(word))?;
        for letter in &word.letters {
            let value = letter.steps.last().map_or(&letter.base, |step| &step.value);
            same("last step of a letter", value, &letter.value)?;
        }
    }
    let text = serde_json::to_string(breakdown).unwrap();
    let back: ScoreBreakdown = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    same("JSON", &text, &serde_json::to_string(&back).unwrap())?;
    same("total read back", &breakdown.total, &back.total)
}

fn check_rows(rows: impl IntoIterator<Item = Row>) {
    let mut faults = Vec::new();
    for row in rows {
        if let Err(why) = check(&row) {
            faults.push(format!("- {} ({}): {why}", row.name, row.word));
        }
    }
    assert!(faults.is_empty(), "{} rows fail\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_kind_with_zero_negative_huge_and_blank() {
    let table: Kinds = read("premium_kinds.toml");
    let listed: BTreeSet<PremiumKind> =
        table.kind.iter().map(|kind| kind.kind.parse().unwrap()).collect();
    assert_eq!(listed, PremiumKind::all().into_iter().collect(), "every kind has a row");
    let mut rows = Vec::new();
    for kind in &table.kind {
        let first = kind.word[..1].to_string();
        let mut add = |name: &str, value: Option<i32>, score: &Number| {
            rows.push(Row {
                name: format!("{} {name}", kind.kind),
                word: kind.word.clone(),
                premiums: BTreeMap::from([("0".to_string(), kind.kind.clone())]),
                scores: value.map(|value| (first.clone(), value)).into_iter().collect(),
                score: Some(score.clone()),
                ..Row::default()
            });
        };
        add("plain", None, &kind.plain);
        add("zero", Some(0), &kind.zero);
        add("negative", Some(-3), &kind.negative);
        add("huge", Some(i32::MAX), &kind.huge);
        add("blank", None, &kind.blank);
        let blank = rows.last_mut().unwrap();
        blank.word = format!("{}{}", first.to_lowercase(), &kind.word[1..]);
    }
    check_rows(rows);
}

#[test]
fn stages_in_their_order() {
    let table: Rows = read("premium_stages.toml");
    let with_other = table.case.iter().filter(|row| row.other.is_some()).count();
    assert!(with_other >= 28, "{with_other} rows depend on the order");
    check_rows(table.case);
}

#[test]
fn next_letters_blanks_and_categories() {
    check_rows(read::<Rows>("premium_letters.toml").case);
}

#[test]
fn revived_stacked_and_huge() {
    check_rows(read::<Rows>("premium_life.toml").case);
}

#[test]
fn premiums_where_words_cross() {
    check_table("premium_boards.toml", 12);
}

#[test]
fn huge_numbers_in_json() {
    type Pairs<T> = &'static [(&'static str, T)];
    let table: [(&str, Pairs<i32>, Pairs<&str>, &str); 4] = [
        ("CAT", &[("C", 94906265)], &[("0", "letter-squared")], "9007199136250227"),
        ("CAT", &[("C", 94906266)], &[("0", "letter-squared")], "\"9007199326062758\""),
        ("CAT", &[("C", 171)], &[("0", "factorial")], "\"Infinity\""),
        ("CAT", &[("C", -7), ("A", 9999999)], &[("0", "power")], "\"-Infinity\""),
    ];
    for (word, scores, premiums, expected) in table {
        let own = |pair: &(&str, &str)| (pair.0.to_string(), pair.1.to_string());
        let row = Row {
            word: word.to_string(),
            scores: scores.iter().map(|(letter, score)| (letter.to_string(), *score)).collect(),
            premiums: premiums.iter().map(own).collect(),
            ..Row::default()
        };
        let breakdown = account(&row).unwrap();
        let json = serde_json::to_value(&breakdown).unwrap();
        assert_eq!(json["total"].to_string(), expected);
        assert_eq!(json["words"][0]["score"].to_string(), expected);
        check_account(&breakdown).unwrap();
    }
}

#[test]
fn a_long_word_of_powers_factorials_and_products_is_fast() {
    let kinds = ["power", "factorial", "product"];
    let words = ["QUIZZICALNESSES", "ZZZZZZZZZZZZZZZ", "QaZbXcJdKeQfZgX"];
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 50 } else { 1 });
    for word in words {
        for shift in 0..3 {
            for huge in [false, true] {
                let premium =
                    |place: usize| (place.to_string(), kinds[(place + shift) % 3].to_string());
                let scores = ["Q", "Z", "X"].map(|letter| (letter.to_string(), i32::MAX));
                let row = Row {
                    word: word.to_string(),
                    premiums: (0..15).map(premium).collect(),
                    scores: if huge { scores.into() } else { BTreeMap::new() },
                    ..Row::default()
                };
                let (setting, draft) = drafted(&row);
                let position = setting.position();
                let best = (0..5).map(|_| {
                    let start = Instant::now();
                    let validated = validate(&position, &draft).unwrap();
                    let breakdown = score(&position, &validated);
                    assert!(!breakdown.words.is_empty());
                    start.elapsed()
                });
                let best = best.min().unwrap();
                assert!(best < limit, "{word} {shift} {huge}: {best:?}");
            }
        }
    }
}
