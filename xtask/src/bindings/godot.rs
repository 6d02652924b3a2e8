//! The Godot addon: a GDExtension, tried in a headless Godot.

use super::tools::{has, install, licences};
use super::workshop::{Trouble, Workshop};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Makes the addon, as a folder and as an archive.
pub(super) fn package(workshop: &Workshop<'_>) -> Result<PathBuf, Trouble> {
    let mut cargo = workshop.cargo(&["build", "--quiet", "--locked"]);
    cargo.args(["--manifest-path", "bindings/godot/Cargo.toml"]);
    workshop.run(&mut cargo)?;
    let root = workshop.packages.join("godot");
    workshop.empty(&root)?;
    let addon = root.join("addons/tilewright");
    workshop.copy(Path::new("bindings/godot/addons/tilewright"), &addon)?;
    let library = workshop.built().join("libtilewright_godot.so");
    workshop.copy(&library, &addon.join("bin/libtilewright_godot.linux.x86_64.so"))?;
    licences(workshop, &addon)?;
    let archive = workshop.packages.join(format!("tilewright-godot-{}.zip", workshop.version()));
    let mut python = Command::new("python3");
    python.args(["-m", "zipfile", "-c"]).arg(&archive).arg("addons/").current_dir(&root);
    workshop.run(&mut python)?;
    Ok(archive)
}

/// A Godot without a window: the one of this machine, or Debian's from a newer release, unpacked
/// into a directory of its own.
fn godot(workshop: &Workshop<'_>) -> Result<Vec<String>, Trouble> {
    for name in ["godot4", "godot"] {
        if has(name) {
            return Ok(vec![name.to_owned()]);
        }
    }
    let tree = workshop.work.join("godot-tree");
    let program = tree.join("usr/bin/godot");
    if !program.is_file() {
        let missing = |_| Trouble::Missing("Godot 4.2 or newer on the path".to_owned());
        if !has("mmdebstrap") {
            install(workshop, &["mmdebstrap"]).map_err(missing)?;
        }
        let mirror =
            debian_mirror().ok_or(()).map_err(|()| missing(Trouble::Failed(String::new())))?;
        let mut command = Command::new("mmdebstrap");
        command.args(["--quiet", "--mode=root", "--variant=extract"]);
        command.arg("--aptopt=Apt::Install-Recommends \"0\"");
        command.arg("--aptopt=Acquire::Check-Valid-Until \"false\"");
        command.args(["--include=godot", "forky"]).arg(&tree).arg(mirror);
        workshop.run(&mut command).map_err(missing)?;
    }
    let libraries = tree.join("usr/lib/x86_64-linux-gnu");
    let path = |name: &str| libraries.join(name).display().to_string();
    let places = [path(""), path("pulseaudio"), path("blas"), path("lapack")]
        .map(|place| place.trim_end_matches('/').to_owned());
    Ok(vec![
        path("ld-linux-x86-64.so.2"),
        "--library-path".to_owned(),
        places.join(":"),
        program.display().to_string(),
    ])
}

/// The mirror that this machine gets its own packages from.
fn debian_mirror() -> Option<String> {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    let more = std::fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten();
    files.extend(more.map(|file| file.path()));
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let texts: Vec<String> = texts.collect();
    let words = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    let mut words = words.flat_map(str::split_whitespace);
    words
        .find(|word| word.starts_with("http") && word.trim_end_matches('/').ends_with("/debian"))
        .map(str::to_owned)
}

/// The corpus and a game in a project that has nothing but the addon and the demo's scripts.
pub(super) fn test(workshop: &Workshop<'_>) -> Result<Vec<String>, Trouble> {
    let start = godot(workshop)?;
    let project = workshop.work.join("godot-project");
    workshop.empty(&project)?;
    workshop.copy(Path::new("bindings/godot/demo"), &project)?;
    let archive = workshop.packages.join(format!("tilewright-godot-{}.zip", workshop.version()));
    let mut python = Command::new("python3");
    python.args(["-m", "zipfile", "-e"]).arg(&archive).arg(&project);
    workshop.run(&mut python)?;
    let list = "res://addons/tilewright/tilewright.gdextension\n";
    workshop.write(&project.join(".godot/extension_list.cfg"), list)?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&start[0]);
        command.args(&start[1..]).args(["--headless", "--path"]).arg(&project).args(arguments);
        workshop.run(&mut command)
    };
    let mut notes = workshop
        .corpus("godot", |from, to| run(&["--script", "tests/frames.gd", "--", from, to]))?;
    run(&["--script", "tests/games.gd"])?;
    notes.push("signals, the demo's scene".to_owned());
    Ok(notes)
}
