//! Boards to draw, put together by hand.

mod moves;

use std::error::Error;
use std::sync::Arc;
use tilewright_board::shapes::grid;
use tilewright_board::{BoardGraph, CellId, Coord, DirTag, GraphEdge, GraphNode, Mask};
use tilewright_board::{PremiumKind, Topology};
use tilewright_render::{BoardPicture, PictureOptions, Theme};
use tilewright_rules::{Board, BreakdownData};
use tilewright_tiles::{KindSpec, Mark, Tile, TileSet, TileSetSpec};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A board, its tiles, and perhaps the account of a move.
pub struct ExampleBoard {
    pub name: &'static str,
    pub title: &'static str,
    pub topology: Arc<Topology>,
    pub premiums: Vec<Option<PremiumKind>>,
    pub tiles: TileSet,
    pub board: Board,
    pub starts: Vec<CellId>,
    pub placed: Vec<(CellId, Tile)>,
    pub breakdown: Option<BreakdownData>,
    pub right_to_left: bool,
    pub in_all_themes: bool,
}

impl ExampleBoard {
    fn new(
        name: &'static str,
        title: &'static str,
        topology: Topology,
        tiles: TileSet,
    ) -> ExampleBoard {
        let topology = Arc::new(topology);
        ExampleBoard {
            name,
            title,
            premiums: vec![None; topology.cell_count()],
            board: Board::new(topology.clone()),
            starts: topology.center().into_iter().collect(),
            topology,
            tiles,
            placed: Vec::new(),
            breakdown: None,
            right_to_left: false,
            in_all_themes: false,
        }
    }

    pub fn picture(&self, theme: Theme) -> BoardPicture<'_> {
        let right_to_left = self.right_to_left;
        BoardPicture {
            topology: &self.topology,
            premiums: &self.premiums,
            tiles: &self.tiles,
            board: &self.board,
            start_cells: &self.starts,
            placed: &self.placed,
            title: self.title,
            options: PictureOptions { theme, right_to_left, ..PictureOptions::default() },
        }
    }

    fn tile(&self, letter: &str, blank: bool) -> Fallible<Tile> {
        let letter = self.tiles.alphabet().letter(letter).ok_or("no such letter")?;
        let kind = if blank { self.tiles.first_blank() } else { self.tiles.kind_of_letter(letter) };
        Ok(Tile { kind: kind.ok_or("no such tile")?, letter, mark: Mark::NONE })
    }

    /// The cells from one on, along an axis; `.` in a word skips a cell, lower case is a blank.
    fn run(&self, from: &str, axis: DirTag, word: &str) -> Fallible<Vec<(CellId, Tile)>> {
        let axis = self.topology.axis_by_tag(&axis).ok_or("no such axis")?;
        let mut cell = self.topology.find_cell(from);
        let mut tiles = Vec::new();
        for symbol in word.chars() {
            let here = cell.ok_or("the word leaves the board")?;
            if symbol != '.' {
                tiles.push((here, self.tile(&symbol.to_string(), symbol.is_lowercase())?));
            }
            cell = self.topology.next(here, axis);
        }
        Ok(tiles)
    }

    fn set(&mut self, from: &str, axis: DirTag, word: &str) -> Fallible<()> {
        for (cell, tile) in self.run(from, axis, word)? {
            self.board.put(cell, tile);
            self.board.set_premium_used(cell, true);
        }
        Ok(())
    }

    fn place(&mut self, from: &str, axis: DirTag, word: &str) -> Fallible<()> {
        let tiles = self.run(from, axis, word)?;
        self.placed.extend(tiles);
        Ok(())
    }

    fn premium(&mut self, kind: PremiumKind, cells: &[&str]) {
        for cell in cells {
            if let Some(cell) = self.topology.find_cell(cell) {
                self.premiums[cell.index()] = Some(kind);
            }
        }
    }
}

/// English letters and values, `?` as the blank.
pub fn english() -> Fallible<TileSet> {
    let values = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    tile_set(letters, &values)
}

fn tile_set(letters: Vec<String>, values: &[i32]) -> Fallible<TileSet> {
    let kind = |(letter, score): (&String, &i32)| KindSpec {
        id: letter.clone(),
        letter: Some(letter.clone()),
        score: *score,
        count: 4,
        ..KindSpec::default()
    };
    let mut kinds: Vec<KindSpec> = letters.iter().zip(values).map(kind).collect();
    kinds.push(KindSpec { id: "?".to_string(), count: 2, ..KindSpec::default() });
    Ok(TileSet::new(&TileSetSpec { letters, kinds, ..TileSetSpec::default() })?)
}

/// The premiums of the classic 15 × 15 board: a quarter of it, mirrored.
fn classic_premiums(example: &mut ExampleBoard) {
    let quarter = ["=..'...=", ".-...\"..", "..-...'.", "'..-...'", "....-...", ".\"...\".."];
    let rows: Vec<Vec<char>> =
        quarter.iter().chain(&["..'...'.", "=..'...-"]).map(|row| row.chars().collect()).collect();
    for cell in example.topology.cell_ids() {
        let Some(Coord { x, y, .. }) = example.topology.from_cell_id(cell) else { continue };
        let fold = |value: i32| if value > 7 { 14 - value } else { value } as usize;
        example.premiums[cell.index()] = match rows[fold(y)][fold(x)] {
            '\'' => Some(PremiumKind::DoubleLetter),
            '"' => Some(PremiumKind::TripleLetter),
            '-' => Some(PremiumKind::DoubleWord),
            '=' => Some(PremiumKind::TripleWord),
            _ => None,
        };
    }
}

fn classic(name: &'static str, title: &'static str) -> Fallible<ExampleBoard> {
    let mut example = ExampleBoard::new(name, title, grid::rect(15, 15, false, None)?, english()?);
    classic_premiums(&mut example);
    Ok(example)
}

/// All examples.
pub fn all() -> Fallible<Vec<ExampleBoard>> {
    let mut examples = vec![classic_example()?, empty_example()?, premiums_example(false)?];
    examples.push(premiums_example(true)?);
    examples.extend([hexagon_example()?, ring_example()?, diamond_example()?, cube_example()?]);
    examples.extend([stack_example()?, graph_example()?, hebrew_example()?, digraph_example()?]);
    examples.push(disc_premiums_example()?);
    examples.extend(moves::all()?);
    examples.push(large_example()?);
    Ok(examples)
}

fn classic_example() -> Fallible<ExampleBoard> {
    let mut example = classic("classic", "Classic, after seven moves")?;
    example.set("4,7", DirTag::East, "MARKET")?;
    example.set("9,4", DirTag::South, "PLO.eD")?;
    example.set("6,5", DirTag::South, "FI..T")?;
    example.set("5,11", DirTag::East, "QUIRKY")?;
    example.place("9,10", DirTag::East, "JAR")?;
    example.in_all_themes = true;
    Ok(example)
}

fn empty_example() -> Fallible<ExampleBoard> {
    classic("classic-empty", "Classic, at the start")
}

fn premiums_example(hexagons: bool) -> Fallible<ExampleBoard> {
    let topology = if hexagons { grid::hex(9, 5, None)? } else { grid::rect(9, 5, false, None)? };
    let (name, title) = if hexagons {
        ("premiums-hex", "Every premium, on hexagons")
    } else {
        ("premiums", "Every premium")
    };
    let mut example = ExampleBoard::new(name, title, topology, english()?);
    fill_premiums(&mut example);
    example.starts.clear();
    example.in_all_themes = true;
    Ok(example)
}

fn fill_premiums(example: &mut ExampleBoard) {
    let kinds = PremiumKind::all().into_iter().chain([PremiumKind::Value(-12_345)]);
    for (index, kind) in kinds.enumerate() {
        if let Some(premium) = example.premiums.get_mut(index) {
            *premium = Some(kind);
        }
    }
}

fn disc_premiums_example() -> Fallible<ExampleBoard> {
    let square = grid::rect(9, 5, false, None)?;
    let topology = BoardGraph::from_topology(&square).topology()?;
    let title = "Every premium, on a graph";
    let mut example = ExampleBoard::new("premiums-graph", title, topology, english()?);
    fill_premiums(&mut example);
    Ok(example)
}

fn hexagon_example() -> Fallible<ExampleBoard> {
    let topology = grid::hex(13, 13, Some(&Mask::Hexagon(7)))?;
    let mut example = ExampleBoard::new("hexagon", "Hexagon, side 7", topology, english()?);
    hexagon_premiums(&mut example);
    example.set("4,6", DirTag::East, "GLAZE")?;
    example.set("8,6", DirTag::SouthEast, ".MBER")?;
    example.place("6,6", DirTag::NorthEast, ".PEx")?;
    Ok(example)
}

fn hexagon_premiums(example: &mut ExampleBoard) {
    let center = example.topology.center().map(|cell| example.topology.cell(cell).position);
    let Some(center) = center else { return };
    for cell in example.topology.cell_ids() {
        let position = example.topology.cell(cell).position;
        let (dx, dy) = ((position.x - center.x) / 500, (position.y - center.y) / 866);
        example.premiums[cell.index()] = match (dx.abs(), dy.abs()) {
            (6, 6) | (12, 0) => Some(PremiumKind::TripleWord),
            (4, 4) | (8, 0) => Some(PremiumKind::DoubleWord),
            (0, 4) | (6, 2) => Some(PremiumKind::TripleLetter),
            (9, 3) | (0, 6) => Some(PremiumKind::DoubleLetter),
            (3, 1) | (0, 2) => Some(PremiumKind::DoubleConsonants),
            _ => None,
        };
    }
}

fn ring_example() -> Fallible<ExampleBoard> {
    let topology = grid::rect(13, 13, false, Some(&Mask::Ring(3)))?;
    let mut example = ExampleBoard::new("ring", "Ring", topology, english()?);
    example.premium(PremiumKind::TripleWord, &["0,0", "12,0", "0,12", "12,12"]);
    example.premium(PremiumKind::DoubleLetter, &["6,1", "1,6", "11,6", "6,11"]);
    example.premium(PremiumKind::Reviver, &["4,1", "8,11"]);
    example.starts = example.topology.find_cell("6,0").into_iter().collect();
    example.set("3,1", DirTag::East, "GLAZE")?;
    example.place("8,1", DirTag::East, "RS")?;
    Ok(example)
}

fn diamond_example() -> Fallible<ExampleBoard> {
    let topology = grid::rect(9, 9, true, Some(&Mask::Diamond(4)))?;
    let mut example = ExampleBoard::new("diamond", "Diamond with diagonals", topology, english()?);
    example.premium(PremiumKind::QuadrupleWord, &["4,0", "4,8", "0,4", "8,4"]);
    example.premium(PremiumKind::DoubleWord, &["4,4"]);
    example.premium(PremiumKind::TripleVowels, &["2,2", "6,6", "2,6", "6,2"]);
    Ok(example)
}

fn cube_example() -> Fallible<ExampleBoard> {
    let topology = grid::cube(9, 9, 3, false, None)?;
    let mut example = ExampleBoard::new("cube", "Tower, 9 × 9 × 3", topology, english()?);
    for layer in 0..3 {
        for corner in ["0,0", "8,0", "0,8", "8,8"] {
            example.premium(PremiumKind::DoubleWord, &[format!("{corner},{layer}").as_str()]);
        }
        let middle = format!("{},{},{layer}", 2 + layer * 2, 6 - layer * 2);
        example.premium(PremiumKind::TripleLetter, &[&middle]);
    }
    example.set("2,4,0", DirTag::East, "CLAY")?;
    example.set("4,4,0", DirTag::Up, ".IR")?;
    example.place("4,4,2", DirTag::East, ".ICH")?;
    Ok(example)
}

fn stack_example() -> Fallible<ExampleBoard> {
    let topology = grid::rect(10, 10, false, None)?;
    let mut example = ExampleBoard::new("stacks", "Stacks", topology, english()?);
    example.premium(PremiumKind::DoubleLetter, &["2,2", "7,7", "2,7", "7,2"]);
    example.set("2,4", DirTag::East, "PLANTS")?;
    for _ in 0..2 {
        example.set("2,4", DirTag::East, "CL.N")?;
    }
    example.set("5,4", DirTag::South, "NEST")?;
    example.set("5,4", DirTag::South, "B")?;
    example.place("4,2", DirTag::South, "SPOT")?;
    Ok(example)
}

fn graph() -> Fallible<Topology> {
    let node =
        |(name, x, y): &(&str, i32, i32)| GraphNode { name: name.to_string(), at: Some([*x, *y]) };
    let nodes = [
        ("harbour", 0, 2600),
        ("mill", 1300, 1500),
        ("quay", 1300, 3700),
        ("well", 2700, 800),
        ("arch", 2700, 2600),
        ("lane", 2700, 4300),
        ("tower", 4200, 0),
        ("market", 4200, 1700),
        ("bridge", 4200, 3500),
        ("gate", 5800, 900),
        ("garden", 5600, 2600),
        ("ferry", 5800, 4300),
    ];
    let edge = |(from, to, tag): &(&str, &str, &str)| GraphEdge {
        from: from.to_string(),
        to: to.to_string(),
        tag: tag.to_string(),
    };
    let edges = [
        ("harbour", "mill", "road"),
        ("mill", "well", "road"),
        ("well", "tower", "road"),
        ("quay", "arch", "road"),
        ("arch", "market", "road"),
        ("market", "gate", "road"),
        ("harbour", "quay", "canal"),
        ("quay", "lane", "canal"),
        ("mill", "arch", "canal"),
        ("arch", "bridge", "canal"),
        ("bridge", "ferry", "canal"),
        ("tower", "gate", "wall"),
        ("gate", "garden", "wall"),
        ("garden", "bridge", "wall"),
        ("well", "market", "wall"),
        ("lane", "bridge", "stairs"),
        ("bridge", "market", "stairs"),
        ("lane", "ferry", "wall"),
    ];
    Ok(BoardGraph {
        nodes: nodes.iter().map(node).collect(),
        edges: edges.iter().map(edge).collect(),
        origin: "arch".to_string(),
    }
    .topology()?)
}

fn graph_example() -> Fallible<ExampleBoard> {
    let mut example = ExampleBoard::new("graph", "A town as a graph", graph()?, english()?);
    example.premium(PremiumKind::TripleWord, &["tower", "ferry"]);
    example.premium(PremiumKind::TripleLetter, &["garden"]);
    example.premium(PremiumKind::Product, &["gate"]);
    let road = || DirTag::Custom("road".into());
    example.set("harbour", road(), "KI")?;
    example.set("quay", road(), "ON")?;
    example.place("market", road(), "E")?;
    example.in_all_themes = true;
    Ok(example)
}

fn hebrew_example() -> Fallible<ExampleBoard> {
    let letters: Vec<String> = "אבגדהוזחטיכלמנסעפצקרשת".chars().map(String::from).collect();
    let values = [1, 3, 5, 4, 1, 1, 8, 4, 8, 1, 4, 2, 2, 3, 8, 5, 4, 6, 4, 1, 2, 1];
    let tiles = tile_set(letters, &values)?;
    let mut example = ExampleBoard::new("hebrew", "עברית", grid::rect(9, 7, false, None)?, tiles);
    example.premium(PremiumKind::TripleWord, &["0,0", "8,0", "0,6", "8,6"]);
    example.premium(PremiumKind::TripleLetter, &["4,0", "4,6"]);
    example.set("2,3", DirTag::East, "שלומ")?;
    example.right_to_left = true;
    Ok(example)
}

fn digraph_example() -> Fallible<ExampleBoard> {
    let letters = ["A", "LL", "CH", "RR", "IJ", "QU", "NG", "SCH", "E"].map(String::from).to_vec();
    let tiles = tile_set(letters, &[1, 8, 5, 8, 10, 9, 4, 12, 1])?;
    let mut example =
        ExampleBoard::new("digraphs", "Digraphs", grid::rect(9, 3, false, None)?, tiles);
    for (index, letter) in ["LL", "A", "CH", "E", "RR", "IJ", "QU", "NG", "SCH"].iter().enumerate()
    {
        let cell = example.topology.find_cell(&format!("{index},1")).ok_or("no such cell")?;
        let tile = example.tile(letter, index % 3 == 2)?;
        if index < 6 {
            example.board.put(cell, tile);
        } else {
            example.placed.push((cell, tile));
        }
    }
    Ok(example)
}

fn large_example() -> Fallible<ExampleBoard> {
    let topology = grid::rect(64, 64, false, None)?;
    let mut example =
        ExampleBoard::new("large", "The largest board, 64 × 64", topology, english()?);
    for (index, cell) in example.topology.cell_ids().enumerate() {
        example.premiums[cell.index()] = match index % 97 {
            0 => Some(PremiumKind::TripleWord),
            31 => Some(PremiumKind::DoubleLetter),
            _ => None,
        };
    }
    Ok(example)
}
