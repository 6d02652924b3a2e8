//! Positions described by flags: variant, tiles on the board, premiums, plugins, rack, word list.

use crate::output::{Failure, read_file, warn};
use clap::Args;
use std::borrow::Cow;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use tilewright::notation::Square;
use tilewright::rules::spec::DictionaryMode;
use tilewright::rules::{LetterRef, PluginSpec, Switches, TileRef};
use tilewright::tiles::{Face, Mark};
use tilewright::tiles::{KindId, Tile};
use tilewright::variants::{MAX_FILE, Resolver};
use tilewright::{
    Board, CellId, CellLabel, Dictionary, DraftTile, MoveDraft, PluginRegistry, Position,
    PremiumKind, Ruleset, TileCounts, Variant, WordSet, lexicon_for,
};

/// A position and a move.
#[derive(Args, Clone)]
pub struct PositionArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    pub variant: String,
    /// A tile already on the board: X,Y=T, X,Y,Z=T or NODE=T. Write ?e for a blank that stands for
    /// e, and [?vowel]e for a blank with the id ?vowel. Tiles on the same cell stack. The premium
    /// there is used up.
    #[arg(long, value_name = "X,Y=T")]
    pub on: Vec<String>,
    /// A tile to play, written as for --on.
    #[arg(long, value_name = "X,Y=T")]
    pub place: Vec<String>,
    /// Replace the premium on a cell; `regular` removes it.
    #[arg(long, value_name = "X,Y=KIND")]
    pub premium: Vec<String>,
    /// Add a plugin.
    #[arg(long, value_name = "NAME[=JSON]")]
    pub plugin: Vec<String>,
    /// The rack: letters, `?` for a blank, [ID] for a tile by its id [default: the placed tiles].
    #[arg(long, value_name = "TILES")]
    pub rack: Option<String>,
    /// Whether words are checked [default: as in the variant].
    #[arg(long, value_name = "check|free", value_parser = ["check", "free"])]
    pub dictionary: Option<String>,
    /// Check words against this word list (one word per line).
    #[arg(long, value_name = "FILE")]
    pub words: Option<String>,
    /// The move in standard notation: `8H READ` across, `H8 READ` down; lower case for blanks, `.`
    /// or the letter for tiles already on the board.
    #[arg(value_name = "NOTATION", num_args = 0..=2)]
    pub notation: Vec<String>,
}

/// A position with its rules, the move and the word list.
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// Its rules, with the given premiums and plugins.
    pub ruleset: Ruleset,
    /// The tiles on the board.
    pub board: Board,
    /// The rack.
    pub rack: TileCounts,
    /// The move.
    pub draft: MoveDraft,
    dictionary: Option<Box<dyn Dictionary>>,
    switches: Switches,
}

impl Setup {
    /// The position.
    pub fn position(&self) -> Position<'_> {
        Position {
            dictionary: self.dictionary.as_deref(),
            switches: &self.switches,
            ..Position::new(&self.ruleset, &self.board, &self.rack)
        }
    }
}

/// Loads a shipped variant or a file, which may extend files in the same folder.
pub fn load_variant(name: &str) -> Result<Variant, Failure> {
    let is_file = name.ends_with(".toml") || name.contains(['/', '\\']);
    if !is_file {
        return Variant::shipped(name).map_err(Failure::usage);
    }
    let text = read_file(name, MAX_FILE as u64)?;
    variant_from_text(name, &text)
}

/// Parses the text of a variant file, which may extend files in the same folder.
fn variant_from_text(path: &str, text: &str) -> Result<Variant, Failure> {
    let siblings = Siblings::of(path);
    let read = Variant::from_toml(text, &siblings);
    siblings.check()?;
    read.map_err(|error| Failure::usage(format!("{path}: {error}")))
}

/// The variant files in the folder of a file.
pub struct Siblings {
    folder: PathBuf,
    unreadable: RefCell<Option<Failure>>,
}

impl Siblings {
    /// The files beside this one.
    pub fn of(path: &str) -> Siblings {
        // A path without a parent is the root of a file system, where no file can be.
        let folder = Path::new(path).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        Siblings { folder, unreadable: RefCell::new(None) }
    }

    /// Fails if a file exists but could not be read. Call it after the variant was read.
    pub fn check(self) -> Result<(), Failure> {
        self.unreadable.into_inner().map_or(Ok(()), Err)
    }
}

impl Resolver for Siblings {
    fn source(&self, id: &str) -> Option<Cow<'_, str>> {
        let path = self.folder.join(format!("{id}.toml"));
        if !path.exists() {
            return None;
        }
        match read_file(&path.display().to_string(), MAX_FILE as u64) {
            Ok(text) => Some(text.into()),
            Err(failure) => {
                *self.unreadable.borrow_mut() = Some(failure);
                None
            }
        }
    }
}

/// Loads a word list from a file.
pub fn load_words(path: &str, ruleset: &Ruleset) -> Result<Box<dyn Dictionary>, Failure> {
    let text = read_file(path, tilewright::lexicon::MAX_LIST_BYTES as u64)?;
    let (words, report) = WordSet::from_text(ruleset.tiles().alphabet(), &text)
        .map_err(|error| Failure::usage(format!("{path}: {error}")))?;
    for skipped in &report.examples {
        warn(&format!("{path}: line {} skipped: {}", skipped.line, skipped.reason));
    }
    Ok(Box::new(words))
}

impl PositionArguments {
    /// Builds the position.
    pub fn setup(&self) -> Result<Setup, Failure> {
        let variant = load_variant(&self.variant)?;
        let registry = PluginRegistry::default();
        let mut ruleset = variant.ruleset(&registry).map_err(Failure::usage)?;
        for premium in &self.premium {
            let (cell, kind) = split(premium, "--premium X,Y=KIND")?;
            let cell = find_cell(&ruleset, cell, "--premium")?;
            let kind: PremiumKind = kind.parse().map_err(Failure::usage)?;
            ruleset = ruleset.with_premium(cell, Some(kind).filter(|k| *k != PremiumKind::Regular));
        }
        for plugin in &self.plugin {
            let plugin = registry
                .create(&plugin_spec(plugin)?)
                .map_err(|reason| Failure::usage(format!("--plugin {plugin}: {reason}")))?;
            ruleset = ruleset.with_plugin(plugin);
        }
        if let Some(mode) = self.dictionary_mode() {
            ruleset = ruleset
                .with_spec(|spec| spec.word_validation.dictionary = mode)
                .map_err(Failure::usage)?;
        }
        let board = self.board(&ruleset)?;
        let draft = self.draft(&ruleset, &board)?;
        let rack = self.rack(&ruleset, &draft)?;
        let dictionary = match &self.words {
            Some(path) => Some(load_words(path, &ruleset)?),
            None if ruleset.checks_words() => Some(lexicon_for(&ruleset).map_err(|error| {
                Failure::usage(format!("{error} with --words FILE, or use --dictionary free"))
            })?),
            None => None,
        };
        let switches = Switches::new();
        Ok(Setup { variant, ruleset, board, rack, draft, dictionary, switches })
    }

    fn dictionary_mode(&self) -> Option<DictionaryMode> {
        match self.dictionary.as_deref() {
            Some("free") if self.words.is_none() => Some(DictionaryMode::Free),
            Some(_) => Some(DictionaryMode::Check),
            None => self.words.as_ref().map(|_| DictionaryMode::Check),
        }
    }

    fn board(&self, ruleset: &Ruleset) -> Result<Board, Failure> {
        let mut board = Board::new(ruleset.topology().clone());
        let stacking = &ruleset.spec().stacking;
        let limit = if stacking.enabled { stacking.max_height } else { 1 };
        for text in &self.on {
            let (cell, tile) = split(text, "--on X,Y=T")?;
            let cell = find_cell(ruleset, cell, "--on")?;
            if board.height(cell) >= limit {
                let name = ruleset.label(cell);
                return Err(Failure::usage(format!(
                    "--on {text}: cell {name} already has {} tiles; this variant allows {limit}",
                    board.height(cell)
                )));
            }
            let drafted = DraftTile::of_set(ruleset.label(cell).clone(), tile, ruleset.tiles());
            let tile = known_tile(ruleset, &drafted)
                .map_err(|reason| Failure::usage(format!("--on {text}: {reason}")))?;
            board.put(cell, tile);
            if ruleset.premium(cell) != Some(PremiumKind::Reviver) {
                board.set_premium_used(cell, true);
            }
        }
        Ok(board)
    }

    fn draft(&self, ruleset: &Ruleset, board: &Board) -> Result<MoveDraft, Failure> {
        let mut draft = MoveDraft::default();
        for text in &self.place {
            let (cell, tile) = split(text, "--place X,Y=T")?;
            let label = CellLabel::parse(cell);
            if let (CellLabel::Node(name), None) = (&label, label.find(ruleset.topology())) {
                return Err(Failure::usage(format!(
                    "--place {text}: the board has no cell `{name}`; use X,Y, X,Y,Z or a node's name"
                )));
            }
            let drafted = DraftTile::of_set(label, tile, ruleset.tiles());
            let known = match &drafted.tile {
                TileRef::Named(name) => find_kind(ruleset, name).is_some(),
                TileRef::Kind(_) => true,
            };
            if !known {
                return Err(Failure::usage(format!(
                    "--place {text}: this variant has no tile `{tile}`"
                )));
            }
            draft.placements.push(drafted);
        }
        match self.notation.as_slice() {
            [] => {}
            [square, word] => {
                draft.placements.extend(notation(ruleset, board, square, word)?);
            }
            _ => {
                return Err(Failure::usage("standard notation needs a square and a word: 8H READ"));
            }
        }
        Ok(draft)
    }

    fn rack(&self, ruleset: &Ruleset, draft: &MoveDraft) -> Result<TileCounts, Failure> {
        match &self.rack {
            Some(text) => {
                let kinds = ruleset.tiles().parse_rack(text);
                let kinds =
                    kinds.map_err(|error| Failure::usage(format!("--rack {text}: {error}")))?;
                Ok(kinds.into_iter().collect())
            }
            None => {
                let kinds = draft.placements.iter().filter_map(|tile| match &tile.tile {
                    TileRef::Named(name) => find_kind(ruleset, name),
                    TileRef::Kind(kind) => Some(*kind),
                });
                Ok(kinds.collect())
            }
        }
    }
}

/// Splits `CELL=WHAT`.
pub fn split<'a>(text: &'a str, form: &str) -> Result<(&'a str, &'a str), Failure> {
    match text.split_once('=') {
        Some((cell, what)) if !cell.is_empty() && !what.is_empty() => Ok((cell.trim(), what)),
        _ => Err(Failure::usage(format!("`{text}` must have the form {form}"))),
    }
}

fn find_cell(ruleset: &Ruleset, text: &str, flag: &str) -> Result<CellId, Failure> {
    let unknown = || Failure::usage(format!("{flag} {text}: the board has no such cell"));
    CellLabel::parse(text).find(ruleset.topology()).ok_or_else(unknown)
}

fn find_kind(ruleset: &Ruleset, name: &str) -> Option<KindId> {
    let tiles = ruleset.tiles();
    tiles.find(name).or_else(|| tiles.first_blank().filter(|_| name == "?"))
}

/// Resolves a drafted tile into its kind and letter.
pub fn known_tile(ruleset: &Ruleset, drafted: &DraftTile) -> Result<Tile, String> {
    let tiles = ruleset.tiles();
    let TileRef::Named(name) = &drafted.tile else { return Err("no tile".to_string()) };
    let kind =
        find_kind(ruleset, name).ok_or_else(|| format!("this variant has no tile `{name}`"))?;
    let letter = match (tiles.kind(kind).face, &drafted.stands_for) {
        (Face::Letter(letter), _) => letter,
        (Face::Blank(_), None) => {
            return Err("write the letter after the blank, as in ?e".to_string());
        }
        (Face::Blank(letters), Some(LetterRef::Symbol(symbol))) => {
            let letter = tiles.alphabet().letter(symbol).filter(|letter| letters.contains(*letter));
            letter.ok_or_else(|| format!("the blank cannot stand for `{symbol}`"))?
        }
        (Face::Blank(_), Some(LetterRef::Letter(letter))) => *letter,
    };
    Ok(Tile { kind, letter, mark: Mark::NONE })
}

/// `score_bonus` or `score_bonus={"bonus":5}`.
fn plugin_spec(text: &str) -> Result<PluginSpec, Failure> {
    let (name, config) = match text.split_once('=') {
        None => (text, serde_json::Value::Null),
        Some((name, json)) => {
            let config = serde_json::from_str(json);
            let wrong = |error| {
                Failure::usage(format!(
                    "--plugin {text}: the settings must be JSON, as in NAME={{\"bonus\":5}} ({error})"
                ))
            };
            (name, config.map_err(wrong)?)
        }
    };
    Ok(PluginSpec { name: name.to_string(), config })
}

/// `8H READ` across, `H8 READ` down.
fn notation(
    ruleset: &Ruleset,
    board: &Board,
    square: &str,
    word: &str,
) -> Result<Vec<DraftTile>, Failure> {
    let bad = |reason: String| Failure::usage(format!("{square} {word}: {reason}"));
    let tiles = square.parse().and_then(|square: Square| square.place(ruleset, board, word));
    Ok(MoveDraft::known(&tiles.map_err(bad)?, ruleset.tiles()).placements)
}
