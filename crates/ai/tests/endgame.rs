//! The endgame solver against plain minimax, for every shipped variant that two can play.

#![allow(clippy::unwrap_used)]

mod common;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tilewright_ai::{Chance, Draws, EndgameError, EndgameSolver, Move, Never, NoDraws, Playout};
use tilewright_game::Opening;
use tilewright_movegen::{AnyFinder, Generator, OwnedPlay, Play};
use tilewright_rules::spec::{BingoTrigger, RulesSpec, Settlement};
use tilewright_rules::{Ruleset, TurnAction};
use tilewright_tiles::{Seed, TileCounts};
use tilewright_variants::shipped_ids;

/// The referee gives up after this many nodes.
const MOST_POSITIONS: usize = 2_500;

/// What is left of a game, found by trying everything. It shares no code with the solver.
struct Referee<'g> {
    finder: AnyFinder<'g>,
    known: BTreeMap<String, i64>,
}

fn plays(finder: &mut AnyFinder<'_>, game: &Playout<'_>) -> Vec<OwnedPlay> {
    let mut plays = Vec::new();
    let outlook = game.outlook(game.to_move());
    finder.all_plays(&outlook.position(), &mut |play: &Play<'_>| {
        let (placements, points) = (play.placements(), play.points());
        plays.push(OwnedPlay { placements, points, equity: 0 });
    });
    plays
}

fn lead(game: &Playout<'_>, seat: u8) -> Option<i64> {
    Some(game.score(seat).as_i64()? - game.score(1 - seat).as_i64()?)
}

/// A position without what its value does not depend on.
fn all_that_matters(game: &Playout<'_>) -> String {
    let (board, status) = (game.board(), game.status());
    let mut text = format!("{} {:?} {:?} ", game.to_move(), status.out, status.final_turns);
    for cell in board.occupied_cells() {
        let _ = write!(text, "{}", cell.0);
        for tile in board.beneath(cell).iter().copied().chain(board.top(cell)) {
            let _ = write!(text, ":{},{}", tile.kind.0, tile.letter.0);
        }
    }
    let floor = game.ruleset().spec().final_adjustment.floor_zero;
    for (seat, status) in (0..).zip(&status.seats) {
        let _ = write!(text, " {} {} {}", status.passes, status.scoreless, status.turns);
        for kind in game.rack(seat).tiles() {
            let _ = write!(text, ",{}", kind.0);
        }
        if floor {
            let _ = write!(text, " {}", status.score);
        }
    }
    text
}

impl Referee<'_> {
    /// By how much the seat to move changes its lead; none if that takes too long or a score is
    /// too large.
    fn value(&mut self, game: &mut Playout<'_>) -> Option<i64> {
        let key = all_that_matters(game);
        if let Some(value) = self.known.get(&key) {
            return Some(*value);
        }
        if self.known.len() >= MOST_POSITIONS {
            return None;
        }
        let seat = game.to_move();
        let mut turns: Vec<Move> =
            plays(&mut self.finder, game).into_iter().map(Move::Play).collect();
        let pass = &game.ruleset().spec().pass;
        let outlook = game.outlook(seat);
        if turns.is_empty() || pass.allow_pass && outlook.allows(&TurnAction::Pass) {
            turns.push(Move::Pass);
        }
        let (mut best, before) = (None, lead(game, seat)?);
        for turn in turns {
            let undo = game.take_undoably(&turn, &mut NoDraws);
            let gained = lead(game, seat)? - before;
            let value = match game.is_over() {
                true => Some(0),
                false if game.to_move() == seat => self.value(game),
                false => self.value(game).map(|value| -value),
            };
            game.undo(undo);
            best = best.max(Some(gained + value?));
        }
        self.known.insert(key, best?);
        best
    }
}

/// A position in the middle of a random game, with a few tiles each and no bag.
fn position<'r>(ruleset: &'r Ruleset, generator: &Generator, number: u64) -> Option<Playout<'r>> {
    let mut chance = Chance::part(21, number);
    let opening = Opening::new(ruleset, 2, &Seed::from_number(number), None).unwrap();
    let mut game = Playout::start(ruleset, 2, &opening, &mut chance);
    let mut finder = generator.finder();
    for _ in 0..4 + chance.below(9) {
        let mut plays = plays(&mut finder, &game);
        // Long plays as a rule: they leave more to play on.
        let few = chance.below(4) > 0 && plays.len() > 20;
        if few {
            plays.sort_by_key(|play| std::cmp::Reverse(play.placements.len()));
            plays.truncate(10);
        }
        if game.is_over() || plays.is_empty() {
            break;
        }
        let place = chance.below(plays.len());
        game.take(&Move::Play(plays.swap_remove(place)), &mut chance);
    }
    if game.is_over() {
        return None;
    }
    let mut unseen = *game.bag();
    (0..2).for_each(|seat| unseen.add_counts(game.rack(seat)));
    let rack = |count: usize, unseen: &mut TileCounts, chance: &mut Chance| {
        let mut rack = TileCounts::new();
        for _ in 0..count {
            if let Some(kind) = chance.next(unseen).filter(|kind| unseen.take(*kind)) {
                rack.add(kind);
            }
        }
        rack
    };
    let sizes = [1 + chance.below(3), 1 + chance.below(3)];
    let racks = sizes.map(|size| rack(size, &mut unseen, &mut chance));
    if racks.iter().any(TileCounts::is_empty) {
        return None;
    }
    Some(game.with_tiles(&racks, TileCounts::new()))
}

/// Compares the solver with the referee in some positions; says in how many, and in how many of
/// them something could be played.
fn check(id: &str, ruleset: &Ruleset, generator: &Generator, positions: u64) -> (usize, usize) {
    // So little memory that plays and positions are forgotten now and then.
    let mut solvers = [EndgameSolver::new(generator, 1 << 24), EndgameSolver::new(generator, 0)];
    let (mut compared, mut played) = (0, 0);
    for number in 0..positions {
        let Some(mut game) = position(ruleset, generator, number) else { continue };
        let finder = generator.finder();
        let mut referee = Referee { finder, known: BTreeMap::new() };
        let Some(expected) = referee.value(&mut game) else { continue };
        let seat = game.to_move();
        let before = lead(&game, seat).unwrap();
        for solver in &mut solvers {
            let found = solver.solve(&game, &Never).unwrap();
            assert_eq!((found.value, found.exact), (expected, true), "{id} {number}");
            // The line of play is worth what it says.
            let mut copy = game.clone();
            found.principal_variation.iter().for_each(|turn| copy.take(turn, &mut NoDraws));
            if copy.is_over() {
                assert_eq!(lead(&copy, seat), Some(before + expected), "{id} {number}");
            } else {
                // Passes in turn are not written out.
                assert_eq!(found.principal_variation.last(), Some(&Move::Pass), "{id} {number}");
            }
        }
        compared += 1;
        played += usize::from(referee.known.len() > 12);
    }
    (compared, played)
}

#[test]
fn values_equal_plain_minimax_in_every_variant() {
    for id in shipped_ids() {
        let (ruleset, generator) = common::generator(id);
        let (least, most) = ruleset.players();
        if !(least..=most).contains(&2) {
            continue;
        }
        let (compared, played) = check(id, &ruleset, &generator, 24);
        println!("{id}: {compared} compared, {played} with plays");
        assert!(compared >= 3 && played >= 1, "{id}: {compared} compared, {played} with plays");
    }
}

#[test]
fn values_equal_plain_minimax_under_other_endings() {
    type Change = fn(&mut RulesSpec);
    let changes: [(&str, &str, Change); 9] = [
        ("a final turn", "classic", |spec| spec.empty_rack.final_turn = true),
        ("no end by going out", "classic", |spec| spec.empty_rack.enabled = false),
        ("turn limit", "classic", |spec| spec.turn_limit.turns = Some(8)),
        ("no free pass", "classic", |spec| spec.pass.allow_pass = false),
        ("passes of each", "hex", |spec| {
            spec.consecutive_passes.per_player = true;
            spec.consecutive_passes.consecutive_pass_limit = 1;
        }),
        ("one pass", "classic", |spec| spec.consecutive_passes.consecutive_pass_limit = 1),
        ("twice the tiles, no score below zero", "classic", |spec| {
            spec.final_adjustment.settlement = Settlement::DoubleToOutPlayer;
            spec.final_adjustment.floor_zero = true;
            spec.final_adjustment.out_bonus = 7;
        }),
        ("bonus for an empty rack", "classic", |spec| {
            spec.bingo_bonus.trigger = BingoTrigger::RackExhausted;
        }),
        ("no settlement", "stacking", |spec| spec.final_adjustment.enabled = false),
    ];
    for (what, id, change) in changes {
        let ruleset = common::ruleset(id).with_spec(change).unwrap();
        let list = common::small_list(&ruleset);
        let lexicon =
            tilewright_lexicon::Lexicon::build(&list, Generator::graph_kind(&ruleset)).unwrap();
        let generator = Generator::new(&ruleset, &lexicon).unwrap();
        let (compared, played) = check(what, &ruleset, &generator, 20);
        assert!(compared >= 3 && played >= 1, "{what}: {compared} compared, {played} with plays");
    }
}

#[test]
fn unsolvable_positions_are_refused_with_the_reason() {
    let (ruleset, generator) = common::generator("classic");
    let mut solver = EndgameSolver::new(&generator, 0);
    let seed = Seed::from_number(1);
    let start = |players: u8| {
        let opening = Opening::new(&ruleset, players, &seed, None).unwrap();
        Playout::start(&ruleset, players, &opening, &mut Chance::new(1))
    };
    let game = start(2);
    assert_eq!(solver.solve(&game, &Never).unwrap_err(), EndgameError::Bag(86));
    let game = start(3);
    let racks = [0, 1, 2].map(|seat| *game.rack(seat));
    let game = game.with_tiles(&racks, TileCounts::new());
    assert_eq!(solver.solve(&game, &Never).unwrap_err(), EndgameError::Players(3));
    let mut over = position(&ruleset, &generator, 0).unwrap();
    (0..6).for_each(|_| over.pass());
    assert_eq!(solver.solve(&over, &Never).unwrap_err(), EndgameError::Over);
}

#[test]
fn a_stopped_search_is_inexact_but_has_a_move() {
    let (ruleset, generator) = common::generator("classic");
    let mut solver = EndgameSolver::new(&generator, 1 << 20);
    let mut chance = Chance::new(3);
    let game = position(&ruleset, &generator, 3).unwrap();
    let rack = |chance: &mut Chance| -> TileCounts {
        let bag = ruleset.tiles().full_bag();
        (0..7).filter_map(|_| chance.next(bag)).collect()
    };
    let racks = [rack(&mut chance), rack(&mut chance)];
    let game = game.with_tiles(&racks, TileCounts::new());
    let polls = Cell::new(0);
    let stop = || polls.replace(polls.get() + 1) > 4;
    let found = solver.solve(&game, &stop).unwrap();
    assert!(!found.exact && !found.principal_variation.is_empty());
    // The same questions, the same answers.
    polls.set(0);
    assert_eq!(solver.solve(&game, &stop).unwrap(), found);
}
