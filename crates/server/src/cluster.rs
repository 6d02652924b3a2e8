//! Several servers over one store: who works on a game, and how they hear of each other's moves.
//!
//! A bot thinks, and a clock strikes, on the server that holds the lease of the game for this
//! revision. A lease ends by itself when its holder dies; that a move is stored once is decided
//! by the revision that it continues, whatever leases say. What happened is told to the others
//! by a hint through NATS, which names the game and its revision and nothing else: who gets it
//! reads the log. Should hints be lost, a look at the log from time to time finds the same.

use crate::app::App;
use crate::metrics::count;
use crate::nats::{self, Heard};
use crate::reply::Refusal;
use crate::tables::{Play, Table};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;
use tilewright::game::Event;
use tilewright_protocol::MAX_EVENTS;
use tilewright_protocol::api::{self, Talk};
use tilewright_storage::Sitter;
use tokio::sync::mpsc;

/// How long a lease is good.
const LEASE: Duration = Duration::from_secs(5);
/// How long a server that stops waits for bots that think.
const FAREWELL: Duration = Duration::from_secs(5);
/// Hints that may wait; more are dropped.
const QUEUE: usize = 4096;
/// Games that are caught up with at the same time.
const AT_ONCE: usize = 16;
/// Lines of talk that are told in one go.
const MOST_TALK: usize = 100;
/// Where hints go.
const SUBJECT: &str = "tilewright.hints";

/// What one server knows about being one of several.
pub(crate) struct Cluster {
    /// The name under which this server holds leases.
    holder: String,
    outgoing: OnceLock<mpsc::Sender<Vec<u8>>>,
    /// The task that talks with NATS.
    talking: OnceLock<tokio::task::AbortHandle>,
    /// Whether hints come and go.
    up: AtomicBool,
    /// Bots that think.
    busy: AtomicUsize,
}

/// What servers tell each other. Fields that a newer server adds are passed over.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Hint {
    game: String,
    revision: u64,
    /// Whether something was said.
    #[serde(default)]
    talk: bool,
}

impl Cluster {
    pub fn new() -> std::io::Result<Cluster> {
        let mut name = [0u8; 12];
        getrandom::fill(&mut name).map_err(|error| std::io::Error::other(error.to_string()))?;
        let holder = name.iter().map(|byte| format!("{byte:02x}")).collect();
        let (up, busy) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (outgoing, talking) = (OnceLock::new(), OnceLock::new());
        Ok(Cluster { holder, outgoing, talking, up, busy })
    }

    /// Whether hints come and go.
    pub fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed)
    }
}

/// Counts a bot as long as it thinks.
pub(crate) struct Busy(App);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.0.cluster.busy.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Play {
    /// The number of seats that belong to players.
    fn players(&self) -> u64 {
        let own = |sitter: &Sitter| matches!(sitter, Sitter::Player(_));
        self.record.seats.iter().filter(|seat| own(&seat.sitter)).count() as u64
    }

    /// Whether time has something to say.
    pub fn time_is_up(&self, now: u64) -> bool {
        self.state.as_ref().is_some_and(|state| state.time_is_up(now))
    }
}

impl App {
    /// Takes the right to work on a game at a revision, or keeps it.
    pub(crate) async fn lease(&self, game: &str, revision: u64) -> bool {
        if !self.0.config.shared {
            return true;
        }
        let (game, holder) = (game.to_string(), self.0.cluster.holder.clone());
        let millis = LEASE.as_millis() as u64;
        let taken = self.store(move |store| store.lease(&game, revision, &holder, millis)).await;
        let taken = taken.unwrap_or(false);
        count(match taken {
            true => &self.0.metrics.leases_taken_total,
            false => &self.0.metrics.leases_refused_total,
        });
        taken
    }

    /// Waits for work under a lease, and keeps the lease meanwhile.
    pub(crate) async fn under_lease<T>(
        &self,
        game: &str,
        revision: u64,
        work: impl Future<Output = T>,
    ) -> T {
        tokio::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = tokio::time::sleep(LEASE / 3) => {
                    // Should it be lost, the work is still done: the revision decides.
                    self.lease(game, revision).await;
                }
            }
        }
    }

    /// Counts a bot that begins to think; none begins when the server stops.
    pub(crate) fn begin_thinking(&self) -> Option<Busy> {
        self.0.cluster.busy.fetch_add(1, Ordering::SeqCst);
        let busy = Busy(self.clone());
        (!*self.0.stopping.borrow()).then_some(busy)
    }

    /// The last thing a server does: bots that think have their say, leases are given back.
    pub(crate) async fn wind_down(&self) {
        let until = tokio::time::Instant::now() + FAREWELL;
        while self.0.cluster.busy.load(Ordering::SeqCst) > 0 && tokio::time::Instant::now() < until
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.give_back().await;
        if let Some(talking) = self.0.cluster.talking.get() {
            talking.abort();
        }
    }

    async fn give_back(&self) {
        if self.0.config.shared {
            let holder = self.0.cluster.holder.clone();
            let _ = self.store(move |store| store.release(&holder)).await;
        }
    }

    /// Has leases forgotten that ended long ago.
    pub(crate) async fn forget_leases(&self) {
        if self.0.config.shared {
            let _ = self.store(|store| store.release("nobody")).await;
        }
    }

    /// Starts to listen to others, and to tell them; must be called within a runtime.
    pub(crate) fn connect(&self) {
        let Some(address) = self.0.config.nats.clone() else { return };
        let (outgoing, to_send) = mpsc::channel(QUEUE);
        let (to_hear, mut incoming) = mpsc::channel(QUEUE);
        if self.0.cluster.outgoing.set(outgoing).is_err() {
            return;
        }
        let app = self.clone();
        let listening = async move {
            let room = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
            while let Some(heard) = incoming.recv().await {
                match heard {
                    Heard::Up => {
                        app.bus_is(true);
                        // What was told before somebody listened is in the log.
                        app.look_at_others().await;
                    }
                    Heard::Down => app.bus_is(false),
                    Heard::Message(bytes) => {
                        count(&app.0.metrics.hints_heard_total);
                        let Ok(hint) = api::read::<Hint>(&bytes) else { continue };
                        let Some(table) = app.watched(&hint.game) else { continue };
                        let Ok(permit) = room.clone().acquire_owned().await else { return };
                        let app = app.clone();
                        tokio::spawn(async move {
                            app.heard(&table, &hint).await;
                            drop(permit);
                        });
                    }
                }
            }
        };
        let both = async move {
            tokio::join!(nats::run(address, SUBJECT, to_send, to_hear), listening);
        };
        let _ = self.0.cluster.talking.set(tokio::spawn(both).abort_handle());
    }

    fn bus_is(&self, up: bool) {
        if self.0.cluster.up.swap(up, Ordering::Relaxed) != up {
            let event = if up { "nats_up" } else { "nats_down" };
            self.0.log.note(self.now(), if up { "info" } else { "warning" }, event);
        }
        self.0.metrics.nats_up.store(u64::from(up), Ordering::Relaxed);
    }

    /// Tells other servers that a game has moved on, or that something was said in it.
    pub(crate) fn hint(&self, game: &str, revision: u64, talk: bool) {
        let Some(outgoing) = self.0.cluster.outgoing.get().filter(|_| self.0.cluster.is_up())
        else {
            return;
        };
        let hint = Hint { game: game.to_string(), revision, talk };
        if outgoing.try_send(api::write(&hint)).is_ok() {
            count(&self.0.metrics.hints_sent_total);
        }
    }

    /// A game that somebody watches here.
    fn watched(&self, game: &str) -> Option<Arc<Table>> {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(game).filter(|table| table.subscribers.any()).cloned()
    }

    async fn heard(&self, table: &Arc<Table>, hint: &Hint) {
        let mut play = table.play.lock().await;
        let behind = hint.revision > play.record.revision || play.state.is_none();
        let refreshed = match behind {
            true => self.refresh(table, &mut play).await,
            false => Ok(()),
        };
        drop(play);
        let told = if hint.talk { self.tell_talk(table).await } else { Ok(()) };
        if refreshed.and(told).is_err() {
            self.0.log.note(self.now(), "warning", "refresh");
        }
    }

    /// Looks whether other servers have moved the games on that somebody watches here: one
    /// question for all of them.
    pub(crate) async fn look_at_others(&self) {
        let watched: HashMap<String, Arc<Table>> = {
            let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let all = tables.iter().filter(|(_, table)| table.subscribers.any());
            all.map(|(id, table)| (id.clone(), table.clone())).collect()
        };
        if watched.is_empty() {
            return;
        }
        let ids: Vec<String> = watched.keys().cloned().collect();
        let Ok(glances) = self.store(move |store| store.glances(&ids)).await else { return };
        for glance in glances {
            let Some(table) = watched.get(&glance.game) else { continue };
            let mut play = table.play.lock().await;
            let mut done = Ok(());
            if glance.revision > play.record.revision || glance.players != play.players() {
                play.doubtful = true;
                done = self.refresh(table, &mut play).await;
            }
            drop(play);
            if glance.talk > *table.talk.lock().await {
                done = done.and(self.tell_talk(table).await);
            }
            if done.is_err() {
                self.0.log.note(self.now(), "warning", "refresh");
            }
        }
    }

    /// Tells the lines of talk that were not told yet, in their order.
    pub(crate) async fn tell_talk(&self, table: &Table) -> Result<(), Refusal> {
        let mut next = table.talk.lock().await;
        loop {
            let (game, from) = (table.id.clone(), *next);
            let lines = self.store(move |store| store.chat(&game, from, MOST_TALK)).await?;
            let Some(last) = lines.last() else { return Ok(()) };
            *next = last.number + 1;
            for line in lines {
                let (number, at, seat) = (line.number, line.at, line.seat);
                table.subscribers.publish_talk(&Talk { number, at, seat, text: line.text });
            }
        }
    }

    /// The number of the next line of talk in a game.
    pub(crate) async fn next_line(&self, game: &str) -> Result<u64, Refusal> {
        if !self.0.config.shared {
            return Ok(0);
        }
        let games = [game.to_string()];
        let glances = self.store(move |store| store.glances(&games)).await?;
        Ok(glances.first().map_or(0, |glance| glance.talk))
    }

    /// Follows the log from where this copy is; `None` if it must be read from its beginning.
    pub(crate) async fn follow(&self, play: &mut Play) -> Result<Option<Vec<Event>>, Refusal> {
        if play.state.is_none() {
            return Ok(None);
        }
        let (id, from) = (play.record.id.clone(), play.record.revision);
        let read = self.store(move |store| {
            let Some(record) = store.game(&id)? else { return Ok(None) };
            // The events up to the record, even if there are more by now.
            let most = record.revision.saturating_sub(from) as usize;
            Ok(Some((store.events(&id, from, most.min(MAX_EVENTS))?, record)))
        });
        let Some((texts, record)) = read.await? else { return Ok(None) };
        let events =
            texts.iter().map(|text| api::read_event(text)).collect::<Result<Vec<_>, _>>()?;
        if record.revision != from + events.len() as u64 {
            return Ok(None);
        }
        let Some(state) = play.state.take() else { return Ok(None) };
        let mut next = Arc::try_unwrap(state).unwrap_or_else(|shared| shared.fork());
        if !events.iter().all(|event| next.apply(event).is_ok()) {
            return Ok(None);
        }
        (play.record, play.state, play.doubtful) = (record, Some(Arc::new(next)), false);
        Ok(Some(events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_of_newer_servers_are_understood() {
        let newer = br#"{"game":"g","revision":7,"shard":3,"why":{"x":[1]}}"#;
        let hint = Hint { game: "g".to_string(), revision: 7, talk: false };
        assert_eq!(api::read::<Hint>(newer), Ok(hint));
        for bad in ["", "{}", "[]", r#"{"game":"g"}"#, r#"{"game":"g","revision":-1}"#] {
            assert!(api::read::<Hint>(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
