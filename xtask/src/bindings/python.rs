//! The wheel for Python, made with maturin and tried in an environment of its own.

use super::tools::has;
use super::workshop::{Trouble, Workshop, games};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An environment with the tool that makes wheels.
fn maturin(workshop: &Workshop<'_>) -> Result<PathBuf, Trouble> {
    if has("maturin") {
        return Ok(PathBuf::from("maturin"));
    }
    let environment = workshop.work.join("maturin");
    let program = environment.join("bin/maturin");
    if !program.is_file() {
        make_environment(workshop, &environment)?;
        let mut pip = Command::new(environment.join("bin/pip"));
        let missing = |_| Trouble::Missing("maturin; `pip install maturin` mends that".to_owned());
        workshop.run(pip.args(["install", "--quiet", "maturin"])).map_err(missing)?;
    }
    Ok(program)
}

fn make_environment(workshop: &Workshop<'_>, directory: &Path) -> Result<(), Trouble> {
    workshop.empty(directory)?;
    let mut python = Command::new("python3");
    let missing =
        |_| Trouble::Missing("python3 with venv (`apt-get install python3-venv`)".to_owned());
    workshop.run(python.args(["-m", "venv"]).arg(directory)).map_err(missing)
}

/// Makes the wheel.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, Trouble> {
    let out = workshop.packages.join("python");
    workshop.empty(&out)?;
    let mut command = workshop.command(maturin(workshop)?);
    command.args(["build", "--quiet", "--locked", "--manifest-path", "bindings/python/Cargo.toml"]);
    command.arg("--out").arg(&out).env("CARGO_TARGET_DIR", &workshop.target);
    if workshop.release {
        command.arg("--release");
    }
    workshop.run(&mut command)?;
    wheel(&out)
}

fn wheel(directory: &Path) -> Result<PathBuf, Trouble> {
    let files =
        std::fs::read_dir(directory).into_iter().flatten().flatten().map(|file| file.path());
    files
        .into_iter()
        .find(|file| file.extension().is_some_and(|kind| kind == "whl"))
        .ok_or_else(|| Trouble::Failed("no wheel was made".to_owned()))
}

/// The corpus in an environment into which the wheel alone was installed.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, Trouble> {
    let environment = workshop.work.join("python-project");
    make_environment(workshop, &environment)?;
    let wheel = wheel(&workshop.packages.join("python"))?;
    let mut pip = Command::new(environment.join("bin/pip"));
    workshop.run(pip.args(["install", "--quiet", "--no-deps", "--no-index"]).arg(wheel))?;
    let script = workshop.context.root.join("bindings/python/tests/frames.py");
    let python = |arguments: &[&str]| {
        let mut command = Command::new(environment.join("bin/python"));
        workshop.run(command.arg(&script).args(arguments).current_dir(&environment))
    };
    let mut notes = workshop.corpus("python", |from, to| python(&[from, to]))?;
    python(&["--games", &games()])?;
    notes.push(format!("{} games, 8 threads", games()));
    Ok(notes)
}
