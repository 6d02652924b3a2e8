//! `tilewright endgame`

use crate::output::{Failure, Output, one_line, print, print_document, read_file};
use crate::position::load_variant;
use crate::progress::Progress;
use crate::{CommandResult, lexicon};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tilewright::ai::{Endgame, EndgameSolver, Move, NoDraws, Outlook, Playout};
use tilewright::lexicon::Lexicon;
use tilewright::movegen::OwnedPlay;
use tilewright::notation::{Cgp, Square};
use tilewright::rules::{GameStatus, MoveDraft, score, validate};
use tilewright::{Board, Generator, PluginRegistry, Position, Ruleset, TileCounts};

/// The positions to solve.
#[derive(Args)]
#[command(
    after_help = "The value is what the side to move gains over the opponent until the end, including the settlement.\nA file has one position per line: CGP in the first tab-separated column; `#` lines are skipped.\nThe bag must be empty. If the CGP has only one rack, the opponent holds all unseen tiles.\n\nExamples:\n  tilewright endgame '15/15/15/15/15/15/15/3FACET7/15/15/15/15/15/15/15 QI/ZA 0/0 0' --tiles-left-out\n  tilewright endgame --time 5 --json positions.tsv"
)]
pub struct EndgameArguments {
    /// The variant: a shipped name or a .toml file.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    variant: String,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
    /// The most seconds per position; then the best line so far is shown.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// The memory to use, in megabytes.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    memory: u32,
    /// Ignore tiles that are neither on the board nor on a rack, instead of putting them in the bag.
    #[arg(long)]
    tiles_left_out: bool,
    /// A position as CGP, or a file of them.
    #[arg(value_name = "CGP|FILE")]
    position: String,
}

/// A position with full information.
struct Known {
    board: Board,
    racks: Vec<TileCounts>,
    bag: TileCounts,
    status: GameStatus,
}

impl Known {
    fn read(text: &str, ruleset: &Ruleset, arguments: &EndgameArguments) -> Result<Known, String> {
        let cgp = Cgp::parse(text, ruleset).map_err(|error| error.to_string())?;
        let (board, mut status) = (cgp.to_board(ruleset), cgp.status());
        let mut racks: Vec<TileCounts> =
            cgp.racks.iter().map(|rack| rack.iter().copied().collect()).collect();
        let mut bag = *ruleset.tiles().full_bag();
        // A hand-made position may hold more tiles of a kind than the bag ever had. Then none of
        // that kind is left.
        bag.take_present(board.tiles().tiles());
        racks.iter().for_each(|rack| bag.take_present(rack.tiles()));
        let alone = racks.len() == 1 || racks.len() == 2 && racks[1].is_empty();
        if alone && bag.len() <= usize::from(ruleset.spec().rack_size.size) {
            racks.truncate(1);
            racks.push(std::mem::take(&mut bag));
            status.seats.resize(2, status.seats[0].clone());
            if cgp.scores.len() < 2 {
                status.seats[1].score = Default::default();
            }
        }
        if arguments.tiles_left_out {
            bag = TileCounts::new();
        }
        Ok(Known { board, racks, bag, status })
    }

    fn game<'a>(&'a self, ruleset: &'a Ruleset) -> Playout<'a> {
        let (board, rack, status) = (&self.board, &self.racks[0], &self.status);
        let outlook = Outlook { ruleset, board, seat: 0, rack, status, last_placer: None };
        Playout::from_parts(&outlook, self.racks.clone(), self.bag)
    }
}

/// Solves positions.
pub fn run(arguments: &EndgameArguments, output: &Output) -> CommandResult {
    let variant = load_variant(&arguments.variant)?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    let named = arguments.lexicon.as_deref().or(variant.lexicon());
    let named = named.ok_or_else(|| Failure::usage("name a word list with --lexicon FILE"))?;
    let words = lexicon::load(named, ruleset.tiles())?;
    let generator = Generator::new(&ruleset, &words).map_err(Failure::usage)?;
    let time = match arguments.time {
        None => None,
        Some(seconds) => {
            let wrong = |_| Failure::usage(format!("--time {seconds}: must be 0 or more seconds"));
            Some(Duration::try_from_secs_f64(seconds).map_err(wrong)?)
        }
    };
    let is_file = Path::new(&arguments.position).is_file();
    let text = match is_file {
        true => read_file(&arguments.position, 1 << 26)?,
        false => arguments.position.clone(),
    };
    let is_wanted = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let first_field = |line: &'_ str| line.split('\t').next().unwrap_or("").trim().to_string();
    let lines: Vec<(usize, String)> = (1..)
        .zip(text.lines())
        .filter(is_wanted)
        .map(|(number, line)| (number, first_field(line)))
        .collect();
    let mut solver = EndgameSolver::new(&generator, (arguments.memory as usize) << 20);
    let progress = Progress::new("positions", lines.len() as u64);
    for (done, (number, line)) in (1..).zip(&lines) {
        let fault = |error: String| match is_file {
            true => Failure::usage(format!("{}: line {number}: {error}", arguments.position)),
            false => Failure::usage(error),
        };
        let known = Known::read(line, &ruleset, arguments).map_err(fault)?;
        let game = known.game(&ruleset);
        let started = Instant::now();
        let due = || time.is_some_and(|time| started.elapsed() >= time);
        let found = solver.solve(&game, &due).map_err(|error| fault(error.to_string()))?;
        let seconds = started.elapsed().as_secs_f64();
        if lines.len() > 1 {
            progress.at(done);
        }
        let turns = describe(&ruleset, &words, game, &found);
        if output.json {
            print_document(&as_json(line, &found, &turns, seconds).to_string());
        } else {
            print(as_text(&found, &turns, seconds).trim_end());
        }
    }
    if lines.len() > 1 {
        progress.finish();
    }
    Ok(0)
}

fn as_json(cgp: &str, found: &Endgame, turns: &[Value], seconds: f64) -> Value {
    json!({
        "ok": true, "cgp": cgp, "value": found.value, "exact": found.exact, "line": turns,
        "nodes": found.nodes, "depth": found.depth, "seconds": seconds,
    })
}

fn as_text(found: &Endgame, turns: &[Value], seconds: f64) -> String {
    let kind = if found.exact { "exact" } else { "not exact: the search was stopped" };
    let mut text = format!("value {:+} ({kind})\n", found.value);
    for (number, turn) in turns.iter().enumerate() {
        let field = |key: &str| one_line(turn[key].as_str().unwrap_or("")).into_owned();
        let score = turn["score"].to_string();
        text.push_str(&format!("{:>3}. {:<24} {score:>4}\n", number + 1, field("turn")));
    }
    let rate = found.nodes as f64 / seconds.max(1e-9) / 1e3;
    text + &format!("{} positions in {seconds:.3} s ({rate:.0} thousand/s)\n\n", found.nodes)
}

/// Describes the moves of the best line.
fn describe(
    ruleset: &Ruleset,
    words: &Lexicon,
    mut game: Playout<'_>,
    found: &Endgame,
) -> Vec<Value> {
    let mut turns = Vec::new();
    for turn in &found.principal_variation {
        let seat = game.to_move();
        turns.push(match turn {
            Move::Play(play) => {
                let outlook = game.outlook(seat);
                let text = play_text(ruleset, words, &outlook.position(), play);
                json!({ "seat": seat, "turn": text, "score": play.points })
            }
            Move::Swap(_) => json!({ "seat": seat, "turn": "exchange", "score": 0 }),
            Move::Pass => json!({ "seat": seat, "turn": "pass", "score": 0 }),
        });
        game.take(turn, &mut NoDraws);
    }
    turns
}

/// Writes a play in standard notation, or cell by cell if the board has no such notation.
fn play_text(
    ruleset: &Ruleset,
    words: &Lexicon,
    position: &Position<'_>,
    play: &OwnedPlay,
) -> String {
    let tiles = ruleset.tiles();
    let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
    let position = Position { dictionary: Some(words), ..*position };
    let standard = validate(&position, &MoveDraft::known(&known, tiles))
        .ok()
        .and_then(|validated| Square::of_move(ruleset, &score(&position, &validated)).ok());
    if let Some((square, word)) = standard {
        return format!("{square} {word}");
    }
    let text = |kind, letter| match tiles.kind(kind).is_blank() {
        true => format!("?{}", tiles.alphabet().data(letter).lower),
        false => tiles.alphabet().upper(letter).to_string(),
    };
    let place = |p: &tilewright::rules::Placement| {
        format!("{}={}", ruleset.label(p.cell), text(p.tile.kind, p.tile.letter))
    };
    play.placements.iter().map(place).collect::<Vec<_>>().join(" ")
}
