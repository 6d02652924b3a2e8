//! Checks blocks without running a program.

use super::fence::Fence;
use super::shell::exchanges;
use std::path::Path;
use tilewright::variants::lint_text;
use tilewright_protocol::Engine;

/// Checks that the `tilewright` command lines of a block that is not run are valid.
pub(crate) fn commands(text: &str) -> Result<(), String> {
    let lines: Vec<String> = match text.lines().any(|line| line.starts_with("$ ")) {
        true => exchanges(text)?.into_iter().map(|(line, _)| line).collect(),
        false => text.lines().map(str::to_string).collect(),
    };
    for line in lines {
        let plain = line.split_once(" #").map_or(line.as_str(), |(command, _)| command);
        let plain = plain.replace("\\\n", " ");
        if !plain.starts_with("tilewright ") || plain.contains(['|', '>', '$', ';']) {
            continue;
        }
        let words = crate::pictures::split(&plain).into_iter().map(Into::into);
        tilewright_cli::check_line(words).map_err(|error| format!("`{line}`: {error}"))?;
    }
    Ok(())
}

/// Checks a variant or a configuration. Variants may extend files in the same folder.
pub(crate) fn toml(fence: &Fence, text: &str, folder: &Path) -> Result<(), String> {
    if fence.has("config") {
        return tilewright_cli::check_config(text);
    }
    if fence.file.as_deref() == Some("Cargo.toml") {
        return Ok(());
    }
    // An unreadable file is reported as an unknown variant.
    let beside = |id: &str| std::fs::read_to_string(folder.join(format!("{id}.toml"))).ok();
    match lint_text(text, &beside).first() {
        None => Ok(()),
        Some(finding) => Err(format!("lint: {finding}")),
    }
}

/// Checks JSON; a request must get a response without an error.
pub(crate) fn json(fence: &Fence, text: &str) -> Result<(), String> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("not valid JSON: {error}"))?;
    if !fence.has("request") {
        return Ok(());
    }
    let response = Engine::default().handle(value.to_string().as_bytes());
    let response = String::from_utf8_lossy(&response).into_owned();
    let value: serde_json::Value =
        serde_json::from_str(&response).map_err(|error| format!("not valid JSON: {error}"))?;
    match &value["error"] {
        serde_json::Value::Null => Ok(()),
        error => Err(format!("the engine returned an error: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_blocks_are_found() {
        assert!(commands("$ tilewright match strong expert --games 5\n").is_ok());
        assert!(commands("tilewright match --gmaes 5 # x\n").is_err());
        let here = Path::new(".");
        let plain = Fence::read("toml");
        assert!(
            toml(&plain, "format = 1\nid = \"a\"\nname = \"A\"\nextends = \"classic\"\n", here)
                .is_ok()
        );
        assert!(
            toml(&plain, "format = 1\nid = \"a\"\nname = \"A\"\nextnds = \"classic\"\n", here)
                .is_err()
        );
        assert!(toml(&Fence::read("toml config"), "prot = 1\n", here).is_err());
        assert!(json(&Fence::read("json"), "{").is_err());
        let request = Fence::read("json request");
        assert!(json(&request, "{\"v\":1,\"call\":{\"op\":\"variants\"}}").is_ok());
        assert!(json(&request, "{\"v\":1,\"call\":{\"op\":\"dance\"}}").is_err());
    }
}
