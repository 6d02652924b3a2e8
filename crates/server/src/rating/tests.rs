use super::*;
use crate::glicko::LIMITED_STEP;
use tilewright_storage::PlayerRecord;

const NOW: u64 = 1_700_000_000_000;

/// An account of some days, with a rating that is established.
fn known(id: &str, rating: i64, games: u64, days: u64) -> RatedPlayer {
    let rating = RatingRecord {
        player: id.to_string(),
        family: "rect-en".to_string(),
        rating,
        deviation: 80_000,
        volatility: 60_000,
        games,
        won: 0,
        drawn: 0,
        lost: 0,
        at: NOW,
    };
    RatedPlayer { rating: Some(rating), ..newcomer(id, days) }
}

/// An account of some days, without a rated game.
fn newcomer(id: &str, days: u64) -> RatedPlayer {
    let player = PlayerRecord {
        id: id.to_string(),
        name: id.to_string(),
        login: Some(id.to_string()),
        password: None,
        created: NOW - days * DAY,
    };
    RatedPlayer { player: Some(player), rating: None, recent: Vec::new() }
}

/// A player who has had enough opponents, from whom nothing was gained.
fn sociable(mut known: RatedPlayer) -> RatedPlayer {
    let id = known.player.as_ref().unwrap().id.clone();
    let gain = |number: u64| gain(&id, &format!("friend {number}"), 1 - 2 * (number as i64 % 2));
    known.recent = (0..Limits::default().rating_opponents).map(gain).collect();
    known
}

fn gain(player: &str, opponent: &str, gained: i64) -> GainRecord {
    GainRecord {
        game: String::new(),
        player: player.to_string(),
        opponent: opponent.to_string(),
        variant: "classic".to_string(),
        family: "rect-en".to_string(),
        at: NOW,
        gained,
        doubtful: false,
    }
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
    let (players, variant, family) = (players.as_slice(), "classic", "rect-en");
    let ended = Ended { game: "g", variant, family, players, at: NOW };
    rate(&ended, known, &Limits::default())
}

fn ratings(places: &[usize], before: &[i64]) -> Vec<i64> {
    let known: Vec<_> = (before.iter().enumerate())
        .map(|(number, rating)| sociable(known(&format!("p{number}"), *rating, 30, 100)))
        .collect();
    rated(places, &known).ratings.iter().map(|rating| rating.rating).collect()
}

#[test]
fn equal_players_gain_what_the_others_lose() {
    let won = ratings(&[1, 0], &[1_500_000, 1_500_000]);
    assert_eq!(won[0] - 1_500_000, 1_500_000 - won[1]);
    // By hand: φ = 80 / 173.7178 = 0.4605, g = 0.9696, v = 4 / g² = 4.2546, and with that
    // φ'² = 1 / (1 / 0.2121 + 1 / 4.2546) = 0.2020: 173.7178 · 0.2020 · 0.9696 / 2 = 17.0.
    assert!((16_900..17_150).contains(&(won[0] - 1_500_000)), "{won:?}");
    assert_eq!(ratings(&[1, 1], &[1_500_000, 1_500_000]), [1_500_000, 1_500_000]);
    // The favourite gains little, and loses much.
    let [won, lost] = [[1, 0], [0, 1]].map(|places| ratings(&places, &[1_900_000, 1_500_000]));
    assert!((1_000..5_000).contains(&(won[0] - 1_900_000)), "{won:?}");
    assert!((25_000..40_000).contains(&(1_900_000 - lost[0])), "{lost:?}");
    // Each pair of a game is a result of its own.
    let three = ratings(&[2, 1, 0], &[1_500_000; 3]);
    assert_eq!(three[1], 1_500_000);
    assert_eq!(three[0] - 1_500_000, 1_500_000 - three[2]);
    assert!(three[0] > 1_525_000, "two wins count for more than one: {three:?}");
}

#[test]
fn a_rating_counts_its_games_and_leaves_points() {
    let outcome = rated(&[2, 1, 2], &["a", "b", "c"].map(|id| known(id, 1_600_000, 30, 100)));
    let counts: Vec<_> = (outcome.ratings.iter())
        .map(|rating| (rating.games, rating.won, rating.drawn, rating.lost, rating.at))
        .collect();
    assert_eq!(counts, [(31, 0, 1, 0, NOW), (31, 0, 0, 1, NOW), (31, 0, 1, 0, NOW)]);
    for (rating, point) in outcome.ratings.iter().zip(&outcome.points) {
        assert_eq!((&rating.player, &rating.family), (&point.player, &point.family));
        assert_eq!((rating.rating, rating.deviation), (point.rating, point.deviation));
        assert_eq!((point.gained, point.game.as_str()), (rating.rating - 1_600_000, "g"));
        let gained = outcome.gains.iter().filter(|gain| gain.player == rating.player);
        let gained: i64 = gained.map(|gain| gain.gained).sum();
        assert!(gained.abs_diff(point.gained) <= 2, "but for rounding, gains are the change");
    }
    let outcome = rated(&[1, 0], &[newcomer("a", 1), newcomer("b", 1)]);
    assert_eq!((outcome.ratings[0].won, outcome.ratings[1].lost), (1, 1));
    // A game that is settled late does not turn back the clock of the rating.
    let mut late = known("a", 1_500_000, 1, 100);
    late.rating.as_mut().unwrap().at = NOW + DAY;
    let outcome = rated(&[1, 0], &[late, known("b", 1_500_000, 1, 100)]);
    assert_eq!(outcome.ratings[0].at, NOW + DAY);
}

#[test]
fn a_rating_is_provisional_until_its_deviation_is_small_and_again_after_a_long_time() {
    let mut record = known("a", 1_678_999, 30, 100).rating.unwrap();
    let shown_at = |record: &RatingRecord, days: u64| shown(record, NOW + days * DAY).unwrap();
    let now = shown_at(&record, 0);
    assert_eq!((now.rating, now.deviation, now.provisional), (1678, 80, false));
    assert_eq!((now.shape.as_str(), now.language.as_deref()), ("rect", Some("en")));
    let later = shown_at(&record, 700);
    assert!(later.provisional && later.deviation > 110, "{later:?}");
    assert_eq!(later.rating, 1678);
    record.deviation = 110_001;
    assert!(shown_at(&record, 0).provisional);
    record.deviation = 110_000;
    assert!(!shown_at(&record, 0).provisional);
    record.family = "classic".to_string();
    assert!(shown(&record, NOW).is_err(), "a stored family that is none");
}

#[test]
fn changes_add_up_to_the_difference_of_the_ratings_shown() {
    let point = |rating: i64, gained: i64| RatingPoint {
        player: "a".to_string(),
        family: "rect-en".to_string(),
        game: "g".to_string(),
        at: 1,
        rating,
        deviation: 90_000,
        gained,
    };
    let shown = |rating, gained| {
        let shown = shown_point(point(rating, gained));
        (shown.rating, shown.change)
    };
    // From 1500.0 by 0.4 to 1500.4, by 0.7 to 1501.1, and by -1.2 to 1499.9.
    assert_eq!(shown(1_500_400, 400), (1500, 0));
    assert_eq!(shown(1_501_100, 700), (1501, 1));
    assert_eq!(shown(1_499_900, -1_200), (1499, -2));
}

/// Wins against one opponent after another, until it does not count.
fn farm(
    mut farmer: RatedPlayer,
    mut opponent: impl FnMut(usize) -> RatedPlayer,
) -> (i64, Option<Unrated>) {
    let points = |farmer: &RatedPlayer| {
        farmer.rating.as_ref().map_or(FIRST_RATING, |rating| rating.rating) - FIRST_RATING
    };
    for number in 0..1000 {
        let outcome = rated(&[1, 0], &[farmer.clone(), opponent(number)]);
        if outcome.unrated.is_some() {
            let suspects: &[&str] = match outcome.unrated {
                Some(Unrated::Farm) => &["farmer"],
                _ => &[],
            };
            assert_eq!(outcome.suspects, suspects);
            return (points(&farmer), outcome.unrated);
        }
        farmer.rating = Some(outcome.ratings[0].clone());
        farmer.recent.extend(outcome.gains.into_iter().filter(|gain| gain.player == "farmer"));
    }
    (points(&farmer), None)
}

/// Farmers: one with an established rating, and one whom a single win could raise by 160 points.
fn farmers() -> [RatedPlayer; 2] {
    [known("farmer", FIRST_RATING, 30, 100), newcomer("farmer", 100)]
}

#[test]
fn guests_and_those_who_have_left_do_not_count() {
    let guest = |number: usize| {
        let mut known = known(&number.to_string(), FIRST_RATING, 30, 100);
        known.player.as_mut().unwrap().login = None;
        known
    };
    for farmer in farmers() {
        assert_eq!(farm(farmer, guest), (0, Some(Unrated::Guest)));
    }
}

#[test]
fn gains_from_doubtful_opponents_are_limited() {
    let (most, farmed) = (40_000, Some(Unrated::Farm));
    let check = |opponent: &dyn Fn(usize) -> RatedPlayer| {
        for farmer in farmers() {
            let (gained, why) = farm(farmer, opponent);
            assert!((1..=most).contains(&gained) && why == farmed, "{gained} {why:?}");
        }
    };
    // Fresh accounts; old accounts without games; one opponent again and again.
    check(&|number| known(&number.to_string(), FIRST_RATING, 30, 6));
    check(&|number| newcomer(&number.to_string(), 6));
    check(&|number| known(&number.to_string(), FIRST_RATING, 4, 100));
    check(&|number| known(&(number % 2).to_string(), FIRST_RATING, 30, 100));
    // Opponents who have lost all their games.
    check(&|number| {
        let mut loser = known(&number.to_string(), FIRST_RATING, 30, 100);
        loser.recent = vec![gain(&number.to_string(), "farmer", -1); NEVER_WINS];
        loser
    });
    // Many who are neither new nor weak: an honest career.
    for farmer in farmers() {
        let honest = |number: usize| known(&number.to_string(), FIRST_RATING, 30, 100);
        let (gained, why) = farm(farmer, honest);
        assert!(gained > 200_000 && why.is_none(), "{gained} {why:?}");
    }
}

#[test]
fn a_newcomer_moves_fast_against_established_players_only() {
    let gained = |opponents: [RatedPlayer; 3]| {
        let [one, two, three] = opponents;
        let outcome = rated(&[1, 0, 0, 0], &[newcomer("new", 100), one, two, three]);
        assert_eq!(outcome.unrated, None);
        outcome.ratings[0].rating - FIRST_RATING
    };
    let established = gained(["a", "b", "c"].map(|id| known(id, FIRST_RATING, 30, 100)));
    assert!(established > 150_000, "{established}");
    let fresh = gained(["a", "b", "c"].map(|id| newcomer(id, 1)));
    assert!((1..=(LIMITED_STEP * 1000.0) as i64 / 2).contains(&fresh), "{fresh}");
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

/// The step of the schema that carries ratings over has a list of the variants of its time.
#[test]
fn ratings_of_every_shipped_variant_are_carried_over_to_its_family() {
    use tilewright::variants::{Variant, shipped_ids};
    let step = tilewright_storage::MIGRATIONS[12];
    for id in shipped_ids() {
        let family = Variant::shipped(id).unwrap().family();
        assert!(step.contains(&format!("('{id}', '{family}')")), "{id} {family}");
    }
}
