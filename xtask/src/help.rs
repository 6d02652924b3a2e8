//! The help texts.

/// The overview, shown by `cargo xtask` and `cargo xtask help`.
const OVERVIEW: &str = "\
The project's own commands

Usage: cargo xtask COMMAND [OPTIONS]

Commands:
  test     Run every check: format, lints, tidy, tests, bindings, docs, licences, fuzzing
  serve    Build the engine in release mode and play in the browser
  web      Build the playground
  docs     Make the book
  bench    Run the benchmarks
  fuzz     Feed generated input to the fuzz targets
  tidy     Check the project's own rules about its source
  corpus   Make the conformance corpus anew
  package  Make the packages of the bindings
  help     Show this text, or `help COMMAND` for one command";

const TEST: &str = "\
Run every check, in order, and end with a table of what passed

Usage: cargo xtask test [--quick] [--only STEP]... [--list]

Options:
  --quick      Fuzz each target for 5 seconds instead of 10
  --only STEP  Run this step alone (may be repeated)
  --list       Name the steps and what each one does

A failing step does not stop the others, except that nothing can be tested if
the build fails. Missing tools are installed where that is possible; otherwise
the step is skipped with its reason, or fails if the variable CI is set.
TILEWRIGHT_KILL_WAVES=3 has the servers of the step `services` killed for three
times as long. TILEWRIGHT_BINDINGS=c,wasm tries these bindings alone, and
TILEWRIGHT_GAMES=100000 makes their leak tests longer. TILEWRIGHT_VALGRIND=all
has valgrind watch the whole corpus through the C library, for five minutes.
The exit status is 0 if nothing failed and 1 otherwise.";

const SERVE: &str = "\
Build the engine in release mode and play in the browser

Usage: cargo xtask serve [--port PORT] [--no-open] [-- ARGUMENTS]

Options:
  --port PORT  The port to listen on [default: 4747]
  --no-open    Do not open the page in a browser

What follows `--` is handed to `tilewright serve` as it is.";

const WEB: &str = "\
Build the playground into web/dist; needs Node 20 or newer. Its engine is built
with the target wasm32-unknown-unknown; without it the page asks the server

Usage: cargo xtask web

After that, `cargo build --release -p tilewright-cli --features web` makes a
program that holds it. `cargo xtask serve` does both.";

const DOCS: &str = "\
Make the book into target/book

Usage: cargo xtask docs [--open]

Options:
  --open  Open it in a browser

The pages come from docs/, the reference from the code. Every link is checked;
`cargo xtask test --only book` also runs the examples. `cargo xtask serve`
builds the book into the program, which shows it under /docs.";

const BENCH: &str = "\
Run the benchmarks, built in release mode

Usage: cargo xtask bench [ARGUMENTS]

All arguments are handed to the benchmark program; `cargo xtask bench --help`
lists them and `cargo xtask bench --smoke` runs each benchmark briefly.
`cargo xtask bench bindings` makes the packages of the bindings and times the
same calls through each of them.";

const FUZZ: &str = "\
Feed generated input to the fuzz targets

Usage: cargo xtask fuzz [TARGET]... [--seconds N]

Options:
  --seconds N  How long each target runs [default: 60]

The targets are those of fuzz/Cargo.toml; without a name all of them run. With
a nightly toolchain the search is guided by coverage (cargo-fuzz, installed if
it is missing); without one a plain random driver is used. An input that breaks
a target is kept below fuzz/artifacts.";

const CORPUS: &str = "\
Make the conformance corpus anew

Usage: cargo xtask corpus

Writes the files of fixtures/conformance: requests with the responses that the
engine gives. The same engine makes the same files.";

const PACKAGE: &str = "\
Make the packages of the bindings, built in release mode

Usage: cargo xtask package [NAME]...

  c       target/package/tilewright-c-VERSION.tar.gz
  godot   target/package/tilewright-godot-VERSION.zip, to be unpacked into a project
  unity   target/package/com.tilewright.engine, a folder for the package manager
  wasm    target/package/tilewright-engine-VERSION.tgz, for npm
  python  target/package/tilewright-VERSION-cp39-abi3-PLATFORM.whl, for pip

Without a name all of them are made.";

const TIDY: &str = "\
Check the project's own rules about its source

Usage: cargo xtask tidy

  arrows    crates depend on each other in one direction only
  length    no hand-written source file has more than 500 lines
  words     no marker of unfinished work, no debug print, no ignored test
            without a reason
  names     no file is named so that anything could be in it
  text      no trailing whitespace, no tab, a newline at the end
  links     relative links in Markdown lead to a file
  purity    the core reads no clock, no file, no network, no environment and
            draws no random numbers
  geometry  nothing above the board asks which shape it has

Every fault is printed as `file:line: [check] message`.";

/// The help on one command, or the overview.
pub(crate) fn text(topic: Option<&str>) -> &'static str {
    match topic {
        Some("test") => TEST,
        Some("serve") => SERVE,
        Some("web") => WEB,
        Some("docs") => DOCS,
        Some("bench") => BENCH,
        Some("fuzz") => FUZZ,
        Some("tidy") => TIDY,
        Some("corpus") => CORPUS,
        Some("package") => PACKAGE,
        _ => OVERVIEW,
    }
}
