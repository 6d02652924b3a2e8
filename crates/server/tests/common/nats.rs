//! A NATS server of its own for a test process.

use super::certificates;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A NATS server that ends with its owner.
pub struct Nats {
    port: u16,
    child: Option<Child>,
    /// Where the certificates are, if connections are encrypted.
    certificates: Option<PathBuf>,
}

impl Nats {
    /// Starts one; `None` if it is not installed.
    pub fn start() -> Option<Nats> {
        Nats::with(None)
    }

    /// One that lets in only who encrypts and knows the password; `None` if it is not installed.
    pub fn encrypted() -> Option<Nats> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("tilewright-nats-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&directory).unwrap();
        certificates::make(&directory).unwrap();
        Nats::with(Some(directory))
    }

    fn with(certificates: Option<PathBuf>) -> Option<Nats> {
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let mut nats = Nats { port, child: None, certificates };
        nats.run().then_some(nats)
    }

    pub fn url(&self) -> String {
        match &self.certificates {
            Some(directory) => {
                let authority = directory.join("authority.pem");
                format!("tls://tile:wright@localhost:{}?ca={}", self.port, authority.display())
            }
            None => format!("nats://127.0.0.1:{}", self.port),
        }
    }

    /// Starts it at its port; true once it answers.
    pub fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let mut server = Command::new("nats-server");
        server.args(["-a", "127.0.0.1", "-p", &port]);
        if let Some(directory) = &self.certificates {
            server.args(["--user", "tile", "--pass", "wright", "--tls"]);
            server.arg("--tlscert").arg(directory.join("server.pem"));
            server.arg("--tlskey").arg(directory.join("server.key"));
        }
        let child = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let Ok(child) = child else { return false };
        // Should this process be killed, a shell ends it.
        let script = "while [ -d /proc/$WATCH ] && [ -d /proc/$SERVER ]; do sleep 0.3; done; \
                      kill $SERVER";
        let _ = Command::new("sh")
            .args(["-c", script])
            .env("SERVER", child.id().to_string())
            .env("WATCH", std::process::id().to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child);
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if began.elapsed() > Duration::from_secs(5) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
        if let Some(directory) = &self.certificates {
            let _ = std::fs::remove_dir_all(directory);
        }
    }
}

/// The one that all servers of this process share.
pub fn shared() -> String {
    static NATS: OnceLock<Option<Nats>> = OnceLock::new();
    NATS.get_or_init(Nats::start).as_ref().expect("nats-server is installed").url()
}
