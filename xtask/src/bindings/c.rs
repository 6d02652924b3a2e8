//! The C library: an archive with header, libraries and pkg-config file.

use super::tools::{ensure, library, licences};
use super::workshop::{Part, StepError, Workshop};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the memory checker looks at: these files, or the whole corpus with
/// `TILEWRIGHT_VALGRIND=all`, which takes it five minutes of processor time.
fn watched_files() -> &'static str {
    let all = std::env::var("TILEWRIGHT_VALGRIND").is_ok_and(|what| what == "all");
    if all { "" } else { "variant-stacking-demo" }
}

/// Makes the folder that the archive holds.
pub(super) fn folder(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let root = workshop.packages.join(format!("tilewright-c-{}", workshop.version()));
    workshop.empty(&root)?;
    for built in library(workshop)? {
        workshop.copy_into(&built, &root.join("lib"))?;
    }
    workshop.copy_into(Path::new("bindings/c/include/tilewright.h"), &root.join("include"))?;
    workshop.copy_into(Path::new("bindings/c/README.md"), &root)?;
    workshop.copy(Path::new("bindings/c/examples"), &root.join("examples"))?;
    workshop.copy_into(Path::new("crates/protocol/generated/protocol.schema.json"), &root)?;
    licences(workshop, &root)?;
    let config = std::fs::read_to_string(workshop.context.root.join("bindings/c/tilewright.pc.in"))
        .map_err(|error| StepError::Failed(format!("tilewright.pc.in: {error}")))?;
    // The archive may be unpacked anywhere.
    let config = config.replace("@prefix@", "${pcfiledir}/../..");
    let config = config.replace("@version@", workshop.version());
    workshop.write(&root.join("lib/pkgconfig/tilewright.pc"), &config)?;
    Ok(root)
}

/// Makes the archive.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    folder(workshop)?;
    let name = format!("tilewright-c-{}", workshop.version());
    let archive = workshop.packages.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&archive).arg("-C").arg(&workshop.packages).arg(&name);
    workshop.run(&mut tar)?;
    Ok(archive)
}

/// A compiler call for a program of the project, against the unpacked archive.
fn compile(
    workshop: &Workshop<'_>,
    project: &Path,
    source: &Path,
    fixed: bool,
) -> Result<PathBuf, StepError> {
    let stem = PathBuf::from(source.file_stem().expect("a source file has a name"));
    let program = project.join(if fixed { stem.with_extension("static") } else { stem });
    let unpacked = project.join(format!("tilewright-c-{}", workshop.version()));
    let mut cc = workshop.command("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1"]).arg(source).arg("-o").arg(&program);
    if fixed {
        let library = unpacked.join("lib/libtilewright_engine.a");
        cc.arg("-I").arg(unpacked.join("include")).arg(library).args(["-lpthread", "-ldl", "-lm"]);
    } else {
        let output = Command::new("pkg-config")
            .args(["--cflags", "--libs", "tilewright"])
            .env("PKG_CONFIG_PATH", unpacked.join("lib/pkgconfig"))
            .output()
            .map_err(|error| StepError::Missing(format!("pkg-config: {error}")))?;
        let flags = String::from_utf8_lossy(&output.stdout).into_owned();
        cc.args(flags.split_whitespace()).arg("-lpthread");
        cc.arg(format!("-Wl,-rpath,{}", unpacked.join("lib").display()));
    }
    workshop.run(&mut cc)?;
    Ok(program)
}

/// An empty project with the unpacked archive.
fn project(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    ensure(workshop, "cc", &["gcc", "libc6-dev"])?;
    ensure(workshop, "pkg-config", &["pkg-config"])?;
    let project = workshop.work.join("c-project");
    workshop.empty(&project)?;
    let archive = workshop.packages.join(format!("tilewright-c-{}.tar.gz", workshop.version()));
    workshop.run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&project))?;
    Ok(project)
}

/// The program that times the frames of a file.
pub(super) fn timer(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    package(workshop)?;
    let project = project(workshop)?;
    let source = workshop.context.root.join("bindings/c/tests/native/speed.c");
    compile(workshop, &project, &source, false).map(Command::new)
}

/// The corpus through a program that was compiled against the archive alone.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let project = project(workshop)?;
    let native = workshop.context.root.join("bindings/c/tests/native");
    let frames = compile(workshop, &project, &native.join("frames.c"), false)?;
    let misuse = compile(workshop, &project, &native.join("misuse.c"), false)?;
    let unpacked = project.join(format!("tilewright-c-{}", workshop.version()));
    let example = unpacked.join("examples/score.c");
    let example = [
        compile(workshop, &project, &example, false)?,
        compile(workshop, &project, &example, true)?,
    ];
    example.iter().try_for_each(|program| workshop.run(&mut Command::new(program)))?;
    workshop.run(&mut Command::new(&misuse))?;
    let mut notes = workshop.corpus("c", Part::Whole, |from, to| {
        workshop.run(Command::new(&frames).arg(from).arg(to))
    })?;
    notes.push("misuse, 8 threads".to_owned());
    notes.push(watched(workshop, &frames, &[&example[0], &misuse])?);
    Ok(notes)
}

/// The same under a memory checker: no leak, no error.
fn watched(
    workshop: &Workshop<'_>,
    frames: &Path,
    others: &[&PathBuf],
) -> Result<String, StepError> {
    ensure(workshop, "valgrind", &["valgrind", "libc6-dbg"])?;
    let valgrind = || {
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"]);
        command.arg("--error-exitcode=9");
        command
    };
    others.iter().try_for_each(|program| workshop.run(valgrind().arg(program)))?;
    let (from, to) = (workshop.file("watched.bin"), workshop.file("watched-responses.bin"));
    let files = watched_files();
    workshop.conformance(&["requests", &from, files])?;
    workshop.run(valgrind().arg(frames).args([&from, &to]))?;
    workshop.conformance(&["check", &to, files])?;
    let what = if files.is_empty() { "the whole corpus" } else { files };
    Ok(format!("valgrind finds nothing in the example, misuse and {what}"))
}
