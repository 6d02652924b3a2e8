//! Players, tokens and passwords.

use crate::app::{App, address};
use crate::conduct;
use crate::digest::{self, hash, random_hex};
use crate::jwt::{Jwt, TokenError};
use crate::listener::Peer;
use crate::names::clean_name;
use crate::reply::Refusal;
use crate::sessions;
use argon2::Argon2;
use argon2::password_hash::{self, PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use tilewright_protocol::api::{PlayerInfo, SignedIn};
use tilewright_storage::{PlayerRecord, SessionRecord, StoreError};

/// How tokens of the server itself begin.
pub(crate) const PREFIX: &str = "tw_";

/// A player as others see them.
pub(crate) fn info(player: &PlayerRecord) -> PlayerInfo {
    let (id, name) = (player.id.clone(), player.name.clone());
    PlayerInfo { id, name, guest: player.login.is_none() }
}

/// Hashes a password; this takes a while on purpose.
pub(crate) async fn hash_password(app: &App, password: String) -> Result<String, Refusal> {
    app.0.pools.passwords.run(move || hash_now(&password)).await?
}

fn hash_now(password: &str) -> Result<String, Refusal> {
    let length = password.chars().count();
    if !(8..=200).contains(&length) {
        return Err(Refusal::bad("a password has 8 to 200 characters"));
    }
    let random = digest::random::<16>().map_err(digest::no_random_numbers)?;
    let wrong = |error: password_hash::Error| {
        let cause = std::io::Error::other(error.to_string());
        Refusal::unavailable("the password cannot be hashed").caused_by(cause)
    };
    let salt = SaltString::encode_b64(&random).map_err(wrong)?;
    let hashed = Argon2::default().hash_password(password.as_bytes(), &salt).map_err(wrong)?;
    Ok(hashed.to_string())
}

/// Whether a password is the one that was hashed. It takes as long if there is none.
pub(crate) async fn password_fits(
    app: &App,
    password: String,
    hashed: Option<String>,
) -> Result<bool, Refusal> {
    let work = move || match hashed {
        Some(hashed) => fits_now(&password, &hashed),
        None => {
            drop(hash_now("a password that nobody has"));
            false
        }
    };
    app.0.pools.passwords.run(work).await
}

fn fits_now(password: &str, hashed: &str) -> bool {
    let hashed = match PasswordHash::new(hashed) {
        Ok(hashed) => hashed,
        Err(error) => {
            tracing::error!(%error, "a stored password hash cannot be read");
            return false;
        }
    };
    Argon2::default().verify_password(password.as_bytes(), &hashed).is_ok()
}

impl App {
    /// Gives a player a new token.
    pub(crate) async fn issue_token(
        &self,
        player: PlayerRecord,
        headers: &HeaderMap,
    ) -> Result<SignedIn, Refusal> {
        let token = format!("{PREFIX}{}", random_hex::<32>()?);
        let now = self.now();
        let session = SessionRecord {
            hash: hash(&token),
            player: player.id.clone(),
            created: now,
            used: now,
            device: sessions::device(headers),
        };
        let banned = self.store(move |store| {
            let banned = conduct::ban(store, &session.player, now)?;
            match banned {
                None => store.add_session(&session, sessions::MOST).map(|()| None),
                Some(refusal) => Ok(Some(refusal)),
            }
        });
        if let Some(refusal) = banned.await? {
            return Err(refusal);
        }
        Ok(SignedIn { player: info(&player), token })
    }

    /// The player of a token.
    pub(crate) async fn player_of(&self, token: &str) -> Result<Option<PlayerRecord>, Refusal> {
        if let Some(jwt) = self.0.config.jwt.as_ref().filter(|_| Jwt::looks_like_one(token)) {
            // Boxed, as every request that may ask for a player is as large as what it awaits.
            return Box::pin(self.player_of_jwt(jwt, token)).await.map(Some);
        }
        if token.len() > 200 {
            return Ok(None);
        }
        self.token_player(token).await
    }

    /// The player of a token of the operator: always the same for the same subject.
    async fn player_of_jwt(&self, jwt: &Jwt, token: &str) -> Result<PlayerRecord, Refusal> {
        let subject = jwt.check(token, self.now()).await.map_err(|error| match error {
            TokenError::UnknownKey => Refusal::bad_token("unknown signing key (kid)"),
            TokenError::Rejected(reason) => Refusal::bad_token(reason),
        })?;
        // Nobody can choose such a name: control characters are refused.
        let login = format!("\u{1}jwt {}", hash(&subject.key));
        // A name that is not allowed here is replaced; the player can choose another.
        let name = subject.name.and_then(|name| clean_name(&name).ok());
        let (id, created) = (random_hex::<12>()?, self.now());
        let name = name.unwrap_or_else(|| format!("Player {}", &id[..4]));
        let new = PlayerRecord { id, name, login: Some(login.clone()), password: None, created };
        let now = self.now();
        let found = self.store(move |store| {
            let player = match store.player_by_login(&login)? {
                Some(known) => Some(known),
                None => match store.create_player(&new) {
                    Ok(()) => Some(new),
                    // Another request of the same player was faster.
                    Err(StoreError::Taken) => store.player_by_login(&login)?,
                    Err(error) => return Err(error),
                },
            };
            match player {
                None => Ok(None),
                Some(player) => Ok(Some((conduct::ban(store, &player.id, now)?, player))),
            }
        });
        match found.await? {
            Some((None, player)) => Ok(player),
            Some((Some(banned), _)) => Err(banned),
            None => Err(Refusal::unavailable("the player cannot be made; try again")),
        }
    }
}

/// The address from which a request comes.
pub(crate) fn peer(parts: &Parts) -> String {
    address(parts.extensions.get::<ConnectInfo<Peer>>())
}

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}

/// The player of the token of a request, after it was checked.
#[derive(Clone)]
pub(crate) struct Signed(pub PlayerRecord);

/// The caller: a player, or anonymous.
pub(crate) struct Anyone(pub Option<PlayerRecord>);

impl FromRequestParts<App> for Anyone {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, Refusal> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Anyone(None));
        }
        // Something that is no token is not the same as nothing.
        let found = match (parts.extensions.remove::<Signed>(), bearer(&parts.headers)) {
            (Some(Signed(player)), _) => Some(player),
            (None, Some(token)) => app.player_of(token).await?,
            (None, None) => None,
        };
        let player = found.ok_or_else(Refusal::unauthorized)?;
        app.limit("player", &player.id, app.limits().requests_per_minute)?;
        tracing::Span::current().record("player", player.id.as_str());
        Ok(Anyone(Some(player)))
    }
}

/// The caller, who must be a player.
pub(crate) struct Player(pub PlayerRecord);

impl FromRequestParts<App> for Player {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Player, Refusal> {
        let Anyone(player) = Anyone::from_request_parts(parts, app).await?;
        player.map(Player).ok_or_else(Refusal::unauthorized)
    }
}
