//! Renders the part of Helm's template language that the chart uses: values, `include`, `if`, and a
//! few functions. Everything else is an error, so a template that this cannot read fails the test.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What templates can read, and what they have read.
pub struct Chart {
    scope: Value,
    helpers: BTreeMap<String, Vec<Node>>,
    /// The paths of values that were read.
    pub used: BTreeSet<String>,
}

#[derive(Clone, Debug)]
enum Node {
    Text(String),
    Output(String),
    If(String, Vec<Node>, Vec<Node>),
    Define(String, Vec<Node>),
}

impl Chart {
    /// A chart with its metadata, its values and its helpers.
    pub fn new(metadata: &Value, values: Value, helpers: &str) -> Chart {
        let mut chart = Map::new();
        for (key, value) in metadata.as_object().unwrap() {
            chart.insert(key[..1].to_uppercase() + &key[1..], value.clone());
        }
        let scope = serde_json::json!({
            "Values": values,
            "Chart": chart,
            "Release": { "Name": "test", "Namespace": "games", "Service": "Helm" },
        });
        let mut made = Chart { scope, helpers: BTreeMap::new(), used: BTreeSet::new() };
        for node in parse(helpers) {
            if let Node::Define(name, body) = node {
                made.helpers.insert(name, body);
            }
        }
        made
    }

    /// The text of a template.
    pub fn render(&mut self, template: &str) -> String {
        let nodes = parse(template);
        self.nodes(&nodes)
    }

    fn nodes(&mut self, nodes: &[Node]) -> String {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> String {
        match node {
            Node::Text(text) => text.clone(),
            Node::Output(pipeline) => text(&self.pipeline(pipeline)),
            Node::If(condition, then, other) => match is_true(&self.pipeline(condition)) {
                true => self.nodes(then),
                false => self.nodes(other),
            },
            Node::Define(..) => String::new(),
        }
    }

    fn pipeline(&mut self, pipeline: &str) -> Value {
        let mut stages = pipeline.split('|').map(str::trim);
        let mut value = self.first(stages.next().unwrap());
        for stage in stages {
            let (function, argument) = stage.split_once(' ').unwrap_or((stage, ""));
            value = match function {
                "quote" => serde_json::to_string(&text(&value)).unwrap().into(),
                "nindent" => indented(&text(&value), argument.parse().unwrap()).into(),
                "default" if is_true(&value) => value,
                "default" => self.first(argument),
                // Any text that depends on the value will do.
                "sha256sum" => format!("{:x}", text(&value).len()).into(),
                _ => panic!("unknown function `{function}`"),
            };
        }
        value
    }

    fn first(&mut self, expression: &str) -> Value {
        let words: Vec<&str> = expression.split_whitespace().collect();
        match words.as_slice() {
            ["include", name, "."] => {
                let body = self.helpers.get(name.trim_matches('"'));
                let body = body.unwrap_or_else(|| panic!("no helper {name}")).clone();
                self.nodes(&body).into()
            }
            ["toYaml", path] => {
                let value = self.path(path);
                serde_yaml_ng::to_string(&value).unwrap().trim_end().into()
            }
            [path] if path.starts_with('.') => self.path(path),
            _ => panic!("unknown expression `{expression}`"),
        }
    }

    fn path(&mut self, path: &str) -> Value {
        if let Some(value) = path.strip_prefix(".Values.") {
            self.used.insert(value.to_string());
        }
        let mut value = &self.scope;
        for part in path.split('.').skip(1) {
            value = value.get(part).unwrap_or_else(|| panic!("{path} is not in values.yaml"));
        }
        value.clone()
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn indented(text: &str, by: usize) -> String {
    let pad = " ".repeat(by);
    format!("\n{pad}{}", text.trim_end().replace('\n', &format!("\n{pad}")))
}

/// The nodes of a template.
fn parse(template: &str) -> Vec<Node> {
    let mut tokens = tokens(template).into_iter().peekable();
    let nodes = block(&mut tokens);
    assert!(tokens.next().is_none(), "an `end` or `else` without a beginning");
    nodes
}

enum Token {
    Text(String),
    Action(String),
}

/// Texts and actions; white space beside `{{-` and `-}}` is gone.
fn tokens(template: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut rest, mut trim) = (template, false);
    while let Some((before, after)) = rest.split_once("{{") {
        let (action, after) = after.split_once("}}").expect("every {{ has a }}");
        let mut before = if trim { before.trim_start() } else { before };
        if action.starts_with('-') {
            before = before.trim_end();
        }
        tokens.push(Token::Text(before.to_string()));
        trim = action.ends_with('-');
        tokens.push(Token::Action(action.trim_matches('-').trim().to_string()));
        rest = after;
    }
    tokens.push(Token::Text(if trim { rest.trim_start() } else { rest }.to_string()));
    tokens
}

type Tokens = std::iter::Peekable<std::vec::IntoIter<Token>>;

/// Nodes up to the `end` or `else` that closes the block, or to the end.
fn block(tokens: &mut Tokens) -> Vec<Node> {
    let mut nodes = Vec::new();
    while let Some(token) = tokens.peek() {
        let action = match token {
            Token::Text(text) => {
                nodes.push(Node::Text(text.clone()));
                tokens.next();
                continue;
            }
            Token::Action(action) if action == "end" || action == "else" => return nodes,
            Token::Action(action) => action.clone(),
        };
        tokens.next();
        if let Some(condition) = action.strip_prefix("if ") {
            let then = block(tokens);
            let other = match tokens.next() {
                Some(Token::Action(action)) if action == "else" => {
                    let other = block(tokens);
                    tokens.next().expect("an `if` has an `end`");
                    other
                }
                Some(_) => Vec::new(),
                None => panic!("an `if` has an `end`"),
            };
            nodes.push(Node::If(condition.to_string(), then, other));
        } else if let Some(name) = action.strip_prefix("define ") {
            let body = block(tokens);
            tokens.next().expect("a `define` has an `end`");
            nodes.push(Node::Define(name.trim_matches('"').to_string(), body));
        } else {
            nodes.push(Node::Output(action));
        }
    }
    nodes
}
