//! A store that forgets everything with the process.

mod accounts;
mod contents;
mod lobby;
mod moderation;
mod ratings;
mod sessions;

use crate::contents::{Content, Read};
use crate::{
    Append, Appended, ChatLine, GainRecord, GamePhase, GameProgress, GameRecord, GuestPage,
    InviteRecord, LogEntry, PlayerRecord, Space,
};
use crate::{ChatStore, GameStore, InviteStore, LeaseStore, PlayerStore};
use crate::{
    RatingPoint, RatingRecord, SeatHolder, SessionRecord, Store, StoreError, StoredCommand,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[derive(Default)]
struct Tables {
    games: BTreeMap<String, (GameRecord, Vec<LogEntry>)>,
    players: BTreeMap<String, PlayerRecord>,
    sessions: BTreeMap<String, SessionRecord>,
    invites: BTreeMap<String, InviteRecord>,
    chat: BTreeMap<(String, u64), ChatLine>,
    ratings: BTreeMap<(String, String), RatingRecord>,
    gains: Vec<GainRecord>,
    /// By player, family, time and game.
    points: BTreeMap<(String, String, u64, String), RatingPoint>,
    /// Settled games, with why they were not rated.
    rated: BTreeMap<String, String>,
    inventory: BTreeMap<(String, String), u64>,
    secrets: BTreeMap<String, String>,
    leases: BTreeMap<String, Lease>,
    /// Large texts of settings by hash, and when each was first stored.
    contents: BTreeMap<String, (String, u64)>,
    /// What the games take.
    bytes: BTreeMap<String, u64>,
    accounts: accounts::AccountTables,
    moderation: moderation::Moderation,
    lobby: lobby::Lobby,
}

/// Who works on a game, on which revision, until when.
struct Lease {
    revision: u64,
    holder: String,
    expires: Instant,
}

/// A store in memory, for tests and for games that need not outlive the process.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<Tables>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    fn append(&mut self, append: &Append) -> Appended {
        let Some((game, log)) = self.games.get_mut(&append.game) else {
            return Appended::Missing;
        };
        let stored = append.command.as_ref().and_then(|key| command(log, &key.client_id));
        if let Some(stored) = stored {
            return Appended::Before(stored);
        }
        if game.revision != append.expected {
            return Appended::Conflict(game.revision);
        }
        let (command, events) = (append.command.clone(), append.events.clone());
        let size: usize = events.iter().map(|event| event.len() + 1).sum();
        *self.bytes.entry(append.game.clone()).or_insert(0) += size as u64;
        let entry = LogEntry { revision: append.expected, command, events };
        game.revision = entry.next();
        log.push(entry);
        game.head = append.head.clone();
        Appended::Stored(game.revision)
    }

    /// The games of a player, the last changed first.
    fn games_of(&self, player: &str) -> Vec<GameRecord> {
        let games = self.games.values().filter(|(game, _)| has(game, player));
        let mut games: Vec<GameRecord> = games.map(|(game, _)| game.clone()).collect();
        games.sort_by(|a, b| b.head.updated.cmp(&a.head.updated).then(a.id.cmp(&b.id)));
        games
    }

    fn login_taken(&self, player: &PlayerRecord) -> bool {
        let same = |other: &PlayerRecord| other.id != player.id && other.login == player.login;
        player.login.is_some() && self.players.values().any(same)
    }
}

/// The command of an id.
fn command(log: &[LogEntry], client_id: &str) -> Option<StoredCommand> {
    let key = |entry: &LogEntry| entry.command.clone().filter(|key| key.client_id == client_id);
    log.iter().find_map(|entry| {
        let (seat, from, to) = (key(entry)?.seat, entry.revision, entry.next());
        Some(StoredCommand { seat, from, to })
    })
}

fn has(game: &GameRecord, player: &str) -> bool {
    game.seats.iter().any(|seat| matches!(&seat.holder, SeatHolder::Player(id) if id == player))
}

impl GameStore for MemoryStore {
    fn create_game(&self, game: &GameRecord, invites: &[InviteRecord]) -> Result<(), StoreError> {
        let mut tables = self.lock();
        if tables.games.contains_key(&game.id) {
            return Err(StoreError::Taken);
        }
        let stored = tables.store_contents(game)?;
        tables.games.insert(game.id.clone(), (stored, Vec::new()));
        tables.invites.extend(invites.iter().map(|invite| (invite.hash.clone(), invite.clone())));
        Ok(())
    }

    fn game(&self, id: &str) -> Result<Option<GameRecord>, StoreError> {
        let tables = self.lock();
        let game = tables.games.get(id);
        game.map(|(game, _)| tables.whole(game, &mut Read::new())).transpose()
    }

    fn revision(&self, id: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.lock().games.get(id).map(|(game, _)| game.revision))
    }

    fn append(&self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut tables = self.lock();
        Ok(appends.iter().map(|append| tables.append(append)).collect())
    }

    fn entries(&self, game: &str, from: u64, to: u64) -> Result<Vec<LogEntry>, StoreError> {
        let tables = self.lock();
        let log = tables.games.get(game).into_iter().flat_map(|(_, log)| log);
        Ok(log.filter(|entry| entry.next() > from && entry.revision < to).cloned().collect())
    }

    fn command(&self, game: &str, client_id: &str) -> Result<Option<StoredCommand>, StoreError> {
        Ok(self.lock().games.get(game).and_then(|(_, log)| command(log, client_id)))
    }

    fn due(&self, now: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let tables = self.lock();
        let running = tables.games.values().filter(|(g, _)| g.head.status == GamePhase::Running);
        let mut due: Vec<(u64, String)> = running
            .filter_map(|(game, _)| Some((game.head.deadline?, game.id.clone())))
            .filter(|(deadline, _)| *deadline <= now)
            .collect();
        due.sort();
        Ok(due.into_iter().take(most).map(|(_, id)| id).collect())
    }

    fn games_of(&self, player: &str, most: usize) -> Result<Vec<GameRecord>, StoreError> {
        let tables = self.lock();
        let mut games = tables.games_of(player);
        games.truncate(most);
        tables.all_whole(&games)
    }

    fn games_after(
        &self,
        player: &str,
        (updated, id): (u64, &str),
        most: usize,
    ) -> Result<Vec<GameRecord>, StoreError> {
        let tables = self.lock();
        let mut games = tables.games_of(player);
        games.retain(|game| {
            let at = game.head.updated;
            at < updated || at == updated && game.id.as_str() > id
        });
        games.truncate(most);
        tables.all_whole(&games)
    }

    fn unfinished_games_of(&self, player: &str) -> Result<u64, StoreError> {
        let tables = self.lock();
        let unfinished = |(game, _): &&(GameRecord, Vec<LogEntry>)| {
            has(game, player) && game.head.status != GamePhase::Over
        };
        Ok(tables.games.values().filter(unfinished).count() as u64)
    }

    fn game_ids(&self, after: &str, most: usize) -> Result<Vec<String>, StoreError> {
        let tables = self.lock();
        Ok(tables.games.keys().filter(|id| id.as_str() > after).take(most).cloned().collect())
    }

    fn stored_bytes(&self, player: &str) -> Result<u64, StoreError> {
        Ok(self.lock().stored_bytes(player))
    }

    fn contents(&self, after: &str, most: usize) -> Result<Vec<Content>, StoreError> {
        Ok(self.lock().contents_after(after, most))
    }

    fn delete_contents(&self, before: u64, most: usize) -> Result<u64, StoreError> {
        Ok(self.lock().delete_contents(before, most))
    }

    fn take_seat(
        &self,
        game: &str,
        seat: u8,
        player: &str,
        name: &str,
    ) -> Result<bool, StoreError> {
        let mut tables = self.lock();
        let Some((game, _)) = tables.games.get_mut(game) else { return Ok(false) };
        let open = game.head.status == GamePhase::Open;
        let seat = game.seats.get_mut(usize::from(seat));
        let Some(seat) = seat.filter(|seat| open && seat.holder == SeatHolder::Nobody) else {
            return Ok(false);
        };
        (seat.holder, seat.name) = (SeatHolder::Player(player.to_string()), name.to_string());
        Ok(true)
    }
}

impl PlayerStore for MemoryStore {
    fn create_player(&self, player: &PlayerRecord) -> Result<(), StoreError> {
        let mut tables = self.lock();
        if tables.players.contains_key(&player.id) || tables.login_taken(player) {
            return Err(StoreError::Taken);
        }
        tables.players.insert(player.id.clone(), player.clone());
        Ok(())
    }

    fn player(&self, id: &str) -> Result<Option<PlayerRecord>, StoreError> {
        Ok(self.lock().players.get(id).cloned())
    }

    fn player_by_login(&self, login: &str) -> Result<Option<PlayerRecord>, StoreError> {
        let tables = self.lock();
        let mut players = tables.players.values();
        Ok(players.find(|player| player.login.as_deref() == Some(login)).cloned())
    }

    fn register_player(&self, player: &PlayerRecord) -> Result<(), StoreError> {
        let mut tables = self.lock();
        let taken = tables.login_taken(player);
        match tables.players.get_mut(&player.id) {
            Some(known) if known.login.is_none() && !taken => {
                known.name = player.name.clone();
                known.login = player.login.clone();
                known.password = player.password.clone();
                tables.sessions.retain(|_, session| session.player != player.id);
                Ok(())
            }
            _ => Err(StoreError::Taken),
        }
    }

    fn change_password(
        &self,
        id: &str,
        old: &str,
        new: &str,
        keep: Option<&str>,
    ) -> Result<bool, StoreError> {
        let mut tables = self.lock();
        let known = tables.players.get_mut(id);
        let Some(known) = known.filter(|known| known.password.as_deref() == Some(old)) else {
            return Ok(false);
        };
        known.password = Some(new.to_string());
        tables.revoke_sessions(id, keep);
        tables.accounts.end_reset_codes(id);
        Ok(true)
    }

    fn rename_player(&self, id: &str, name: &str, login: Option<&str>) -> Result<(), StoreError> {
        let mut tables = self.lock();
        let Some(mut renamed) = tables.players.get(id).cloned() else {
            return Err(StoreError::Taken);
        };
        let account = renamed.login.is_some();
        renamed.name = name.to_string();
        renamed.login = login.map(str::to_string);
        if account != login.is_some() || tables.login_taken(&renamed) {
            return Err(StoreError::Taken);
        }
        tables.players.insert(id.to_string(), renamed);
        Ok(())
    }

    fn delete_player(&self, id: &str) -> Result<(), StoreError> {
        let mut tables = self.lock();
        tables.players.remove(id);
        tables.accounts.forget(id);
        tables.sessions.retain(|_, session| session.player != id);
        tables.ratings.retain(|(player, _), _| player != id);
        tables.inventory.retain(|(player, _), _| player != id);
        tables.gains.retain(|gain| gain.player != id);
        tables.points.retain(|_, point| point.player != id);
        tables.moderation.forget(id);
        tables.lobby.forget(id);
        let mut said = BTreeSet::new();
        for (game, _) in tables.games.values_mut() {
            for (number, seat) in (0u8..).zip(&mut game.seats) {
                if matches!(&seat.holder, SeatHolder::Player(player) if player == id) {
                    seat.name = "gone".to_string();
                    said.insert((game.id.clone(), number));
                }
            }
        }
        tables.chat.retain(|(game, _), line| !said.contains(&(game.clone(), line.seat)));
        Ok(())
    }

    fn idle_guests(&self, before: u64, after: &str, most: usize) -> Result<GuestPage, StoreError> {
        let tables = self.lock();
        let guests = tables.players.values().filter(|player| player.login.is_none());
        let seen: Vec<&PlayerRecord> =
            guests.filter(|guest| guest.id.as_str() > after).take(most).collect();
        let next = seen.last().filter(|_| seen.len() == most).map(|guest| guest.id.clone());
        let idle = |guest: &&&PlayerRecord| {
            let used = |session: &SessionRecord| session.used.max(session.created) >= before;
            let mut own = tables.sessions.values().filter(|session| session.player == guest.id);
            let mut running = (tables.games.values())
                .filter(|(game, _)| game.head.status == GamePhase::Running && has(game, &guest.id));
            guest.created < before && !own.any(used) && running.next().is_none()
        };
        let idle = seen.iter().filter(idle).map(|guest| guest.id.clone()).collect();
        Ok(GuestPage { idle, next })
    }
}

impl InviteStore for MemoryStore {
    fn invite(&self, hash: &str) -> Result<Option<InviteRecord>, StoreError> {
        Ok(self.lock().invites.get(hash).cloned())
    }

    fn delete_invites(&self, expired: u64, most: usize) -> Result<u64, StoreError> {
        let mut tables = self.lock();
        let old = tables.invites.values().filter(|invite| invite.expires < expired);
        let old: Vec<String> = old.take(most).map(|invite| invite.hash.clone()).collect();
        old.iter().for_each(|hash| drop(tables.invites.remove(hash)));
        Ok(old.len() as u64)
    }
}

impl ChatStore for MemoryStore {
    fn add_chat(&self, game: &str, seat: u8, at: u64, text: &str) -> Result<u64, StoreError> {
        let mut tables = self.lock();
        if !tables.games.contains_key(game) {
            return Err(StoreError::Taken);
        }
        let mut lines = tables.chat.range((game.to_string(), 0)..=(game.to_string(), u64::MAX));
        let number = lines.next_back().map_or(0, |((_, number), _)| number + 1);
        let line = ChatLine { number, at, seat, text: text.to_string() };
        *tables.bytes.entry(game.to_string()).or_insert(0) += text.len() as u64;
        tables.chat.insert((game.to_string(), number), line);
        Ok(number)
    }

    fn chat(&self, game: &str, from: u64, most: usize) -> Result<Vec<ChatLine>, StoreError> {
        let tables = self.lock();
        let lines = tables.chat.range((game.to_string(), from)..=(game.to_string(), u64::MAX));
        Ok(lines.take(most).map(|(_, line)| line.clone()).collect())
    }
}

impl LeaseStore for MemoryStore {
    fn lease(
        &self,
        game: &str,
        revision: u64,
        holder: &str,
        millis: u64,
    ) -> Result<bool, StoreError> {
        let (mut tables, now) = (self.lock(), Instant::now());
        let other = tables.leases.get(game).is_some_and(|lease| {
            let same = lease.holder == holder && lease.revision == revision;
            lease.expires > now && lease.revision >= revision && !same
        });
        if !other {
            let expires = now + Duration::from_millis(millis);
            let lease = Lease { revision, holder: holder.to_string(), expires };
            tables.leases.insert(game.to_string(), lease);
        }
        Ok(!other)
    }

    fn release(&self, holder: &str) -> Result<(), StoreError> {
        let now = Instant::now();
        self.lock().leases.retain(|_, lease| lease.holder != holder && lease.expires > now);
        Ok(())
    }

    fn progress(&self, games: &[String]) -> Result<Vec<GameProgress>, StoreError> {
        let tables = self.lock();
        let known = games.iter().filter_map(|id| tables.games.get(id));
        let progress = |(game, _): &(GameRecord, Vec<LogEntry>)| {
            let own = |seat: &&crate::SeatRecord| matches!(seat.holder, SeatHolder::Player(_));
            let mut lines = tables.chat.range((game.id.clone(), 0)..=(game.id.clone(), u64::MAX));
            GameProgress {
                game: game.id.clone(),
                revision: game.revision,
                players: game.seats.iter().filter(own).count() as u64,
                talk: lines.next_back().map_or(0, |((_, number), _)| number + 1),
                rematch: tables.lobby.rematch_changes(&game.id),
            }
        };
        Ok(known.map(progress).collect())
    }
}

impl Store for MemoryStore {
    fn ping(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn check_write(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn space(&self) -> Result<Space, StoreError> {
        Ok(Space::default())
    }

    fn secret(&self, name: &str, candidate: &str) -> Result<String, StoreError> {
        let mut tables = self.lock();
        Ok(tables.secrets.entry(name.to_string()).or_insert(candidate.to_string()).clone())
    }
}
