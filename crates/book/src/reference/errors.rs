//! Every violation and every error, with its cause and its fix.

use super::{Generated, cell};
use tilewright::lexicon::FaultKind as LineFault;
use tilewright::notation::FaultKind as GameFault;
use tilewright::rules::{Guide, ViolationId};
use tilewright::variants::{Finding, Level};
use tilewright_protocol::FaultCode;

/// The page of violations.
pub(super) fn violations() -> Generated {
    let mut text = "\
# Violations

If a move is not legal, the response lists every rule it breaks: the id of the rule, a message that says what is
wrong and how to fix it, and the cells and words involved. The game does not change. The message is for people;
programs should use the id, whose meaning never changes. Your own plugins and rules add their own ids.

See also: [the rules](book:reference/rules.html), [the journey of a move](book:concepts/journey.html).
"
    .to_string();
    for id in ViolationId::ALL {
        section(&id.guide(), &mut text);
    }
    Generated::new("reference/violations.html", "Violations", text)
}

fn section(guide: &Guide, text: &mut String) {
    let Guide { id, cause, remedy } = guide;
    text.push_str(&format!("\n## `{id}` {{#{id}}}\n\n{cause}\n\n**Fix:** {remedy}\n"));
}

fn table(guides: impl IntoIterator<Item = Guide>, text: &mut String) {
    text.push_str("\n| id | cause | fix |\n|---|---|---|\n");
    for guide in guides {
        let (cause, remedy) = (cell(guide.cause), cell(guide.remedy));
        text.push_str(&format!("| `{}` | {cause} | {remedy} |\n", guide.id));
    }
}

/// The page of errors.
pub(super) fn page() -> Generated {
    let mut text = "\
# Errors

This page lists invalid requests, files and data. [Violations](book:reference/violations.html) lists broken rules.
Every message says what is wrong, where, and how to fix it; the tables explain more.

## Errors of the engine and the server {#answers}

An error has a `code` and a `message`. The code `rules` comes with all `violations`, and `stale` with the current
`revision`. The code determines the server's HTTP status.
"
    .to_string();
    table(FaultCode::ALL.iter().map(|code| code.guide()), &mut text);
    text.push_str(
        "\n## Findings in variant files {#findings}\n\n`tilewright variant lint` and the engine's `variant` \
         response report these by `code`, with field and message. If a file cannot be read at all, the error \
         names the line, the column and the field: it is a\n         `VariantErrorKind`.\n",
    );
    for (level, title) in [
        (Level::Error, "errors: the variant cannot be played"),
        (Level::Warning, "warnings: a setting has no effect, or not the effect it seems to have"),
    ] {
        text.push_str(&format!("\n### Level {title}\n"));
        let findings = Finding::ALL.iter().filter(|finding| finding.level() == level);
        table(findings.map(|finding| finding.guide()), &mut text);
    }
    text.push_str(
        "\n## Differences in game files {#game-files}\n\n`tilewright replay` names the first line of a \
         [game file](book:game-files.html) that differs, with one of these kinds.\n",
    );
    table(GameFault::ALL.into_iter().map(GameFault::guide), &mut text);
    text.push_str(
        "\n## Lines of word lists {#word-lists}\n\nSuch lines are skipped and reported; with `--strict`, the \
         first of them stops the command. See [lexicons](book:lexicons.html).\n",
    );
    let lines = LineFault::ALL.into_iter().map(|kind| {
        let (cause, remedy) = kind.cause_and_remedy();
        Guide::new(kind.id(), cause, remedy)
    });
    table(lines, &mut text);
    text.push_str(
        "\n## Errors of the library {#library}\n\nThe crates return typed errors, such as `BoardError` and \
         `VariantError`, whose messages say what is wrong, where, and how to fix it. Their variants and causes are in \
         the documentation of the [crates](book:reference/crates.html): `cargo doc --open -p tilewright`.\n",
    );
    Generated::new("reference/errors.html", "Errors", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_is_on_a_page() {
        let page = page().markdown;
        let findings = Finding::ALL.iter().map(|finding| finding.id());
        for id in findings.chain(FaultCode::ALL.iter().map(|code| code.id())) {
            assert!(page.contains(&format!("| `{id}` |")), "{id}");
        }
        let violations = violations().markdown;
        assert!(ViolationId::ALL.iter().all(|id| violations.contains(&format!("{{#{id}}}"))));
    }
}
