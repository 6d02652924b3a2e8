//! Plays on their way out: scored by running sums, or judged by the pipeline.

use crate::compile::Compiled;
use crate::enumerate::{Emit, Running};
use crate::generator::{Play, PlaySink};
use tilewright_rules::{MoveDraft, Placement, Points, Position, score, validate};
use tilewright_tiles::Tile;

/// Scores plays by their running sums.
pub(crate) struct Plain<'a, S> {
    pub compiled: &'a Compiled,
    pub rack_len: usize,
    pub sink: &'a mut S,
}

impl<S: PlaySink> Emit for Plain<'_, S> {
    #[inline]
    fn emit(&mut self, placed: &[Placement], running: &Running) {
        let bonus = self.compiled.bonus.of(placed.len(), self.rack_len);
        let points = Points::new(running.sum * running.factor + running.cross + bonus);
        self.sink.play(&Play { placements: placed, points });
    }
}

/// Lets the pipeline judge and score plays.
pub(crate) struct Judged<'a, S> {
    pub position: Position<'a>,
    pub sink: &'a mut S,
    pub buffer: Vec<(tilewright_board::CellId, Tile)>,
}

impl<S: PlaySink> Emit for Judged<'_, S> {
    fn emit(&mut self, placed: &[Placement], _: &Running) {
        self.buffer.clear();
        self.buffer.extend(placed.iter().map(|placement| (placement.cell, placement.tile)));
        let draft = MoveDraft::known(&self.buffer, self.position.ruleset.tiles());
        if let Ok(validated) = validate(&self.position, &draft) {
            let account = score(&self.position, &validated);
            self.sink.play(&Play { placements: placed, points: account.total.clone() });
        }
    }
}
