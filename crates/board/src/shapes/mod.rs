//! The shape builders: the only code that knows coordinates.

pub mod graph;
pub mod grid;
pub mod mask;
