//! Monte Carlo simulation: candidates are rolled out on many sampled deals.
//!
//! A *deal* assigns the unseen tiles to racks and bag, at random but consistent with what the seat
//! knows. A *rollout* plays a candidate on a deal and then some plies of the static bot for every
//! seat; its result is a lead and a win probability. [`Simulation`] rolls all candidates out on
//! the same deals and drops those that fall behind. It reads no clock: a [`Stop`] is polled before
//! every ply and, where generation is slow, within it.

mod bot;
mod candidates;
mod deal;
mod outcome;
mod race;
mod rollout;
mod settings;
mod win;
mod win_data;
mod win_samples;

pub use bot::{MakeStop, SimulationBot};
pub use candidates::Candidate;
pub use outcome::{Estimate, Evaluation, PlyReport};
pub use settings::{Allocation, Rank, SimulationSettings};
pub use win::{WinModel, WinSample};
pub use win_samples::WinSamples;

use crate::{Chance, Move, Outlook, Playout, StaticBot};
use deal::Deal;
use outcome::{Outcome, PlySums, Sums};
use race::{is_ahead, next_comparison, worth};
use rollout::{Horizon, REPORTED_PLIES, RolloutPly, RolloutRunner, Start};
use tilewright_movegen::{AnyBoardAfter, OwnedPlay, Stop};
use tilewright_tiles::KindId;

/// The number of plays before the candidates that are kept for finding replies.
const KNOWN: usize = 4;

/// A simulation of one decision.
///
/// ```no_run
/// # use tilewright_ai::*;
/// # fn example(player: &mut StaticBot<'_>, outlook: &Outlook<'_>) {
/// let settings = SimulationSettings::default().rollouts(5_000);
/// let model = WinModel::default();
/// let mut simulation = Simulation::new(player, outlook, model, settings, &Never);
/// simulation.run(&Never);
/// for found in simulation.evaluations() {
///     println!("{:?}: {:.1} % ({:+.1})", found.turn, 100.0 * found.win.mean, found.spread.mean);
/// }
/// # }
/// ```
pub struct Simulation<'s, 'g, 'o> {
    player: &'s mut StaticBot<'g>,
    outlook: Outlook<'o>,
    settings: SimulationSettings,
    unseen: Vec<KindId>,
    base: Playout<'o>,
    runner: RolloutRunner<'o>,
    deal: Deal,
    arms: Vec<Arm>,
    /// The candidates that have not been dropped, by place.
    alive: Vec<usize>,
    deals: usize,
    next_comparison: usize,
    rollouts: u64,
    replies: Vec<Option<Option<OwnedPlay>>>,
    outcomes: Vec<Outcome>,
    /// The plies of the rollouts on this deal, by the place of their candidate.
    turns: Vec<(usize, RolloutPly)>,
    /// Whether all deals are equal, because nothing is hidden.
    open: bool,
}

/// A candidate and the results of its rollouts.
struct Arm {
    candidate: Candidate,
    view: Option<AnyBoardAfter>,
    spread: Sums,
    win: Sums,
    plies: [PlySums; REPORTED_PLIES],
    /// Its value on every deal.
    worths: Vec<i64>,
    sum: i128,
}

impl Arm {
    fn new(candidate: Candidate) -> Arm {
        Arm {
            candidate,
            view: None,
            spread: Sums::default(),
            win: Sums::default(),
            plies: [PlySums::default(); REPORTED_PLIES],
            worths: Vec::new(),
            sum: 0,
        }
    }
}

impl<'s, 'g, 'o> Simulation<'s, 'g, 'o> {
    /// A simulation of the best candidates. Slow generation ends when `stop` is due; there is
    /// always at least one candidate.
    pub fn new(
        player: &'s mut StaticBot<'g>,
        outlook: &Outlook<'o>,
        model: WinModel,
        settings: SimulationSettings,
        stop: &dyn Stop,
    ) -> Simulation<'s, 'g, 'o> {
        let found = candidates::candidates(player, outlook, &settings, stop);
        Simulation::of(player, outlook, model, settings, found)
    }

    /// A simulation of given candidates, which must be legal; a pass if there are none.
    pub fn of(
        player: &'s mut StaticBot<'g>,
        outlook: &Outlook<'o>,
        model: WinModel,
        settings: SimulationSettings,
        mut candidates: Vec<Candidate>,
    ) -> Simulation<'s, 'g, 'o> {
        if candidates.is_empty() {
            candidates.push(Candidate { turn: Move::Pass, equity: 0 });
        }
        let mut deal = Deal::default();
        let unseen: Vec<KindId> = outlook.unseen().tiles().collect();
        deal.deal(outlook, &unseen, &mut Chance::new(0));
        let base = Playout::from_parts(outlook, deal.racks.to_vec(), deal.bag);
        let spec = outlook.ruleset.spec();
        let seats = outlook.status.active().count() as u32;
        let rack_size = usize::from(spec.rack_size.size);
        let horizon = Horizon {
            plies: settings.plies.unwrap_or(seats.max(1)),
            to_the_end: outlook.bag_len() <= settings.to_the_end.unwrap_or(rack_size),
        };
        let others = (0u8..).zip(&outlook.status.seats);
        let hiders = others.filter(|(seat, s)| *seat != outlook.seat && s.rack_len > 0).count();
        let open = outlook.bag_len() == 0 && hiders < 2;
        let runner = RolloutRunner::new(&base, horizon, model);
        let arms: Vec<Arm> = candidates.into_iter().map(Arm::new).collect();
        // Candidates with equal leaves follow each other: with the same draws they have the same
        // racks, so that prepared racks are reused.
        let mut alive: Vec<usize> = (0..arms.len()).collect();
        alive.sort_by_cached_key(|place| kept(outlook, &arms[*place].candidate.turn));
        let mut simulation = Simulation {
            player,
            outlook: *outlook,
            settings,
            unseen,
            base,
            runner,
            deal,
            alive,
            arms,
            deals: 0,
            next_comparison: next_comparison(0),
            rollouts: 0,
            replies: Vec::new(),
            outcomes: Vec::new(),
            turns: Vec::new(),
            open,
        };
        if simulation.arms.len() > 1 {
            simulation.prepare_replies();
        }
        simulation
    }

    /// Prepares the board view after every candidate.
    fn prepare_replies(&mut self) {
        let before = self.outlook.position();
        let mut after = self.base.clone();
        for arm in &mut self.arms {
            after.clone_from(&self.base);
            after.take(&arm.candidate.turn, &mut crate::NoDraws);
            arm.view = self.player.finder().board_after(&before, after.board());
        }
    }

    /// Runs until the rollouts are used up, one candidate remains or `stop` is due.
    pub fn run(&mut self, stop: &dyn Stop) {
        while !self.is_done() && self.step(stop) {}
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.is_settled()
            || self.open && self.deals > 0
            || self.rollouts + self.alive.len() as u64 > self.settings.rollouts
    }

    /// Whether only one candidate remains; never where none is dropped.
    pub fn is_settled(&self) -> bool {
        self.alive.len() < 2 && self.settings.allocation != Allocation::Even
    }

    /// The rollouts so far, of all candidates together.
    pub fn rollouts(&self) -> u64 {
        self.rollouts
    }

    /// Rolls the remaining candidates out on one more deal. `false` if `stop` was due; an
    /// incomplete deal does not count.
    pub fn step(&mut self, stop: &dyn Stop) -> bool {
        // Polled here too: if every candidate ends the game, no rollout has a ply.
        if stop.is_due() {
            return false;
        }
        let seed = self.settings.seed;
        let mut chance = Chance::part(seed, self.deals as u64);
        self.deal.deal(&self.outlook, &self.unseen, &mut chance);
        self.base.core.racks.clear();
        self.base.core.racks.extend_from_slice(&self.deal.racks);
        self.base.core.bag = self.deal.bag;
        self.find_replies();
        self.outcomes.clear();
        self.turns.clear();
        for (place, arm) in self.alive.iter().enumerate() {
            let arm = &self.arms[*arm];
            let start = Start {
                base: &self.base,
                deal: &self.deal,
                turn: &arm.candidate.turn,
                view: arm.view.as_ref(),
                reply: self.replies[place].take(),
            };
            let Some(outcome) = self.runner.run(self.player, start, chance.clone(), stop) else {
                return false;
            };
            self.outcomes.push(outcome);
            self.turns.extend(self.runner.turns().iter().map(|turn| (place, *turn)));
        }
        self.count();
        true
    }

    /// Finds the next seat's best reply to every candidate with one search before them.
    fn find_replies(&mut self) {
        self.replies.clear();
        self.replies.resize(self.alive.len(), None);
        let status = &self.base.core.status;
        let next = status.next_seat().filter(|seat| *seat != self.outlook.seat);
        let size = usize::from(self.outlook.ruleset.spec().rack_size.size);
        let Some(next) = next.filter(|_| self.alive.len() > 1 && self.base.core.bag.len() > size)
        else {
            return;
        };
        let rack = &self.base.core.racks[usize::from(next)];
        let known = self.player.known_plays(&self.outlook.position(), rack, KNOWN);
        let Some(known) = known else { return };
        for (place, arm) in self.alive.iter().enumerate() {
            if let Some(view) = &mut self.arms[*arm].view {
                self.replies[place] = Some(self.player.reply(view, &known));
            }
        }
    }

    /// Adds the results of a deal, and drops candidates.
    fn count(&mut self) {
        for (place, outcome) in self.alive.iter().zip(&self.outcomes) {
            let arm = &mut self.arms[*place];
            arm.spread.add(outcome.spread);
            arm.win.add(outcome.win);
            let worth = worth(self.settings.rank, outcome);
            arm.worths.push(worth);
            arm.sum += i128::from(worth);
        }
        for (place, turn) in &self.turns {
            if let Some(sums) = self.arms[self.alive[*place]].plies.get_mut(turn.ply) {
                sums.add(turn);
            }
        }
        self.deals += 1;
        self.rollouts += self.alive.len() as u64;
        if self.deals < self.next_comparison {
            return;
        }
        self.next_comparison = next_comparison(self.deals);
        if let Allocation::Race { errors } = self.settings.allocation {
            let leader = &self.arms[self.leader()];
            let stays =
                |place: &usize| !is_ahead(&leader.worths, &self.arms[*place].worths, errors);
            let alive: Vec<usize> = self.alive.iter().copied().filter(stays).collect();
            self.alive = alive;
        }
    }

    /// The place of the best remaining candidate; they all have results on the same deals. Ties go
    /// to the first.
    fn leader(&self) -> usize {
        let rank = |place: &&usize| (self.arms[**place].sum, std::cmp::Reverse(**place));
        self.alive.iter().max_by_key(rank).copied().expect("the leader is never dropped")
    }

    /// The best candidate.
    pub fn best(&self) -> &Candidate {
        &self.arms[self.leader()].candidate
    }

    /// The best candidate's move.
    pub fn into_best(mut self) -> Move {
        let leader = self.leader();
        self.arms.swap_remove(leader).candidate.turn
    }

    /// The results of the candidates, best first: those that remain, then the others by how long
    /// they did.
    pub fn evaluations(&self) -> Vec<Evaluation> {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        let mean = |place: usize| {
            let arm = &self.arms[place];
            arm.sum as f64 / arm.worths.len().max(1) as f64
        };
        order.sort_by(|one, two| {
            let rollouts = |place: &usize| self.arms[*place].worths.len();
            let alive = |place: &usize| self.alive.contains(place);
            let longer = (alive(two), rollouts(two)).cmp(&(alive(one), rollouts(one)));
            longer.then_with(|| mean(*two).total_cmp(&mean(*one)))
        });
        order.into_iter().map(|place| self.evaluation(place)).collect()
    }

    fn evaluation(&self, place: usize) -> Evaluation {
        let arm = &self.arms[place];
        let plies = arm.plies.iter().take_while(|ply| ply.count > 0);
        Evaluation {
            turn: arm.candidate.turn.clone(),
            static_equity: arm.candidate.equity,
            rollouts: arm.spread.count,
            alive: self.alive.contains(&place),
            spread: arm.spread.estimate(1000.0),
            win: arm.win.estimate(1e6),
            plies: plies.map(PlySums::report).collect(),
        }
    }
}

/// The leave of a move.
fn kept(outlook: &Outlook<'_>, turn: &Move) -> Vec<KindId> {
    let mut rack = *outlook.rack;
    let all = match turn {
        Move::Play(play) => play.placements.iter().all(|placement| rack.take(placement.tile.kind)),
        Move::Swap(tiles) => rack.take_all(tiles),
        Move::Pass => true,
    };
    debug_assert!(all, "a turn uses tiles of the rack");
    rack.tiles().collect()
}
