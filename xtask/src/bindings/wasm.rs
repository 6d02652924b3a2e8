//! The npm package: the WebAssembly module, its JavaScript, its types and its word lists.

use super::tools::{ensure, install, licences};
use super::workshop::{Part, StepError, Workshop, games};
use crate::process::{has, succeeds};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// The most bytes of the module, packed, without word lists. Compilers differ by some thousands.
const MOST_PACKED: u64 = 600_000;

/// The module of an engine that answers every call, by its name in the package.
const FULL: &str = "@tilewright/engine/tilewright-full.wasm";

/// Which module is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Module {
    /// For pages: it judges neither turns nor variants.
    Small,
    /// It answers every call.
    Full,
}

/// What may be done to get a compiler for the web.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Toolchain {
    /// It is installed if it is missing.
    Install,
    /// Only what is there is used.
    AsIs,
}

/// Makes `bindings/wasm/dist`: the module, its word lists and its types. Says where the module is.
pub(super) fn dist(workshop: &Workshop<'_>, toolchain: Toolchain) -> Result<PathBuf, StepError> {
    let root = workshop.context.root.join("bindings/wasm");
    let module = root.join("dist/tilewright.wasm");
    let built = build(workshop, toolchain, Module::Small)?;
    // The same module keeps its date, so that what is made from it need not be made again.
    if std::fs::read(&built).ok() != std::fs::read(&module).ok() {
        workshop.copy(&built, &module)?;
    }
    let data = Path::new("crates/lexicon/data");
    for (from, to) in [("en-enable.txt.z", "en.bin"), ("nl-opentaal.txt.z", "nl.bin")] {
        workshop.copy(&data.join(from), &root.join("dist/lexicons").join(to))?;
    }
    workshop.copy_into(&data.join("README.md"), &root.join("dist/lexicons"))?;
    let types = Path::new("crates/protocol/generated/protocol.ts");
    workshop.copy(types, &root.join("dist/protocol.d.ts"))?;
    Ok(module)
}

/// Makes `bindings/wasm/dist` and the package, and looks at the size of the module.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let archive = pack(workshop)?;
    let module = workshop.context.root.join("bindings/wasm/dist/tilewright.wasm");
    let packed = packed_size(&module)?;
    if packed > MOST_PACKED {
        return Err(StepError::Failed(format!(
            "the module has {packed} bytes packed, {MOST_PACKED} at most"
        )));
    }
    println!("the module has {packed} bytes packed");
    Ok(archive)
}

/// Makes the package.
fn pack(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    ensure(workshop, "node", &["nodejs", "npm"])?;
    let root = workshop.context.root.join("bindings/wasm");
    dist(workshop, Toolchain::Install)?;
    let full = build(workshop, Toolchain::Install, Module::Full)?;
    workshop.copy(&full, &root.join("dist/tilewright-full.wasm"))?;
    licences(workshop, &root)?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(&workshop.packages).current_dir(&root);
    workshop.run(&mut npm)?;
    Ok(archive(workshop))
}

fn archive(workshop: &Workshop<'_>) -> PathBuf {
    workshop.packages.join(format!("tilewright-engine-{}.tgz", workshop.version()))
}

/// The bytes of the module as a server sends it, packed with Brotli.
fn packed_size(module: &Path) -> Result<u64, StepError> {
    let script = "const bytes = require('fs').readFileSync(process.argv[1]); \
                  console.log(require('zlib').brotliCompressSync(bytes).length)";
    let output = Command::new("node").args(["-e", script]).arg(module).output();
    let output = output.map_err(|error| StepError::Missing(format!("node: {error}")))?;
    let size = String::from_utf8_lossy(&output.stdout);
    size.trim().parse().map_err(|_| StepError::Failed("the module could not be packed".to_owned()))
}

/// Builds the module: with rustup's target where it can be had, else with Debian's compiler.
fn build(
    workshop: &Workshop<'_>,
    toolchain: Toolchain,
    module: Module,
) -> Result<PathBuf, StepError> {
    let arguments = ["build", "--quiet", "--locked", "--profile", "web", "--target", TARGET];
    let library = ["-p", "tilewright-c", "--no-default-features"];
    let mut cargo = workshop.command("cargo");
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let here = listed.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(TARGET));
    let mut add = Command::new("timeout");
    add.args(["60", "rustup", "target", "add", TARGET]);
    if !here && (toolchain == Toolchain::AsIs || !succeeds(&mut add)) {
        if toolchain == Toolchain::AsIs && !debian_ready() {
            let message = format!("the target {TARGET}; `rustup target add {TARGET}` installs it");
            return Err(StepError::Missing(message));
        }
        debian_toolchain(workshop)?;
        cargo.arg("+web").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    }
    cargo.args(arguments).args(library);
    // Each in a folder of its own, so that neither has the other made again.
    let target = match module {
        Module::Small => workshop.target.clone(),
        Module::Full => {
            cargo.args(["--features", "judging"]);
            workshop.target.join("full-module")
        }
    };
    cargo.env("CARGO_TARGET_DIR", &target);
    // Without the second flag the linker writes every address with five bytes.
    let flags = format!("{} -C link-arg=--compress-relocations", plain_paths(workshop));
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    workshop.run(&mut cargo)?;
    Ok(target.join(TARGET).join("web/tilewright_engine.wasm"))
}

/// Flags with which messages name files by short paths, the same on every machine.
fn plain_paths(workshop: &Workshop<'_>) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let places = [(Some(workshop.context.root.clone()), "tilewright"), (home, "cargo")];
    let flag = |(path, name): (Option<PathBuf>, &str)| {
        let path = path.filter(|path| !path.to_string_lossy().contains(' '))?;
        Some(format!("--remap-path-prefix={}={name}", path.display()))
    };
    places.into_iter().filter_map(flag).collect::<Vec<_>>().join(" ")
}

/// Where Debian's compiler looks for the standard library.
fn debian_libraries() -> PathBuf {
    Path::new("/usr/lib/rustlib").join(TARGET).join("lib")
}

/// Whether everything is there that Debian's compiler needs.
fn debian_ready() -> bool {
    has("wasm-ld")
        && Path::new("/usr/lib/rustlib/src").exists()
        && std::fs::read_dir(debian_libraries()).is_ok_and(|mut files| files.next().is_some())
}

/// Debian's compiler for the web, with a standard library that is built here once.
fn debian_toolchain(workshop: &Workshop<'_>) -> Result<(), StepError> {
    let libraries = debian_libraries();
    if !has("wasm-ld") || !Path::new("/usr/lib/rustlib/src").exists() {
        install(workshop, &["rustc-web", "cargo-web", "rust-web-src", "lld"])?;
    }
    let linked = Command::new("rustup").args(["toolchain", "list"]).output();
    if !linked.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("web")) {
        workshop.run(Command::new("rustup").args(["toolchain", "link", "web", "/usr"]))?;
    }
    if debian_ready() {
        return Ok(());
    }
    let empty = workshop.work.join("web-std");
    workshop.write(&empty.join("src/lib.rs"), "")?;
    let manifest = "[workspace]\n[package]\nname = \"empty\"\nversion = \"0.1.0\"\n";
    workshop.write(&empty.join("Cargo.toml"), manifest)?;
    let mut cargo = Command::new("cargo");
    cargo.args(["+web", "build", "--quiet", "--release", "-Zbuild-std=std,panic_abort,test"]);
    cargo.args(["--target", TARGET]).current_dir(&empty);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", empty.join("target"));
    workshop.run(&mut cargo)?;
    let built = empty.join("target").join(TARGET).join("release/deps");
    let files = std::fs::read_dir(&built).into_iter().flatten().flatten().map(|file| file.path());
    for file in files.filter(|file| file.extension().is_some_and(|kind| kind == "rlib")) {
        workshop.copy_into(&file, &libraries)?;
    }
    match debian_ready() {
        true => Ok(()),
        false => Err(StepError::Missing(format!("a Rust standard library for {TARGET}"))),
    }
}

/// Installs the package into an empty project.
fn project_with_package(
    workshop: &Workshop<'_>,
    name: &str,
    more: &[&str],
) -> Result<PathBuf, StepError> {
    let project = workshop.work.join(name);
    workshop.empty(&project)?;
    workshop.write(&project.join("package.json"), "{\"type\":\"module\",\"private\":true}\n")?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-audit", "--no-fund"]).arg(archive(workshop)).args(more);
    workshop.run(npm.current_dir(&project))?;
    Ok(project)
}

/// A project with the package and its tests.
fn install_package(workshop: &Workshop<'_>, more: &[&str]) -> Result<PathBuf, StepError> {
    let project = project_with_package(workshop, "npm-project", more)?;
    for name in ["frames.mjs", "games.mjs", "speed.mjs", "browser.mjs", "page.html"] {
        let source = workshop.context.root.join("bindings/wasm/test").join(name);
        let text = std::fs::read_to_string(&source)
            .map_err(|error| StepError::Failed(format!("{}: {error}", source.display())))?;
        // In the project the package goes by its name.
        let text = text.replace("'../src/index.js'", "'@tilewright/engine'");
        let text = text.replace("'../src/remote.js'", "'@tilewright/engine/worker'");
        workshop.write(&project.join(name), &text)?;
    }
    Ok(project)
}

/// The program that times the frames of a file.
pub(super) fn timer(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    package(workshop)?;
    let mut node = Command::new("node");
    node.arg("speed.mjs").current_dir(install_package(workshop, &[])?);
    Ok(node)
}

/// The modules of a project that has the package and nothing else.
pub(super) fn modules(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    pack(workshop)?;
    Ok(project_with_package(workshop, "book-project", &[])?.join("node_modules"))
}

/// The corpus in Node.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let project = install_package(workshop, &[])?;
    let node = |arguments: &[&str]| {
        workshop.run(Command::new("node").args(arguments).current_dir(&project))
    };
    let mut notes =
        workshop.corpus("wasm", Part::Played, |from, to| node(&["frames.mjs", from, to]))?;
    let full = workshop
        .corpus("wasm-full", Part::Whole, |from, to| node(&["frames.mjs", from, to, FULL]))?;
    notes.push(format!("the full module: {}", full[0]));
    node(&["--expose-gc", "--max-semi-space-size=1", "games.mjs", &games()])?;
    notes.push(format!("{} games, 8 workers", games()));
    Ok(notes)
}

/// The corpus in Chromium.
pub(super) fn browser(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    if !archive(workshop).is_file() {
        return Err(StepError::Missing("the npm package".to_owned()));
    }
    ensure(workshop, "chromium", &["chromium"])?;
    let project = install_package(workshop, &["playwright-core"])?;
    let chromium = |arguments: &[&str]| {
        let mut node = Command::new("node");
        workshop.run(node.arg("browser.mjs").args(arguments).current_dir(&project))
    };
    let mut notes = workshop.corpus("browser", Part::Played, |from, to| chromium(&[from, to]))?;
    let path = FULL.replace("engine/", "engine/dist/");
    let path = format!("/node_modules/{path}");
    let full =
        workshop.corpus("browser-full", Part::Whole, |from, to| chromium(&[from, to, &path]))?;
    notes.push(format!("the full module: {}", full[0]));
    Ok(notes)
}
