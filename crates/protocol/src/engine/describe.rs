//! Variants, described.

use super::Engine;
use super::limits::Work;
use crate::{Answer, BoardLine, CellDetails, Fault, LintLevel, TileDetails, VariantDetails};
use crate::{AxisDetails, BoardDrawing, PremiumDetails};
use crate::{VariantLint, VariantSource, VariantSummary, Words};
use tilewright_rules::PluginRegistry;
use tilewright_tiles::Face;
use tilewright_variants::{Level, ShippedOnly, Variant, lint, shipped_ids};

impl Engine {
    pub(super) fn variants(&self) -> Result<Answer, Fault> {
        let summary = |id: &str| {
            let loaded =
                self.resources.variant(&VariantSource::Shipped(id.to_string()), &Words::Variant)?;
            Ok(self.summary(&loaded.variant))
        };
        let variants = shipped_ids().map(summary).collect::<Result<_, Fault>>()?;
        Ok(Answer::Variants { variants })
    }

    /// A variant that cannot be played is described too, with the reasons.
    pub(super) fn describe(&self, source: &VariantSource, paid: &Work) -> Result<Answer, Fault> {
        paid.read_variant(source)?;
        let variant = match source {
            VariantSource::Shipped(id) => Variant::shipped(id)?,
            VariantSource::Toml(text) => Variant::from_toml(text, &ShippedOnly)?,
        };
        let ruleset = variant.ruleset(&PluginRegistry::default())?;
        paid.describe(&ruleset)?;
        let topology = ruleset.topology();
        let cells = topology.cell_ids().map(|cell| {
            let data = topology.cell(cell);
            CellDetails {
                cell: ruleset.label(cell).clone(),
                x: data.position.x,
                y: data.position.y,
                layer: data.layer,
                premium: ruleset.premium(cell).map(|premium| premium.to_string()),
            }
        });
        let lines = topology.lines().map(|line| BoardLine {
            axis: topology.axis_tag(line.axis).name().to_string(),
            cells: line.cells.iter().map(|cell| ruleset.label(*cell).clone()).collect(),
        });
        let tiles = ruleset.tiles().kinds().iter().map(|kind| TileDetails {
            tile: kind.id.to_string(),
            letter: match kind.face {
                Face::Letter(letter) => Some(ruleset.tiles().alphabet().upper(letter).to_string()),
                Face::Blank(_) => None,
            },
            score: kind.score,
            count: kind.count,
            rotated: kind
                .rotated
                .map(|letter| ruleset.tiles().alphabet().upper(letter).to_string()),
            stands_for: match kind.face {
                Face::Letter(_) => Vec::new(),
                Face::Blank(letters) => {
                    let alphabet = ruleset.tiles().alphabet();
                    letters.iter().map(|letter| alphabet.upper(letter).to_string()).collect()
                }
            },
        });
        let axes = topology.axis_ids().map(|axis| AxisDetails {
            axis: topology.axis_tag(axis).name().to_string(),
            reading: ruleset.reading(axis),
        });
        let lints = lint(&variant).into_iter().map(|lint| VariantLint {
            level: match lint.level {
                Level::Error => LintLevel::Error,
                Level::Warning => LintLevel::Warning,
            },
            code: lint.code.to_string(),
            field: lint.field,
            message: lint.message,
        });
        Ok(Answer::Variant(Box::new(VariantDetails {
            summary: self.summary(&variant),
            toml: variant.to_toml(),
            cells: cells.collect(),
            lines: lines.collect(),
            start_cells: ruleset.start_cells().iter().map(|c| ruleset.label(*c).clone()).collect(),
            tiles: tiles.collect(),
            rack_size: ruleset.spec().rack_size.size,
            rules: Box::new(ruleset.spec().clone()),
            plugins: variant.plugins().to_vec(),
            lints: lints.collect(),
            axes: axes.collect(),
            premium_kinds: PremiumDetails::of(ruleset.premiums()),
            drawing: BoardDrawing::of(topology, ruleset.premiums(), ruleset.start_cells()),
        })))
    }

    fn summary(&self, variant: &Variant) -> VariantSummary {
        let known = self.resources.lexicons();
        VariantSummary {
            id: variant.id().to_string(),
            name: variant.name().to_string(),
            description: variant.description().to_string(),
            language: variant.language().map(str::to_string),
            lexicon: variant.lexicon().map(str::to_string),
            playable: variant.lexicon().is_some_and(|id| known.iter().any(|known| known == id)),
            players: variant.players(),
            ruleset: variant.hash().to_string(),
        }
    }
}
