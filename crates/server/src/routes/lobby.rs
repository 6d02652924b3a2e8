//! The lobby: seeks, quick pairing and rematches.

use crate::app::App;
use crate::extract::{Bytes, Path, Query};
use crate::people::Player;
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use tilewright_protocol::api::{self, MyLobby, NewSeek, Pairing, Seek, SeekList, TableView};
use tilewright_storage::SeekFilter;

/// Which seeks are listed, and where a page of the list begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filter {
    variant: Option<String>,
    rated: Option<bool>,
    /// When the last seek of the page before was made.
    before: Option<u64>,
    /// Its id.
    #[serde(default)]
    id: String,
}

/// `GET /api/v1/lobby/seeks`
pub(crate) async fn list(
    State(app): State<App>,
    Player(player): Player,
    Query(filter): Query<Filter>,
) -> Answered<SeekList> {
    let Filter { variant, rated, before, id } = filter;
    let after = before.map(|before| (before, id));
    let seeks = app.open_seeks(player.id, SeekFilter { variant, rated, after }).await?;
    Ok(Reply(SeekList { seeks }))
}

/// `POST /api/v1/lobby/seeks`
pub(crate) async fn create(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<Seek> {
    let new: NewSeek = api::read(&body)?;
    match app.seek(player, &headers, new, false).await? {
        Pairing::Waiting(seek) => Ok(Reply(*seek)),
        Pairing::Paired(_) => Err(Refusal::unavailable("the seek was paired; look at your lobby")),
    }
}

/// `POST /api/v1/lobby/pair`
pub(crate) async fn pair(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<Pairing> {
    let new: NewSeek = api::read(&body)?;
    let whole = app.clone();
    let pairing = async move { app.seek(player, &headers, new, true).await };
    whole.run_to_completion(pairing).await.map(Reply)
}

/// `POST /api/v1/lobby/seeks/{id}/take`
pub(crate) async fn take(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Answered<TableView> {
    let whole = app.clone();
    whole.run_to_completion(async move { app.take_seek(player, id).await }).await.map(Reply)
}

/// `DELETE /api/v1/lobby/seeks/{id}`
pub(crate) async fn withdraw(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Result<StatusCode, Refusal> {
    app.withdraw_seek(&player.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/v1/lobby/mine`
pub(crate) async fn mine(State(app): State<App>, Player(player): Player) -> Answered<MyLobby> {
    app.my_lobby(&player.id).await.map(Reply)
}

/// `POST /api/v1/games/{id}/rematch`: asks for the same game again, or accepts that.
pub(crate) async fn rematch(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Answered<TableView> {
    let whole = app.clone();
    let offered = async move { app.offer_rematch(&player, &id).await };
    whole.run_to_completion(offered).await.map(Reply)
}

/// `DELETE /api/v1/games/{id}/rematch`
pub(crate) async fn decline_rematch(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Result<StatusCode, Refusal> {
    app.decline_rematch(&player, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
