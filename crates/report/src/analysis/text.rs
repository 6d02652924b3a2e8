//! An analysis for a terminal.

use super::{Analysis, MoveAnalysis, MoveKind, Phony, TurnAnalysis};
use crate::terminal::one_line;

/// An analysis as plain text.
pub fn analysis_text(analysis: &Analysis) -> String {
    let mut text = String::new();
    let title = one_line(analysis.title.as_deref().unwrap_or("Game analysis"));
    let (variant, lexicon) = (one_line(&analysis.variant_name), one_line(&analysis.lexicon));
    text.push_str(&format!("{title}: {variant}, words of {lexicon}\n"));
    if !analysis.trained {
        text.push_str("there are no trained values for these rules; equity is the score alone\n");
    }
    for turn in &analysis.turns {
        text.push('\n');
        turn_text(&mut text, analysis, turn);
    }
    text.push('\n');
    players_text(&mut text, analysis);
    if let Some(fault) = &analysis.fault {
        text.push_str(&format!("the analysis ends here: {}\n", one_line(fault)));
    }
    text
}

/// A chance in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// A move in a few words.
pub(super) fn move_words(described: &MoveAnalysis) -> String {
    match described.kind {
        MoveKind::Play => format!("{} {}", described.at, described.word).trim().to_string(),
        MoveKind::Swap => format!("swap {}", described.word),
        MoveKind::Pass => "pass".to_string(),
        MoveKind::Lost => "turn lost".to_string(),
    }
}

fn turn_text(text: &mut String, analysis: &Analysis, turn: &TurnAnalysis) {
    let name = analysis.players.get(usize::from(turn.seat)).map_or("", |player| &player.name);
    let name = one_line(name);
    let scores: Vec<String> = turn.scores.iter().map(ToString::to_string).collect();
    let known = if turn.rack_complete { "" } else { " (in part)" };
    text.push_str(&format!(
        "{:>3}. {name}  rack {}{known}  scores {}  bag {}  {} legal plays\n",
        turn.number,
        one_line(if turn.rack.is_empty() { "unknown" } else { &turn.rack }),
        scores.join("-"),
        turn.bag,
        turn.legal_plays
    ));
    for (place, listed) in (1..).zip(&turn.best) {
        row(text, Some(place), listed);
    }
    if !turn.best.iter().any(|listed| listed.played) {
        row(text, turn.rank, &turn.played);
    }
    let mut notes = Vec::new();
    match (turn.loss, turn.phony) {
        (_, Some(Phony::Withdrawn)) => notes.push("phony, withdrawn".to_string()),
        (_, Some(Phony::Stood)) => notes.push("phony, it stood".to_string()),
        _ => {}
    }
    if let Some(loss) = turn.loss {
        notes.push(if loss.0 == 0 { "no loss".to_string() } else { format!("loss {loss}") });
    }
    if let Some(lost) = turn.win_loss.filter(|lost| *lost > 0.0) {
        notes.push(format!("{} % of winning lost", percent(lost)));
    }
    if turn.method != "static" {
        notes.push(format!("by {}", turn.judge()));
    }
    if turn.bingo_possible && !turn.played.bingo {
        notes.push("a bingo was missed".to_string());
    }
    notes.extend(turn.remarks.iter().cloned());
    if !notes.is_empty() {
        text.push_str(&format!("       {}\n", one_line(&notes.join("; "))));
    }
}

fn row(text: &mut String, place: Option<u64>, listed: &MoveAnalysis) {
    let place = place.map_or("-".to_string(), |place| place.to_string());
    let mark = if listed.played { '>' } else { ' ' };
    let equity = listed.value().map_or("-".to_string(), |equity| equity.to_string());
    let win = listed.win().map_or(String::new(), |win| format!("{:>6} %", percent(win)));
    let line = format!(
        "     {mark}{place:>4}  {:<26} {:>6} {equity:>8}{win}  {}",
        move_words(listed),
        listed.score.to_string(),
        listed.leave
    );
    text.push_str(&format!("{}\n", one_line(line.trim_end())));
}

fn players_text(text: &mut String, analysis: &Analysis) {
    text.push_str(&format!(
        "{:<16} {:>6} {:>6} {:>8} {:>7} {:>5} {:>14}\n",
        "player", "score", "turns", "loss", "mean", "best", "bingos/missed"
    ));
    for player in &analysis.players {
        let bingos = format!("{}/{}", player.bingos_found, player.bingos_missed);
        let win = player
            .win_loss
            .map_or(String::new(), |lost| format!("  {} % of winning lost", percent(lost)));
        text.push_str(&format!(
            "{:<16} {:>6} {:>6} {:>8} {:>7} {:>5} {bingos:>14}{win}\n",
            one_line(&player.name),
            player.score.to_string(),
            player.turns,
            player.loss,
            player.mean_loss,
            player.best_moves
        ));
    }
}
