//! Boards of any shape, as cells and lines.
//!
//! A [`Topology`] is a list of cells plus, for every axis, maximal ordered runs of cells (*lines*).
//! Nothing above the shape builders ever sees a coordinate: rectangles, masks, hexagonal grids,
//! towers and free graphs all become the same thing here.

mod direction;
mod error;
mod ids;
mod premium;
pub mod shapes;
mod topology;

pub use direction::{DirTag, Sense};
pub use error::BoardError;
pub use ids::{AxisId, CellId, Coord, CoordParseError, CoordText, LineId, Slot};
pub use premium::{PremiumFamily, PremiumKind, PremiumParseError, ScoringStage};
pub use shapes::graph::{Adjacency, BoardGraph, GraphEdge, GraphNode};
pub use shapes::mask::Mask;
pub use topology::{Axis, Cell, CellShape, Line, Position2, Topology, TopologyBuilder};

/// The largest number of cells that a board may have.
pub const MAX_CELLS: usize = 4096;
/// The largest number of axes that a board may have.
pub const MAX_AXES: usize = 16;
/// The longest node name, in bytes.
pub const MAX_NODE_NAME: usize = 32;
