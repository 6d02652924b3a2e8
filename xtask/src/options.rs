//! Command lines turned into values.

use crate::steps::STEPS;

/// A command line that makes no sense, and why.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UsageError(pub String);

/// What the user asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Print help, on one command if it is named.
    Help(Option<String>),
    /// Run the checks.
    Test(TestOptions),
    /// Run the project's own source checks.
    Tidy,
    /// Build the playground.
    Web,
    /// Make the book.
    Docs(DocsOptions),
    /// Start the local server.
    Serve(ServeOptions),
    /// Run the benchmarks with these arguments.
    Bench(Vec<String>),
    /// Run fuzz targets.
    Fuzz(FuzzOptions),
    /// Make the conformance corpus anew.
    Corpus,
    /// Make packages of the bindings; all of them if empty.
    Package(Vec<String>),
}

/// Options of `cargo xtask test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TestOptions {
    /// Shorter fuzz runs.
    pub quick: bool,
    /// Only name the steps.
    pub list: bool,
    /// Run these steps alone; all of them if empty.
    pub only: Vec<String>,
}

/// Options of `cargo xtask docs`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DocsOptions {
    /// Open the book in a browser.
    pub open: bool,
}

/// Options of `cargo xtask serve`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ServeOptions {
    /// The port to listen on.
    pub port: u16,
    /// Open the page in a browser once the server answers.
    pub open: bool,
    /// Further arguments, handed to the server as they are.
    pub rest: Vec<String>,
}

/// Options of `cargo xtask fuzz`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FuzzOptions {
    /// Run these targets; all of them if empty.
    pub targets: Vec<String>,
    /// How long each target runs.
    pub seconds: u32,
}

/// The port of `cargo xtask serve` unless told otherwise.
pub(crate) const DEFAULT_PORT: u16 = 4747;
/// How long `cargo xtask fuzz` runs each target unless told otherwise.
pub(crate) const DEFAULT_FUZZ_SECONDS: u32 = 60;

/// Reads a command line (without the program's name).
pub(crate) fn parse(arguments: &[String]) -> Result<Command, UsageError> {
    let Some((name, rest)) = arguments.split_first() else {
        return Ok(Command::Help(None));
    };
    let asks_for_help = |list: &[String]| {
        list.iter().take_while(|a| *a != "--").any(|a| matches!(a.as_str(), "-h" | "--help"))
    };
    match name.as_str() {
        "help" | "-h" | "--help" => match rest.first() {
            Some(topic) if !is_command(topic) => Err(unknown_command(topic)),
            topic => Ok(Command::Help(topic.cloned())),
        },
        known if !is_command(known) => Err(unknown_command(known)),
        // The benchmarks have a help text of their own.
        "bench" => Ok(Command::Bench(rest.to_vec())),
        known if asks_for_help(rest) => Ok(Command::Help(Some(known.to_owned()))),
        "test" => parse_test(rest),
        "serve" => parse_serve(rest),
        "fuzz" => parse_fuzz(rest),
        "tidy" => match rest.first() {
            Some(argument) => Err(unknown_argument("tidy", argument)),
            None => Ok(Command::Tidy),
        },
        "corpus" => match rest.first() {
            Some(argument) => Err(unknown_argument("corpus", argument)),
            None => Ok(Command::Corpus),
        },
        "package" => parse_package(rest),
        "web" => match rest.first() {
            Some(argument) => Err(unknown_argument("web", argument)),
            None => Ok(Command::Web),
        },
        "docs" => parse_docs(rest),
        other => Err(unknown_command(other)),
    }
}

fn is_command(name: &str) -> bool {
    let known =
        ["test", "serve", "bench", "fuzz", "tidy", "corpus", "package", "web", "docs", "help"];
    known.contains(&name)
}

fn unknown_command(name: &str) -> UsageError {
    UsageError(format!("there is no command `{name}`"))
}

fn unknown_argument(command: &str, argument: &str) -> UsageError {
    UsageError(format!("`{command}` does not take `{argument}`"))
}

/// Splits `--name=value`, or takes the value from the next argument.
fn value_of<'a>(
    argument: &'a str,
    name: &str,
    rest: &mut std::slice::Iter<'a, String>,
) -> Option<Result<&'a str, UsageError>> {
    let tail = argument.strip_prefix(name)?;
    if let Some(value) = tail.strip_prefix('=') {
        return Some(Ok(value));
    }
    if !tail.is_empty() {
        return None;
    }
    Some(
        rest.next()
            .map(String::as_str)
            .ok_or_else(|| UsageError(format!("`{name}` needs a value"))),
    )
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, UsageError> {
    value.parse().map_err(|_| UsageError(format!("`{name}` needs a number, not `{value}`")))
}

fn parse_test(arguments: &[String]) -> Result<Command, UsageError> {
    let mut options = TestOptions::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if let Some(step) = value_of(argument, "--only", &mut rest) {
            let step = step?;
            if !STEPS.iter().any(|known| known.name == step) {
                let names: Vec<_> = STEPS.iter().map(|known| known.name).collect();
                return Err(UsageError(format!(
                    "there is no step `{step}`; the steps are {}",
                    names.join(", ")
                )));
            }
            options.only.push(step.to_owned());
            continue;
        }
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--list" => options.list = true,
            other => return Err(unknown_argument("test", other)),
        }
    }
    Ok(Command::Test(options))
}

fn parse_docs(arguments: &[String]) -> Result<Command, UsageError> {
    let mut options = DocsOptions::default();
    for argument in arguments {
        match argument.as_str() {
            "--open" => options.open = true,
            other => return Err(unknown_argument("docs", other)),
        }
    }
    Ok(Command::Docs(options))
}

fn parse_package(names: &[String]) -> Result<Command, UsageError> {
    let unknown =
        names.iter().find(|name| !crate::bindings::packages().any(|known| known == *name));
    match unknown {
        None => Ok(Command::Package(names.to_vec())),
        Some(name) => {
            let known: Vec<_> = crate::bindings::packages().collect();
            let message = format!("there is no package `{name}`; there are {}", known.join(", "));
            Err(UsageError(message))
        }
    }
}

fn parse_serve(arguments: &[String]) -> Result<Command, UsageError> {
    let mut options = ServeOptions { port: DEFAULT_PORT, open: true, rest: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if let Some(port) = value_of(argument, "--port", &mut rest) {
            options.port = number("--port", port?)?;
            continue;
        }
        match argument.as_str() {
            "--no-open" => options.open = false,
            "--" => options.rest.extend(rest.by_ref().cloned()),
            other => return Err(unknown_argument("serve", other)),
        }
    }
    Ok(Command::Serve(options))
}

fn parse_fuzz(arguments: &[String]) -> Result<Command, UsageError> {
    let mut options = FuzzOptions { targets: Vec::new(), seconds: DEFAULT_FUZZ_SECONDS };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if let Some(seconds) = value_of(argument, "--seconds", &mut rest) {
            options.seconds = number("--seconds", seconds?)?;
            if options.seconds == 0 {
                // For the fuzzer zero means "without end".
                return Err(UsageError("`--seconds` must be at least 1".to_owned()));
            }
        } else if argument.starts_with('-') {
            return Err(unknown_argument("fuzz", argument));
        } else {
            options.targets.push(argument.clone());
        }
    }
    Ok(Command::Fuzz(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command, UsageError> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&arguments)
    }

    #[test]
    fn command_lines_are_read() {
        let test = |quick, list, only: &[&str]| {
            let only = only.iter().map(|step| (*step).to_owned()).collect();
            Command::Test(TestOptions { quick, list, only })
        };
        let serve = |port, open, rest: &[&str]| {
            let rest = rest.iter().map(|word| (*word).to_owned()).collect();
            Command::Serve(ServeOptions { port, open, rest })
        };
        let fuzz = |targets: &[&str], seconds| {
            let targets = targets.iter().map(|name| (*name).to_owned()).collect();
            Command::Fuzz(FuzzOptions { targets, seconds })
        };
        let table = [
            ("", Command::Help(None)),
            ("help", Command::Help(None)),
            ("help fuzz", Command::Help(Some("fuzz".into()))),
            ("test --help", Command::Help(Some("test".into()))),
            ("test", test(false, false, &[])),
            ("test --quick --only fmt --only=tidy", test(true, false, &["fmt", "tidy"])),
            ("test --list", test(false, true, &[])),
            ("tidy", Command::Tidy),
            ("web", Command::Web),
            ("docs", Command::Docs(DocsOptions { open: false })),
            ("docs --open", Command::Docs(DocsOptions { open: true })),
            ("serve", serve(DEFAULT_PORT, true, &[])),
            ("serve --port 80 --no-open -- --help", serve(80, false, &["--help"])),
            ("bench --smoke --help", Command::Bench(vec!["--smoke".into(), "--help".into()])),
            ("fuzz", fuzz(&[], DEFAULT_FUZZ_SECONDS)),
            ("fuzz moves --seconds=300", fuzz(&["moves"], 300)),
        ];
        for (line, expected) in table {
            assert_eq!(parse_line(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let table = [
            ("dance", "no command `dance`"),
            ("help dance", "no command `dance`"),
            ("test --fast", "does not take `--fast`"),
            ("test --only", "needs a value"),
            ("test --only sleep", "no step `sleep`"),
            ("serve --port many", "needs a number, not `many`"),
            ("serve --port 70000", "needs a number, not `70000`"),
            ("fuzz --seconds 0", "at least 1"),
            ("tidy --all", "does not take `--all`"),
            ("docs --all", "does not take `--all`"),
        ];
        for (line, part) in table {
            match parse_line(line) {
                Err(UsageError(message)) => assert!(message.contains(part), "{line}: {message}"),
                Ok(command) => panic!("{line} was taken as {command:?}"),
            }
        }
    }
}
