//! Sign-in with tokens of the operator: good ones name a stable player, all others are refused
//! with a reason.

use crate::common::{Client, TestServer, generous};
use crate::tokens::{base64_url, by_secret, rsa, signed};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use tilewright_server::{Config, Jwt, JwtSettings};
use tilewright_storage::MemoryStore;

const SECRET: &[u8] = b"thirty-two bytes or more, for HS256";
const ISSUER: &str = "https://id.example.org";
/// The time on the server's clock, in seconds.
const NOW: u64 = 1_700_000_000;

struct Keys {
    ec: EcdsaKeyPair,
    ed: Ed25519KeyPair,
    random: SystemRandom,
}

impl Keys {
    fn new() -> Keys {
        let random = SystemRandom::new();
        let kind = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let ec = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        let ec = EcdsaKeyPair::from_pkcs8(kind, ec.as_ref(), &random).unwrap();
        let ed = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let ed = Ed25519KeyPair::from_pkcs8(ed.as_ref()).unwrap();
        Keys { ec, ed, random }
    }

    /// The public keys, with some that are of no use here.
    fn set(&self) -> Value {
        let point = self.ec.public_key().as_ref();
        json!({ "keys": [
            { "kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256", "n": rsa::MODULUS, "e": "AQAB" },
            { "kty": "EC", "kid": "ec", "crv": "P-256", "x": base64_url(&point[1..33]), "y": base64_url(&point[33..]) },
            { "kty": "OKP", "kid": "ed", "crv": "Ed25519", "x": base64_url(self.ed.public_key().as_ref()) },
            { "kty": "oct", "kid": "oct", "k": base64_url(b"a symmetric key in a public set is nonsense") },
            { "kty": "RSA", "kid": "enc", "use": "enc", "n": rsa::MODULUS, "e": "AQAB" },
            { "kty": "strange", "kid": "x" }, 7
        ] })
    }

    fn by_ec(&self) -> impl Fn(&[u8]) -> Vec<u8> + '_ {
        |message| self.ec.sign(&self.random, message).unwrap().as_ref().to_vec()
    }

    fn by_ed(&self) -> impl Fn(&[u8]) -> Vec<u8> + '_ {
        |message| self.ed.sign(message).as_ref().to_vec()
    }
}

fn open(settings: JwtSettings) -> Result<Jwt, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(Jwt::open(settings)).map_err(|error| error.to_string())
}

fn server(settings: JwtSettings) -> TestServer {
    let config = Config { jwt: Some(open(settings).unwrap()), ..generous() };
    TestServer::with(Arc::new(MemoryStore::new()), config)
}

fn settings() -> JwtSettings {
    JwtSettings {
        issuer: Some(ISSUER.to_string()),
        audience: Some("tilewright".to_string()),
        ..JwtSettings::default()
    }
}

fn key_file(keys: &Keys, name: &str) -> std::path::PathBuf {
    let path =
        std::env::temp_dir().join(format!("tilewright-jwks-{name}-{}.json", std::process::id()));
    std::fs::write(&path, keys.set().to_string()).unwrap();
    path
}

/// Good claims with changes; `null` takes one away.
fn claims(changes: Value) -> Value {
    let mut claims = json!({ "sub": "joe", "name": "Joe", "iss": ISSUER, "aud": "tilewright", "exp": NOW + 600 });
    for (key, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(key)),
            value => claims[key] = value.clone(),
        }
    }
    claims
}

fn me(server: &TestServer, token: &str) -> (u16, Value) {
    let mut client = Client::new(server.address);
    client.token = Some(token.to_string());
    client.get("/api/v1/me")
}

#[test]
fn tokens_that_are_not_good_are_refused_with_a_reason() {
    let keys = Keys::new();
    let file = key_file(&keys, "bad");
    let jwks = Some(file.display().to_string());
    let server = server(JwtSettings { secret: Some(SECRET.to_vec()), jwks, ..settings() });
    let hs = |claims: Value| signed(&json!({ "alg": "HS256" }), &claims, by_secret(SECRET));
    let head = |alg: &str, kid: &str| json!({ "alg": alg, "kid": kid });
    let good = claims(json!({}));
    let set = keys.set();
    let rsa_parts: Vec<&str> = rsa::TOKEN.split('.').collect();
    let changed = format!(
        "{}.{}.{}",
        rsa_parts[0],
        base64_url(claims(json!({ "sub": "root" })).to_string().as_bytes()),
        rsa_parts[2]
    );
    let table: Vec<(&str, String, &str)> = vec![
        (
            "no signature",
            signed(&json!({ "alg": "none" }), &good, |_| Vec::new()),
            "unknown algorithm",
        ),
        ("None", signed(&json!({ "alg": "None" }), &good, |_| Vec::new()), "unknown algorithm"),
        (
            "an empty signature",
            signed(&json!({ "alg": "HS256" }), &good, |_| Vec::new()),
            "not signed",
        ),
        (
            "another secret",
            signed(&json!({ "alg": "HS256" }), &good, by_secret(b"another secret")),
            "not signed",
        ),
        (
            "no secret at all",
            signed(&json!({ "alg": "HS256" }), &good, by_secret(b"")),
            "not signed",
        ),
        // A public key that everybody knows is no secret.
        (
            "the modulus as secret",
            signed(&head("HS256", "rsa"), &good, by_secret(rsa::MODULUS.as_bytes())),
            "not signed",
        ),
        (
            "the key set as secret",
            signed(&head("HS256", "rsa"), &good, by_secret(set.to_string().as_bytes())),
            "not signed",
        ),
        (
            "a point as secret",
            signed(&head("HS256", "ec"), &good, by_secret(keys.ec.public_key().as_ref())),
            "not signed",
        ),
        (
            "the symmetric key of the set",
            signed(
                &head("HS256", "oct"),
                &good,
                by_secret(b"a symmetric key in a public set is nonsense"),
            ),
            "not signed",
        ),
        ("HS384", signed(&json!({ "alg": "HS384" }), &good, by_secret(SECRET)), "algorithm"),
        ("HS512", signed(&json!({ "alg": "HS512" }), &good, by_secret(SECRET)), "algorithm"),
        ("PS256 with an RSA key", signed(&head("PS256", "rsa"), &good, keys.by_ec()), "algorithm"),
        (
            "RS256 signed by another kind",
            signed(&head("RS256", "rsa"), &good, keys.by_ec()),
            "not signed",
        ),
        (
            "ES256 that names the RSA key",
            signed(&head("ES256", "rsa"), &good, keys.by_ec()),
            "unknown signing key",
        ),
        (
            "EdDSA that names the EC key",
            signed(&head("EdDSA", "ec"), &good, keys.by_ed()),
            "unknown signing key",
        ),
        ("ES256 by the other key", signed(&head("ES256", "ec"), &good, keys.by_ed()), "not signed"),
        (
            "EdDSA by the other key",
            signed(&head("EdDSA", "ed"), &good, Keys::new().by_ed()),
            "not signed",
        ),
        (
            "ES256 of a stranger",
            signed(&head("ES256", "ec"), &good, Keys::new().by_ec()),
            "not signed",
        ),
        (
            "an unknown key",
            signed(&head("ES256", "nobody"), &good, keys.by_ec()),
            "unknown signing key",
        ),
        (
            "a key for other purposes",
            signed(&head("RS256", "enc"), &good, keys.by_ec()),
            "unknown signing key",
        ),
        ("changed claims", changed, "not signed"),
        ("expired", hs(claims(json!({ "exp": NOW - 31 }))), "expired"),
        ("without an end", hs(claims(json!({ "exp": null }))), "no exp"),
        ("an end that is no number", hs(claims(json!({ "exp": "tomorrow" }))), "wrong type"),
        ("an end beyond all numbers", hs(claims(json!({ "exp": -1e300 }))), "expired"),
        ("not yet", hs(claims(json!({ "nbf": NOW + 60 }))), "not valid yet"),
        ("a beginning that is no number", hs(claims(json!({ "nbf": "now" }))), "wrong type"),
        ("another audience", hs(claims(json!({ "aud": "other" }))), "audience"),
        ("other audiences", hs(claims(json!({ "aud": ["a", "b"] }))), "audience"),
        ("no audience", hs(claims(json!({ "aud": null }))), "audience"),
        ("another issuer", hs(claims(json!({ "iss": "https://evil.example.org" }))), "issuer"),
        ("no issuer", hs(claims(json!({ "iss": null }))), "issuer"),
        ("no subject", hs(claims(json!({ "sub": null }))), "sub"),
        ("an empty subject", hs(claims(json!({ "sub": "" }))), "sub"),
        ("a long subject", hs(claims(json!({ "sub": "x".repeat(513) }))), "sub"),
        ("a subject that is no text", hs(claims(json!({ "sub": 7 }))), "wrong type"),
        (
            "extensions",
            signed(
                &json!({ "alg": "HS256", "crit": ["b64"], "b64": false }),
                &good,
                by_secret(SECRET),
            ),
            "crit",
        ),
        ("a huge token", hs(claims(json!({ "more": "x".repeat(60_000) }))), "too long"),
        (
            "claims that are no object",
            signed(&json!({ "alg": "HS256" }), &json!([1, 2]), by_secret(SECRET)),
            "wrong type",
        ),
        ("two points", "..".to_string(), "not a token"),
        ("no base64", "a.b!.c".to_string(), "not a token"),
        ("a word", "word".to_string(), "send `Authorization"),
        ("four parts", "a.b.c.d".to_string(), "send `Authorization"),
    ];
    for (what, token, reason) in table {
        let (status, answer) = me(&server, &token);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert_eq!(
            (status, answer["error"]["code"].as_str()),
            (401, Some("unauthorized")),
            "{what}: {answer}"
        );
        assert!(message.contains(reason), "{what}: {message}");
    }
    // Nobody has become a player by that.
    assert!(server.store.player_by_login("joe").unwrap().is_none());
    let _ = std::fs::remove_file(file);
}

#[test]
fn a_subject_is_always_the_same_player() {
    let keys = Keys::new();
    let file = key_file(&keys, "good");
    let jwks = Some(file.display().to_string());
    let server = server(JwtSettings { secret: Some(SECRET.to_vec()), jwks, ..settings() });
    let joe =
        |head: Value, sign: &dyn Fn(&[u8]) -> Vec<u8>| signed(&head, &claims(json!({})), sign);
    let same = [
        joe(json!({ "alg": "HS256", "typ": "JWT" }), &by_secret(SECRET)),
        joe(json!({ "alg": "ES256", "kid": "ec" }), &keys.by_ec()),
        joe(json!({ "alg": "ES256" }), &keys.by_ec()),
        joe(json!({ "alg": "EdDSA", "kid": "ed" }), &keys.by_ed()),
        // Clocks may differ a little; an audience may be one of several.
        signed(
            &json!({ "alg": "HS256" }),
            &claims(json!({ "exp": NOW - 20, "nbf": NOW + 20, "aud": ["x", "tilewright"] })),
            by_secret(SECRET),
        ),
    ];
    let first = me(&server, &same[0]).1;
    assert_eq!((first["name"].as_str(), first["guest"].as_bool()), (Some("Joe"), Some(false)));
    for token in &same {
        assert_eq!(me(&server, token), (200, first.clone()));
    }
    let rita = me(&server, rsa::TOKEN);
    assert_eq!((rita.0, rita.1["name"].as_str()), (200, Some("Rita")));
    // Other subjects, and the same subject elsewhere, are other players.
    let other = signed(
        &json!({ "alg": "HS256" }),
        &claims(json!({ "sub": "jim", "name": 5 })),
        by_secret(SECRET),
    );
    let jim = me(&server, &other).1;
    assert!(jim["id"] != first["id"] && jim["name"].as_str().unwrap().starts_with("Player "));
    // Many first requests at the same moment make one player.
    let new =
        signed(&json!({ "alg": "HS256" }), &claims(json!({ "sub": "new" })), by_secret(SECRET));
    let ids: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|_| scope.spawn(|| me(&server, &new).1["id"].to_string())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1, "{ids:?}");
    // Such a player cannot be given a password, and its token cannot be revoked here.
    let mut client = Client::new(server.address);
    client.token = Some(same[0].clone());
    assert_eq!(
        client.post("/api/v1/players", json!({ "name": "Joe", "password": "long enough" })).0,
        409
    );
    assert_eq!(client.delete("/api/v1/sessions/current").0, 409);
    // A name for a sign-in cannot be that of a subject.
    let (status, _) =
        client.post("/api/v1/sessions", json!({ "name": "\u{1}jwt x", "password": "long enough" }));
    assert_eq!(status, 401);
    // Time goes on for tokens too.
    server.pass_time(700_000);
    assert_eq!(me(&server, &same[0]).0, 401);
    let _ = std::fs::remove_file(file);
}

#[test]
fn keys_that_cannot_be_used_are_refused_at_the_start() {
    let keys = Keys::new();
    let write = |name: &str, text: &str| {
        let path =
            std::env::temp_dir().join(format!("tilewright-bad-{name}-{}.json", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let jwks = |place: String| JwtSettings { jwks: Some(place), ..settings() };
    let only_symmetric = json!({ "keys": [keys.set()["keys"][3]] }).to_string();
    let table = [
        (settings(), "neither"),
        (JwtSettings { secret: Some(b"short".to_vec()), ..settings() }, "needed are 32"),
        (jwks("/nowhere/keys.json".into()), "/nowhere/keys.json"),
        (jwks(write("json", "{")), "no JSON Web Key Set"),
        (jwks(write("empty", "{\"keys\":[]}")), "no key for"),
        (jwks(write("symmetric", &only_symmetric)), "no key for"),
        (jwks("http://127.0.0.1:1/keys".into()), "http://127.0.0.1:1/keys"),
        (jwks("https://127.0.0.1:1/keys".into()), "https://127.0.0.1:1/keys"),
    ];
    for (settings, part) in table {
        let error = open(settings).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn keys_come_from_an_address_and_are_read_again() {
    let (old, new) = (Keys::new(), Keys::new());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/keys.json", listener.local_addr().unwrap());
    let current = Arc::new(Mutex::new(old.set().to_string()));
    let shown = current.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 1000];
            let _ = stream.read(&mut head);
            let body = shown.lock().unwrap().clone();
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    let server = server(JwtSettings { jwks: Some(url), ..settings() });
    let token = |keys: &Keys, kid: &str| {
        signed(&json!({ "alg": "EdDSA", "kid": kid }), &claims(json!({})), keys.by_ed())
    };
    assert_eq!(me(&server, &token(&old, "ed")).0, 200);
    // The operator has a new key, with a new name. The server looks again, but not all the time.
    *current.lock().unwrap() = new.set().to_string().replace("\"ed\"", "\"ed2\"");
    assert_eq!(me(&server, &token(&new, "ed2")).0, 401, "it has just looked");
    std::thread::sleep(std::time::Duration::from_secs(16));
    assert_eq!(me(&server, &token(&new, "ed2")).0, 200);
    assert_eq!(me(&server, &token(&old, "ed")).0, 401, "the old key is gone");
}

#[test]
fn without_keys_no_such_token_is_taken() {
    let server = TestServer::new();
    let token = signed(&json!({ "alg": "HS256" }), &claims(json!({})), by_secret(b""));
    assert_eq!(me(&server, &token).0, 401);
}
