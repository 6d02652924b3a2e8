//! Sign-in with providers of identities: what is good signs in, and every forgery is refused.

use crate::common::{Client, TestServer, id};
use crate::provider::{Begun, CLIENT, NOW, PUBLIC, Provider, SECRET, by, config, key};
use crate::sessions::ends;
use crate::tokens::{by_secret, signed};
use crate::{PASSWORD, account};
use ring::signature::KeyPair;
use serde_json::{Value, json};

const FINISH: &str = "/api/v1/oidc/finish";
const IDENTITIES: &str = "/api/v1/me/identities";

fn begin(client: &mut Client, provider: &Provider, body: Value) -> Begun {
    let path = format!("/api/v1/oidc/{}/start", provider.id);
    Begun::new(&client.ok("POST", &path, Some(body)))
}

/// What is behind `#` where the browser is sent after the provider.
fn back(server: &TestServer, provider: &str, query: &str) -> String {
    let mut browser = Client::new(server.address);
    let (status, text) =
        browser.send("GET", &format!("/api/v1/oidc/{provider}/callback?{query}"), b"");
    assert_eq!(status, 303, "{text}");
    let line = browser.headers.lines().find(|line| line.to_lowercase().starts_with("location:"));
    let place = line.unwrap().split_once(": ").unwrap().1.trim().to_string();
    place.strip_prefix(&format!("{PUBLIC}/#")).unwrap_or_else(|| panic!("{place}")).to_string()
}

fn returned(server: &TestServer, provider: &Provider, code: &str, begun: &Begun) -> String {
    back(server, provider.id, &format!("code={code}&state={}", begun.state))
}

/// The whole way of somebody, from a page with or without a token.
fn through(
    server: &TestServer,
    provider: &Provider,
    client: &mut Client,
    subject: &str,
    body: Value,
) -> (u16, Value) {
    let begun = begin(client, provider, body);
    let code = provider.good(&begun, subject);
    let fragment = returned(server, provider, &code, &begun);
    let code = fragment.strip_prefix("sign-in=").unwrap_or_else(|| panic!("{fragment}"));
    client.post(FINISH, json!({ "code": code, "ticket": begun.ticket }))
}

/// Somebody who has signed in with a provider.
fn signed_in(server: &TestServer, provider: &Provider, subject: &str) -> Client {
    let mut client = Client::new(server.address);
    let (status, made) = through(server, provider, &mut client, subject, json!({}));
    assert_eq!(status, 200, "{made}");
    client.token = made["token"].as_str().map(str::to_string);
    client
}

fn player(client: &mut Client) -> String {
    client.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string()
}

#[test]
fn an_identity_is_always_the_same_player() {
    let (acme, other) = (Provider::new("acme"), Provider::new("other"));
    let server = TestServer::config(config(&[&acme, &other]));
    let listed = Client::new(server.address).ok("GET", "/api/v1/oidc", None);
    assert_eq!(listed["providers"][0], json!({ "id": "acme", "name": "Provider acme" }));
    let mut joe = signed_in(&server, &acme, "joe");
    let me = joe.ok("GET", "/api/v1/me", None);
    assert_eq!((&me["name"], &me["guest"]), (&json!("Joe"), &json!(false)));
    assert_eq!(player(&mut signed_in(&server, &acme, "joe")), player(&mut joe));
    assert_ne!(player(&mut signed_in(&server, &acme, "jim")), player(&mut joe));
    assert_ne!(player(&mut signed_in(&server, &other, "joe")), player(&mut joe));
    // It is the only way to sign in, so it stays.
    let own = joe.ok("GET", IDENTITIES, None)["identities"].clone();
    assert_eq!(own.as_array().unwrap().len(), 1);
    assert_eq!((&own[0]["provider"], &own[0]["subject"]), (&json!("acme"), &json!("joe")));
    let path = format!("{IDENTITIES}/{}", own[0]["id"].as_str().unwrap());
    assert_eq!(joe.delete(&path).0, 409);
    let export = joe.ok("GET", "/api/v1/me/export", None);
    assert_eq!(export["identities"], own);
    // Who is deleted comes back as somebody else.
    let before = player(&mut joe);
    assert_eq!(joe.delete("/api/v1/me").0, 204);
    assert_ne!(player(&mut signed_in(&server, &acme, "joe")), before);
    assert_eq!(joe.post("/api/v1/oidc/nobody/start", json!({})).0, 401, "the token has ended");
    assert_eq!(Client::new(server.address).post("/api/v1/oidc/nobody/start", json!({})).0, 404);
}

#[test]
fn a_guest_becomes_an_account_with_all_games() {
    let acme = Provider::new("acme");
    let server = TestServer::config(config(&[&acme]));
    let mut guest = server.guest("Gil");
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"] });
    let game = id(&guest.ok("POST", "/api/v1/games", Some(settings)));
    let before = player(&mut guest);
    let (status, made) = through(&server, &acme, &mut guest, "gil", json!({}));
    assert_eq!(status, 200, "{made}");
    assert_eq!(made["player"], json!({ "id": before, "name": "Gil", "guest": false }));
    let mut account = Client::new(server.address);
    account.token = made["token"].as_str().map(str::to_string);
    assert!(ends(&mut guest), "the token of the guest");
    let games = account.ok("GET", "/api/v1/games", None);
    assert_eq!(games["games"][0]["id"], game);
    assert_eq!(player(&mut signed_in(&server, &acme, "gil")), before);
    // A guest whose identity has an account already signs in there, and stays a guest here.
    let mut second = server.guest("Gus");
    let (status, made) = through(&server, &acme, &mut second, "gil", json!({}));
    assert_eq!((status, &made["player"]["id"]), (200, &json!(before)));
    assert_eq!(second.ok("GET", "/api/v1/me", None)["guest"], true);
}

#[test]
fn identities_are_linked_with_the_password_listed_and_unlinked() {
    let acme = Provider::new("acme");
    let server = TestServer::config(config(&[&acme]));
    let mut ann = account(&server, "Ann");
    let start = "/api/v1/oidc/acme/start";
    assert_eq!(ann.post(start, json!({})).0, 403, "without the password");
    assert_eq!(ann.post(start, json!({ "password": "wrong" })).0, 403);
    let (status, made) = through(&server, &acme, &mut ann, "ann", json!({ "password": PASSWORD }));
    assert_eq!((status, &made["player"]["name"]), (200, &json!("Ann")));
    let own = player(&mut ann);
    assert_eq!(player(&mut signed_in(&server, &acme, "ann")), own);
    // Nobody else can have it.
    let mut bob = account(&server, "Bob");
    let (status, _) = through(&server, &acme, &mut bob, "ann", json!({ "password": PASSWORD }));
    assert_eq!(status, 409);
    // What one player has begun, nobody else can finish.
    let begun = begin(&mut ann, &acme, json!({ "password": PASSWORD }));
    let fragment = returned(&server, &acme, &acme.good(&begun, "second"), &begun);
    let code = fragment.strip_prefix("sign-in=").unwrap();
    let finish = json!({ "code": code, "ticket": begun.ticket });
    assert_eq!(bob.post(FINISH, finish.clone()).0, 403);
    assert_eq!(ann.post(FINISH, finish).0, 403, "the code was used");
    let listed = ann.ok("GET", IDENTITIES, None);
    assert_eq!(listed["identities"].as_array().unwrap().len(), 1);
    let path = format!("{IDENTITIES}/{}", listed["identities"][0]["id"].as_str().unwrap());
    assert_eq!(bob.delete(&path).0, 404);
    assert_eq!(ann.delete(&path).0, 204, "she has a password");
    assert_eq!(ann.delete(&path).0, 404);
    assert_ne!(player(&mut signed_in(&server, &acme, "ann")), own);
}

/// What signs a message.
type Signer = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// How a token is forged: changed claims, the head, and who signs.
struct Forgery {
    what: &'static str,
    changes: Value,
    head: Value,
    sign: Signer,
    reason: &'static str,
}

fn forgeries(provider: &Provider) -> Vec<Forgery> {
    let good = || json!({ "alg": "ES256", "kid": "k1" });
    let key_of_provider = {
        let document = provider.key.public_key().as_ref().to_vec();
        move || document.clone()
    };
    let claims = |what, changes: Value, reason| (what, changes, good(), None, reason);
    type Sign = Option<Signer>;
    let secret = |secret: Vec<u8>| -> Sign {
        Some(Box::new(move |message: &[u8]| by_secret(&secret)(message)))
    };
    let hs = || json!({ "alg": "HS256", "kid": "k1" });
    let stranger = key();
    let rows: Vec<(&'static str, Value, Value, Sign, &'static str)> = vec![
        claims("another nonce", json!({ "nonce": "0" }), "another sign-in (nonce)"),
        claims("no nonce", json!({ "nonce": null }), "another sign-in (nonce)"),
        claims("another audience", json!({ "aud": "shop" }), "another audience"),
        claims("no audience", json!({ "aud": null }), "another audience"),
        claims("two audiences", json!({ "aud": [CLIENT, "shop"] }), "no azp"),
        claims("another client", json!({ "azp": "shop" }), "another client (azp)"),
        claims("another issuer", json!({ "iss": "https://evil.example" }), "another issuer"),
        claims("no issuer", json!({ "iss": null }), "another issuer"),
        claims("expired", json!({ "exp": NOW - 31 }), "has expired"),
        claims("for ever", json!({ "exp": null }), "no exp"),
        claims("from the future", json!({ "iat": NOW + 60 }), "not valid yet"),
        claims("no subject", json!({ "sub": null }), "no sub"),
        claims("a long subject", json!({ "sub": "x".repeat(256) }), "no sub"),
        claims("a subject of a wrong type", json!({ "sub": 7 }), "wrong type"),
        (
            "no signature",
            json!({}),
            json!({ "alg": "none" }),
            secret(Vec::new()),
            "unknown algorithm",
        ),
        ("the public key as secret", json!({}), hs(), secret(key_of_provider()), "this algorithm"),
        (
            "the key set as secret",
            json!({}),
            hs(),
            secret(provider.key_set().to_string().into_bytes()),
            "this algorithm",
        ),
        ("the client's secret", json!({}), hs(), secret(SECRET.into()), "this algorithm"),
        (
            "another key",
            json!({}),
            good(),
            Some(Box::new(move |message: &[u8]| by(&stranger)(message))),
            "was not signed",
        ),
        ("an unknown key", json!({}), json!({ "alg": "ES256", "kid": "k2" }), None, "unknown key"),
        (
            "extensions",
            json!({}),
            json!({ "alg": "ES256", "kid": "k1", "crit": ["b64"] }),
            None,
            "crit",
        ),
    ];
    let whole = |(what, changes, head, sign, reason): (_, _, _, Sign, _)| {
        let sign = sign.unwrap_or_else(|| Box::new(|_: &[u8]| Vec::new()));
        Forgery { what, changes, head, sign, reason }
    };
    rows.into_iter().map(whole).collect()
}

/// The lines about refused sign-ins with a provider.
fn refusals(server: &TestServer, provider: &str) -> Vec<String> {
    let log = server.log.lock().unwrap();
    let named = format!("\"provider\":\"{provider}\"");
    log.iter()
        .filter(|line| line.contains("was refused") && line.contains(&named))
        .cloned()
        .collect()
}

#[test]
fn forged_tokens_are_refused_with_their_reason_in_the_log() {
    let forged = Provider::new("forged");
    let server = TestServer::config(config(&[&forged]));
    let mut page = Client::new(server.address);
    for Forgery { what, changes, head, sign, reason } in forgeries(&forged) {
        let begun = begin(&mut page, &forged, json!({}));
        let claims = forged.claims(&begun, "joe", changes);
        let honest = sign(b"").is_empty() && head["alg"] != "none";
        let token = match honest {
            true => signed(&head, &claims, by(&forged.key)),
            false => signed(&head, &claims, sign),
        };
        let before = refusals(&server, "forged").len();
        let code = forged.grant(&begun, token);
        assert_eq!(returned(&server, &forged, &code, &begun), "sign-in-error=failed", "{what}");
        let lines = refusals(&server, "forged");
        assert_eq!(lines.len(), before + 1, "{what}");
        assert!(lines[before].contains(reason), "{what}: {}", lines[before]);
    }
    assert!(server.store.identity(&forged.issuer, "joe").unwrap().is_none());
    // The same way with nothing forged is accepted: the table tests what it says.
    signed_in(&server, &forged, "joe");
    let log = server.log.lock().unwrap().join("");
    assert!(!log.contains(SECRET));
}

#[test]
fn replayed_mixed_up_and_late_answers_are_refused() {
    let (acme, mixed) = (Provider::new("replayed"), Provider::new("mixed"));
    let server = TestServer::config(config(&[&acme, &mixed]));
    let mut page = Client::new(server.address);
    let expect = |provider: &str, reason: &str| {
        let lines = refusals(&server, provider);
        assert!(lines.last().is_some_and(|line| line.contains(reason)), "{reason}: {lines:?}");
    };
    // A state is good once.
    let first = begin(&mut page, &acme, json!({}));
    let code = acme.good(&first, "joe");
    let fragment = returned(&server, &acme, &code, &first);
    assert!(fragment.starts_with("sign-in="), "{fragment}");
    assert_eq!(returned(&server, &acme, &code, &first), "sign-in-error=expired");
    expect("replayed", "the state is unknown, used or expired");
    // The provider's code is good once, and only for who began.
    let second = begin(&mut page, &acme, json!({}));
    assert_eq!(returned(&server, &acme, &code, &second), "sign-in-error=failed");
    expect("replayed", "invalid_grant");
    let (third, victim) = (begin(&mut page, &acme, json!({})), begin(&mut page, &acme, json!({})));
    let stolen = acme.good(&victim, "victim");
    assert_eq!(returned(&server, &acme, &stolen, &third), "sign-in-error=failed");
    expect("replayed", "invalid_grant");
    // The answer of one provider does not count for another.
    let begun = begin(&mut page, &acme, json!({}));
    let code = mixed.good(&begun, "joe");
    assert_eq!(returned(&server, &mixed, &code, &begun), "sign-in-error=failed");
    expect("mixed", "the state belongs to another provider");
    let begun = begin(&mut page, &acme, json!({}));
    let code = acme.good(&begun, "joe");
    let query = format!("code={code}&state={}&iss=https%3A%2F%2Fevil.example", begun.state);
    assert_eq!(back(&server, "replayed", &query), "sign-in-error=failed");
    expect("replayed", "another issuer (iss)");
    // Nothing, nonsense, and a player who says no.
    for query in ["", "state=0", "state=0&code=0", &format!("state={}", "x".repeat(5000))] {
        assert!(back(&server, "replayed", query).starts_with("sign-in-error="), "{query}");
    }
    let begun = begin(&mut page, &acme, json!({}));
    let query = format!("error=access_denied&state={}", begun.state);
    assert_eq!(back(&server, "replayed", &query), "sign-in-error=denied");
    // The page's code needs the page's ticket, works once, and not for long.
    let code = fragment.strip_prefix("sign-in=").unwrap();
    let other = begin(&mut page, &acme, json!({}));
    let finish = |code: &str, ticket: &str| json!({ "code": code, "ticket": ticket });
    assert_eq!(page.post(FINISH, finish(code, &other.ticket)).0, 403, "another page's ticket");
    assert_eq!(page.post(FINISH, finish(code, &first.ticket)).0, 403, "the attempt has used it");
    let begun = begin(&mut page, &acme, json!({}));
    let fragment = returned(&server, &acme, &acme.good(&begun, "joe"), &begun);
    server.pass_time(2 * 60_000);
    let code = fragment.strip_prefix("sign-in=").unwrap();
    assert_eq!(page.post(FINISH, finish(code, &begun.ticket)).0, 403, "two minutes are over");
    let begun = begin(&mut page, &acme, json!({}));
    let code = acme.good(&begun, "joe");
    server.pass_time(10 * 60_000);
    assert_eq!(returned(&server, &acme, &code, &begun), "sign-in-error=expired");
    assert!(server.store.identity(&acme.issuer, "joe").unwrap().is_none(), "nobody has signed in");
    let log = server.log.lock().unwrap().join("");
    assert!(!log.contains(&begun.state) && !log.contains(&begun.nonce) && !log.contains(SECRET));
}

#[test]
fn a_provider_that_does_not_answer_is_named_in_the_log() {
    let down = Provider::new("down");
    let mut settings = config(&[&down]);
    let gone = tilewright_server::OidcSettings {
        id: "gone".to_string(),
        name: "Gone".to_string(),
        issuer: "http://127.0.0.1:1".to_string(),
        client_id: CLIENT.to_string(),
        client_secret: None,
        scopes: Vec::new(),
    };
    // The discovery document of another issuer speaks for nobody else.
    let posing = tilewright_server::OidcSettings {
        id: "posing".to_string(),
        issuer: format!("{}/", down.issuer),
        ..gone.clone()
    };
    let oidc = tilewright_server::Oidc::new(vec![gone, posing], PUBLIC.parse().unwrap()).unwrap();
    settings.oidc = Some(oidc);
    let server = TestServer::config(settings);
    let mut page = Client::new(server.address);
    for (id, reason) in [("gone", "127.0.0.1:1"), ("posing", "it is of another issuer")] {
        let (status, answer) = page.post(&format!("/api/v1/oidc/{id}/start"), json!({}));
        assert_eq!(status, 503, "{answer}");
        assert!(!answer.to_string().contains("127.0.0.1"), "{answer}");
        let log = server.log.lock().unwrap();
        assert!(log.iter().any(|line| line.contains(reason)), "{id}");
    }
}
