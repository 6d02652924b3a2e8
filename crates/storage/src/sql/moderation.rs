//! Blocks, reports, sanctions, roles and the audit log over SQL.

use super::{Database, Row, Session, Value, sessions};
use crate::{AuditRecord, BlockKind, BlockRecord, Change, ModerationStore, PlayerRecord};
use crate::{QuarantineRecord, ReportKind, ReportRecord, ReportSettlement, Reported, Role};
use crate::{SanctionKind, SanctionRecord, StoreError};

const REPORT: &str = "SELECT id, reporter, kind, subject, player, body, at, settled_by, \
                      settled_at, note FROM reports";

fn block(row: &Row) -> Result<BlockRecord, StoreError> {
    Ok(BlockRecord {
        player: row.text(0)?,
        other: row.text(1)?,
        kind: BlockKind::from_name(&row.text(2)?)?,
        at: row.count(3)?,
    })
}

fn report(row: &Row) -> Result<ReportRecord, StoreError> {
    let settled = match row.optional_count(8)? {
        Some(at) => Some(ReportSettlement { by: row.text(7)?, at, note: row.text(9)? }),
        None => None,
    };
    Ok(ReportRecord {
        id: row.text(0)?,
        reporter: row.text(1)?,
        kind: ReportKind::from_name(&row.text(2)?)?,
        subject: row.text(3)?,
        player: row.optional_text(4)?,
        text: row.text(5)?,
        at: row.count(6)?,
        settled,
    })
}

fn sanction(row: &Row) -> Result<SanctionRecord, StoreError> {
    Ok(SanctionRecord {
        player: row.text(0)?,
        kind: SanctionKind::from_name(&row.text(1)?)?,
        reason: row.text(2)?,
        appeal: row.text(3)?,
        at: row.count(4)?,
        until: row.optional_count(5)?,
        by: row.text(6)?,
    })
}

fn quarantine(row: &Row) -> Result<QuarantineRecord, StoreError> {
    Ok(QuarantineRecord {
        game: row.text(0)?,
        revision: row.optional_count(1)?,
        reason: row.text(2)?,
        at: row.count(3)?,
    })
}

fn audit(row: &Row) -> Result<AuditRecord, StoreError> {
    Ok(AuditRecord {
        number: row.count(0)?,
        at: row.count(1)?,
        actor: row.text(2)?,
        action: row.text(3)?,
        subject: row.text(4)?,
        reason: row.text(5)?,
    })
}

/// Stores a report, unless it was made before; whether it is new.
pub(super) fn add_report(db: &mut dyn Session, report: &ReportRecord) -> Result<bool, StoreError> {
    let sql = "INSERT INTO reports (id, reporter, kind, subject, player, body, at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let values = [
        report.id.as_str().into(),
        report.reporter.as_str().into(),
        report.kind.name().into(),
        report.subject.as_str().into(),
        report.player.as_deref().into(),
        report.text.as_str().into(),
        report.at.into(),
    ];
    Ok(db.execute(sql, &values)? > 0)
}

fn set_quarantine(
    db: &mut dyn Session,
    game: &str,
    held: Option<&QuarantineRecord>,
) -> Result<bool, StoreError> {
    let Some(held) = held else {
        return Ok(db.execute("DELETE FROM quarantine WHERE game = $1", &[game.into()])? > 0);
    };
    let sql = "INSERT INTO quarantine (game, revision, reason, at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (game) DO UPDATE SET revision = excluded.revision, \
               reason = excluded.reason, at = excluded.at";
    let values = [game.into(), held.revision.into(), held.reason.as_str().into(), held.at.into()];
    Ok(db.execute(sql, &values)? > 0)
}

fn delete_game(db: &mut dyn Session, id: &str) -> Result<bool, StoreError> {
    for sql in [
        "DELETE FROM chat WHERE game = $1",
        "DELETE FROM invites WHERE game = $1",
        "DELETE FROM rated WHERE game = $1",
        "DELETE FROM leases WHERE game = $1",
        "DELETE FROM quarantine WHERE game = $1",
        "DELETE FROM seeks WHERE game = $1",
        "DELETE FROM rematches WHERE game = $1",
        "DELETE FROM log WHERE game = $1",
        "DELETE FROM seats WHERE game = $1",
    ] {
        db.execute(sql, &[id.into()])?;
    }
    Ok(db.execute("DELETE FROM games WHERE id = $1", &[id.into()])? > 0)
}

fn exists(db: &mut dyn Session, table: &str, id: &str) -> Result<bool, StoreError> {
    Ok(db.first(&format!("SELECT id FROM {table} WHERE id = $1"), &[id.into()])?.is_some())
}

/// Makes a change; false if there was nothing to change.
fn change(db: &mut dyn Session, change: &Change) -> Result<bool, StoreError> {
    match change {
        Change::Nothing => Ok(true),
        Change::Sanction(sanction) => {
            if !exists(db, "players", &sanction.player)? {
                return Ok(false);
            }
            let sql = "INSERT INTO sanctions (player, kind, reason, appeal, at, until, decided_by) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, kind) DO UPDATE \
                       SET reason = excluded.reason, appeal = excluded.appeal, at = excluded.at, \
                       until = excluded.until, decided_by = excluded.decided_by";
            let values = [
                sanction.player.as_str().into(),
                sanction.kind.name().into(),
                sanction.reason.as_str().into(),
                sanction.appeal.as_str().into(),
                sanction.at.into(),
                sanction.until.into(),
                sanction.by.as_str().into(),
            ];
            db.execute(sql, &values)?;
            if sanction.kind == SanctionKind::Ban {
                sessions::revoke(db, &sanction.player, None)?;
            }
            Ok(true)
        }
        Change::Lift { player, kind } => {
            let sql = "DELETE FROM sanctions WHERE player = $1 AND kind = $2";
            Ok(db.execute(sql, &[player.as_str().into(), kind.name().into()])? > 0)
        }
        Change::Role { player, role: None } => {
            let sql = "DELETE FROM roles WHERE player = $1";
            Ok(db.execute(sql, &[player.as_str().into()])? > 0)
        }
        Change::Role { player, role: Some(role) } => {
            let sql = "INSERT INTO roles (player, role) VALUES ($1, $2) \
                       ON CONFLICT (player) DO UPDATE SET role = excluded.role";
            let known = exists(db, "players", player)?;
            Ok(known && db.execute(sql, &[player.as_str().into(), role.name().into()])? > 0)
        }
        Change::Revoke { player } => {
            sessions::revoke(db, player, None)?;
            exists(db, "players", player)
        }
        Change::SettleReport { id, settlement } => {
            let sql = "UPDATE reports SET settled_by = $1, settled_at = $2, note = $3 \
                       WHERE id = $4 AND settled_at IS NULL";
            let values = [
                settlement.by.as_str().into(),
                settlement.at.into(),
                settlement.note.as_str().into(),
                id.as_str().into(),
            ];
            Ok(db.execute(sql, &values)? > 0)
        }
        Change::DeleteGame { id } => delete_game(db, id),
        Change::Quarantine(held) => {
            let known = exists(db, "games", &held.game)?;
            Ok(known && set_quarantine(db, &held.game, Some(held))?)
        }
        Change::Requeue { id } => set_quarantine(db, id, None),
    }
}

fn append(db: &mut dyn Session, entry: &AuditRecord) -> Result<u64, StoreError> {
    // The row is locked until the end of the transaction: entries appear in the order of their
    // numbers.
    db.execute("UPDATE audit_head SET number = number + 1", &[])?;
    let number = head(db)?;
    let sql = "INSERT INTO audit (number, at, actor, action, subject, reason) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    let values = [
        number.into(),
        entry.at.into(),
        entry.actor.as_str().into(),
        entry.action.as_str().into(),
        entry.subject.as_str().into(),
        entry.reason.as_str().into(),
    ];
    db.execute(sql, &values)?;
    Ok(number)
}

fn head(db: &mut dyn Session) -> Result<u64, StoreError> {
    let row = db.first("SELECT number FROM audit_head", &[])?;
    row.ok_or_else(|| StoreError::Damaged("the audit log has no head".to_string()))?.count(0)
}

/// A text that matches itself anywhere in a LIKE with the escape `!`.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern + "%"
}

impl<D: Database> ModerationStore for D {
    fn blocks(&self, player: &str) -> Result<Vec<BlockRecord>, StoreError> {
        let sql = "SELECT player, other, kind, at FROM blocks WHERE player = $1 \
                   ORDER BY other, kind";
        self.read(|db| db.query(sql, &[player.into()])?.iter().map(block).collect())
    }

    fn blocks_against(
        &self,
        other: &str,
        players: &[String],
    ) -> Result<Vec<BlockRecord>, StoreError> {
        let sql = "SELECT player, other, kind, at FROM blocks WHERE player = $1 AND other = $2 \
                   ORDER BY kind";
        self.read(|db| {
            let mut found = Vec::new();
            for player in players {
                let rows = db.query(sql, &[player.as_str().into(), other.into()])?;
                found.extend(rows.iter().map(block).collect::<Result<Vec<_>, _>>()?);
            }
            Ok(found)
        })
    }

    fn add_block(&self, block: &BlockRecord, most: usize) -> Result<bool, StoreError> {
        let count = "SELECT COUNT(*) FROM blocks WHERE player = $1";
        let sql = "INSERT INTO blocks (player, other, kind, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (player, other, kind) DO NOTHING";
        let values = [
            block.player.as_str().into(),
            block.other.as_str().into(),
            block.kind.name().into(),
            block.at.into(),
        ];
        self.write_idempotent(|db, _| {
            let row = db.first(count, &[block.player.as_str().into()])?;
            if row.map_or(Ok(0), |row| row.count(0))? >= most as u64 {
                return Ok(false);
            }
            db.execute(sql, &values).map(|_| true)
        })
    }

    fn remove_blocks(&self, player: &str, other: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM blocks WHERE player = $1 AND other = $2";
        self.write_idempotent(|db, _| db.execute(sql, &[player.into(), other.into()]).map(|_| ()))
    }

    fn add_report(&self, report: &ReportRecord, most: usize) -> Result<Reported, StoreError> {
        let count = "SELECT COUNT(*) FROM reports WHERE reporter = $1 AND settled_at IS NULL";
        self.write_idempotent(|db, _| {
            let row = db.first(count, &[report.reporter.as_str().into()])?;
            if row.map_or(Ok(0), |row| row.count(0))? >= most as u64 {
                return Ok(Reported::TooMany);
            }
            Ok(match add_report(db, report)? {
                true => Reported::Stored,
                false => Reported::Before,
            })
        })
    }

    fn reports(&self, open: bool, most: usize) -> Result<Vec<ReportRecord>, StoreError> {
        let which = match open {
            true => "WHERE settled_at IS NULL ORDER BY at, id",
            false => "WHERE settled_at IS NOT NULL ORDER BY settled_at DESC, id",
        };
        let sql = format!("{REPORT} {which} LIMIT $1");
        self.read(|db| db.query(&sql, &[(most as u64).into()])?.iter().map(report).collect())
    }

    fn reports_by(&self, reporter: &str) -> Result<Vec<ReportRecord>, StoreError> {
        let sql = format!("{REPORT} WHERE reporter = $1 ORDER BY at, id");
        self.read(|db| db.query(&sql, &[reporter.into()])?.iter().map(report).collect())
    }

    fn report(&self, id: &str) -> Result<Option<ReportRecord>, StoreError> {
        let sql = format!("{REPORT} WHERE id = $1");
        self.read(|db| db.first(&sql, &[id.into()])?.as_ref().map(report).transpose())
    }

    fn role(&self, player: &str) -> Result<Option<Role>, StoreError> {
        let sql = "SELECT role FROM roles WHERE player = $1";
        self.read(|db| {
            let row = db.first(sql, &[player.into()])?;
            row.map(|row| Role::from_name(&row.text(0)?)).transpose()
        })
    }

    fn sanctions(&self, player: &str) -> Result<Vec<SanctionRecord>, StoreError> {
        let sql = "SELECT player, kind, reason, appeal, at, until, decided_by FROM sanctions \
                   WHERE player = $1 ORDER BY kind";
        self.read(|db| db.query(sql, &[player.into()])?.iter().map(sanction).collect())
    }

    fn find_players(&self, text: &str, most: usize) -> Result<Vec<PlayerRecord>, StoreError> {
        let sql = "SELECT id, name, login, created FROM players \
                   WHERE id = $1 OR lower(name) LIKE $2 ESCAPE '!' OR name LIKE $3 ESCAPE '!' \
                   ORDER BY name, id LIMIT $4";
        // SQLite knows the lower case of ASCII only.
        let (lower, exact) = (pattern(&text.to_lowercase()), pattern(text));
        let values = [text.into(), Value::Text(lower), Value::Text(exact), (most as u64).into()];
        let player = |row: &Row| {
            Ok(PlayerRecord {
                id: row.text(0)?,
                name: row.text(1)?,
                login: row.optional_text(2)?,
                password: None,
                created: row.count(3)?,
            })
        };
        self.read(|db| db.query(sql, &values)?.iter().map(player).collect())
    }

    fn unrated(&self, game: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT reason FROM rated WHERE game = $1";
        self.read(|db| db.first(sql, &[game.into()])?.map(|row| row.text(0)).transpose())
    }

    fn quarantined(&self, most: usize) -> Result<Vec<QuarantineRecord>, StoreError> {
        let sql =
            "SELECT game, revision, reason, at FROM quarantine ORDER BY at DESC, game LIMIT $1";
        self.read(|db| db.query(sql, &[(most as u64).into()])?.iter().map(quarantine).collect())
    }

    fn record(&self, changed: &Change, entry: &AuditRecord) -> Result<Option<u64>, StoreError> {
        let number = self.write(|db| match change(db, changed)? {
            true => append(db, entry).map(Some),
            false => Ok(None),
        })?;
        if matches!(changed, Change::DeleteGame { .. }) {
            self.scrub()?;
        }
        Ok(number)
    }

    fn set_quarantine(
        &self,
        game: &str,
        held: Option<&QuarantineRecord>,
    ) -> Result<(), StoreError> {
        self.write_idempotent(|db, _| set_quarantine(db, game, held).map(|_| ()))
    }

    fn audit(&self, after: u64, most: usize) -> Result<Vec<AuditRecord>, StoreError> {
        let sql = "SELECT number, at, actor, action, subject, reason FROM audit \
                   WHERE number > $1 ORDER BY number LIMIT $2";
        let values = [after.into(), (most as u64).into()];
        self.read(|db| db.query(sql, &values)?.iter().map(audit).collect())
    }

    fn audit_head(&self) -> Result<u64, StoreError> {
        self.read(head)
    }
}
