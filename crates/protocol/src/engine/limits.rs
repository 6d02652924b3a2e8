//! How much work a call may cause.

use crate::{Fault, FaultCode};
use tilewright_movegen::{Budget, Ended, Stop};

/// The most steps of each kind of work. A step is about the time in which the generator extends a
/// partial word, 5 to 10 nanoseconds; the same work takes the same steps on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// What every call does before anything else: reading the variant, replaying the game, judging
    /// a move, describing and drawing. It is estimated and refused before it starts.
    pub call: u64,
    /// All plays or the best plays of a position.
    pub moves: u64,
    /// The turn of a bot. When they are spent, it plays the best that it has found.
    pub bot: u64,
    /// The analysis of a turn.
    pub analysis: u64,
    /// A call of the lab.
    pub lab: u64,
    /// Building the graph of a word list in a request: for every word the square of its length.
    pub word_list: u64,
    /// The bytes of that graph.
    pub word_list_bytes: usize,
    /// The bytes of compiled variants, word lists and generators that an engine keeps.
    pub kept_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            call: 200_000_000,
            moves: 400_000_000,
            bot: 400_000_000,
            analysis: 2_000_000_000,
            lab: 2_000_000_000,
            word_list: 40_000_000,
            word_list_bytes: 48 << 20,
            kept_bytes: 1 << 30,
        }
    }
}

/// A part of a caller's work with a budget of its own, and what to say when it is spent. In the end
/// the caller's budget pays for its steps.
pub(super) struct Work {
    pub caller: Budget,
    pub budget: Budget,
    pub what: &'static str,
    pub fix: &'static str,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.caller.spend(self.budget.spent());
    }
}

impl Work {
    /// All that is left of a budget.
    pub fn of(budget: &Budget, what: &'static str, fix: &'static str) -> Work {
        Work { caller: budget.clone(), budget: budget.part(budget.left()), what, fix }
    }

    /// Pays for a stage of the work before it starts.
    ///
    /// # Errors
    /// If the stage takes more steps than are left, or the caller has cancelled: then it must not
    /// start.
    pub fn pay(&self, stage: &'static str, steps: u64) -> Result<(), Fault> {
        let left = self.budget.left();
        if steps > left && !self.budget.is_cancelled() {
            let fix = self.fix;
            return Err(too_much_work(format!(
                "{stage} takes about {steps} steps, and {left} are left; {fix}"
            )));
        }
        self.budget.spend(steps);
        self.check()
    }

    /// An error if the work ended early.
    pub fn check(&self) -> Result<(), Fault> {
        let Work { budget, what, fix, .. } = self;
        match budget.ended() {
            None => Ok(()),
            Some(Ended::Exhausted) => {
                let steps = budget.steps();
                Err(too_much_work(format!("{what} takes more than {steps} steps; {fix}")))
            }
            Some(Ended::Cancelled) => {
                Err(Fault::new(FaultCode::Cancelled, format!("{what} was cancelled")))
            }
        }
    }
}

pub(super) fn too_much_work(message: String) -> Fault {
    Fault::new(FaultCode::TooMuchWork, message)
}
