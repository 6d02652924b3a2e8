//! The edits.

use super::stored::{Stored, add, change};

/// Whether an edit is found only by the hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hash {
    /// It is found whether or not the forger computes the hash again.
    Either,
    /// What is left is a game that could have been played: only the hash finds it.
    Needed,
}

pub struct Edit {
    pub name: &'static str,
    pub hash: Hash,
    pub change: fn(&mut Stored),
}

const fn edit(name: &'static str, change: fn(&mut Stored)) -> Edit {
    Edit { name, hash: Hash::Either, change }
}

const fn hashed(name: &'static str, change: fn(&mut Stored)) -> Edit {
    Edit { name, hash: Hash::Needed, change }
}

/// Negates the first truth value of a field.
fn toggle(event: &mut String, field: &str) {
    let (yes, no) = (format!("\"{field}\":true"), format!("\"{field}\":false"));
    let first = |text: &String| event.find(text).unwrap_or(usize::MAX);
    match first(&yes) < first(&no) {
        true => change(event, &yes, &no),
        false => change(event, &no, &yes),
    }
}

/// Empties the first list of a field.
fn empty(event: &mut String, field: &str) {
    let start = event.find(&format!("\"{field}\":[")).unwrap() + field.len() + 4;
    let end = start + event[start..].find(']').unwrap();
    assert!(end > start, "{field}: {event}");
    event.replace_range(start..end, "");
}

pub const EDITS: &[Edit] = &[
    // Scores.
    edit("a play has a point more", |g| add(g.event("played", 2), "total", 1)),
    edit("a play has a hundred points fewer", |g| add(g.event("played", 3), "total", -100)),
    edit("a letter counts more", |g| add(g.event("played", 1), "base", 1)),
    edit("a letter has another value", |g| add(g.event("played", 1), "value", 2)),
    edit("a word has another text", |g| {
        let event = g.event("played", 0);
        let start = event.find("\"text\":\"").unwrap() + 8;
        event.insert(start, 'Z');
    }),
    edit("a word is not the main one", |g| toggle(g.event("played", 0), "main")),
    edit("all words vanish from a breakdown", |g| {
        let event = g.event("played", 0);
        let start = event.find("\"words\":[").unwrap() + 9;
        let end = event.find("],\"bonuses\"").unwrap();
        event.replace_range(start..end, "");
    }),
    edit("a bingo is awarded, or not", |g| toggle(g.event("played", 0), "bingo_awarded")),
    edit("premiums were not used", |g| empty(g.event("played", 0), "premiums_used")),
    edit("a premium is another", |g| change(g.event("played", 0), "double-word", "triple-word")),
    edit("a tile was new, or not", |g| toggle(g.event("played", 1), "new")),
    edit("a play can be challenged", |g| toggle(g.event("played", 0), "challengeable")),
    // Tiles.
    edit("a tile lies elsewhere", |g| {
        change(g.event("played", 0), "{\"cell\":\"7,7\"", "{\"cell\":\"0,0\"")
    }),
    edit("nothing was placed", |g| empty(g.event("played", 2), "placements")),
    edit("another seat has played", |g| {
        let event = g.event("played", 1);
        let other = if event.contains("\"seat\":0") { ("0", "1") } else { ("1", "0") };
        change(event, &format!("\"seat\":{}", other.0), &format!("\"seat\":{}", other.1));
    }),
    edit("a tile was not drawn", |g| empty(g.event("drew", 3), "tiles")),
    edit("another tile was drawn", |g| {
        let event = g.event("drew", 2);
        let start = event.find("\"tiles\":[\"").unwrap() + 10;
        let other = if event[start..].starts_with('Q') { "X" } else { "Q" };
        event.replace_range(start..start + 1, other);
    }),
    edit("tiles were drawn in another order", |g| {
        // The first draw has seven tiles.
        let event = g.event("drew", 0);
        let start = event.find('[').unwrap() + 1;
        let end = event.find(']').unwrap();
        let mut tiles: Vec<String> = event[start..end].split(',').map(str::to_string).collect();
        let other = tiles.iter().position(|tile| *tile != tiles[0]).unwrap();
        tiles.swap(0, other);
        event.replace_range(start..end, &tiles.join(","));
    }),
    edit("a seat drew twice", |g| {
        let (row, event) = g.find("drew", 3);
        let again = g.rows[row].events[event].clone();
        g.rows[row].events.insert(event, again);
        g.recount();
    }),
    edit("a draw is gone", |g| {
        let (row, event) = g.find("drew", 3);
        g.rows[row].events.remove(event);
        g.recount();
    }),
    edit("other tiles were exchanged", |g| {
        let event = g.event("swapped", 0);
        let start = event.find("\"drawn\":[\"").unwrap() + 10;
        let other = if event[start..].starts_with('Q') { "X" } else { "Q" };
        event.replace_range(start..start + 1, other);
    }),
    edit("nothing was given back", |g| empty(g.event("swapped", 0), "returned")),
    // Turns and times.
    edit("the turn is another seat's", |g| {
        let event = g.event("turn_began", 3);
        let other = if event.contains("\"seat\":0") { ("0", "1") } else { ("1", "0") };
        change(event, &format!("\"seat\":{}", other.0), &format!("\"seat\":{}", other.1));
    }),
    edit("a turn did not begin", |g| {
        let (row, event) = g.find("turn_began", 3);
        g.rows[row].events.remove(event);
        g.recount();
    }),
    edit("a pass was a timeout", |g| toggle(g.event("passed", 0), "timeout")),
    edit("a move was made before its turn began", |g| {
        let (row, _) = g.find("played", 4);
        g.rows[row].events.iter_mut().for_each(|event| add(event, "at", -60_000));
    }),
    edit("a turn began before its move", |g| add(g.event("turn_began", 5), "at", -1)),
    edit("a move has no time", |g| {
        let event = g.event("played", 2);
        let start = event.find("\"at\":").unwrap();
        let end = event.find("\"fact\"").unwrap();
        event.replace_range(start..end, "");
    }),
    edit("a command has another number", |g| add(g.event("turn_began", 4), "command", 1)),
    // The end.
    edit("an adjustment is smaller", |g| {
        let (row, _) = g.find("ended", 0);
        let adjusted = g.rows[row].events.iter_mut().find(|e| e.contains("\"adjustments\":[{"));
        add(adjusted.unwrap(), "points", 3);
    }),
    edit("an adjustment has another reason", |g| {
        let event = g.event("ended", 0);
        let start = event.find("\"adjustments\":[").unwrap();
        let reason = start + event[start..].find("\"reason\":\"").unwrap() + 10;
        event.insert(reason, 'x');
    }),
    edit("the game ended for another reason", |g| {
        let event = g.event("ended", 0);
        let reason = event.find("\"reason\":\"").unwrap() + 10;
        event.insert(reason, 'x');
    }),
    edit("another rule ended the game", |g| {
        let event = g.event("ended", 0);
        let rule = event.find("\"rule\":\"").unwrap() + 8;
        event.insert(rule, 'x');
    }),
    edit("another seat has won", |g| {
        let event = g.event("ended", 0);
        match event.contains("\"winners\":[0]") {
            true => change(event, "\"winners\":[0]", "\"winners\":[1]"),
            false => change(event, "\"winners\":[1]", "\"winners\":[0]"),
        }
    }),
    edit("the final score is another", |g| {
        let event = g.event("ended", 0);
        let start = event.find("\"scores\":[").unwrap() + 10;
        event.insert(start, '1');
    }),
    edit("the end is gone, and the game runs", |g| {
        let (row, event) = g.find("ended", 0);
        g.rows[row].events.truncate(event);
        g.status = "running".to_string();
        g.recount();
    }),
    // The start.
    edit("the commitment is another", |g| {
        let event = g.event("started", 0);
        let start = event.find("\"commitment\":\"").unwrap() + 14;
        let other = if event[start..].starts_with('0') { "1" } else { "0" };
        event.replace_range(start..start + 1, other);
    }),
    edit("the shuffle was not fair", |g| toggle(g.event("started", 0), "fair")),
    edit("the other seat moves first", |g| {
        let event = g.event("started", 0);
        match event.contains("\"first\":0") {
            true => change(event, "\"first\":0", "\"first\":1"),
            false => change(event, "\"first\":1", "\"first\":0"),
        }
    }),
    edit("the rules had another content", |g| {
        let event = g.event("started", 0);
        let start = event.find("\"ruleset\":\"").unwrap() + 11;
        let other = if event[start..].starts_with('0') { "1" } else { "0" };
        event.replace_range(start..start + 1, other);
    }),
    // Rows.
    hashed("the last command is cut off, and the game runs", |g| {
        let last = g.rows.pop().unwrap();
        g.status = "running".to_string();
        g.to_move = last.seat.unwrap();
        g.recount();
    }),
    edit("a command in the middle is gone", |g| {
        let (row, _) = g.find("played", 4);
        g.rows.remove(row);
        g.recount();
    }),
    edit("two commands change places", |g| {
        let (row, _) = g.find("played", 4);
        g.rows.swap(row, row + 1);
    }),
    edit("a command comes twice", |g| {
        let (row, _) = g.find("played", 4);
        let mut again = g.rows[row].clone();
        again.client_id = Some("again".to_string());
        g.rows.insert(row, again);
        g.recount();
    }),
    edit("two commands are one", |g| {
        let (row, _) = g.find("played", 4);
        let next = g.rows.remove(row + 1);
        g.rows[row].events.extend(next.events);
    }),
    edit("one command is two", |g| {
        let (row, _) = g.find("played", 4);
        let events = g.rows[row].events.split_off(1);
        let second = super::stored::Row { seat: None, client_id: None, events };
        g.rows.insert(row + 1, second);
    }),
    hashed("a command has another id", |g| {
        let (row, _) = g.find("played", 4);
        g.rows[row].client_id = Some("other".to_string());
    }),
    edit("an id was used twice", |g| {
        let (row, _) = g.find("played", 4);
        g.rows[row + 1].client_id = g.rows[row].client_id.clone();
    }),
    edit("another seat has sent a command", |g| {
        let (row, _) = g.find("played", 4);
        g.rows[row].seat = g.rows[row].seat.map(|seat| 1 - seat);
    }),
    edit("nobody has sent a command", |g| {
        let (row, _) = g.find("played", 4);
        (g.rows[row].seat, g.rows[row].client_id) = (None, None);
    }),
    edit("an event is written with spaces", |g| change(g.event("drew", 2), ":", ": ")),
    edit("an event has a field more", |g| change(g.event("passed", 0), "{", "{\"x\":1,")),
    // Beside the log.
    edit("the game is said to run", |g| g.status = "running".to_string()),
    edit("the game is said to be open", |g| g.status = "open".to_string()),
    edit("another seat is to move", |g| g.to_move = 1 - g.to_move),
    edit("the revision is too high", |g| g.revision += 1),
    edit("the revision is too low", |g| g.revision -= 1),
    edit("it was made after its end", |g| g.created = g.updated + 1),
    edit("it changed before its last event", |g| g.updated -= 1),
    edit("the secret is another", |g| g.secret = g.secret.chars().rev().collect()),
    edit("the variant is another", |g| change(&mut g.settings, "\"classic\"", "\"clabbers\"")),
    edit("a seat is gone", |g| g.seats = 1),
    hashed("hints were not allowed", |g| toggle(&mut g.settings, "hints")),
];
