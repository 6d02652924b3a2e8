//! The one HTTP client of the server: for key sets and notifications.

use axum::http::header::{HOST, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// Why a request got no response.
#[derive(Debug)]
pub(crate) enum HttpError {
    /// The URL is not one of `http://` or `https://` with a host.
    Url,
    /// No response within the time.
    Timeout(Duration),
    /// The response is larger than the bound.
    TooLarge(usize),
    /// The connection, the encryption or the protocol has failed.
    Transport(&'static str, Box<dyn std::error::Error + Send + Sync>),
}

impl std::fmt::Display for HttpError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HttpError::Url => f.write_str("not an http:// or https:// URL"),
            HttpError::Timeout(after) => write!(f, "no response within {} s", after.as_secs()),
            HttpError::TooLarge(most) => write!(f, "the response exceeds {most} bytes"),
            HttpError::Transport(what, error) => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for HttpError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            HttpError::Transport(_, error) => Some(error.as_ref()),
            _ => None,
        }
    }
}

fn transport<E>(what: &'static str) -> impl Fn(E) -> HttpError
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    move |error| HttpError::Transport(what, error.into())
}

/// One request.
pub(crate) struct Outgoing {
    pub method: Method,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub body: Vec<u8>,
    /// How long everything may take.
    pub timeout: Duration,
    /// The largest body of a response.
    pub most: usize,
}

/// Sends a request and reads its response. Certificates are checked against those of the system.
/// Redirects are not followed.
pub(crate) async fn send(uri: &Uri, request: Outgoing) -> Result<(StatusCode, Bytes), HttpError> {
    let timeout = request.timeout;
    let sent = tokio::time::timeout(timeout, send_slowly(uri, request)).await;
    sent.map_err(|_| HttpError::Timeout(timeout))?
}

async fn send_slowly(uri: &Uri, request: Outgoing) -> Result<(StatusCode, Bytes), HttpError> {
    let secure = match uri.scheme_str() {
        Some("http") => false,
        Some("https") => true,
        _ => return Err(HttpError::Url),
    };
    let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let name = uri.host().ok_or(HttpError::Url)?.trim_matches(['[', ']']).to_string();
    let stream = TcpStream::connect((name.as_str(), port)).await;
    let stream = stream.map_err(transport("connecting"))?;
    if !secure {
        return exchange(stream, uri, request).await;
    }
    let server = ServerName::try_from(name).map_err(|_| HttpError::Url)?;
    let stream = TlsConnector::from(Arc::new(tls_config()?)).connect(server, stream).await;
    exchange(stream.map_err(transport("encrypting"))?, uri, request).await
}

/// TLS with the certificates of the system.
fn tls_config() -> Result<ClientConfig, HttpError> {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "certificates of the system cannot be read");
    }
    let (_, unusable) = roots.add_parsable_certificates(found.certs);
    if unusable > 0 {
        tracing::debug!(unusable, "certificates of the system are passed over");
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(transport("encrypting"))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

async fn exchange<S>(
    stream: S,
    uri: &Uri,
    request: Outgoing,
) -> Result<(StatusCode, Bytes), HttpError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = hyper::client::conn::http1::Builder::new();
    let opened = builder.title_case_headers(true).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = opened.map_err(transport("connecting"))?;
    // It ends with the sender; what fails on it, the request reports.
    tokio::spawn(connection);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let host = uri.authority().map_or("", |authority| authority.as_str());
    let mut headers = HeaderMap::from_iter(request.headers);
    headers.insert(HOST, HeaderValue::from_str(host).map_err(|_| HttpError::Url)?);
    let outgoing = Request::builder().method(request.method).uri(path);
    let mut outgoing =
        outgoing.body(Full::new(Bytes::from(request.body))).map_err(|_| HttpError::Url)?;
    *outgoing.headers_mut() = headers;
    let response = sender.send_request(outgoing).await.map_err(transport("sending"))?;
    let status = response.status();
    let body = Limited::new(response.into_body(), request.most).collect().await;
    let body = body.map_err(|error| match error.is::<LengthLimitError>() {
        true => HttpError::TooLarge(request.most),
        false => transport("reading")(error),
    })?;
    Ok((status, body.to_bytes()))
}
