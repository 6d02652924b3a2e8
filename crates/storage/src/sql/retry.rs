//! Appends whose fate is unknown: the connection was lost while they were made durable.

use super::{Session, games};
use crate::{Append, Appended, StoreError};

/// Appends again. What an earlier attempt has stored is found in the log, and answered as if
/// nothing had happened: the same events of the same command at the same place.
///
/// The earlier attempt may still be under way on the server. Then its lock on the game is waited
/// for by the append, which is refused afterwards; so the log is read last.
pub(super) fn append(db: &mut dyn Session, append: &Append) -> Result<Appended, StoreError> {
    let outcome = games::append(db, append)?;
    if !matches!(outcome, Appended::Conflict(_) | Appended::Before(_)) {
        return Ok(outcome);
    }
    let to = append.expected + append.events.len() as u64;
    let stored = games::entries(db, &append.game, append.expected, to)?;
    let own = matches!(&stored[..], [entry] if entry.revision == append.expected
        && entry.events == append.events && entry.command == append.command);
    Ok(if own { Appended::Stored(to) } else { outcome })
}
