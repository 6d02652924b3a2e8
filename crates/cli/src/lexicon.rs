//! `tilewright lexicon build|info|check|anagram|pattern|convert`

use crate::CommandResult;
use crate::alphabet::{AlphabetArguments, latin};
use crate::output::{Failure, Output, one_line, warn, write_bytes};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};
use tilewright::lexicon::{
    AnagramLength, AnagramQuery, FaultKind, Found, GraphKind, LetterOrder, Lexicon, ListReport,
    MAX_LIST_BYTES, Mode, Pattern, WordList, kwg, shipped, spelling,
};
use tilewright::{Alphabet, Letter, TileSet};

/// Build, inspect, query and convert lexicons.
#[derive(Subcommand)]
pub enum LexiconCommand {
    /// Build a lexicon file from a word list (text with one word per line).
    Build(BuildArguments),
    /// Show the size, the alphabet and the word lengths of a lexicon.
    Info {
        /// A lexicon: a .twl or .kwg file, a word list, or a bundled one (en, nl).
        lexicon: String,
        #[command(flatten)]
        letters: AlphabetArguments,
    },
    /// Check whether words are valid and, if not, say why.
    Check {
        /// A lexicon: a .twl or .kwg file, a word list, or a bundled one (en, nl).
        lexicon: String,
        /// The words.
        #[arg(required = true)]
        words: Vec<String>,
        #[command(flatten)]
        letters: AlphabetArguments,
    },
    /// List the words you can make from letters; `?` is a blank.
    Anagram {
        /// The letters. Words use all of them unless you add --length or --all.
        tiles: String,
        /// List words of exactly N letters.
        #[arg(long, value_name = "N", conflicts_with = "all")]
        length: Option<usize>,
        /// List words of any length, from two letters up.
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        source: SourceArguments,
    },
    /// List the words that match a pattern: `?` one letter, `*` any letters, `[ABC]` one of these,
    /// `[^ABC]` none of these.
    Pattern {
        /// The pattern.
        pattern: String,
        #[command(flatten)]
        source: SourceArguments,
    },
    /// Convert between lexicon files (.twl), KWG files (.kwg) and word lists (.txt).
    Convert {
        /// The file to read, or a bundled lexicon (en, nl).
        input: String,
        /// The file to write; its extension selects the format.
        output: String,
        #[command(flatten)]
        letters: AlphabetArguments,
    },
}

/// The word list to compile.
#[derive(Args)]
pub struct BuildArguments {
    /// The word list: a text file, or a bundled list (en, nl).
    list: String,
    #[command(flatten)]
    letters: AlphabetArguments,
    /// Stop at the first bad line. By default, bad lines are skipped and reported.
    #[arg(long)]
    strict: bool,
    /// The kind of graph: words, words in both reading directions, or sorted letters.
    #[arg(long, default_value = "words", value_parser = ["words", "both-ways", "anagrams"])]
    kind: String,
    /// Where to write the lexicon.
    #[arg(long, short, value_name = "FILE.twl")]
    output: String,
}

/// The lexicon to search.
#[derive(Args)]
pub struct SourceArguments {
    /// The lexicon: a .twl or .kwg file, a word list, or a bundled one (en, nl).
    #[arg(long, default_value = "en")]
    lexicon: String,
    /// The most words to list.
    #[arg(long, default_value_t = 1000)]
    limit: usize,
    #[command(flatten)]
    letters: AlphabetArguments,
}

/// Runs the command.
pub fn run(command: LexiconCommand, output: &Output) -> CommandResult {
    match command {
        LexiconCommand::Build(arguments) => build(&arguments, output),
        LexiconCommand::Info { lexicon, letters } => info(&lexicon, &letters, output),
        LexiconCommand::Check { lexicon, words, letters } => {
            check(&open(&lexicon, &letters)?, &words, output)
        }
        LexiconCommand::Anagram { tiles, length, all, source } => {
            let lexicon = open(&source.lexicon, &source.letters)?;
            let query = AnagramQuery::parse(&tiles, lexicon.alphabet()).map_err(Failure::usage)?;
            let length = match length {
                Some(length) => AnagramLength::Exactly(length),
                None if all => AnagramLength::Any,
                None => AnagramLength::All,
            };
            list_words(&lexicon, lexicon.anagrams(&query, length, source.limit), output)
        }
        LexiconCommand::Pattern { pattern, source } => {
            let lexicon = open(&source.lexicon, &source.letters)?;
            let pattern = Pattern::parse(&pattern, lexicon.alphabet()).map_err(Failure::usage)?;
            list_words(&lexicon, lexicon.matching(&pattern, source.limit), output)
        }
        LexiconCommand::Convert { input, output: path, letters } => {
            convert(&input, &path, &letters, output)
        }
    }
}

/// Loads a lexicon for a game's tiles: a bundled id, a lexicon file, a KWG file, or a word list.
pub fn load(path_or_id: &str, tiles: &TileSet) -> Result<Lexicon, Failure> {
    read_lexicon(path_or_id, Some(tiles.alphabet()), |alphabet| {
        let order = LetterOrder::for_tiles(tiles);
        if order.len() == alphabet.len() {
            order
        } else {
            LetterOrder::alphabetical(alphabet.len())
        }
    })
}

/// Opens a file and returns its length.
fn open_file(path: &str) -> Result<(File, u64), Failure> {
    let fail = |reason: String| Failure::usage(format!("{path}: {reason}"));
    let file = File::open(path).map_err(|error| fail(error.to_string()))?;
    let metadata = file.metadata().map_err(|error| fail(error.to_string()))?;
    if metadata.len() > MAX_LIST_BYTES as u64 {
        let length = metadata.len();
        return Err(fail(format!(
            "the file is too large: {length} bytes, at most {MAX_LIST_BYTES}"
        )));
    }
    Ok((file, metadata.len()))
}

pub fn read_bytes(path: &str) -> Result<Vec<u8>, Failure> {
    let (mut file, length) = open_file(path)?;
    let mut bytes = Vec::with_capacity(length as usize);
    let read = file.read_to_end(&mut bytes);
    read.map_err(|error| Failure::usage(format!("{path}: {error}")))?;
    Ok(bytes)
}

fn ending(path: &str) -> &str {
    Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or("")
}

fn open(path_or_id: &str, letters: &AlphabetArguments) -> Result<Lexicon, Failure> {
    let alphabetical = |alphabet: &Alphabet| LetterOrder::alphabetical(alphabet.len());
    read_lexicon(path_or_id, letters.alphabet()?.as_ref(), alphabetical)
}

fn read_lexicon(
    path_or_id: &str,
    alphabet: Option<&Alphabet>,
    order: impl FnOnce(&Alphabet) -> LetterOrder,
) -> Result<Lexicon, Failure> {
    let found =
        |reason: &dyn std::fmt::Display| Failure::finding(format!("{path_or_id}: {reason}"));
    if ending(path_or_id) == "twl" {
        let (mut file, length) = open_file(path_or_id)?;
        let lexicon = Lexicon::from_reader_ordered(&mut file, length, order);
        let lexicon = lexicon.map_err(|error| found(&error))?;
        let Some(alphabet) = alphabet else { return Ok(lexicon) };
        let (lexicon, lost) = lexicon.in_alphabet(alphabet).map_err(|error| found(&error))?;
        if lost > 0 {
            warn(&format!("{path_or_id}: {lost} words skipped: the alphabet lacks their letters"));
        }
        return Ok(lexicon);
    }
    let list = read_list(path_or_id, alphabet, Mode::Skip)?;
    // A smaller alphabet cannot spell every word of a bundled list; that is not worth a warning.
    let shown = if shipped::ids().any(|id| id == path_or_id) { 0 } else { 5 };
    for fault in list.report().faults.iter().take(shown) {
        warn(&format!("{path_or_id}: skipped {fault}"));
    }
    Lexicon::build(&list, GraphKind::Words).map_err(|error| found(&error))
}

/// Reads the words of a text file, a KWG file or a bundled list.
fn read_list(
    path_or_id: &str,
    alphabet: Option<&Alphabet>,
    mode: Mode,
) -> Result<WordList, Failure> {
    let found =
        |reason: &dyn std::fmt::Display| Failure::finding(format!("{path_or_id}: {reason}"));
    let latin = latin()?;
    let alphabet = alphabet.unwrap_or(&latin);
    if let Some(text) = shipped::text(path_or_id) {
        let text = text.map_err(|error| found(&error))?;
        return WordList::read(text.as_bytes(), alphabet, mode).map_err(|error| found(&error));
    }
    let bytes = read_bytes(path_or_id)?;
    match ending(path_or_id) {
        "kwg" => kwg::import(&bytes, alphabet).map_err(|error| found(&error)),
        _ => WordList::read(&bytes, alphabet, mode).map_err(|error| found(&error)),
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

fn build(arguments: &BuildArguments, output: &Output) -> CommandResult {
    let mode = if arguments.strict { Mode::Strict } else { Mode::Skip };
    let kind = GraphKind::ALL.into_iter().find(|kind| kind.id() == arguments.kind);
    let kind = kind.expect("the flag --kind accepts only the ids of graph kinds");
    let alphabet = arguments.letters.alphabet()?;
    let start = Instant::now();
    let list = read_list(&arguments.list, alphabet.as_ref(), mode)?;
    let read = start.elapsed();
    let lexicon = Lexicon::build(&list, kind)
        .map_err(|error| Failure::finding(format!("{}: {error}", arguments.list)))?;
    let built = start.elapsed();
    let bytes = lexicon.to_bytes();
    write_bytes(&arguments.output, &bytes)?;
    let total = start.elapsed();
    let report = list.report();
    let [read, build, write] = [read, built - read, total - built].map(milliseconds);
    let answer = json!({
        "ok": true,
        "file": arguments.output,
        "bytes": bytes.len(),
        "lexicon": describe(&lexicon),
        "list": report_json(report),
        "milliseconds": { "read": read, "build": build, "write": write },
    });
    output.answer(&answer, || {
        format!(
            "{}{}: {} words from {} lines, {} nodes, {} bytes\n\
             read {read:.1} ms, built {build:.1} ms, wrote {write:.1} ms\n",
            report_text(report),
            one_line(&arguments.output),
            lexicon.word_count(),
            report.lines,
            lexicon.node_count(),
            bytes.len(),
        )
    });
    Ok(0)
}

fn report_json(report: &ListReport) -> Value {
    let faults = report.faults.iter().map(|fault| {
        json!({
            "line": fault.line,
            "word": fault.word,
            "kind": fault.reason.kind().id(),
            "reason": fault.reason.to_string(),
        })
    });
    let counts: serde_json::Map<String, Value> = FaultKind::ALL
        .into_iter()
        .map(|kind| (kind.id().to_string(), report.count(kind).into()))
        .collect();
    json!({
        "lines": report.lines,
        "entries": report.entries,
        "words": report.words,
        "bad_lines": report.bad_lines(),
        "counts": counts,
        "faults": faults.collect::<Vec<_>>(),
        "byte_order_mark": report.byte_order_mark,
        "carriage_returns": { "lines": report.carriage_returns.lines, "first": report.carriage_returns.first },
        "renormalised": { "lines": report.renormalised.lines, "first": report.renormalised.first },
    })
}

fn report_text(report: &ListReport) -> String {
    let mut text = String::new();
    for fault in &report.faults {
        text.push_str(&format!("skipped {}\n", one_line(&fault.to_string())));
    }
    let shown = |kind: FaultKind| report.faults.iter().filter(|f| f.reason.kind() == kind).count();
    for kind in FaultKind::ALL.into_iter().filter(|kind| report.count(*kind) > shown(*kind)) {
        text.push_str(&format!("{} lines in total: {}\n", report.count(kind), kind.id()));
    }
    if report.byte_order_mark {
        text.push_str("the file begins with a byte order mark, which was ignored\n");
    }
    let remarks = [
        (report.carriage_returns, "end with a carriage return, which was ignored"),
        (report.renormalised, "were not in composed form (NFC) and were converted"),
    ];
    for (remark, what) in remarks.iter().filter(|(remark, _)| remark.lines > 0) {
        let (lines, first) = (remark.lines, remark.first);
        text.push_str(&format!("{lines} lines (the first is line {first}) {what}\n"));
    }
    text
}

fn describe(lexicon: &Lexicon) -> Value {
    let alphabet = lexicon.alphabet();
    let letters: Vec<&str> =
        alphabet.all().iter().map(|letter| &**alphabet.upper(letter)).collect();
    let aliases: Vec<Value> = (alphabet.aliases())
        .map(|(alias, letter)| json!([alias, &**alphabet.upper(letter)]))
        .collect();
    json!({
        "kind": lexicon.kind().id(),
        "words": lexicon.word_count(),
        "nodes": lexicon.node_count(),
        "memory": lexicon.words().len() * 4,
        "alphabet": letters,
        "aliases": aliases,
    })
}

fn info(path: &str, letters: &AlphabetArguments, output: &Output) -> CommandResult {
    let start = Instant::now();
    let lexicon = open(path, letters)?;
    let loaded = start.elapsed();
    let mut lengths = vec![0usize; tilewright::lexicon::MAX_WORD + 1];
    let mut counted = 0usize;
    lexicon.each_word(|word| {
        lengths[word.len().min(tilewright::lexicon::MAX_WORD)] += 1;
        counted += 1;
        counted <= lexicon.word_count()
    });
    // A graph of sorted letters has fewer entries than words.
    let fits = match lexicon.kind() {
        GraphKind::Anagrams => counted <= lexicon.word_count(),
        _ => counted == lexicon.word_count(),
    };
    if !fits {
        let said = lexicon.word_count();
        return Err(Failure::finding(format!(
            "{path}: damaged: it claims {said} words, but has {counted}"
        )));
    }
    let by_length: Vec<Value> = (lengths.iter().enumerate().filter(|(_, count)| **count > 0))
        .map(|(length, count)| json!([length, count]))
        .collect();
    let mut answer = describe(&lexicon);
    answer["ok"] = json!(true);
    answer["by_length"] = json!(by_length);
    answer["milliseconds"] = json!(milliseconds(loaded));
    output.answer(&answer, || {
        let alphabet = lexicon.alphabet();
        let letters: Vec<&str> = alphabet.all().iter().map(|l| &**alphabet.upper(l)).collect();
        let mut text = format!(
            "kind      {}\nwords     {}\nnodes     {}\nmemory    {} bytes\n\
             loaded    in {:.1} ms\nalphabet  {} letters: {}\n",
            lexicon.kind().id(),
            lexicon.word_count(),
            lexicon.node_count(),
            lexicon.words().len() * 4,
            milliseconds(loaded),
            letters.len(),
            one_line(&letters.join(" ")),
        );
        for (alias, letter) in alphabet.aliases() {
            let alias = one_line(alias);
            text.push_str(&format!("alias     {alias} for {}\n", alphabet.upper(letter)));
        }
        for (length, count) in lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
            text.push_str(&format!("length {length:<2} {count}\n"));
        }
        text
    });
    Ok(0)
}

fn check(lexicon: &Lexicon, words: &[String], output: &Output) -> CommandResult {
    let alphabet = lexicon.alphabet();
    let spell = |words: &[Vec<Letter>]| -> Vec<String> {
        words.iter().map(|word| spelling(alphabet, word)).collect()
    };
    let mut rows = Vec::new();
    let mut text = String::new();
    let mut ok = true;
    for word in words {
        let answer = lexicon.explain(word);
        ok &= answer.is_word();
        let reasons: Vec<String> = answer.reasons.iter().map(ToString::to_string).collect();
        let letters = |set: tilewright::tiles::LetterSet| -> Vec<&str> {
            set.iter().map(|letter| &**alphabet.upper(letter)).collect()
        };
        let (front, back) = (letters(answer.hooks.front), letters(answer.hooks.back));
        let (anagrams, near) = (spell(&answer.anagrams), spell(&answer.near));
        let verdict = match answer.is_word() {
            true => format!("{word}: a word"),
            false => format!("{word}: not a word: {}", reasons.join("; ")),
        };
        text.push_str(&format!("{}\n", one_line(&verdict)));
        let hints = [
            ("front hooks", front.join(" ")),
            ("back hooks", back.join(" ")),
            ("anagrams", anagrams.join(" ")),
            ("similar words", near.join(" ")),
        ];
        for (what, found) in hints.iter().filter(|(_, found)| !found.is_empty()) {
            text.push_str(&format!("  {what}: {}\n", one_line(found)));
        }
        rows.push(json!({
            "word": word,
            "valid": answer.is_word(),
            "reasons": reasons,
            "hooks": { "front": front, "back": back },
            "anagrams": anagrams,
            "near": near,
        }));
    }
    output.answer(&json!({ "ok": ok, "words": rows }), || text);
    Ok(u8::from(!ok))
}

fn list_words(lexicon: &Lexicon, found: Found, output: &Output) -> CommandResult {
    let words: Vec<String> =
        found.words.iter().map(|word| spelling(lexicon.alphabet(), word)).collect();
    let answer = json!({ "ok": !words.is_empty(), "words": words, "more": found.more });
    output.answer(&answer, || {
        let lines: Vec<_> = words.iter().map(|word| one_line(word)).collect();
        lines.join("\n")
    });
    if found.more && !output.json {
        warn("there are more words; raise --limit");
    }
    Ok(u8::from(words.is_empty()))
}

fn convert(input: &str, path: &str, letters: &AlphabetArguments, output: &Output) -> CommandResult {
    let lexicon = open(input, letters)?;
    let bytes = match ending(path) {
        "twl" => lexicon.to_bytes(),
        "kwg" => {
            kwg::export(&lexicon).map_err(|error| Failure::finding(format!("{input}: {error}")))?
        }
        "txt" => word_text(&lexicon)?,
        _ => {
            return Err(Failure::usage(format!("{path}: the name must end in .twl, .kwg or .txt")));
        }
    };
    write_bytes(path, &bytes)?;
    let (size, about) = (bytes.len(), describe(&lexicon));
    let answer = json!({ "ok": true, "file": path, "bytes": size, "lexicon": about });
    output.answer(&answer, || {
        format!("{}: {} words, {} bytes", one_line(path), lexicon.word_count(), bytes.len())
    });
    Ok(0)
}

fn word_text(lexicon: &Lexicon) -> Result<Vec<u8>, Failure> {
    let mut text = String::new();
    lexicon.each_word(|word| {
        text.push_str(&spelling(lexicon.alphabet(), word));
        text.push('\n');
        text.len() <= MAX_LIST_BYTES
    });
    match text.len() > MAX_LIST_BYTES {
        true => Err(Failure::finding(format!("the word list exceeds {MAX_LIST_BYTES} bytes"))),
        false => Ok(text.into_bytes()),
    }
}
