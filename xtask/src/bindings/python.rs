//! The wheel: PyO3 over the engine, with its types, for every Python from 3.9 on.

use super::tools::licences;
use super::workshop::{Part, StepError, Workshop, games};
use crate::process::{remove, succeeds, virtual_environment};
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = "bindings/python";
/// What builds the wheel, and what it is tried with besides Python itself.
const TOOLS: [&str; 4] = ["maturin>=1.7,<2", "mypy>=1.11,<3", "numpy", "gymnasium>=1.0,<2"];

/// Makes the wheel.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let tools = tools(workshop)?;
    let source = workshop.context.root.join(SOURCE);
    licences(workshop, &source)?;
    wheels(workshop).iter().try_for_each(|old| remove(old))?;
    let mut maturin = Command::new(tools.join("bin/maturin"));
    maturin.args(["build", "--quiet", "--locked", "--profile"]);
    maturin.arg(if workshop.release { "release" } else { "dev" });
    maturin.arg("--interpreter").arg(tools.join("bin/python")).arg("--out").arg(&workshop.packages);
    maturin.current_dir(&source).env("CARGO_TARGET_DIR", &workshop.target);
    workshop.run(&mut maturin)?;
    wheel(workshop)
}

/// The wheels that were made.
fn wheels(workshop: &Workshop<'_>) -> Vec<PathBuf> {
    let files = std::fs::read_dir(&workshop.packages).into_iter().flatten().flatten();
    files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "whl"))
        .collect()
}

/// The one wheel of this version.
fn wheel(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let start = format!("tilewright-{}-cp39-abi3-", workshop.version());
    let named = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start))
    };
    let missing = || StepError::Failed(format!("there is no wheel {start}*.whl"));
    wheels(workshop).into_iter().find(named).ok_or_else(missing)
}

/// An environment with the tools, made once.
fn tools(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let folder = workshop.target.join("python-tools");
    let ready = "import maturin, mypy, numpy, gymnasium";
    if succeeds(Command::new(folder.join("bin/python")).args(["-c", ready])) {
        return Ok(folder);
    }
    environment(workshop, &folder)?;
    let mut pip = Command::new(folder.join("bin/pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(TOOLS);
    workshop.run(&mut pip).map_err(|error| StepError::Missing(error.to_string()))?;
    Ok(folder)
}

/// An empty environment.
fn environment(workshop: &Workshop<'_>, folder: &Path) -> Result<(), StepError> {
    virtual_environment(workshop.context, folder).map_err(StepError::Missing)
}

/// Installs the wheel and nothing else.
fn install_wheel(workshop: &Workshop<'_>, environment: &Path) -> Result<(), StepError> {
    let mut pip = Command::new(environment.join("bin/pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]);
    workshop.run(pip.arg("--force-reinstall").arg(wheel(workshop)?))
}

/// An interpreter that has the wheel and nothing else.
pub(super) fn interpreter(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    package(workshop)?;
    let folder = workshop.work.join("book-python");
    let python = folder.join("bin/python");
    if !succeeds(Command::new(&python).arg("--version")) {
        environment(workshop, &folder)?;
    }
    install_wheel(workshop, &folder)?;
    Ok(python)
}

/// The program that times the frames of a file.
pub(super) fn timer(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    package(workshop)?;
    let tools = tools(workshop)?;
    install_wheel(workshop, &tools)?;
    let mut python = Command::new(tools.join("bin/python"));
    python.arg(workshop.context.root.join(SOURCE).join("tests/speed.py"));
    Ok(python)
}

/// The corpus, the tests and the example in an empty environment; types, arrays and the
/// environment for learning agents in one that has the tools.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let tools = tools(workshop)?;
    let source = workshop.context.root.join(SOURCE);
    let manifest = source.join("Cargo.toml");
    let mut format = workshop.command("cargo");
    workshop.run(format.args(["fmt", "--check", "--manifest-path"]).arg(&manifest))?;
    let generate = source.join("generate.py");
    workshop.run(Command::new(tools.join("bin/python")).arg(generate).arg("--check"))?;

    let project = workshop.work.join("python-project");
    workshop.empty(&project)?;
    workshop.copy(&source.join("tests"), &project)?;
    workshop.copy(&source.join("examples"), &project)?;
    let empty = project.join("environment");
    environment(workshop, &empty)?;
    let python = |environment: &Path, arguments: &[&str]| {
        let mut python = Command::new(environment.join("bin/python"));
        python.args(["-W", "error"]).args(arguments).current_dir(&project);
        python.env("TILEWRIGHT_WORDS", workshop.context.root.join("fixtures/words"));
        workshop.run(python.env("TILEWRIGHT_GAMES", games()))
    };
    install_wheel(workshop, &empty)?;
    let answer = |from: &str, to: &str| python(&empty, &["frames.py", from, to]);
    let mut notes = workshop.corpus("python", Part::Whole, answer)?;
    python(&empty, &["-m", "unittest", "--quiet"])?;
    python(&empty, &["selfplay.py", "--games", "3", "--words", "en_test_small"])?;
    notes.push(format!("{} games, 8 threads, example", games()));

    install_wheel(workshop, &tools)?;
    python(&tools, &["-m", "unittest", "--quiet", "test_board", "test_env", "test_readme"])?;
    let mut mypy = Command::new(tools.join("bin/mypy"));
    mypy.arg("--config-file").arg(source.join("pyproject.toml")).args(["--package", "tilewright"]);
    workshop.run(mypy.current_dir(&project))?;
    let mut mypy = Command::new(tools.join("bin/mypy"));
    mypy.arg("--config-file")
        .arg(source.join("pyproject.toml"))
        .arg("--exclude")
        .arg("environment");
    workshop.run(mypy.arg(".").current_dir(&project))?;
    notes.push("types, NumPy, Gymnasium".to_owned());
    Ok(notes)
}
