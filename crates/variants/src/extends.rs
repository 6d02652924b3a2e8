//! Files that build on others: finding them and merging them.

use crate::document::{self, place_of};
use crate::error::{Fault, FieldPath, VariantError, VariantErrorKind};
use crate::reading::{ReadFault, from_table};
use crate::shipped::shipped_source;
use crate::{MAX_EXTENDS, VariantFile};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Finds the files of variants that are not shipped. Shipped ids always mean the shipped files.
pub trait Resolver {
    /// The text of a variant's file.
    fn source(&self, id: &str) -> Option<Cow<'_, str>>;
}

/// Knows the shipped variants and no others.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedOnly;

impl Resolver for ShippedOnly {
    fn source(&self, _id: &str) -> Option<Cow<'_, str>> {
        None
    }
}

impl<F: Fn(&str) -> Option<String>> Resolver for F {
    fn source(&self, id: &str) -> Option<Cow<'_, str>> {
        self(id).map(Cow::Owned)
    }
}

/// A file and those it builds on, nearest first.
pub(crate) struct Chain<'t> {
    layers: Vec<Layer<'t>>,
}

struct Layer<'t> {
    /// The id under which it was found; `None` for the file itself.
    id: Option<String>,
    text: Cow<'t, str>,
}

impl<'t> Chain<'t> {
    /// Reads a text and all that it builds on.
    pub fn read(text: &'t str, resolver: &'t dyn Resolver) -> Result<Chain<'t>, VariantError> {
        let file = document::read(text)?;
        let mut chain = Chain { layers: vec![Layer { id: None, text: text.into() }] };
        let mut names = vec![file.id];
        let mut next = file.extends;
        while let Some(id) = next {
            let fault = |kind| FieldPath::new("extends").fault(kind);
            if names.contains(&id) {
                names.push(id);
                let circle = names.join(" → ");
                return Err(chain.error(fault(VariantErrorKind::ExtendsCycle(circle))));
            }
            if chain.layers.len() > MAX_EXTENDS {
                return Err(chain.error(fault(VariantErrorKind::ExtendsDepth)));
            }
            let source = shipped_source(&id).map(Cow::Borrowed).or_else(|| resolver.source(&id));
            let Some(text) = source else {
                let id = id.chars().take(64).collect();
                return Err(chain.error(fault(VariantErrorKind::UnknownParent(id))));
            };
            let file = document::read(&text)
                .map_err(|error| VariantError { variant: Some(id.clone()), ..error })?;
            chain.layers.push(Layer { id: Some(id.clone()), text });
            names.push(id);
            next = file.extends;
        }
        Ok(chain)
    }

    /// All layers in one file, which builds on nothing.
    pub fn merged(&self) -> Result<VariantFile, VariantError> {
        let syntax =
            |fault: ReadFault| VariantError::general(VariantErrorKind::Syntax(fault.message));
        // Bare tables, in which what is not stated is not there.
        let mut merged = DeTable::new();
        for layer in self.layers.iter().rev() {
            merged.remove("description");
            let table = DeTable::parse(&layer.text).map_err(|error| syntax(error.into()))?;
            merge(&mut merged, table.into_inner(), &mut Vec::new());
        }
        merged.remove("extends");
        from_table(Spanned::new(0..0, merged)).map_err(syntax)
    }

    /// The error of a fault, with its place in the file that says most about its field; of two
    /// that say the same, in the nearer one.
    pub fn error(&self, fault: Fault) -> VariantError {
        let found = (self.layers.iter().rev())
            .filter_map(|layer| Some((layer, place_of(&layer.text, &fault.field)?)))
            .max_by_key(|(_, (_, depth))| *depth);
        let variant = found.as_ref().and_then(|(layer, _)| layer.id.clone());
        let place = found.map(|(_, (place, _))| place);
        VariantError { variant, place, ..VariantError::from(fault) }
    }
}

/// Lays one table over another. The tables named in `merges` are merged key by key; all other
/// values, also choices such as `{ fixed = 50 }`, are replaced.
fn merge<'t>(base: &mut DeTable<'t>, over: DeTable<'t>, path: &mut Vec<String>) {
    for (key, mut value) in over {
        path.push(key.get_ref().to_string());
        match (base.get_mut(&key).map(Spanned::get_mut), value.get_mut()) {
            (Some(DeValue::Table(below)), DeValue::Table(above)) if merges(path) => {
                merge(below, std::mem::take(above), path);
            }
            _ => {
                base.insert(key, value);
            }
        }
        path.pop();
    }
}

fn merges(path: &[String]) -> bool {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    matches!(
        names.as_slice(),
        ["board" | "tiles" | "rules"]
            | ["board", "legend" | "premiums" | "generate"]
            | ["tiles", "aliases" | "categories"]
            | ["rules", _]
    )
}
