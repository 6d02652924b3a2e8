//! Tiles as text: `A`, a blank `a`, `[CH]`, `[ch]`, `[?א]`; on racks `?` for a blank.

use crate::gcg::MAX_GCG_TILES;
use tilewright_tiles::{Alphabet, Face, KindId, Letter, Mark, Tile, TileSet};

/// Whether a text writes a letter as a blank.
pub(crate) fn is_lower(alphabet: &Alphabet, letter: Letter, text: &str) -> bool {
    let data = alphabet.data(letter);
    *data.lower != *data.upper && text.chars().all(|c| c.is_lowercase())
}

fn bracketed(text: &str) -> String {
    if text.chars().count() == 1 { text.to_string() } else { format!("[{text}]") }
}

/// A tile on the board: `A`, a blank `a`, `[CH]`, `[ch]` or `[?א]`.
pub fn tile_text(tiles: &TileSet, tile: Tile) -> String {
    let data = tiles.alphabet().data(tile.letter);
    match tiles.kind(tile.kind).is_blank() {
        false => bracketed(&data.upper),
        true if data.lower == data.upper => format!("[?{}]", data.upper),
        true => bracketed(&data.lower),
    }
}

/// Tiles of a rack: `A`, `[CH]`, `?` for a blank.
pub fn rack_text(tiles: &TileSet, rack: &[KindId]) -> String {
    let text = |kind: &KindId| match tiles.kind(*kind).face {
        Face::Letter(letter) => bracketed(tiles.alphabet().upper(letter)),
        Face::Blank(_) => "?".to_string(),
    };
    rack.iter().map(text).collect()
}

/// One sign of a word or rack.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Sign<'a> {
    /// `.`: a tile that is there.
    Dot,
    /// `?` alone: a blank.
    Blank,
    /// A letter, or what should be one.
    Letter(&'a str),
}

/// The signs of a text: `.`, `?`, `[…]`, single letters; parentheses are only marks.
pub(crate) fn signs(text: &str) -> Result<Vec<Sign<'_>>, String> {
    let mut signs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        match first {
            '.' => signs.push(Sign::Dot),
            '?' => signs.push(Sign::Blank),
            '(' | ')' => {}
            '[' => {
                let inside = rest[1..].split(']').next().expect("a split text has a first part");
                length = inside.len() + 2;
                if length > rest.len() {
                    return Err("`[` without `]`".to_string());
                }
                signs.push(Sign::Letter(inside));
            }
            _ => {
                let marks = rest[length..].chars().take_while(|c| is_accent(*c));
                length += marks.map(char::len_utf8).sum::<usize>();
                signs.push(Sign::Letter(&rest[..length]));
            }
        }
        rest = &rest[length..];
    }
    Ok(signs)
}

/// An accent that stands after its letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036F}')
}

/// A letter on the board as it is written: what it is, and whether it is a blank.
pub(crate) fn read_letter(tiles: &TileSet, text: &str) -> Result<(Letter, bool), String> {
    let bare = text.strip_prefix('?').filter(|bare| !bare.is_empty());
    let symbol = bare.unwrap_or(text);
    let letter = tiles.alphabet().letter(symbol).ok_or_else(|| {
        let text: String = text.chars().take(20).collect();
        format!("`{text}` is no letter of this variant; write [CH] for a letter of several signs")
    })?;
    Ok((letter, bare.is_some() || is_lower(tiles.alphabet(), letter, symbol)))
}

/// The tile that a letter on the board is written as.
pub(crate) fn read_tile(tiles: &TileSet, text: &str) -> Result<Tile, String> {
    let (letter, blank) = read_letter(tiles, text)?;
    let kind = match blank {
        true => tiles.blanks_for(letter).next(),
        false => tiles.kind_of_letter(letter),
    };
    let kind = kind.ok_or_else(|| format!("there is no tile for `{text}`"))?;
    Ok(Tile { kind, letter, mark: Mark::NONE })
}

/// The tiles of a rack; unlike in words, upper and lower case are the same.
pub fn read_rack(tiles: &TileSet, text: &str) -> Result<Vec<KindId>, String> {
    let mut kinds = Vec::new();
    for sign in signs(text)? {
        if kinds.len() == MAX_GCG_TILES {
            return Err(format!("there are more than {MAX_GCG_TILES} tiles"));
        }
        kinds.push(match sign {
            Sign::Dot => return Err("`.` is no tile of a rack".to_string()),
            Sign::Blank => {
                tiles.first_blank().ok_or_else(|| "this variant has no blank".to_string())?
            }
            Sign::Letter(text) => {
                let (letter, _) = read_letter(tiles, text)?;
                let kind = tiles.kind_of_letter(letter);
                kind.ok_or_else(|| format!("there is no tile for `{text}`"))?
            }
        });
    }
    Ok(kinds)
}
