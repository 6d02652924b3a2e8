//! Seeks and rematches in memory.

use super::{MemoryStore, Tables};
use crate::{GameRecord, ListedSeek, LobbyStore, NewPair, OfferedRematch, RematchRecord};
use crate::{SeatHolder, SeekFilter, SeekOutcome, SeekRecord, Seeker, StoreError, TakenSeek};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Lobby {
    seeks: BTreeMap<String, Kept>,
    /// Rematches by finished game, and when each was last changed.
    rematches: BTreeMap<String, (RematchRecord, u64)>,
}

struct Kept {
    seek: SeekRecord,
    /// The game, and when it was made.
    taken: Option<(String, u64)>,
}

impl Lobby {
    /// Forgets a player.
    pub fn forget(&mut self, id: &str) {
        self.seeks.retain(|_, kept| kept.seek.player != id);
    }

    /// Forgets a game.
    pub fn forget_game(&mut self, id: &str) {
        self.rematches.remove(id);
        self.seeks.retain(|_, kept| kept.taken.as_ref().is_none_or(|(game, _)| game != id));
    }

    /// A number that grows with every change of the rematch of a game.
    pub fn rematch_changes(&self, game: &str) -> u64 {
        self.rematches.get(game).map_or(0, |(rematch, _)| rematch.changes)
    }
}

impl Tables {
    fn rating_of(&self, player: &str, family: &str) -> Option<i64> {
        let rating = self.ratings.get(&(player.to_string(), family.to_string()));
        rating.map(|rating| rating.rating)
    }

    fn is_account(&self, player: &str) -> bool {
        self.players.get(player).is_some_and(|player| player.login.is_some())
    }

    fn is_open(&self, kept: &Kept, now: u64) -> bool {
        let seek = &kept.seek;
        kept.taken.is_none()
            && seek.expires > now
            && (seek.session.is_empty() || self.sessions.contains_key(&seek.session))
            && !self.moderation.is_banned(&seek.player, now)
    }

    fn fits(&self, seek: &SeekRecord, seeker: Seeker<'_>) -> bool {
        let rating = self.rating_of(seeker.player, &seek.family);
        seek.player != seeker.player
            && (seek.opponent.is_empty() || seek.opponent == seeker.player)
            && (seek.least..=seek.most).contains(&rating.unwrap_or(seeker.first_rating))
            && (!seek.terms.rated || self.is_account(seeker.player))
            && !self.moderation.keeps_apart(&seek.player, seeker.player)
    }

    fn listed(&self, seek: &SeekRecord) -> Option<ListedSeek> {
        Some(ListedSeek {
            name: self.players.get(&seek.player)?.name.clone(),
            guest: !self.is_account(&seek.player),
            rating: self.rating_of(&seek.player, &seek.family),
            opponent: (self.players.get(&seek.opponent))
                .map(|player| (player.name.clone(), player.login.is_none())),
            seek: seek.clone(),
        })
    }

    /// Open seeks, the newest first.
    fn open(&self, now: u64) -> Vec<ListedSeek> {
        let open = self.lobby.seeks.values().filter(|kept| self.is_open(kept, now));
        let mut open: Vec<ListedSeek> = open.filter_map(|kept| self.listed(&kept.seek)).collect();
        open.sort_by(|a, b| {
            b.seek.created.cmp(&a.seek.created).then_with(|| a.seek.id.cmp(&b.seek.id))
        });
        open
    }

    /// The open seek that fits best.
    fn best(&self, own: &SeekRecord, seeker: Seeker<'_>) -> Option<ListedSeek> {
        let rating = self.rating_of(seeker.player, &own.family);
        let rating = rating.unwrap_or(seeker.first_rating);
        let theirs = |found: &ListedSeek| found.rating.unwrap_or(seeker.first_rating);
        let sides = |other: Option<u8>| match (own.side, other) {
            (Some(own), Some(other)) => own != other,
            _ => true,
        };
        let fitting = self.open(seeker.now).into_iter().filter(|found| {
            self.fits(&found.seek, seeker)
                && found.seek.terms == own.terms
                && found.seek.opponent.is_empty()
                && sides(found.seek.side)
                && (own.least..=own.most).contains(&theirs(found))
        });
        fitting.min_by_key(|found| {
            let distance = theirs(found).abs_diff(rating);
            (distance, found.seek.created, found.seek.id.clone())
        })
    }

    fn pair(
        &mut self,
        found: &ListedSeek,
        seeker: Seeker<'_>,
        new: NewPair<'_>,
    ) -> Result<(), StoreError> {
        let game = (new.make)(found)?;
        if self.games.contains_key(&game.id) {
            return Err(StoreError::Taken);
        }
        let stored = self.store_contents(&game)?;
        self.games.insert(game.id.clone(), (stored, Vec::new()));
        if let Some(kept) = self.lobby.seeks.get_mut(&found.seek.id) {
            kept.taken = Some((game.id, seeker.now));
        }
        if found.seek.terms.live {
            // Nobody plays two games in one sitting.
            let of_both = |player: &str| player == found.seek.player || player == seeker.player;
            self.lobby.seeks.retain(|_, kept| {
                kept.taken.is_some() || !kept.seek.terms.live || !of_both(&kept.seek.player)
            });
        }
        Ok(())
    }
}

impl LobbyStore for MemoryStore {
    fn place_seek(
        &self,
        seek: &SeekRecord,
        seeker: Seeker<'_>,
        pair: Option<NewPair<'_>>,
        most: u64,
    ) -> Result<SeekOutcome, StoreError> {
        let mut tables = self.lock();
        if let Some(new) = pair
            && let Some(found) = tables.best(seek, seeker)
        {
            tables.pair(&found, seeker, new)?;
            // What the player waited for has come.
            tables.lobby.seeks.retain(|_, kept| {
                let same = kept.seek.player == seek.player
                    && kept.seek.terms == seek.terms
                    && kept.seek.opponent.is_empty();
                kept.taken.is_some() || !same
            });
            return Ok(SeekOutcome::Paired(found));
        }
        let own = tables.open(seeker.now).into_iter().map(|found| found.seek);
        let own: Vec<SeekRecord> = own.filter(|other| other.player == seek.player).collect();
        let same = |other: &&SeekRecord| {
            let range = (other.least, other.most) == (seek.least, seek.most);
            let alike = other.side == seek.side && other.opponent == seek.opponent;
            other.terms == seek.terms && alike && range
        };
        if let Some(same) = own.iter().find(same) {
            return Ok(SeekOutcome::Waiting(same.clone()));
        }
        if own.len() as u64 >= most {
            return Ok(SeekOutcome::TooMany);
        }
        let kept = Kept { seek: seek.clone(), taken: None };
        tables.lobby.seeks.insert(seek.id.clone(), kept);
        Ok(SeekOutcome::Waiting(seek.clone()))
    }

    fn take_seek(
        &self,
        id: &str,
        seeker: Seeker<'_>,
        pair: NewPair<'_>,
    ) -> Result<SeekOutcome, StoreError> {
        let mut tables = self.lock();
        let open = tables.lobby.seeks.get(id).filter(|kept| tables.is_open(kept, seeker.now));
        let open = open.filter(|kept| tables.fits(&kept.seek, seeker));
        let Some(found) = open.and_then(|kept| tables.listed(&kept.seek)) else {
            return Ok(SeekOutcome::Gone);
        };
        tables.pair(&found, seeker, pair)?;
        Ok(SeekOutcome::Paired(found))
    }

    fn withdraw_seek(&self, id: &str, player: &str) -> Result<Option<SeekRecord>, StoreError> {
        let mut tables = self.lock();
        let of_player = |seek: &SeekRecord| seek.player == player || seek.opponent == player;
        let own = |kept: &&Kept| of_player(&kept.seek) && kept.taken.is_none();
        let found = tables.lobby.seeks.get(id).filter(own).map(|kept| kept.seek.clone());
        if found.is_some() {
            tables.lobby.seeks.remove(id);
        }
        Ok(found)
    }

    fn challenges(&self, seeker: Seeker<'_>, most: usize) -> Result<Vec<ListedSeek>, StoreError> {
        let tables = self.lock();
        let open = tables
            .open(seeker.now)
            .into_iter()
            .filter(|found| !found.seek.opponent.is_empty() && tables.fits(&found.seek, seeker));
        Ok(open.take(most).collect())
    }

    fn open_seeks(
        &self,
        seeker: Seeker<'_>,
        filter: &SeekFilter,
        most: usize,
    ) -> Result<Vec<ListedSeek>, StoreError> {
        let tables = self.lock();
        let wanted = |found: &ListedSeek| {
            let seek = &found.seek;
            let later = |(created, id): &(u64, String)| {
                seek.created < *created || seek.created == *created && seek.id > *id
            };
            seek.opponent.is_empty()
                && filter.variant.as_ref().is_none_or(|variant| *variant == seek.terms.variant)
                && filter.rated.is_none_or(|rated| rated == seek.terms.rated)
                && filter.after.as_ref().is_none_or(later)
        };
        let open = tables.open(seeker.now).into_iter();
        let open = open.filter(|found| tables.fits(&found.seek, seeker) && wanted(found));
        Ok(open.take(most).collect())
    }

    fn seeks_of(&self, player: &str, now: u64) -> Result<Vec<ListedSeek>, StoreError> {
        let open = self.lock().open(now).into_iter();
        Ok(open.filter(|found| found.seek.player == player).collect())
    }

    fn taken_seeks(&self, player: &str, since: u64) -> Result<Vec<TakenSeek>, StoreError> {
        let tables = self.lock();
        let own = tables.lobby.seeks.values().filter(|kept| kept.seek.player == player);
        let taken = own.filter_map(|kept| {
            let (game, at) = kept.taken.clone().filter(|(_, at)| *at >= since)?;
            Some(TakenSeek { id: kept.seek.id.clone(), game, at })
        });
        let mut taken: Vec<TakenSeek> = taken.collect();
        taken.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id)));
        Ok(taken)
    }

    fn lobby_news(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let tables = self.lock();
        let mut players = BTreeSet::new();
        for kept in tables.lobby.seeks.values() {
            if kept.taken.as_ref().is_some_and(|(_, at)| *at >= since) {
                players.insert(kept.seek.player.clone());
            }
            if !kept.seek.opponent.is_empty() && kept.seek.created >= since {
                players.insert(kept.seek.opponent.clone());
            }
        }
        for (id, (_, changed)) in &tables.lobby.rematches {
            let game = tables.games.get(id).filter(|_| *changed >= since);
            for seat in game.into_iter().flat_map(|(game, _)| &game.seats) {
                if let SeatHolder::Player(player) = &seat.holder {
                    players.insert(player.clone());
                }
            }
        }
        Ok(players.into_iter().take(most).collect())
    }

    fn delete_seeks(&self, before: u64, most: usize) -> Result<u64, StoreError> {
        let mut tables = self.lock();
        let lobby = &mut tables.lobby;
        let ended =
            |kept: &&Kept| kept.taken.as_ref().map_or(kept.seek.expires, |(_, at)| *at) < before;
        let seeks: Vec<String> = (lobby.seeks.values().filter(ended).take(most))
            .map(|kept| kept.seek.id.clone())
            .collect();
        let rematches: Vec<String> = (lobby.rematches.iter())
            .filter(|(_, (rematch, changed))| rematch.expires < before && *changed < before)
            .take(most)
            .map(|(game, _)| game.clone())
            .collect();
        lobby.seeks.retain(|id, _| !seeks.contains(id));
        lobby.rematches.retain(|game, _| !rematches.contains(game));
        Ok((seeks.len() + rematches.len()) as u64)
    }

    fn rematch(&self, game: &str) -> Result<Option<RematchRecord>, StoreError> {
        Ok(self.lock().lobby.rematches.get(game).map(|(rematch, _)| rematch.clone()))
    }

    fn offer_rematch(
        &self,
        game: &str,
        seat: u8,
        players: &[u8],
        (now, expires): (u64, u64),
        next: &GameRecord,
    ) -> Result<RematchRecord, StoreError> {
        let mut tables = self.lock();
        let known = tables.lobby.rematches.get(game).map(|(rematch, _)| rematch.clone());
        let mut rematch = known.unwrap_or_default();
        if rematch.game.is_some() {
            return Ok(rematch);
        }
        rematch.offer(seat, now, expires);
        if rematch.is_wanted_by(players) {
            if tables.games.contains_key(&next.id) {
                return Err(StoreError::Taken);
            }
            let stored = tables.store_contents(next)?;
            tables.games.insert(next.id.clone(), (stored, Vec::new()));
            rematch.game = Some(next.id.clone());
        }
        tables.lobby.rematches.insert(game.to_string(), (rematch.clone(), now));
        Ok(rematch)
    }

    fn decline_rematch(
        &self,
        game: &str,
        seat: u8,
        now: u64,
    ) -> Result<Option<RematchRecord>, StoreError> {
        let mut tables = self.lock();
        let Some((rematch, changed)) = tables.lobby.rematches.get_mut(game) else {
            return Ok(None);
        };
        if !rematch.is_open(now) {
            return Ok(None);
        }
        (rematch.declined, *changed) = (Some(seat), now);
        rematch.count_change(now);
        Ok(Some(rematch.clone()))
    }

    fn offered_rematches(
        &self,
        player: &str,
        now: u64,
        most: usize,
    ) -> Result<Vec<OfferedRematch>, StoreError> {
        let tables = self.lock();
        let mut offered: Vec<(u64, OfferedRematch)> = Vec::new();
        for (id, (rematch, changed)) in &tables.lobby.rematches {
            let Some((game, _)) = tables.games.get(id).filter(|_| rematch.is_open(now)) else {
                continue;
            };
            let wants = |seat: usize| rematch.seats.iter().any(|other| usize::from(*other) == seat);
            let seats = || game.seats.iter().enumerate();
            let own =
                |holder: &SeatHolder| matches!(holder, SeatHolder::Player(id) if id == player);
            if !seats().any(|(number, seat)| own(&seat.holder) && !wants(number)) {
                continue;
            }
            let wanting = seats().filter(|(number, _)| wants(*number));
            let names = wanting.map(|(_, seat)| seat.name.clone()).collect();
            let offer = OfferedRematch { game: id.clone(), names, expires: rematch.expires };
            offered.push((*changed, offer));
        }
        offered.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.game.cmp(&other.game)));
        Ok(offered.into_iter().take(most).map(|(_, offer)| offer).collect())
    }
}
