//! Players, tokens and passwords.

use crate::app::{App, address};
use crate::digest::{self, hash, random_hex};
use crate::jwt::{Jwt, TokenError};
use crate::listener::Peer;
use crate::reply::Refusal;
use argon2::Argon2;
use argon2::password_hash::{self, PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use tilewright_protocol::api::{MAX_NAME, PlayerInfo, SignedIn};
use tilewright_storage::{PlayerRecord, StoreError};

/// How tokens of the server itself begin.
pub(crate) const PREFIX: &str = "tw_";

/// A player as others see them.
pub(crate) fn info(player: &PlayerRecord) -> PlayerInfo {
    let (id, name) = (player.id.clone(), player.name.clone());
    PlayerInfo { id, name, guest: player.login.is_none() }
}

/// A name that can be shown: no control characters, not empty, not too long.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let hidden = |c: char| {
        c.is_control()
            || ('\u{200b}'..='\u{200f}').contains(&c)
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2066}'..='\u{2069}').contains(&c)
    };
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(hidden) {
        let message = format!("a name has 1 to {MAX_NAME} characters that can be seen");
        return Err(Refusal::bad(message));
    }
    Ok(name.to_string())
}

/// The form in which names to sign in with are unique.
pub(crate) fn login_of(name: &str) -> String {
    name.to_lowercase()
}

/// Hashes a password; this takes a while on purpose.
pub(crate) fn hash_password(password: &str) -> Result<String, Refusal> {
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

/// Whether a password is the one that was hashed.
pub(crate) fn password_fits(password: &str, hashed: &str) -> bool {
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
    pub(crate) async fn issue_token(&self, player: PlayerRecord) -> Result<SignedIn, Refusal> {
        let token = format!("{PREFIX}{}", random_hex::<32>()?);
        let (hashed, id, now) = (hash(&token), player.id.clone(), self.now());
        self.store(move |store| store.add_token(&hashed, &id, now)).await?;
        Ok(SignedIn { player: info(&player), token })
    }

    /// The player of a token.
    pub(crate) async fn player_of(&self, token: &str) -> Result<Option<PlayerRecord>, Refusal> {
        if let Some(jwt) = self.0.config.jwt.as_ref().filter(|_| Jwt::looks_like_one(token)) {
            return self.player_of_jwt(jwt, token).await.map(Some);
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
        let found = self.store(move |store| {
            if let Some(known) = store.player_by_login(&login)? {
                return Ok(Some(known));
            }
            match store.create_player(&new) {
                Ok(()) => Ok(Some(new)),
                // Another request of the same player was faster.
                Err(StoreError::Taken) => store.player_by_login(&login),
                Err(error) => Err(error),
            }
        });
        found.await?.ok_or_else(|| Refusal::unavailable("the player cannot be made; try again"))
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

/// The caller: a player, or anonymous.
pub(crate) struct Anyone(pub Option<PlayerRecord>);

impl FromRequestParts<App> for Anyone {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, Refusal> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Anyone(None));
        }
        // Something that is no token is not the same as nothing.
        let found = match bearer(&parts.headers) {
            Some(token) => app.player_of(token).await,
            None => Ok(None),
        };
        let found = found.and_then(|player| player.ok_or_else(Refusal::unauthorized));
        let player = match found {
            Err(refusal) if refusal.status == StatusCode::UNAUTHORIZED => {
                // Guessing costs as much as asking without a token.
                app.limit("address", &peer(parts), app.limits().requests_per_minute)?;
                return Err(refusal);
            }
            found => found?,
        };
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
