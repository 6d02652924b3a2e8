//! Board layouts in a few literals.

use serde::{Deserialize, Serialize};
use tilewright_board::BoardGraph;
use tilewright_variants::{BoardTable, EdgeTable, GraphTable, MaskTable, NodeTable, Shape};

/// Something that describes a board.
pub trait BoardLayout {
    /// The `[board]` table of a variant file; premiums are not in it.
    fn board_table(&self) -> BoardTable;
}

/// A rectangle of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RectBoardLayout {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl BoardLayout for RectBoardLayout {
    fn board_table(&self) -> BoardTable {
        BoardTable {
            shape: Some(Shape::Rect),
            width: Some(self.width),
            height: Some(self.height),
            ..BoardTable::default()
        }
    }
}

impl BoardLayout for BoardGraph {
    fn board_table(&self) -> BoardTable {
        let nodes =
            self.nodes.iter().map(|node| NodeTable { name: node.name.clone(), at: node.at });
        let edges = self.edges.iter().map(|edge| EdgeTable {
            from: edge.from.clone(),
            to: edge.to.clone(),
            tag: edge.tag.clone(),
        });
        let graph = GraphTable {
            origin: self.origin.clone(),
            nodes: nodes.collect(),
            edges: edges.collect(),
        };
        BoardTable { shape: Some(Shape::Graph), graph: Some(graph), ..BoardTable::default() }
    }
}

/// A layout as JSON names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnyLayout {
    /// A rectangle of squares.
    Rect {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A preset, or nodes and edges.
    Graph {
        /// `hex`, `hex-diamond` or `diamond`.
        #[serde(default)]
        preset: Option<String>,
        /// Columns of a preset.
        #[serde(default)]
        width: u32,
        /// Rows of a preset.
        #[serde(default)]
        height: u32,
        /// The graph, without a preset.
        #[serde(default)]
        graph: Option<BoardGraph>,
    },
}

impl BoardLayout for AnyLayout {
    fn board_table(&self) -> BoardTable {
        match self {
            AnyLayout::Rect { width, height } => {
                RectBoardLayout { width: *width, height: *height }.board_table()
            }
            AnyLayout::Graph { graph: Some(graph), .. } => graph.board_table(),
            AnyLayout::Graph { preset, width, height, .. } => {
                let preset = preset.as_deref().unwrap_or("");
                let hex = preset.starts_with("hex");
                let radius = width.min(height) / 2;
                BoardTable {
                    shape: Some(if hex { Shape::Hex } else { Shape::Rect }),
                    width: Some(*width),
                    height: Some(*height),
                    mask: preset
                        .ends_with("diamond")
                        .then(|| MaskTable::Named(format!("diamond:{radius}"))),
                    ..BoardTable::default()
                }
            }
        }
    }
}
