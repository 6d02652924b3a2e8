//! `tilewright render`

use crate::CommandResult;
use crate::output::{Failure, Output, write_file};
use crate::position::{PositionArguments, Setup};
use clap::{Args, ValueEnum};
use serde_json::json;
use tilewright::render::{BoardPicture, Phase, PictureOptions, Theme};
use tilewright::render::{board_svg, breakdown_frame_svg, breakdown_svg};
use tilewright::rules::{score, validate};
use tilewright::tiles::Tile;
use tilewright::{CellId, Violations};

/// The position to draw.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tilewright render --variant hex --output hex.svg\n  tilewright render --variant hex --cells --output cells.svg\n  tilewright render --place 7,7=R 8,7=E 9,7=A 10,7=D --animate --output read.svg"
)]
pub struct RenderArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The output file [default: standard output].
    #[arg(long, short)]
    output: Option<String>,
    /// Draw the animated breakdown of the move.
    #[arg(long)]
    animate: bool,
    /// Draw one frame of the breakdown.
    #[arg(long, value_enum, conflicts_with = "animate")]
    frame: Option<Frame>,
    /// The colours.
    #[arg(long, value_enum, default_value = "light")]
    theme: Colours,
    /// Leave out the legend of premiums.
    #[arg(long)]
    no_legend: bool,
    /// Label each cell with its name on the command line.
    #[arg(long)]
    cells: bool,
    /// The width of a cell in pixels.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(8..=200))]
    cell_size: u32,
    /// The title [default: the variant's name].
    #[arg(long)]
    title: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Frame {
    Letters,
    Premiums,
    Words,
    Bonus,
    Total,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colours {
    Light,
    Dark,
    LightSafe,
    DarkSafe,
}

/// Draws the picture in a theme.
pub fn draw(arguments: &RenderArguments, theme: Theme) -> Result<String, Failure> {
    let wants_move = arguments.animate || arguments.frame.is_some();
    let mut position = arguments.position.clone();
    if !wants_move && position.words.is_none() {
        position.dictionary = Some("free".to_string());
    }
    let setup = position.setup()?;
    let placed = placed_tiles(&setup)?;
    let title = arguments.title.clone().unwrap_or_else(|| setup.variant.name().to_string());
    let picture = BoardPicture {
        topology: setup.ruleset.topology(),
        premiums: setup.ruleset.premiums(),
        tiles: setup.ruleset.tiles(),
        board: &setup.board,
        start_cells: setup.ruleset.start_cells(),
        placed: &placed,
        title: &title,
        options: PictureOptions {
            theme,
            legend: !arguments.no_legend,
            cell_names: arguments.cells,
            cell_size: arguments.cell_size,
            ..PictureOptions::default()
        },
    };
    if !wants_move {
        return Ok(board_svg(&picture));
    }
    let place = setup.position();
    let validated = validate(&place, &setup.draft).map_err(not_legal)?;
    let account = score(&place, &validated);
    Ok(match arguments.frame {
        Some(frame) => breakdown_frame_svg(&picture, &account, phase(frame)),
        None => breakdown_svg(&picture, &account),
    })
}

/// Draws the picture and writes it.
pub fn run(arguments: &RenderArguments, output: &Output) -> CommandResult {
    let svg = draw(arguments, theme(arguments.theme))?;
    let to_file = arguments.output.as_deref().filter(|path| *path != "-");
    if output.json && to_file.is_none() {
        output.answer(&json!({ "ok": true, "svg": svg }), String::new);
        return Ok(0);
    }
    write_file(to_file, &svg)?;
    if let (true, Some(path)) = (output.json, to_file) {
        output.answer(&json!({ "ok": true, "file": path, "bytes": svg.len() }), String::new);
    }
    Ok(0)
}

fn not_legal(violations: Violations) -> Failure {
    Failure::finding(format!("the move is not legal: {violations}"))
}

fn phase(frame: Frame) -> Phase {
    match frame {
        Frame::Letters => Phase::Letters,
        Frame::Premiums => Phase::Premiums,
        Frame::Words => Phase::Words,
        Frame::Bonus => Phase::Bonus,
        Frame::Total => Phase::Total,
    }
}

fn theme(colours: Colours) -> Theme {
    match colours {
        Colours::Light => Theme::light(),
        Colours::Dark => Theme::dark(),
        Colours::LightSafe => Theme::light_safe(),
        Colours::DarkSafe => Theme::dark_safe(),
    }
}

fn placed_tiles(setup: &Setup) -> Result<Vec<(CellId, Tile)>, Failure> {
    let mut placed = Vec::new();
    for drafted in &setup.draft.placements {
        let tilewright::rules::CellRef::At(label) = &drafted.cell else { continue };
        let cell = label.find(setup.ruleset.topology());
        let cell = cell.ok_or_else(|| {
            Failure::usage(format!("--place {label}: the board has no such cell"))
        })?;
        let tile = crate::position::known_tile(&setup.ruleset, drafted).map_err(Failure::usage)?;
        placed.push((cell, tile));
    }
    Ok(placed)
}
