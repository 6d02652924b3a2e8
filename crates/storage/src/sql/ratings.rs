//! Ratings and winnings over SQL.

use super::{Database, Row, Session, Value, games, moderation, store};
use crate::{GainRecord, RatedPlayer, RatingPoint, RatingRecord, RatingStore, ReportRecord};
use crate::{Settlement, StoreError};
use std::collections::BTreeSet;

/// The most changes that are looked at for a player.
const MOST_RECENT: u64 = 2_000;

const RATING: &str = "SELECT player, family, rating, deviation, volatility, games, won, drawn, \
    lost, at FROM family_ratings WHERE player = $1";

const POINT: &str = "SELECT player, family, game, at, rating, deviation, gained FROM rating_points";

fn rating(row: &Row) -> Result<RatingRecord, StoreError> {
    Ok(RatingRecord {
        player: row.text(0)?,
        family: row.text(1)?,
        rating: row.number(2)?,
        deviation: row.count(3)?,
        volatility: row.count(4)?,
        games: row.count(5)?,
        won: row.count(6)?,
        drawn: row.count(7)?,
        lost: row.count(8)?,
        at: row.count(9)?,
    })
}

fn point(row: &Row) -> Result<RatingPoint, StoreError> {
    Ok(RatingPoint {
        player: row.text(0)?,
        family: row.text(1)?,
        game: row.text(2)?,
        at: row.count(3)?,
        rating: row.number(4)?,
        deviation: row.count(5)?,
        gained: row.number(6)?,
    })
}

fn gain(row: &Row) -> Result<GainRecord, StoreError> {
    Ok(GainRecord {
        game: row.text(0)?,
        player: row.text(1)?,
        opponent: row.text(2)?,
        variant: row.text(3)?,
        family: row.text(4)?,
        at: row.count(5)?,
        gained: row.number(6)?,
        doubtful: row.number(7)? != 0,
    })
}

/// What is known of a player of a game.
fn known(
    db: &mut dyn Session,
    family: &str,
    player: &str,
    since: u64,
) -> Result<RatedPlayer, StoreError> {
    let sql = format!("{RATING} AND family = $2");
    let row = db.first(&sql, &[player.into(), family.into()])?;
    let sql = "SELECT game, player, opponent, variant, family, at, gained, doubtful FROM gains \
               WHERE player = $1 AND family = $2 AND at >= $3 ORDER BY at DESC LIMIT $4";
    let values = [player.into(), family.into(), since.into(), MOST_RECENT.into()];
    let recent = db.query(sql, &values)?.iter().map(gain).collect::<Result<_, _>>()?;
    Ok(RatedPlayer {
        rating: row.as_ref().map(rating).transpose()?,
        player: store::player(db, "id = $1", player)?,
        recent,
    })
}

fn store_rating(db: &mut dyn Session, rating: &RatingRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO family_ratings (player, family, rating, deviation, volatility, games, \
               won, drawn, lost, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
               ON CONFLICT (player, family) DO UPDATE SET rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, \
               games = excluded.games, won = excluded.won, drawn = excluded.drawn, \
               lost = excluded.lost, at = excluded.at";
    let values = [
        rating.player.as_str().into(),
        rating.family.as_str().into(),
        Value::Int(rating.rating),
        rating.deviation.into(),
        rating.volatility.into(),
        rating.games.into(),
        rating.won.into(),
        rating.drawn.into(),
        rating.lost.into(),
        rating.at.into(),
    ];
    db.execute(sql, &values).map(|_| ())
}

fn settle(
    db: &mut dyn Session,
    game: &str,
    family: &str,
    players: &[String],
    since: u64,
    work: &dyn Fn(&[RatedPlayer]) -> Settlement,
) -> Result<bool, StoreError> {
    let sql = "UPDATE games SET deadline = NULL WHERE id = $1 AND status = 'over'";
    db.execute(sql, &[game.into()])?;
    let sql = "INSERT INTO rated (game) VALUES ($1) ON CONFLICT (game) DO NOTHING";
    if db.execute(sql, &[game.into()])? == 0 {
        return Ok(false);
    }
    // Two games of one player must not settle over each other.
    let mut sorted: Vec<&String> = players.iter().collect();
    sorted.sort();
    let mut staying = BTreeSet::new();
    for player in sorted {
        let sql = "UPDATE players SET created = created WHERE id = $1";
        if db.execute(sql, &[player.as_str().into()])? > 0 {
            staying.insert(player);
        }
    }
    let present: Result<Vec<_>, _> =
        players.iter().map(|player| known(db, family, player, since)).collect();
    let settlement = work(&present?);
    if !settlement.unrated.is_empty() {
        let sql = "UPDATE rated SET reason = $1 WHERE game = $2";
        db.execute(sql, &[settlement.unrated.as_str().into(), game.into()])?;
    }
    // What belongs to nobody is not kept.
    for rating in settlement.ratings.iter().filter(|rating| staying.contains(&rating.player)) {
        store_rating(db, rating)?;
    }
    for point in settlement.points.iter().filter(|point| staying.contains(&point.player)) {
        let sql = "INSERT INTO rating_points (player, family, game, at, rating, deviation, gained) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = [
            point.player.as_str().into(),
            point.family.as_str().into(),
            point.game.as_str().into(),
            point.at.into(),
            Value::Int(point.rating),
            point.deviation.into(),
            Value::Int(point.gained),
        ];
        db.execute(sql, &values)?;
    }
    for gain in settlement.gains.iter().filter(|gain| staying.contains(&gain.player)) {
        let sql = "INSERT INTO gains (game, player, opponent, variant, family, at, gained, doubtful) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let values = [
            gain.game.as_str().into(),
            gain.player.as_str().into(),
            gain.opponent.as_str().into(),
            gain.variant.as_str().into(),
            gain.family.as_str().into(),
            gain.at.into(),
            Value::Int(gain.gained),
            Value::Int(gain.doubtful.into()),
        ];
        db.execute(sql, &values)?;
    }
    let about_nobody = |report: &&ReportRecord| {
        report.player.as_ref().is_some_and(|player| !staying.contains(player))
    };
    for report in settlement.reports.iter().filter(|report| !about_nobody(report)) {
        moderation::add_report(db, report)?;
    }
    for (player, kind, amount) in settlement.won.iter().filter(|won| staying.contains(&won.0)) {
        let sql = "INSERT INTO inventory (player, kind, amount) VALUES ($1, $2, $3) \
                   ON CONFLICT (player, kind) DO UPDATE SET amount = inventory.amount + \
                   excluded.amount";
        db.execute(sql, &[player.as_str().into(), kind.as_str().into(), (*amount).into()])?;
    }
    Ok(true)
}

impl<D: Database> RatingStore for D {
    fn ratings(&self, player: &str) -> Result<Vec<RatingRecord>, StoreError> {
        let sql = format!("{RATING} ORDER BY family");
        self.read(|db| db.query(&sql, &[player.into()])?.iter().map(rating).collect())
    }

    fn rating_points(
        &self,
        player: &str,
        family: &str,
        after: Option<(u64, &str)>,
        most: usize,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let mut values = vec![player.into(), family.into()];
        let (later, limit) = match after {
            Some((at, game)) => {
                values.extend([at.into(), game.into()]);
                ("AND (at > $3 OR (at = $3 AND game > $4))", "$5")
            }
            None => ("", "$3"),
        };
        values.push((most as u64).into());
        let sql = format!(
            "{POINT} WHERE player = $1 AND family = $2 {later} ORDER BY at, game LIMIT {limit}"
        );
        self.read(|db| db.query(&sql, &values)?.iter().map(point).collect())
    }

    fn rated_by(&self, game: &str) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = format!("{POINT} WHERE game = $1 ORDER BY player");
        self.read(|db| db.query(&sql, &[game.into()])?.iter().map(point).collect())
    }

    fn inventory(&self, player: &str) -> Result<Vec<(String, u64)>, StoreError> {
        let sql = "SELECT kind, amount FROM inventory WHERE player = $1 ORDER BY kind";
        self.read(|db| {
            let rows = db.query(sql, &[player.into()])?;
            rows.iter().map(|row| Ok((row.text(0)?, row.count(1)?))).collect()
        })
    }

    fn unsettled(&self, most: usize) -> Result<Vec<String>, StoreError> {
        self.read(|db| games::unsettled(db, most))
    }

    fn settle(
        &self,
        game: &str,
        family: &str,
        players: &[String],
        since: u64,
        work: &dyn Fn(&[RatedPlayer]) -> Settlement,
    ) -> Result<bool, StoreError> {
        self.write_idempotent(|db, _| settle(db, game, family, players, since, work))
    }
}
