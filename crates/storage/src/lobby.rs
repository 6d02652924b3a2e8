//! The lobby: seeks, which are open challenges, and rematches of finished games. Times are
//! milliseconds since 1970, ratings are thousandths.

use crate::{GameRecord, StoreError};

/// A seek: a challenge to anybody who fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekRecord {
    /// Its id.
    pub id: String,
    /// Who seeks.
    pub player: String,
    /// The hash of the token with which it was made: the seek ends with that session. Empty for
    /// tokens that are not the server's own.
    pub session: String,
    /// The terms of the game.
    pub terms: SeekTerms,
    /// The family of the variant, whose ratings count. Empty for seeks of servers of the version
    /// before, who did not know families.
    pub family: String,
    /// The only player who may take it; empty for anybody.
    pub opponent: String,
    /// The seat that the seeker wants.
    pub side: Option<u8>,
    /// The lowest rating of an opponent.
    pub least: i64,
    /// The highest rating of an opponent.
    pub most: i64,
    /// When it was made.
    pub created: u64,
    /// When it ends, if nobody takes it before.
    pub expires: u64,
}

/// The terms of a game that a seek asks for. Two players can be paired if theirs are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekTerms {
    /// The variant.
    pub variant: String,
    /// The clock, as a text; empty for the variant's own.
    pub time: String,
    /// Whether the game is played in one sitting.
    pub live: bool,
    /// Whether the game is rated.
    pub rated: bool,
    /// Whether players may ask for moves.
    pub hints: bool,
}

/// A seek with what others see of its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeek {
    /// The seek.
    pub seek: SeekRecord,
    /// The name of the player.
    pub name: String,
    /// Whether the player has no account.
    pub guest: bool,
    /// The rating of the player in the family of the variant, if there is one.
    pub rating: Option<i64>,
    /// The name of the only player who may take it, and whether that is a guest.
    pub opponent: Option<(String, bool)>,
}

/// Which seeks are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeekFilter {
    /// Those of a variant.
    pub variant: Option<String>,
    /// Rated or casual ones.
    pub rated: Option<bool>,
    /// Those after one of an earlier list: when it was made, and its id.
    pub after: Option<(u64, String)>,
}

/// A seek that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenSeek {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// When.
    pub at: u64,
}

/// What became of a seek that was to be placed or taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeekOutcome {
    /// A game was made with the player of this seek.
    Paired(ListedSeek),
    /// The seek waits; it is the player's own, new or with the same terms as before.
    Waiting(SeekRecord),
    /// The player has too many open seeks.
    TooMany,
    /// It is not open any more, or not for this player.
    Gone,
}

/// Who looks for a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeker<'a> {
    /// The player.
    pub player: &'a str,
    /// The rating of a player who has none.
    pub first_rating: i64,
    /// The time.
    pub now: u64,
}

/// How the game of two players is made.
#[derive(Clone, Copy)]
pub struct NewPair<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// Makes it from the seek of one of the players. It may be called again.
    pub make: &'a dyn Fn(&ListedSeek) -> Result<GameRecord, StoreError>,
}

/// The rematch of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RematchRecord {
    /// The seats that want it.
    pub seats: Vec<u8>,
    /// The seat that has declined.
    pub declined: Option<u8>,
    /// When the offer ends.
    pub expires: u64,
    /// The new game.
    pub game: Option<String>,
    /// A number that grows with every change.
    pub changes: u64,
}

/// A rematch that waits for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferedRematch {
    /// The finished game.
    pub game: String,
    /// The names of those who want it.
    pub names: Vec<String>,
    /// When the offer ends.
    pub expires: u64,
}

/// Seeks and rematches. A seek is open for a player who has not made it, if it has not expired,
/// its session lasts, neither has blocked the other, its player is not banned, and the player's
/// account and rating are what it asks for. One for a player alone is open for nobody else.
pub trait LobbyStore: Send + Sync {
    /// Places a seek. With a game to make, the open seek that fits best is taken instead, if there
    /// is one: the closest rating first, then the oldest; an own seek of the same terms ends then. A
    /// player has at most `most` open seeks. All of that is one transaction, and those of all
    /// servers follow one another.
    fn place_seek(
        &self,
        seek: &SeekRecord,
        seeker: Seeker<'_>,
        pair: Option<NewPair<'_>>,
        most: u64,
    ) -> Result<SeekOutcome, StoreError>;

    /// Takes a seek and makes its game, in one transaction: `Paired` or `Gone`. After a live game
    /// was made, other open live seeks of both players end.
    fn take_seek(
        &self,
        id: &str,
        seeker: Seeker<'_>,
        pair: NewPair<'_>,
    ) -> Result<SeekOutcome, StoreError>;

    /// Withdraws an open seek of a player, or declines one that is for this player alone; nothing
    /// if there is none.
    fn withdraw_seek(&self, id: &str, player: &str) -> Result<Option<SeekRecord>, StoreError>;

    /// Seeks that are open for a player, the newest first, at most `most`; those for this player
    /// alone are not among them.
    fn open_seeks(
        &self,
        seeker: Seeker<'_>,
        filter: &SeekFilter,
        most: usize,
    ) -> Result<Vec<ListedSeek>, StoreError>;

    /// Seeks that are open for a player alone, the newest first, at most `most`.
    fn challenges(&self, seeker: Seeker<'_>, most: usize) -> Result<Vec<ListedSeek>, StoreError>;

    /// The own open seeks of a player, the newest first.
    fn seeks_of(&self, player: &str, now: u64) -> Result<Vec<ListedSeek>, StoreError>;

    /// The own seeks of a player that were taken since a time, the newest first.
    fn taken_seeks(&self, player: &str, since: u64) -> Result<Vec<TakenSeek>, StoreError>;

    /// Players for whom something has changed since a time because of others, at most `most`: a
    /// seek was taken, one was made for this player alone, or a rematch was offered, accepted or declined.
    fn lobby_news(&self, since: u64, most: usize) -> Result<Vec<String>, StoreError>;

    /// Deletes seeks and rematches that ended before a time, at most `most` of each; the number
    /// that was deleted.
    fn delete_seeks(&self, before: u64, most: usize) -> Result<u64, StoreError>;

    /// The rematch of a game.
    fn rematch(&self, game: &str) -> Result<Option<RematchRecord>, StoreError>;

    /// A seat wants a rematch; the times are now, and until when. When all of `players`, which are seats, want it, the
    /// game is made, once. An offer that was declined or has expired begins again.
    fn offer_rematch(
        &self,
        game: &str,
        seat: u8,
        players: &[u8],
        times: (u64, u64),
        next: &GameRecord,
    ) -> Result<RematchRecord, StoreError>;

    /// A seat declines or cancels; nothing if there is no open offer.
    fn decline_rematch(
        &self,
        game: &str,
        seat: u8,
        now: u64,
    ) -> Result<Option<RematchRecord>, StoreError>;

    /// Rematches that wait for a player, the newest first, at most `most`.
    fn offered_rematches(
        &self,
        player: &str,
        now: u64,
        most: usize,
    ) -> Result<Vec<OfferedRematch>, StoreError>;
}

impl RematchRecord {
    /// Whether it waits for somebody at a time.
    pub fn is_open(&self, now: u64) -> bool {
        self.game.is_none() && self.declined.is_none() && now < self.expires
    }

    /// A seat wants it.
    pub(crate) fn offer(&mut self, seat: u8, now: u64, expires: u64) {
        if !self.is_open(now) {
            *self = RematchRecord { expires, changes: self.changes, ..RematchRecord::default() };
        }
        if !self.seats.contains(&seat) {
            self.seats.push(seat);
            self.seats.sort_unstable();
        }
        self.count_change(now);
    }

    /// Counts a change; the number is never one that an earlier rematch of the game has had.
    pub(crate) fn count_change(&mut self, now: u64) {
        self.changes = now.max(self.changes + 1);
    }

    /// Whether all of some seats want it.
    pub(crate) fn is_wanted_by(&self, players: &[u8]) -> bool {
        players.iter().all(|seat| self.seats.contains(seat))
    }
}
