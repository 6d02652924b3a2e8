//! Checks of what belongs to accounts.

use super::player;
use tilewright_storage::{
    CodePurpose, CodeRecord, IdentityRecord, SessionRecord, Store, StoreError,
};

const HOUR: u64 = 3_600_000;

fn code(
    hash: &str,
    purpose: CodePurpose,
    player: Option<&str>,
    topic: &str,
    at: u64,
) -> CodeRecord {
    CodeRecord {
        hash: hash.to_string(),
        purpose,
        player: player.map(str::to_string),
        topic: topic.to_string(),
        data: format!("data of {topic}"),
        created: at,
        expires: at + HOUR,
    }
}

fn session(hash: &str, player: &str) -> SessionRecord {
    let (hash, player) = (hash.to_string(), player.to_string());
    SessionRecord { hash, player, created: 1, used: 1, device: String::new() }
}

pub fn codes_are_used_once(store: &dyn Store) {
    use CodePurpose::{ProviderState, ResetPassword, VerifyEmail};
    store.create_player(&player("p1", Some("ann"))).unwrap();
    store.create_player(&player("p2", Some("bob"))).unwrap();
    let all = usize::MAX;
    let first = code("c1", ProviderState, None, "acme", 100);
    assert!(store.add_code(&first, 0, all).unwrap());
    assert_eq!(store.add_code(&first, 0, all), Err(StoreError::Taken), "a hash is unique");
    assert!(store.code("c1", ProviderState, 100).unwrap() == Some(first.clone()));
    assert!(store.code("c1", VerifyEmail, 100).unwrap().is_none(), "for another purpose");
    assert!(store.code("c1", ProviderState, 100 + HOUR).unwrap().is_none(), "expired");
    assert!(store.take_code("c1", ResetPassword, 100).unwrap().is_none());
    assert!(store.take_code("c1", ProviderState, 100 + HOUR).unwrap().is_none());
    // Of many who use it at the same time, one gets it.
    let taken = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let got = store.take_code("c1", ProviderState, 200).unwrap();
                assert!(got.as_ref().is_none_or(|got| *got == first));
                taken.fetch_add(got.iter().len(), std::sync::atomic::Ordering::SeqCst);
            });
        }
    });
    assert_eq!(taken.into_inner(), 1);
    assert!(store.code("c1", ProviderState, 100).unwrap().is_none());
    // They are counted by player and by topic, for one purpose and since a time.
    let add = |hash: &str, player: &str, topic: &str, at: u64| {
        store.add_code(&code(hash, VerifyEmail, Some(player), topic, at), at - 50, 2).unwrap()
    };
    assert!(add("v1", "p1", "a@x", 100) && add("v2", "p1", "b@x", 110));
    assert!(!add("v3", "p1", "c@x", 120), "too many of this player");
    assert!(add("v4", "p2", "a@x", 120));
    assert!(!add("v5", "p2", "a@x", 130), "too many about this address");
    assert!(add("v6", "p1", "c@x", 161), "the first is older");
    assert!(store.add_code(&code("r1", ResetPassword, Some("p1"), "a@x", 130), 0, 1).unwrap());
    let hashes: Vec<String> =
        store.codes_of("p1").unwrap().into_iter().map(|code| code.hash).collect();
    assert_eq!(hashes, ["v6", "r1", "v2", "v1"]);
    // What has expired is removed, a few at a time.
    assert_eq!(store.delete_codes(100 + HOUR, 10).unwrap(), 0);
    assert_eq!(store.delete_codes(121 + HOUR, 2).unwrap(), 2);
    assert_eq!(store.delete_codes(121 + HOUR, 2).unwrap(), 1);
    store.delete_player("p1").unwrap();
    assert!(store.codes_of("p1").unwrap().is_empty());
}

pub fn addresses_of_mail_are_verified_and_reset_passwords(store: &dyn Store) {
    use CodePurpose::{ResetPassword, VerifyEmail};
    store.create_player(&player("p1", Some("ann"))).unwrap();
    store.create_player(&player("p2", Some("bob"))).unwrap();
    let add = |hash: &str, purpose, player: &str, topic: &str| {
        let code = code(hash, purpose, Some(player), topic, 100);
        assert!(store.add_code(&code, 0, 100).unwrap());
    };
    add("v1", VerifyEmail, "p1", "a@x");
    add("v2", VerifyEmail, "p1", "b@x");
    add("v3", VerifyEmail, "p2", "a@x");
    add("r0", ResetPassword, "p1", "p1");
    assert!(store.verify_email("r0", 100).unwrap().is_none(), "a code for something else");
    assert!(store.verify_email("v1", 100 + HOUR).unwrap().is_none(), "expired");
    let change = store.verify_email("v1", 200).unwrap().unwrap();
    assert!(change.before.is_none());
    assert_eq!((&*change.now.address, &*change.now.folded), ("data of a@x", "a@x"));
    assert!(store.email("p1").unwrap() == Some(change.now.clone()));
    assert!(store.email_by_address("a@x").unwrap() == Some(change.now));
    assert!(store.email_by_address("b@x").unwrap().is_none());
    // The player's other codes have ended, but those for addresses still count.
    assert!(store.code("v2", VerifyEmail, 200).unwrap().is_none());
    assert!(store.code("r0", ResetPassword, 200).unwrap().is_none());
    let again = code("v9", VerifyEmail, Some("p1"), "b@x", 200);
    assert!(!store.add_code(&again, 0, 1).unwrap());
    // Another account cannot have the same address; its code stays.
    assert!(matches!(store.verify_email("v3", 200), Err(StoreError::Taken)));
    assert!(store.email("p2").unwrap().is_none());
    assert!(store.code("v3", VerifyEmail, 200).unwrap().is_some());
    add("v4", VerifyEmail, "p1", "b@x");
    let change = store.verify_email("v4", 300).unwrap().unwrap();
    assert_eq!(change.before.map(|before| before.folded).as_deref(), Some("a@x"));
    assert!(store.verify_email("v3", 300).unwrap().is_some(), "now the address is free");
    // A reset replaces the password, once, and ends everything that was open.
    store.add_session(&session("s1", "p1"), 9).unwrap();
    store.add_session(&session("s2", "p2"), 9).unwrap();
    add("r1", ResetPassword, "p1", "p1");
    add("r2", ResetPassword, "p1", "p1");
    assert_eq!(store.reset_password("r1", 100 + HOUR, "new").unwrap(), None, "expired");
    assert_eq!(store.reset_password("r1", 200, "new").unwrap().as_deref(), Some("p1"));
    assert_eq!(store.player("p1").unwrap().unwrap().password.as_deref(), Some("new"));
    assert_eq!(store.reset_password("r1", 200, "other").unwrap(), None, "used");
    assert_eq!(store.reset_password("r2", 200, "other").unwrap(), None, "ended with the first");
    assert!(store.session("s1").unwrap().is_none() && store.session("s2").unwrap().is_some());
    // A changed password ends codes that would reset it.
    add("r3", ResetPassword, "p1", "p1");
    assert!(store.change_password("p1", "new", "newer", None).unwrap());
    assert_eq!(store.reset_password("r3", 200, "other").unwrap(), None);
    add("r4", ResetPassword, "p1", "p1");
    let removed = store.remove_email("p1", 300).unwrap().unwrap();
    assert_eq!(removed.folded, "b@x");
    assert!(
        store.email("p1").unwrap().is_none() && store.remove_email("p1", 300).unwrap().is_none()
    );
    assert_eq!(store.reset_password("r4", 200, "other").unwrap(), None);
    store.delete_player("p2").unwrap();
    assert!(store.email_by_address("a@x").unwrap().is_none());
}

pub fn identities_belong_to_one_player(store: &dyn Store) {
    let identity = |subject: &str, player: &str, created: u64| IdentityRecord {
        issuer: "https://id".to_string(),
        subject: subject.to_string(),
        player: player.to_string(),
        created,
    };
    let with_password = player("p1", Some("ann"));
    store.create_player(&with_password).unwrap();
    let mut without = player("p2", Some("\u{1}oidc p2"));
    without.password = None;
    store.create_player_with(&without, &identity("s2", "p2", 5)).unwrap();
    assert!(store.identity("https://id", "s2").unwrap() == Some(identity("s2", "p2", 5)));
    assert!(store.identity("https://other", "s2").unwrap().is_none());
    // Nothing is stored by half.
    let mut third = player("p3", Some("\u{1}oidc p3"));
    third.password = None;
    let taken = store.create_player_with(&third, &identity("s2", "p3", 6));
    assert_eq!(taken, Err(StoreError::Taken));
    assert!(store.player("p3").unwrap().is_none());
    assert_eq!(store.link_identity(&identity("s2", "p1", 6)), Err(StoreError::Taken));
    store.link_identity(&identity("s1", "p1", 6)).unwrap();
    assert!(store.link_identity(&identity("s9", "nobody", 6)).is_err());
    // The last way to sign in stays.
    let unlink =
        |player: &str, subject: &str| store.unlink_identity(player, "https://id", subject).unwrap();
    assert!(!unlink("p2", "s2") && !unlink("p2", "s1"));
    store.link_identity(&identity("s3", "p2", 7)).unwrap();
    let subjects: Vec<String> =
        store.identities("p2").unwrap().into_iter().map(|one| one.subject).collect();
    assert_eq!(subjects, ["s2", "s3"]);
    assert!(unlink("p2", "s2") && !unlink("p2", "s3") && !unlink("p2", "s2"));
    assert!(unlink("p1", "s1"), "a password is another way");
    // A guest becomes an account.
    store.create_player(&player("p4", None)).unwrap();
    store.add_session(&session("t4", "p4"), 9).unwrap();
    assert_eq!(store.register_with("\u{1}4", &identity("s3", "p4", 8)), Err(StoreError::Taken));
    assert!(store.player("p4").unwrap().unwrap().login.is_none(), "nothing is done by half");
    assert!(store.session("t4").unwrap().is_some());
    store.register_with("\u{1}4", &identity("s4", "p4", 8)).unwrap();
    assert_eq!(store.player("p4").unwrap().unwrap().login.as_deref(), Some("\u{1}4"));
    assert!(store.session("t4").unwrap().is_none());
    assert_eq!(store.register_with("\u{1}5", &identity("s5", "p4", 8)), Err(StoreError::Taken));
    store.delete_player("p4").unwrap();
    assert!(store.identity("https://id", "s4").unwrap().is_none());
}

pub fn addresses_of_sign_ins_are_remembered(store: &dyn Store) {
    store.create_player(&player("p1", Some("ann"))).unwrap();
    store.create_player(&player("p2", Some("bob"))).unwrap();
    for (hash, used) in [("h1", 10), ("h2", 20), ("h3", 30), ("h1", 40)] {
        store.remember_address("p1", hash, used, 3).unwrap();
    }
    store.remember_address("p2", "k1", 15, 3).unwrap();
    assert_eq!(store.address_uses("p1").unwrap(), [40, 30, 20]);
    store.remember_address("p1", "h4", 25, 3).unwrap();
    let known = |hash: &str| store.knows_address("p1", hash).unwrap();
    assert_eq!(["h1", "h2", "h3", "h4", "k1"].map(known), [true, false, true, true, false]);
    assert_eq!(store.delete_addresses(15, 10).unwrap(), 0);
    assert_eq!(store.delete_addresses(31, 1).unwrap(), 1);
    assert_eq!(store.delete_addresses(31, 9).unwrap(), 2);
    assert_eq!(store.address_uses("p1").unwrap(), [40]);
    store.delete_player("p1").unwrap();
    assert!(store.address_uses("p1").unwrap().is_empty());
}
