//! The content of a variant in one fixed form, and its hash.

use crate::Variant;
use crate::variant::PLAIN_DATA;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tilewright_board::{DirTag, Topology};
use tilewright_rules::RulesetHash;
use tilewright_rules::spec::{Reading, ReadingSpec};
use tilewright_tiles::{Category, Face, LetterSet, TileSet, gathered};

/// Everything that affects play, defaults filled in and the board spelled out, as JSON with
/// sorted keys and no spaces. Name, description, drawing positions and the way in which the file
/// was written are not part of it.
pub(crate) fn canonical_json(variant: &Variant) -> String {
    let value = json!({
        "board": board(variant),
        "lexicon": variant.lexicon(),
        "players": [variant.players().0, variant.players().1],
        "plugins": variant.plugins().iter().map(|plugin| json!({
            "name": plugin.name,
            "config": plugin.config,
        })).collect::<Vec<_>>(),
        "rules": rules(variant),
        "start_word": start_word(variant),
        "tiles": tiles(variant.tiles()),
    });
    sorted(value).to_string()
}

/// The SHA-256 of a canonical text.
pub(crate) fn hash(canonical: &str) -> RulesetHash {
    RulesetHash(Sha256::digest(canonical.as_bytes()).into())
}

/// The same value with the keys of all objects in order, however its maps keep them.
pub(crate) fn sorted(value: Value) -> Value {
    match value {
        Value::Array(elements) => Value::Array(elements.into_iter().map(sorted).collect()),
        Value::Object(entries) => {
            let mut entries: Vec<(String, Value)> = entries.into_iter().collect();
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Object(gathered(entries.into_iter().map(|(key, value)| (key, sorted(value)))))
        }
        plain => plain,
    }
}

fn board(variant: &Variant) -> Value {
    let topology = variant.topology();
    let lines: Vec<Value> = (topology.lines())
        .map(|line| json!([line.axis.0, line.cells.iter().map(|cell| cell.0).collect::<Vec<_>>()]))
        .collect();
    json!({
        "axes": topology.axes().iter().map(|axis| axis.tag.name()).collect::<Vec<_>>(),
        "cells": topology.cell_ids().map(|cell| topology.cell_name(cell)).collect::<Vec<_>>(),
        "center": topology.center().map(|cell| cell.0),
        "lines": lines,
        "premiums": variant.premiums(),
    })
}

fn rules(variant: &Variant) -> Value {
    let mut rules = serde_json::to_value(variant.rules()).expect(PLAIN_DATA);
    let (topology, spec) = (variant.topology(), variant.rules());
    let starts: Vec<String> = match variant.start_cells() {
        Ok(cells) => cells.iter().map(|cell| topology.cell_name(*cell)).collect(),
        Err(_) => spec.first_move_start.cells.clone(),
    };
    rules["first_move_start"]["cells"] = json!(starts);
    rules["word_validation"]["reading"] = readings(topology, &spec.word_validation.reading);
    rules
}

/// The reading of every axis by name; names that the board does not have stay as they are.
fn readings(topology: &Topology, spec: &ReadingSpec) -> Value {
    let mut readings = Map::new();
    let default = match spec {
        ReadingSpec::All(reading) => *reading,
        ReadingSpec::PerAxis(_) => Reading::Forward,
    };
    for axis in topology.axes() {
        readings.insert(axis.tag.name().to_string(), json!(default));
    }
    if let ReadingSpec::PerAxis(by_name) = spec {
        for (name, reading) in by_name {
            let (tag, _) = DirTag::parse(name);
            readings.insert(tag.name().to_string(), json!(reading));
        }
    }
    Value::Object(readings)
}

fn start_word(variant: &Variant) -> Value {
    let Some(start_word) = variant.start_word() else { return Value::Null };
    let topology = variant.topology();
    let through = match &start_word.through {
        Some(cell) => match topology.find_cell(cell) {
            Some(found) => Some(topology.cell_name(found)),
            None => Some(cell.clone()),
        },
        None => topology.center().map(|cell| topology.cell_name(cell)),
    };
    let words: Vec<String> =
        start_word.words.iter().map(|word| tilewright_tiles::fold(word)).collect();
    json!({ "axis": DirTag::parse(&start_word.axis).0.name(), "through": through, "words": words })
}

fn tiles(tiles: &TileSet) -> Value {
    let alphabet = tiles.alphabet();
    let texts = |letters: LetterSet| {
        letters.iter().map(|letter| alphabet.upper(letter).to_string()).collect::<Vec<_>>()
    };
    let kinds: Vec<Value> = (tiles.kinds().iter())
        .map(|kind| {
            let (letter, stands_for) = match kind.face {
                Face::Letter(letter) => (Some(alphabet.upper(letter).to_string()), None),
                Face::Blank(letters) => (None, Some(texts(letters))),
            };
            json!({
                "count": kind.count,
                "id": tilewright_tiles::fold(&kind.id),
                "letter": letter,
                "rotated": kind.rotated.map(|letter| alphabet.upper(letter).to_string()),
                "score": kind.score,
                "stands_for": stands_for,
            })
        })
        .collect();
    let alias = |(text, letter)| (str::to_string(text), json!(&**alphabet.upper(letter)));
    let aliases: Map<String, Value> = gathered(alphabet.aliases().map(alias));
    let category = |one: Category| (one.id().to_string(), json!(texts(alphabet.category(one))));
    let categories: Map<String, Value> = gathered(Category::ALL.into_iter().map(category));
    json!({ "aliases": aliases, "categories": categories, "kinds": kinds, "letters": texts(alphabet.all()) })
}
