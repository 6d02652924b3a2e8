//! What is stored. Times are milliseconds since 1970.

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GamePhase {
    /// Seats may still be taken.
    Open,
    /// It is played.
    Running,
    /// It has ended.
    Over,
}

impl GamePhase {
    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            GamePhase::Open => "open",
            GamePhase::Running => "running",
            GamePhase::Over => "over",
        }
    }

    /// The phase of a name.
    pub fn from_name(name: &str) -> Option<GamePhase> {
        let all = [GamePhase::Open, GamePhase::Running, GamePhase::Over];
        all.into_iter().find(|status| status.name() == name)
    }
}

/// What changes with every move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHead {
    /// How far the game is.
    pub status: GamePhase,
    /// The seat to move.
    pub to_move: u8,
    /// When the game needs the server's attention; after the end, that it is not settled yet.
    pub deadline: Option<u64>,
    /// When it last changed.
    pub updated: u64,
    /// The hash of the log up to here, which binds every entry to those before it. The store keeps
    /// it; who appends computes it.
    pub chain: String,
}

/// The holder of a seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SeatHolder {
    /// Nobody yet.
    Nobody,
    /// A player by id.
    Player(String),
    /// A bot by its level.
    Bot(String),
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRecord {
    /// The holder.
    pub holder: SeatHolder,
    /// The name that the others see.
    pub name: String,
}

/// A game without its events. It has no `Debug`: the seed must not come into a log by mistake.
#[derive(Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Its id.
    pub id: String,
    /// Who made it.
    pub creator: String,
    /// When it was made.
    pub created: u64,
    /// Variant, words and choices, as a text.
    pub settings: String,
    /// The secret seed.
    pub secret: String,
    /// The number of events.
    pub revision: u64,
    /// The revision at which the chain of hashes begins: later than 0 for games that are older than
    /// the chain.
    pub chained_from: u64,
    /// What changes with every move.
    pub head: GameHead,
    /// The seats.
    pub seats: Vec<SeatRecord>,
}

/// Which command an append is: a seat's own id for it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CommandKey {
    /// The id that the sender gave it.
    pub client_id: String,
    /// The seat.
    pub seat: u8,
}

/// Events that continue a log. It has no `Debug`: drawn tiles are in the events.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The revision that is continued.
    pub expected: u64,
    /// The events, each as a text.
    pub events: Vec<String>,
    /// The command that caused them, if it was a player's.
    pub command: Option<CommandKey>,
    /// What changes.
    pub head: GameHead,
}

/// An entry of a log: the events of one command.
#[derive(Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The revision before it.
    pub revision: u64,
    /// The command that caused the events, if it was a player's.
    pub command: Option<CommandKey>,
    /// The events, each as a text.
    pub events: Vec<String>,
}

impl LogEntry {
    /// The revision after it.
    pub fn next(&self) -> u64 {
        self.revision + self.events.len() as u64
    }
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is durable; this is the new revision.
    Stored(u64),
    /// The same command was stored before, as the events from the first number up to the second.
    Before(StoredCommand),
    /// The log is at another revision; nothing was stored.
    Conflict(u64),
    /// There is no such game.
    Missing,
}

/// The events of a command that was stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredCommand {
    /// The seat that sent it.
    pub seat: u8,
    /// The revision before it.
    pub from: u64,
    /// The revision after it.
    pub to: u64,
}

/// A player.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayerRecord {
    /// The id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// The name to sign in with, unique; guests have none.
    pub login: Option<String>,
    /// The hash of the password.
    pub password: Option<String>,
    /// When the player came.
    pub created: u64,
}

/// A session of a player: a token that was issued. It has no `Debug`: hashes of tokens stay out of
/// logs.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// The hash of the token.
    pub hash: String,
    /// The player.
    pub player: String,
    /// When it was issued.
    pub created: u64,
    /// About when it was last used; 0 for tokens that are older than this record.
    pub used: u64,
    /// What the client called itself.
    pub device: String,
}

/// Some guests that were looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestPage {
    /// Those of them that nobody has used since.
    pub idle: Vec<String>,
    /// After which id to go on; nothing after the last guest.
    pub next: Option<String>,
}

/// An invitation to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InviteRecord {
    /// The hash of its code.
    pub hash: String,
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: u8,
    /// Until when it is good.
    pub expires: u64,
}

/// A line of talk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// Its number within the game, from 0.
    pub number: u64,
    /// When it was written.
    pub at: u64,
    /// The seat that wrote it.
    pub seat: u8,
    /// The text.
    pub text: String,
}

/// The rating of a player in a family of variants. It is a Glicko-2 rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingRecord {
    /// The player.
    pub player: String,
    /// The family.
    pub family: String,
    /// The rating, in thousandths.
    pub rating: i64,
    /// The deviation after the last rated game, in thousandths.
    pub deviation: u64,
    /// The volatility, in millionths.
    pub volatility: u64,
    /// Rated games.
    pub games: u64,
    /// Rated games that were won, as far as they have a point in the history.
    pub won: u64,
    /// Those that were drawn.
    pub drawn: u64,
    /// Those that were lost.
    pub lost: u64,
    /// When the last rated game ended.
    pub at: u64,
}

/// A point of a rating's history: what a rated game has made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingPoint {
    /// The player.
    pub player: String,
    /// The family.
    pub family: String,
    /// The game.
    pub game: String,
    /// When it ended.
    pub at: u64,
    /// The rating after it, in thousandths.
    pub rating: i64,
    /// The deviation after it, in thousandths.
    pub deviation: u64,
    /// What the game has changed, in thousandths.
    pub gained: i64,
}

/// How far a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameProgress {
    /// The game.
    pub game: String,
    /// The number of its events.
    pub revision: u64,
    /// The number of seats that belong to players.
    pub players: u64,
    /// The number of the next line of talk.
    pub talk: u64,
    /// A number that grows with every change of its rematch.
    pub rematch: u64,
}

/// The room of a database, in bytes, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// What the data takes.
    pub used: Option<u64>,
    /// What is left on the device.
    pub free: Option<u64>,
}

/// What a rated game has changed between two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GainRecord {
    /// The game.
    pub game: String,
    /// The player.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The variant.
    pub variant: String,
    /// Its family.
    pub family: String,
    /// When it ended.
    pub at: u64,
    /// What the player has gained from the opponent, in thousandths; negative for a loss.
    pub gained: i64,
    /// Whether the opponent was one from whom gains are limited.
    pub doubtful: bool,
}

/// What is known of a player of a finished game when it is settled.
#[derive(Clone, PartialEq, Eq)]
pub struct RatedPlayer {
    /// The player, unless they have left.
    pub player: Option<PlayerRecord>,
    /// The rating in the family.
    pub rating: Option<RatingRecord>,
    /// What rated games in the family have changed for the player lately, the newest first.
    pub recent: Vec<GainRecord>,
}

/// What a finished game changes for its players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settlement {
    /// New ratings.
    pub ratings: Vec<RatingRecord>,
    /// Their points in the history.
    pub points: Vec<RatingPoint>,
    /// What they come from.
    pub gains: Vec<GainRecord>,
    /// Why the game is not rated; empty if it is.
    pub unrated: String,
    /// Reports of the server itself.
    pub reports: Vec<crate::ReportRecord>,
    /// Things that players win: (player, kind, how many).
    pub won: Vec<(String, String, u64)>,
}
