//! Ratings and winnings survive a crash between the last move and the settlement.

use crate::common::{Client, TestServer, id, short_games_count};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tilewright_storage::{
    Append, Appended, AuditRecord, BlockRecord, Change, ChatLine, ChatStore, CodePurpose,
    CodeRecord, CodeStore, Content, EmailChange, EmailRecord, EmailStore, GameProgress, GameRecord,
    GameStore, GuestPage, IdentityRecord, IdentityStore, InviteRecord, InviteStore, LeaseStore,
    ListedSeek, LobbyStore, LogEntry, MemoryStore, ModerationStore, NewPair, OfferedRematch,
    PlayerRecord, PlayerStore, QuarantineRecord, RatedPlayer, RatingPoint, RatingRecord,
    RatingStore, RematchRecord, ReportRecord, Reported, Role, SanctionRecord, SeekFilter,
    SeekOutcome, SeekRecord, Seeker, SessionRecord, SessionStore, Settlement, SignInAddressStore,
    Space, SqliteStore, Store, StoreError, StoredCommand, TakenSeek,
};

/// A store that dies when a game is settled: nothing of it happens, then or later.
struct Dying {
    store: Arc<dyn Store>,
    dead: AtomicBool,
    died: AtomicU32,
}

/// The aggregates that are passed on to the store behind.
macro_rules! pass_on {
    ($($aggregate:ident { $(fn $name:ident(&self $(, $argument:ident: $kind:ty)*) -> $answer:ty;)* })*) => {
        $(impl $aggregate for Dying {
            $(fn $name(&self $(, $argument: $kind)*) -> Result<$answer, StoreError> {
                self.store.$name($($argument),*)
            })*
        })*
    };
}

pass_on! {
    GameStore {
        fn create_game(&self, game: &GameRecord, invites: &[InviteRecord]) -> ();
        fn game(&self, id: &str) -> Option<GameRecord>;
        fn revision(&self, id: &str) -> Option<u64>;
        fn append(&self, appends: &[Append]) -> Vec<Appended>;
        fn entries(&self, game: &str, from: u64, to: u64) -> Vec<LogEntry>;
        fn command(&self, game: &str, client_id: &str) -> Option<StoredCommand>;
        fn due(&self, now: u64, most: usize) -> Vec<String>;
        fn games_of(&self, player: &str, most: usize) -> Vec<GameRecord>;
        fn games_after(&self, player: &str, last: (u64, &str), most: usize) -> Vec<GameRecord>;
        fn unfinished_games_of(&self, player: &str) -> u64;
        fn game_ids(&self, after: &str, most: usize) -> Vec<String>;
        fn stored_bytes(&self, player: &str) -> u64;
        fn contents(&self, after: &str, most: usize) -> Vec<Content>;
        fn delete_contents(&self, before: u64, most: usize) -> u64;
        fn take_seat(&self, game: &str, seat: u8, player: &str, name: &str) -> bool;
    }
    PlayerStore {
        fn create_player(&self, player: &PlayerRecord) -> ();
        fn player(&self, id: &str) -> Option<PlayerRecord>;
        fn player_by_login(&self, login: &str) -> Option<PlayerRecord>;
        fn register_player(&self, player: &PlayerRecord) -> ();
        fn change_password(&self, id: &str, old: &str, new: &str, keep: Option<&str>) -> bool;
        fn rename_player(&self, id: &str, name: &str, login: Option<&str>) -> ();
        fn delete_player(&self, id: &str) -> ();
        fn idle_guests(&self, before: u64, after: &str, most: usize) -> GuestPage;
    }
    SessionStore {
        fn add_session(&self, session: &SessionRecord, most: usize) -> ();
        fn session(&self, hash: &str) -> Option<SessionRecord>;
        fn sessions(&self, player: &str) -> Vec<SessionRecord>;
        fn touch_session(&self, hash: &str, used: u64) -> ();
        fn revoke_session(&self, hash: &str) -> ();
        fn revoke_sessions(&self, player: &str, keep: Option<&str>) -> ();
        fn delete_sessions(&self, used: u64, made: u64, most: usize) -> u64;
    }
    InviteStore {
        fn invite(&self, hash: &str) -> Option<InviteRecord>;
        fn delete_invites(&self, expired: u64, most: usize) -> u64;
    }
    CodeStore {
        fn add_code(&self, code: &CodeRecord, since: u64, most: usize) -> bool;
        fn code(&self, hash: &str, purpose: CodePurpose, now: u64) -> Option<CodeRecord>;
        fn take_code(&self, hash: &str, purpose: CodePurpose, now: u64) -> Option<CodeRecord>;
        fn codes_of(&self, player: &str) -> Vec<CodeRecord>;
        fn delete_codes(&self, expired: u64, most: usize) -> u64;
    }
    EmailStore {
        fn email(&self, player: &str) -> Option<EmailRecord>;
        fn email_by_address(&self, folded: &str) -> Option<EmailRecord>;
        fn verify_email(&self, hash: &str, now: u64) -> Option<EmailChange>;
        fn remove_email(&self, player: &str, now: u64) -> Option<EmailRecord>;
        fn reset_password(&self, hash: &str, now: u64, new: &str) -> Option<String>;
    }
    IdentityStore {
        fn identity(&self, issuer: &str, subject: &str) -> Option<IdentityRecord>;
        fn identities(&self, player: &str) -> Vec<IdentityRecord>;
        fn link_identity(&self, identity: &IdentityRecord) -> ();
        fn unlink_identity(&self, player: &str, issuer: &str, subject: &str) -> bool;
        fn create_player_with(&self, player: &PlayerRecord, identity: &IdentityRecord) -> ();
        fn register_with(&self, login: &str, identity: &IdentityRecord) -> ();
    }
    SignInAddressStore {
        fn remember_address(&self, player: &str, hash: &str, used: u64, most: usize) -> ();
        fn knows_address(&self, player: &str, hash: &str) -> bool;
        fn address_uses(&self, player: &str) -> Vec<u64>;
        fn delete_addresses(&self, used: u64, most: usize) -> u64;
    }
    ChatStore {
        fn add_chat(&self, game: &str, seat: u8, at: u64, text: &str) -> u64;
        fn chat(&self, game: &str, from: u64, most: usize) -> Vec<ChatLine>;
    }
    ModerationStore {
        fn blocks(&self, player: &str) -> Vec<BlockRecord>;
        fn blocks_against(&self, other: &str, players: &[String]) -> Vec<BlockRecord>;
        fn add_block(&self, block: &BlockRecord, most: usize) -> bool;
        fn remove_blocks(&self, player: &str, other: &str) -> ();
        fn add_report(&self, report: &ReportRecord, most: usize) -> Reported;
        fn reports(&self, open: bool, most: usize) -> Vec<ReportRecord>;
        fn reports_by(&self, reporter: &str) -> Vec<ReportRecord>;
        fn report(&self, id: &str) -> Option<ReportRecord>;
        fn role(&self, player: &str) -> Option<Role>;
        fn sanctions(&self, player: &str) -> Vec<SanctionRecord>;
        fn find_players(&self, text: &str, most: usize) -> Vec<PlayerRecord>;
        fn unrated(&self, game: &str) -> Option<String>;
        fn quarantined(&self, most: usize) -> Vec<QuarantineRecord>;
        fn record(&self, change: &Change, entry: &AuditRecord) -> Option<u64>;
        fn set_quarantine(&self, game: &str, held: Option<&QuarantineRecord>) -> ();
        fn audit(&self, after: u64, most: usize) -> Vec<AuditRecord>;
        fn audit_head(&self) -> u64;
    }
    LobbyStore {
        fn place_seek(&self, seek: &SeekRecord, seeker: Seeker<'_>, pair: Option<NewPair<'_>>, most: u64) -> SeekOutcome;
        fn take_seek(&self, id: &str, seeker: Seeker<'_>, pair: NewPair<'_>) -> SeekOutcome;
        fn withdraw_seek(&self, id: &str, player: &str) -> Option<SeekRecord>;
        fn challenges(&self, seeker: Seeker<'_>, most: usize) -> Vec<ListedSeek>;
        fn open_seeks(&self, seeker: Seeker<'_>, filter: &SeekFilter, most: usize) -> Vec<ListedSeek>;
        fn seeks_of(&self, player: &str, now: u64) -> Vec<ListedSeek>;
        fn taken_seeks(&self, player: &str, since: u64) -> Vec<TakenSeek>;
        fn lobby_news(&self, since: u64, most: usize) -> Vec<String>;
        fn delete_seeks(&self, before: u64, most: usize) -> u64;
        fn rematch(&self, game: &str) -> Option<RematchRecord>;
        fn offer_rematch(&self, game: &str, seat: u8, players: &[u8], times: (u64, u64), next: &GameRecord) -> RematchRecord;
        fn decline_rematch(&self, game: &str, seat: u8, now: u64) -> Option<RematchRecord>;
        fn offered_rematches(&self, player: &str, now: u64, most: usize) -> Vec<OfferedRematch>;
    }
    LeaseStore {
        fn lease(&self, game: &str, revision: u64, holder: &str, millis: u64) -> bool;
        fn release(&self, holder: &str) -> ();
        fn progress(&self, games: &[String]) -> Vec<GameProgress>;
    }
    Store {
        fn ping(&self) -> ();
        fn check_write(&self) -> ();
        fn space(&self) -> Space;
        fn secret(&self, name: &str, candidate: &str) -> String;
    }
}

impl RatingStore for Dying {
    fn ratings(&self, player: &str) -> Result<Vec<RatingRecord>, StoreError> {
        self.store.ratings(player)
    }

    fn rating_points(
        &self,
        player: &str,
        family: &str,
        after: Option<(u64, &str)>,
        most: usize,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.store.rating_points(player, family, after, most)
    }

    fn rated_by(&self, game: &str) -> Result<Vec<RatingPoint>, StoreError> {
        self.store.rated_by(game)
    }

    fn inventory(&self, player: &str) -> Result<Vec<(String, u64)>, StoreError> {
        self.store.inventory(player)
    }

    fn unsettled(&self, most: usize) -> Result<Vec<String>, StoreError> {
        // A process that is dead looks for nothing.
        if self.dead.load(Ordering::SeqCst) { Ok(Vec::new()) } else { self.store.unsettled(most) }
    }

    fn settle(
        &self,
        game: &str,
        family: &str,
        players: &[String],
        since: u64,
        work: &dyn Fn(&[RatedPlayer]) -> Settlement,
    ) -> Result<bool, StoreError> {
        if self.dead.load(Ordering::SeqCst) {
            self.died.fetch_add(1, Ordering::SeqCst);
            return Err(StoreError::database("dead"));
        }
        self.store.settle(game, family, players, since, work)
    }
}

/// A game of two that is over as soon as one of them resigns.
fn game(server: &TestServer) -> (Client, Client, String) {
    let (mut ann, mut bob) = (server.account("Ann"), server.account("Bob"));
    let settings = json!({ "variant": { "shipped": "anadrome" }, "seats": ["me", "open"] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    let path = format!("/api/v1/games/{}", id(&made));
    bob.ok("POST", &format!("{path}/join"), Some(json!({ "invite": made["invites"][0]["code"] })));
    (ann, bob, path)
}

fn resign(client: &mut Client, path: &str) {
    let revision = client.ok("GET", path, None)["game"]["revision"].as_u64().unwrap();
    let resign = json!({ "client_id": "r", "revision": revision, "command": { "type": "resign" } });
    client.ok("POST", &format!("{path}/commands"), Some(resign));
}

fn ratings(client: &mut Client) -> Value {
    let me = client.ok("GET", "/api/v1/me", None)["id"].as_str().unwrap().to_string();
    client.ok("GET", &format!("/api/v1/players/{me}/ratings"), None)["ratings"].clone()
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn settled_after_a_crash(store: Arc<dyn Store>) {
    let dying = Arc::new(Dying {
        store: store.clone(),
        dead: AtomicBool::new(true),
        died: AtomicU32::new(0),
    });
    let mut server = TestServer::with(dying.clone(), short_games_count());
    let (mut ann, mut bob, path) = game(&server);
    resign(&mut bob, &path);
    // The end is stored and pushed, and the process dies before the settlement.
    assert!(dying.died.load(Ordering::SeqCst) > 0);
    assert_eq!(ratings(&mut ann), json!([]));
    let game = path.rsplit('/').next().unwrap().to_string();
    assert_eq!(store.unsettled(10).unwrap(), std::slice::from_ref(&game));
    let tokens = (ann.token.take(), bob.token.take());
    server.stop();
    drop(server);
    // Another process finds it, and settles it once, however often it looks and starts.
    for _ in 0..2 {
        let server = TestServer::with(store.clone(), short_games_count());
        let (mut ann, mut bob) = (Client::new(server.address), Client::new(server.address));
        (ann.token, bob.token) = tokens.clone();
        wait_for("the settlement", || store.unsettled(10).unwrap().is_empty());
        std::thread::sleep(Duration::from_millis(600));
        for (client, rating) in [(&mut ann, 1515), (&mut bob, 1484)] {
            let ratings = ratings(client);
            assert_eq!(ratings.as_array().unwrap().len(), 1);
            assert_eq!((&ratings[0]["rating"], &ratings[0]["games"]), (&json!(rating), &json!(1)));
        }
        assert_eq!(store.rated_by(&game).unwrap().len(), 2);
    }
}

#[test]
fn a_game_is_settled_after_a_crash_in_memory() {
    settled_after_a_crash(Arc::new(MemoryStore::new()));
}

#[test]
fn a_game_is_settled_after_a_crash_in_a_file() {
    let directory = std::env::temp_dir().join(format!("tilewright-settle-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    settled_after_a_crash(Arc::new(SqliteStore::open(&directory.join("games.db")).unwrap()));
    let _ = std::fs::remove_dir_all(&directory);
}

#[test]
fn every_game_that_ends_is_settled_at_once() {
    let server = TestServer::new();
    let (_ann, mut bob, path) = game(&server);
    resign(&mut bob, &path);
    assert!(server.store.unsettled(10).unwrap().is_empty());
    // Also one in which there is nothing to win.
    let mut ann = server.guest("Ann");
    let settings =
        json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }] });
    let made = ann.ok("POST", "/api/v1/games", Some(settings));
    resign(&mut ann, &format!("/api/v1/games/{}", id(&made)));
    assert!(server.store.unsettled(10).unwrap().is_empty());
}
