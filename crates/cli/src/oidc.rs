//! The settings of `tilewright serve` for sign-in with providers of identities.

use crate::mail::secret;
use crate::output::Failure;
use crate::settings::OidcFile;
use tilewright_server::{Oidc, OidcSettings, PublicUrl};

/// The environment variable with the secret of a provider's client.
fn variable(id: &str) -> String {
    format!("TILEWRIGHT_OIDC_{}_SECRET", id.to_ascii_uppercase().replace('-', "_"))
}

/// The providers; `None` without any.
pub(crate) fn oidc(
    file: Vec<OidcFile>,
    public_url: Option<PublicUrl>,
) -> Result<Option<Oidc>, Failure> {
    if file.is_empty() {
        return Ok(None);
    }
    let public_url = public_url.ok_or_else(|| {
        Failure::usage(
            "[[oidc]] needs the address to which providers send players back: add --public-url",
        )
    })?;
    let mut all = Vec::new();
    for provider in file {
        let missing = |key: &str| Failure::usage(format!("[[oidc]]: {key} is missing"));
        let id = provider.id.ok_or_else(|| missing("id"))?;
        all.push(OidcSettings {
            name: provider.name.unwrap_or_else(|| id.clone()),
            issuer: provider.issuer.ok_or_else(|| missing("issuer"))?,
            client_id: provider.client_id.ok_or_else(|| missing("client_id"))?,
            client_secret: secret(&variable(&id), provider.client_secret)?,
            scopes: provider.scopes.unwrap_or_else(|| vec!["profile".to_string()]),
            id,
        });
    }
    Oidc::new(all, public_url)
        .map(Some)
        .map_err(|error| Failure::usage(format!("[[oidc]]: {error}")))
}
