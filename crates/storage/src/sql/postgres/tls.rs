//! The address of a database, and how connections to it are encrypted: `sslmode` and `sslrootcert`,
//! which mean what they mean to PostgreSQL's own programs.

use crate::{DatabaseError, StoreError};
use postgres::Config;
use postgres::config::SslMode;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use std::path::PathBuf;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// How much of the server's certificate is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Check {
    /// Nothing: any server is trusted. It helps against those who only listen.
    Nothing,
    /// That a known authority has signed it.
    Authority,
    /// That, and that it is for the host of the address.
    AuthorityAndHost,
}

/// An address that was read.
pub(super) struct Address {
    pub config: Config,
    /// `None`: in plain text.
    pub tls: Option<MakeRustlsConnect>,
}

/// What an address asks for, apart from what the driver reads.
#[derive(PartialEq, Eq, Debug)]
struct Wishes {
    mode: SslMode,
    check: Check,
    roots: Option<PathBuf>,
}

impl Address {
    /// Reads an address, `postgres://…?sslmode=…&sslrootcert=…` or `host=… sslmode=…`. It may hold
    /// a password, so that no error repeats it.
    pub fn parse(text: &str) -> Result<Address, StoreError> {
        let (rest, mode, roots) = split(text);
        let wishes = wishes(mode, roots)?;
        let mut config: Config =
            rest.parse().map_err(|_| StoreError::database("the address cannot be read"))?;
        config.ssl_mode(wishes.mode);
        let tls = match wishes.mode {
            SslMode::Disable => None,
            _ => Some(MakeRustlsConnect::new(client(&wishes)?)),
        };
        Ok(Address { config, tls })
    }
}

/// An address without `sslmode` and `sslrootcert`, and their values.
fn split(text: &str) -> (String, Option<&str>, Option<&str>) {
    const KEYS: [&str; 2] = ["sslmode=", "sslrootcert="];
    let (place, parameters, between) = match text.split_once('?') {
        Some((place, parameters)) => (place, parameters, "&"),
        None if text.contains("://") => (text, "", "&"),
        None => ("", text, " "),
    };
    let parts = parameters.split(between).filter(|part| !part.is_empty());
    let value = |key: &str| parts.clone().find_map(|part| part.strip_prefix(key));
    let kept: Vec<&str> =
        parts.clone().filter(|part| !KEYS.iter().any(|key| part.starts_with(key))).collect();
    let mark = if place.is_empty() || kept.is_empty() { "" } else { "?" };
    (format!("{place}{mark}{}", kept.join(between)), value(KEYS[0]), value(KEYS[1]))
}

fn wishes(mode: Option<&str>, roots: Option<&str>) -> Result<Wishes, StoreError> {
    let (mode, check) = match mode {
        None | Some("disable") => (SslMode::Disable, Check::Nothing),
        Some("prefer") => (SslMode::Prefer, Check::Nothing),
        // With a file of authorities, their signature is wanted too.
        Some("require") if roots.is_some() => (SslMode::Require, Check::Authority),
        Some("require") => (SslMode::Require, Check::Nothing),
        Some("verify-ca") => (SslMode::Require, Check::Authority),
        Some("verify-full") => (SslMode::Require, Check::AuthorityAndHost),
        Some(_) => {
            let message = "sslmode is one of disable, prefer, require, verify-ca and verify-full";
            return Err(StoreError::database(message));
        }
    };
    let roots = roots.filter(|file| *file != "system").map(PathBuf::from);
    Ok(Wishes { mode, check, roots })
}

fn client(wishes: &Wishes) -> Result<ClientConfig, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let failed = |error: rustls::Error| {
        StoreError::Database(DatabaseError::caused_by(format!("encryption: {error}"), error))
    };
    let config = ClientConfig::builder_with_provider(provider.clone());
    let config = config.with_safe_default_protocol_versions().map_err(failed)?;
    if wishes.check == Check::Nothing {
        let verifier = Arc::new(Unchecked(provider));
        return Ok(config
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth());
    }
    let roots = Arc::new(authorities(wishes)?);
    let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider).build();
    let verifier = verifier.map_err(|error| {
        StoreError::Database(DatabaseError::caused_by(format!("sslrootcert: {error}"), error))
    })?;
    let verifier: Arc<dyn ServerCertVerifier> = match wishes.check {
        Check::Authority => Arc::new(AnyHost(verifier)),
        _ => verifier,
    };
    Ok(config.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
}

/// The authorities that are trusted: those of a file, or those of this machine.
fn authorities(wishes: &Wishes) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let found = match &wishes.roots {
        Some(file) => {
            let failed = |error: rustls::pki_types::pem::Error| {
                let message = format!("sslrootcert: {}: {error}", file.display());
                StoreError::Database(DatabaseError::caused_by(message, error))
            };
            let found = CertificateDer::pem_file_iter(file).map_err(failed)?;
            found.collect::<Result<Vec<_>, _>>().map_err(failed)?
        }
        None => rustls_native_certs::load_native_certs().certs,
    };
    let (usable, _) = roots.add_parsable_certificates(found);
    match usable {
        0 => Err(StoreError::database(
            "there is no certificate of an authority; name a file with sslrootcert",
        )),
        _ => Ok(roots),
    }
}

/// Believes every certificate; signatures of the handshake must still be its own.
#[derive(Debug)]
struct Unchecked(Arc<CryptoProvider>);

impl ServerCertVerifier for Unchecked {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Believes the certificates of known authorities, whatever host they are for.
#[derive(Debug)]
struct AnyHost(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyHost {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext};
        match self.0.verify_server_cert(certificate, between, host, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(
                NotValidForName | NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            checked => checked,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_how_connections_are_encrypted() {
        use Check::{Authority, AuthorityAndHost, Nothing};
        use SslMode::{Disable, Prefer, Require};
        for (text, rest, mode, check, roots) in [
            ("postgres://u:p@h/d", "postgres://u:p@h/d", Disable, Nothing, None),
            ("postgres://h/d?sslmode=disable", "postgres://h/d", Disable, Nothing, None),
            ("postgres://h/d?sslmode=prefer", "postgres://h/d", Prefer, Nothing, None),
            (
                "postgres://h/d?connect_timeout=1&sslmode=require",
                "postgres://h/d?connect_timeout=1",
                Require,
                Nothing,
                None,
            ),
            (
                "postgres://h/d?sslmode=require&sslrootcert=/a.pem",
                "postgres://h/d",
                Require,
                Authority,
                Some("/a.pem"),
            ),
            ("host=h sslmode=verify-ca dbname=d", "host=h dbname=d", Require, Authority, None),
            (
                "host=h sslmode=verify-full sslrootcert=system",
                "host=h",
                Require,
                AuthorityAndHost,
                None,
            ),
        ] {
            let (found, found_mode, found_roots) = split(text);
            assert_eq!(found, rest);
            let wished = Wishes { mode, check, roots: roots.map(PathBuf::from) };
            assert_eq!(wishes(found_mode, found_roots).unwrap(), wished, "{text}");
        }
    }

    #[test]
    fn errors_say_what_to_do_and_keep_the_password() {
        for (text, expected) in [
            ("postgres://u:secret@h/d?sslmode=maybe", "verify-full"),
            ("postgres://u:secret@h/d?sslmode=verify-full&sslrootcert=/none.pem", "/none.pem"),
            ("postgres://u:secret@h:port/d", "cannot be read"),
        ] {
            let Err(StoreError::Database(error)) = Address::parse(text).map(|_| ()) else {
                panic!("{text}")
            };
            let message = error.to_string();
            assert!(message.contains(expected) && !message.contains("secret"), "{message}");
        }
    }
}
