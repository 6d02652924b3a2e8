//! Ratings and winnings in memory.

use super::MemoryStore;
use crate::{GamePhase, RatedPlayer, RatingPoint, RatingRecord, RatingStore};
use crate::{Settlement, StoreError};
use std::collections::BTreeSet;

impl RatingStore for MemoryStore {
    fn ratings(&self, player: &str) -> Result<Vec<RatingRecord>, StoreError> {
        let tables = self.lock();
        let own = tables.ratings.values().filter(|rating| rating.player == player);
        Ok(own.cloned().collect())
    }

    fn rating_points(
        &self,
        player: &str,
        family: &str,
        after: Option<(u64, &str)>,
        most: usize,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let tables = self.lock();
        let own = tables.points.values().filter(|point| {
            let later = |(at, game)| (point.at, point.game.as_str()) > (at, game);
            point.player == player && point.family == family && after.is_none_or(later)
        });
        Ok(own.take(most).cloned().collect())
    }

    fn rated_by(&self, game: &str) -> Result<Vec<RatingPoint>, StoreError> {
        let tables = self.lock();
        Ok(tables.points.values().filter(|point| point.game == game).cloned().collect())
    }

    fn inventory(&self, player: &str) -> Result<Vec<(String, u64)>, StoreError> {
        let tables = self.lock();
        let own = tables.inventory.iter().filter(|((owner, _), _)| owner == player);
        Ok(own.map(|((_, kind), amount)| (kind.clone(), *amount)).collect())
    }

    fn unsettled(&self, most: usize) -> Result<Vec<String>, StoreError> {
        let tables = self.lock();
        let over = tables.games.values().filter(|(game, _)| game.head.status == GamePhase::Over);
        let open = over.filter(|(game, _)| game.head.deadline.is_some());
        Ok(open.take(most).map(|(game, _)| game.id.clone()).collect())
    }

    fn settle(
        &self,
        game: &str,
        family: &str,
        players: &[String],
        since: u64,
        work: &dyn Fn(&[RatedPlayer]) -> Settlement,
    ) -> Result<bool, StoreError> {
        let mut tables = self.lock();
        if let Some((record, _)) = tables.games.get_mut(game)
            && record.head.status == GamePhase::Over
        {
            record.head.deadline = None;
        }
        if tables.rated.contains_key(game) {
            return Ok(false);
        }
        let known = |player: &String| {
            let recent =
                tables.gains.iter().rev().filter(|gain| {
                    gain.player == *player && gain.family == family && gain.at >= since
                });
            RatedPlayer {
                player: tables.players.get(player).cloned(),
                rating: tables.ratings.get(&(player.clone(), family.to_string())).cloned(),
                recent: recent.cloned().collect(),
            }
        };
        let present: Vec<RatedPlayer> = players.iter().map(known).collect();
        let staying = players.iter().filter(|player| tables.players.contains_key(*player));
        let staying: BTreeSet<String> = staying.cloned().collect();
        let settlement = work(&present);
        let stays = |player: &str| staying.contains(player);
        tables.rated.insert(game.to_string(), settlement.unrated);
        for rating in settlement.ratings.into_iter().filter(|rating| stays(&rating.player)) {
            tables.ratings.insert((rating.player.clone(), rating.family.clone()), rating);
        }
        for point in settlement.points.into_iter().filter(|point| stays(&point.player)) {
            let key = (point.player.clone(), point.family.clone(), point.at, point.game.clone());
            tables.points.insert(key, point);
        }
        tables.gains.extend(settlement.gains.into_iter().filter(|gain| stays(&gain.player)));
        for report in &settlement.reports {
            if report.player.as_deref().is_none_or(stays) {
                tables.moderation.add_report(report);
            }
        }
        for (player, kind, amount) in settlement.won.into_iter().filter(|won| stays(&won.0)) {
            *tables.inventory.entry((player, kind)).or_insert(0) += amount;
        }
        Ok(true)
    }
}
