//! The rules around moves, script by script.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Case, check_table, game};
use std::collections::BTreeSet;

#[test]
fn turns() {
    check_table("game_turns.toml", 30);
}

#[test]
fn endings() {
    check_table("game_endings.toml", 18);
}

#[test]
fn settlements() {
    check_table("game_settlement.toml", 20);
}

#[test]
fn challenges() {
    check_table("game_challenges.toml", 25);
}

#[test]
fn going_out_and_leaving_under_challenges() {
    check_table("game_going_out.toml", 8);
}

#[test]
fn clocks() {
    check_table("game_clocks.toml", 18);
}

#[test]
fn start_words() {
    check_table("game_start_words.toml", 3);
}

#[test]
fn the_first_player_can_be_drawn() {
    let variant = toml::from_str("rules = { turn_order = { first = 'random' } }").unwrap();
    let case = Case { variant, players: Some(3), ..Case::default() };
    let first = |seed| game(&Case { seed: Some(seed), ..case.clone() }).state().to_move();
    let drawn: BTreeSet<u8> = (0..40).map(first).collect();
    assert_eq!(drawn, BTreeSet::from([0, 1, 2]));
    assert_eq!(first(7), first(7), "the seed decides");
}

#[test]
fn what_is_given_back_first_may_come_back() {
    let text = |order: &str| {
        let rules = format!(
            "rack_size = {{ size = 3 }}, swap_limit = {{ swap_minimum_bag = 0, order = '{order}' }}"
        );
        format!(
            "tiles = {{ letters = [['A', 3, 1], ['B', 3, 3], ['C', 3, 5]], blanks = [] }}\nrules = {{ {rules} }}"
        )
    };
    let kept = |order: &str| {
        let variant: toml::Table = toml::from_str(&text(order)).unwrap();
        (0..30)
            .filter(|seed| {
                let case = Case { variant: variant.clone(), seed: Some(*seed), ..Case::default() };
                let mut game = game(&case);
                common::run(&mut game, "racks AAA BBB").unwrap();
                common::run(&mut game, "0 swap A A A").unwrap();
                let kind = game.ruleset().tiles().find("A").unwrap();
                game.state().rack(0).count(kind) > 0
            })
            .count()
    };
    assert_eq!(kept("draw_first"), 0);
    assert!(kept("return_first") > 10);
}
