//! The order of nodes in memory: breadth first, so that the most visited nodes lie together.

use super::build::Built;
use super::record_length;
use crate::mask::LetterMask;

/// Records in their final order.
pub(super) struct Laid {
    pub words: Vec<u32>,
    pub gaddag_root: u32,
    pub dawg_root: u32,
    pub nodes: usize,
}

/// Orders the nodes: the roots first, then every node when it is first reached.
pub(super) fn lay_out<M: LetterMask>(built: Built, labelled: bool) -> Laid {
    let Built { records, gaddag_root, dawg_root } = built;
    let header = 2 * M::WORDS;
    // The new place of every node that has one.
    let mut places = vec![0u32; records.len()];
    let mut queue: Vec<u32> = Vec::with_capacity(records.len() / 4);
    let mut end = header;
    for root in [gaddag_root, dawg_root] {
        if root != 0 && places[root as usize] == 0 {
            queue.push(root);
            places[root as usize] = end as u32;
            end += record_length::<M>(&records, root as usize, labelled);
        }
    }
    let mut words = Vec::with_capacity(records.len());
    words.resize(header, 0);
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next] as usize;
        next += 1;
        let links = at + header..at + header + M::read(&records, at).count();
        let length = record_length::<M>(&records, at, labelled);
        words.extend_from_slice(&records[at..links.start]);
        for child in &records[links.clone()] {
            let place = &mut places[*child as usize];
            if *place == 0 {
                queue.push(*child);
                *place = end as u32;
                end += record_length::<M>(&records, *child as usize, labelled);
            }
            words.push(*place);
        }
        words.extend_from_slice(&records[links.end..at + length]);
    }
    Laid {
        words,
        gaddag_root: places[gaddag_root as usize],
        dawg_root: places[dawg_root as usize],
        nodes: queue.len(),
    }
}
