//! Pictures that follow the reader's light or dark theme: colours are CSS variables.

use crate::{Color, Theme};

/// Marks begin here. No shipped theme has such a colour.
const FIRST_MARK: u32 = 0x01_0100;

/// Every colour of a theme, by name, in a fixed order.
fn each(theme: &mut Theme, visit: &mut dyn FnMut(&str, &mut Color)) {
    let named = [
        ("surface", &mut theme.surface),
        ("sunken", &mut theme.sunken),
        ("line", &mut theme.line),
        ("line-strong", &mut theme.line_strong),
        ("ink", &mut theme.ink),
        ("ink-soft", &mut theme.ink_soft),
        ("accent", &mut theme.accent),
        ("accent-ink", &mut theme.accent_ink),
        ("accent-soft", &mut theme.accent_soft),
        ("accent-soft-ink", &mut theme.accent_soft_ink),
        ("saffron", &mut theme.saffron),
        ("badge-ink", &mut theme.badge_ink),
        ("board", &mut theme.board),
        ("board-edge", &mut theme.board_edge),
        ("cell", &mut theme.cell),
        ("coordinate", &mut theme.coordinate),
        ("start", &mut theme.start),
        ("set", &mut theme.tile_set),
        ("set-high", &mut theme.tile_set_high),
        ("set-low", &mut theme.tile_set_low),
        ("set-ink", &mut theme.tile_set_ink),
        ("set-value", &mut theme.tile_set_value),
        ("loose", &mut theme.tile_loose),
        ("loose-edge", &mut theme.tile_loose_edge),
        ("loose-low", &mut theme.tile_loose_low),
        ("loose-ink", &mut theme.tile_loose_ink),
        ("loose-value", &mut theme.tile_loose_value),
        ("layer", &mut theme.tile_layer),
    ];
    for (name, color) in named {
        visit(name, color);
    }
    for (number, color) in theme.edges.iter_mut().enumerate() {
        visit(&format!("edge-{number}"), color);
    }
    let families = [
        ("word", &mut theme.word),
        ("letter", &mut theme.letter),
        ("category", &mut theme.category),
        ("revalue", &mut theme.revalue),
        ("combine", &mut theme.combine),
    ];
    for (name, family) in families {
        for (strength, colors) in family.iter_mut().enumerate() {
            visit(&format!("{name}-{strength}"), &mut colors.ground);
            visit(&format!("{name}-{strength}m"), &mut colors.motif);
            visit(&format!("{name}-{strength}i"), &mut colors.ink);
        }
    }
}

/// Draws with a theme whose colours are CSS variables, so that the picture follows the theme of its
/// page. [`adaptive_style`] declares the variables.
///
/// ```
/// use tilewright_render::adaptive;
///
/// let svg = adaptive(|theme| format!("<rect fill=\"{}\"/>", theme.accent));
/// assert_eq!(svg, "<rect fill=\"var(--tw-accent)\"/>");
/// ```
pub fn adaptive(draw: impl FnOnce(Theme) -> String) -> String {
    let mut theme = Theme { name: "adaptive".to_string(), ..Theme::light() };
    let mut names = Vec::new();
    each(&mut theme, &mut |name, color| {
        *color = Color::hex(FIRST_MARK + names.len() as u32);
        names.push(name.to_string());
    });
    let svg = draw(theme);
    // Marks are in quoted attributes; quotation marks in texts are escaped.
    let mut parts = svg.split("\"#");
    let mut out = parts.next().expect("a split text has a first part").to_string();
    for part in parts {
        let mark = part.get(..6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let name = mark.and_then(|mark| names.get(mark.checked_sub(FIRST_MARK)? as usize));
        match name.filter(|_| part[6..].starts_with('"')) {
            Some(name) => {
                out.push_str(&format!("\"var(--tw-{name}){}", &part[6..]));
            }
            None => {
                out.push_str(&format!("\"#{part}"));
            }
        }
    }
    out
}

/// The declarations of a theme's variables: `--tw-ink:#14212C;…`.
fn declarations(mut theme: Theme) -> String {
    let mut text = String::new();
    each(&mut theme, &mut |name, color| {
        text.push_str(&format!("--tw-{name}:{color};"));
    });
    text
}

/// The style that a page with [`adaptive`] pictures needs once: light colours, and dark colours if
/// the reader's system prefers them.
pub fn adaptive_style() -> String {
    format!(
        ":root{{{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        declarations(Theme::light()),
        declarations(Theme::dark())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_replaced_and_nothing_else() {
        let svg = adaptive(|theme| {
            format!("<a f=\"{}\" g=\"#FFFFFF\" h=\"#word1\"/>#010100", theme.combine[2].ink)
        });
        assert_eq!(svg, "<a f=\"var(--tw-combine-2i)\" g=\"#FFFFFF\" h=\"#word1\"/>#010100");
    }

    #[test]
    fn both_themes_declare_the_same_variables_once() {
        let names = |theme| {
            let text = declarations(theme);
            let names = text.split(';').filter_map(|one| one.split_once(':'));
            names.map(|(name, _)| name.to_string()).collect::<Vec<_>>()
        };
        let (light, dark) = (names(Theme::light()), names(Theme::dark()));
        assert_eq!(light, dark);
        let unique: std::collections::BTreeSet<_> = light.iter().collect();
        assert_eq!((unique.len(), light.len()), (77, 77));
        assert_eq!(Theme::light().motif_width, Theme::dark().motif_width);
    }
}
