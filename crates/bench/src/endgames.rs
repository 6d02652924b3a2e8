//! Endgames whose values another engine has found, and the solver's answers.

use std::path::Path;
use tilewright_ai::{Endgame, EndgameSolver, Never, Outlook, Playout};
use tilewright_movegen::Generator;
use tilewright_notation::Cgp;
use tilewright_tiles::TileCounts;

/// An endgame of the classic game with the English list.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The position.
    pub cgp: String,
    /// What the side to move gains from there on.
    pub value: i64,
    /// The number of nodes of the other engine.
    pub nodes: u64,
}

/// The rows of the oracle.
pub fn rows() -> Result<Vec<Row>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle/endgames-en.tsv");
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| row(line).ok_or_else(|| format!("not a row: {line}"))).collect()
}

fn row(line: &str) -> Option<Row> {
    let mut fields = line.split('\t');
    let cgp = fields.next()?.to_string();
    let value = fields.next()?.parse().ok()?;
    Some(Row { cgp, value, nodes: fields.next()?.parse().ok()? })
}

/// Solves a position in which the bag is empty.
pub fn solve(generator: &Generator, cgp: &str) -> Result<Endgame, String> {
    let ruleset = generator.ruleset();
    let cgp = Cgp::parse(cgp, ruleset).map_err(|error| error.to_string())?;
    let (board, status) = (cgp.to_board(ruleset), cgp.status());
    let racks: Vec<TileCounts> =
        cgp.racks.iter().map(|rack| rack.iter().copied().collect()).collect();
    let rack = racks.first().ok_or("no rack")?;
    let outlook =
        Outlook { ruleset, board: &board, seat: 0, rack, status: &status, last_placer: None };
    let game = Playout::from_parts(&outlook, racks.clone(), TileCounts::new());
    let mut solver = EndgameSolver::new(generator, EndgameSolver::MEMORY);
    solver.solve(&game, &Never).map_err(|error| error.to_string())
}
