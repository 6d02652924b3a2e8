//! Colours and the contrast between them.

use std::fmt;

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// A colour written as `0xRRGGBB`.
    pub const fn hex(value: u32) -> Color {
        Color { red: (value >> 16) as u8, green: (value >> 8) as u8, blue: value as u8 }
    }

    /// The relative luminance of WCAG 2: 0 for black, 1 for white.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// The contrast of WCAG 2 between two colours: 1 for equal ones, 21 for black and white.
    pub fn contrast(self, other: Color) -> f64 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if one > two { one / two } else { two / one }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_twenty_one() {
        let contrast = Color::hex(0).contrast(Color::hex(0xFF_FFFF));
        assert!((contrast - 21.0).abs() < 1e-9);
        assert_eq!(Color::hex(0x0A6B66).to_string(), "#0A6B66");
    }
}
