//! The schema, as steps forward. `rollback` has the steps back.

use super::{Session, Value, rollback};
use crate::StoreError;

/// The steps from nothing to the newest schema. A step that was released never changes.
pub const MIGRATIONS: [&str; 13] = [
    // 1: games and their logs.
    "CREATE TABLE games (
        id TEXT PRIMARY KEY, creator TEXT NOT NULL, created BIGINT NOT NULL,
        settings TEXT NOT NULL, secret TEXT NOT NULL, revision BIGINT NOT NULL,
        status TEXT NOT NULL, to_move BIGINT NOT NULL, deadline BIGINT, updated BIGINT NOT NULL);
    CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id), seat BIGINT NOT NULL,
        player TEXT, bot TEXT, name TEXT NOT NULL, PRIMARY KEY (game, seat));
    CREATE INDEX seats_of ON seats (player) WHERE player IS NOT NULL;
    CREATE TABLE events (
        game TEXT NOT NULL REFERENCES games (id), revision BIGINT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (game, revision));
    CREATE TABLE commands (
        game TEXT NOT NULL REFERENCES games (id), client_id TEXT NOT NULL, seat BIGINT NOT NULL,
        from_revision BIGINT NOT NULL, to_revision BIGINT NOT NULL,
        PRIMARY KEY (game, client_id));",
    // 2: players, how they sign in, and invitations.
    "CREATE TABLE players (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, login TEXT UNIQUE, password TEXT,
        created BIGINT NOT NULL);
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES players (id),
        created BIGINT NOT NULL);
    CREATE INDEX tokens_of ON tokens (player);
    CREATE TABLE invites (
        hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), seat BIGINT NOT NULL,
        expires BIGINT NOT NULL);",
    // 3: talk and ratings.
    "CREATE TABLE chat (
        game TEXT NOT NULL REFERENCES games (id), number BIGINT NOT NULL, at BIGINT NOT NULL,
        seat BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, number));
    CREATE TABLE ratings (
        player TEXT NOT NULL, variant TEXT NOT NULL, rating BIGINT NOT NULL,
        games BIGINT NOT NULL, PRIMARY KEY (player, variant));
    CREATE TABLE rated (game TEXT PRIMARY KEY REFERENCES games (id));",
    // 4: what players win, and secrets of the server.
    "CREATE TABLE inventory (
        player TEXT NOT NULL, kind TEXT NOT NULL, amount BIGINT NOT NULL,
        PRIMARY KEY (player, kind));
    CREATE TABLE secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL);",
    // 5: which server works on a game.
    "CREATE TABLE leases (
        game TEXT PRIMARY KEY, revision BIGINT NOT NULL, holder TEXT NOT NULL,
        expires BIGINT NOT NULL);",
    // 6: one row for each command instead of one for each event and one for the command. The
    // events of a row are the lines of its body. A hash binds the rows of a game together.
    "CREATE TABLE log (
        game TEXT NOT NULL, revision BIGINT NOT NULL, next BIGINT NOT NULL,
        seat BIGINT, client_id TEXT, body TEXT NOT NULL);
    INSERT INTO log (game, revision, next, seat, client_id, body)
        SELECT events.game, MIN(events.revision), MAX(events.revision) + 1, seat, client_id,
            string_agg(body, '
' ORDER BY events.revision)
        FROM events LEFT JOIN commands ON commands.game = events.game
            AND from_revision <= events.revision AND events.revision < to_revision
        GROUP BY events.game, COALESCE(from_revision, events.revision), seat, client_id;
    CREATE INDEX log_of ON log (game, revision, client_id);
    DROP TABLE events;
    DROP TABLE commands;
    ALTER TABLE games ADD COLUMN chain TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN chained_from BIGINT NOT NULL DEFAULT 0;
    UPDATE games SET chained_from = revision;",
    // 7: when and by what tokens are used.
    "ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT '';",
    // 8: accounts: codes that are used once, addresses of mail, identities of sign-in providers,
    // and the network addresses from which players have signed in.
    "CREATE TABLE codes (
        hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, player TEXT, topic TEXT NOT NULL,
        data TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL);
    CREATE INDEX codes_of ON codes (player) WHERE player IS NOT NULL;
    CREATE INDEX codes_about ON codes (topic);
    CREATE INDEX codes_expire ON codes (expires);
    CREATE TABLE emails (
        player TEXT PRIMARY KEY REFERENCES players (id), address TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE, verified BIGINT NOT NULL);
    CREATE TABLE identities (
        issuer TEXT NOT NULL, subject TEXT NOT NULL,
        player TEXT NOT NULL REFERENCES players (id), created BIGINT NOT NULL,
        PRIMARY KEY (issuer, subject));
    CREATE INDEX identities_of ON identities (player);
    CREATE TABLE sign_in_addresses (
        player TEXT NOT NULL REFERENCES players (id), hash TEXT NOT NULL, used BIGINT NOT NULL,
        PRIMARY KEY (player, hash));
    CREATE INDEX sign_in_addresses_used ON sign_in_addresses (used);",
    // 9: where ratings come from, and what moderators need.
    "ALTER TABLE rated ADD COLUMN reason TEXT NOT NULL DEFAULT '';
    CREATE TABLE gains (
        game TEXT NOT NULL, player TEXT NOT NULL, opponent TEXT NOT NULL, variant TEXT NOT NULL,
        at BIGINT NOT NULL, gained BIGINT NOT NULL, doubtful BIGINT NOT NULL,
        PRIMARY KEY (game, player, opponent));
    CREATE INDEX gains_of ON gains (player, variant, at);
    CREATE TABLE blocks (
        player TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (player, other, kind));
    CREATE INDEX blocks_against ON blocks (other);
    CREATE TABLE reports (
        id TEXT PRIMARY KEY, reporter TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
        player TEXT, body TEXT NOT NULL, at BIGINT NOT NULL,
        settled_by TEXT, settled_at BIGINT, note TEXT, UNIQUE (reporter, kind, subject));
    CREATE INDEX reports_open ON reports (at) WHERE settled_at IS NULL;
    CREATE INDEX reports_settled ON reports (settled_at) WHERE settled_at IS NOT NULL;
    CREATE TABLE sanctions (
        player TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
        appeal TEXT NOT NULL, at BIGINT NOT NULL, until BIGINT, decided_by TEXT NOT NULL,
        PRIMARY KEY (player, kind));
    CREATE TABLE roles (
        player TEXT PRIMARY KEY, role TEXT NOT NULL);
    CREATE TABLE quarantine (
        game TEXT PRIMARY KEY, revision BIGINT, reason TEXT NOT NULL, at BIGINT NOT NULL);
    CREATE TABLE audit (
        number BIGINT PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        subject TEXT NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE audit_head (number BIGINT NOT NULL);
    INSERT INTO audit_head (number) VALUES (0);",
    // 10: large texts of settings once, by their hash, and what each game takes.
    "CREATE TABLE contents (
        hash TEXT PRIMARY KEY, body TEXT NOT NULL, created BIGINT NOT NULL);
    CREATE TABLE content_uses (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        hash TEXT NOT NULL REFERENCES contents (hash), PRIMARY KEY (game, hash));
    CREATE INDEX content_uses_of ON content_uses (hash);
    ALTER TABLE games ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
    UPDATE games SET bytes = LENGTH(settings) + COALESCE(
        (SELECT SUM(LENGTH(body)) FROM log WHERE log.game = games.id), 0);
    CREATE INDEX games_by ON games (creator);",
    // 11: the lobby. Every change of seeks locks its one row. Servers of the version before
    // delete players and games without looking here, so nothing refers to those.
    "CREATE TABLE lobby (changes BIGINT NOT NULL);
    INSERT INTO lobby (changes) VALUES (0);
    CREATE TABLE seeks (
        id TEXT PRIMARY KEY, player TEXT NOT NULL, session TEXT NOT NULL, variant TEXT NOT NULL,
        clock TEXT NOT NULL, live BIGINT NOT NULL, rated BIGINT NOT NULL, hints BIGINT NOT NULL,
        opponent TEXT NOT NULL, side BIGINT NOT NULL, least BIGINT NOT NULL, most BIGINT NOT NULL,
        created BIGINT NOT NULL, expires BIGINT NOT NULL, game TEXT, taken BIGINT);
    CREATE INDEX seeks_open ON seeks (variant, clock) WHERE game IS NULL;
    CREATE INDEX seeks_taken ON seeks (taken) WHERE taken IS NOT NULL;
    CREATE INDEX seeks_game ON seeks (game) WHERE game IS NOT NULL;
    CREATE INDEX seeks_of ON seeks (player);
    CREATE INDEX seeks_for ON seeks (opponent) WHERE opponent <> '';",
    // 12: rematches of finished games.
    "CREATE TABLE rematches (
        game TEXT PRIMARY KEY, seats TEXT NOT NULL, declined BIGINT, expires BIGINT NOT NULL,
        next TEXT, changes BIGINT NOT NULL, changed BIGINT NOT NULL);
    CREATE INDEX rematches_changed ON rematches (changed);",
    // 13: Glicko-2 ratings by family of variants, with a history. A player's ratings in the
    // variants of a family become one, weighted by games; the fewer the games, the greater the
    // deviation. Servers of the version before go on with `ratings`, which has no other use, and
    // delete players without looking at the new tables.
    "CREATE TABLE families (variant TEXT PRIMARY KEY, family TEXT NOT NULL);
    INSERT INTO families (variant, family) VALUES
        ('anadrome', 'rect-en'), ('arabic', 'rect-ar'), ('clabbers', 'rect-en'),
        ('classic', 'rect-en'), ('classic-nl', 'rect-nl'), ('crossplay-like', 'rect-en'),
        ('daily-9', 'rect-en'), ('diamond', 'rect-en'), ('feud', 'rect-en'),
        ('french', 'rect-fr'), ('friends', 'rect-en'), ('german', 'rect-de'),
        ('graph-demo', 'graph-en'), ('hebrew', 'rect-he'), ('hex', 'hex-en'),
        ('hex-diamond-9', 'hex-en'), ('plugin-demo', 'rect-en'), ('polish', 'rect-pl'),
        ('ring', 'rect-en'), ('spanish', 'rect-es'), ('sprint-diagonal', 'rect-en'),
        ('stacking', 'rect-en'), ('stacking-demo', 'rect-en'), ('super-21', 'rect-en'),
        ('tower-3d', 'cube-en'), ('value-match', 'rect-pl'), ('welsh', 'rect-cy'),
        ('wikiletters', 'rect-en'), ('wordstockt', 'rect-nl'),
        ('wordstockt-challenge', 'rect-nl'), ('wordstockt-en', 'rect-en'),
        ('wordstockt-house', 'rect-nl'), ('wordstockt-speed', 'rect-nl');
    ALTER TABLE gains ADD COLUMN family TEXT NOT NULL DEFAULT '';
    UPDATE gains SET family =
        (SELECT families.family FROM families WHERE families.variant = gains.variant)
        WHERE variant IN (SELECT variant FROM families);
    CREATE INDEX gains_in ON gains (player, family, at);
    ALTER TABLE seeks ADD COLUMN family TEXT NOT NULL DEFAULT '';
    UPDATE seeks SET family =
        (SELECT families.family FROM families WHERE families.variant = seeks.variant)
        WHERE variant IN (SELECT variant FROM families);
    CREATE TABLE family_ratings (
        player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, family TEXT NOT NULL,
        rating BIGINT NOT NULL, deviation BIGINT NOT NULL, volatility BIGINT NOT NULL,
        games BIGINT NOT NULL, won BIGINT NOT NULL, drawn BIGINT NOT NULL, lost BIGINT NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (player, family));
    INSERT INTO family_ratings
        (player, family, rating, deviation, volatility, games, won, drawn, lost, at)
        SELECT players.id, families.family,
            CAST(SUM(ratings.rating * ratings.games) / SUM(ratings.games) AS BIGINT),
            CASE WHEN SUM(ratings.games) < 20
                THEN CAST(350000 - 12000 * SUM(ratings.games) AS BIGINT) ELSE 110000 END,
            60000, CAST(SUM(ratings.games) AS BIGINT), 0, 0, 0,
            COALESCE((SELECT MAX(gains.at) FROM gains WHERE gains.player = players.id
                AND gains.family = families.family), players.created)
        FROM ratings JOIN families ON families.variant = ratings.variant
            JOIN players ON players.id = ratings.player
        WHERE ratings.games > 0 GROUP BY players.id, families.family, players.created;
    CREATE TABLE rating_points (
        player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, family TEXT NOT NULL,
        at BIGINT NOT NULL, game TEXT NOT NULL, rating BIGINT NOT NULL, deviation BIGINT NOT NULL,
        gained BIGINT NOT NULL, PRIMARY KEY (player, family, at, game));
    CREATE INDEX rating_points_of ON rating_points (game);
    DROP TABLE families;",
];

/// Checks that a database has the newest schema, and changes nothing.
pub(crate) fn check(session: &mut dyn Session) -> Result<(), StoreError> {
    let row = session.first("SELECT version FROM schema_version", &[])?;
    let found = row.map_or(Ok(0), |row| row.number(0))?;
    let known = MIGRATIONS.len() as i64;
    match found.cmp(&known) {
        std::cmp::Ordering::Less => Err(StoreError::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(StoreError::Newer { found, known }),
    }
}

/// Keeps other servers out of all tables until the end of the transaction. A step copies what it
/// sees; what a server stored between that and the end of the step would be lost. The table of games
/// comes first, as servers change it first.
pub(super) const LOCK_OUT: &str = "
    DO $$ DECLARE name TEXT; BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
            ORDER BY tablename <> 'games', tablename
        LOOP
            EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', name);
        END LOOP;
    END $$";

/// Brings a database to the newest schema.
pub(crate) fn migrate(session: &mut dyn Session) -> Result<(), StoreError> {
    session.script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
    let row = session.first("SELECT version FROM schema_version", &[])?;
    let found = match &row {
        Some(row) => row.number(0)?,
        None => {
            session.execute("INSERT INTO schema_version (version) VALUES (0)", &[])?;
            0
        }
    };
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    let damaged = |_| StoreError::Damaged(format!("the schema version is {found}"));
    let done = usize::try_from(found).map_err(damaged)?;
    if session.is_shared() && 0 < found && found < known {
        session.script(LOCK_OUT)?;
    }
    for (number, step) in (1i64..).zip(MIGRATIONS).skip(done) {
        session.script(step)?;
        // A new database has no servers that need the bridge.
        if session.is_shared() && (found, number) == rollback::BRIDGED {
            session.script(rollback::BRIDGE)?;
        }
        session.execute("UPDATE schema_version SET version = $1", &[Value::Int(number)])?;
    }
    Ok(())
}
