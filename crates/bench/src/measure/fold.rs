//! Folding the events of a game into its state.

use super::{Plan, Row, micros};
use tilewright_bench::selfplay::{Effort, Session, Table};
use tilewright_game::{Event, Fact, replay};

/// The turns of the game that is folded.
const TURNS: usize = 40;

/// The events up to the end of the last of the turns, if there are as many.
fn first_turns(events: &[Event]) -> Option<&[Event]> {
    let mut ends = (events.iter().enumerate()).filter(|(_, event)| {
        matches!(event.fact, Fact::Played { .. } | Fact::Swapped { .. } | Fact::Passed { .. })
    });
    let (last, event) = ends.nth(TURNS - 1)?;
    let rest = events[last..].iter().take_while(|other| other.command == event.command).count();
    Some(&events[..last + rest])
}

/// The time to fold a classic game of forty turns.
pub(crate) fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let table = Table::shipped("classic")?;
    let effort = Effort { validated: 0, mutated: 0, privacy_every: 100_000, ..Effort::default() };
    for seed in 0..200 {
        let mut session = Session::new(&table, seed, &effort)?;
        session.play_to_the_end()?;
        let Some(events) = first_turns(session.game.events()) else { continue };
        let plays = events.iter().filter(|event| matches!(event.fact, Fact::Played { .. }));
        let plays = plays.count();
        if plays < TURNS - 6 {
            continue;
        }
        replay(&table.ruleset, None, events).map_err(|error| error.to_string())?;
        let (median, _) = plan.time(1, || replay(&table.ruleset, None, events));
        let what = format!("fold {TURNS} turns ({} events, {plays} moves)", events.len());
        return Ok(vec![Row::new("fold", what, micros(median), "µs").below(100.0, plan)]);
    }
    Err(format!("no self-played game has {TURNS} turns"))
}
