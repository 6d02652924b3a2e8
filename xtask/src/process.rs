//! Running other programs.

use crate::Context;
use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program about to be run at the top of the repository.
pub(crate) struct Invocation {
    command: Command,
    shown: String,
}

impl Invocation {
    /// A program found on the path.
    pub fn new(context: &Context, program: &str, arguments: &[&str]) -> Self {
        Self::from_parts(context, program.into(), program, arguments)
    }

    /// The cargo that runs this program.
    pub fn cargo(context: &Context, arguments: &[&str]) -> Self {
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Self::from_parts(context, program, "cargo", arguments)
    }

    /// The cargo of another toolchain; needs rustup's `cargo` on the path.
    pub fn cargo_of(context: &Context, toolchain: &str, arguments: &[&str]) -> Self {
        let plus = format!("+{toolchain}");
        let arguments: Vec<&str> =
            std::iter::once(plus.as_str()).chain(arguments.iter().copied()).collect();
        Self::new(context, "cargo", &arguments)
    }

    fn from_parts(context: &Context, program: OsString, name: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&context.root);
        let shown =
            std::iter::once(name).chain(arguments.iter().copied()).collect::<Vec<_>>().join(" ");
        Self { command, shown }
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self.shown = format!("{name}=\"{value}\" {}", self.shown);
        self
    }

    /// Runs the program with its output shown; an error says what went wrong.
    pub fn run(mut self, context: &Context) -> Result<(), String> {
        println!("{}", context.paint.dim(&format!("$ {}", self.shown)));
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{}` ended with {status}", self.shown)),
            Err(error) => Err(format!("`{}` could not be started: {error}", self.shown)),
        }
    }

    /// Runs the program unseen; true if it succeeded.
    pub fn succeeds(mut self) -> bool {
        self.command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    /// Runs the program unseen; its standard output if it succeeded.
    pub fn output(mut self) -> Option<String> {
        let output = self.command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs the program unseen and ends it if it takes longer than `limit`; true if it succeeded.
    pub fn succeeds_within(mut self, limit: Duration) -> bool {
        self.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = self.command.spawn() else {
            return false;
        };
        let started = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) if started.elapsed() < limit => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                Ok(None) | Err(_) => {
                    // The child may have ended on its own meanwhile: nothing to report then.
                    let _ = child.kill();
                    let _ = child.wait();
                    return false;
                }
            }
        }
    }
}

/// Whether `cargo NAME` exists.
pub(crate) fn has_subcommand(context: &Context, name: &str) -> bool {
    Invocation::cargo(context, &[name, "--version"]).succeeds()
}

/// Makes sure that `cargo NAME` exists, installing the package `cargo-NAME` if it does not.
pub(crate) fn ensure_subcommand(context: &Context, name: &str) -> Result<(), String> {
    if has_subcommand(context, name) {
        return Ok(());
    }
    let package = format!("cargo-{name}");
    println!("{package} is not installed; installing it");
    Invocation::cargo(context, &["install", &package, "--locked"])
        .run(context)
        .map_err(|reason| format!("{package} is missing and could not be installed: {reason}"))
}

/// Makes sure that a component of the toolchain is there, e.g. `clippy` for `cargo clippy`.
pub(crate) fn ensure_component(
    context: &Context,
    component: &str,
    subcommand: &str,
) -> Result<(), String> {
    if has_subcommand(context, subcommand) {
        return Ok(());
    }
    println!("{component} is not installed; adding it");
    Invocation::new(context, "rustup", &["component", "add", component])
        .run(context)
        .map_err(|reason| format!("{component} is missing and could not be added: {reason}"))
}

/// Installs Debian packages, where that is possible without asking; else says how it is done.
pub(crate) fn install_packages(context: &Context, packages: &[&str]) -> Result<(), String> {
    println!("not installed: {}; installing", packages.join(", "));
    let apt = |arguments: &[&str]| {
        Invocation::new(context, "apt-get", arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run(context)
    };
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(packages);
    // A list of packages that is too old, or none at all, is the usual reason for a failure.
    let installed = apt(&install).or_else(|_| apt(&["update", "-q"]).and_then(|()| apt(&install)));
    let hint = format!("`apt-get install {}` installs them", packages.join(" "));
    installed.map_err(|reason| format!("{reason}; {hint}"))
}
