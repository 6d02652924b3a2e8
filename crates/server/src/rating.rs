//! Ratings, and the safeguards that keep them honest.
//!
//! A rating is a Glicko-2 rating in a family of variants; see [`glicko`](crate::glicko). A game is
//! not rated, for nobody in it, if a guest plays, if a seat has hardly moved, if the same two have
//! played too often, or if somebody would gain too much from doubtful opponents: those who are new,
//! those who never win, and any as long as there are only a few of them. Their results also count
//! for less: otherwise one win would raise the rating of a newcomer, whose deviation is great, by
//! more than all of them together may. What is refused has a reason, which is stored with the game
//! and logged; who would have gained from doubtful opponents is reported to the moderators.

use crate::config::Limits;
use crate::glicko::{self, Encounter, Strength};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use tilewright::game::{Event, Fact};
use tilewright::variants::Family;
use tilewright_protocol::api;
use tilewright_storage::{GainRecord, RatedPlayer, RatingPoint, RatingRecord, StoreError};

/// The rating with which everybody begins, in thousandths.
pub(crate) const FIRST_RATING: i64 = 1_500_000;
const _: () = assert!(FIRST_RATING as f64 == glicko::FIRST_RATING * 1000.0);
/// A rating is provisional while its deviation is greater, in thousandths.
const PROVISIONAL: i64 = 110_000;
const DAY: u64 = 86_400_000;
/// Rated games of which a player has won none, from which on the player never wins.
const NEVER_WINS: usize = 5;

/// Why a game is not rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unrated {
    /// Its settings: a casual game, a variant or words of its own, hints, bots, or one player
    /// alone.
    Settings,
    /// A moderator has ended it.
    Ended,
    /// A player is a guest, or has left.
    Guest,
    /// A seat has made too few moves.
    FewMoves,
    /// Two of its players have had too many rated games with each other.
    Pair,
    /// A player would gain too much from doubtful opponents.
    Farm,
}

impl Unrated {
    /// Its name in the store and the log.
    pub fn id(self) -> &'static str {
        match self {
            Unrated::Settings => "settings",
            Unrated::Ended => "ended",
            Unrated::Guest => "guest",
            Unrated::FewMoves => "few_moves",
            Unrated::Pair => "pair",
            Unrated::Farm => "farm",
        }
    }
}

/// What one player of a game brings to its settlement.
pub(crate) struct Player {
    pub id: String,
    pub seat: u8,
    /// Higher is better: not resigned, then winner, then the score's place.
    pub place: (bool, bool, usize),
}

/// A game that is to be rated.
pub(crate) struct Ended<'a> {
    pub game: &'a str,
    pub variant: &'a str,
    pub family: &'a str,
    pub players: &'a [Player],
    /// When.
    pub at: u64,
}

/// What a game does to ratings.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub ratings: Vec<RatingRecord>,
    pub points: Vec<RatingPoint>,
    pub gains: Vec<GainRecord>,
    pub unrated: Option<Unrated>,
    /// Players who would have gained too much from doubtful opponents.
    pub suspects: Vec<String>,
}

/// The moves that each seat has made: plays, swaps and passes of its own will.
#[derive(Debug, Default)]
pub(crate) struct MovesMade(BTreeMap<u8, usize>);

impl MovesMade {
    /// Counts those among some events.
    pub fn count(&mut self, events: &[Event]) {
        for event in events {
            let seat = match &event.fact {
                Fact::Played { seat, .. } | Fact::Swapped { seat, .. } => *seat,
                Fact::Passed { seat, timeout: false } => *seat,
                _ => continue,
            };
            *self.0.entry(seat).or_insert(0) += 1;
        }
    }

    /// Whether each of the seats has made at least this many moves.
    pub fn are_at_least(&self, least: usize, seats: u8) -> bool {
        least == 0 || (0..seats).all(|seat| self.0.get(&seat).is_some_and(|made| *made >= least))
    }
}

/// From when on rated games count for the safeguards.
pub(crate) fn since(limits: &Limits, now: u64) -> u64 {
    now.saturating_sub(limits.rating_period_days.saturating_mul(DAY))
}

/// What a stored rating says of a player's strength after its last game.
fn stored_strength(record: &RatingRecord) -> Strength {
    let strength = Strength {
        rating: record.rating as f64 / 1000.0,
        deviation: record.deviation as f64 / 1000.0,
        volatility: record.volatility as f64 / 1e6,
    };
    strength.bounded()
}

/// A player's strength after the last rated game, and the rating periods since then.
fn strength(known: &RatedPlayer, now: u64) -> (Strength, f64) {
    match &known.rating {
        Some(record) => (stored_strength(record), glicko::periods(record.at, now)),
        None => (Strength::FIRST, 0.0),
    }
}

/// A number of points in thousandths.
fn thousandths(points: f64) -> i64 {
    (points * 1000.0).round() as i64
}

/// A rating of the store in whole points.
pub(crate) fn points(rating: i64) -> i64 {
    rating.div_euclid(1000)
}

fn is_provisional(deviation: f64) -> bool {
    thousandths(deviation) > PROVISIONAL
}

/// A family as the store has it.
fn read_family(text: &str) -> Result<Family, StoreError> {
    text.parse().map_err(|error| StoreError::Damaged(format!("a stored rating: {error}")))
}

/// A rating as players see it.
pub(crate) fn shown(record: &RatingRecord, now: u64) -> Result<api::Rating, StoreError> {
    let family = read_family(&record.family)?;
    let strength = stored_strength(record).after(glicko::periods(record.at, now));
    Ok(api::Rating {
        shape: family.shape().name().to_string(),
        language: family.language().map(str::to_string),
        family: record.family.clone(),
        rating: points(record.rating),
        deviation: strength.deviation.round() as u64,
        provisional: is_provisional(strength.deviation),
        games: record.games,
        won: record.won,
        drawn: record.drawn,
        lost: record.lost,
    })
}

/// A point of a rating's history as players see it.
pub(crate) fn shown_point(point: RatingPoint) -> api::RatingPoint {
    let deviation = point.deviation as f64 / 1000.0;
    api::RatingPoint {
        game: point.game,
        at: point.at,
        rating: points(point.rating),
        // So that it is the difference of two points of the graph.
        change: points(point.rating) - points(point.rating.saturating_sub(point.gained)),
        deviation: deviation.round() as u64,
        provisional: is_provisional(deviation),
    }
}

/// Whether gains from a player are limited: the player is new, or never wins.
fn is_doubtful(known: &RatedPlayer, limits: &Limits, now: u64) -> bool {
    let created = known.player.as_ref().map(|player| player.created);
    let grown =
        |created: u64| created.saturating_add(limits.rating_new_days.saturating_mul(DAY)) <= now;
    let games = known.rating.as_ref().map_or(0, |rating| rating.games);
    let new = !created.is_some_and(grown) || games < limits.rating_new_games;
    let never_wins =
        known.recent.len() >= NEVER_WINS && known.recent.iter().all(|gain| gain.gained <= 0);
    new || never_wins
}

/// Whether a player has had so few opponents lately, with those of a game, that gains from all of
/// them are limited.
fn few_opponents<'a>(
    known: &'a RatedPlayer,
    now: impl Iterator<Item = &'a str>,
    limits: &Limits,
) -> bool {
    let recent = known.recent.iter().map(|gain| gain.opponent.as_str());
    let opponents: BTreeSet<&str> = recent.chain(now).collect();
    (opponents.len() as u64) < limits.rating_opponents
}

/// What a player has gained lately from opponents from whom gains are limited, in thousandths,
/// with what this game adds.
fn doubtful_gain(known: &RatedPlayer, own: &[&GainRecord], limits: &Limits) -> i64 {
    let few = few_opponents(known, own.iter().map(|gain| gain.opponent.as_str()), limits);
    let all = known.recent.iter().chain(own.iter().copied());
    all.filter(|gain| few || gain.doubtful).map(|gain| gain.gained).sum()
}

/// What a player gains from each opponent.
fn own_gains<'a>(
    gains: &'a [GainRecord],
    player: &'a Player,
) -> impl Iterator<Item = &'a GainRecord> {
    gains.iter().filter(|gain| gain.player == player.id)
}

/// Rates a game, or says why not. `known` is in the order of the players.
pub(crate) fn rate(ended: &Ended<'_>, known: &[RatedPlayer], limits: &Limits) -> Outcome {
    let refused = |unrated| Outcome { unrated: Some(unrated), ..Outcome::default() };
    let account = |known: &RatedPlayer| known.player.as_ref().is_some_and(|p| p.login.is_some());
    if !known.iter().all(account) {
        return refused(Unrated::Guest);
    }
    let players = ended.players;
    let games_with = |known: &RatedPlayer, other: &str| {
        known.recent.iter().filter(|gain| gain.opponent == other).count() as u64
    };
    let (mut gains, mut strengths) = (Vec::new(), Vec::with_capacity(players.len()));
    for (player, own) in players.iter().zip(known) {
        let opponents = || players.iter().zip(known).filter(|(other, _)| other.id != player.id);
        if opponents().any(|(other, _)| games_with(own, &other.id) >= limits.rated_games_per_pair) {
            return refused(Unrated::Pair);
        }
        let few = few_opponents(own, opponents().map(|(other, _)| other.id.as_str()), limits);
        let encounters: Vec<Encounter> = opponents()
            .map(|(opponent, other)| {
                let (strength, periods) = strength(other, ended.at);
                Encounter {
                    opponent: strength.after(periods),
                    score: match player.place.cmp(&opponent.place) {
                        Ordering::Greater => 1.0,
                        Ordering::Equal => 0.5,
                        Ordering::Less => 0.0,
                    },
                    limited: few || is_doubtful(other, limits, ended.at),
                }
            })
            .collect();
        let (before, periods) = strength(own, ended.at);
        let (after, gained) = before.after_game(periods, &encounters);
        for ((opponent, other), gained) in opponents().zip(gained) {
            gains.push(GainRecord {
                game: ended.game.to_string(),
                player: player.id.clone(),
                opponent: opponent.id.clone(),
                variant: ended.variant.to_string(),
                family: ended.family.to_string(),
                at: ended.at,
                gained: thousandths(gained),
                doubtful: is_doubtful(other, limits, ended.at),
            });
        }
        strengths.push((before, after));
    }
    let gained = |player: &Player| own_gains(&gains, player).map(|gain| gain.gained).sum::<i64>();
    let most = i64::try_from(limits.rating_doubtful_points.saturating_mul(1000));
    let most = most.unwrap_or(i64::MAX);
    let suspects: Vec<String> = (players.iter().zip(known))
        .filter(|(player, known)| {
            let own: Vec<&GainRecord> = own_gains(&gains, player).collect();
            gained(player) > 0 && doubtful_gain(known, &own, limits) > most
        })
        .map(|(player, _)| player.id.clone())
        .collect();
    if !suspects.is_empty() {
        return Outcome { suspects, ..refused(Unrated::Farm) };
    }
    let mut outcome = Outcome { gains, ..Outcome::default() };
    for ((player, known), (before, after)) in players.iter().zip(known).zip(strengths) {
        let before = thousandths(before.rating);
        let rating = next_rating(ended, player, known.rating.as_ref(), after);
        outcome.points.push(RatingPoint {
            player: rating.player.clone(),
            family: rating.family.clone(),
            game: ended.game.to_string(),
            at: ended.at,
            rating: rating.rating,
            deviation: rating.deviation,
            gained: rating.rating - before,
        });
        outcome.ratings.push(rating);
    }
    outcome
}

/// The rating of a player after a game.
fn next_rating(
    ended: &Ended<'_>,
    player: &Player,
    before: Option<&RatingRecord>,
    after: Strength,
) -> RatingRecord {
    let others = || ended.players.iter().filter(|other| other.id != player.id);
    let best = others().map(|other| player.place.cmp(&other.place)).min();
    let [won, drawn, lost] = [Ordering::Greater, Ordering::Equal, Ordering::Less]
        .map(|result| u64::from(best == Some(result)));
    let count = |read: fn(&RatingRecord) -> u64| before.map_or(0, read);
    RatingRecord {
        player: player.id.clone(),
        family: ended.family.to_string(),
        rating: thousandths(after.rating),
        deviation: thousandths(after.deviation).unsigned_abs(),
        volatility: (after.volatility * 1e6).round() as u64,
        games: count(|before| before.games) + 1,
        won: count(|before| before.won) + won,
        drawn: count(|before| before.drawn) + drawn,
        lost: count(|before| before.lost) + lost,
        // Games need not be settled in the order in which they ended.
        at: before.map_or(0, |before| before.at).max(ended.at),
    }
}

#[cfg(test)]
mod tests;
