//! The server with a real mail server and a real provider of identities, both on this machine.
//!
//! `TILEWRIGHT_TEST_PYTHON` names a Python with the packages `aiosmtpd` and `oidc-provider-mock`; the
//! step `services` of the tests prepares it.

#![allow(clippy::unwrap_used)]
#![cfg(feature = "server")]

#[path = "../../storage/tests/common/certificates.rs"]
mod certificates;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
const PASSWORD: &str = "a long password";

/// Receives mail after STARTTLS and a sign-in, and prints it.
const MAIL_SERVER: &str = r#"
import ssl, sys, time
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

class Handler:
    async def handle_DATA(self, server, session, envelope):
        print("MAIL", envelope.rcpt_tos[0], envelope.content.hex(), flush=True)
        return "250 OK"

def authenticate(server, session, envelope, mechanism, data):
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (b"games", b"pass word")
    return AuthResult(success=good)

context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[2], sys.argv[3])
Controller(Handler(), hostname="127.0.0.1", port=int(sys.argv[1]), tls_context=context,
    require_starttls=True, auth_required=True, authenticator=authenticate).start()
print("READY", flush=True)
time.sleep(600)
"#;

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The lines that a process prints.
fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line with a text in it.
fn wait_for(lines: &Receiver<String>, text: &str) -> String {
    let until = Instant::now() + PATIENCE;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let line = lines.recv_timeout(left).unwrap_or_else(|_| panic!("no line with {text}"));
        if line.contains(text) {
            return line;
        }
    }
}

fn python() -> Command {
    let variable = "TILEWRIGHT_TEST_PYTHON";
    let python = std::env::var_os(variable);
    Command::new(python.unwrap_or_else(|| panic!("{variable} is not set: see the step services")))
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("accounts-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A server with a configuration; its address and its log.
fn server(folder: &Path, port: u16, config: &str) -> (Process, Receiver<String>) {
    let file = folder.join("tilewright.toml");
    std::fs::write(&file, config).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["serve", "--database", "memory", "--port", &port.to_string(), "--config"])
        .arg(file)
        .env("SSL_CERT_FILE", folder.join("authority.pem"))
        .env("TILEWRIGHT_MAIL_PASSWORD", "pass word")
        .env("TILEWRIGHT_OIDC_MOCK_SECRET", "a secret of the client")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (said, log) = (lines(child.stdout.take().unwrap()), lines(child.stderr.take().unwrap()));
    let process = Process(child);
    wait_for(&said, "Tilewright is at");
    (process, log)
}

/// The status, the headers and the body of an answer.
fn ask(
    port: u16,
    method: &str,
    path: &str,
    token: Option<&str>,
    (kind, body): (&str, &str),
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{}\
         Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
        token.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_string(), body.to_string())
}

fn post(port: u16, path: &str, token: Option<&str>, body: Value) -> (u16, Value) {
    let body = body.to_string();
    let (status, _, text) = ask(port, "POST", path, token, ("application/json", &body));
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Where an answer sends the browser.
fn location(head: &str) -> String {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("location"));
    found.unwrap_or_else(|| panic!("{head}")).1.to_string()
}

/// The path and the query of a URL on this machine.
fn path_of(url: &str) -> &str {
    let rest = url.strip_prefix("http://").unwrap();
    &rest[rest.find('/').unwrap()..]
}

/// The next mail: its text, and the code behind a name in it.
fn mailed_code(mails: &Receiver<String>, to: &str, name: &str) -> String {
    let line = wait_for(mails, &format!("MAIL {to} "));
    let hex = line.rsplit(' ').next().unwrap();
    let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    let text = String::from_utf8(bytes.map(Result::unwrap).collect()).unwrap();
    let text = text.replace("=\r\n", "").replace("=3D", "=");
    let rest = text.split(&format!("/#{name}=")).nth(1).unwrap_or_else(|| panic!("{text}"));
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

#[test]
#[ignore = "needs packages of Python; the step services runs it"]
fn a_password_is_reset_through_a_mail_server_with_starttls_and_a_password() {
    let folder = folder("mail");
    certificates::make(&folder).unwrap();
    let (mail_port, port) = (free_port(), free_port());
    let mut child = python()
        .args(["-c", MAIL_SERVER, &mail_port.to_string()])
        .args([folder.join("server.pem"), folder.join("server.key")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mails = lines(child.stdout.take().unwrap());
    let _mail_server = Process(child);
    wait_for(&mails, "READY");
    let config = format!(
        "public_url = \"http://127.0.0.1:{port}\"\n[mail]\nserver = \"localhost:{mail_port}\"\n\
         from = \"Games <games@example.org>\"\nuser = \"games\"\n"
    );
    let (_server, log) = server(&folder, port, &config);
    let (status, made) =
        post(port, "/api/v1/players", None, json!({ "name": "Ann", "password": PASSWORD }));
    assert_eq!(status, 200, "{made}");
    let token = made["token"].as_str().unwrap();
    let to = "ann@example.org";
    let asked = json!({ "address": to, "password": PASSWORD });
    assert_eq!(post(port, "/api/v1/me/email", Some(token), asked).0, 204);
    let code = mailed_code(&mails, to, "verify-email");
    assert_eq!(post(port, "/api/v1/email/verify", None, json!({ "code": code })).0, 204);
    assert_eq!(post(port, "/api/v1/password-resets", None, json!({ "address": to })).0, 204);
    let code = mailed_code(&mails, to, "reset-password");
    let reset = json!({ "code": code, "password": "a new password" });
    assert_eq!(post(port, "/api/v1/password-resets/confirm", None, reset).0, 204);
    let new = json!({ "name": "Ann", "password": "a new password" });
    assert_eq!(post(port, "/api/v1/sessions", None, new).0, 200);
    let (status, ..) = ask(port, "GET", "/api/v1/me", Some(token), ("application/json", ""));
    assert_eq!(status, 401, "the old session has ended");
    wait_for(&log, "a mail was sent");
}

#[test]
#[ignore = "needs packages of Python; the step services runs it"]
fn a_certificate_of_nobody_known_gets_no_mail() {
    let folder = folder("stranger");
    certificates::make(&folder).unwrap();
    let other = folder.join("other");
    std::fs::create_dir_all(&other).unwrap();
    certificates::make(&other).unwrap();
    let (mail_port, port) = (free_port(), free_port());
    let mut child = python()
        .args(["-c", MAIL_SERVER, &mail_port.to_string()])
        .args([other.join("server.pem"), other.join("server.key")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mails = lines(child.stdout.take().unwrap());
    let _mail_server = Process(child);
    wait_for(&mails, "READY");
    let config = format!(
        "[mail]\nserver = \"localhost:{mail_port}\"\nfrom = \"games@example.org\"\nuser = \"games\"\n"
    );
    let (_server, log) = server(&folder, port, &config);
    let (_, made) =
        post(port, "/api/v1/players", None, json!({ "name": "Ann", "password": PASSWORD }));
    let asked = json!({ "address": "ann@example.org", "password": PASSWORD });
    assert_eq!(post(port, "/api/v1/me/email", made["token"].as_str(), asked).0, 204);
    let line = wait_for(&log, "a mail could not be sent");
    assert!(line.to_lowercase().contains("certificate"), "{line}");
}

#[test]
#[ignore = "needs packages of Python; the step services runs it"]
fn players_sign_in_with_a_provider_of_identities() {
    let folder = folder("provider");
    certificates::make(&folder).unwrap();
    let (provider_port, port) = (free_port(), free_port());
    let child = python()
        .args(["-m", "oidc_provider_mock", "--require-nonce", "true", "--port"])
        .arg(provider_port.to_string())
        .args(["--user-claims", r#"{"sub": "joe", "name": "Joe Example"}"#])
        .spawn()
        .unwrap();
    let _provider = Process(child);
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", provider_port)).is_err() {
        assert!(began.elapsed() < PATIENCE, "the provider listens");
        std::thread::sleep(Duration::from_millis(50));
    }
    let config = format!(
        "public_url = \"http://127.0.0.1:{port}\"\n[[oidc]]\nid = \"mock\"\nname = \"Mock\"\n\
         issuer = \"http://127.0.0.1:{provider_port}\"\nclient_id = \"games\"\n"
    );
    let (_server, log) = server(&folder, port, &config);
    let (status, guest) = post(port, "/api/v1/guests", None, json!({ "name": "Gil" }));
    assert_eq!(status, 200, "{guest}");
    let token = guest["token"].as_str().unwrap();
    // A guest becomes an account; later the same identity is the same player.
    let first = sign_in(port, provider_port, Some(token));
    assert_eq!(first["player"]["id"], guest["player"]["id"]);
    assert_eq!(first["player"]["guest"], false);
    let second = sign_in(port, provider_port, None);
    assert_eq!(second["player"]["id"], guest["player"]["id"]);
    let token = second["token"].as_str();
    let (status, _, identities) =
        ask(port, "GET", "/api/v1/me/identities", token, ("application/json", ""));
    assert_eq!(status, 200);
    assert!(identities.contains("\"provider\":\"mock\""), "{identities}");
    // A code that the provider has not issued is refused, with the reason in the log.
    let (_, started) = post(port, "/api/v1/oidc/mock/start", None, json!({}));
    let url = started["url"].as_str().unwrap();
    let state = url.split("state=").nth(1).unwrap().split('&').next().unwrap();
    let path = format!("/api/v1/oidc/mock/callback?code=forged&state={state}");
    let (status, head, _) = ask(port, "GET", &path, None, ("text/plain", ""));
    assert_eq!(status, 303);
    assert!(location(&head).ends_with("/#sign-in-error=failed"), "{head}");
    wait_for(&log, "a sign-in with a provider was refused");
}

/// Goes the way of a browser, and signs in as `joe`.
fn sign_in(port: u16, provider_port: u16, token: Option<&str>) -> Value {
    let (status, started) = post(port, "/api/v1/oidc/mock/start", token, json!({}));
    assert_eq!(status, 200, "{started}");
    let form = ("application/x-www-form-urlencoded", "sub=joe");
    let url = started["url"].as_str().unwrap();
    let (status, head, body) = ask(provider_port, "POST", path_of(url), None, form);
    assert_eq!(status, 302, "{body}");
    let back = location(&head);
    let (status, head, body) = ask(port, "GET", path_of(&back), None, ("text/plain", ""));
    assert_eq!(status, 303, "{body}");
    let page = location(&head);
    let code = page.split("/#sign-in=").nth(1).unwrap_or_else(|| panic!("{page}"));
    let finish = json!({ "code": code, "ticket": started["ticket"] });
    let (status, signed) = post(port, "/api/v1/oidc/finish", token, finish);
    assert_eq!(status, 200, "{signed}");
    signed
}
