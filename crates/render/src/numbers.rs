//! Numbers short enough to be drawn.

use tilewright_rules::Points;

/// The number of digits from which a number is shortened.
const LONG: usize = 8;

/// Points in at most ten characters: `1234567`, `1.23e45`, `∞`.
pub(crate) fn points(points: &Points) -> String {
    let text = points.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", text.as_str()),
    };
    if !points.is_finite() {
        return format!("{sign}∞");
    }
    if digits.len() <= LONG {
        return format!("{sign}{digits}");
    }
    let exponent = digits.len() - 1;
    format!("{sign}{}.{}e{exponent}", &digits[..1], &digits[1..3])
}

/// Points with a sign in front, as a line of an account shows them.
pub(crate) fn signed(value: &Points) -> String {
    if value.signum() < 0 { points(value) } else { format!("+{}", points(value)) }
}

/// A whole number in at most five characters: `9999`, `12k`, `−3M`.
pub(crate) fn brief(value: i32) -> String {
    rounded(value, 9_999)
}

/// A whole number in at most four characters: `999`, `9k`, `−3M`.
pub(crate) fn terse(value: i32) -> String {
    rounded(value, 999)
}

fn rounded(value: i32, exact: u32) -> String {
    let (sign, size) = (if value < 0 { "−" } else { "" }, value.unsigned_abs());
    match size {
        _ if size <= exact => format!("{sign}{size}"),
        0..=999_999 => format!("{sign}{}k", size / 1_000),
        1_000_000..=999_999_999 => format!("{sign}{}M", size / 1_000_000),
        _ => format!("{sign}{}G", size / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_numbers_are_short() {
        let cases = [
            ("0", "0"),
            ("74", "74"),
            ("-5", "−5"),
            ("12345678", "12345678"),
            ("123456789", "1.23e8"),
            ("Infinity", "∞"),
            ("-Infinity", "−∞"),
        ];
        for (text, expected) in cases {
            assert_eq!(points(&text.parse().expect("points")), expected);
        }
        let long = format!("-987{}", "0".repeat(297));
        assert_eq!(points(&long.parse().expect("points")), "−9.87e299");
        assert_eq!(brief(-2_147_483_648), "−2G");
        assert_eq!((brief(9_999), terse(9_999)), ("9999".to_string(), "9k".to_string()));
    }
}
