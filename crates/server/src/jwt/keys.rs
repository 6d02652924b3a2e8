//! The keys with which tokens are checked.

use super::JwtError;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, JwkSet, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use tilewright_protocol::api;

/// The most keys of one set.
const MOST_KEYS: usize = 100;

/// A public key: what it is called, and the one algorithm that goes with it.
#[derive(Clone)]
pub(crate) struct Key {
    pub id: Option<String>,
    pub algorithm: Algorithm,
    pub key: DecodingKey,
}

/// A set whose keys are read one by one, so that an unknown kind does not spoil the others.
#[derive(Deserialize)]
struct Set {
    keys: Vec<Loose>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Known(Box<jsonwebtoken::jwk::Jwk>),
    Strange(serde::de::IgnoredAny),
}

/// Reads a JSON Web Key Set (RFC 7517). Keys for other purposes, symmetric keys and keys of other
/// kinds are left out; a set without any usable key is an error.
pub(crate) fn read(text: &[u8]) -> Result<Vec<Key>, JwtError> {
    let bad = |error: tilewright_protocol::Fault| {
        JwtError::new(format!("this is no JSON Web Key Set: {}", error.message))
    };
    let set: Set = api::read(text).map_err(bad)?;
    let known = set.keys.into_iter().take(MOST_KEYS).filter_map(|key| match key {
        Loose::Known(key) => Some(*key),
        Loose::Strange(_) => None,
    });
    let keys: Vec<Key> = JwkSet { keys: known.collect() }.keys.iter().filter_map(key).collect();
    if keys.is_empty() {
        let message = "the key set has no key for RS256, ES256 or EdDSA (Ed25519)";
        return Err(JwtError::new(message));
    }
    Ok(keys)
}

fn key(jwk: &jsonwebtoken::jwk::Jwk) -> Option<Key> {
    // What a key is follows from the key, never from the token.
    let (algorithm, named) = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => (Algorithm::RS256, KeyAlgorithm::RS256),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => {
            (Algorithm::ES256, KeyAlgorithm::ES256)
        }
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
            (Algorithm::EdDSA, KeyAlgorithm::EdDSA)
        }
        _ => return None,
    };
    let signs = matches!(jwk.common.public_key_use, None | Some(PublicKeyUse::Signature));
    let fits = jwk.common.key_algorithm.is_none_or(|own| own == named);
    if !signs || !fits {
        return None;
    }
    let id = jwk.common.key_id.clone();
    match DecodingKey::from_jwk(jwk) {
        Ok(key) => Some(Key { id, algorithm, key }),
        Err(error) => {
            tracing::warn!(key = id, %error, "a key of the key set cannot be read");
            None
        }
    }
}
