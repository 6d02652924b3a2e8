//! Coming in, signing in, leaving.

use crate::app::{App, address};
use crate::digest::random_hex;
use crate::extract::{Bytes, Path, Query};
use crate::listener::Peer;
use crate::names;
use crate::people::{self, Anyone, Player, Signed};
use crate::rating;
use crate::reply::{Answered, Refusal, Reply};
use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use tilewright::variants::Family;
use tilewright_protocol::FaultCode;
use tilewright_protocol::api::{self, ChangeName, Credentials, Inventory, NewGuest, PlayerInfo};
use tilewright_protocol::api::{Profile, Rating, RatingHistory, RatingList, SignedIn};
use tilewright_storage::{GamePhase, PlayerRecord, Store, StoreError};

type From = Option<Extension<ConnectInfo<Peer>>>;

/// `POST /api/v1/guests`
pub(crate) async fn guest(
    State(app): State<App>,
    from: From,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<SignedIn> {
    app.limit("guest", &address(from.as_deref()), app.limits().guests_per_minute)?;
    let asked: NewGuest = if body.is_empty() { NewGuest::default() } else { api::read(&body)? };
    let id = random_hex::<12>()?;
    let name = match asked.name {
        Some(name) => names::clean_name(&name)?,
        None => format!("Guest {}", &id[..4]),
    };
    let player = PlayerRecord { id, name, login: None, password: None, created: app.now() };
    let stored = player.clone();
    app.store(move |store| store.create_player(&stored)).await?;
    app.issue_token(player, &headers).await.map(Reply)
}

/// `POST /api/v1/players`: a new account, or a password for a guest, whose earlier tokens end.
pub(crate) async fn register(
    State(app): State<App>,
    Anyone(known): Anyone,
    from: From,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<SignedIn> {
    app.limit("guest", &address(from.as_deref()), app.limits().guests_per_minute)?;
    let asked: Credentials = api::read(&body)?;
    let name = names::clean_name(&asked.name)?;
    let password = people::hash_password(&app, asked.password).await?;
    let upgrade = known.is_some();
    if known.as_ref().is_some_and(|player| player.login.is_some()) {
        return Err(Refusal::conflict("this player has a name and a password already"));
    }
    let (id, created) = match known {
        Some(player) => (player.id, player.created),
        None => (random_hex::<12>()?, app.now()),
    };
    let login = Some(names::login_of(&name));
    let player = PlayerRecord { id, name, login, password: Some(password), created };
    let (stored, plain) = (player.clone(), names::plain_login_of(&player.name));
    app.store(move |store| {
        // Accounts that were made before names were compared by looks.
        if store.player_by_login(&plain)?.is_some() {
            return Err(StoreError::Taken);
        }
        match upgrade {
            true => store.register_player(&stored),
            false => store.create_player(&stored),
        }
    })
    .await?;
    app.0.token_cache.invalidate(&player.id);
    app.remember_sign_in(&player.id, &address(from.as_deref())).await;
    app.issue_token(player, &headers).await.map(Reply)
}

/// `POST /api/v1/sessions`
pub(crate) async fn sign_in(
    State(app): State<App>,
    from: From,
    signed: Option<Extension<Signed>>,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<SignedIn> {
    let from = address(from.as_deref());
    app.limit("sign in", &from, app.limits().sign_ins_per_minute)?;
    let asked: Credentials = api::read(&body)?;
    let (login, plain) = (names::login_of(&asked.name), names::plain_login_of(&asked.name));
    let signed = signed.as_ref().map(|Extension(Signed(player))| player);
    let found = app.admit_sign_in(login, plain, &from, signed).await?;
    // An unknown name takes as long as a wrong password.
    let hashed = found.as_ref().and_then(|player| player.password.clone());
    let fits = people::password_fits(&app, asked.password, hashed).await?;
    match found.filter(|_| fits) {
        Some(player) => {
            app.remember_sign_in(&player.id, &from).await;
            app.issue_token(player, &headers).await.map(Reply)
        }
        None => {
            let message = "the name or the password is wrong";
            Err(Refusal::new(StatusCode::UNAUTHORIZED, FaultCode::Unauthorized, message))
        }
    }
}

/// `POST /api/v1/me/name`
pub(crate) async fn rename(
    State(app): State<App>,
    Player(player): Player,
    body: Bytes,
) -> Answered<PlayerInfo> {
    app.limit("name", &player.id, app.limits().sign_ins_per_minute)?;
    let asked: ChangeName = api::read(&body)?;
    let name = names::clean_name(&asked.name)?;
    let login = player.login.as_ref().map(|_| names::login_of(&name));
    let plain = names::plain_login_of(&name);
    let renamed = PlayerRecord { name, login, ..player };
    let stored = renamed.clone();
    app.store(move |store| {
        // Accounts that were made before names were compared by looks.
        let other = store.player_by_login(&plain)?.filter(|other| other.id != stored.id);
        if stored.login.is_some() && other.is_some() {
            return Err(StoreError::Taken);
        }
        store.rename_player(&stored.id, &stored.name, stored.login.as_deref())
    })
    .await?;
    app.0.token_cache.invalidate(&renamed.id);
    Ok(Reply(people::info(&renamed)))
}

/// `GET /api/v1/me`
pub(crate) async fn me(Player(player): Player) -> Reply<PlayerInfo> {
    Reply(people::info(&player))
}

/// `DELETE /api/v1/me`: resigns unfinished games and forgets the player.
pub(crate) async fn leave(
    State(app): State<App>,
    Player(player): Player,
) -> Result<StatusCode, Refusal> {
    let whole = app.clone();
    whole.run_to_completion(async move { app.leave(player).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl App {
    /// Resigns the unfinished games of a player, and forgets the player.
    pub(crate) async fn leave(&self, player: PlayerRecord) -> Result<(), Refusal> {
        let id = player.id.clone();
        // Who leaves cannot take a seat meanwhile.
        let games = self.store(move |store| {
            store.revoke_sessions(&id, None)?;
            store.games_of(&id, usize::MAX >> 1)
        });
        let games = games.await?;
        self.0.token_cache.invalidate(&player.id);
        for game in games {
            // A game that is over and not in memory has nothing to resign.
            if game.head.status != GamePhase::Over || self.is_cached(&game.id) {
                self.resign_for_good(&game.id, &player.id).await?;
            }
        }
        let id = player.id.clone();
        self.store(move |store| store.delete_player(&id)).await?;
        self.0.token_cache.invalidate(&player.id);
        Ok(())
    }
}

/// Ratings as players see them.
fn shown_ratings(store: &dyn Store, id: &str, now: u64) -> Result<Vec<Rating>, StoreError> {
    store.ratings(id)?.iter().map(|record| rating::shown(record, now)).collect()
}

/// `GET /api/v1/players/{id}/ratings`
pub(crate) async fn ratings(State(app): State<App>, Path(id): Path) -> Answered<RatingList> {
    let now = app.now();
    let known = app.store(move |store| Ok((store.player(&id)?, shown_ratings(store, &id, now)?)));
    let (Some(_), ratings) = known.await? else { return Err(Refusal::not_found("player")) };
    Ok(Reply(RatingList { ratings }))
}

/// `GET /api/v1/players/{id}/profile`
pub(crate) async fn profile(State(app): State<App>, Path(id): Path) -> Answered<Profile> {
    let now = app.now();
    let known = app.store(move |store| Ok((store.player(&id)?, shown_ratings(store, &id, now)?)));
    let (Some(player), ratings) = known.await? else { return Err(Refusal::not_found("player")) };
    Ok(Reply(Profile {
        since: player.created,
        player: people::info(&player),
        won: ratings.iter().map(|rating| rating.won).sum(),
        drawn: ratings.iter().map(|rating| rating.drawn).sum(),
        lost: ratings.iter().map(|rating| rating.lost).sum(),
        ratings,
    }))
}

/// The most points of a history in one response.
const MOST_POINTS: usize = 500;

/// Which part of a rating's history is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct History {
    family: String,
    /// When the game of the last point of the part before ended.
    after: Option<u64>,
    /// That game.
    #[serde(default)]
    id: String,
}

/// `GET /api/v1/players/{id}/ratings/history`
pub(crate) async fn rating_history(
    State(app): State<App>,
    Path(id): Path,
    Query(asked): Query<History>,
) -> Answered<RatingHistory> {
    let History { family, after, id: game } = asked;
    let family: Family =
        family.parse().map_err(|error| Refusal::bad(format!("family: {error}")))?;
    let known = app.store(move |store| {
        let after = after.map(|at| (at, game.as_str()));
        let points = store.rating_points(&id, &family.to_string(), after, MOST_POINTS + 1)?;
        Ok((store.player(&id)?, points))
    });
    let (Some(_), mut points) = known.await? else { return Err(Refusal::not_found("player")) };
    let more = points.len() > MOST_POINTS;
    points.truncate(MOST_POINTS);
    let points = points.into_iter().map(rating::shown_point).collect();
    Ok(Reply(RatingHistory { points, more }))
}

/// `GET /api/v1/me/inventory`
pub(crate) async fn inventory(
    State(app): State<App>,
    Player(player): Player,
) -> Answered<Inventory> {
    let won = app.store(move |store| store.inventory(&player.id)).await?;
    Ok(Reply(Inventory { premiums: won.into_iter().collect() }))
}
