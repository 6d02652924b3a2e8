//! From `[tiles]` to an alphabet and a bag.

use crate::error::{Fault, FieldPath};
use crate::file::{CategoriesTable, TilesTable};
use tilewright_tiles::{Alphabet, Category, KindSpec, TileError, TileSet, TileSetSpec};

impl CategoriesTable {
    fn entries(&self) -> [(Category, &Option<String>); 5] {
        [
            (Category::Vowels, &self.vowels),
            (Category::Consonants, &self.consonants),
            (Category::VSymmetry, &self.v_symmetry),
            (Category::HSymmetry, &self.h_symmetry),
            (Category::RSymmetry, &self.r_symmetry),
        ]
    }
}

/// The tile set that the table describes: letters, then further kinds of letters, then blanks.
pub(crate) fn build(table: &TilesTable) -> Result<TileSet, Fault> {
    let spec = spec(table);
    check_texts(table, &spec)?;
    TileSet::new(&spec).map_err(|error| blame(table, &error).fault(error))
}

fn spec(table: &TilesTable) -> TileSetSpec {
    let letters = table.letters.iter().map(|entry| KindSpec {
        id: entry.symbol.clone(),
        letter: Some(entry.symbol.clone()),
        stands_for: None,
        score: entry.value,
        count: entry.count,
    });
    let extra = table.extra.iter().map(|tile| KindSpec {
        id: tile.id.clone(),
        letter: Some(tile.letter.clone()),
        stands_for: None,
        score: tile.value,
        count: tile.count,
    });
    let blanks = table.blanks.iter().map(|blank| KindSpec {
        id: blank.id.clone(),
        letter: None,
        stands_for: blank.stands_for.clone(),
        score: blank.value,
        count: blank.count,
    });
    TileSetSpec {
        letters: table.letters.iter().map(|entry| entry.symbol.clone()).collect(),
        kinds: letters.chain(extra).chain(blanks).collect(),
        aliases: table.aliases.clone().into_iter().collect(),
        rotations: table.rotations.clone(),
        categories: (table.categories.entries().into_iter())
            .filter_map(|(category, text)| Some((category, text.clone()?)))
            .collect(),
    }
}

/// Texts of several letters, checked one by one so that the error names the right one.
fn check_texts(table: &TilesTable, spec: &TileSetSpec) -> Result<(), Fault> {
    let field = FieldPath::new("tiles");
    let mut alphabet =
        Alphabet::new(&spec.letters).map_err(|error| blame(table, &error).fault(error))?;
    for (alias, letter) in &table.aliases {
        let field = field.clone().key("aliases").key(alias);
        let unknown = || TileError::UnknownLetter {
            symbol: letter.chars().take(40).collect(),
            place: "the aliases".to_string(),
        };
        let known = alphabet.letter(letter).ok_or_else(|| field.clone().fault(unknown()))?;
        alphabet.add_alias(alias, known).map_err(|error| field.fault(error))?;
    }
    for (category, text) in table.categories.entries() {
        let field = field.clone().key("categories").key(category.id());
        alphabet.tokenize(text.as_deref().unwrap_or("")).map_err(|error| field.fault(error))?;
    }
    for (index, blank) in table.blanks.iter().enumerate() {
        let field = field.clone().key("blanks").index(index);
        let text = blank.stands_for.as_deref().unwrap_or("");
        alphabet.tokenize(text).map_err(|error| field.fault(error))?;
    }
    Ok(())
}

/// The field that an error speaks of.
fn blame(table: &TilesTable, error: &TileError) -> FieldPath {
    let field = FieldPath::new("tiles");
    match error {
        TileError::BadSymbol(name) | TileError::Duplicate(name) => {
            let named = |text: &str| tilewright_tiles::fold(text) == tilewright_tiles::fold(name);
            if let Some(index) = table.blanks.iter().rposition(|blank| named(&blank.id)) {
                field.key("blanks").index(index)
            } else if let Some(index) = table.extra.iter().rposition(|tile| named(&tile.id)) {
                field.key("extra").index(index)
            } else if let Some(index) = table.letters.iter().rposition(|row| named(&row.symbol)) {
                field.key("letters").index(index)
            } else {
                field.key("letters")
            }
        }
        TileError::UnknownLetter { place, .. } if place == "the rotations" => {
            field.key("rotations")
        }
        TileError::UnknownLetter { symbol, .. } => {
            match table.extra.iter().position(|tile| tile.letter == *symbol) {
                Some(index) => field.key("extra").index(index),
                None => field.key("extra"),
            }
        }
        _ => field.key("letters"),
    }
}
