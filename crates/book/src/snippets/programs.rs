//! Programs in the languages of the bindings.

use super::fence::Fence;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a program; what it prints.
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
        _ => return Err(format!("nothing here runs `{language}`; say why with not-run=\"…\"")),
    };
    std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    match language {
        "js" => javascript(&file, folder),
        "c" => c(&file, folder),
        "csharp" => csharp(&file, folder),
        "python" => {
            let mut python = Command::new(told("PYTHON")?);
            said(python.args(["-W", "error"]).arg(&file).current_dir(folder))
        }
        // A script of a project with the addon.
        _ => said(Command::new("sh").arg(told("GODOT")?).arg(&file).current_dir(folder)),
    }
}

/// Where the package of a binding is.
fn told(name: &str) -> Result<PathBuf, String> {
    let variable = format!("TILEWRIGHT_BOOK_{name}");
    std::env::var_os(&variable).map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))
}

/// What a command prints, if it ends well.
fn said(command: &mut Command) -> Result<String, String> {
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
            Err(format!("{program} ended with {}:\n{printed}{errors}", output.status))
        }
    }
}

fn javascript(file: &Path, folder: &Path) -> Result<String, String> {
    let modules = folder.join("node_modules");
    if !modules.exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(told("NODE")?, &modules)
            .map_err(|error| format!("node_modules: {error}"))?;
    }
    said(Command::new("node").arg(file).current_dir(folder))
}

fn c(file: &Path, folder: &Path) -> Result<String, String> {
    let library = told("C")?;
    let program = folder.join("example");
    let lib = library.join("lib");
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Werror"]).arg(file).arg("-o").arg(&program);
    cc.arg(format!("-I{}", library.join("include").display()));
    cc.arg(format!("-L{}", lib.display())).arg(format!("-Wl,-rpath,{}", lib.display()));
    said(cc.arg("-ltilewright_engine"))?;
    // Cargo names directories with libraries of its own, which would be found first.
    said(Command::new(program).env_remove("LD_LIBRARY_PATH").current_dir(folder))
}

fn csharp(file: &Path, folder: &Path) -> Result<String, String> {
    let package = told("UNITY")?;
    let program = folder.join("example.exe");
    let mut mcs = Command::new("mcs");
    mcs.arg(format!("-out:{}", program.display())).arg(file);
    said(mcs.arg(format!("-recurse:{}/*.cs", package.join("Runtime").display())))?;
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let libraries = package.join("Runtime/Plugins").join(platform);
    let mut mono = Command::new("mono");
    said(mono.arg(program).env("LD_LIBRARY_PATH", libraries).current_dir(folder))
}
