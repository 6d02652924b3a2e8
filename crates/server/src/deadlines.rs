//! Deadlines: clocks that run out, and bots that a crash has interrupted.

use crate::app::App;
use crate::logging::chain;
use crate::moderation::FOLLOW_PERIOD;
use crate::reply::Refusal;
use std::time::Duration;
use tracing::Instrument;

/// How often deadlines are processed.
const PERIOD: Duration = Duration::from_millis(250);
/// Every how many rounds other servers are polled, if these send notices.
const POLL_EVERY: u64 = 8;
/// Every how many rounds the audit log is followed.
const FOLLOW_EVERY: u64 = (FOLLOW_PERIOD.as_millis() / PERIOD.as_millis()) as u64;
/// Every how many rounds old leases are deleted.
const DELETE_LEASES_EVERY: u64 = 4 * 3600;
/// Games that are processed at the same time: one that takes long does not delay the others.
const AT_ONCE: usize = 16;
/// The most games of one round.
const MOST: usize = 256;

/// Processes deadlines for ever.
pub(crate) async fn run(app: App) {
    let mut rounds = 0u64;
    app.follow_audit_log().await;
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        app.process_deadlines().await;
        app.settle_finished_games().await;
        rounds += 1;
        // Notices are faster; polling finds what notices have lost.
        if app.0.config.shared && (!app.0.cluster.is_up() || rounds.is_multiple_of(POLL_EVERY)) {
            app.poll_other_servers().await;
            app.poll_lobby().await;
        }
        if rounds.is_multiple_of(FOLLOW_EVERY) {
            app.follow_audit_log().await;
        }
        if rounds.is_multiple_of(DELETE_LEASES_EVERY) {
            app.delete_old_leases().await;
        }
    }
}

impl App {
    /// Processes all games whose deadline has come. What happens is decided by the rules; that it
    /// happens once, although others may look too, is decided by the revision it continues.
    pub(crate) async fn process_deadlines(&self) {
        let now = self.now();
        // Games that wait for a bot stay due: they must not hide others.
        let most = MOST + self.bots_at_work() + self.0.quarantine.len();
        let due = match self.store(move |store| store.due(now, most)).await {
            Ok(due) => due,
            Err(refusal) => {
                return self.log_failure::<()>("due games cannot be listed", Err(refusal));
            }
        };
        let mut running = tokio::task::JoinSet::new();
        for id in due {
            if running.len() >= AT_ONCE {
                self.log_panic(running.join_next().await);
            }
            let app = self.clone();
            let span = tracing::info_span!("deadline", game = id);
            let work = async move {
                let done = app.meet_deadline(&id, now).await;
                app.log_failure("a deadline is not met", done);
            };
            running.spawn(work.instrument(span));
        }
        while let Some(done) = running.join_next().await {
            self.log_panic(Some(done));
        }
    }

    fn log_panic(&self, done: Option<Result<(), tokio::task::JoinError>>) {
        if let Some(Err(error)) = done {
            tracing::error!(error = chain(&error), "a deadline is not met");
        }
    }

    async fn meet_deadline(&self, id: &str, now: u64) -> Result<(), Refusal> {
        let table = self.table(id).await?;
        // Somebody is at it; all other games need not wait for that.
        let Ok(mut cached) = table.cached.try_lock() else { return Ok(()) };
        if cached.thinking && !cached.time_is_up(now) {
            // A bot thinks, or waits for its turn to think.
            return Ok(());
        }
        self.refresh(&table, &mut cached).await?;
        // A clock is enforced on one server; the revision decides in the end.
        let strikes = cached.time_is_up(now);
        if strikes && !self.lease(id, cached.record.revision).await {
            return Ok(());
        }
        self.tick(&table, &mut cached).await?;
        self.wake_bot(&table, &mut cached);
        Ok(())
    }
}
