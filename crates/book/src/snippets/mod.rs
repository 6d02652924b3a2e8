//! Runs the examples of the pages: every code block is compiled, run or checked.
//!
//! The blocks of a page run in order, in one empty folder. The first word after the backticks is the
//! language; options follow:
//!
//! | option | effect |
//! |---|---|
//! | `console` | lines after `$ ` run in a shell; their output must match the lines below. `…` matches anything within a line, and any number of lines if it stands alone |
//! | `sh` | the lines run in a shell; each must succeed |
//! | `fails` | with `console`: the last command must fail |
//! | `server` | with `console` or `sh`: each line starts a server on a free port and stops the one before; the last server runs until the end of the page, and later commands use its address |
//! | `toml` | a variant without lint findings; with `config`, a server configuration |
//! | `json` | valid JSON; with `request`, the engine must respond without an error |
//! | `rust` | runs as a doc test of this crate |
//! | `js`, `c`, `csharp`, `python`, `gdscript` | runs with the package of that binding |
//! | `text` | not run; with `output`, the expected output of the block before |
//! | `file=NAME` | any block: also written to this file |
//! | `not-run="why"` | not run, for the given reason; `tilewright` command lines must still be valid |
//!
//! Environment variables say where the tools are: `TILEWRIGHT_BIN` is the program,
//! `TILEWRIGHT_BOOK_WORK` a folder to work in, and for the bindings `TILEWRIGHT_BOOK_NODE`
//! (`node_modules` with the package), `TILEWRIGHT_BOOK_C` (the unpacked archive),
//! `TILEWRIGHT_BOOK_UNITY` (the package's folder), `TILEWRIGHT_BOOK_PYTHON` (an interpreter with
//! the wheel), `TILEWRIGHT_BOOK_GODOT` (a shell script that runs a script of Godot in a project
//! with the addon). `TILEWRIGHT_BOOK_WITHOUT` lists languages that cannot run on this machine.

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
    /// Its first line on the page, from 1.
    pub line: usize,
    /// Its language and options.
    pub fence: Fence,
    /// Its text.
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

/// The output of a program that cannot run on this machine.
const NOT_RUN: &str = "\0";

/// The settings of the check, from the environment.
pub(crate) struct Tools {
    /// The folder to work in.
    pub work: PathBuf,
    /// Languages that cannot run on this machine.
    pub without: Vec<String>,
}

/// Runs the blocks of the given pages, or of all pages if none is given.
///
/// # Errors
/// Lists every block whose result differs from the page.
pub fn check(site: &Site, pages: &[&str]) -> Result<(), String> {
    let work = std::env::var_os("TILEWRIGHT_BOOK_WORK").map(PathBuf::from);
    let without = match std::env::var("TILEWRIGHT_BOOK_WITHOUT") {
        Ok(list) => list,
        Err(std::env::VarError::NotPresent) => String::new(),
        Err(error) => return Err(format!("TILEWRIGHT_BOOK_WITHOUT: {error}")),
    };
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
        let state = if found.is_empty() { "ok" } else { "FAILED" };
        println!("{path}: {} blocks, {time} ms, {state}", blocks.len());
        for fault in found {
            println!("{fault}");
            faults.push(fault);
        }
    }
    println!("{count} blocks, {excused} of them not run, each with a reason");
    match faults.len() {
        0 => Ok(()),
        faults => Err(format!("{faults} blocks differ from the book")),
    }
}

fn page(tools: &Tools, path: &str, blocks: &[Block]) -> Result<Vec<String>, String> {
    let folder = tools.work.join(path.trim_end_matches(".html").replace('/', "-"));
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(failed)?;
    }
    std::fs::create_dir_all(&folder).map_err(failed)?;
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

/// Runs one block; `printed` is the output of the last program.
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
        // Doc tests of this crate; a test compares the list of pages.
        "rust" => Ok(()),
        "text" if fence.has("output") => {
            match printed.as_deref().ok_or("no program has run before this")? {
                NOT_RUN => Ok(()),
                output => compare::same(text, output),
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
