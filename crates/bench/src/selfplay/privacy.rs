//! What viewers see must not depend on what they may not know.

use super::{Checked, Session, ensure};
use std::ops::Range;
use tilewright_game::{Event, Fact, GameState, TileName, VisibleFact, replay};

/// All viewers: everyone, and every seat.
fn viewers(players: u8) -> impl Iterator<Item = Option<u8>> {
    std::iter::once(None).chain((0..players).map(Some))
}

fn view_json(state: &GameState, viewer: Option<u8>) -> String {
    let json = match viewer {
        Some(seat) => serde_json::to_string(&state.seat_view(seat)),
        None => serde_json::to_string(&state.spectator_view()),
    };
    json.expect("views serialise")
}

fn event_json(event: &Event, viewer: Option<u8>, index: usize) -> String {
    serde_json::to_string(&event.visible_to(viewer, index as u64)).expect("events serialise")
}

/// New events: own tiles for their owner only; the seed only in a revealed end of the game.
pub(crate) fn check_events(session: &Session<'_>, range: Range<usize>) -> Checked {
    let events = session.game.events();
    let secret = session.seed.reveal();
    for index in range {
        let event = &events[index];
        let ended = matches!(event.fact, Fact::Ended { .. });
        for viewer in viewers(session.game.state().players()) {
            let seen = event.visible_to(viewer, index as u64);
            let (seat, own) = match &seen.fact {
                VisibleFact::Drew { seat, own, .. } => (Some(*seat), own.is_some()),
                VisibleFact::Swapped { seat, own, .. } => (Some(*seat), own.is_some()),
                VisibleFact::RackArranged { seat, own, .. } => (Some(*seat), own.is_some()),
                _ => (None, false),
            };
            ensure(own == (seat.is_some() && seat == viewer), || {
                format!("event {index} shows own tiles to {viewer:?}: {own}")
            })?;
            ensure(!event_json(event, viewer, index).contains(&secret), || {
                format!("sealed event {index} shows {viewer:?} the seed")
            })?;
            let mut revealed = seen;
            revealed.reveal(event);
            let revealed = serde_json::to_string(&revealed).expect("events serialise");
            ensure(revealed.contains(&secret) == ended, || {
                format!("revealed event {index} shows {viewer:?} the seed, ended: {ended}")
            })?;
        }
    }
    Ok(())
}

/// Views: the own rack and nothing else. A view is sealed until it is revealed after the end.
pub(crate) fn check_views(session: &Session<'_>) -> Checked {
    let state = session.game.state();
    let secret = session.seed.reveal();
    let set = session.table.ruleset.tiles();
    for viewer in viewers(state.players()) {
        ensure(!view_json(state, viewer).contains(&secret), || {
            format!("the sealed view of {viewer:?} shows the seed")
        })?;
        let rack = viewer.map_or_else(Default::default, |seat| state.rack(seat));
        let (shown, unseen) = match viewer {
            Some(seat) => {
                let view = state.seat_view(seat);
                (view.rack, view.unseen)
            }
            None => (Vec::new(), state.spectator_view().unseen),
        };
        let held: Vec<TileName> = rack.tiles().map(|kind| set.kind(kind).id.clone()).collect();
        ensure(shown == held, || format!("the view of {viewer:?} has another rack"))?;
        let unseen: usize = unseen.iter().map(|tile| tile.count).sum();
        let hidden = set.full_bag().len() - state.board.tiles().len() - rack.len();
        ensure(unseen == hidden, || {
            format!("{viewer:?} does not see {unseen} tiles, {hidden} are hidden")
        })?;
    }
    let mut revealed = state.public();
    revealed.reveal(state);
    let shown = serde_json::to_string(&revealed).expect("views serialise").contains(&secret);
    ensure(shown == state.result().is_some(), || format!("a revealed view shows the seed: {shown}"))
}

/// Whether two histories look the same to a viewer: the view at the end and every event.
pub fn same_for_viewer(
    (one, one_events): (&GameState, &[Event]),
    (two, two_events): (&GameState, &[Event]),
    viewer: Option<u8>,
) -> bool {
    let events = |events: &[Event]| -> Vec<String> {
        events.iter().enumerate().map(|(i, event)| event_json(event, viewer, i)).collect()
    };
    view_json(one, viewer) == view_json(two, viewer) && events(one_events) == events(two_events)
}

/// Makes another history in which one seat had other hidden tiles; all other viewers must not be
/// able to tell, and that seat must. Returns how many pairs were compared: some histories that are
/// tried turn out to be impossible.
pub(crate) fn check(session: &mut Session<'_>) -> Result<usize, String> {
    for _ in 0..4 {
        if check_one(session)? {
            return Ok(1);
        }
    }
    Ok(0)
}

fn check_one(session: &mut Session<'_>) -> Result<bool, String> {
    let players = session.game.state().players();
    let seat = session.chance.below(usize::from(players)) as u8;
    let events = session.game.events().to_vec();
    let Some(other_events) = other_history(session, &events, seat) else { return Ok(false) };
    let ruleset = &session.table.ruleset;
    let Ok(other) = replay(ruleset, Some(&session.seed), &other_events) else { return Ok(false) };
    let state = session.game.state();
    other.check_ledger().map_err(|fault| fault.to_string())?;
    let own = (state, events.as_slice());
    let foreign = (&other, other_events.as_slice());
    for viewer in viewers(players).filter(|viewer| *viewer != Some(seat)) {
        ensure(same_for_viewer(own, foreign, viewer), || {
            format!("{viewer:?} can tell which hidden tiles seat {seat} has or had")
        })?;
    }
    ensure(!same_for_viewer(own, foreign, Some(seat)), || {
        format!("seat {seat} cannot tell its own tiles")
    })?;
    Ok(true)
}

/// The tiles that an event gives to a seat.
fn drawn(event: &mut Event, seat: u8) -> Option<&mut Vec<TileName>> {
    match &mut event.fact {
        Fact::Drew { seat: by, tiles } if *by == seat => Some(tiles),
        Fact::Swapped { seat: by, drawn, .. } if *by == seat => Some(drawn),
        _ => None,
    }
}

/// The log with one tile of a draw exchanged for another kind: a tile that is still on the rack,
/// or one that was given back in a swap, there too. It may turn out to be impossible.
fn other_history(session: &mut Session<'_>, events: &[Event], seat: u8) -> Option<Vec<Event>> {
    let mut other = events.to_vec();
    let set = session.table.ruleset.tiles();
    let names: Vec<TileName> = set.kinds().iter().map(|kind| kind.id.clone()).collect();
    let swaps: Vec<usize> = (events.iter().enumerate())
        .filter(|(_, event)| matches!(&event.fact, Fact::Swapped { seat: by, .. } if *by == seat))
        .map(|(index, _)| index)
        .collect();
    let swap = session.chance.pick(&swaps).copied().filter(|_| session.chance.once_in(2));
    let end = swap.unwrap_or(events.len());
    let from = match (swap, events.get(end).map(|event| &event.fact)) {
        (Some(_), Some(Fact::Swapped { returned, .. })) => session.chance.pick(returned)?.clone(),
        _ => {
            let rack: Vec<_> = session.game.state().rack(seat).tiles().collect();
            let kind = session.chance.pick(&rack)?;
            set.kind(*kind).id.clone()
        }
    };
    let to = session.chance.pick(&names)?.clone();
    if to == from {
        return None;
    }
    let exchange = |tiles: &mut Vec<TileName>| {
        let place = tiles.iter().position(|tile| *tile == from)?;
        tiles[place] = to.clone();
        Some(())
    };
    (other[..end].iter_mut().rev()).find_map(|event| drawn(event, seat).and_then(exchange))?;
    if let Some(event) = swap.and_then(|index| other.get_mut(index))
        && let Fact::Swapped { returned, .. } = &mut event.fact
    {
        exchange(returned)?;
    }
    Some(other)
}
