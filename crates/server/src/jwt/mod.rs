//! Sign-in with tokens that the operator issues: JSON Web Tokens (RFC 7519).
//!
//! A token is accepted if the operator's key has signed it with the algorithm that goes with that
//! key, and it is for this server and this moment. Which key and which algorithm may be used is
//! decided here; the token only chooses among them.

mod crypto;
mod fetch;
mod keys;

pub(crate) use crypto::install;
pub(crate) use fetch::get as fetch;
pub(crate) use keys::{Key, read as read_keys};

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::time::Instant;

/// The longest token, in bytes.
const MAX_TOKEN: usize = 8 << 10;
/// How far clocks may differ, in seconds.
const LEEWAY: f64 = 30.0;
/// The shortest secret, in bytes: as long as what it makes (RFC 7518, 3.2).
const MIN_SECRET: usize = 32;
/// How often keys are read again.
const RELOAD_INTERVAL: Duration = Duration::from_secs(300);
/// The shortest time between two reloads that unknown keys cause.
const MIN_RELOAD_INTERVAL: Duration = Duration::from_secs(15);

/// How tokens of the operator are checked.
#[derive(Clone)]
pub struct JwtSettings {
    /// The secret of tokens that are signed with HS256, at least 32 bytes.
    pub secret: Option<Vec<u8>>,
    /// A file or an `http(s)://` address with the public keys of tokens that are signed with
    /// RS256, ES256 or EdDSA, as a JSON Web Key Set. They are read again every five minutes.
    pub jwks: Option<String>,
    /// What `iss` must be; anything if there is none.
    pub issuer: Option<String>,
    /// What `aud` must hold; without one, tokens that name an audience are refused.
    pub audience: Option<String>,
    /// The claim with the name that others see.
    pub name_claim: String,
}

impl Default for JwtSettings {
    fn default() -> JwtSettings {
        let name_claim = "name".to_string();
        JwtSettings { secret: None, jwks: None, issuer: None, audience: None, name_claim }
    }
}

/// Why tokens cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JwtError(String);

impl JwtError {
    fn new(message: impl ToString) -> JwtError {
        JwtError(message.to_string())
    }
}

impl std::fmt::Display for JwtError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JwtError {}

struct Inner {
    settings: JwtSettings,
    secret: Option<DecodingKey>,
    keys: RwLock<Vec<Key>>,
    /// When the keys were last loaded, or tried to.
    last_attempt: tokio::sync::Mutex<Instant>,
}

/// The operator's keys. Copies share them.
#[derive(Clone)]
pub struct Jwt(Arc<Inner>);

impl std::fmt::Debug for Jwt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Jwt(..)")
    }
}

/// Whom a token names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject {
    /// The issuer and the subject: one player for each.
    pub key: String,
    /// The name that others see.
    pub name: Option<String>,
}

/// Why a token is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenError {
    /// The server does not have the key that it names.
    UnknownKey,
    /// Something else.
    Rejected(&'static str),
}

/// For whom a token is.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Audience {
    One(String),
    Many(Vec<String>),
}

/// A claim that should be a text.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Claim {
    Text(String),
    Other(IgnoredAny),
}

#[derive(Deserialize)]
struct Claims {
    sub: Option<String>,
    iss: Option<String>,
    aud: Option<Audience>,
    exp: Option<f64>,
    nbf: Option<f64>,
    #[serde(flatten)]
    others: BTreeMap<String, Claim>,
}

impl Jwt {
    /// Reads the keys.
    ///
    /// # Errors
    /// If there are none, or they cannot be used.
    pub async fn open(settings: JwtSettings) -> Result<Jwt, JwtError> {
        install();
        if settings.secret.is_none() && settings.jwks.is_none() {
            return Err(JwtError::new("there is neither a secret nor a key set"));
        }
        let secret = match &settings.secret {
            Some(secret) if secret.len() < MIN_SECRET => {
                let message = format!("the secret has {} bytes, needed are 32", secret.len());
                return Err(JwtError::new(message));
            }
            secret => secret.as_ref().map(|secret| DecodingKey::from_secret(secret)),
        };
        let keys = RwLock::new(load(settings.jwks.as_deref()).await?);
        let last_attempt = tokio::sync::Mutex::new(Instant::now());
        Ok(Jwt(Arc::new(Inner { settings, secret, keys, last_attempt })))
    }

    /// Whether something looks like a token of the operator.
    pub(crate) fn looks_like_one(token: &str) -> bool {
        token.bytes().filter(|byte| *byte == b'.').count() == 2
    }

    /// Whom a token names, if it is accepted now (in milliseconds since 1970).
    pub(crate) async fn check(&self, token: &str, now: u64) -> Result<Subject, TokenError> {
        match self.check_now(token, now) {
            Err(TokenError::UnknownKey) if self.0.settings.jwks.is_some() => {
                // Perhaps the operator has a new key.
                self.reload_keys(MIN_RELOAD_INTERVAL).await;
                self.check_now(token, now)
            }
            answer => answer,
        }
    }

    fn check_now(&self, token: &str, now: u64) -> Result<Subject, TokenError> {
        use TokenError::Rejected;
        if token.len() > MAX_TOKEN {
            return Err(Rejected("the token is too long; the bound is 8192 bytes"));
        }
        let header = decode_header(token);
        let header = header.map_err(|_| Rejected("not a token, or of an unknown algorithm"))?;
        if header.crit.is_some() {
            return Err(Rejected("the token requires extensions (crit) that are not supported"));
        }
        let keys = self.0.keys.read().unwrap_or_else(PoisonError::into_inner).clone();
        let fitting: Vec<DecodingKey> = match header.alg {
            Algorithm::HS256 => self.0.secret.iter().cloned().collect(),
            algorithm => keys
                .into_iter()
                .filter(|key| key.algorithm == algorithm)
                .filter(|key| header.kid.is_none() || key.id == header.kid)
                .map(|key| key.key)
                .collect(),
        };
        if fitting.is_empty() {
            return Err(match header.alg {
                Algorithm::RS256 | Algorithm::ES256 | Algorithm::EdDSA => TokenError::UnknownKey,
                _ => Rejected("tokens with this algorithm are not accepted"),
            });
        }
        self.judge(signed_claims(token, header.alg, &fitting)?, now)
    }

    fn judge(&self, claims: Claims, now: u64) -> Result<Subject, TokenError> {
        use TokenError::Rejected;
        let now = now as f64 / 1000.0;
        let settings = &self.0.settings;
        let exp = claims.exp.ok_or(Rejected("the token has no exp (expiry time)"))?;
        if now >= exp + LEEWAY {
            return Err(Rejected("the token has expired; get a new one from its issuer"));
        }
        if claims.nbf.is_some_and(|nbf| nbf > now + LEEWAY) {
            return Err(Rejected("the token is not valid yet"));
        }
        if settings.issuer.is_some() && claims.iss != settings.issuer {
            return Err(Rejected("the token is of another issuer"));
        }
        // A token that names an audience is only for that (RFC 7519, 4.1.3).
        let here = match (&settings.audience, &claims.aud) {
            (None, None) => true,
            (Some(own), Some(Audience::One(one))) => one == own,
            (Some(own), Some(Audience::Many(many))) => many.contains(own),
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !here {
            return Err(Rejected("the token is for another audience"));
        }
        let subject = claims.sub.filter(|subject| !subject.is_empty() && subject.len() <= 512);
        let subject = subject.ok_or(Rejected("the token has no sub of 1 to 512 bytes"))?;
        let name = claims.others.get(&settings.name_claim).and_then(|claim| match claim {
            Claim::Text(name) => Some(name.clone()),
            Claim::Other(_) => None,
        });
        // Tokens without an issuer share one name space.
        let issuer = claims.iss.as_deref().map_or("", |issuer| issuer);
        Ok(Subject { key: format!("{}:{issuer}{subject}", issuer.len()), name })
    }

    /// Reads the keys again, unless that was tried within a time. If they cannot be read, the
    /// present ones stay.
    async fn reload_keys(&self, within: Duration) {
        let mut last_attempt = self.0.last_attempt.lock().await;
        if last_attempt.elapsed() < within {
            return;
        }
        *last_attempt = Instant::now();
        match load(self.0.settings.jwks.as_deref()).await {
            Ok(keys) => *self.0.keys.write().unwrap_or_else(PoisonError::into_inner) = keys,
            Err(error) => tracing::warn!(%error, "the keys of tokens (JWKS) cannot be read"),
        }
    }

    /// Reads the keys again from time to time, for ever.
    pub(crate) async fn refresh(self) {
        if self.0.settings.jwks.is_none() {
            return;
        }
        loop {
            tokio::time::sleep(RELOAD_INTERVAL).await;
            self.reload_keys(MIN_RELOAD_INTERVAL).await;
        }
    }
}

/// The claims of a token that one of some keys has signed.
pub(crate) fn signed_claims<C: DeserializeOwned>(
    token: &str,
    algorithm: Algorithm,
    keys: &[DecodingKey],
) -> Result<C, TokenError> {
    // Times, issuer and audience are checked by the caller, by the server's own clock.
    let mut only = Validation::new(algorithm);
    only.required_spec_claims.clear();
    (only.validate_exp, only.validate_nbf, only.validate_aud) = (false, false, false);
    let mut wrong = TokenError::Rejected("the token was not signed with a known key");
    for answer in keys.iter().map(|key| decode::<C>(token, key, &only)) {
        match answer {
            Ok(data) => return Ok(data.claims),
            Err(error) if matches!(error.kind(), jsonwebtoken::errors::ErrorKind::Json(_)) => {
                wrong = TokenError::Rejected("a claim of the token has a wrong type");
            }
            Err(_) => {}
        }
    }
    Err(wrong)
}

async fn load(place: Option<&str>) -> Result<Vec<Key>, JwtError> {
    let Some(place) = place else { return Ok(Vec::new()) };
    if place.starts_with("http://") || place.starts_with("https://") {
        return keys::read(&fetch::get(place).await?);
    }
    let failed = |error| JwtError::new(format!("{place}: {error}"));
    if std::fs::metadata(Path::new(place)).map_err(failed)?.len() > fetch::MOST_BYTES as u64 {
        return Err(JwtError::new(format!("{place}: the file is too large for a key set")));
    }
    keys::read(&std::fs::read(place).map_err(failed)?)
}
