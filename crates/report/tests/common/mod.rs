//! What the tests share.

#![allow(dead_code, reason = "not every test needs everything")]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;
use std::sync::Arc;
use tilewright_game::{Command, Game, NewGame};
use tilewright_lexicon::{Dictionary, Lexicon, Mode, WordList, WordSet};
use tilewright_movegen::{Generator, LeaveValues, Leaves};
use tilewright_report::analysis::{Moves, RatedMove};
use tilewright_rules::{Action, MoveDraft, PluginRegistry, Ruleset, UserMove};
use tilewright_variants::Variant;

/// A variant with a small word list, compiled.
pub struct Table {
    pub ruleset: Ruleset,
    pub generator: Generator,
    pub words: WordSet,
    pub leaves: Arc<dyn LeaveValues + Send + Sync>,
}

/// The rules of a shipped variant.
pub fn ruleset(id: &str) -> Ruleset {
    Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap()
}

fn small_list(ruleset: &Ruleset) -> String {
    let name = format!("{}-small.txt", ruleset.lexicon().unwrap_or("en"));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../lexicon/data", "../../fixtures/words"].map(|place| here.join(place));
    let path = places.iter().map(|place| place.join(&name)).find(|path| path.is_file()).unwrap();
    std::fs::read_to_string(path).unwrap()
}

impl Table {
    /// A shipped variant with its small list, and its trained values if it has some.
    pub fn new(id: &str) -> Table {
        let ruleset = ruleset(id);
        let list = small_list(&ruleset);
        let mut table = Table::with(ruleset, &list);
        if let Some(leaves) = tilewright_ai::shipped_leaves(&table.ruleset) {
            table.leaves = Arc::new(leaves);
        }
        table
    }

    /// A variant with these words, one a line, and no values for leaves.
    pub fn with(ruleset: Ruleset, list: &str) -> Table {
        let alphabet = ruleset.tiles().alphabet();
        let read = WordList::read(list.as_bytes(), alphabet, Mode::Skip).unwrap();
        let (words, _) = WordSet::from_text(alphabet, list).unwrap();
        let lexicon = Lexicon::build(&read, Generator::graph_kind(&ruleset)).unwrap();
        let generator = Generator::new(&ruleset, &lexicon).unwrap();
        let leaves = Arc::new(Leaves::zero(ruleset.tiles().kinds().len()));
        Table { ruleset, generator, words, leaves }
    }

    /// A game with a log in which `choose` decides between the best candidates.
    pub fn game(
        &self,
        seed: u64,
        turns: usize,
        mut choose: impl FnMut(usize, &[RatedMove]) -> usize,
    ) -> Game {
        let (least, most) = self.ruleset.players();
        let dictionary: Option<Box<dyn Dictionary>> = Some(Box::new(self.words.clone()));
        let shared = Arc::new(self.ruleset.clone());
        let new_game = NewGame::with_rng_seed(shared, 2.clamp(least, most), seed);
        let mut game = Game::new(NewGame { dictionary, ..new_game }).unwrap();
        let mut moves = Moves::new(&self.generator, self.leaves.clone());
        for turn in 0..turns {
            let state = game.state();
            if state.result().is_some() {
                break;
            }
            let seat = state.to_move();
            let outlook = tilewright_ai::Outlook::of_game(state, seat);
            let best = moves.best(&outlook, 5);
            let command = match &best[choose(turn, &best).min(best.len() - 1)].turn {
                tilewright_ai::Move::Pass => Command::Pass { seat },
                tilewright_ai::Move::Swap(kinds) => {
                    let tiles = self.ruleset.tiles();
                    let tiles = kinds.iter().map(|kind| tiles.kind(*kind).id.to_string()).collect();
                    let actions = vec![Action::SwapRack { tiles }];
                    Command::Move { seat, user_move: UserMove { actions } }
                }
                tilewright_ai::Move::Play(play) => {
                    let placed: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
                    let draft = MoveDraft::known(&placed, self.ruleset.tiles());
                    let user_move = UserMove::from_draft(&state.position(seat), &draft);
                    Command::Move { seat, user_move }
                }
            };
            game.command(command).unwrap();
        }
        game
    }
}

/// Checks that a page is well-formed XML and asks for nothing from elsewhere.
pub fn check_page(page: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a page");
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "what is closed was opened last");
            continue;
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let name = tag.split_whitespace().next().unwrap_or_default();
        let mut attributes = tag[name.len()..].trim();
        let mut names = Vec::new();
        while !attributes.is_empty() {
            let (key, value) = attributes.split_once("=\"").unwrap_or_else(|| panic!("<{tag}>"));
            let (value, more) = value.split_once('"').unwrap_or_else(|| panic!("<{tag}>"));
            check_text(value);
            assert!(!names.contains(&key.trim()), "{key} twice in <{tag}>");
            names.push(key.trim());
            if key.trim() == "id" {
                assert!(ids.insert(value.to_string()), "the id {value} is there twice");
            }
            attributes = more.trim();
        }
        if !closed {
            open.push(name.to_string());
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("the style ends")..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    for (word, what) in [
        ("http", "an address"),
        ("<script", "a script"),
        ("@import", "an import"),
        ("src=", "a source"),
        ("url(", "a reference"),
    ] {
        let found = page.match_indices(word).filter(|(at, _)| !page[*at..].starts_with("url(#"));
        assert_eq!(found.count(), 0, "{what} in the page");
    }
    // What pictures point to is there.
    for reference in page.split("href=\"#").skip(1) {
        let id = reference.split('"').next().unwrap_or_default();
        assert!(ids.contains(id), "#{id} is nowhere");
    }
}

/// Entities are whole.
fn check_text(text: &str) {
    for part in text.split('&').skip(1) {
        let entity = part.split(';').next().unwrap_or_default();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "&{part}");
    }
}
