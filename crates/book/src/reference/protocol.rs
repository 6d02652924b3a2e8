//! The protocol: the calls of the engine, the routes of the server, every message.

use super::schema::Schema;
use super::{Generated, cell, sentence};
use serde_json::Value;
use tilewright_server::{Access, routes};

const OVERVIEW: &str = "reference/protocol.html";

/// The overview, the routes and the messages.
pub(super) fn pages() -> Result<Vec<Generated>, String> {
    let schema = Schema(tilewright_protocol::schema());
    Ok(vec![
        Generated::new(OVERVIEW, "The protocol", overview(&schema)?),
        Generated::new("reference/protocol/http.html", "HTTP and WebSocket", http())
            .below(OVERVIEW),
        Generated::new("reference/protocol/messages.html", "Messages", messages(&schema)?)
            .below(OVERVIEW),
    ])
}

fn overview(schema: &Schema) -> Result<String, String> {
    let mut text = "\
# The protocol

The server, all bindings and saved games share one JSON format. This page describes version 1 of the messages. The same
request gives the same bytes everywhere.

* [JSON Schema of all messages](book:files/protocol.schema.json), and of
  [variant files](book:files/variant.schema.json)
* [OpenAPI document of the server](book:files/openapi.json)
* [TypeScript types](book:files/protocol.ts.txt)
* [all routes](book:reference/protocol/http.html), [all messages](book:reference/protocol/messages.html),
  [all errors](book:reference/errors.html#answers)

## A request and its response

The stateless engine takes a request and returns a response. You send the game with each request; the engine stores
nothing between calls. Every binding has this call, and servers offer it as `POST /api/v1/engine`.

```json request
{\"v\": 1, \"id\": \"7\", \"call\": {\"op\": \"words\", \"variant\": {\"shipped\": \"classic\"}, \"query\": {\"check\": {\"words\": [\"READ\", \"RAED\"]}}}}
```

`v` is the version, `call` is the call, and the optional `id` is returned in the response. The response has an `answer`,
or an `error` with a code, a message and, if rules are broken, all violations. If you pass a seed, the response is always
the same; otherwise the engine draws one.

## Calls

| `op` | what it does | fields |
|---|---|---|
"
    .to_string();
    let calls = schema.definition("Call")["oneOf"].as_array().ok_or("the schema has no calls")?;
    for call in calls {
        let op = call["properties"]["op"]["const"].as_str().ok_or("a call without `op`")?;
        let about = call["description"].as_str();
        let about = about.ok_or_else(|| format!("the call `{op}` has no description"))?;
        let fields = call["properties"].as_object().into_iter().flatten();
        let fields: Vec<String> = fields
            .filter(|(name, _)| *name != "op")
            .map(|(name, _)| match required(call, name) {
                true => format!("`{name}`"),
                false => format!("`{name}`?"),
            })
            .collect();
        text.push_str(&format!(
            "| `{op}` | {} | {} |\n",
            cell(&sentence(about)),
            fields.join(", ")
        ));
    }
    text.push_str("\nFields with a question mark are optional. [Call](book:reference/protocol/messages.html#call) explains all of them.\n");
    Ok(text)
}

fn required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name))
}

fn http() -> String {
    let mut text = "\
# HTTP and WebSocket

Messages are JSON. Authenticate with `Authorization: Bearer TOKEN`. Errors are a
[Fault](book:reference/protocol/messages.html#fault). [Run a server](book:server.html) has examples.

| route | who | request | response | purpose |
|---|---|---|---|---|
"
    .to_string();
    for route in routes() {
        let who = match route.access {
            Access::Anyone => "anyone",
            Access::Viewer => "anyone who may see the game",
            Access::Player => "a player",
            Access::Staff => "a moderator or an admin",
        };
        let message = |name: &str| match name {
            "" => String::new(),
            name if name.contains('/') => format!("`{name}`"),
            name => {
                format!("[{name}](book:reference/protocol/messages.html#{})", name.to_lowercase())
            }
        };
        text.push_str(&format!(
            "| `{} {}` | {who} | {} | {} | {} |\n",
            route.method.to_uppercase(),
            route.path,
            route.request.map_or(String::new(), message),
            message(route.response),
            cell(route.summary)
        ));
    }
    text
}

fn messages(schema: &Schema) -> Result<String, String> {
    let mut text = "\
# Messages

Every type of the [JSON Schema](book:files/protocol.schema.json), in alphabetical order.
"
    .to_string();
    for (name, definition) in schema.definitions() {
        text.push_str(&format!("\n## {name} {{#{}}}\n", name.to_lowercase()));
        let about = definition["description"].as_str();
        let about = about.ok_or_else(|| format!("the message `{name}` has no description"))?;
        text.push_str(&format!("\n{}\n", sentence(&linkless(about))));
        fields(schema, definition, &mut text);
        for key in ["oneOf", "anyOf"] {
            let Some(choices) = definition[key].as_array() else { continue };
            text.push_str("\nOne of:\n\n");
            for choice in choices {
                let about = linkless(choice["description"].as_str().unwrap_or(""));
                text.push_str(&format!("* {}{}\n", shape(schema, choice), after_colon(&about)));
            }
        }
        if let Some(words) = definition["enum"].as_array() {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            text.push_str(&format!("\nOne of {}.\n", words.join(", ")));
        }
    }
    Ok(text)
}

/// A description without links to items of the Rust documentation.
fn linkless(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}

fn after_colon(about: &str) -> String {
    if about.is_empty() { String::new() } else { format!(": {}", cell(about)) }
}

/// A choice in a line: a word, a type, or fields.
fn shape(schema: &Schema, choice: &Value) -> String {
    if let Some(word) = choice.get("const") {
        return format!("`{word}`");
    }
    if let Some(words) = choice["enum"].as_array() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    match choice["properties"].as_object() {
        Some(fields) if !fields.is_empty() => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, field)| match field.get("const") {
                    Some(word) => format!("`{name}`: `{word}`"),
                    None => format!("`{name}`: {}", linked(schema, field)),
                })
                .collect();
            fields.join(", ")
        }
        _ => linked(schema, choice),
    }
}

/// A type, with links to other messages.
fn linked(schema: &Schema, field: &Value) -> String {
    if let Some(name) = Schema::reference(field) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if field["type"] == "array"
        || field["type"].as_array().is_some_and(|all| all.iter().any(|one| one == "array"))
    {
        return format!("list of {}", linked(schema, &field["items"]));
    }
    if let Some(choices) = field["anyOf"].as_array() {
        let named = choices.iter().filter(|choice| choice["type"] != "null");
        return named.map(|choice| linked(schema, choice)).collect::<Vec<_>>().join(" or ");
    }
    schema.kind(field)
}

fn fields(schema: &Schema, definition: &Value, text: &mut String) {
    let Some(fields) = definition["properties"].as_object().filter(|fields| !fields.is_empty())
    else {
        return;
    };
    text.push_str("\n| field | type | meaning |\n|---|---|---|\n");
    for (name, field) in fields {
        let mark = if required(definition, name) { "" } else { "?" };
        let about = linkless(field["description"].as_str().unwrap_or(""));
        text.push_str(&format!(
            "| `{name}`{mark} | {} | {} |\n",
            cell(&linked(schema, field)),
            cell(&sentence(&about))
        ));
    }
}
