//! The engine behind HTTP: a server is started for the occasion.

use super::workshop::{Part, StepError, Workshop};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

/// The corpus through a running server.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    workshop.build("tilewright-cli")?;
    let settings = workshop.work.join("server.toml");
    let text = "[limits]\nrequests_per_minute = 1000000\nengine_calls_per_minute = 1000000\n";
    workshop.write(&settings, text)?;
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = port.map_err(|error| StepError::Failed(error.to_string()))?.port();
    let mut server = workshop.command(workshop.built().join("tilewright"));
    server.args(["serve", "--quiet", "--database", "memory", "--port", &port.to_string()]);
    server.arg("--config").arg(&settings).stdout(Stdio::piped());
    let mut server = server.spawn().map_err(|error| StepError::Failed(error.to_string()))?;
    if let Some(output) = server.stdout.take() {
        // Its first line comes once it listens; a server that says nothing is waited for below.
        std::thread::spawn(move || BufReader::new(output).lines().for_each(drop));
    }
    let responses = workshop.file("http.bin");
    let address = format!("127.0.0.1:{port}");
    let asked =
        workshop.conformance(&["http", &address, &workshop.file("requests.bin"), &responses]);
    let ended = server.kill().and_then(|()| server.wait());
    asked?;
    ended.map_err(|error| StepError::Failed(format!("the server could not be ended: {error}")))?;
    workshop.check("http", &responses, Part::Whole).map(|note| vec![note])
}
