//! Variants and word lists that cost as much as their limits allow.

use serde_json::{Value, json};
use std::fmt::Write;

/// The largest board and the largest rack, full of blanks, with the bundled English list.
pub fn variant(id: &str, more: &str) -> Value {
    let letters: Vec<String> = ('A'..='Z').map(|letter| format!("[\"{letter}\", 90, 1]")).collect();
    json!({ "toml": format!(
        "format = 1\nid = \"{id}\"\nname = \"Expensive\"\nlanguage = \"en\"\nlexicon = \"en\"\n\
         players = [1, 4]\n[board]\nshape = \"rect\"\nwidth = 64\nheight = 64\n\
         [tiles]\nletters = [{}]\nblanks = [[\"?\", 2000, 0]]\n\
         [rules.rack_size]\nsize = 64\n\
         [rules.consecutive_passes]\nconsecutive_pass_limit = 1000\n{more}",
        letters.join(", ")
    ) })
}

/// A board that is a graph with many axes; every number makes another one.
pub fn graph(number: usize) -> Value {
    let mut toml = format!(
        "format = 1\nid = \"graph-{number}\"\nname = \"Graph\"\nlanguage = \"en\"\nplayers = [1, 4]\n\
         [tiles]\nletters = [[\"A\", 60, 1], [\"E\", 60, 1]]\n\
         [rules.word_validation]\ndictionary = \"free\"\n\
         [board]\nshape = \"graph\"\n[board.graph]\norigin = \"n0\"\nnodes = ["
    );
    (0..1500).for_each(|node| writeln!(toml, "{{name=\"n{node}\"}},").unwrap());
    toml += "]\nedges = [\n";
    for axis in 0..8 {
        for node in 0..1490 - axis {
            let to = node + axis + 1;
            writeln!(toml, "{{from=\"n{node}\",to=\"n{to}\",tag=\"t{axis}\"}},").unwrap();
        }
    }
    json!({ "toml": toml + "]\n" })
}

/// A list of many words; every number makes another one.
pub fn list(number: usize, words: usize) -> Value {
    let mut state = number as u64 * 7919 + 1;
    let mut text = String::new();
    for _ in 0..words {
        for _ in 0..6 + state % 9 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push(char::from(b'A' + ((state >> 33) % 26) as u8));
        }
        text.push('\n');
    }
    json!({ "list": text })
}
