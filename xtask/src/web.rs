//! The playground in `web/`: built with Node, checked in a real browser.

use crate::Context;
use crate::bindings::engine_module;
use crate::process::{install_packages, succeeds};
use crate::report::{Checked, StepError};
use std::path::Path;
use std::time::SystemTime;

/// Where Chromium usually is.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

fn npm(context: &Context, arguments: &[&str]) -> Result<(), String> {
    let all: Vec<&str> = ["--prefix", "web"].into_iter().chain(arguments.iter().copied()).collect();
    context.run(&mut context.command("npm", &all))
}

/// Makes sure that there is a Node with its package manager.
fn ensure_node(context: &Context) -> Result<(), String> {
    let there = || succeeds(&mut context.command("npm", &["--version"]));
    if there() {
        return Ok(());
    }
    let installed = install_packages(context, &["nodejs", "npm"]);
    if there() { Ok(()) } else { Err(format!("Node 20 or newer is missing: {installed:?}")) }
}

/// The browser, installed if there is none.
fn browser(context: &Context) -> Result<&'static str, String> {
    let found = || BROWSERS.into_iter().find(|path| Path::new(path).is_file());
    if let Some(path) = found() {
        return Ok(path);
    }
    let installed = install_packages(context, &["chromium"]);
    found().ok_or_else(|| format!("Chromium is missing and could not be installed: {installed:?}"))
}

/// Builds the engine module for the page. The page can do without: it asks the server then.
fn engine(context: &Context) {
    if let Err(reason) = engine_module(context, false) {
        println!("the page will ask the server's engine, because its own was not built: {reason}");
    }
}

/// Builds the playground into `web/dist`.
fn build(context: &Context) -> Result<(), String> {
    ensure_node(context)?;
    npm(context, &["ci", "--no-audit", "--no-fund"])?;
    npm(context, &["run", "build"])
}

/// The same, unless what was built last is newer than its sources.
pub(crate) fn build_if_changed(context: &Context) -> Result<(), String> {
    engine(context);
    let web = context.root.join("web");
    let built = newest(&web.join("dist/index.html"));
    let sources = [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "../crates/protocol/generated",
        "../bindings/wasm/src",
        "../bindings/wasm/dist/tilewright.wasm",
    ];
    let newest_source = sources.iter().filter_map(|source| newest(&web.join(source))).max();
    if built.is_some() && built >= newest_source {
        return Ok(());
    }
    build(context)
}

/// When a file, or the newest file of a folder, was written.
fn newest(path: &Path) -> Option<SystemTime> {
    if path.is_file() {
        return path.metadata().ok()?.modified().ok();
    }
    let entries = std::fs::read_dir(path).ok()?.flatten();
    entries.filter_map(|entry| newest(&entry.path())).max()
}

/// `cargo xtask web`.
pub(crate) fn command(context: &Context) -> Result<bool, String> {
    engine(context);
    build(context)?;
    println!("web/dist is ready; `--features web` of tilewright-cli builds it in");
    Ok(true)
}

/// The step of the checks: types, units, the build, and the tests in the browser.
pub(crate) fn step(context: &Context) -> Checked {
    let browser =
        ensure_node(context).and_then(|()| browser(context)).map_err(StepError::Missing)?;
    engine_module(context, true)
        .map_err(|reason| StepError::Missing(format!("the engine in the page: {reason}")))?;
    check(context, browser)?;
    Ok(Vec::new())
}

fn check(context: &Context, browser: &str) -> Result<(), String> {
    build(context)?;
    npm(context, &["run", "check"])?;
    npm(context, &["test"])?;
    let program = ["build", "--locked", "--package", "tilewright-cli", "--features", "web"];
    context.run(&mut context.cargo(&program))?;
    let program = context.target().join("debug/tilewright");
    let mut npm = context.command("npm", &["--prefix", "web", "run", "browser"]);
    context.run(npm.env("TILEWRIGHT_BIN", program).env("CHROMIUM", browser))
}

/// Runs a script that drives the browser over built pages.
pub(crate) fn browser_script(
    context: &Context,
    script: &str,
    pages: &Path,
) -> Result<(), StepError> {
    let browser =
        ensure_node(context).and_then(|()| browser(context)).map_err(StepError::Missing)?;
    if !context.root.join("web/node_modules/playwright-core").exists() {
        npm(context, &["ci", "--no-audit", "--no-fund"]).map_err(StepError::Missing)?;
    }
    let arguments = [script, &pages.to_string_lossy()];
    Ok(context.run(context.command("node", &arguments).env("CHROMIUM", browser))?)
}
