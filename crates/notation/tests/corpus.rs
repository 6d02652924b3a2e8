//! The files of `fixtures/gcg`: each comes to what the table says.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilewright_lexicon::{Dictionary, WordSet, shipped};
use tilewright_notation::{Gcg, GcgFault, replay};
use tilewright_rules::{PluginRegistry, Points, Ruleset};
use tilewright_variants::Variant;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    good: Vec<Good>,
    bad: Vec<Bad>,
}

/// A file without a fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Good {
    file: String,
    about: String,
    variant: Option<String>,
    lexicon: Option<String>,
    totals: Vec<i64>,
    #[serde(default)]
    finished: bool,
    #[serde(default = "yes")]
    tidy: bool,
}

/// A file with a fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bad {
    file: String,
    about: String,
    variant: Option<String>,
    lexicon: Option<String>,
    line: usize,
    kind: String,
    reason: String,
    grow: Option<Growth>,
    more_lines: Option<usize>,
    more_events: Option<usize>,
}

/// A line is made longer before the file is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Growth {
    line: usize,
    bytes: usize,
}

fn yes() -> bool {
    true
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/gcg")
}

fn table() -> Table {
    toml::from_str(&std::fs::read_to_string(folder().join("expected.toml")).unwrap()).unwrap()
}

/// Variants and word lists, each made once.
#[derive(Default)]
struct Shelf {
    rulesets: BTreeMap<String, Arc<Ruleset>>,
    words: BTreeMap<String, WordSet>,
}

impl Shelf {
    fn ruleset(&mut self, id: Option<&str>) -> Arc<Ruleset> {
        let id = id.unwrap_or("classic");
        let make = || {
            let variant = Variant::shipped(id).unwrap();
            Arc::new(variant.ruleset(&PluginRegistry::default()).unwrap())
        };
        self.rulesets.entry(id.to_string()).or_insert_with(make).clone()
    }

    fn words(&mut self, id: Option<&str>, ruleset: &Ruleset) -> Option<Box<dyn Dictionary>> {
        let id = id?;
        let make = || shipped::dictionary(id, ruleset.tiles().alphabet()).unwrap().unwrap();
        let words = self.words.entry(id.to_string()).or_insert_with(make);
        Some(words.clone_box())
    }
}

/// What is read is written so that it is read as the same again.
fn check_round_trip(name: &str, gcg: &Gcg) -> Vec<u8> {
    let written = gcg.write().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let read = Gcg::read(&written).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(read, *gcg, "{name}");
    assert_eq!(read.write().unwrap(), written, "{name}");
    written
}

fn check_good(shelf: &mut Shelf, row: &Good) {
    let name = format!("{} ({})", row.file, row.about);
    let bytes = std::fs::read(folder().join(&row.file)).unwrap();
    let gcg = Gcg::read(&bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let written = check_round_trip(&name, &gcg);
    assert_eq!(written == bytes, row.tidy, "{name}: written as it was read?");
    let ruleset = shelf.ruleset(row.variant.as_deref());
    let words = shelf.words(row.lexicon.as_deref(), &ruleset);
    let played = replay(&gcg, &ruleset, words);
    assert_eq!(played.fault, None, "{name}");
    assert_eq!(played.turns.len(), gcg.events().count(), "{name}");
    let game = played.game.unwrap();
    game.state().check_ledger().unwrap();
    let scores: Vec<Points> =
        (0..game.state().players()).map(|seat| game.state().score(seat)).collect();
    let totals: Vec<Points> = row.totals.iter().map(|total| Points::new(*total)).collect();
    assert_eq!(scores, totals, "{name}");
    assert_eq!(game.state().result().is_some(), row.finished, "{name}");
}

/// The bytes of a file with a fault, made larger where the table says so.
fn bytes(row: &Bad) -> Vec<u8> {
    let bytes = std::fs::read(folder().join(&row.file)).unwrap();
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|b| *b == b'\n').map(Vec::from).collect();
    if let Some(growth) = &row.grow {
        let line = &mut lines[growth.line - 1];
        let end = line.len() - usize::from(line.last() == Some(&b'\n'));
        line.splice(end..end, std::iter::repeat_n(b'x', growth.bytes));
    }
    lines.extend(std::iter::repeat_n(b"\n".to_vec(), row.more_lines.unwrap_or(0)));
    let last = lines.last().cloned().unwrap_or_default();
    lines.extend(std::iter::repeat_n(last, row.more_events.unwrap_or(0)));
    lines.concat()
}

fn first_fault(shelf: &mut Shelf, row: &Bad) -> Option<GcgFault> {
    let gcg = match Gcg::read(&bytes(row)) {
        Ok(gcg) => gcg,
        Err(fault) => return Some(fault),
    };
    check_round_trip(&row.file, &gcg);
    let ruleset = shelf.ruleset(row.variant.as_deref());
    let words = shelf.words(row.lexicon.as_deref(), &ruleset);
    replay(&gcg, &ruleset, words).fault
}

fn check_bad(shelf: &mut Shelf, row: &Bad) -> Result<(), String> {
    let name = format!("{} ({})", row.file, row.about);
    let Some(fault) = first_fault(shelf, row) else { return Err(format!("{name}: no fault")) };
    let same = (fault.line, fault.kind.id()) == (row.line, row.kind.as_str());
    if same && fault.reason.contains(&row.reason) && fault.reason.len() < 400 {
        return Ok(());
    }
    let (line, kind, reason) = (row.line, &row.kind, &row.reason);
    let found = format!("{} {}", fault.kind.id(), fault);
    Err(format!("{name}\n  expected {kind} line {line}: {reason}\n  found    {found}"))
}

#[test]
fn every_file_comes_to_what_the_table_says() {
    let table = table();
    let mut shelf = Shelf::default();
    for row in &table.good {
        check_good(&mut shelf, row);
    }
    let wrong: Vec<String> =
        table.bad.iter().filter_map(|row| check_bad(&mut shelf, row).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_is_in_the_table() {
    let table = table();
    let good = table.good.iter().map(|row| row.file.clone());
    let listed: BTreeSet<String> =
        good.chain(table.bad.iter().map(|row| row.file.clone())).collect();
    assert_eq!(listed.len(), table.good.len() + table.bad.len(), "a file is listed twice");
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let files: BTreeSet<String> = files
        .map(|name| name.into_string().unwrap())
        .filter(|name| name.ends_with(".gcg"))
        .collect();
    assert_eq!(files, listed);
    assert!(files.len() >= 60);
}
