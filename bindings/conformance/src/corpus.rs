//! The files of the corpus.

use crate::exchange::Exchange;
use crate::games::Table;
use crate::questions;
use crate::recorder::Recorder;
use serde_json::{Value, json};
use std::path::Path;
use tilewright_protocol::{Engine, current_game};
use tilewright_variants::{Variant, shipped_ids};

/// A file of the corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name, without the directory.
    pub name: String,
    /// Its lines.
    pub exchanges: Vec<Exchange>,
}

impl File {
    /// The file as text.
    pub fn text(&self) -> Result<String, String> {
        let mut text = String::new();
        for exchange in &self.exchanges {
            text += &serde_json::to_string(exchange).map_err(|error| error.to_string())?;
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a file.
    pub fn parse(name: &str, text: &str) -> Result<File, String> {
        let line = |(index, line): (usize, &str)| {
            serde_json::from_str::<Exchange>(line)
                .map_err(|error| format!("{name}:{}: {error}", index + 1))
        };
        let exchanges = text.lines().enumerate().map(line).collect::<Result<_, _>>()?;
        Ok(File { name: name.to_string(), exchanges })
    }
}

/// Makes the corpus; `lists` has the small word lists of languages whose lists are not bundled.
pub fn generate(lists: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for (index, id) in shipped_ids().enumerate() {
        // One engine a file, as the order of files must not matter.
        let engine = Engine::new();
        let mut recorder = Recorder::new(&engine);
        let variant = Variant::shipped(id).map_err(|error| error.to_string())?;
        let words = small_list(&variant, lists)?;
        let (players, seed) = (variant.players(), index as u64);
        let mut table = Table { variant: id.to_string(), words, players, seed };
        table.whole_games(&mut recorder)?;
        table.short_game(&mut recorder);
        let exchanges = recorder.exchanges();
        files.push(File { name: format!("variant-{id}.jsonl"), exchanges });
    }
    for (list, variant, words) in [
        ("en", "classic", ["READ", "QUIZ", "ZZZ", "it's"]),
        ("nl", "classic-nl", ["LEZEN", "FIETS", "XYZ", "ĲS"]),
    ] {
        let engine = Engine::new();
        let mut recorder = Recorder::new(&engine);
        questions::lexicon(&mut recorder, variant, &words);
        let exchanges = recorder.exchanges();
        files.push(File { name: format!("lexicon-{list}.jsonl"), exchanges });
        let mut recorder = Recorder::new(&engine);
        questions::judge(&mut recorder, variant);
        let exchanges = recorder.exchanges();
        files.push(File { name: format!("judge-{list}.jsonl"), exchanges });
    }
    let engine = Engine::new();
    let mut recorder = Recorder::new(&engine);
    questions::around(&mut recorder);
    files.push(File { name: "around.jsonl".to_string(), exchanges: recorder.exchanges() });
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

fn small_list(variant: &Variant, lists: &Path) -> Result<Value, String> {
    if variant.tiles().alphabet().len() < 3 {
        return Ok(json!({ "list": "AA\nAB\nBA\nBB\nABA\nBAB\nAAB\nABBA" }));
    }
    match variant.lexicon().unwrap_or("en") {
        "en" | "en_test_small" => Ok(json!({ "shipped": "en_test_small" })),
        id => {
            let path = lists.join(format!("{id}-small.txt"));
            let text = std::fs::read_to_string(&path);
            let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(json!({ "list": text }))
        }
    }
}

/// Reads the corpus in the order of the files' names.
pub fn read_directory(directory: &Path) -> Result<Vec<File>, String> {
    let say = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(say)? {
        let name = entry.map_err(say)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".jsonl") {
            names.push(name);
        }
    }
    names.sort();
    let read = |name: &String| {
        let text = std::fs::read_to_string(directory.join(name)).map_err(say)?;
        File::parse(name, &text)
    };
    names.iter().map(read).collect()
}

/// The requests of files, with the games in them. The games come from an engine of this process.
pub fn requests(files: &[File]) -> Vec<String> {
    let mut requests = Vec::new();
    for file in files {
        let engine = Engine::new();
        let mut game = String::new();
        for exchange in &file.exchanges {
            let request = exchange.request(&game);
            if request.contains("\"op\":\"new\"")
                || request.contains("\"op\":\"submit\"")
                || request.contains("\"op\":\"undo\"")
                || request.contains("\"op\":\"redo\"")
            {
                let response = engine.handle(request.as_bytes());
                let response = String::from_utf8_lossy(&response).into_owned();
                if let Some(changed) = current_game(&response) {
                    game = changed.to_string();
                }
            }
            requests.push(request);
        }
    }
    requests
}
