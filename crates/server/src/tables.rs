//! Games in memory. The store is the truth; a table is a cached copy at some revision.

use crate::app::App;
use crate::broadcast::{Subscribers, Update, ViewerClass};
use crate::daily;
use crate::lag::{self, Lags};
use crate::rating::MovesMade;
use crate::reply::Refusal;
use crate::settle;
use crate::table_info::{bot_level, guests_of, info};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};
use tilewright::game::{Event, Fact, GameState, replay};
use tilewright::rules::Ruleset;
use tilewright::rules::spec::TimeLimitAction;
use tilewright::tiles::Seed;
use tilewright_protocol::api::{self, GameUpdate, LoggedEvent, NewTable};
use tilewright_protocol::api::{RatingChange, SerializedUpdate, TableInfo};
use tilewright_protocol::{BotLevel, Engine, Loaded, MAX_EVENTS, View};
use tilewright_storage::{GameHead, GamePhase, GameRecord, RematchRecord, SeatHolder, Store};
use tokio::sync::Mutex;

/// A game in memory.
pub(crate) struct Table {
    pub id: String,
    pub cached: Mutex<CachedGame>,
    pub subscribers: Subscribers,
    /// The number of the next line of talk to publish, if there are other servers.
    pub talk: Mutex<u64>,
    /// How far away the players are.
    pub lags: Lags,
    /// About how many bytes it takes, as it was last measured.
    bytes: AtomicUsize,
    /// When somebody last asked for it.
    used: AtomicU64,
}

/// A game in memory: a cache of what the store has.
pub(crate) struct CachedGame {
    pub record: GameRecord,
    pub settings: NewTable,
    pub loaded: Arc<Loaded>,
    /// The state; none before the start.
    pub state: Option<Arc<GameState>>,
    /// The players without an account, when the game was read.
    pub guests: BTreeSet<String>,
    /// The rematch that a player has asked for, after the end.
    pub rematch: Option<RematchRecord>,
    /// What the game has made of ratings; unknown before it is settled.
    pub rating_changes: Option<Vec<RatingChange>>,
    /// The moves that were made.
    pub moves: MovesMade,
    /// The network lag that was compensated, by seat, in milliseconds.
    pub given: BTreeMap<u8, u64>,
    /// Whether a bot thinks about this revision.
    pub thinking: bool,
    /// Whether the store may be ahead of this copy, so that it must be reloaded.
    pub stale: bool,
    /// Whether the variant is one whose moves take long, so that they are not made on threads that
    /// serve.
    pub expensive: bool,
}

/// Whether to validate a move, or to show the board, takes longer than about a millisecond.
fn is_expensive(ruleset: &Ruleset) -> bool {
    let (spec, topology) = (ruleset.spec(), ruleset.topology());
    topology.cell_count() > 1_000
        || topology.axis_ids().count() > 4
        || spec.rack_size.size > 20
        // A plugin may search the whole board for every tile.
        || ruleset.plugins().len() * topology.cell_count() > 2_000
        || !spec.pass.allow_pass
}

/// A move of more actions takes longer than about a millisecond on any board.
pub(crate) const MANY_ACTIONS: usize = 64;

/// A change of this many bytes is noted.
const MEASURED: usize = 4096;

/// How long after the beginning of its turn a bot is woken again, if the server was killed.
const BOT_RETRY_AFTER: u64 = 3_000;

impl CachedGame {
    /// Reads a game from the store.
    pub fn read(
        engine: &Engine,
        store: &dyn Store,
        id: &str,
    ) -> Result<Option<CachedGame>, Refusal> {
        let Some(mut record) = store.game(id)? else { return Ok(None) };
        // A server of the version before, which knows no chain, may have made it.
        if record.revision == 0 && record.head.chain.is_empty() {
            record.head.chain = api::begin_chain(&record.id, &record.settings, &record.secret);
        }
        let settings: NewTable = api::read(record.settings.as_bytes()).map_err(Refusal::damaged)?;
        let loaded = settings.load(engine)?;
        let (given, thinking, stale) = (BTreeMap::new(), false, false);
        let guests = guests_of(store, std::slice::from_ref(&record))?;
        let rematch = match record.head.status {
            GamePhase::Over => store.rematch(id)?,
            _ => None,
        };
        let rating_changes = settle::known_changes(store, &record, &settings)?;
        let expensive = is_expensive(&loaded.ruleset);
        let state = None;
        let mut cached = CachedGame {
            state,
            moves: MovesMade::default(),
            given,
            thinking,
            stale,
            expensive,
            record,
            settings,
            loaded,
            guests,
            rematch,
            rating_changes,
        };
        if cached.record.revision > 0 {
            // Those up to the record: the log may have grown since that was read.
            let most = usize::try_from(cached.record.revision).unwrap_or(MAX_EVENTS);
            let events = store.events(id, 0, most.min(MAX_EVENTS))?;
            let events: Vec<Event> =
                events.iter().map(|text| api::read_event(text)).collect::<Result<_, _>>()?;
            cached.record.revision = events.len() as u64;
            cached.given = lag::given(&events);
            cached.moves.count(&events);
            let seed = cached.record_seed()?;
            let state = replay(&cached.loaded.ruleset, Some(&seed), &events);
            let mut state = state.map_err(Refusal::damaged)?;
            let resources = engine.resources();
            state.dictionary = resources.dictionary(&cached.loaded, &cached.settings.words)?;
            cached.state = Some(Arc::new(state));
        }
        Ok(Some(cached))
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        let events = usize::try_from(self.record.revision).unwrap_or(MAX_EVENTS);
        let cells = self.loaded.ruleset.topology().cell_count();
        // The settings are there as text and as data: a word list of the game's own is in both.
        16_384 + 2 * self.record.settings.len() + 256 * events + 64 * cells
    }

    /// The seed of the game. One that is damaged is an error: a game with another seed would not
    /// be the one that was promised.
    pub fn record_seed(&self) -> Result<Seed, Refusal> {
        // The error of the reader quotes what it has read, and that is a secret.
        let damaged = |_| Refusal::damaged("the seed is not 64 hexadecimal digits");
        Seed::from_hex(&self.record.secret).map_err(damaged)
    }

    /// The number of seats.
    pub fn seat_count(&self) -> Result<u8, Refusal> {
        let seats = self.record.seats.len();
        u8::try_from(seats).map_err(|_| Refusal::damaged(format!("the game has {seats} seats")))
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: Option<&str>) -> Option<u8> {
        let player = player?;
        let own = |holder: &SeatHolder| matches!(holder, SeatHolder::Player(id) if id == player);
        let seat = self.record.seats.iter().position(|seat| own(&seat.holder));
        seat.and_then(|seat| u8::try_from(seat).ok())
    }

    /// What a seat, or a spectator, sees.
    pub fn view(&self, seat: Option<u8>, now: u64) -> Option<View> {
        let state = self.state.as_ref()?;
        let mut view = match seat {
            Some(seat) => View::Seat(state.seat_view(seat)),
            None => View::Spectator(state.spectator_view()),
        };
        if !daily::sealed(&self.record.id, now) {
            view.game_mut().reveal(state);
        }
        Some(view)
    }

    /// The game from outside, as the holder of a seat or a spectator sees it.
    fn info_for(&self, class: ViewerClass) -> TableInfo {
        let (rematch, changes) = (self.rematch.as_ref(), self.rating_changes.as_deref());
        let changes = changes.unwrap_or(&[]);
        info(&self.record, &self.settings, &self.loaded, &self.guests, class, rematch, changes)
    }

    /// What events that lead to the present state mean to a class of viewer.
    pub fn update(&self, class: ViewerClass, from: u64, events: &[Event], now: u64) -> GameUpdate {
        let sealed = daily::sealed(&self.record.id, now);
        let visible = (from..).zip(events).map(|(index, event)| {
            let mut visible = event.visible_to(class, index);
            if !sealed {
                visible.reveal(event);
            }
            visible
        });
        let changes_status =
            |event: &Event| matches!(event.fact, Fact::Started { .. } | Fact::Ended { .. });
        GameUpdate {
            revision: self.record.revision,
            events: visible.collect(),
            view: self.view(class, now),
            game: events.iter().any(changes_status).then(|| Box::new(self.info_for(class))),
            now,
        }
    }

    /// The level of the bot on a seat.
    pub fn bot(&self, seat: u8) -> Option<BotLevel> {
        bot_level(&self.record.seats.get(usize::from(seat))?.holder)
    }

    /// The game from outside.
    pub fn info(&self, player: Option<&str>) -> TableInfo {
        self.info_for(self.seat_of(player))
    }

    /// What the store needs to know after a change: the state, and the hash of the log.
    pub fn head(&self, state: &GameState, now: u64, chain: String) -> GameHead {
        let over = state.result().is_some();
        GameHead {
            chain,
            status: if over { GamePhase::Over } else { GamePhase::Running },
            to_move: state.to_move(),
            // After the end the deadline says that the game is not settled yet.
            deadline: if over { Some(now) } else { self.deadline(state, now) },
            updated: now,
        }
    }

    /// When the game needs attention: a clock runs out, or a bot should have moved.
    fn deadline(&self, state: &GameState, now: u64) -> Option<u64> {
        let began = state.clocks().turn_began.unwrap_or(now);
        let limits = &state.ruleset().spec().time_limit;
        let seconds = |seconds: u32| u64::from(seconds) * 1000;
        let mut waits = Vec::new();
        if limits.enabled {
            waits.extend(limits.inactivity_days.map(|days| u64::from(days) * 86_400_000));
            if !matches!(limits.time_limit_action, TimeLimitAction::Overtime(_)) {
                waits.extend(limits.turn_time_limit.map(seconds));
                let left = state.clocks().bank.get(usize::from(state.to_move()));
                // A bank that is overdrawn has nothing left.
                let left = left.map(|left| (*left).max(0).unsigned_abs());
                waits.extend(limits.bank.and(left));
            }
        }
        waits.extend(self.bot(state.to_move()).map(|_| BOT_RETRY_AFTER));
        waits.into_iter().min().map(|wait| began.saturating_add(wait))
    }
}

impl App {
    /// A game, from memory or from the store.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<Table>, Refusal> {
        let known = |app: &App| {
            let tables = app.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.get(id).cloned()
        };
        if let Some(table) = known(self) {
            table.used.store(self.monotonic(), Ordering::Relaxed);
            return Ok(table);
        }
        if id.len() > 64 {
            return Err(Refusal::not_found("game"));
        }
        let cached = self.read_cached(id).await?;
        let talk = self.next_line(id).await?;
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        self.evict(&mut tables);
        let table = tables.entry(id.to_string()).or_insert_with(|| {
            let bytes = cached.bytes();
            self.0.table_bytes.fetch_add(bytes, Ordering::Relaxed);
            Arc::new(Table {
                bytes: AtomicUsize::new(bytes),
                used: AtomicU64::new(self.monotonic()),
                id: id.to_string(),
                subscribers: Subscribers::new(cached.record.seats.len()),
                cached: Mutex::new(cached),
                talk: Mutex::new(talk),
                lags: Lags::default(),
            })
        });
        let table = table.clone();
        self.0.metrics.tables.set(tables.len() as i64);
        Ok(table)
    }

    /// Drops the games that were not used for the longest time, if there are too many or they take
    /// too much memory.
    fn evict(&self, tables: &mut HashMap<String, Arc<Table>>) {
        let (most, most_bytes) =
            (self.limits().games_in_memory, self.limits().game_bytes_in_memory);
        let bytes = self.0.table_bytes.load(Ordering::Relaxed);
        if tables.len() < most && bytes <= most_bytes {
            return;
        }
        // A table with a socket, or in which a bot thinks, has other owners.
        let idle = tables.iter().filter(|(_, table)| Arc::strong_count(table) == 1);
        let mut idle: Vec<(u64, String)> =
            idle.map(|(id, table)| (table.used.load(Ordering::Relaxed), id.clone())).collect();
        idle.sort_unstable();
        let (fewer, fewer_bytes) = (most / 4 * 3, most_bytes / 4 * 3);
        for (_, id) in idle {
            let left = self.0.table_bytes.load(Ordering::Relaxed);
            if tables.len() <= fewer && left <= fewer_bytes {
                break;
            }
            if let Some(table) = tables.remove(&id) {
                self.uncount(&table);
            }
        }
        self.0.metrics.tables.set(tables.len() as i64);
    }

    /// Notes that a game in memory takes more than before, and makes room if it must.
    pub(crate) fn measure_table(&self, table: &Table, cached: &CachedGame) {
        let (now, before) = (cached.bytes(), table.bytes.load(Ordering::Relaxed));
        if now.abs_diff(before) < MEASURED {
            return;
        }
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // One that was dropped meanwhile is not counted any more.
        let kept = tables.get(&table.id).is_some_and(|kept| std::ptr::eq(&**kept, table));
        if kept {
            table.bytes.store(now, Ordering::Relaxed);
            self.0.table_bytes.fetch_add(now, Ordering::Relaxed);
            self.0.table_bytes.fetch_sub(before, Ordering::Relaxed);
            self.evict(&mut tables);
        }
    }

    /// Counts a table that is dropped.
    pub(crate) fn uncount(&self, table: &Table) {
        let bytes = table.bytes.load(Ordering::Relaxed);
        self.0.table_bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) async fn read_cached(&self, id: &str) -> Result<CachedGame, Refusal> {
        let (app, id) = (self.clone(), id.to_string());
        let read = move || CachedGame::read(&app.0.engine, &*app.0.store, &id);
        self.0.pools.play.run(read).await??.ok_or_else(|| Refusal::not_found("game"))
    }

    /// A game with its seat for a viewer, if the viewer may see it.
    pub(crate) async fn table_for(
        &self,
        id: &str,
        player: Option<&str>,
    ) -> Result<(Arc<Table>, Option<u8>), Refusal> {
        let table = self.table(id).await?;
        let seat = {
            let mut cached = table.cached.lock().await;
            self.refresh(&table, &mut cached).await?;
            let seat = cached.seat_of(player);
            let creator = player == Some(cached.record.creator.as_str());
            if seat.is_none() && !cached.settings.spectators && !creator {
                return Err(Refusal::not_found("game"));
            }
            seat
        };
        Ok((table, seat))
    }

    /// A game with the seat of a player who commands. A seat that is taken stays taken, so that
    /// the store is asked only where there is none.
    pub(crate) async fn seat_to_command(
        &self,
        id: &str,
        player: &str,
    ) -> Result<(Arc<Table>, Option<u8>), Refusal> {
        let table = self.table(id).await?;
        let seat = table.cached.lock().await.seat_of(Some(player));
        match seat {
            Some(_) => Ok((table, seat)),
            None => self.table_for(id, Some(player)).await,
        }
    }

    /// Sends every class of viewer the events that lead to the present state, and gives what they
    /// mean to the seat whose command it was. `logged` are the same events, if they were stored just
    /// now.
    pub(crate) fn publish_events(
        &self,
        table: &Table,
        cached: &CachedGame,
        from: u64,
        events: &[Event],
        logged: &[LoggedEvent],
        sender: Option<u8>,
    ) -> Option<SerializedUpdate> {
        let (to, now) = (cached.record.revision, self.now());
        let update = |class| SerializedUpdate::new(cached.update(class, from, events, now), logged);
        let answer = sender.map(|seat| update(Some(seat)));
        table.subscribers.publish(|class| {
            let message = match &answer {
                Some(answer) if class == sender => answer.socket_message(),
                _ => update(class).socket_message(),
            };
            Update::Events { from, to, message: message.into() }
        });
        answer
    }

    /// Whether a game is in memory.
    pub(crate) fn is_cached(&self, game: &str) -> bool {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.contains_key(game)
    }

    /// Reloads a stale game, and publishes what was missed.
    pub(crate) async fn refresh(
        &self,
        table: &Table,
        cached: &mut CachedGame,
    ) -> Result<(), Refusal> {
        if self.0.config.shared && !cached.stale {
            let id = table.id.clone();
            let stored = self.store(move |store| store.revision(&id)).await?;
            cached.stale = stored != Some(cached.record.revision) || cached.state.is_none();
        }
        if !cached.stale {
            if cached.may_lack_rating_changes() {
                Box::pin(self.reload_rating_changes(cached)).await?;
            }
            return self.reload_rematch(table, cached).await;
        }
        let (thinking, from) = (cached.thinking, cached.record.revision);
        let seats = cached.record.seats.clone();
        let missed = self.follow(cached).await?;
        if missed.is_none() {
            *cached = self.read_cached(&table.id).await?;
            cached.thinking = thinking;
        }
        if cached.may_lack_rating_changes() {
            Box::pin(self.reload_rating_changes(cached)).await?;
        }
        self.measure_table(table, cached);
        if cached.record.seats != seats {
            table.subscribers.publish(|_| Update::Seats);
        }
        if cached.record.revision > from && table.subscribers.any() {
            let events = match missed {
                Some(missed) => missed,
                None => self.events(&table.id, from, cached.record.revision).await?,
            };
            self.publish_events(table, cached, from, &events, &[], None);
        }
        self.reload_rematch(table, cached).await
    }
}
