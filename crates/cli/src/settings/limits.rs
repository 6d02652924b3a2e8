//! The limits of a server in its configuration file.

use serde::{Deserialize, Serialize};
use tilewright_server::Limits;

keys! {
    /// Limits that differ from the defaults.
    LimitsFile {
        /// The largest request body, in bytes.
        body: usize,
        /// Open connections; more have to wait.
        connections: usize,
        /// Open connections per address; more are closed. Trusted proxies have no such limit.
        connections_each: usize,
        /// Seconds a client has to send the request headers; also the idle timeout of connections.
        idle_seconds: u64,
        /// Seconds a client has to send the request body.
        body_seconds: u64,
        /// Seconds without progress before a client that does not read is disconnected.
        write_seconds: u64,
        /// Requests handled at the same time.
        in_flight: usize,
        /// Requests handled at the same time per address.
        in_flight_each: usize,
        /// Request bodies received at the same time per address.
        bodies_each: usize,
        /// Bytes of request bodies received at the same time; a body of unknown length counts as `body`.
        body_bytes: usize,
        /// Bytes of request bodies received at the same time per address.
        body_bytes_each: usize,
        /// Requests per minute from one player, or from one address without a token.
        requests_per_minute: u32,
        /// New guests and accounts per minute from one address.
        guests_per_minute: u32,
        /// Sign-in attempts per minute from one address, and for one account from all addresses that its owner has not used before.
        sign_ins_per_minute: u32,
        /// Mails with codes per hour for one address or one account.
        mails_per_hour: u32,
        /// Previews and hints per minute for one player, because each can reveal whether a word is valid.
        previews_per_minute: u32,
        /// Simple calls of the stateless engine per minute from one address; a search, an analysis or a lab game counts as several.
        engine_calls_per_minute: u32,
        /// Chat messages per minute from one player.
        chat_per_minute: u32,
        /// Reports per minute from one player.
        reports_per_minute: u32,
        /// Seeks that one player places or takes per minute; one address may do four times as many.
        seeks_per_minute: u32,
        /// Open seeks per player.
        seeks_per_player: u64,
        /// Open sockets.
        sockets: usize,
        /// Open sockets per player or address.
        sockets_each: usize,
        /// Unfinished games per player.
        games_per_player: u64,
        /// Bytes in the database that the games created by one player may take: settings, moves and chat.
        stored_bytes_per_player: u64,
        /// Bytes that one address may add to the database in a day; games that have begun can always be played to the end.
        stored_bytes_per_day: u64,
        /// Games cached in memory.
        games_in_memory: usize,
        /// About how many bytes cached games may take; the longest unused are dropped.
        game_bytes_in_memory: usize,
        /// Seconds a bot may think about a turn, 1 to 600; then it plays the best move found, or passes.
        bot_seconds: u64,
        /// Seconds in which the server stops after SIGTERM, 1 to 3600, whatever is running.
        shutdown_seconds: u64,
        /// Days until an invitation expires.
        invite_days: u64,
        /// Days without use after which a guest without running games is removed; 0 for never.
        guest_days: u64,
        /// Days after which an expired invitation is removed; 0 for never.
        expired_invite_days: u64,
        /// Days without use after which a session expires; 0 for never.
        session_idle_days: u64,
        /// Days after which a session of an account expires even if it is used; 0 for never. Guests cannot sign in again, so theirs stay.
        session_days: u64,
        /// Moves that every seat must have made for a game to be rated.
        rating_moves: u32,
        /// Days for which rated games count for the limits of ratings, at least 1.
        rating_period_days: u64,
        /// Rated games of two players with each other in that period.
        rated_games_per_pair: u64,
        /// Days for which an account counts as new, so that gains from it are limited.
        rating_new_days: u64,
        /// Rated games until which an account counts as new.
        rating_new_games: u64,
        /// Opponents in the period below which gains from all of them are limited.
        rating_opponents: u64,
        /// Points a player can gain in the period from opponents who are new, never win, or are few.
        rating_doubtful_points: u64,
    }
}

/// Lists all limits, so that a limit missing from the file does not compile.
macro_rules! every_limit {
    ($use:ident) => {
        $use!(
            body,
            connections,
            connections_each,
            idle_seconds,
            body_seconds,
            write_seconds,
            in_flight,
            in_flight_each,
            bodies_each,
            body_bytes,
            body_bytes_each,
            requests_per_minute,
            guests_per_minute,
            sign_ins_per_minute,
            mails_per_hour,
            previews_per_minute,
            engine_calls_per_minute,
            chat_per_minute,
            reports_per_minute,
            seeks_per_minute,
            seeks_per_player,
            sockets,
            sockets_each,
            games_per_player,
            stored_bytes_per_player,
            stored_bytes_per_day,
            games_in_memory,
            game_bytes_in_memory,
            bot_seconds,
            shutdown_seconds,
            invite_days,
            guest_days,
            expired_invite_days,
            session_idle_days,
            session_days,
            rating_moves,
            rating_period_days,
            rated_games_per_pair,
            rating_new_days,
            rating_new_games,
            rating_opponents,
            rating_doubtful_points
        )
    };
}

impl LimitsFile {
    /// The limits, with defaults for missing keys.
    pub(crate) fn limits(&self) -> Limits {
        let standard = Limits::default();
        macro_rules! take {
            ($($name:ident),*) => { Limits { $($name: self.$name.unwrap_or(standard.$name)),* } };
        }
        every_limit!(take)
    }

    /// Checks the ranges of the limits; the error names the key.
    pub(crate) fn check(&self) -> Result<(), String> {
        let small = |number: Option<usize>| number.map(|number| number as u64);
        let ranges = [
            ("connections_each", small(self.connections_each), 1, u64::MAX),
            ("in_flight_each", small(self.in_flight_each), 1, u64::MAX),
            ("bodies_each", small(self.bodies_each), 1, u64::MAX),
            ("game_bytes_in_memory", small(self.game_bytes_in_memory), 1 << 20, u64::MAX),
            ("bot_seconds", self.bot_seconds, 1, 600),
            ("shutdown_seconds", self.shutdown_seconds, 1, 3600),
            ("rating_period_days", self.rating_period_days, 1, 36_500),
            ("rating_new_days", self.rating_new_days, 0, 36_500),
        ];
        for (key, value, least, most) in ranges {
            if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
                let range = match most {
                    u64::MAX => format!("at least {least}"),
                    most => format!("{least} to {most}"),
                };
                return Err(format!("limits.{key} must be {range} (found {value})"));
            }
        }
        Ok(())
    }

    pub(super) fn standard() -> LimitsFile {
        let limits = Limits::default();
        macro_rules! wrap {
            ($($name:ident),*) => { LimitsFile { $($name: Some(limits.$name)),* } };
        }
        every_limit!(wrap)
    }
}
