//! Variants that cost as much as the limits of a variant file allow, from a seed.

use std::fmt::Write;
use tilewright_ai::Chance;

/// A variant that is expensive to play, and the words to play it with.
#[derive(Clone, Debug)]
pub struct ExpensiveVariant {
    /// The variant file.
    pub toml: String,
    /// A word list to send; `None` for the bundled English list.
    pub list: Option<String>,
    /// The number of seats.
    pub players: u8,
}

impl ExpensiveVariant {
    /// The variant of a number. Every number gives another one, always the same.
    pub fn new(number: u64) -> ExpensiveVariant {
        let mut chance = Chance::part(0xb0a2d, number);
        let mut toml = format!(
            "format = 1\nid = \"expensive-{number}\"\nname = \"Expensive {number}\"\n\
             language = \"en\"\nlexicon = \"en\"\nplayers = [1, 8]\n"
        );
        board(&mut toml, &mut chance);
        tiles(&mut toml, &mut chance);
        rules(&mut toml, &mut chance);
        plugins(&mut toml, &mut chance);
        ExpensiveVariant { toml, list: list(&mut chance), players: 1 + chance.below(4) as u8 }
    }
}

/// One of some values.
fn pick<'a, T: ?Sized>(chance: &mut Chance, values: &[&'a T]) -> &'a T {
    values[chance.below(values.len())]
}

/// True `times` times in a hundred.
fn often(chance: &mut Chance, times: usize) -> bool {
    chance.below(100) < times
}

fn add(toml: &mut String, text: std::fmt::Arguments<'_>) {
    toml.write_fmt(text).expect("writing to a string cannot fail");
    toml.push('\n');
}

/// Premiums that leave the fast path of the generator and make large numbers.
const PREMIUMS: [&str; 10] = [
    "factorial",
    "power",
    "product",
    "times",
    "mimic",
    "letter-squared",
    "length-squared",
    "sum",
    "reviver",
    "quadruple-word",
];

fn board(toml: &mut String, chance: &mut Chance) {
    add(toml, format_args!("[board]"));
    let shape = chance.below(8);
    let (width, height) = match chance.below(6) {
        0 => (64, 64),
        1 => (4096, 1),
        2 => (1, 4096),
        3 => (256, 16),
        4 => (21, 21),
        _ => (8 + chance.below(24), 8 + chance.below(24)),
    };
    match shape {
        0..=2 => {
            add(toml, format_args!("shape = \"rect\"\nwidth = {width}\nheight = {height}"));
            add(toml, format_args!("diagonals = {}", often(chance, 40)));
        }
        3 | 4 => {
            let (width, height) = (width.min(64), height.min(64));
            add(toml, format_args!("shape = \"hex\"\nwidth = {width}\nheight = {height}"));
        }
        5 => {
            let (width, height, depth) = match chance.below(3) {
                0 => (16, 16, 16),
                1 => (64, 8, 8),
                _ => (4, 4, 256),
            };
            add(toml, format_args!("shape = \"cube\"\nwidth = {width}\nheight = {height}"));
            add(toml, format_args!("depth = {depth}"));
        }
        _ => return graph(toml, chance),
    }
    if often(chance, 50) {
        let kinds: Vec<String> =
            (0..1 + chance.below(5)).map(|_| format!("{:?}", pick(chance, &PREMIUMS))).collect();
        let (seed, kinds, per_kind) = (chance.below(1000), kinds.join(", "), chance.below(40));
        add(
            toml,
            format_args!(
                "generate = {{ seed = {seed}, kinds = [{kinds}], per_kind = {per_kind} }}"
            ),
        );
    }
}

/// A graph with many axes: every axis goes on by a stride of its own.
fn graph(toml: &mut String, chance: &mut Chance) {
    let (nodes, axes) = match chance.below(3) {
        0 => (1500, 8),
        1 => (800, 16),
        _ => (100 + chance.below(300), 1 + chance.below(16)),
    };
    add(toml, format_args!("shape = \"graph\"\n[board.graph]\norigin = \"n0\"\nnodes = ["));
    for node in 0..nodes {
        add(toml, format_args!("{{name=\"n{node}\"}},"));
    }
    add(toml, format_args!("]\nedges = ["));
    for axis in 0..axes {
        let stride = 1 + axis * (1 + chance.below(3));
        for node in 0..nodes.saturating_sub(stride) {
            let next = node + stride;
            add(toml, format_args!("{{from=\"n{node}\",to=\"n{next}\",tag=\"t{axis}\"}},"));
        }
    }
    add(toml, format_args!("]"));
}

fn tiles(toml: &mut String, chance: &mut Chance) {
    let count = pick(chance, &[&10_usize, &40, &150]);
    let letters: Vec<String> = ('A'..='Z')
        .map(|letter| format!("[\"{letter}\", {}, {}]", 1 + chance.below(*count), chance.below(20)))
        .collect();
    add(toml, format_args!("[tiles]\nletters = [{}]", letters.join(", ")));
    let blanks = match chance.below(5) {
        0 => String::new(),
        1 => "[\"?\", 2, 0]".to_string(),
        2 => "[\"?\", 500, 0], [\"?v\", 300, 1, \"AEIOU\"]".to_string(),
        3 => "[\"?\", 4000, 0]".to_string(),
        _ => (0..20).map(|kind| format!("[\"?{kind}\", 60, {kind}], ")).collect(),
    };
    add(toml, format_args!("blanks = [{blanks}]"));
}

fn rules(toml: &mut String, chance: &mut Chance) {
    let size = match chance.below(5) {
        0 => 64,
        1 => 32,
        2 => 12,
        3 => 7,
        _ => 1 + chance.below(64),
    };
    add(toml, format_args!("[rules.rack_size]\nsize = {size}"));
    if often(chance, 40) {
        add(
            toml,
            format_args!("[rules.stacking]\nenabled = true\nmax_height = {}", 1 + chance.below(16)),
        );
        add(toml, format_args!("keep_one = {}", often(chance, 50)));
        add(toml, format_args!("scoring = {:?}", pick(chance, &["top_only", "sum_stack"])));
    }
    add(toml, format_args!("[rules.word_validation]"));
    match chance.below(5) {
        0 | 1 => add(toml, format_args!("anagram_words = true")),
        2 => add(toml, format_args!("reading = {:?}", pick(chance, &["both", "backward"]))),
        3 => add(toml, format_args!("dictionary = \"free\"")),
        _ => {}
    }
    if often(chance, 40) {
        add(toml, format_args!("[rules.line_placement]\nplacement = \"connected\""));
    }
    if often(chance, 60) {
        add(toml, format_args!("[rules.pass]\nallow_pass = false"));
    }
    for rule in ["no_gaps", "connection", "cross_words", "first_move_start"] {
        if often(chance, 15) {
            add(toml, format_args!("[rules.{rule}]\nenabled = false"));
        }
    }
    if often(chance, 30) {
        add(toml, format_args!("[rules.min_word_length]\nmin_main_length = 1"));
    }
    if often(chance, 20) {
        add(toml, format_args!("[rules.infinite_score]\nenabled = true"));
    }
    if often(chance, 30) {
        add(toml, format_args!("[rules.actions]\nrotate = true\nslide = true"));
    }
    add(toml, format_args!("[rules.consecutive_passes]\nconsecutive_pass_limit = 1000"));
}

fn plugins(toml: &mut String, chance: &mut Chance) {
    if often(chance, 30) {
        for _ in 0..1 + chance.below(32) {
            match chance.below(2) {
                0 => add(
                    toml,
                    format_args!("[[plugins]]\nname = \"score_bonus\"\nconfig = {{ bonus = 5 }}"),
                ),
                _ => add(
                    toml,
                    format_args!(
                        "[[plugins]]\nname = \"reject_far\"\nconfig = {{ max_distance = 90 }}"
                    ),
                ),
            }
        }
    }
}

/// A list to send: every word of a few letters, very long words, or many words.
fn list(chance: &mut Chance) -> Option<String> {
    let mut text = String::new();
    match chance.below(10) {
        0..=2 => {
            // Every word of two letters.
            for length in 2..=9_u32 {
                for word in 0..1_u32 << length {
                    let letter = |place: u32| if word >> place & 1 == 0 { 'A' } else { 'E' };
                    text.extend((0..length).map(letter));
                    text.push('\n');
                }
            }
        }
        3..=5 => {
            for _ in 0..300 {
                let length = 40 + chance.below(24);
                text.extend((0..length).map(|_| char::from(b'A' + chance.below(26) as u8)));
                text.push('\n');
            }
        }
        6..=8 => {
            for _ in 0..10_000 {
                let length = 2 + chance.below(9);
                text.extend((0..length).map(|_| char::from(b'A' + chance.below(8) as u8)));
                text.push('\n');
            }
        }
        _ => return None,
    }
    Some(text)
}
