//! Small charts as SVG: histograms, lines and bars with intervals.
//!
//! A chart is a pure function of its data. Colours come from the page's style by class, so one
//! drawing serves light and dark pages; series differ by shape, dash and hatching too, not by
//! colour alone. Every chart has a title and a description for those who do not see it.

mod bars;
mod frame;
mod histogram;
mod lines;
mod scale;

pub use bars::{Bar, BarChart};
pub use frame::Size;
pub use histogram::{Bin, Histogram, HistogramSeries, bins};
pub use lines::{Line, LineChart};
pub use scale::{Scale, nice_ticks, tick_text};

/// The style that charts need once on their page; its colours are those of the page.
pub const STYLE: &str = include_str!("plot.css");
