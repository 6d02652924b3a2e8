//! Several servers over one store: which of them works on a game, and how they learn of each
//! other's moves.
//!
//! A bot thinks, and a clock is enforced, on the server that holds the lease of the game for this
//! revision. A lease ends by itself when its holder dies; that a move is stored once is decided
//! by the revision that it continues, not by leases. The other servers get a notice through NATS
//! that names the game and its revision and nothing else; they read the log. If a notice is lost,
//! polling the log finds the same.

use crate::app::App;
use crate::digest::random;
use crate::metrics::count;
use crate::names;
use crate::nats::{self, BusEvent};
use crate::reply::Refusal;
use crate::tables::{CachedGame, Table};
use crate::trace::{self, Context, Kind, Span};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;
use tilewright::game::Event;
use tilewright::tiles::hex;
use tilewright_protocol::MAX_EVENTS;
use tilewright_protocol::api::{self, Talk};
use tilewright_storage::SeatHolder;
use tokio::sync::mpsc;
use tracing::Instrument;

/// How long a lease is good.
const LEASE: Duration = Duration::from_secs(5);
/// Notices that may wait; more are dropped.
const QUEUE: usize = 4096;
/// Games that are caught up with at the same time.
const AT_ONCE: usize = 16;
/// Lines of talk that are published at once.
const MOST_TALK: usize = 100;
/// Where notices go.
const SUBJECT: &str = "tilewright.hints";

/// The part of a server that deals with the others.
pub(crate) struct Cluster {
    /// The name under which this server holds leases.
    holder: String,
    outgoing: OnceLock<mpsc::Sender<Vec<u8>>>,
    /// The task that talks with NATS.
    talking: OnceLock<tokio::task::AbortHandle>,
    /// Whether notices come and go.
    up: AtomicBool,
    /// Bots that think.
    busy: AtomicUsize,
}

/// The message between servers. Fields that a newer server adds are ignored.
#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct RevisionNotice {
    game: String,
    revision: u64,
    /// Whether there is new talk.
    #[serde(default)]
    talk: bool,
    /// Players for whom it is news: their sockets of the lobby look again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    players: Vec<String>,
    /// Whether its rematch has changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rematch: bool,
    /// The span that has sent it, if traces are recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
}

impl Cluster {
    pub fn new() -> std::io::Result<Cluster> {
        let name = random::<12>().map_err(|error| std::io::Error::other(error.to_string()))?;
        let holder = hex::encode(&name);
        let (up, busy) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (outgoing, talking) = (OnceLock::new(), OnceLock::new());
        Ok(Cluster { holder, outgoing, talking, up, busy })
    }

    /// The name of this server.
    pub fn name(&self) -> &str {
        &self.holder
    }

    /// How many notices wait to be sent.
    pub fn waiting(&self) -> usize {
        self.outgoing.get().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Whether notices come and go.
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

impl CachedGame {
    /// The number of seats that belong to players.
    fn players(&self) -> u64 {
        let own = |holder: &SeatHolder| matches!(holder, SeatHolder::Player(_));
        self.record.seats.iter().filter(|seat| own(&seat.holder)).count() as u64
    }

    /// Whether a clock has run out.
    pub fn time_is_up(&self, now: u64) -> bool {
        self.state.as_ref().is_some_and(|state| state.time_is_up(now))
    }
}

impl App {
    /// Logs a failure of work that nobody waits for.
    pub(crate) fn log_failure<T>(&self, what: &'static str, outcome: Result<T, Refusal>) {
        if let Err(refusal) = outcome {
            tracing::warn!(error = refusal.report(), "{what}");
        }
    }

    /// Takes the right to work on a game at a revision, or keeps it.
    pub(crate) async fn lease(&self, game: &str, revision: u64) -> bool {
        if !self.0.config.shared {
            return true;
        }
        let (game, holder) = (game.to_string(), self.0.cluster.holder.clone());
        let millis = LEASE.as_millis() as u64;
        let taken = self.store(move |store| store.lease(&game, revision, &holder, millis)).await;
        let taken = taken.unwrap_or_else(|refusal| {
            tracing::warn!(revision, error = refusal.report(), "no lease");
            false
        });
        count(match taken {
            true => &self.0.metrics.leases_taken,
            false => &self.0.metrics.leases_refused,
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

    /// How many bots think, or wait for their turn to think.
    pub(crate) fn bots_at_work(&self) -> usize {
        self.0.cluster.busy.load(Ordering::SeqCst)
    }

    /// Counts a bot that begins to think; none begins when the server stops.
    pub(crate) fn begin_thinking(&self) -> Option<Busy> {
        self.0.cluster.busy.fetch_add(1, Ordering::SeqCst);
        let busy = Busy(self.clone());
        (!*self.0.stopping.borrow()).then_some(busy)
    }

    /// Shuts down: bots that think make their move, leases are released.
    pub(crate) async fn wind_down(&self, until: tokio::time::Instant) {
        while self.0.cluster.busy.load(Ordering::SeqCst) > 0 && tokio::time::Instant::now() < until
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if tokio::time::timeout(self.shutdown_time() / 8, self.release_leases()).await.is_err() {
            tracing::warn!("leases are not given back: the database does not answer");
        }
        if let Some(talking) = self.0.cluster.talking.get() {
            talking.abort();
        }
    }

    async fn release_leases(&self) {
        if self.0.config.shared {
            let holder = self.0.cluster.holder.clone();
            self.log_failure(
                "leases are not given back",
                self.store(move |store| store.release(&holder)).await,
            );
        }
    }

    /// Deletes leases that ended long ago.
    pub(crate) async fn delete_old_leases(&self) {
        if self.0.config.shared {
            self.log_failure(
                "old leases are not deleted",
                self.store(|store| store.release("nobody")).await,
            );
        }
    }

    /// Connects to NATS, to send and receive notices; must be called within a runtime.
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
                    BusEvent::Up => {
                        app.bus_is(true, None);
                        // Notices from before the connection are lost; the log is not.
                        app.poll_other_servers().await;
                    }
                    BusEvent::Down(error) => app.bus_is(false, Some(&error)),
                    BusEvent::Message(bytes) => {
                        count(&app.0.metrics.hints_heard);
                        let notice = match api::read::<RevisionNotice>(&bytes) {
                            Ok(notice) => notice,
                            Err(fault) => {
                                tracing::warn!(error = %fault, "a message on NATS cannot be read");
                                continue;
                            }
                        };
                        notice.players.iter().for_each(|player| app.0.news.wake(player));
                        let Some(table) = app.watched(&notice.game) else { continue };
                        let permit = room.clone().acquire_owned().await;
                        let permit = permit.expect("nobody closes the semaphore");
                        let app = app.clone();
                        let span = tracing::info_span!("refresh", game = notice.game);
                        let work = async move {
                            let sender = notice.trace.as_deref().and_then(Context::parse);
                            // What nobody traces is not traced here either.
                            let begin = |sender| {
                                app.0.traces.begin(Some(sender), "refresh", Kind::Consumer)
                            };
                            let mut span = sender.map(begin);
                            if let Some(span) = &mut span {
                                span.set("tilewright.game", table.id.as_str());
                                span.set("tilewright.revision", notice.revision);
                            }
                            let context = span.as_ref().and_then(Span::context);
                            trace::within(context, app.receive_notice(&table, &notice)).await;
                            drop((span, permit));
                        };
                        tokio::spawn(work.instrument(span));
                    }
                }
            }
        };
        let both = async move {
            tokio::join!(nats::run(address, SUBJECT, to_send, to_hear), listening);
        };
        self.0.cluster.talking.get_or_init(|| tokio::spawn(both).abort_handle());
    }

    fn bus_is(&self, up: bool, error: Option<&std::io::Error>) {
        let was_up = self.0.cluster.up.swap(up, Ordering::Relaxed);
        match error {
            None if up && !was_up => tracing::info!("connected to NATS"),
            None => {}
            // Attempts that follow fail for the same reason, mostly: they are for who looks closer.
            Some(error) if was_up => tracing::warn!(%error, "the connection to NATS is lost"),
            Some(error) => tracing::info!(%error, "NATS cannot be reached"),
        }
        self.0.metrics.nats_up.set(i64::from(up));
    }

    /// Notifies other servers of a new revision of a game, or of new talk in it.
    pub(crate) fn send_notice(&self, game: &str, revision: u64, talk: bool) {
        let game = game.to_string();
        self.send(RevisionNotice { game, revision, talk, ..RevisionNotice::default() });
    }

    /// Wakes the sockets of players, here and on other servers, because of a game or its rematch.
    pub(crate) fn send_news(&self, game: &str, players: Vec<String>, rematch: bool) {
        players.iter().for_each(|player| self.0.news.wake(player));
        let game = game.to_string();
        self.send(RevisionNotice { game, players, rematch, ..RevisionNotice::default() });
    }

    fn send(&self, mut notice: RevisionNotice) {
        let Some(outgoing) = self.0.cluster.outgoing.get().filter(|_| self.0.cluster.is_up())
        else {
            return;
        };
        let mut span = self.0.traces.child("notice", Kind::Producer);
        span.set("tilewright.game", notice.game.as_str());
        notice.trace = span.context().map(Context::header);
        match outgoing.try_send(api::write(&notice)) {
            Ok(()) => count(&self.0.metrics.hints_sent),
            Err(_) => span.fail(),
        }
    }

    /// A game that somebody watches here.
    fn watched(&self, game: &str) -> Option<Arc<Table>> {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(game).filter(|table| table.subscribers.any()).cloned()
    }

    async fn receive_notice(&self, table: &Arc<Table>, notice: &RevisionNotice) {
        let mut cached = table.cached.lock().await;
        let behind =
            notice.revision > cached.record.revision || cached.state.is_none() || notice.rematch;
        let refreshed = match behind {
            true => self.refresh(table, &mut cached).await,
            false => Ok(()),
        };
        drop(cached);
        let talk = if notice.talk { self.publish_new_talk(table).await } else { Ok(()) };
        self.log_failure("a game cannot be refreshed", refreshed.and(talk));
    }

    /// Looks whether other servers have moved the games on that somebody watches here: one
    /// question for all of them.
    pub(crate) async fn poll_other_servers(&self) {
        let watched: HashMap<String, Arc<Table>> = {
            let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let all = tables.iter().filter(|(_, table)| table.subscribers.any());
            all.map(|(id, table)| (id.clone(), table.clone())).collect()
        };
        if watched.is_empty() {
            return;
        }
        let ids: Vec<String> = watched.keys().cloned().collect();
        let progress = match self.store(move |store| store.progress(&ids)).await {
            Ok(progress) => progress,
            Err(refusal) => {
                return self.log_failure::<()>("watched games are not checked", Err(refusal));
            }
        };
        for progress in progress {
            let Some(table) = watched.get(&progress.game) else { continue };
            let mut cached = table.cached.lock().await;
            let mut done = Ok(());
            if progress.revision > cached.record.revision || progress.players != cached.players() {
                cached.stale = true;
                done = self.refresh(table, &mut cached).await;
            } else if progress.rematch > cached.rematch_changes() {
                done = self.reload_rematch(table, &mut cached).await;
            }
            drop(cached);
            if progress.talk > *table.talk.lock().await {
                done = done.and(self.publish_new_talk(table).await);
            }
            let _span = tracing::info_span!("refresh", game = table.id).entered();
            self.log_failure("a game cannot be refreshed", done);
        }
    }

    /// Publishes the lines of talk that were not published yet, in their order.
    pub(crate) async fn publish_new_talk(&self, table: &Table) -> Result<(), Refusal> {
        let mut next = table.talk.lock().await;
        loop {
            let (game, from) = (table.id.clone(), *next);
            let lines = self.store(move |store| store.chat(&game, from, MOST_TALK)).await?;
            let Some(last) = lines.last() else { return Ok(()) };
            *next = last.number + 1;
            for line in lines {
                let (number, at, seat) = (line.number, line.at, line.seat);
                let text = names::without_directions(&line.text);
                table.subscribers.publish_talk(&Talk { number, at, seat, text });
            }
        }
    }

    /// The number of the next line of talk in a game.
    pub(crate) async fn next_line(&self, game: &str) -> Result<u64, Refusal> {
        if !self.0.config.shared {
            return Ok(0);
        }
        let games = [game.to_string()];
        let progress = self.store(move |store| store.progress(&games)).await?;
        Ok(progress.first().map_or(0, |progress| progress.talk))
    }

    /// Follows the log from where this copy is; `None` if it must be read from its beginning.
    pub(crate) async fn follow(
        &self,
        cached: &mut CachedGame,
    ) -> Result<Option<Vec<Event>>, Refusal> {
        if cached.state.is_none() {
            return Ok(None);
        }
        let (id, from) = (cached.record.id.clone(), cached.record.revision);
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
        let Some(state) = cached.state.take() else { return Ok(None) };
        let mut next = Arc::try_unwrap(state).unwrap_or_else(|shared| shared.fork());
        if !events.iter().all(|event| next.apply(event).is_ok()) {
            return Ok(None);
        }
        cached.moves.count(&events);
        (cached.record, cached.state, cached.stale) = (record, Some(Arc::new(next)), false);
        Ok(Some(events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_of_newer_servers_are_understood() {
        let newer = br#"{"game":"g","revision":7,"shard":3,"why":{"x":[1]}}"#;
        let notice =
            RevisionNotice { game: "g".to_string(), revision: 7, ..RevisionNotice::default() };
        assert_eq!(api::read::<RevisionNotice>(newer), Ok(notice));
        for bad in ["", "{}", "[]", r#"{"game":"g"}"#, r#"{"game":"g","revision":-1}"#] {
            assert!(api::read::<RevisionNotice>(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
