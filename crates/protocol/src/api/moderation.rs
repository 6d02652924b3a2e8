//! Messages about conduct: blocks, reports, and what moderators do.

use super::TableInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest text of a report, a reason or a note, in characters.
pub const MAX_REASON: usize = 1000;

/// Adds the schemas of these messages.
pub(crate) fn add_schemas(generator: &mut schemars::SchemaGenerator) {
    macro_rules! add {
        ($($message:ty),* $(,)?) => { $(generator.subschema_for::<$message>();)* };
    }
    add![
        BlockPlayer,
        BlockList,
        NewReport,
        ReportList,
        SettleReport,
        PlayerAction,
        GameAction,
        FoundPlayers,
        PlayerFile,
        GameFile,
        QuarantineList,
        AuditList,
    ];
}

/// What a player does not want of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Games together, and chat.
    Block,
    /// Chat.
    Mute,
}

/// Blocks or mutes a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockPlayer {
    /// Which of them.
    pub kind: BlockKind,
}

/// A player who is blocked or muted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The id of the player.
    pub player: String,
    /// Which of them.
    pub kind: BlockKind,
    /// Since when.
    pub at: u64,
}

/// Whom a player has blocked or muted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockList {
    /// By player.
    pub blocks: Vec<Block>,
}

/// What a report is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ReportSubject {
    /// A player, by id.
    Player(String),
    /// A game, by id. The reporter must be able to see it.
    Game(String),
    /// A line of chat. The reporter must be able to see it.
    Chat {
        /// The id of the game.
        game: String,
        /// The number of the line.
        number: u64,
    },
}

/// Reports something to the moderators.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// What it is about.
    pub subject: ReportSubject,
    /// What is wrong, in 1 to 1000 characters.
    pub text: String,
}

/// A report, as moderators see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportInfo {
    /// Its id.
    pub id: String,
    /// The id of the reporter; nothing if the server reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reporter: Option<String>,
    /// `player`, `game`, `chat`, or `farm`: a rating would come from doubtful games.
    pub kind: String,
    /// The id of the player or the game; for a line of chat `GAME/NUMBER`.
    pub subject: String,
    /// The id of the player it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What the reporter says.
    pub text: String,
    /// The line of chat, as long as it exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// When.
    pub at: u64,
    /// How it was settled; nothing while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<SettledReport>,
}

/// How a report was settled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettledReport {
    /// Who did: the id of a moderator, or `operator`.
    pub by: String,
    /// When.
    pub at: u64,
    /// How.
    pub note: String,
}

/// Reports, the oldest first; settled ones the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportList {
    /// The reports.
    pub reports: Vec<ReportInfo>,
}

/// Settles a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettleReport {
    /// How, in 1 to 1000 characters.
    pub note: String,
}

/// What a player may do beyond playing.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Nothing.
    Player,
    /// Looks after players and games.
    Moderator,
    /// The same, and deletes, and grants roles.
    Admin,
}

/// What a moderator does about a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerAction {
    /// Keeps the player out, and revokes all sessions.
    Ban {
        /// Why; the player sees it.
        reason: String,
        /// Until when, in milliseconds since 1970; without, for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// How to appeal; the player sees it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        appeal: String,
    },
    /// Ends a ban.
    Unban {
        /// Why.
        reason: String,
    },
    /// Keeps the player from chatting.
    Mute {
        /// Why; the player sees it.
        reason: String,
        /// Until when, in milliseconds since 1970; without, for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// Ends a mute.
    Unmute {
        /// Why.
        reason: String,
    },
    /// Revokes all sessions.
    Revoke {
        /// Why.
        reason: String,
    },
    /// Grants a role; `player` takes it away. Admins only.
    Grant {
        /// The role.
        role: Role,
        /// Why.
        reason: String,
    },
    /// Resigns the player's games and deletes the account. Admins only.
    Delete {
        /// Why.
        reason: String,
    },
}

/// What a moderator does about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameAction {
    /// Ends a running game: its seats are resigned one after the other. It is not rated.
    End {
        /// Why.
        reason: String,
    },
    /// Keeps bots from moving in the game.
    Quarantine {
        /// Why.
        reason: String,
    },
    /// Lets bots move again.
    Requeue {
        /// Why.
        reason: String,
    },
    /// Deletes the game with its log and its chat. Admins only.
    Delete {
        /// Why.
        reason: String,
    },
}

/// A player, as moderators find them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundPlayer {
    /// The id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether the player has no account.
    pub guest: bool,
    /// When the player came.
    pub created: u64,
}

/// Players, by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoundPlayers {
    /// The players.
    pub players: Vec<FoundPlayer>,
}

/// Something that a player is kept from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sanction {
    /// `ban` or `mute`.
    pub kind: String,
    /// Why.
    pub reason: String,
    /// How to appeal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub appeal: String,
    /// Since when.
    pub at: u64,
    /// Until when; without, for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// Who decided.
    pub by: String,
    /// Whether it holds now.
    pub holds: bool,
}

/// A game of a player, as moderators see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameOfPlayer {
    /// The id.
    pub id: String,
    /// `open`, `running` or `over`.
    pub status: String,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// When it last changed.
    pub updated: u64,
}

/// What moderators see of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerFile {
    /// The player.
    pub player: FoundPlayer,
    /// What they may do.
    pub role: Role,
    /// What they are kept from, or were.
    pub sanctions: Vec<Sanction>,
    /// Open sessions.
    pub sessions: u64,
    /// The last games, the last changed first.
    pub games: Vec<GameOfPlayer>,
    /// Ratings, by family of variants.
    pub ratings: Vec<super::Rating>,
}

/// What moderators see of a game: what a spectator sees, never a rack of a running game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// The game from outside.
    pub game: TableInfo,
    /// Why it was not rated: `settings`, `ended`, `guest`, `few_moves`, `pair` or `farm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<String>,
    /// Why bots are kept from moving in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantined: Option<String>,
    /// The chat.
    pub chat: Vec<super::Talk>,
}

/// A game in which bots do not move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quarantined {
    /// The id of the game.
    pub game: String,
    /// At which revision; without, at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
    /// Why.
    pub reason: String,
    /// Since when.
    pub at: u64,
}

/// Games in which bots do not move, the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuarantineList {
    /// The games.
    pub games: Vec<Quarantined>,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// Its number, from 1 on without a gap.
    pub number: u64,
    /// When.
    pub at: u64,
    /// Who: the id of a moderator, or `operator` for the command line.
    pub actor: String,
    /// What, such as `player.ban` or `game.end`.
    pub action: String,
    /// Whom: the id of a player, a game or a report.
    pub subject: String,
    /// Why, and the details.
    pub reason: String,
}

/// Entries of the audit log, in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditList {
    /// The entries.
    pub entries: Vec<AuditEntry>,
}
