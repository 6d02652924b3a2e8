//! What belongs to accounts, in memory.

use super::{MemoryStore, Tables};
use crate::{CodePurpose, CodeRecord, CodeStore, EmailChange, EmailRecord, EmailStore};
use crate::{IdentityRecord, IdentityStore, PlayerRecord, SignInAddressStore, StoreError};
use std::collections::BTreeMap;

/// The tables of accounts.
#[derive(Default)]
pub(super) struct AccountTables {
    codes: BTreeMap<String, CodeRecord>,
    emails: BTreeMap<String, EmailRecord>,
    identities: BTreeMap<(String, String), IdentityRecord>,
    addresses: BTreeMap<(String, String), u64>,
}

impl AccountTables {
    fn take_code(&mut self, hash: &str, purpose: CodePurpose, now: u64) -> Option<CodeRecord> {
        let good = |code: &&CodeRecord| code.purpose == purpose && now < code.expires;
        self.codes.get(hash).filter(good)?;
        self.codes.remove(hash)
    }

    /// Ends the codes of a player for resetting the password.
    pub(super) fn end_reset_codes(&mut self, player: &str) {
        let ends = |code: &CodeRecord| {
            code.player.as_deref() == Some(player) && code.purpose == CodePurpose::ResetPassword
        };
        self.codes.retain(|_, code| !ends(code));
    }

    /// Ends the codes of a player for addresses and passwords. Those for addresses still count.
    fn end_address_codes(&mut self, player: &str, now: u64) {
        self.end_reset_codes(player);
        let own = self.codes.values_mut().filter(|code| code.player.as_deref() == Some(player));
        for code in own.filter(|code| code.purpose == CodePurpose::VerifyEmail) {
            code.expires = code.expires.min(now);
        }
    }

    /// Forgets a player.
    pub(super) fn forget(&mut self, player: &str) {
        self.codes.retain(|_, code| code.player.as_deref() != Some(player));
        self.emails.remove(player);
        self.identities.retain(|_, identity| identity.player != player);
        self.addresses.retain(|(owner, _), _| owner != player);
    }

    fn link(&mut self, identity: &IdentityRecord) -> Result<(), StoreError> {
        let key = (identity.issuer.clone(), identity.subject.clone());
        if self.identities.contains_key(&key) {
            return Err(StoreError::Taken);
        }
        self.identities.insert(key, identity.clone());
        Ok(())
    }

    fn identities_of(&self, player: &str) -> Vec<IdentityRecord> {
        let own = self.identities.values().filter(|identity| identity.player == player);
        let mut own: Vec<IdentityRecord> = own.cloned().collect();
        own.sort_by_key(|identity| identity.created);
        own
    }
}

impl CodeStore for MemoryStore {
    fn add_code(&self, code: &CodeRecord, since: u64, most: usize) -> Result<bool, StoreError> {
        let accounts = &mut self.lock().accounts;
        if accounts.codes.contains_key(&code.hash) {
            return Err(StoreError::Taken);
        }
        let counts = |other: &&CodeRecord| {
            let own = other.player.is_some() && other.player == code.player;
            let same = own || other.topic == code.topic;
            other.purpose == code.purpose && same && other.created >= since
        };
        if accounts.codes.values().filter(counts).count() >= most {
            return Ok(false);
        }
        accounts.codes.insert(code.hash.clone(), code.clone());
        Ok(true)
    }

    fn code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError> {
        let tables = self.lock();
        let good = |code: &&CodeRecord| code.purpose == purpose && now < code.expires;
        Ok(tables.accounts.codes.get(hash).filter(good).cloned())
    }

    fn take_code(
        &self,
        hash: &str,
        purpose: CodePurpose,
        now: u64,
    ) -> Result<Option<CodeRecord>, StoreError> {
        Ok(self.lock().accounts.take_code(hash, purpose, now))
    }

    fn codes_of(&self, player: &str) -> Result<Vec<CodeRecord>, StoreError> {
        let tables = self.lock();
        let codes = tables.accounts.codes.values();
        let own = codes.filter(|code| code.player.as_deref() == Some(player));
        let mut own: Vec<CodeRecord> = own.cloned().collect();
        own.sort_by(|a, b| b.created.cmp(&a.created).then(a.hash.cmp(&b.hash)));
        Ok(own)
    }

    fn delete_codes(&self, expired: u64, most: usize) -> Result<u64, StoreError> {
        let codes = &mut self.lock().accounts.codes;
        let old = codes.values().filter(|code| code.expires < expired);
        let old: Vec<String> = old.take(most).map(|code| code.hash.clone()).collect();
        old.iter().for_each(|hash| drop(codes.remove(hash)));
        Ok(old.len() as u64)
    }
}

impl EmailStore for MemoryStore {
    fn email(&self, player: &str) -> Result<Option<EmailRecord>, StoreError> {
        Ok(self.lock().accounts.emails.get(player).cloned())
    }

    fn email_by_address(&self, folded: &str) -> Result<Option<EmailRecord>, StoreError> {
        let tables = self.lock();
        let mut emails = tables.accounts.emails.values();
        Ok(emails.find(|email| email.folded == folded).cloned())
    }

    fn verify_email(&self, hash: &str, now: u64) -> Result<Option<EmailChange>, StoreError> {
        let Tables { accounts, players, .. } = &mut *self.lock();
        let good =
            |code: &&CodeRecord| code.purpose == CodePurpose::VerifyEmail && now < code.expires;
        let Some(code) = accounts.codes.get(hash).filter(good).cloned() else { return Ok(None) };
        let Some(player) = code.player.filter(|player| players.contains_key(player)) else {
            return Ok(None);
        };
        let other = |email: &EmailRecord| email.folded == code.topic && email.player != player;
        if accounts.emails.values().any(other) {
            return Err(StoreError::Taken);
        }
        accounts.codes.remove(hash);
        accounts.end_address_codes(&player, now);
        let (address, folded) = (code.data, code.topic);
        let email = EmailRecord { player: player.clone(), address, folded, verified: now };
        let before = accounts.emails.insert(player, email.clone());
        Ok(Some(EmailChange { before, now: email }))
    }

    fn remove_email(&self, player: &str, now: u64) -> Result<Option<EmailRecord>, StoreError> {
        let accounts = &mut self.lock().accounts;
        accounts.end_address_codes(player, now);
        Ok(accounts.emails.remove(player))
    }

    fn reset_password(
        &self,
        hash: &str,
        now: u64,
        new: &str,
    ) -> Result<Option<String>, StoreError> {
        let mut tables = self.lock();
        let code = tables.accounts.take_code(hash, CodePurpose::ResetPassword, now);
        let Some(id) = code.and_then(|code| code.player) else { return Ok(None) };
        let player = tables.players.get_mut(&id).filter(|player| player.password.is_some());
        let Some(player) = player else { return Ok(None) };
        player.password = Some(new.to_string());
        tables.revoke_sessions(&id, None);
        tables.accounts.end_reset_codes(&id);
        Ok(Some(id))
    }
}

impl IdentityStore for MemoryStore {
    fn identity(&self, issuer: &str, subject: &str) -> Result<Option<IdentityRecord>, StoreError> {
        let key = (issuer.to_string(), subject.to_string());
        Ok(self.lock().accounts.identities.get(&key).cloned())
    }

    fn identities(&self, player: &str) -> Result<Vec<IdentityRecord>, StoreError> {
        Ok(self.lock().accounts.identities_of(player))
    }

    fn link_identity(&self, identity: &IdentityRecord) -> Result<(), StoreError> {
        let mut tables = self.lock();
        match tables.players.contains_key(&identity.player) {
            true => tables.accounts.link(identity),
            false => Err(StoreError::Taken),
        }
    }

    fn unlink_identity(
        &self,
        player: &str,
        issuer: &str,
        subject: &str,
    ) -> Result<bool, StoreError> {
        let mut tables = self.lock();
        let known = tables.players.get(player);
        let password = known.is_some_and(|known| known.password.is_some());
        let own = tables.accounts.identities_of(player);
        let named = own.iter().any(|one| one.issuer == issuer && one.subject == subject);
        if !named || (!password && own.len() < 2) {
            return Ok(false);
        }
        let key = (issuer.to_string(), subject.to_string());
        Ok(tables.accounts.identities.remove(&key).is_some())
    }

    fn create_player_with(
        &self,
        player: &PlayerRecord,
        identity: &IdentityRecord,
    ) -> Result<(), StoreError> {
        let mut tables = self.lock();
        if tables.players.contains_key(&player.id) || tables.login_taken(player) {
            return Err(StoreError::Taken);
        }
        tables.accounts.link(identity)?;
        tables.players.insert(player.id.clone(), player.clone());
        Ok(())
    }

    fn register_with(&self, login: &str, identity: &IdentityRecord) -> Result<(), StoreError> {
        let Tables { players, accounts, sessions, .. } = &mut *self.lock();
        let taken = players.values().any(|player| player.login.as_deref() == Some(login));
        let guest = players.get_mut(&identity.player).filter(|player| player.login.is_none());
        let Some(guest) = guest.filter(|_| !taken) else { return Err(StoreError::Taken) };
        accounts.link(identity)?;
        guest.login = Some(login.to_string());
        sessions.retain(|_, session| session.player != identity.player);
        Ok(())
    }
}

impl SignInAddressStore for MemoryStore {
    fn remember_address(
        &self,
        player: &str,
        hash: &str,
        used: u64,
        most: usize,
    ) -> Result<(), StoreError> {
        let Tables { players, accounts, .. } = &mut *self.lock();
        if !players.contains_key(player) {
            return Err(StoreError::Taken);
        }
        let new = (player.to_string(), hash.to_string());
        accounts.addresses.insert(new.clone(), used);
        let others = accounts.addresses.iter().filter(|(key, _)| key.0 == player && **key != new);
        let mut others: Vec<_> = others.map(|(key, used)| (*used, key.clone())).collect();
        others.sort_by(|one, other| other.cmp(one));
        for (_, surplus) in others.iter().skip(most.saturating_sub(1)) {
            accounts.addresses.remove(surplus);
        }
        Ok(())
    }

    fn knows_address(&self, player: &str, hash: &str) -> Result<bool, StoreError> {
        let key = (player.to_string(), hash.to_string());
        Ok(self.lock().accounts.addresses.contains_key(&key))
    }

    fn address_uses(&self, player: &str) -> Result<Vec<u64>, StoreError> {
        let tables = self.lock();
        let own = tables.accounts.addresses.iter().filter(|((owner, _), _)| owner == player);
        let mut uses: Vec<u64> = own.map(|(_, used)| *used).collect();
        uses.sort_by(|one, other| other.cmp(one));
        Ok(uses)
    }

    fn delete_addresses(&self, used: u64, most: usize) -> Result<u64, StoreError> {
        let addresses = &mut self.lock().accounts.addresses;
        let old = addresses.iter().filter(|(_, last)| **last < used);
        let old: Vec<_> = old.take(most).map(|(key, _)| key.clone()).collect();
        for key in &old {
            addresses.remove(key);
        }
        Ok(old.len() as u64)
    }
}
