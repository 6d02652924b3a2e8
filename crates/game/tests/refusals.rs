//! A refused command changes nothing: every kind of refusal, in every shipped variant and in
//! states that no game reaches by itself.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Case, game, placements, reasons, run, swap};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use tilewright_game::{
    Command, GameState, NewGame, Rejection, Submission, commit, decide, decide_until, replay,
};
use tilewright_rules::{
    ForeignMove, PluginRegistry, Position, score, try_score, validate_user_move,
};
use tilewright_variants::{Variant, shipped_ids};

/// Sends a command that must be refused; the state is the same afterwards, to the byte.
fn refused(state: &GameState, submission: &Submission) -> Vec<String> {
    let before = state.canonical_bytes();
    let refused = match decide(state.fork(), submission) {
        Err(refused) => refused,
        Ok(decided) => panic!("{submission:?} was accepted: {:?}", decided.events),
    };
    assert!(
        !matches!(refused.rejection, Rejection::Inconsistent(_)),
        "{submission:?}: {}",
        refused.rejection
    );
    assert_eq!(refused.state.canonical_bytes(), before, "{submission:?}");
    reasons(&refused.rejection)
}

fn moved(seat: u8, texts: &[&str]) -> Command {
    Command::Move { seat, user_move: placements(texts) }
}

fn swapped(seat: u8, tiles: &[&str]) -> Command {
    Command::Move { seat, user_move: swap(tiles) }
}

#[test]
fn refusals_leave_every_variant_as_it_was() {
    let mut everywhere = BTreeSet::new();
    for id in shipped_ids() {
        let ruleset = Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap();
        let players = ruleset.players().0.max(2).min(ruleset.players().1);
        let new_game = NewGame::fair(Arc::new(ruleset), players, [5; 32]);
        let new_game = NewGame { now: Some(0), ..new_game };
        let (state, events) = new_game.start().unwrap();
        let (seat, next) = (state.to_move(), (state.to_move() + 1) % players);
        let mut found = BTreeSet::new();
        let stale = Submission { revision: Some(0), ..Command::Pass { seat }.into() };
        found.extend(refused(&state, &stale));
        for command in [
            Command::Pass { seat: 200 },
            Command::Challenge { seat: 200 },
            Command::Resign { seat: 200 },
            Command::SwitchRule { rule: "no such rule".into(), enabled: true },
            Command::ArrangeRack { seat, tiles: "A".into() },
            moved(seat, &["99,99=A"]),
            moved(seat, &[]),
            swapped(seat, &[]),
            swapped(seat, &["no such tile"]),
            moved(200, &["0,0=A"]),
            swapped(200, &["A"]),
        ] {
            found.extend(refused(&state, &command.into()));
        }
        if players > 1 {
            found.extend(refused(&state, &Command::Pass { seat: next }.into()));
        }
        for reason in ["stale", "turn_order", "rule", "arrange", "board_bounds", "swap_limit"] {
            assert!(found.contains(reason), "{id}: {reason} is not in {found:?}");
        }
        everywhere.extend(found.clone());
        // A log that breaks off: its replay has a state that no decision leaves behind.
        for length in 0..events.len() {
            let state = replay(state.ruleset(), None, &events[..length]).unwrap();
            everywhere.extend(refused(&state, &Command::Pass { seat }.into()));
        }
        let over = decide(state, &Command::Resign { seat }.into()).unwrap().state;
        if over.result().is_some() {
            everywhere.extend(refused(&over, &Command::Pass { seat: next }.into()));
        }
    }
    for reason in ["tiles_in_rack", "challenge", "event_log", "finished"] {
        assert!(everywhere.contains(reason), "{reason} is not in {everywhere:?}");
    }
}

const SMALL: &str = "
board = { width = 7, height = 7, layout = [] }
players = [1, 8]
tiles = { letters = [['A', 4, 1], ['B', 4, 3]], blanks = [] }
[rules]
rack_size = { size = 3 }
challenge = { enable_challenges = true }
swap_limit = { swap_minimum_bag = 1 }
time_limit = { turn_time_limit = 60, time_limit_action = 'pass' }
";

fn small(script: &str) -> tilewright_game::Game {
    let case = Case {
        variant: toml::from_str(SMALL).unwrap(),
        dictionary: Some(vec!["AB".into(), "AA".into()]),
        ..Case::default()
    };
    let mut game = game(&case);
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        run(&mut game, line).unwrap_or_else(|why| panic!("`{line}`: {why}"));
    }
    game
}

#[test]
fn an_exchange_is_refused_before_the_last_mover_draws() {
    // The bag has two tiles; the mover of the waiting play draws both of them first.
    let game = small("racks AAB ABB\n0 play 3,3=A 4,3=B");
    assert_eq!(game.state().bag_len(), 2);
    assert_eq!(refused(game.state(), &swapped(1, &["A"]).into()), ["swap_limit"]);
}

#[test]
fn what_the_log_cannot_record_is_refused_although_its_rule_is_off() {
    let game =
        small("racks AAA ABB\n0 play 3,3=A 4,3=A\nswitch tiles_in_rack off\nswitch turn_order off");
    let state = game.state();
    assert_eq!(refused(state, &moved(1, &["3,4=A", "3,5=A"]).into()), ["event_log"]);
    assert_eq!(refused(state, &Command::Pass { seat: 0 }.into()), ["event_log"]);
    assert_eq!(refused(state, &moved(0, &["5,3=A"]).into()), ["event_log"]);
    assert_eq!(refused(state, &Command::Resign { seat: 9 }.into()), ["event_log"]);
    assert_eq!(refused(state, &Command::Challenge { seat: 9 }.into()), ["event_log"]);
    assert_eq!(refused(state, &swapped(9, &[]).into()), ["swap_limit"]);
}

#[test]
fn late_unknown_and_own_challenges_change_nothing() {
    let mut game = small("racks AAB ABB\n0 play 3,3=A 4,3=B");
    let state = game.state();
    assert_eq!(refused(state, &Command::Challenge { seat: 0 }.into()), ["challenge"]);
    let late = Submission { now: Some(61_000), ..Command::Pass { seat: 1 }.into() };
    assert_eq!(refused(state, &late), ["time_limit"]);
    game.set_dictionary(None);
    let challenge = Command::Challenge { seat: 1 };
    assert_eq!(refused(game.state(), &challenge.into()), ["no_dictionary"]);
}

#[test]
fn a_refused_commit_changes_nothing() {
    let game = small("racks AAB ABB");
    let position = game.state().position(0);
    let validated = validate_user_move(&position, placements(&["3,3=A", "4,3=B"])).unwrap();
    let other = validate_user_move(&position, placements(&["3,3=A", "4,3=A"])).unwrap();
    let account = score(&position, &validated);
    let before = game.state().canonical_bytes();
    let mut state = game.state().fork();
    let mut tried = |validated, seat, now| {
        let rejection = commit(&mut state, seat, validated, &account, now).unwrap_err();
        assert_eq!(state.canonical_bytes(), before, "{rejection}");
        reasons(&rejection)
    };
    assert_eq!(tried(&other, 0, None), ["foreign_score"]);
    assert_eq!(tried(&validated, 1, None), ["turn_order"]);
    assert_eq!(tried(&validated, 0, Some(61_000)), ["time_limit"]);
}

/// A move belongs to its position: not to another game at the same revision, not to other rules,
/// another rack or another board.
#[test]
fn a_move_of_one_game_is_refused_by_another_at_the_same_revision() {
    let start = |seed| {
        let case = Case {
            variant: toml::from_str(SMALL).unwrap(),
            dictionary: Some(vec!["AB".into()]),
            seed: Some(seed),
            ..Case::default()
        };
        let mut game = game(&case);
        run(&mut game, "racks AAB ABB").unwrap();
        game
    };
    let (ours, theirs) = (start(1), start(2));
    assert_eq!(ours.state().revision(), theirs.state().revision());
    assert_eq!(ours.state().rack(0), theirs.state().rack(0));
    assert_eq!(ours.state().board, theirs.state().board);
    let at = ours.state().position(0);
    let validated = validate_user_move(&at, placements(&["3,3=A", "4,3=B"])).unwrap();
    let account = try_score(&at, &validated).unwrap();
    assert!(validated.belongs_to(&at) && validated.owns(&account));
    // Scored elsewhere: refused, and the empty account that is left belongs to no move.
    let elsewhere = theirs.state().position(0);
    assert_eq!(try_score(&elsewhere, &validated), Err(ForeignMove));
    let void = score(&elsewhere, &validated);
    assert!(void.total == 0 && void.words.is_empty() && !validated.owns(&void));
    // Committed elsewhere: refused, with its own score and with the empty one.
    let mut state = theirs.state().fork();
    let before = state.canonical_bytes();
    for (score, reason) in [(&account, "foreign_move"), (&void, "foreign_score")] {
        let rejection = commit(&mut state, 0, &validated, score, None).unwrap_err();
        assert_eq!(reasons(&rejection), [reason]);
        assert_eq!(state.canonical_bytes(), before);
    }
    // The same game, but for one part of the position.
    let other_rules = at.ruleset.with_spec(|spec| spec.bingo_bonus.enabled = false).unwrap();
    let mut board = at.board.clone();
    board.put(tilewright_board::CellId(0), validated.placements[0].tile);
    let rack = theirs.state().rack(1);
    for (part, position) in [
        ("rules", Position { ruleset: &other_rules, ..at }),
        ("board", Position { board: &board, ..at }),
        ("rack", Position { rack: &rack, ..at }),
        ("revision", Position { revision: at.revision + 1, ..at }),
    ] {
        assert_eq!(try_score(&position, &validated), Err(ForeignMove), "{part}");
    }
    let mut state = ours.state().fork();
    assert_eq!(commit(&mut state, 0, &validated, &account, None).map(|events| events.len()), Ok(2));
}

/// Polls that a search for plays makes when a seat passes, and what comes of it; it is stopped at a
/// poll.
fn passed(state: &GameState, stop_at: usize) -> (usize, Option<Rejection>) {
    let (before, polls) = (state.canonical_bytes(), Cell::new(0));
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() >= stop_at
    };
    let pass = Command::Pass { seat: state.to_move() }.into();
    match decide_until(state.fork(), &pass, 0, &stop) {
        Ok(_) => (polls.get(), None),
        Err(refused) => {
            assert_eq!(refused.state.canonical_bytes(), before);
            (polls.get(), Some(refused.rejection))
        }
    }
}

#[test]
fn a_stopped_search_for_plays_refuses_the_pass_and_changes_nothing() {
    // Every word of 15 letters A and B, none of which fits a line of 14 cells.
    let word = |number: usize| -> String {
        (0..15).map(|place| char::from(b'A' + (number >> place & 1) as u8)).collect()
    };
    let words: Vec<String> = (0..1 << 15).map(word).collect();
    // Words are looked up; the graph is rebuilt first; any letters are a word, but none is so long.
    let cases = [
        ("stacking = {}", Some(words.clone())),
        ("word_validation = { reading = \"both\" }", Some(words)),
        ("min_word_length = { min_main_length = 17 }", None),
    ];
    for (rule, dictionary) in cases {
        let variant = format!(
            "board = {{ width = 14, height = 14, layout = [] }}\n\
             tiles = {{ letters = [[\"A\", 17, 1], [\"B\", 17, 1]], blanks = [] }}\n\
             rules = {{ pass = {{ allow_pass = false }}, rack_size = {{ size = 16 }}, {rule} }}"
        );
        let variant = toml::from_str(&variant).unwrap();
        let mut game = game(&Case { variant, dictionary, ..Case::default() });
        run(&mut game, "racks AAAAAAAABBBBBBBB AAAAAAAABBBBBBBB").unwrap();
        let (all, rejection) = passed(game.state(), usize::MAX);
        assert_eq!(rejection, None, "{rule}");
        let (polls, rejection) = passed(game.state(), 2);
        assert_eq!(rejection, Some(Rejection::Cancelled), "{rule}");
        assert!(polls < all, "{rule}: {polls} of {all} polls");
    }
}
