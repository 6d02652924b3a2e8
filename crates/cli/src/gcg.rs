//! GCG files.

use crate::output::{Failure, Output, one_line};
use crate::position::load_variant;
use crate::replay::ReplayArguments;
use crate::{CommandResult, lexicon};
use serde_json::{Value, json};
use std::io::Read;
use std::sync::Arc;
use tilewright::notation::{Gcg, GcgFault, GcgReplay, GcgTurn, MAX_GCG_BYTES, replay};
use tilewright::rules::spec::Reading;
use tilewright::{Dictionary, PluginRegistry, Ruleset, shipped_ids, shipped_lexicons};

/// Whether a file is a GCG: by its extension, or because it begins with a pragma or an event.
pub fn is_gcg(path: &str) -> Result<bool, Failure> {
    if path.to_ascii_lowercase().ends_with(".gcg") {
        return Ok(true);
    }
    let fail = |error: std::io::Error| Failure::usage(format!("{path}: {error}"));
    let mut head = Vec::new();
    std::fs::File::open(path).map_err(fail)?.take(64).read_to_end(&mut head).map_err(fail)?;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    Ok(matches!(head.trim_ascii_start().first(), Some(b'#' | b'>')))
}

/// Reads a file up to the size limit of GCG.
pub fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let fail = |error: std::io::Error| Failure::usage(format!("{path}: {error}"));
    let file = std::fs::File::open(path).map_err(fail)?;
    let mut bytes = Vec::new();
    // One byte more than the limit, so that the parser can report a file that is too large.
    file.take(MAX_GCG_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    Ok(bytes)
}

/// A GCG with the rules and the word list to replay it with.
pub struct GcgSource {
    /// The file.
    pub gcg: Gcg,
    /// The variant.
    pub ruleset: Arc<Ruleset>,
    /// The id or file of the word list, if words are looked up.
    pub lexicon: Option<String>,
    dictionary: Option<Box<dyn Dictionary>>,
}

impl GcgSource {
    /// Finds the variant and the word list of a file.
    pub fn new(gcg: Gcg, arguments: &ReplayArguments) -> Result<GcgSource, Failure> {
        let in_file = gcg.pragma("game-type").map(|(_, text)| text.trim().to_string());
        let in_file = in_file.filter(|name| shipped_ids().any(|id| id == name));
        let named = arguments.variant.clone().or(in_file).unwrap_or_else(|| "classic".to_string());
        let variant = load_variant(&named)?;
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
        let in_file = gcg.lexicon().filter(|name| shipped_lexicons().contains(&name.as_str()));
        // Where words read both ways, the score depends on the word list.
        let both = ruleset.topology().axis_ids().any(|axis| ruleset.reading(axis) == Reading::Both);
        let own = ruleset.lexicon().filter(|_| both).map(str::to_string);
        let lexicon = arguments.lexicon.clone().or(in_file).or(own);
        let dictionary = match &lexicon {
            Some(named) => {
                let words = lexicon::load(named, ruleset.tiles())?;
                Some(Box::new(words) as Box<dyn Dictionary>)
            }
            None => None,
        };
        Ok(GcgSource { gcg, ruleset: Arc::new(ruleset), lexicon, dictionary })
    }

    /// Replays the file.
    pub fn replay(&self) -> GcgReplay {
        replay(&self.gcg, &self.ruleset, self.dictionary.clone())
    }
}

/// Replays a GCG file and checks every score.
pub fn replay_file(arguments: &ReplayArguments, output: &Output) -> CommandResult {
    let bytes = read(&arguments.file)?;
    let source = match Gcg::read(&bytes) {
        Ok(gcg) => GcgSource::new(gcg, arguments)?,
        Err(fault) => {
            let answer = json!({
                "ok": false,
                "difference": fault.to_string(),
                "fault": fault_json(&fault),
            });
            output.answer(&answer, || format!("DIFFERS: {}", one_line(&fault.to_string())));
            return Ok(1);
        }
    };
    let played = source.replay();
    let answer = describe(&source, &played);
    output.answer(&answer, || text(&answer, &played.turns));
    Ok(u8::from(played.fault.is_some()))
}

fn fault_json(fault: &GcgFault) -> Value {
    json!({ "line": fault.line, "kind": fault.kind.id(), "reason": fault.reason })
}

fn describe(source: &GcgSource, played: &GcgReplay) -> Value {
    let state = played.game.as_ref().map(|game| game.state());
    let players: Vec<Value> = (0u8..)
        .zip(source.gcg.players())
        .map(|(seat, (_, player))| {
            let score = state.map(|state| state.score(seat));
            json!({ "nick": player.nick, "name": player.name, "score": score })
        })
        .collect();
    let turns: Vec<Value> =
        played.turns.iter().map(|turn| turn_json(&source.ruleset, turn)).collect();
    let result = state.and_then(|state| state.result());
    json!({
        "ok": played.fault.is_none(),
        "difference": played.fault.as_ref().map(ToString::to_string),
        "fault": played.fault.as_ref().map(fault_json),
        "variant": source.ruleset.id(),
        "lexicon": source.lexicon,
        "players": players,
        "turns": turns,
        "finished": result.is_some(),
        "result": result,
    })
}

fn turn_json(ruleset: &Ruleset, turn: &GcgTurn) -> Value {
    // `null` where CGP cannot express the position.
    let position = turn.position.as_ref().and_then(|position| position.to_cgp(turn.seat).ok());
    json!({
        "line": turn.line,
        "seat": turn.seat,
        "nick": turn.event.nick,
        "rack": turn.event.rack,
        "move": turn.event.action.to_string(),
        "words": turn.words,
        "score": turn.event.score,
        "total": turn.event.total,
        "cgp": position.and_then(|position| position.write(ruleset).ok()),
    })
}

fn text(answer: &Value, turns: &[GcgTurn]) -> String {
    let mut text = String::new();
    for turn in turns {
        let event = &turn.event;
        let (action, words) = (event.action.to_string(), turn.words.join(" "));
        let row = format!(
            "{:>5} {:<10} {:<10} {action:<20} {:>5} {:>6}  {words}",
            turn.line, event.nick, event.rack, event.score, event.total
        );
        text.push_str(&one_line(row.trim_end()));
        text.push('\n');
    }
    for player in answer["players"].as_array().into_iter().flatten() {
        let nick = one_line(player["nick"].as_str().unwrap_or(""));
        text.push_str(&format!("{nick}: {}\n", player["score"]));
    }
    text.push_str(match answer["finished"].as_bool() {
        Some(true) => "the game is over; ",
        _ => "the game is not over; ",
    });
    match answer["lexicon"].as_str() {
        Some(lexicon) => text.push_str(&format!("words checked against {}\n", one_line(lexicon))),
        None => text.push_str("words not checked (name a word list with --lexicon)\n"),
    }
    match answer["difference"].as_str() {
        Some(difference) => text + &format!("DIFFERS: {}\n", one_line(difference)),
        None => text + "all scores are correct\n",
    }
}
