//! An analysis as a page.

use super::text::{move_words, percent};
use super::{
    Analysis, Deed, MoveAnalysis, MoveKind, Phony, PlayerSummary, Record, RecordedTurn,
    TurnAnalysis,
};
use crate::Equity;
use crate::html::{card, escape, figure, inline, page, table};
use tilewright_render::{BoardPicture, PictureOptions, adaptive, board_svg};
use tilewright_rules::Ruleset;
use tilewright_rules::spec::Reading;

/// A loss of this many thousandths of a point is marked as large.
const LARGE: i64 = 10_000;

/// An analysis as one HTML file that needs nothing else: a board for every turn, the best moves,
/// and the course of the game.
pub fn analysis_page(analysis: &Analysis, record: &Record, ruleset: &Ruleset) -> String {
    let title = analysis.title.clone().unwrap_or_else(|| match analysis.players.as_slice() {
        [] => "Game analysis".to_string(),
        players => {
            let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            format!("Game analysis: {}", names.join(" – "))
        }
    });
    let judge = match analysis.evaluators.as_slice() {
        [] => "score and leave".to_string(),
        names => format!("{} where they apply, else by score and leave", names.join(" and ")),
    };
    let mut subtitle = format!(
        "{}, words of {}. Moves are judged by {judge}.",
        analysis.variant_name, analysis.lexicon
    );
    if !analysis.trained {
        subtitle.push_str(" There are no trained values for these rules: equity is the score.");
    }
    let mut out = String::new();
    let players = analysis.players.iter().map(player_card).collect::<String>();
    out.push_str(&format!("<div class=\"facts\">\n{players}</div>\n"));
    if let Some(fault) = &analysis.fault {
        let text = escape(&format!("The analysis ends where the file differs: {fault}"));
        out.push_str(&format!("<ul class=\"plain\"><li class=\"warn\">{text}</li></ul>\n"));
    }
    out.push_str(&super::course::course(analysis));
    out.push_str(&contents(analysis));
    for (turn, recorded) in analysis.turns.iter().zip(&record.turns) {
        out.push_str(&turn_section(analysis, turn, recorded, ruleset));
    }
    page(&title, &subtitle, &out)
}

/// A worth with a real minus sign.
fn minus(equity: Equity) -> String {
    equity.to_string().replace('-', "−")
}

fn player_card(player: &PlayerSummary) -> String {
    let mut body =
        format!("<p class=\"big\">{} points</p>\n<p>", escape(&player.score.to_string()));
    body.push_str(&format!("Lost {} points in {} turns, {} a turn. Best move in {} of {} turns. Bingos: {} found, {} missed.",
        player.loss,
        player.judged,
        player.mean_loss,
        player.best_moves,
        player.judged,
        player.bingos_found,
        player.bingos_missed));
    if let Some(lost) = player.win_loss {
        body.push_str(&format!(" {} % of winning lost.", percent(lost)));
    }
    if player.phonies > 0 {
        body.push_str(&format!(" Plays that are not legal by the list: {}.", player.phonies));
    }
    body.push_str("</p>");
    card(2, &player.name, "", &body)
}

/// Links to all turns; those with a loss stand out.
fn contents(analysis: &Analysis) -> String {
    let mut out = String::from(
        "<h2 id=\"turns\">Turns</h2>\n<nav class=\"turns\" aria-labelledby=\"turns\"><ol>\n",
    );
    for turn in &analysis.turns {
        let class = match turn.loss {
            None | Some(Equity(0)) => "",
            Some(Equity(LARGE..)) => " class=\"large\"",
            Some(_) => " class=\"loss\"",
        };
        let name = player(analysis, turn);
        let label = match turn.loss {
            Some(loss) if loss.0 > 0 => format!("Turn {}, {name}, loss {loss}", turn.number),
            _ => format!("Turn {}, {name}", turn.number),
        };
        let shown = match turn.loss {
            Some(loss) if loss.0 > 0 => format!("{}: −{loss}", turn.number),
            _ => turn.number.to_string(),
        };
        out.push_str(&format!(
            "<li><a href=\"#turn-{}\"{class} aria-label=\"{}\">{shown}</a></li>\n",
            turn.number,
            escape(&label)
        ));
    }
    out + "</ol></nav>\n"
}

fn player<'a>(analysis: &'a Analysis, turn: &TurnAnalysis) -> &'a str {
    analysis.players.get(usize::from(turn.seat)).map_or("", |player| &player.name)
}

fn turn_section(
    analysis: &Analysis,
    turn: &TurnAnalysis,
    recorded: &RecordedTurn,
    ruleset: &Ruleset,
) -> String {
    let heading =
        format!("Turn {}: {}, {}", turn.number, player(analysis, turn), move_words(&turn.played));
    let scores: Vec<String> = turn.scores.iter().map(ToString::to_string).collect();
    let known = if turn.rack_complete { "" } else { " (in part)" };
    let rack = if turn.rack.is_empty() { "unknown" } else { &turn.rack };
    let mut side = format!(
        "<p>Rack <span class=\"word\">{}</span>{known}, scores {}, {} tiles in the bag, {} legal plays.</p>\n",
        escape(rack),
        escape(&scores.join(" – ")),
        turn.bag,
        turn.legal_plays
    );
    side.push_str(&trio(turn));
    side.push_str(&card(4, "Best moves", "", &moves_table(turn)));
    let mut remarks: Vec<String> = turn.remarks.clone();
    if turn.bingo_possible && !turn.played.bingo {
        remarks.push("a play of a full rack was possible".to_string());
    }
    if let Some(points) = &turn.challenge_bonus {
        remarks.push(format!("challenged in vain; that gave {points} points"));
    }
    remarks.extend(recorded.notes.iter().map(|note| format!("“{note}”")));
    if !remarks.is_empty() {
        let items: String =
            remarks.iter().map(|remark| format!("<li>{}</li>", escape(remark))).collect();
        side.push_str(&format!("<ul class=\"plain\">{items}</ul>\n"));
    }
    if let Some(cgp) = &turn.cgp {
        side.push_str(&format!(
            "<details><summary>The position as CGP</summary><code>{}</code></details>\n",
            escape(cgp)
        ));
    }
    // Layers stand side by side; they have the page's whole width, and more where it is narrow.
    let layers = ruleset.topology().layers() > 1;
    let (wide, class) = if layers { (" layers", "board card layers") } else { ("", "board card") };
    format!(
        "<section id=\"turn-{}\" aria-labelledby=\"head-{0}\"><h3 id=\"head-{0}\">{}</h3>\n\
         <div class=\"turn{wide}\">{}\n<div class=\"stack\">{side}</div></div></section>\n",
        turn.number,
        escape(&heading),
        figure(class, layers, &board(turn, recorded, ruleset, &heading))
    )
}

/// The board before the turn with the tiles of the move on it.
fn board(turn: &TurnAnalysis, recorded: &RecordedTurn, ruleset: &Ruleset, heading: &str) -> String {
    let placed = match &recorded.deed {
        Deed::Play { placed, .. } => placed.as_slice(),
        _ => &[],
    };
    let topology = ruleset.topology();
    let backward = |axis| ruleset.reading(axis) == Reading::Backward;
    let svg = adaptive(|theme| {
        board_svg(&BoardPicture {
            topology,
            premiums: ruleset.premiums(),
            tiles: ruleset.tiles(),
            board: &recorded.before.board,
            start_cells: ruleset.start_cells(),
            placed,
            title: &format!("The board of {heading} (turn {})", turn.number),
            options: PictureOptions {
                theme,
                heading: false,
                legend: false,
                right_to_left: topology.axis_ids().next().is_some_and(backward),
                ..PictureOptions::default()
            },
        })
    });
    inline(&svg)
}

/// What was played, what was best, and the difference.
fn trio(turn: &TurnAnalysis) -> String {
    let worth = |listed: &MoveAnalysis| {
        let equity = listed.value().map_or("–".to_string(), minus);
        let win = listed.win().map_or(String::new(), |win| format!(", win {} %", percent(win)));
        format!(
            "<p class=\"name\">{}</p><p><span class=\"big\">{}</span> <span class=\"muted sm\">equity {equity}{win}</span></p>",
            escape(&move_words(listed)),
            escape(&listed.score.to_string())
        )
    };
    let mut out = card(4, "Played", "", &worth(&turn.played));
    if let Some(best) = turn.best.first() {
        out.push_str(&card(4, "Best found", "best", &worth(best)));
    }
    let mut lost = match turn.loss {
        Some(loss) if loss.0 == 0 => "<p class=\"big\">none</p>".to_string(),
        Some(loss) => format!("<p class=\"big\">−{loss}</p>"),
        None => "<p class=\"big\">–</p>".to_string(),
    };
    if let Some(win) = turn.win_loss.filter(|win| *win > 0.0) {
        lost.push_str(&format!("<p>−{} % of winning</p>", percent(win)));
    }
    if let Some(rank) = turn.rank {
        lost.push_str(&format!("<p class=\"muted sm\">place {rank} of all moves</p>"));
    }
    match turn.phony {
        Some(Phony::Withdrawn) => lost.push_str("<p><span class=\"pill bad\">withdrawn</span></p>"),
        Some(Phony::Stood) => {
            lost.push_str("<p><span class=\"pill bad\">not in the list</span></p>")
        }
        None => {}
    }
    out.push_str(&card(4, "Difference", "", &lost));
    format!("<div class=\"trio\">{out}</div>\n")
}

fn moves_table(turn: &TurnAnalysis) -> String {
    let wins = turn.best.iter().any(|listed| listed.win().is_some());
    let mut heads = vec!["#", "At", "Move", "Leaves", "#Score", "#Equity"];
    if wins {
        heads.push("#Win");
    }
    let row = |place: Option<u64>, listed: &MoveAnalysis| {
        let mut pills = String::new();
        if place == Some(1) && turn.best.first() == Some(listed) {
            pills.push_str(" <span class=\"pill best\">best</span>");
        }
        if listed.played {
            pills.push_str(" <span class=\"pill played\">played</span>");
        }
        let (at, word) = match listed.kind {
            MoveKind::Play => (listed.at.clone(), listed.word.clone()),
            MoveKind::Swap => ("swap".to_string(), listed.word.clone()),
            MoveKind::Pass => ("pass".to_string(), String::new()),
            MoveKind::Lost => ("lost".to_string(), String::new()),
        };
        let mut cells = vec![
            place.map_or("–".to_string(), |place| place.to_string()),
            escape(&at),
            format!("<span class=\"word\">{}</span>{pills}", escape(&word)),
            escape(if listed.leave.is_empty() { "–" } else { &listed.leave }),
            escape(&listed.score.to_string()),
            listed.value().map_or("–".to_string(), minus),
        ];
        if wins {
            cells.push(listed.win().map_or("–".to_string(), |win| format!("{} %", percent(win))));
        }
        let class = match (listed.played, place) {
            (true, _) => "played",
            (false, Some(1)) => "best",
            _ => "",
        };
        (class.to_string(), cells)
    };
    let mut rows: Vec<_> =
        (1..).zip(&turn.best).map(|(place, listed)| row(Some(place), listed)).collect();
    if !turn.best.iter().any(|listed| listed.played) && turn.played.kind != MoveKind::Lost {
        rows.push(row(turn.rank, &turn.played));
    }
    let how = format!("The best moves by {}", turn.judge());
    table(&how, &heads, &rows)
}
