//! From `[board]` to cells, lines and premiums.

use crate::error::{Fault, FieldPath, VariantErrorKind};
use crate::file::{BoardTable, GraphTable, MaskTable, Shape};
use crate::generate::strew;
use std::collections::BTreeMap;
use tilewright_board::shapes::grid;
use tilewright_board::{BoardError, BoardGraph, CellId, Coord, GraphEdge, GraphNode, Mask};
use tilewright_board::{MAX_CELLS, PremiumKind, Topology};
use tilewright_tiles::gathered;

/// A board, built.
pub(crate) struct BuiltBoard {
    pub topology: Topology,
    pub premiums: Vec<Option<PremiumKind>>,
    /// The cells that the layout marks as start cells.
    pub marked_starts: Vec<CellId>,
}

/// What a character of a layout stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mark {
    Plain,
    Start,
    Premium(PremiumKind),
}

/// Builds a board. `named_starts` are the start cells that the rules name.
pub(crate) fn build(table: &BoardTable, named_starts: &[String]) -> Result<BuiltBoard, Fault> {
    let field = FieldPath::new("board");
    let shape = table.shape.ok_or_else(|| {
        field.key("shape").fault(VariantErrorKind::Missing("write rect, hex, cube or graph"))
    })?;
    let topology = match shape {
        Shape::Graph => graph_topology(table)?,
        _ => grid_topology(table, shape)?,
    };
    let mut premiums = vec![None; topology.cell_count()];
    let mut marked_starts = Vec::new();
    read_layout(table, shape, &topology, &mut premiums, &mut marked_starts)?;
    for (cell, premium) in &table.premiums {
        let field = FieldPath::new("board.premiums").key(cell);
        let shorter = || cell.chars().take(40).collect();
        let id = topology
            .find_cell(cell)
            .ok_or_else(|| field.clone().fault(VariantErrorKind::NoSuchCell(shorter())))?;
        premiums[id.index()] = parse_premium(premium).map_err(|kind| field.fault(kind))?;
    }
    if let Some(generate) = &table.generate {
        let mut kinds = Vec::with_capacity(generate.kinds.len());
        for (index, kind) in generate.kinds.iter().enumerate() {
            let field = FieldPath::new("board.generate.kinds").index(index);
            kinds.extend(parse_premium(kind).map_err(|kind| field.fault(kind))?);
        }
        let mut starts = marked_starts.clone();
        starts.extend(named_starts.iter().filter_map(|cell| topology.find_cell(cell)));
        if starts.is_empty() {
            starts.extend(topology.center());
        }
        strew(generate.seed, &kinds, generate.per_kind, &topology, &starts, &mut premiums);
    }
    Ok(BuiltBoard { topology, premiums, marked_starts })
}

fn parse_premium(text: &str) -> Result<Option<PremiumKind>, VariantErrorKind> {
    let kind: PremiumKind = text.parse()?;
    Ok(Some(kind).filter(|kind| *kind != PremiumKind::Regular))
}

fn refuse(stated: bool, key: &str, shape: Shape, remedy: &'static str) -> Result<(), Fault> {
    if stated {
        let kind = VariantErrorKind::NotForShape { shape: shape.name(), remedy };
        return Err(FieldPath::new("board").key(key).fault(kind));
    }
    Ok(())
}

fn side(key: &str, value: Option<u32>) -> Result<u32, Fault> {
    let field = FieldPath::new("board").key(key);
    let Some(value) = value else {
        return Err(field.fault(VariantErrorKind::Missing("write a number of at least 1")));
    };
    let high = MAX_CELLS as i64;
    if !(1..=high).contains(&i64::from(value)) {
        return Err(field.fault(VariantErrorKind::OutOfBounds {
            value: value.into(),
            low: 1,
            high,
        }));
    }
    Ok(value)
}

fn grid_topology(table: &BoardTable, shape: Shape) -> Result<Topology, Fault> {
    let graph = "use the shape `graph`, or leave the graph out";
    refuse(table.graph.is_some(), "graph", shape, graph)?;
    let width = side("width", table.width)?;
    let height = side("height", table.height)?;
    let mask = match &table.mask {
        None => None,
        Some(MaskTable::Rows(rows)) if rows.is_empty() => None,
        Some(MaskTable::Rows(rows)) => Some(Mask::Rows(rows.clone())),
        Some(MaskTable::Named(name)) => {
            let fault = |error: BoardError| FieldPath::new("board.mask").fault(error);
            Some(Mask::parse(name).map_err(fault)?)
        }
    };
    let diagonals = table.diagonals.unwrap_or(false);
    let built = match shape {
        Shape::Cube => {
            let depth = side("depth", table.depth)?;
            grid::cube(width, height, depth, diagonals, mask.as_ref())
        }
        Shape::Hex => {
            refuse(diagonals, "diagonals", shape, "hexagons have three axes in any case")?;
            refuse(table.depth.is_some(), "depth", shape, "use the shape `cube`, or leave it out")?;
            grid::hex(width, height, mask.as_ref())
        }
        Shape::Rect | Shape::Graph => {
            refuse(table.depth.is_some(), "depth", shape, "use the shape `cube`, or leave it out")?;
            grid::rect(width, height, diagonals, mask.as_ref())
        }
    };
    built.map_err(|error| {
        let field = match &error {
            BoardError::RaggedMask { row, .. } => FieldPath::new("board.mask").index(*row),
            BoardError::BadMask(_) => FieldPath::new("board.mask"),
            BoardError::TooManyCells(_) => FieldPath::new("board.width"),
            _ => FieldPath::new("board"),
        };
        field.fault(error)
    })
}

fn graph_topology(table: &BoardTable) -> Result<Topology, Fault> {
    let shape = Shape::Graph;
    let nodes = "a graph is its nodes and edges; leave it out, or build on no variant that has it";
    refuse(table.width.is_some(), "width", shape, nodes)?;
    refuse(table.height.is_some(), "height", shape, nodes)?;
    refuse(table.depth.is_some(), "depth", shape, nodes)?;
    refuse(table.diagonals == Some(true), "diagonals", shape, nodes)?;
    refuse(table.mask.is_some(), "mask", shape, nodes)?;
    let premiums = "write premiums as premiums = { node = \"double-word\" }";
    refuse(!table.layout.is_empty(), "layout", shape, premiums)?;
    let field = FieldPath::new("board.graph");
    let Some(graph) = &table.graph else {
        let remedy = "write graph = { origin = \"…\", nodes = […], edges = […] }";
        return Err(field.fault(VariantErrorKind::Missing(remedy)));
    };
    let graph = board_graph(graph);
    graph.topology().map_err(|error| {
        let node = |name: &str| graph.nodes.iter().rposition(|node| node.name == name);
        let field = match &error {
            BoardError::UnknownNode { edge, .. } => field.key("edges").index(*edge),
            BoardError::DuplicateNode(name) | BoardError::BadNodeName(name) => match node(name) {
                Some(index) => field.key("nodes").index(index),
                None => field.key("nodes"),
            },
            BoardError::Fork { .. } | BoardError::Cycle { .. } => field.key("edges"),
            BoardError::Origin(_) => field.key("origin"),
            _ => field,
        };
        field.fault(error)
    })
}

fn board_graph(table: &GraphTable) -> BoardGraph {
    BoardGraph {
        origin: table.origin.clone(),
        nodes: (table.nodes.iter())
            .map(|node| GraphNode { name: node.name.clone(), at: node.at })
            .collect(),
        edges: (table.edges.iter())
            .map(|edge| GraphEdge {
                from: edge.from.clone(),
                to: edge.to.clone(),
                tag: edge.tag.clone(),
            })
            .collect(),
    }
}

fn legend(table: &BoardTable) -> Result<BTreeMap<char, Mark>, Fault> {
    let mut legend = gathered::<BTreeMap<_, _>, _>([
        (' ', Mark::Plain),
        ('.', Mark::Plain),
        ('*', Mark::Start),
        ('\'', Mark::Premium(PremiumKind::DoubleLetter)),
        ('"', Mark::Premium(PremiumKind::TripleLetter)),
        ('^', Mark::Premium(PremiumKind::QuadrupleLetter)),
        ('-', Mark::Premium(PremiumKind::DoubleWord)),
        ('=', Mark::Premium(PremiumKind::TripleWord)),
        ('~', Mark::Premium(PremiumKind::QuadrupleWord)),
    ]);
    for (key, premium) in &table.legend {
        let field = FieldPath::new("board.legend").key(key);
        let mut characters = key.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            let key = key.chars().take(40).collect();
            return Err(field.fault(VariantErrorKind::LegendKey(key)));
        };
        let mark = match premium.as_str() {
            "start" => Mark::Start,
            premium => match parse_premium(premium).map_err(|kind| field.fault(kind))? {
                Some(kind) => Mark::Premium(kind),
                None => Mark::Plain,
            },
        };
        legend.insert(character, mark);
    }
    Ok(legend)
}

fn read_layout(
    table: &BoardTable,
    shape: Shape,
    topology: &Topology,
    premiums: &mut [Option<PremiumKind>],
    marked_starts: &mut Vec<CellId>,
) -> Result<(), Fault> {
    let legend = legend(table)?;
    let (Some(width), Some(height)) = (table.width, table.height) else { return Ok(()) };
    if table.layout.is_empty() {
        return Ok(());
    }
    let layers = if shape == Shape::Cube { table.depth.unwrap_or(1) } else { 1 };
    let (columns, rows) = (width as usize, (height * layers) as usize);
    let field = FieldPath::new("board.layout");
    if table.layout.len() != rows {
        let kind = VariantErrorKind::LayoutRows { found: table.layout.len(), expected: rows };
        return Err(field.fault(kind));
    }
    for (row, text) in table.layout.iter().enumerate() {
        let field = field.clone().index(row);
        let found = text.chars().count();
        if found != columns {
            return Err(field.fault(VariantErrorKind::LayoutWidth { found, expected: columns }));
        }
        let (y, z) = (row as i32 % height as i32, row as i32 / height as i32);
        for (column, mark) in text.chars().enumerate() {
            let Some(cell) = topology.cell_at(Coord { x: column as i32, y, z }) else { continue };
            match legend.get(&mark) {
                Some(Mark::Plain) => {}
                Some(Mark::Start) => marked_starts.push(cell),
                Some(Mark::Premium(kind)) => premiums[cell.index()] = Some(*kind),
                None => return Err(field.fault(VariantErrorKind::LayoutMark { column, mark })),
            }
        }
    }
    Ok(())
}
