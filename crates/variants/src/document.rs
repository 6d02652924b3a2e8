//! One file's text: reading it, and finding the line of a field in it.

use crate::error::{FieldPath, FieldStep, LineColumn, VariantError, VariantErrorKind};
use crate::reading::{ReadFault, from_table, integer};
use crate::{FORMAT, MAX_FILE, VariantFile};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a text as a variant file.
pub(crate) fn read(text: &str) -> Result<VariantFile, VariantError> {
    if text.len() > MAX_FILE {
        return Err(VariantError::general(VariantErrorKind::TooLarge(text.len())));
    }
    let fault = |fault: ReadFault| syntax_error(text, fault);
    let table = DeTable::parse(text).map_err(|error| fault(error.into()))?;
    let format = table.get_ref().get("format").and_then(|value| value.get_ref().as_integer());
    if let Some(format) = format.and_then(integer)
        && format != i64::from(FORMAT)
    {
        let field = FieldPath::new("format");
        let place = place_of(text, &field).map(|(place, _)| place);
        return Err(VariantError { place, ..field.fault(VariantErrorKind::Format(format)).into() });
    }
    from_table(table).map_err(fault)
}

fn syntax_error(text: &str, fault: ReadFault) -> VariantError {
    let span = fault.span;
    VariantError {
        variant: None,
        field: span.as_ref().and_then(|span| field_at(text, span)),
        place: span.map(|span| line_column(text, span.start)),
        kind: Box::new(VariantErrorKind::Syntax(fault.message)),
    }
}

fn line_column(text: &str, offset: usize) -> LineColumn {
    let before = text.get(..offset.min(text.len())).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    LineColumn {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

/// Where a field, or the innermost table around it, stands in a text, and how many steps of the
/// field's path lead there; `None` if the text does not mention it at all.
pub(crate) fn place_of(text: &str, field: &FieldPath) -> Option<(LineColumn, usize)> {
    let root = DeTable::parse(text).ok()?;
    let mut place = None;
    let mut value: Option<&Spanned<DeValue<'_>>> = None;
    for (depth, step) in field.0.iter().enumerate() {
        let found = match (step, value) {
            (FieldStep::Key(key), None) => entry(root.get_ref(), key),
            (FieldStep::Key(key), Some(value)) => {
                value.get_ref().as_table().and_then(|table| entry(table, key))
            }
            (FieldStep::Index(index), value) => value
                .and_then(|value| value.get_ref().as_array()?.get(*index))
                .map(|element| (element.span(), element)),
        };
        let Some((span, found_value)) = found else { break };
        place = Some((line_column(text, span.start), depth));
        value = Some(found_value);
    }
    place
}

fn entry<'a, 'i>(
    table: &'a DeTable<'i>,
    key: &str,
) -> Option<(Range<usize>, &'a Spanned<DeValue<'i>>)> {
    let (name, value) = table.iter().find(|(name, _)| name.get_ref().as_ref() == key)?;
    Some((name.span(), value))
}

/// The innermost field whose key or value covers a span.
fn field_at(text: &str, span: &Range<usize>) -> Option<FieldPath> {
    let root = DeTable::parse(text).ok()?;
    let mut path = FieldPath::default();
    descend_table(root.get_ref(), span, &mut path);
    (!path.0.is_empty()).then_some(path)
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn descend_table(table: &DeTable<'_>, span: &Range<usize>, path: &mut FieldPath) -> bool {
    for (name, value) in table.iter() {
        path.0.push(FieldStep::Key(name.get_ref().to_string()));
        // A table with a header of its own spans only that header: look inside in any case.
        if descend_value(value, span, path) || covers(&name.span(), span) {
            return true;
        }
        path.0.pop();
    }
    false
}

fn descend_value(value: &Spanned<DeValue<'_>>, span: &Range<usize>, path: &mut FieldPath) -> bool {
    let inside = match value.get_ref() {
        DeValue::Table(table) => descend_table(table, span, path),
        DeValue::Array(elements) => elements.iter().enumerate().any(|(index, element)| {
            path.0.push(FieldStep::Index(index));
            let found = descend_value(element, span, path);
            if !found {
                path.0.pop();
            }
            found
        }),
        _ => false,
    };
    inside || covers(&value.span(), span)
}
