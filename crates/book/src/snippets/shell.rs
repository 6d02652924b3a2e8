//! The shell of a page: its commands run in order, in the page's folder.

use super::compare;
use super::server::Server;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How long a command may take, in seconds.
const LIMIT: &str = "120";

/// The page's folder, the variables that persist from block to block, and its server.
pub(crate) struct Shell {
    folder: PathBuf,
    path: std::ffi::OsString,
    server: Option<Server>,
}

impl Shell {
    pub fn new(folder: &Path) -> Result<Shell, String> {
        let program = std::env::var_os("TILEWRIGHT_BIN").map(PathBuf::from);
        let program =
            program.ok_or("TILEWRIGHT_BIN is not set; it must name the program `tilewright`")?;
        let beside = program.parent().ok_or("TILEWRIGHT_BIN must be the path of a program")?;
        let beside = beside.to_path_buf();
        let old = std::env::var_os("PATH").ok_or("PATH is not set")?;
        let path = std::env::join_paths(std::iter::once(beside).chain(std::env::split_paths(&old)));
        let path = path.map_err(|error| error.to_string())?;
        Ok(Shell { folder: folder.to_path_buf(), path, server: None })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("PATH", &self.path).env("HOME", &self.folder);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("TILEWRIGHT_") {
                command.env_remove(name);
            }
        }
        command.env("XDG_DATA_HOME", self.folder.join(".data")).env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs lines. Returns their output and whether they succeeded. Variables and the current folder
    /// persist.
    fn bash(&self, lines: &str) -> Result<(String, bool), String> {
        let lines = match &self.server {
            Some(server) => server.addressed(lines),
            None => lines.to_string(),
        };
        let state = self.folder.join(".state");
        let script = format!(
            "exec 2>&1 </dev/null; set -ea; [ -f '{0}' ] && . '{0}'; \
             trap 's=$?; {{ export -p; printf \"cd %q\\n\" \"$PWD\"; }} > \"{0}\"; exit $s' EXIT\n{lines}\n",
            state.display()
        );
        let mut command = self.command("timeout");
        command.args(["--kill-after=5", LIMIT, "bash", "-c", &script]).stdin(Stdio::null());
        let output = command.output().map_err(|error| format!("bash: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.code() == Some(124) {
            return Err(format!("`{}` took longer than {LIMIT} s", lines.trim()));
        }
        Ok((printed, output.status.success()))
    }

    /// Runs lines that must succeed.
    pub fn script(&self, text: &str) -> Result<(), String> {
        match self.bash(text)? {
            (_, true) => Ok(()),
            (printed, false) => Err(format!("the commands failed:\n{printed}")),
        }
    }

    /// Runs the commands after `$ ` and compares their output; the last one may have to fail.
    pub fn console(&self, text: &str, fails: bool) -> Result<(), String> {
        let exchanges = exchanges(text)?;
        let last = exchanges.len().saturating_sub(1);
        for (place, (line, shown)) in exchanges.into_iter().enumerate() {
            let (printed, well) = self.bash(&line)?;
            if well == (fails && place == last) {
                let how = if well { "succeeded" } else { "failed" };
                return Err(format!("`{line}` {how}:\n{printed}"));
            }
            if !shown.is_empty() {
                compare::same(&shown, &printed).map_err(|reason| format!("`{line}`: {reason}"))?;
            }
        }
        Ok(())
    }

    /// Starts the server of every line; the last one keeps running.
    pub fn serve(&mut self, text: &str) -> Result<(), String> {
        for line in text.lines() {
            let line = line.trim().trim_start_matches("$ ");
            let line = line.split_once(" #").map_or(line, |(command, _)| command).trim();
            if !line.starts_with("tilewright serve") {
                continue;
            }
            self.server = None;
            self.server = Some(Server::start(self.command("bash"), line)?);
        }
        Ok(())
    }
}

/// The commands of a block and the lines below each of them.
pub(crate) fn exchanges(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        if goes_on {
            if let Some((command, _)) = found.last_mut() {
                command.push('\n');
                command.push_str(line);
            }
        } else if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_string(), String::new()));
        } else {
            let (_, shown) =
                found.last_mut().ok_or("a console must begin with `$ ` and a command")?;
            shown.push_str(line);
            shown.push('\n');
            continue;
        }
        goes_on = line.ends_with('\\');
    }
    for (_, shown) in &mut found {
        *shown = shown.trim_end().to_string();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_separated_from_their_output() {
        let found = exchanges("$ a \\\n  b\nx\n\n$ c\n").unwrap();
        assert_eq!(
            found,
            [("a \\\n  b".to_string(), "x".to_string()), ("c".to_string(), String::new())]
        );
        assert!(exchanges("x\n").is_err());
    }
}
