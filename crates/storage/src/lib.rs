//! Where games are kept: an append-only log of events, and what lies around it.
//!
//! A [`Store`] answers only after what it was given is durable. The log of a game grows at its
//! end and nowhere else: an append names the revision that it continues, and at most one append
//! can continue each revision. A command carries the id that its sender gave it; sent twice, it
//! is stored once and answered alike.
//!
//! [`MemoryStore`] forgets everything with the process, [`SqliteStore`] is one file,
//! `PostgresStore` (feature `postgres`) a database that several servers can share. All stores
//! pass the same tests. Events and settings are texts here; what is in them is no concern of
//! this crate.

#![deny(missing_docs)]

mod accounts;
mod contents;
mod lobby;
mod memory;
mod moderation;
mod records;
mod sql;
mod store;

pub use accounts::{CodePurpose, CodeRecord, CodeStore, EmailChange, EmailRecord, EmailStore};
pub use accounts::{IdentityRecord, IdentityStore, SignInAddressStore};
pub use contents::Content;
pub use lobby::{
    ListedSeek, LobbyStore, NewPair, OfferedRematch, RematchRecord, SeekFilter, SeekOutcome,
    SeekRecord, SeekTerms, Seeker, TakenSeek,
};
pub use memory::MemoryStore;
pub use moderation::{
    AuditRecord, BlockKind, BlockRecord, Change, ModerationStore, QuarantineRecord, ReportKind,
    ReportRecord, ReportSettlement, Reported, Role, SanctionKind, SanctionRecord,
};
pub use records::{
    Append, Appended, ChatLine, CommandKey, GainRecord, GameHead, GamePhase, GameProgress,
    GameRecord, GuestPage, InviteRecord, LogEntry, PlayerRecord, RatedPlayer, RatingPoint,
    RatingRecord, SeatHolder, SeatRecord, SessionRecord, Settlement, Space, StoredCommand,
};
#[cfg(feature = "postgres")]
pub use sql::PostgresStore;
pub use sql::{MIGRATIONS, SqliteStore};
pub use store::{ChatStore, DatabaseError, GameStore, InviteStore, LeaseStore, PlayerStore};
pub use store::{RatingStore, SessionStore, Store, StoreError};
