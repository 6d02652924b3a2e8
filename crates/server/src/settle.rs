//! After the end: ratings, and premiums that winners take home.

use crate::app::App;
use crate::reply::Refusal;
use crate::tables::CachedGame;
use tilewright::game::{GameResult, GameState};
use tilewright_protocol::api::SeatChoice;
use tilewright_protocol::{VariantSource, Words};
use tilewright_storage::{RatingRecord, SeatHolder, Settlement};
use tracing::Instrument;

/// The rating with which everybody begins, in thousandths.
pub(crate) const FIRST_RATING: i64 = 1_500_000;
/// The most that one game moves a rating, in thousandths.
const STEP: f64 = 32_000.0;

/// The most games that are settled in one go.
const MOST: usize = 64;

/// What one player of a game brings to its settlement.
struct Player {
    id: String,
    seat: u8,
    /// Higher is better: not resigned, then winner, then the score's place.
    place: (bool, bool, usize),
}

/// The share of a win that a rating expects against another.
fn expected(own: i64, other: i64) -> f64 {
    1.0 / (1.0 + 10f64.powf((other - own) as f64 / 400_000.0))
}

/// New ratings: each pair of players has won, lost or drawn against each other.
fn rate(players: &[Player], variant: &str, present: &[Option<RatingRecord>]) -> Vec<RatingRecord> {
    let rating = |index: usize| present[index].as_ref().map_or(FIRST_RATING, |now| now.rating);
    let others = players.len().saturating_sub(1).max(1) as f64;
    let next = |(index, player): (usize, &Player)| {
        let gained: f64 = (players.iter().enumerate())
            .filter(|(other, _)| *other != index)
            .map(|(other, opponent)| {
                let score = match player.place.cmp(&opponent.place) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                score - expected(rating(index), rating(other))
            })
            .sum();
        RatingRecord {
            player: player.id.clone(),
            variant: variant.to_string(),
            rating: rating(index) + (STEP * gained / others).round() as i64,
            games: present[index].as_ref().map_or(0, |now| now.games) + 1,
        }
    };
    players.iter().enumerate().map(next).collect()
}

fn players(play: &CachedGame, state: &GameState, result: &GameResult) -> Vec<Player> {
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
    (0u8..).zip(&play.record.seats).filter_map(player).collect()
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
                let mut play = table.play.lock().await;
                self.refresh(&table, &mut play).await?;
                self.settle(&play).await;
                Ok::<_, Refusal>(())
            };
            let settled = settled.instrument(span.clone()).await;
            span.in_scope(|| self.log_failure("a game cannot be settled", settled));
        }
    }

    /// Settles a game that has ended; that it is to be settled was stored together with its end.
    /// A game is rated if its variant is shipped and plays with its own words and without
    /// hints, and every seat, of at least two, is a player's. The winner keeps the premiums that
    /// were used up.
    pub(crate) async fn settle(&self, play: &CachedGame) {
        let Some(state) = &play.state else { return };
        let Some(result) = state.result() else { return };
        let players = players(play, state, result);
        let settings = &play.settings;
        let plain = matches!(settings.variant, VariantSource::Shipped(_))
            && settings.words == Words::Variant
            && !settings.hints;
        let bots = settings.seats.iter().any(|seat| matches!(seat, SeatChoice::Bot(_)));
        let rated = plain && !bots && players.len() > 1;
        let mut won = Vec::new();
        for player in players.iter().filter(|player| result.winners.contains(&player.seat)) {
            let consumed = result.premiums_consumed.iter().filter(|_| plain);
            won.extend(consumed.map(|(kind, n)| (player.id.clone(), kind.clone(), u64::from(*n))));
        }
        let (game, variant) = (play.record.id.clone(), play.loaded.variant.id().to_string());
        let settled = self.store(move |store| {
            let ids: Vec<String> = players.iter().map(|player| player.id.clone()).collect();
            store.settle(&game, &variant, &ids, &|present| Settlement {
                ratings: if rated { rate(&players, &variant, present) } else { Vec::new() },
                won: won.clone(),
            })
        });
        if let Err(refusal) = settled.await {
            tracing::error!(
                game = play.record.id,
                error = refusal.report(),
                "a game is not settled"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(places: &[usize], before: &[i64]) -> Vec<i64> {
        let players: Vec<Player> = (0u8..)
            .zip(places)
            .map(|(seat, place)| Player {
                id: format!("p{seat}"),
                seat,
                place: (true, false, *place),
            })
            .collect();
        let record = |rating: &i64| {
            let (player, variant) = (String::new(), String::new());
            Some(RatingRecord { player, variant, rating: *rating, games: 3 })
        };
        let present: Vec<_> = before.iter().map(record).collect();
        rate(&players, "x", &present).iter().map(|rating| rating.rating).collect()
    }

    #[test]
    fn ratings_go_up_and_down_by_the_same() {
        assert_eq!(ratings(&[1, 0], &[1_500_000, 1_500_000]), [1_516_000, 1_484_000]);
        assert_eq!(ratings(&[1, 1], &[1_500_000, 1_500_000]), [1_500_000, 1_500_000]);
        // The favourite gains little, and loses much.
        assert_eq!(ratings(&[1, 0], &[1_900_000, 1_500_000]), [1_902_909, 1_497_091]);
        assert_eq!(ratings(&[0, 1], &[1_900_000, 1_500_000]), [1_870_909, 1_529_091]);
        let three = ratings(&[2, 1, 0], &[1_500_000; 3]);
        assert_eq!(three, [1_516_000, 1_500_000, 1_484_000]);
    }
}
