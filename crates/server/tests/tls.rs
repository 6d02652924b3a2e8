//! Connections that the server encrypts itself.

#![allow(clippy::unwrap_used)]

mod common;

mod once {
    use super::common::certificates;
    use super::common::{TestServer, generous, id};
    use futures_util::{SinkExt, StreamExt};
    use serde_json::json;
    use std::net::SocketAddr;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use tilewright_server::{Config, Tls};
    use tilewright_storage::MemoryStore;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio_rustls::TlsConnector;
    use tokio_rustls::client::TlsStream;
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
    use tokio_rustls::rustls::{ClientConfig, RootCertStore};
    use tokio_tungstenite::tungstenite::Message;

    /// A folder with certificates, removed in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("tilewright-tls-{name}-{}", std::process::id());
            let folder = Folder(std::env::temp_dir().join(name));
            std::fs::create_dir_all(&folder.0).unwrap();
            certificates::make(&folder.0).unwrap();
            folder
        }

        fn tls(&self) -> Tls {
            Tls::new(self.0.join("server.pem"), self.0.join("server.key")).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn server(folder: &Folder, mut config: Config) -> TestServer {
        config.tls = Some(folder.tls());
        TestServer::with(Arc::new(MemoryStore::new()), config)
    }

    /// A connection whose certificate is checked against the authority in a folder.
    async fn connect(address: SocketAddr, folder: &Path) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        let authority = CertificateDer::from_pem_file(folder.join("authority.pem")).unwrap();
        roots.add(authority).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let stream = TcpStream::connect(address).await?;
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, stream).await
    }

    /// Sends a request on a connection of its own and reads everything that comes back.
    async fn ask(address: SocketAddr, folder: &Path, request: &str) -> std::io::Result<String> {
        let mut stream = connect(address, folder).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok(answer)
    }

    const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    #[test]
    fn requests_and_sockets_are_encrypted() {
        let folder = Folder::new("plain");
        let server = server(&folder, generous());
        let address = server.address;
        server.runtime.block_on(async {
            let answer = ask(address, &folder.0, HEALTH).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            // A socket.
            let post = |path: &str, token: &str, body: serde_json::Value| {
                let (body, token) = (body.to_string(), format!("Authorization: Bearer {token}"));
                let length = body.len();
                format!(
                    "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{token}\r\n\
                     Content-Length: {length}\r\n\r\n{body}"
                )
            };
            let told = |answer: String| -> serde_json::Value {
                let body = answer.split_once("\r\n\r\n").unwrap().1;
                serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
            };
            let guest = post("/api/v1/guests", "", json!({ "name": "Ann" }))
                .replace("Authorization: Bearer \r\n", "");
            let guest = told(ask(address, &folder.0, &guest).await.unwrap());
            let token = guest["token"].as_str().unwrap();
            let game = json!({
                "variant": { "shipped": "classic" }, "seats": ["me"], "words": "free"
            });
            let game = post("/api/v1/games", token, game);
            let game = told(ask(address, &folder.0, &game).await.unwrap());
            let stream = connect(address, &folder.0).await.unwrap();
            let url = format!("wss://localhost/api/v1/games/{}/live", id(&game));
            let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
            let hello = json!({ "type": "hello", "token": token }).to_string();
            socket.send(Message::text(hello)).await.unwrap();
            let heard = socket.next().await.unwrap().unwrap();
            assert!(heard.to_text().unwrap().contains("welcome"), "{heard}");
            // Who does not encrypt gets no answer.
            let mut plain = TcpStream::connect(address).await.unwrap();
            plain.write_all(HEALTH.as_bytes()).await.unwrap();
            let mut answer = Vec::new();
            // The other side may close before everything is read.
            let _ = plain.read_to_end(&mut answer).await;
            assert!(!answer.windows(4).any(|part| part == b"HTTP"), "{answer:?}");
        });
    }

    #[test]
    fn one_who_never_encrypts_is_closed_and_keeps_nobody() {
        let folder = Folder::new("slow");
        let mut config = generous();
        config.limits.idle_seconds = 1;
        let server = server(&folder, config);
        let address = server.address;
        server.runtime.block_on(async {
            let mut silent = TcpStream::connect(address).await.unwrap();
            let answer = ask(address, &folder.0, HEALTH).await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            let mut byte = [0];
            let closed = silent.read(&mut byte);
            let closed = tokio::time::timeout(Duration::from_secs(10), closed).await;
            assert!(matches!(closed, Ok(Ok(0) | Err(_))), "{closed:?}");
        });
    }

    #[test]
    fn a_new_certificate_is_used_and_a_broken_one_is_not() {
        let (folder, newer) = (Folder::new("old"), Folder::new("new"));
        let server = server(&folder, generous());
        let address = server.address;
        let old = folder.0.join("authority-of-before");
        std::fs::create_dir_all(&old).unwrap();
        std::fs::copy(folder.0.join("authority.pem"), old.join("authority.pem")).unwrap();
        let wait = |what: &str, done: &dyn Fn() -> bool| {
            let began = Instant::now();
            while !done() {
                assert!(began.elapsed() < Duration::from_secs(30), "waited for {what}");
                std::thread::sleep(Duration::from_millis(50));
            }
        };
        let answers =
            |authority: &Path| server.runtime.block_on(ask(address, authority, HEALTH)).is_ok();
        assert!(answers(&old) && !answers(&newer.0));
        // Half of a new certificate.
        std::fs::write(folder.0.join("server.pem"), "-----BEGIN CERTIFICATE-----\n").unwrap();
        let told =
            |line: &String| line.contains("the old one stays") && line.contains("server.pem");
        wait("the complaint", &|| server.log.lock().unwrap().iter().any(told));
        assert!(answers(&old));
        for file in ["server.pem", "server.key"] {
            std::fs::copy(newer.0.join(file), folder.0.join(file)).unwrap();
        }
        wait("the new certificate", &|| answers(&newer.0));
        assert!(!answers(&old));
    }

    #[test]
    fn files_that_are_no_certificate_are_refused_with_the_reason() {
        let (folder, other) = (Folder::new("bad"), Folder::new("other"));
        let (certificate, key) = (folder.0.join("server.pem"), folder.0.join("server.key"));
        let refused = [
            (folder.0.join("nothing.pem"), key.clone(), "nothing.pem"),
            (key.clone(), key.clone(), "no certificate"),
            (certificate.clone(), certificate.clone(), "server.pem"),
            (certificate.clone(), other.0.join("server.key"), "not the key of the certificate"),
        ];
        for (certificate, key, reason) in refused {
            let error = Tls::new(certificate, key).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
