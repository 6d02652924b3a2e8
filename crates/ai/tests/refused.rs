//! Illegal moves of a bot are counted and become passes.

#![allow(clippy::unwrap_used)]

mod common;

use tilewright_ai::{Bot, Move, Outlook, ScoreBot, Series, SwapTiles, run_series};
use tilewright_board::CellId;
use tilewright_lexicon::{GraphKind, Lexicon};
use tilewright_movegen::{AnyFinder, Generator, NoLeaves};
use tilewright_tiles::KindId;
use tilewright_variants::shipped_ids;

/// What is wrong with the turns of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Wrong {
    /// Nothing.
    Nothing,
    /// A swap of tiles of a kind that there is not.
    UnknownTile,
    /// A swap of more tiles than the rack holds.
    TooMany,
    /// A play beyond the board.
    BeyondTheBoard,
    /// A play with a tile that is not on the rack.
    NotOnTheRack,
}

struct Player<'g>(AnyFinder<'g>, Wrong);

impl Bot for Player<'_> {
    fn choose(&mut self, outlook: &Outlook<'_>) -> Move {
        let play = self.0.best(&outlook.position(), 1, &NoLeaves).pop();
        let first = outlook.rack.tiles().next().unwrap_or(KindId(0));
        let too_many = vec![first; outlook.rack.len() + 1];
        match (self.1, play) {
            (Wrong::UnknownTile, _) => Move::Swap(SwapTiles::from_slice(&[KindId(200)])),
            (Wrong::TooMany, _) => Move::Swap(SwapTiles::from_slice(&too_many)),
            (_, None) => Move::Pass,
            (Wrong::Nothing, Some(play)) => Move::Play(play),
            (Wrong::BeyondTheBoard, Some(mut play)) => {
                play.placements[0].cell = CellId(60_000);
                Move::Play(play)
            }
            (Wrong::NotOnTheRack, Some(mut play)) => {
                let kinds = outlook.ruleset.tiles().kind_ids();
                let missing = kinds.into_iter().find(|kind| outlook.rack.count(*kind) == 0);
                play.placements[0].tile.kind = missing.unwrap_or(KindId(200));
                Move::Play(play)
            }
        }
    }
}

#[test]
fn refused_turns_are_counted_and_become_passes() {
    for id in shipped_ids() {
        let ruleset = common::ruleset(id);
        let (least, most) = ruleset.players();
        let players = 2.clamp(least, most);
        let list = common::small_list(&ruleset);
        let lexicon = Lexicon::build(&list, GraphKind::Words).unwrap();
        let generator = Generator::new(&ruleset, &lexicon).unwrap();
        let series = Series::new(2, 3);
        for wrong in [
            Wrong::Nothing,
            Wrong::UnknownTile,
            Wrong::TooMany,
            Wrong::BeyondTheBoard,
            Wrong::NotOnTheRack,
        ] {
            let bots = || -> Vec<Box<dyn Bot + '_>> {
                let mut bots: Vec<Box<dyn Bot + '_>> =
                    vec![Box::new(Player(generator.finder(), wrong))];
                bots.resize_with(usize::from(players), || {
                    Box::new(ScoreBot::new(generator.finder()))
                });
                bots
            };
            let tally = run_series(&ruleset, &series, &bots, &|_| true).unwrap();
            let (first, others) = tally.players.split_first().unwrap();
            assert!(others.iter().all(|player| player.refused == 0), "{id}");
            match wrong {
                Wrong::Nothing => assert_eq!(first.refused, 0, "{id}"),
                Wrong::UnknownTile | Wrong::TooMany => {
                    assert_eq!((first.refused, first.swaps), (first.turns, 0), "{id} {wrong:?}");
                }
                Wrong::BeyondTheBoard | Wrong::NotOnTheRack => assert_eq!(first.plays, 0, "{id}"),
            }
            assert!(first.refused <= first.passes, "{id} {wrong:?}");
        }
    }
}
