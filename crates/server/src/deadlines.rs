//! Deadlines: clocks that run out, and bots that a crash has interrupted.

use crate::app::App;
use std::time::Duration;

/// How often deadlines are looked at.
const PERIOD: Duration = Duration::from_millis(250);
/// Among so many looks, one is at the games of other servers, if these send hints.
const SELDOM: u64 = 8;
/// Among so many looks, one tidies up.
const TIDY: u64 = 4 * 3600;
/// How many games are looked at in one go.
const MOST: usize = 256;

/// Looks at deadlines for ever.
pub(crate) async fn run(app: App) {
    let mut rounds = 0u64;
    let mut period = tokio::time::interval(PERIOD);
    period.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        app.look_at_deadlines().await;
        app.look_at_settlements().await;
        rounds += 1;
        // Hints tell sooner; the look finds what hints have lost.
        if app.0.config.shared && (!app.0.cluster.is_up() || rounds.is_multiple_of(SELDOM)) {
            app.look_at_others().await;
        }
        if rounds.is_multiple_of(TIDY) {
            app.forget_leases().await;
        }
    }
}

impl App {
    /// Looks at all games whose deadline has come. What happens is decided by the rules; that it
    /// happens once, although others may look too, is decided by the revision it continues.
    pub(crate) async fn look_at_deadlines(&self) {
        let now = self.now();
        let Ok(due) = self.store(move |store| store.due(now, MOST)).await else { return };
        for id in due {
            let Ok(table) = self.table(&id).await else { continue };
            let mut play = table.play.lock().await;
            if play.thinking && !play.time_is_up(now) {
                // A bot thinks, or waits for its turn to think.
                continue;
            }
            if self.refresh(&table, &mut play).await.is_err() {
                continue;
            }
            // A clock strikes on one server; the revision decides in the end.
            let strikes = play.time_is_up(now);
            if strikes && !self.lease(&id, play.record.revision).await {
                continue;
            }
            match self.tick(&table, &mut play).await {
                Ok(_) => self.wake_bot(&table, &mut play),
                Err(_) => self.0.log.note(now, "warning", "deadline_refused"),
            }
        }
    }
}
