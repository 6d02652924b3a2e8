//! Every legal move on any board.
//!
//! A [`MoveGenerator`] is a variant compiled together with a word graph. It walks lines, not
//! coordinates: the same loop serves rectangles, hexagons, towers and graphs. Where the variant's
//! scoring is linear (multiplying premiums, stacks that add up, no plugins), plays are scored
//! incrementally. Everywhere else the walk proposes plays, and the pipeline of `tilewright-rules`
//! validates and scores them. Both give the same plays with the same scores:
//!
//! `set(generate(p)) == { d : validate(p, d).is_ok() }`, for straight drafts.
//!
//! The law holds for every variant file and for rules added in Rust that forbid more. A rule in Rust
//! that replaces a built-in one and *allows* more does not widen the search: what the settings rule
//! out is never proposed.
//!
//! # Map
//!
//! The words are those of the literature: Appel and Jacobson (1988) for anchors and cross-sets,
//! Gordon (1994) for the GADDAG, MAGPIE and wolges for shadow play and the word map.
//!
//! * **Lines and slots:** `lines`. A slot is a cell on a line; all per-cell data is stored by
//!   slot.
//! * **Anchors, cross-sets, cross-scores:** `cross_sets`. `line_sets` computes which letters
//!   complete the run through a slot; `BoardView::update_cross_sets` intersects these per cell.
//! * **All plays:** `all_plays`, a breadth-first GADDAG walk from each anchor; `anagrams` where
//!   the letters of a word may stand in any order.
//! * **Best plays:** `best_plays`. `upper_bounds` bounds the equity of every window (shadow play),
//!   `queue` orders the windows, `sub_racks` and `word_map` find the words that fill one.
//! * **Blanks:** `assign_tiles`. Walks take letters; rack tiles are assigned to letters once a
//!   word is complete.
//! * **Scores:** `step` keeps running scores, `judge` finishes them or calls the rules pipeline.
//! * **Leave values and equity:** `leaves`, `top_plays`.
//! * **Exchanges (swaps) and passes:** `other_moves`.
//! * **Many positions:** [`Finder`] updates one board view from position to position; `replies`
//!   reuses plays across the candidate moves of a simulation; [`IncrementalGenerator`] makes and
//!   undoes moves for endgame searches.
//! * **Bounded work:** `stop` and [`Budget`]. Walks count their steps and stop when a budget is
//!   spent, also if they would hold too many partial words.

mod all_plays;
mod anagrams;
mod any_width;
mod arc_list;
mod assign_tiles;
mod best_plays;
mod budget;
mod compile;
mod cross_sets;
mod finder;
mod followers;
mod generator;
mod incremental;
mod judge;
mod leaves;
mod lines;
mod other_moves;
mod play;
mod rack;
mod replies;
mod step;
mod stop;
mod top_plays;

pub use any_width::{AnyFinder, Generator};
pub use budget::{Budget, Ended};
pub use compile::CompileError;
pub use finder::Finder;
pub use generator::MoveGenerator;
pub use incremental::{IncrementalGenerator, LinePlay, PackedRack, RackPacking};
pub use judge::judge_steps;
pub use leaves::{LeaveValues, Leaves, NoLeaves};
pub use other_moves::{MAX_SWAPS, OtherMove, other_moves};
pub use play::{Placements, Play, PlaySink, Summary};
pub use replies::{AnyBoardAfter, BoardAfter, KnownPlays};
pub use stop::{Either, Never, Stop};
pub use top_plays::OwnedPlay;
