//! Names that look alike, guests among the players, and chat that keeps its direction.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer};
use serde_json::{Value, json};

fn register(client: &mut Client, name: &str) -> (u16, Value) {
    client.post("/api/v1/players", json!({ "name": name, "password": "correct horse" }))
}

#[test]
fn accounts_cannot_have_names_that_look_alike() {
    let server = TestServer::new();
    let mut client = Client::new(server.address);
    assert_eq!(register(&mut client, "Alice").0, 200);
    for alike in ["alice", "AIice", "A1ice", "Аlice", "Ａlice", "Al\u{a0}ice"] {
        let (status, answer) = register(&mut client, alike);
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("conflict")), "{alike}");
    }
    for hidden in ["Ali\u{200b}ce", "\u{202e}ecilA", "Bob\nAlice", "Bob שלום"] {
        assert_eq!(register(&mut client, hidden).0, 400, "{hidden:?}");
    }
    assert_eq!(register(&mut client, "Bob").0, 200);
    // Letters of another case or width are the same name to sign in with.
    for name in ["Alice", " ALICE ", "Ａｌｉｃｅ"] {
        let body = json!({ "name": name, "password": "correct horse" });
        assert_eq!(client.post("/api/v1/sessions", body).0, 200, "{name}");
    }
}

#[test]
fn seats_show_ids_and_guests() {
    let server = TestServer::new();
    let mut ann = Client::new(server.address);
    let signed = register(&mut ann, "Ann").1;
    ann.token = Some(signed["token"].as_str().unwrap().to_string());
    let settings = json!({ "variant": { "shipped": "classic" }, "seats": ["me", "open", { "bot": "beginner" }] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let game = made["game"]["id"].as_str().unwrap().to_string();
    let mut guest = server.guest("Ann");
    let join = json!({ "invite": made["invites"][0]["code"] });
    let joined = guest.ok("POST", &format!("/api/v1/games/{game}/join"), Some(join));
    let own = guest.ok("GET", "/api/v1/me", None);
    for seats in [
        &joined["game"]["seats"],
        &ann.ok("GET", &format!("/api/v1/games/{game}"), None)["game"]["seats"],
        &ann.ok("GET", "/api/v1/games", None)["games"][0]["seats"],
    ] {
        assert_eq!(seats[0]["player"], signed["player"]["id"]);
        assert_eq!(seats[0].get("guest"), None);
        assert_eq!((&seats[1]["player"], &seats[1]["guest"]), (&own["id"], &json!(true)));
        assert_eq!((seats[2].get("player"), seats[2].get("guest")), (None, None));
    }
    let say = json!({ "text": "\u{202e}evil\u{2066} text\u{200f}" });
    let said = guest.ok("POST", &format!("/api/v1/games/{game}/chat"), Some(say));
    assert_eq!(said["text"], "evil text");
}
