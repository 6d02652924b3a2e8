//! Addresses are verified by mail, and passwords are reset by mail.

use crate::common::{Client, TestServer, generous};
use crate::sessions::ends;
use crate::smtp::{Smtp, mail};
use crate::{PASSWORD, account, sign_in};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tilewright_server::{Config, Limits};

const EMAIL: &str = "/api/v1/me/email";
const VERIFY: &str = "/api/v1/email/verify";
const RESET: &str = "/api/v1/password-resets";
const CONFIRM: &str = "/api/v1/password-resets/confirm";
const MINUTE: u64 = 60_000;

fn change(address: &str) -> Value {
    json!({ "address": address, "password": PASSWORD })
}

/// Gives an account a verified address.
pub fn verified(server: &TestServer, smtp: &Smtp, client: &mut Client, address: &str) {
    let before = smtp.all(address).len();
    client.ok("POST", EMAIL, Some(change(address)));
    let code = smtp.wait(address, before + 1).code("verify-email");
    Client::new(server.address).ok("POST", VERIFY, Some(json!({ "code": code })));
}

fn logged(server: &TestServer, text: &str) -> bool {
    let began = Instant::now();
    loop {
        if server.log.lock().unwrap().iter().any(|line| line.contains(text)) {
            return true;
        }
        if began.elapsed() > Duration::from_secs(20) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_address_counts_after_the_code_that_was_mailed_to_it_is_used() {
    let smtp = Smtp::new();
    let server = TestServer::config(smtp.config());
    let mut ann = account(&server, "Ann");
    assert_eq!(ann.ok("GET", EMAIL, None), json!({}));
    let to = "Ann.Verifies@Example.org";
    assert_eq!(ann.post(EMAIL, json!({ "address": to, "password": "wrong" })).0, 403);
    let long = format!("{}@example.org", "x".repeat(250));
    for bad in ["", "ann", "ann@", "@example.org", "a b@example.org", "a@b\r\nBcc: c@d", &long] {
        assert_eq!(ann.post(EMAIL, change(bad)).0, 400, "{bad}");
    }
    assert_eq!(server.guest("Gil").post(EMAIL, change(to)).0, 409, "guests have no password");
    assert_eq!(ann.post(EMAIL, change(to)).0, 204);
    let received = smtp.wait(to, 1);
    assert_eq!(received.subject, "Confirm your e-mail address");
    assert!(!received.text.contains("Ann"), "strangers choose names: {received:?}");
    assert_eq!(ann.ok("GET", EMAIL, None), json!({ "pending": to }));
    let code = received.code("verify-email");
    assert_eq!(code.len(), 32);
    let mut other = Client::new(server.address);
    for bad in ["", "0", &"0".repeat(32), &"0".repeat(5000)] {
        assert_eq!(other.post(VERIFY, json!({ "code": bad })).0, 403);
    }
    // A code resets no password that only verifies an address.
    assert_eq!(other.post(CONFIRM, json!({ "code": code, "password": "another one" })).0, 403);
    assert_eq!(other.post(VERIFY, json!({ "code": code })).0, 204);
    assert_eq!(other.post(VERIFY, json!({ "code": code })).0, 403, "used");
    let info = ann.ok("GET", EMAIL, None);
    assert_eq!((&info["address"], &info["pending"]), (&json!(to), &Value::Null));
    assert!(info["verified"].as_u64() > Some(0));
    let export = ann.ok("GET", "/api/v1/me/export", None);
    assert_eq!(export["email"], info);
    assert_eq!(export["sign_in_addresses"].as_array().unwrap().len(), 1);
    // A code expires after a day.
    assert_eq!(ann.post(EMAIL, change("late@example.org")).0, 204);
    let code = smtp.wait("late@example.org", 1).code("verify-email");
    server.pass_time(24 * 60 * MINUTE);
    assert_eq!(other.post(VERIFY, json!({ "code": code })).0, 403, "expired");
    assert_eq!(ann.ok("GET", EMAIL, None)["address"], to);
    let log = server.log.lock().unwrap().join("");
    assert!(!log.contains(&code) && !log.to_lowercase().contains(&to.to_lowercase()));
}

#[test]
fn a_reset_needs_the_mail_works_once_and_ends_every_session() {
    let smtp = Smtp::new();
    let server = TestServer::config(smtp.config());
    let (mut ann, mut stranger) = (account(&server, "Ann"), Client::new(server.address));
    let mut phone = sign_in(&server, "Ann", PASSWORD, "Phone").unwrap();
    let to = "ann.resets@example.org";
    verified(&server, &smtp, &mut ann, to);
    // The answer is the same for every address, whether an account has it or not.
    let answers: Vec<(u16, Value)> = ["ANN.resets@example.org", "nobody@example.org"]
        .map(|address| stranger.post(RESET, json!({ "address": address })))
        .into();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].0, 204);
    let received = smtp.wait(to, 2);
    assert_eq!(received.subject, "Reset your password");
    assert!(received.text.contains("Hello Ann,"), "the name to sign in with: {received:?}");
    let code = received.code("reset-password");
    let confirm = |code: &str, new: &str| json!({ "code": code, "password": new });
    assert_eq!(stranger.post(VERIFY, json!({ "code": code })).0, 403, "for something else");
    assert_eq!(stranger.post(CONFIRM, confirm(&code, "short")).0, 400);
    assert_eq!(stranger.post(CONFIRM, confirm(&code, "a new password")).0, 204);
    assert!(ends(&mut ann) && ends(&mut phone), "all sessions end");
    assert_eq!(stranger.post(CONFIRM, confirm(&code, "a newer password")).0, 403, "used");
    assert!(sign_in(&server, "Ann", PASSWORD, "x").is_none());
    let mut ann = sign_in(&server, "Ann", "a new password", "x").unwrap();
    assert_eq!(smtp.wait(to, 3).subject, "Your password was changed");
    // A code is good for half an hour, and ends when the password is changed.
    stranger.ok("POST", RESET, Some(json!({ "address": to })));
    let late = smtp.wait(to, 4).code("reset-password");
    server.pass_time(30 * MINUTE);
    assert_eq!(stranger.post(CONFIRM, confirm(&late, "a newer password")).0, 403, "expired");
    stranger.ok("POST", RESET, Some(json!({ "address": to })));
    let stale = smtp.wait(to, 5).code("reset-password");
    let changed = json!({ "old": "a new password", "new": "yet another one" });
    assert_eq!(ann.post("/api/v1/me/password", changed).0, 204);
    assert_eq!(stranger.post(CONFIRM, confirm(&stale, "a newer password")).0, 403);
    assert_eq!(smtp.wait(to, 6).subject, "Your password was changed");
    assert!(smtp.all("nobody@example.org").is_empty());
}

#[test]
fn a_new_address_needs_the_password_and_the_old_one_is_notified() {
    let smtp = Smtp::new();
    let server = TestServer::config(smtp.config());
    let (mut ann, mut bob) = (account(&server, "Ann"), account(&server, "Bob"));
    let (old, new) = ("ann.old@example.org", "ann.new@example.org");
    verified(&server, &smtp, &mut ann, old);
    // An address belongs to one account. Only its owner learns that it is taken.
    bob.ok("POST", EMAIL, Some(change(old)));
    let code = smtp.wait(old, 2).code("verify-email");
    assert_eq!(bob.post(VERIFY, json!({ "code": code })).0, 409);
    assert_eq!(bob.ok("GET", EMAIL, None)["address"], Value::Null);
    // Until the new address is verified, the old one stays.
    Client::new(server.address).ok("POST", RESET, Some(json!({ "address": old })));
    let reset = smtp.wait(old, 3).code("reset-password");
    ann.ok("POST", EMAIL, Some(change(new)));
    let code = smtp.wait(new, 1).code("verify-email");
    let info = ann.ok("GET", EMAIL, None);
    assert_eq!((&info["address"], &info["pending"]), (&json!(old), &json!(new)));
    ann.ok("POST", VERIFY, Some(json!({ "code": code })));
    let notice = smtp.wait(old, 4);
    assert_eq!(notice.subject, "Your e-mail address was changed");
    assert!(!notice.text.contains(new));
    let late = json!({ "code": reset, "password": "a new password" });
    assert_eq!(bob.post(CONFIRM, late).0, 403, "what was mailed to the old address has ended");
    assert_eq!(ann.post(EMAIL, json!({ "password": "wrong" })).0, 403);
    assert_eq!(ann.post(EMAIL, json!({ "password": PASSWORD })).0, 204, "removed");
    assert_eq!(smtp.wait(new, 2).subject, "Your e-mail address was changed");
    assert_eq!(ann.ok("GET", EMAIL, None), json!({}));
}

#[test]
fn mails_to_one_address_and_of_one_account_are_limited() {
    let smtp = Smtp::new();
    let limits = Limits { mails_per_hour: 3, ..generous().limits };
    let server = TestServer::config(Config { limits, ..smtp.config() });
    let (mut ann, mut bob) = (account(&server, "Ann"), account(&server, "Bob"));
    let victim = "victim@example.org";
    ann.ok("POST", EMAIL, Some(change(victim)));
    bob.ok("POST", EMAIL, Some(change(victim)));
    ann.ok("POST", EMAIL, Some(change(victim)));
    assert_eq!(account(&server, "Eve").post(EMAIL, change(victim)).0, 429, "for the address");
    ann.ok("POST", EMAIL, Some(change("ann.1@example.org")));
    assert_eq!(ann.post(EMAIL, change("ann.2@example.org")).0, 429, "of the account");
    smtp.wait(victim, 3);
    // To use the code of another address does not make room for more.
    let code = smtp.wait("ann.1@example.org", 1).code("verify-email");
    ann.ok("POST", VERIFY, Some(json!({ "code": code })));
    assert_eq!(ann.post(EMAIL, change(victim)).0, 429);
    server.pass_time(60 * MINUTE + 1);
    let own = "ann.limits@example.org";
    verified(&server, &smtp, &mut ann, own);
    for _ in 0..5 {
        assert_eq!(bob.post(RESET, json!({ "address": own })).0, 204, "the same answer always");
    }
    assert!(logged(&server, "too many mails within an hour"));
    smtp.wait(own, 4);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(smtp.all(own).len(), 4, "one to verify, three to reset");
}

#[test]
fn mail_is_tried_again_and_what_is_refused_is_logged_with_its_cause() {
    let smtp = Smtp::new();
    let server = TestServer::config(smtp.config());
    let mut ann = account(&server, "Ann");
    *smtp.refusals.lock().unwrap() = vec!["451 the disk is full just now"];
    ann.ok("POST", EMAIL, Some(change("ann.again@example.org")));
    smtp.wait("ann.again@example.org", 1);
    assert!(logged(&server, "the disk is full just now"));
    *smtp.refusals.lock().unwrap() = vec!["550 nobody called <ann.gone@example.org> lives here"];
    ann.ok("POST", EMAIL, Some(change("ann.gone@example.org")));
    assert!(logged(&server, "nobody called <ADDRESS> lives here"));
    let log = server.log.lock().unwrap().join("");
    assert!(log.contains("given up") && !log.contains("ann.gone@"));
}

#[test]
fn nobody_waits_for_the_mail_server() {
    // It accepts connections and says nothing.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = TestServer::config(Config { mail: Some(mail(&address)), ..generous() });
    let mut ann = account(&server, "Ann");
    let began = Instant::now();
    ann.ok("POST", EMAIL, Some(change("ann.waits@example.org")));
    ann.ok("POST", RESET, Some(json!({ "address": "ann.waits@example.org" })));
    assert!(began.elapsed() < Duration::from_secs(10), "an attempt takes twenty seconds");
}

#[test]
fn without_a_mail_server_nothing_is_promised() {
    let server = TestServer::new();
    let mut ann = account(&server, "Ann");
    assert_eq!(ann.post(EMAIL, change("ann@example.org")).0, 409);
    assert_eq!(ann.post(RESET, json!({ "address": "ann@example.org" })).0, 409);
}
