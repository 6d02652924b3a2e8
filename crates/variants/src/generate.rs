//! Premiums strewn over a board by a seed, symmetrically.

use std::collections::{BTreeMap, BTreeSet};
use tilewright_board::{CellId, PremiumKind, Topology};
use tilewright_tiles::{Seed, draw_index, gathered};

/// Gives every kind in turn `per_kind` plain cells, as nearly as symmetry allows: a cell is drawn
/// together with its mirror images left to right and top to bottom. The same seed and board give
/// the same premiums everywhere.
pub(crate) fn strew(
    seed: u64,
    kinds: &[PremiumKind],
    per_kind: u16,
    topology: &Topology,
    starts: &[CellId],
    premiums: &mut [Option<PremiumKind>],
) {
    let seed = Seed::from_number(seed);
    let plain = |cell: &CellId| premiums[cell.index()].is_none() && !starts.contains(cell);
    let mut groups: Vec<Vec<CellId>> =
        mirror_groups(topology).into_iter().filter(|group| group.iter().all(plain)).collect();
    let mut counter = 0;
    for kind in kinds {
        let mut wanted = usize::from(per_kind);
        loop {
            let fitting: Vec<usize> =
                (0..groups.len()).filter(|group| groups[*group].len() <= wanted).collect();
            let Some(chosen) = fitting.get(draw_index(&seed, counter, fitting.len())) else {
                break;
            };
            counter += 1;
            let group = groups.remove(*chosen);
            wanted -= group.len();
            for cell in group {
                premiums[cell.index()] = Some(*kind);
            }
        }
    }
}

/// The cells in groups of mirror images, by where cells are drawn.
fn mirror_groups(topology: &Topology) -> Vec<Vec<CellId>> {
    let place = |cell: CellId| {
        let data = topology.cell(cell);
        (data.layer, i64::from(data.position.x), i64::from(data.position.y))
    };
    let by_place: BTreeMap<_, _> = gathered(topology.cell_ids().map(|cell| (place(cell), cell)));
    let edges = |values: &mut dyn Iterator<Item = i64>| {
        values.fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = edges(&mut topology.cell_ids().map(|cell| place(cell).1));
    let (top, bottom) = edges(&mut topology.cell_ids().map(|cell| place(cell).2));
    let mut groups = BTreeSet::new();
    for cell in topology.cell_ids() {
        let (layer, x, y) = place(cell);
        let (mirrored_x, mirrored_y) = (left + right - x, top + bottom - y);
        let images = [(x, y), (mirrored_x, y), (x, mirrored_y), (mirrored_x, mirrored_y)];
        let group: BTreeSet<CellId> = (images.iter())
            .filter_map(|(x, y)| by_place.get(&(layer, *x, *y)).copied())
            .chain([cell])
            .collect();
        groups.insert(group.into_iter().collect::<Vec<_>>());
    }
    groups.into_iter().collect()
}
