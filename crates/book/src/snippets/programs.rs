//! Runs programs in the languages of the bindings.

use super::fence::Fence;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a program and returns its output.
pub(crate) fn run(
    language: &str,
    fence: &Fence,
    text: &str,
    folder: &Path,
) -> Result<String, String> {
    let name = |ending: &str| {
        folder.join(fence.file.clone().unwrap_or_else(|| format!("example.{ending}")))
    };
    let file = match language {
        "js" => name("mjs"),
        "c" => name("c"),
        "csharp" => name("cs"),
        "python" => name("py"),
        "gdscript" => name("gd"),
        _ => return Err(format!("`{language}` cannot be run; add not-run=\"reason\"")),
    };
    std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    match language {
        "js" => javascript(&file, folder),
        "c" => c(&file, folder),
        "csharp" => csharp(&file, folder),
        "python" => {
            let mut python = Command::new(package("PYTHON")?);
            output_of(python.args(["-W", "error"]).arg(&file).current_dir(folder))
        }
        // A script of a project with the addon.
        _ => output_of(Command::new("sh").arg(package("GODOT")?).arg(&file).current_dir(folder)),
    }
}

/// The path of a binding's package.
fn package(name: &str) -> Result<PathBuf, String> {
    let variable = format!("TILEWRIGHT_BOOK_{name}");
    std::env::var_os(&variable).map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))
}

/// The output of a command; an error if it fails.
fn output_of(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut limited = Command::new("timeout");
    limited.args(["--kill-after=5", "120"]).arg(&program).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        limited.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            limited.env(name, value);
        }
    }
    let output =
        limited.stdin(Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(printed),
        false => {
            let errors = String::from_utf8_lossy(&output.stderr);
            Err(format!("{program} failed with {}:\n{printed}{errors}", output.status))
        }
    }
}

fn javascript(file: &Path, folder: &Path) -> Result<String, String> {
    let modules = folder.join("node_modules");
    if !modules.exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(package("NODE")?, &modules)
            .map_err(|error| format!("node_modules: {error}"))?;
    }
    output_of(Command::new("node").arg(file).current_dir(folder))
}

fn c(file: &Path, folder: &Path) -> Result<String, String> {
    let library = package("C")?;
    let program = folder.join("example");
    let lib = library.join("lib");
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror"]).arg(file).arg("-o").arg(&program);
    cc.arg(format!("-I{}", library.join("include").display()));
    cc.arg(format!("-L{}", lib.display())).arg(format!("-Wl,-rpath,{}", lib.display()));
    output_of(cc.arg("-ltilewright_engine"))?;
    // Cargo sets this to directories with its own libraries, which would be found first.
    output_of(Command::new(program).env_remove("LD_LIBRARY_PATH").current_dir(folder))
}

fn csharp(file: &Path, folder: &Path) -> Result<String, String> {
    let package = package("UNITY")?;
    let program = folder.join("example.exe");
    let mut mcs = Command::new("mcs");
    mcs.arg(format!("-out:{}", program.display())).arg(file);
    output_of(mcs.arg(format!("-recurse:{}/*.cs", package.join("Runtime").display())))?;
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let libraries = package.join("Runtime/Plugins").join(platform);
    let mut mono = Command::new("mono");
    output_of(mono.arg(program).env("LD_LIBRARY_PATH", libraries).current_dir(folder))
}
