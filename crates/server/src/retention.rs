//! Retention: guests, sessions, invitations, codes, addresses of sign-ins, shared texts of
//! settings, seeks and rematches that nobody uses any more are removed, a few at a time.

use crate::app::App;
use crate::reply::Refusal;
use std::time::Duration;
use tilewright_storage::PlayerRecord;

/// How often it is asked whether it is time.
const TICK: Duration = Duration::from_millis(500);
/// Between two rounds that find everything done, in milliseconds of the monotonic clock.
const PERIOD: u64 = 3_600_000;
/// Between two parts of a round.
const PAUSE: u64 = 10_000;
/// The most guests that one part looks at, and the most rows that it deletes of each kind.
const MOST: usize = 200;
const HOUR: u64 = 3_600_000;
const DAY: u64 = 86_400_000;
/// How far the time of day may move against the monotonic clock before nothing is removed.
const MOST_DRIFT: u64 = DAY / 2;
/// The name of the lease: one server of several is enough.
const LEASE: &str = "#retention";

/// What one part of a round has removed.
#[derive(Default)]
struct Removed {
    guests: u64,
    sessions: u64,
    invitations: u64,
    codes: u64,
    addresses: u64,
    contents: u64,
    seeks: u64,
}

/// Removes what has expired, for ever.
pub(crate) async fn run(app: App) {
    let began = (app.now(), app.monotonic());
    let mut next = began.1.saturating_add(PAUSE);
    let mut after = String::new();
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let (now, monotonic) = (app.now(), app.monotonic());
        if monotonic < next {
            continue;
        }
        // A clock that was set wrongly must not remove everybody.
        let expected = began.0.saturating_add(monotonic.saturating_sub(began.1));
        if now.abs_diff(expected) > MOST_DRIFT {
            tracing::warn!(now, expected, "the clock has jumped: nothing is removed");
            next = monotonic.saturating_add(PERIOD);
            continue;
        }
        if !app.lease(LEASE, 0).await {
            next = monotonic.saturating_add(PERIOD);
            continue;
        }
        let (done, more) = match app.remove_expired(now, &mut after).await {
            Ok(done) => done,
            Err(refusal) => {
                app.log_failure::<()>("what has expired is not removed", Err(refusal));
                (Removed::default(), false)
            }
        };
        let Removed { guests, sessions, invitations, codes, addresses, contents, seeks } = done;
        if guests + sessions + invitations + codes + addresses + contents + seeks > 0 {
            tracing::info!(
                guests,
                sessions,
                invitations,
                codes,
                addresses,
                contents,
                seeks,
                "removed what has expired"
            );
        }
        next = monotonic.saturating_add(if more { PAUSE } else { PERIOD });
    }
}

impl App {
    /// One part of a round: the guests after an id, and some of everything else. Says whether there
    /// may be more.
    async fn remove_expired(
        &self,
        now: u64,
        after: &mut String,
    ) -> Result<(Removed, bool), Refusal> {
        let limits = self.limits();
        // Nothing is from before the beginning of time.
        let before = |days: u64| match days {
            0 => 0,
            days => now.saturating_sub(days.saturating_mul(DAY)),
        };
        let (idle, made) = (before(limits.session_idle_days), before(limits.session_days));
        let (invites, guests) = (before(limits.expired_invite_days), before(limits.guest_days));
        let from = after.clone();
        // A text that was stored a moment ago may be about to be used.
        let unused = now.saturating_sub(DAY);
        let (mut removed, page) = self
            .store(move |store| {
                let removed = Removed {
                    guests: 0,
                    sessions: store.delete_sessions(idle, made, MOST)?,
                    invitations: store.delete_invites(invites, MOST)?,
                    // Mails of the last hour are counted by their codes.
                    codes: store.delete_codes(now.saturating_sub(HOUR), MOST)?,
                    // An address is remembered for as long as a session that nobody uses.
                    addresses: store.delete_addresses(idle, MOST)?,
                    contents: store.delete_contents(unused, MOST)?,
                    // For a while players are shown which of their seeks were taken.
                    seeks: store.delete_seeks(unused, MOST)?,
                };
                Ok((removed, store.idle_guests(guests, &from, MOST)?))
            })
            .await?;
        for id in page.idle {
            removed.guests += u64::from(self.remove_guest(id, guests).await?);
        }
        let full = MOST as u64;
        let Removed { sessions, invitations, codes, addresses, contents, seeks, .. } = removed;
        let parts = [sessions, invitations, codes, addresses, contents];
        let more = page.next.is_some() || parts.contains(&full) || seeks >= full;
        *after = page.next.unwrap_or_default();
        Ok((removed, more))
    }

    /// Removes a guest who is still idle.
    async fn remove_guest(&self, id: String, before: u64) -> Result<bool, Refusal> {
        let found = self.store(move |store| {
            let idle = store.sessions(&id)?.iter().all(|s| s.used.max(s.created) < before);
            Ok(store.player(&id)?.filter(|player| idle && player.login.is_none()))
        });
        let Some(player): Option<PlayerRecord> = found.await? else { return Ok(false) };
        self.leave(player).await?;
        Ok(true)
    }
}
