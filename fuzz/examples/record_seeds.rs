//! Writes the seeds that are made by programs: `cargo run --example record_seeds`.

#[path = "../../crates/lexicon/tests/sealed/mod.rs"]
mod sealed;

use std::path::{Path, PathBuf};
use tilewright_fuzz::recorded;
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList, kwg};
use tilewright_tiles::Alphabet;

const WORDS: &[u8] = b"CAR\nCARE\nCARED\nCARES\nCARS\nSCAR\nSCARE\nDARE\nEAR\nEARS\nRED\nDEED\n";

fn main() -> std::io::Result<()> {
    event_logs()?;
    lexicon_files()?;
    choices("law", 12)
}

fn directory(target: &str) -> std::io::Result<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    std::fs::create_dir_all(&directory)?;
    Ok(directory)
}

fn event_logs() -> std::io::Result<()> {
    for id in ["classic", "plugin-demo", "stacking", "wordstockt-challenge"] {
        let game = recorded::short_game(id).expect("a shipped variant");
        let log = serde_json::to_string(&game.log()).expect("a log is written");
        std::fs::write(directory("event_log")?.join(format!("{id}.json")), log + "\n")?;
        println!("{id}: {} events", game.events().len());
    }
    Ok(())
}

/// Files of a short list: with few letters and with many, as they are and with lengths and a
/// checksum that are made to fit.
fn lexicon_files() -> std::io::Result<()> {
    let latin: Vec<String> = ('A'..='Z').map(String::from).collect();
    let wide: Vec<String> = ('A'..='Z').chain('а'..='п').map(String::from).collect();
    for (name, letters) in [("latin", latin), ("wide", wide)] {
        let alphabet = Alphabet::new(&letters).expect("an alphabet");
        let list = WordList::read(WORDS, &alphabet, Mode::Strict).expect("a list");
        for kind in GraphKind::ALL {
            let lexicon = Lexicon::build(&list, kind).expect("a graph");
            let (file, path) = (lexicon.to_bytes(), directory("lexicon_file")?);
            std::fs::write(path.join(format!("{name}-{}.twl", kind.id())), &file)?;
            let fitting = [&[0xFE], file.as_slice()].concat();
            std::fs::write(path.join(format!("{name}-{}-fitting", kind.id())), fitting)?;
            if let Ok(exported) = kwg::export(&lexicon) {
                let chosen = [&[3, 0], exported.as_slice()].concat();
                std::fs::write(directory("kwg_file")?.join(format!("{name}.kwg")), chosen)?;
            }
        }
    }
    for (number, mut bytes) in noise(4, 200).into_iter().enumerate() {
        bytes[1] = 1;
        std::fs::write(directory("kwg_file")?.join(format!("changes-{number}")), bytes)?;
    }
    let path = directory("lexicon_file")?;
    std::fs::write(path.join("many-ways.twl"), sealed::many_ways())?;
    for (number, bytes) in noise(4, 300).into_iter().enumerate() {
        std::fs::write(path.join(format!("changes-{number}")), [&[0xFD], &bytes[..]].concat())?;
    }
    Ok(())
}

/// Seeds that are read as choices.
fn choices(target: &str, count: usize) -> std::io::Result<()> {
    for (number, bytes) in noise(count, 400).into_iter().enumerate() {
        std::fs::write(directory(target)?.join(format!("choices-{number}")), bytes)?;
    }
    Ok(())
}

/// Random bytes, always the same ones.
fn noise(count: usize, length: usize) -> Vec<Vec<u8>> {
    let mut state = 0x2545_F491_u32;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as u8
    };
    (0..count).map(|_| (0..length).map(|_| byte()).collect()).collect()
}
