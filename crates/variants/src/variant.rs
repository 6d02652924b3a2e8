//! A variant, resolved: everything built that its file describes.

use crate::board::{self, BuiltBoard};
use crate::canonical::{canonical_json, hash};
use crate::error::{Fault, FieldPath, VariantError, VariantErrorKind};
use crate::extends::{Chain, Resolver, ShippedOnly};
use crate::shipped::{shipped_ids, shipped_source};
use crate::{FORMAT, Family, VariantFile, limits, tiles, writing};
use std::sync::Arc;
use tilewright_board::{AxisId, CellId, DirTag, PremiumKind, Topology};
use tilewright_rules::spec::{ReadingSpec, RulesSpec};
use tilewright_rules::{MAX_PLAYERS, PluginRegistry, PluginSpec, Ruleset, RulesetError};
use tilewright_rules::{RulesetHash, RulesetParts, StartWordSpec};
use tilewright_tiles::TileSet;

/// A variant, resolved: its file with all that it builds on, its board and its tiles.
///
/// It is within all limits, but may still make no sense: [`lint`](crate::lint()) checks that.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The file, flattened.
    file: VariantFile,
    players: (u8, u8),
    topology: Arc<Topology>,
    premiums: Vec<Option<PremiumKind>>,
    tiles: Arc<TileSet>,
    /// The file's rules, with the start cells that the layout marks.
    rules: RulesSpec,
    hash: RulesetHash,
}

/// Writing a variant file as JSON cannot fail.
pub(crate) const PLAIN_DATA: &str = "a variant file is plain data, and its keys are texts";

impl Variant {
    /// Reads a variant file. The resolver finds files to build on that are not shipped.
    pub fn from_toml(text: &str, resolver: &dyn Resolver) -> Result<Variant, VariantError> {
        let chain = Chain::read(text, resolver)?;
        Variant::build(chain.merged()?).map_err(|fault| chain.error(fault))
    }

    /// Makes a variant of a file that builds on no other.
    pub fn from_file(file: VariantFile) -> Result<Variant, VariantError> {
        if file.format != FORMAT {
            let kind = VariantErrorKind::Format(file.format.into());
            return Err(FieldPath::new("format").fault(kind).into());
        }
        match file.extends.clone() {
            Some(parent) => {
                Err(FieldPath::new("extends").fault(VariantErrorKind::UnknownParent(parent)).into())
            }
            None => Variant::build(file).map_err(VariantError::from),
        }
    }

    /// A shipped variant.
    pub fn shipped(id: &str) -> Result<Variant, VariantError> {
        let Some(text) = shipped_source(id) else {
            let known = shipped_ids().collect::<Vec<_>>().join(", ");
            let id = id.chars().take(64).collect();
            return Err(VariantError::general(VariantErrorKind::UnknownVariant { id, known }));
        };
        Variant::from_toml(text, &ShippedOnly)
    }

    fn build(file: VariantFile) -> Result<Variant, Fault> {
        let [fewest, most] = file.players.unwrap_or([1, MAX_PLAYERS]);
        let players = (fewest, most);
        limits::check(&file, players)?;
        let mut rules = file.rules.clone();
        let named_starts = &mut rules.first_move_start.cells;
        let BuiltBoard { topology, premiums, marked_starts } =
            board::build(&file.board, named_starts)?;
        if named_starts.is_empty() {
            named_starts.extend(marked_starts.iter().map(|cell| topology.cell_name(*cell)));
        }
        let tiles = tiles::build(&file.tiles)?;
        let mut variant = Variant {
            players,
            topology: Arc::new(topology),
            premiums,
            tiles: Arc::new(tiles),
            rules,
            hash: RulesetHash::default(),
            file,
        };
        variant.hash = hash(&canonical_json(&variant));
        Ok(variant)
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.file.id
    }

    /// The name that people see.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// What is special about it.
    pub fn description(&self) -> &str {
        self.file.description.as_deref().unwrap_or("")
    }

    /// The language of the words, as a BCP 47 tag.
    pub fn language(&self) -> Option<&str> {
        self.file.language.as_deref()
    }

    /// The family: what ratings are for.
    pub fn family(&self) -> Family {
        let shape = self.file.board.shape.expect("no board is built without a shape");
        Family::new(shape, self.language())
    }

    /// The id of the word list.
    pub fn lexicon(&self) -> Option<&str> {
        self.file.lexicon.as_deref()
    }

    /// The fewest and the most players.
    pub fn players(&self) -> (u8, u8) {
        self.players
    }

    /// The board's shape.
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The premium of every cell, in cell order.
    pub fn premiums(&self) -> &[Option<PremiumKind>] {
        &self.premiums
    }

    /// The tiles.
    pub fn tiles(&self) -> &Arc<TileSet> {
        &self.tiles
    }

    /// The rules' settings, with the start cells that the layout marks.
    pub fn rules(&self) -> &RulesSpec {
        &self.rules
    }

    /// The word on the board before the first move.
    pub fn start_word(&self) -> Option<&StartWordSpec> {
        self.file.start_word.as_ref()
    }

    /// The plugins in order.
    pub fn plugins(&self) -> &[PluginSpec] {
        &self.file.plugins
    }

    /// The file, flattened: it builds on no other.
    pub fn file(&self) -> &VariantFile {
        &self.file
    }

    /// The SHA-256 of everything that affects play. Two files with the same hash play the same,
    /// however they are written.
    pub fn hash(&self) -> RulesetHash {
        self.hash
    }

    /// The text whose SHA-256 the hash is: JSON with sorted keys, defaults filled in and the board
    /// spelled out.
    pub fn canonical_json(&self) -> String {
        canonical_json(self)
    }

    /// The start cells: those named or marked, or else the centre. None at all if the centre is a
    /// hole and a start word lies there in its stead.
    ///
    /// # Errors
    /// If a named cell is not on the board, or there is no start cell.
    pub fn start_cells(&self) -> Result<Vec<CellId>, VariantError> {
        let named = &self.rules.first_move_start.cells;
        if named.is_empty() {
            return match self.topology.center() {
                Some(center) => Ok(vec![center]),
                None if self.start_word().is_some() => Ok(Vec::new()),
                None => Err(FieldPath::new("rules.first_move_start")
                    .fault(RulesetError::NoStart)
                    .into()),
            };
        }
        let mut cells = Vec::with_capacity(named.len());
        for (index, cell) in named.iter().enumerate() {
            let path = FieldPath::new("rules.first_move_start.cells").index(index);
            cells.push(self.cell("rules.first_move_start.cells", path, cell)?);
        }
        cells.sort_unstable();
        cells.dedup();
        Ok(cells)
    }

    pub(crate) fn cell(
        &self,
        field: &'static str,
        path: FieldPath,
        cell: &str,
    ) -> Result<CellId, VariantError> {
        self.topology.find_cell(cell).ok_or_else(|| {
            let cell = cell.chars().take(40).collect();
            path.fault(RulesetError::UnknownCell { field, cell }).into()
        })
    }

    pub(crate) fn axis(&self, field: &'static str, name: &str) -> Result<AxisId, VariantError> {
        self.topology.axis_by_tag(&DirTag::parse(name).0).ok_or_else(|| {
            let axes = self.topology.axes().iter().map(|axis| axis.tag.name());
            let known = axes.collect::<Vec<_>>().join(", ");
            let axis = name.chars().take(40).collect();
            FieldPath::new(field).fault(RulesetError::UnknownAxis { field, axis, known }).into()
        })
    }

    /// What a ruleset is made of.
    ///
    /// # Errors
    /// If the rules name a cell or an axis that the board does not have.
    pub fn parts(&self) -> Result<RulesetParts, VariantError> {
        self.start_cells()?;
        if let ReadingSpec::PerAxis(readings) = &self.rules.word_validation.reading {
            for name in readings.keys() {
                self.axis("rules.word_validation.reading", name)?;
            }
        }
        if let Some(start_word) = self.start_word() {
            self.axis("start_word.axis", &start_word.axis)?;
            if let Some(cell) = &start_word.through {
                let field = "start_word.through";
                self.cell(field, FieldPath::new(field), cell)?;
            }
        }
        Ok(RulesetParts {
            id: self.file.id.clone(),
            name: self.file.name.clone(),
            hash: self.hash,
            lexicon: self.file.lexicon.clone(),
            players: self.players,
            topology: Arc::clone(&self.topology),
            premiums: self.premiums.clone(),
            tiles: Arc::clone(&self.tiles),
            spec: self.rules.clone(),
            start_word: self.file.start_word.clone(),
            plugins: self.file.plugins.clone(),
        })
    }

    /// The variant, compiled, with plugins from a registry.
    ///
    /// # Errors
    /// If the rules do not fit the board, or a plugin is not known or refuses its settings.
    pub fn ruleset(&self, registry: &PluginRegistry) -> Result<Ruleset, VariantError> {
        Ruleset::new(self.parts()?, registry).map_err(VariantError::general)
    }

    /// The variant as a file that builds on no other and states no defaults.
    pub fn to_toml(&self) -> String {
        writing::to_toml(&self.file)
    }

    /// The flattened file as JSON, with all defaults of the rules filled in.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.file).expect(PLAIN_DATA)
    }
}
