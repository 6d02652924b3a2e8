//! A light game is the game: the same moves and draws give the same scores, racks, ends and
//! settlements, for every shipped variant.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use tilewright_ai::{Chance, Move, NoDraws, Playout, SeedDraws, SwapTiles};
use tilewright_game::{Command, Game, GameState, NewGame, Opening};
use tilewright_lexicon::{Dictionary, WordSet};
use tilewright_movegen::{AnyFinder, NoLeaves, OwnedPlay, Play};
use tilewright_rules::{Action, MoveDraft, Ruleset, TurnAction, UserMove, score, validate};
use tilewright_tiles::Seed;
use tilewright_variants::shipped_ids;

/// Games of each variant.
const GAMES: u64 = 18;

/// A game in both forms.
struct Both<'r> {
    game: Game,
    light: Playout<'r>,
    draws: SeedDraws,
}

impl<'r> Both<'r> {
    fn start(ruleset: &'r Ruleset, words: &WordSet, players: u8, number: u64) -> Both<'r> {
        let seed = Seed::from_number(number);
        let shared = Arc::new(ruleset.clone());
        let dictionary: Option<Box<dyn Dictionary>> = Some(Box::new(words.clone()));
        let new_game = NewGame::with_rng_seed(shared, players, number);
        let new_game = NewGame { dictionary, ..new_game };
        let game = Game::new(new_game).unwrap();
        let opening = Opening::new(ruleset, players, &seed, None).unwrap();
        let mut draws = SeedDraws::new(seed, 0);
        let light = Playout::start(ruleset, players, &opening, &mut draws);
        Both { game, light, draws }
    }

    fn state(&self) -> &GameState {
        self.game.state()
    }

    fn submit(&mut self, command: Command) {
        self.game.command(command).unwrap();
    }

    fn turn(&mut self, turn: &Move) {
        let seat = self.state().to_move();
        match turn {
            Move::Pass => self.submit(Command::Pass { seat }),
            Move::Swap(kinds) => {
                let names = kinds
                    .iter()
                    .map(|kind| self.state().ruleset().tiles().kind(*kind).id.to_string());
                let tiles = names.collect();
                let user_move = UserMove { actions: vec![Action::SwapRack { tiles }] };
                self.submit(Command::Move { seat, user_move });
            }
            Move::Play(play) => self.play(seat, play),
        }
        self.light.take(turn, &mut self.draws);
        if self.light.is_over() && self.state().result().is_none() {
            // The last move ends the game once it is accepted.
            assert!(self.state().challengeable_seat().is_some());
            self.submit(Command::Pass { seat: self.state().to_move() });
        }
        self.compare();
    }

    fn play(&mut self, seat: u8, play: &OwnedPlay) {
        let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
        let position = self.state().position(seat);
        let draft = MoveDraft::known(&known, self.state().ruleset().tiles());
        let validated = validate(&position, &draft).unwrap();
        assert_eq!(score(&position, &validated).total, play.points);
        let user_move = UserMove::from_draft(&position, &draft);
        self.submit(Command::Move { seat, user_move });
    }

    fn compare(&self) {
        let (state, light) = (self.state(), &self.light);
        let waiting = state.challengeable_seat();
        assert_eq!(state.result().is_some(), light.is_over());
        assert_eq!(state.board, *light.board());
        let mut status = light.status().clone();
        status.challengeable = waiting.is_some();
        if light.is_over() {
            // Where a last move had to be accepted, the turn has gone on to the one who did.
            status.to_move = state.to_move();
        }
        for seat in 0..light.players() {
            assert_eq!(state.score(seat), *light.score(seat));
            if waiting == Some(seat) {
                // In the game, the mover draws when the move stands.
                status.seats[usize::from(seat)].rack_len = state.rack(seat).len();
                status.bag_len = state.bag_len();
                continue;
            }
            assert_eq!(state.rack(seat), *light.rack(seat));
        }
        assert_eq!(*state.status(), status);
        assert_eq!(status.bag_len, state.bag_len());
        if let Some(result) = state.result() {
            assert_eq!(Some(result.rule.as_str()), light.ended_by());
            assert_eq!(result.winners, light.winners());
        }
    }
}

/// Some legal turn: the best play, any play, a swap or a pass.
fn some_turn(light: &Playout<'_>, finder: &mut AnyFinder<'_>, chance: &mut Chance) -> Move {
    let outlook = light.outlook(light.to_move());
    let position = outlook.position();
    let kind = chance.below(20);
    if kind < 2 {
        let mut tiles = SwapTiles::new();
        tiles.extend(outlook.rack.tiles().filter(|_| chance.below(3) == 0));
        if outlook.allows(&TurnAction::Swap(tiles.len())) {
            return Move::Swap(tiles);
        }
    }
    if kind == 2 {
        return Move::Pass;
    }
    if kind < 8 {
        let (mut seen, mut chosen) = (0, None);
        finder.all_plays(&position, &mut |play: &Play<'_>| {
            seen += 1;
            if chance.below(seen) == 0 {
                let (placements, points) = (play.placements(), play.points());
                chosen = Some(OwnedPlay { placements, points, equity: 0 });
            }
        });
        return chosen.map_or(Move::Pass, Move::Play);
    }
    finder.best(&position, 1, &NoLeaves).pop().map_or(Move::Pass, Move::Play)
}

fn play_in_both(id: &str) -> Vec<String> {
    let (ruleset, generator) = common::generator(id);
    let words = WordSet::from_list(&common::small_list(&ruleset));
    let mut finder = generator.finder();
    // Alone, nobody accepts the own moves and lets the mover draw: no game for bots.
    let challenges = ruleset.spec().challenge.enable_challenges;
    let (least, most) = ruleset.players();
    let least = if challenges { least.max(2) } else { least };
    let mut ends = Vec::new();
    for number in 0..GAMES {
        let mut chance = Chance::part(7, number);
        let players = least + chance.below(usize::from(most - least) + 1) as u8;
        let mut both = Both::start(&ruleset, &words, players, number);
        both.compare();
        let mut turns = 0;
        while !both.light.is_over() {
            // Now and then everybody passes, so that games end in every way.
            let turn = match number % 6 == 5 && turns > 8 {
                true => Move::Pass,
                false => some_turn(&both.light, &mut finder, &mut chance),
            };
            both.turn(&turn);
            turns += 1;
            assert!(turns < 3000, "{id}: no end");
        }
        ends.extend(both.light.ended_by().map(String::from));
    }
    ends
}

#[test]
fn light_games_are_games() {
    let mut ends = Vec::new();
    for id in shipped_ids() {
        ends.extend(play_in_both(id));
    }
    assert_eq!(ends.len() as u64, GAMES * shipped_ids().len() as u64);
    for rule in ["empty_rack", "consecutive_passes", "turn_limit"] {
        assert!(ends.iter().any(|end| end == rule), "no game ended by {rule}");
    }
}

#[test]
fn turns_are_taken_back() {
    for id in ["classic", "stacking", "stacking-demo", "anadrome", "hex", "super-21"] {
        let (ruleset, generator) = common::generator(id);
        let mut finder = generator.finder();
        let mut chance = Chance::new(3);
        let opening = Opening::new(&ruleset, 2, &Seed::from_number(1), None).unwrap();
        let mut light = Playout::start(&ruleset, 2, &opening, &mut chance);
        let (mut before, mut undos) = (Vec::new(), Vec::new());
        while !light.is_over() && undos.len() < 400 {
            let turn = some_turn(&light, &mut finder, &mut chance);
            before.push(light.clone());
            undos.push(light.take_undoably(&turn, &mut chance));
        }
        let mut copy = Playout::start(&ruleset, 3, &opening, &mut NoDraws);
        while let (Some(undo), Some(before)) = (undos.pop(), before.pop()) {
            light.undo(undo);
            assert_eq!(format!("{light:?}"), format!("{before:?}"), "{id}");
            copy.clone_from(&before);
            assert_eq!(format!("{copy:?}"), format!("{before:?}"), "{id}");
        }
    }
}

#[test]
fn imagined_games_fit_what_the_seat_knows() {
    let (ruleset, generator) = common::generator("super-21");
    let mut finder = generator.finder();
    let mut chance = Chance::new(5);
    let opening = Opening::new(&ruleset, 4, &Seed::from_number(1), None).unwrap();
    let mut light = Playout::start(&ruleset, 4, &opening, &mut chance);
    for _ in 0..40 {
        let outlook = light.outlook(2);
        let imagined = outlook.imagine(&mut chance);
        assert_eq!(imagined.rack(2), light.rack(2));
        assert_eq!(imagined.status(), light.status());
        assert_eq!(imagined.bag().len(), light.bag().len());
        let mut tiles = outlook.unseen();
        tiles.add_counts(outlook.rack);
        tiles.add_counts(&outlook.board.tiles());
        assert_eq!(tiles, *ruleset.tiles().full_bag());
        let turn = some_turn(&light, &mut finder, &mut chance);
        light.take(&turn, &mut chance);
    }
}
