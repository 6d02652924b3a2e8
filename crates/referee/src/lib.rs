//! A brute-force referee: the rules a second time, simple and slow.
//!
//! A [`Referee`] reads the plain data of a variant (cells and lines, tiles, premiums, settings).
//! It shares no code with the engine's validation and scoring or with the move generator, so tests
//! can compare the engine with it. [`Referee::judge`] returns the rules that placements break, or
//! their score; [`Referee::propose`] finds some moves and [`Referee::every_play`] all straight
//! ones, by trying words on lines, letter by letter.

mod account;
mod amount;
mod every;
mod judge;
mod propose;
mod switched;
mod words;

pub use amount::Amount;
pub use every::Plays;
pub use judge::Verdict;
pub use propose::Proposal;

use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_board::{CellId, PremiumKind, Topology};
use tilewright_rules::spec::{DictionaryMode, Reading, ReadingSpec, RulesSpec};
use tilewright_rules::{Board, PluginSpec, Ruleset};
use tilewright_tiles::{Category, Face, LetterSet, TileCounts};
use words::{Words, any_words, read_list};

/// A tile on the board: the place of its kind in the tile set, and the letter it shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// The kind.
    pub kind: usize,
    /// The letter.
    pub letter: u8,
}

/// A tile that a move puts on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlacedTile {
    /// The cell.
    pub cell: usize,
    /// The tile.
    pub piece: Piece,
}

/// What a player sees when choosing a move: stacks of tiles, lowest first, and the own rack.
#[derive(Clone, Debug)]
pub struct PlayerView {
    /// The tiles of every cell.
    pub stacks: Vec<Vec<Piece>>,
    /// How many tiles of each kind are on the rack.
    pub rack: Vec<usize>,
}

impl PlayerView {
    /// The contents of a board, and a rack.
    pub fn new(board: &Board, rack: &TileCounts, kinds: usize) -> PlayerView {
        let mut stacks = vec![Vec::new(); board.geom.cell_count()];
        for cell in board.geom.cell_ids() {
            let tiles = board.beneath(cell).iter().copied().chain(board.top(cell));
            let pieces = tiles.map(|tile| Piece { kind: tile.kind.index(), letter: tile.letter.0 });
            stacks[cell.index()] = pieces.collect();
        }
        let mut counts = vec![0; kinds];
        for (kind, count) in rack.iter() {
            counts[kind.index()] = usize::from(count);
        }
        PlayerView { stacks, rack: counts }
    }

    fn is_empty(&self) -> bool {
        self.stacks.iter().all(Vec::is_empty)
    }

    fn occupied(&self, cell: usize) -> bool {
        !self.stacks[cell].is_empty()
    }

    fn top(&self, cell: usize) -> Option<Piece> {
        self.stacks[cell].last().copied()
    }

    fn rack_len(&self) -> usize {
        self.rack.iter().sum()
    }
}

/// A line of the board.
#[derive(Clone, Debug)]
struct Line {
    axis: usize,
    cells: Vec<usize>,
}

/// A kind of tile.
#[derive(Clone, Copy, Debug)]
struct KindData {
    score: i32,
    face: Face,
}

/// The rules of one variant, a second time.
#[derive(Clone, Debug)]
pub struct Referee {
    lines: Vec<Line>,
    /// For every cell and axis, the line and the place on it.
    places: Vec<Vec<(usize, usize)>>,
    neighbours: Vec<Vec<usize>>,
    premiums: Vec<Option<PremiumKind>>,
    kinds: Vec<KindData>,
    categories: BTreeMap<Category, LetterSet>,
    starts: Vec<usize>,
    readings: Vec<Reading>,
    spec: RulesSpec,
    plugins: Vec<PluginSpec>,
    words: Arc<Words>,
}

impl Referee {
    /// The referee of a variant with a word list (one word a line).
    pub fn new(ruleset: &Ruleset, words: &str) -> Referee {
        let topology = ruleset.topology();
        let spec = ruleset.spec().clone();
        let lines: Vec<Line> = (topology.lines())
            .map(|line| Line {
                axis: line.axis.index(),
                cells: line.cells.iter().map(|cell| cell.index()).collect(),
            })
            .collect();
        let (places, neighbours) = geometry(&lines, topology);
        let alphabet = ruleset.tiles().alphabet();
        let list = match spec.word_validation.dictionary {
            DictionaryMode::Check => read_list(alphabet, words),
            DictionaryMode::Free => any_words(alphabet.len(), &lines),
        };
        let kinds = (ruleset.tiles().kinds().iter())
            .map(|kind| KindData { score: kind.score, face: kind.face })
            .collect();
        Referee {
            places,
            neighbours,
            premiums: ruleset.premiums().to_vec(),
            kinds,
            categories: Category::ALL.map(|each| (each, alphabet.category(each))).into(),
            starts: starts(topology, &spec),
            readings: readings(topology, &spec),
            plugins: ruleset.parts().plugins.clone(),
            words: Arc::new(Words::new(list)),
            lines,
            spec,
        }
    }

    /// The number of words that it knows.
    pub fn word_count(&self) -> usize {
        self.words.list.len()
    }

    /// Whether the engine looks words up when a move is made.
    fn checks_words(&self) -> bool {
        let settings = &self.spec.word_validation;
        settings.enabled
            && settings.dictionary == DictionaryMode::Check
            && !self.spec.challenge.enable_challenges
    }
}

type Geometry = (Vec<Vec<(usize, usize)>>, Vec<Vec<usize>>);

/// Where cells lie on lines, and which cells lie side by side on one.
fn geometry(lines: &[Line], topology: &Topology) -> Geometry {
    let cells = topology.cell_count();
    let mut places = vec![vec![(0, 0); topology.axes().len()]; cells];
    let mut neighbours = vec![Vec::new(); cells];
    for (number, line) in lines.iter().enumerate() {
        for (place, cell) in line.cells.iter().enumerate() {
            places[*cell][line.axis] = (number, place);
        }
        for pair in line.cells.windows(2) {
            neighbours[pair[0]].push(pair[1]);
            neighbours[pair[1]].push(pair[0]);
        }
    }
    (places, neighbours)
}

fn starts(topology: &Topology, spec: &RulesSpec) -> Vec<usize> {
    let named = &spec.first_move_start.cells;
    let cells: Vec<CellId> = match named.is_empty() {
        true => topology.center().into_iter().collect(),
        false => named.iter().filter_map(|name| topology.find_cell(name)).collect(),
    };
    cells.into_iter().map(CellId::index).collect()
}

fn readings(topology: &Topology, spec: &RulesSpec) -> Vec<Reading> {
    let of_axis = |name: &str| match &spec.word_validation.reading {
        ReadingSpec::All(reading) => *reading,
        ReadingSpec::PerAxis(by_name) => by_name.get(name).copied().unwrap_or(Reading::Forward),
    };
    topology.axes().iter().map(|axis| of_axis(axis.tag.name())).collect()
}
