//! Sign-in with providers of identities, and the identities of a player.

use crate::app::{App, address};
use crate::digest::{hash, random_hex};
use crate::extract::{Bytes, Path, Query};
use crate::listener::Peer;
use crate::names::clean_name;
use crate::oidc::{Flow, Oidc, Provider, Signature};
use crate::people::{Anyone, Player};
use crate::reply::{Answered, Refusal, Reply};
use axum::Extension;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tilewright_protocol::api::{self, FinishSignIn, IdentityInfo, IdentityList, ProviderInfo};
use tilewright_protocol::api::{ProviderList, SignInStarted, SignedIn, StartSignIn};
use tilewright_storage::{CodePurpose, CodeRecord, IdentityRecord, PlayerRecord, StoreError};

type From = Option<Extension<ConnectInfo<Peer>>>;

/// How long a player may take at the provider.
const STATE_TIME: u64 = 10 * 60_000;
/// How long the page may take to ask for its token.
const RESULT_TIME: u64 = 2 * 60_000;
/// The longest code of a provider, in bytes.
const MAX_PROVIDER_CODE: usize = 4 << 10;
/// The longest state, code or ticket of this server, in bytes.
const MAX_CODE: usize = 64;

/// What a provider adds to the address to which it sends the browser back.
#[derive(Deserialize)]
pub(crate) struct Callback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Why a sign-in has failed: what the page may know, and the cause for the operator.
struct Failed {
    reason: &'static str,
    cause: String,
}

impl Failed {
    fn new(reason: &'static str, cause: impl ToString) -> Failed {
        Failed { reason, cause: cause.to_string() }
    }
}

impl std::convert::From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Failed {
        Failed::new("failed", refusal.report())
    }
}

/// The public id of an identity.
fn identity_id(identity: &IdentityRecord) -> String {
    let (issuer, subject) = (&identity.issuer, &identity.subject);
    hash(&format!("identity {}:{issuer}{subject}", issuer.len()))[..24].to_string()
}

impl App {
    /// A provider, if this server has it.
    fn oidc_provider(&self, id: &str) -> Result<(&Oidc, &Provider), Refusal> {
        let oidc = self.0.config.oidc.as_ref();
        let found = oidc.and_then(|oidc| Some((oidc, oidc.provider(id)?)));
        found.ok_or_else(|| Refusal::not_found("provider"))
    }

    /// The identities of a player, as the player sees them.
    pub(crate) async fn identities_of(&self, player: &str) -> Result<Vec<IdentityInfo>, Refusal> {
        let id = player.to_string();
        let found = self.store(move |store| store.identities(&id)).await?;
        let providers = self.0.config.oidc.as_ref().map_or(&[][..], Oidc::providers);
        let info = |identity: IdentityRecord| IdentityInfo {
            id: identity_id(&identity),
            provider: (providers.iter())
                .find(|provider| provider.settings.issuer == identity.issuer)
                .map(|provider| provider.settings.id.clone()),
            issuer: identity.issuer,
            subject: identity.subject,
            created: identity.created,
        };
        Ok(found.into_iter().map(info).collect())
    }

    /// Keeps something until a code is used.
    async fn keep(
        &self,
        purpose: CodePurpose,
        (player, provider): (Option<String>, &str),
        data: String,
        time: u64,
    ) -> Result<String, Refusal> {
        let (code, now) = (random_hex::<32>()?, self.now());
        let record = CodeRecord {
            hash: hash(&code),
            purpose,
            player,
            topic: provider.to_string(),
            data,
            created: now,
            expires: now.saturating_add(time),
        };
        self.store(move |store| store.add_code(&record, 0, usize::MAX)).await?;
        Ok(code)
    }

    /// Uses a code.
    async fn used(&self, code: &str, purpose: CodePurpose) -> Result<Option<CodeRecord>, Refusal> {
        if code.len() > MAX_CODE {
            return Ok(None);
        }
        let (hashed, now) = (hash(code), self.now());
        self.store(move |store| store.take_code(&hashed, purpose, now)).await
    }
}

/// `GET /api/v1/oidc`
pub(crate) async fn providers(State(app): State<App>) -> Reply<ProviderList> {
    let info = |provider: &Provider| ProviderInfo {
        id: provider.settings.id.clone(),
        name: provider.settings.name.clone(),
    };
    let all = app.0.config.oidc.as_ref().map_or(&[][..], Oidc::providers);
    Reply(ProviderList { providers: all.iter().map(info).collect() })
}

/// `POST /api/v1/oidc/{id}/start`: begins a sign-in, or links an identity to the calling player.
pub(crate) async fn start(
    State(app): State<App>,
    Anyone(player): Anyone,
    from: From,
    Path(id): Path,
    body: Bytes,
) -> Answered<SignInStarted> {
    app.limit("oidc", &address(from.as_deref()), app.limits().guests_per_minute)?;
    let (_, provider) = app.oidc_provider(&id)?;
    let asked: StartSignIn =
        if body.is_empty() { StartSignIn::default() } else { api::read(&body)? };
    // A stolen token must not be enough to add a way to sign in.
    if let Some(player) = &player {
        let id = player.id.clone();
        let known = app.store(move |store| store.player(&id)).await?;
        if known.is_some_and(|known| known.password.is_some()) {
            let missing = || Refusal::forbidden("linking an identity needs the password");
            app.confirm_password(player, asked.password.ok_or_else(missing)?).await?;
        }
    }
    let unavailable = |error| {
        Refusal::unavailable("the sign-in provider does not answer; try again").caused_by(error)
    };
    let document = provider.document().await.map_err(unavailable)?;
    let ticket = random_hex::<32>()?;
    let (nonce, verifier) = (random_hex::<32>()?, random_hex::<32>()?);
    let flow = Flow { nonce, verifier, ticket: hash(&ticket) };
    let owner = (player.map(|player| player.id), id.as_str());
    let kept = app.keep(CodePurpose::ProviderState, owner, api::write_text(&flow), STATE_TIME);
    let url = provider.authorization_url(&document, &kept.await?, &flow);
    Ok(Reply(SignInStarted { url, ticket }))
}

/// `GET /api/v1/oidc/{id}/callback`: the provider has sent the browser back.
pub(crate) async fn callback(
    State(app): State<App>,
    from: From,
    Path(id): Path,
    Query(query): Query<Callback>,
) -> Result<Response, Refusal> {
    app.limit("oidc", &address(from.as_deref()), app.limits().guests_per_minute)?;
    let (oidc, provider) = app.oidc_provider(&id)?;
    let fragment = match app.identify(provider, query).await {
        Ok(code) => format!("sign-in={code}"),
        Err(Failed { reason, cause }) => {
            tracing::warn!(provider = id, cause, "a sign-in with a provider was refused");
            format!("sign-in-error={reason}")
        }
    };
    let place = [(header::LOCATION, oidc.page(&fragment))];
    Ok((StatusCode::SEE_OTHER, place).into_response())
}

impl App {
    /// Who has signed in, as a code for the page.
    async fn identify(&self, provider: &Provider, query: Callback) -> Result<String, Failed> {
        let state = query.state.ok_or_else(|| Failed::new("failed", "there is no state"))?;
        let found = self.used(&state, CodePurpose::ProviderState).await?;
        let found =
            found.ok_or_else(|| Failed::new("expired", "the state is unknown, used or expired"))?;
        let settings = &provider.settings;
        if found.topic != settings.id {
            return Err(Failed::new("failed", "the state belongs to another provider"));
        }
        let flow: Flow = api::read(found.data.as_bytes())
            .map_err(|fault| Failed::new("failed", fault.message))?;
        let document = provider.document().await.map_err(|error| Failed::new("failed", error))?;
        match &query.iss {
            Some(issuer) if *issuer != settings.issuer => {
                return Err(Failed::new("failed", "the answer is of another issuer (iss)"));
            }
            None if document.authorization_response_iss_parameter_supported => {
                return Err(Failed::new("failed", "the answer does not name its issuer (iss)"));
            }
            _ => {}
        }
        if let Some(error) = query.error {
            let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            let error: String = error.chars().filter(plain).take(60).collect();
            let reason = if error == "access_denied" { "denied" } else { "failed" };
            return Err(Failed::new(reason, format!("the provider answers {error}")));
        }
        let code = query.code.filter(|code| code.len() <= MAX_PROVIDER_CODE);
        let code =
            code.ok_or_else(|| Failed::new("failed", "there is no code of up to 4096 bytes"))?;
        let signature = provider.identify(&code, &flow, self.now()).await;
        let signature = signature.map_err(|error| Failed::new("failed", error))?;
        let owner = (found.player, settings.id.as_str());
        let data = api::write_text(&signature);
        Ok(self.keep(CodePurpose::ProviderResult, owner, data, RESULT_TIME).await?)
    }
}

/// `POST /api/v1/oidc/finish`: the page asks for its token.
pub(crate) async fn finish(
    State(app): State<App>,
    Anyone(caller): Anyone,
    from: From,
    headers: HeaderMap,
    body: Bytes,
) -> Answered<SignedIn> {
    let from = address(from.as_deref());
    app.limit("code", &from, app.limits().sign_ins_per_minute)?;
    let asked: FinishSignIn = api::read(&body)?;
    let bad = || Refusal::forbidden("this code is wrong, used or expired; sign in again");
    let found = app.used(&asked.code, CodePurpose::ProviderResult).await?.ok_or_else(bad)?;
    let unreadable = |fault: tilewright_protocol::Fault| {
        Refusal::unavailable("this sign-in cannot be read; sign in again").caused_by(fault.message)
    };
    let signature: Signature = api::read(found.data.as_bytes()).map_err(unreadable)?;
    // The page that began has the ticket: a link that a stranger has sent is of no use.
    if asked.ticket.len() > MAX_CODE || hash(&asked.ticket) != signature.ticket {
        return Err(bad());
    }
    let owner = match found.player {
        None => None,
        Some(player) => {
            let same = caller.filter(|caller| caller.id == player);
            let message =
                "another player has begun this sign-in; use the token with which it began";
            Some(same.ok_or_else(|| Refusal::forbidden(message))?)
        }
    };
    let player = app.player_of_identity(signature, owner).await?;
    app.0.token_cache.invalidate(&player.id);
    app.remember_sign_in(&player.id, &from).await;
    app.issue_token(player, &headers).await.map(Reply)
}

impl App {
    /// The player of an identity: the one who has it, the one who gets it, or a new one.
    async fn player_of_identity(
        &self,
        signature: Signature,
        owner: Option<PlayerRecord>,
    ) -> Result<PlayerRecord, Refusal> {
        let (id, now) = (random_hex::<12>()?, self.now());
        let name = signature.name.and_then(|name| clean_name(&name).ok());
        let name = name.unwrap_or_else(|| format!("Player {}", &id[..4]));
        let Signature { issuer, subject, .. } = signature;
        let done = self.store(move |store| {
            if let Some(known) = store.identity(&issuer, &subject)? {
                return match &owner {
                    Some(owner) if owner.id != known.player && owner.login.is_some() => {
                        Err(StoreError::Taken)
                    }
                    _ => store.player(&known.player),
                };
            }
            // Nobody can choose such a name: control characters are refused.
            let login = |id: &str| format!("\u{1}oidc {id}");
            let identity = |player: &str| IdentityRecord {
                issuer: issuer.clone(),
                subject: subject.clone(),
                player: player.to_string(),
                created: now,
            };
            match owner {
                Some(owner) if owner.login.is_some() => {
                    store.link_identity(&identity(&owner.id))?;
                    store.player(&owner.id)
                }
                // A guest becomes an account, with all games.
                Some(guest) => {
                    store.register_with(&login(&guest.id), &identity(&guest.id))?;
                    store.player(&guest.id)
                }
                None => {
                    let login = Some(login(&id));
                    let new = PlayerRecord { id, name, login, password: None, created: now };
                    store.create_player_with(&new, &identity(&new.id))?;
                    Ok(Some(new))
                }
            }
        });
        let taken = |refusal: Refusal| match refusal.status {
            StatusCode::CONFLICT => Refusal::conflict(
                "this identity belongs to another account; sign in with it, or unlink it there",
            ),
            _ => refusal,
        };
        let player = done.await.map_err(taken)?;
        player.ok_or_else(|| Refusal::unavailable("the player is gone; try again"))
    }
}

/// `GET /api/v1/me/identities`
pub(crate) async fn list(State(app): State<App>, Player(player): Player) -> Answered<IdentityList> {
    Ok(Reply(IdentityList { identities: app.identities_of(&player.id).await? }))
}

/// `DELETE /api/v1/me/identities/{id}`
pub(crate) async fn unlink(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Result<StatusCode, Refusal> {
    let owner = player.id;
    let done = app.store(move |store| {
        let own = store.identities(&owner)?;
        let found = own.into_iter().find(|identity| identity_id(identity) == id);
        let unlink = |one: IdentityRecord| store.unlink_identity(&owner, &one.issuer, &one.subject);
        found.map(unlink).transpose()
    });
    match done.await?.ok_or_else(|| Refusal::not_found("identity"))? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::conflict("this is the only way to sign in; link another one first")),
    }
}
