//! A store with many games.

use crate::LoadError;
use crate::player::{Random, Table};
use tilewright::game::{Command, NewGame, Submission, check, decide};
use tilewright_protocol::api::{self, NewTable, SeatChoice};
use tilewright_storage::{Append, Appended, CommandKey, GameHead, GamePhase, GameRecord};
use tilewright_storage::{SeatHolder, SeatRecord, Store};

/// Games that are stored together.
const BATCH: usize = 1000;
/// Turns before somebody resigns.
const TURNS: usize = 8;
/// One game in this many goes on.
const RUNNING: u64 = 4;

/// A command of the recorded game: who, and what came of it.
struct Step {
    seat: Option<u8>,
    events: Vec<String>,
    to_move: u8,
    over: bool,
}

/// A game that was really played, by the rules, ready to be stored again and again.
struct Recorded {
    secret: String,
    settings: String,
    seats: u8,
    steps: Vec<Step>,
}

/// A game that is being stored.
struct Stored {
    id: String,
    number: u64,
    /// The hash of its log so far.
    chain: String,
}

fn wrong(error: impl ToString) -> LoadError {
    LoadError(error.to_string())
}

fn record(table: &Table, seed: u64) -> Result<Recorded, LoadError> {
    let mut random = Random::new(seed, 0);
    let mut secret = [0u8; 32];
    secret.chunks_mut(8).for_each(|part| part.copy_from_slice(&random.next().to_le_bytes()));
    let ruleset = table.loaded.ruleset.clone();
    let new = NewGame {
        dictionary: table.dictionary()?,
        now: Some(1_700_000_000_000),
        ..NewGame::fair(ruleset, table.seats, secret)
    };
    let (mut state, events) = new.start().map_err(wrong)?;
    let texts = |events: &[tilewright::Event]| events.iter().map(api::event_text).collect();
    let mut steps = vec![Step {
        seat: None,
        events: texts(&events),
        to_move: state.to_move(),
        over: state.result().is_some(),
    }];
    while state.result().is_none() {
        let seat = state.to_move();
        let view = state.seat_view(seat);
        let choices = match steps.len() <= TURNS {
            true => table.choices(&view.game, &view.rack, &mut random),
            false => vec![api::PlayerCommand::Resign {}],
        };
        let now = Some(1_700_000_000_000 + 60_000 * steps.len() as u64);
        let mut submissions = choices.into_iter().map(|choice| {
            let command: Command = choice.of_seat(seat);
            Submission { command, revision: None, now }
        });
        let legal = submissions.find(|submission| check(&state, submission).is_ok());
        let legal = legal.ok_or_else(|| wrong("the recorded game cannot go on"))?;
        let decided = decide(state, &legal).map_err(|refused| wrong(refused.rejection))?;
        let events = decided.events;
        state = decided.state;
        let over = state.result().is_some();
        let to_move = state.to_move();
        steps.push(Step { seat: Some(seat), events: texts(&events), to_move, over });
    }
    let settings = NewTable {
        variant: table.variant.clone(),
        seats: vec![SeatChoice::Open; usize::from(table.seats)],
        words: Default::default(),
        hints: false,
        spectators: true,
        auto_start: true,
        start_word: None,
        time: None,
        rated: true,
    };
    Ok(Recorded {
        secret: tilewright::tiles::hex::encode(&secret),
        settings: String::from_utf8(api::write(&settings)).map_err(wrong)?,
        seats: table.seats,
        steps,
    })
}

/// Stores this many games, every fourth unfinished: one real game under many ids. Games that
/// a fill with the same seed has stored before are left as they are.
pub(crate) fn run(
    store: &dyn Store,
    table: &Table,
    games: u64,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), LoadError> {
    let recorded = record(table, seed)?;
    // Ids are spread over the whole range, as random ones are; in order they are stored faster.
    let mut ids: Vec<([u64; 2], u64)> = (0..games)
        .map(|number| {
            let mut random = Random::new(seed ^ 0x6669_6c6c, number);
            ([random.next(), random.next() >> 32], number)
        })
        .collect();
    ids.sort_unstable();
    let mut done = 0;
    for batch in ids.chunks(BATCH) {
        let mut records = Vec::new();
        let mut logs = Vec::new();
        for ([high, low], number) in batch {
            let id = format!("{high:016x}{low:08x}");
            if store.revision(&id).map_err(wrong)?.is_some_and(|revision| revision > 0) {
                continue;
            }
            let player = |seat: u8| format!("stored-{}-{seat}", number % 1000);
            records.push(GameRecord {
                id: id.clone(),
                creator: player(0),
                created: 1_700_000_000_000,
                settings: recorded.settings.clone(),
                secret: recorded.secret.clone(),
                revision: 0,
                chained_from: 0,
                head: GameHead {
                    chain: api::begin_chain(&id, &recorded.settings, &recorded.secret),
                    status: GamePhase::Open,
                    to_move: 0,
                    deadline: None,
                    updated: 1_700_000_000_000,
                },
                seats: (0..recorded.seats)
                    .map(|seat| SeatRecord {
                        holder: SeatHolder::Player(player(seat)),
                        name: format!("Stored {seat}"),
                    })
                    .collect(),
            });
            let chain = api::begin_chain(&id, &recorded.settings, &recorded.secret);
            logs.push(Stored { id, number: *number, chain });
        }
        store.create_games(&records).map_err(wrong)?;
        append(store, &recorded, &mut logs)?;
        done += batch.len() as u64;
        progress(done);
    }
    Ok(())
}

/// Stores the logs of games: one step of all of them after another.
fn append(store: &dyn Store, recorded: &Recorded, games: &mut [Stored]) -> Result<(), LoadError> {
    let last = recorded.steps.len() - 1;
    let mut revision = 0;
    for (index, step) in recorded.steps.iter().enumerate() {
        let client_id = format!("stored-{index}");
        let goes_on = games.iter_mut().filter(|game| index < last || game.number % RUNNING != 0);
        let append = |game: &mut Stored| {
            let sender = step.seat.map(|seat| (seat, client_id.as_str()));
            game.chain = api::continue_chain(&game.chain, revision, sender, &step.events);
            Append {
                game: game.id.clone(),
                expected: revision,
                events: step.events.clone(),
                command: step.seat.map(|seat| CommandKey { client_id: client_id.clone(), seat }),
                head: GameHead {
                    status: if step.over { GamePhase::Over } else { GamePhase::Running },
                    to_move: step.to_move,
                    deadline: None,
                    updated: 1_700_000_000_000 + 60_000 * index as u64,
                    chain: game.chain.clone(),
                },
            }
        };
        let appends: Vec<Append> = goes_on.map(append).collect();
        let stored = store.append(&appends).map_err(wrong)?;
        if !stored.iter().all(|stored| matches!(stored, Appended::Stored(_))) {
            let message = "a stored game is there already, but not whole; choose another --seed";
            return Err(wrong(message));
        }
        revision += step.events.len() as u64;
    }
    Ok(())
}
