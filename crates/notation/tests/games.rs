//! Games of the engine, written as GCG and played from there again.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::sync::Arc;
use tilewright_game::{Command, Game, NewGame};
use tilewright_lexicon::{GraphKind, Lexicon, Mode, WordList, shipped};
use tilewright_movegen::Generator;
use tilewright_notation::{Gcg, GcgPlayer, replay};
use tilewright_rules::spec::ChallengeMode;
use tilewright_rules::{Action, MoveDraft, PluginRegistry, Ruleset, UserMove};
use tilewright_tiles::Tile;
use tilewright_variants::Variant;

/// Random numbers, the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, size: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % size.max(1)
    }
}

fn ruleset(id: &str) -> Ruleset {
    Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap()
}

/// The words of a shipped list, or of a small one of the tests.
fn words(ruleset: &Ruleset) -> Lexicon {
    let id = ruleset.lexicon().unwrap();
    let alphabet = ruleset.tiles().alphabet();
    if let Some(graph) = shipped::graph(id, alphabet) {
        return graph.unwrap();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/words");
    let text = std::fs::read(format!("{folder}/{id}-small.txt")).unwrap();
    let list = WordList::read(&text, alphabet, Mode::Skip).unwrap();
    Lexicon::build(&list, GraphKind::Words).unwrap()
}

struct Table {
    ruleset: Arc<Ruleset>,
    words: Lexicon,
    generator: Generator,
}

impl Table {
    fn new(ruleset: Ruleset) -> Table {
        let words = words(&ruleset);
        let generator = Generator::new(&ruleset, &words).unwrap();
        Table { ruleset: Arc::new(ruleset), words, generator }
    }

    fn play(&self, players: u8, seed: u64) -> Game {
        let mut new_game = NewGame::with_rng_seed(self.ruleset.clone(), players, seed);
        new_game.dictionary = Some(Box::new(self.words.clone()));
        let mut game = Game::new(new_game).unwrap();
        let mut chance = Chance(seed);
        while game.state().result().is_none() {
            let seat = game.state().to_move();
            let command = self.choose(&game, seat, &mut chance);
            if game.command(command).is_err() {
                game.command(Command::Pass { seat }).unwrap();
            }
        }
        game
    }

    /// Mostly one of the best plays; now and then a pass, a swap, a phony or a challenge.
    fn choose(&self, game: &Game, seat: u8, chance: &mut Chance) -> Command {
        let state = game.state();
        if state.challengeable_seat().is_some() && chance.below(3) == 0 {
            return Command::Challenge { seat };
        }
        let position = state.position(seat);
        let tiles = self.ruleset.tiles();
        let roll = chance.below(16);
        let plays = self.generator.best(&position, 4);
        if roll == 0 {
            return Command::Pass { seat };
        }
        if roll == 1 || plays.is_empty() {
            let kinds = state.rack(seat).tiles().collect::<Vec<_>>();
            let count = 1 + chance.below(kinds.len());
            let tiles = kinds[..count].iter().map(|kind| tiles.kind(*kind).id.to_string());
            let actions = vec![Action::SwapRack { tiles: tiles.collect() }];
            return Command::Move { seat, user_move: UserMove { actions } };
        }
        let play = &plays[chance.below(plays.len())];
        let mut placed: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
        if self.ruleset.spec().challenge.enable_challenges && chance.below(4) == 0 {
            let turned: Vec<Tile> = placed.iter().rev().map(|(_, tile)| *tile).collect();
            placed.iter_mut().zip(turned).for_each(|(place, tile)| place.1 = tile);
        }
        let draft = MoveDraft::known(&placed, tiles);
        Command::Move { seat, user_move: UserMove::from_draft(&position, &draft) }
    }
}

/// The game as a file plays to the same scores, and nothing is lost by writing and reading.
fn check(table: &Table, game: &Game) {
    let players = [GcgPlayer { nick: "Ann".to_string(), name: "Ann Example".to_string() }];
    let gcg = Gcg::of_game(game, &players).unwrap();
    let bytes = gcg.write().unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let read = Gcg::read(&bytes).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(read, gcg, "{text}");
    assert_eq!(read.write().unwrap(), bytes, "{text}");
    let played = replay(&read, &table.ruleset, Some(Box::new(table.words.clone())));
    assert_eq!(played.fault, None, "{text}");
    let again = played.game.unwrap();
    let (one, other) = (game.state(), again.state());
    let scores = |state: &tilewright_game::GameState| {
        (0..state.players()).map(|seat| state.score(seat)).collect::<Vec<_>>()
    };
    assert_eq!(scores(one), scores(other), "{text}");
    assert_eq!(one.result().is_some(), other.result().is_some(), "{text}");
    assert_eq!(one.board, other.board, "{text}");
    for (turn, position) in played.turns.iter().filter_map(|t| Some((t, t.position.as_ref()?))) {
        assert!(position.complete, "line {}: {text}", turn.line);
        let mut all = position.unseen;
        all.add_counts(&position.rack);
        all.add_counts(&position.board.tiles());
        assert_eq!(all, *table.ruleset.tiles().full_bag(), "line {}: {text}", turn.line);
        let others =
            usize::from(one.players() - 1) * usize::from(table.ruleset.spec().rack_size.size);
        assert!(position.unseen.len() - position.bag <= others, "line {}: {text}", turn.line);
    }
}

/// Plays some games and checks them, whole and broken off.
fn check_games(table: &Table, players: u8, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let game = table.play(players, seed);
        check(table, &game);
        let middle = game.events().len() / 2;
        let last = game.events()[middle].command;
        let whole = game.events().iter().take_while(|event| event.command <= last).count();
        let game = game.branch(whole).unwrap();
        if game.state().challengeable_seat().is_none() {
            check(table, &game);
        }
    }
}

#[test]
fn games_of_many_variants_are_written_and_replayed() {
    for id in ["classic", "classic-nl", "super-21", "feud", "friends", "wordstockt-house"] {
        check_games(&Table::new(ruleset(id)), 2, 0..3);
    }
    for id in ["spanish", "welsh", "polish", "hebrew", "arabic", "value-match"] {
        check_games(&Table::new(ruleset(id)), 2, 0..2);
    }
}

#[test]
fn one_three_and_four_can_play() {
    let table = Table::new(ruleset("classic"));
    for players in [1, 3, 4] {
        check_games(&table, players, 10..12);
    }
}

#[test]
fn challenges_are_written_and_replayed() {
    for mode in [
        ChallengeMode::Single,
        ChallengeMode::Double,
        ChallengeMode::Points(10),
        ChallengeMode::PerWord(5),
    ] {
        let ruleset = ruleset("classic").with_spec(|spec| {
            spec.challenge.enable_challenges = true;
            spec.challenge.mode = mode.clone();
        });
        check_games(&Table::new(ruleset.unwrap()), 2, 20..24);
    }
}

#[test]
fn what_has_no_gcg_says_so() {
    let why = |id: &str| {
        let ruleset = ruleset(id);
        let mut new_game = NewGame::with_rng_seed(Arc::new(ruleset), 1, 1);
        if id == "stacking" || id == "hex" || id == "graph-demo" {
            new_game.players = 2;
        }
        let game = Game::new(new_game).unwrap();
        Gcg::of_game(&game, &[]).unwrap_err().to_string()
    };
    for (id, part) in [
        ("hex", "not played on a flat board of squares"),
        ("tower-3d", "not played on a flat board of squares"),
        ("graph-demo", "not played on a flat board of squares"),
        ("stacking", "stacked"),
        ("daily-9", "begins with a word"),
    ] {
        let reason = why(id);
        assert!(reason.contains(part), "{id}: {reason}");
    }
}
