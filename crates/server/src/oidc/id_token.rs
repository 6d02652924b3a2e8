//! ID tokens: who somebody is, signed by the provider.

use crate::jwt::{Audience, Claim, Key, TokenError, signed_claims};
use jsonwebtoken::{Algorithm, DecodingKey, decode_header};
use serde::Deserialize;

/// The longest ID token, in bytes.
const MAX_TOKEN: usize = 16 << 10;
/// How far clocks may differ, in seconds.
const LEEWAY: f64 = 30.0;
/// The longest subject, in bytes (OpenID Connect Core 1.0, 2).
const MAX_SUBJECT: usize = 255;

/// What an ID token must be for.
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
}

/// Whom an ID token names.
pub(super) struct Named {
    pub subject: String,
    pub name: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    iss: Option<String>,
    sub: Option<String>,
    aud: Option<Audience>,
    azp: Option<String>,
    exp: Option<f64>,
    iat: Option<f64>,
    nbf: Option<f64>,
    nonce: Option<String>,
    name: Option<Claim>,
    preferred_username: Option<Claim>,
}

/// Checks an ID token (OpenID Connect Core 1.0, 3.1.3.7) at a time in milliseconds since 1970.
pub(super) fn check(
    token: &str,
    keys: &[Key],
    expected: &Expected<'_>,
    now: u64,
) -> Result<Named, TokenError> {
    use TokenError::Rejected;
    if token.len() > MAX_TOKEN {
        return Err(Rejected("the ID token is too long; the bound is 16384 bytes"));
    }
    let header = decode_header(token);
    let header = header.map_err(|_| Rejected("not an ID token, or of an unknown algorithm"))?;
    if header.crit.is_some() {
        return Err(Rejected("the ID token requires extensions (crit) that are not supported"));
    }
    // The client secret is no key here: nobody else may be able to make tokens.
    if !matches!(header.alg, Algorithm::RS256 | Algorithm::ES256 | Algorithm::EdDSA) {
        return Err(Rejected("ID tokens with this algorithm are not accepted"));
    }
    let fits =
        |key: &&Key| key.algorithm == header.alg && (header.kid.is_none() || key.id == header.kid);
    let fitting: Vec<DecodingKey> = keys.iter().filter(fits).map(|key| key.key.clone()).collect();
    if fitting.is_empty() {
        return Err(TokenError::UnknownKey);
    }
    judge(signed_claims(token, header.alg, &fitting)?, expected, now)
}

fn judge(claims: Claims, expected: &Expected<'_>, now: u64) -> Result<Named, TokenError> {
    use TokenError::Rejected;
    let now = now as f64 / 1000.0;
    if claims.iss.as_deref() != Some(expected.issuer) {
        return Err(Rejected("the ID token is of another issuer"));
    }
    let (here, alone) = match &claims.aud {
        Some(Audience::One(one)) => (one == expected.client_id, true),
        Some(Audience::Many(many)) => {
            (many.iter().any(|one| one == expected.client_id), many.len() == 1)
        }
        None => (false, true),
    };
    if !here {
        return Err(Rejected("the ID token is for another audience"));
    }
    match claims.azp.as_deref() {
        Some(azp) if azp != expected.client_id => {
            return Err(Rejected("the ID token was issued to another client (azp)"));
        }
        None if !alone => {
            return Err(Rejected("the ID token has several audiences and no azp"));
        }
        _ => {}
    }
    let exp = claims.exp.ok_or(Rejected("the ID token has no exp (expiry time)"))?;
    if now >= exp + LEEWAY {
        return Err(Rejected("the ID token has expired"));
    }
    let iat = claims.iat.ok_or(Rejected("the ID token has no iat (time of issue)"))?;
    if iat > now + LEEWAY || claims.nbf.is_some_and(|nbf| nbf > now + LEEWAY) {
        return Err(Rejected("the ID token is not valid yet"));
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err(Rejected("the ID token is of another sign-in (nonce)"));
    }
    let subject = claims.sub.filter(|sub| !sub.is_empty() && sub.len() <= MAX_SUBJECT);
    let subject = subject.ok_or(Rejected("the ID token has no sub of 1 to 255 bytes"))?;
    let text = |claim: Option<Claim>| match claim {
        Some(Claim::Text(text)) => Some(text),
        _ => None,
    };
    let name = text(claims.name).or(text(claims.preferred_username));
    Ok(Named { subject, name })
}
