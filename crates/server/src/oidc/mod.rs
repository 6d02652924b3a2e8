//! Sign-in with providers of identities: OpenID Connect, authorization code with PKCE.
//!
//! A page begins with `start`, which gives it a ticket and the address of the provider. The provider
//! sends the browser back to `callback`, where the server exchanges the provider's code and checks
//! the ID token. The browser returns to the page with a code that is good once, for two minutes and
//! only with the ticket. So no token is ever in a URL, and a sign-in that a stranger began elsewhere
//! is of no use in this browser.

mod exchange;
mod id_token;

pub(crate) use exchange::{Flow, Signature};

use crate::PublicUrl;
use crate::jwt::{self, Key};
use crate::public_url::is_safe;
use axum::http::Uri;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tilewright_protocol::api;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long a discovery document and keys are used before they are fetched again.
const FRESH: Duration = Duration::from_secs(3600);
/// How long a provider that has failed is not asked again.
const RETRY: Duration = Duration::from_secs(5);
/// The shortest time between two fetches that unknown keys cause.
const MIN_INTERVAL: Duration = Duration::from_secs(15);

/// A provider of identities. It has no `Debug`: secrets stay out of logs.
#[derive(Clone)]
pub struct OidcSettings {
    /// Its id in paths: letters, digits, `-` and `_`.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// Its issuer: `https://HOST/PATH`, exactly as its discovery document writes it.
    pub issuer: String,
    /// The id of this server there.
    pub client_id: String,
    /// The secret of this server there; public clients have none.
    pub client_secret: Option<String>,
    /// What is asked for besides `openid`.
    pub scopes: Vec<String>,
}

/// Why a provider cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OidcError(String);

impl OidcError {
    fn new(message: impl ToString) -> OidcError {
        OidcError(message.to_string())
    }
}

impl std::fmt::Display for OidcError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OidcError {}

/// What a provider says about itself (OpenID Connect Discovery 1.0, 3).
#[derive(Deserialize)]
pub(crate) struct Document {
    issuer: String,
    pub authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// Whether answers name their issuer (RFC 9207).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

#[derive(Default)]
struct Cached {
    document: Option<(Instant, Arc<Document>)>,
    keys: Option<(Instant, Arc<Vec<Key>>)>,
    /// The last failure: those who wait for the same get it too, instead of one timeout each.
    failed: Option<(Instant, OidcError)>,
}

impl Cached {
    /// Fetches something, unless that has failed a moment ago.
    async fn fetch<T>(
        &mut self,
        url: &str,
        read: impl FnOnce(&[u8]) -> Result<T, OidcError>,
    ) -> Result<(Instant, Arc<T>), OidcError> {
        if let Some((since, error)) = &self.failed
            && since.elapsed() < RETRY
        {
            return Err(error.clone());
        }
        let fetched = jwt::fetch(url).await.map_err(OidcError::new);
        match fetched.and_then(|text| read(&text)) {
            Ok(value) => Ok((Instant::now(), Arc::new(value))),
            Err(error) => {
                self.failed = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }
}

/// A provider.
pub(crate) struct Provider {
    pub settings: OidcSettings,
    /// Where the provider sends browsers back to.
    pub redirect_uri: String,
    cached: Mutex<Cached>,
}

struct Inner {
    providers: Vec<Provider>,
    public_url: PublicUrl,
}

/// The providers of a server. Copies share them.
#[derive(Clone)]
pub struct Oidc(Arc<Inner>);

impl std::fmt::Debug for Oidc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Oidc(..)")
    }
}

impl Oidc {
    /// Checks the settings; providers are asked when somebody signs in.
    ///
    /// # Errors
    /// If a setting cannot be used.
    pub fn new(settings: Vec<OidcSettings>, public_url: PublicUrl) -> Result<Oidc, OidcError> {
        jwt::install();
        let mut providers: Vec<Provider> = Vec::new();
        for settings in settings {
            let id = &settings.id;
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            let bad = |what: &str| OidcError::new(format!("{what} (provider {id})"));
            if id.is_empty() || id.len() > 32 || !id.chars().all(plain) {
                return Err(bad("id must be 1 to 32 letters, digits, `-` or `_`"));
            }
            if providers.iter().any(|other| other.settings.id == *id) {
                return Err(bad("two providers have the same id"));
            }
            let issuer: Uri = settings.issuer.parse().map_err(|_| bad("issuer is no URL"))?;
            if !is_safe(&issuer) || issuer.query().is_some() {
                return Err(bad("issuer must be https://HOST or https://HOST/PATH"));
            }
            if settings.client_id.is_empty() {
                return Err(bad("client_id is missing"));
            }
            let redirect_uri = format!("{public_url}/api/v1/oidc/{id}/callback");
            providers.push(Provider { settings, redirect_uri, cached: Mutex::default() });
        }
        Ok(Oidc(Arc::new(Inner { providers, public_url })))
    }

    pub(crate) fn providers(&self) -> &[Provider] {
        &self.0.providers
    }

    /// A provider by id.
    pub(crate) fn provider(&self, id: &str) -> Option<&Provider> {
        self.0.providers.iter().find(|provider| provider.settings.id == id)
    }

    /// Where browsers return to, with something behind `#`.
    pub(crate) fn page(&self, fragment: &str) -> String {
        format!("{}/#{fragment}", self.0.public_url)
    }
}

/// Reads a URL of a provider.
fn safe_url(text: &str) -> Result<Uri, OidcError> {
    let bad = || OidcError::new(format!("{text}: not an https:// URL"));
    text.parse().ok().filter(is_safe).ok_or_else(bad)
}

impl Provider {
    /// What the provider says about itself.
    pub(crate) async fn document(&self) -> Result<Arc<Document>, OidcError> {
        let mut cached = self.cached.lock().await;
        if let Some((since, document)) = &cached.document
            && since.elapsed() < FRESH
        {
            return Ok(document.clone());
        }
        let issuer = &self.settings.issuer;
        let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let bad = |reason: &str| OidcError::new(format!("{url}: {reason}"));
        let read = |text: &[u8]| {
            let document: Document = api::read(text).map_err(|fault| bad(&fault.message))?;
            // Or another provider could speak for this one (RFC 8414, 3.3).
            if document.issuer != *issuer {
                return Err(bad(&format!("it is of another issuer: {}", document.issuer)));
            }
            let endpoints = [&document.authorization_endpoint, &document.token_endpoint];
            for url in endpoints.into_iter().chain([&document.jwks_uri]) {
                safe_url(url)?;
            }
            Ok(document)
        };
        let (since, document) = cached.fetch(&url, read).await?;
        cached.document = Some((since, document.clone()));
        Ok(document)
    }

    /// The keys of the provider, not older than some time.
    async fn keys(&self, document: &Document, age: Duration) -> Result<Arc<Vec<Key>>, OidcError> {
        let mut cached = self.cached.lock().await;
        if let Some((since, keys)) = &cached.keys
            && since.elapsed() < age
        {
            return Ok(keys.clone());
        }
        let read = |text: &[u8]| jwt::read_keys(text).map_err(OidcError::new);
        let (since, keys) = cached.fetch(&document.jwks_uri, read).await?;
        cached.keys = Some((since, keys.clone()));
        Ok(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_be_used_are_refused_with_the_reason() {
        let good = OidcSettings {
            id: "acme".to_string(),
            name: "Acme".to_string(),
            issuer: "https://id.example.org".to_string(),
            client_id: "games".to_string(),
            client_secret: None,
            scopes: Vec::new(),
        };
        let url: PublicUrl = "https://games.example.org".parse().unwrap();
        let open = |all: Vec<OidcSettings>| Oidc::new(all, url.clone()).map(|_| ());
        assert_eq!(open(vec![good.clone()]), Ok(()));
        let with = |change: fn(&mut OidcSettings)| {
            let mut settings = good.clone();
            change(&mut settings);
            open(vec![settings]).unwrap_err().to_string()
        };
        assert!(with(|s| s.id = "a/b".to_string()).contains("id must be"));
        assert!(with(|s| s.id = String::new()).contains("id must be"));
        assert!(
            with(|s| s.issuer = "http://id.example.org".to_string()).contains("issuer must be")
        );
        assert!(with(|s| s.issuer = "https://x/?a".to_string()).contains("issuer must be"));
        assert!(with(|s| s.client_id = String::new()).contains("client_id is missing"));
        let twice = open(vec![good.clone(), good.clone()]).unwrap_err().to_string();
        assert!(twice.contains("the same id"), "{twice}");
    }
}
