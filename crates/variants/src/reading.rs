//! From the values of a parsed TOML text to Rust types, with the place of every fault.
//!
//! It does what the parser's own reader does, but for dates, which variants have none of, and in
//! a quarter of the machine code: every type of a variant file passes through here, and through
//! one kind of value, which the size of the WebAssembly module shows.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt;
use std::ops::Range;
use tilewright_rules::read_fault::{expected_words, found_words, must_be};
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

/// What a value with named fields is called in a variant file.
const TABLE: &str = "a table";

/// What is wrong with a value, and where it is.
#[derive(Debug)]
pub(crate) struct ReadFault {
    pub message: String,
    pub span: Option<Range<usize>>,
}

impl ReadFault {
    fn must_be(found: &str, expected: &dyn Expected) -> ReadFault {
        ReadFault::custom(must_be(&expected_words(&expected.to_string(), TABLE), found))
    }

    /// The same with a place, if it has none yet: the innermost place is the one to report.
    fn at(mut self, span: Range<usize>) -> ReadFault {
        self.span.get_or_insert(span);
        self
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.message)
    }
}

impl std::error::Error for ReadFault {}

impl serde::de::Error for ReadFault {
    fn custom<T: fmt::Display>(message: T) -> ReadFault {
        ReadFault { message: message.to_string(), span: None }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> ReadFault {
        ReadFault::must_be(&found_words(&found.to_string(), TABLE), expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> ReadFault {
        ReadFault::invalid_type(found, expected)
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> ReadFault {
        ReadFault::must_be(&found.to_string(), expected)
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> ReadFault {
        let remedy = match known {
            [] => "leave it out".to_string(),
            known => format!("use {}", one_of(known)),
        };
        ReadFault::custom(format!("there is no field `{found}`; {remedy}"))
    }

    fn missing_field(field: &'static str) -> ReadFault {
        ReadFault::custom(format!("the field `{field}` is missing"))
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> ReadFault {
        let known = one_of(known);
        ReadFault::custom(format!("`{found}` is not a value of this setting; use {known}"))
    }
}

/// Names to choose from, in a sentence.
fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [one, two] => format!("{one} or {two}"),
        [_, _, ..] => format!("one of {}", quoted.join(", ")),
        _ => quoted.concat(),
    }
}

impl From<toml::de::Error> for ReadFault {
    fn from(error: toml::de::Error) -> ReadFault {
        ReadFault { message: syntax(error.message()), span: error.span() }
    }
}

/// What is wrong with a text that is no TOML, without the words of the parser.
fn syntax(message: &str) -> String {
    let message = message.split(", expected ").next().unwrap_or(message);
    let Some(kind) = message.strip_prefix("invalid ") else { return message.to_string() };
    let plain = match kind {
        "boolean" => "this is no value; write `true` or `false`, or put a text in quotes",
        "key" | "unquoted key" | "table" | "key-value pair" => {
            "this line cannot be read; write `name = value`, or `[name]` for a table"
        }
        kind if kind.contains("string") => {
            "this text cannot be read; check its quotes and backslashes"
        }
        "float" | "mantissa" | "fraction" | "exponent" | "date-time" => {
            "this number cannot be read; write digits only, or put a text in quotes"
        }
        kind if kind.ends_with("number") => {
            "this number cannot be read; write digits only, or put a text in quotes"
        }
        _ => "this cannot be read; check quotes, brackets and commas",
    };
    plain.to_string()
}

/// Reads a whole table.
pub(crate) fn from_table<T: DeserializeOwned>(table: Spanned<DeTable<'_>>) -> Result<T, ReadFault> {
    let span = table.span();
    let value = Spanned::new(span, DeValue::Table(table.into_inner()));
    T::deserialize(Node(&value))
}

/// The number that is written; `None` if it is beyond 64 bits.
pub(crate) fn integer(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A value that is read.
#[derive(Clone, Copy)]
struct Node<'a, 'i>(&'a Spanned<DeValue<'i>>);

impl<'a, 'i> Node<'a, 'i> {
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadFault> {
        match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => match integer(number) {
                Some(number) => visitor.visit_i64(number),
                None => Err(ReadFault::custom("the number is too large")),
            },
            // Read as in JSON, so that both forms of a variant hold the same number; what JSON cannot
            // say is no number.
            DeValue::Float(number) => {
                let number = number.as_str().trim_start_matches('+');
                visitor.visit_f64(serde_json::from_str(number).unwrap_or(f64::NAN))
            }
            DeValue::Boolean(value) => visitor.visit_bool(*value),
            DeValue::Datetime(_) => {
                Err(ReadFault::invalid_type(Unexpected::Other("date or time"), &visitor))
            }
            DeValue::Array(elements) => visitor.visit_seq(Elements(elements.iter())),
            DeValue::Table(table) => visitor.visit_map(Entries { rest: table.iter(), value: None }),
        }
    }

    fn fault(self, message: &str) -> ReadFault {
        ReadFault::custom(message).at(self.0.span())
    }
}

impl<'de> serde::Deserializer<'de> for Node<'_, '_> {
    type Error = ReadFault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadFault> {
        self.visit(visitor).map_err(|fault| fault.at(self.0.span()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadFault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        let chosen = match self.0.get_ref() {
            DeValue::String(name) => Choice { name, span: self.0.span(), value: None },
            DeValue::Table(table) => match (table.iter().next(), table.len()) {
                (Some((name, value)), 1) => {
                    Choice { name: name.get_ref(), span: name.span(), value: Some(Node(value)) }
                }
                (_, count) => {
                    let known = one_of(known);
                    return Err(self.fault(&format!("this has {count} keys; use {known}")));
                }
            },
            _ => {
                return Err(self.fault(&format!(
                    "this is not a value of this setting; use {}",
                    one_of(known)
                )));
            }
        };
        visitor.visit_enum(chosen).map_err(|fault| fault.at(self.0.span()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Elements<'a, 'i>(std::slice::Iter<'a, Spanned<DeValue<'i>>>);

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = ReadFault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        self.0.next().map(|element| seed.deserialize(Node(element))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'a, 'i, I> {
    rest: I,
    value: Option<Node<'a, 'i>>,
}

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;

impl<'de, 'a, 'i: 'a, I> MapAccess<'de> for Entries<'a, 'i, I>
where
    I: Iterator<Item = (&'a Key<'i>, &'a Spanned<DeValue<'i>>)>,
{
    type Error = ReadFault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadFault> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(Node(value));
        let name: StrDeserializer<'_, ReadFault> = key.get_ref().as_ref().into_deserializer();
        seed.deserialize(name).map(Some).map_err(|fault| fault.at(key.span()))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadFault> {
        let value = self.value.take().ok_or_else(|| ReadFault::custom("a value without a key"))?;
        seed.deserialize(value)
    }
}

/// One of several: `name`, or `{ name = value }`.
struct Choice<'a, 'i> {
    name: &'a str,
    span: Range<usize>,
    value: Option<Node<'a, 'i>>,
}

impl<'a, 'i> Choice<'a, 'i> {
    fn value(&self) -> Result<Node<'a, 'i>, ReadFault> {
        self.value.ok_or_else(|| {
            ReadFault::custom(format!("`{0}` needs a value; write `{{ {0} = … }}`", self.name))
                .at(self.span.clone())
        })
    }
}

impl<'de> EnumAccess<'de> for Choice<'_, '_> {
    type Error = ReadFault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), ReadFault> {
        let name: StrDeserializer<'_, ReadFault> = self.name.into_deserializer();
        let chosen = seed.deserialize(name).map_err(|fault| fault.at(self.span.clone()))?;
        Ok((chosen, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'_, '_> {
    type Error = ReadFault;

    fn unit_variant(self) -> Result<(), ReadFault> {
        match self.value {
            None => Ok(()),
            Some(node) => match node.0.get_ref() {
                DeValue::Table(table) if table.is_empty() => Ok(()),
                _ => Err(node.fault(&format!("`{}` takes no value", self.name))),
            },
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadFault> {
        seed.deserialize(self.value()?)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _count: usize,
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        serde::Deserializer::deserialize_any(self.value()?, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadFault> {
        serde::Deserializer::deserialize_any(self.value()?, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_the_parser_is_in_a_message() {
        for (found, plain) in [
            ("invalid float", "this number cannot be read"),
            ("invalid integer number, expected digits", "this number cannot be read"),
            ("invalid basic string, expected `\"`", "this text cannot be read"),
            ("invalid unquoted key, expected letters", "this line cannot be read"),
            ("invalid inline table element", "this cannot be read"),
            ("unclosed array, expected `]`", "unclosed array"),
        ] {
            let message = syntax(found);
            assert!(message.starts_with(plain), "{message}");
            assert!(!message.contains("expected") && !message.contains("invalid"), "{message}");
        }
    }
}
