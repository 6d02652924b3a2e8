//! How wide texts are, estimated with the widest of the fonts that may show them.

/// Bold widths of the printable ASCII characters from space on, in thousandths of an em.
const ASCII: [u16; 95] = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];

/// The weight of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The estimated width of a character, in ems.
fn character(c: char) -> f64 {
    match c {
        ' '..='~' => f64::from(ASCII[c as usize - 32]) / 1000.0,
        '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05C7}' | '\u{064B}'..='\u{065F}' => 0.0,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' => 0.0,
        '·' => 0.38,
        '²' => 0.44,
        '–' => 0.5,
        '\u{05D0}'..='\u{05EA}' => 0.72,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{FFEF}' | '\u{10000}'.. => 1.05,
        '…' => 1.0,
        '→' => 0.84,
        c if c.is_lowercase() => 0.78,
        _ => 0.9,
    }
}

/// The estimated width of a text.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let factor = match weight {
        Weight::Regular => 0.92,
        Weight::Bold => 1.0,
    };
    text.chars().map(character).sum::<f64>() * size * factor
}

/// The size, at most `size`, at which a text is at most `room` wide.
pub(crate) fn fit(text: &str, size: f64, weight: Weight, room: f64) -> f64 {
    let wide = width(text, size, weight);
    if wide <= room { size } else { size * room / wide }
}

/// The text, with an ellipsis in place of its end if it is wider than the room.
pub(crate) fn shorten(text: &str, size: f64, weight: Weight, room: f64) -> String {
    if width(text, size, weight) <= room {
        return text.to_string();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width(&kept, size, weight) + width("…", size, weight) > room {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// The text as at most `lines` lines that fit the room.
pub(crate) fn wrap(text: &str, size: f64, weight: Weight, room: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match wrapped.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, weight) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => wrapped.push(word.to_string()),
        }
    }
    if wrapped.len() > lines {
        let rest = wrapped.split_off(lines).join(" ");
        if let Some(last) = wrapped.last_mut() {
            last.push(' ');
            last.push_str(&rest);
        }
    }
    wrapped.iter().map(|line| shorten(line, size, weight, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        let text = "Held multipliers drop on the sum; each cross word counts after the main word.";
        for room in [40.0, 90.0, 200.0, 900.0] {
            for lines in 1..4 {
                let wrapped = wrap(text, 12.0, Weight::Regular, room, lines);
                assert!(wrapped.len() <= lines);
                for line in &wrapped {
                    assert!(width(line, 12.0, Weight::Regular) <= room, "{line} in {room}");
                }
            }
        }
        assert_eq!(wrap(text, 12.0, Weight::Regular, 9000.0, 1), [text]);
        assert_eq!(shorten("short", 10.0, Weight::Bold, 100.0), "short");
    }
}
