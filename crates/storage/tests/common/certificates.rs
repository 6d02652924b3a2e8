//! Certificates for servers of a test.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::path::Path;

/// Makes an authority (`authority.pem`), and a certificate for `localhost` that it has signed
/// (`server.pem`, `server.key`).
pub fn make(directory: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut authority = CertificateParams::new(Vec::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate()?;
    let certificate = authority.self_signed(&key)?;
    std::fs::write(directory.join("authority.pem"), certificate.pem())?;
    let issuer = Issuer::new(authority, key);
    let key = KeyPair::generate()?;
    let names = vec!["localhost".to_string()];
    let certificate = CertificateParams::new(names)?.signed_by(&key, &issuer)?;
    std::fs::write(directory.join("server.pem"), certificate.pem())?;
    std::fs::write(directory.join("server.key"), key.serialize_pem())?;
    Ok(())
}
