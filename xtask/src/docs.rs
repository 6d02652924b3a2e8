//! The book: made from `docs/` and from the code, and its examples run.

use crate::bindings::{BookTools, book_tools};
use crate::process::Invocation;
use crate::report::Outcome;
use crate::steps::missing;
use crate::{Context, launch, web};
use std::path::PathBuf;

/// Makes the book; where it is.
pub(crate) fn build(context: &Context, release: bool) -> Result<PathBuf, String> {
    let folder = context.target().join("book");
    let mut arguments = vec!["run", "--quiet", "--locked", "--package", "tilewright-book"];
    if release {
        arguments.push("--release");
    }
    let place = folder.display().to_string();
    arguments.extend(["--", "build", &place]);
    Invocation::cargo(context, &arguments).run(context)?;
    Ok(folder)
}

/// `cargo xtask docs`.
pub(crate) fn command(context: &Context, open: bool) -> Result<bool, String> {
    let page = build(context, false)?.join("index.html").display().to_string();
    println!("the book is at {page}");
    if open {
        launch::open(&page);
    }
    Ok(true)
}

/// The step of the checks: the book is made, looked at in a browser, and its examples run.
pub(crate) fn step(context: &Context) -> Outcome {
    let folder = match build(context, false) {
        Ok(folder) => folder,
        Err(reason) => return Outcome::Failed(reason),
    };
    let tools = match book_tools(context) {
        Ok(tools) => tools,
        Err(reason) => return Outcome::Failed(reason),
    };
    if let Err(reason) = examples(context, &tools) {
        return Outcome::Failed(reason);
    }
    let mut notes = tools.without_reasons();
    match web::browser_script(context, "crates/book/tests/browser.mjs", &folder) {
        Ok(Ok(())) => {}
        Ok(Err(reason)) => return Outcome::Failed(reason),
        Err(reason) => notes.push(reason),
    }
    match notes.is_empty() || !context.ci {
        true => Outcome::Passed(notes),
        false => missing(context, notes.join("; ")),
    }
}

/// Runs the examples of every page.
fn examples(context: &Context, tools: &BookTools) -> Result<(), String> {
    let program = ["build", "--quiet", "--locked", "--package", "tilewright-cli"];
    Invocation::cargo(context, &program).run(context)?;
    let target = context.target();
    let arguments = ["run", "--quiet", "--locked", "--package", "tilewright-book", "--", "check"];
    let mut check = Invocation::cargo(context, &arguments)
        .env("TILEWRIGHT_BIN", &target.join("debug/tilewright").to_string_lossy())
        .env("TILEWRIGHT_BOOK_WORK", &target.join("book-examples").to_string_lossy())
        .env("TILEWRIGHT_BOOK_WITHOUT", &tools.without_languages());
    for (name, value) in &tools.variables {
        check = check.env(name, value);
    }
    check.run(context)
}
