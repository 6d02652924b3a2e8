//! Encrypted connections to this server: a certificate and a key in files, read again when they change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::{Handle, Runtime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, ServerConfig};
use tokio_rustls::server::TlsStream;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// The server's certificate, as two PEM files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
}

/// Why a certificate cannot be used: the file, and the reason.
#[derive(Debug)]
pub struct TlsError {
    file: PathBuf,
    cause: Box<dyn std::error::Error + Send + Sync>,
}

impl std::fmt::Display for TlsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.cause)
    }
}

impl std::error::Error for TlsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.cause.as_ref())
    }
}

impl From<TlsError> for io::Error {
    fn from(error: TlsError) -> io::Error {
        io::Error::other(error)
    }
}

impl Tls {
    /// A certificate, followed in its file by those between it and an authority, and its private
    /// key.
    ///
    /// # Errors
    /// If they cannot be read, or do not belong together.
    pub fn new(certificate: PathBuf, key: PathBuf) -> Result<Tls, TlsError> {
        let tls = Tls { certificate, key };
        tls.read().map(|_| tls)
    }

    /// Reads both files.
    fn read(&self) -> Result<CertifiedKey, TlsError> {
        fn failed<E>(file: &Path) -> impl Fn(E) -> TlsError
        where
            E: Into<Box<dyn std::error::Error + Send + Sync>>,
        {
            move |cause| TlsError { file: file.to_path_buf(), cause: cause.into() }
        }
        let (of_certificate, of_key) = (failed(&self.certificate), failed(&self.key));
        let text = std::fs::read(&self.certificate).map_err(failed(&self.certificate))?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
        let chain = chain.map_err(failed(&self.certificate))?;
        if chain.is_empty() {
            return Err(of_certificate("there is no certificate in it (BEGIN CERTIFICATE)"));
        }
        let text = std::fs::read(&self.key).map_err(failed(&self.key))?;
        let key = PrivateKeyDer::from_pem_slice(&text).map_err(failed(&self.key))?;
        let read = CertifiedKey::from_der(chain, key, &ring::default_provider());
        read.map_err(|error| match error {
            Error::InconsistentKeys(_) => of_key("it is not the key of the certificate"),
            other => failed(&self.certificate)(other),
        })
    }

    /// When either file was last written.
    fn written(&self) -> Option<SystemTime> {
        let written = |file: &Path| file.metadata().and_then(|data| data.modified()).ok();
        written(&self.certificate).max(written(&self.key))
    }

    /// Begins to use the files, and to look at them again from time to time.
    pub(crate) fn open(&self) -> Result<Encryption, TlsError> {
        let written = self.written();
        let current = Arc::new(Current(RwLock::new(Arc::new(self.read()?))));
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let builder = builder
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError { file: self.certificate.clone(), cause: error.into() })?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(current.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let watch = tokio::spawn(watch(self.clone(), current, written)).abort_handle();
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2);
        let handshakes = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads.max(1))
            .thread_name("tls")
            .enable_time()
            .build()
            .map_err(|error| TlsError { file: self.certificate.clone(), cause: error.into() })?;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Ok(Encryption { acceptor, handshakes: Some(handshakes), watch })
    }
}

/// Encrypts connections.
pub(crate) struct Encryption {
    acceptor: TlsAcceptor,
    /// Threads for handshakes alone: each takes about a millisecond of signing.
    handshakes: Option<Runtime>,
    watch: tokio::task::AbortHandle,
}

impl Encryption {
    /// The way to encrypt one connection.
    pub fn handshake(&self) -> Option<Handshake> {
        let threads = self.handshakes.as_ref()?.handle().clone();
        Some(Handshake { acceptor: self.acceptor.clone(), threads })
    }
}

impl Drop for Encryption {
    fn drop(&mut self) {
        self.watch.abort();
        if let Some(handshakes) = self.handshakes.take() {
            handshakes.shutdown_background();
        }
    }
}

/// The way to encrypt one connection, on threads that do not serve.
pub(crate) struct Handshake {
    acceptor: TlsAcceptor,
    threads: Handle,
}

impl Handshake {
    /// The connection encrypted. `None` for a client that breaks off, is too slow or speaks another
    /// language, which is no news.
    pub async fn accept<C>(self, connection: C, timeout: Duration) -> Option<TlsStream<C>>
    where
        C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Handshake { acceptor, threads } = self;
        let handshake = async move {
            tokio::time::timeout(timeout, acceptor.accept(connection)).await.ok()?.ok()
        };
        threads.spawn(handshake).await.ok()?
    }
}

/// The certificate that new connections get.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// Reads the files again when they were written; what cannot be used is logged, and the old
/// certificate stays.
async fn watch(tls: Tls, current: Arc<Current>, mut known: Option<SystemTime>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let files = tls.clone();
        let look = move || {
            let written = files.written();
            (written != known).then(|| (written, files.read()))
        };
        let Ok(Some((written, read))) = tokio::task::spawn_blocking(look).await else { continue };
        known = written;
        match read {
            Ok(key) => {
                *current.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(key);
                tracing::info!("the certificate was read again");
            }
            Err(error) => {
                tracing::error!(%error, "the new certificate cannot be used; the old one stays");
            }
        }
    }
}
