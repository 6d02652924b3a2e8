//! What a play does to the board: premiums that it brings within reach, and those that it takes.

use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_board::{AxisId, CellId, PremiumKind, Topology};
use tilewright_rules::{Board, Placement, Ruleset};

/// How far the nearest tile is along a line, in classes: beside, near, far. Further away, or past
/// the end of the line, there is none.
const BOUNDS: [usize; 3] = [1, 3, 7];
/// How many classes of nearest tiles there are: by distance, first the tiles that stand alone on
/// the line and can be played through, then the ends of words, which must be made longer.
pub(crate) const BANDS: usize = 2 * BOUNDS.len();
/// The furthest tile that matters.
const FURTHEST: usize = BOUNDS[BOUNDS.len() - 1];
/// More kinds of premiums than this count as plain cells.
const MOST_KINDS: usize = 40;
/// The name of cells without a premium.
const PLAIN: &str = "plain";

/// The lines of a board as the value of openings sees them.
///
/// Every free cell with a premium counts once for every line through it, by its kind and the
/// distance of the nearest tile on that line; free cells without one count where a tile is beside
/// them. What a play changes in this is its features.
#[derive(Debug)]
pub(crate) struct Terrain {
    topology: Arc<Topology>,
    /// The kinds; class 0 is that of plain cells, class n + 1 that of kind n.
    kinds: Vec<PremiumKind>,
    /// The class of each cell.
    classes: Vec<u8>,
    /// For each cell, the cells whose nearest tile, or the one behind it, may be there, each with
    /// the line's axis.
    near: Vec<Vec<(CellId, AxisId)>>,
}

impl Terrain {
    /// The terrain of a variant.
    pub fn new(ruleset: &Ruleset) -> Terrain {
        let topology = ruleset.topology().clone();
        let mut kinds: Vec<PremiumKind> = Vec::new();
        let mut class = |premium: Option<PremiumKind>| {
            let premium = premium.filter(|kind| *kind != PremiumKind::Regular);
            let Some(kind) = premium else { return 0 };
            let known = kinds.iter().position(|known| *known == kind);
            let place = known.or_else(|| {
                (kinds.len() < MOST_KINDS).then(|| {
                    kinds.push(kind);
                    kinds.len() - 1
                })
            });
            place.map_or(0, |place| place as u8 + 1)
        };
        let classes: Vec<u8> =
            topology.cell_ids().map(|cell| class(ruleset.premium(cell))).collect();
        let mut terrain = Terrain { topology, kinds, classes, near: Vec::new() };
        terrain.near = terrain.topology.cell_ids().map(|cell| terrain.near(cell)).collect();
        terrain
    }

    /// The number of features.
    pub fn len(&self) -> usize {
        (self.kinds.len() + 1) * BANDS
    }

    /// How far from a cell of a class tiles matter.
    fn reach(&self, cell: CellId) -> usize {
        match self.classes[cell.index()] {
            0 => BOUNDS[0],
            _ => FURTHEST,
        }
    }

    fn near(&self, cell: CellId) -> Vec<(CellId, AxisId)> {
        let mut near = Vec::new();
        for axis in self.topology.axis_ids() {
            near.push((cell, axis));
            for ahead in [true, false] {
                let mut at = cell;
                for distance in 1..=FURTHEST + 1 {
                    let Some(next) = self.step(at, axis, ahead) else { break };
                    at = next;
                    if distance <= self.reach(at) + 1 && at != cell {
                        near.push((at, axis));
                    }
                }
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    fn step(&self, cell: CellId, axis: AxisId, ahead: bool) -> Option<CellId> {
        match ahead {
            true => self.topology.next(cell, axis),
            false => self.topology.previous(cell, axis),
        }
    }

    /// The place of the feature that a free cell counts for on a line.
    fn feature(
        &self,
        cell: CellId,
        axis: AxisId,
        covered: impl Fn(CellId) -> bool,
    ) -> Option<usize> {
        let reach = self.reach(cell);
        let (mut one, mut other) = (Some(cell), Some(cell));
        for distance in 1..=reach {
            one = one.and_then(|at| self.step(at, axis, true));
            other = other.and_then(|at| self.step(at, axis, false));
            let mut ends = [(one, true), (other, false)].into_iter();
            let nearest = ends.find_map(|(at, ahead)| Some((at.filter(|at| covered(*at))?, ahead)));
            let Some((tile, ahead)) = nearest else { continue };
            let band = BOUNDS.iter().position(|bound| distance <= *bound)?;
            let word = self.step(tile, axis, ahead).is_some_and(&covered);
            let band = if word { band + BOUNDS.len() } else { band };
            return Some(usize::from(self.classes[cell.index()]) * BANDS + band);
        }
        None
    }

    /// Reports what a play changes: each feature that is lost with -1, each that is won with 1.
    pub fn changes(
        &self,
        board: &Board,
        placements: &[Placement],
        mut change: impl FnMut(usize, i64),
    ) {
        let placed = |cell: CellId| placements.iter().any(|placement| placement.cell == cell);
        for (place, placement) in placements.iter().enumerate() {
            if board.is_occupied(placement.cell) {
                continue;
            }
            for (cell, axis) in &self.near[placement.cell.index()] {
                let before = |other: &Placement| {
                    !board.is_occupied(other.cell)
                        && self.near[other.cell.index()].binary_search(&(*cell, *axis)).is_ok()
                };
                if board.is_occupied(*cell) || placements[..place].iter().any(before) {
                    continue;
                }
                let was = self.feature(*cell, *axis, |at| board.is_occupied(at));
                let covered = |at: CellId| board.is_occupied(at) || placed(at);
                let is = match placed(*cell) {
                    true => None,
                    false => self.feature(*cell, *axis, covered),
                };
                if was != is {
                    was.into_iter().for_each(|feature| change(feature, -1));
                    is.into_iter().for_each(|feature| change(feature, 1));
                }
            }
        }
    }

    fn name(&self, class: usize) -> String {
        match class {
            0 => PLAIN.to_string(),
            _ => self.kinds[class - 1].to_string(),
        }
    }
}

/// What openings on a board are worth to the player who makes them, in thousandths of a point:
/// as a rule little or less than nothing, because the others come first to use them.
#[derive(Clone, Debug)]
pub struct Openings {
    terrain: Arc<Terrain>,
    values: Vec<i32>,
}

impl Openings {
    /// Values by feature.
    pub(crate) fn new(terrain: Arc<Terrain>, values: Vec<i32>) -> Openings {
        Openings { terrain, values }
    }

    /// Values by the name of the premium, for each class of nearest tiles. Names that the variant
    /// does not have come back.
    pub(crate) fn from_names(
        ruleset: &Ruleset,
        named: &BTreeMap<String, [i32; BANDS]>,
    ) -> Result<Openings, String> {
        let terrain = Terrain::new(ruleset);
        let mut values = vec![0; terrain.len()];
        for (name, row) in named {
            let class = (0..=terrain.kinds.len()).find(|class| terrain.name(*class) == *name);
            let class = class.ok_or_else(|| name.clone())?;
            values[class * BANDS..(class + 1) * BANDS].copy_from_slice(row);
        }
        Ok(Openings { terrain: Arc::new(terrain), values })
    }

    /// The values by the name of the premium.
    pub(crate) fn by_name(&self) -> BTreeMap<String, [i32; BANDS]> {
        let rows = self.values.chunks_exact(BANDS).enumerate();
        let row = |(class, row): (usize, &[i32])| {
            (self.terrain.name(class), std::array::from_fn(|band| row[band]))
        };
        rows.map(row).collect()
    }

    /// What a play is worth by what it opens and takes away, in thousandths of a point.
    pub fn value(&self, board: &Board, placements: &[Placement]) -> i64 {
        let mut sum = 0;
        let add = |feature: usize, times: i64| sum += times * i64::from(self.values[feature]);
        self.terrain.changes(board, placements, add);
        sum
    }
}
