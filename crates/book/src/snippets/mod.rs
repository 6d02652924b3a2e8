//! The examples of the pages run: every block of code is compiled, run or checked.
//!
//! The blocks of a page run in order, in one empty folder. The first word of a fence is the
//! language; what follows says more:
//!
//! | fence | what happens |
//! |---|---|
//! | `console` | lines after `$ ` run in a shell; the lines below are compared with what they print. `…` stands for whatever is there, alone on a line for any number of lines |
//! | `sh` | the lines run in a shell; each must end well |
//! | `fails` | of `console`: the last command ends with a status other than 0 |
//! | `server` | of both: each line is a server, started on a free port and stopped before the next, the last one at the end of the page; its address is put into later commands |
//! | `toml` | a variant without findings; with `config`, a server's configuration |
//! | `json` | is JSON; with `request`, the engine answers it without an error |
//! | `rust` | runs as a test of this crate's documentation |
//! | `js`, `c`, `csharp`, `python`, `gdscript` | runs with the package of that binding |
//! | `text` | nothing to run; with `output`, what the block before has printed |
//! | `file=NAME` | of any: also written into the folder |
//! | `not-run="why"` | not run, for a reason; `tilewright` commands must at least be readable |
//!
//! What the check needs is told by the environment: `TILEWRIGHT_BIN` is the program,
//! `TILEWRIGHT_BOOK_WORK` a folder to work in, and for the bindings `TILEWRIGHT_BOOK_NODE`
//! (`node_modules` with the package), `TILEWRIGHT_BOOK_C` (the unpacked archive),
//! `TILEWRIGHT_BOOK_UNITY` (the package's folder), `TILEWRIGHT_BOOK_PYTHON` (an interpreter with
//! the wheel), `TILEWRIGHT_BOOK_GODOT` (a shell script that runs a script of Godot in a project
//! with the addon). `TILEWRIGHT_BOOK_WITHOUT` names languages that cannot be run here.

mod compare;
mod fence;
mod programs;
mod server;
mod shell;
mod static_checks;

use crate::Site;
pub use fence::Fence;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use shell::Shell;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A block of code on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The line of the page on which the fence stands, from 1.
    pub line: usize,
    /// What the fence says.
    pub fence: Fence,
    /// What is in it.
    pub text: String,
}

/// The blocks of a page, in order.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    let parser = Parser::new_ext(markdown, crate::markdown::options()).into_offset_iter();
    for (event, range) in parser {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match &kind {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                let line = markdown[..range.start].matches('\n').count() + 1;
                open = Some(Block { line, fence: Fence::read(info), text: String::new() });
            }
            Event::Text(text) => {
                if let Some(block) = &mut open {
                    block.text.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => found.extend(open.take()),
            _ => {}
        }
    }
    found
}

/// What a program has said that could not be run here.
const NOT_RUN: &str = "\0";

/// What the environment says about the check.
pub(crate) struct Tools {
    /// The folder to work in.
    pub work: PathBuf,
    /// Languages that cannot be run here.
    pub without: Vec<String>,
}

/// Runs the blocks of the pages that are named, or of all.
///
/// # Errors
/// With every block that does not do what the page says.
pub fn check(site: &Site, pages: &[&str]) -> Result<(), String> {
    let work = std::env::var_os("TILEWRIGHT_BOOK_WORK").map(PathBuf::from);
    let without = std::env::var("TILEWRIGHT_BOOK_WITHOUT").unwrap_or_default();
    let tools = Tools {
        work: work.unwrap_or_else(|| std::env::temp_dir().join("tilewright-book")),
        without: without.split(',').map(str::to_string).collect(),
    };
    let mut faults = Vec::new();
    let (mut count, mut excused) = (0, 0);
    for (path, markdown) in &site.pages {
        let blocks = blocks(markdown);
        if blocks.is_empty() || !pages.is_empty() && !pages.contains(&path.as_str()) {
            continue;
        }
        let started = Instant::now();
        let found = page(&tools, path, &blocks)?;
        count += blocks.len();
        excused += blocks.iter().filter(|block| block.fence.not_run.is_some()).count();
        let time = started.elapsed().as_millis();
        let state = if found.is_empty() { "well" } else { "FAULTS" };
        println!("{path}: {} blocks, {time} ms, {state}", blocks.len());
        for fault in found {
            println!("{fault}");
            faults.push(fault);
        }
    }
    println!("{count} blocks, {excused} of them not run for the reason they give");
    match faults.len() {
        0 => Ok(()),
        faults => Err(format!("{faults} blocks do not do what the book says")),
    }
}

fn page(tools: &Tools, path: &str, blocks: &[Block]) -> Result<Vec<String>, String> {
    let folder = tools.work.join(path.trim_end_matches(".html").replace('/', "-"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut shell = Shell::new(&folder)?;
    let mut printed = None;
    let mut faults = Vec::new();
    for block in blocks {
        let outcome = run(tools, &mut shell, block, &folder, &mut printed);
        if let Err(reason) = outcome {
            faults.push(format!("{path}: block at line {}: {reason}", block.line));
        }
    }
    Ok(faults)
}

/// Runs one block; `printed` is what the last program has said.
fn run(
    tools: &Tools,
    shell: &mut Shell,
    block: &Block,
    folder: &Path,
    printed: &mut Option<String>,
) -> Result<(), String> {
    let Block { fence, text, .. } = block;
    if let Some(fault) = &fence.fault {
        return Err(fault.clone());
    }
    if let Some(name) = &fence.file {
        let file = folder.join(name);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        }
        std::fs::write(&file, text).map_err(|error| format!("{name}: {error}"))?;
    }
    if fence.not_run.is_some() {
        return static_checks::commands(text);
    }
    match fence.language.as_str() {
        "console" | "sh" if fence.has("server") => shell.serve(text),
        "console" => shell.console(text, fence.has("fails")),
        "sh" => shell.script(text),
        "toml" => static_checks::toml(fence, text, folder),
        "json" => static_checks::json(fence, text),
        // Compiled and run as tests of this crate's documentation; a test counts the pages.
        "rust" => Ok(()),
        "text" if fence.has("output") => {
            match printed.as_deref().ok_or("no program has run before this")? {
                NOT_RUN => Ok(()),
                said => compare::same(text, said),
            }
        }
        "text" => Ok(()),
        language if tools.without.iter().any(|one| one == language) => {
            *printed = Some(NOT_RUN.to_string());
            Ok(())
        }
        language => {
            *printed = Some(programs::run(language, fence, text, folder)?);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_lines() {
        let text = "# T\n\n```sh server\na\n```\n\n- x\n  ```toml file=a.toml\n  b\n  ```\n";
        let found = blocks(text);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].line, found[0].text.as_str(), found[0].fence.has("server")),
            (3, "a\n", true)
        );
        assert_eq!(
            (found[1].line, found[1].text.as_str(), found[1].fence.file.as_deref()),
            (8, "b\n", Some("a.toml"))
        );
    }
}
