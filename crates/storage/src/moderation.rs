//! What moderators need: reports, sanctions, roles and the audit log. Times are milliseconds since
//! 1970.

use crate::StoreError;

/// Declares an enum whose values have names in the database.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $(#[doc = $about:literal] $value:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name {
            $(#[doc = $about] $value,)*
        }

        impl $name {
            /// Its name in the database.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$value => $text,)*
                }
            }

            /// The value of a name.
            ///
            /// # Errors
            /// If there is none.
            pub fn from_name(name: &str) -> Result<$name, StoreError> {
                match name {
                    $($text => Ok($name::$value),)*
                    _ => Err(StoreError::Damaged(format!(
                        concat!("{:?} is no ", stringify!($name)), name
                    ))),
                }
            }
        }
    };
}

named! {
    /// What a player does not want of another.
    BlockKind {
        /// Anything: games together, or chat.
        Block = "block",
        /// Chat.
        Mute = "mute",
    }
}

named! {
    /// What a report is about.
    ReportKind {
        /// A player.
        Player = "player",
        /// A game.
        Game = "game",
        /// A line of chat, as `GAME/NUMBER`.
        Chat = "chat",
        /// A player whose rating would have come from doubtful games: the server reports this.
        Farm = "farm",
    }
}

named! {
    /// What a player is kept from.
    SanctionKind {
        /// Everything.
        Ban = "ban",
        /// Chat.
        Mute = "mute",
    }
}

named! {
    /// What a player may do beyond playing.
    Role {
        /// Looks after players and games.
        Moderator = "moderator",
        /// The same, and deletes, and grants roles.
        Admin = "admin",
    }
}

/// A player who does not want something of another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BlockRecord {
    /// Who does not want it.
    pub player: String,
    /// Of whom.
    pub other: String,
    /// What.
    pub kind: BlockKind,
    /// Since when.
    pub at: u64,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRecord {
    /// Its id.
    pub id: String,
    /// Who reports; empty for the server.
    pub reporter: String,
    /// What it is about.
    pub kind: ReportKind,
    /// Which one.
    pub subject: String,
    /// The player it is about, if there is one.
    pub player: Option<String>,
    /// What the reporter says.
    pub text: String,
    /// When.
    pub at: u64,
    /// Who has settled it, when, and how; none while it is open.
    pub settled: Option<ReportSettlement>,
}

/// How a report was settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportSettlement {
    /// Who did.
    pub by: String,
    /// When.
    pub at: u64,
    /// How.
    pub note: String,
}

/// What became of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    /// It is stored.
    Stored,
    /// The same reporter has reported the same before.
    Before,
    /// The reporter has too many open reports.
    TooMany,
}

/// Something that a player is kept from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanctionRecord {
    /// The player.
    pub player: String,
    /// What from.
    pub kind: SanctionKind,
    /// Why; the player sees it.
    pub reason: String,
    /// How to appeal; the player sees it. May be empty.
    pub appeal: String,
    /// Since when.
    pub at: u64,
    /// Until when; without, for good.
    pub until: Option<u64>,
    /// Who decided.
    pub by: String,
}

impl SanctionRecord {
    /// Whether it holds at a time.
    pub fn holds(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// A game that is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuarantineRecord {
    /// The game.
    pub game: String,
    /// At which revision; without, at all.
    pub revision: Option<u64>,
    /// Why.
    pub reason: String,
    /// Since when.
    pub at: u64,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRecord {
    /// Its number, from 1 on without a gap; the store gives it.
    pub number: u64,
    /// When.
    pub at: u64,
    /// Who: the id of a player, or a name that no player can have.
    pub actor: String,
    /// What.
    pub action: String,
    /// Whom or which: the id of a player, a game or a report.
    pub subject: String,
    /// Why, and the details.
    pub reason: String,
}

/// What an entry of the audit log changes, in the same transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing that is one change of the store.
    Nothing,
    /// A sanction begins, or replaces one of its kind. A ban revokes all sessions.
    Sanction(SanctionRecord),
    /// A sanction ends.
    Lift {
        /// The player.
        player: String,
        /// Which.
        kind: SanctionKind,
    },
    /// A player gets a role, or loses it.
    Role {
        /// The player.
        player: String,
        /// The role.
        role: Option<Role>,
    },
    /// All sessions of a player are revoked.
    Revoke {
        /// The player.
        player: String,
    },
    /// A report is settled.
    SettleReport {
        /// Its id.
        id: String,
        /// How.
        settlement: ReportSettlement,
    },
    /// A game is deleted with all that belongs to it.
    DeleteGame {
        /// Its id.
        id: String,
    },
    /// A game is left alone.
    Quarantine(QuarantineRecord),
    /// A game is not left alone any more.
    Requeue {
        /// Its id.
        id: String,
    },
}

/// Blocks, reports, sanctions, roles and the audit log.
pub trait ModerationStore: Send + Sync {
    /// What a player does not want of others, by player.
    fn blocks(&self, player: &str) -> Result<Vec<BlockRecord>, StoreError>;

    /// What some players do not want of one.
    fn blocks_against(
        &self,
        other: &str,
        players: &[String],
    ) -> Result<Vec<BlockRecord>, StoreError>;

    /// Stores that a player does not want something of another; false if the player has `most`
    /// already.
    fn add_block(&self, block: &BlockRecord, most: usize) -> Result<bool, StoreError>;

    /// Forgets what a player does not want of another.
    fn remove_blocks(&self, player: &str, other: &str) -> Result<(), StoreError>;

    /// Stores a report, once for each reporter, kind and subject; a player has at most `most`
    /// open ones.
    fn add_report(&self, report: &ReportRecord, most: usize) -> Result<Reported, StoreError>;

    /// Reports, the oldest open ones or the newest settled ones first, at most `most`.
    fn reports(&self, open: bool, most: usize) -> Result<Vec<ReportRecord>, StoreError>;

    /// The reports that a player has made.
    fn reports_by(&self, reporter: &str) -> Result<Vec<ReportRecord>, StoreError>;

    /// A report.
    fn report(&self, id: &str) -> Result<Option<ReportRecord>, StoreError>;

    /// The role of a player.
    fn role(&self, player: &str) -> Result<Option<Role>, StoreError>;

    /// The sanctions of a player, those that have ended too.
    fn sanctions(&self, player: &str) -> Result<Vec<SanctionRecord>, StoreError>;

    /// Players whose id is the text, or whose name has it, by name and id.
    fn find_players(&self, text: &str, most: usize)
    -> Result<Vec<crate::PlayerRecord>, StoreError>;

    /// Why a settled game was not rated; empty if it was. Nothing if it is not settled.
    fn unrated(&self, game: &str) -> Result<Option<String>, StoreError>;

    /// Games that are left alone, the newest first.
    fn quarantined(&self, most: usize) -> Result<Vec<QuarantineRecord>, StoreError>;

    /// Changes something and appends an entry to the audit log, which gets its number; false if
    /// there was nothing to change, and then nothing is appended.
    fn record(&self, change: &Change, entry: &AuditRecord) -> Result<Option<u64>, StoreError>;

    /// Leaves a game alone or not any more, without an entry: the server does this by itself.
    fn set_quarantine(&self, game: &str, held: Option<&QuarantineRecord>)
    -> Result<(), StoreError>;

    /// Entries of the audit log after a number, in order, at most `most`.
    fn audit(&self, after: u64, most: usize) -> Result<Vec<AuditRecord>, StoreError>;

    /// The number of the last entry of the audit log.
    fn audit_head(&self) -> Result<u64, StoreError>;
}
