//! The OpenAPI document, made from the table of operations.

use crate::operations::Access::{Anyone, Player, Staff, Viewer};
use crate::operations::{Route, routes};
use tilewright_protocol::definitions_json;

/// The content of a body: a message of the schema, or a media type.
fn content(name: &str) -> String {
    if name.contains('/') {
        return format!("{{\"{name}\":{{}}}}");
    }
    format!("{{\"application/json\":{{\"schema\":{{\"$ref\":\"#/components/schemas/{name}\"}}}}}}")
}

/// The parameters of a query: (name, schema, description).
fn query_parameters(route: &Route) -> &'static [(&'static str, &'static str, &'static str)] {
    const AFTER: (&str, &str, &str) = (
        "after",
        "{\"type\":\"integer\",\"minimum\":0,\"maximum\":18446744073709551615}",
        "The first one to return.",
    );
    const DRAWING: [(&str, &str, &str); 2] = [
        ("theme", "{\"$ref\":\"#/components/schemas/Theme\"}", "Light or dark."),
        ("legend", "{\"type\":\"boolean\"}", "Whether the picture has a legend."),
    ];
    const TEXT: &str = "{\"type\":\"string\"}";
    const CALLBACK: [(&str, &str, &str); 4] = [
        ("code", TEXT, "The provider's code."),
        ("state", TEXT, "The state of the sign-in."),
        ("error", TEXT, "Why the provider refuses."),
        ("iss", TEXT, "The issuer of the answer."),
    ];
    const NAME: (&str, &str, &str) =
        ("name", "{\"type\":\"string\"}", "A part of the name, or the id.");
    const SETTLED: (&str, &str, &str) =
        ("settled", "{\"type\":\"boolean\"}", "Whether settled reports are wanted.");
    const HISTORY: [(&str, &str, &str); 3] = [
        (
            "family",
            "{\"type\":\"string\",\"pattern\":\"^(rect|hex|cube|graph)(-.{1,35})?$\"}",
            "The family of variants, such as rect-en. It must be there.",
        ),
        ("after", AFTER.1, "When the game of the last point before those to return ended."),
        ("id", TEXT, "The id of that game."),
    ];
    if route.method != "get" {
        return &[];
    }
    match route.path {
        "/api/v1/admin/players" => return &[NAME],
        "/api/v1/admin/reports" => return &[SETTLED],
        _ => {}
    }
    match route.path.rsplit('/').next() {
        Some("events" | "chat" | "audit") => &[AFTER],
        Some("board.svg" | "account.svg") => &DRAWING,
        Some("callback") => &CALLBACK,
        Some("history") => &HISTORY,
        _ => &[],
    }
}

/// The statuses with which a route can refuse.
fn refusals(route: &Route) -> Vec<u16> {
    let mut statuses = vec![429, 503];
    // Counters are not for everybody; a seek may name an opponent.
    let names_something = route.path.contains("{id}")
        || route.request == Some("NewSeek")
        || route.path == "/metrics"
        || route.path.ends_with("/reports")
        || route.access == Staff;
    if route.access != Anyone || route.path.ends_with("/sessions") {
        statuses.push(401);
    }
    if names_something {
        statuses.push(404);
    }
    if names_something || route.access != Anyone {
        statuses.push(409);
    }
    if route.request.is_some() {
        statuses.extend([400, 408, 413, 415, 422]);
    }
    if !query_parameters(route).is_empty() || route.path.ends_with("/live") {
        statuses.push(400);
    }
    // The account may be banned.
    if route.access != Anyone || route.path.ends_with("/sessions") {
        statuses.push(403);
    }
    // A code may be wrong, an address taken, and mail not set up.
    match route.request {
        Some("StartSignIn" | "FinishSignIn") => statuses.push(403),
        Some("VerifyEmail" | "ResetPassword") => statuses.extend([403, 409]),
        Some("RequestPasswordReset") => statuses.push(409),
        _ => {}
    }
    if matches!(route.access, Player | Staff) && names_something {
        statuses.push(422);
    }
    if route.path.ends_with(".gcg") || route.path.contains("/variants/") {
        statuses.push(422);
    }
    statuses.sort_unstable();
    statuses.dedup();
    statuses
}

/// What a status means, in words.
fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The request cannot be parsed.",
        401 => "The token is missing or not accepted.",
        403 => "The player may not do this.",
        404 => "It does not exist, or the caller may not see it.",
        408 => "Timeout while reading the request body.",
        409 => "It conflicts with the present state.",
        413 => "The body is too large.",
        415 => "The content type of the body is not JSON.",
        422 => "The request is understood, but it breaks the rules.",
        429 => "Too many requests; retry after the time in Retry-After.",
        _ => "The server is unavailable; retry.",
    }
}

fn operation(route: &Route) -> String {
    let mut out = format!(
        "\"{}\":{{\"operationId\":\"{}\",\"summary\":\"{}\"",
        route.method, route.id, route.summary
    );
    let mut parameters = Vec::new();
    if route.path.contains("{id}") {
        let id =
            "{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}";
        parameters.push(id.to_string());
    }
    for (name, schema, about) in query_parameters(route) {
        parameters.push(format!(
            "{{\"name\":\"{name}\",\"in\":\"query\",\"description\":\"{about}\",\"schema\":{schema}}}"
        ));
    }
    if !parameters.is_empty() {
        out += &format!(",\"parameters\":[{}]", parameters.join(","));
    }
    match route.access {
        Anyone => {}
        Viewer => out.push_str(",\"security\":[{},{\"token\":[]}]"),
        Player | Staff => out.push_str(",\"security\":[{\"token\":[]}]"),
    }
    if let Some(request) = route.request {
        // These bodies are optional.
        let required = !["NewGuest", "StartSignIn"].contains(&request);
        out += &format!(
            ",\"requestBody\":{{\"required\":{required},\"content\":{}}}",
            content(request)
        );
    }
    let done = match (route.path.ends_with("/live"), route.response) {
        (true, _) => "\"101\":{\"description\":\"The socket is open.\"}".to_string(),
        (false, "") if route.path.ends_with("/callback") => {
            "\"303\":{\"description\":\"On to the page.\"}".to_string()
        }
        (false, "") => "\"204\":{\"description\":\"Done.\"}".to_string(),
        (false, response) => {
            format!("\"200\":{{\"description\":\"Done.\",\"content\":{}}}", content(response))
        }
    };
    out += &format!(",\"responses\":{{{done}");
    let refused = content("Refused");
    for status in refusals(route) {
        let about = meaning(status);
        out += &format!(",\"{status}\":{{\"description\":\"{about}\",\"content\":{refused}}}");
    }
    out.push_str("}}");
    out
}

/// The OpenAPI document (3.1).
pub fn openapi_json() -> String {
    let mut paths: Vec<(&str, Vec<String>)> = Vec::new();
    for route in routes() {
        match paths.iter_mut().find(|(path, _)| *path == route.path) {
            Some((_, operations)) => operations.push(operation(route)),
            None => paths.push((route.path, vec![operation(route)])),
        }
    }
    let paths: Vec<String> = (paths.iter())
        .map(|(path, operations)| format!("\"{path}\":{{{}}}", operations.join(",")))
        .collect();
    let definitions = definitions_json().replace("#/$defs/", "#/components/schemas/");
    format!(
        "{{\"openapi\":\"3.1.0\",\"info\":{{\"title\":\"Tilewright\",\"version\":\"1\"}},\
         \"paths\":{{{}}},\"components\":{{\"securitySchemes\":{{\"token\":{{\"type\":\"http\",\
         \"scheme\":\"bearer\"}}}},\"schemas\":{definitions}}}}}\n",
        paths.join(",")
    )
}
