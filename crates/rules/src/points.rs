//! Points: whole numbers of any size that become infinite past the largest finite `f64`.

use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The largest whole number that JSON carries exactly.
const JSON_SAFE: u64 = (1 << 53) - 1;
/// The exponent past which any base of two or more is infinite.
const MAX_BITS: u64 = 1024;
/// The largest number whose factorial is finite.
const MAX_FACTORIAL: i64 = 170;

/// An exact number of points.
///
/// Arithmetic is the same on every platform. A magnitude past 2^1024 − 2^971 becomes infinite;
/// `0 × ∞ = 0` and `∞ + (−∞) = 0`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Points(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Never fits an `i64`, never passes the bound.
    Big(Box<BigInt>),
    Infinity,
    NegativeInfinity,
}

/// How a fraction becomes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Toward zero.
    TowardZero,
    /// Toward negative infinity.
    Down,
    /// Toward positive infinity.
    Up,
    /// To the nearest, halves away from zero.
    HalfUp,
}

fn bound() -> BigInt {
    (BigInt::from(1) << 1024) - (BigInt::from(1) << 971)
}

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points(Repr::Small(0));
    /// One point.
    pub const ONE: Points = Points(Repr::Small(1));
    /// More than any number.
    pub const INFINITY: Points = Points(Repr::Infinity);
    /// Less than any number.
    pub const NEGATIVE_INFINITY: Points = Points(Repr::NegativeInfinity);

    /// A small number.
    #[inline]
    pub const fn new(value: i64) -> Points {
        Points(Repr::Small(value))
    }

    fn from_big(value: BigInt) -> Points {
        if let Some(small) = value.to_i64() {
            return Points(Repr::Small(small));
        }
        if value.magnitude() > bound().magnitude() {
            return Points::infinite(value.is_negative());
        }
        Points(Repr::Big(Box::new(value)))
    }

    fn infinite(negative: bool) -> Points {
        Points(if negative { Repr::NegativeInfinity } else { Repr::Infinity })
    }

    fn to_big(&self) -> Option<BigInt> {
        match &self.0 {
            Repr::Small(value) => Some(BigInt::from(*value)),
            Repr::Big(value) => Some((**value).clone()),
            _ => None,
        }
    }

    /// The value as an `i64`, if it fits.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it is neither infinity.
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Infinity | Repr::NegativeInfinity)
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i64 {
        match &self.0 {
            Repr::Small(value) => value.signum(),
            Repr::Big(value) => {
                if value.is_negative() {
                    -1
                } else {
                    1
                }
            }
            Repr::Infinity => 1,
            Repr::NegativeInfinity => -1,
        }
    }

    /// The sum.
    pub fn add(&self, other: &Points) -> Points {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Points::new(sum);
        }
        match (self.to_big(), other.to_big()) {
            (Some(a), Some(b)) => Points::from_big(a + b),
            (None, None) if self != other => Points::ZERO,
            (None, _) => self.clone(),
            (_, None) => other.clone(),
        }
    }

    /// The opposite.
    pub fn negate(&self) -> Points {
        match &self.0 {
            Repr::Small(value) => match value.checked_neg() {
                Some(value) => Points::new(value),
                None => Points::from_big(-BigInt::from(*value)),
            },
            Repr::Big(value) => Points::from_big(-(**value).clone()),
            Repr::Infinity => Points::NEGATIVE_INFINITY,
            Repr::NegativeInfinity => Points::INFINITY,
        }
    }

    /// The difference.
    pub fn subtract(&self, other: &Points) -> Points {
        self.add(&other.negate())
    }

    /// The product.
    pub fn multiply(&self, other: &Points) -> Points {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Points::new(product);
        }
        match (self.to_big(), other.to_big()) {
            (Some(a), Some(b)) => Points::from_big(a * b),
            _ => match self.signum() * other.signum() {
                0 => Points::ZERO,
                sign => Points::infinite(sign < 0),
            },
        }
    }

    /// The power. `0^0 = 1`; a negative exponent truncates toward zero, and 0 to it is 0;
    /// `1^∞ = 1`, `0^∞ = 0`, `(−1)^∞ = 1`.
    pub fn power(&self, exponent: &Points) -> Points {
        if exponent.signum() == 0 {
            return Points::ONE;
        }
        let odd = exponent.is_odd();
        match self.as_i64() {
            Some(0) => return Points::ZERO,
            Some(1) => return Points::ONE,
            Some(-1) => return Points::new(if odd { -1 } else { 1 }),
            _ => {}
        }
        // From here the magnitude is two or more.
        if exponent.signum() < 0 {
            return Points::ZERO;
        }
        let negative = self.signum() < 0 && odd;
        let steps = match exponent.as_i64() {
            Some(steps) if self.is_finite() && steps <= MAX_BITS as i64 => steps,
            _ => return Points::infinite(negative),
        };
        let (mut result, mut square, mut rest) = (Points::ONE, self.clone(), steps);
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.multiply(&square);
            }
            rest >>= 1;
            if rest > 0 {
                square = square.multiply(&square);
            }
            if !result.is_finite() || !square.is_finite() {
                return Points::infinite(negative);
            }
        }
        result
    }

    fn is_odd(&self) -> bool {
        match &self.0 {
            Repr::Small(value) => value % 2 != 0,
            Repr::Big(value) => value.bit(0),
            _ => false,
        }
    }

    /// The value times every whole number below it down to 1; values up to 1 stay as they are.
    pub fn factorial(&self) -> Points {
        if *self <= Points::ONE {
            return self.clone();
        }
        match self.as_i64() {
            Some(value) if value <= MAX_FACTORIAL => {
                (2..=value).fold(Points::ONE, |product, n| product.multiply(&Points::new(n)))
            }
            _ => Points::INFINITY,
        }
    }

    /// The value times a fraction. A denominator of 0 counts as 1.
    pub fn mul_ratio(&self, numerator: i64, denominator: i64, rounding: Rounding) -> Points {
        let (mut numerator, mut denominator) =
            (BigInt::from(numerator), BigInt::from(if denominator == 0 { 1 } else { denominator }));
        if denominator.is_negative() {
            (numerator, denominator) = (-numerator, -denominator);
        }
        let Some(value) = self.to_big() else {
            return self.multiply(&Points::from_big(numerator));
        };
        let product = value * numerator;
        let quotient = &product / &denominator;
        let remainder = &product % &denominator;
        if remainder.is_zero() {
            return Points::from_big(quotient);
        }
        let away = match (rounding, product.sign()) {
            (Rounding::Down, Sign::Minus) | (Rounding::Up, Sign::Plus) => true,
            (Rounding::HalfUp, _) => remainder.abs() * 2 >= denominator,
            _ => false,
        };
        let step = if product.is_negative() { -1 } else { 1 };
        Points::from_big(if away { quotient + step } else { quotient })
    }
}

impl Default for Points {
    fn default() -> Self {
        Points::ZERO
    }
}

impl PartialOrd for Points {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Points {
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |points: &Points| match points.0 {
            Repr::NegativeInfinity => -1,
            Repr::Infinity => 1,
            _ => 0,
        };
        rank(self).cmp(&rank(other)).then_with(|| match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(value) => value.fmt(f),
            Repr::Big(value) => value.fmt(f),
            Repr::Infinity => f.write_str("Infinity"),
            Repr::NegativeInfinity => f.write_str("-Infinity"),
        }
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "Infinity" => return Ok(Points::INFINITY),
            "-Infinity" => return Ok(Points::NEGATIVE_INFINITY),
            _ => {}
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || digits.len() > 400 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err("points are a whole number, \"Infinity\" or \"-Infinity\"".to_string());
        }
        text.parse::<BigInt>().map(Points::from_big).map_err(|error| error.to_string())
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Repr::Small(value) if value.unsigned_abs() <= JSON_SAFE => {
                serializer.serialize_i64(value)
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "must be a whole number, or one as a text")]
        enum Form {
            Number(i64),
            Text(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(value) => Ok(Points::new(value)),
            Form::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl From<$type> for Points {
            fn from(value: $type) -> Self {
                Points::new(i64::from(value))
            }
        }
        impl PartialEq<$type> for Points {
            fn eq(&self, other: &$type) -> bool {
                self.as_i64() == Some(i64::from(*other))
            }
        }
        impl PartialEq<Points> for $type {
            fn eq(&self, other: &Points) -> bool {
                other == self
            }
        }
    )*};
}
whole_numbers!(i64, i32, u32, u16, u8);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Points {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["integer", "string"],
            "description": "A whole number; past 2^53 a decimal string, or `Infinity`, `-Infinity`."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Points {
        text.parse().unwrap()
    }

    #[test]
    fn powers() {
        let table = [
            ("0", "0", "1"),
            ("5", "0", "1"),
            ("0", "-3", "0"),
            ("2", "-1", "0"),
            ("-1", "-3", "-1"),
            ("1", "Infinity", "1"),
            ("0", "Infinity", "0"),
            ("-1", "Infinity", "1"),
            ("Infinity", "0", "1"),
            ("-2", "3", "-8"),
            ("-2", "2000", "Infinity"),
            ("-2", "2001", "-Infinity"),
            ("2", "1023", &(BigInt::from(1) << 1023u32).to_string()),
            ("2", "1024", "Infinity"),
            ("7", "Infinity", "Infinity"),
            ("7", "-Infinity", "0"),
            ("-Infinity", "3", "-Infinity"),
            ("10", "308", &format!("1{}", "0".repeat(308))),
        ];
        for (base, exponent, expected) in table {
            assert_eq!(
                points(base).power(&points(exponent)).to_string(),
                expected,
                "{base}^{exponent}"
            );
        }
    }

    #[test]
    fn the_bound_is_the_largest_double() {
        let largest = Points::from_big(bound());
        assert!(largest.is_finite());
        assert_eq!(largest.add(&Points::ONE), Points::INFINITY);
        assert_eq!(largest.negate().subtract(&Points::ONE), Points::NEGATIVE_INFINITY);
        assert_eq!(format!("{:.0}", f64::MAX), largest.to_string());
        assert!(Points::new(170).factorial().is_finite());
        assert_eq!(Points::new(171).factorial(), Points::INFINITY);
    }

    #[test]
    fn infinities_cancel_and_zero_wins() {
        let (plus, minus) = (Points::INFINITY, Points::NEGATIVE_INFINITY);
        assert_eq!(plus.add(&minus), 0);
        assert_eq!(plus.multiply(&Points::ZERO), 0);
        assert_eq!(plus.multiply(&minus), minus);
        assert_eq!(plus.add(&Points::new(-5)), plus);
        assert!(minus < Points::new(i64::MIN) && Points::new(i64::MAX) < plus);
    }

    #[test]
    fn ratios_round_as_told() {
        let table = [
            (7, Rounding::TowardZero, 3),
            (7, Rounding::Down, 3),
            (7, Rounding::Up, 4),
            (7, Rounding::HalfUp, 4),
            (-7, Rounding::TowardZero, -3),
            (-7, Rounding::Down, -4),
            (-7, Rounding::Up, -3),
            (-7, Rounding::HalfUp, -4),
        ];
        for (value, rounding, expected) in table {
            assert_eq!(Points::new(value).mul_ratio(1, 2, rounding), expected, "{rounding:?}");
        }
    }

    #[test]
    fn json_keeps_every_digit() {
        for text in [
            "\"-9223372036854775808\"",
            "9007199254740991",
            "\"9007199254740992\"",
            "\"Infinity\"",
            "-12",
        ] {
            let value: Points = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        assert!(serde_json::from_str::<Points>("\"ten\"").is_err());
        assert!(serde_json::from_str::<Points>("1.5").is_err());
    }
}
