//! Direction tags: the names of axes and of the edges of free graphs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The forward direction that names an axis.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DirTag {
    /// To the right.
    East,
    /// Downwards.
    South,
    /// To the upper right.
    NorthEast,
    /// To the lower right.
    SouthEast,
    /// To the layer above.
    Up,
    /// A tag of a free graph's own.
    Custom(Box<str>),
}

/// Whether a tag names an axis by its forward or by its backward direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The tag is the axis' own direction.
    Forward,
    /// The tag is the opposite direction: west for east, down for up.
    Backward,
}

impl DirTag {
    /// Reads a tag such as `East`, `E`, `W`, `NE`, `down` or a name of one's own.
    pub fn parse(text: &str) -> (DirTag, Sense) {
        use Sense::{Backward, Forward};
        let key: String = text
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .collect::<String>()
            .to_lowercase();
        match key.as_str() {
            "e" | "east" => (DirTag::East, Forward),
            "w" | "west" => (DirTag::East, Backward),
            "s" | "south" => (DirTag::South, Forward),
            "n" | "north" => (DirTag::South, Backward),
            "ne" | "northeast" => (DirTag::NorthEast, Forward),
            "sw" | "southwest" => (DirTag::NorthEast, Backward),
            "se" | "southeast" => (DirTag::SouthEast, Forward),
            "nw" | "northwest" => (DirTag::SouthEast, Backward),
            "up" | "u" => (DirTag::Up, Forward),
            "down" | "d" => (DirTag::Up, Backward),
            _ => (DirTag::Custom(text.into()), Forward),
        }
    }

    /// The tag's name, as files and messages write it.
    pub fn name(&self) -> &str {
        match self {
            DirTag::East => "East",
            DirTag::South => "South",
            DirTag::NorthEast => "NorthEast",
            DirTag::SouthEast => "SouthEast",
            DirTag::Up => "Up",
            DirTag::Custom(name) => name,
        }
    }
}

impl fmt::Display for DirTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for DirTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for DirTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(DirTag::parse(&text).0)
    }
}
