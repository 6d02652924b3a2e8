//! Compares the responses that clients received with the log.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A command that a server has acknowledged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acked {
    pub client_id: String,
    pub seat: u64,
    /// The revision in the response.
    pub revision: u64,
    /// The numbers of the events in the response.
    pub events: Vec<u64>,
}

/// The responses that a client received for one game.
#[derive(Clone, Default, Debug)]
pub struct ClientRecord {
    pub acked: Vec<Acked>,
    /// Commands that were refused for good.
    pub refused: Vec<String>,
}

/// One game in the store.
#[derive(Clone, Default, Debug)]
pub struct Stored {
    pub over: bool,
    pub events: Vec<Value>,
    /// Commands by their id: seat, first event, the one after the last.
    pub commands: BTreeMap<String, (u64, u64, u64)>,
}

/// Lists all differences.
pub fn faults(record: &ClientRecord, stored: &Stored) -> Vec<String> {
    let mut found = Vec::new();
    if !stored.over {
        found.push("the game has not ended".to_string());
    }
    let mut ids = BTreeSet::new();
    for acked in &record.acked {
        let id = &acked.client_id;
        if !ids.insert(id) {
            found.push(format!("{id}: acknowledged as two commands"));
        }
        match stored.commands.get(id) {
            None => found.push(format!("{id}: acknowledged, but not in the log")),
            Some((seat, from, to)) => {
                if *to != acked.revision || *seat != acked.seat {
                    found.push(format!("{id}: acknowledged as {acked:?}, stored as {seat} {to}"));
                }
                if acked.events != (*from..*to).collect::<Vec<_>>() {
                    found.push(format!("{id}: the answer held other events than the log"));
                }
            }
        }
    }
    for id in &record.refused {
        if stored.commands.contains_key(id) {
            found.push(format!("{id}: refused, but in the log"));
        }
    }
    for id in stored.commands.keys().filter(|id| !id.starts_with('#') && !ids.contains(id)) {
        found.push(format!("{id}: in the log, but never acknowledged"));
    }
    // Every turn belongs to one command, and every command has one turn.
    let mut turns: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, event) in (0u64..).zip(&stored.events) {
        let kind = event["fact"]["type"].as_str().unwrap_or_default();
        if !matches!(kind, "played" | "swapped" | "passed") {
            continue;
        }
        let seat = event["fact"]["seat"].as_u64();
        let own: Vec<&str> = (stored.commands.iter())
            .filter(|(_, (by, from, to))| (*from..*to).contains(&index) && seat == Some(*by))
            .map(|(id, _)| id.as_str())
            .collect();
        match &own[..] {
            [id] => *turns.entry(id).or_default() += 1,
            _ => found.push(format!("event {index} ({kind}) belongs to {} commands", own.len())),
        }
    }
    for id in stored.commands.keys() {
        let count = turns.get(id.as_str()).copied().unwrap_or(0);
        if count != 1 {
            found.push(format!("{id}: {count} turns in the log"));
        }
    }
    found
}

/// A game in which seat 0 passes twice and a bot once.
fn sound() -> (ClientRecord, Stored) {
    let acked = |id: &str, from: u64| Acked {
        client_id: id.to_string(),
        seat: 0,
        revision: from + 2,
        events: vec![from, from + 1],
    };
    let record =
        ClientRecord { acked: vec![acked("a", 1), acked("b", 5)], refused: vec!["c".to_string()] };
    let event =
        |kind: &str, seat: u64| serde_json::json!({ "fact": { "type": kind, "seat": seat } });
    let mut events = vec![event("started", 0)];
    for seat in [0, 1, 0] {
        events.extend([event("passed", seat), event("turn_began", 1 - seat)]);
    }
    let command = |id: &str, seat, from| (id.to_string(), (seat, from, from + 2));
    let commands = [command("a", 0, 1), command("#bot-3", 1, 3), command("b", 0, 5)];
    (record, Stored { over: true, events, commands: commands.into() })
}

#[test]
fn a_matching_log_is_accepted() {
    let (record, stored) = sound();
    assert_eq!(faults(&record, &stored), [""; 0]);
}

/// Every kind of server fault is found.
#[test]
fn planted_faults_are_found() {
    type Plant = fn(&mut ClientRecord, &mut Stored);
    let plants: [(&str, Plant); 9] = [
        ("acknowledged before it was stored, then lost", |_, stored| {
            stored.commands.remove("b");
            stored.events.truncate(5);
        }),
        ("stored twice", |_, stored| {
            let again = stored.events[1].clone();
            stored.events.push(again);
        }),
        ("stored twice under one id", |_, stored| {
            let again = stored.events[5].clone();
            stored.events[6] = again;
        }),
        ("stored elsewhere than said", |record, _| record.acked[1].revision = 9),
        ("answered with other events", |record, _| record.acked[1].events = vec![6, 7]),
        ("answered for another seat", |record, _| record.acked[1].seat = 1),
        ("refused, and done all the same", |record, _| record.refused.push("b".to_string())),
        ("done, and never answered", |record, _| drop(record.acked.remove(0))),
        ("never ended", |_, stored| stored.over = false),
    ];
    for (what, plant) in plants {
        let (mut record, mut stored) = sound();
        plant(&mut record, &mut stored);
        assert!(!faults(&record, &stored).is_empty(), "{what}");
    }
}
