//! The shipped nginx in front of a real server: each client has limits of its own.

use crate::read;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server(folder: &Path) -> (Process, String) {
    let config = folder.join("tilewright.toml");
    let text = "trusted_proxies = [\"127.0.0.1\"]\n[limits]\nguests_per_minute = 2\n";
    std::fs::write(&config, text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["serve", "--port", "0", "--database", "memory", "--quiet", "--config"])
        .arg(config)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let rest = line.split_once("http://").unwrap_or_else(|| panic!("said {line:?}")).1;
    (Process(child), rest.split('/').next().unwrap().to_string())
}

/// The shipped configuration, with this server for the three of the cluster and a free port.
fn nginx(folder: &Path, server: &str) -> (Process, SocketAddr) {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let shipped = read("nginx.conf");
    let kept = shipped.lines().filter(|line| !line.contains("node2") && !line.contains("node3"));
    let kept = kept.collect::<Vec<_>>().join("\n");
    let changed = kept
        .replace("node1:4747", server)
        .replace("listen 8080;", &format!("listen {free};"))
        .replace("server_tokens off;", "server_tokens off;\n    access_log off;");
    assert!(changed.contains(server) && changed.contains(&format!("listen {free};")), "{changed}");
    let file = folder.join("nginx.conf");
    // One process, which is ended like any other.
    let pid = folder.join("nginx.pid");
    let first = format!("daemon off;\nmaster_process off;\npid {};\n", pid.display());
    std::fs::write(&file, first + &changed).unwrap();
    std::fs::create_dir_all(folder.join("logs")).unwrap();
    // It is not always on the path of those who are not root.
    let programs = ["nginx", "/usr/sbin/nginx"].into_iter();
    let child = programs
        .filter_map(|program| {
            let errors = folder.join("errors.log");
            let mut command = Command::new(program);
            command.arg("-p").arg(folder).arg("-c").arg(&file).arg("-e").arg(errors);
            command.stdin(Stdio::null()).spawn().ok()
        })
        .next();
    let child = Process(child.expect("nginx is installed"));
    let began = Instant::now();
    while TcpStream::connect(free).is_err() {
        assert!(began.elapsed() < Duration::from_secs(10), "nginx listens");
        std::thread::sleep(Duration::from_millis(20));
    }
    (child, free)
}

/// The status of a new guest who comes from an address of this machine, with more headers.
async fn guest(to: SocketAddr, from: Ipv4Addr, headers: &str) -> u16 {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let mut stream = socket.connect(to).await.unwrap();
    let request = format!(
        "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\
         Content-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("answered {answer:?}"))
}

#[test]
#[ignore = "needs nginx; cargo xtask test --only services"]
fn clients_behind_nginx_are_limited_one_by_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("behind-nginx");
    std::fs::create_dir_all(&folder).unwrap();
    let (_server, address) = server(&folder);
    let (_nginx, proxy) = nginx(&folder, &address);
    let direct: SocketAddr = address.parse().unwrap();
    let [ann, bob, eve] = [2, 3, 4].map(|last| Ipv4Addr::new(127, 0, 0, last));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for client in [ann, bob] {
            let mut heard = Vec::new();
            for _ in 0..3 {
                heard.push(guest(proxy, client, "").await);
            }
            assert_eq!(heard, [200, 200, 429], "{client}");
        }
        // Nobody becomes another by a header: neither behind the proxy, nor past it.
        for header in ["X-Forwarded-For: 203.0.113.1\r\n", "Forwarded: for=203.0.113.2\r\n"] {
            assert_eq!(guest(proxy, ann, header).await, 429, "{header}");
        }
        let forged = |last: u8| format!("X-Forwarded-For: 203.0.113.{last}\r\n");
        let mut heard = Vec::new();
        for last in 3..6 {
            heard.push(guest(direct, eve, &forged(last)).await);
        }
        assert_eq!(heard, [200, 200, 429]);
    });
}
