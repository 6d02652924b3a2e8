//! `tilewright replay`

use crate::output::{Failure, Output, one_line, read_file, warn};
use crate::position::load_variant;
use crate::script::{self, Difference, Script};
use crate::{CommandResult, gcg, lexicon};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tilewright::rules::spec::{DictionaryMode, Reading};
use tilewright::rules::{DraftTile, MoveDraft, read_fault, score, validate};
use tilewright::{
    Dictionary, Event, Fact, Game, GameLog, PluginRegistry, Ruleset, Seed, Snapshot, lexicon_for,
    verify_shuffle,
};

/// The game to replay.
#[derive(Args)]
#[command(
    after_help = "FILE is a GCG file, or JSON: a game log ({\"secret_seed\", \"events\"}), a snapshot\n({\"variant\", \"log\", …}) or a game script ({\"variant\", \"turns\": [{\"rack\", \"place\": [\"X,Y=T\"],\n\"score\"}, …], \"expect\"}). The command names the first line that differs, with the\nreason.\n\nExamples:\n  tilewright replay game.gcg\n  tilewright replay game.gcg --variant super-21 --lexicon en\n  tilewright replay log.json --json"
)]
pub struct ReplayArguments {
    /// The file.
    pub file: String,
    /// The variant: a shipped name or a .toml file [default: the one named in the file; classic if a
    /// GCG names none].
    #[arg(long, value_name = "NAME|FILE")]
    pub variant: Option<String>,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl. Words of a GCG are only
    /// checked if you name a list here or the file names a bundled one.
    #[arg(long, value_name = "FILE")]
    pub lexicon: Option<String>,
}

#[derive(Serialize)]
struct Row {
    event: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<tilewright::Points>,
}

/// Replays the game and checks every score.
pub fn run(arguments: &ReplayArguments, output: &Output) -> CommandResult {
    if gcg::is_gcg(&arguments.file)? {
        return gcg::replay_file(arguments, output);
    }
    let (game, expectation, mut difference) = match script::read(&arguments.file)? {
        Some(script) => {
            let (game, difference) = script::play(&arguments.file, &script)?;
            let text =
                difference.map(|Difference { turn, reason }| format!("turn {turn}: {reason}"));
            (game, Some(script), text)
        }
        None => {
            let game = load(arguments)?;
            let difference = recompute(&game)?;
            (game, None, difference)
        }
    };
    if difference.is_none() {
        difference = expectation.and_then(|script| unexpected(&game, &script));
    }
    let ok = difference.is_none();
    let rows: Vec<Row> = game.events().iter().enumerate().filter_map(row).collect();
    let result = game.state().result();
    let seats = 0..game.state().players();
    let scores: Vec<_> = seats.map(|seat| game.state().score(seat)).collect();
    let answer = json!({
        "ok": ok,
        "difference": difference,
        "variant": game.ruleset().id(),
        "events": game.events().len(),
        "turns": rows,
        "scores": scores,
        "finished": result.is_some(),
        "result": result,
        "shuffle": shuffle(&game),
        "words_checked": words_checked(&game),
    });
    output.answer(&answer, || describe(&answer, &rows));
    Ok(u8::from(!ok))
}

/// Whether every word that the rules want checked was checked.
fn words_checked(game: &Game) -> bool {
    !game.ruleset().checks_words() || game.state().position(0).dictionary.is_some()
}

/// Loads a game log or a snapshot.
pub fn load(arguments: &ReplayArguments) -> Result<Game, Failure> {
    let text = read_file(&arguments.file, 64 << 20)?;
    let bad = |reason: String| Failure::usage(format!("{}: {reason}", arguments.file));
    let (log, cursor, named): (GameLog, Option<usize>, Option<String>) =
        match serde_json::from_str::<Snapshot>(&text) {
            Ok(snapshot) => (snapshot.log, Some(snapshot.cursor), Some(snapshot.variant)),
            Err(_) => {
                let log = serde_json::from_str(&text)
                    .map_err(|error| bad(format!("not a game log: {}", read_fault(&error))))?;
                (log, None, None)
            }
        };
    let named = arguments.variant.clone().or(named).or_else(|| match log.events.first() {
        Some(Event { fact: Fact::Started { variant, .. }, .. }) => Some(variant.clone()),
        _ => None,
    });
    let named = named
        .ok_or_else(|| bad("the log names no variant; name one with --variant".to_string()))?;
    let variant = load_variant(&named)?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    let dictionary = match &arguments.lexicon {
        Some(named) => {
            let words = lexicon::load(named, ruleset.tiles())?;
            Some(Box::new(words) as Box<dyn Dictionary>)
        }
        None => match lexicon_for(&ruleset) {
            Ok(words) => Some(words),
            // Without its word list, a game can still be replayed and its scores checked.
            Err(error) => {
                warn(&format!("{error}; words are not checked"));
                None
            }
        },
    };
    let mut game = Game::from_log(Arc::new(ruleset), log)
        .map_err(|error| Failure::finding(format!("{}: {error}", arguments.file)))?;
    if let Some(cursor) = cursor {
        game.go_to(cursor)
            .map_err(|error| Failure::finding(format!("{}: {error}", arguments.file)))?;
    }
    game.set_dictionary(dictionary);
    Ok(game)
}

/// The rules without the word list, for a game whose word list is missing.
fn without_words(game: &Game) -> Result<Option<Ruleset>, Failure> {
    let ruleset = game.ruleset();
    if words_checked(game) {
        return Ok(None);
    }
    if ruleset.topology().axis_ids().any(|axis| ruleset.reading(axis) == Reading::Both) {
        let message =
            "scores depend on the word list, because words read both ways; name one with --lexicon";
        return Err(Failure::usage(format!("{}: {message}", ruleset.id())));
    }
    let free = (**ruleset).clone();
    let free = free.with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free);
    free.map(Some).map_err(Failure::usage)
}

/// Validates and rescores every play of a log; returns the first difference.
fn recompute(game: &Game) -> Result<Option<String>, Failure> {
    let without_words = without_words(game)?;
    for (index, event) in game.events().iter().enumerate() {
        if let Fact::Played { seat, placements, slides, score: logged, challengeable, .. } =
            &event.fact
            && slides.is_empty()
        {
            let replayed = match game.branch(index) {
                Ok(replayed) => replayed,
                Err(error) => return Ok(Some(format!("event {index}: {error}"))),
            };
            let tiles = game.ruleset().tiles();
            let draft = MoveDraft::new(
                placements
                    .iter()
                    .map(|placed| {
                        let mut tile = DraftTile::of_set(placed.cell.clone(), &placed.tile, tiles);
                        tile.stands_for = placed
                            .letter
                            .as_ref()
                            .map(|letter| tilewright::rules::LetterRef::Symbol(letter.to_string()));
                        tile
                    })
                    .collect(),
            );
            let mut position = replayed.state().position(*seat);
            if let Some(ruleset) = &without_words {
                position.ruleset = ruleset;
            }
            if *challengeable {
                // The players check its words by challenging.
                position.dictionary = None;
            }
            match validate(&position, &draft) {
                Err(violations) => {
                    return Ok(Some(format!("event {index}: not legal: {violations}")));
                }
                Ok(validated) => {
                    let account = score(&position, &validated);
                    if account.total != logged.total {
                        return Ok(Some(format!(
                            "event {index}: the move scores {}, the log says {}",
                            account.total, logged.total
                        )));
                    }
                }
            }
        }
    }
    Ok(None)
}

fn unexpected(game: &Game, script: &Script) -> Option<String> {
    let scores: Vec<_> = (0..game.state().players()).map(|seat| game.state().score(seat)).collect();
    let result = game.state().result();
    if let Some(expected) = script.expect.scores.as_ref().filter(|expected| **expected != scores) {
        return Some(format!("the scores are {scores:?}, the script expects {expected:?}"));
    }
    if let Some(expected) = script.expect.finished.filter(|expected| *expected != result.is_some())
    {
        return Some(format!("the script expects finished = {expected}"));
    }
    let winners = result.map_or(Vec::new(), |result| result.winners.clone());
    if let Some(expected) = script.expect.winners.as_ref().filter(|list| **list != winners) {
        return Some(format!("the winners are {winners:?}, the script expects {expected:?}"));
    }
    None
}

/// Checks the shuffle of a finished game against its revealed seed.
fn shuffle(game: &Game) -> Value {
    let Some(result) = game.state().result() else { return json!("not revealed yet") };
    let Some(seed) = result.seed.as_deref() else { return json!("no seed") };
    match Seed::from_hex(seed) {
        Err(error) => json!(format!("damaged seed: {error}")),
        Ok(seed) => match verify_shuffle(game.ruleset(), game.events(), &seed) {
            Ok(()) => json!("verified"),
            Err(fault) => json!(fault.to_string()),
        },
    }
}

fn row((event, data): (usize, &Event)) -> Option<Row> {
    let (seat, what, score) = match &data.fact {
        Fact::SetUp { placements } => (None, format!("{} tiles set up", placements.len()), None),
        Fact::Played { seat, score, .. } => {
            let words: Vec<&str> = score.words.iter().map(|word| word.text.as_str()).collect();
            (Some(*seat), words.join(" "), Some(score.total.clone()))
        }
        Fact::Swapped { seat, returned, .. } => {
            (Some(*seat), format!("exchanged {}", returned.len()), None)
        }
        Fact::Passed { seat, .. } => (Some(*seat), "passed".to_string(), None),
        Fact::Challenged { by, invalid, .. } => {
            let what = match invalid.is_empty() {
                true => "challenged without success".to_string(),
                false => format!("challenged {}", invalid.join(" ")),
            };
            (Some(*by), what, None)
        }
        Fact::Withdrawn { seat } => (Some(*seat), "withdrew the move".to_string(), None),
        Fact::TurnLost { seat } => (Some(*seat), "lost the turn".to_string(), None),
        Fact::Adjusted { seat, reason, points } => {
            (Some(*seat), reason.clone(), Some(points.clone()))
        }
        Fact::Resigned { seat, .. } => (Some(*seat), "resigned".to_string(), None),
        Fact::Ended { result } => (None, format!("ended: {}", result.reason), None),
        _ => return None,
    };
    Some(Row { event, seat, what, score })
}

fn describe(answer: &Value, rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let seat = row.seat.map_or("-".to_string(), |seat| format!("seat {seat}"));
        let score = row.score.as_ref().map_or(String::new(), |score| format!("{score:>6}"));
        text.push_str(&format!("{:>5} {seat:<7} {score:<7} {}\n", row.event, one_line(&row.what)));
    }
    for line in answer["result"]["adjustments"].as_array().into_iter().flatten() {
        let reason = one_line(line["reason"].as_str().unwrap_or(""));
        text.push_str(&format!("      seat {} {:>6} {reason}\n", line["seat"], line["points"]));
    }
    text.push_str(&format!("scores {}\n", answer["scores"]));
    if answer["finished"] == json!(true) {
        let shuffle = one_line(answer["shuffle"].as_str().unwrap_or(""));
        text.push_str(&format!("winners {}; shuffle: {shuffle}\n", answer["result"]["winners"]));
    }
    if answer["words_checked"] == json!(false) {
        text.push_str("words not checked (name a word list with --lexicon)\n");
    }
    match answer["difference"].as_str() {
        Some(difference) => text + &format!("DIFFERS: {}\n", one_line(difference)),
        None => text + "all scores are correct\n",
    }
}
