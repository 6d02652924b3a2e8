//! Thinking: the best moves by score and leave, then simulation until it is time.

use super::command::Go;
use super::options::{CompiledVariant, Options};
use super::place::Place;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tilewright::Board;
use tilewright::ai::{
    Allocation, Candidate, EndgameSolver, Move, Simulation, SimulationSettings, StaticBot,
    WinModel, known_game,
};
use tilewright::movegen::{OwnedPlay, Placements};
use tilewright::notation::{UcgiMove, read_rack};
use tilewright::report::Equity;
use tilewright::report::analysis::{Moves, judgement_of};
use tilewright::rules::{Placement, Points};

/// How often the results so far are reported.
const EVERY: Duration = Duration::from_secs(1);
/// How long a search that only waits sleeps.
const NAP: Duration = Duration::from_millis(2);

/// The most positions of an endgame that is searched without a clock.
const MOST_NODES: u64 = 2_000_000;

/// One search.
pub struct Search<'a> {
    /// The variant and its words.
    pub compiled: &'a CompiledVariant,
    /// The options.
    pub options: &'a Options,
    /// The position.
    pub place: &'a Place,
    /// The limits.
    pub go: &'a Go,
    /// Set when it is to stop.
    pub stop: &'a AtomicBool,
    /// Set when the best move is known, before it is sent: the front end may answer at once.
    pub done: &'a AtomicBool,
    /// Hears what is found.
    pub say: &'a (dyn Fn(String) + Sync),
    /// When it began.
    pub started: Instant,
}

impl Search<'_> {
    /// Thinks and reports the best move.
    pub fn run(&self) {
        let deadline = self.deadline();
        let due = || {
            self.stop.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let mut candidates = self.candidates(&due);
        let several = candidates.len() > 1;
        let patient = self.go.infinite || self.go.move_time.is_some();
        let solved = match self.go.depth.is_none() && self.go.only.is_empty() {
            true => self.solve(&due),
            false => None,
        };
        let best = match (solved, self.go.depth) {
            (Some(solved), _) => solved,
            (None, Some(0)) => self.by_equity(&candidates),
            _ if several || patient => self.simulate(std::mem::take(&mut candidates), &due),
            _ => self.by_equity(&candidates),
        };
        // A search without an end, or of an exact time, does not end before it.
        while patient && !due() {
            std::thread::sleep(NAP);
        }
        self.done.store(true, Ordering::SeqCst);
        (self.say)(format!("bestmove {best}"));
    }

    /// When the time is up.
    fn deadline(&self) -> Option<Instant> {
        if self.go.infinite {
            return None;
        }
        let player = self.place.moves % 2;
        let time = match (self.go.move_time, self.go.time[player]) {
            (Some(time), _) => time,
            (None, Some(left)) => {
                let gain = self.go.increment[player].map_or(0, |gain| gain / 4 * 3);
                (left / 20).saturating_add(gain).min(left / 2).max(10)
            }
            (None, None) => return None,
        };
        self.started.checked_add(Duration::from_millis(time))
    }

    /// Whether a clock or a front end ends the search.
    fn is_timed(&self) -> bool {
        let go = self.go;
        go.infinite || go.move_time.is_some() || go.time[self.place.moves % 2].is_some()
    }

    /// The moves that are looked at, best first by score and leave.
    fn candidates(&self, due: &dyn Fn() -> bool) -> Vec<Candidate> {
        let outlook = self.place.outlook(self.compiled.generator.ruleset());
        let mut moves = Moves::new(&self.compiled.generator, self.compiled.leaves.clone());
        let mut found: Vec<Candidate> = Vec::new();
        if self.go.only.is_empty() {
            let best = moves.best_until(&outlook, self.options.candidates, &due);
            found = best
                .into_iter()
                .map(|best| Candidate { turn: best.turn, equity: best.equity.0 })
                .collect();
        }
        for text in self.go.only.iter().chain(&self.go.also) {
            match self.read(&mut moves, text) {
                Ok(turn) if found.iter().any(|other| other.turn == turn.turn) => {}
                Ok(turn) => found.push(turn),
                Err(reason) => {
                    let text: String = text.chars().take(40).collect();
                    (self.say)(format!("info string {text} is left out: {reason}"));
                }
            }
        }
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.equity));
        if found.is_empty() {
            found.push(Candidate { turn: Move::Pass, equity: 0 });
        }
        found
    }

    /// A move that the front end names.
    fn read(&self, moves: &mut Moves<'_>, text: &str) -> Result<Candidate, String> {
        let (compiled, place) = (self.compiled, self.place);
        let outlook = place.outlook(compiled.generator.ruleset());
        let mut left = *place.rack();
        let (turn, points) = match UcgiMove::parse(text)? {
            UcgiMove::Play { square, word, .. } => {
                let placed = square.place(&compiled.rules, place.board(), &word)?;
                let points = place.legal_play(compiled, &placed)?;
                let kinds: Vec<_> = placed.iter().map(|(_, tile)| tile.kind).collect();
                if !left.take_all(&kinds) {
                    return Err("the rack does not hold these tiles".to_string());
                }
                let mut placements: Placements =
                    placed.into_iter().map(|(cell, tile)| Placement { cell, tile }).collect();
                placements.sort_unstable_by_key(|placement| placement.cell);
                let equity = moves.worth(&outlook, &points, &left).0;
                let play = OwnedPlay { placements, points: points.clone(), equity };
                (Move::Play(play), points)
            }
            UcgiMove::Exchange { tiles, .. } => {
                let kinds = read_rack(compiled.rules.tiles(), &tiles)?;
                if !place.may_swap(compiled, &kinds) || !left.take_all(&kinds) {
                    return Err("these tiles cannot be exchanged now".to_string());
                }
                (Move::Swap(kinds.into_iter().collect()), Points::ZERO)
            }
            UcgiMove::Pass => (Move::Pass, Points::ZERO),
            UcgiMove::ExchangeCount(_) | UcgiMove::Rack(_) => {
                return Err("this is no move that can be searched".to_string());
            }
        };
        let equity = moves.worth(&outlook, &points, &left).0;
        Ok(Candidate { turn, equity })
    }

    /// A move as the interface writes it.
    fn text(&self, turn: &Move) -> String {
        self.text_on(self.place.board(), turn)
    }

    fn text_on(&self, board: &Board, turn: &Move) -> String {
        match turn {
            Move::Play(play) => {
                let placed: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
                let text = UcgiMove::write_play(&self.compiled.rules, board, &placed);
                text.unwrap_or_else(|_| "pass".to_string())
            }
            Move::Swap(tiles) => UcgiMove::write_exchange(&self.compiled.rules, tiles),
            Move::Pass => "pass".to_string(),
        }
    }

    /// Search to the end decides, where nothing is hidden. `None` elsewhere.
    fn solve(&self, due: &dyn Fn() -> bool) -> Option<String> {
        let rules = self.compiled.generator.ruleset();
        let outlook = self.place.outlook(rules);
        let game = known_game(&outlook)?;
        let memory = self.options.endgame_hash << 20;
        let mut solver = EndgameSolver::new(&self.compiled.generator, memory);
        if !self.is_timed() {
            solver.set_most_nodes(self.go.nodes.unwrap_or(MOST_NODES));
        }
        // A position that the solver does not accept is simulated.
        let Ok(found) = solver.solve(&game, &due) else { return None };
        let mut board = self.place.board().clone();
        let mut line = Vec::new();
        for turn in &found.principal_variation {
            line.push(self.text_on(&board, turn));
            if let Move::Play(play) = turn {
                play.placements.iter().for_each(|placed| board.put(placed.cell, placed.tile));
            }
        }
        let best = line.first()?.clone();
        let (time, nodes) = (self.started.elapsed().as_millis(), found.nodes);
        let nps = u128::from(nodes) * 1000 / time.max(1);
        if !found.exact {
            (self.say)("info string the endgame was not searched to its end".to_string());
        }
        (self.say)(format!(
            "info depth {} score eq {}.00 time {time} nodes {nodes} nps {nps} pv {}",
            found.depth,
            found.value,
            line.join(" ")
        ));
        Some(best)
    }

    /// Score and leave decide.
    fn by_equity(&self, candidates: &[Candidate]) -> String {
        for (number, candidate) in (1..).zip(candidates) {
            let (text, equity) = (self.text(&candidate.turn), Equity(candidate.equity).points());
            (self.say)(format!(
                "info score eq {equity:.2} currmove {text} currmovenumber {number}"
            ));
        }
        let best = candidates.first().map_or("pass".to_string(), |best| self.text(&best.turn));
        let equity = candidates.first().map_or(0.0, |best| Equity(best.equity).points());
        let time = self.started.elapsed().as_millis();
        (self.say)(format!("info depth 0 score eq {equity:.2} time {time} nodes 0 pv {best}"));
        best
    }

    /// Simulation decides.
    fn simulate(&self, candidates: Vec<Candidate>, due: &dyn Fn() -> bool) -> String {
        let (compiled, go) = (self.compiled, self.go);
        let outlook = self.place.outlook(compiled.generator.ruleset());
        let timed = self.is_timed();
        let rollouts = match (go.nodes, timed) {
            (Some(nodes), _) => nodes,
            (None, true) => u64::MAX / 2,
            (None, false) => self.options.rollouts,
        };
        let errors = match go.sure {
            Some(95) => 1.96,
            Some(98) => 2.33,
            Some(99) => 2.58,
            _ => 4.0,
        };
        let settings = SimulationSettings::default()
            .plies(go.depth)
            .rollouts(rollouts)
            .allocation(match go.infinite {
                true => Allocation::Even,
                false => Allocation::Race { errors },
            })
            .seed(self.options.seed);
        let plies = go.depth.unwrap_or(outlook.status.active().count() as u32);
        let model = WinModel::shipped(&compiled.rules);
        let mut player = StaticBot::new(compiled.generator.finder(), compiled.leaves.clone());
        let mut simulation = Simulation::of(&mut player, &outlook, model, settings, candidates);
        let mut reported = Instant::now();
        while !simulation.is_done() && !due() && simulation.step(&due) {
            if reported.elapsed() >= EVERY {
                reported = Instant::now();
                self.report(&simulation, plies);
            }
        }
        self.report(&simulation, plies);
        self.text(&simulation.best().turn)
    }

    fn report(&self, simulation: &Simulation<'_, '_, '_>, plies: u32) {
        let outlook = self.place.outlook(&self.compiled.rules);
        let found = simulation.evaluations();
        let score = |found: &tilewright::ai::Evaluation| {
            let judged = judgement_of(&outlook, found);
            format!("wp {:.2} eq {:.2}", 100.0 * found.win.mean, judged.equity.points())
        };
        for (number, one) in (1..).zip(found.iter().filter(|one| one.rollouts > 0)) {
            let (score, text) = (score(one), self.text(&one.turn));
            (self.say)(format!("info score {score} currmove {text} currmovenumber {number}"));
        }
        let time = self.started.elapsed().as_millis();
        let nodes = simulation.rollouts();
        let nps = u128::from(nodes) * 1000 / time.max(1);
        let best = self.text(&simulation.best().turn);
        let head = found.first().filter(|first| first.rollouts > 0);
        let score = head.map_or(String::new(), |first| format!(" score {}", score(first)));
        (self.say)(format!(
            "info depth {plies}{score} time {time} nodes {nodes} nps {nps} pv {best}"
        ));
    }
}
