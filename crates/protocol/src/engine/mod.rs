//! The stateless engine: a request in, a response out.

mod added;
mod bots;
mod describe;
mod games;
#[cfg(feature = "judging")]
mod judge;
mod resources;
mod seen;
mod words;

pub use bots::{BotChoice, BotTurn};
pub use games::{empty_board, found_moves, picture, preview};
pub use resources::{Bots, Loaded, Resources};

#[cfg(not(feature = "judging"))]
use crate::FaultCode;
use crate::{Answer, Call, Fault, PremiumDetails, Request, Response};
use std::sync::Arc;

/// The engine. It can be shared between threads and keeps nothing of any game.
#[derive(Clone, Default)]
pub struct Engine {
    resources: Arc<Resources>,
}

impl Engine {
    /// An engine that has compiled nothing yet.
    pub fn new() -> Engine {
        Engine::default()
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

    /// The same, before it is written down.
    pub fn respond(&self, request: &[u8]) -> Response {
        match Request::read(request) {
            Ok(request) => Response::new(request.id, self.answer(request.call)),
            Err((id, fault)) => Response::new(id, Err(fault)),
        }
    }

    /// Answers a call.
    pub fn answer(&self, call: Call) -> Result<Answer, Fault> {
        match call {
            Call::Variants {} => self.variants(),
            Call::Variant { variant } => self.describe(&variant),
            Call::Premiums {} => Ok(Answer::Premiums { premiums: PremiumDetails::all() }),
            Call::New { variant, players, seed, words, start_word, now, viewer } => {
                let start = games::Start { variant, players, seed, words, start_word, now };
                self.new_game(start, viewer)
            }
            Call::View { game, viewer } => {
                let game = self.load(game)?;
                Ok(Answer::View { view: Box::new(game.view(viewer)?) })
            }
            Call::Preview { game, seat, user_move } => {
                self.load(game)?.preview(seat, user_move).map(|found| Answer::Preview(found.into()))
            }
            Call::PreviewSeen { variant, words, view, user_move } => {
                self.preview_seen(&variant, &words, &view, user_move)
            }
            Call::Submit { game, submission, viewer } => self.submit(game, &submission, viewer),
            Call::Undo { game, viewer } => self.step(game, viewer, false),
            Call::Redo { game, viewer } => self.step(game, viewer, true),
            Call::Moves { game, seat, count } => self.moves(game, seat, count),
            Call::Best { game, seat, level, seed } => self.best(game, seat, level, seed),
            #[cfg(feature = "judging")]
            Call::Analyze { game, event, best, rollouts, nodes, seed } => {
                self.analyze(game, event, &judge::Effort { best, rollouts, nodes, seed })
            }
            #[cfg(feature = "judging")]
            Call::Lab { variant, words, players, seed, games, earlier } => {
                let run = judge::Run { players, seed, games, earlier };
                self.lab(&variant, &words, run)
            }
            #[cfg(not(feature = "judging"))]
            Call::Analyze { .. } | Call::Lab { .. } => Err(Fault::new(
                FaultCode::NotFound,
                "this build of the engine judges neither turns nor variants; ask a server, the full \
                 WebAssembly module, or the library for C",
            )),
            Call::Events { game, viewer, after } => self.events(game, viewer, after),
            Call::Verify { game } => self.verify(game),
            Call::Render { game, user_move, account, options } => {
                self.load(game)?.picture(user_move, account, &options)
            }
            Call::Words { variant, words, query } => self.words(&variant, &words, query),
            Call::Gcg { game, players } => self.load(game)?.gcg(&players),
        }
    }
}
