//! Verifying a store: every game is replayed, every play is scored again, every tile is drawn
//! again.

use tilewright::game::{Event, Fact, GameState, replay, verify_shuffle};
use tilewright::rules::{MoveDraft, score, validate};
use tilewright::tiles::Seed;
use tilewright_protocol::api::{self, NewTable};
use tilewright_protocol::{Engine, MAX_EVENTS};
use tilewright_storage::{GamePhase, Store, StoreError};

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Games checked.
    pub games: u64,
    /// Events replayed.
    pub events: u64,
    /// Plays scored again.
    pub plays: u64,
    /// What is wrong: (game, reason).
    pub faults: Vec<(String, String)>,
}

/// Checks every game of a store.
///
/// # Errors
/// If the store does not answer.
pub fn verify(store: &dyn Store, mut progress: impl FnMut(u64)) -> Result<Verified, StoreError> {
    let (engine, mut found, mut last) = (Engine::new(), Verified::default(), String::new());
    loop {
        let ids = store.game_ids(&last, 100)?;
        let Some(end) = ids.last() else { return Ok(found) };
        last = end.clone();
        for id in ids {
            match game(&engine, store, &id, &mut found) {
                Ok(()) => {}
                Err(Fault::Store(error @ StoreError::Database(_))) => return Err(error),
                Err(Fault::Store(error)) => found.faults.push((id, error.to_string())),
                Err(Fault::Game(reason)) => found.faults.push((id, reason)),
            }
            found.games += 1;
            progress(found.games);
        }
    }
}

enum Fault {
    Store(StoreError),
    Game(String),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

fn wrong(reason: impl ToString) -> Fault {
    Fault::Game(reason.to_string())
}

fn game(engine: &Engine, store: &dyn Store, id: &str, found: &mut Verified) -> Result<(), Fault> {
    let Some(record) = store.game(id)? else { return Ok(()) };
    let settings: NewTable = api::read(record.settings.as_bytes()).map_err(wrong)?;
    let resources = engine.resources();
    let loaded = resources.variant(&settings.variant, &settings.words).map_err(wrong)?;
    let texts = store.events(id, 0, MAX_EVENTS)?;
    if texts.len() as u64 != record.revision {
        return Err(wrong(format!("{} events, revision {}", texts.len(), record.revision)));
    }
    if texts.is_empty() {
        return Ok(());
    }
    let events: Vec<Event> =
        texts.iter().map(|text| api::read_event(text)).collect::<Result<_, _>>().map_err(wrong)?;
    let seed = Seed::from_hex(&record.secret).map_err(|_| wrong("the seed cannot be read"))?;
    let mut state = replay(&loaded.ruleset, Some(&seed), &events[..1]).map_err(wrong)?;
    state.dictionary = resources.dictionary(&loaded, &settings.words).map_err(wrong)?;
    for (index, event) in events.iter().enumerate().skip(1) {
        let at = |reason: String| wrong(format!("event {index}: {reason}"));
        if let Fact::Played { seat, placements, slides, score, .. } = &event.fact
            && slides.is_empty()
        {
            let placed: Vec<_> = placements.iter().filter_map(|p| state.tile_of(p)).collect();
            let again = scored(&state, *seat, &placed).map_err(at)?;
            if again != **score {
                return Err(at(format!("scored {}, stored {}", again.total, score.total)));
            }
            found.plays += 1;
        }
        state.apply(event).map_err(at)?;
    }
    found.events += events.len() as u64;
    state.check_ledger().map_err(wrong)?;
    verify_shuffle(&loaded.ruleset, &events, &seed).map_err(wrong)?;
    if state.result().is_some() != (record.head.status == GamePhase::Over) {
        return Err(wrong("the status is not that of the log"));
    }
    Ok(())
}

fn scored(
    state: &GameState,
    seat: u8,
    placed: &[(tilewright::CellId, tilewright::tiles::Tile)],
) -> Result<tilewright::ScoreBreakdown, String> {
    let position = state.position(seat);
    let draft = MoveDraft::known(placed, state.ruleset().tiles());
    let validated = validate(&position, &draft).map_err(|violations| violations.to_string())?;
    Ok(score(&position, &validated))
}
