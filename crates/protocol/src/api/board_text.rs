//! The board of a view as JSON, written by hand. It is most of every update, and a general
//! serialiser takes several times as long for its many short strings. A test compares the bytes.

use super::SERIALIZABLE;
use tilewright_board::CoordText;
use tilewright_game::{PlacedTile, PublicCell};
use tilewright_rules::CellLabel;

/// Writes a list with a comma between its parts.
fn list<T>(out: &mut Vec<u8>, parts: &[T], write: impl Fn(&mut Vec<u8>, &T)) {
    out.push(b'[');
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, part);
    }
    out.push(b']');
}

/// Writes a string.
fn string(out: &mut Vec<u8>, text: &str) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        quoted(out, text.as_bytes());
    } else {
        serde_json::to_writer(out, text).expect(SERIALIZABLE);
    }
}

/// Writes a string that has nothing to escape.
fn quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

fn label(out: &mut Vec<u8>, label: &CellLabel) {
    match label {
        CellLabel::Coord(coord) => quoted(out, CoordText::from(*coord).as_bytes()),
        CellLabel::Node(name) => string(out, name),
    }
}

fn tile(out: &mut Vec<u8>, placed: &PlacedTile) {
    out.extend_from_slice(b"{\"cell\":");
    label(out, &placed.cell);
    after_cell(out, placed);
}

/// Writes what follows the cell of a tile.
fn after_cell(out: &mut Vec<u8>, placed: &PlacedTile) {
    let PlacedTile { cell: _, tile, letter, mark } = placed;
    out.extend_from_slice(b",\"tile\":");
    string(out, tile);
    if let Some(letter) = letter {
        out.extend_from_slice(b",\"as\":");
        string(out, letter);
    }
    if let Some(mark) = mark {
        out.extend_from_slice(b",\"mark\":");
        string(out, mark);
    }
    out.push(b'}');
}

/// Writes tiles on their cells.
pub(super) fn tiles(out: &mut Vec<u8>, placed: &[PlacedTile]) {
    list(out, placed, tile);
}

/// Writes cells by their labels.
pub(super) fn labels(out: &mut Vec<u8>, cells: &[CellLabel]) {
    list(out, cells, label);
}

/// Writes cells with their tiles.
pub(super) fn cells(out: &mut Vec<u8>, cells: &[PublicCell]) {
    list(out, cells, |out, PublicCell { cell, tiles: stack }| {
        out.extend_from_slice(b"{\"cell\":");
        let from = out.len();
        label(out, cell);
        let written = from..out.len();
        out.extend_from_slice(b",\"tiles\":");
        list(out, stack, |out, placed| {
            if placed.cell != *cell {
                return tile(out, placed);
            }
            out.extend_from_slice(b"{\"cell\":");
            out.extend_from_within(written.clone());
            after_cell(out, placed);
        });
        out.push(b'}');
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_serialiser() {
        let texts = ["A", "é", "", "a\"b", "back\\slash", "new\nline", "\u{1}", "\u{7f}", "字"];
        let tile = |cell: &str, index: usize| PlacedTile {
            cell: cell.into(),
            tile: texts[index % texts.len()].into(),
            letter: (index % 2 == 1).then(|| texts[index * 7 % texts.len()].into()),
            mark: (index % 3 == 1).then(|| texts[index * 5 % texts.len()].to_string()),
        };
        let names = ["7,7", "0,0", "-3,12", "4,4,1", "31,31", "32,0", "hub", "a \"name\"", "é"];
        let board: Vec<PublicCell> = (0..40)
            .map(|index| {
                let cell = names[index % names.len()];
                let tiles = (0..index % 4).map(|height| tile(cell, index + height)).collect();
                PublicCell { cell: cell.into(), tiles }
            })
            .collect();
        let mut out = Vec::new();
        cells(&mut out, &board);
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&board).unwrap());
        let board: Vec<CellLabel> = names.iter().map(|name| (*name).into()).collect();
        let mut out = Vec::new();
        labels(&mut out, &board);
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&board).unwrap());
    }
}
