//! The steps of `cargo xtask test`, as data.

use crate::options::TestOptions;
use crate::process::{Invocation, ensure_component, has_subcommand};
use crate::report::Outcome;
use crate::{Context, api, bindings, deny, docs, fuzz, launch, services, tidy, web};

/// One step of the checks.
pub(crate) struct Step {
    /// The name used by `--only` and in the table.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it makes no sense once the build has failed.
    pub needs_build: bool,
    /// Does it.
    pub run: fn(&Context, &TestOptions) -> Outcome,
}

/// The name of the step whose failure stops those that need a build.
pub(crate) const BUILD: &str = "build";

/// All steps in the order in which they run: cheap ones first.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the source is formatted (cargo fmt --check)",
        needs_build: false,
        run: format,
    },
    Step {
        name: "clippy",
        about: "no warning from the compiler or from clippy, in any target",
        needs_build: false,
        run: clippy,
    },
    Step {
        name: "tidy",
        about: "the project's own rules about its source (cargo xtask tidy)",
        needs_build: false,
        run: |context, _| tidy::step(context),
    },
    Step {
        name: BUILD,
        about: "the workspace and its tests compile",
        needs_build: false,
        run: build,
    },
    Step {
        name: "test",
        about: "unit and integration tests (cargo nextest if it is there, else cargo test)",
        needs_build: true,
        run: test,
    },
    Step {
        name: "services",
        about: "stores, servers and a short load over SQLite, PostgreSQL and NATS; servers that are killed",
        needs_build: true,
        run: |context, _| services::step(context),
    },
    Step {
        name: "api",
        about: "requests made up from the OpenAPI document (Schemathesis) find nothing",
        needs_build: true,
        run: api::step,
    },
    Step {
        name: "bindings",
        about: "one corpus through every binding, each installed from its package",
        needs_build: true,
        run: bindings::step,
    },
    Step {
        name: "book",
        about: "the book is made, its links lead somewhere, and every example does what it says",
        needs_build: true,
        run: |context, _| docs::step(context),
    },
    Step {
        name: "web",
        about: "the playground: types, units, build, and games in a real browser",
        needs_build: true,
        run: |context, _| web::step(context),
    },
    Step {
        name: "doc-tests",
        about: "every example in the documentation compiles and holds",
        needs_build: true,
        run: doc_tests,
    },
    Step {
        name: "docs",
        about: "the documentation of the crates builds without a warning",
        needs_build: true,
        run: crate_docs,
    },
    Step {
        name: "deny",
        about: "licences, sources and known faults of the dependencies (cargo-deny)",
        needs_build: false,
        run: |context, _| deny::step(context),
    },
    Step {
        name: "fuzz-smoke",
        about: "a short run of every fuzz target",
        needs_build: true,
        run: |context, options| fuzz::smoke(context, if options.quick { 5 } else { 10 }),
    },
    Step {
        name: "bench-smoke",
        about: "every benchmark runs once",
        needs_build: true,
        run: |context, _| launch::bench_smoke(context),
    },
];

/// A step that lacks something: skipped with its reason, but a failure in automated runs.
pub(crate) fn missing(context: &Context, reason: String) -> Outcome {
    if context.ci { Outcome::Failed(reason) } else { Outcome::Skipped(reason) }
}

fn cargo(context: &Context, arguments: &[&str]) -> Outcome {
    Invocation::cargo(context, arguments).run(context).into()
}

fn format(context: &Context, _: &TestOptions) -> Outcome {
    match ensure_component(context, "rustfmt", "fmt") {
        Ok(()) => cargo(context, &["fmt", "--all", "--check"]),
        Err(reason) => missing(context, reason),
    }
}

fn clippy(context: &Context, _: &TestOptions) -> Outcome {
    let arguments = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    match ensure_component(context, "clippy", "clippy") {
        Ok(()) => cargo(context, &arguments),
        Err(reason) => missing(context, reason),
    }
}

fn build(context: &Context, _: &TestOptions) -> Outcome {
    let arguments =
        ["test", "--workspace", "--lib", "--bins", "--tests", "--locked", "--no-run", "--quiet"];
    cargo(context, &arguments)
}

fn test(context: &Context, _: &TestOptions) -> Outcome {
    if has_subcommand(context, "nextest") {
        cargo(context, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"])
    } else {
        let arguments =
            ["test", "--workspace", "--lib", "--bins", "--tests", "--locked", "--no-fail-fast"];
        cargo(context, &arguments)
    }
}

fn doc_tests(context: &Context, _: &TestOptions) -> Outcome {
    cargo(context, &["test", "--workspace", "--doc", "--locked", "--no-fail-fast"])
}

fn crate_docs(context: &Context, _: &TestOptions) -> Outcome {
    Invocation::cargo(context, &["doc", "--workspace", "--no-deps", "--locked"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run(context)
        .into()
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
