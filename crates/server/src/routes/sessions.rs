//! The sessions of a player, and the password.

use crate::app::App;
use crate::digest::hash;
use crate::extract::{Bytes, Path};
use crate::people::{self, Player};
use crate::reply::{Answered, Refusal, Reply};
use crate::sessions::session_id;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use tilewright_protocol::api::{self, ChangePassword, SessionInfo, SessionList};
use tilewright_storage::{PlayerRecord, SessionRecord};

/// The hash of the token of a request, if it is the server's own.
fn own_token(headers: &HeaderMap) -> Option<String> {
    people::bearer(headers).filter(|token| token.starts_with(people::PREFIX)).map(hash)
}

/// `GET /api/v1/sessions`
pub(crate) async fn list(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
) -> Answered<SessionList> {
    Ok(Reply(SessionList { sessions: app.sessions_of(&player, &headers).await? }))
}

impl App {
    /// The sessions of a player that have not expired, as the player sees them.
    pub(crate) async fn sessions_of(
        &self,
        player: &PlayerRecord,
        headers: &HeaderMap,
    ) -> Result<Vec<SessionInfo>, Refusal> {
        let (id, now, current) = (player.id.clone(), self.now(), own_token(headers));
        let found = self.store(move |store| store.sessions(&id)).await?;
        let info = |session: SessionRecord| {
            let expires = self.session_expires(&session, player.login.is_some());
            expires.is_none_or(|expires| now < expires).then(|| SessionInfo {
                id: session_id(&session.hash),
                created: session.created,
                used: session.used.max(session.created),
                expires,
                current: current.as_deref() == Some(&*session.hash),
                device: session.device,
            })
        };
        Ok(found.into_iter().filter_map(info).collect())
    }
}

/// `DELETE /api/v1/sessions/current`: revokes the token.
pub(crate) async fn sign_out(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = people::bearer(&headers).ok_or_else(Refusal::unauthorized)?;
    if !token.starts_with(people::PREFIX) {
        return Err(Refusal::conflict("this token is not the server's; its issuer can revoke it"));
    }
    let hashed = hash(token);
    app.store(move |store| store.revoke_session(&hashed)).await?;
    app.0.token_cache.invalidate(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/v1/sessions/{id}`
pub(crate) async fn revoke(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Result<StatusCode, Refusal> {
    let owner = player.id.clone();
    let found = app.store(move |store| {
        let own = store.sessions(&owner)?;
        let session = own.into_iter().find(|session| session_id(&session.hash) == id);
        session.map(|session| store.revoke_session(&session.hash)).transpose()
    });
    found.await?.ok_or_else(|| Refusal::not_found("session"))?;
    app.0.token_cache.invalidate(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/v1/sessions`
pub(crate) async fn revoke_others(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let (id, keep) = (player.id.clone(), own_token(&headers));
    app.store(move |store| store.revoke_sessions(&id, keep.as_deref())).await?;
    app.0.token_cache.invalidate(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/me/password`
pub(crate) async fn change_password(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let asked: ChangePassword = api::read(&body)?;
    let known = app.confirm_password(&player, asked.old).await?;
    let old = known.password.ok_or_else(|| Refusal::conflict("this player has no password"))?;
    let new = people::hash_password(&app, asked.new).await?;
    let (id, keep) = (player.id.clone(), own_token(&headers));
    let changed =
        app.store(move |store| store.change_password(&id, &old, &new, keep.as_deref())).await?;
    app.0.token_cache.invalidate(&player.id);
    match changed {
        true => {
            app.notify_of_password(&player.id).await;
            Ok(StatusCode::NO_CONTENT)
        }
        false => Err(Refusal::conflict("the password was changed meanwhile; try again")),
    }
}
