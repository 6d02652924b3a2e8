//! The messages of the game server.
//!
//! Players, tables and talk around the games; the games themselves use the same views, events,
//! moves and accounts as everywhere.

mod account;
mod around;
mod board_text;
mod chain;
mod lobby;
mod moderation;
mod settings;
mod update;

pub use chain::{begin_chain, continue_chain};
pub use update::{GameUpdate, LoggedEvent, SerializedUpdate};

pub use account::{ChangeEmail, ChangeName, ChangePassword, EmailInfo, RequestPasswordReset};
pub use account::{Credentials, NewGuest, PlayerInfo, SignedIn};
pub use account::{FinishSignIn, IdentityInfo, IdentityList, ProviderInfo, ProviderList};
pub use account::{
    ResetPassword, SessionInfo, SessionList, SignInStarted, StartSignIn, VerifyEmail,
};
pub use around::{DailyInfo, DailyScore, Inventory, Notification, TurnEvent};
pub use around::{Profile, Rating, RatingChange, RatingHistory, RatingList, RatingPoint};
pub use lobby::{
    MyLobby, NewSeek, PairedSeek, Pairing, RatingRange, Rematch, RematchOffer, Seek, SeekList, Side,
};
pub use moderation::{
    AuditEntry, AuditList, Block, BlockKind, BlockList, BlockPlayer, FoundPlayer, FoundPlayers,
    GameAction, GameFile, GameOfPlayer, MAX_REASON, NewReport, PlayerAction, PlayerFile,
    QuarantineList, Quarantined, ReportInfo, ReportList, ReportSubject, Role, Sanction,
    SettleReport, SettledReport,
};

use crate::{BotLevel, Fault, FaultCode, FoundMove, TimeControl, VariantSource, View, Words};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tilewright_game::{Command, Event, VisibleEvent};
use tilewright_rules::{UserMove, read_fault};

/// The longest id that a client may give a command, in bytes.
pub const MAX_CLIENT_ID: usize = 64;
/// The longest name of a player, in characters.
pub const MAX_NAME: usize = 40;
/// The longest line of talk, in characters.
pub const MAX_CHAT: usize = 500;

/// Why writing cannot fail: `serde_json` refuses only maps with keys that are not strings, which no
/// message has, and errors of a `Serialize` of our own, which none returns.
const SERIALIZABLE: &str = "a message is plain data with string keys";

/// Reads a message.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    let bad = |error| Fault::new(FaultCode::BadRequest, read_fault(&error));
    serde_json::from_slice(bytes).map_err(bad)
}

/// Writes a message.
pub fn write<T: Serialize>(message: &T) -> Vec<u8> {
    serde_json::to_vec(message).expect(SERIALIZABLE)
}

/// Writes a message as text.
pub fn write_text<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect(SERIALIZABLE)
}

/// Adds the schemas of all messages.
pub(crate) fn add_schemas(generator: &mut schemars::SchemaGenerator) {
    macro_rules! add {
        ($($message:ty),* $(,)?) => { $(generator.subschema_for::<$message>();)* };
    }
    add![
        NewGuest,
        Credentials,
        PlayerInfo,
        SignedIn,
        SessionList,
        ChangeName,
        ChangePassword,
        EmailInfo,
        ChangeEmail,
        VerifyEmail,
        RequestPasswordReset,
        ResetPassword,
        ProviderList,
        StartSignIn,
        SignInStarted,
        FinishSignIn,
        IdentityList,
        NewTable,
        TableView,
        TableList,
        Join,
        SendCommand,
        Sent,
        PreviewMove,
        crate::Preview,
        Hints,
        EventList,
        GameUpdate,
        Say,
        Talk,
        TalkList,
        Refused,
        RatingList,
        Profile,
        RatingHistory,
        Inventory,
        DailyInfo,
        Notification,
        SocketRequest,
        SocketMessage,
        NewSeek,
        Seek,
        SeekList,
        Pairing,
        MyLobby,
        Rematch,
    ];
    moderation::add_schemas(generator);
}

/// An event as it is stored.
pub fn event_text(event: &Event) -> String {
    write_text(event)
}

/// Why a stored event cannot be read.
#[derive(Debug)]
pub struct StoredEventError(serde_json::Error);

impl std::fmt::Display for StoredEventError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a stored event cannot be read: {}", self.0)
    }
}

impl std::error::Error for StoredEventError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Reads a stored event.
///
/// # Errors
/// If the text is not an event.
pub fn read_event(text: &str) -> Result<Event, StoredEventError> {
    serde_json::from_str(text).map_err(StoredEventError)
}

/// Who takes a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatChoice {
    /// The player who creates the game.
    Me,
    /// The first player with the invitation.
    Open,
    /// A bot.
    Bot(BotLevel),
}

fn yes() -> bool {
    true
}

/// A game to create.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The variant.
    pub variant: VariantSource,
    /// The seats, in order.
    pub seats: Vec<SeatChoice>,
    /// The words.
    #[serde(default, skip_serializing_if = "Words::is_default")]
    pub words: Words,
    /// Whether players may ask for moves.
    #[serde(default)]
    pub hints: bool,
    /// Whether anybody may watch.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether the game starts by itself when the last seat is taken.
    #[serde(default = "yes")]
    pub auto_start: bool,
    /// The word on the board before the first move, where the variant wants one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_word: Option<String>,
    /// The clock; without one, the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether the game may be rated.
    #[serde(default = "yes", skip_serializing_if = "std::clone::Clone::clone")]
    pub rated: bool,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// Seats may still be taken.
    Open,
    /// It is played.
    Running,
    /// It has ended.
    Over,
}

/// A seat, as everyone sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatInfo {
    /// The name of its holder. Names are not unique: guests may have any, so compare `player`.
    pub name: String,
    /// The id of the player who holds it; none if it is free or a bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether its holder is a guest: anybody without an account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
    /// Whether it is free.
    pub open: bool,
    /// The level, if its holder is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
}

/// A game, as everyone sees it from outside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableInfo {
    /// The id.
    pub id: String,
    /// The variant's id.
    pub variant: String,
    /// The variant's name.
    pub variant_name: String,
    /// How far it is.
    pub status: TableStatus,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The viewer's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub your_seat: Option<u8>,
    /// Whether the viewer is to move.
    pub your_turn: bool,
    /// The number of events.
    pub revision: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed.
    pub updated: u64,
    /// Whether players may ask for moves.
    pub hints: bool,
    /// Whether anybody may watch.
    pub spectators: bool,
    /// The words of the game; left out if the game came with a list of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    /// The clock, if it is not the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether its settings allow that it is rated.
    #[serde(default)]
    pub rated: bool,
    /// The rematch that a player has asked for, after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Rematch>,
    /// What the game has made of ratings, after the end; not in lists of games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rating_changes: Vec<RatingChange>,
}

/// A code with which a seat can be taken.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The seat.
    pub seat: u8,
    /// The code. It is shown this once.
    pub code: String,
}

/// A game and what the viewer sees of it.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableView {
    /// The game from outside.
    pub game: TableInfo,
    /// What the viewer sees; nothing before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// Invitations, when they are made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invites: Vec<Invite>,
    /// The server's time.
    pub now: u64,
}

/// The games of a player.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableList {
    /// The games, the last changed first.
    pub games: Vec<TableInfo>,
}

/// Taking a seat.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The code of the invitation.
    pub invite: String,
}

/// What a player can do. The seat follows from who sends it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerCommand {
    /// Place tiles, slide some, or swap.
    Move {
        /// The move.
        #[serde(rename = "move")]
        user_move: UserMove,
    },
    /// Pass, or accept the move of a player who went out.
    Pass {},
    /// Challenge the last move.
    Challenge {},
    /// Leave the game.
    Resign {},
}

impl PlayerCommand {
    /// The command of a seat.
    pub fn of_seat(self, seat: u8) -> Command {
        match self {
            PlayerCommand::Move { user_move } => Command::Move { seat, user_move },
            PlayerCommand::Pass {} => Command::Pass { seat },
            PlayerCommand::Challenge {} => Command::Challenge { seat },
            PlayerCommand::Resign {} => Command::Resign { seat },
        }
    }
}

/// A command that is sent to a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendCommand {
    /// An id that the client gives; sent again, the command is not done again.
    pub client_id: String,
    /// The revision that the client has seen.
    pub revision: u64,
    /// The command.
    pub command: PlayerCommand,
}

/// What became of a command.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    /// The revision after it.
    pub revision: u64,
    /// Its events, as the sender may see them.
    pub events: Vec<VisibleEvent>,
    /// What the sender sees now.
    pub view: View,
    /// The game from outside, if the command has changed its seats or its status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<TableInfo>>,
    /// The server's time.
    pub now: u64,
    /// Whether it had been done before.
    pub repeated: bool,
}

/// A move to preview.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewMove {
    /// The move.
    #[serde(rename = "move")]
    pub user_move: UserMove,
}

/// Moves that a player could make.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    /// The best, best first.
    pub moves: Vec<FoundMove>,
}

/// Events of a game.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventList {
    /// The events.
    pub events: Vec<VisibleEvent>,
    /// The revision after the last of them.
    pub revision: u64,
}

/// A line for the chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The text.
    pub text: String,
}

/// A line of talk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Talk {
    /// Its number within the game, from 0.
    pub number: u64,
    /// When it was sent.
    pub at: u64,
    /// The seat that sent it.
    pub seat: u8,
    /// The text.
    pub text: String,
}

/// The chat of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TalkList {
    /// The lines.
    pub lines: Vec<Talk>,
}

/// An error of the server.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// What is wrong.
    pub error: Fault,
    /// What the sender sees now, where its view was an old one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
}

/// What a client sends on a socket.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SocketRequest {
    /// The first message.
    Hello {
        /// The token of a player; without one, a spectator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The revision from which on events are wanted; without one, those to come.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// To see whether the server is there.
    Ping {},
}

/// What the server sends on a socket.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SocketMessage {
    /// After the first message: the game as it is.
    Welcome(Box<TableView>),
    /// A commit: its events, and the game after them.
    Events(Box<GameUpdate>),
    /// A line of chat.
    Talk(Talk),
    /// The seats or the status have changed.
    Table(Box<TableInfo>),
    /// The seeks and offers of the player have changed: only on the socket of the lobby.
    Lobby(Box<MyLobby>),
    /// The answer to a ping.
    Pong {
        /// The server's time.
        now: u64,
    },
    /// Something is wrong; the socket is closed.
    Error {
        /// What.
        error: Fault,
    },
}
