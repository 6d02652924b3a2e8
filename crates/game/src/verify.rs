//! Verifying a shuffle: after the end, anyone can draw the tiles again.

use crate::event::{Event, Fact, TileName};
use crate::state::GameState;
use std::sync::Arc;
use thiserror::Error;
use tilewright_rules::Ruleset;
use tilewright_rules::spec::SwapOrder;
use tilewright_tiles::{Seed, TileCounts};

/// Why a shuffle is not what its seed says.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ShuffleFault {
    /// The seed is not the one that the start committed to.
    #[error("the seed does not match the commitment published at the start")]
    Commitment,
    /// A draw is another than the seed's.
    #[error("event {index}: drew {found}, the seed says {expected}")]
    Draw {
        /// The event, counted from 0.
        index: usize,
        /// What was drawn.
        found: String,
        /// What should have been.
        expected: String,
    },
    /// A rack was laid by hand.
    #[error("event {0}: a rack was laid by hand; such a game is not fair")]
    Arranged(usize),
    /// The log does not replay.
    #[error("event {index}: {reason}")]
    Log {
        /// The event, counted from 0.
        index: usize,
        /// Why.
        reason: String,
    },
}

/// Draws every tile of a log again from the revealed seed.
pub fn verify_shuffle(
    ruleset: &Arc<Ruleset>,
    events: &[Event],
    seed: &Seed,
) -> Result<(), ShuffleFault> {
    let mut state = GameState::blank(ruleset.clone());
    for (index, event) in events.iter().enumerate() {
        let check = |bag: &mut TileCounts, drawn: &[TileName]| {
            let counters = state.draws..;
            let kinds = counters.take(drawn.len()).map_while(|counter| bag.draw(seed, counter));
            let expected = state.names(kinds);
            if expected == drawn {
                return Ok(());
            }
            Err(ShuffleFault::Draw { index, found: drawn.join(" "), expected: expected.join(" ") })
        };
        match &event.fact {
            Fact::Started { commitment, .. } if *commitment != seed.commitment().to_string() => {
                return Err(ShuffleFault::Commitment);
            }
            Fact::Drew { tiles, .. } => check(&mut { state.bag }, tiles)?,
            Fact::Swapped { returned, drawn, .. } => {
                let mut bag = state.bag;
                if ruleset.spec().swap_limit.order == SwapOrder::ReturnFirst {
                    for name in returned {
                        let kind = state.read_tile(name);
                        bag.add(kind.map_err(|reason| ShuffleFault::Log { index, reason })?);
                    }
                }
                check(&mut bag, drawn)?;
            }
            Fact::RackArranged { .. } => return Err(ShuffleFault::Arranged(index)),
            _ => {}
        }
        state.apply(event).map_err(|reason| ShuffleFault::Log { index, reason })?;
    }
    Ok(())
}
