//! The table: one game, two players taking turns at one screen.

use crate::output::Failure;
use crate::position::load_variant;
use serde_json::{Value, json};
use std::sync::Arc;
use tilewright::render::{BoardPicture, PictureOptions, board_svg, breakdown_svg};
use tilewright::rules::{CellRef, DraftTile, MoveDraft, score, validate};
use tilewright::{
    Action, Board, CellLabel, Command, Fact, Game, NewGame, PluginRegistry, Ruleset,
    ScoreBreakdown, UserMove, lexicon_for,
};

/// One game and what was last played in it.
pub struct Table {
    variant: String,
    seed: u64,
    game: Game,
    last: Option<(Board, MoveDraft, ScoreBreakdown)>,
}

impl Table {
    /// Lays out a new game.
    pub fn new(variant: &str, seed: u64) -> Result<Table, Failure> {
        Ok(Table { variant: variant.to_string(), seed, game: game(variant, seed)?, last: None })
    }

    /// The board as a picture.
    pub fn picture(&self) -> String {
        picture(self.game.ruleset(), &self.game.state().board, &[], board_svg)
    }

    /// What the seat to move sees.
    pub fn view(&self) -> Value {
        let state = self.game.state();
        let view = state.seat_view(state.to_move());
        json!({ "view": view, "name": self.game.ruleset().name() })
    }

    fn draft(&self, body: &str) -> Result<MoveDraft, String> {
        let places: Vec<String> = serde_json::from_str(body).map_err(|error| error.to_string())?;
        let tile = |text: &String| {
            let (cell, tile) = text.split_once('=').ok_or("a placement is X,Y=T")?;
            Ok(DraftTile::parse(CellLabel::parse(cell), tile))
        };
        places
            .iter()
            .map(tile)
            .collect::<Result<_, &str>>()
            .map(MoveDraft::new)
            .map_err(String::from)
    }

    /// What a move would score, or every reason why it is not legal.
    pub fn preview(&self, body: &str) -> Value {
        let draft = match self.draft(body) {
            Ok(draft) => draft,
            Err(error) => return json!({ "ok": false, "error": error }),
        };
        let position = self.game.state().position(self.game.state().to_move());
        match validate(&position, &draft) {
            Ok(validated) => json!({ "ok": true, "breakdown": score(&position, &validated) }),
            Err(violations) => json!({ "ok": false, "violations": violations }),
        }
    }

    /// The animated breakdown of the last move.
    pub fn explain(&self) -> Value {
        let Some((board, draft, account)) = &self.last else { return json!({ "ok": false }) };
        let ruleset = self.game.ruleset();
        let placed: Vec<_> = (draft.placements.iter())
            .filter_map(|tile| {
                let CellRef::At(label) = &tile.cell else { return None };
                let cell = label.find(ruleset.topology())?;
                Some((cell, crate::position::known_tile(ruleset, tile).ok()?))
            })
            .collect();
        let svg = picture(ruleset, board, &placed, |p| breakdown_svg(p, account));
        json!({ "ok": true, "svg": svg })
    }

    /// Plays, swaps, passes, takes back or starts anew.
    pub fn act(&mut self, what: &str, body: &str) -> Option<Value> {
        let seat = self.game.state().to_move();
        let command = match what {
            "play" => match self.draft(body) {
                Ok(draft) => {
                    let position = self.game.state().position(seat);
                    let user_move = UserMove::from_draft(&position, &draft);
                    let before = self.game.state().board.clone();
                    let command = Command::Move { seat, user_move };
                    return Some(self.play(command, before, draft));
                }
                Err(error) => return Some(json!({ "ok": false, "error": error })),
            },
            "swap" => {
                let tiles: Vec<String> = serde_json::from_str(body).unwrap_or_default();
                let actions = vec![Action::SwapRack { tiles }];
                Command::Move { seat, user_move: UserMove { actions } }
            }
            "pass" => Command::Pass { seat },
            "resign" => Command::Resign { seat },
            "undo" => return Some(json!({ "ok": self.game.undo() })),
            "redo" => return Some(json!({ "ok": self.game.redo() })),
            "new" => {
                self.seed = self.seed.wrapping_add(1);
                return Some(match game(&self.variant, self.seed) {
                    Ok(game) => {
                        (self.game, self.last) = (game, None);
                        json!({ "ok": true })
                    }
                    Err(failure) => json!({ "ok": false, "error": failure.message }),
                });
            }
            _ => return None,
        };
        Some(match self.game.command(command) {
            Ok(_) => json!({ "ok": true }),
            Err(rejection) => json!({ "ok": false, "error": rejection.to_string() }),
        })
    }

    fn play(&mut self, command: Command, before: Board, draft: MoveDraft) -> Value {
        match self.game.command(command) {
            Ok(events) => {
                let account = events.iter().find_map(|event| match &event.fact {
                    Fact::Played { score, .. } => Some((**score).clone()),
                    _ => None,
                });
                let answer = json!({ "ok": true, "breakdown": account });
                self.last = account.map(|account| (before, draft, account));
                answer
            }
            Err(rejection) => json!({ "ok": false, "error": rejection.to_string() }),
        }
    }
}

fn game(variant: &str, seed: u64) -> Result<Game, Failure> {
    let variant = load_variant(variant)?;
    let ruleset = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
    let dictionary = match ruleset.checks_words() {
        true => Some(lexicon_for(&ruleset).map_err(Failure::usage)?),
        false => lexicon_for(&ruleset).ok(),
    };
    let players = ruleset.players().1.min(2);
    let mut new_game = NewGame::with_rng_seed(Arc::new(ruleset), players, seed);
    new_game.dictionary = dictionary;
    Game::new(new_game).map_err(Failure::usage)
}

fn picture(
    ruleset: &Ruleset,
    board: &Board,
    placed: &[(tilewright::CellId, tilewright::tiles::Tile)],
    draw: impl Fn(&BoardPicture<'_>) -> String,
) -> String {
    draw(&BoardPicture {
        topology: ruleset.topology(),
        premiums: ruleset.premiums(),
        tiles: ruleset.tiles(),
        board,
        start_cells: ruleset.start_cells(),
        placed,
        title: ruleset.name(),
        options: PictureOptions { heading: false, ..PictureOptions::default() },
    })
}
