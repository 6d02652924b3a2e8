//! The steps of a sign-in: the address of the provider, and the exchange of its code.

use super::id_token::{self, Expected};
use super::{Document, FRESH, MIN_INTERVAL, OidcError, Provider, safe_url};
use crate::digest::sha256;
use crate::http_client::{self, Outgoing};
use crate::jwt::TokenError;
use axum::http::{HeaderValue, Method, header};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::time::Duration;
use tilewright_protocol::api;

/// How long the provider may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The largest answer of a provider.
const MOST_BYTES: usize = 64 << 10;

/// What the server keeps of a sign-in that has begun. It has no `Debug`: secrets stay out of logs.
#[derive(Serialize, Deserialize)]
pub(crate) struct Flow {
    /// What the ID token must repeat.
    pub nonce: String,
    /// What proves that the exchange is of the one who began (PKCE).
    pub verifier: String,
    /// The hash of the page's ticket.
    pub ticket: String,
}

/// Who has signed in, until the page asks.
#[derive(Serialize, Deserialize)]
pub(crate) struct Signature {
    pub issuer: String,
    pub subject: String,
    pub name: Option<String>,
    /// The hash of the page's ticket.
    pub ticket: String,
}

/// The challenge of a verifier (RFC 7636, S256).
fn challenge(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(sha256(verifier.as_bytes()))
}

/// A text as it may stand in a query or a form.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            byte => write!(out, "%{byte:02X}").expect("a string takes everything"),
        }
    }
    out
}

fn form(fields: &[(&str, &str)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    fields.join("&")
}

/// How this server proves who it is to the provider.
#[derive(PartialEq, Eq, Debug)]
enum Proof {
    Basic,
    Post,
    None,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: Option<String>,
}

#[derive(Deserialize)]
struct TokenFailure {
    error: String,
}

impl Provider {
    /// The address at the provider to which the browser goes.
    pub(crate) fn authorization_url(
        &self,
        document: &Document,
        state: &str,
        flow: &Flow,
    ) -> String {
        let scopes = self.settings.scopes.iter().map(String::as_str);
        let scopes = scopes.filter(|scope| *scope != "openid");
        let scope: Vec<&str> = std::iter::once("openid").chain(scopes).collect();
        let challenge = challenge(&flow.verifier);
        let query = form(&[
            ("response_type", "code"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", &self.redirect_uri),
            ("scope", &scope.join(" ")),
            ("state", state),
            ("nonce", &flow.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        let url = &document.authorization_endpoint;
        let joint = if url.contains('?') { '&' } else { '?' };
        format!("{url}{joint}{query}")
    }

    fn proof(&self, document: &Document) -> Proof {
        let supported = document.token_endpoint_auth_methods_supported.as_ref();
        let has = |method: &str| {
            supported.is_none_or(|all| all.iter().any(|supported| supported == method))
        };
        match &self.settings.client_secret {
            None => Proof::None,
            Some(_) if !has("client_secret_basic") && has("client_secret_post") => Proof::Post,
            Some(_) => Proof::Basic,
        }
    }

    /// Exchanges the provider's code for an ID token, and says whom it names. The error says why
    /// not, for the operator.
    pub(crate) async fn identify(
        &self,
        code: &str,
        flow: &Flow,
        now: u64,
    ) -> Result<Signature, OidcError> {
        let document = self.document().await?;
        let token = self.id_token(&document, code, flow).await?;
        let settings = &self.settings;
        let (issuer, client_id) = (settings.issuer.as_str(), settings.client_id.as_str());
        let expected = Expected { issuer, client_id, nonce: &flow.nonce };
        let keys = self.keys(&document, FRESH).await?;
        let named = match id_token::check(&token, &keys, &expected, now) {
            // Perhaps the provider has a new key.
            Err(TokenError::UnknownKey) => {
                let keys = self.keys(&document, MIN_INTERVAL).await?;
                id_token::check(&token, &keys, &expected, now)
            }
            answer => answer,
        };
        let named = named.map_err(|error| match error {
            TokenError::UnknownKey => OidcError::new("the ID token has an unknown key (kid)"),
            TokenError::Rejected(reason) => OidcError::new(reason),
        })?;
        Ok(Signature {
            issuer: issuer.to_string(),
            subject: named.subject,
            name: named.name,
            ticket: flow.ticket.clone(),
        })
    }

    async fn id_token(
        &self,
        document: &Document,
        code: &str,
        flow: &Flow,
    ) -> Result<String, OidcError> {
        let url = &document.token_endpoint;
        let failed = |reason: &dyn std::fmt::Display| OidcError::new(format!("{url}: {reason}"));
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.redirect_uri),
            ("code_verifier", &flow.verifier),
        ];
        let json = HeaderValue::from_static("application/json");
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        let mut headers = vec![(header::ACCEPT, json), (header::CONTENT_TYPE, kind)];
        let settings = &self.settings;
        let (id, secret) = (settings.client_id.as_str(), settings.client_secret.as_deref());
        match (self.proof(document), secret) {
            (Proof::Basic, Some(secret)) => {
                let pair = BASE64_STANDARD.encode(format!("{}:{}", encode(id), encode(secret)));
                let value = HeaderValue::from_str(&format!("Basic {pair}"));
                let mut value = value.map_err(|error| failed(&error))?;
                value.set_sensitive(true);
                headers.push((header::AUTHORIZATION, value));
            }
            (Proof::Post, Some(secret)) => {
                fields.extend([("client_id", id), ("client_secret", secret)]);
            }
            _ => fields.push(("client_id", id)),
        }
        let request = Outgoing {
            method: Method::POST,
            headers,
            body: form(&fields).into_bytes(),
            timeout: TIMEOUT,
            most: MOST_BYTES,
        };
        let sent = http_client::send(&safe_url(url)?, request).await;
        let (status, body) = sent.map_err(|error| failed(&error))?;
        if !status.is_success() {
            // The code of the error, and nothing else that the provider may have put there.
            let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            let error = api::read::<TokenFailure>(&body).map(|failure| failure.error);
            let error = error.unwrap_or_else(|_| "no reason given".to_string());
            let error: String = error.chars().filter(plain).take(60).collect();
            return Err(failed(&format_args!("status {status}: {error}")));
        }
        let tokens: Tokens = api::read(&body).map_err(|fault| failed(&fault.message))?;
        tokens.id_token.ok_or_else(|| failed(&"the answer has no id_token"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_that_of_rfc_7636() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn texts_are_encoded_for_forms() {
        let fields = [("a", "x y&z=1/ü"), ("b", "-._~")];
        assert_eq!(form(&fields), "a=x%20y%26z%3D1%2F%C3%BC&b=-._~");
    }
}
