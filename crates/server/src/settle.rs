//! After the end: ratings, and premiums that winners take home.

use crate::app::App;
use crate::digest::random_hex;
use crate::rating::{self, Ended, Outcome, Player, Unrated};
use crate::reply::Refusal;
use crate::tables::CachedGame;
use tilewright::game::{GameResult, GameState};
use tilewright_protocol::api::{NewTable, RatingChange};
use tilewright_storage::{GamePhase, GameRecord, ReportKind, ReportRecord, SeatHolder};
use tilewright_storage::{Settlement, Store, StoreError};
use tracing::Instrument;

/// The most games that are settled in one go.
const MOST: usize = 64;

fn players(cached: &CachedGame, state: &GameState, result: &GameResult) -> Vec<Player> {
    let mut scores = result.scores.clone();
    scores.sort();
    scores.dedup();
    let player = |(seat, record): (u8, &tilewright_storage::SeatRecord)| {
        let SeatHolder::Player(id) = &record.holder else { return None };
        let stayed = !state.status().seats.get(usize::from(seat))?.resigned;
        let score = result.scores.get(usize::from(seat))?;
        let place = scores.iter().position(|other| other == score)?;
        let place = (stayed, result.winners.contains(&seat), place);
        Some(Player { id: id.clone(), seat, place })
    };
    (0u8..).zip(&cached.record.seats).filter_map(player).collect()
}

impl CachedGame {
    /// Whether the game may have changed ratings in a way that is not known yet.
    pub fn may_lack_rating_changes(&self) -> bool {
        let over = self.record.head.status == GamePhase::Over;
        over && self.rating_changes.is_none() && self.settings.may_be_rated()
    }
}

impl App {
    /// Settles games that a crash has left between their end and their settlement.
    pub(crate) async fn settle_finished_games(&self) {
        let open = match self.store(|store| store.unsettled(MOST)).await {
            Ok(open) => open,
            Err(refusal) => {
                return self.log_failure::<()>("unsettled games cannot be listed", Err(refusal));
            }
        };
        for id in open {
            let span = tracing::info_span!("settle", game = id);
            let settled = async {
                let table = self.table(&id).await?;
                let mut cached = table.cached.lock().await;
                self.refresh(&table, &mut cached).await?;
                self.settle(&mut cached).await;
                Ok::<_, Refusal>(())
            };
            let settled = settled.instrument(span.clone()).await;
            span.in_scope(|| self.log_failure("a game cannot be settled", settled));
        }
    }

    /// Settles a game that has ended; that it is to be settled was stored together with its end.
    /// A game is rated if it is not a casual one, its variant is shipped and plays with its own
    /// words and without hints, every seat, of at least two, is a player's, and the safeguards of
    /// ratings agree. The winner keeps the premiums that were used up.
    pub(crate) async fn settle(&self, cached: &mut CachedGame) {
        if let Err(refusal) = self.try_to_settle(cached).await {
            tracing::error!(
                game = cached.record.id,
                error = refusal.report(),
                "a game is not settled"
            );
            return;
        }
        let read = self.reload_rating_changes(cached).await;
        self.log_failure("the rating changes of a game cannot be read", read);
    }

    /// Reads what a finished game has made of ratings, unless that is known. Another server may have
    /// settled it.
    pub(crate) async fn reload_rating_changes(
        &self,
        cached: &mut CachedGame,
    ) -> Result<(), Refusal> {
        if !cached.may_lack_rating_changes() {
            return Ok(());
        }
        let (record, settings) = (cached.record.clone(), cached.settings.clone());
        let read = self.store(move |store| known_changes(store, &record, &settings));
        cached.rating_changes = read.await?;
        Ok(())
    }

    async fn try_to_settle(&self, cached: &CachedGame) -> Result<(), Refusal> {
        let Some(state) = &cached.state else { return Ok(()) };
        let Some(result) = state.result() else { return Ok(()) };
        let players = players(cached, state, result);
        let settings = &cached.settings;
        let plain = settings.is_plain();
        let unrated = match settings.may_be_rated() && players.len() > 1 {
            false => Some(Unrated::Settings),
            true => self.too_short(cached, state).await?,
        };
        let mut won = Vec::new();
        for player in players.iter().filter(|player| result.winners.contains(&player.seat)) {
            let given = plain && unrated != Some(Unrated::Ended);
            let consumed = result.premiums_consumed.iter().filter(|_| given);
            won.extend(consumed.map(|(kind, n)| (player.id.clone(), kind.clone(), u64::from(*n))));
        }
        let (game, variant) = (cached.record.id.clone(), cached.loaded.variant.id().to_string());
        let family = cached.loaded.variant.family().to_string();
        let (at, limits) = (cached.record.head.updated, self.limits().clone());
        let report = random_hex::<12>()?;
        self.store(move |store| {
            let ids: Vec<String> = players.iter().map(|player| player.id.clone()).collect();
            let since = rating::since(&limits, at);
            let outcome = std::cell::RefCell::new(Outcome::default());
            let settled = store.settle(&game, &family, &ids, since, &|known| {
                let (game, players) = (game.as_str(), players.as_slice());
                let ended = Ended { game, variant: &variant, family: &family, players, at };
                let rated = match unrated {
                    Some(unrated) => Outcome { unrated: Some(unrated), ..Outcome::default() },
                    None => rating::rate(&ended, known, &limits),
                };
                let settlement = Settlement {
                    ratings: rated.ratings.clone(),
                    points: rated.points.clone(),
                    gains: rated.gains.clone(),
                    unrated: rated.unrated.map_or(String::new(), |why| why.id().to_string()),
                    reports: reports(&rated.suspects, &report, game, at),
                    won: won.clone(),
                };
                *outcome.borrow_mut() = rated;
                settlement
            })?;
            let Outcome { unrated, suspects, .. } = outcome.into_inner();
            if let Some(unrated) = unrated.filter(|_| settled) {
                tracing::info!(game, reason = unrated.id(), "the game is not rated");
            }
            for player in suspects.iter().filter(|_| settled) {
                tracing::warn!(game, player, "a rating would come from doubtful games");
            }
            Ok(())
        })
        .await
    }

    /// Whether a moderator has ended a game, or a seat has made too few moves.
    async fn too_short(
        &self,
        cached: &CachedGame,
        state: &GameState,
    ) -> Result<Option<Unrated>, Refusal> {
        let (game, seats) = (cached.record.id.clone(), cached.seat_count()?);
        // A moderator ends a game by resigning for its seats.
        let resigned = state.status().seats.iter().any(|seat| seat.resigned);
        if resigned {
            let ended = self.store(move |store| {
                for seat in 0..seats {
                    if store.command(&game, &ended_by_moderator(seat))?.is_some() {
                        return Ok(true);
                    }
                }
                Ok(false)
            });
            if ended.await? {
                return Ok(Some(Unrated::Ended));
            }
        }
        let least = self.limits().rating_moves as usize;
        Ok((!cached.moves.are_at_least(least, seats)).then_some(Unrated::FewMoves))
    }
}

/// What a game has made of ratings, by seat. Those who have left have none.
pub(crate) fn rating_changes(
    store: &dyn Store,
    record: &GameRecord,
) -> Result<Vec<RatingChange>, StoreError> {
    let points = store.rated_by(&record.id)?;
    let change = |(seat, held): (u8, &tilewright_storage::SeatRecord)| {
        let SeatHolder::Player(id) = &held.holder else { return None };
        let point = points.iter().find(|point| point.player == *id)?.clone();
        let (family, shown) = (point.family.clone(), rating::shown_point(point));
        let (rating, change, provisional) = (shown.rating, shown.change, shown.provisional);
        Some(RatingChange { seat, family, rating, change, provisional })
    };
    Ok((0u8..).zip(&record.seats).filter_map(change).collect())
}

/// What a game has made of ratings, if it is over and settled, and its settings allow that it is
/// rated.
pub(crate) fn known_changes(
    store: &dyn Store,
    record: &GameRecord,
    settings: &NewTable,
) -> Result<Option<Vec<RatingChange>>, StoreError> {
    let over = record.head.status == GamePhase::Over && settings.may_be_rated();
    match over && store.unrated(&record.id)?.is_some() {
        true => rating_changes(store, record).map(Some),
        false => Ok(None),
    }
}

/// The id of the command with which a moderator ends the game for a seat.
pub(crate) fn ended_by_moderator(seat: u8) -> String {
    format!("#ended-{seat}")
}

/// Reports of the server about players whose rating would come from doubtful games.
fn reports(suspects: &[String], id: &str, game: &str, at: u64) -> Vec<ReportRecord> {
    let report = |(number, player): (usize, &String)| ReportRecord {
        id: format!("{id}-{number}"),
        reporter: String::new(),
        kind: ReportKind::Farm,
        subject: player.clone(),
        player: Some(player.clone()),
        text: format!(
            "gains come from few, new or always-losing opponents; first seen in game {game}"
        ),
        at,
        settled: None,
    };
    suspects.iter().enumerate().map(report).collect()
}
