//! The step `bindings`: one corpus through every way into the engine, and a table.
//!
//! Each binding is made into the package that users get, installed from it into an empty
//! project, and asked there. What it says is compared byte by byte.

mod book;
mod c;
mod godot;
mod godot_program;
mod http;
mod python;
mod speed;
mod tools;
mod unity;
mod wasm;
mod workshop;

pub(crate) use book::{BookTools, book_tools};

use crate::Context;
use crate::options::TestOptions;
use crate::process::remove;
use crate::report::{Checked, Row, table};
use std::path::PathBuf;
use std::time::Instant;
use workshop::{Part, StepError, Workshop};

/// Makes a package and says where it is.
type Package = fn(&Workshop<'_>) -> Result<PathBuf, StepError>;

/// A way into the engine.
struct Binding {
    name: &'static str,
    /// Makes the package; `None` if there is none.
    package: Option<Package>,
    /// Runs its tests; says what was done.
    test: fn(&Workshop<'_>) -> Result<Vec<String>, StepError>,
}

const BINDINGS: [Binding; 8] = [
    Binding { name: "rust", package: None, test: rust },
    Binding { name: "http", package: None, test: http::test },
    Binding { name: "c", package: Some(c::package), test: c::test },
    Binding { name: "unity", package: Some(unity::package), test: unity::test },
    Binding { name: "godot", package: Some(godot::package), test: godot::test },
    Binding { name: "wasm", package: Some(wasm::package), test: wasm::test },
    Binding { name: "python", package: Some(python::package), test: python::test },
    Binding { name: "browser", package: None, test: wasm::browser },
];

/// The bindings that can be packaged.
pub(crate) fn packages() -> impl Iterator<Item = &'static str> {
    BINDINGS.iter().filter(|binding| binding.package.is_some()).map(|binding| binding.name)
}

/// Makes the engine's WebAssembly module for the playground; with `install`, what that needs is
/// installed first.
///
/// # Errors
/// What is missing or wrong. No module of an earlier engine is left then.
pub(crate) fn engine_module(context: &Context, install: bool) -> Result<(), String> {
    let toolchain = match install {
        true => wasm::Toolchain::Install,
        false => wasm::Toolchain::AsIs,
    };
    let workshop = Workshop::new(context, false)?;
    let Err(error) = wasm::dist(&workshop, toolchain) else { return Ok(()) };
    remove(&context.root.join("bindings/wasm/dist/tilewright.wasm"))?;
    Err(error.to_string())
}

/// `cargo xtask corpus`: regenerates the files of fixtures/conformance.
pub(crate) fn corpus(context: &Context) -> Result<bool, String> {
    let workshop = Workshop::new(context, false)?;
    let made = workshop.build_conformance().and_then(|()| workshop.conformance(&["generate"]));
    made.map_err(|error| error.to_string())?;
    Ok(true)
}

/// `cargo xtask package`: makes the packages that are named, or all.
pub(crate) fn package(context: &Context, names: &[String]) -> Result<bool, String> {
    let workshop = Workshop::new(context, true)?;
    let mut all_made = true;
    for binding in &BINDINGS {
        let Some(make) = binding.package else { continue };
        if !names.is_empty() && !names.iter().any(|name| name == binding.name) {
            continue;
        }
        println!("\n{}", context.paint.bold(&format!("==> {}", binding.name)));
        match make(&workshop) {
            Ok(path) => println!("{}", path.display()),
            Err(error) => {
                all_made = false;
                eprintln!("error: {}: {error}", binding.name);
            }
        }
    }
    Ok(all_made)
}

pub(crate) use speed::bench;

/// The step of the checks.
pub(crate) fn step(context: &Context, _: &TestOptions) -> Checked {
    let workshop = Workshop::new(context, false)?;
    workshop.prepare()?;
    let rows = run(&workshop);
    println!("{}", table(&rows, "binding", context.paint).join("\n"));
    judge(context, &rows)
}

fn run(workshop: &Workshop<'_>) -> Vec<Row> {
    let wanted = std::env::var("TILEWRIGHT_BINDINGS").unwrap_or_default();
    let wanted: Vec<&str> = wanted.split(',').filter(|name| !name.is_empty()).collect();
    let mut rows = Vec::new();
    for binding in &BINDINGS {
        if !wanted.is_empty() && !wanted.contains(&binding.name) {
            continue;
        }
        println!("\n{}", workshop.context.paint.bold(&format!("--> {}", binding.name)));
        let started = Instant::now();
        let made = binding.package.map_or(Ok(()), |make| make(workshop).map(drop));
        let outcome = made.and_then(|()| (binding.test)(workshop));
        rows.push(Row { name: binding.name, outcome, elapsed: started.elapsed() });
    }
    rows
}

/// What the rows come to. What is missing fails automated runs.
fn judge(context: &Context, rows: &[Row]) -> Checked {
    let (mut failed, mut missing) = (Vec::new(), Vec::new());
    for row in rows {
        match &row.outcome {
            Ok(_) => {}
            Err(StepError::Failed(_)) => failed.push(row.name),
            Err(StepError::Missing(reason)) => missing.push(format!("{}: {reason}", row.name)),
        }
    }
    match (failed.is_empty(), missing.is_empty()) {
        (false, _) => Err(StepError::Failed(format!("these differ: {}", failed.join(", ")))),
        (true, false) if context.ci => Err(StepError::Failed(missing.join("; "))),
        (true, _) => Ok(missing),
    }
}

/// The engine itself, without any layer.
fn rust(workshop: &Workshop<'_>) -> Result<Vec<String>, StepError> {
    let responses = workshop.file("rust-responses.bin");
    workshop.conformance(&["answer", &workshop.file("requests.bin"), &responses])?;
    workshop.check("rust", &responses, Part::Whole).map(|note| vec![note])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Paint;

    fn row(outcome: Checked) -> Row {
        Row { name: "c", outcome, elapsed: std::time::Duration::ZERO }
    }

    #[test]
    fn a_difference_fails_the_step_and_what_is_missing_fails_automated_runs() {
        let well = || row(Ok(vec!["5 exchanges".to_owned()]));
        let wrong = || row(Err(StepError::Failed("1 of 5 responses differ".to_owned())));
        let without = || row(Err(StepError::Missing("no compiler".to_owned())));
        let table = [
            (vec![well()], false, true),
            (vec![well(), wrong()], false, false),
            (vec![well(), without()], false, true),
            (vec![well(), without()], true, false),
        ];
        for (rows, ci, passes) in table {
            let context = Context { root: ".".into(), ci, paint: Paint::plain() };
            assert_eq!(judge(&context, &rows).is_ok(), passes);
        }
    }
}
