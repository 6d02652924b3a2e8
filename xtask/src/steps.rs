//! The steps of `cargo xtask test`, as data.

use crate::options::TestOptions;
use crate::process::{ensure_component, has, has_subcommand, install_packages};
use crate::report::{Checked, StepError};
use crate::{Context, api, bindings, deny, docs, fuzz, launch, services, tidy, web};

/// One step of the checks.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The name used by `--only` and in the table.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it makes no sense once the build has failed.
    pub needs_build: bool,
    /// Runs it.
    pub run: Run,
}

type Run = fn(&Context, &TestOptions) -> Checked;

/// The name of the step whose failure stops those that need a build.
pub(crate) const BUILD: &str = "build";

/// All steps in the order in which they run: cheap ones first.
pub(crate) const STEPS: &[Step] = &[
    step("fmt", "the source is formatted (cargo fmt --check)", format),
    step("clippy", "no warning from the compiler or from clippy, in any target", clippy),
    step("tidy", "the project's own rules about its source (cargo xtask tidy)", |c, _| {
        tidy::step(c)
    }),
    step(BUILD, "the workspace and its tests compile", build),
    step("test", "unit and integration tests (cargo nextest or cargo test)", test).after_build(),
    step("services", SERVICES, |context, _| services::step(context)).after_build(),
    step("api", "Schemathesis finds no fault in the OpenAPI document", api::step).after_build(),
    step("bindings", "one corpus through the package of every binding", bindings::step)
        .after_build(),
    step("book", "the book, its links and its examples", |c, _| docs::step(c)).after_build(),
    step("web", "the page: lints, types, units, games in a browser", |c, _| web::step(c))
        .after_build(),
    step("doc-tests", "every example in the documentation compiles and holds", doc_tests)
        .after_build(),
    step("docs", "the documentation builds without a warning", crate_docs).after_build(),
    step("deny", "licences, sources and known faults of the dependencies", |c, _| deny::step(c)),
    step("fuzz-smoke", "a short run of every fuzz target", fuzz::smoke).after_build(),
    step("bench-smoke", "every benchmark runs once", |c, _| launch::bench_smoke(c)).after_build(),
];

const SERVICES: &str =
    "stores, servers and a short load over SQLite, PostgreSQL and NATS, also under kills";

const fn step(name: &'static str, about: &'static str, run: Run) -> Step {
    Step { name, about, needs_build: false, run }
}

impl Step {
    const fn after_build(self) -> Step {
        Step { needs_build: true, ..self }
    }
}

fn cargo(context: &Context, arguments: &[&str]) -> Checked {
    context.run(&mut context.cargo(arguments))?;
    Ok(Vec::new())
}

fn format(context: &Context, _: &TestOptions) -> Checked {
    ensure_component(context, "rustfmt", "fmt").map_err(StepError::Missing)?;
    cargo(context, &["fmt", "--all", "--check"])
}

fn clippy(context: &Context, _: &TestOptions) -> Checked {
    ensure_component(context, "clippy", "clippy").map_err(StepError::Missing)?;
    cargo(context, &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
}

fn build(context: &Context, _: &TestOptions) -> Checked {
    let arguments =
        ["test", "--workspace", "--lib", "--bins", "--tests", "--locked", "--no-run", "--quiet"];
    cargo(context, &arguments)
}

fn test(context: &Context, _: &TestOptions) -> Checked {
    let notes = clock_library(context);
    if has_subcommand(context, "nextest") {
        cargo(context, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"])?;
    } else {
        let arguments =
            ["test", "--workspace", "--lib", "--bins", "--tests", "--locked", "--no-fail-fast"];
        cargo(context, &arguments)?;
    }
    Ok(notes)
}

/// The library by which a test lets the clock of a server jump; a note if it cannot be had.
fn clock_library(context: &Context) -> Vec<String> {
    if !cfg!(target_os = "linux") || has("faketime") {
        return Vec::new();
    }
    let installed = install_packages(context, &["faketime"]);
    let note = |reason| format!("jumps of the clock are not tested: {reason}");
    installed.err().map(note).into_iter().collect()
}

fn doc_tests(context: &Context, _: &TestOptions) -> Checked {
    cargo(context, &["test", "--workspace", "--doc", "--locked", "--no-fail-fast"])
}

fn crate_docs(context: &Context, _: &TestOptions) -> Checked {
    let mut doc = context.cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    context.run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_the_build_comes_before_what_needs_it() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(STEPS[..index].iter().all(|other| other.name != step.name), "{}", step.name);
            if step.needs_build {
                assert!(STEPS[..index].iter().any(|other| other.name == BUILD), "{}", step.name);
            }
        }
    }
}
