//! Games as an append-only log of events.
//!
//! [`decide`] takes a state and a [`Command`] and returns the [`Event`]s with the state after them,
//! or a rejection with the state as it was. [`GameState::apply`] folds an event into a state, the
//! same way when a move is committed and when a log is replayed. Drawn tiles are
//! facts in the events, so replay needs no word list, no clock and no random numbers. Players get
//! [`SeatView`]s and [`VisibleEvent`]s, types in which a hidden tile has no place.

mod any_play;
mod apply;
mod check;
mod clock;
mod command;
mod decide;
mod error;
mod event;
mod game;
mod ids;
mod import;
mod repeat;
mod seen;
mod settle;
mod setup;
mod state;
mod verify;
mod view;

pub use check::{MAX_EVENTS, MAX_MOVE_STEPS, check, check_until};
pub use clock::{Clocks, Expiry};
pub use command::{Command, Submission};
pub use decide::{Decided, Refused, commit, decide, decide_delayed, decide_until};
pub use error::{GameError, Rejection, ReplayError};
pub use event::{Adjustment, Event, Fact, GameResult, PlacedTile, ResignCause, SlidTile, TileName};
pub use game::{Branch, Game, GameLog, Snapshot, replay};
pub use import::{decide_end, decide_recorded};
pub use repeat::{RepeatFault, repeat};
pub use seen::Seen;
pub use settle::Standing;
pub use setup::{GameSource, NewGame, Opening};
pub use state::GameState;
pub use verify::{ShuffleFault, verify_shuffle};
pub use view::{
    PublicCell, PublicSeat, PublicState, SeatView, ShownResult, SpectatorView, TileCount,
    VisibleEvent, VisibleFact,
};
