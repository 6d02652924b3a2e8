//! What every store can do.

use crate::SignInAddressStore;
use crate::{Append, Appended, ChatLine, Content, GameRecord, InviteRecord, PlayerRecord};
use crate::{CodeStore, EmailStore, IdentityStore, LobbyStore, ModerationStore};
use crate::{
    GameProgress, GuestPage, LogEntry, RatedPlayer, RatingPoint, RatingRecord, SessionRecord,
};
use crate::{Settlement, Space, StoredCommand};
use std::sync::Arc;
use thiserror::Error;

/// What a database reports about a failure, with the error of its driver.
#[derive(Clone, Debug, Error)]
#[error("{message}")]
pub struct DatabaseError {
    message: String,
    #[source]
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl DatabaseError {
    /// A failure that no driver has reported.
    pub fn new(message: impl Into<String>) -> DatabaseError {
        DatabaseError { message: message.into(), source: None }
    }

    /// A failure with its cause.
    pub fn caused_by(
        message: impl Into<String>,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> DatabaseError {
        DatabaseError { message: message.into(), source: Some(Arc::new(cause)) }
    }

    /// The same with the place where it happened in front.
    pub(crate) fn at(self, place: impl std::fmt::Display) -> DatabaseError {
        DatabaseError { message: format!("{place}: {}", self.message), ..self }
    }
}

/// Two failures are the same if they report the same.
impl PartialEq for DatabaseError {
    fn eq(&self, other: &DatabaseError) -> bool {
        self.message == other.message
    }
}

impl Eq for DatabaseError {}

/// Why something could not be stored or read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The database has failed or cannot be reached.
    #[error("the database: {0}")]
    Database(#[source] DatabaseError),
    /// The database was made by a newer version of the program.
    #[error(
        "the database has schema {found}, this program supports up to {known}; use a newer program"
    )]
    Newer {
        /// The schema that was found.
        found: i64,
        /// The newest schema that is known.
        known: i64,
    },
    /// The database has an older schema, and must not be changed.
    #[error(
        "the database has schema {found}, this program reads schema {known}; migrate a copy of it first"
    )]
    Older {
        /// The schema that was found.
        found: i64,
        /// The schema that is read.
        known: i64,
    },
    /// The name or id is taken.
    #[error("the name is taken; choose another")]
    Taken,
    /// What was read is not what was stored.
    #[error("damaged data: {0}")]
    Damaged(String),
}

impl StoreError {
    /// A failure of the database that no driver has reported.
    pub fn database(message: impl Into<String>) -> StoreError {
        StoreError::Database(DatabaseError::new(message))
    }
}

/// A place where games and all that belongs to them are kept: the sum of one small trait for each
/// aggregate. Every method answers after its change is durable, and every change is made whole or
/// not at all. Methods block: call them from threads that may.
pub trait Store:
    GameStore
    + PlayerStore
    + SessionStore
    + InviteStore
    + ChatStore
    + RatingStore
    + ModerationStore
    + LobbyStore
    + LeaseStore
    + CodeStore
    + EmailStore
    + IdentityStore
    + SignInAddressStore
{
    /// Whether the store can be reached.
    fn ping(&self) -> Result<(), StoreError>;

    /// Whether something can be stored now: makes a small change that nobody needs.
    fn check_write(&self) -> Result<(), StoreError>;

    /// How much room the data takes, and how much is left.
    fn space(&self) -> Result<Space, StoreError>;

    /// A secret of the server by name; the candidate is stored if there is none yet.
    fn secret(&self, name: &str, candidate: &str) -> Result<String, StoreError>;
}

/// Games: their logs, heads and seats.
pub trait GameStore: Send + Sync {
    /// Stores a new game without events, with invitations to its seats.
    fn create_game(&self, game: &GameRecord, invites: &[InviteRecord]) -> Result<(), StoreError>;

    /// Stores many new games without events, in one go where the store can.
    fn create_games(&self, games: &[GameRecord]) -> Result<(), StoreError> {
        games.iter().try_for_each(|game| self.create_game(game, &[]))
    }

    /// A game without its events.
    fn game(&self, id: &str) -> Result<Option<GameRecord>, StoreError>;

    /// The number of events of a game.
    fn revision(&self, id: &str) -> Result<Option<u64>, StoreError>;

    /// Continues logs: all of them in one go, each on its own merits.
    fn append(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The entries of a log that have an event of the revisions `from..to`, in order and without a
    /// gap.
    fn entries(&self, game: &str, from: u64, to: u64) -> Result<Vec<LogEntry>, StoreError>;

    /// The events of a game from a revision on, at most `most`.
    fn events(&self, game: &str, from: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let to = from.saturating_add(most as u64);
        let entries = self.entries(game, from, to)?.into_iter();
        let events = entries.flat_map(|entry| (entry.revision..).zip(entry.events));
        Ok(events.filter(|(at, _)| (from..to).contains(at)).map(|(_, event)| event).collect())
    }

    /// What became of a command.
    fn command(&self, game: &str, client_id: &str) -> Result<Option<StoredCommand>, StoreError>;

    /// Running games whose deadline has come, the longest overdue first.
    fn due(&self, now: u64, most: usize) -> Result<Vec<String>, StoreError>;

    /// Games with a seat of a player, the last changed first.
    fn games_of(&self, player: &str, most: usize) -> Result<Vec<GameRecord>, StoreError>;

    /// The next games of [`Self::games_of`] after one of them: when it was last changed, and its id.
    fn games_after(
        &self,
        player: &str,
        last: (u64, &str),
        most: usize,
    ) -> Result<Vec<GameRecord>, StoreError>;

    /// The number of games with a seat of a player that have not ended.
    fn unfinished_games_of(&self, player: &str) -> Result<u64, StoreError>;

    /// The ids of all games after an id, in order, at most `most`.
    fn game_ids(&self, after: &str, most: usize) -> Result<Vec<String>, StoreError>;

    /// About how many bytes the games take that a player has made: settings, logs and chat. A text
    /// that games share counts for the first of them.
    fn stored_bytes(&self, player: &str) -> Result<u64, StoreError>;

    /// Texts of settings that are stored once, after a hash, in order of hashes, at most `most`.
    fn contents(&self, after: &str, most: usize) -> Result<Vec<Content>, StoreError>;

    /// Deletes such texts that no game uses any more and that were first stored before a time, at
    /// most `most`; the number that was deleted.
    fn delete_contents(&self, before: u64, most: usize) -> Result<u64, StoreError>;

    /// Gives a free seat of an open game to a player; false if it is not free.
    fn take_seat(&self, game: &str, seat: u8, player: &str, name: &str)
    -> Result<bool, StoreError>;
}

/// Players.
pub trait PlayerStore: Send + Sync {
    /// Stores a new player.
    fn create_player(&self, player: &PlayerRecord) -> Result<(), StoreError>;

    /// A player by id.
    fn player(&self, id: &str) -> Result<Option<PlayerRecord>, StoreError>;

    /// A player by the name to sign in with.
    fn player_by_login(&self, login: &str) -> Result<Option<PlayerRecord>, StoreError>;

    /// Gives a guest a name to sign in with and a password, and revokes the guest's sessions.
    fn register_player(&self, player: &PlayerRecord) -> Result<(), StoreError>;

    /// Replaces the hash of a password, revokes the player's sessions, except one, and ends codes
    /// that reset the password; false if the hash is not the old one any more.
    fn change_password(
        &self,
        id: &str,
        old: &str,
        new: &str,
        keep: Option<&str>,
    ) -> Result<bool, StoreError>;

    /// Gives a player another name, and an account another name to sign in with: `Taken` if that is
    /// somebody else's, or if the player is no account and a name to sign in with is given.
    fn rename_player(&self, id: &str, name: &str, login: Option<&str>) -> Result<(), StoreError>;

    /// Forgets a player: name, password, address of mail, identities, sessions, ratings, talk. Seats of games stay, without a
    /// name. SQLite overwrites what it deletes.
    fn delete_player(&self, id: &str) -> Result<(), StoreError>;

    /// Looks at `most` guests after an id, in order of ids. A guest is idle who came before a time,
    /// has no session that was used since, and no running game.
    fn idle_guests(&self, before: u64, after: &str, most: usize) -> Result<GuestPage, StoreError>;
}

/// The sessions of players: their tokens, as hashes.
pub trait SessionStore: Send + Sync {
    /// Stores a new session. Of the player's sessions, it and those that were used last stay, at
    /// most `most` together.
    fn add_session(&self, session: &SessionRecord, most: usize) -> Result<(), StoreError>;

    /// The session of a token.
    fn session(&self, hash: &str) -> Result<Option<SessionRecord>, StoreError>;

    /// The sessions of a player, the last used first.
    fn sessions(&self, player: &str) -> Result<Vec<SessionRecord>, StoreError>;

    /// Notes that a session was used. This may be lost with the machine.
    fn touch_session(&self, hash: &str, used: u64) -> Result<(), StoreError>;

    /// Revokes a session.
    fn revoke_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Revokes all sessions of a player, except one.
    fn revoke_sessions(&self, player: &str, keep: Option<&str>) -> Result<(), StoreError>;

    /// Deletes sessions that were last used before a time, and those of accounts that were made
    /// before another, at most `most`; the number that was deleted.
    fn delete_sessions(&self, used: u64, made: u64, most: usize) -> Result<u64, StoreError>;
}

/// Invitations to seats.
pub trait InviteStore: Send + Sync {
    /// An invitation.
    fn invite(&self, hash: &str) -> Result<Option<InviteRecord>, StoreError>;

    /// Deletes invitations that expired before a time, at most `most`; the number that was deleted.
    fn delete_invites(&self, expired: u64, most: usize) -> Result<u64, StoreError>;
}

/// The chat of games.
pub trait ChatStore: Send + Sync {
    /// Adds a line to the chat of a game, and returns its number.
    fn add_chat(&self, game: &str, seat: u8, at: u64, text: &str) -> Result<u64, StoreError>;

    /// The chat of a game from a number on, at most `most` lines.
    fn chat(&self, game: &str, from: u64, most: usize) -> Result<Vec<ChatLine>, StoreError>;
}

/// What finished games change for their players: ratings and winnings.
pub trait RatingStore: Send + Sync {
    /// The ratings of a player, by family.
    fn ratings(&self, player: &str) -> Result<Vec<RatingRecord>, StoreError>;

    /// The history of a player's rating in a family, the oldest point first, at most `most` points:
    /// from the first on, or those after the time and the game of one.
    fn rating_points(
        &self,
        player: &str,
        family: &str,
        after: Option<(u64, &str)>,
        most: usize,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// What a game has made of ratings, by player; nothing for those who have left.
    fn rated_by(&self, game: &str) -> Result<Vec<RatingPoint>, StoreError>;

    /// What a player has won: (kind, how many), by kind.
    fn inventory(&self, player: &str) -> Result<Vec<(String, u64)>, StoreError>;

    /// Finished games that are not settled yet: those whose head still has a deadline.
    fn unsettled(&self, most: usize) -> Result<Vec<String>, StoreError>;

    /// Settles a finished game, once for each game; false if it was settled before. In the same
    /// transaction the game's deadline is taken away, so that it is not settled again. Players who
    /// have left get nothing. The function gets what is known of the players, in their order,
    /// with what rated games in the family have changed since a time, within the same transaction.
    fn settle(
        &self,
        game: &str,
        family: &str,
        players: &[String],
        since: u64,
        work: &dyn Fn(&[RatedPlayer]) -> Settlement,
    ) -> Result<bool, StoreError>;
}

/// What several servers over one store need to know of each other.
pub trait LeaseStore: Send + Sync {
    /// Takes the right to work on a game at a revision, or keeps it, for some milliseconds of
    /// the store's own clock; false if somebody else has it. A right that has expired, or that
    /// was for an earlier revision, is free. It need not survive a crash of the store: that
    /// something happens once is decided by `append`.
    fn lease(
        &self,
        game: &str,
        revision: u64,
        holder: &str,
        millis: u64,
    ) -> Result<bool, StoreError>;

    /// Gives back all rights of a holder.
    fn release(&self, holder: &str) -> Result<(), StoreError>;

    /// How far games are, with one query for all of them. Unknown games are left out.
    fn progress(&self, games: &[String]) -> Result<Vec<GameProgress>, StoreError>;
}
