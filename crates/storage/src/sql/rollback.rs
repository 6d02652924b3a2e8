//! The way back: steps from a schema to the one before, and the bridge by which servers of the
//! version before work on with the new schema.

use super::{Session, Value, migrations};
use crate::StoreError;

/// A step back.
struct StepBack {
    /// The schema that it leaves.
    from: i64,
    /// What it would lose: the number of rows, and what they are. A step that would lose something is
    /// refused.
    loses: &'static [(&'static str, &'static str)],
    /// Changes the schema.
    run: fn(&mut dyn Session) -> Result<(), StoreError>,
}

/// The steps back, newest first. A schema without one is left only by restoring a backup.
const STEPS: &[StepBack] = &[
    // Variants that were played since get the rating of their family. Deviations and the points of
    // rating graphs are forgotten; the gains that they come from stay.
    StepBack { from: 13, loses: &[], run: drop_families },
    // Offers of rematches are forgotten; the games that were made of them stay.
    StepBack { from: 12, loses: &[], run: drop_rematches },
    // Open seeks are forgotten; the games that were made of seeks stay.
    StepBack { from: 11, loses: &[], run: drop_lobby },
    // What each game takes is forgotten, and contents that no game uses.
    StepBack {
        from: 10,
        loses: &[("SELECT COUNT(*) FROM content_uses", "large variants and word lists of games")],
        run: drop_contents,
    },
    // Quarantined games are tried again, and why games were not rated is forgotten.
    StepBack {
        from: 9,
        loses: &[
            ("SELECT COUNT(*) FROM gains", "gains of rated games"),
            ("SELECT COUNT(*) FROM blocks", "blocks between players"),
            ("SELECT COUNT(*) FROM reports", "reports to moderators"),
            ("SELECT COUNT(*) FROM sanctions", "bans and mutes"),
            ("SELECT COUNT(*) FROM roles", "roles"),
            ("SELECT COUNT(*) FROM audit", "lines of the audit log"),
        ],
        run: drop_moderation,
    },
    // Codes that were not used yet, and the addresses of sign-ins, are forgotten.
    StepBack {
        from: 8,
        loses: &[
            ("SELECT COUNT(*) FROM emails", "addresses of mail"),
            ("SELECT COUNT(*) FROM identities", "identities of sign-in providers"),
        ],
        run: drop_accounts,
    },
    // When and by what sessions were used is forgotten.
    StepBack { from: 7, loses: &[], run: forget_devices },
    // The hashes that bind logs are dropped; they begin again with the next migration.
    StepBack { from: 6, loses: &[], run: split_log },
];

fn drop_families(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script(
        "INSERT INTO ratings (player, variant, rating, games)
            SELECT family_ratings.player, gains.variant, family_ratings.rating,
                COUNT(DISTINCT gains.game)
            FROM family_ratings
                JOIN rating_points ON rating_points.player = family_ratings.player
                    AND rating_points.family = family_ratings.family
                JOIN gains ON gains.game = rating_points.game
                    AND gains.player = rating_points.player
            WHERE TRUE GROUP BY family_ratings.player, gains.variant, family_ratings.rating
            ON CONFLICT (player, variant) DO UPDATE SET rating = excluded.rating,
                games = ratings.games + excluded.games;
        DROP TABLE rating_points; DROP TABLE family_ratings;
        ALTER TABLE seeks DROP COLUMN family;
        DROP INDEX gains_in; ALTER TABLE gains DROP COLUMN family",
    )
}

fn drop_rematches(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script("DROP TABLE rematches")
}

fn drop_lobby(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script("DROP TABLE seeks; DROP TABLE lobby")
}

fn drop_contents(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script(
        "DROP TABLE content_uses; DROP TABLE contents; DROP INDEX games_by;
        ALTER TABLE games DROP COLUMN bytes",
    )
}

fn drop_moderation(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script(
        "DROP TABLE gains; DROP TABLE blocks; DROP TABLE reports; DROP TABLE sanctions;
        DROP TABLE roles; DROP TABLE quarantine; DROP TABLE audit; DROP TABLE audit_head;
        ALTER TABLE rated DROP COLUMN reason",
    )
}

fn drop_accounts(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script(
        "DROP TABLE codes; DROP TABLE emails; DROP TABLE identities; DROP TABLE sign_in_addresses",
    )
}

fn forget_devices(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script("ALTER TABLE tokens DROP COLUMN used; ALTER TABLE tokens DROP COLUMN device")
}

/// Commands of one part of the log.
const PART: i64 = 1_000;

/// One row for each event and one for each command again.
fn split_log(session: &mut dyn Session) -> Result<(), StoreError> {
    if session.is_shared() {
        session.script(REMOVE_BRIDGE)?;
    }
    session.script(
        "CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games (id), revision BIGINT NOT NULL,
            body TEXT NOT NULL, PRIMARY KEY (game, revision));
        CREATE TABLE commands (
            game TEXT NOT NULL REFERENCES games (id), client_id TEXT NOT NULL, seat BIGINT NOT NULL,
            from_revision BIGINT NOT NULL, to_revision BIGINT NOT NULL,
            PRIMARY KEY (game, client_id))",
    )?;
    let (mut game, mut after) = (String::new(), -1);
    loop {
        let rows = session.query(
            "SELECT game, revision, next, seat, client_id, body FROM log \
             WHERE game > $1 OR (game = $1 AND revision > $2) ORDER BY game, revision LIMIT $3",
            &[game.as_str().into(), Value::Int(after), Value::Int(PART)],
        )?;
        let Some(last) = rows.last() else { break };
        (game, after) = (last.text(0)?, last.number(1)?);
        for row in &rows {
            let (game, from, to) = (row.text(0)?, row.number(1)?, row.number(2)?);
            for (revision, event) in (from..).zip(row.text(5)?.split('\n')) {
                let values = [game.as_str().into(), Value::Int(revision), event.into()];
                let sql = "INSERT INTO events (game, revision, body) VALUES ($1, $2, $3)";
                session.execute(sql, &values)?;
            }
            if let Some(client_id) = row.optional_text(4)? {
                let values = [
                    game.as_str().into(),
                    client_id.as_str().into(),
                    Value::Int(row.number(3)?),
                    Value::Int(from),
                    Value::Int(to),
                ];
                let sql = "INSERT INTO commands (game, client_id, seat, from_revision, to_revision) \
                           VALUES ($1, $2, $3, $4, $5)";
                session.execute(sql, &values)?;
            }
        }
    }
    session.script(
        "DROP TABLE log;
        ALTER TABLE games DROP COLUMN chain;
        ALTER TABLE games DROP COLUMN chained_from",
    )
}

/// Takes a database back to an earlier schema; the schema that it had.
pub(crate) fn migrate_back(session: &mut dyn Session, to: i64) -> Result<i64, StoreError> {
    let row = session.first("SELECT version FROM schema_version", &[])?;
    let found = row.map_or(Ok(0), |row| row.number(0))?;
    let known = migrations::MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    if to > found {
        return Err(StoreError::database(format!(
            "the database has schema {found}, which is before {to}; leave out --to to migrate it"
        )));
    }
    if session.is_shared() && to < found {
        session.script(migrations::LOCK_OUT)?;
    }
    for leaving in (to + 1..=found).rev() {
        let step = STEPS.iter().find(|step| step.from == leaving).ok_or_else(|| {
            StoreError::database(format!(
                "there is no way back from schema {leaving}; restore the backup from before it"
            ))
        })?;
        for (count, what) in step.loses {
            let rows = session.first(count, &[])?.map_or(Ok(0), |row| row.number(0))?;
            if rows > 0 {
                return Err(StoreError::database(format!(
                    "schema {before} has no place for {rows} {what}, which would be lost; delete \
                     them first, or restore the backup from before schema {leaving}",
                    before = leaving - 1
                )));
            }
        }
        (step.run)(session)?;
        let version = [Value::Int(leaving - 1)];
        session.execute("UPDATE schema_version SET version = $1", &version)?;
    }
    Ok(found)
}

/// The schema that servers need whose games the bridge carries, and the one that it belongs to.
pub(crate) const BRIDGED: (i64, i64) = (5, 6);

/// For servers of schema 5 that still run when a shared database gets schema 6: what they know as
/// tables are views of the log. What they append becomes an entry of the log, and the chain of
/// hashes, which they do not continue, begins again behind it.
pub(crate) const BRIDGE: &str = "
    CREATE VIEW events AS
        SELECT log.game, log.revision + line.place - 1 AS revision, line.body FROM log
        CROSS JOIN LATERAL unnest(string_to_array(log.body, chr(10)))
            WITH ORDINALITY AS line (body, place);
    CREATE VIEW commands AS
        SELECT game, client_id, seat, revision AS from_revision, next AS to_revision
        FROM log WHERE client_id IS NOT NULL;
    -- Commands whose events have not come yet, within a statement.
    CREATE TABLE bridged_commands (
        game TEXT NOT NULL, client_id TEXT NOT NULL, seat BIGINT NOT NULL,
        from_revision BIGINT NOT NULL, to_revision BIGINT NOT NULL);
    CREATE FUNCTION bridge_entry(of_game TEXT) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE command bridged_commands; joined TEXT; lines BIGINT;
        BEGIN
            FOR command IN SELECT * FROM bridged_commands WHERE game = of_game LOOP
                SELECT count(*), string_agg(body, chr(10) ORDER BY revision) INTO lines, joined
                    FROM log WHERE game = of_game AND client_id IS NULL
                    AND revision >= command.from_revision AND next <= command.to_revision;
                IF lines = command.to_revision - command.from_revision THEN
                    DELETE FROM log WHERE game = of_game
                        AND revision >= command.from_revision AND next <= command.to_revision;
                    INSERT INTO log (game, revision, next, seat, client_id, body)
                        VALUES (of_game, command.from_revision, command.to_revision,
                            command.seat, command.client_id, joined);
                    DELETE FROM bridged_commands
                        WHERE game = of_game AND client_id = command.client_id;
                END IF;
            END LOOP;
        END $$;
    CREATE FUNCTION bridge_event() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO log (game, revision, next, body)
                VALUES (NEW.game, NEW.revision, NEW.revision + 1, NEW.body);
            PERFORM bridge_entry(NEW.game);
            RETURN NEW;
        END $$;
    CREATE TRIGGER bridge_event INSTEAD OF INSERT ON events
        FOR EACH ROW EXECUTE FUNCTION bridge_event();
    CREATE FUNCTION bridge_command() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO bridged_commands VALUES
                (NEW.game, NEW.client_id, NEW.seat, NEW.from_revision, NEW.to_revision);
            PERFORM bridge_entry(NEW.game);
            RETURN NEW;
        END $$;
    CREATE TRIGGER bridge_command INSTEAD OF INSERT ON commands
        FOR EACH ROW EXECUTE FUNCTION bridge_command();
    CREATE FUNCTION bridge_chain() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.revision <> OLD.revision AND NEW.chain = OLD.chain THEN
                NEW.chain := '';
                NEW.chained_from := NEW.revision;
            END IF;
            RETURN NEW;
        END $$;
    CREATE TRIGGER bridge_chain BEFORE UPDATE ON games
        FOR EACH ROW EXECUTE FUNCTION bridge_chain();";

/// Removes the bridge, if there is one.
const REMOVE_BRIDGE: &str = "
    DROP TRIGGER IF EXISTS bridge_chain ON games;
    DROP FUNCTION IF EXISTS bridge_chain();
    DROP VIEW IF EXISTS events;
    DROP VIEW IF EXISTS commands;
    DROP FUNCTION IF EXISTS bridge_event();
    DROP FUNCTION IF EXISTS bridge_command();
    DROP FUNCTION IF EXISTS bridge_entry(TEXT);
    DROP TABLE IF EXISTS bridged_commands;";
