//! Cells as text: `7,7`, `4,4,1` or a node's name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use tilewright_board::{CellId, Coord, CoordText, Topology};

/// A cell by its coordinates or name, understandable without the board at hand.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellLabel {
    /// By coordinates.
    Coord(Coord),
    /// By name.
    Node(Arc<str>),
}

impl CellLabel {
    /// The cell on a board.
    pub fn find(&self, topology: &Topology) -> Option<CellId> {
        match self {
            CellLabel::Coord(coord) => topology.cell_at(*coord),
            CellLabel::Node(name) => topology.cell_named(name),
        }
    }

    /// Reads `x,y`, `x,y,z`, or anything else as a name.
    pub fn parse(text: &str) -> CellLabel {
        match text.parse() {
            Ok(coord) => CellLabel::Coord(coord),
            Err(_) => CellLabel::Node(text.into()),
        }
    }
}

impl FromStr for CellLabel {
    type Err = Infallible;

    /// As [`CellLabel::parse`]: every text is a label.
    fn from_str(text: &str) -> Result<CellLabel, Infallible> {
        Ok(CellLabel::parse(text))
    }
}

impl From<&str> for CellLabel {
    fn from(text: &str) -> Self {
        CellLabel::parse(text)
    }
}

impl From<Coord> for CellLabel {
    fn from(coord: Coord) -> Self {
        CellLabel::Coord(coord)
    }
}

impl fmt::Display for CellLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellLabel::Coord(coord) => coord.fmt(f),
            CellLabel::Node(name) => f.write_str(name),
        }
    }
}

impl Serialize for CellLabel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CellLabel::Coord(coord) => serializer.serialize_str(CoordText::from(*coord).as_str()),
            CellLabel::Node(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for CellLabel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(CellLabel::parse(&String::deserialize(deserializer)?))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for CellLabel {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CellLabel".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A cell: `x,y`, `x,y,z` or a node's name."
        })
    }
}
