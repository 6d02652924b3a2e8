//! A incremental's plays are the generator's, to and fro, in every variant.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;
use tilewright_lexicon::{Lexicon, Mode, WordList};
use tilewright_movegen::{
    Budget, Generator, IncrementalGenerator, LinePlay, PackedRack, Play, RackPacking,
};
use tilewright_rules::{Board, Placement, PluginRegistry, Position, Ruleset};
use tilewright_tiles::{Chance, TileCounts};
use tilewright_variants::{Variant, shipped_ids};

fn generator(id: &str) -> (Ruleset, Generator) {
    let ruleset = Variant::shipped(id).unwrap().ruleset(&PluginRegistry::default()).unwrap();
    let name = format!("{}-small.txt", ruleset.lexicon().unwrap_or("en"));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["../lexicon/data", "../../fixtures/words"].map(|place| here.join(place));
    let path = places.iter().map(|place| place.join(&name)).find(|path| path.is_file()).unwrap();
    let text = std::fs::read(path).unwrap();
    let list = WordList::read(&text, ruleset.tiles().alphabet(), Mode::Skip).unwrap();
    let lexicon = Lexicon::build(&list, Generator::graph_kind(&ruleset)).unwrap();
    let generator = Generator::new(&ruleset, &lexicon).unwrap();
    (ruleset, generator)
}

/// Random tiles of the bag.
fn some_tiles(ruleset: &Ruleset, count: usize, chance: &mut Chance) -> TileCounts {
    let bag = ruleset.tiles().full_bag();
    (0..count).filter_map(|_| bag.nth(chance.below(bag.len()))).collect()
}

/// A play in a form that can be sorted.
type Plain = (Vec<(u16, u8, u8)>, String);

fn plain(placements: &[Placement], points: String) -> Plain {
    let plain = placements.iter().map(|p| (p.cell.0, p.tile.kind.0, p.tile.letter.0));
    (plain.collect(), points)
}

fn generated(generator: &Generator, position: &Position<'_>) -> Vec<Plain> {
    let mut plays = Vec::new();
    generator.all_plays(position, &mut |play: &Play<'_>| {
        plays.push(plain(&play.placements(), play.points().to_string()));
    });
    plays.sort();
    plays
}

fn incremental_plays(
    incremental: &mut IncrementalGenerator<'_>,
    seat: usize,
    left: PackedRack,
) -> Vec<LinePlay> {
    let mut plays = Vec::new();
    incremental.each_line(seat, left, |line| {
        plays.extend(line.iter().filter(|play| left.has(play.needs)).copied());
    });
    plays
}

/// A board after some random plays.
fn some_board(ruleset: &Ruleset, generator: &Generator, chance: &mut Chance) -> Board {
    let mut board = Board::new(ruleset.topology().clone());
    for _ in 0..2 + chance.below(7) {
        let rack = some_tiles(ruleset, 7, chance);
        let mut plays = Vec::new();
        let position = Position::new(ruleset, &board, &rack);
        generator.all_plays(&position, &mut |play: &Play<'_>| plays.push(play.placements()));
        plays.sort_by_key(|placements| std::cmp::Reverse(placements.len()));
        plays.truncate(20);
        if plays.is_empty() {
            continue;
        }
        for Placement { cell, tile } in plays.swap_remove(chance.below(plays.len())) {
            board.put(cell, tile);
            let _ = ruleset.use_premium(&mut board, cell);
        }
    }
    board
}

fn check(id: &str, games: u64, memory: usize) -> usize {
    let (ruleset, generator) = generator(id);
    let mut compared = 0;
    for number in 0..games {
        let mut chance = Chance::part(31, number);
        let board = some_board(&ruleset, &generator, &mut chance);
        let racks = [5, 4].map(|count| some_tiles(&ruleset, count, &mut chance));
        let packings = [0, 1].map(|seat: usize| RackPacking::new(&racks[seat]).unwrap());
        let mut left = [0, 1].map(|seat: usize| packings[seat].pack(racks[seat].tiles()));
        let position = Position::new(&ruleset, &board, &racks[0]);
        let mut incremental = IncrementalGenerator::new(
            &generator,
            &position,
            [&racks[0], &racks[1]],
            memory,
            &Budget::unlimited(),
        )
        .unwrap();
        let mut before = Vec::new();
        for turn in 0..14 {
            for seat in 0..2 {
                let rack = packings[seat].unpack(left[seat]);
                let board = incremental.board().clone();
                let position = Position::new(&ruleset, &board, &rack);
                let expected = generated(&generator, &position);
                let found = incremental_plays(&mut incremental, seat, left[seat]);
                let mut found: Vec<Plain> = found
                    .iter()
                    .map(|play| plain(incremental.placements(play), play.points.to_string()))
                    .collect();
                found.sort();
                assert_eq!(found, expected, "{id} {number} {turn} {seat}");
                compared += found.len();
            }
            if chance.below(3) == 0 && !before.is_empty() {
                left = before.pop().unwrap();
                incremental.undo();
                continue;
            }
            let plays = incremental_plays(&mut incremental, turn % 2, left[turn % 2]);
            if plays.is_empty() {
                continue;
            }
            let play = plays[chance.below(plays.len())];
            let placements = incremental.placements(&play).to_vec();
            before.push(left);
            incremental.place(&placements);
            left[turn % 2] = left[turn % 2].without(play.needs);
        }
        before.iter().for_each(|_| incremental.undo());
        assert_eq!(*incremental.board(), board, "{id} {number}");
    }
    compared
}

#[test]
fn incremental_plays_equal_generated_plays() {
    for id in shipped_ids() {
        // A small cache is cleared all the time.
        let memory = if id.len() % 2 == 0 { 1 << 22 } else { 1 << 15 };
        let compared = check(id, 12, memory);
        assert!(compared > 60, "{id}: only {compared} plays");
    }
}

#[test]
fn packed_racks_contain_and_subtract_tiles() {
    let (ruleset, _) = generator("classic");
    let rack: TileCounts = ruleset.tiles().parse_rack("AABZ?").unwrap().into_iter().collect();
    let packing = RackPacking::new(&rack).unwrap();
    let pack = |text: &str| packing.pack(ruleset.tiles().parse_rack(text).unwrap().into_iter());
    let all = pack("AABZ?");
    assert_eq!((all.len(), packing.unpack(all)), (5, rack));
    for (tiles, has) in [("A", true), ("AA", true), ("ZB?", true), ("", true), ("ZZ", false)] {
        assert_eq!(all.has(pack(tiles)), has, "{tiles}");
    }
    let rest = all.without(pack("AZ"));
    assert_eq!(rest, pack("AB?"));
    assert!(!rest.has(pack("AA")) && !rest.is_empty() && pack("").is_empty());
    let many: TileCounts = ruleset.tiles().parse_rack("AAAAAAAA").unwrap().into_iter().collect();
    assert_eq!(RackPacking::new(&many), None);
}
