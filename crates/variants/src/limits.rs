//! Sizes that no file may pass.

use crate::error::{Fault, FieldPath, VariantErrorKind};
use crate::{MAX_GENERATED_KINDS, MAX_PLUGINS, MAX_START_WORDS, VariantFile};
use serde_json::Value;
use tilewright_board::MAX_CELLS;
use tilewright_rules::spec::FirstPlayer;
use tilewright_rules::{MAX_PLAYERS, MAX_RACK, MAX_STACK};

/// Checks everything that has a bound of its own.
pub(crate) fn check(file: &VariantFile, players: (u8, u8)) -> Result<(), Fault> {
    check_texts(file)?;
    let most = i64::from(MAX_PLAYERS);
    let players_field = || FieldPath::new("players");
    range(players_field().index(0), players.0.into(), 1, most)?;
    range(players_field().index(1), players.1.into(), players.0.into(), most)?;
    let rules = &file.rules;
    let size = |field: &str, value: i64, low: i64, high: i64| {
        range(FieldPath::new("rules").join(field), value, low, high)
    };
    size("rack_size.size", rules.rack_size.size.into(), 1, MAX_RACK.into())?;
    size("min_word_length.min_main_length", rules.min_word_length.min_main_length.into(), 1, 64)?;
    size("stacking.max_height", rules.stacking.max_height.into(), 1, MAX_STACK.into())?;
    let limit = rules.consecutive_passes.consecutive_pass_limit;
    size("consecutive_passes.consecutive_pass_limit", limit.into(), 1, 1000)?;
    if let FirstPlayer::Seat(seat) = rules.turn_order.first {
        size("turn_order.first.seat", seat.into(), 0, most - 1)?;
    }
    if let Some(turns) = rules.turn_limit.turns {
        size("turn_limit.turns", turns.into(), 1, 10_000)?;
    }
    let starts = rules.first_move_start.cells.len();
    size("first_move_start.cells", starts as i64, 0, MAX_CELLS as i64)?;
    if let Some(start_word) = &file.start_word {
        let field = FieldPath::new("start_word.words");
        range(field, start_word.words.len() as i64, 0, MAX_START_WORDS as i64)?;
    }
    if let Some(generate) = &file.board.generate {
        if i64::try_from(generate.seed).is_err() {
            let kind = VariantErrorKind::LargeSeed(generate.seed);
            return Err(FieldPath::new("board.generate.seed").fault(kind));
        }
        let kinds = FieldPath::new("board.generate.kinds");
        range(kinds, generate.kinds.len() as i64, 0, MAX_GENERATED_KINDS as i64)?;
    }
    range(FieldPath::new("plugins"), file.plugins.len() as i64, 0, MAX_PLUGINS as i64)?;
    for (index, plugin) in file.plugins.iter().enumerate() {
        let field = FieldPath::new("plugins").index(index).key("config");
        // Without settings the whole of them is null, which is fine; TOML itself has no null.
        if plugin.config != Value::Null && holds_no_number(&plugin.config) {
            return Err(field.fault(VariantErrorKind::PluginConfig));
        }
    }
    Ok(())
}

impl FieldPath {
    fn join(mut self, keys: &str) -> FieldPath {
        self.0.extend(FieldPath::new(keys).0);
        self
    }
}

fn range(field: FieldPath, value: i64, low: i64, high: i64) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(field.fault(VariantErrorKind::OutOfBounds { value, low, high }))
}

fn check_texts(file: &VariantFile) -> Result<(), Fault> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !(1..=64).contains(&file.id.len()) || !file.id.chars().all(good) {
        let id = file.id.chars().take(64).collect();
        return Err(FieldPath::new("id").fault(VariantErrorKind::BadId(id)));
    }
    let length = |field: &str, text: &str, low: usize, high: usize, bounds: &'static str| {
        let found = text.chars().count();
        if (low..=high).contains(&found) {
            return Ok(());
        }
        Err(FieldPath::new(field).fault(VariantErrorKind::TextLength { found, bounds }))
    };
    length("name", &file.name, 1, 100, "1 to 100")?;
    length("description", file.description.as_deref().unwrap_or(""), 0, 2000, "at most 2000")?;
    if let Some(language) = &file.language {
        length("language", language, 1, 35, "1 to 35")?;
    }
    if let Some(lexicon) = &file.lexicon {
        length("lexicon", lexicon, 1, 64, "1 to 64")?;
    }
    Ok(())
}

/// Whether settings hold what TOML can say and JSON cannot: numbers that are infinite or none.
/// (A date is read as a text.)
fn holds_no_number(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(elements) => elements.iter().any(holds_no_number),
        Value::Object(entries) => entries.values().any(holds_no_number),
        _ => false,
    }
}
