//! What a file says as a whole: who plays, by which settlement, with which racks.

use super::replay::fault;
use super::{FaultKind, Gcg, GcgAction, GcgEvent, GcgFault, shown};
use crate::cgp::frame;
use crate::letters::read_rack;
use tilewright_rules::{Points, Ruleset};
use tilewright_tiles::TileCounts;

/// Whether games of the variant can be written as GCG.
pub(super) fn check_variant(ruleset: &Ruleset) -> Result<(), GcgFault> {
    let id = ruleset.id();
    let reason = if frame(ruleset.topology()).is_err() {
        format!("`{id}` is not played on a flat board of squares; such a game has no GCG")
    } else if ruleset.spec().stacking.enabled {
        format!("in `{id}` tiles are stacked; such a game has no GCG")
    } else if ruleset.parts().start_word.is_some() {
        format!("`{id}` begins with a word on the board; such a game has no GCG")
    } else {
        return Ok(());
    };
    fault(1, FaultKind::Variant, reason)
}

/// The nicknames by seat.
pub(super) fn nicks<'a>(gcg: &'a Gcg, ruleset: &Ruleset) -> Result<Vec<&'a str>, GcgFault> {
    let players = gcg.players();
    let line = gcg.events().next().map_or(1, |(line, _)| line);
    for (wanted, (number, _)) in (1u8..).zip(&players) {
        if wanted != *number {
            let reason =
                format!("player {wanted} is not named; add #player{wanted} nick full name");
            return fault(line, FaultKind::Players, reason);
        }
    }
    let (least, most) = ruleset.players();
    let count = players.len();
    if !(usize::from(least)..=usize::from(most)).contains(&count) {
        let reason = match count {
            0 => "no player is named; add #player1 nick full name".to_string(),
            _ => format!("{count} players are named; `{}` is for {least} to {most}", ruleset.id()),
        };
        return fault(line, FaultKind::Players, reason);
    }
    Ok(players.into_iter().map(|(_, player)| player.nick.as_str()).collect())
}

pub(super) fn seat_of(nicks: &[&str], line: usize, nick: &str) -> Result<u8, GcgFault> {
    match nicks.iter().position(|known| *known == nick) {
        Some(seat) => Ok(seat as u8),
        None => {
            let known = nicks.join(", ");
            let (nick, known) = (shown(nick), shown(&known));
            let reason = format!("no player is called `{nick}`; there are {known}");
            fault(line, FaultKind::Players, reason)
        }
    }
}

/// Whether the file gives the player who went out twice the others' tiles, who lose nothing.
pub(super) fn gives_double(events: &[(usize, &GcgEvent)]) -> bool {
    let mut lines = events.iter().filter_map(|(_, event)| match event.action {
        GcgAction::EndRack(_) => Some(event.rack.is_empty() && event.score >= Points::ZERO),
        _ => None,
    });
    lines.next() == Some(true) && lines.all(|gains| gains)
}

/// The rack that the file shows next for a player.
pub(super) fn next_rack(
    ruleset: &Ruleset,
    events: &[(usize, &GcgEvent)],
    nick: &str,
) -> TileCounts {
    let shows = |event: &&GcgEvent| event.nick == nick && !event.rack.is_empty();
    let next = events.iter().map(|(_, event)| *event).find(shows);
    // A rack that cannot be read fails with its line number when its own turn is replayed.
    let kinds = next.and_then(|event| read_rack(ruleset.tiles(), &event.rack).ok());
    kinds.into_iter().flatten().collect()
}
