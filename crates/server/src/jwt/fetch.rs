//! Getting a key set from an address.

use super::JwtError;
use axum::http::{Request, Uri, header};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// The largest key set.
pub(super) const MOST_BYTES: usize = 256 << 10;
/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(10);

fn failed(what: &str) -> impl Fn(Box<dyn std::error::Error + Send + Sync>) -> JwtError + '_ {
    move |error| JwtError::new(format!("{what}: {error}"))
}

/// Gets what is at an `http://` or `https://` address. Certificates are checked against those of
/// the system. Redirects are not followed.
pub(super) async fn get(url: &str) -> Result<Vec<u8>, JwtError> {
    let work = tokio::time::timeout(PATIENCE, get_slowly(url)).await;
    work.map_err(|_| JwtError::new(format!("{url} does not answer within 10 s")))?
}

async fn get_slowly(url: &str) -> Result<Vec<u8>, JwtError> {
    let bad = || JwtError::new(format!("{url} is no http:// or https:// address"));
    let uri: Uri = url.parse().map_err(|_| bad())?;
    let secure = match uri.scheme_str() {
        Some("http") => false,
        Some("https") => true,
        _ => return Err(bad()),
    };
    let host = uri.host().ok_or_else(bad)?.to_string();
    let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let name = host.trim_matches(['[', ']']).to_string();
    let stream = TcpStream::connect((name.as_str(), port)).await;
    let stream = stream.map_err(|error| failed(url)(error.into()))?;
    if !secure {
        return exchange(stream, &uri).await;
    }
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        let _ = roots.add(certificate);
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| failed(url)(error.into()))?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let server = ServerName::try_from(name).map_err(|_| bad())?;
    let stream = TlsConnector::from(Arc::new(config)).connect(server, stream).await;
    exchange(stream.map_err(|error| failed(url)(error.into()))?, &uri).await
}

async fn exchange<S>(stream: S, uri: &Uri) -> Result<Vec<u8>, JwtError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let url = uri.to_string();
    let opened = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = opened.map_err(|error| failed(&url)(error.into()))?;
    tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let host = uri.authority().map_or("", |authority| authority.as_str());
    let request = Request::get(path)
        .header(header::HOST, host)
        .header(header::ACCEPT, "application/json")
        .body(Empty::<Bytes>::new());
    let request = request.map_err(|error| failed(&url)(error.into()))?;
    let answer = sender.send_request(request).await;
    let answer = answer.map_err(|error| failed(&url)(error.into()))?;
    if !answer.status().is_success() {
        return Err(JwtError::new(format!("{url} answers {}", answer.status())));
    }
    let body =
        Limited::new(answer.into_body(), MOST_BYTES).collect().await.map_err(failed(&url))?;
    Ok(body.to_bytes().to_vec())
}
