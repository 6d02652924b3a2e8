//! Games that the caller holds and sends with each request.

use super::bots::BotTurn;
use super::limits::Work;
use super::{Bots, Engine, Loaded};
use crate::{Answer, BotLevel, Fault, FaultCode, FoundMove, MAX_MOVES, PictureOptions, Preview};
use crate::{SavedGame, SeedSource, Theme, TimeControl, VariantSource, View, Viewer, Words};
use std::sync::Arc;
use tilewright_board::CellId;
use tilewright_game::{Command, Game, GameState, NewGame, Submission, verify_shuffle};
use tilewright_movegen::{Budget, Stop, judge_steps};
use tilewright_notation::{Gcg, GcgPlayer};
use tilewright_render::{BoardPicture, board_svg, breakdown_svg, thumbnail_svg};
use tilewright_rules::{
    Board, MoveDraft, Position, Ruleset, ScoreBreakdown, UserMove, ValidatedMove, score, validate,
    validate_user_move,
};
use tilewright_tiles::{Seed, Tile};

/// How a game starts.
pub(super) struct Start {
    pub variant: VariantSource,
    pub players: u8,
    pub seed: SeedSource,
    pub words: Words,
    pub start_word: Option<String>,
    pub now: Option<u64>,
}

/// A game in the engine's hands.
pub(super) struct Open {
    pub game: Game,
    pub loaded: Arc<Loaded>,
    pub variant: VariantSource,
    pub words: Words,
    pub time: Option<TimeControl>,
}

fn no_seat(seat: u8, players: u8) -> Fault {
    let message = format!("there is no seat {seat}; seats are counted from 0 to {}", players - 1);
    Fault::new(FaultCode::BadRequest, message)
}

impl Engine {
    pub(super) fn load(&self, saved: SavedGame, paid: &Work) -> Result<Open, Fault> {
        saved.check()?;
        self.variant(&saved.variant, &saved.words, paid)?;
        let SavedGame { variant, words, time, .. } = &saved;
        let loaded = self.resources.timed_variant(variant, words, *time)?;
        paid.replay(&saved)?;
        let dictionary = self.resources.dictionary_within(&loaded, &saved.words, &paid.caller)?;
        let mut game = Game::from_snapshot(loaded.ruleset.clone(), saved.snapshot)?;
        game.set_dictionary(dictionary);
        Ok(Open { game, loaded, variant: saved.variant, words: saved.words, time: saved.time })
    }

    pub(super) fn new_game(
        &self,
        start: Start,
        viewer: Viewer,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let loaded = self.variant(&start.variant, &start.words, paid)?;
        let dictionary = self.resources.dictionary_within(&loaded, &start.words, &paid.caller)?;
        let (seed, fair) = start.seed.seed()?;
        let game = Game::new(NewGame {
            ruleset: loaded.ruleset.clone(),
            players: start.players,
            seed,
            fair,
            start_word: start.start_word,
            dictionary,
            now: start.now,
        })?;
        let time = None;
        Open { game, loaded, variant: start.variant, words: start.words, time }.changed(0, viewer)
    }

    pub(super) fn submit(
        &self,
        saved: SavedGame,
        submission: &Submission,
        viewer: Viewer,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let mut open = self.load(saved, paid)?;
        if let Command::Move { seat, user_move } = &submission.command {
            // A seat that the game has not is refused with the command.
            if *seat < open.state().players() {
                paid.judge(&open.state().position(*seat), user_move)?;
            }
        }
        let from = open.game.events().len();
        open.game.submit_until(submission, &|| paid.caller.is_cancelled())?;
        open.changed(from, viewer)
    }

    pub(super) fn step(
        &self,
        saved: SavedGame,
        viewer: Viewer,
        on: bool,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let mut open = self.load(saved, paid)?;
        let from = open.game.events().len();
        let moved = if on { open.game.redo() } else { open.game.undo() };
        if !moved {
            let message = if on { "nothing was taken back" } else { "the game has just begun" };
            return Err(Fault::new(FaultCode::Conflict, message));
        }
        open.changed(from, viewer)
    }

    pub(super) fn moves(
        &self,
        saved: SavedGame,
        seat: u8,
        count: usize,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        if count > MAX_MOVES {
            let message = format!("{count} moves, the bound is {MAX_MOVES}");
            return Err(Fault::new(FaultCode::TooLarge, message));
        }
        let open = self.load(saved, paid)?;
        open.check_seat(seat)?;
        let (loaded, words, caller) = (&open.loaded, &open.words, &paid.caller);
        let bots = self.resources.bots_within(loaded, words, BotLevel::Expert, caller)?;
        let position = open.game.state().position(seat);
        let work = self.work(caller, self.limits.moves, FINDING, FEWER);
        let total = bots.generator.finder().within(&work.budget).summary(&position).plays;
        let found = found_moves(&bots, &position, count, &work.budget)?;
        work.check()?;
        Ok(Answer::Moves { total, moves: found })
    }

    pub(super) fn best(
        &self,
        saved: SavedGame,
        (seat, level, seed): (u8, BotLevel, u64),
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let open = self.load(saved, paid)?;
        open.check_seat(seat)?;
        let (loaded, words, state) = (&open.loaded, &open.words, open.game.state());
        let turn = BotTurn { loaded, words, state, seat, level, seed };
        let chosen = self.choose_within(&turn, &paid.caller)?;
        Ok(Answer::Best { command: chosen.command, refused: chosen.refused })
    }

    pub(super) fn events(
        &self,
        saved: SavedGame,
        viewer: Viewer,
        after: u64,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let open = self.load(saved, paid)?;
        viewer.seat().map_or(Ok(()), |seat| open.check_seat(seat))?;
        let events = open.game.events().iter().zip(0u64..).skip(after as usize);
        let events = events.map(|(event, index)| {
            let mut visible = event.visible_to(viewer.seat(), index);
            // The caller holds the whole game; nothing is secret after its end.
            visible.reveal(event);
            visible
        });
        Ok(Answer::Events { events: events.collect() })
    }

    pub(super) fn verify(&self, saved: SavedGame, paid: &Work) -> Result<Answer, Fault> {
        // The log is replayed a second time.
        paid.replay(&saved)?;
        let open = self.load(saved, paid)?;
        let result = open.game.state().result();
        let seed = result.and_then(|result| result.seed.clone());
        let Some(seed) = seed else {
            let message = "the seed is revealed after the end of the game; finish it first";
            return Err(Fault::new(FaultCode::Conflict, message));
        };
        let seed = Seed::from_hex(&seed).map_err(|error| Fault::new(FaultCode::Game, error))?;
        let checked = verify_shuffle(&open.loaded.ruleset, open.game.events(), &seed);
        let fault = checked.err().map(|fault| fault.to_string());
        Ok(Answer::Verified { ok: fault.is_none(), fault })
    }
}

impl Open {
    fn state(&self) -> &GameState {
        self.game.state()
    }

    fn check_seat(&self, seat: u8) -> Result<(), Fault> {
        let players = self.state().players();
        if seat < players { Ok(()) } else { Err(no_seat(seat, players)) }
    }

    pub fn view(&self, viewer: Viewer) -> Result<View, Fault> {
        let mut view = match viewer {
            Viewer::Spectator => View::Spectator(self.state().spectator_view()),
            Viewer::Seat(seat) => {
                self.check_seat(seat)?;
                View::Seat(self.state().seat_view(seat))
            }
        };
        // The caller holds the whole game; nothing is secret after its end.
        view.game_mut().reveal(self.state());
        Ok(view)
    }

    fn changed(self, from: usize, viewer: Viewer) -> Result<Answer, Fault> {
        let view = Box::new(self.view(viewer)?);
        let events = self.game.events().get(from..).map_or_else(Vec::new, <[_]>::to_vec);
        let snapshot = self.game.snapshot();
        let Open { variant, words, time, .. } = self;
        let game = SavedGame { variant, words, time, snapshot };
        Ok(Answer::Game { game: Box::new(game), events, view })
    }

    pub fn preview(&self, seat: u8, user_move: UserMove, paid: &Work) -> Result<Preview, Fault> {
        self.check_seat(seat)?;
        let position = self.state().position(seat);
        paid.judge(&position, &user_move)?;
        Ok(preview(&position, user_move))
    }

    pub fn picture(
        &self,
        user_move: Option<UserMove>,
        account: bool,
        options: &PictureOptions,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let seat = self.state().to_move();
        let position = self.state().position(seat);
        paid.draw(&self.loaded.ruleset)?;
        user_move.as_ref().map_or(Ok(()), |user_move| paid.judge(&position, user_move))?;
        let checked = user_move.map(|user_move| validate_user_move(&position, user_move));
        let validated = checked.transpose().map_err(|violations| Fault {
            violations: violations.0,
            ..Fault::new(FaultCode::Rules, "the move is not legal")
        })?;
        let account = validated.as_ref().filter(|_| account).map(|moved| score(&position, moved));
        let placed = validated.as_ref().map_or_else(Vec::new, placed);
        let svg = picture(&self.loaded.ruleset, self.state(), &placed, account.as_ref(), options);
        Ok(Answer::Picture { svg })
    }

    pub fn gcg(&self, players: &[String], paid: &Work) -> Result<Answer, Fault> {
        paid.write(&self.game)?;
        let bad = |error: &dyn ToString| Fault::new(FaultCode::Game, error.to_string());
        let nick = |name: &String| {
            let nick: String = name.chars().filter(|c| !c.is_whitespace()).take(40).collect();
            let name = name.chars().filter(|c| !c.is_control()).take(60).collect();
            GcgPlayer { nick, name }
        };
        let players: Vec<GcgPlayer> = players.iter().take(8).map(nick).collect();
        let gcg = Gcg::of_game(&self.game, &players).map_err(|error| bad(&error))?;
        let bytes = gcg.write().map_err(|error| bad(&error))?;
        let text = String::from_utf8(bytes).map_err(|error| bad(&error))?;
        Ok(Answer::Gcg { text })
    }
}

fn placed(validated: &ValidatedMove) -> Vec<(CellId, Tile)> {
    validated.placements.iter().map(|placement| (placement.cell, placement.tile)).collect()
}

/// What the search for plays is called, and what to do when it is too much.
const FINDING: &str = "finding the plays of this position";
const FEWER: &str = "use a smaller board, rack or word list";

/// The best plays of a position that are found within a budget, best first.
///
/// # Errors
/// If the rules refuse a play that the generator has found, which is a fault of the engine.
pub fn found_moves(
    bots: &Bots,
    position: &Position<'_>,
    count: usize,
    budget: &Budget,
) -> Result<Vec<FoundMove>, Fault> {
    let plays = bots.generator.finder().within(budget).best(position, count, &*bots.leaves);
    let mut found = Vec::with_capacity(plays.len());
    for play in &plays {
        if budget.spend(judge_steps(position, play.placements.len())) {
            break;
        }
        let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
        let draft = MoveDraft::known(&known, position.ruleset.tiles());
        let validated = validate(position, &draft).map_err(|violations| {
            let message = format!("the generator has found a play that is refused: {violations}");
            Fault::new(FaultCode::Internal, message)
        })?;
        let account = score(position, &validated);
        found.push(FoundMove {
            user_move: UserMove::from_draft(position, &draft),
            words: account.words.iter().map(|word| word.text.clone()).collect(),
            score: account.total.clone(),
            equity: play.equity,
        });
    }
    Ok(found)
}

/// What a move would do, if judging it takes no more steps than a budget has left.
///
/// # Errors
/// If it takes more, or the budget is cancelled.
pub fn preview_within(
    position: &Position<'_>,
    user_move: UserMove,
    budget: &Budget,
) -> Result<Preview, Fault> {
    let work = Work::of(budget, "judging the move", "place fewer tiles");
    work.judge(position, &user_move)?;
    Ok(preview(position, user_move))
}

/// What a move would do.
pub fn preview(position: &Position<'_>, user_move: UserMove) -> Preview {
    match validate_user_move(position, user_move) {
        Ok(validated) => {
            let breakdown = Some(score(position, &validated));
            Preview { legal: true, breakdown, violations: Vec::new() }
        }
        Err(violations) => Preview { legal: false, breakdown: None, violations: violations.0 },
    }
}

/// A picture of a game's board, with a move on it and perhaps its account.
pub fn picture(
    ruleset: &Ruleset,
    state: &GameState,
    placed: &[(CellId, Tile)],
    account: Option<&ScoreBreakdown>,
    options: &PictureOptions,
) -> String {
    let picture = board_picture(ruleset, &state.board, placed, options);
    match account {
        Some(account) => breakdown_svg(&picture, account),
        None => board_svg(&picture),
    }
}

/// A picture of a variant's board before anything lies on it.
pub fn empty_board(ruleset: &Ruleset, options: &PictureOptions) -> String {
    let board = Board::new(ruleset.topology().clone());
    board_svg(&board_picture(ruleset, &board, &[], options))
}

/// A small picture of a board for lists; of a variant before anything lies on it without a state.
pub fn thumbnail(ruleset: &Ruleset, state: Option<&GameState>, options: &PictureOptions) -> String {
    match state {
        Some(state) => thumbnail_svg(&board_picture(ruleset, &state.board, &[], options)),
        None => {
            let board = Board::new(ruleset.topology().clone());
            thumbnail_svg(&board_picture(ruleset, &board, &[], options))
        }
    }
}

fn board_picture<'a>(
    ruleset: &'a Ruleset,
    board: &'a Board,
    placed: &'a [(CellId, Tile)],
    options: &PictureOptions,
) -> BoardPicture<'a> {
    BoardPicture {
        topology: ruleset.topology(),
        premiums: ruleset.premiums(),
        tiles: ruleset.tiles(),
        board,
        start_cells: ruleset.start_cells(),
        placed,
        title: ruleset.name(),
        options: tilewright_render::PictureOptions {
            theme: match options.theme {
                Theme::Light => tilewright_render::Theme::light(),
                Theme::Dark => tilewright_render::Theme::dark(),
                Theme::LightSafe => tilewright_render::Theme::light_safe(),
                Theme::DarkSafe => tilewright_render::Theme::dark_safe(),
            },
            heading: options.heading,
            legend: options.legend,
            ..tilewright_render::PictureOptions::default()
        },
    }
}
