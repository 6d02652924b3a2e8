//! The short rows in which a file lists its tiles.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A letter: `["A", 9, 1]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "(String, u16, i32)", into = "(String, u16, i32)")]
#[schemars(with = "(String, u16, i32)")]
pub struct LetterEntry {
    /// The letter as drawn, one or more characters.
    pub symbol: String,
    /// How many tiles show it.
    pub count: u16,
    /// What each is worth.
    pub value: i32,
}

impl From<(String, u16, i32)> for LetterEntry {
    fn from((symbol, count, value): (String, u16, i32)) -> Self {
        LetterEntry { symbol, count, value }
    }
}

impl From<LetterEntry> for (String, u16, i32) {
    fn from(entry: LetterEntry) -> Self {
        (entry.symbol, entry.count, entry.value)
    }
}

/// A further kind of tile that shows a letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraTile {
    /// Its id, other than all letters.
    pub id: String,
    /// The letter it shows.
    pub letter: String,
    /// How many there are.
    pub count: u16,
    /// What each is worth.
    pub value: i32,
}

/// A blank: `["?", 2, 0]`, or `["?vowel", 1, 0, "AEIOU"]` for one that may not be everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlankEntry {
    /// Its id.
    pub id: String,
    /// How many there are.
    pub count: u16,
    /// What each is worth.
    pub value: i32,
    /// The letters it may stand for; `None`: all.
    pub stands_for: Option<String>,
}

impl Serialize for BlankEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = 3 + usize::from(self.stands_for.is_some());
        let mut row = serializer.serialize_seq(Some(length))?;
        row.serialize_element(&self.id)?;
        row.serialize_element(&self.count)?;
        row.serialize_element(&self.value)?;
        if let Some(letters) = &self.stands_for {
            row.serialize_element(letters)?;
        }
        row.end()
    }
}

impl<'de> Deserialize<'de> for BlankEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(BlankVisitor)
    }
}

struct BlankVisitor;

impl<'de> Visitor<'de> for BlankVisitor {
    type Value = BlankEntry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a blank as [id, count, value] or [id, count, value, letters]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<BlankEntry, A::Error> {
        let id = row.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let count = row.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let value = row.next_element()?.ok_or_else(|| A::Error::invalid_length(2, &self))?;
        let stands_for = row.next_element()?;
        if row.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::invalid_length(5, &self));
        }
        Ok(BlankEntry { id, count, value, stands_for })
    }
}

impl JsonSchema for BlankEntry {
    fn schema_name() -> Cow<'static, str> {
        "BlankEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = generator.subschema_for::<String>();
        let count = generator.subschema_for::<u16>();
        let value = generator.subschema_for::<i32>();
        json_schema!({
            "description": "A blank: id, count, value and, if it may not be everything, the letters it may stand for.",
            "type": "array",
            "prefixItems": [text.clone(), count, value, text],
            "minItems": 3,
            "maxItems": 4,
        })
    }
}
