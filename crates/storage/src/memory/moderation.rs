//! Blocks, reports, sanctions, roles and the audit log in memory.

use super::{MemoryStore, Tables};
use crate::StoreError;
use crate::{AuditRecord, BlockKind, BlockRecord, Change, ModerationStore, PlayerRecord};
use crate::{QuarantineRecord, ReportRecord, Reported, Role, SanctionKind, SanctionRecord};
use std::collections::BTreeMap;

/// What moderators need.
#[derive(Default)]
pub(super) struct Moderation {
    blocks: BTreeMap<(String, String, BlockKind), BlockRecord>,
    reports: BTreeMap<String, ReportRecord>,
    sanctions: BTreeMap<(String, SanctionKind), SanctionRecord>,
    roles: BTreeMap<String, Role>,
    quarantine: BTreeMap<String, QuarantineRecord>,
    audit: Vec<AuditRecord>,
}

impl Moderation {
    /// Whether one of two players has blocked the other.
    pub fn keeps_apart(&self, one: &str, other: &str) -> bool {
        let blocked = |player: &str, other: &str| {
            let key = (player.to_string(), other.to_string(), BlockKind::Block);
            self.blocks.contains_key(&key)
        };
        blocked(one, other) || blocked(other, one)
    }

    /// Whether a player is banned at a time.
    pub fn is_banned(&self, player: &str, now: u64) -> bool {
        let ban = self.sanctions.get(&(player.to_string(), SanctionKind::Ban));
        ban.is_some_and(|ban| ban.holds(now))
    }

    /// Forgets a player.
    pub fn forget(&mut self, id: &str) {
        self.blocks.retain(|(player, other, _), _| player != id && other != id);
        self.reports
            .retain(|_, report| report.reporter != id && report.player.as_deref() != Some(id));
        self.sanctions.retain(|(player, _), _| player != id);
        self.roles.remove(id);
    }

    /// Stores a report, unless it was made before.
    pub fn add_report(&mut self, report: &ReportRecord) -> bool {
        let key = |one: &ReportRecord| (one.reporter.clone(), one.kind, one.subject.clone());
        let fresh = self.reports.values().all(|other| key(other) != key(report));
        if fresh {
            self.reports.insert(report.id.clone(), report.clone());
        }
        fresh
    }
}

impl Tables {
    fn change(&mut self, change: &Change) -> bool {
        match change {
            Change::Nothing => true,
            Change::Sanction(sanction) => {
                let known = self.players.contains_key(&sanction.player);
                if known {
                    let key = (sanction.player.clone(), sanction.kind);
                    self.moderation.sanctions.insert(key, sanction.clone());
                    if sanction.kind == SanctionKind::Ban {
                        self.revoke_sessions(&sanction.player, None);
                    }
                }
                known
            }
            Change::Lift { player, kind } => {
                self.moderation.sanctions.remove(&(player.clone(), *kind)).is_some()
            }
            Change::Role { player, role: None } => self.moderation.roles.remove(player).is_some(),
            Change::Role { player, role: Some(role) } => {
                let known = self.players.contains_key(player);
                if known {
                    self.moderation.roles.insert(player.clone(), *role);
                }
                known
            }
            Change::Revoke { player } => {
                self.revoke_sessions(player, None);
                self.players.contains_key(player)
            }
            Change::SettleReport { id, settlement } => {
                let open = self.moderation.reports.get_mut(id);
                let open = open.filter(|report| report.settled.is_none());
                open.map(|report| report.settled = Some(settlement.clone())).is_some()
            }
            Change::DeleteGame { id } => {
                self.chat.retain(|(game, _), _| game != id);
                self.invites.retain(|_, invite| invite.game != *id);
                self.rated.remove(id);
                self.leases.remove(id);
                self.moderation.quarantine.remove(id);
                self.bytes.remove(id);
                self.lobby.forget_game(id);
                self.games.remove(id).is_some()
            }
            Change::Quarantine(held) => {
                let known = self.games.contains_key(&held.game);
                if known {
                    self.moderation.quarantine.insert(held.game.clone(), held.clone());
                }
                known
            }
            Change::Requeue { id } => self.moderation.quarantine.remove(id).is_some(),
        }
    }
}

impl ModerationStore for MemoryStore {
    fn blocks(&self, player: &str) -> Result<Vec<BlockRecord>, StoreError> {
        let tables = self.lock();
        let own = tables.moderation.blocks.values().filter(|block| block.player == player);
        Ok(own.cloned().collect())
    }

    fn blocks_against(
        &self,
        other: &str,
        players: &[String],
    ) -> Result<Vec<BlockRecord>, StoreError> {
        let tables = self.lock();
        let against = |player: &String| {
            let blocks = tables.moderation.blocks.values();
            let found = blocks.filter(|block| block.player == *player && block.other == other);
            found.cloned().collect::<Vec<_>>()
        };
        Ok(players.iter().flat_map(against).collect())
    }

    fn add_block(&self, block: &BlockRecord, most: usize) -> Result<bool, StoreError> {
        let blocks = &mut self.lock().moderation.blocks;
        if blocks.values().filter(|other| other.player == block.player).count() >= most {
            return Ok(false);
        }
        let key = (block.player.clone(), block.other.clone(), block.kind);
        blocks.entry(key).or_insert_with(|| block.clone());
        Ok(true)
    }

    fn remove_blocks(&self, player: &str, other: &str) -> Result<(), StoreError> {
        let blocks = &mut self.lock().moderation.blocks;
        blocks.retain(|_, block| block.player != player || block.other != other);
        Ok(())
    }

    fn add_report(&self, report: &ReportRecord, most: usize) -> Result<Reported, StoreError> {
        let moderation = &mut self.lock().moderation;
        let open =
            |other: &&ReportRecord| other.reporter == report.reporter && other.settled.is_none();
        if moderation.reports.values().filter(open).count() >= most {
            return Ok(Reported::TooMany);
        }
        Ok(match moderation.add_report(report) {
            true => Reported::Stored,
            false => Reported::Before,
        })
    }

    fn reports(&self, open: bool, most: usize) -> Result<Vec<ReportRecord>, StoreError> {
        let tables = self.lock();
        let wanted = tables.moderation.reports.values();
        let wanted = wanted.filter(|report| report.settled.is_none() == open);
        let mut wanted: Vec<ReportRecord> = wanted.cloned().collect();
        wanted.sort_by_key(|report| match &report.settled {
            None => report.at,
            Some(settled) => u64::MAX - settled.at,
        });
        wanted.truncate(most);
        Ok(wanted)
    }

    fn reports_by(&self, reporter: &str) -> Result<Vec<ReportRecord>, StoreError> {
        let tables = self.lock();
        let own = tables.moderation.reports.values().filter(|one| one.reporter == reporter);
        let mut own: Vec<ReportRecord> = own.cloned().collect();
        own.sort_by_key(|report| report.at);
        Ok(own)
    }

    fn report(&self, id: &str) -> Result<Option<ReportRecord>, StoreError> {
        Ok(self.lock().moderation.reports.get(id).cloned())
    }

    fn role(&self, player: &str) -> Result<Option<Role>, StoreError> {
        Ok(self.lock().moderation.roles.get(player).copied())
    }

    fn sanctions(&self, player: &str) -> Result<Vec<SanctionRecord>, StoreError> {
        let tables = self.lock();
        let own = tables.moderation.sanctions.values().filter(|one| one.player == player);
        Ok(own.cloned().collect())
    }

    fn find_players(&self, text: &str, most: usize) -> Result<Vec<PlayerRecord>, StoreError> {
        let tables = self.lock();
        let wanted = text.to_lowercase();
        let fits = |player: &&PlayerRecord| {
            player.id == text || player.name.to_lowercase().contains(&wanted)
        };
        let found = tables.players.values().filter(fits).cloned();
        let mut found: Vec<PlayerRecord> =
            found.map(|player| PlayerRecord { password: None, ..player }).collect();
        found.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        found.truncate(most);
        Ok(found)
    }

    fn unrated(&self, game: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().rated.get(game).cloned())
    }

    fn quarantined(&self, most: usize) -> Result<Vec<QuarantineRecord>, StoreError> {
        let tables = self.lock();
        let mut held: Vec<_> = tables.moderation.quarantine.values().cloned().collect();
        held.sort_by(|one, other| other.at.cmp(&one.at).then(one.game.cmp(&other.game)));
        held.truncate(most);
        Ok(held)
    }

    fn record(&self, change: &Change, entry: &AuditRecord) -> Result<Option<u64>, StoreError> {
        let mut tables = self.lock();
        if !tables.change(change) {
            return Ok(None);
        }
        let audit = &mut tables.moderation.audit;
        let number = audit.len() as u64 + 1;
        audit.push(AuditRecord { number, ..entry.clone() });
        Ok(Some(number))
    }

    fn set_quarantine(
        &self,
        game: &str,
        held: Option<&QuarantineRecord>,
    ) -> Result<(), StoreError> {
        let quarantine = &mut self.lock().moderation.quarantine;
        match held {
            Some(held) => drop(quarantine.insert(game.to_string(), held.clone())),
            None => drop(quarantine.remove(game)),
        }
        Ok(())
    }

    fn audit(&self, after: u64, most: usize) -> Result<Vec<AuditRecord>, StoreError> {
        let tables = self.lock();
        let later = tables.moderation.audit.iter().filter(|entry| entry.number > after);
        Ok(later.take(most).cloned().collect())
    }

    fn audit_head(&self) -> Result<u64, StoreError> {
        Ok(self.lock().moderation.audit.len() as u64)
    }
}
