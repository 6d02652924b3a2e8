//! Every shipped variant with its board.

use super::{Generated, cell, sentence};
use std::collections::BTreeMap;
use tilewright::render::{BoardPicture, PictureOptions, adaptive, board_svg, escape};
use tilewright::rules::{Board, PluginRegistry};
use tilewright::variants::shipped_source;
use tilewright::{Variant, shipped_ids};

const OVERVIEW: &str = "reference/variants.html";

/// The overview, and one page per variant.
pub(super) fn pages() -> Result<Vec<Generated>, String> {
    let mut pages = Vec::new();
    let mut gallery = String::new();
    let variants = shipped_ids().map(Variant::shipped).collect::<Result<Vec<_>, _>>();
    let mut variants = variants.map_err(|error| error.to_string())?;
    // Readers see names, not ids.
    variants.sort_by_key(|variant| variant.name().to_lowercase());
    for variant in variants {
        let id = variant.id();
        let path = format!("reference/variants/{id}.html");
        gallery.push_str(&format!(
            "<li><a href=\"variants/{id}.html\">{}<strong>{}</strong><small>{}</small></a></li>\n",
            small_board(&variant)?,
            escape(variant.name()),
            escape(variant.description())
        ));
        pages.push(Generated::new(&path, variant.name(), describe(&variant)?).below(OVERVIEW));
    }
    let text = format!(
        "# Variants\n\nTilewright ships with {} variants. Each is one file, which you can read, change and \
         extend: [write your own](book:how-to/variant.html) in ten minutes.\n\n<ul class=\"gallery\">\n{gallery}</ul>\n",
        pages.len()
    );
    pages.insert(0, Generated::new(OVERVIEW, "Variants", text));
    Ok(pages)
}

/// The board without names and legend.
fn small_board(variant: &Variant) -> Result<String, String> {
    let starts = variant.start_cells().map_err(|error| error.to_string())?;
    let board = Board::new(variant.topology().clone());
    let svg = adaptive(|theme| {
        board_svg(&BoardPicture {
            topology: variant.topology(),
            premiums: variant.premiums(),
            tiles: variant.tiles(),
            board: &board,
            start_cells: &starts,
            placed: &[],
            title: variant.name(),
            options: PictureOptions {
                theme,
                heading: false,
                legend: false,
                coordinates: false,
                cell_size: 10,
                ..PictureOptions::default()
            },
        })
    });
    Ok(svg.trim_end().to_string())
}

fn describe(variant: &Variant) -> Result<String, String> {
    let id = variant.id();
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|error| error.to_string())?;
    let mut text = format!("# {}\n\n{}\n\n", variant.name(), sentence(variant.description()));
    text.push_str(&format!(
        "![The board of {}](<tilewright:render --variant {id}>)\n\n",
        variant.name()
    ));
    facts(variant, &mut text);
    tiles(variant, &mut text);
    text.push_str("\n## Rules\n\n");
    for rule in ruleset.listing() {
        let (id, off) = (&rule.info.id, if rule.info.enabled { "" } else { "(off) " });
        let says = sentence(&rule.info.description);
        text.push_str(&format!("* [`{id}`](book:reference/rules.html#{id}) {off}{says}"));
        let settings = rule.settings_text().into_iter().map(|setting| format!(" `{setting}`"));
        text.push_str(&format!("{}\n", settings.collect::<Vec<_>>().join(",")));
    }
    for plugin in variant.plugins() {
        text.push_str(&format!("* plugin `{}` with `{}`\n", plugin.name, plugin.config));
    }
    let source = shipped_source(id).ok_or_else(|| format!("`{id}` has no file"))?;
    text.push_str(&format!(
        "\n## The file\n\n```toml file={id}.toml\n{}\n```\n",
        source.trim_end()
    ));
    Ok(text)
}

/// The variant that a shipped file extends. A loaded variant no longer knows it.
fn parent(variant: &Variant) -> Option<&'static str> {
    let line =
        shipped_source(variant.id())?.lines().find_map(|line| line.strip_prefix("extends = "));
    Some(line?.trim_matches('"'))
}

fn facts(variant: &Variant, text: &mut String) {
    let topology = variant.topology();
    let axes: Vec<String> = topology.axes().iter().map(|axis| axis.tag.to_string()).collect();
    let (fewest, most) = variant.players();
    let mut premiums: BTreeMap<String, usize> = BTreeMap::new();
    for premium in variant.premiums().iter().flatten() {
        *premiums.entry(premium.to_string()).or_default() += 1;
    }
    let premiums: Vec<String> =
        premiums.iter().map(|(kind, count)| format!("{count} × `{kind}`")).collect();
    let rows = [
        ("id", format!("`{}`", variant.id())),
        (
            "extends",
            parent(variant).map_or("nothing".to_string(), |id| {
                format!("[`{id}`](book:reference/variants/{id}.html)")
            }),
        ),
        ("cells", topology.cell_count().to_string()),
        ("words run", axes.join(", ")),
        ("players", if fewest == most { most.to_string() } else { format!("{fewest} to {most}") }),
        (
            "tiles",
            format!(
                "{}, {} on a rack",
                variant.tiles().full_bag().len(),
                variant.rules().rack_size.size
            ),
        ),
        ("word list", variant.lexicon().map_or("none".to_string(), |id| format!("`{id}`"))),
        ("premiums", if premiums.is_empty() { "none".to_string() } else { premiums.join(", ") }),
        ("content hash", format!("`{}`", variant.hash())),
    ];
    text.push_str("| | |\n|---|---|\n");
    for (name, value) in rows {
        text.push_str(&format!("| {name} | {} |\n", cell(&value)));
    }
}

fn tiles(variant: &Variant, text: &mut String) {
    text.push_str("\n## Tiles\n\n| value | tiles |\n|---|---|\n");
    let mut by_value: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for kind in variant.tiles().kinds() {
        let name =
            if kind.is_blank() { format!("{} (blank)", kind.id) } else { kind.id.to_string() };
        by_value.entry(kind.score).or_default().push(format!("{name} × {}", kind.count));
    }
    for (value, kinds) in by_value {
        text.push_str(&format!("| {value} | {} |\n", cell(&kinds.join(", "))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright::rules::spec::RulesSpec;

    #[test]
    fn pages_name_the_extended_variant_and_are_sorted_by_name() {
        let pages = pages().unwrap();
        let page = |id: &str| {
            pages.iter().find(|page| page.path.ends_with(&format!("/{id}.html"))).unwrap()
        };
        assert!(page("hex").markdown.contains("| extends | [`classic`]"));
        assert!(page("classic").markdown.contains("| extends | nothing |"));
        let children = shipped_ids()
            .filter(|id| shipped_source(id).unwrap().contains("\nextends"))
            .inspect(|id| assert!(page(id).markdown.contains("| extends | [`"), "{id}"));
        assert!(children.count() > 10);
        let names: Vec<String> = pages[1..].iter().map(|page| page.title.to_lowercase()).collect();
        assert!(names.is_sorted(), "{names:?}");
    }

    #[test]
    fn every_page_lists_every_rule_and_every_setting() {
        let rules = serde_json::to_value(RulesSpec::default()).unwrap();
        for page in pages().unwrap().iter().skip(1) {
            for (rule, settings) in rules.as_object().unwrap() {
                let line = page.markdown.lines().find(|line| {
                    line.starts_with(&format!("* [`{rule}`](book:reference/rules.html#{rule})"))
                });
                let line = line.unwrap_or_else(|| panic!("{}: {rule}", page.path));
                for name in settings.as_object().unwrap().keys().filter(|key| *key != "enabled") {
                    assert!(line.contains(name.as_str()), "{}: {rule}.{name}", page.path);
                }
            }
        }
    }
}
