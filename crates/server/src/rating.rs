//! Ratings, and the safeguards that keep them honest.
//!
//! Between two players a game moves as many points up as down. A game is not rated, for nobody in
//! it, if a guest plays, if a seat has hardly moved, if the same two have played too often, or if
//! somebody would gain too much from doubtful opponents: those who are new, those who never win,
//! and any as long as there are only a few of them. What is refused has a reason, which is stored
//! with the game and logged; who would have gained from doubtful opponents is reported to the
//! moderators.

use crate::config::Limits;
use std::collections::{BTreeMap, BTreeSet};
use tilewright::game::{Event, Fact};
use tilewright_storage::{GainRecord, RatedPlayer, RatingRecord};

/// The rating with which everybody begins, in thousandths.
pub(crate) const FIRST_RATING: i64 = 1_500_000;
/// The most that one game moves a rating, in thousandths.
const STEP: f64 = 32_000.0;
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
    pub players: &'a [Player],
    /// When.
    pub at: u64,
}

/// What a game does to ratings.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub ratings: Vec<RatingRecord>,
    pub gains: Vec<GainRecord>,
    pub unrated: Option<Unrated>,
    /// Players who would have gained too much from doubtful opponents.
    pub suspects: Vec<String>,
}

/// The share of a win that a rating expects against another.
fn expected(own: i64, other: i64) -> f64 {
    1.0 / (1.0 + 10f64.powf((other - own) as f64 / 400_000.0))
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

    /// Whether each of the seats has made at least so many.
    pub fn are_at_least(&self, least: usize, seats: u8) -> bool {
        least == 0 || (0..seats).all(|seat| self.0.get(&seat).is_some_and(|made| *made >= least))
    }
}

/// From when on rated games count for the safeguards.
pub(crate) fn since(limits: &Limits, now: u64) -> u64 {
    now.saturating_sub(limits.rating_period_days.saturating_mul(DAY))
}

fn rating_of(known: &RatedPlayer) -> i64 {
    known.rating.as_ref().map_or(FIRST_RATING, |now| now.rating)
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

/// What a player has gained lately from opponents from whom gains are limited, in thousandths,
/// with what this game adds.
fn doubtful_gain(known: &RatedPlayer, own: &[&GainRecord], limits: &Limits) -> i64 {
    let all = || known.recent.iter().chain(own.iter().copied());
    let opponents: BTreeSet<&str> = all().map(|gain| gain.opponent.as_str()).collect();
    let few = (opponents.len() as u64) < limits.rating_opponents;
    all().filter(|gain| few || gain.doubtful).map(|gain| gain.gained).sum()
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
    let others = players.len().saturating_sub(1).max(1) as f64;
    let mut gains = Vec::new();
    for (player, own) in players.iter().zip(known) {
        for (opponent, other) in players.iter().zip(known) {
            if opponent.id == player.id {
                continue;
            }
            if games_with(own, &opponent.id) >= limits.rated_games_per_pair {
                return refused(Unrated::Pair);
            }
            let score = match player.place.cmp(&opponent.place) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            let gained = score - expected(rating_of(own), rating_of(other));
            gains.push(GainRecord {
                game: ended.game.to_string(),
                player: player.id.clone(),
                opponent: opponent.id.clone(),
                variant: ended.variant.to_string(),
                at: ended.at,
                gained: (STEP * gained / others).round() as i64,
                doubtful: is_doubtful(other, limits, ended.at),
            });
        }
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
    let next = |(player, known): (&Player, &RatedPlayer)| RatingRecord {
        player: player.id.clone(),
        variant: ended.variant.to_string(),
        rating: rating_of(known) + gained(player),
        games: known.rating.as_ref().map_or(0, |now| now.games) + 1,
    };
    let ratings = players.iter().zip(known).map(next).collect();
    Outcome { ratings, gains, ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_storage::PlayerRecord;

    const NOW: u64 = 1_700_000_000_000;

    fn known(id: &str, rating: i64, games: u64, days: u64) -> RatedPlayer {
        let player = PlayerRecord {
            id: id.to_string(),
            name: id.to_string(),
            login: Some(id.to_string()),
            password: None,
            created: NOW - days * DAY,
        };
        let (player_id, variant) = (id.to_string(), "x".to_string());
        let rating = RatingRecord { player: player_id, variant, rating, games };
        RatedPlayer { player: Some(player), rating: Some(rating), recent: Vec::new() }
    }

    fn rated(places: &[usize], known: &[RatedPlayer]) -> Outcome {
        let players: Vec<Player> = (0u8..)
            .zip(places.iter().zip(known))
            .map(|(seat, (place, known))| Player {
                id: known.player.as_ref().unwrap().id.clone(),
                seat,
                place: (true, false, *place),
            })
            .collect();
        let ended = Ended { game: "g", variant: "x", players: &players, at: NOW };
        rate(&ended, known, &Limits::default())
    }

    fn ratings(places: &[usize], before: &[i64]) -> Vec<i64> {
        let known: Vec<_> = (before.iter().enumerate())
            .map(|(number, rating)| known(&format!("p{number}"), *rating, 30, 100))
            .collect();
        rated(places, &known).ratings.iter().map(|rating| rating.rating).collect()
    }

    #[test]
    fn ratings_go_up_and_down_by_the_same() {
        assert_eq!(ratings(&[1, 0], &[1_500_000, 1_500_000]), [1_516_000, 1_484_000]);
        assert_eq!(ratings(&[1, 1], &[1_500_000, 1_500_000]), [1_500_000, 1_500_000]);
        // The favourite gains little, and loses much.
        assert_eq!(ratings(&[1, 0], &[1_900_000, 1_500_000]), [1_902_909, 1_497_091]);
        assert_eq!(ratings(&[0, 1], &[1_900_000, 1_500_000]), [1_870_909, 1_529_091]);
        let three = ratings(&[2, 1, 0], &[1_500_000; 3]);
        assert_eq!(three, [1_516_000, 1_500_000, 1_484_000]);
    }

    /// Wins against one opponent after another, until it does not count.
    fn farm(mut opponent: impl FnMut(usize) -> RatedPlayer) -> (i64, Option<Unrated>) {
        let mut farmer = known("farmer", FIRST_RATING, 30, 100);
        for number in 0..1000 {
            let outcome = rated(&[1, 0], &[farmer.clone(), opponent(number)]);
            if outcome.unrated.is_some() {
                let suspects: &[&str] = match outcome.unrated {
                    Some(Unrated::Farm) => &["farmer"],
                    _ => &[],
                };
                assert_eq!(outcome.suspects, suspects);
                return (rating_of(&farmer) - FIRST_RATING, outcome.unrated);
            }
            farmer.rating = Some(outcome.ratings[0].clone());
            farmer.recent.extend(outcome.gains.into_iter().filter(|gain| gain.player == "farmer"));
        }
        (rating_of(&farmer) - FIRST_RATING, None)
    }

    #[test]
    fn guests_and_those_who_have_left_do_not_count() {
        let guest = |number: usize| {
            let mut known = known(&number.to_string(), FIRST_RATING, 30, 100);
            known.player.as_mut().unwrap().login = None;
            known
        };
        assert_eq!(farm(guest), (0, Some(Unrated::Guest)));
    }

    #[test]
    fn gains_from_doubtful_opponents_are_limited() {
        let (most, farmed) = (40_000, Some(Unrated::Farm));
        // Fresh accounts; old accounts without games; one opponent again and again.
        let (gained, why) = farm(|number| known(&number.to_string(), FIRST_RATING, 30, 6));
        assert!((1..=most).contains(&gained) && why == farmed, "{gained} {why:?}");
        let (gained, why) = farm(|number| known(&number.to_string(), FIRST_RATING, 4, 100));
        assert!((1..=most).contains(&gained) && why == farmed, "{gained} {why:?}");
        let (gained, why) = farm(|number| known(&(number % 2).to_string(), FIRST_RATING, 30, 100));
        assert!((1..=most).contains(&gained) && why == farmed, "{gained} {why:?}");
        // Opponents who have lost all their games.
        let lost = |number: usize| {
            let mut loser = known(&number.to_string(), FIRST_RATING, 30, 100);
            let gain = GainRecord {
                game: String::new(),
                player: number.to_string(),
                opponent: "farmer".to_string(),
                variant: "x".to_string(),
                at: NOW,
                gained: -1,
                doubtful: false,
            };
            loser.recent = vec![gain; NEVER_WINS];
            loser
        };
        let (gained, why) = farm(lost);
        assert!((1..=most).contains(&gained) && why == farmed, "{gained} {why:?}");
        // Many who are neither new nor weak: an honest career.
        let (gained, why) = farm(|number| known(&number.to_string(), FIRST_RATING, 30, 100));
        assert!(gained > 200_000 && why.is_none(), "{gained} {why:?}");
    }

    #[test]
    fn two_players_have_so_many_rated_games() {
        let mut one = known("a", FIRST_RATING, 30, 100);
        let two = known("b", FIRST_RATING, 30, 100);
        let limit = usize::try_from(Limits::default().rated_games_per_pair).unwrap();
        for number in 0..limit {
            // They win in turn, so that nobody gains.
            let places = [number % 2, (number + 1) % 2];
            let outcome = rated(&places, &[one.clone(), two.clone()]);
            assert_eq!(outcome.unrated, None, "{number}");
            one.recent.extend(outcome.gains.into_iter().filter(|gain| gain.player == "a"));
        }
        assert_eq!(rated(&[0, 1], &[one, two]).unrated, Some(Unrated::Pair));
    }
}
