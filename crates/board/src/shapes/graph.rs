//! Free graphs of named nodes and tagged edges.

use crate::shapes::mask::{Mask, is_hole};
use crate::{BoardError, Cell, CellId, CellShape, Coord, DirTag, MAX_CELLS, MAX_NODE_NAME};
use crate::{Position2, Sense, Topology, TopologyBuilder, shapes::grid};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A node of a free graph.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphNode {
    /// Its name.
    pub name: String,
    /// Where to draw it, in thousandths of a cell; nodes without are laid out on a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
}

/// An edge of a free graph: the node that follows another along a tag.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphEdge {
    /// The node it leaves.
    pub from: String,
    /// The node it enters.
    pub to: String,
    /// Its direction: `E`, `SouthEast`, `Up`, or a name of one's own. The way back is implied.
    pub tag: String,
}

/// A board given as nodes and tagged edges.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardGraph {
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The edges.
    pub edges: Vec<GraphEdge>,
    /// The node that a game starts from.
    #[serde(default)]
    pub origin: String,
}

/// How the cells of a mask touch each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjacency {
    /// East and South.
    Rect,
    /// East, South and both diagonals.
    RectDiagonal,
    /// East, NorthEast and SouthEast, odd-row offset.
    Hex,
}

impl BoardGraph {
    /// Reads `{"nodes": […], "edges": […], "origin": "…"}`.
    pub fn from_json(text: &str) -> Result<BoardGraph, BoardError> {
        serde_json::from_str(text).map_err(|error| BoardError::Json(error.to_string()))
    }

    /// The graph of the kept cells of a mask (rows of text; `#`, `-`, `_` and spaces are holes).
    /// Nodes are named `c0r0`, `c1r0`, …; the origin is the centre or else the first cell.
    pub fn from_mask<R: AsRef<str>>(
        rows: &[R],
        adjacency: Adjacency,
    ) -> Result<BoardGraph, BoardError> {
        let rows: Vec<String> = rows.iter().map(|row| row.as_ref().to_string()).collect();
        let width = rows.first().map_or(0, |row| row.chars().count());
        if rows.iter().all(|row| row.chars().all(is_hole)) {
            return Err(BoardError::Empty);
        }
        if width * rows.len() > 4 * MAX_CELLS {
            return Err(BoardError::TooManyCells((width * rows.len()) as u64));
        }
        let (w, h, mask) = (width as u32, rows.len() as u32, Mask::Rows(rows));
        let topology = match adjacency {
            Adjacency::Rect => grid::rect(w, h, false, Some(&mask)),
            Adjacency::RectDiagonal => grid::rect(w, h, true, Some(&mask)),
            Adjacency::Hex => grid::hex(w, h, Some(&mask)),
        }?;
        Ok(BoardGraph::from_topology(&topology))
    }

    /// The nodes and edges of any board.
    pub fn from_topology(topology: &Topology) -> BoardGraph {
        let name = |cell: CellId| match &topology.cell(cell) {
            Cell { name: Some(name), .. } => name.to_string(),
            Cell { coord: Some(Coord { x, y, z: 0 }), .. } => format!("c{x}r{y}"),
            Cell { coord: Some(Coord { x, y, z }), .. } => format!("c{x}r{y}z{z}"),
            _ => format!("n{}", cell.0),
        };
        let nodes = topology
            .cell_ids()
            .map(|cell| {
                let Position2 { x, y } = topology.cell(cell).position;
                GraphNode { name: name(cell), at: Some([x, y]) }
            })
            .collect();
        let mut edges = Vec::new();
        for line in topology.lines() {
            for pair in line.cells.windows(2) {
                edges.push(GraphEdge {
                    from: name(pair[0]),
                    to: name(pair[1]),
                    tag: topology.axis_tag(line.axis).name().to_string(),
                });
            }
        }
        let origin = name(topology.center().unwrap_or(CellId(0)));
        BoardGraph { nodes, edges, origin }
    }

    /// The cells and lines of this graph.
    pub fn topology(&self) -> Result<Topology, BoardError> {
        if self.nodes.len() > MAX_CELLS {
            return Err(BoardError::TooManyCells(self.nodes.len() as u64));
        }
        let mut ids: BTreeMap<&str, CellId> = BTreeMap::new();
        let mut builder = TopologyBuilder::new();
        let columns = (1..).find(|side| side * side >= self.nodes.len()).unwrap_or(1);
        for (index, node) in self.nodes.iter().enumerate() {
            check_name(&node.name)?;
            let spread = |place: usize| place as i32 * 1600;
            let [x, y] = node.at.unwrap_or([spread(index % columns), spread(index / columns)]);
            let bound = |value: i32| value.clamp(-1_000_000, 1_000_000);
            let id = builder.add_cell(Cell {
                name: Some(node.name.as_str().into()),
                coord: None,
                position: Position2 { x: bound(x), y: bound(y) },
                layer: 0,
                shape: CellShape::Disc,
            })?;
            if ids.insert(&node.name, id).is_some() {
                return Err(BoardError::DuplicateNode(node.name.clone()));
            }
        }
        for (tag, next) in self.successors(&ids)? {
            builder.add_axis(tag, |cell, _| next.get(&cell).copied());
        }
        match ids.get(self.origin.as_str()) {
            Some(origin) => builder.set_center(Some(*origin)),
            None if self.origin.is_empty() => return Err(BoardError::Origin(String::new())),
            None => return Err(BoardError::Origin(format!("; `{}` is none", self.origin))),
        }
        builder.build()
    }

    /// Per tag, in order of first appearance, the next node of each node.
    #[allow(clippy::type_complexity)]
    fn successors(
        &self,
        ids: &BTreeMap<&str, CellId>,
    ) -> Result<Vec<(DirTag, BTreeMap<CellId, CellId>)>, BoardError> {
        let mut axes: Vec<(DirTag, BTreeMap<CellId, CellId>)> = Vec::new();
        for (edge, GraphEdge { from, to, tag }) in self.edges.iter().enumerate() {
            let find = |node: &String| {
                let unknown = || BoardError::UnknownNode { edge, node: node.clone() };
                ids.get(node.as_str()).copied().ok_or_else(unknown)
            };
            let (mut first, mut second) = (find(from)?, find(to)?);
            let (tag, sense) = DirTag::parse(tag);
            if sense == Sense::Backward {
                std::mem::swap(&mut first, &mut second);
            }
            let axis = match axes.iter().position(|(known, _)| *known == tag) {
                Some(axis) => axis,
                None => {
                    axes.push((tag.clone(), BTreeMap::new()));
                    axes.len() - 1
                }
            };
            let known = axes[axis].1.insert(first, second);
            if known.is_some_and(|known| known != second) {
                let node = if sense == Sense::Forward { from } else { to };
                let way = "going out";
                return Err(BoardError::Fork { node: node.clone(), tag: tag.name().into(), way });
            }
        }
        Ok(axes)
    }
}

fn check_name(name: &str) -> Result<(), BoardError> {
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit() && c != '-');
    let bad = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ',' | '=');
    if !starts_well || name.len() > MAX_NODE_NAME || name.chars().any(bad) {
        return Err(BoardError::BadNodeName(name.chars().take(40).collect()));
    }
    Ok(())
}
