//! GCG: a game as a text file, one event a line.
//!
//! [`Gcg`] is the file itself, line by line, with nothing left out: pragmas that nobody knows,
//! notes and remarks come back when it is written. It needs no variant. [`replay`] plays the file
//! with the engine and says where it first differs.

mod challenges;
mod encoding;
mod ending;
mod event;
mod importer;
mod outline;
mod read;
mod record;
mod replay;
mod turns;
mod write;

pub use encoding::Encoding;
pub use event::{GcgAction, GcgEvent};
pub use record::RecordError;
pub use replay::{GcgReplay, GcgTurn, TurnPosition, replay};

use std::fmt;
use thiserror::Error;
use tilewright_rules::{Guide, MAX_PLAYERS, MAX_RACK};

/// The largest file, in bytes.
pub const MAX_GCG_BYTES: usize = 16 << 20;
/// The longest line, in bytes.
pub const MAX_GCG_LINE: usize = 64 << 10;
/// The most lines of a file.
pub const MAX_GCG_LINES: usize = 50_000;
/// The most events of a file.
pub const MAX_GCG_EVENTS: usize = 4096;
/// The longest nickname, in bytes.
pub const MAX_GCG_NICK: usize = 256;
/// The most tiles that one part of an event may name: the racks of all players.
pub const MAX_GCG_TILES: usize = MAX_RACK as usize * MAX_PLAYERS as usize;
/// The most cells of all positions of a replay: the events of a file times the cells of its board.
pub const MAX_GCG_CELLS: usize = 4_000_000;
/// The most players that a file may name.
pub const MAX_GCG_PLAYERS: u8 = 8;

/// What kind of thing is wrong with a file or the game in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// Something is too large.
    Size,
    /// The characters cannot be read or written.
    Encoding,
    /// A line is not of the form that the format asks for.
    Syntax,
    /// The players.
    Players,
    /// The variant and the file do not fit together.
    Variant,
    /// The wrong player moves.
    Turn,
    /// A rack that cannot be.
    Rack,
    /// A move that the rules forbid.
    Move,
    /// A score that is not the engine's.
    Score,
    /// A running total that is not the sum.
    Total,
    /// A withdrawn play or a bonus for a challenge.
    Challenge,
    /// The end of the game.
    Ending,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 12] = [
        FaultKind::Size,
        FaultKind::Encoding,
        FaultKind::Syntax,
        FaultKind::Players,
        FaultKind::Variant,
        FaultKind::Turn,
        FaultKind::Rack,
        FaultKind::Move,
        FaultKind::Score,
        FaultKind::Total,
        FaultKind::Challenge,
        FaultKind::Ending,
    ];

    /// Its name, why a file has it, and what helps.
    pub fn guide(self) -> Guide {
        let (cause, remedy) = match self {
            FaultKind::Size => (
                "The file, a line or the number of events is past its bound.",
                "Split the file; the message has the bound.",
            ),
            FaultKind::Encoding => (
                "Characters cannot be read, or cannot be written in the encoding that the file names.",
                "Write the file in UTF-8 with `#character-encoding UTF-8`.",
            ),
            FaultKind::Syntax => (
                "A line is not of the form `>nick: rack move score total`, or a pragma lacks something.",
                "Compare the line with the format.",
            ),
            FaultKind::Players => (
                "A player is missing, named twice, or there are more than the variant allows.",
                "Give every player a line `#player1 nick name`.",
            ),
            FaultKind::Variant => (
                "The board is no flat board of squares, has stacks, or begins with a word on it.",
                "Name the variant that was played with `--variant`.",
            ),
            FaultKind::Turn => (
                "The wrong player moves, or somebody moves after the end.",
                "Put the events in order, or add the pass that is missing.",
            ),
            FaultKind::Rack => (
                "A rack has tiles that cannot be there, lacks tiles that were kept, or does not have the tiles played.",
                "Fix the rack; it may be shown in part or left out.",
            ),
            FaultKind::Move => (
                "The rules forbid the move, or a word is not in the list.",
                "Check square and word; name the right variant or word list.",
            ),
            FaultKind::Score => (
                "The score is not the engine's.",
                "The message has both numbers; `tilewright score` shows how the engine counts.",
            ),
            FaultKind::Total => (
                "The running total is not the sum of what came before.",
                "Add it up again; the message has both numbers.",
            ),
            FaultKind::Challenge => (
                "A withdrawn play is good, or a bonus for a challenge is not the variant's.",
                "Check the word list and `rules.challenge`.",
            ),
            FaultKind::Ending => (
                "The tiles left, or the points for them, are not what the variant settles.",
                "Check the last racks and `rules.final_adjustment`.",
            ),
        };
        Guide::new(self.id(), cause, remedy)
    }

    /// The name in tables and in JSON.
    pub fn id(self) -> &'static str {
        match self {
            FaultKind::Size => "size",
            FaultKind::Encoding => "encoding",
            FaultKind::Syntax => "syntax",
            FaultKind::Players => "players",
            FaultKind::Variant => "variant",
            FaultKind::Turn => "turn",
            FaultKind::Rack => "rack",
            FaultKind::Move => "move",
            FaultKind::Score => "score",
            FaultKind::Total => "total",
            FaultKind::Challenge => "challenge",
            FaultKind::Ending => "ending",
        }
    }
}

/// What is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct GcgFault {
    /// The line, from 1.
    pub line: usize,
    /// What kind of thing.
    pub kind: FaultKind,
    /// What, and how to fix it.
    pub reason: String,
}

impl GcgFault {
    pub(crate) fn new(line: usize, kind: FaultKind, reason: impl Into<String>) -> GcgFault {
        GcgFault { line, kind, reason: reason.into() }
    }
}

/// A player of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlayer {
    /// The name in the events; it has no white space.
    pub nick: String,
    /// The full name; may be empty.
    pub name: String,
}

/// What a line holds.
#[derive(Clone, PartialEq, Debug)]
pub enum GcgItem {
    /// Nothing.
    Blank,
    /// `#player1 Ann Ann Example`
    Player {
        /// From 1.
        number: u8,
        /// Who.
        player: GcgPlayer,
    },
    /// Any other pragma: `#title …`, `#note …`, also one that nobody knows.
    Pragma {
        /// The word after `#`.
        keyword: String,
        /// The rest of the line.
        value: String,
    },
    /// A line that goes on with the pragma before it, as notes of several lines do.
    Text(String),
    /// `>Ann: READING 8H READ +10 10`
    Event(GcgEvent),
}

/// A line of a file. Lines are equal if they hold the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct GcgLine {
    /// Its number in the file that was read, from 1; 0 if it was in none.
    pub number: usize,
    /// What it holds.
    pub item: GcgItem,
}

impl PartialEq for GcgLine {
    fn eq(&self, other: &Self) -> bool {
        self.item == other.item
    }
}

impl From<GcgItem> for GcgLine {
    fn from(item: GcgItem) -> Self {
        GcgLine { number: 0, item }
    }
}

/// A game file, line by line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Gcg {
    /// The encoding that the first line names, if it names one.
    pub encoding: Option<Encoding>,
    /// The other lines.
    pub lines: Vec<GcgLine>,
}

impl Gcg {
    /// Adds a line.
    pub fn push(&mut self, item: GcgItem) {
        self.lines.push(item.into());
    }

    /// Adds a pragma.
    pub fn push_pragma(&mut self, keyword: &str, value: &str) {
        let (keyword, value) = (keyword.to_string(), value.to_string());
        self.push(GcgItem::Pragma { keyword, value });
    }

    /// The players by number, those in between that are not named left out.
    pub fn players(&self) -> Vec<(u8, &GcgPlayer)> {
        let mut players: Vec<(u8, &GcgPlayer)> = Vec::new();
        for line in &self.lines {
            if let GcgItem::Player { number, player } = &line.item {
                players.push((*number, player));
            }
        }
        tilewright_tiles::sort_by_key(&mut players, |(number, _)| *number);
        players
    }

    /// The first pragma with a keyword: its line's number and its text, all lines of it.
    pub fn pragma(&self, keyword: &str) -> Option<(usize, String)> {
        let at = self.lines.iter().position(|line| is_pragma(line, keyword))?;
        Some((self.lines[at].number, self.text_at(at)))
    }

    /// `#title`
    pub fn title(&self) -> Option<String> {
        self.pragma("title").map(|(_, text)| text)
    }

    /// `#description`
    pub fn description(&self) -> Option<String> {
        self.pragma("description").map(|(_, text)| text)
    }

    /// `#lexicon`
    pub fn lexicon(&self) -> Option<String> {
        self.pragma("lexicon").map(|(_, text)| text.trim().to_string())
    }

    /// Whether the file says that the game was not recorded to its end.
    pub fn is_incomplete(&self) -> bool {
        self.pragma("incomplete").is_some()
    }

    /// The events with their lines' numbers.
    pub fn events(&self) -> impl Iterator<Item = (usize, &GcgEvent)> {
        self.lines.iter().filter_map(|line| match &line.item {
            GcgItem::Event(event) => Some((line.number, event)),
            _ => None,
        })
    }

    /// The notes between each event and the next, in the order of the events.
    pub fn notes(&self) -> Vec<Vec<String>> {
        let mut notes = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match &line.item {
                GcgItem::Event(_) => notes.push(Vec::new()),
                _ if is_pragma(line, "note") => {
                    if let Some(last) = notes.last_mut() {
                        last.push(self.text_at(at));
                    }
                }
                _ => {}
            }
        }
        notes
    }

    /// The text of the pragma at a place, with the lines that go on with it.
    fn text_at(&self, at: usize) -> String {
        let Some(GcgLine { item: GcgItem::Pragma { value, .. }, .. }) = self.lines.get(at) else {
            return String::new();
        };
        let mut text = value.clone();
        let mut blanks = 0;
        for line in &self.lines[at + 1..] {
            match &line.item {
                GcgItem::Blank => blanks += 1,
                GcgItem::Text(more) => {
                    text.push_str(&"\n".repeat(blanks + 1));
                    text.push_str(more);
                    blanks = 0;
                }
                _ => break,
            }
        }
        text
    }
}

fn is_pragma(line: &GcgLine, wanted: &str) -> bool {
    matches!(&line.item, GcgItem::Pragma { keyword, .. } if keyword == wanted)
}

/// A text of a file in a message: not too long, and without what does not print.
pub(crate) fn shown(text: &str) -> Shown<'_> {
    Shown(text)
}

/// See [`shown`].
pub(crate) struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut characters = self.0.chars();
        for c in characters.by_ref().take(40) {
            let printed = if c.is_control() { '\u{FFFD}' } else { c };
            write!(f, "{printed}")?;
        }
        if characters.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}
