//! Glicko-2, after Mark Glickman's *Example of the Glicko-2 system* (2022), whose steps the comments
//! name.
//!
//! Each rated game is an update of its own: a deviation grows with the days since the last game, by
//! fractions of a rating period, instead of at the end of fixed periods.
//!
//! The computation is in floating point, and `exp` and `ln` may differ in the last digit between
//! machines. That is enough: one server computes a rating once, within the transaction that settles
//! the game, and stores it rounded to thousandths. Nobody computes it a second time.

use std::f64::consts::PI;

/// The rating with which everybody begins.
pub(crate) const FIRST_RATING: f64 = 1500.0;
/// The deviation with which everybody begins; none is greater.
pub(crate) const FIRST_DEVIATION: f64 = 350.0;
/// The volatility with which everybody begins.
pub(crate) const FIRST_VOLATILITY: f64 = 0.06;
/// The most points by which limited opponents move a rating in one game.
pub(crate) const LIMITED_STEP: f64 = 32.0;

const HIGHEST_RATING: f64 = 4000.0;
const LEAST_DEVIATION: f64 = 30.0;
const LEAST_VOLATILITY: f64 = 0.01;
const GREATEST_VOLATILITY: f64 = 0.1;
/// How fast volatilities change: τ.
const SYSTEM_CONSTANT: f64 = 0.5;
/// Rating periods in a day: a deviation of 60 becomes one of 110 in a year without games.
const PERIODS_PER_DAY: f64 = 0.21436;
const MILLISECONDS_PER_DAY: f64 = 86_400_000.0;
/// Points of a rating in one unit of the Glicko-2 scale.
const SCALE: f64 = 173.7178;
/// Where the volatility is exact enough: ε.
const TOLERANCE: f64 = 1e-6;
/// The most steps of a search. It takes fewer than twenty; the bound is for numbers that are none.
const MOST_STEPS: u32 = 100;

/// What is known of a player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strength {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

/// A result against one opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Encounter {
    pub opponent: Strength,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// Whether the result moves the rating by at most [`LIMITED_STEP`], shared among the opponents
    /// of the game. It counts as a part of a game then, for the rating and for the deviation.
    pub limited: bool,
}

/// Rating periods between two times, in milliseconds.
pub(crate) fn periods(from: u64, to: u64) -> f64 {
    to.saturating_sub(from) as f64 / MILLISECONDS_PER_DAY * PERIODS_PER_DAY
}

impl Strength {
    /// That of a player without games.
    pub const FIRST: Strength =
        Strength { rating: FIRST_RATING, deviation: FIRST_DEVIATION, volatility: FIRST_VOLATILITY };

    /// Within the bounds.
    pub fn bounded(self) -> Strength {
        Strength {
            rating: self.rating.clamp(0.0, HIGHEST_RATING),
            deviation: self.deviation.clamp(LEAST_DEVIATION, FIRST_DEVIATION),
            volatility: self.volatility.clamp(LEAST_VOLATILITY, GREATEST_VOLATILITY),
        }
    }

    /// After some rating periods without a game.
    pub fn after(self, periods: f64) -> Strength {
        let deviation = grown(self.deviation / SCALE, self.volatility, periods) * SCALE;
        Strength { deviation, ..self }.bounded()
    }

    /// After a game, some rating periods after the last one: the strength, and the points that each
    /// encounter has added.
    pub fn after_game(self, periods: f64, encounters: &[Encounter]) -> (Strength, Vec<f64>) {
        let own = self.bounded();
        // Step 2.
        let deviation = own.deviation / SCALE;
        let greatest = grown(deviation, GREATEST_VOLATILITY, periods).min(FIRST_DEVIATION / SCALE);
        let share = LIMITED_STEP / (SCALE * greatest * greatest * encounters.len() as f64);
        // Step 3, and the sum of step 4.
        let (mut information, mut surprises) = (0.0, Vec::with_capacity(encounters.len()));
        for encounter in encounters {
            let other = encounter.opponent.bounded();
            let impact = impact(other.deviation / SCALE);
            let distance = (own.rating - other.rating) / SCALE;
            let expected = 1.0 / (1.0 + (-impact * distance).exp());
            // The new deviation is at most the greatest, so the result adds at most its share.
            let weight = match encounter.limited {
                true => (share / impact).min(1.0),
                false => 1.0,
            };
            information += weight * impact * impact * expected * (1.0 - expected);
            surprises.push(weight * impact * (encounter.score - expected));
        }
        if information <= 0.0 {
            return (own.after(periods), vec![0.0; encounters.len()]);
        }
        let variance = 1.0 / information;
        let improvement = variance * surprises.iter().sum::<f64>();
        // Step 5.
        let volatility = volatility(own.volatility, deviation, variance, improvement);
        let volatility = volatility.clamp(LEAST_VOLATILITY, GREATEST_VOLATILITY);
        // Steps 6 and 7.
        let before = grown(deviation, volatility, periods).min(FIRST_DEVIATION / SCALE);
        let squared = 1.0 / (1.0 / (before * before) + information);
        // Step 8.
        let gained: Vec<f64> = surprises.iter().map(|one| SCALE * squared * one).collect();
        let next = Strength {
            rating: own.rating + gained.iter().sum::<f64>(),
            deviation: squared.sqrt() * SCALE,
            volatility,
        };
        (next.bounded(), gained)
    }
}

/// A deviation after some rating periods: step 6, for a fraction of a period.
fn grown(deviation: f64, volatility: f64, periods: f64) -> f64 {
    (deviation * deviation + volatility * volatility * periods.max(0.0)).sqrt()
}

/// How much a result counts against an opponent of a deviation: g(φ).
fn impact(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (PI * PI)).sqrt()
}

/// The new volatility: step 5, by the Illinois algorithm.
fn volatility(before: f64, deviation: f64, variance: f64, improvement: f64) -> f64 {
    let start = (before * before).ln();
    let (squared, spread) = (improvement * improvement, deviation * deviation + variance);
    let height = |x: f64| {
        let power = x.exp();
        let sum = spread + power;
        power * (squared - sum) / (2.0 * sum * sum)
            - (x - start) / (SYSTEM_CONSTANT * SYSTEM_CONSTANT)
    };
    let mut left = start;
    let mut right = match squared > spread {
        true => (squared - spread).ln(),
        false => {
            let mut right = start - SYSTEM_CONSTANT;
            for _ in 0..MOST_STEPS {
                if height(right) >= 0.0 {
                    break;
                }
                right -= SYSTEM_CONSTANT;
            }
            right
        }
    };
    let (mut at_left, mut at_right) = (height(left), height(right));
    for _ in 0..MOST_STEPS {
        if (right - left).abs() <= TOLERANCE || at_left == at_right {
            break;
        }
        let between = left + (left - right) * at_left / (at_right - at_left);
        let at_between = height(between);
        if at_between * at_right <= 0.0 {
            (left, at_left) = (right, at_right);
        } else {
            at_left /= 2.0;
        }
        (right, at_right) = (between, at_between);
    }
    (left / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(rating: f64, deviation: f64) -> Strength {
        Strength { rating, deviation, volatility: FIRST_VOLATILITY }
    }

    fn encounter(opponent: Strength, score: f64) -> Encounter {
        Encounter { opponent, score, limited: false }
    }

    #[test]
    fn the_example_of_the_paper_has_its_printed_numbers() {
        let encounters = [
            encounter(strength(1400.0, 30.0), 1.0),
            encounter(strength(1550.0, 100.0), 0.0),
            encounter(strength(1700.0, 300.0), 0.0),
        ];
        let (after, gained) = strength(1500.0, 200.0).after_game(1.0, &encounters);
        // The paper goes on from rounded numbers, and cuts the volatility off: it prints 1464.06,
        // 151.52 and 0.05999, which differ from the exact ones by at most one in the last digit.
        let near = |found: f64, printed: f64, digit: f64| (found - printed).abs() <= digit;
        assert!(near(after.rating, 1464.06, 0.01), "{after:?}");
        assert!(near(after.deviation, 151.52, 0.005), "{after:?}");
        assert!(near(after.volatility, 0.05999, 0.00001), "{after:?}");
        // Table: g = 0.9955, 0.9531, 0.7242; E = 0.639, 0.432, 0.303; φ' = 0.8722. So the win adds
        // 173.7178 · 0.8722² · 0.9955 · (1 − 0.639) = 47.5 points.
        assert!((gained[0] - 47.5).abs() < 0.1, "{gained:?}");
        assert!((after.rating - 1500.0 - gained.iter().sum::<f64>()).abs() < 1e-9);
    }

    #[test]
    fn equal_players_gain_what_the_other_loses() {
        for deviation in [30.0, 80.0, 200.0, 350.0] {
            let own = strength(1700.0, deviation);
            let (won, _) = own.after_game(0.5, &[encounter(own, 1.0)]);
            let (lost, _) = own.after_game(0.5, &[encounter(own, 0.0)]);
            let (drawn, gained) = own.after_game(0.5, &[encounter(own, 0.5)]);
            assert!((won.rating + lost.rating - 3400.0).abs() < 1e-9, "{won:?} {lost:?}");
            assert!((won.deviation - lost.deviation).abs() < 1e-9);
            assert!(won.rating > 1700.0);
            assert_eq!((drawn.rating, gained), (1700.0, vec![0.0]));
        }
        // A surprise moves more than what was expected.
        let (favourite, other) = (strength(1900.0, 80.0), strength(1500.0, 80.0));
        let (won, _) = favourite.after_game(0.0, &[encounter(other, 1.0)]);
        let (lost, _) = favourite.after_game(0.0, &[encounter(other, 0.0)]);
        assert!(won.rating - 1900.0 < (1900.0 - lost.rating) / 5.0);
    }

    #[test]
    fn deviations_shrink_with_games_and_grow_with_time() {
        const YEAR: f64 = 365.0 * PERIODS_PER_DAY;
        // √(60² + 365 · 0.21436 · (0.06 · 173.7178)²) = √(3600 + 8500) = 110.
        let year = strength(1500.0, 60.0).after(YEAR);
        assert!((109.0..111.0).contains(&year.deviation), "{year:?}");
        assert_eq!(year.rating, 1500.0);
        let same = strength(1500.0, 60.0).after(0.0);
        assert!((same.deviation - 60.0).abs() < 1e-9, "{same:?}");
        assert_eq!(strength(1500.0, 60.0).after(1e9).deviation, FIRST_DEVIATION);
        let mut own = Strength::FIRST;
        let mut games = 0;
        while own.deviation > 110.0 {
            let (next, _) =
                own.after_game(0.1, &[encounter(strength(1500.0, 60.0), f64::from(games % 2))]);
            assert!(next.deviation < own.deviation, "{own:?} {next:?}");
            (own, games) = (next, games + 1);
        }
        assert!((8..20).contains(&games), "{games} games");
        let day = u64::from(86_400_000u32);
        assert!((periods(day, 11 * day) - 2.1436).abs() < 1e-9);
        assert_eq!(periods(day, 0), 0.0, "a clock that was set back");
    }

    #[test]
    fn a_limited_opponent_moves_a_rating_a_little() {
        for deviation in [30.0, 110.0, 350.0] {
            for (rating, score) in [(1500.0, 1.0), (3000.0, 1.0), (0.0, 0.0), (1500.0, 0.5)] {
                let encounter =
                    |limited| Encounter { opponent: strength(rating, 350.0), score, limited };
                let own = strength(1500.0, deviation);
                for periods in [0.0, 1.0, 500.0] {
                    let (limited, gained) = own.after_game(periods, &[encounter(true)]);
                    let (free, _) = own.after_game(periods, &[encounter(false)]);
                    assert!(gained[0].abs() <= LIMITED_STEP, "{gained:?}");
                    assert!(limited.deviation >= free.deviation - 1e-9, "it counts for less");
                    let (limited, free) = (limited.rating - 1500.0, free.rating - 1500.0);
                    assert!(limited.abs() <= free.abs() + 1e-9, "{limited} {free}");
                }
            }
        }
    }

    /// A sequence of numbers that looks random.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from(self.0 >> 33).unwrap() % below
        }
    }

    #[test]
    fn no_sequence_of_games_leaves_the_bounds() {
        let mut numbers = Numbers(7);
        let odd = [f64::NEG_INFINITY, -1e300, -1.0, 0.0, 0.5, 1.0, 4000.0, 1e300, f64::INFINITY];
        for round in 0..300u32 {
            let mut own = Strength::FIRST;
            for _ in 0..100 {
                let count = 1 + numbers.next(5);
                let encounters: Vec<Encounter> = (0..count)
                    .map(|_| Encounter {
                        opponent: match numbers.next(4) {
                            0 => Strength {
                                rating: odd[numbers.next(9) as usize],
                                deviation: odd[numbers.next(9) as usize],
                                volatility: odd[numbers.next(9) as usize],
                            },
                            1 => own,
                            _ => strength(
                                f64::from(numbers.next(4001)),
                                f64::from(numbers.next(400)),
                            ),
                        },
                        // Rounds of wins alone, of losses alone, and of anything.
                        score: match round % 3 {
                            0 => 1.0,
                            1 => 0.0,
                            _ => f64::from(numbers.next(3)) / 2.0,
                        },
                        limited: numbers.next(3) == 0,
                    })
                    .collect();
                let periods = [0.0, 0.01, 1.0, 80.0, 1e12][numbers.next(5) as usize];
                let (next, gained) = own.after_game(periods, &encounters);
                assert!((0.0..=4000.0).contains(&next.rating), "{own:?} {encounters:?} {next:?}");
                assert!((30.0..=350.0).contains(&next.deviation), "{own:?} {next:?}");
                assert!((0.01..=0.1).contains(&next.volatility), "{own:?} {next:?}");
                assert!(gained.iter().all(|gained| gained.abs() < 800.0), "{gained:?}");
                own = next;
            }
        }
    }
}
