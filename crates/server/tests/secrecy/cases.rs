//! What can be asked: for every operation of the OpenAPI document and every message of a socket.
//! An operation or a message without a case here fails the test.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use tilewright_server::openapi_json;

/// One request.
pub struct Ask {
    pub method: String,
    pub path: String,
    pub body: Value,
    /// Whether it takes something away from who asks; such are asked last.
    pub last: bool,
}

/// The operations of the document: (method, path).
pub fn operations() -> BTreeSet<(String, String)> {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    let mut found = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let methods = operations.as_object().unwrap().keys();
        let known = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];
        let methods = methods.filter(|method| known.contains(&method.as_str()));
        found.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
    }
    found
}

/// The bodies and queries with which an operation is asked; `None` if nobody has thought of it.
fn variations(method: &str, path: &str) -> Option<Vec<(&'static str, Value)>> {
    let none = || Some(vec![("", Value::Null)]);
    let strange =
        json!({ "move": { "actions": [{ "place": { "x": 7, "y": 7, "kind_id": "?" } }] } });
    match (method, path.trim_start_matches("/api/v1")) {
        ("GET", "/" | "/app.js" | "/app.css" | "/healthz" | "/readyz" | "/metrics") => none(),
        ("GET", "/openapi.json" | "/schema.json" | "/variants" | "/me" | "/me/inventory") => none(),
        ("GET", "/me/export" | "/daily" | "/games" | "/games/{id}" | "/players/{id}/ratings") => {
            none()
        }
        ("GET", "/players/{id}/profile") => none(),
        ("GET", "/players/{id}/ratings/history") => Some(vec![
            ("?family=rect-en", Value::Null),
            ("?family=rect-en&after=1&id=x", Value::Null),
            ("?family=classic", Value::Null),
            ("", Value::Null),
        ]),
        ("GET", "/games/{id}/share" | "/games/{id}/hints" | "/games/{id}/live") => none(),
        ("GET", "/variants/{id}" | "/variants/{id}/board.svg" | "/games/{id}/variant") => none(),
        ("GET", "/games/{id}/export.json" | "/games/{id}/export.gcg") => none(),
        ("GET", "/games/{id}/events") => {
            Some(vec![("", Value::Null), ("?after=3", Value::Null), ("?after=x", Value::Null)])
        }
        ("GET", "/games/{id}/chat") => Some(vec![("", Value::Null), ("?after=0", Value::Null)]),
        ("GET", "/games/{id}/board.svg" | "/games/{id}/account.svg") => {
            Some(vec![("", Value::Null), ("?theme=dark&legend=true", Value::Null)])
        }
        ("POST", "/engine") => Some(vec![
            ("", json!({ "v": 1, "call": { "op": "variants" } })),
            ("", json!({ "v": 1, "call": { "op": "nothing" } })),
        ]),
        ("POST", "/guests") => Some(vec![("", json!({ "name": "Gil" }))]),
        ("POST", "/players") => {
            Some(vec![("", json!({ "name": "Pat", "password": "short" })), ("", json!({}))])
        }
        ("POST", "/sessions") => {
            Some(vec![("", json!({ "name": "Pat", "password": "wrong one" }))])
        }
        ("GET", "/sessions" | "/me/email" | "/me/identities" | "/oidc") => none(),
        ("GET", "/oidc/{id}/callback") => Some(vec![("?state=0&code=0", Value::Null)]),
        ("POST", "/oidc/{id}/start") => Some(vec![("", json!({}))]),
        ("POST", "/oidc/finish") => Some(vec![("", json!({ "code": "0", "ticket": "0" }))]),
        ("DELETE", "/me/identities/{id}") => none(),
        ("POST", "/me/email") => Some(vec![
            ("", json!({ "address": "pat@example.org", "password": "wrong one" })),
            ("", json!({ "password": "wrong one" })),
        ]),
        ("POST", "/email/verify") => Some(vec![("", json!({ "code": "0" }))]),
        ("POST", "/password-resets") => Some(vec![("", json!({ "address": "pat@example.org" }))]),
        ("POST", "/password-resets/confirm") => {
            Some(vec![("", json!({ "code": "0", "password": "another one" }))])
        }
        ("DELETE", "/sessions/current" | "/sessions" | "/sessions/{id}" | "/me") => none(),
        ("POST", "/me/name") => Some(vec![("", json!({ "name": "" })), ("", json!({}))]),
        ("POST", "/me/password") => {
            Some(vec![("", json!({ "old": "wrong one", "new": "another one" }))])
        }
        ("POST", "/daily") => none(),
        ("POST", "/games") => Some(vec![
            ("", json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open"] })),
            ("", json!({ "variant": { "shipped": "names" }, "seats": ["me", "open"] })),
        ]),
        ("POST", "/games/{id}/join") => Some(vec![("", json!({ "invite": "x" })), ("", json!({}))]),
        ("POST", "/games/{id}/start" | "/games/{id}/rematch") => none(),
        ("POST", "/games/{id}/commands") => Some(vec![
            ("", json!({ "client_id": "w", "revision": 0, "command": { "type": "pass" } })),
            ("", json!({ "client_id": "w", "revision": 0, "command": { "type": "challenge" } })),
            (
                "",
                json!({ "client_id": "w", "revision": "REVISION",
                "command": { "type": "move", "move": strange["move"] } }),
            ),
        ]),
        ("POST", "/games/{id}/preview") => Some(vec![
            ("", strange),
            ("", json!({ "move": { "actions": [{ "swap_rack": { "tiles": ["?", "?"] } }] } })),
            (
                "",
                json!({ "move": { "actions": [{ "place": { "x": 7, "y": 7, "kind_id": "OWN" } }] } }),
            ),
        ]),
        ("GET", "/me/blocks" | "/admin/reports" | "/admin/quarantine" | "/admin/audit") => none(),
        ("GET", "/admin/players") => Some(vec![("?name=seat", Value::Null), ("", Value::Null)]),
        ("GET", "/admin/players/{id}" | "/admin/games/{id}") => none(),
        // One that changes nothing for those who may do it: the player is the viewer themselves.
        ("POST", "/admin/players/{id}") => {
            Some(vec![("", json!({ "type": "ban", "reason": "x" })), ("", json!({}))])
        }
        ("POST", "/admin/games/{id}") => Some(vec![
            ("", json!({ "type": "requeue", "reason": "x" })),
            ("", json!({ "type": "delete", "reason": "x" })),
        ]),
        ("POST", "/admin/reports/{id}") => Some(vec![("", json!({ "note": "x" }))]),
        ("POST", "/players/{id}/block") => Some(vec![("", json!({ "kind": "mute" }))]),
        ("DELETE", "/players/{id}/block") => none(),
        ("POST", "/reports") => {
            Some(vec![("", json!({ "subject": { "game": "none" }, "text": "x" }))])
        }
        ("GET", "/lobby/seeks") => Some(vec![("", Value::Null), ("?rated=true", Value::Null)]),
        ("GET", "/lobby/mine" | "/lobby/live") => none(),
        ("POST", "/lobby/seeks") => Some(vec![
            ("", json!({ "variant": "anadrome", "time": { "days": 3 } })),
            ("", json!({ "variant": "names" })),
        ]),
        ("POST", "/lobby/pair") => Some(vec![("", json!({ "variant": "anadrome" }))]),
        ("POST", "/lobby/seeks/{id}/take") => none(),
        ("DELETE", "/lobby/seeks/{id}" | "/games/{id}/rematch") => none(),
        ("POST", "/games/{id}/chat") => Some(vec![("", json!({ "text": "hello" }))]),
        _ => None,
    }
}

/// Everything that can be asked about a game.
pub fn everything(game: &str, player: &str, revision: u64, own: Option<&str>) -> Vec<Ask> {
    let mut asks = Vec::new();
    for (method, path) in operations() {
        let variations = variations(&method, &path);
        let variations = variations.unwrap_or_else(|| {
            panic!("{method} {path} is in the document, but nobody asks it here: add a case")
        });
        for (query, body) in variations {
            let mut parts = path.split('/').skip(3).skip_while(|part| *part == "admin");
            let which = match parts.next() {
                Some("players") => player,
                Some("variants") => "classic",
                _ => game,
            };
            let text = body.to_string().replace("\"REVISION\"", &revision.to_string());
            let text = text.replace("OWN", own.unwrap_or("?"));
            asks.push(Ask {
                path: path.replace("{id}", which) + query,
                last: method == "DELETE",
                method: method.clone(),
                body: serde_json::from_str(&text).unwrap(),
            });
        }
    }
    asks
}

/// What a socket receives after its hello, for every message that the schema knows.
pub fn socket_messages() -> Vec<Value> {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    let known = document["components"]["schemas"]["SocketRequest"]["oneOf"].as_array().unwrap();
    let mut messages = Vec::new();
    for kind in known {
        match kind["properties"]["type"]["const"].as_str().unwrap() {
            // The hello that opens the socket; said again, it is an error that closes it.
            "hello" => messages.push(json!({ "type": "hello" })),
            "ping" => messages.insert(0, json!({ "type": "ping" })),
            other => panic!("the message {other} of a socket is not said here: add a case"),
        }
    }
    messages
}
