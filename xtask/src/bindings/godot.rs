//! The Godot addon: a zip that is unpacked into a project.

use super::godot_program::Godot;
use super::tools::{ensure, licences};
use super::workshop::{Trouble, Workshop, games};
use std::path::{Path, PathBuf};
use std::process::Command;

fn archive(workshop: &Workshop<'_>) -> PathBuf {
    workshop.packages.join(format!("tilewright-godot-{}.zip", workshop.version()))
}

/// Makes the zip, with the library for this machine.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, Trouble> {
    ensure(workshop, "zip", &["zip"])?;
    let root = workshop.packages.join(format!("tilewright-godot-{}", workshop.version()));
    workshop.empty(&root)?;
    let addon = root.join("addons/tilewright");
    let source = Path::new("bindings/godot");
    workshop.copy(&source.join("addons/tilewright"), &addon)?;
    workshop.copy(&source.join("README.md"), &addon.join("README.md"))?;
    licences(workshop, &addon)?;
    let build = ["build", "--quiet", "--locked", "-p", "tilewright-godot"];
    workshop.run(&mut workshop.cargo(&build))?;
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
    let _ = std::fs::remove_file(&archive);
    workshop
        .run(Command::new("zip").args(["-qr"]).arg(&archive).arg("addons").current_dir(&root))?;
    Ok(archive)
}

/// The corpus, games, misuse and the demo's scene in a project that has the addon from its zip.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, Trouble> {
    let godot = Godot::find(workshop)?;
    ensure(workshop, "unzip", &["unzip"])?;
    let project = workshop.work.join("godot-project");
    workshop.empty(&project)?;
    let mut unzip = Command::new("unzip");
    workshop.run(unzip.arg("-q").arg(archive(workshop)).arg("-d").arg(&project))?;
    let source = Path::new("bindings/godot");
    workshop.copy(&source.join("demo"), &project)?;
    workshop.copy(&source.join("tests"), &project.join("tests"))?;
    let run = |arguments: &[&str]| {
        let mut command = godot.command();
        // What Godot keeps for a user stays in the project.
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, project.join(".godot/home"));
        }
        command.arg("--headless").args(arguments).current_dir(&project);
        faultless(&mut command, arguments)
    };
    // As the editor does when it opens a project for the first time. Without a window Godot breaks
    // off at its end when it finds an extension by itself (godotengine/godot#111048).
    let list = project.join(".godot/extension_list.cfg");
    workshop.write(&list, "res://addons/tilewright/tilewright.gdextension\n")?;
    run(&["--quiet", "--import"])?;
    let trial = |name: &str, more: &[&str]| {
        let script = format!("res://tests/{name}.gd");
        run(&[&["--script", &script, "--"], more].concat())
    };
    let mut notes = workshop.corpus("godot", |from, to| trial("frames", &[from, to]))?;
    trial("misuse", &[])?;
    trial("games", &[&games()])?;
    notes.push(format!("misuse, 8 threads, {} games", games()));
    trial("scene", &[])?;
    notes.push("a game in the demo's scene".to_owned());
    Ok(notes)
}

/// Runs Godot. It ends well after faults in scripts too, so whatever it says of them counts.
fn faultless(command: &mut Command, arguments: &[&str]) -> Result<(), Trouble> {
    let shown = format!("godot --headless {}", arguments.join(" "));
    println!("$ {shown}");
    let output = command.output().map_err(|error| Trouble::Missing(format!("godot: {error}")))?;
    let faults = String::from_utf8_lossy(&output.stderr);
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{faults}");
    match output.status.success() && !faults.contains("ERROR") {
        true => Ok(()),
        false => Err(Trouble::Failed(format!("`{shown}` ended with {}", output.status))),
    }
}
