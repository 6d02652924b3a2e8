//! The variant file, field by field.

use crate::entries::{BlankEntry, ExtraTile, LetterEntry};
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use tilewright_rules::spec::RulesSpec;
use tilewright_rules::{PluginSpec, StartWordSpec};

/// The version of the format that this crate reads and writes.
pub const FORMAT: u32 = 1;

/// A variant file as it is written: one game in one file.
///
/// A file that `extends` another states only what differs: `[board]`, `[tiles]` and `[rules]`
/// merge key by key, everything else replaces what the other file says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Tilewright variant")]
pub struct VariantFile {
    /// The version of the format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The id: lower-case letters, digits and hyphens.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The name that people see.
    #[schemars(length(min = 1, max = 100))]
    pub name: String,
    /// What is special about it, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The id of a variant that this one builds on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The language of the words, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The id of the word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<String>,
    /// The fewest and the most players; `[1, 8]` unless stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[u8; 2]>,
    /// The board.
    #[serde(default, skip_serializing_if = "BoardTable::is_unset")]
    pub board: BoardTable,
    /// The tiles.
    #[serde(default, skip_serializing_if = "TilesTable::is_unset")]
    pub tiles: TilesTable,
    /// The rules, by id; what is not stated has its default.
    #[serde(default)]
    pub rules: RulesSpec,
    /// A word on the board before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_word: Option<StartWordSpec>,
    /// Plugins, in the order in which they run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plugins: Vec<PluginSpec>,
}

/// The family of shapes a board belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A rectangle of squares.
    Rect,
    /// A grid of hexagons, odd rows shifted to the right.
    Hex,
    /// Layers of squares.
    Cube,
    /// Named nodes and tagged edges.
    Graph,
}

impl Shape {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Rect => "rect",
            Shape::Hex => "hex",
            Shape::Cube => "cube",
            Shape::Graph => "graph",
        }
    }
}

/// `[board]`
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BoardTable {
    /// The family of shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4096))]
    pub width: Option<u32>,
    /// Rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4096))]
    pub height: Option<u32>,
    /// Layers, on a cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4096))]
    pub depth: Option<u32>,
    /// Whether squares also have the two diagonal axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagonals: Option<bool>,
    /// Which cells exist: `diamond:R`, `ring:T`, `cross:T`, `hexagon:S`, `triangle`, or rows of
    /// text in which `#`, `-`, `_` and spaces are holes; an empty list: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<MaskTable>,
    /// Premiums as rows of text, one character for each cell, layer after layer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layout: Vec<String>,
    /// What the characters of the layout stand for, besides the usual ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<String, String>,
    /// Premiums of single cells, on top of the layout; `regular` clears one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub premiums: BTreeMap<String, String>,
    /// Premiums strewn symmetrically over the cells that are still plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate: Option<GenerateTable>,
    /// The nodes and edges of a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphTable>,
}

impl BoardTable {
    fn is_unset(&self) -> bool {
        *self == BoardTable::default()
    }
}

/// A mask by name, or drawn as rows of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MaskTable {
    /// By name.
    Named(String),
    /// Drawn.
    Rows(Vec<String>),
}

impl<'de> Deserialize<'de> for MaskTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MaskForm)
    }
}

struct MaskForm;

impl<'de> Visitor<'de> for MaskForm {
    type Value = MaskTable;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a name such as \"diamond:4\", or a list of rows")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<MaskTable, E> {
        Ok(MaskTable::Named(name.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<MaskTable, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(rows)).map(MaskTable::Rows)
    }
}

/// `board.generate`: premiums that a seed strews over the plain cells, mirrored left to right and
/// top to bottom.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GenerateTable {
    /// The seed: another one gives another board.
    pub seed: u64,
    /// The premiums, by id.
    pub kinds: Vec<String>,
    /// How many cells each kind gets.
    pub per_kind: u16,
}

/// `board.graph`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphTable {
    /// The node that a game starts from.
    pub origin: String,
    /// The nodes.
    pub nodes: Vec<NodeTable>,
    /// The edges.
    pub edges: Vec<EdgeTable>,
}

/// A node of a graph.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeTable {
    /// Its name.
    pub name: String,
    /// Where to draw it, in thousandths of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
}

/// An edge of a graph: the node that follows another along a tag; the way back is implied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeTable {
    /// The node it leaves.
    pub from: String,
    /// The node it enters.
    pub to: String,
    /// Its direction: `E`, `SouthEast`, `Up`, or a name of your own.
    pub tag: String,
}

/// `[tiles]`
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TilesTable {
    /// The letters, each as `[symbol, count, value]`. Their order is that of the alphabet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<LetterEntry>,
    /// The blanks, each as `[id, count, value]` or `[id, count, value, letters it may stand for]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blanks: Vec<BlankEntry>,
    /// Further kinds of tiles that show a letter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<ExtraTile>,
    /// Other ways to write letters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub aliases: BTreeMap<String, String>,
    /// Pairs of letters that turn into each other upside down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rotations: Vec<(String, String)>,
    /// The letters that category premiums ask for, where the Latin ones do not fit.
    #[serde(skip_serializing_if = "CategoriesTable::is_unset")]
    pub categories: CategoriesTable,
}

impl TilesTable {
    fn is_unset(&self) -> bool {
        *self == TilesTable::default()
    }
}

/// `tiles.categories`: letters written one after another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CategoriesTable {
    /// For `triple-vowels`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vowels: Option<String>,
    /// For `double-consonants`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consonants: Option<String>,
    /// For `double-v-symmetry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v_symmetry: Option<String>,
    /// For `triple-h-symmetry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h_symmetry: Option<String>,
    /// For `quadruple-r-symmetry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r_symmetry: Option<String>,
}

impl CategoriesTable {
    fn is_unset(&self) -> bool {
        *self == CategoriesTable::default()
    }
}
