//! Properties of every bot on every variant.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use tilewright_ai::{
    Bot, Chance, EndgameBot, EndgameSettings, Level, LevelBot, Move, Never, Openings, Outlook,
    Playout, PreEndgameSettings, ScoreBot, Series, SimulationBot, SimulationSettings, StaticBot,
    WinModel, run_series, shipped_leaves, shipped_openings,
};
use tilewright_game::{NewGame, Opening};
use tilewright_lexicon::{GraphKind, Lexicon, shipped};
use tilewright_movegen::{Generator, Leaves};
use tilewright_rules::Ruleset;
use tilewright_tiles::Seed;
use tilewright_variants::shipped_ids;

/// Little search, so that it is tried in every variant.
fn small() -> EndgameSettings {
    let pre_endgame = PreEndgameSettings::default().bag(4).candidates(3).deals(3).nodes(100);
    EndgameSettings::default().nodes(600).pre_endgame(pre_endgame).memory(1 << 20)
}

/// One of every sort.
const SORTS: usize = 8;

/// A variant with the generators of all levels.
struct Table {
    ruleset: Ruleset,
    generators: Vec<Generator>,
    leaves: Arc<Leaves>,
    openings: Option<Arc<Openings>>,
}

impl Table {
    fn new(id: &str) -> Table {
        let ruleset = common::ruleset(id);
        let list = common::small_list(&ruleset);
        let lexicon = Lexicon::build(&list, GraphKind::Words).unwrap();
        let generator = |level: Level| level.generator(&ruleset, &lexicon).unwrap();
        let generators = Level::ALL.map(generator).into();
        // Some values, so that leaves matter.
        let mut leaves = Leaves::zero(ruleset.tiles().kinds().len());
        for kind in ruleset.tiles().kind_ids() {
            leaves.set_single(kind, 4_000 - 900 * i32::from(kind.0 % 10));
            leaves.set_pair(kind, kind, -3_000);
        }
        let openings = shipped_openings(&ruleset).map(Arc::new);
        Table { ruleset, generators, leaves: Arc::new(leaves), openings }
    }

    /// One of every sort.
    fn bots(&self) -> Vec<Box<dyn Bot + '_>> {
        let finder = || self.generators[4].finder();
        let mut bots: Vec<Box<dyn Bot + '_>> = vec![
            Box::new(
                StaticBot::new(finder(), self.leaves.clone()).with_openings(self.openings.clone()),
            ),
            Box::new(ScoreBot::new(finder())),
            Box::new(EndgameBot::new(&self.generators[4], self.leaves.clone(), small())),
        ];
        for (level, generator) in Level::ALL.into_iter().zip(&self.generators) {
            bots.push(Box::new(LevelBot::new(generator.finder(), level, &self.leaves)));
        }
        let settings = SimulationSettings::default().plays(3).rollouts(20);
        let (leaves, model) = (self.leaves.clone(), WinModel::shipped(&self.ruleset));
        bots.push(Box::new(SimulationBot::new(finder(), leaves, model, settings)));
        bots
    }

    /// What every bot does.
    fn choices(&self, outlook: &Outlook<'_>, seed: u64) -> Vec<Move> {
        let choose = |mut bot: Box<dyn Bot + '_>| {
            bot.begin(seed);
            bot.choose(outlook)
        };
        self.bots().into_iter().map(choose).collect()
    }
}

#[test]
fn hidden_tiles_do_not_change_choices() {
    for id in shipped_ids() {
        let table = Table::new(id);
        let (least, most) = table.ruleset.players();
        let mut chance = Chance::part(11, 0);
        let players = least.max(most.min(3));
        let seed = Seed::from_number(2);
        let opening = Opening::new(&table.ruleset, players, &seed, None).unwrap();
        let mut playout = Playout::start(&table.ruleset, players, &opening, &mut chance);
        let mut bots = table.bots();
        for number in 0..60 {
            if playout.is_over() {
                break;
            }
            let seat = playout.to_move();
            let outlook = playout.outlook(seat);
            if number % 6 == 0 {
                let other = outlook.imagine(&mut chance);
                let (mine, others) = (outlook, other.outlook(seat));
                assert_eq!(table.choices(&mine, 5), table.choices(&others, 5), "{id} {number}");
            }
            let turn = bots[number % SORTS].choose(&outlook);
            playout.take(&turn, &mut chance);
        }
    }
}

#[test]
fn bots_choose_the_same_in_playouts_and_logged_games() {
    for id in ["classic", "hex", "stacking"] {
        let table = Table::new(id);
        let seed = Seed::from_number(9);
        let shared = Arc::new(table.ruleset.clone());
        let (state, _) = NewGame::with_rng_seed(shared, 2, 9).start().unwrap();
        let opening = Opening::new(&table.ruleset, 2, &seed, None).unwrap();
        let mut draws = tilewright_ai::SeedDraws::new(seed, 0);
        let light = Playout::start(&table.ruleset, 2, &opening, &mut draws);
        let (one, other) = (Outlook::of_game(&state, 0), light.outlook(0));
        assert_eq!(table.choices(&one, 1), table.choices(&other, 1), "{id}");
    }
}

#[test]
fn all_bots_end_their_games_on_every_variant() {
    for id in shipped_ids() {
        let table = Table::new(id);
        let (least, most) = table.ruleset.players();
        let players = usize::from(2.clamp(least, most));
        for sort in 0..SORTS {
            // The last plays with the first.
            let make = || {
                let mut bots = table.bots();
                bots.rotate_left(sort);
                bots.truncate(players);
                bots
            };
            let series = Series::new(2, 4);
            let tally = run_series(&table.ruleset, &series, &make, &|_| true).unwrap();
            assert_eq!((tally.games, tally.unfinished), (2, 0), "{id}");
        }
    }
}

#[test]
fn higher_levels_know_more_words() {
    let ruleset = common::ruleset("classic");
    let lexicon = Lexicon::build(&common::small_list(&ruleset), GraphKind::Words).unwrap();
    let vocabulary = tilewright_ai::Vocabulary::new(&lexicon);
    assert_eq!(vocabulary.known(&[100; 8]).count(), lexicon.word_count());
    for (level, name) in
        Level::ALL.into_iter().zip(["beginner", "casual", "skilled", "strong", "expert"])
    {
        assert_eq!((level.to_string().as_str(), name.parse()), (name, Ok(level)));
    }
    assert!("weak".parse::<Level>().is_err());
}

#[test]
fn each_level_beats_the_one_below() {
    let ruleset = common::ruleset("classic");
    let lexicon = shipped::graph("en", ruleset.tiles().alphabet()).unwrap().unwrap();
    let leaves = Arc::new(shipped_leaves(&ruleset).unwrap());
    let generators = Level::ALL.map(|level| level.generator(&ruleset, &lexicon).unwrap());
    for pair in [[1, 0], [2, 1], [3, 2], [4, 3]] {
        let make = || -> Vec<Box<dyn Bot + '_>> {
            let bot = |place: usize| -> Box<dyn Bot + '_> {
                let finder = generators[place].finder();
                Box::new(LevelBot::new(finder, Level::ALL[place], &leaves))
            };
            pair.map(bot).into()
        };
        let series = Series::new(40, 6).threads(2).same_deals(true);
        let tally = run_series(&ruleset, &series, &make, &|_| true).unwrap();
        let (rate, _) = tally.players[0].win_rate();
        assert!(rate > 0.55, "{} against {}: {rate}", Level::ALL[pair[0]], Level::ALL[pair[1]]);
    }
}

#[test]
fn hidden_tiles_do_not_change_pre_endgame_results() {
    let mut searched = 0;
    for (id, number) in [("classic", 1), ("classic", 2), ("hex", 1), ("stacking", 1), ("polish", 1)]
    {
        let table = Table::new(id);
        let mut chance = Chance::part(5, number);
        let opening = Opening::new(&table.ruleset, 2, &Seed::from_number(4), None).unwrap();
        let mut playout = Playout::start(&table.ruleset, 2, &opening, &mut chance);
        let mut player = StaticBot::new(table.generators[4].finder(), table.leaves.clone());
        let results = |outlooks: &[&Outlook<'_>]| {
            let mut bot = EndgameBot::new(&table.generators[4], table.leaves.clone(), small());
            bot.begin(8);
            outlooks.iter().map(|outlook| bot.results(outlook, &Never)).next_back()
        };
        while !playout.is_over() {
            let seat = playout.to_move();
            let outlook = playout.outlook(seat);
            if (1..=small().pre_endgame.bag).contains(&outlook.bag_len()) {
                let other = outlook.imagine(&mut chance);
                let (mine, others) = (&outlook, &other.outlook(seat));
                let expected = results(&[mine]).unwrap();
                assert_eq!(results(&[others]).unwrap(), expected, "{id}");
                // Nor does it depend on positions seen before.
                assert_eq!(results(&[others, mine]).unwrap(), expected, "{id}");
                searched += usize::from(!expected.is_empty());
            }
            let turn = player.choose(&outlook);
            playout.take(&turn, &mut chance);
        }
    }
    assert!(searched >= 3, "{searched} searches");
}
