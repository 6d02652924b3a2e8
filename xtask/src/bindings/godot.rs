//! The Godot addon: a zip that is unpacked into a project.

use super::godot_program::Godot;
use super::tools::{ensure, licences};
use super::workshop::{Part, StepError, Workshop, games};
use crate::process::remove;
use std::path::{Path, PathBuf};
use std::process::Command;

fn archive(workshop: &Workshop<'_>) -> PathBuf {
    workshop.packages.join(format!("tilewright-godot-{}.zip", workshop.version()))
}

/// Makes the zip, with the library for this machine.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    ensure(workshop, "zip", &["zip"])?;
    let root = workshop.packages.join(format!("tilewright-godot-{}", workshop.version()));
    workshop.empty(&root)?;
    let addon = root.join("addons/tilewright");
    let source = Path::new("bindings/godot");
    workshop.copy(&source.join("addons/tilewright"), &addon)?;
    workshop.copy(&source.join("README.md"), &addon.join("README.md"))?;
    licences(workshop, &addon)?;
    workshop.build("tilewright-godot")?;
    let library = match std::env::consts::OS {
        "macos" => "libtilewright_godot.dylib",
        "windows" => "tilewright_godot.dll",
        _ => "libtilewright_godot.so",
    };
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let place = addon.join("bin").join(platform).join(library);
    workshop.copy(&workshop.built().join(library), &place)?;
    let archive = archive(workshop);
    // The program adds to an archive that is there.
    remove(&archive)?;
    workshop
        .run(Command::new("zip").args(["-qr"]).arg(&archive).arg("addons").current_dir(&root))?;
    Ok(archive)
}

/// A program that runs a script in a project with the addon: `run.sh SCRIPT`.
pub(super) fn runner(workshop: &Workshop<'_>) -> Result<PathBuf, StepError> {
    let godot = Godot::find(workshop)?;
    package(workshop)?;
    let root = workshop.work.join("godot-book");
    workshop.empty(&root)?;
    let made = workshop.packages.join(format!("tilewright-godot-{}", workshop.version()));
    workshop.copy(&made.join("addons"), &root.join("addons"))?;
    workshop.write(&root.join("project.godot"), "config_version=5\n")?;
    let project = Project { godot, root };
    project.open(workshop)?;
    let quoted = |text: std::borrow::Cow<'_, str>| format!("'{}'", text.replace('\'', "'\\''"));
    let command = project.godot.command();
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<String> = words.map(|word| quoted(word.to_string_lossy())).collect();
    let script = format!(
        "#!/bin/sh\n\
         # Godot ends well after faults in scripts too, so whatever it says of them counts.\n\
         cp \"$1\" {0}/example.gd && cd {0} || exit 1\n\
         export XDG_DATA_HOME=\"$PWD/.home\" XDG_CONFIG_HOME=\"$PWD/.home\" XDG_CACHE_HOME=\"$PWD/.home\"\n\
         {1} --headless --no-header --script res://example.gd 2> .faults || exit 1\n\
         if grep ERROR .faults >&2; then exit 1; fi\n",
        quoted(project.root.to_string_lossy()),
        words.join(" ")
    );
    let program = project.root.join("run.sh");
    workshop.write(&program, &script)?;
    Ok(program)
}

/// A project with the addon from its zip, the demo and the tests.
struct Project {
    godot: Godot,
    root: PathBuf,
}

impl Project {
    /// Makes an empty project and installs the addon.
    fn new(workshop: &Workshop<'_>) -> Result<Project, StepError> {
        let godot = Godot::find(workshop)?;
        ensure(workshop, "unzip", &["unzip"])?;
        let root = workshop.work.join("godot-project");
        workshop.empty(&root)?;
        let mut unzip = Command::new("unzip");
        workshop.run(unzip.arg("-q").arg(archive(workshop)).arg("-d").arg(&root))?;
        let source = Path::new("bindings/godot");
        workshop.copy(&source.join("demo"), &root)?;
        workshop.copy(&source.join("tests"), &root.join("tests"))?;
        let project = Project { godot, root };
        project.open(workshop)?;
        Ok(project)
    }

    /// As the editor does when it opens a project for the first time. Without a window Godot
    /// breaks off at its end when it finds an extension by itself (godotengine/godot#111048).
    fn open(&self, workshop: &Workshop<'_>) -> Result<(), StepError> {
        let list = self.root.join(".godot/extension_list.cfg");
        workshop.write(&list, "res://addons/tilewright/tilewright.gdextension\n")?;
        faultless(self.command().args(["--quiet", "--import"]), "--import")
    }

    fn command(&self) -> Command {
        let mut command = self.godot.command();
        // What Godot keeps for a user stays in the project.
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, self.root.join(".godot/home"));
        }
        command.arg("--headless").current_dir(&self.root);
        command
    }

    /// A call of one of the tests.
    fn trial(&self, name: &str) -> Command {
        let mut command = self.command();
        command.args(["--script", &format!("res://tests/{name}.gd"), "--"]);
        command
    }

    fn run(&self, name: &str, arguments: &[&str]) -> Result<(), StepError> {
        let shown = format!("{name} {}", arguments.join(" "));
        faultless(self.trial(name).args(arguments), shown.trim_end())
    }
}

/// The program that times the frames of a file.
pub(super) fn timer(workshop: &Workshop<'_>) -> Result<Command, StepError> {
    package(workshop)?;
    Ok(Project::new(workshop)?.trial("speed"))
}

/// The corpus, misuse, games and the demo's scene.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let project = Project::new(workshop)?;
    let mut notes =
        workshop.corpus("godot", Part::Whole, |from, to| project.run("frames", &[from, to]))?;
    project.run("misuse", &[])?;
    project.run("games", &[&games()])?;
    project.run("scene", &[])?;
    notes.push(format!("misuse, 8 threads, {} games, a game in the demo's scene", games()));
    Ok(notes)
}

/// Runs Godot. It ends well after faults in scripts too, so whatever it says of them counts.
fn faultless(command: &mut Command, shown: &str) -> Result<(), StepError> {
    println!("$ godot --headless {shown}");
    let output = command.output().map_err(|error| StepError::Missing(format!("godot: {error}")))?;
    let faults = String::from_utf8_lossy(&output.stderr);
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{faults}");
    match output.status.success() && !faults.contains("ERROR") {
        true => Ok(()),
        false => Err(StepError::Failed(format!("Godot, {shown}: {}", output.status))),
    }
}
