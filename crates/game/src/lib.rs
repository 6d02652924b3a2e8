//! Games as an append-only log of events.
//!
//! [`decide`] turns a [`Command`] into [`Event`]s or a rejection; [`GameState::apply`] folds events
//! into a state, the same way when a move is committed and when a log is replayed. Drawn tiles are
//! facts in the events, so replay needs no word list, no clock and no random numbers. Players get
//! [`SeatView`]s and [`VisibleEvent`]s, types in which a hidden tile has no place.

mod apply;
mod clock;
mod decide;
mod error;
mod event;
mod game;
mod search;
mod seen;
mod settle;
mod setup;
mod state;
mod told;
mod verify;
mod view;

pub use clock::{Clocks, Expiry};
pub use decide::{Command, Submission, decide, decide_validated};
pub use error::{GameError, Rejection, ReplayError};
pub use event::{Adjustment, Event, Fact, GameResult, PlacedTile, ResignCause, SlidTile, TileName};
pub use game::{Branch, Game, GameLog, Snapshot, replay};
pub use seen::Seen;
pub use settle::Standing;
pub use setup::{GameSource, NewGame, Opening};
pub use state::GameState;
pub use told::decide_end;
pub use verify::{ShuffleFault, verify_shuffle};
pub use view::{
    PublicCell, PublicSeat, PublicState, SeatView, SpectatorView, TileCount, VisibleEvent,
    VisibleFact,
};
