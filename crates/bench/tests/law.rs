//! The law of the generator: it finds the legal straight plays, each once, with their scores.
//!
//! On random positions of every shipped variant, every generated play must be legal by the
//! referee and score what the referee says, none may come twice, and none that the referee finds
//! may be missing.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use tilewright_bench::chance::Chance;
use tilewright_bench::referee::{Laid, Piece, Referee, Sight};
use tilewright_bench::wordlists;
use tilewright_game::{Command, Game, NewGame};
use tilewright_lexicon::{Lexicon, Mode, WordList};
use tilewright_movegen::{Generator, Play};
use tilewright_rules::{MoveDraft, PluginRegistry, UserMove};
use tilewright_tiles::TileCounts;
use tilewright_variants::{Variant, shipped_ids};

/// Positions of each variant.
const POSITIONS: usize = 12;

type Plays = BTreeMap<Vec<(usize, usize, u8)>, String>;

struct Law {
    generator: Generator,
    referee: Referee,
    chance: Chance,
    /// Plays found and checked.
    found: usize,
}

impl Law {
    fn new(id: &str) -> Law {
        let variant = Variant::shipped(id).unwrap();
        let words = wordlists::small(variant.lexicon().unwrap_or("en")).unwrap();
        let ruleset = variant.ruleset(&PluginRegistry::default()).unwrap();
        let words = if id == "plugin-demo" { "AB\nBA\nABBA\nBAA\nAA\nBAB\n".into() } else { words };
        let alphabet = ruleset.tiles().alphabet();
        let list = WordList::read(words.as_bytes(), alphabet, Mode::Skip).unwrap();
        let lexicon = Lexicon::build(&list, Generator::graph_kind(&ruleset)).unwrap();
        let generator = Generator::new(&ruleset, &lexicon).unwrap();
        let referee = Referee::new(generator.ruleset(), &words);
        Law { generator, referee, chance: Chance::new(7), found: 0 }
    }

    /// A game of random plays; the law is checked in every position, up to a number of them.
    fn check_game(&mut self, seed: u64, most: usize) -> Result<usize, String> {
        let ruleset = self.generator.ruleset().clone();
        let players = ruleset.players().1.min(2);
        let mut game = Game::new(NewGame::with_rng_seed(ruleset.clone(), players, seed)).unwrap();
        // The generator's own words check the moves that are played here.
        let mut checked = 0;
        while game.state().result().is_none() && checked < most {
            let seat = game.state().to_move();
            let plays = self.check_position(&game, seat)?;
            checked += 1;
            let keys: Vec<_> = plays.keys().cloned().collect();
            match self.chance.pick(&keys) {
                Some(key) => {
                    let tiles: Vec<_> = key.iter().map(tile).collect();
                    let draft = MoveDraft::known(&tiles, ruleset.tiles());
                    let user_move = UserMove::from_draft(&game.state().position(seat), &draft);
                    let mut free = game.clone();
                    free.command(Command::SwitchRule {
                        rule: "word_validation".into(),
                        enabled: false,
                    })
                    .map_err(|e| e.to_string())?;
                    free.command(Command::Move { seat, user_move }).map_err(|e| e.to_string())?;
                    free.command(Command::SwitchRule {
                        rule: "word_validation".into(),
                        enabled: true,
                    })
                    .ok();
                    game = free;
                }
                None => {
                    game.command(Command::Pass { seat }).map_err(|e| e.to_string())?;
                }
            }
        }
        Ok(checked)
    }

    fn check_position(&mut self, game: &Game, seat: u8) -> Result<Plays, String> {
        let state = game.state();
        let ruleset = self.generator.ruleset().clone();
        let rack: TileCounts = state.rack(seat);
        let switches = Default::default();
        let position = tilewright_rules::Position {
            switches: &switches,
            ..state.position_under(&ruleset, seat)
        };
        let mut plays = Plays::new();
        let mut twice = None;
        self.generator.all_plays(&position, &mut |play: &Play<'_>| {
            let mut key: Vec<_> = (play.placements().iter())
                .map(|p| (p.cell.index(), p.tile.kind.index(), p.tile.letter.0))
                .collect();
            key.sort_unstable();
            if plays.insert(key.clone(), play.points().to_string()).is_some() {
                twice = Some(key);
            }
        });
        if let Some(key) = twice {
            return Err(format!("found twice: {key:?}"));
        }
        let sight = Sight::new(&state.board, &rack, ruleset.tiles().kinds().len());
        for (key, points) in &plays {
            let laid: Vec<Laid> = key
                .iter()
                .map(|(cell, kind, letter)| Laid {
                    cell: *cell,
                    piece: Piece { kind: *kind, letter: *letter },
                })
                .collect();
            let verdict = self.referee.judge(&sight, &laid);
            let total = verdict.total.as_ref().map(ToString::to_string);
            if !verdict.is_legal() || total.as_ref() != Some(points) {
                return Err(format!("{key:?}: {points}, the referee says {verdict:?}"));
            }
        }
        for proposal in self.referee.propose(&sight, usize::MAX, &mut self.chance) {
            let mut key: Vec<_> = (proposal.laid.iter())
                .map(|laid| (laid.cell, laid.piece.kind, laid.piece.letter))
                .collect();
            key.sort_unstable();
            if !plays.contains_key(&key) {
                return Err(format!("missed: {key:?}, {:?}", proposal.verdict));
            }
        }
        self.found += plays.len();
        Ok(plays)
    }
}

fn tile(laid: &(usize, usize, u8)) -> (tilewright_board::CellId, tilewright_tiles::Tile) {
    let (cell, kind, letter) = *laid;
    let tile = tilewright_tiles::Tile {
        kind: tilewright_tiles::KindId(kind as u8),
        letter: tilewright_tiles::Letter(letter),
        mark: tilewright_tiles::Mark::NONE,
    };
    (tilewright_board::CellId(cell as u16), tile)
}

#[test]
fn the_generator_finds_the_legal_plays_of_every_variant() {
    let mut faults = Vec::new();
    for id in shipped_ids() {
        let mut law = Law::new(id);
        let mut left = POSITIONS;
        for seed in 0..6 {
            if left == 0 {
                break;
            }
            match law.check_game(seed, left.min(POSITIONS / 2)) {
                Ok(checked) => left -= checked,
                Err(fault) => {
                    faults.push(format!("{id}, seed {seed}: {fault}"));
                    break;
                }
            }
        }
        if law.found < 20 {
            faults.push(format!("{id}: only {} plays were found and checked", law.found));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
