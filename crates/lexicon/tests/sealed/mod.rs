//! Lexicon files as someone with bad intentions would make them. The fuzz targets use this too.

/// A file whose checksum fits whatever is in it, as a hostile one would have.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len().saturating_sub(8);
    let checksum = xxh64(&bytes[..end]);
    bytes.truncate(end);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// A file of kind both-ways with 2^63 ways through 64 nodes, at the end of which there is one word,
/// read backward.
pub fn many_ways() -> Vec<u8> {
    const NODES: u32 = 64;
    let mut body = vec![1, NODES as u8];
    for next in 1..NODES {
        // A leads to the next node, which is new, and so does B, by its number.
        let number = 144 + next;
        body.extend([0x09, 0x14, number as u8 | 0x80, (number >> 7) as u8]);
    }
    body.extend([0x0E, 2]);
    let mut file = b"\x89TWL\r\n\x1A\n\x01\0\x01\x02".to_vec();
    for number in [1, NODES, 2 + 4 * NODES, 6, body.len() as u32] {
        file.extend(number.to_le_bytes());
    }
    file.extend(b"\x01A\x01B\0\0");
    file.extend(body);
    file.extend([0; 8]);
    sealed(file)
}

/// The checksum written a second time, plainly, from its specification.
fn xxh64(bytes: &[u8]) -> u64 {
    const P: [u64; 5] = [
        11400714785074694791,
        14029467366897019727,
        1609587929392839161,
        9650029242287828579,
        2870177450012600261,
    ];
    let word = |at: usize, size: usize| {
        (0..size).fold(0u64, |sum, i| sum | u64::from(bytes[at + i]) << (8 * i))
    };
    let round = |lane: u64, input: u64| {
        lane.wrapping_add(input.wrapping_mul(P[1])).rotate_left(31).wrapping_mul(P[0])
    };
    let mut at = 0;
    let mut hash = P[4];
    if bytes.len() >= 32 {
        let mut lanes = [P[0].wrapping_add(P[1]), P[1], 0, 0u64.wrapping_sub(P[0])];
        while at + 32 <= bytes.len() {
            for lane in &mut lanes {
                *lane = round(*lane, word(at, 8));
                at += 8;
            }
        }
        hash = lanes[0].rotate_left(1).wrapping_add(lanes[1].rotate_left(7));
        hash = hash.wrapping_add(lanes[2].rotate_left(12)).wrapping_add(lanes[3].rotate_left(18));
        for lane in lanes {
            hash = (hash ^ round(0, lane)).wrapping_mul(P[0]).wrapping_add(P[3]);
        }
    }
    hash = hash.wrapping_add(bytes.len() as u64);
    while at + 8 <= bytes.len() {
        hash = (hash ^ round(0, word(at, 8))).rotate_left(27).wrapping_mul(P[0]).wrapping_add(P[3]);
        at += 8;
    }
    if at + 4 <= bytes.len() {
        hash = (hash ^ word(at, 4).wrapping_mul(P[0])).rotate_left(23);
        hash = hash.wrapping_mul(P[1]).wrapping_add(P[2]);
        at += 4;
    }
    for byte in &bytes[at..] {
        hash = (hash ^ u64::from(*byte).wrapping_mul(P[4])).rotate_left(11).wrapping_mul(P[0]);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(P[1]);
    hash = (hash ^ (hash >> 29)).wrapping_mul(P[2]);
    hash ^ (hash >> 32)
}
