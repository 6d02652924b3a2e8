//! Turn rules, row by row: which rules fail, in which order, and what legal moves form and score.
#![allow(clippy::unwrap_used)]

mod common;

use common::check_table;

#[test]
fn every_rule_fails_alone() {
    check_table("turn_rules.toml", 30);
}

#[test]
fn all_failures_are_reported_at_once() {
    check_table("at_once.toml", 5);
}

#[test]
fn fine_print_of_validation() {
    check_table("fine_print.toml", 40);
}

#[test]
fn connected_placement_and_contact() {
    check_table("connected.toml", 20);
}

#[test]
fn words_and_readings() {
    check_table("words.toml", 25);
}

#[test]
fn shapes() {
    check_table("shapes.toml", 12);
}

#[test]
fn actions() {
    check_table("actions.toml", 15);
}
