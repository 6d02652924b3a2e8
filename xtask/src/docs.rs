//! The book: made from `docs/` and from the code, and its examples run.

use crate::bindings::{BookTools, book_tools};
use crate::report::{Checked, StepError};
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
    context.run(&mut context.cargo(&arguments))?;
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
pub(crate) fn step(context: &Context) -> Checked {
    let folder = build(context, false)?;
    let tools = book_tools(context)?;
    examples(context, &tools)?;
    let mut notes = tools.without_reasons();
    match web::browser_script(context, "crates/book/tests/browser.mjs", &folder) {
        Err(StepError::Missing(reason)) => notes.push(reason),
        checked => checked?,
    }
    match notes.is_empty() || !context.ci {
        true => Ok(notes),
        false => Err(StepError::Missing(notes.join("; "))),
    }
}

/// Runs the examples of every page.
fn examples(context: &Context, tools: &BookTools) -> Result<(), String> {
    let program = ["build", "--quiet", "--locked", "--package", "tilewright-cli"];
    context.run(&mut context.cargo(&program))?;
    let target = context.target();
    let arguments = ["run", "--quiet", "--locked", "--package", "tilewright-book", "--", "check"];
    let mut check = context.cargo(&arguments);
    check.env("TILEWRIGHT_BIN", target.join("debug/tilewright"));
    check.env("TILEWRIGHT_BOOK_WORK", target.join("book-examples"));
    check.env("TILEWRIGHT_BOOK_WITHOUT", tools.without_languages());
    context.run(check.envs(tools.variables.iter().cloned()))
}
