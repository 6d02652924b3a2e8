//! Every setting of a server.

use super::{Generated, cell, sentence};
use tilewright_cli::{Setting, settings};

const INTRODUCTION: &str = "\
# Configuration

Flags of `tilewright serve` override environment variables, which override a TOML file (`--config FILE` or
`TILEWRIGHT_CONFIG`), which overrides the defaults. The file only states what differs:

```toml config
host = \"0.0.0.0\"
port = 8080
database = \"/var/lib/tilewright/games.db\"
origins = [\"https://play.example.org\"]

[limits]
requests_per_minute = 600
```

Unknown keys are refused, so a typo never goes unnoticed. [The page of the command](book:reference/cli/serve.html)
lists the flags that have no key.
";

/// The page.
pub(super) fn page() -> Generated {
    let mut text = INTRODUCTION.to_string();
    let all = settings();
    for (table, title, about) in [
        ("", "The server", "Addresses, the database and notifications."),
        (
            "jwt",
            "Your own tokens: `[jwt]`",
            "Set one of the first two keys to let players sign in with JSON Web Tokens.",
        ),
        (
            "mail",
            "Mail: `[mail]`",
            "With a mail server, players can verify an address and reset their password.",
        ),
        (
            "oidc",
            "Sign-in with providers: `[[oidc]]`",
            "One table per provider of identities (OpenID Connect). In the name of the variable, ID is the id in capitals.",
        ),
        ("limits", "Limits: `[limits]`", "Excess requests get 429 with `Retry-After`, or wait."),
    ] {
        text.push_str(&format!("\n## {title}\n\n{about}\n\n| key | default | flag, environment | meaning |\n|---|---|---|---|\n"));
        let own =
            |setting: &&Setting| setting.key.split_once('.').map_or("", |(name, _)| name) == table;
        for setting in all.iter().filter(own) {
            let default =
                setting.default.as_ref().map_or(String::new(), |value| format!("`{value}`"));
            let ways = [&setting.flag, &setting.variable].into_iter().flatten();
            let ways: Vec<String> = ways.map(|way| format!("`{way}`")).collect();
            let about = cell(&sentence(&setting.about));
            text.push_str(&format!(
                "| `{}` | {default} | {} | {about} |\n",
                setting.key,
                ways.join("<br>")
            ));
        }
    }
    Generated::new("reference/configuration.html", "Configuration", text)
}
