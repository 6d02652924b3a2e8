//! The OpenAPI document, made from one table of routes.

use std::fmt::Write;
use tilewright_protocol::definitions_json;

/// A route of the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Who may ask.
    pub access: Access,
    /// The message that is sent, by its name in the schema.
    pub request: Option<&'static str>,
    /// What comes back: a message by its name, a media type, or nothing.
    pub response: &'static str,
}

/// Who may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Anybody.
    Anyone,
    /// Anybody who may see the game; a player sees more.
    Viewer,
    /// A player with a token.
    Player,
}

use Access::{Anyone, Player, Viewer};

const fn route(
    method: &'static str,
    path: &'static str,
    access: Access,
    request: Option<&'static str>,
    response: &'static str,
    summary: &'static str,
) -> Route {
    Route { method, path, summary, access, request, response }
}

const ROUTES: &[Route] = &[
    route("get", "/", Anyone, None, "text/html", "A page on which to play."),
    route("get", "/app.js", Anyone, None, "text/javascript", "The page's script."),
    route("get", "/app.css", Anyone, None, "text/css", "The page's style."),
    route("get", "/healthz", Anyone, None, "text/plain", "Whether the process is there."),
    route("get", "/readyz", Anyone, None, "text/plain", "Whether the store answers."),
    route("get", "/metrics", Anyone, None, "text/plain", "Counters for Prometheus."),
    route("get", "/api/v1/openapi.json", Anyone, None, "application/json", "This document."),
    route("get", "/api/v1/schema.json", Anyone, None, "application/json", "The JSON Schema."),
    route("post", "/api/v1/engine", Anyone, Some("Request"), "Response", "The stateless engine."),
    route("get", "/api/v1/variants", Anyone, None, "Answer", "The shipped variants."),
    route("get", "/api/v1/variants/{id}", Anyone, None, "Answer", "All about one of them."),
    route(
        "get",
        "/api/v1/variants/{id}/board.svg",
        Anyone,
        None,
        "image/svg+xml",
        "Its empty board as a picture.",
    ),
    route("post", "/api/v1/guests", Anyone, Some("NewGuest"), "SignedIn", "Comes in as a guest."),
    route(
        "post",
        "/api/v1/players",
        Viewer,
        Some("Credentials"),
        "SignedIn",
        "Makes an account, or gives a guest a name and a password.",
    ),
    route("post", "/api/v1/sessions", Anyone, Some("Credentials"), "SignedIn", "Signs in."),
    route("delete", "/api/v1/sessions/current", Player, None, "", "Revokes the token."),
    route("get", "/api/v1/me", Player, None, "PlayerInfo", "Who the token belongs to."),
    route("delete", "/api/v1/me", Player, None, "", "Deletes the account."),
    route(
        "get",
        "/api/v1/me/export",
        Player,
        None,
        "application/json",
        "Everything that is stored about the player.",
    ),
    route("get", "/api/v1/daily", Viewer, None, "DailyInfo", "The puzzle of the day."),
    route("post", "/api/v1/daily", Player, None, "TableView", "Begins it, or goes on with it."),
    route(
        "get",
        "/api/v1/games/{id}/share",
        Viewer,
        None,
        "text/plain",
        "The result as a text to share, after the end.",
    ),
    route("get", "/api/v1/me/inventory", Player, None, "Inventory", "What the player has won."),
    route("get", "/api/v1/players/{id}/ratings", Anyone, None, "RatingList", "A player's ratings."),
    route("get", "/api/v1/games", Player, None, "TableList", "The player's games."),
    route("post", "/api/v1/games", Player, Some("NewTable"), "TableView", "Makes a game."),
    route("get", "/api/v1/games/{id}", Viewer, None, "TableView", "A game and its view."),
    route(
        "get",
        "/api/v1/games/{id}/variant",
        Viewer,
        None,
        "Answer",
        "All about the variant that is played.",
    ),
    route(
        "post",
        "/api/v1/games/{id}/join",
        Player,
        Some("Join"),
        "TableView",
        "Takes a seat with an invitation.",
    ),
    route("post", "/api/v1/games/{id}/start", Player, None, "TableView", "Starts a full game."),
    route(
        "post",
        "/api/v1/games/{id}/rematch",
        Player,
        None,
        "TableView",
        "The same game again, the seats moved on by one.",
    ),
    route(
        "post",
        "/api/v1/games/{id}/commands",
        Player,
        Some("SendCommand"),
        "Sent",
        "Plays, swaps, passes, challenges or resigns.",
    ),
    route(
        "post",
        "/api/v1/games/{id}/preview",
        Player,
        Some("PreviewMove"),
        "Preview",
        "What a move would score, or every reason why it is not legal.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/hints",
        Player,
        None,
        "Hints",
        "The best moves, where the game allows hints.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/events",
        Viewer,
        None,
        "EventList",
        "The events from ?after=REVISION on, as the viewer may see them.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/chat",
        Viewer,
        None,
        "TalkList",
        "What was said from ?after=NUMBER on.",
    ),
    route("post", "/api/v1/games/{id}/chat", Player, Some("Say"), "Talk", "Says something."),
    route(
        "get",
        "/api/v1/games/{id}/board.svg",
        Viewer,
        None,
        "image/svg+xml",
        "The board; ?theme=dark and ?legend=true change it.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/account.svg",
        Viewer,
        None,
        "image/svg+xml",
        "How the last play came to its score.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/export.json",
        Viewer,
        None,
        "SavedGame",
        "The whole game with its seed, after the end.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/export.gcg",
        Viewer,
        None,
        "text/plain",
        "The game as GCG, after the end.",
    ),
    route(
        "get",
        "/api/v1/games/{id}/live",
        Anyone,
        None,
        "SocketMessage",
        "A WebSocket: the client says a SocketRequest, the server SocketMessages.",
    ),
];

/// All routes.
pub fn routes() -> &'static [Route] {
    ROUTES
}

/// The content of a body: a message of the schema, or a media type.
fn content(name: &str) -> String {
    if name.contains('/') {
        return format!("{{\"{name}\":{{}}}}");
    }
    format!("{{\"application/json\":{{\"schema\":{{\"$ref\":\"#/components/schemas/{name}\"}}}}}}")
}

/// The questions after an address: (name, schema, what it is).
fn questions(route: &Route) -> &'static [(&'static str, &'static str, &'static str)] {
    const AFTER: (&str, &str, &str) = (
        "after",
        "{\"type\":\"integer\",\"minimum\":0,\"maximum\":18446744073709551615}",
        "The first that is wanted.",
    );
    const DRAWING: [(&str, &str, &str); 2] = [
        ("theme", "{\"$ref\":\"#/components/schemas/Theme\"}", "Light or dark."),
        ("legend", "{\"type\":\"boolean\"}", "Whether signs are explained."),
    ];
    if route.method != "get" {
        return &[];
    }
    match route.path.rsplit('/').next() {
        Some("events" | "chat") => &[AFTER],
        Some("board.svg" | "account.svg") => &DRAWING,
        _ => &[],
    }
}

/// The statuses with which a route can refuse.
fn refusals(route: &Route) -> Vec<u16> {
    let mut statuses = vec![429, 503];
    // Counters are not for everybody.
    let names_something = route.path.contains("{id}") || route.path == "/metrics";
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
    if !questions(route).is_empty() || route.path.ends_with("/live") {
        statuses.push(400);
    }
    if route.access == Player && names_something {
        statuses.extend([403, 422]);
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
        400 => "The request cannot be read.",
        401 => "It is not known who asks.",
        403 => "Whoever asks may not do this.",
        404 => "There is no such thing, or not for whoever asks.",
        408 => "The body has not come in time.",
        409 => "It does not fit the present state.",
        413 => "The body is too large.",
        415 => "The body is not called JSON.",
        422 => "It can be read, but it breaks the rules.",
        429 => "Too much, too often; Retry-After says when to come back.",
        _ => "The server cannot answer now; try again.",
    }
}

fn operation(route: &Route) -> String {
    let mut out = format!("\"{}\":{{\"summary\":\"{}\"", route.method, route.summary);
    let mut parameters = Vec::new();
    if route.path.contains("{id}") {
        let id =
            "{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}";
        parameters.push(id.to_string());
    }
    for (name, schema, about) in questions(route) {
        parameters.push(format!(
            "{{\"name\":\"{name}\",\"in\":\"query\",\"description\":\"{about}\",\"schema\":{schema}}}"
        ));
    }
    if !parameters.is_empty() {
        let _ = write!(out, ",\"parameters\":[{}]", parameters.join(","));
    }
    match route.access {
        Anyone => {}
        Viewer => out.push_str(",\"security\":[{},{\"token\":[]}]"),
        Player => out.push_str(",\"security\":[{\"token\":[]}]"),
    }
    if let Some(request) = route.request {
        // A guest need not say anything.
        let required = request != "NewGuest";
        let _ = write!(
            out,
            ",\"requestBody\":{{\"required\":{required},\"content\":{}}}",
            content(request)
        );
    }
    let done = match (route.path.ends_with("/live"), route.response) {
        (true, _) => "\"101\":{\"description\":\"The socket is open.\"}".to_string(),
        (false, "") => "\"204\":{\"description\":\"Done.\"}".to_string(),
        (false, response) => {
            format!("\"200\":{{\"description\":\"Done.\",\"content\":{}}}", content(response))
        }
    };
    let _ = write!(out, ",\"responses\":{{{done}");
    let refused = content("Refused");
    for status in refusals(route) {
        let about = meaning(status);
        let _ = write!(out, ",\"{status}\":{{\"description\":\"{about}\",\"content\":{refused}}}");
    }
    out.push_str("}}");
    out
}

/// The OpenAPI document (3.1).
pub fn openapi_json() -> String {
    let mut paths: Vec<(&str, Vec<String>)> = Vec::new();
    for route in ROUTES {
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
