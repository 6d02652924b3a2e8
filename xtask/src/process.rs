//! Running other programs.

use crate::Context;
use crate::excerpt::Excerpt;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The variable that switches incremental builds on and off.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

impl Context {
    /// A program at the top of the repository.
    pub fn command(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root);
        if self.ci {
            // Nothing is compiled twice there, and what an incremental build keeps for the next
            // time takes more room than everything else together.
            command.env(INCREMENTAL, "0");
        }
        command
    }

    /// The cargo that runs this program.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        self.command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
    }

    /// Runs a program with its output shown. The first line of an error says what went wrong. If the
    /// output goes to a log, the lines that explain the failure follow, so that they are repeated
    /// at the end of the log.
    pub fn run(&self, command: &mut Command) -> Result<(), String> {
        let shown = shown(command);
        println!("{}", self.paint.dim(&format!("$ {shown}")));
        let (status, excerpt) = match std::io::stdout().is_terminal() {
            true => (command.status(), String::new()),
            false => watched(command),
        };
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{shown}` ended with {status}{excerpt}")),
            Err(error) => Err(format!("`{shown}` could not be started: {error}")),
        }
    }
}

/// Runs a program, passes its output on as it comes, and keeps the lines that explain a failure.
fn watched(command: &mut Command) -> (std::io::Result<ExitStatus>, String) {
    let mut child = match command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => return (Err(error), String::new()),
    };
    let excerpt = Mutex::new(Excerpt::default());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        if let Some(stdout) = stdout {
            scope.spawn(|| pass_on(stdout, std::io::stdout(), &excerpt));
        }
        if let Some(stderr) = stderr {
            scope.spawn(|| pass_on(stderr, std::io::stderr(), &excerpt));
        }
    });
    let excerpt = excerpt.into_inner().unwrap_or_else(PoisonError::into_inner);
    (child.wait(), excerpt.to_string())
}

/// Copies lines until the other side closes its end.
fn pass_on(from: impl Read, mut to: impl Write, excerpt: &Mutex<Excerpt>) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    // A reader that fails ends like one that is closed: the exit status tells the rest.
    while from.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let mut excerpt = excerpt.lock().unwrap_or_else(PoisonError::into_inner);
        excerpt.add(String::from_utf8_lossy(&line).trim_end());
        if let Err(error) = to.write_all(&line).and_then(|()| to.flush()) {
            excerpt.add(&format!("this line could not be shown: {error}"));
        }
        line.clear();
    }
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let variables = command.get_envs().filter(|(name, _)| *name != INCREMENTAL);
    let variables = variables.filter_map(|(name, value)| {
        Some(format!("{}=\"{}\"", name.to_string_lossy(), value?.to_string_lossy()))
    });
    let words = std::iter::once(program).chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy().into_owned());
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

/// Whether a program succeeds; its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The standard output of a program if it succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program succeeds within a time, after which it is ended.
pub(crate) fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let started = Instant::now();
    while started.elapsed() < limit {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    if let Err(error) = child.kill().and_then(|()| child.wait()) {
        println!("`{}` could not be ended: {error}", shown(command));
    }
    false
}

/// Whether a program is on the path.
pub(crate) fn has(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
    })
}

/// Whether `cargo NAME` exists.
pub(crate) fn has_subcommand(context: &Context, name: &str) -> bool {
    succeeds(&mut context.cargo(&[name, "--version"]))
}

/// Makes sure that `cargo NAME` exists, installing the package `cargo-NAME` if it does not.
pub(crate) fn ensure_subcommand(context: &Context, name: &str) -> Result<(), String> {
    if has_subcommand(context, name) {
        return Ok(());
    }
    let package = format!("cargo-{name}");
    println!("{package} is not installed; installing it");
    context
        .run(&mut context.cargo(&["install", &package, "--locked"]))
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
    context
        .run(&mut context.command("rustup", &["component", "add", component]))
        .map_err(|reason| format!("{component} is missing and could not be added: {reason}"))
}

/// Installs Debian packages, where that is possible without asking; else says how it is done.
pub(crate) fn install_packages(context: &Context, packages: &[&str]) -> Result<(), String> {
    println!("not installed: {}; installing", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut apt = context.command("apt-get", arguments);
        // At this run level, packages do not start what they bring.
        context.run(apt.env("DEBIAN_FRONTEND", "noninteractive").env("RUNLEVEL", "1"))
    };
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(packages);
    // A list of packages that is too old, or none at all, is the usual reason for a failure.
    let installed = apt(&install).or_else(|_| apt(&["update", "-q"]).and_then(|()| apt(&install)));
    let hint = format!("`apt-get install {}` installs them", packages.join(" "));
    installed.map_err(|reason| format!("{reason}; {hint}"))
}

/// Makes an empty Python environment.
pub(crate) fn virtual_environment(context: &Context, folder: &Path) -> Result<(), String> {
    let make = || context.run(context.command("python3", &["-m", "venv", "--clear"]).arg(folder));
    if has("python3") && make().is_ok() {
        return Ok(());
    }
    // On a bare Debian the module has a package of its own.
    install_packages(context, &["python3", "python3-venv"]).and_then(|()| make())
}

/// Removes a file or a directory with everything in it; nothing is wrong if there is none.
pub(crate) fn remove(path: &Path) -> Result<(), String> {
    let removed = match path.is_dir() {
        true => std::fs::remove_dir_all(path),
        false => std::fs::remove_file(path),
    };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{} cannot be removed: {error}", path.display()))
        }
        _ => Ok(()),
    }
}
