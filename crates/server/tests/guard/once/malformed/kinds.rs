//! The kinds of malformed requests.

use serde_json::{Value, json};

/// Numbers that look like chance, the same in every run (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }

    fn word(&mut self, most: usize) -> String {
        let length = 1 + self.below(most);
        (0..length).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }
}

/// Where requests go.
pub struct Place {
    pub game: String,
    pub token: String,
}

/// A kind of malformed requests.
pub struct Kind {
    pub name: &'static str,
    /// The statuses with which it is refused.
    pub statuses: &'static [u16],
    /// Whether the server closes the connection after it.
    pub closes: bool,
    /// Whether it is not even HTTP, so that there is no message.
    pub below_http: bool,
    pub make: fn(&mut Random, &Place) -> Vec<u8>,
}

const fn kind(
    name: &'static str,
    statuses: &'static [u16],
    make: fn(&mut Random, &Place) -> Vec<u8>,
) -> Kind {
    Kind { name, statuses, closes: false, below_http: false, make }
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    kind("malformed JSON", &[400], malformed_json),
    kind("wrong types", &[400], wrong_types),
    kind("unknown fields", &[400], unknown_fields),
    kind("missing fields", &[400], missing_fields),
    kind("deep JSON", &[400], deep_json),
    kind("bytes that are not UTF-8", &[400], bad_utf8),
    kind("bad ids", &[404], bad_ids),
    kind("bad tokens", &[401], bad_tokens),
    kind("bad revisions", &[400, 409], bad_revisions),
    kind("bad methods", &[404, 405], bad_methods),
    kind("bad content types", &[415], bad_content_types),
    kind("bad queries", &[400], bad_queries),
    kind("illegal moves", &[400, 422], illegal_moves),
    kind("wrong variant files", &[422], wrong_variants),
    Kind { closes: true, ..kind("bodies that are too large", &[413], too_large) },
    Kind { closes: true, ..kind("bodies that do not come whole", &[400], cut_off) },
    Kind { closes: true, below_http: true, ..kind("no HTTP", &[400, 404, 414, 431], no_http) },
];

fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{headers}\r\n");
    [head.as_bytes(), body].concat()
}

fn post(place: &Place, path: &str, body: &[u8]) -> Vec<u8> {
    let headers =
        format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", place.token);
    request("POST", path, &headers, body)
}

/// Good requests, which are then spoiled: where, and what.
fn good(random: &mut Random, place: &Place) -> (String, Value) {
    let game = format!("/api/v1/games/{}", place.game);
    let actions = json!([{ "place": { "x": 7, "y": 7, "kind_id": "A" } }]);
    match random.below(7) {
        0 => (
            format!("{game}/commands"),
            json!({ "client_id": "a", "revision": 1, "command": { "type": "pass" } }),
        ),
        1 => (
            format!("{game}/commands"),
            json!({ "client_id": "a", "revision": 1, "command": { "type": "move", "move": { "actions": actions } } }),
        ),
        2 => (format!("{game}/preview"), json!({ "move": { "actions": actions } })),
        3 => (format!("{game}/join"), json!({ "invite": "abc" })),
        4 => (format!("{game}/chat"), json!({ "text": "hello" })),
        5 => ("/api/v1/sessions".into(), json!({ "name": "Ann", "password": "long enough" })),
        _ => (
            "/api/v1/games".into(),
            json!({ "variant": { "shipped": "classic" }, "seats": ["me", { "bot": "casual" }], "words": { "shipped": "en" } }),
        ),
    }
}

fn malformed_json(random: &mut Random, place: &Place) -> Vec<u8> {
    loop {
        let (path, body) = good(random, place);
        let mut text = body.to_string().into_bytes();
        match random.below(4) {
            0 => text.truncate(random.below(text.len())),
            1 => {
                let at = random.below(text.len());
                text.remove(at);
            }
            2 => {
                let at = random.below(text.len());
                text.insert(at, *random.pick(b"{}[]\",:x\\"));
            }
            _ => {
                let at = random.below(text.len());
                text[at] = *random.pick(b"{}[]\",:'\\");
            }
        }
        if serde_json::from_slice::<Value>(&text).is_err() {
            return post(place, &path, &text);
        }
    }
}

/// The addresses of all values in a body.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_string());
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), found))
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, value)| places(value, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

fn some_place(random: &mut Random, body: &Value, fits: impl Fn(&Value) -> bool) -> String {
    let mut all = Vec::new();
    places(body, "", &mut all);
    all.retain(|at| fits(body.pointer(at).unwrap()));
    random.pick(&all).clone()
}

fn kind_of(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => 2,
        Value::String(_) => 3,
        Value::Array(_) => 4,
        Value::Object(_) => 5,
    }
}

fn wrong_types(random: &mut Random, place: &Place) -> Vec<u8> {
    let others = [
        json!(null),
        json!(true),
        json!(-3),
        json!(1.5),
        json!({}),
        json!([]),
        json!([[1]]),
        json!({ "x": 1 }),
    ];
    let (path, mut body) = good(random, place);
    let at = some_place(random, &body, |_| true);
    let old = body.pointer(&at).unwrap().clone();
    let other = loop {
        let other = random.pick(&others).clone();
        // A struct may also be written as a list of its fields, a list may be empty.
        let both = |kind| kind_of(&other) == kind;
        if kind_of(&other) != kind_of(&old) && !(both(4) && old.is_object()) {
            break other;
        }
    };
    *body.pointer_mut(&at).unwrap() = other;
    post(place, &path, body.to_string().as_bytes())
}

fn unknown_fields(random: &mut Random, place: &Place) -> Vec<u8> {
    let (path, mut body) = good(random, place);
    let at = some_place(random, &body, Value::is_object);
    let name = random.word(10) + "_x";
    let value = random.pick(&[json!(1), json!("a"), json!(null), json!({ "a": [] })]).clone();
    body.pointer_mut(&at).unwrap().as_object_mut().unwrap().insert(name, value);
    post(place, &path, body.to_string().as_bytes())
}

fn missing_fields(random: &mut Random, place: &Place) -> Vec<u8> {
    loop {
        let (path, mut body) = good(random, place);
        let at =
            some_place(random, &body, |value| value.as_object().is_some_and(|map| !map.is_empty()));
        let map = body.pointer_mut(&at).unwrap().as_object_mut().unwrap();
        let keys: Vec<String> = map.keys().filter(|key| *key != "words").cloned().collect();
        if keys.is_empty() {
            continue;
        }
        map.remove(random.pick(&keys));
        return post(place, &path, body.to_string().as_bytes());
    }
}

fn deep_json(random: &mut Random, place: &Place) -> Vec<u8> {
    let (path, mut body) = good(random, place);
    let depth = 130 + random.below(3000);
    let (open, close) = *random.pick(&[("[", "]"), ("{\"a\":", "}"), ("{\"move\":", "}")]);
    let at = some_place(random, &body, |_| true);
    *body.pointer_mut(&at).unwrap() = json!("HERE");
    let deep = open.repeat(depth) + "1" + &close.repeat(depth);
    let mut text = body.to_string().replace("\"HERE\"", &deep);
    text.truncate(16_000);
    post(place, &path, text.as_bytes())
}

fn bad_utf8(random: &mut Random, place: &Place) -> Vec<u8> {
    let (path, body) = good(random, place);
    let mut text = body.to_string().into_bytes();
    let bad: &[u8] = random.pick::<&[u8]>(&[
        b"\xff",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
    ]);
    let at = random.below(text.len());
    text.splice(at..at, bad.iter().copied());
    post(place, &path, &text)
}

fn bad_ids(random: &mut Random, place: &Place) -> Vec<u8> {
    let id = match random.below(5) {
        0 => random.word(64),
        1 => random.bytes(8).iter().map(|byte| format!("%{byte:02x}")).collect(),
        2 => "x".repeat(65 + random.below(2000)),
        3 => format!("{}0", place.game),
        _ => random
            .pick(&["..%2f..", "%00", "'%20OR%201=1--", "-1", "null", "%F0%9F%8E%B2", "~"])
            .to_string(),
    };
    let end =
        *random.pick(&["", "/events", "/chat", "/board.svg", "/hints", "/export.json", "/share"]);
    let headers = format!("Authorization: Bearer {}\r\n", place.token);
    match random.below(8) {
        0 => {
            let of = *random.pick(&["ratings", "profile", "ratings/history?family=rect-en"]);
            request("GET", &format!("/api/v1/players/{id}/{of}"), &headers, b"")
        }
        1 => post(
            place,
            &format!("/api/v1/games/{id}/commands"),
            b"{\"client_id\":\"a\",\"revision\":1,\"command\":{\"type\":\"pass\"}}",
        ),
        _ => request("GET", &format!("/api/v1/games/{id}{end}"), &headers, b""),
    }
}

fn bad_tokens(random: &mut Random, place: &Place) -> Vec<u8> {
    let token = match random.below(7) {
        0 => String::new(),
        1 => random.word(300),
        2 => format!(
            "tw_{}",
            random.bytes(32).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        ),
        3 => format!("{}x", place.token),
        4 => place.token[..20 + random.below(40)].to_string(),
        5 => format!("{}.{}.{}", random.word(40), random.word(80), random.word(40)),
        // {"alg":"none"}, with a subject and without a signature.
        _ => {
            format!("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiZXhwIjo5OTk5OTk5OTk5fQ.{}", random.word(3))
        }
    };
    let headers = format!("Authorization: Bearer {token}\r\n");
    let path =
        *random.pick(&["/api/v1/me", "/api/v1/games", "/api/v1/me/inventory", "/api/v1/daily"]);
    request("GET", path, &headers, b"")
}

fn bad_revisions(random: &mut Random, place: &Place) -> Vec<u8> {
    let revision = match random.below(6) {
        0 => format!("-{}", random.next()),
        1 => format!("{}", 1_000 + random.next() / 2),
        2 => format!("{}", u64::MAX),
        3 => format!("{}e{}", random.below(10), random.below(400)),
        4 => format!("{}{}", u64::MAX, random.below(10)),
        _ => format!("{}.5", random.below(1000)),
    };
    let body = format!(
        "{{\"client_id\":\"{}\",\"revision\":{revision},\"command\":{{\"type\":\"pass\"}}}}",
        random.word(20)
    );
    post(place, &format!("/api/v1/games/{}/commands", place.game), body.as_bytes())
}

fn bad_methods(random: &mut Random, place: &Place) -> Vec<u8> {
    let named = ["PUT", "PATCH", "TRACE", "LINK", "PROPFIND", "M-SEARCH", "get", "Post"];
    let method = match random.below(3) {
        0 => random.word(12).to_uppercase() + "X",
        _ => random.pick(&named).to_string(),
    };
    let path = match random.below(5) {
        0 => "/api/v1/games".to_string(),
        1 => format!("/api/v1/games/{}", place.game),
        2 => format!("/api/v1/games/{}/commands", place.game),
        3 => format!("/{}", random.word(30)),
        _ => random.pick(&["/", "/api/v1/me", "/healthz", "/api/v1/engine"]).to_string(),
    };
    request(&method, &path, &format!("Authorization: Bearer {}\r\n", place.token), b"")
}

fn bad_content_types(random: &mut Random, place: &Place) -> Vec<u8> {
    let kinds = [
        "application/xml",
        "text/html",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "image/png",
        "application/jsonp",
        "json",
        "text/json5",
        "application/json/x",
        "*/*",
        "\u{7f}",
    ];
    let named = *random.pick(&kinds);
    let kind = if random.below(3) == 0 {
        format!("application/{}x", random.word(12))
    } else {
        named.to_string()
    };
    let (path, body) = good(random, place);
    let headers = format!(
        "Content-Type: {}\r\nAuthorization: Bearer {}\r\n",
        kind.replace('\u{7f}', "x"),
        place.token
    );
    request("POST", &path, &headers, body.to_string().as_bytes())
}

fn bad_queries(random: &mut Random, place: &Place) -> Vec<u8> {
    let (end, query) = match random.below(8) {
        0 => ("events", format!("after=-{}", 1 + random.below(1000))),
        1 => ("events", format!("after={}", random.word(10))),
        2 => ("chat", format!("before={}", random.below(100))),
        3 => ("events", format!("after={}0", u64::MAX)),
        4 => ("board.svg", format!("theme={}", random.word(10) + "x")),
        5 => ("board.svg", format!("legend={}", random.below(100))),
        6 => ("account.svg", format!("{}=1", random.word(8) + "x")),
        _ => ("events", "after=1&after=2".to_string()),
    };
    let path = format!("/api/v1/games/{}/{end}?{query}", place.game);
    request("GET", &path, &format!("Authorization: Bearer {}\r\n", place.token), b"")
}

fn illegal_moves(random: &mut Random, place: &Place) -> Vec<u8> {
    let count = 1 + random.below(9);
    let actions: Vec<Value> = (0..count)
        .map(|_| match random.below(6) {
            0 => json!({ "place": { "x": random.below(40), "y": 15 + random.below(40), "kind_id": random.word(3) } }),
            1 => json!({ "place_at": { "cell": random.word(9), "kind_id": "A" } }),
            2 => json!({ "swap_rack": { "tiles": [random.word(3).to_lowercase() + "1"] } }),
            3 => json!({ "slide": { "from": "1,1", "to": random.word(4) } }),
            4 => json!({ random.word(8): { "x": 1 } }),
            _ => json!({ "place": { "x": 7, "y": 7, "kind_id": random.word(2) + "1" } }),
        })
        .collect();
    let command = json!({ "type": "move", "move": { "actions": actions } });
    let body = json!({ "client_id": random.word(20), "revision": 4, "command": command });
    post(place, &format!("/api/v1/games/{}/commands", place.game), body.to_string().as_bytes())
}

fn wrong_variants(random: &mut Random, place: &Place) -> Vec<u8> {
    let head = "format = 1\nid = \"x\"\nname = \"X\"\nextends = \"classic\"\n";
    let text = match random.below(8) {
        0 => random.word(400),
        1 => format!("format = {}\n", 2 + random.below(1000)),
        2 => format!("{head}[rules.{}x]\nenabled = true\n", random.word(10)),
        3 => format!("{head}[rules.rack_size]\nsize = -{}\n", 1 + random.below(100)),
        4 => format!("{head}players = [{}, 0]\n", 9 + random.below(100)),
        5 => head[..random.below(40)].to_string() + "\u{0}",
        6 => head.replace("classic", &(random.word(8) + "_x")),
        _ => format!("{head}[tiles]\nletters = [[\"{}\", \"x\", 1]]\n", random.word(3)),
    };
    let body = json!({ "variant": { "toml": text }, "seats": ["me", "open"] });
    post(place, "/api/v1/games", body.to_string().as_bytes())
}

fn too_large(random: &mut Random, place: &Place) -> Vec<u8> {
    let (path, _) = good(random, place);
    let headers =
        format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", place.token);
    if random.below(2) == 0 {
        // Only announced.
        let length = (16 << 10) + 1 + random.next() / 2;
        return format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{headers}\r\n"
        )
        .into_bytes();
    }
    let body = vec![b'x'; (16 << 10) + 1 + random.below(4 << 10)];
    request("POST", &path, &headers, &body)
}

fn cut_off(random: &mut Random, place: &Place) -> Vec<u8> {
    let (path, body) = good(random, place);
    let text = body.to_string();
    let headers =
        format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", place.token);
    if random.below(2) == 0 {
        let length = text.len() + 1 + random.below(1000);
        return format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{headers}\r\n{text}"
        )
        .into_bytes();
    }
    let chunk = *random.pick(&[
        "zz\r\nabc",
        "5\r\nab",
        "ffffffffffffffff\r\nabc",
        "-1\r\n",
        "5\r\nabcdefg\r\n",
    ]);
    format!("POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n{headers}\r\n{chunk}")
        .into_bytes()
}

fn no_http(random: &mut Random, place: &Place) -> Vec<u8> {
    let mut text = match random.below(6) {
        0 => random.bytes(100),
        1 => format!("GET /{} HTTP/9.9\r\n\r\n", random.word(10)).into_bytes(),
        2 => format!("GET / HTTP/1.1\r\n{} x\r\n\r\n", random.word(10)).into_bytes(),
        3 => b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx".to_vec(),
        4 => format!("GET /api/v1/games/{} {} HTTP/1.1\r\n\r\n", place.game, random.word(10))
            .into_bytes(),
        _ => {
            format!("GET / HTTP/1.1\r\nHost: x\r\n{}: \u{1}\r\n\r\n", random.word(10)).into_bytes()
        }
    };
    if text[0].is_ascii_whitespace() {
        text[0] = b'%';
    }
    text.extend_from_slice(b"\r\n\r\n");
    text
}
