//! A variant, compiled: board, tiles, rules and plugins of one game.

use crate::identity::{mix, mix_bytes};
use crate::spec::{DictionaryMode, FirstPlayer, Reading, ReadingSpec, RulesSpec};
use crate::{CellLabel, PluginRegistry, RuleEngine, RulePlugin, board};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;
use tilewright_board::{AxisId, CellId, DirTag, PremiumKind, Topology};
use tilewright_tiles::{TileSet, hex};

/// The most players of a game.
pub const MAX_PLAYERS: u8 = 8;
/// The highest stack.
pub const MAX_STACK: u8 = 16;
/// The largest rack.
pub const MAX_RACK: u16 = 64;

/// The content hash that identifies a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RulesetHash(pub [u8; 32]);

impl fmt::Display for RulesetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl FromStr for RulesetHash {
    type Err = RulesetHashError;

    /// Reads the 64 hexadecimal digits that `Display` writes.
    fn from_str(text: &str) -> Result<RulesetHash, RulesetHashError> {
        hex::decode(text).map(RulesetHash).ok_or(RulesetHashError)
    }
}

/// A text that is no hash of a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the hash of a ruleset has 64 hexadecimal digits")]
pub struct RulesetHashError;

impl fmt::Debug for RulesetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A plugin by name, with its settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PluginSpec {
    /// The name under which it is registered.
    pub name: String,
    /// Its settings.
    #[serde(default)]
    pub config: serde_json::Value,
}

/// A word that lies on the board before the first move, centred on the start cell's line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartWordSpec {
    /// The axis it lies on, by name.
    pub axis: String,
    /// The cell whose line it lies on; the board's centre by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// Words to choose from with the game's seed when the game names none.
    pub words: Vec<String>,
}

/// What a ruleset is made of.
#[derive(Clone, Debug)]
pub struct RulesetParts {
    /// The variant's id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its content hash.
    pub hash: RulesetHash,
    /// The id of its word list.
    pub lexicon: Option<String>,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// The board's shape.
    pub topology: Arc<Topology>,
    /// The premium of every cell.
    pub premiums: Vec<Option<PremiumKind>>,
    /// The tiles.
    pub tiles: Arc<TileSet>,
    /// The rules' settings.
    pub spec: RulesSpec,
    /// A word on the board before the first move.
    pub start_word: Option<StartWordSpec>,
    /// The plugins in order.
    pub plugins: Vec<PluginSpec>,
}

/// Why parts do not make a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// A setting out of bounds.
    #[error("rules.{field}: {value} is out of bounds; use {bounds}")]
    OutOfBounds {
        /// The setting.
        field: &'static str,
        /// Its value.
        value: i64,
        /// What is allowed.
        bounds: String,
    },
    /// A cell that is not on the board.
    #[error("{field}: the board has no cell `{cell}`, or a hole there")]
    UnknownCell {
        /// The setting.
        field: &'static str,
        /// The cell.
        cell: String,
    },
    /// An axis that the board does not have.
    #[error("{field}: the board has no axis `{axis}`; it has {known}")]
    UnknownAxis {
        /// The setting.
        field: &'static str,
        /// The axis.
        axis: String,
        /// The axes there are.
        known: String,
    },
    /// No start cell.
    #[error(
        "rules.first_move_start: the board has a hole at its centre, where games start by default; name start cells in `cells`"
    )]
    NoStart,
    /// As many premiums as cells are needed.
    #[error("there are {found} premiums for {cells} cells")]
    PremiumCount {
        /// How many were given.
        found: usize,
        /// How many are needed.
        cells: usize,
    },
    /// A plugin that cannot be made.
    #[error("plugin `{name}`: {reason}")]
    Plugin {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
}

impl RulesetError {
    /// What is wrong, for those who have named the setting already.
    pub fn reason(&self) -> String {
        let text = self.to_string();
        let (table, field) = match self {
            RulesetError::OutOfBounds { field, .. } => ("rules.", *field),
            RulesetError::UnknownCell { field, .. } | RulesetError::UnknownAxis { field, .. } => {
                ("", *field)
            }
            RulesetError::NoStart => ("rules.", "first_move_start"),
            RulesetError::PremiumCount { .. } | RulesetError::Plugin { .. } => return text,
        };
        let named = format!("{table}{field}: ");
        text.strip_prefix(&named).map_or_else(|| text.clone(), str::to_string)
    }
}

/// A hash of the settings of all rules.
fn settings_hash(spec: &RulesSpec) -> u64 {
    let text = serde_json::to_vec(spec).expect("settings are plain data with text keys");
    mix_bytes(1, &text)
}

/// A variant, compiled: everything that validation, scoring and play ask for.
#[derive(Clone)]
pub struct Ruleset {
    parts: RulesetParts,
    start_cells: Vec<CellId>,
    readings: Vec<Reading>,
    labels: Vec<CellLabel>,
    engine: RuleEngine,
    plugins: Vec<Arc<dyn RulePlugin>>,
    /// A hash of the variant and of what was changed about it here.
    fingerprint: u64,
}

impl Ruleset {
    /// Checks the parts and fills in the built-in rules; plugins come from a registry.
    pub fn new(parts: RulesetParts, registry: &PluginRegistry) -> Result<Ruleset, RulesetError> {
        check_bounds(&parts)?;
        let cells = parts.topology.cell_count();
        if parts.premiums.len() != cells {
            return Err(RulesetError::PremiumCount { found: parts.premiums.len(), cells });
        }
        let start_cells = start_cells(&parts)?;
        let readings = readings(&parts)?;
        if let Some(start_word) = &parts.start_word {
            axis(&parts.topology, "start_word.axis", &start_word.axis)?;
            if let Some(cell) = &start_word.through {
                find_cell(&parts.topology, "start_word.through", cell)?;
            }
        }
        let plugins = (parts.plugins.iter())
            .map(|plugin| {
                registry
                    .create(plugin)
                    .map_err(|reason| RulesetError::Plugin { name: plugin.name.clone(), reason })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let labels =
            parts.topology.cell_ids().map(|cell| board::label(&parts.topology, cell)).collect();
        let engine = RuleEngine::from_spec(&parts.spec);
        let fingerprint = mix_bytes(settings_hash(&parts.spec), &parts.hash.0);
        Ok(Ruleset { parts, start_cells, readings, labels, engine, plugins, fingerprint })
    }

    /// The same variant with other settings; rules added by hand stay.
    pub fn with_spec(&self, change: impl FnOnce(&mut RulesSpec)) -> Result<Ruleset, RulesetError> {
        let mut parts = self.parts.clone();
        change(&mut parts.spec);
        check_bounds(&parts)?;
        let mut ruleset = Ruleset {
            start_cells: start_cells(&parts)?,
            readings: readings(&parts)?,
            fingerprint: mix(self.fingerprint, settings_hash(&parts.spec)),
            parts,
            ..self.clone()
        };
        ruleset.engine.refill(&ruleset.parts.spec);
        Ok(ruleset)
    }

    /// The same variant with other premiums.
    pub fn with_premium(&self, cell: CellId, premium: Option<PremiumKind>) -> Ruleset {
        let mut ruleset = self.clone();
        ruleset.parts.premiums[cell.index()] = premium;
        let name = premium.map_or_else(String::new, |premium| premium.to_string());
        ruleset.fingerprint = mix(mix_bytes(self.fingerprint, name.as_bytes()), cell.0.into());
        ruleset
    }

    /// The same variant with one plugin more.
    pub fn with_plugin(&self, plugin: Arc<dyn RulePlugin>) -> Ruleset {
        let mut ruleset = self.clone();
        ruleset.fingerprint = mix_bytes(self.fingerprint, plugin.name().as_bytes());
        ruleset.plugins.push(plugin);
        ruleset
    }

    /// The same variant with another set of rules.
    pub fn with_engine(&self, engine: RuleEngine) -> Ruleset {
        let rules = engine.list();
        let fingerprint = rules.iter().fold(self.fingerprint, |hash, rule| {
            mix(mix_bytes(hash, rule.id.as_bytes()), u64::from(rule.enabled))
        });
        Ruleset { engine, fingerprint, ..self.clone() }
    }

    /// A hash of the variant with all that was changed about it: for the identity of positions.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The variant's id.
    pub fn id(&self) -> &str {
        &self.parts.id
    }

    /// The variant's name.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// The content hash.
    pub fn hash(&self) -> RulesetHash {
        self.parts.hash
    }

    /// The id of the word list.
    pub fn lexicon(&self) -> Option<&str> {
        self.parts.lexicon.as_deref()
    }

    /// The fewest and the most players.
    pub fn players(&self) -> (u8, u8) {
        self.parts.players
    }

    /// The board's shape.
    #[inline]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.parts.topology
    }

    /// The premium of a cell.
    #[inline]
    pub fn premium(&self, cell: CellId) -> Option<PremiumKind> {
        self.parts.premiums[cell.index()]
    }

    /// The premiums of all cells, in cell order.
    pub fn premiums(&self) -> &[Option<PremiumKind>] {
        &self.parts.premiums
    }

    /// The tiles.
    #[inline]
    pub fn tiles(&self) -> &Arc<TileSet> {
        &self.parts.tiles
    }

    /// The rules' settings.
    #[inline]
    pub fn spec(&self) -> &RulesSpec {
        &self.parts.spec
    }

    /// The parts it was made of.
    pub fn parts(&self) -> &RulesetParts {
        &self.parts
    }

    /// The rules.
    #[inline]
    pub fn engine(&self) -> &RuleEngine {
        &self.engine
    }

    /// The plugins in order.
    #[inline]
    pub fn plugins(&self) -> &[Arc<dyn RulePlugin>] {
        &self.plugins
    }

    /// The start cells.
    #[inline]
    pub fn start_cells(&self) -> &[CellId] {
        &self.start_cells
    }

    /// In which direction the lines of an axis are read.
    #[inline]
    pub fn reading(&self, axis: AxisId) -> Reading {
        self.readings[axis.index()]
    }

    /// A cell as messages write it.
    #[inline]
    pub fn label(&self, cell: CellId) -> &CellLabel {
        &self.labels[cell.index()]
    }

    /// Whether a game needs a word list: words are looked up when a move is submitted, or when it
    /// is challenged.
    pub fn uses_words(&self) -> bool {
        let validation = &self.parts.spec.word_validation;
        validation.enabled && validation.dictionary == DictionaryMode::Check
    }

    /// Whether words are looked up when a move is submitted.
    pub fn checks_words(&self) -> bool {
        self.uses_words() && !self.parts.spec.challenge.enable_challenges
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({}, {})", self.parts.id, self.parts.hash)
    }
}

fn check_bounds(parts: &RulesetParts) -> Result<(), RulesetError> {
    let check = |field: &'static str, value: i64, low: i64, high: i64| {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        Err(RulesetError::OutOfBounds { field, value, bounds: format!("{low} to {high}") })
    };
    let spec = &parts.spec;
    let most = i64::from(MAX_PLAYERS);
    check("players", parts.players.0.into(), 1, most)?;
    check("players", parts.players.1.into(), parts.players.0.into(), most)?;
    check("rack_size.size", spec.rack_size.size.into(), 1, MAX_RACK.into())?;
    check("min_word_length.min_main_length", spec.min_word_length.min_main_length.into(), 1, 64)?;
    check("stacking.max_height", spec.stacking.max_height.into(), 1, MAX_STACK.into())?;
    let passes = &spec.consecutive_passes;
    check(
        "consecutive_passes.consecutive_pass_limit",
        passes.consecutive_pass_limit.into(),
        1,
        1000,
    )?;
    if let FirstPlayer::Seat(seat) = spec.turn_order.first {
        check("turn_order.first.seat", seat.into(), 0, most - 1)?;
    }
    if let Some(turns) = spec.turn_limit.turns {
        check("turn_limit.turns", turns.into(), 1, 10_000)?;
    }
    Ok(())
}

fn find_cell(topology: &Topology, field: &'static str, cell: &str) -> Result<CellId, RulesetError> {
    let unknown = || RulesetError::UnknownCell { field, cell: cell.chars().take(40).collect() };
    topology.find_cell(cell).ok_or_else(unknown)
}

fn axis(topology: &Topology, field: &'static str, name: &str) -> Result<AxisId, RulesetError> {
    topology.axis_by_tag(&DirTag::parse(name).0).ok_or_else(|| RulesetError::UnknownAxis {
        field,
        axis: name.chars().take(40).collect(),
        known: topology.axes().iter().map(|axis| axis.tag.name()).collect::<Vec<_>>().join(", "),
    })
}

fn start_cells(parts: &RulesetParts) -> Result<Vec<CellId>, RulesetError> {
    let named = &parts.spec.first_move_start.cells;
    if named.is_empty() {
        return match parts.topology.center() {
            Some(center) => Ok(vec![center]),
            None if parts.start_word.is_some() => Ok(Vec::new()),
            None => Err(RulesetError::NoStart),
        };
    }
    let mut cells = Vec::with_capacity(named.len());
    for cell in named {
        cells.push(find_cell(&parts.topology, "rules.first_move_start.cells", cell)?);
    }
    cells.sort_unstable();
    cells.dedup();
    Ok(cells)
}

fn readings(parts: &RulesetParts) -> Result<Vec<Reading>, RulesetError> {
    let axes = parts.topology.axes().len();
    match &parts.spec.word_validation.reading {
        ReadingSpec::All(reading) => Ok(vec![*reading; axes]),
        ReadingSpec::PerAxis(by_name) => {
            let mut readings = vec![Reading::Forward; axes];
            for (name, reading) in by_name {
                let axis = axis(&parts.topology, "rules.word_validation.reading", name)?;
                readings[axis.index()] = *reading;
            }
            Ok(readings)
        }
    }
}
