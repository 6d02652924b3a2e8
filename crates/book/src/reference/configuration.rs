//! Every setting of a server.

use super::{Generated, cell, sentence};
use std::fmt::Write as _;
use tilewright_cli::{Setting, settings};

const INTRODUCTION: &str = "\
# Configuration

`tilewright serve` takes its settings from flags, then from the environment, then from a TOML file
(`--config FILE` or `TILEWRIGHT_CONFIG`), then from the defaults. A file states what differs:

```toml config
host = \"0.0.0.0\"
port = 8080
database = \"/var/lib/tilewright/games.db\"
origins = [\"https://play.example.org\"]

[limits]
requests_per_minute = 600
```

Keys that do not exist are refused, so a slip of the pen never passes unnoticed. Flags without a key
are on [the page of the command](book:reference/cli/serve.html).
";

/// The page.
pub(super) fn page() -> Generated {
    let mut text = INTRODUCTION.to_string();
    let all = settings();
    for (table, title, about) in [
        ("", "The server", "Where it listens, where games are kept, whom it tells."),
        (
            "jwt",
            "Tokens of your own: `[jwt]`",
            "With one of the first two keys, players can sign in with JSON Web Tokens.",
        ),
        (
            "limits",
            "Limits: `[limits]`",
            "Too much is answered with 429 and `Retry-After`, or has to wait.",
        ),
    ] {
        let _ = write!(
            text,
            "\n## {title}\n\n{about}\n\n| key | default | flag, environment | what |\n|---|---|---|---|\n"
        );
        let own =
            |setting: &&Setting| setting.key.split_once('.').map_or("", |(name, _)| name) == table;
        for setting in all.iter().filter(own) {
            let default =
                setting.default.as_ref().map_or("".to_string(), |value| format!("`{value}`"));
            let ways = [&setting.flag, &setting.variable].into_iter().flatten();
            let ways: Vec<String> = ways.map(|way| format!("`{way}`")).collect();
            let about = cell(&sentence(&setting.about));
            let _ = writeln!(
                text,
                "| `{}` | {default} | {} | {about} |",
                setting.key,
                ways.join("<br>")
            );
        }
    }
    Generated::new("reference/configuration.html", "Configuration", text)
}
