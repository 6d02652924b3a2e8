//! The Unity package: C# over the C library. Mono stands in for Unity's runtime.

use super::tools::{ensure, library, licences};
use super::workshop::{Part, StepError, Workshop, games};
use std::path::{Path, PathBuf};
use std::process::Command;

const NAME: &str = "com.tilewright.engine";

/// Makes the folder that Unity takes.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let root = workshop.packages.join(NAME);
    workshop.empty(&root)?;
    workshop.copy(&Path::new("bindings/unity").join(NAME), &root)?;
    let [shared, _] = library(workshop)?;
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    workshop.copy_into(&shared, &root.join("Runtime/Plugins").join(platform))?;
    licences(workshop, &root)?;
    Ok(root)
}

/// Makes sure of a compiler and a runtime for C#.
pub(super) fn ensure_compiler(workshop: &Workshop<'_>) -> Result<(), StepError> {
    ensure(workshop, "mcs", &["mono-mcs", "mono-runtime", "libmono-system-core4.0-cil"])?;
    ensure(workshop, "mono", &["mono-runtime"])
}

/// Compiles the package's own files in an empty project, its sample too; gives the way to run
/// the program under Mono.
fn compile(workshop: &Workshop<'_>) -> Result<impl Fn() -> Command + use<>, StepError> {
    ensure_compiler(workshop)?;
    let project = workshop.work.join("unity-project");
    workshop.empty(&project)?;
    let package = project.join("Packages").join(NAME);
    workshop.copy(&workshop.packages.join(NAME), &package)?;
    let program = project.join("Frames.exe");
    let mut mcs = workshop.command("mcs");
    mcs.arg("-warnaserror").arg(format!("-out:{}", program.display()));
    for folder in ["Runtime", "Samples~", "Tests~"] {
        mcs.arg(format!("-recurse:{}/*.cs", package.join(folder).display()));
    }
    workshop.run(&mut mcs)?;
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let library = package.join("Runtime/Plugins").join(platform);
    Ok(move || {
        let mut command = Command::new("mono");
        command.arg(&program).env("LD_LIBRARY_PATH", &library);
        command
    })
}

/// The program that times the frames of a file.
pub(super) fn timer(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    package(workshop)?;
    let mut mono = compile(workshop)?();
    mono.arg("--time");
    Ok(mono)
}

/// The corpus, games and the sample under Mono.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let mono = compile(workshop)?;
    let mut notes =
        workshop.corpus("unity", Part::Whole, |from, to| workshop.run(mono().args([from, to])))?;
    workshop.run(mono().args(["--games", &games()]))?;
    workshop.run(mono().arg("--sample"))?;
    notes.push(format!("misuse, 8 threads, {} games, the sample", games()));
    Ok(notes)
}
