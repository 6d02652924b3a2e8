//! Assigns rack tiles to the letters of a word: where blanks are designated.

use crate::compile::Compiled;
use crate::rack::RackCodes;
use crate::stop::Watch;
use smallvec::SmallVec;
use tilewright_lexicon::LetterMask;
use tilewright_tiles::KindId;

/// The steps of choosing a tile for a letter.
const ASSIGN_STEPS: u64 = 2;

/// A letter of a word and the tile assigned to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub slot: u32,
    pub code: u8,
    pub kind: KindId,
    /// How often the tile's score counts in the play.
    pub weight: i64,
}

/// Enumerates all assignments of tiles to the letters of a word. `points` is the score with the
/// tiles that the walk counted.
pub(crate) fn each_assignment<M: LetterMask>(
    placed: &mut [Placed],
    (rack, compiled): (&RackCodes<M>, &Compiled),
    points: i64,
    watch: impl Watch,
    take: &mut impl FnMut(&[Placed], i64),
) {
    let mut left: Left = SmallVec::new();
    left.extend(rack.letters.iter().map(|(_, _, count)| *count));
    left.extend(rack.blanks.iter().map(|(_, _, count)| *count));
    Assigner { rack, compiled, watch }.choose(placed, 0, &mut left, points, take);
}

/// How many tiles remain of every kind of letter, then of every kind of blank.
type Left = SmallVec<[u16; 16]>;

struct Assigner<'a, M, W> {
    rack: &'a RackCodes<M>,
    compiled: &'a Compiled,
    watch: W,
}

impl<M: LetterMask, W: Watch> Assigner<'_, M, W> {
    fn choose(
        &self,
        placed: &mut [Placed],
        place: usize,
        left: &mut Left,
        points: i64,
        take: &mut impl FnMut(&[Placed], i64),
    ) {
        // Most orders of many blanks lead nowhere: every letter counts, not every play.
        if self.watch.spend(ASSIGN_STEPS) {
            return;
        }
        let Some(letter) = placed.get(place).copied() else { return take(placed, points) };
        let own = |(_, code, _): &(KindId, u8, u16)| *code == letter.code;
        let letters = self.rack.letters.iter().map(|kind| (kind.0, own(kind)));
        let blanks = self.rack.blanks.iter().map(|(kind, mask, _)| (*kind, mask.has(letter.code)));
        let counted = i64::from(self.rack.scores[usize::from(letter.code)]);
        for (index, (kind, shows)) in letters.chain(blanks).enumerate() {
            if !shows || left[index] == 0 {
                continue;
            }
            left[index] -= 1;
            placed[place].kind = kind;
            let change = (i64::from(self.compiled.score(kind)) - counted) * letter.weight;
            self.choose(placed, place + 1, left, points + change, take);
            left[index] += 1;
        }
    }
}
