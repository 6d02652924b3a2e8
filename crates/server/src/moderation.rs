//! What moderators do: one way for the HTTP operations and the command line.
//!
//! Every action is an entry of the audit log, stored in the same transaction as what it changes,
//! or before it where it is more than one change. Servers follow the log: what another server or
//! the command line has done takes effect here within [`FOLLOW_PERIOD`].

use crate::app::App;
use crate::broadcast::Update;
use crate::commands::Committed;
use crate::reply::Refusal;
use crate::settle::ended_by_moderator;
use crate::tables::{CachedGame, Table};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tilewright::game::Command;
use tilewright_protocol::api::{self, GameAction, MAX_REASON, PlayerAction};
use tilewright_storage::{AuditRecord, Change, CommandKey, GamePhase, QuarantineRecord};
use tilewright_storage::{ReportSettlement, Role, SanctionKind, SanctionRecord, Store};

/// The actor of the command line; no player has such an id.
pub(crate) const OPERATOR: &str = "operator";
/// How often the audit log is followed.
pub(crate) const FOLLOW_PERIOD: Duration = Duration::from_secs(1);
/// The most entries that are followed in one go.
const MOST_FOLLOWED: usize = 1_000;
/// The most games that are kept from bots by moderators.
const MOST_HELD: usize = 10_000;
/// How often a game is tried to be ended while others move in it.
const ATTEMPTS: usize = 200;

/// Somebody who acts.
pub(crate) struct Actor {
    pub id: String,
    pub role: Role,
}

/// A reason or a note, as it is stored.
pub(crate) fn clean_reason(text: &str) -> Result<String, Refusal> {
    let text = crate::names::without_directions(text.trim());
    let fits = |c: char| !c.is_control() || c == '\n';
    if text.trim().is_empty() || text.chars().count() > MAX_REASON || !text.chars().all(fits) {
        let message = format!("a reason, a note or a report has 1 to {MAX_REASON} characters");
        return Err(Refusal::bad(message));
    }
    Ok(text)
}

fn admins_only(actor: &Actor) -> Result<(), Refusal> {
    match actor.role {
        Role::Admin => Ok(()),
        Role::Moderator => Err(Refusal::forbidden("only admins may do this")),
    }
}

/// Until when a sanction holds.
fn checked_until(until: Option<u64>, now: u64) -> Result<Option<u64>, Refusal> {
    match until.filter(|until| *until <= now) {
        Some(_) => Err(Refusal::bad("`until` must be in the future, in milliseconds since 1970")),
        None => Ok(until),
    }
}

fn details(reason: &str, until: Option<u64>) -> String {
    match until {
        Some(until) => format!("{reason} (until {})", api_date(until)),
        None => reason.to_string(),
    }
}

/// A time as a date, for people.
pub(crate) fn api_date(millis: u64) -> String {
    format!("{} UTC", crate::daily::date_of(millis))
}

impl App {
    fn entry(&self, actor: &Actor, action: &str, subject: &str, reason: &str) -> AuditRecord {
        AuditRecord {
            number: 0,
            at: self.now(),
            actor: actor.id.clone(),
            action: action.to_string(),
            subject: subject.to_string(),
            reason: reason.to_string(),
        }
    }

    /// Stores a change with its entry, and does what it means here.
    async fn record(&self, change: Change, entry: AuditRecord) -> Result<(), Refusal> {
        let stored = entry.clone();
        let number = self.store(move |store| store.record(&change, &stored)).await?;
        if number.is_none() {
            return Err(Refusal::conflict("there is nothing to change: it is so already, or gone"));
        }
        tracing::warn!(
            actor = entry.actor,
            action = entry.action,
            subject = entry.subject,
            "a moderator acts"
        );
        self.take_effect(&entry).await;
        Ok(())
    }

    /// Whether an actor may act on a player: not on themselves, and a moderator not on those who
    /// have a role.
    async fn may_act_on(&self, actor: &Actor, player: &str) -> Result<(), Refusal> {
        if actor.id == player {
            return Err(Refusal::conflict("you cannot do this to yourself"));
        }
        let id = player.to_string();
        let found = self.store(move |store| Ok((store.player(&id)?, store.role(&id)?))).await?;
        match found {
            (None, _) => Err(Refusal::not_found("player")),
            (Some(_), Some(_)) if actor.role != Role::Admin => {
                Err(Refusal::forbidden("only admins may act on moderators and admins"))
            }
            _ => Ok(()),
        }
    }

    /// Acts on a player.
    pub(crate) async fn act_on_player(
        &self,
        actor: &Actor,
        id: &str,
        action: PlayerAction,
    ) -> Result<(), Refusal> {
        self.may_act_on(actor, id).await?;
        let (player, now) = (id.to_string(), self.now());
        let sanction = |kind, reason: &str, until, appeal: String| {
            let (reason, by) = (reason.to_string(), actor.id.clone());
            let player = player.clone();
            Change::Sanction(SanctionRecord { player, kind, reason, appeal, at: now, until, by })
        };
        let (change, name, reason) = match action {
            PlayerAction::Ban { reason, until, appeal } => {
                let (reason, until) = (clean_reason(&reason)?, checked_until(until, now)?);
                let appeal = match appeal.trim() {
                    "" => String::new(),
                    text => clean_reason(text)?,
                };
                let change = sanction(SanctionKind::Ban, &reason, until, appeal);
                (change, "player.ban", details(&reason, until))
            }
            PlayerAction::Mute { reason, until } => {
                let (reason, until) = (clean_reason(&reason)?, checked_until(until, now)?);
                let change = sanction(SanctionKind::Mute, &reason, until, String::new());
                (change, "player.mute", details(&reason, until))
            }
            PlayerAction::Unban { reason } => {
                let change = Change::Lift { player, kind: SanctionKind::Ban };
                (change, "player.unban", clean_reason(&reason)?)
            }
            PlayerAction::Unmute { reason } => {
                let change = Change::Lift { player, kind: SanctionKind::Mute };
                (change, "player.unmute", clean_reason(&reason)?)
            }
            PlayerAction::Revoke { reason } => {
                (Change::Revoke { player }, "player.revoke", clean_reason(&reason)?)
            }
            PlayerAction::Grant { role, reason } => {
                admins_only(actor)?;
                let reason = clean_reason(&reason)?;
                self.must_be_account(id).await?;
                let (role, name) = match role {
                    api::Role::Player => (None, "player"),
                    api::Role::Moderator => (Some(Role::Moderator), "moderator"),
                    api::Role::Admin => (Some(Role::Admin), "admin"),
                };
                (Change::Role { player, role }, "player.grant", format!("{name}: {reason}"))
            }
            PlayerAction::Delete { reason } => {
                admins_only(actor)?;
                let entry = self.entry(actor, "player.delete", id, &clean_reason(&reason)?);
                let found = self.store(move |store| store.player(&player)).await?;
                let found = found.ok_or_else(|| Refusal::not_found("player"))?;
                self.record(Change::Nothing, entry).await?;
                self.leave(found).await?;
                let entry = self.entry(actor, "player.deleted", id, "done");
                return self.record(Change::Nothing, entry).await;
            }
        };
        self.record(change, self.entry(actor, name, id, &reason)).await
    }

    async fn must_be_account(&self, id: &str) -> Result<(), Refusal> {
        let id = id.to_string();
        let player = self.store(move |store| store.player(&id)).await?;
        match player.is_some_and(|player| player.login.is_some()) {
            true => Ok(()),
            false => Err(Refusal::conflict("a guest cannot have a role; they need an account")),
        }
    }

    /// Acts on a game.
    pub(crate) async fn act_on_game(
        &self,
        actor: &Actor,
        id: &str,
        action: GameAction,
    ) -> Result<(), Refusal> {
        let game = id.to_string();
        let (change, name, reason) = match action {
            GameAction::End { reason } => {
                let reason = clean_reason(&reason)?;
                self.must_run(id).await?;
                self.record(Change::Nothing, self.entry(actor, "game.end", id, &reason)).await?;
                self.end_game(id).await?;
                let entry = self.entry(actor, "game.ended", id, "done");
                return self.record(Change::Nothing, entry).await;
            }
            GameAction::Quarantine { reason } => {
                let reason = clean_reason(&reason)?;
                let at = self.now();
                let held = QuarantineRecord { game, revision: None, reason: reason.clone(), at };
                (Change::Quarantine(held), "game.quarantine", reason)
            }
            GameAction::Requeue { reason } => {
                (Change::Requeue { id: game }, "game.requeue", clean_reason(&reason)?)
            }
            GameAction::Delete { reason } => {
                admins_only(actor)?;
                (Change::DeleteGame { id: game }, "game.delete", clean_reason(&reason)?)
            }
        };
        self.record(change, self.entry(actor, name, id, &reason)).await
    }

    async fn must_run(&self, id: &str) -> Result<(), Refusal> {
        let id = id.to_string();
        let game = self.store(move |store| store.game(&id)).await?;
        match game.map(|game| game.head.status) {
            None => Err(Refusal::not_found("game")),
            Some(GamePhase::Running) => Ok(()),
            Some(GamePhase::Open) => {
                Err(Refusal::conflict("the game has not started; delete it instead"))
            }
            Some(GamePhase::Over) => Err(Refusal::conflict("the game is over")),
        }
    }

    /// Ends a game: its seats resign one after the other, as commands that the log can replay.
    async fn end_game(&self, id: &str) -> Result<(), Refusal> {
        let table = self.table(id).await?;
        let mut cached = table.cached.lock().await;
        for _ in 0..ATTEMPTS {
            // The store is asked: another process may have moved the game on.
            cached.stale = true;
            self.refresh(&table, &mut cached).await?;
            // A turn whose time is up is decided by the clock first.
            if !matches!(self.tick(&table, &mut cached).await?, Committed::Nothing) {
                continue;
            }
            let Some(state) = cached.state.clone().filter(|state| state.result().is_none()) else {
                return Ok(());
            };
            let seats = (0u8..).zip(&state.status().seats);
            let next = seats.filter(|(_, seat)| !seat.resigned).map(|(seat, _)| seat).next();
            drop(state);
            let Some(seat) = next else { break };
            let key = CommandKey { client_id: ended_by_moderator(seat), seat };
            let command = Command::Resign { seat };
            match self.commit(&table, &mut cached, command.into(), Some(key)).await? {
                Committed::Nothing => break,
                // If somebody was faster, it is tried again.
                Committed::Done { .. } | Committed::Before(_) | Committed::Overtaken => {}
            }
        }
        Err(Refusal::conflict("the game does not end: others move in it; try again"))
    }

    /// Settles a report.
    pub(crate) async fn settle_report(
        &self,
        actor: &Actor,
        id: &str,
        note: &str,
    ) -> Result<(), Refusal> {
        let (note, at) = (clean_reason(note)?, self.now());
        let settlement = ReportSettlement { by: actor.id.clone(), at, note: note.clone() };
        let change = Change::SettleReport { id: id.to_string(), settlement };
        self.record(change, self.entry(actor, "report.settle", id, &note)).await
    }

    /// Does what an entry of the audit log means to what this server has in memory.
    async fn take_effect(&self, entry: &AuditRecord) {
        let subject = &entry.subject;
        match entry.action.as_str() {
            "game.delete" => self.forget_table(subject),
            "game.quarantine" => self.0.quarantine.hold(subject),
            "game.requeue" => self.0.quarantine.release(subject),
            "game.ended" => self.read_again(|id, _| id == subject).await,
            "player.deleted" => {
                self.standing_changed(subject);
                self.read_again(|_, cached| cached.seat_of(Some(subject.as_str())).is_some()).await;
            }
            action if action.starts_with("player.") => self.standing_changed(subject),
            _ => {}
        }
    }

    /// Reads games again that are in memory here: somebody else may have moved them on.
    async fn read_again(&self, wanted: impl Fn(&str, &CachedGame) -> bool) {
        let tables: Vec<Arc<Table>> = {
            let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.values().cloned().collect()
        };
        for table in tables {
            let mut cached = table.cached.lock().await;
            if wanted(&table.id, &cached) {
                cached.stale = true;
                let refreshed = self.refresh(&table, &mut cached).await;
                self.log_failure("a game cannot be read again", refreshed);
            }
        }
    }

    /// What a player may do has changed: tokens are looked up again, and sockets too.
    pub(crate) fn standing_changed(&self, player: &str) {
        self.0.token_cache.invalidate(player);
        // Without open sockets nobody listens.
        let _listeners = self.0.standing.send(player.to_string());
    }

    /// Drops a game that was deleted, and closes its sockets.
    fn forget_table(&self, id: &str) {
        let removed = {
            let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let removed = tables.remove(id);
            self.0.metrics.tables.set(tables.len() as i64);
            removed
        };
        if let Some(table) = removed {
            self.uncount(&table);
            table.subscribers.publish(|_| Update::Gone);
        }
        self.0.quarantine.release(id);
    }

    /// Follows the audit log from where this server is; the first time from its end.
    pub(crate) async fn follow_audit_log(&self) {
        let mut seen = self.0.audit_seen.lock().await;
        let from = *seen;
        let read = self.store(move |store| match from {
            Some(from) => Ok((from, Vec::new(), store.audit(from, MOST_FOLLOWED)?)),
            None => {
                let head = store.audit_head()?;
                Ok((head, store.quarantined(MOST_HELD)?, Vec::new()))
            }
        });
        let (head, held, entries) = match read.await {
            Ok(read) => read,
            Err(refusal) => {
                return self.log_failure::<()>("the audit log cannot be read", Err(refusal));
            }
        };
        for held in held.iter().filter(|held| held.revision.is_none()) {
            self.0.quarantine.hold(&held.game);
        }
        *seen = Some(entries.last().map_or(head, |last| last.number));
        drop(seen);
        for entry in &entries {
            self.take_effect(entry).await;
        }
    }
}

/// The operator on the command line, who acts on the store beside running servers.
pub struct Operator {
    app: App,
    actor: Actor,
}

impl Operator {
    /// An operator over a store.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(store: Arc<dyn Store>) -> std::io::Result<Operator> {
        // Others may move games on meanwhile: what is in memory is never the truth.
        let config = crate::Config { shared: true, ..crate::Config::default() };
        let app = App::new(config, store, crate::system_clock())?;
        Ok(Operator { app, actor: Actor { id: OPERATOR.to_string(), role: Role::Admin } })
    }

    /// Acts on a player; must be called within a runtime.
    ///
    /// # Errors
    /// Why it cannot be done, in words.
    pub async fn player(&self, id: &str, action: PlayerAction) -> Result<(), String> {
        self.app.act_on_player(&self.actor, id, action).await.map_err(|why| why.report())
    }

    /// Acts on a game; must be called within a runtime.
    ///
    /// # Errors
    /// Why it cannot be done, in words.
    pub async fn game(&self, id: &str, action: GameAction) -> Result<(), String> {
        self.app.act_on_game(&self.actor, id, action).await.map_err(|why| why.report())
    }

    /// Settles a report; must be called within a runtime.
    ///
    /// # Errors
    /// Why it cannot be done, in words.
    pub async fn settle_report(&self, id: &str, note: &str) -> Result<(), String> {
        self.app.settle_report(&self.actor, id, note).await.map_err(|why| why.report())
    }
}
