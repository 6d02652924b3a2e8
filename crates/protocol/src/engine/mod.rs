//! The stateless engine: a request in, a response out.

mod added;
mod bots;
mod describe;
mod estimates;
mod games;
#[cfg(feature = "judging")]
mod judge;
mod limits;
mod resources;
mod seen;
mod words;

pub use bots::{BotChoice, BotTurn};
pub use games::{empty_board, found_moves, picture, preview, preview_within, thumbnail};
pub use limits::Limits;
pub use resources::{Bots, Loaded, Resources};

use crate::{Answer, Call, Fault, FaultCode, PremiumDetails, Request, Response};
use crate::{VariantSource, Words};
use std::sync::Arc;
use tilewright_movegen::Budget;

/// What to do when a call is refused before it starts.
const SMALLER: &str = "use a smaller board, fewer axes or plugins, or a shorter game";

/// The engine. It can be shared between threads and keeps nothing of any game.
#[derive(Clone, Default)]
pub struct Engine {
    resources: Arc<Resources>,
    limits: Arc<Limits>,
}

impl Engine {
    /// An engine that has compiled nothing yet.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// The same with other limits.
    pub fn with_limits(limits: Limits) -> Engine {
        Engine { resources: Arc::new(Resources::new(&limits)), limits: Arc::new(limits) }
    }

    /// How much work a call may cause.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A variant with its words, paid for as if it were never kept: an answer does not depend on
    /// what was asked before.
    fn variant(
        &self,
        source: &VariantSource,
        words: &Words,
        paid: &limits::Work,
    ) -> Result<Arc<Loaded>, Fault> {
        paid.read_variant(source)?;
        let loaded = self.resources.variant(source, words)?;
        paid.build_board(&loaded.ruleset)?;
        Ok(loaded)
    }

    /// A part of a caller's work, with the fewer steps of two.
    fn work(
        &self,
        caller: &Budget,
        steps: u64,
        what: &'static str,
        fix: &'static str,
    ) -> limits::Work {
        let budget = caller.part(steps.min(caller.left()));
        limits::Work { caller: caller.clone(), budget, what, fix }
    }

    /// Compiled variants and word lists, for programs that hold games themselves.
    pub fn resources(&self) -> &Arc<Resources> {
        &self.resources
    }

    /// Adds a word list by its id, as variants name it; see [`Resources::add_lexicon`]. Answers
    /// are the same as if the list were sent.
    pub fn add_lexicon(&self, id: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.resources.add_lexicon(id, bytes)
    }

    /// Answers the bytes of a request with the bytes of a response.
    pub fn handle(&self, request: &[u8]) -> Vec<u8> {
        self.respond(request).to_bytes()
    }

    /// The same within a budget; see [`Engine::answer_within`].
    pub fn handle_within(&self, request: &[u8], budget: &Budget) -> Vec<u8> {
        self.respond_within(request, budget).to_bytes()
    }

    /// The same, before it is written down.
    pub fn respond(&self, request: &[u8]) -> Response {
        self.respond_within(request, &Budget::unlimited())
    }

    fn respond_within(&self, request: &[u8], budget: &Budget) -> Response {
        match Request::read(request) {
            Ok(request) => Response::new(request.id, self.answer_within(request.call, budget)),
            Err((id, fault)) => Response::new(id, Err(fault)),
        }
    }

    /// Answers a call.
    pub fn answer(&self, call: Call) -> Result<Answer, Fault> {
        self.answer_within(call, &Budget::unlimited())
    }

    /// Answers a call within a budget: it takes no more steps than that, nor than the
    /// [limits](Limits) of the engine allow. Raise the cancel flag of the budget to end it early.
    pub fn answer_within(&self, call: Call, budget: &Budget) -> Result<Answer, Fault> {
        if budget.is_cancelled() {
            return Err(Fault::new(FaultCode::Cancelled, "the call was cancelled"));
        }
        let work = self.work(budget, self.limits.call, "this call", SMALLER);
        let paid = &work;
        match call {
            Call::Variants {} => self.variants(),
            Call::Variant { variant } => self.describe(&variant, paid),
            Call::Premiums {} => Ok(Answer::Premiums { premiums: PremiumDetails::all() }),
            Call::New { variant, players, seed, words, start_word, now, viewer } => {
                let start = games::Start { variant, players, seed, words, start_word, now };
                self.new_game(start, viewer, paid)
            }
            Call::View { game, viewer } => {
                let game = self.load(game, paid)?;
                Ok(Answer::View { view: Box::new(game.view(viewer)?) })
            }
            Call::Preview { game, seat, user_move } => {
                let found = self.load(game, paid)?.preview(seat, user_move, paid)?;
                Ok(Answer::Preview(found.into()))
            }
            Call::PreviewSeen { variant, words, view, user_move } => {
                self.preview_seen((&variant, &words), &view, user_move, paid)
            }
            Call::Submit { game, submission, viewer } => {
                self.submit(game, &submission, viewer, paid)
            }
            Call::Undo { game, viewer } => self.step(game, viewer, false, paid),
            Call::Redo { game, viewer } => self.step(game, viewer, true, paid),
            Call::Moves { game, seat, count } => self.moves(game, seat, count, paid),
            Call::Best { game, seat, level, seed } => self.best(game, (seat, level, seed), paid),
            #[cfg(feature = "judging")]
            Call::Analyze { game, event, best, rollouts, nodes, seed } => {
                let effort = judge::Effort { best, rollouts, nodes, seed };
                self.analyze(game, event, &effort, paid)
            }
            #[cfg(feature = "judging")]
            Call::Lab { variant, words, players, seed, games, earlier } => {
                let run = judge::Run { players, seed, games, earlier };
                self.lab(&variant, &words, run, paid)
            }
            #[cfg(not(feature = "judging"))]
            Call::Analyze { .. } | Call::Lab { .. } => Err(Fault::new(
                FaultCode::NotFound,
                "this build has no analysis and no lab; use a server, the full module or the C library",
            )),
            Call::Events { game, viewer, after } => self.events(game, viewer, after, paid),
            Call::Verify { game } => self.verify(game, paid),
            Call::Render { game, user_move, account, options } => {
                self.load(game, paid)?.picture(user_move, account, &options, paid)
            }
            Call::Words { variant, words, query } => self.words(&variant, &words, query, paid),
            Call::Gcg { game, players } => self.load(game, paid)?.gcg(&players, paid),
        }
    }
}
