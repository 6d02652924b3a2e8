//! Seeks over SQL.

use super::{Database, Row, Session, Value, games, rematches};
use crate::{GameRecord, ListedSeek, LobbyStore, NewPair, OfferedRematch, RematchRecord};
use crate::{SeekFilter, SeekOutcome, SeekRecord, SeekTerms, Seeker, StoreError, TakenSeek};

const LISTED: &str = "SELECT seeks.id, seeks.player, session, seeks.variant, clock, live, rated, \
    hints, side, least, most, seeks.created, expires, players.name, \
    CASE WHEN players.login IS NULL THEN CAST(1 AS BIGINT) ELSE 0 END, \
    (SELECT rating FROM family_ratings AS own WHERE own.player = seeks.player \
    AND own.family = seeks.family), opponent, asked.name, \
    CASE WHEN asked.login IS NULL THEN CAST(1 AS BIGINT) ELSE 0 END, seeks.family \
    FROM seeks JOIN players ON players.id = seeks.player \
    LEFT JOIN players AS asked ON asked.id = opponent";

/// Nobody has taken it, it has not expired at `$1`, its session lasts and its player is not banned.
const OPEN: &str = "game IS NULL AND expires > $1 \
    AND (session = '' OR EXISTS (SELECT 1 FROM tokens WHERE tokens.hash = session)) \
    AND NOT EXISTS (SELECT 1 FROM sanctions WHERE sanctions.player = seeks.player \
    AND sanctions.kind = 'ban' AND (sanctions.until IS NULL OR sanctions.until > $1))";

/// The player `$2`, whose rating is `$3` if there is none, may take it.
const FITS: &str = "seeks.player <> $2 AND (opponent = '' OR opponent = $2) \
    AND COALESCE((SELECT rating FROM family_ratings AS own WHERE own.player = $2 \
    AND own.family = seeks.family), $3) BETWEEN least AND most \
    AND (rated = 0 OR EXISTS (SELECT 1 FROM players AS taker WHERE taker.id = $2 \
    AND taker.login IS NOT NULL)) \
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 'block' \
    AND ((blocks.player = seeks.player AND blocks.other = $2) \
    OR (blocks.player = $2 AND blocks.other = seeks.player)))";

/// The same rating as in `FITS`, and that of the seeker.
const OWN_RATING: &str = "COALESCE((SELECT rating FROM family_ratings AS own WHERE own.player = $2 \
    AND own.family = seeks.family), $3)";
const THEIR_RATING: &str = "COALESCE((SELECT rating FROM family_ratings AS own \
    WHERE own.player = seeks.player AND own.family = seeks.family), $3)";

/// No choice of a side.
const ANY_SIDE: i64 = -1;

fn flag(row: &Row, column: usize) -> Result<bool, StoreError> {
    Ok(row.number(column)? != 0)
}

fn number(flag: bool) -> Value {
    Value::Int(flag.into())
}

fn side(side: Option<u8>) -> Value {
    Value::Int(side.map_or(ANY_SIDE, Into::into))
}

fn seek(row: &Row) -> Result<SeekRecord, StoreError> {
    Ok(SeekRecord {
        id: row.text(0)?,
        player: row.text(1)?,
        session: row.text(2)?,
        opponent: row.text(16)?,
        family: row.text(19)?,
        terms: SeekTerms {
            variant: row.text(3)?,
            time: row.text(4)?,
            live: flag(row, 5)?,
            rated: flag(row, 6)?,
            hints: flag(row, 7)?,
        },
        side: match row.number(8)? {
            ANY_SIDE => None,
            _ => Some(row.seat(8)?),
        },
        least: row.number(9)?,
        most: row.number(10)?,
        created: row.count(11)?,
        expires: row.count(12)?,
    })
}

fn listed(row: &Row) -> Result<ListedSeek, StoreError> {
    let rating = match row.at(15) {
        Value::Null => None,
        _ => Some(row.number(15)?),
    };
    let opponent = match row.optional_text(17)? {
        Some(name) => Some((name, flag(row, 18)?)),
        None => None,
    };
    let (name, guest) = (row.text(13)?, flag(row, 14)?);
    Ok(ListedSeek { seek: seek(row)?, name, guest, rating, opponent })
}

/// Changes of the lobby follow one another, on all servers: the row is locked until the end of the
/// transaction.
fn lock(db: &mut dyn Session) -> Result<(), StoreError> {
    match db.execute("UPDATE lobby SET changes = changes + 1", &[])? {
        1 => Ok(()),
        rows => Err(StoreError::Damaged(format!("the lobby has {rows} rows instead of one"))),
    }
}

fn asks(seeker: Seeker<'_>) -> Vec<Value> {
    vec![seeker.now.into(), seeker.player.into(), Value::Int(seeker.first_rating)]
}

/// The open seek that fits best.
fn best(
    db: &mut dyn Session,
    seek: &SeekRecord,
    seeker: Seeker<'_>,
) -> Result<Option<ListedSeek>, StoreError> {
    let sql = format!(
        "{LISTED} WHERE {OPEN} AND {FITS} AND seeks.variant = $4 AND clock = $5 AND rated = $6 \
         AND hints = $7 AND opponent = '' AND {THEIR_RATING} BETWEEN $8 AND $9 \
         AND ($10 < 0 OR side < 0 OR side = 1 - $10) \
         ORDER BY ABS({THEIR_RATING} - {OWN_RATING}), seeks.created, seeks.id LIMIT 1"
    );
    let mut values = asks(seeker);
    values.extend([
        seek.terms.variant.as_str().into(),
        seek.terms.time.as_str().into(),
        number(seek.terms.rated),
        number(seek.terms.hints),
        Value::Int(seek.least),
        Value::Int(seek.most),
        side(seek.side),
    ]);
    db.first(&sql, &values)?.as_ref().map(listed).transpose()
}

/// Makes the game of a seek that is open; false if somebody has deleted it meanwhile.
fn pair(
    db: &mut dyn Session,
    found: &ListedSeek,
    seeker: Seeker<'_>,
    new: NewPair<'_>,
) -> Result<bool, StoreError> {
    let game = (new.make)(found)?;
    let sql = "UPDATE seeks SET game = $1, taken = $2 WHERE id = $3 AND game IS NULL";
    let id = found.seek.id.as_str();
    if db.execute(sql, &[game.id.as_str().into(), seeker.now.into(), id.into()])? == 0 {
        return Ok(false);
    }
    games::create(db, &game)?;
    if found.seek.terms.live {
        // Nobody plays two games in one sitting.
        let sql = "DELETE FROM seeks WHERE game IS NULL AND live <> 0 AND player IN ($1, $2)";
        db.execute(sql, &[found.seek.player.as_str().into(), seeker.player.into()])?;
    }
    Ok(true)
}

/// The seek that this very game was made from, by an attempt whose answer was lost.
fn made_before(db: &mut dyn Session, game: &str) -> Result<Option<ListedSeek>, StoreError> {
    let sql = format!("{LISTED} WHERE game = $1");
    db.first(&sql, &[game.into()])?.as_ref().map(listed).transpose()
}

fn same_terms(
    db: &mut dyn Session,
    seek: &SeekRecord,
    now: u64,
) -> Result<Option<SeekRecord>, StoreError> {
    let sql = format!(
        "{LISTED} WHERE {OPEN} AND seeks.player = $2 AND seeks.variant = $3 AND clock = $4 \
         AND rated = $5 AND hints = $6 AND side = $7 AND least = $8 AND most = $9 \
         AND opponent = $10"
    );
    let values = [
        now.into(),
        seek.player.as_str().into(),
        seek.terms.variant.as_str().into(),
        seek.terms.time.as_str().into(),
        number(seek.terms.rated),
        number(seek.terms.hints),
        side(seek.side),
        Value::Int(seek.least),
        Value::Int(seek.most),
        seek.opponent.as_str().into(),
    ];
    Ok(db.first(&sql, &values)?.as_ref().map(listed).transpose()?.map(|found| found.seek))
}

fn insert(db: &mut dyn Session, seek: &SeekRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO seeks (id, player, session, variant, clock, live, rated, hints, side, \
               least, most, created, expires, opponent, family) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let values = [
        seek.id.as_str().into(),
        seek.player.as_str().into(),
        seek.session.as_str().into(),
        seek.terms.variant.as_str().into(),
        seek.terms.time.as_str().into(),
        number(seek.terms.live),
        number(seek.terms.rated),
        number(seek.terms.hints),
        side(seek.side),
        Value::Int(seek.least),
        Value::Int(seek.most),
        seek.created.into(),
        seek.expires.into(),
        seek.opponent.as_str().into(),
        seek.family.as_str().into(),
    ];
    db.execute(sql, &values).map(|_| ())
}

fn place(
    db: &mut dyn Session,
    seek: &SeekRecord,
    seeker: Seeker<'_>,
    new: Option<NewPair<'_>>,
    most: u64,
) -> Result<SeekOutcome, StoreError> {
    lock(db)?;
    if let Some(new) = new
        && let Some(found) = best(db, seek, seeker)?
        && pair(db, &found, seeker, new)?
    {
        // What the player waited for has come.
        let sql = "DELETE FROM seeks WHERE game IS NULL AND opponent = '' AND player = $1 \
                   AND variant = $2 AND clock = $3 AND rated = $4 AND hints = $5";
        let values = [
            seek.player.as_str().into(),
            seek.terms.variant.as_str().into(),
            seek.terms.time.as_str().into(),
            number(seek.terms.rated),
            number(seek.terms.hints),
        ];
        db.execute(sql, &values)?;
        return Ok(SeekOutcome::Paired(found));
    }
    if let Some(own) = same_terms(db, seek, seeker.now)? {
        return Ok(SeekOutcome::Waiting(own));
    }
    let sql = format!("SELECT COUNT(*) FROM seeks WHERE {OPEN} AND seeks.player = $2");
    let row = db.first(&sql, &[seeker.now.into(), seek.player.as_str().into()])?;
    if row.map_or(Ok(0), |row| row.count(0))? >= most {
        return Ok(SeekOutcome::TooMany);
    }
    insert(db, seek)?;
    Ok(SeekOutcome::Waiting(seek.clone()))
}

fn take(
    db: &mut dyn Session,
    id: &str,
    seeker: Seeker<'_>,
    new: NewPair<'_>,
) -> Result<SeekOutcome, StoreError> {
    lock(db)?;
    let sql = format!("{LISTED} WHERE {OPEN} AND {FITS} AND seeks.id = $4");
    let mut values = asks(seeker);
    values.push(id.into());
    let found = db.first(&sql, &values)?.as_ref().map(listed).transpose()?;
    Ok(match found {
        Some(found) if pair(db, &found, seeker, new)? => SeekOutcome::Paired(found),
        _ => SeekOutcome::Gone,
    })
}

/// The order of lists: the newest first.
const NEWEST: &str = "ORDER BY seeks.created DESC, seeks.id";

impl<D: Database> LobbyStore for D {
    fn place_seek(
        &self,
        seek: &SeekRecord,
        seeker: Seeker<'_>,
        pair: Option<NewPair<'_>>,
        most: u64,
    ) -> Result<SeekOutcome, StoreError> {
        self.write_idempotent(|db, uncertain| {
            if let Some(new) = pair.filter(|_| uncertain)
                && let Some(found) = made_before(db, new.game)?
            {
                return Ok(SeekOutcome::Paired(found));
            }
            place(db, seek, seeker, pair, most)
        })
    }

    fn take_seek(
        &self,
        id: &str,
        seeker: Seeker<'_>,
        pair: NewPair<'_>,
    ) -> Result<SeekOutcome, StoreError> {
        self.write_idempotent(|db, uncertain| {
            if uncertain && let Some(found) = made_before(db, pair.game)? {
                return Ok(SeekOutcome::Paired(found));
            }
            take(db, id, seeker, pair)
        })
    }

    fn withdraw_seek(&self, id: &str, player: &str) -> Result<Option<SeekRecord>, StoreError> {
        self.write(|db| {
            lock(db)?;
            let sql = format!(
                "{LISTED} WHERE game IS NULL AND seeks.id = $1 \
                 AND (seeks.player = $2 OR opponent = $2)"
            );
            let row = db.first(&sql, &[id.into(), player.into()])?;
            let found = row.as_ref().map(seek).transpose()?;
            if found.is_some() {
                db.execute("DELETE FROM seeks WHERE id = $1", &[id.into()])?;
            }
            Ok(found)
        })
    }

    fn challenges(&self, seeker: Seeker<'_>, most: usize) -> Result<Vec<ListedSeek>, StoreError> {
        let sql = format!("{LISTED} WHERE {OPEN} AND {FITS} AND opponent <> '' {NEWEST} LIMIT $4");
        let mut values = asks(seeker);
        values.push((most as u64).into());
        self.read(|db| db.query(&sql, &values)?.iter().map(listed).collect())
    }

    fn open_seeks(
        &self,
        seeker: Seeker<'_>,
        filter: &SeekFilter,
        most: usize,
    ) -> Result<Vec<ListedSeek>, StoreError> {
        let mut values = asks(seeker);
        let mut sql = format!("{LISTED} WHERE {OPEN} AND {FITS} AND opponent = ''");
        let mut add = |condition: &str, value: Value| {
            values.push(value);
            sql += &condition.replace('?', &format!("${}", values.len()));
        };
        if let Some(variant) = &filter.variant {
            add(" AND seeks.variant = ?", variant.as_str().into());
        }
        if let Some(rated) = filter.rated {
            add(" AND rated = ?", number(rated));
        }
        if let Some((created, id)) = &filter.after {
            add(" AND seeks.created <= ?", (*created).into());
            add(" AND (seeks.created < ?", (*created).into());
            add(" OR seeks.id > ?)", id.as_str().into());
        }
        add(&format!(" {NEWEST} LIMIT ?"), (most as u64).into());
        self.read(|db| db.query(&sql, &values)?.iter().map(listed).collect())
    }

    fn seeks_of(&self, player: &str, now: u64) -> Result<Vec<ListedSeek>, StoreError> {
        let sql = format!("{LISTED} WHERE {OPEN} AND seeks.player = $2 {NEWEST}");
        self.read(|db| db.query(&sql, &[now.into(), player.into()])?.iter().map(listed).collect())
    }

    fn taken_seeks(&self, player: &str, since: u64) -> Result<Vec<TakenSeek>, StoreError> {
        let sql = "SELECT id, game, taken FROM seeks WHERE player = $1 AND game IS NOT NULL \
                   AND taken >= $2 ORDER BY taken DESC, id";
        let taken =
            |row: &Row| Ok(TakenSeek { id: row.text(0)?, game: row.text(1)?, at: row.count(2)? });
        self.read(|db| db.query(sql, &[player.into(), since.into()])?.iter().map(taken).collect())
    }

    fn lobby_news(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT player FROM seeks WHERE taken IS NOT NULL AND taken >= $1 \
                   UNION SELECT opponent FROM seeks WHERE opponent <> '' AND created >= $1 \
                   UNION SELECT seats.player FROM rematches \
                   JOIN seats ON seats.game = rematches.game \
                   WHERE rematches.changed >= $1 AND seats.player IS NOT NULL ORDER BY 1 LIMIT $2";
        self.read(|db| {
            let rows = db.query(sql, &[since.into(), (most as u64).into()])?;
            rows.iter().map(|row| row.text(0)).collect()
        })
    }

    fn delete_seeks(&self, before: u64, most: usize) -> Result<u64, StoreError> {
        let seeks = "DELETE FROM seeks WHERE id IN (SELECT id FROM seeks \
                     WHERE COALESCE(taken, expires) < $1 LIMIT $2)";
        let rematches = "DELETE FROM rematches WHERE game IN (SELECT game FROM rematches \
                         WHERE expires < $1 AND changed < $1 LIMIT $2)";
        self.write(|db| {
            let values = [before.into(), (most as u64).into()];
            let deleted = db.execute(seeks, &values)? + db.execute(rematches, &values)?;
            Ok(deleted as u64)
        })
    }

    fn rematch(&self, game: &str) -> Result<Option<RematchRecord>, StoreError> {
        self.read(|db| rematches::find(db, game))
    }

    fn offer_rematch(
        &self,
        game: &str,
        seat: u8,
        players: &[u8],
        times: (u64, u64),
        next: &GameRecord,
    ) -> Result<RematchRecord, StoreError> {
        self.write_idempotent(|db, _| rematches::offer(db, game, seat, players, times, next))
    }

    fn decline_rematch(
        &self,
        game: &str,
        seat: u8,
        now: u64,
    ) -> Result<Option<RematchRecord>, StoreError> {
        self.write_idempotent(|db, _| rematches::decline(db, game, seat, now))
    }

    fn offered_rematches(
        &self,
        player: &str,
        now: u64,
        most: usize,
    ) -> Result<Vec<OfferedRematch>, StoreError> {
        self.read(|db| rematches::offered(db, player, now, most))
    }
}
