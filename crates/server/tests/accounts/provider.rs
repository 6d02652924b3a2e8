//! A provider of identities of the test, which also makes forgeries.

use crate::common::generous;
use crate::tokens::{base64_url, signed};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use tilewright_server::{Config, Oidc, OidcSettings};

/// The time on the server's clock, in seconds.
pub const NOW: u64 = 1_700_000_000;
pub const CLIENT: &str = "games";
pub const SECRET: &str = "a secret of this client at the provider";
pub const PUBLIC: &str = "https://games.example.org";

/// What one code gives.
struct Grant {
    challenge: String,
    token: String,
}

/// A provider on this machine.
pub struct Provider {
    pub id: &'static str,
    pub issuer: String,
    pub key: EcdsaKeyPair,
    grants: Arc<Mutex<HashMap<String, Grant>>>,
}

/// What a page has begun.
#[derive(Clone)]
pub struct Begun {
    pub state: String,
    pub nonce: String,
    pub challenge: String,
    pub ticket: String,
}

impl Begun {
    pub fn new(started: &Value) -> Begun {
        let url = started["url"].as_str().unwrap();
        let query = url.split_once('?').unwrap().1;
        let fields: HashMap<&str, &str> =
            query.split('&').map(|field| field.split_once('=').unwrap()).collect();
        assert_eq!((fields["response_type"], fields["code_challenge_method"]), ("code", "S256"));
        Begun {
            state: fields["state"].to_string(),
            nonce: fields["nonce"].to_string(),
            challenge: fields["code_challenge"].to_string(),
            ticket: started["ticket"].as_str().unwrap().to_string(),
        }
    }
}

pub fn key() -> EcdsaKeyPair {
    let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
    let document = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(kind, document.as_ref(), &random).unwrap()
}

/// A signature by a key.
pub fn by(key: &EcdsaKeyPair) -> impl Fn(&[u8]) -> Vec<u8> + '_ {
    |message| key.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec()
}

impl Provider {
    pub fn new(id: &'static str) -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let provider = Provider { id, issuer, key: key(), grants: Arc::default() };
        let (issuer, keys) = (provider.issuer.clone(), provider.key_set().to_string());
        let (grants, id) = (provider.grants.clone(), provider.id);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                drop(answer(stream, id, &issuer, &keys, &grants));
            }
        });
        provider
    }

    pub fn key_set(&self) -> Value {
        let point = self.key.public_key().as_ref();
        let (x, y) = (base64_url(&point[1..33]), base64_url(&point[33..]));
        json!({ "keys": [{ "kty": "EC", "kid": "k1", "crv": "P-256", "x": x, "y": y }] })
    }

    fn settings(&self) -> OidcSettings {
        OidcSettings {
            id: self.id.to_string(),
            name: format!("Provider {}", self.id),
            issuer: self.issuer.clone(),
            client_id: CLIENT.to_string(),
            client_secret: Some(SECRET.to_string()),
            scopes: vec!["profile".to_string()],
        }
    }

    /// Good claims with changes; `null` takes one away.
    pub fn claims(&self, begun: &Begun, subject: &str, changes: Value) -> Value {
        let mut claims = json!({ "iss": self.issuer, "sub": subject, "aud": CLIENT,
            "exp": NOW + 600, "iat": NOW, "nonce": begun.nonce, "name": "Joe" });
        for (key, value) in changes.as_object().unwrap() {
            match value {
                Value::Null => drop(claims.as_object_mut().unwrap().remove(key)),
                value => claims[key] = value.clone(),
            }
        }
        claims
    }

    /// A code for a token.
    pub fn grant(&self, begun: &Begun, token: String) -> String {
        let code = format!("code{}", self.grants.lock().unwrap().len());
        let grant = Grant { challenge: begun.challenge.clone(), token };
        self.grants.lock().unwrap().insert(code.clone(), grant);
        code
    }

    /// A code for a good token of somebody.
    pub fn good(&self, begun: &Begun, subject: &str) -> String {
        let head = json!({ "alg": "ES256", "kid": "k1" });
        self.grant(begun, signed(&head, &self.claims(begun, subject, json!({})), by(&self.key)))
    }
}

/// A configuration with providers.
pub fn config(providers: &[&Provider]) -> Config {
    let settings = providers.iter().map(|provider| provider.settings()).collect();
    let oidc = Oidc::new(settings, PUBLIC.parse().unwrap()).unwrap();
    Config { oidc: Some(oidc), ..generous() }
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                let digits = std::str::from_utf8(&digits).unwrap().to_string();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap());
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn answer(
    stream: TcpStream,
    id: &str,
    issuer: &str,
    keys: &str,
    grants: &Mutex<HashMap<String, Grant>>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let (status, text) = match head.split(' ').nth(1).unwrap() {
        "/.well-known/openid-configuration" => {
            let document = json!({ "issuer": issuer, "authorization_endpoint": format!("{issuer}/auth"),
                "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/keys") });
            (200, document.to_string())
        }
        "/keys" => (200, keys.to_string()),
        "/token" => token(&head, &String::from_utf8(body).unwrap(), id, grants),
        _ => (404, String::new()),
    };
    let length = text.len();
    let answer = format!("HTTP/1.1 {status} x\r\nContent-Length: {length}\r\n\r\n{text}");
    (&stream).write_all(answer.as_bytes())
}

/// Gives a token for a code, once, to the client that can prove that it began.
fn token(
    head: &str,
    body: &str,
    id: &str,
    grants: &Mutex<HashMap<String, Grant>>,
) -> (u16, String) {
    let fields: HashMap<&str, String> = (body.split('&'))
        .map(|field| field.split_once('=').unwrap())
        .map(|(name, value)| (name, decode(value)))
        .collect();
    assert!(head.to_ascii_lowercase().contains("authorization: basic "), "{head}");
    assert!(!body.contains("secret"), "the secret is in a header");
    assert_eq!(fields["redirect_uri"], format!("{PUBLIC}/api/v1/oidc/{id}/callback"));
    assert_eq!(fields["grant_type"], "authorization_code");
    let grant = grants
        .lock()
        .unwrap()
        .get_mut(&fields["code"])
        .map(|grant| (grant.challenge.clone(), std::mem::take(&mut grant.token)));
    let challenge = base64_url(digest(&SHA256, fields["code_verifier"].as_bytes()).as_ref());
    match grant {
        Some((wanted, token)) if wanted == challenge && !token.is_empty() => (
            200,
            json!({ "access_token": "x", "token_type": "Bearer", "id_token": token }).to_string(),
        ),
        _ => (400, json!({ "error": "invalid_grant" }).to_string()),
    }
}
