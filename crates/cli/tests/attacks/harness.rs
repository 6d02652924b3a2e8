//! A server to attack, and the others whose requests are timed meanwhile.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Where attacks come from.
pub const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 66, 6, 6);
/// How long an attack lasts.
pub const LASTS: Duration = Duration::from_secs(3);
/// The slowest answer to others, 99 of 100 times.
pub const SLOWEST: Duration = Duration::from_secs(1);
/// How long the process may take to end after SIGTERM.
pub const STOPS: Duration = Duration::from_secs(10);
/// How long the others wait before they give up.
pub const GIVES_UP: Duration = Duration::from_secs(6);

/// Strict bounds. A server that is attacked needs little patience with anybody.
const CONFIG: &str = "bot_threads = 1\n[limits]\nidle_seconds = 5\nbody_seconds = 5\n\
                      write_seconds = 5\nconnections = 700\n";

/// A variant in which one may pass for ever.
const QUIET: &str = "format = 1\nid = \"quiet\"\nname = \"Quiet\"\nlanguage = \"en\"\nplayers = [1, 4]\n\
    [board]\nshape = \"rect\"\nwidth = 9\nheight = 9\n[tiles]\nletters = [[\"A\", 50, 1]]\n\
    [rules.word_validation]\ndictionary = \"free\"\n\
    [rules.consecutive_passes]\nconsecutive_pass_limit = 1000\n";

/// A running server.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// Only one server is attacked at a time: the others would slow it down.
    _alone: File,
}

/// A folder of one test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("attack-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

impl Server {
    /// A server in a folder; what is in its database stays there.
    pub fn start(folder: &Path) -> Server {
        Server::start_with(folder, Stdio::from(File::create(folder.join("log")).unwrap()))
    }

    /// The same with a log that goes elsewhere.
    pub fn start_with(folder: &Path, log: Stdio) -> Server {
        Server::start_as(Command::new(program()), folder, folder, log)
    }

    /// The same by a command to which the arguments of the program are added, with the database in
    /// a folder of its own.
    pub fn start_as(mut command: Command, folder: &Path, data: &Path, log: Stdio) -> Server {
        let alone = File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("attacks.lock"));
        let alone = alone.unwrap();
        alone.lock().unwrap();
        let config = folder.join("config.toml");
        std::fs::write(&config, CONFIG).unwrap();
        let mut child = command
            .args(["serve", "--port", "0", "--config"])
            .arg(config)
            .arg("--database")
            .arg(data.join("games.db"))
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.split_once("http://").unwrap_or_else(|| panic!("said {line:?}")).1;
        let address = rest.split('/').next().unwrap().parse().unwrap();
        Server { child, address, _alone: alone }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What is standard error of the server, if it is a pipe.
    pub fn stderr(&mut self) -> Option<std::process::ChildStderr> {
        self.child.stderr.take()
    }

    /// Sends SIGTERM; how long the process takes to end.
    pub fn terminate(&mut self) -> Duration {
        let began = Instant::now();
        let killed = Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        assert!(killed.success());
        loop {
            if self.child.try_wait().unwrap().is_some() || began.elapsed() > STOPS * 2 {
                return began.elapsed();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program that is attacked.
pub fn program() -> std::ffi::OsString {
    let other = std::env::var_os("TILEWRIGHT_ATTACKED");
    other.unwrap_or_else(|| env!("CARGO_BIN_EXE_tilewright").into())
}

/// Starts servers in an empty folder.
pub fn start(name: &'static str) -> impl Fn() -> Server {
    move || Server::start(&folder(name))
}

/// A connection from an address.
pub async fn connect(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Who asks.
#[derive(Clone)]
pub struct Person {
    pub server: SocketAddr,
    pub from: Ipv4Addr,
    pub token: String,
}

impl Person {
    pub fn new(server: SocketAddr, from: Ipv4Addr) -> Person {
        Person { server, from, token: String::new() }
    }

    /// Signs in as a guest.
    pub async fn guest(server: SocketAddr, from: Ipv4Addr) -> Person {
        let mut person = Person::new(server, from);
        let (status, answer) = person.ask("POST", "/api/v1/guests", json!({})).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        person.token = answer["token"].as_str().unwrap().to_string();
        person
    }

    /// Sends one request on a connection of its own.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        body: Value,
    ) -> std::io::Result<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = connect(self.server, self.from).await?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        if !self.token.is_empty() {
            head += &format!("Authorization: Bearer {}\r\n", self.token);
        }
        head +=
            &format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + &body).as_bytes()).await?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await?;
        let text = String::from_utf8_lossy(&text);
        let broken = || std::io::Error::other("no answer");
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = serde_json::from_str(body).unwrap_or(Value::String(body.to_string()));
        Ok((status.ok_or_else(broken)?, body))
    }

    /// Calls the stateless engine.
    pub async fn call(&self, call: Value) -> std::io::Result<(u16, Value)> {
        self.ask("POST", "/api/v1/engine", json!({ "v": 1, "call": call })).await
    }

    /// Creates a game; its id and its revision.
    pub async fn create(&self, settings: Value) -> Result<(String, u64), Value> {
        let made = self.ask("POST", "/api/v1/games", settings).await;
        let (status, made) = made.map_err(|error| json!(error.to_string()))?;
        if status != 200 {
            return Err(made);
        }
        let id = made["game"]["id"].as_str().unwrap().to_string();
        Ok((id, made["game"]["revision"].as_u64().unwrap()))
    }
}

/// How long the answers of one kind took.
#[derive(Default)]
struct Taken {
    times: Vec<Duration>,
    /// The first answer that was not 200.
    wrong: Option<String>,
}

impl Taken {
    /// Times a request; a failure is as bad as the longest wait.
    async fn time(
        &mut self,
        request: impl Future<Output = std::io::Result<(u16, Value)>>,
    ) -> Option<Value> {
        let began = Instant::now();
        let answer = tokio::time::timeout(GIVES_UP, request).await;
        let (time, answer) = match answer {
            Ok(Ok((200, answer))) => (began.elapsed(), Ok(answer)),
            other => (GIVES_UP, Err(format!("{other:?}"))),
        };
        self.times.push(time);
        match answer {
            Ok(answer) => Some(answer),
            Err(wrong) => {
                self.wrong.get_or_insert(wrong);
                None
            }
        }
    }

    fn p99(&mut self) -> Duration {
        if self.times.is_empty() {
            return GIVES_UP;
        }
        self.times.sort();
        self.times[(self.times.len() * 99).div_ceil(100) - 1]
    }
}

/// An address that nobody had before.
pub fn fresh_address() -> Ipv4Addr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Ipv4Addr::from(0x7f21_0001 + NEXT.fetch_add(1, Ordering::Relaxed))
}

/// What a game without noise is made of.
pub fn quiet_game() -> Value {
    json!({ "variant": { "toml": QUIET }, "seats": ["me"], "words": "free" })
}

/// A game that somebody plays.
pub struct RunningGame {
    player: Person,
    game: String,
    revision: u64,
}

impl RunningGame {
    async fn new(server: SocketAddr) -> RunningGame {
        let player = Person::guest(server, fresh_address()).await;
        let (game, revision) = player.create(quiet_game()).await.unwrap();
        RunningGame { player, game, revision }
    }
}

/// Others use the server until the time is up.
async fn others(address: SocketAddr, game: RunningGame, until: Instant) -> [Taken; 4] {
    let step = Duration::from_millis(40);
    let guests = tokio::spawn(async move {
        let (mut guests, mut games) = (Taken::default(), Taken::default());
        while Instant::now() < until {
            let mut guest = Person::new(address, fresh_address());
            let signed_in = guests.time(guest.ask("POST", "/api/v1/guests", json!({}))).await;
            if let Some(signed_in) = signed_in {
                guest.token = signed_in["token"].as_str().unwrap().to_string();
                games.time(guest.ask("POST", "/api/v1/games", quiet_game())).await;
            }
            tokio::time::sleep(step).await;
        }
        [guests, games]
    });
    let health = tokio::spawn(async move {
        let (mut taken, prober) = (Taken::default(), Person::new(address, fresh_address()));
        while Instant::now() < until {
            taken.time(prober.ask("GET", "/healthz", Value::Null)).await;
            tokio::time::sleep(step).await;
        }
        taken
    });
    let moves = tokio::spawn(async move {
        let mut taken = Taken::default();
        let RunningGame { player, game, mut revision } = game;
        let mut turn = 0;
        while Instant::now() < until {
            turn += 1;
            let sent = json!({ "client_id": format!("turn {turn}"), "revision": revision,
                "command": { "type": "pass" } });
            let path = format!("/api/v1/games/{game}/commands");
            if let Some(sent) = taken.time(player.ask("POST", &path, sent)).await {
                revision = sent["revision"].as_u64().unwrap();
            }
            tokio::time::sleep(step).await;
        }
        taken
    });
    let [guests, games] = guests.await.unwrap();
    [guests, games, moves.await.unwrap(), health.await.unwrap()]
}

/// What others noticed of an attack.
pub struct Noticed {
    name: &'static str,
    /// Sign-in, a new game, a move, the health: p99, and the first answer that was wrong.
    others: [(Duration, Option<String>); 4],
    stopped: Duration,
}

impl Noticed {
    /// Whether nobody waited for more than a second, and the process ended in time.
    fn check(self) -> Result<(), String> {
        let Noticed { name, others, stopped } = self;
        let [(sign_in, _), (game, _), (a_move, _), (health, _)] = &others;
        println!(
            "{name}: p99 of sign-in {sign_in:.0?}, a game {game:.0?}, a move {a_move:.0?}, \
             health {health:.0?}; stopped in {stopped:.0?}"
        );
        for (slowest, wrong) in &others {
            if *slowest > SLOWEST {
                return Err(format!("{name}: others wait for {slowest:?}; first: {wrong:?}"));
            }
        }
        if stopped > STOPS {
            return Err(format!("{name}: SIGTERM takes {stopped:?}"));
        }
        Ok(())
    }
}

/// How often an attack is measured. Other work on the machine can only make answers slower, so one
/// measurement within the bounds shows that the server keeps them.
const TRIES: usize = 3;

/// Attacks a server, and measures again if others had to wait.
pub fn hold<A>(name: &'static str, start: impl Fn() -> Server, attack: impl Fn(SocketAddr) -> A)
where
    A: Future<Output = ()> + Send + 'static,
{
    retried(|| run(name, &mut start(), &attack).check());
}

/// Measures until the bounds are kept, a few times.
pub fn retried(measure: impl Fn() -> Result<(), String>) {
    for attempt in 1..=TRIES {
        match measure() {
            Ok(()) => return,
            Err(slow) if attempt < TRIES => println!("measured again: {slow}"),
            Err(slow) => panic!("{slow}"),
        }
    }
}

/// Runs an attack on a server, and SIGTERM in the middle of it.
fn run<A>(name: &'static str, server: &mut Server, attack: &impl Fn(SocketAddr) -> A) -> Noticed
where
    A: Future<Output = ()> + Send + 'static,
{
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let address = server.address;
    let others = runtime.block_on(async {
        let game = RunningGame::new(address).await;
        let attacking = tokio::spawn(attack(address));
        // The attack gets under way.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let taken = others(address, game, Instant::now() + LASTS).await;
        assert!(!attacking.is_finished(), "{name}: the attack has ended");
        taken
    });
    let stopped = server.terminate();
    runtime.shutdown_background();
    let others = others.map(|mut taken| (taken.p99(), taken.wrong));
    Noticed { name, others, stopped }
}

/// Does something again and again in several tasks, for ever.
pub async fn repeat<F: Future<Output = ()> + Send + 'static>(
    tasks: usize,
    work: impl Fn(usize) -> F + Clone + Send + 'static,
) {
    let tasks: Vec<_> = (0..tasks)
        .map(|number| {
            let work = work.clone();
            tokio::spawn(async move {
                loop {
                    work(number).await;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            })
        })
        .collect();
    for task in tasks {
        let _ = task.await;
    }
}
