//! Training samples of openings: what plays changed on the board, and the scores that followed.

use crate::arena::Observer;
use crate::openings::{Openings, Terrain};
use crate::sums::Sums;
use crate::{Move, Playout};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Besides what a play opens, its tiles, its points and the tiles in the bag explain what comes
/// next; they are not counted as openings.
const OTHERS: usize = 3;
/// How many plays without effect are mixed in for each value.
const PRIOR: f64 = 1500.0;
/// A turn counts as worth no more than this, in points.
const MOST_POINTS: i64 = 250;

/// Plays by what they opened and took away, and what was then scored: by the player's next turn,
/// less by the next player's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct OpeningSamples {
    sums: Sums,
}

impl OpeningSamples {
    /// No samples.
    pub fn new(terrain: &Terrain) -> OpeningSamples {
        OpeningSamples { sums: Sums::new(terrain.len() + OTHERS) }
    }

    /// Whether the number of sums is right.
    pub fn fits(&self, terrain: &Terrain) -> bool {
        self.sums.fits(terrain.len() + OTHERS)
    }

    /// Adds other samples.
    pub fn merge(&mut self, other: &OpeningSamples) {
        self.sums.merge(&other.sums);
    }

    /// The values of openings that fit the samples best.
    pub fn fit(&self, terrain: &Arc<Terrain>) -> Openings {
        let mut solution = self.sums.solve(|_| PRIOR);
        solution.truncate(terrain.len());
        let values = solution.iter().map(|value| value.round().clamp(-1e5, 1e5) as i32);
        Openings::new(terrain.clone(), values.collect())
    }
}

/// A play whose outcome is not yet known.
struct Pending {
    features: Vec<(usize, i64)>,
    /// Turns since.
    age: usize,
    /// What was scored since, in thousandths of a point.
    worth: i64,
}

/// Records what plays opened and the scores that followed.
pub(crate) struct OpeningWatcher {
    terrain: Arc<Terrain>,
    pub samples: OpeningSamples,
    pending: VecDeque<Pending>,
}

impl OpeningWatcher {
    /// No samples.
    pub fn new(terrain: Arc<Terrain>) -> OpeningWatcher {
        let samples = OpeningSamples::new(&terrain);
        OpeningWatcher { terrain, samples, pending: VecDeque::new() }
    }

    /// What a play changes, and what else explains the turns after it.
    fn features(&self, playout: &Playout<'_>, turn: &Move) -> Option<Vec<(usize, i64)>> {
        let Move::Play(play) = turn else { return None };
        let mut changes: BTreeMap<usize, i64> = BTreeMap::new();
        let add = |feature, times| *changes.entry(feature).or_default() += times;
        self.terrain.changes(playout.board(), &play.placements, add);
        let mut features: Vec<(usize, i64)> = changes.into_iter().collect();
        features.retain(|(_, times)| *times != 0);
        let others = [play.placements.len() as i64, points(turn), playout.bag().len() as i64];
        features.extend((self.terrain.len()..).zip(others));
        Some(features)
    }
}

fn points(turn: &Move) -> i64 {
    let Move::Play(play) = turn else { return 0 };
    let most = if play.points.signum() < 0 { -MOST_POINTS } else { MOST_POINTS };
    play.points.as_i64().map_or(most, |points| points.clamp(-MOST_POINTS, MOST_POINTS))
}

impl Observer for OpeningWatcher {
    fn turn(&mut self, playout: &Playout<'_>, turn: &Move) {
        if playout.bag().is_empty() {
            return;
        }
        let (players, scored) = (usize::from(playout.players()), 1000 * points(turn));
        for pending in &mut self.pending {
            pending.age += 1;
            if pending.age == players {
                pending.worth += scored;
            } else if pending.age == 1 {
                pending.worth -= scored;
            }
        }
        while self.pending.front().is_some_and(|pending| pending.age >= players) {
            let Some(done) = self.pending.pop_front() else { break };
            self.samples.sums.add(&done.features, done.worth);
        }
        let age = 0;
        self.pending.extend(self.features(playout, turn).map(|features| Pending {
            features,
            age,
            worth: 0,
        }));
    }

    fn game(&mut self, _number: u64, _playout: &Playout<'_>) {
        self.pending.clear();
    }
}
