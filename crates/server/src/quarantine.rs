//! Games whose bots fail again and again are left alone, so that they cost nobody anything.
//!
//! A game leaves quarantine when somebody moves on in it: a failure belongs to a revision. After a
//! restart it is tried again, as often as before. One that a moderator keeps there stays until a
//! moderator lets it go.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Failures at one revision before a game is left alone.
const MOST_FAILURES: u32 = 3;
/// Games that are remembered; of more, the others are tried as if nothing had happened.
const MOST_GAMES: usize = 10_000;

#[derive(Clone, Copy)]
struct Failures {
    revision: u64,
    count: u32,
}

/// Games that have failed, and those that moderators keep from bots.
#[derive(Default)]
pub(crate) struct Quarantine {
    failed: Mutex<HashMap<String, Failures>>,
    held: Mutex<HashSet<String>>,
}

impl Quarantine {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Failures>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self) -> MutexGuard<'_, HashSet<String>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A moderator keeps bots from a game.
    pub fn hold(&self, game: &str) {
        self.held().insert(game.to_string());
    }

    /// Bots may try a game again.
    pub fn release(&self, game: &str) {
        self.held().remove(game);
        self.lock().remove(game);
    }

    /// Notes and logs a failure; whether the game is quarantined with it.
    pub fn failed(&self, game: &str, revision: u64, cause: &str) -> bool {
        let mut games = self.lock();
        if games.len() >= MOST_GAMES && !games.contains_key(game) {
            games.retain(|_, failures| failures.count >= MOST_FAILURES);
            if games.len() >= MOST_GAMES {
                games.clear();
            }
        }
        let failures = games.entry(game.to_string()).or_insert(Failures { revision, count: 0 });
        if failures.revision != revision {
            *failures = Failures { revision, count: 0 };
        }
        failures.count = failures.count.saturating_add(1);
        let count = failures.count;
        match count {
            MOST_FAILURES => {
                let failures = MOST_FAILURES;
                tracing::error!(
                    game,
                    revision,
                    failures,
                    error = cause,
                    "the game is quarantined: its bot is not tried again at this revision"
                );
            }
            failures => {
                tracing::error!(game, revision, failures, error = cause, "a bot has failed")
            }
        }
        count == MOST_FAILURES
    }

    /// Whether a game is left alone at this revision.
    pub fn holds(&self, game: &str, revision: u64) -> bool {
        if self.held().contains(game) {
            return true;
        }
        let failures = self.lock().get(game).copied();
        failures.is_some_and(|failures| {
            failures.revision == revision && failures.count >= MOST_FAILURES
        })
    }

    /// A game goes on.
    pub fn succeeded(&self, game: &str) {
        self.lock().remove(game);
    }

    /// How many games are left alone.
    pub fn len(&self) -> usize {
        let failed = self.lock().values().filter(|one| one.count >= MOST_FAILURES).count();
        failed + self.held().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_left_alone_until_somebody_moves() {
        let quarantine = Quarantine::default();
        for count in 0..MOST_FAILURES {
            assert!(!quarantine.holds("a", 5), "after {count}");
            quarantine.failed("a", 5, "no");
        }
        assert!(quarantine.holds("a", 5) && !quarantine.holds("a", 6) && !quarantine.holds("b", 5));
        assert_eq!(quarantine.len(), 1);
        quarantine.failed("a", 6, "no");
        assert!(!quarantine.holds("a", 6) && quarantine.len() == 0);
        quarantine.succeeded("a");
        assert!(quarantine.lock().is_empty());
        quarantine.hold("a");
        assert!(quarantine.holds("a", 5) && quarantine.holds("a", 6) && quarantine.len() == 1);
        quarantine.release("a");
        assert!(!quarantine.holds("a", 5) && quarantine.len() == 0);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let quarantine = Quarantine::default();
        for game in 0..MOST_GAMES + 10 {
            quarantine.failed(&game.to_string(), 1, "no");
        }
        assert!(quarantine.lock().len() <= MOST_GAMES);
    }
}
