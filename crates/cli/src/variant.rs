//! `tilewright variant list|show|lint|new|schema`

use crate::CommandResult;
use crate::output::{Failure, Output, one_line, print, print_document, read_file, write_file};
use crate::position::{Siblings, load_variant};
use clap::Subcommand;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tilewright::rules::{RuleListing, toml_value};
use tilewright::tiles::Face;
use tilewright::variants::{Level, Lint, lint_text, schema_json};
use tilewright::{PluginRegistry, Variant, shipped_ids};

/// List, show, check and create variants.
#[derive(Subcommand)]
pub enum VariantCommand {
    /// List the shipped variants.
    List,
    /// Show a variant: its board, its tiles, and its rules in words.
    Show {
        /// A shipped name or a .toml file.
        variant: String,
        /// Print the complete file, including everything it extends.
        #[arg(long)]
        toml: bool,
    },
    /// Check variants and explain every problem.
    Lint {
        /// Shipped names or .toml files [default: all shipped variants].
        variants: Vec<String>,
    },
    /// Create a variant file to start from.
    New {
        /// The id of the new variant.
        id: String,
        /// The variant to extend.
        #[arg(long, default_value = "classic")]
        extends: String,
        /// The output file; `-` prints it [default: ID.toml].
        #[arg(long, short)]
        output: Option<String>,
    },
    /// Print the JSON Schema of variant files, for editors.
    Schema,
}

/// Runs the command.
pub fn run(command: VariantCommand, output: &Output) -> CommandResult {
    match command {
        VariantCommand::List => list(output),
        VariantCommand::Show { variant, toml } => show(&variant, toml, output),
        VariantCommand::Lint { variants } => lint_all(variants, output),
        VariantCommand::New { id, extends, output: path } => new(&id, &extends, path, output),
        VariantCommand::Schema => {
            print(schema_json().trim_end());
            Ok(0)
        }
    }
}

fn list(output: &Output) -> CommandResult {
    let mut rows = Vec::new();
    for id in shipped_ids() {
        let variant = Variant::shipped(id).map_err(Failure::usage)?;
        rows.push(json!({
            "id": id,
            "name": variant.name(),
            "description": variant.description(),
            "lexicon": variant.lexicon(),
            "players": [variant.players().0, variant.players().1],
            "cells": variant.topology().cell_count(),
            "hash": variant.hash().to_string(),
        }));
    }
    output.answer(&json!({ "variants": rows }), || {
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or("-").to_string();
        let line = |row: &Value| {
            format!(
                "{:<22} {:<4} {}\n",
                text(row, "id"),
                text(row, "lexicon"),
                text(row, "description")
            )
        };
        rows.iter().map(line).collect()
    });
    Ok(0)
}

fn show(name: &str, toml: bool, output: &Output) -> CommandResult {
    let variant = load_variant(name)?;
    if toml {
        print_document(variant.to_toml().trim_end());
        return Ok(0);
    }
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    let mut premiums: BTreeMap<String, usize> = BTreeMap::new();
    for premium in variant.premiums().iter().flatten() {
        *premiums.entry(premium.to_string()).or_default() += 1;
    }
    let plain = variant.premiums().iter().filter(|premium| premium.is_none()).count();
    let topology = variant.topology();
    let start: Vec<String> =
        ruleset.start_cells().iter().map(|cell| ruleset.label(*cell).to_string()).collect();
    let tiles = variant.tiles();
    let listing = ruleset.listing();
    let rules: Vec<Value> = (listing.iter())
        .map(|RuleListing { info, .. }| {
            json!({
                "id": info.id, "category": info.category, "name": info.name,
                "description": info.description, "enabled": info.enabled,
            })
        })
        .collect();
    let answer = json!({
        "id": variant.id(),
        "name": variant.name(),
        "description": variant.description(),
        "hash": variant.hash().to_string(),
        "language": variant.language(),
        "lexicon": variant.lexicon(),
        "players": [variant.players().0, variant.players().1],
        "board": {
            "cells": topology.cell_count(),
            "layers": topology.layers(),
            "axes": topology.axes().iter().map(|axis| axis.tag.name()).collect::<Vec<_>>(),
            "lines": topology.line_count(),
            "start": start,
            "premiums": premiums,
            "plain": plain,
        },
        "tiles": {
            "total": tiles.full_bag().len(),
            "kinds": tiles.kinds().iter().map(|kind| json!({
                "id": &*kind.id, "count": kind.count, "score": kind.score, "blank": kind.is_blank(),
            })).collect::<Vec<_>>(),
        },
        "rules": rules,
        "settings": variant.rules(),
        "plugins": variant.plugins(),
        "start_word": variant.start_word(),
    });
    output.answer(&answer, || describe(&variant, &listing, &answer));
    Ok(0)
}

/// The board as its file describes it: `rect, 15 by 15, mask ring:4`.
fn shape(variant: &Variant) -> String {
    let file = serde_json::to_value(&variant.file().board).expect("a board is plain data");
    let sides = ["width", "height", "depth"].into_iter().filter_map(|side| file[side].as_u64());
    let sides: Vec<String> = sides.map(|side| side.to_string()).collect();
    let mask = match &file["mask"] {
        Value::String(name) => format!("mask {name}"),
        Value::Array(rows) if !rows.is_empty() => "drawn mask".to_string(),
        _ => String::new(),
    };
    let shape = file["shape"].as_str().expect("every board has a shape").to_string();
    let parts = [shape, sides.join(" by "), mask];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn describe(variant: &Variant, listing: &[RuleListing], answer: &Value) -> String {
    let title = format!("{} ({})", variant.name(), variant.id());
    let mut text = format!("{}\n{}\n\n", one_line(&title), one_line(variant.description()));
    let mut line =
        |key: &str, value: String| text.push_str(&format!("{key:<10} {}\n", one_line(&value)));
    let board = &answer["board"];
    line("players", format!("{} to {}", variant.players().0, variant.players().1));
    line("language", variant.language().unwrap_or("none").to_string());
    line("words", variant.lexicon().unwrap_or("none").to_string());
    let axes: Vec<&str> = variant.topology().axes().iter().map(|axis| axis.tag.name()).collect();
    let shape = shape(variant);
    line("board", format!("{} cells, {shape}, axes {}", board["cells"], axes.join(" ")));
    let start: Vec<&str> =
        board["start"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    line("start", start.join(" "));
    let premiums: Vec<String> = (board["premiums"].as_object().into_iter().flatten())
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    line("premiums", format!("{}; {} plain", premiums.join(", "), board["plain"]));
    let kinds: Vec<String> = (variant.tiles().kinds().iter())
        .map(|kind| format!("{}{}·{}", kind.count, kind.id, kind.score))
        .collect();
    line("tiles", format!("{}: {}", answer["tiles"]["total"], kinds.join(" ")));
    // Fields that only some variants have are shown as in the file.
    let tiles = serde_json::to_value(&variant.file().tiles).expect("tiles are plain data");
    for key in ["aliases", "rotations", "categories"] {
        if let Some(value) = tiles.get(key) {
            line(key, toml_value(value));
        }
    }
    for kind in variant.tiles().kinds() {
        if let Face::Blank(letters) = kind.face
            && letters != variant.tiles().alphabet().all()
        {
            let alphabet = variant.tiles().alphabet();
            let letters: Vec<&str> =
                letters.iter().map(|letter| alphabet.upper(letter).as_ref()).collect();
            line("blank", format!("{} stands for {}", kind.id, letters.join(" ")));
        }
    }
    if let Some(start_word) = variant.start_word() {
        line("start word", toml_value(&json!(start_word)));
    }
    for plugin in variant.plugins() {
        line("plugin", toml_value(&json!(plugin)));
    }
    line("hash", variant.hash().to_string());
    text.push('\n');
    for rule in listing {
        let (info, settings) = (&rule.info, rule.settings_text().join(", "));
        let on = if info.enabled { " " } else { "-" };
        let row = format!("{on} {:<19} {}", info.id, info.description);
        text.push_str(&format!("{}\n", one_line(&row)));
        if !settings.is_empty() {
            text.push_str(&format!("  {:<19} {}\n", "", one_line(&settings)));
        }
    }
    text
}

#[derive(Serialize)]
struct Linted {
    variant: String,
    lints: Vec<Lint>,
}

fn lint_all(variants: Vec<String>, output: &Output) -> CommandResult {
    let names = match variants.is_empty() {
        true => shipped_ids().map(String::from).collect(),
        false => variants,
    };
    let mut rows = Vec::new();
    for name in names {
        let lints = match tilewright::variants::shipped_source(&name) {
            Some(text) => lint_text(text, &tilewright::variants::ShippedOnly),
            None => {
                let text = read_file(&name, tilewright::variants::MAX_FILE as u64)?;
                let siblings = Siblings::of(&name);
                let lints = lint_text(&text, &siblings);
                siblings.check()?;
                lints
            }
        };
        rows.push(Linted { variant: name, lints });
    }
    let errors = |row: &Linted| row.lints.iter().any(|lint| lint.level == Level::Error);
    let ok = !rows.iter().any(errors);
    output.answer(&json!({ "ok": ok, "variants": rows }), || {
        let mut text = String::new();
        for row in &rows {
            if row.lints.is_empty() {
                text.push_str(&format!("{}: clean\n", one_line(&row.variant)));
            }
            for lint in &row.lints {
                let line = format!("{}: {lint}", row.variant);
                text.push_str(&format!("{}\n", one_line(&line)));
            }
        }
        text
    });
    Ok(u8::from(!ok))
}

fn new(id: &str, extends: &str, path: Option<String>, output: &Output) -> CommandResult {
    let base = load_variant(extends)?;
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > 64 || !id.chars().all(fine) {
        return Err(Failure::usage(format!(
            "`{id}` is not a valid id; use at most 64 lower-case letters, digits and hyphens"
        )));
    }
    let text = format!(
        "# {id}: a variant that extends `{base_id}` and states only what differs.\n\
         # Check it with `tilewright variant lint {id}.toml`. `tilewright variant show {base_id}` lists all\n\
         # settings. `tilewright variant schema` prints a JSON Schema for your editor.\n\n\
         format = 1\nid = \"{id}\"\nname = \"{id}\"\n\
         description = \"Describe your variant in one sentence.\"\nextends = \"{base_id}\"\n\n\
         [rules.bingo_bonus]\namount = {{ fixed = 50 }}\n\n\
         [rules.consecutive_passes]\nconsecutive_pass_limit = 6\n",
        base_id = base.id(),
    );
    Variant::from_toml(&text, &tilewright::variants::ShippedOnly).map_err(|error| {
        Failure::usage(format!("--extends {extends}: {error}; extend a shipped variant"))
    })?;
    let path = path.unwrap_or_else(|| format!("{id}.toml"));
    if path == "-" {
        print(text.trim_end());
        return Ok(0);
    }
    if Path::new(&path).exists() {
        return Err(Failure::usage(format!(
            "{path} already exists; choose another file with --output"
        )));
    }
    write_file(Some(&path), &text)?;
    output.answer(&json!({ "ok": true, "file": path }), || {
        let path = one_line(&path);
        format!("wrote {path}; check it with `tilewright variant lint {path}`")
    });
    Ok(0)
}
