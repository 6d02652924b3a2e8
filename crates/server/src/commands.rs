//! Commands: decided (which folds the events into the state), stored, published. In this order.

use crate::app::App;
use crate::metrics::count;
use crate::pools::run_in;
use crate::reply::Refusal;
use crate::tables::{CachedGame, MANY_ACTIONS, Table};
use crate::trace::Kind;
use std::mem::take;
use std::sync::Arc;
use tilewright::game::{
    Command, Decided, Event, Fact, GameState, NewGame, Refused, Rejection, Submission, decide_until,
};
use tilewright_protocol::api::{
    self, GameUpdate, LoggedEvent, MAX_CLIENT_ID, Notification, SendCommand,
};
use tilewright_protocol::api::{SerializedUpdate, TurnEvent};
use tilewright_protocol::{Fault, FaultCode};
use tilewright_storage::{Append, Appended, CommandKey, GamePhase, SeatHolder, StoredCommand};

/// What became of a command.
pub(crate) enum Committed {
    /// It is stored, applied and published; what it means to the seat that sent it.
    Done { update: Option<SerializedUpdate> },
    /// It was stored before.
    Before(StoredCommand),
    /// Another command was stored first.
    Overtaken,
    /// There was nothing to do.
    Nothing,
}

/// Ids of commands that the server itself sends begin with this; those of clients do not.
const OWN: char = '#';

impl App {
    /// A command of a player.
    pub(crate) async fn command(
        &self,
        table: &Arc<Table>,
        seat: u8,
        sent: SendCommand,
    ) -> Result<Vec<u8>, Refusal> {
        let id = &sent.client_id;
        if id.is_empty() || id.len() > MAX_CLIENT_ID || id.starts_with(OWN) || id.contains('\0') {
            let message =
                format!("client_id has 1 to {MAX_CLIENT_ID} bytes and does not begin with #");
            return Err(Refusal::bad(message));
        }
        let mut cached = table.cached.lock().await;
        // Where the sender has seen what is here, the store is not asked: the append finds out
        // whether others have been faster.
        if cached.stale || cached.state.is_none() || sent.revision != cached.record.revision {
            self.refresh(table, &mut cached).await?;
        }
        if cached.state.is_none() {
            return Err(Refusal::conflict("the game has not started yet"));
        }
        if sent.revision != cached.record.revision {
            if let Some(stored) = self.stored(table, id).await? {
                return self.repeated(table, &cached, seat, stored).await;
            }
            return Err(self.stale_revision(&cached, seat, sent.revision));
        }
        match self.tick(table, &mut cached).await? {
            Committed::Nothing => {}
            Committed::Done { .. } => {
                let error = Fault {
                    revision: Some(cached.record.revision),
                    ..Fault::new(FaultCode::Stale, "time was up; the clock has decided the turn")
                };
                return Err(with_view(error.into(), &cached, seat, self.now()));
            }
            // The clock of another server was faster.
            Committed::Before(_) | Committed::Overtaken => {
                return Err(self.stale_revision(&cached, seat, sent.revision));
            }
        }
        let key = CommandKey { client_id: sent.client_id.clone(), seat };
        let submission = Submission {
            command: sent.command.of_seat(seat),
            revision: Some(sent.revision),
            now: None,
        };
        let committed = match self.commit(table, &mut cached, submission, Some(key)).await {
            Err(refusal) => {
                // The cached game may have been stale: reload it before refusing.
                self.refresh(table, &mut cached).await?;
                if sent.revision == cached.record.revision {
                    return Err(refusal);
                }
                match self.stored(table, id).await? {
                    Some(stored) => return self.repeated(table, &cached, seat, stored).await,
                    None => return Err(self.stale_revision(&cached, seat, sent.revision)),
                }
            }
            Ok(committed) => committed,
        };
        match committed {
            Committed::Done { update } => {
                let update = update.ok_or_else(|| Refusal::not_found("game"))?;
                Ok(update.sent(false))
            }
            Committed::Before(stored) => {
                self.refresh(table, &mut cached).await?;
                self.repeated(table, &cached, seat, stored).await
            }
            Committed::Overtaken => {
                self.refresh(table, &mut cached).await?;
                Err(self.stale_revision(&cached, seat, sent.revision))
            }
            Committed::Nothing => Err(Refusal::conflict("there is nothing to do")),
        }
    }

    async fn stored(&self, table: &Table, id: &str) -> Result<Option<StoredCommand>, Refusal> {
        let (game, id) = (table.id.clone(), id.to_string());
        self.store(move |store| store.command(&game, &id)).await
    }

    fn stale_revision(&self, cached: &CachedGame, seat: u8, expected: u64) -> Refusal {
        count(&self.0.metrics.stale);
        let current = cached.record.revision;
        let rejection = match cached.record.head.status {
            GamePhase::Over => Rejection::Finished,
            _ => Rejection::Stale { expected, current },
        };
        with_view(Fault::from(rejection).into(), cached, seat, self.now())
    }

    /// The answer to a command that was stored before: the same events, the present view.
    async fn repeated(
        &self,
        table: &Table,
        cached: &CachedGame,
        seat: u8,
        stored: StoredCommand,
    ) -> Result<Vec<u8>, Refusal> {
        if stored.seat != seat {
            return Err(Refusal::conflict("another seat has used this client_id; choose another"));
        }
        count(&self.0.metrics.repeated);
        let events = self.events(&table.id, stored.from, stored.to).await?;
        let update = cached.update(Some(seat), stored.from, &events, self.now());
        let update = GameUpdate { revision: stored.to, ..update };
        Ok(SerializedUpdate::new(update, &[]).sent(true))
    }

    /// Events of a game from the store. They are for the server, not for players.
    pub(crate) async fn events(
        &self,
        game: &str,
        from: u64,
        to: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let (game, most) = (game.to_string(), to.saturating_sub(from) as usize);
        let texts = self.store(move |store| store.events(&game, from, most)).await?;
        Ok(texts.iter().map(|text| api::read_event(text)).collect::<Result<_, _>>()?)
    }

    /// Ends the turn of a seat whose time is up. If another server was faster, the game is read again.
    pub(crate) async fn tick(
        &self,
        table: &Arc<Table>,
        cached: &mut CachedGame,
    ) -> Result<Committed, Refusal> {
        // The time is hardly ever up: what is awaited then makes no command larger.
        if !self.strikes(table, cached) {
            return Ok(Committed::Nothing);
        }
        let tick = Submission::from(Command::Tick);
        let done = Box::pin(self.commit(table, cached, tick, None)).await?;
        if matches!(done, Committed::Done { .. }) {
            count(&self.0.metrics.timeouts);
        } else if !matches!(done, Committed::Nothing) {
            self.refresh(table, cached).await?;
        }
        Ok(done)
    }

    /// Whether the time of the seat to move is up.
    fn strikes(&self, table: &Table, cached: &CachedGame) -> bool {
        let now = self.now().max(cached.record.head.updated);
        let grace = self.grace(table, cached, true);
        let up = |state: &Arc<GameState>| state.time_is_up(state.acted_at(now, grace));
        cached.state.as_ref().is_some_and(up)
    }

    /// Decides a command at the present time, stores its events, then publishes them and keeps the
    /// new state.
    pub(crate) async fn commit(
        &self,
        table: &Arc<Table>,
        cached: &mut CachedGame,
        mut submission: Submission,
        key: Option<CommandKey>,
    ) -> Result<Committed, Refusal> {
        // The clock of a server may jump, or be behind another server's: a log never goes back.
        let now = self.now().max(cached.record.head.updated);
        submission.now = Some(now);
        let Some(state) = &cached.state else { return Ok(Committed::Nothing) };
        let seat = key.as_ref().map(|key| key.seat);
        // The seat to move is compensated, within bounds, for the network lag of its move.
        let grace = self.grace(table, cached, submission.command == Command::Tick);
        let seat_to_move = state.to_move();
        let spent = now - state.acted_at(now, grace);
        let long = matches!(&submission.command,
            Command::Move { user_move, .. } if user_move.actions.len() > MANY_ACTIONS);
        let place = match cached.expensive || long {
            true => Some(self.0.pools.play.enter().await?),
            false => None,
        };
        // Whether a pass is allowed may be a long search, which ends when the server stops.
        let work = place.as_ref().map(|_| self.0.work.begin());
        let cancelled = || work.as_ref().is_some_and(|work| work.budget.is_cancelled());
        // The game is taken out of the table until the store has its events: should this future
        // be dropped or the store fail, it is read again.
        let Some(state) = cached.state.take() else { return Ok(Committed::Nothing) };
        // A bot or a hint that still uses this revision keeps its copy.
        let state = Arc::try_unwrap(state).unwrap_or_else(|shared| shared.fork());
        let decide = self.0.traces.child("decide", Kind::Internal);
        let Decided { events, state: next } =
            match run_in(place.as_ref(), || decide_until(state, &submission, grace, &cancelled)) {
                Ok(decided) => decided,
                Err(refused) => {
                    let Refused { state, rejection } = *refused;
                    cached.stale |= matches!(rejection, Rejection::Inconsistent(_));
                    cached.state = Some(Arc::new(state));
                    let refusal = Refusal::from(Fault::from(rejection));
                    return Err(match (refusal.status.as_u16(), seat) {
                        (409, Some(seat)) => with_view(refusal, cached, seat, self.now()),
                        _ => refusal,
                    });
                }
            };
        drop(decide);
        if events.is_empty() {
            cached.state = Some(Arc::new(next));
            return Ok(Committed::Nothing);
        }
        let from = cached.record.revision;
        let mut logged: Vec<LoggedEvent> = events.iter().map(LoggedEvent::new).collect();
        let texts: Vec<String> = logged.iter_mut().map(|event| take(&mut event.text)).collect();
        let sender = key.as_ref().map(|key| (key.seat, key.client_id.as_str()));
        let chain = api::continue_chain(&cached.record.head.chain, from, sender, &texts);
        // A game that has begun can be played to its end.
        self.count_stored(texts.iter().map(String::len).sum());
        let append = Append {
            game: table.id.clone(),
            expected: from,
            events: texts,
            command: key,
            head: cached.head(&next, now, chain),
        };
        let head = append.head.clone();
        cached.stale = true;
        let mut span = self.0.traces.child("append", Kind::Client);
        span.set("tilewright.game", table.id.as_str());
        span.set("tilewright.events", append.events.len() as u64);
        let stored = self.0.writer.append(append).await;
        if !matches!(stored, Ok(Appended::Stored(_) | Appended::Before(_))) {
            span.fail();
        }
        drop(span);
        match stored? {
            Appended::Stored(revision) => {
                cached.stale = false;
                cached.record.revision = revision;
                cached.record.head = head;
                if grace > 0 && events.iter().any(|e| matches!(e.fact, Fact::TurnBegan { .. })) {
                    *cached.given.entry(seat_to_move).or_default() += spent;
                }
                let over = next.result().is_some();
                cached.moves.count(&events);
                cached.state = Some(Arc::new(next));
                self.measure_table(table, cached);
                if over {
                    count(&self.0.metrics.games_ended);
                    Box::pin(self.settle(cached)).await;
                }
                count(&self.0.metrics.commands);
                let publish = || self.publish_events(table, cached, from, &events, &logged, seat);
                let update = run_in(place.as_ref(), publish);
                self.send_notice(&table.id, revision, false);
                self.notify(cached);
                self.wake_bot(table, cached);
                Ok(Committed::Done { update })
            }
            Appended::Before(stored) => Ok(Committed::Before(stored)),
            Appended::Conflict(_) => Ok(Committed::Overtaken),
            Appended::Missing => Err(Refusal::not_found("game")),
        }
    }

    /// Notifies the operator's service whose turn it is, or that the game is over.
    fn notify(&self, cached: &CachedGame) {
        let (Some(notifier), Some(state)) = (self.0.notifier.get(), &cached.state) else { return };
        let over = state.result().is_some();
        for (seat, record) in (0u8..).zip(&cached.record.seats) {
            let SeatHolder::Player(player) = &record.holder else { continue };
            if over || seat == state.to_move() {
                notifier.notify(Notification {
                    v: tilewright_protocol::VERSION,
                    event: if over { TurnEvent::GameOver } else { TurnEvent::YourTurn },
                    game: cached.record.id.clone(),
                    player: player.clone(),
                    seat,
                    revision: cached.record.revision,
                    at: cached.record.head.updated,
                });
            }
        }
    }

    /// Starts a game whose seats are all taken.
    pub(crate) async fn start(
        &self,
        table: &Arc<Table>,
        cached: &mut CachedGame,
    ) -> Result<(), Refusal> {
        let seed = cached.record_seed()?;
        let players = cached.seat_count()?;
        let now = self.now().max(cached.record.head.updated);
        let resources = self.0.engine.resources();
        let new_game = NewGame {
            dictionary: resources.dictionary(&cached.loaded, &cached.settings.words)?,
            start_word: cached.settings.start_word.clone(),
            now: Some(now),
            ..NewGame::fair(cached.loaded.ruleset.clone(), players, seed)
        };
        let (state, events) = new_game.start().map_err(Fault::from)?;
        let texts: Vec<String> = events.iter().map(api::event_text).collect();
        let chain = api::continue_chain(&cached.record.head.chain, 0, None, &texts);
        let append = Append {
            game: table.id.clone(),
            expected: 0,
            events: texts,
            command: None,
            head: cached.head(&state, now, chain),
        };
        let head = append.head.clone();
        cached.stale = true;
        match self.0.writer.append(append).await? {
            Appended::Stored(revision) => {
                cached.stale = false;
                cached.record.revision = revision;
                cached.record.head = head;
                cached.state = Some(Arc::new(state));
                count(&self.0.metrics.games_started);
                self.publish_events(table, cached, 0, &events, &[], None);
                self.send_notice(&table.id, revision, false);
                self.notify(cached);
                self.wake_bot(table, cached);
                Ok(())
            }
            // Somebody else has started it: just as well.
            _ => self.refresh(table, cached).await,
        }
    }
}

fn with_view(refusal: Refusal, cached: &CachedGame, seat: u8, now: u64) -> Refusal {
    match cached.view(Some(seat), now) {
        Some(view) => refusal.with_view(view),
        None => refusal,
    }
}
