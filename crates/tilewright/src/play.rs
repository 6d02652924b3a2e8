//! Playing games: a move as text or data in, the account of its score out.

use crate::GameBuilder;
use std::fmt;
use thiserror::Error;
use tilewright_game::{Command, Event, Fact, Game, Rejection};
use tilewright_notation::{Square, read_rack};
use tilewright_rules::{
    Action, CellLabel, DraftTile, MoveDraft, MoveKind, Points, Position, ScoreBreakdown, UserMove,
};
use tilewright_variants::Variant;

/// Why a move was not played. The game has not changed.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text of the move cannot be read.
    #[error("`{text}`: {reason}")]
    Text {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The move exchanges tiles; [`GameExt::exchange`] does that.
    #[error("an exchange has no score; call `exchange`")]
    Exchange,
    /// The game rejects the move.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

impl PlayError {
    fn text(text: &str, reason: impl Into<String>) -> PlayError {
        PlayError::Text { text: text.chars().take(80).collect(), reason: reason.into() }
    }
}

/// Something that [`GameExt::play`] understands as a move.
pub trait IntoMove {
    /// The move, for a seat in its position.
    ///
    /// # Errors
    /// [`PlayError::Text`] if a text is no move on this board.
    fn into_move(self, position: &Position<'_>) -> Result<UserMove, PlayError>;
}

impl IntoMove for UserMove {
    fn into_move(self, _: &Position<'_>) -> Result<UserMove, PlayError> {
        Ok(self)
    }
}

impl IntoMove for &MoveDraft {
    fn into_move(self, position: &Position<'_>) -> Result<UserMove, PlayError> {
        Ok(UserMove::from_draft(position, self))
    }
}

impl IntoMove for MoveDraft {
    fn into_move(self, position: &Position<'_>) -> Result<UserMove, PlayError> {
        (&self).into_move(position)
    }
}

/// A square and a word (`8H READ` across, `H8 READ` down; lower case for a blank, `.` for a tile
/// on the board), or placements for boards of any shape (`7,7=R 8,7=?e`).
impl IntoMove for &str {
    fn into_move(self, position: &Position<'_>) -> Result<UserMove, PlayError> {
        let draft = match self.contains('=') {
            true => read_placements(self, position)?,
            false => read_notation(self, position)?,
        };
        draft.into_move(position)
    }
}

fn read_placements(text: &str, position: &Position<'_>) -> Result<MoveDraft, PlayError> {
    let tiles = position.ruleset.tiles();
    let placements = text.split_whitespace().map(|part| {
        let (cell, tile) = part
            .split_once('=')
            .ok_or_else(|| PlayError::text(text, "write every placement as CELL=TILE"))?;
        Ok(DraftTile::of_set(CellLabel::parse(cell), tile, tiles))
    });
    Ok(MoveDraft::new(placements.collect::<Result<_, PlayError>>()?))
}

fn read_notation(text: &str, position: &Position<'_>) -> Result<MoveDraft, PlayError> {
    let mut parts = text.split_whitespace();
    let (Some(square), Some(word), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(PlayError::text(text, "write a square and a word, as in `8H READ`"));
    };
    let fault = |reason: String| PlayError::text(text, reason);
    let square: Square = square.parse().map_err(fault)?;
    let placed = square.place(position.ruleset, position.board, word).map_err(fault)?;
    Ok(MoveDraft::known(&placed, position.ruleset.tiles()))
}

/// A play that was committed: the account of its score, and the events that it caused.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    account: ScoreBreakdown,
    events: Vec<Event>,
}

impl Turn {
    /// Where every point of the play comes from. It prints as a table.
    pub fn account(&self) -> &ScoreBreakdown {
        &self.account
    }

    /// The points of the play.
    pub fn points(&self) -> Points {
        self.account.total.clone()
    }

    /// What happened, in order: the play, the tiles drawn, the next turn, or the end of the game.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.account.fmt(f)
    }
}

/// Making and playing a [`Game`] in few words. The prelude has it.
pub trait GameExt: Sized {
    /// A game of a variant, to be set up.
    fn builder(variant: &Variant) -> GameBuilder<'_> {
        GameBuilder::new(variant)
    }

    /// Plays a move of a seat: a text such as `8H READ`, a [`MoveDraft`] or a [`UserMove`].
    ///
    /// # Errors
    /// [`PlayError`]: a text that is no move, or every rule that the move breaks. The game has not
    /// changed.
    fn play(&mut self, seat: u8, play: impl IntoMove) -> Result<Turn, PlayError>;

    /// Exchanges tiles of a seat for others, as a text: `AEI`, `?` for a blank.
    ///
    /// # Errors
    /// [`PlayError`]: tiles that the game does not have, or a rule that forbids the exchange.
    fn exchange(&mut self, seat: u8, tiles: &str) -> Result<&[Event], PlayError>;

    /// Passes the turn of a seat.
    ///
    /// # Errors
    /// [`Rejection`]: it is another seat's turn, or the rules do not allow a pass.
    fn pass(&mut self, seat: u8) -> Result<&[Event], Rejection>;

    /// Challenges the last move.
    ///
    /// # Errors
    /// [`Rejection`]: there is nothing to challenge, or the word list is not loaded.
    fn challenge(&mut self, seat: u8) -> Result<&[Event], Rejection>;

    /// Resigns.
    ///
    /// # Errors
    /// [`Rejection`]: the game is over, or the seat has resigned already.
    fn resign(&mut self, seat: u8) -> Result<&[Event], Rejection>;
}

impl GameExt for Game {
    fn play(&mut self, seat: u8, play: impl IntoMove) -> Result<Turn, PlayError> {
        let user_move = play.into_move(&self.state().position(self.state().to_move()))?;
        if matches!(user_move.kind(), Ok(MoveKind::Swap(_))) {
            return Err(PlayError::Exchange);
        }
        let events = self.command(Command::Move { seat, user_move })?.to_vec();
        let account = events.iter().find_map(|event| match &event.fact {
            Fact::Played { score, .. } => Some(ScoreBreakdown::clone(score)),
            _ => None,
        });
        let account = account.expect("a move that is no exchange is committed as `Played`");
        Ok(Turn { account, events })
    }

    fn exchange(&mut self, seat: u8, tiles: &str) -> Result<&[Event], PlayError> {
        let set = self.ruleset().tiles();
        let kinds = read_rack(set, tiles).map_err(|reason| PlayError::text(tiles, reason))?;
        let tiles = kinds.into_iter().map(|kind| set.kind(kind).id.to_string()).collect();
        let user_move = UserMove { actions: vec![Action::SwapRack { tiles }] };
        Ok(self.command(Command::Move { seat, user_move })?)
    }

    fn pass(&mut self, seat: u8) -> Result<&[Event], Rejection> {
        self.command(Command::Pass { seat })
    }

    fn challenge(&mut self, seat: u8) -> Result<&[Event], Rejection> {
        self.command(Command::Challenge { seat })
    }

    fn resign(&mut self, seat: u8) -> Result<&[Event], Rejection> {
        self.command(Command::Resign { seat })
    }
}
