//! Themes: every colour of a picture, as data.

use crate::Color;
use tilewright_board::{PremiumFamily, PremiumKind};

/// The colours of a premium at one strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PremiumColors {
    /// The square.
    pub ground: Color,
    /// The pattern on it.
    pub motif: Color,
    /// The label on it.
    pub ink: Color,
}

/// The colours of a premium family, from the weakest to the strongest.
pub type FamilyColors = [PremiumColors; 3];

/// Every colour of a picture.
///
/// There are four themes; to make your own, change the colours of one of them.
/// [`Theme::text_pairs`] lists every pair of a text and what is behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Its name, as in `light` or `dark-safe`.
    pub name: String,
    /// Behind everything.
    pub surface: Color,
    /// Panels and unlit marks.
    pub sunken: Color,
    /// Thin rules.
    pub line: Color,
    /// Outlines that matter.
    pub line_strong: Color,
    /// Main text.
    pub ink: Color,
    /// Second text.
    pub ink_soft: Color,
    /// The accent: outlines, chips, the total.
    pub accent: Color,
    /// Text on the accent.
    pub accent_ink: Color,
    /// A pale accent.
    pub accent_soft: Color,
    /// Text on the pale accent.
    pub accent_soft_ink: Color,
    /// "Just now", and badges.
    pub saffron: Color,
    /// Text on a badge.
    pub badge_ink: Color,
    /// The frame and the joints between the cells.
    pub board: Color,
    /// The frame's outer edge.
    pub board_edge: Color,
    /// A plain cell.
    pub cell: Color,
    /// Coordinates and node names.
    pub coordinate: Color,
    /// The star of a start cell.
    pub start: Color,
    /// A set tile.
    pub tile_set: Color,
    /// Its upper edge.
    pub tile_set_high: Color,
    /// Its lower edge.
    pub tile_set_low: Color,
    /// Its letter.
    pub tile_set_ink: Color,
    /// Its value.
    pub tile_set_value: Color,
    /// A loose tile.
    pub tile_loose: Color,
    /// Its edge.
    pub tile_loose_edge: Color,
    /// Its lower edge.
    pub tile_loose_low: Color,
    /// Its letter.
    pub tile_loose_ink: Color,
    /// Its value.
    pub tile_loose_value: Color,
    /// The sides of a stack.
    pub tile_layer: Color,
    /// Edges of graphs, by axis.
    pub edges: [Color; 4],
    /// Word premiums.
    pub word: FamilyColors,
    /// Letter and computing premiums.
    pub letter: FamilyColors,
    /// Category premiums.
    pub category: FamilyColors,
    /// Revalue premiums.
    pub revalue: FamilyColors,
    /// Combine premiums.
    pub combine: FamilyColors,
    /// How wide patterns are drawn, in hundredths of a unit (a cell is 40 units).
    pub motif_width: u32,
}

/// The role of a text, which determines its colour and its background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextRole {
    Main,
    Soft,
    Accent,
    OnAccent,
    OnAccentSoft,
    Badge,
    Coordinate,
    SetLetter,
    SetValue,
    LooseLetter,
    LooseValue,
    Premium(PremiumKind),
}

impl TextRole {
    /// Every role; premiums once for each kind.
    fn all() -> impl Iterator<Item = TextRole> {
        use TextRole::*;
        let fixed = [
            Main,
            Soft,
            Accent,
            OnAccent,
            OnAccentSoft,
            Badge,
            Coordinate,
            SetLetter,
            SetValue,
            LooseLetter,
            LooseValue,
        ];
        fixed.into_iter().chain(PremiumKind::all().into_iter().map(Premium))
    }
}

/// A text's colour and the colour behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPair {
    /// What kind of text.
    pub name: String,
    /// The text.
    pub ink: Color,
    /// Its background.
    pub ground: Color,
}

impl Theme {
    /// The colours of a premium.
    pub fn premium(&self, kind: PremiumKind) -> PremiumColors {
        let plain = PremiumColors { ground: self.cell, motif: self.line, ink: self.ink_soft };
        let colors = match kind.family() {
            PremiumFamily::Word => &self.word,
            PremiumFamily::Letter | PremiumFamily::Computing => &self.letter,
            PremiumFamily::Category => &self.category,
            PremiumFamily::Revalue => &self.revalue,
            PremiumFamily::Combine => &self.combine,
            PremiumFamily::Plain => return plain,
        };
        colors[strength(kind) - 1]
    }

    pub(crate) fn text(&self, role: TextRole) -> (Color, Color) {
        match role {
            TextRole::Main => (self.ink, self.surface),
            TextRole::Soft => (self.ink_soft, self.surface),
            TextRole::Accent => (self.accent, self.surface),
            TextRole::OnAccent => (self.accent_ink, self.accent),
            TextRole::OnAccentSoft => (self.accent_soft_ink, self.accent_soft),
            TextRole::Badge => (self.badge_ink, self.saffron),
            TextRole::Coordinate => (self.coordinate, self.surface),
            TextRole::SetLetter => (self.tile_set_ink, self.tile_set),
            TextRole::SetValue => (self.tile_set_value, self.tile_set),
            TextRole::LooseLetter => (self.tile_loose_ink, self.tile_loose),
            TextRole::LooseValue => (self.tile_loose_value, self.tile_loose),
            TextRole::Premium(kind) => {
                let colors = self.premium(kind);
                (colors.ink, colors.ground)
            }
        }
    }

    /// Every pair of a text's colour and the colour behind it that a picture may use.
    pub fn text_pairs(&self) -> Vec<TextPair> {
        TextRole::all()
            .map(|role| {
                let (ink, ground) = self.text(role);
                TextPair { name: format!("{role:?}"), ink, ground }
            })
            .collect()
    }
}

/// How strong a premium is, from 1 to 3: its tint, and with it the number of strokes.
pub(crate) fn strength(kind: PremiumKind) -> usize {
    use PremiumKind::*;
    match kind {
        Value(value) => match value.unsigned_abs() {
            0..=5 => 1,
            6..=49 => 2,
            _ => 3,
        },
        Plus | Mimic => 1,
        Inverter | Alpha | LetterSquared | Times | Sum | LengthSquared | Reviver => 2,
        Ceiling | Floor | Factorial | Power | Product => 3,
        _ => match kind.factor().unwrap_or(1) {
            ..=2 => 1,
            3 => 2,
            _ => 3,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_readable_in_every_theme() {
        for theme in Theme::shipped() {
            for pair in theme.text_pairs() {
                let contrast = pair.ink.contrast(pair.ground);
                assert!(contrast >= 4.5, "{}: {} has {contrast:.2}", theme.name, pair.name);
            }
        }
    }

    #[test]
    fn what_matters_stands_out() {
        for theme in Theme::shipped() {
            let pairs = [
                ("star", theme.start, theme.cell),
                ("accent outline", theme.accent, theme.cell),
                ("set tile", theme.tile_set, theme.cell),
                ("loose tile's edge", theme.tile_loose_edge, theme.cell),
                ("edge", theme.edges[0], theme.surface),
                ("edge", theme.edges[1], theme.surface),
                ("edge", theme.edges[2], theme.surface),
                ("edge", theme.edges[3], theme.surface),
            ];
            for (name, one, two) in pairs {
                let contrast = one.contrast(two);
                assert!(contrast >= 2.5, "{}: {name} has {contrast:.2}", theme.name);
            }
        }
    }
}
