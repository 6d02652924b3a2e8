//! Answers of the engine.

use crate::judged::{TurnAnalysis, VariantReport};
use crate::{AxisDetails, BoardDrawing, PremiumDetails, SavedGame, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_game::{Command, Event, VisibleEvent};
use tilewright_rules::spec::RulesSpec;
use tilewright_rules::{CellLabel, PluginSpec, Points, ScoreBreakdown, UserMove, Violation};

/// An answer of the engine.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The shipped variants.
    Variants {
        /// In alphabetical order.
        variants: Vec<VariantSummary>,
    },
    /// A variant.
    Variant(Box<VariantDetails>),
    /// The premium kinds.
    Premiums {
        /// Every kind; of those with numbers of their own an example.
        premiums: Vec<PremiumDetails>,
    },
    /// A game after a change.
    Game {
        /// The game, to be sent with the next call.
        game: Box<SavedGame>,
        /// The events of the change; hidden tiles are in them.
        events: Vec<Event>,
        /// What the viewer sees.
        view: Box<View>,
    },
    /// What a viewer sees.
    View {
        /// The view.
        view: Box<View>,
    },
    /// What a move would do.
    Preview(Box<Preview>),
    /// Legal plays.
    Moves {
        /// The number of all legal plays.
        total: u64,
        /// The best, by score and what they leave.
        moves: Vec<FoundMove>,
    },
    /// What a player would do.
    Best {
        /// The command.
        command: Command,
        /// Why the rules refuse the move that the player would have made, where they do: then the
        /// command is what it does instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<String>,
    },
    /// What a turn was worth.
    Analysis {
        /// The turn, with the best moves and the played one.
        turn: Box<TurnAnalysis>,
    },
    /// What a variant's games come to.
    Lab {
        /// Counts that can be sent with the next call, and what they mean.
        report: Box<VariantReport>,
    },
    /// Events.
    Events {
        /// The events.
        events: Vec<VisibleEvent>,
    },
    /// Whether the shuffle is what the seed says.
    Verified {
        /// Whether all is well.
        ok: bool,
        /// What is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fault: Option<String>,
    },
    /// A picture.
    Picture {
        /// The picture.
        svg: String,
    },
    /// What is known of words.
    Words(WordAnswer),
    /// A game as GCG.
    Gcg {
        /// The file.
        text: String,
    },
}

/// A variant in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is special about it.
    pub description: String,
    /// The language of its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The id of its word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<String>,
    /// Whether that list is bundled.
    pub playable: bool,
    /// The fewest and the most players.
    pub players: (u8, u8),
    /// The content hash of its rules.
    pub ruleset: String,
}

/// Everything about a variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantDetails {
    /// What the list says.
    pub summary: VariantSummary,
    /// The whole file, building on no other.
    pub toml: String,
    /// The cells, in order.
    pub cells: Vec<CellDetails>,
    /// The lines on which words lie.
    pub lines: Vec<BoardLine>,
    /// The start cells.
    pub start_cells: Vec<CellLabel>,
    /// The tiles.
    pub tiles: Vec<TileDetails>,
    /// The tiles of a rack.
    pub rack_size: u16,
    /// All rules with their settings: stacking, reading directions, free words and the rest.
    pub rules: Box<RulesSpec>,
    /// The plugins it names, with their settings.
    pub plugins: Vec<PluginSpec>,
    /// What the linter finds.
    pub lints: Vec<VariantLint>,
    /// The axes of the board, in its order.
    pub axes: Vec<AxisDetails>,
    /// The premium kinds that occur on the board.
    pub premium_kinds: Vec<PremiumDetails>,
    /// The empty board in pieces.
    pub drawing: BoardDrawing,
}

/// A cell of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellDetails {
    /// The cell.
    pub cell: CellLabel,
    /// Where to draw its centre, in thousandths of a cell: to the right.
    pub x: i32,
    /// The same, downwards.
    pub y: i32,
    /// Its layer, from 0.
    pub layer: u16,
    /// Its premium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premium: Option<String>,
}

/// A line of the board: a maximal run of cells along an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardLine {
    /// The axis.
    pub axis: String,
    /// The cells in forward order.
    pub cells: Vec<CellLabel>,
}

/// A kind of tile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TileDetails {
    /// Its id.
    pub tile: String,
    /// The letter it shows; none on a blank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// What it is worth.
    pub score: i32,
    /// How many there are.
    pub count: u16,
    /// The letters that a blank may stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands_for: Vec<String>,
    /// The letter it shows upside down, where the variant has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotated: Option<String>,
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LintLevel {
    /// The variant cannot be played.
    Error,
    /// It can be played.
    Warning,
}

/// A finding of the linter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantLint {
    /// How bad it is.
    pub level: LintLevel,
    /// A short name.
    pub code: String,
    /// The field it speaks of.
    pub field: String,
    /// The reason and the remedy.
    pub message: String,
}

/// What a move would do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preview {
    /// Whether it is legal.
    pub legal: bool,
    /// The account of its score, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breakdown: Option<ScoreBreakdown>,
    /// Every rule that it breaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
}

/// A legal play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundMove {
    /// The move, to be submitted as it is.
    #[serde(rename = "move")]
    pub user_move: UserMove,
    /// The words it forms.
    pub words: Vec<String>,
    /// What it scores.
    pub score: Points,
    /// What it is worth with the tiles it leaves, in thousandths of a point.
    pub equity: i64,
}

/// What is known of words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WordAnswer {
    /// Whether texts are words.
    Verdicts(Vec<WordVerdict>),
    /// Words in the order of the alphabet.
    Found {
        /// The words.
        words: Vec<String>,
        /// Whether there are more.
        more: bool,
    },
    /// Letters that make another word.
    Hooks {
        /// In front.
        front: Vec<String>,
        /// At the end.
        back: Vec<String>,
    },
    /// Why something is no word.
    Explained {
        /// Whether it is one.
        valid: bool,
        /// All reasons why not.
        reasons: Vec<String>,
        /// Words of the same letters.
        anagrams: Vec<String>,
        /// Words that differ by one letter.
        near: Vec<String>,
    },
}

/// Whether a text is a word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WordVerdict {
    /// The text.
    pub word: String,
    /// Whether it is a word.
    pub valid: bool,
}
