//! What a move is worth, in thousandths of a point.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use tilewright_rules::Points;

/// A worth in thousandths of a point. In JSON it is a number of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Equity(pub i64);

impl Equity {
    /// A score and the worth of what stays on the rack, as the move generator adds them up.
    pub fn of(points: &Points, leave: i64) -> Equity {
        let score = match points.as_i64() {
            Some(points) => points.saturating_mul(1000),
            None if points.signum() < 0 => i64::MIN,
            None => i64::MAX,
        };
        Equity(score.saturating_add(leave))
    }

    /// How much more this is worth than something else; never less than nothing.
    pub fn loss_of(self, other: Equity) -> Equity {
        Equity(self.0.saturating_sub(other.0).max(0))
    }

    /// The number of points.
    pub fn points(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl fmt::Display for Equity {
    /// One digit after the point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounded as whole numbers, so that every platform writes the same.
        let tenths = (self.0.unsigned_abs() + 50) / 100;
        let sign = if self.0 < 0 && tenths > 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

impl Serialize for Equity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.points())
    }
}

impl<'de> Deserialize<'de> for Equity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(|points| Equity((points * 1000.0).round() as i64))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Equity {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Equity".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        f64::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_digit_is_written() {
        for (value, text) in [
            (0, "0.0"),
            (49, "0.0"),
            (50, "0.1"),
            (-49, "0.0"),
            (-50, "-0.1"),
            (12_345, "12.3"),
            (-12_951, "-13.0"),
        ] {
            assert_eq!(Equity(value).to_string(), text);
        }
        assert_eq!(format!("{:>6}", Equity(1_000)), "   1.0");
    }

    #[test]
    fn json_keeps_every_thousandth() {
        for value in [0, 1, -1, 12_345, -98_765_432_109] {
            let json = serde_json::to_string(&Equity(value)).unwrap();
            assert_eq!(serde_json::from_str::<Equity>(&json).unwrap(), Equity(value), "{json}");
        }
    }
}
