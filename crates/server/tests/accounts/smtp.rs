//! A mail server of the test: it keeps what it is sent.

use crate::common::generous;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tilewright_server::{Config, Mail, MailEncryption, MailSettings};

/// A mail that has arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub to: String,
    pub subject: String,
    pub text: String,
}

impl Received {
    /// The code behind a `#name=`.
    pub fn code(&self, name: &str) -> String {
        let start = format!("/#{name}=");
        let rest = self.text.split(&start).nth(1).unwrap_or_else(|| panic!("{name}: {self:?}"));
        rest.chars().take_while(char::is_ascii_hexdigit).collect()
    }
}

/// Receives mail on this machine, without encryption.
pub struct Smtp {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    /// Answers to the next recipients, instead of accepting them.
    pub refusals: Arc<Mutex<Vec<&'static str>>>,
}

impl Smtp {
    pub fn new() -> Smtp {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let smtp = Smtp {
            address: listener.local_addr().unwrap(),
            received: Arc::default(),
            refusals: Arc::default(),
        };
        let (received, refusals) = (smtp.received.clone(), smtp.refusals.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (received, refusals) = (received.clone(), refusals.clone());
                std::thread::spawn(move || drop(talk(stream, &received, &refusals)));
            }
        });
        smtp
    }

    /// A configuration that sends mail here.
    pub fn config(&self) -> Config {
        Config { mail: Some(mail(&self.address.to_string())), ..generous() }
    }

    /// What has arrived for an address.
    pub fn all(&self, to: &str) -> Vec<Received> {
        let received = self.received.lock().unwrap();
        received.iter().filter(|mail| mail.to == to).cloned().collect()
    }

    /// Waits until a number of mails has arrived for an address; the last.
    pub fn wait(&self, to: &str, number: usize) -> Received {
        let began = Instant::now();
        loop {
            let all = self.all(to);
            if all.len() >= number {
                return all[number - 1].clone();
            }
            assert!(began.elapsed() < Duration::from_secs(30), "mail {number} for {to}: {all:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The way to a mail server on this machine.
pub fn mail(server: &str) -> Mail {
    Mail::open(MailSettings {
        server: server.to_string(),
        encryption: MailEncryption::None,
        credentials: None,
        from: "Games <games@example.org>".to_string(),
        public_url: Some("https://games.example.org".parse().unwrap()),
    })
    .unwrap()
}

fn talk(
    stream: TcpStream,
    received: &Mutex<Vec<Received>>,
    refusals: &Mutex<Vec<&'static str>>,
) -> std::io::Result<()> {
    let mut answers = stream.try_clone()?;
    answers.write_all(b"220 test\r\n")?;
    let (mut to, mut data) = (String::new(), None::<String>);
    for line in BufReader::new(stream).lines() {
        let line = line?;
        if let Some(text) = &mut data {
            if line == "." {
                received.lock().unwrap().push(parse(&to, text));
                data = None;
                answers.write_all(b"250 OK\r\n")?;
            } else {
                text.push_str(line.strip_prefix('.').unwrap_or(&line));
                text.push('\n');
            }
            continue;
        }
        let verb = line.to_ascii_uppercase();
        let answer = if verb.starts_with("EHLO") {
            "250 test"
        } else if verb.starts_with("RCPT") {
            to = line.split(['<', '>']).nth(1).unwrap().to_string();
            let mut refusals = refusals.lock().unwrap();
            if refusals.is_empty() { "250 OK" } else { refusals.remove(0) }
        } else if verb == "DATA" {
            data = Some(String::new());
            "354 go on"
        } else {
            "250 OK"
        };
        answers.write_all(format!("{answer}\r\n").as_bytes())?;
        if verb == "QUIT" {
            break;
        }
    }
    Ok(())
}

fn parse(to: &str, mail: &str) -> Received {
    let (head, body) = mail.split_once("\n\n").unwrap();
    let subject = head.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap();
    let quoted = head.to_ascii_lowercase().contains("quoted-printable");
    let text = match quoted {
        true => body.replace("=\n", "").replace("=3D", "="),
        false => body.to_string(),
    };
    Received { to: to.to_string(), subject: subject.to_string(), text }
}
