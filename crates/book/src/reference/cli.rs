//! The command line: every command and every flag, from clap's definitions.

use super::{Generated, cell, sentence};
use clap::{Arg, Command};

const OVERVIEW: &str = "reference/cli.html";

/// The overview, and one page per command.
pub(super) fn pages() -> Vec<Generated> {
    let mut root = tilewright_cli::command();
    root.build();
    let mut text = format!(
        "# The command line\n\n{}\n\n| command | what it does |\n|---|---|\n",
        sentence(&styled(root.get_about()))
    );
    let mut pages = Vec::new();
    for command in shown(&root) {
        let name = command.get_name();
        let path = format!("reference/cli/{name}.html");
        let about = cell(&styled(command.get_about()));
        text.push_str(&format!("| [`tilewright {name}`](book:{path}) | {about} |\n"));
        let mut page = format!("# `tilewright {name}`\n");
        describe(command, &format!("tilewright {name}"), 2, &mut page);
        pages.push(Generated::new(&path, name, page).below(OVERVIEW));
    }
    text.push_str("\n## Options of every command\n");
    arguments(&root, &mut text);
    text.push_str(&format!("\n{}\n", paragraphs(&styled(root.get_after_help()))));
    pages.insert(0, Generated::new(OVERVIEW, "The command line", text));
    pages
}

/// The visible commands.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help")
}

fn styled(text: Option<&clap::builder::StyledStr>) -> String {
    text.map_or(String::new(), ToString::to_string)
}

fn paragraphs(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("\n\n")
}

/// Describes a command and its subcommands.
fn describe(command: &Command, line: &str, level: usize, text: &mut String) {
    let about = command.get_long_about().or(command.get_about());
    text.push_str(&format!("\n{}\n", sentence(&styled(about))));
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    if shown(command).next().is_none() {
        text.push_str(&format!("\n```text\n{usage}\n```\n"));
        arguments(command, text);
    }
    let after = styled(command.get_after_long_help().or(command.get_after_help()));
    if !after.is_empty() {
        text.push_str(&format!("\n```text\n{}\n```\n", after.trim_end()));
    }
    for below in shown(command) {
        let line = format!("{line} {}", below.get_name());
        text.push_str(&format!("\n{} `{line}`\n", "#".repeat(level)));
        describe(below, &line, level + 1, text);
    }
}

/// Whether a page lists an argument; global options are only on the overview.
fn is_listed(command: &Command, argument: &Arg) -> bool {
    let top = command.get_name() == "tilewright";
    !argument.is_hide_set()
        && (top || !["help", "version", "json"].contains(&argument.get_id().as_str()))
}

fn arguments(command: &Command, text: &mut String) {
    let listed: Vec<&Arg> =
        command.get_arguments().filter(|argument| is_listed(command, argument)).collect();
    if listed.is_empty() {
        return;
    }
    text.push_str("\n| argument | meaning |\n|---|---|\n");
    let (positional, flags): (Vec<&Arg>, Vec<&Arg>) =
        listed.into_iter().partition(|argument| argument.is_positional());
    for argument in positional.into_iter().chain(flags) {
        text.push_str(&format!(
            "| `{}` | {} |\n",
            cell(&written(argument)),
            cell(&explained(argument))
        ));
    }
}

/// The syntax of an argument: `-o, --output <FILE>`.
fn written(argument: &Arg) -> String {
    let names: Vec<String> =
        argument.get_value_names().into_iter().flatten().map(|name| format!("<{name}>")).collect();
    let value = match argument.get_action().takes_values() {
        true => names.join(" "),
        false => String::new(),
    };
    if argument.is_positional() {
        return if value.is_empty() { argument.get_id().to_string().to_uppercase() } else { value };
    }
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|name| format!("--{name}"));
    let flag = [short, long].into_iter().flatten().collect::<Vec<_>>().join(", ");
    format!("{flag} {value}").trim_end().to_string()
}

fn explained(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    let mut text = sentence(&styled(help));
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !values.is_empty() && argument.get_action().takes_values() {
        text.push_str(&format!(" One of {}.", values.join(", ")));
    }
    let defaults: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|one| format!("`{}`", one.to_string_lossy()))
        .collect();
    if !defaults.is_empty() && argument.get_action().takes_values() {
        text.push_str(&format!(" Default: {}.", defaults.join(", ")));
    }
    if let Some(variable) = argument.get_env() {
        text.push_str(&format!(" Environment: `{}`.", variable.to_string_lossy()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(command: &Command, line: &str, visit: &mut dyn FnMut(&Command, &str)) {
        visit(command, line);
        for below in shown(command) {
            walk(below, &format!("{line} {}", below.get_name()), visit);
        }
    }

    #[test]
    fn every_command_and_every_flag_has_a_help_text() {
        let pages: String = pages().iter().map(|page| page.markdown.clone()).collect();
        let mut root = tilewright_cli::command();
        root.build();
        walk(&root, "tilewright", &mut |command, line| {
            assert!(!styled(command.get_about()).is_empty(), "`{line}` has no help text");
            for argument in command.get_arguments().filter(|argument| is_listed(command, argument))
            {
                let help = styled(argument.get_help());
                assert!(!help.is_empty(), "`{line}` does not explain `{}`", written(argument));
                assert!(pages.contains(&format!("| `{}` |", cell(&written(argument)))), "{line}");
            }
        });
    }

    #[test]
    fn the_examples_in_every_help_text_are_valid() {
        let mut root = tilewright_cli::command();
        root.build();
        let mut count = 0;
        walk(&root, "tilewright", &mut |command, line| {
            let after = styled(command.get_after_help());
            for example in
                after.lines().map(str::trim).filter(|line| line.starts_with("tilewright "))
            {
                let words = crate::pictures::split(example).into_iter().map(Into::into);
                let outcome = tilewright_cli::check_line(words);
                assert_eq!(outcome, Ok(()), "`{line}` has the example `{example}`");
                count += 1;
            }
        });
        assert!(count > 20, "{count} examples");
    }
}
