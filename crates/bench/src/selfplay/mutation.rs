//! Moves with a flaw: the engine must report the same violations as the referee.

use super::draft::user_move;
use super::{Checked, Session};
use tilewright_board::CellId;
use tilewright_game::Command;
use tilewright_referee::{Piece, PlacedTile, PlayerView, Proposal};
use tilewright_tiles::{Face, KindId};

impl Session<'_> {
    /// Changes some moves at random and compares the verdicts; illegal ones are also submitted.
    pub(crate) fn try_mutations(
        &mut self,
        seat: u8,
        view: &PlayerView,
        found: &[Proposal],
    ) -> Checked {
        for _ in 0..self.effort.mutated {
            let start = self.chance.pick(found);
            let start = start.map_or_else(Vec::new, |proposal| proposal.laid.clone());
            let Some(laid) = self.mutated(view, start) else { continue };
            let verdict = self.table.referee.judge(view, &laid);
            self.compare(seat, &laid, &verdict)?;
            if !verdict.is_legal() {
                let user_move = user_move(&self.table.ruleset, &laid);
                self.must_not(Command::Move { seat, user_move })?;
            }
        }
        Ok(())
    }

    /// A move with one or two changes.
    fn mutated(&mut self, view: &PlayerView, mut laid: Vec<PlacedTile>) -> Option<Vec<PlacedTile>> {
        for _ in 0..1 + self.chance.below(2) {
            let place = self.chance.below(laid.len());
            match self.chance.below(7) {
                0 => self.shift(&mut laid)?,
                1 => laid.get_mut(place)?.piece = self.piece(view)?,
                2 if !laid.is_empty() => drop(laid.remove(place)),
                3 => laid.get_mut(place)?.cell = self.cell(),
                4 => {
                    let (cell, piece) = (laid.get(place)?.cell, self.piece(view)?);
                    // Two tiles on one cell; which of them counts elsewhere is nobody's business.
                    if !self.table.ruleset.spec().stacking.enabled {
                        laid.push(PlacedTile { cell, piece });
                    }
                }
                5 => {
                    let near = laid.get(place)?.cell;
                    let topology = self.table.ruleset.topology();
                    let cells: Vec<CellId> = topology.neighbours(CellId(near as u16)).collect();
                    let cell = self.chance.pick(&cells)?.index();
                    let piece = self.piece(view)?;
                    let taken = laid.iter().any(|tile| tile.cell == cell);
                    if !taken {
                        laid.push(PlacedTile { cell, piece });
                    }
                }
                _ => {
                    let (cell, piece) = (self.cell(), self.piece(view)?);
                    let taken = laid.iter().any(|tile| tile.cell == cell);
                    if !taken {
                        laid.push(PlacedTile { cell, piece });
                    }
                }
            }
        }
        let stacking = self.table.ruleset.spec().stacking.enabled;
        let doubled =
            |(place, tile): (usize, &PlacedTile)| laid[..place].iter().any(|t| t.cell == tile.cell);
        let unclear = stacking && laid.iter().enumerate().any(doubled);
        (!unclear).then_some(laid)
    }

    /// Moves all tiles one cell along an axis.
    fn shift(&mut self, laid: &mut [PlacedTile]) -> Option<()> {
        let topology = self.table.ruleset.topology();
        let axes: Vec<_> = topology.axis_ids().collect();
        let axis = *self.chance.pick(&axes)?;
        let back = self.chance.once_in(2);
        for tile in laid {
            let cell = CellId(tile.cell as u16);
            let moved =
                if back { topology.previous(cell, axis) } else { topology.next(cell, axis) };
            tile.cell = moved?.index();
        }
        Some(())
    }

    fn cell(&mut self) -> usize {
        self.chance.below(self.table.ruleset.topology().cell_count())
    }

    /// A tile of the rack, now and then any tile.
    fn piece(&mut self, view: &PlayerView) -> Option<Piece> {
        let kinds = view.rack.len();
        let any = self.chance.once_in(5);
        let held: Vec<usize> = (0..kinds).filter(|kind| any || view.rack[*kind] > 0).collect();
        let kind = *self.chance.pick(&held)?;
        let letter = match self.table.ruleset.tiles().kind(KindId(kind as u8)).face {
            Face::Letter(letter) => letter.0,
            Face::Blank(letters) => {
                let letters: Vec<u8> = letters.iter().map(|letter| letter.0).collect();
                *self.chance.pick(&letters)?
            }
        };
        Some(Piece { kind, letter })
    }
}
