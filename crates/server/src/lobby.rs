//! The lobby: seeks are placed, taken and withdrawn, and quick pairing takes the best one. Who is
//! paired with whom is decided by the store, in one transaction.

use crate::app::App;
use crate::digest::{self, hash, random_hex};
use crate::people::{PREFIX, bearer};
use crate::pools::caller;
use crate::rating::{FIRST_RATING, points};
use crate::reply::Refusal;
use crate::routes::games::{new_game_id, new_record};
use axum::http::HeaderMap;
use std::sync::Arc;
use tilewright_protocol::api::{self, MyLobby, NewSeek, NewTable, PairedSeek, Pairing, PlayerInfo};
use tilewright_protocol::api::{RatingRange, RematchOffer, SeatChoice, Seek, Side, TableView};
use tilewright_protocol::{TimeControl, VariantSource, Words};
use tilewright_storage::{
    BlockKind, GameRecord, ListedSeek, NewPair, PlayerRecord, SeatHolder, SeatRecord,
};
use tilewright_storage::{SeekFilter, SeekOutcome, SeekRecord, SeekTerms, Seeker, StoreError};

/// How long a seek of a live game is open, in milliseconds.
const LIVE_SEEK: u64 = 15 * 60_000;
/// How long any other seek is open.
const SLOW_SEEK: u64 = 7 * 86_400_000;
/// For how long a player is shown which seeks were taken.
const TAKEN_SHOWN: u64 = 3_600_000;
/// How far the clocks of two servers may differ.
const CLOCK_DIFFERENCE: u64 = 10_000;
/// The most seeks in a list.
const MOST_LISTED: usize = 100;
/// The most rematches in a list.
const MOST_REMATCHES: usize = 20;
/// The most players who are woken in one round.
const MOST_WOKEN: usize = 10_000;
/// About the bytes of the settings of a game from the lobby.
const SETTINGS: usize = 256;

/// The lowest and the highest rating of a range, in thousandths.
fn bounds(range: RatingRange) -> Result<(i64, i64), Refusal> {
    let least = range.least.map_or(i64::MIN, |least| least.saturating_mul(1000));
    let most = range.most.map_or(i64::MAX, |most| most.saturating_mul(1000).saturating_add(999));
    match least <= most {
        true => Ok((least, most)),
        false => Err(Refusal::bad("rating: least must not be greater than most")),
    }
}

/// Those for whom a seek, or its end, is news.
fn concerned(seek: &SeekRecord) -> Vec<String> {
    let all = [&seek.player, &seek.opponent].into_iter();
    all.filter(|player| !player.is_empty()).cloned().collect()
}

/// The seat of who seeks.
fn seat_of(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// The settings of the game that a seek asks for.
fn settings(terms: &SeekTerms) -> Result<NewTable, StoreError> {
    let time = match terms.time.as_str() {
        "" => None,
        text => {
            let read = api::read::<TimeControl>(text.as_bytes());
            Some(read.map_err(|fault| StoreError::Damaged(fault.to_string()))?)
        }
    };
    Ok(NewTable {
        variant: VariantSource::Shipped(terms.variant.clone()),
        seats: vec![SeatChoice::Me, SeatChoice::Open],
        words: Words::Variant,
        hints: terms.hints,
        spectators: true,
        auto_start: true,
        start_word: None,
        time,
        rated: terms.rated,
    })
}

/// The player who takes a seek, and what the game needs beside it.
#[derive(Clone)]
struct Taker {
    player: PlayerRecord,
    side: Option<u8>,
    /// The seat of the seeker if nobody minds.
    drawn: u8,
    named: (String, String),
    now: u64,
}

impl Taker {
    fn new(app: &App, player: PlayerRecord, side: Option<u8>) -> Result<Taker, Refusal> {
        let [drawn] = digest::random::<1>().map_err(digest::no_random_numbers)?;
        let (drawn, named) = (drawn % 2, new_game_id()?);
        Ok(Taker { player, side, drawn, named, now: app.now() })
    }

    /// The game with the player of a seek.
    fn game(&self, found: &ListedSeek) -> Result<GameRecord, StoreError> {
        let settings = api::write_text(&settings(&found.seek.terms)?);
        let seeker = match (found.seek.side, self.side) {
            (Some(seat), _) => seat,
            (None, Some(own)) => 1 - own.min(1),
            (None, None) => self.drawn,
        };
        let seat = |id: &str, name: &str| SeatRecord {
            holder: SeatHolder::Player(id.to_string()),
            name: name.to_string(),
        };
        let mut seats =
            vec![seat(&found.seek.player, &found.name), seat(&self.player.id, &self.player.name)];
        if seeker != 0 {
            seats.reverse();
        }
        Ok(new_record(&found.seek.player, self.named.clone(), settings, seats, self.now))
    }

    fn seeker(&self) -> Seeker<'_> {
        Seeker { player: &self.player.id, first_rating: FIRST_RATING, now: self.now }
    }
}

impl App {
    /// Counts a call that changes the lobby, for the player and for the address.
    pub(crate) fn limit_seeks(&self, player: &str) -> Result<(), Refusal> {
        let most = self.limits().seeks_per_minute;
        if let Some(address) = caller() {
            self.limit("seeks of address", &address.to_string(), most.saturating_mul(4))?;
        }
        self.limit("seeks", player, most)
    }

    /// Checks a seek, and what it looks like in the store.
    async fn checked_seek(
        &self,
        player: &PlayerRecord,
        headers: &HeaderMap,
        new: NewSeek,
    ) -> Result<SeekRecord, Refusal> {
        if new.rated && player.login.is_none() {
            let message = "a rated game needs an account; sign up, or seek a casual game";
            return Err(Refusal::forbidden(message));
        }
        if new.rated && new.hints {
            return Err(Refusal::bad("a rated game has no hints; leave out one of the two"));
        }
        let (least, most) = bounds(new.rating)?;
        let live = new.time.is_some_and(TimeControl::is_live);
        let terms = SeekTerms {
            variant: new.variant,
            time: new.time.map_or(String::new(), |time| api::write_text(&time)),
            live,
            rated: new.rated,
            hints: new.hints,
        };
        if let Some(opponent) = &new.opponent {
            self.may_challenge(&player.id, opponent, new.rated).await?;
        }
        let checked = settings(&terms)?;
        self.has_room(&player.id, SETTINGS).await?;
        let family = self.check_settings(&checked).await?.to_string();
        // A token that the server has not issued ends by itself; the seek ends before long.
        let own = bearer(headers).filter(|token| token.starts_with(PREFIX));
        let now = self.now();
        Ok(SeekRecord {
            id: random_hex::<12>()?,
            player: player.id.clone(),
            session: own.map_or(String::new(), hash),
            terms,
            family,
            opponent: new.opponent.unwrap_or_default(),
            side: new.side.map(seat_of),
            least,
            most,
            created: now,
            expires: now.saturating_add(if live { LIVE_SEEK } else { SLOW_SEEK }),
        })
    }

    /// Whether a player may challenge another.
    async fn may_challenge(&self, player: &str, other: &str, rated: bool) -> Result<(), Refusal> {
        if player == other {
            return Err(Refusal::bad("opponent: you cannot challenge yourself"));
        }
        let (own, id) = (player.to_string(), other.to_string());
        let found = self.store(move |store| {
            let blocks = store.blocks_against(&own, std::slice::from_ref(&id))?;
            let own = store.blocks(&own)?.into_iter().filter(|block| block.other == id);
            let mut all = blocks.into_iter().chain(own);
            let blocked = all.any(|block| block.kind == BlockKind::Block);
            Ok((store.player(&id)?, blocked))
        });
        let (known, blocked) = found.await?;
        let known = known.ok_or_else(|| Refusal::not_found("player"))?;
        if blocked {
            return Err(Refusal::forbidden("you and this player do not play together"));
        }
        match rated && known.login.is_none() {
            true => Err(Refusal::bad("a rated game needs an account, and the opponent has none")),
            false => Ok(()),
        }
    }

    /// Places a seek. With `pair`, the best open seek is taken instead, if one fits.
    pub(crate) async fn seek(
        &self,
        player: PlayerRecord,
        headers: &HeaderMap,
        new: NewSeek,
        pair: bool,
    ) -> Result<Pairing, Refusal> {
        self.limit_seeks(&player.id)?;
        if pair && new.opponent.is_some() {
            return Err(Refusal::bad("opponent: quick pairing has none; place a seek"));
        }
        let seek = self.checked_seek(&player, headers, new).await?;
        self.limit_stored(SETTINGS)?;
        let most = self.limits().seeks_per_player;
        let taker = Arc::new(Taker::new(self, player, seek.side)?);
        let own = taker.clone();
        let placed = self.store(move |store| {
            let make = |found: &ListedSeek| own.game(found);
            let new = NewPair { game: &own.named.0, make: &make };
            let placed = store.place_seek(&seek, own.seeker(), pair.then_some(new), most)?;
            let mut ratings = store.ratings(&own.player.id)?.into_iter();
            let rating = ratings.find(|rating| rating.family == seek.family);
            let opponent = store.player(&seek.opponent)?;
            let opponent = opponent.map(|player| (player.name, player.login.is_none()));
            Ok((placed, rating.map(|rating| rating.rating), opponent))
        });
        let (placed, rating, opponent) = placed.await?;
        match placed {
            SeekOutcome::Paired(found) => {
                let view = self.paired(&taker, &found).await?;
                Ok(Pairing::Paired(Box::new(view)))
            }
            SeekOutcome::Waiting(seek) => {
                self.send_news("", concerned(&seek), false);
                let (name, guest) = (taker.player.name.clone(), taker.player.login.is_none());
                let own = ListedSeek { seek, name, guest, rating, opponent };
                let shown = self.shown_seeks(vec![own]).await?.pop();
                let unknown = || Refusal::unavailable("the seek cannot be shown");
                Ok(Pairing::Waiting(Box::new(shown.ok_or_else(unknown)?)))
            }
            SeekOutcome::TooMany => Err(Refusal::conflict(format!(
                "you have {most} open seeks, which is the bound; withdraw one"
            ))),
            SeekOutcome::Gone => Err(Refusal::not_found("seek")),
        }
    }

    /// Takes a seek.
    pub(crate) async fn take_seek(
        &self,
        player: PlayerRecord,
        id: String,
    ) -> Result<TableView, Refusal> {
        self.limit_seeks(&player.id)?;
        self.has_room(&player.id, SETTINGS).await?;
        self.limit_stored(SETTINGS)?;
        let taker = Arc::new(Taker::new(self, player, None)?);
        let own = taker.clone();
        let taken = self.store(move |store| {
            let make = |found: &ListedSeek| own.game(found);
            let new = NewPair { game: &own.named.0, make: &make };
            store.take_seek(&id, own.seeker(), new)
        });
        match taken.await? {
            SeekOutcome::Paired(found) => self.paired(&taker, &found).await,
            _ => Err(Refusal::not_found("seek")),
        }
    }

    /// Starts the game of a pair, and notifies the player who was waiting.
    async fn paired(&self, taker: &Taker, found: &ListedSeek) -> Result<TableView, Refusal> {
        let game = &taker.named.0;
        let view = self.shown(game, Some(&taker.player.id)).await;
        let both = [found.seek.player.clone(), taker.player.id.clone()];
        self.send_news(game, both.to_vec(), false);
        view
    }

    /// Withdraws a seek of a player, or declines a challenge.
    pub(crate) async fn withdraw_seek(&self, player: &str, id: String) -> Result<(), Refusal> {
        let own = player.to_string();
        match self.store(move |store| store.withdraw_seek(&id, &own)).await? {
            Some(seek) => {
                self.send_news("", concerned(&seek), false);
                Ok(())
            }
            None => Err(Refusal::not_found("seek")),
        }
    }

    /// Seeks that are open for a player.
    pub(crate) async fn open_seeks(
        &self,
        player: String,
        filter: SeekFilter,
    ) -> Result<Vec<Seek>, Refusal> {
        let now = self.now();
        let listed = self.store(move |store| {
            let seeker = Seeker { player: &player, first_rating: FIRST_RATING, now };
            store.open_seeks(seeker, &filter, MOST_LISTED)
        });
        self.shown_seeks(listed.await?).await
    }

    /// What waits for a player.
    pub(crate) async fn my_lobby(&self, player: &str) -> Result<MyLobby, Refusal> {
        let (player, now) = (player.to_string(), self.now());
        let stored = self.store(move |store| {
            let taken = store.taken_seeks(&player, now.saturating_sub(TAKEN_SHOWN))?;
            let rematches = store.offered_rematches(&player, now, MOST_REMATCHES)?;
            let seeker = Seeker { player: &player, first_rating: FIRST_RATING, now };
            let challenges = store.challenges(seeker, MOST_LISTED)?;
            Ok((store.seeks_of(&player, now)?, challenges, taken, rematches))
        });
        let (own, challenges, taken, rematches) = stored.await?;
        let offer = |offered: tilewright_storage::OfferedRematch| RematchOffer {
            game: offered.game,
            names: offered.names,
            expires: offered.expires,
        };
        Ok(MyLobby {
            seeks: self.shown_seeks(own).await?,
            paired: (taken.into_iter())
                .map(|taken| PairedSeek { seek: taken.id, game: taken.game, at: taken.at })
                .collect(),
            challenges: self.shown_seeks(challenges).await?,
            rematches: rematches.into_iter().map(offer).collect(),
        })
    }

    /// Seeks as players see them.
    async fn shown_seeks(&self, listed: Vec<ListedSeek>) -> Result<Vec<Seek>, Refusal> {
        if listed.is_empty() {
            return Ok(Vec::new());
        }
        let shown = self.compute(move |engine| {
            let mut shown = Vec::with_capacity(listed.len());
            for found in listed {
                let known = settings(&found.seek.terms);
                let known = known.map(|table| (table.load(engine), table.time));
                match known {
                    Ok((Ok(loaded), time)) => {
                        shown.push(shown_seek(found, loaded.variant.name().to_string(), time));
                    }
                    // A newer server may ship more variants.
                    Ok((Err(fault), _)) => {
                        tracing::warn!(error = %fault, "a seek is for a variant that is unknown here");
                    }
                    Err(error) => tracing::error!(%error, "a stored seek cannot be read"),
                }
            }
            shown
        });
        shown.await
    }

    /// Wakes the players of this server for whom other servers have changed something.
    pub(crate) async fn poll_lobby(&self) {
        if !self.0.news.any() {
            return;
        }
        let since = self.now().saturating_sub(CLOCK_DIFFERENCE);
        match self.store(move |store| store.lobby_news(since, MOST_WOKEN)).await {
            Ok(players) => players.iter().for_each(|player| self.0.news.wake(player)),
            Err(refusal) => self.log_failure::<()>("the lobby is not polled", Err(refusal)),
        }
    }
}

fn shown_seek(found: ListedSeek, variant_name: String, time: Option<TimeControl>) -> Seek {
    let ListedSeek { seek, name, guest, rating, opponent } = found;
    let bound = |bound: i64, none: i64| (bound != none).then(|| points(bound));
    Seek {
        id: seek.id,
        player: PlayerInfo { id: seek.player, name, guest },
        player_rating: rating.map(points),
        variant: seek.terms.variant,
        variant_name,
        time,
        rated: seek.terms.rated,
        hints: seek.terms.hints,
        side: seek.side.map(|seat| if seat == 0 { Side::First } else { Side::Second }),
        rating: RatingRange {
            least: bound(seek.least, i64::MIN),
            most: bound(seek.most, i64::MAX),
        },
        opponent: opponent.map(|(name, guest)| PlayerInfo { id: seek.opponent, name, guest }),
        created: seek.created,
        expires: seek.expires,
    }
}
