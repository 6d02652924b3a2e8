//! Positions to be measured, and the time they take.

use std::path::Path;
use std::sync::Arc;
use tilewright_ai::{Chance, Playout, shipped_leaves};
use tilewright_bench::law::Lists;
use tilewright_game::Opening;
use tilewright_lexicon::{Lexicon, Mode, WordList, shipped};
use tilewright_movegen::{Generator, Leaves, NoLeaves};
use tilewright_notation::Cgp;
use tilewright_rules::{Board, PluginRegistry, Position, Ruleset};
use tilewright_tiles::{Seed, TileCounts};
use tilewright_variants::{ShippedOnly, Variant};

/// Positions of a variant.
pub(crate) struct Positions {
    pub generator: Generator,
    pub ruleset: Ruleset,
    pub all: Vec<(Board, TileCounts)>,
    /// What the oracle says of each: plays, sum, best and sum of squares.
    pub answers: Vec<String>,
}

impl Positions {
    fn new(variant: &Variant, list: &str) -> Result<Positions, String> {
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
        let generator = generator(&ruleset, list)?;
        let (all, answers) = (Vec::new(), Vec::new());
        Ok(Positions { generator, ruleset, all, answers })
    }

    /// The positions of a file of the oracle.
    pub fn oracle(variant: &str, list: &str, file: &str) -> Result<Positions, String> {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle");
        let read = |name: &str| {
            std::fs::read_to_string(fixtures.join(name)).map_err(|error| format!("{name}: {error}"))
        };
        let variant = match variant.ends_with(".toml") {
            true => Variant::from_toml(&read(variant)?, &ShippedOnly),
            false => Variant::shipped(variant),
        };
        let mut positions = Positions::new(&variant.map_err(|error| error.to_string())?, list)?;
        for line in read(file)?.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (cgp, answer) = line.split_once('\t').unwrap_or((line, ""));
            let cgp = Cgp::parse(cgp, &positions.ruleset).map_err(|error| error.to_string())?;
            positions.all.push((cgp.to_board(&positions.ruleset), cgp.rack()));
            positions.answers.push(answer.to_string());
        }
        Ok(positions)
    }

    /// The positions of some games between players who take the highest score.
    pub fn played(variant: &str, list: &str, games: u64) -> Result<Positions, String> {
        let variant = Variant::shipped(variant).map_err(|error| error.to_string())?;
        let mut positions = Positions::new(&variant, list)?;
        let ruleset = positions.generator.ruleset().clone();
        let mut finder = positions.generator.finder();
        for game in 0..games {
            let mut chance = Chance::part(7, game);
            let seed = Seed::from_bytes(chance.bytes());
            let opening = Opening::new(&ruleset, 2, &seed, None).map_err(|e| e.to_string())?;
            let mut playout = Playout::start(&ruleset, 2, &opening, &mut chance);
            for _ in 0..60 {
                if playout.is_over() {
                    break;
                }
                let outlook = playout.outlook(playout.to_move());
                positions.all.push((outlook.board.clone(), *outlook.rack));
                match finder.best(&outlook.position(), 1, &NoLeaves).pop() {
                    Some(play) => playout.play(&play.placements, &play.points, &mut chance),
                    None => playout.pass(),
                }
            }
        }
        drop(finder);
        Ok(positions)
    }

    pub fn position(&self, index: usize) -> Position<'_> {
        let (board, rack) = &self.all[index];
        Position::new(&self.ruleset, board, rack)
    }
}

/// A shipped variant with all the words of its language and the values of its leaves.
pub(crate) struct Prepared {
    pub ruleset: Ruleset,
    pub generator: Generator,
    /// Zero where none have been trained.
    pub leaves: Arc<Leaves>,
}

impl Prepared {
    pub fn new(id: &str) -> Result<Prepared, String> {
        let variant = Variant::shipped(id).map_err(|error| error.to_string())?;
        let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(|e| e.to_string())?;
        let text = Lists::of(&ruleset)?.full;
        let list = WordList::read(text.as_bytes(), ruleset.tiles().alphabet(), Mode::Skip);
        let list = list.map_err(|error| error.to_string())?;
        let lexicon = Lexicon::build(&list, Generator::graph_kind(&ruleset));
        let generator = Generator::new(&ruleset, &lexicon.map_err(|e| e.to_string())?);
        let generator = generator.map_err(|error| error.to_string())?;
        let none = || Leaves::zero(ruleset.tiles().kinds().len());
        let leaves = Arc::new(shipped_leaves(&ruleset).unwrap_or_else(none));
        Ok(Prepared { ruleset, generator, leaves })
    }
}

/// A generator for a variant with a shipped list.
pub(crate) fn generator(ruleset: &Ruleset, list: &str) -> Result<Generator, String> {
    let text = shipped::text(list).ok_or("no such list")?.map_err(|error| error.to_string())?;
    let words = WordList::read(text.as_bytes(), ruleset.tiles().alphabet(), Mode::Skip);
    let words = words.map_err(|error| error.to_string())?;
    let lexicon = Lexicon::build(&words, Generator::graph_kind(ruleset));
    Generator::new(ruleset, &lexicon.map_err(|e| e.to_string())?).map_err(|e| e.to_string())
}
