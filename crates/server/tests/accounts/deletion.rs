//! Who leaves leaves nothing behind.

use crate::common::{TestServer, id, short_games_count};
use crate::email::verified;
use crate::smtp::Smtp;
use crate::{PASSWORD, account, sign_in};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tilewright_server::Config;
use tilewright_storage::SqliteStore;

/// The texts that the files of a database contain, in any case.
fn contained<'a>(database: &Path, texts: &[&'a str]) -> Vec<&'a str> {
    let mut bytes = Vec::new();
    for ending in ["", "-wal", "-shm"] {
        let path = format!("{}{ending}", database.display());
        bytes.extend(std::fs::read(path).unwrap_or_default());
    }
    bytes.make_ascii_lowercase();
    let found = |text: &&&str| {
        let text = text.to_ascii_lowercase();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    texts.iter().filter(found).copied().collect()
}

/// A game of two, resigned by the first.
fn rated_game(ann: &mut crate::Client, bob: &mut crate::Client) -> String {
    let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    path
}

fn resign(client: &mut crate::Client, path: &str) {
    let revision = client.ok("GET", path, None)["game"]["revision"].clone();
    let sent = json!({ "client_id": "r", "revision": revision, "command": { "type": "resign" } });
    client.ok("POST", &format!("{path}/commands"), Some(sent));
}

#[test]
fn nothing_personal_is_in_the_file_after_an_account_is_deleted() {
    let directory = std::env::temp_dir().join(format!("tilewright-leave-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let database = directory.join("games.db");
    let smtp = Smtp::new();
    let store = Arc::new(SqliteStore::open(&database).unwrap());
    let config = Config { limits: short_games_count().limits, ..smtp.config() };
    let server = TestServer::with(store, config);
    let mut bob = account(&server, "Bob");
    // Many others, so that rows lie on many pages.
    for number in 0..60 {
        server.guest(&format!("Guest number {number}"));
    }
    let mut ann = account(&server, "Zanzibarella");
    let mut phone = sign_in(&server, "Zanzibarella", PASSWORD, "Quetzalphone 7").unwrap();
    for _ in 0..3 {
        let path = rated_game(&mut ann, &mut bob);
        ann.ok("POST", &format!("{path}/chat"), Some(json!({ "text": "mississippiburning" })));
        resign(&mut bob, &path);
    }
    // One game still runs when she leaves, and is settled by her leaving.
    let running = rated_game(&mut ann, &mut bob);
    verified(&server, &smtp, &mut ann, "xylophone@example.org");
    // One more waits for its code.
    let pending = json!({ "address": "harmonica@example.org", "password": PASSWORD });
    ann.ok("POST", "/api/v1/me/email", Some(pending));
    let player = ann.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string();
    let stored = server.store.player(&player).unwrap().unwrap();
    let hash = stored.password.unwrap();
    let identity = tilewright_storage::IdentityRecord {
        issuer: "https://id.example.org".to_string(),
        subject: "glockenspiel".to_string(),
        player: player.clone(),
        created: 1,
    };
    server.store.link_identity(&identity).unwrap();
    let personal = [
        "Zanzibarella",
        "Quetzalphone",
        "mississippiburning",
        "xylophone",
        "harmonica",
        "glockenspiel",
        hash.as_str(),
    ];
    assert_eq!(contained(&database, &personal), personal, "the search finds what is there");
    let ratings = format!("/api/v1/players/{player}/ratings");
    let rated = |answer: &Value| answer["ratings"].as_array().unwrap().len();
    assert_eq!(rated(&ann.ok("GET", &ratings, None)), 1);
    let history = format!("{ratings}/history?family=rect-en");
    let profile = format!("/api/v1/players/{player}/profile");
    // The third would have gained too much from one opponent.
    assert_eq!(bob.ok("GET", &history, None)["points"].as_array().unwrap().len(), 2);
    assert_eq!(bob.ok("GET", &profile, None)["player"]["name"], "Zanzibarella");

    assert_eq!(phone.delete("/api/v1/me").0, 204);
    assert_eq!(contained(&database, &personal), [""; 0]);
    assert_eq!(ann.get("/api/v1/me").0, 401);
    for path in [&ratings, &history, &profile] {
        assert_eq!(bob.get(path).0, 404, "{path}");
    }
    let view = bob.ok("GET", &running, None);
    assert_eq!(
        (&view["game"]["status"], &view["game"]["seats"][0]["name"]),
        (&json!("over"), &json!("gone"))
    );
    let changes = view["game"]["rating_changes"].as_array().unwrap();
    let seats: Vec<&Value> = changes.iter().map(|change| &change["seat"]).collect();
    assert_eq!(seats, [&json!(1)], "hers has left with her");
    assert!(server.store.ratings(&player).unwrap().is_empty());
    let points = server.store.rating_points(&player, "rect-en", None, 10).unwrap();
    assert!(points.is_empty());
    assert!(server.store.address_uses(&player).unwrap().is_empty());

    // The name is free, and brings nothing back.
    let mut again = account(&server, "Zanzibarella");
    let other = again.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string();
    assert_ne!(other, player);
    assert_eq!(rated(&again.ok("GET", &format!("/api/v1/players/{other}/ratings"), None)), 0);
    assert_eq!(again.ok("GET", "/api/v1/games", None)["games"], json!([]));
    drop(server);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn an_export_has_everything_about_its_player_and_nothing_of_others() {
    let server = TestServer::config(short_games_count());
    let (mut ann, mut bob) = (account(&server, "Ann"), account(&server, "Bob"));
    sign_in(&server, "Ann", PASSWORD, "Tablet").unwrap();
    sign_in(&server, "Bob", PASSWORD, "Telegraph").unwrap();
    let path = rated_game(&mut ann, &mut bob);
    // More lines than are read at once.
    let game = path.rsplit('/').next().unwrap();
    for number in 0..1_100 {
        let said = format!("line {number}");
        server.store.add_chat(game, 0, 5, &said).unwrap();
    }
    bob.ok("POST", &format!("{path}/chat"), Some(json!({ "text": "a secret of bob" })));
    resign(&mut bob, &path);
    let export = ann.ok("GET", "/api/v1/me/export", None);
    assert_eq!(export["player"]["name"], "Ann");
    let devices: Vec<&Value> =
        export["sessions"].as_array().unwrap().iter().map(|one| &one["device"]).collect();
    assert!(devices.contains(&&json!("Tablet")) && devices.len() == 2, "{devices:?}");
    assert_eq!(export["ratings"][0][0], "rect-en");
    assert_eq!(export["rating_history"][0][1], game);
    assert_eq!(export["rating_history"].as_array().unwrap().len(), 1);
    assert_eq!(export["games"].as_array().unwrap().len(), 1);
    assert_eq!(export["games"][0]["game"]["variant"], "anadrome");
    assert!(!export["games"][0]["events"].as_array().unwrap().is_empty());
    assert_eq!(export["games"][0]["said"].as_array().unwrap().len(), 1_100);
    assert_eq!(export["more_games"], false);
    let text = export.to_string();
    assert!(!text.contains("a secret of bob") && !text.contains("Telegraph"));
    assert!(!text.contains("argon2") && !text.contains(ann.token.as_deref().unwrap()));
}
