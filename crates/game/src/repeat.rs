//! Deciding a log again: what a command has led to is not believed, it is decided once more.

use crate::command::{Command, Submission};
use crate::decide::decide_delayed;
use crate::event::{Event, Fact, ResignCause, SlidTile};
use crate::state::GameState;
use thiserror::Error;
use tilewright_board::CellId;
use tilewright_rules::{Action, MoveDraft, UserMove};

/// A log that its own rules would not have written.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("event {index}: {reason}")]
pub struct RepeatFault {
    /// The event, counted from 0.
    pub index: u64,
    /// What differs.
    pub reason: String,
}

/// Decides a command of a log again, from the state before it and the events that it has led to, and
/// compares every event: words, scores, premiums, draws, clocks, adjustments, endings. A command
/// that was on its way for a while is decided with the same delay.
///
/// The state must have its seed and, where the variant has one, its word list. Actions that only a
/// plugin understands are not in the log: moves of such variants are replayed instead if they
/// cannot be decided.
///
/// # Errors
/// The first event that differs.
pub fn repeat(state: GameState, events: &[Event]) -> Result<GameState, RepeatFault> {
    let index = state.revision;
    let fault =
        |offset: usize, reason: String| RepeatFault { index: index + offset as u64, reason };
    let (Some(first), Some(last)) = (events.first(), events.last()) else {
        return Err(fault(0, "a command without events".to_string()));
    };
    let delay = match (first.at, last.at) {
        (Some(first), Some(last)) => last
            .checked_sub(first)
            .ok_or_else(|| fault(events.len() - 1, "it happened before the first".to_string()))?,
        (None, None) => 0,
        _ => return Err(fault(0, "only some events have a time".to_string())),
    };
    let mut nearest = fault(0, "no command leads to it".to_string());
    for command in commands(&state, events) {
        let submission = Submission { command, revision: None, now: last.at };
        match decide_delayed(state.fork(), &submission, delay) {
            Ok(decided) => {
                let differs = (0..events.len().max(decided.events.len()))
                    .find(|at| events.get(*at) != decided.events.get(*at));
                let Some(at) = differs else { return Ok(decided.state) };
                nearest = fault(at, difference(events.get(at), decided.events.get(at)));
            }
            Err(refused) => nearest = fault(0, format!("it is refused: {}", refused.rejection)),
        }
    }
    let by_plugin = matches!(first.fact, Fact::Played { .. } | Fact::Plugin { .. })
        && !state.ruleset().plugins().is_empty();
    if by_plugin { replayed(state, events) } else { Err(nearest) }
}

/// The state after events that are taken as they are.
fn replayed(mut state: GameState, events: &[Event]) -> Result<GameState, RepeatFault> {
    for event in events {
        let index = state.revision;
        state.apply(event).map_err(|reason| RepeatFault { index, reason })?;
    }
    Ok(state)
}

/// What is stored, and what should be.
fn difference(stored: Option<&Event>, decided: Option<&Event>) -> String {
    let name = |event: &Event| match serde_json::to_value(&event.fact) {
        Ok(fact) => fact["type"].as_str().unwrap_or("an event").to_string(),
        Err(error) => error.to_string(),
    };
    match (stored, decided) {
        (Some(stored), None) => format!("`{}` is too much", name(stored)),
        (None, Some(decided)) => format!("`{}` is missing", name(decided)),
        (Some(stored), Some(decided)) if name(stored) != name(decided) => {
            format!("`{}` stands where `{}` should", name(stored), name(decided))
        }
        (Some(stored), Some(decided)) => match (&stored.fact, &decided.fact) {
            (Fact::Played { score: stored, .. }, Fact::Played { score: decided, .. })
                if stored.total != decided.total =>
            {
                format!("a play with {} points is stored with {}", decided.total, stored.total)
            }
            _ => format!("`{}` is stored with other contents", name(stored)),
        },
        (None, None) => "nothing differs".to_string(),
    }
}

/// The commands that may have led to events, the likeliest first.
fn commands(state: &GameState, events: &[Event]) -> Vec<Command> {
    let cause = events.iter().find_map(|event| match &event.fact {
        Fact::Played { seat, placements, slides, .. } if slides.is_empty() => {
            let placed: Option<Vec<_>> =
                placements.iter().map(|tile| state.tile_of(tile)).collect();
            let draft = MoveDraft::known(&placed?, state.ruleset().tiles());
            let user_move = UserMove::from_draft(&state.position(*seat), &draft);
            Some(vec![Command::Move { seat: *seat, user_move }])
        }
        Fact::Played { seat, slides, .. } => {
            let slide = |user_move| Command::Move { seat: *seat, user_move };
            Some(slide_moves(state, slides).into_iter().map(slide).collect())
        }
        Fact::Swapped { seat, returned, .. } => {
            let tiles = returned.iter().map(ToString::to_string).collect();
            let user_move = UserMove { actions: vec![Action::SwapRack { tiles }] };
            Some(vec![Command::Move { seat: *seat, user_move }])
        }
        Fact::Passed { seat, timeout: false } => Some(vec![Command::Pass { seat: *seat }]),
        Fact::Passed { timeout: true, .. } => Some(vec![Command::Tick]),
        Fact::Challenged { by, .. } => Some(vec![Command::Challenge { seat: *by }]),
        Fact::Resigned { seat, cause: ResignCause::Declared } => {
            Some(vec![Command::Resign { seat: *seat }])
        }
        Fact::Resigned { cause: ResignCause::Timeout | ResignCause::Inactivity, .. } => {
            Some(vec![Command::Tick])
        }
        Fact::RuleSwitched { rule, enabled } => {
            Some(vec![Command::SwitchRule { rule: rule.to_string(), enabled: *enabled }])
        }
        Fact::RackArranged { seat, tiles } => {
            Some(vec![Command::ArrangeRack { seat: *seat, tiles: tiles.concat() }])
        }
        _ => None,
    });
    cause.unwrap_or_else(|| {
        // Somebody accepted the last move, or the clock did.
        let accepts = events.iter().find_map(|event| match &event.fact {
            Fact::WindowClosed { by } => Some(Command::Pass { seat: *by }),
            _ => None,
        });
        accepts.into_iter().chain([Command::Tick]).collect()
    })
}

/// The slides that move tiles from one cell to another, along each axis that has both.
fn slide_moves(state: &GameState, slides: &[SlidTile]) -> Vec<UserMove> {
    let topology = state.ruleset().topology();
    let cells =
        slides.first().and_then(|slid| Some((slid.from.find(topology)?, slid.to.find(topology)?)));
    let Some((from, to)) = cells else { return Vec::new() };
    let most = topology.cell_count();
    let distance = |step: &dyn Fn(CellId) -> Option<CellId>| {
        let path = std::iter::successors(Some(from), |cell| step(*cell)).take(most);
        path.skip(1).position(|cell| cell == to).and_then(|steps| i32::try_from(steps + 1).ok())
    };
    let along = |axis| {
        let forward = distance(&|cell| topology.next(cell, axis));
        let backward = distance(&|cell| topology.previous(cell, axis)).map(|steps| -steps);
        forward.into_iter().chain(backward).map(move |by| (axis, by))
    };
    topology
        .axis_ids()
        .flat_map(along)
        .map(|(axis, by)| {
            let cells = slides.iter().map(|slid| slid.from.clone()).collect();
            let axis = Some(topology.axis_tag(axis).clone());
            UserMove { actions: vec![Action::SlideGroup { cells, axis, by }] }
        })
        .collect()
}
