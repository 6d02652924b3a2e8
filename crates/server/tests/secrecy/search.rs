//! The search: what a text says that its reader may not know.

use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The names of all tiles, in the order of the tile set.
pub fn names() -> Vec<String> {
    let letters: Vec<char> = ('A'..='T').collect();
    ["ZX", "QJ"]
        .iter()
        .flat_map(|first| letters.iter().map(move |l| format!("{first}{l}")))
        .collect()
}

/// The words of the variant.
pub const WORDS: &str = "ZXAZXB\nZXCZXD\nQJAQJB\nZXAQJA";

pub fn variant(challenges: bool) -> Value {
    let letters: Vec<String> = names().iter().map(|name| format!("[\"{name}\", 1, 2]")).collect();
    let text = format!(
        "format = 1\nid = \"names\"\nname = \"Names\"\nextends = \"classic\"\nplayers = [2, 3]\n\
         [tiles]\nletters = [{}]\nblanks = []\n[rules.rack_size]\nsize = 5\n\
         [rules.bingo_bonus]\namount = {{ fixed = 50 }}\n[rules.challenge]\nenable_challenges = {challenges}\n\
         [rules.word_validation]\nenabled = true\n",
        letters.join(", ")
    );
    json!({ "toml": text })
}

/// The names in a text.
pub fn mentioned(text: &str) -> BTreeSet<String> {
    let text = text.to_uppercase();
    names().into_iter().filter(|name| text.contains(name.as_str())).collect()
}

/// Takes the lists of unseen tiles out, which tell the same to everyone; what is wrong with them
/// is a finding. They must be in the order of the tile set: any other could be that of the bag.
fn take_unseen(value: &mut Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let Some(unseen) = map.remove("unseen") {
                let tiles = unseen.as_array().map(Vec::as_slice).unwrap_or_default();
                let places: Option<Vec<usize>> = tiles
                    .iter()
                    .map(|tile| names().iter().position(|name| tile["tile"] == name.as_str()))
                    .collect();
                let known = tiles.iter().all(|tile| tile["count"].is_u64());
                match places {
                    Some(places) if known && places.is_sorted() => {}
                    // Tiles of another variant have other names.
                    None if mentioned(&unseen.to_string()).is_empty() => {}
                    _ => found.push(format!("an order of tiles in {unseen}")),
                }
            }
            map.values_mut().for_each(|value| take_unseen(value, found));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| take_unseen(value, found)),
        _ => {}
    }
}

/// Takes the tiles out of the description of a variant, which tells the same to everyone: all
/// tiles in the order of the tile set. Anything else is a finding.
fn take_description(value: &mut Value, found: &mut Vec<String>) {
    if value["type"] != "variant" {
        return;
    }
    let Some(map) = value.as_object_mut() else { return };
    for part in ["tiles", "toml"] {
        let text = map.remove(part).unwrap_or_default().to_string().to_uppercase();
        let places: Vec<usize> = names().iter().filter_map(|name| text.find(name)).collect();
        let whole = places.is_empty() || places.len() == names().len();
        if !whole || !places.is_sorted() {
            found.push(format!("an order of tiles in {text}"));
        }
    }
}

/// The forms in which a secret could be written.
fn forms(secret: &str) -> Vec<String> {
    let mut forms = vec![secret.to_lowercase()];
    let is_hex = secret.len() >= 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex {
        // Halves of it too, and the bytes as numbers.
        forms.push(secret[..secret.len() / 2].to_lowercase());
        forms.push(secret[secret.len() / 2..].to_lowercase());
        let bytes: Vec<String> = (0..8)
            .map(|at| u8::from_str_radix(&secret[2 * at..2 * at + 2], 16).unwrap().to_string())
            .collect();
        forms.push(bytes.join(","));
        forms.push(bytes.join(", "));
    }
    forms
}

/// What texts say that their reader may not know.
pub fn leaks<'a>(
    heard: impl IntoIterator<Item = &'a String>,
    known: &BTreeSet<String>,
    secrets: &[String],
) -> Vec<String> {
    let forms: Vec<String> = secrets.iter().flat_map(|secret| forms(secret)).collect();
    let mut found = Vec::new();
    for text in heard {
        let searched = match serde_json::from_str::<Value>(text) {
            Ok(mut value) => {
                take_unseen(&mut value, &mut found);
                take_description(&mut value, &mut found);
                value.to_string()
            }
            Err(_) => text.to_string(),
        };
        let unknown: Vec<_> = mentioned(&searched).difference(known).cloned().collect();
        if !unknown.is_empty() {
            found.push(format!("{unknown:?} in {text}"));
        }
        let lower = text.to_lowercase();
        if let Some(form) = forms.iter().find(|form| lower.contains(form.as_str())) {
            found.push(format!("the secret {form} in {text}"));
        }
    }
    found
}

/// What a seat, or nobody in particular, may know of a game's tiles: the truth, from the store.
pub fn rightful(events: &[String], seat: Option<u8>) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for text in events {
        let event: Value = serde_json::from_str(text).unwrap();
        let fact = &event["fact"];
        let own = seat.is_some() && fact["seat"].as_u64() == seat.map(u64::from);
        let public = ["played", "set_up", "challenged", "ended"].iter().any(|t| fact["type"] == *t);
        if own || public {
            known.extend(mentioned(text));
        }
    }
    known
}
