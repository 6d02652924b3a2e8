//! What can be wrong with a board.

use crate::{MAX_AXES, MAX_CELLS, MAX_NODE_NAME};
use thiserror::Error;

/// Why a board could not be built. Every message says how to fix it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No cell at all.
    #[error(
        "the board has no cells; give it a width and a height of at least 1, or a mask that keeps some cells"
    )]
    Empty,
    /// More cells than the bound.
    #[error("the board has {0} cells, the bound is {MAX_CELLS}; make it smaller")]
    TooManyCells(u64),
    /// More axes than the bound.
    #[error("the board has {0} axes, the bound is {MAX_AXES}; use fewer edge tags")]
    TooManyAxes(usize),
    /// A mask row of another length than the first.
    #[error("row {row} (from 0) has {found} columns, not {expected}; make all rows equally long")]
    RaggedMask {
        /// The row, from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// The length it should have.
        expected: usize,
    },
    /// A mask, or a mask's name, that cannot be read.
    #[error("{0}")]
    BadMask(String),
    /// Two nodes of one name.
    #[error("node `{0}` appears twice; node names must differ")]
    DuplicateNode(String),
    /// A node name that cannot be used.
    #[error(
        "node name `{0}` must have 1 to {MAX_NODE_NAME} bytes, no spaces, `,` or `=`, and must not start with a digit or `-`"
    )]
    BadNodeName(String),
    /// An edge to or from a node that is not there.
    #[error("edge {edge} names the node `{node}`, which is not in the list of nodes")]
    UnknownNode {
        /// The edge's place in the list, from 0.
        edge: usize,
        /// The missing node.
        node: String,
    },
    /// Two edges of one tag leave or enter a node.
    #[error(
        "node `{node}` has two edges tagged `{tag}` {way}; a tag gives a node at most one edge in and one out"
    )]
    Fork {
        /// The node.
        node: String,
        /// The tag.
        tag: String,
        /// `going out` or `coming in`.
        way: &'static str,
    },
    /// A line that is a circle.
    #[error(
        "the `{tag}` line through node `{node}` is a circle; remove one of its edges so that it has a first cell"
    )]
    Cycle {
        /// A node on the circle.
        node: String,
        /// The tag.
        tag: String,
    },
    /// A graph without an origin, or with one that is not there.
    #[error("the graph must name its origin, one of its nodes{0}")]
    Origin(String),
    /// JSON that is not a board.
    #[error("board JSON: {0}")]
    Json(String),
}
