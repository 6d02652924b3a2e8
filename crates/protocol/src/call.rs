//! Requests and responses of the engine.

use crate::judged::LabTally;
use crate::{Answer, Fault, FaultCode, MAX_ID, MAX_REQUEST, SavedGame, SeedSource, VERSION};
use crate::{VariantSource, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_ai::Level;
use tilewright_game::{PublicState, SeatView, SpectatorView, Submission};
use tilewright_rules::{UserMove, read_fault};

/// A request.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The version of the messages: 1.
    pub v: u32,
    /// Comes back in the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is asked.
    pub call: Call,
}

impl Request {
    /// Reads a request. With a fault comes the id, if it could be read.
    pub fn read(bytes: &[u8]) -> Result<Request, (Option<String>, Fault)> {
        #[derive(Deserialize)]
        struct Head {
            v: Option<serde_json::Number>,
            id: Option<String>,
        }
        if bytes.len() > MAX_REQUEST {
            let message = format!("{} bytes, the bound is {MAX_REQUEST}", bytes.len());
            return Err((None, Fault::new(FaultCode::TooLarge, message)));
        }
        let within = |id: &Option<String>| id.as_ref().is_none_or(|id| id.len() <= MAX_ID);
        let read = match serde_json::from_slice::<Request>(bytes) {
            Ok(request) if request.v == VERSION && within(&request.id) => return Ok(request),
            other => other,
        };
        // The head alone, to name what is wrong with the whole.
        let bad = |error| Fault::new(FaultCode::BadRequest, read_fault(&error));
        let head: Head = serde_json::from_slice(bytes).map_err(|error| (None, bad(error)))?;
        if !within(&head.id) {
            let message = format!("the id has more than {MAX_ID} bytes");
            return Err((None, Fault::new(FaultCode::TooLarge, message)));
        }
        let version = head.v.as_ref().and_then(serde_json::Number::as_u64);
        if version != Some(u64::from(VERSION)) {
            let message = format!("send \"v\":{VERSION}; no other version is supported");
            return Err((head.id, Fault::new(FaultCode::Version, message)));
        }
        read.map_err(|error| (head.id, bad(error)))
    }
}

/// A response: an answer or an error.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// The version of the messages: 1.
    pub v: u32,
    /// The id of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The error, if there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

impl Response {
    /// A response.
    pub fn new(id: Option<String>, outcome: Result<Answer, Fault>) -> Response {
        let (answer, error) = match outcome {
            Ok(answer) => (Some(answer), None),
            Err(fault) => (None, Some(fault)),
        };
        Response { v: VERSION, id, answer, error }
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a response is plain data, and its keys are texts")
    }
}

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Somebody without a seat.
    #[default]
    Spectator,
    /// A seat, counted from 0.
    Seat(u8),
}

impl Viewer {
    /// The seat.
    pub fn seat(self) -> Option<u8> {
        match self {
            Viewer::Spectator => None,
            Viewer::Seat(seat) => Some(seat),
        }
    }
}

/// What a viewer sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// From a seat.
    Seat(SeatView),
    /// From outside.
    Spectator(SpectatorView),
}

impl View {
    /// What everyone may see of the game.
    pub fn game_mut(&mut self) -> &mut PublicState {
        match self {
            View::Seat(view) => &mut view.game,
            View::Spectator(view) => &mut view.game,
        }
    }
}

/// The strength of a player.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// The weakest.
    Beginner,
    /// Weak.
    Casual,
    /// Middling.
    Skilled,
    /// Strong.
    Strong,
    /// The strongest.
    Expert,
}

impl BotLevel {
    /// The level by the name that players of `ai` have.
    pub fn level(self) -> Level {
        Level::ALL[self as usize]
    }
}

/// What is asked of the engine.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Call {
    /// The shipped variants.
    Variants {},
    /// Everything about a variant, with what the linter finds.
    Variant {
        /// The variant.
        variant: VariantSource,
    },
    /// Every premium kind there is.
    Premiums {},
    /// Starts a game.
    New {
        /// The variant.
        variant: VariantSource,
        /// The number of seats.
        players: u8,
        /// Where draws come from.
        seed: SeedSource,
        /// The words.
        #[serde(default, skip_serializing_if = "Words::is_default")]
        words: Words,
        /// The word on the board before the first move, where the variant wants one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start_word: Option<String>,
        /// The time, in milliseconds of the caller's clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        now: Option<u64>,
        /// Whose view the answer contains.
        #[serde(default)]
        viewer: Viewer,
    },
    /// What a viewer sees of a game.
    View {
        /// The game.
        game: SavedGame,
        /// The viewer.
        #[serde(default)]
        viewer: Viewer,
    },
    /// What a move would score, or every reason why it is not legal.
    Preview {
        /// The game.
        game: SavedGame,
        /// The seat.
        seat: u8,
        /// The move.
        #[serde(rename = "move")]
        user_move: UserMove,
    },
    /// The same by what a seat sees, for games that are kept elsewhere and in which no rule was
    /// switched by hand.
    PreviewSeen {
        /// The variant.
        variant: VariantSource,
        /// The words.
        #[serde(default, skip_serializing_if = "Words::is_default")]
        words: Words,
        /// What the seat sees.
        view: Box<SeatView>,
        /// The move.
        #[serde(rename = "move")]
        user_move: UserMove,
    },
    /// Plays, swaps, passes, challenges, resigns, lets time work, switches a rule, lays a rack.
    Submit {
        /// The game.
        game: SavedGame,
        /// The command and its circumstances.
        submission: Submission,
        /// Whose view the answer contains.
        #[serde(default)]
        viewer: Viewer,
    },
    /// Takes the last command back.
    Undo {
        /// The game.
        game: SavedGame,
        /// Whose view the answer contains.
        #[serde(default)]
        viewer: Viewer,
    },
    /// Does the next undone command again.
    Redo {
        /// The game.
        game: SavedGame,
        /// Whose view the answer contains.
        #[serde(default)]
        viewer: Viewer,
    },
    /// The legal plays of a seat, best first.
    Moves {
        /// The game.
        game: SavedGame,
        /// The seat.
        seat: u8,
        /// How many at most.
        count: usize,
    },
    /// What a player of a level would do.
    Best {
        /// The game.
        game: SavedGame,
        /// The seat.
        seat: u8,
        /// The level.
        level: BotLevel,
        /// What looks like chance in its choice comes from here.
        #[serde(default)]
        seed: u64,
    },
    /// What a turn of a game was worth beside the best moves there were.
    Analyze {
        /// The game.
        game: SavedGame,
        /// The place in the log of the turn's event: a play, a swap, a pass or a lost turn.
        event: u64,
        /// How many of the best moves are judged, from 1 to 50.
        #[serde(default = "five")]
        best: usize,
        /// Games that are played out to judge them, from 0 to 2,000 for all moves together. With
        /// 0 score and leave decide, and no win probabilities are reported before the endgame.
        #[serde(default)]
        rollouts: u64,
        /// Positions that are searched at most for a move of an endgame, from 0 to 100,000.
        #[serde(default)]
        nodes: u64,
        /// The same seed gives the same values.
        #[serde(default)]
        seed: u64,
    },
    /// Lets bots play a variant, to see what its rules do. A long run is many calls: each goes on
    /// after the games of the one before.
    Lab {
        /// The variant.
        variant: VariantSource,
        /// The words.
        #[serde(default, skip_serializing_if = "Words::is_default")]
        words: Words,
        /// The number of seats; by default two, if the variant is for two.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<u8>,
        /// The seed of the run. A game follows from it and the game's number.
        #[serde(default)]
        seed: u64,
        /// How many games are played now, from 0 to 200.
        games: u64,
        /// What the games before come to. They have the numbers before those of this call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<Box<LabTally>>,
    },
    /// The events that a viewer may see.
    Events {
        /// The game.
        game: SavedGame,
        /// The viewer.
        #[serde(default)]
        viewer: Viewer,
        /// The number of events to leave out.
        #[serde(default)]
        after: u64,
    },
    /// Draws every tile again, after the end.
    Verify {
        /// The game.
        game: SavedGame,
    },
    /// A picture of the board.
    Render {
        /// The game.
        game: SavedGame,
        /// A move of the seat to move, shown on the board.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        user_move: Option<UserMove>,
        /// Whether the account of the move is shown, step by step.
        #[serde(default)]
        account: bool,
        /// How it is drawn.
        #[serde(default)]
        options: PictureOptions,
    },
    /// Asks about words.
    Words {
        /// The variant, for its alphabet and its list.
        variant: VariantSource,
        /// The words.
        #[serde(default, skip_serializing_if = "Words::is_default")]
        words: Words,
        /// The question.
        query: WordQuery,
    },
    /// Writes a game as GCG.
    Gcg {
        /// The game.
        game: SavedGame,
        /// The players' names, by seat.
        #[serde(default)]
        players: Vec<String>,
    },
}

fn five() -> usize {
    5
}

impl Call {
    /// Roughly how much work it is, in units of a simple call such as a preview: for servers that
    /// bound the work of anonymous clients.
    pub fn weight(&self) -> u32 {
        let bounded = |work: u64| u32::try_from(work).unwrap_or(u32::MAX);
        match self {
            Call::Moves { .. } | Call::Render { .. } | Call::Gcg { .. } | Call::Verify { .. } => 2,
            Call::Best { level: BotLevel::Expert, .. } => 20,
            Call::Best { .. } => 5,
            Call::Analyze { rollouts, nodes, best, .. } => {
                let searches = nodes.saturating_mul(*best as u64) / 5_000;
                bounded((rollouts / 20).saturating_add(searches).saturating_add(4))
            }
            Call::Lab { games, .. } => bounded(games.saturating_mul(4).saturating_add(1)),
            _ => 1,
        }
    }
}

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PictureOptions {
    /// The colours.
    pub theme: Theme,
    /// Whether the name of the variant stands above the board.
    pub heading: bool,
    /// Whether the premiums are explained below it.
    pub legend: bool,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// Light, for every kind of colour vision.
    LightSafe,
    /// Dark, for every kind of colour vision.
    DarkSafe,
}

/// A question about words. Letters are given as text; `?` is a blank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WordQuery {
    /// Whether these are words.
    Check {
        /// The words.
        words: Vec<String>,
    },
    /// Why something is no word, and what comes near it.
    Explain {
        /// The text.
        word: String,
    },
    /// The words that some letters make.
    Anagrams {
        /// The letters.
        letters: String,
        /// Whether words of fewer letters count too.
        #[serde(default)]
        shorter: bool,
        /// How many words at most.
        limit: usize,
    },
    /// The words that fit a pattern, such as `C?T` or `*ING`.
    Pattern {
        /// The pattern.
        pattern: String,
        /// How many words at most.
        limit: usize,
    },
    /// The letters that make another word before or after one.
    Hooks {
        /// The word.
        word: String,
    },
}
