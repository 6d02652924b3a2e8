//! Where bindings are made and tried: directories, and running programs in them.

use crate::Context;
use crate::process::{remove, shown};
pub(super) use crate::report::StepError;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many games the tests make and drop, unless `TILEWRIGHT_GAMES` says otherwise.
pub(super) fn games() -> String {
    std::env::var("TILEWRIGHT_GAMES").unwrap_or_else(|_| "5000".to_owned())
}

/// Where bindings are made.
pub(super) struct Workshop<'c> {
    pub context: &'c Context,
    /// Whether packages are for users; else for tests, and built as the tests are.
    pub release: bool,
    /// The directory of everything that cargo makes.
    pub target: PathBuf,
    /// The directory of the tests.
    pub work: PathBuf,
    /// The directory of the packages.
    pub packages: PathBuf,
}

/// Every library and program of the workspace, but for the program that is running now.
const WORKSPACE: [&str; 5] = ["--workspace", "--exclude", "xtask", "--lib", "--bins"];

/// A program as a user starts it: cargo names the directories of what it has just built, and a
/// program would find libraries there rather than in the package that it was compiled against.
pub(super) fn as_installed(command: &mut Command) -> &mut Command {
    const LIBRARIES: &str = "LD_LIBRARY_PATH";
    match command.get_envs().any(|(name, _)| name == LIBRARIES) {
        true => command,
        false => command.env_remove(LIBRARIES),
    }
}

impl<'c> Workshop<'c> {
    pub fn new(context: &'c Context, release: bool) -> Result<Workshop<'c>, String> {
        let target = context.target();
        let work = target.join("bindings");
        let packages = if release { target.join("package") } else { work.join("package") };
        for directory in [&work, &packages] {
            fs::create_dir_all(directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        Ok(Workshop { context, release, target, work, packages })
    }

    /// The version of the project.
    pub fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// Where cargo puts what it has built for this machine.
    pub fn built(&self) -> PathBuf {
        self.target.join(if self.release { "release" } else { "debug" })
    }

    /// A file of the tests, as text.
    pub fn file(&self, name: &str) -> String {
        self.work.join(name).display().to_string()
    }

    /// Makes an empty directory.
    pub fn empty(&self, directory: &Path) -> Result<(), StepError> {
        remove(directory)?;
        self.said(directory, fs::create_dir_all(directory))
    }

    fn said<T>(&self, path: &Path, outcome: std::io::Result<T>) -> Result<T, StepError> {
        outcome.map_err(|error| StepError::Failed(format!("{}: {error}", path.display())))
    }

    /// Copies a file of the repository or of cargo, making directories as needed.
    pub fn copy(&self, from: &Path, to: &Path) -> Result<(), StepError> {
        let from = self.context.root.join(from);
        if from.is_dir() {
            let mut entries = self
                .said(&from, fs::read_dir(&from))?
                .filter_map(Result::ok)
                .map(|entry| entry.file_name())
                .collect::<Vec<_>>();
            entries.sort();
            return entries.iter().try_for_each(|name| self.copy(&from.join(name), &to.join(name)));
        }
        if let Some(parent) = to.parent() {
            self.said(parent, fs::create_dir_all(parent))?;
        }
        self.said(&from, fs::copy(&from, to).map(drop))
    }

    /// Copies a file into a directory.
    pub fn copy_into(&self, from: &Path, directory: &Path) -> Result<(), StepError> {
        self.copy(from, &directory.join(from.file_name().expect("a file has a name")))
    }

    /// Writes a file.
    pub fn write(&self, path: &Path, text: &str) -> Result<(), StepError> {
        if let Some(parent) = path.parent() {
            self.said(parent, fs::create_dir_all(parent))?;
        }
        self.said(path, fs::write(path, text))
    }

    /// Runs a program with its output shown.
    pub fn run(&self, command: &mut Command) -> Result<(), StepError> {
        println!("{}", self.context.paint.dim(&format!("$ {}", shown(command))));
        match as_installed(command).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => {
                Err(StepError::Failed(format!("`{}` ended with {status}", shown(command))))
            }
            Err(error) => Err(StepError::Missing(format!(
                "`{}` could not be started: {error}",
                shown(command)
            ))),
        }
    }

    /// A program at the top of the repository.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        self.context.command(program, &[])
    }

    /// Cargo with its target directory in place.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.context.cargo(arguments);
        command.env("CARGO_TARGET_DIR", &self.target);
        if self.release {
            command.arg("--release");
        }
        command
    }

    /// Builds a package of the workspace into [`Self::built`].
    ///
    /// For tests, with the rest of the workspace: a package alone has other features in what it
    /// depends on, and everything would be compiled once more for each.
    pub fn build(&self, package: &str) -> Result<(), StepError> {
        let chosen: &[&str] = match self.release {
            true => &["--package", package],
            false => &WORKSPACE,
        };
        self.run(self.cargo(&["build", "--quiet", "--locked"]).args(chosen))
    }

    /// Builds the program of the corpus.
    pub fn build_conformance(&self) -> Result<(), StepError> {
        let mut cargo = self.context.cargo(&["build", "--quiet", "--locked"]);
        self.run(cargo.args(WORKSPACE).env("CARGO_TARGET_DIR", &self.target))
    }

    /// Runs the program of the corpus, which must have been built.
    pub fn conformance(&self, arguments: &[&str]) -> Result<(), StepError> {
        let program = self
            .target
            .join("debug")
            .join(format!("tilewright-conformance{}", std::env::consts::EXE_SUFFIX));
        self.run(self.command(program).args(arguments))
    }

    /// Writes the requests that every binding is asked, and what the engine says to strange ones.
    pub fn prepare(&self) -> Result<(), StepError> {
        self.build_conformance()?;
        for part in [Part::Whole, Part::Played] {
            self.conformance(&["requests", &self.file(part.file()), part.prefix()])?;
        }
        self.conformance(&["hostile", &self.file("hostile.bin")])?;
        let (from, to) = (self.file("hostile.bin"), self.file("hostile-responses.bin"));
        self.conformance(&["answer", &from, &to])
    }

    /// Compares responses with the corpus, and sees that one point more or less would be found.
    pub fn check(&self, name: &str, responses: &str, part: Part) -> Result<String, StepError> {
        let differ = |_| StepError::Failed(format!("{name} does not say what the corpus says"));
        self.conformance(&["check", responses, part.prefix()]).map_err(differ)?;
        self.conformance(&["plant", responses, part.prefix()])?;
        Ok(part.name().to_owned())
    }

    /// Lets a binding answer the corpus and the strange requests, and compares. `answer` runs the
    /// binding with a file of requests and a file for its responses.
    pub fn corpus(
        &self,
        name: &str,
        part: Part,
        answer: impl Fn(&str, &str) -> Result<(), StepError>,
    ) -> Result<Vec<String>, StepError> {
        let (responses, strange) =
            (self.file(&format!("{name}.bin")), self.file(&format!("{name}-hostile.bin")));
        answer(&self.file(part.file()), &responses)?;
        let note = self.check(name, &responses, part)?;
        answer(&self.file("hostile.bin"), &strange)?;
        self.conformance(&["same", &strange, &self.file("hostile-responses.bin")])?;
        Ok(vec![note, "hostile requests".to_owned()])
    }
}

/// What of the corpus a binding answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// All but what only a build that judges turns and variants can answer.
    Played,
}

impl Part {
    /// The file of its requests.
    pub fn file(self) -> &'static str {
        match self {
            Part::Whole => "requests.bin",
            Part::Played => "requests-played.bin",
        }
    }

    /// How its files begin, or with a mark how they do not.
    fn prefix(self) -> &'static str {
        match self {
            Part::Whole => "",
            Part::Played => "!judge-",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Part::Whole => "the whole corpus",
            Part::Played => "the corpus but analyses and lab",
        }
    }
}
