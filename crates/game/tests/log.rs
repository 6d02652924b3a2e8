//! The log: revisions, scores of other moves, undo and branches, plugins, shuffles.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Case, check_books, game, name, placements, reasons, ruleset, run, swap};
use serde_json::{Value, json};
use std::sync::Arc;
use tilewright_game::{
    Command, Fact, Game, MAX_EVENTS, NewGame, ShuffleFault, Submission, check, commit,
    verify_shuffle,
};
use tilewright_rules::{
    PluginEvent, Position, RulePlugin, ScoreBreakdown, UserMove, ValidatedMove, score,
    validate_user_move,
};
use tilewright_tiles::Seed;

const SMALL: &str = "
board = { width = 7, height = 7, layout = [] }
players = [1, 8]
tiles = { letters = [['A', 8, 1], ['B', 6, 3], ['C', 6, 5]], blanks = [] }
[rules]
rack_size = { size = 3 }
bingo_bonus = { enabled = false }
";

fn case(more: &str) -> Case {
    let mut variant: toml::Table = toml::from_str(SMALL).unwrap();
    let more: toml::Table = toml::from_str(more).unwrap();
    let rules = variant["rules"].as_table_mut().unwrap();
    rules.extend(more);
    Case { variant, ..Case::default() }
}

fn play(game: &mut Game, script: &str) {
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        run(game, line).unwrap_or_else(|why| panic!("`{line}`: {why}"));
    }
}

fn prepared(game: &Game, seat: u8, texts: &[&str]) -> (ValidatedMove, ScoreBreakdown) {
    let position = game.state().position(seat);
    let validated = validate_user_move(&position, placements(texts)).unwrap();
    let account = score(&position, &validated);
    (validated, account)
}

#[test]
fn stale_revisions_are_refused() {
    let mut game = game(&case(""));
    let current = game.state().revision();
    let pass = |seat, revision| Submission {
        command: Command::Pass { seat },
        revision: Some(revision),
        now: None,
    };
    for wrong in [0, current - 1, current + 1, u64::MAX] {
        let rejection = game.submit(&pass(0, wrong)).unwrap_err();
        assert_eq!(reasons(&rejection), ["stale"]);
        assert_eq!(game.state().revision(), current);
    }
    game.submit(&pass(0, current)).unwrap();
    assert_eq!(reasons(&game.submit(&pass(1, current)).unwrap_err()), ["stale"]);
}

#[test]
fn moves_and_scores_belong_together() {
    let mut game = game(&case(""));
    play(&mut game, "racks AAB ABC");
    let (first, first_score) = prepared(&game, 0, &["3,3=A", "4,3=B"]);
    let (other, other_score) = prepared(&game, 0, &["3,3=A", "4,3=A"]);
    let decided = |validated, score, seat| {
        commit(&mut game.state().fork(), seat, validated, score, None)
            .map(|events| events.iter().map(|event| name(&event.fact)).collect::<Vec<_>>())
            .map_err(|rejection| reasons(&rejection))
    };
    assert_eq!(decided(&first, &other_score, 0), Err(vec!["foreign_score".to_string()]));
    assert_eq!(decided(&other, &first_score, 0), Err(vec!["foreign_score".to_string()]));
    assert_eq!(decided(&first, &first_score, 1), Err(vec!["turn_order".to_string()]));
    let expected = ["played", "drew", "turn_began"].map(String::from).to_vec();
    assert_eq!(decided(&first, &first_score, 0), Ok(expected));
    let read: ScoreBreakdown =
        serde_json::from_str(&serde_json::to_string(&first_score).unwrap()).unwrap();
    assert_eq!(decided(&first, &read, 0), Err(vec!["foreign_score".to_string()]));
    play(&mut game, "0 play 3,3=A 4,3=B");
    let late = commit(&mut game.state().fork(), 0, &first, &first_score, None).unwrap_err();
    assert_eq!(reasons(&late), ["stale"]);
}

#[test]
fn late_moves_are_refused_however_they_come() {
    let mut game = game(&case("time_limit = { turn_time_limit = 60 }"));
    play(&mut game, "racks AAB ABC");
    let (validated, account) = prepared(&game, 0, &["3,3=A", "4,3=B"]);
    let at = |now| commit(&mut game.state().fork(), 0, &validated, &account, Some(now));
    assert!(at(59_000).is_ok());
    let refused = at(61_000).map(|_| ()).map_err(|rejection| reasons(&rejection));
    assert_eq!(refused, Err(vec!["time_limit".to_string()]));
    let command = Command::Move { seat: 0, user_move: placements(&["3,3=A", "4,3=B"]) };
    let submission = Submission { command, revision: None, now: Some(61_000) };
    assert_eq!(reasons(&check(game.state(), &submission).unwrap_err()), ["time_limit"]);
}

#[test]
fn nobody_plays_beyond_the_limit_of_turns() {
    let more = "turn_limit = { turns = 1 }\nchallenge = { enable_challenges = true }";
    let case = Case { dictionary: Some(vec!["AB".into(), "AA".into()]), ..case(more) };
    let mut game = game(&case);
    play(&mut game, "racks AAB ABC\n0 play 3,3=A 4,3=B\n1 play 3,4=A");
    let command = Command::Move { seat: 0, user_move: placements(&["3,2=A"]) };
    assert!(game.command(command).is_err(), "seat 0 has had its turn");
}

#[test]
fn nothing_follows_the_end() {
    let mut game = game(&case(""));
    play(&mut game, "racks AAB ABC\n1 resign");
    let commands = [
        Command::Pass { seat: 0 },
        Command::Challenge { seat: 0 },
        Command::Resign { seat: 0 },
        Command::Tick,
        Command::SwitchRule { rule: "connection".into(), enabled: false },
        Command::ArrangeRack { seat: 0, tiles: "A".into() },
        Command::Move { seat: 0, user_move: placements(&["3,3=A", "4,3=A"]) },
        Command::Move { seat: 0, user_move: swap(&["A"]) },
    ];
    for command in commands {
        let rejection = game.command(command.clone()).unwrap_err();
        assert_eq!(reasons(&rejection), ["finished"], "{command:?}");
    }
}

const PLAYED: &str = "
racks AAB ABC
0 play 3,3=A 4,3=B
racks AAC ABB
1 play 3,4=A 3,5=B
0 swap C
1 pass
racks AAB ABC
0 play 5,3=A
";

#[test]
fn undo_and_redo_walk_the_log() {
    let mut game = game(&case(""));
    play(&mut game, PLAYED);
    let mut states = vec![game.state().canonical_bytes()];
    while game.undo() {
        check_books(&game).unwrap();
        states.push(game.state().canonical_bytes());
    }
    assert!(states.len() > 5);
    assert!(!game.undo(), "the start stays");
    for state in states.iter().rev().skip(1) {
        assert!(game.redo());
        assert_eq!(game.state().canonical_bytes(), *state);
    }
    assert!(!game.redo());
}

#[test]
fn playing_on_after_undo_keeps_the_line_that_was_left() {
    let mut game = game(&case(""));
    play(&mut game, PLAYED);
    let whole = game.events().len();
    assert!(game.undo());
    let cursor = game.events().len();
    assert!(game.branches().is_empty());
    play(&mut game, "0 pass");
    assert_eq!(game.branches().len(), 1);
    assert_eq!(game.branches()[0].from, cursor);
    assert_eq!(game.branches()[0].events.len(), whole - cursor);
    assert!(!game.redo(), "the other line is not the future of this one");
    check_books(&game).unwrap();
}

#[test]
fn branches_go_their_own_way() {
    let mut game = game(&case(""));
    play(&mut game, PLAYED);
    let bytes = game.state().canonical_bytes();
    for at in 1..=game.events().len() {
        let branch = game.branch(at).unwrap();
        assert_eq!(branch.events(), &game.events()[..at]);
        check_books(&branch).unwrap();
    }
    let mut branch = game.branch(game.events().len()).unwrap();
    play(&mut branch, "1 pass");
    assert_eq!(game.state().canonical_bytes(), bytes);
    assert_ne!(branch.state().canonical_bytes(), bytes);
}

#[test]
fn snapshots_come_back_whole() {
    let mut game = game(&case(""));
    play(&mut game, PLAYED);
    play(&mut game, "undo\n1 resign\nundo");
    let text = serde_json::to_string(&game.snapshot()).unwrap();
    let rules = game.ruleset().clone();
    let mut back =
        Game::from_snapshot(rules.clone(), serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(back.state().canonical_bytes(), game.state().canonical_bytes());
    assert_eq!(back.branches(), game.branches());
    assert_eq!(serde_json::to_string(&back.snapshot()).unwrap(), text);
    assert!(back.redo() && game.redo());
    assert_eq!(back.state().canonical_bytes(), game.state().canonical_bytes());
    for cursor in [0, 10_000] {
        let mut bad = game.snapshot();
        bad.cursor = cursor;
        assert!(Game::from_snapshot(rules.clone(), bad).is_err());
    }
    let mut other: Value = serde_json::from_str(&text).unwrap();
    other["unheard_of"] = json!(1);
    assert!(serde_json::from_value::<tilewright_game::Snapshot>(other).is_err());
}

/// Stores what it saw, and switches a rule off after the first move.
struct Witness;

impl RulePlugin for Witness {
    fn name(&self) -> &str {
        "witness"
    }

    fn validate(
        &self,
        _: &Position<'_>,
        mv: &UserMove,
        notes: &mut Vec<Value>,
    ) -> tilewright_rules::RuleResult {
        notes.push(json!({ "actions": mv.actions.len() }));
        tilewright_rules::RuleResult::pass()
    }

    fn commit(
        &self,
        position: &Position<'_>,
        validated: &ValidatedMove,
        score: &ScoreBreakdown,
    ) -> Vec<PluginEvent> {
        let value = json!({ "tiles": validated.placements.len(), "total": score.total });
        let mut events = vec![PluginEvent { name: "saw".into(), value }];
        if position.board.is_empty() {
            events.push(PluginEvent::switch_rule("connection", false));
        }
        events
    }
}

#[test]
fn plugin_events_are_stored_and_replayed() {
    let rules = ruleset(&case(""));
    let rules = Arc::new(rules.with_plugin(Arc::new(Witness)));
    let mut game = Game::new(NewGame::with_rng_seed(rules, 2, 1)).unwrap();
    play(&mut game, "racks AAB ABC\n0 play 3,3=A 4,3=B");
    let last = game.events().last().unwrap().command;
    let of_move: Vec<&Fact> = game
        .events()
        .iter()
        .filter(|event| event.command == last)
        .map(|event| &event.fact)
        .collect();
    let saw = PluginEvent { name: "saw".into(), value: json!({ "tiles": 2, "total": 4 }) };
    let stored = Fact::Plugin { plugin: "witness".into(), event: saw };
    assert!(of_move.contains(&&stored), "{of_move:?}");
    let switched = Fact::RuleSwitched { rule: "connection".into(), enabled: false };
    assert!(of_move.contains(&&switched), "{of_move:?}");
    let noted = of_move.iter().any(|fact| {
        matches!(fact, Fact::Played { notes, .. }
            if *notes == vec![("witness".into(), json!({ "actions": 2 }))])
    });
    assert!(noted, "{of_move:?}");
}

#[test]
fn a_switched_rule_is_undone_with_its_move() {
    let rules = ruleset(&case(""));
    let rules = Arc::new(rules.with_plugin(Arc::new(Witness)));
    let mut game = Game::new(NewGame::with_rng_seed(rules, 2, 1)).unwrap();
    play(
        &mut game,
        "
        racks AAB AAC
        0 play 3,3=A 4,3=B
        1 play 0,0=A 1,0=A
        ? scores 4 2
        undo
        undo
        no first_move_start: 0 play 0,0=A 1,0=A
        redo
        1 play 0,0=A 1,0=A
        ",
    );
    let branch = game.branch(game.events().len()).unwrap();
    assert_eq!(branch.state().status().switches.get("connection"), Some(&false));
}

#[test]
fn rules_switched_by_hand() {
    let mut game = game(&case(""));
    play(
        &mut game,
        "
        racks AAB AAC
        0 play 3,3=A 4,3=B
        no connection: 1 play 0,0=A 1,0=A
        no rule: switch unheard_of off
        switch connection off
        1 play 0,0=A 1,0=A
        switch connection on
        racks AAB AAC
        no connection: 0 play 6,6=A 5,6=A
        ",
    );
}

#[test]
fn shuffles_can_be_verified() {
    let rules = ruleset(&case("swap_limit = { order = 'return_first' }"));
    let draw_first = ruleset(&case(""));
    for rules in [rules, draw_first] {
        let seed = [7; 32];
        let mut game = Game::new(NewGame::fair(rules.clone(), 2, seed)).unwrap();
        let rack = game.state().rack(0).tiles().next().unwrap();
        let tile = rules.tiles().kind(rack).id.to_string();
        play(&mut game, &format!("0 swap {tile}\n1 pass"));
        let arrange = Command::ArrangeRack { seat: 0, tiles: "A".into() };
        assert!(game.command(arrange).is_err(), "no rack is laid by hand in a fair game");
        let one = rules.tiles().kind(game.state().rack(0).tiles().next().unwrap()).id.to_string();
        let two = rules.tiles().kind(game.state().rack(0).tiles().nth(1).unwrap()).id.to_string();
        play(&mut game, &format!("0 play 3,3={one} 4,3={two}\n1 resign"));
        let revealed = game.state().result().unwrap().seed.clone().unwrap();
        let revealed = Seed::from_hex(&revealed).unwrap();
        assert_eq!(verify_shuffle(&rules, game.events(), &revealed), Ok(()));
        let wrong = Seed::from_bytes([8; 32]);
        let fault = verify_shuffle(&rules, game.events(), &wrong);
        assert_eq!(fault, Err(ShuffleFault::Commitment));
        let mut events = game.events().to_vec();
        let drew = events.iter().position(|event| matches!(event.fact, Fact::Drew { .. })).unwrap();
        if let Fact::Drew { tiles, .. } = &mut events[drew].fact {
            let other = if &*tiles[0] == "A" { "B" } else { "A" };
            tiles[0] = other.into();
        }
        let fault = verify_shuffle(&rules, &events, &revealed).unwrap_err();
        assert!(matches!(fault, ShuffleFault::Draw { index, .. } if index == drew), "{fault}");
    }
}

#[test]
fn racks_laid_by_hand_are_not_fair() {
    let mut game = game(&case(""));
    let arranged = game.events().len();
    play(&mut game, "racks AAB ABC\n1 resign");
    let seed = Seed::from_number(1);
    let fault = verify_shuffle(game.ruleset(), game.events(), &seed);
    assert_eq!(fault, Err(ShuffleFault::Arranged(arranged)));
}

#[test]
fn the_seed_is_revealed_only_at_the_end() {
    let rules = ruleset(&case(""));
    let mut game = Game::new(NewGame::fair(rules, 2, [9; 32])).unwrap();
    let hex = Seed::from_bytes([9; 32]).reveal();
    let events = serde_json::to_string(game.events()).unwrap();
    assert!(!events.contains(&hex));
    assert!(events.contains(&Seed::from_bytes([9; 32]).commitment().to_string()));
    play(&mut game, "1 resign");
    assert!(serde_json::to_string(game.events()).unwrap().contains(&hex));
}

/// Sends a command until it is refused; the reasons of that.
fn exhaust(game: &mut Game, command: &Command) -> Vec<String> {
    for _ in 0..2 * MAX_EVENTS {
        if let Err(rejection) = game.command(command.clone()) {
            return reasons(&rejection);
        }
    }
    panic!("{command:?} is never refused; the log has {} events", game.events().len());
}

fn switch() -> Command {
    Command::SwitchRule { rule: "bingo_bonus".into(), enabled: true }
}

#[test]
fn a_full_log_refuses_commands_and_can_still_be_ended() {
    let mut game = game(&case(""));
    assert_eq!(exhaust(&mut game, &switch()), ["log_full"]);
    assert!(game.events().len() > MAX_EVENTS * 9 / 10, "{} events", game.events().len());
    let seat = game.state().to_move();
    assert_eq!(reasons(&game.command(Command::Pass { seat }).unwrap_err()), ["log_full"]);
    game.command(Command::Resign { seat }).unwrap();
    assert!(game.state().result().is_some());
    assert!(game.events().len() <= MAX_EVENTS);
    let again = Game::from_log(game.ruleset().clone(), game.log()).unwrap();
    assert_eq!(again.state().canonical_bytes(), game.state().canonical_bytes());
}

#[test]
fn branches_count_towards_the_length_of_a_game() {
    let mut game = game(&case(""));
    for _ in 0..MAX_EVENTS / 4 {
        game.command(switch()).unwrap();
    }
    let half = game.events().len();
    game.go_to(half / 2).unwrap();
    assert_eq!(exhaust(&mut game, &switch()), ["log_full"]);
    let branches: usize = game.branches().iter().map(|branch| branch.events.len()).sum();
    assert_eq!(branches, half - half / 2);
    assert!(game.events().len() + branches <= MAX_EVENTS);
}

#[test]
fn validated_moves_are_not_committed_to_a_full_log() {
    let mut game = game(&case(""));
    play(&mut game, "racks AAB ABC");
    exhaust(&mut game, &switch());
    let (validated, account) = prepared(&game, 0, &["3,3=A", "4,3=B"]);
    let rejection = commit(&mut game.state().fork(), 0, &validated, &account, None).unwrap_err();
    assert_eq!(reasons(&rejection), ["log_full"]);
}
