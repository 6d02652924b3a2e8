//! Exact numbers for the referee, made without the engine's own.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::fmt;

/// A whole number, or an infinity once the magnitude passes 2^1024 − 2^971.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Amount {
    /// Less than any number.
    NegativeInfinity,
    /// A number.
    Finite(BigInt),
    /// More than any number.
    Infinity,
}

use Amount::{Finite, Infinity, NegativeInfinity};

impl Amount {
    /// A small number.
    pub fn new(value: i64) -> Amount {
        Finite(value.into())
    }

    fn bounded(value: BigInt) -> Amount {
        let bound = (BigInt::one() << 1024u32) - (BigInt::one() << 971u32);
        match value {
            value if value > bound => Infinity,
            value if value < -bound => NegativeInfinity,
            value => Finite(value),
        }
    }

    fn infinite(positive: bool) -> Amount {
        if positive { Infinity } else { NegativeInfinity }
    }

    fn sign(&self) -> i32 {
        match self {
            NegativeInfinity => -1,
            Finite(value) if value.is_negative() => -1,
            Finite(value) if value.is_zero() => 0,
            _ => 1,
        }
    }

    /// The sum; opposite infinities cancel.
    pub fn plus(&self, other: &Amount) -> Amount {
        match (self, other) {
            (Finite(one), Finite(two)) => Amount::bounded(one + two),
            (Infinity, NegativeInfinity) | (NegativeInfinity, Infinity) => Amount::new(0),
            (Finite(_), infinite) | (infinite, _) => infinite.clone(),
        }
    }

    /// The product; nothing times infinity is nothing.
    pub fn times(&self, other: &Amount) -> Amount {
        match (self, other) {
            (Finite(one), Finite(two)) => Amount::bounded(one * two),
            _ => match self.sign() * other.sign() {
                0 => Amount::new(0),
                sign => Amount::infinite(sign > 0),
            },
        }
    }

    /// The power, one multiplication after the other.
    pub fn power(&self, exponent: &Amount) -> Amount {
        let odd = match exponent {
            Finite(value) => value.bit(0),
            _ => false,
        };
        if exponent.sign() == 0 {
            return Amount::new(1);
        }
        let magnitude = match self {
            Finite(value) => value.abs(),
            _ => BigInt::from(2),
        };
        if magnitude <= BigInt::one() {
            // 0, 1 and −1 stay what they are, but for the sign of −1.
            return if self.sign() < 0 && !odd { Amount::new(1) } else { self.clone() };
        }
        if exponent.sign() < 0 {
            return Amount::new(0);
        }
        let steps = match exponent {
            Finite(value) => value.to_u64().filter(|steps| *steps <= 1100),
            _ => None,
        };
        let positive = self.sign() > 0 || !odd;
        let Some(steps) = steps else { return Amount::infinite(positive) };
        let mut result = Amount::new(1);
        for _ in 0..steps {
            result = result.times(self);
            if !matches!(result, Finite(_)) {
                return Amount::infinite(positive);
            }
        }
        result
    }

    /// The number times every whole number below it down to 1; up to 1 it stays as it is.
    pub fn factorial(&self) -> Amount {
        let mut result = self.clone();
        let mut next = match self {
            Finite(value) => value - BigInt::one(),
            _ => return result,
        };
        while next > BigInt::one() && matches!(result, Finite(_)) {
            result = result.times(&Finite(next.clone()));
            next -= BigInt::one();
        }
        result
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NegativeInfinity => f.write_str("-Infinity"),
            Finite(value) => value.fmt(f),
            Infinity => f.write_str("Infinity"),
        }
    }
}
