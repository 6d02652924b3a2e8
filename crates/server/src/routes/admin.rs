//! The operations of moderators and admins. Who has no role learns nothing from them.

use crate::app::App;
use crate::extract::{Bytes, Path, Query};
use crate::files::{self, FileError};
use crate::moderation::Actor;
use crate::people::Anyone;
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use tilewright_protocol::api::{self, AuditList, FoundPlayers, GameAction, GameFile};
use tilewright_protocol::api::{
    PlayerAction, PlayerFile, QuarantineList, ReportList, SettleReport,
};

/// A caller with a role.
pub(crate) struct Staff(Actor);

impl FromRequestParts<App> for Staff {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Staff, Refusal> {
        let nothing = || Refusal::not_found("address");
        let caller = Anyone::from_request_parts(parts, app).await;
        let player = match caller {
            Ok(Anyone(Some(player))) => player,
            // Limits, and failures of the server, are no secret.
            Err(refusal) if refusal.retry_after.is_some() => return Err(refusal),
            _ => return Err(nothing()),
        };
        let id = player.id.clone();
        let role = app.store(move |store| store.role(&id)).await?;
        let role = role.ok_or_else(nothing)?;
        Ok(Staff(Actor { id: player.id, role }))
    }
}

/// Whom to find.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    #[serde(default)]
    name: String,
}

/// Which reports.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settled {
    #[serde(default)]
    settled: bool,
}

/// Where to go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    #[serde(default)]
    after: u64,
}

/// `GET /api/v1/admin/players?name=TEXT`
pub(crate) async fn find_players(
    State(app): State<App>,
    _: Staff,
    Query(Name { name }): Query<Name>,
) -> Answered<FoundPlayers> {
    if name.trim().is_empty() || name.contains('\0') || name.chars().count() > api::MAX_NAME {
        return Err(Refusal::bad("name a part of the player's name, or the whole id"));
    }
    let players = app.store(move |store| files::find_players(store, name.trim())).await?;
    Ok(Reply(FoundPlayers { players }))
}

/// `GET /api/v1/admin/players/{id}`
pub(crate) async fn player(
    State(app): State<App>,
    _: Staff,
    Path(id): Path,
) -> Answered<PlayerFile> {
    let now = app.now();
    let file = app.store(move |store| files::player_file(store, &id, now)).await?;
    file.map(Reply).ok_or_else(|| Refusal::not_found("player"))
}

/// `POST /api/v1/admin/players/{id}`
pub(crate) async fn act_on_player(
    State(app): State<App>,
    Staff(actor): Staff,
    Path(id): Path,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let action: PlayerAction = api::read(&body)?;
    let whole = app.clone();
    let work = async move { app.act_on_player(&actor, &id, action).await };
    whole.run_to_completion(work).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/admin/games/{id}`
pub(crate) async fn game(State(app): State<App>, _: Staff, Path(id): Path) -> Answered<GameFile> {
    let (engine, store) = (app.0.engine.clone(), app.0.store.clone());
    let file = app.0.pools.play.run(move || files::game_file(&engine, &*store, &id)).await?;
    let failed = |error| match error {
        FileError::Store(error) => Refusal::from(error),
        FileError::Game(fault) => Refusal::damaged(fault),
    };
    file.map_err(failed)?.map(Reply).ok_or_else(|| Refusal::not_found("game"))
}

/// `POST /api/v1/admin/games/{id}`
pub(crate) async fn act_on_game(
    State(app): State<App>,
    Staff(actor): Staff,
    Path(id): Path,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let action: GameAction = api::read(&body)?;
    let whole = app.clone();
    let work = async move { app.act_on_game(&actor, &id, action).await };
    whole.run_to_completion(work).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/admin/reports?settled=BOOL`
pub(crate) async fn reports(
    State(app): State<App>,
    _: Staff,
    Query(Settled { settled }): Query<Settled>,
) -> Answered<ReportList> {
    let reports = app.store(move |store| files::reports(store, !settled)).await?;
    Ok(Reply(ReportList { reports }))
}

/// `POST /api/v1/admin/reports/{id}`
pub(crate) async fn settle_report(
    State(app): State<App>,
    Staff(actor): Staff,
    Path(id): Path,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let SettleReport { note } = api::read(&body)?;
    let whole = app.clone();
    let work = async move { app.settle_report(&actor, &id, &note).await };
    whole.run_to_completion(work).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/admin/quarantine`
pub(crate) async fn quarantine(State(app): State<App>, _: Staff) -> Answered<QuarantineList> {
    Ok(Reply(QuarantineList { games: app.store(|store| files::quarantined(store)).await? }))
}

/// `GET /api/v1/admin/audit?after=NUMBER`
pub(crate) async fn audit(
    State(app): State<App>,
    _: Staff,
    Query(After { after }): Query<After>,
) -> Answered<AuditList> {
    let entries = app.store(move |store| files::audit(store, after)).await?;
    Ok(Reply(AuditList { entries }))
}
