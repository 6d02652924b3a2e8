//! Bots: they think on threads of their own and send commands as players do.

use crate::app::App;
use crate::commands::Committed;
use crate::logging::chain;
use crate::metrics::count;
use crate::tables::{CachedGame, Table};
use std::sync::Arc;
use std::time::Duration;
use tilewright::game::{Command, Submission};
use tilewright_protocol::{BotChoice, BotLevel, BotTurn, FaultCode};
use tilewright_storage::{CommandKey, QuarantineRecord};
use tracing::Instrument;

/// A number that follows from the id of a game; it decides what looks like chance in bots.
fn bot_seed(game: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    game.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

impl App {
    /// If a bot is to move, lets it think. It moves once: its command is for this revision.
    pub(crate) fn wake_bot(&self, table: &Arc<Table>, cached: &mut CachedGame) {
        let Some(state) = cached.state.as_ref().filter(|state| state.result().is_none()) else {
            return;
        };
        let seat = state.to_move();
        let Some(level) = cached.bot(seat).filter(|_| !cached.thinking) else { return };
        if self.0.quarantine.holds(&table.id, cached.record.revision) {
            return;
        }
        let Some(busy) = self.begin_thinking() else { return };
        cached.thinking = true;
        let (app, table) = (self.clone(), table.clone());
        let span =
            tracing::info_span!("bot", game = table.id, seat, revision = cached.record.revision);
        let work = async move {
            app.bot_turn(table, seat, level).await;
            drop(busy);
        };
        tokio::spawn(work.instrument(span));
    }

    async fn bot_turn(&self, table: Arc<Table>, seat: u8, level: BotLevel) {
        let place = match self.0.pools.bots.enter().await {
            Ok(place) => place,
            Err(refusal) => {
                table.cached.lock().await.thinking = false;
                return self.log_failure::<()>("there is no room for a bot", Err(refusal));
            }
        };
        let (state, loaded, words, revision) = {
            let mut cached = table.cached.lock().await;
            // Another server may have been faster while this one had other bots to think about.
            let refreshed = self.refresh(&table, &mut cached).await;
            let fresh = refreshed.is_ok();
            self.log_failure("the game cannot be refreshed", refreshed);
            let state = cached
                .state
                .as_ref()
                .filter(|state| fresh && state.result().is_none() && state.to_move() == seat);
            let Some(state) = state.cloned() else {
                cached.thinking = false;
                return;
            };
            (state, cached.loaded.clone(), cached.settings.words.clone(), cached.record.revision)
        };
        if !self.lease(&table.id, revision).await {
            // If the holder dies, the deadline of the game wakes the bot again.
            table.cached.lock().await.thinking = false;
            return;
        }
        count(&self.0.metrics.bot_turns_thought);
        let (seed, engine) = (bot_seed(&table.id), self.0.engine.clone());
        let work = self.0.work.begin();
        let budget = work.budget.clone();
        let chosen = tokio::task::spawn_blocking(move || {
            let _place = place;
            let (loaded, words, state) = (&loaded, &words, &state);
            engine.choose_within(&BotTurn { loaded, words, state, seat, level, seed }, &budget)
        });
        let limit = Duration::from_secs(self.limits().bot_seconds.max(1));
        let chosen = async {
            tokio::pin!(chosen);
            match tokio::time::timeout(limit, &mut chosen).await {
                Ok(chosen) => chosen,
                Err(_) => {
                    // It takes the best that it has found.
                    work.budget.expire();
                    chosen.await
                }
            }
        };
        let chosen = self.under_lease(&table.id, revision, chosen).await;
        let mut cached = table.cached.lock().await;
        cached.thinking = false;
        let BotChoice { command, refused } = match chosen {
            Ok(Ok(chosen)) => chosen,
            // The server stops: another one, or this one after its start, makes the move.
            Ok(Err(fault)) if fault.code == FaultCode::Cancelled => return,
            Ok(Err(fault)) => {
                BotChoice { command: Command::Pass { seat }, refused: Some(fault.message) }
            }
            // Looked for again at its deadline, a few times.
            Err(error) => return self.bot_failed(&table.id, revision, &chain(&error)).await,
        };
        if let Some(reason) = refused {
            tracing::warn!(error = reason, "a bot found no move and passes");
        }
        if let Err(refusal) = self.refresh(&table, &mut cached).await {
            // Looked for again at its deadline.
            return self.log_failure::<()>("the game cannot be refreshed", Err(refusal));
        }
        if cached.record.revision != revision {
            self.wake_bot(&table, &mut cached);
            return;
        }
        let key = CommandKey { client_id: format!("#bot-{revision}"), seat };
        let submission = Submission { command, revision: Some(revision), now: None };
        // A bot that was too slow meets the clock like everybody.
        let ticked = self.tick(&table, &mut cached).await;
        self.log_failure("the clock is not checked", ticked);
        match self.commit(&table, &mut cached, submission, Some(key)).await {
            Ok(Committed::Done { .. }) => {
                self.0.quarantine.succeeded(&table.id);
                count(&self.0.metrics.bot_moves);
            }
            Ok(_) => {}
            // The server stops.
            Err(refusal) if refusal.refused.error.code == FaultCode::Cancelled => {}
            Err(refusal) => {
                let cause = format!("the move of a bot is refused: {}", refusal.report());
                self.bot_failed(&table.id, revision, &cause).await;
            }
        }
    }

    /// Notes that a bot has failed. A game that is quarantined by that is stored, so that
    /// moderators find it.
    async fn bot_failed(&self, game: &str, revision: u64, cause: &str) {
        if !self.0.quarantine.failed(game, revision, cause) {
            return;
        }
        let held = QuarantineRecord {
            game: game.to_string(),
            revision: Some(revision),
            reason: cause.to_string(),
            at: self.now(),
        };
        let stored = self.store(move |store| store.set_quarantine(&held.game, Some(&held))).await;
        self.log_failure("the quarantine of a game is not stored", stored);
    }
}
