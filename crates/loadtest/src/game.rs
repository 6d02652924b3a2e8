//! A game of the load test: all of its seats are played over one connection.

use crate::LoadError;
use crate::http::{Connection, refused};
use crate::player::{Random, Table};
use serde::Deserialize;
use std::net::SocketAddr;
use std::time::Instant;
use tilewright::game::{PublicState, SeatView, TileName};
use tilewright::{Action, UserMove};
use tilewright_protocol::View;
use tilewright_protocol::api::{self, Join, NewGuest, NewTable, PlayerCommand, SeatChoice};
use tilewright_protocol::api::{SendCommand, SignedIn, TableView};

/// What is read of the answer to a command.
#[derive(Deserialize)]
struct Accepted {
    view: View,
}

/// What the store must hold of a game, because the server has said so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The game.
    pub game: String,
    /// Its revision after the last command that was answered.
    pub revision: u64,
    /// The id of that command.
    pub client_id: String,
    /// How many of its commands were answered.
    pub commands: u64,
}

/// What became of a turn.
pub(crate) struct Turn {
    /// Whether tiles were played.
    pub played: bool,
    /// Whether the game is over.
    pub over: bool,
    /// When the answer was there.
    pub answered: Instant,
}

/// Players who play one game after another.
pub(crate) struct Party<'a> {
    table: &'a Table,
    connection: Connection,
    random: Random,
    tokens: Vec<String>,
    number: u64,
    /// What everybody sees of the present game.
    public: Option<PublicState>,
    racks: Vec<Vec<TileName>>,
    present: Option<Promise>,
    /// What is promised of games before.
    pub promises: Vec<Promise>,
    /// Commands that the rules did not allow.
    pub refused: u64,
}

impl<'a> Party<'a> {
    /// Lets the players in.
    pub async fn new(
        table: &'a Table,
        address: SocketAddr,
        seed: u64,
        number: u64,
    ) -> Result<Party<'a>, LoadError> {
        let mut connection = Connection::new(address);
        let mut tokens = Vec::new();
        for seat in 0..table.seats {
            let name = Some(format!("Load {number}-{seat}"));
            let guest: SignedIn =
                connection.post("/api/v1/guests", None, &NewGuest { name }).await?;
            tokens.push(guest.token);
        }
        Ok(Party {
            table,
            connection,
            random: Random::new(seed, number),
            tokens,
            number,
            public: None,
            racks: Vec::new(),
            present: None,
            promises: Vec::new(),
            refused: 0,
        })
    }

    /// The id of the present game.
    pub fn game(&self) -> Option<&str> {
        self.present.as_ref().map(|promise| promise.game.as_str())
    }

    /// The token of a seat.
    pub fn token(&self, seat: usize) -> Option<&str> {
        self.tokens.get(seat).map(String::as_str)
    }

    /// Closes the connection until the next request.
    pub fn hang_up(&mut self) {
        self.connection.hang_up();
    }

    /// Begins a new game.
    pub async fn begin(&mut self) -> Result<(), LoadError> {
        self.promises.extend(self.present.take().filter(|promise| promise.commands > 0));
        self.racks.clear();
        let seats = (0..self.table.seats)
            .map(|seat| if seat == 0 { SeatChoice::Me } else { SeatChoice::Open });
        let new = NewTable {
            variant: self.table.variant.clone(),
            seats: seats.collect(),
            words: Default::default(),
            hints: false,
            spectators: true,
            auto_start: true,
            start_word: None,
            time: None,
            rated: true,
        };
        let connection = &mut self.connection;
        let own = Some(self.tokens[0].as_str());
        let made: TableView = connection.post("/api/v1/games", own, &new).await?;
        let game = made.game.id.clone();
        for invite in made.invites {
            let token = self.tokens.get(usize::from(invite.seat)).map(String::as_str);
            let path = format!("/api/v1/games/{game}/join");
            let _: TableView = connection.post(&path, token, &Join { invite: invite.code }).await?;
        }
        self.present = Some(Promise { game, revision: 0, client_id: String::new(), commands: 0 });
        for seat in 0..self.tokens.len() {
            let view = self.look(seat).await?;
            self.racks.push(view.rack);
            self.public = Some(view.game);
        }
        Ok(())
    }

    /// What a seat sees.
    async fn look(&mut self, seat: usize) -> Result<SeatView, LoadError> {
        let game = self.present.as_ref().map_or("", |promise| promise.game.as_str());
        let path = format!("/api/v1/games/{game}");
        let token = Some(self.tokens[seat].as_str());
        let shown: TableView = self.connection.get(&path, token).await?;
        match shown.view {
            Some(View::Seat(view)) => Ok(view),
            _ => Err(LoadError(format!("game {game} has not started"))),
        }
    }

    /// What the seat to move could do now, the best last.
    pub fn choices(&mut self) -> Vec<PlayerCommand> {
        let Some(game) = &self.public else { return Vec::new() };
        let Some(rack) = self.racks.get(usize::from(game.to_move)) else { return Vec::new() };
        let mut choices = self.table.choices(game, rack, &mut self.random);
        choices.reverse();
        choices
    }

    /// Sends what the seat to move has chosen.
    pub async fn turn(&mut self, mut choices: Vec<PlayerCommand>) -> Result<Turn, LoadError> {
        let nothing = || LoadError("no game has begun".to_string());
        let promise = self.present.as_mut().ok_or_else(nothing)?;
        let (seat, revision) =
            self.public.as_ref().map(|game| (game.to_move, game.revision)).ok_or_else(nothing)?;
        let path = format!("/api/v1/games/{}/commands", promise.game);
        let token = self.tokens.get(usize::from(seat)).map(String::as_str);
        let mut tried = 0;
        while let Some(command) = choices.pop() {
            let swap = |user_move: &UserMove| {
                matches!(user_move.actions.first(), Some(Action::SwapRack { .. }))
            };
            let played = matches!(&command, PlayerCommand::Move { user_move } if !swap(user_move));
            let client_id = format!("{}-{revision}-{tried}", self.number);
            tried += 1;
            let body = api::write(&SendCommand { client_id: client_id.clone(), revision, command });
            let (status, answer) = self.connection.ask("POST", &path, token, &body).await?;
            let answered = Instant::now();
            match status {
                200 => {}
                422 => {
                    self.refused += 1;
                    continue;
                }
                _ => return Err(refused("POST", &path, status, answer)),
            }
            let accepted: Accepted =
                api::read(answer).map_err(|fault| LoadError(format!("{path}: {fault}")))?;
            let View::Seat(view) = accepted.view else {
                return Err(LoadError(format!("{path}: the answer is for a spectator")));
            };
            promise.revision = view.game.revision;
            promise.client_id = client_id;
            promise.commands += 1;
            let over = view.game.result.is_some();
            if let Some(rack) = self.racks.get_mut(usize::from(seat)) {
                *rack = view.rack;
            }
            self.public = Some(view.game);
            return Ok(Turn { played, over, answered });
        }
        Err(LoadError(format!("game {}: seat {seat} can do nothing", promise.game)))
    }

    /// What is promised of all games.
    pub fn all_promises(mut self) -> Vec<Promise> {
        self.promises.extend(self.present.take().filter(|promise| promise.commands > 0));
        self.promises
    }
}
