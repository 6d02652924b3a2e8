//! `tilewright moves`

use crate::output::{Failure, Output, one_line};
use crate::position::PositionArguments;
use crate::{CommandResult, lexicon};
use clap::Args;
use serde_json::{Value, json};
use tilewright::ai::shipped_leaves;
use tilewright::movegen::{OtherMove, OwnedPlay, other_moves};
use tilewright::notation::Cgp;
use tilewright::rules::{GameStatus, MoveDraft, score, validate};
use tilewright::{Generator, Position, Ruleset};

/// The position.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright moves --rack READING\n  tilewright moves --variant hex --on 6,6=C 7,6=A 8,6=T --rack SENATOR --count 5\n  tilewright moves --rack IIUUVWW --equity\n  tilewright moves --cgp '15/15/15/15/15/15/15/3FACET7/15/15/15/15/15/15/15 EIIJNOR/ 0/0 0'"
)]
pub struct MovesArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The position as CGP, instead of --on and --rack.
    #[arg(long, conflicts_with_all = ["on", "place", "rack", "notation"])]
    cgp: Option<String>,
    /// The word list: a lexicon, a KWG file, a plain list, or en or nl [default: the variant's own].
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
    /// How many moves to list, highest scores first.
    #[arg(long, default_value_t = 15)]
    count: usize,
    /// Sort by equity, which is the score plus the value of the leave; includes exchanges and the
    /// pass.
    #[arg(long)]
    equity: bool,
}

/// Lists the best moves.
pub fn run(arguments: &MovesArguments, output: &Output) -> CommandResult {
    let mut given = arguments.position.clone();
    given.dictionary = Some("free".to_string());
    let words_file = given.words.take();
    let setup = given.setup()?;
    let ruleset = &setup.ruleset;
    let named = words_file.as_deref().or(arguments.lexicon.as_deref()).or(setup.variant.lexicon());
    let named = named.ok_or_else(|| Failure::usage("name a word list with --lexicon FILE"))?;
    let words = lexicon::load(named, ruleset.tiles())?;
    let generator = Generator::new(ruleset, &words).map_err(Failure::usage)?;
    let (board, rack) = match &arguments.cgp {
        None => (setup.board.clone(), setup.rack),
        Some(text) => {
            let cgp = Cgp::parse(text, ruleset).map_err(Failure::usage)?;
            (cgp.to_board(ruleset), cgp.rack())
        }
    };
    let position = Position { board: &board, rack: &rack, ..setup.position() };
    let rows = match arguments.equity {
        false => {
            let plays = generator.best(&position, arguments.count);
            let row = |play: &OwnedPlay| describe(generator.ruleset(), &position, &words, play);
            plays.iter().map(row).collect::<Result<_, _>>()?
        }
        true => by_equity(&generator, &position, &words, arguments.count)?,
    };
    let total = generator.summary(&position).plays;
    output.answer(&json!({ "ok": true, "plays": total, "moves": rows }), || {
        let mut text = String::new();
        for row in &rows {
            let field = |key: &str| one_line(row[key].as_str().unwrap_or("")).into_owned();
            if let Some(equity) = row["equity"].as_f64() {
                text.push_str(&format!("{equity:>9.3}  "));
            }
            let score = row["score"].to_string();
            text.push_str(&format!("{:>6}  {:<24} {}\n", score, field("words"), field("place")));
        }
        text + &format!("{total} plays in all\n")
    });
    Ok(0)
}

/// The best moves by equity, including exchanges and the pass. Assumes one opponent with a full
/// rack; all other unseen tiles are in the bag.
fn by_equity(
    generator: &Generator,
    position: &Position<'_>,
    words: &tilewright::lexicon::Lexicon,
    count: usize,
) -> Result<Vec<Value>, Failure> {
    let ruleset = position.ruleset;
    let values = shipped_leaves(ruleset).ok_or_else(|| {
        Failure::usage("--equity: this variant has no trained values; leave the flag out")
    })?;
    let mut status = GameStatus::at_start(2, 0);
    let cells = ruleset.topology().cell_ids();
    let on_board: usize = cells.map(|cell| usize::from(position.board.height(cell))).sum();
    let unseen = ruleset.tiles().full_bag().len().saturating_sub(on_board + position.rack.len());
    status.seats.iter_mut().for_each(|seat| seat.rack_len = position.rack.len());
    status.bag_len = unseen.saturating_sub(ruleset.spec().rack_size.size.into());
    let plays = generator.finder().best(position, count, &values);
    let equity = |equity: i64| equity as f64 / 1000.0;
    let mut rows: Vec<(i64, Value)> = Vec::new();
    for play in &plays {
        let mut row = describe(generator.ruleset(), position, words, play)?;
        row["equity"] = json!(equity(play.equity));
        rows.push((play.equity, row));
    }
    other_moves(ruleset, &status, 0, position.rack, &values, &mut |turn, worth| {
        let words = match turn {
            OtherMove::Swap(tiles) => {
                let names = tiles.iter().map(|kind| ruleset.tiles().kind(*kind).id.as_ref());
                format!("(exchange {})", names.collect::<String>())
            }
            OtherMove::Pass => "(pass)".to_string(),
        };
        rows.push((
            worth,
            json!({"score": 0, "words": words, "place": "", "equity": equity(worth)}),
        ));
    });
    // Stable: plays before exchanges, exchanges before the pass.
    rows.sort_by_key(|(equity, _)| std::cmp::Reverse(*equity));
    rows.truncate(count);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn describe(
    ruleset: &Ruleset,
    position: &Position<'_>,
    words: &tilewright::lexicon::Lexicon,
    play: &OwnedPlay,
) -> Result<Value, Failure> {
    let tiles = ruleset.tiles();
    let text = |kind, letter| match tiles.kind(kind).is_blank() {
        true => format!("?{}", tiles.alphabet().data(letter).lower),
        false => tiles.alphabet().upper(letter).to_string(),
    };
    let place: Vec<String> = (play.placements.iter())
        .map(|p| format!("{}={}", ruleset.label(p.cell), text(p.tile.kind, p.tile.letter)))
        .collect();
    let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
    let position = Position { ruleset, dictionary: Some(words), ..*position };
    let place = place.join(" ");
    let validated =
        validate(&position, &MoveDraft::known(&known, tiles)).map_err(|violations| {
            Failure::finding(format!("{place}: the rules reject a generated play: {violations}"))
        })?;
    let account = score(&position, &validated);
    let formed: Vec<&str> = account.words.iter().map(|word| word.text.as_str()).collect();
    Ok(json!({ "score": play.points, "words": formed.join(" "), "place": place }))
}
