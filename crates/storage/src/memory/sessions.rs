//! Sessions in memory.

use super::{MemoryStore, Tables};
use crate::{SessionRecord, SessionStore, StoreError};

impl Tables {
    /// The sessions of a player, the last used first.
    fn sessions_of(&self, player: &str) -> Vec<SessionRecord> {
        let own = self.sessions.values().filter(|session| session.player == player);
        let mut own: Vec<SessionRecord> = own.cloned().collect();
        let last = |session: &SessionRecord| session.used.max(session.created);
        own.sort_by(|one, other| last(other).cmp(&last(one)).then(one.hash.cmp(&other.hash)));
        own
    }

    /// Revokes all sessions of a player, except one.
    pub(super) fn revoke_sessions(&mut self, player: &str, keep: Option<&str>) {
        self.sessions.retain(|hash, session| session.player != player || Some(&**hash) == keep);
    }
}

impl SessionStore for MemoryStore {
    fn add_session(&self, session: &SessionRecord, most: usize) -> Result<(), StoreError> {
        let mut tables = self.lock();
        let known = tables.players.contains_key(&session.player);
        if !known || tables.sessions.contains_key(&session.hash) {
            return Err(StoreError::Taken);
        }
        let others = tables.sessions_of(&session.player);
        for surplus in others.iter().skip(most.saturating_sub(1)) {
            tables.sessions.remove(&surplus.hash);
        }
        tables.sessions.insert(session.hash.clone(), session.clone());
        Ok(())
    }

    fn session(&self, hash: &str) -> Result<Option<SessionRecord>, StoreError> {
        Ok(self.lock().sessions.get(hash).cloned())
    }

    fn sessions(&self, player: &str) -> Result<Vec<SessionRecord>, StoreError> {
        Ok(self.lock().sessions_of(player))
    }

    fn touch_session(&self, hash: &str, used: u64) -> Result<(), StoreError> {
        if let Some(session) = self.lock().sessions.get_mut(hash) {
            session.used = used;
        }
        Ok(())
    }

    fn revoke_session(&self, hash: &str) -> Result<(), StoreError> {
        self.lock().sessions.remove(hash);
        Ok(())
    }

    fn revoke_sessions(&self, player: &str, keep: Option<&str>) -> Result<(), StoreError> {
        self.lock().revoke_sessions(player, keep);
        Ok(())
    }

    fn delete_sessions(&self, used: u64, made: u64, most: usize) -> Result<u64, StoreError> {
        let mut tables = self.lock();
        let accounts =
            |player: &str| tables.players.get(player).is_some_and(|player| player.login.is_some());
        let old = tables.sessions.values().filter(|session| {
            let idle = session.used > 0 && session.used.max(session.created) < used;
            idle || (session.created < made && accounts(&session.player))
        });
        let old: Vec<String> = old.take(most).map(|session| session.hash.clone()).collect();
        old.iter().for_each(|hash| drop(tables.sessions.remove(hash)));
        Ok(old.len() as u64)
    }
}
