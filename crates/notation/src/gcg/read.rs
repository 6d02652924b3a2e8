//! Reading a file.

use super::encoding::{self, PRAGMA};
use super::{
    FaultKind, Gcg, GcgEvent, GcgFault, GcgItem, GcgLine, GcgPlayer, MAX_GCG_BYTES, MAX_GCG_EVENTS,
    MAX_GCG_LINE, MAX_GCG_LINES, MAX_GCG_NICK, MAX_GCG_PLAYERS, shown,
};

impl Gcg {
    /// Reads a file. Nothing is left out, but white space is put in order: the file that
    /// [`Gcg::write`] gives is the same, byte for byte, if it was in order before.
    pub fn read(bytes: &[u8]) -> Result<Gcg, GcgFault> {
        let too_large = |line: usize, reason: String| GcgFault::new(line, FaultKind::Size, reason);
        if bytes.len() > MAX_GCG_BYTES {
            let reason = format!("the file has more than {MAX_GCG_BYTES} bytes");
            return Err(too_large(1, reason));
        }
        let (text, encoding) = encoding::decode(bytes)?;
        let mut gcg = Gcg { encoding, lines: Vec::new() };
        let (mut encoding_named, mut events) = (false, 0);
        for (index, line) in lines(&text).enumerate() {
            let number = index + 1;
            if number > MAX_GCG_LINES {
                let reason = format!("the file has more than {MAX_GCG_LINES} lines");
                return Err(too_large(number, reason));
            }
            if line.len() > MAX_GCG_LINE {
                let reason = format!("the line has more than {MAX_GCG_LINE} bytes; shorten it");
                return Err(too_large(number, reason));
            }
            let item = read_line(&gcg, number, line)?;
            if is_encoding(&item) {
                if encoding_named {
                    let reason = "the encoding is named a second time; name it once, at the top";
                    return Err(GcgFault::new(number, FaultKind::Encoding, reason));
                }
                if events > 0 {
                    let reason = "the encoding must be named at the top of the file";
                    return Err(GcgFault::new(number, FaultKind::Encoding, reason));
                }
                encoding_named = true;
                continue;
            }
            events += usize::from(matches!(item, GcgItem::Event(_)));
            if events > MAX_GCG_EVENTS {
                let reason = format!("the file has more than {MAX_GCG_EVENTS} events");
                return Err(too_large(number, reason));
            }
            gcg.lines.push(GcgLine { number, item });
        }
        Ok(gcg)
    }
}

/// The lines of a text, without their ends: CR LF, LF or CR.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.find(['\n', '\r']).unwrap_or(text.len());
        let after = &text[end..];
        let after = after.strip_prefix("\r\n").or_else(|| after.get(1..)).unwrap_or("");
        rest = Some(after).filter(|after| !after.is_empty());
        Some(&text[..end])
    })
}

fn is_encoding(item: &GcgItem) -> bool {
    matches!(item, GcgItem::Pragma { keyword, .. } if keyword == PRAGMA)
}

fn read_line(gcg: &Gcg, number: usize, line: &str) -> Result<GcgItem, GcgFault> {
    if line.starts_with('>') {
        return GcgEvent::read(number, line).map(GcgItem::Event);
    }
    if let Some(pragma) = line.strip_prefix('#') {
        let (keyword, value) = pragma.split_once([' ', '\t']).unwrap_or((pragma, ""));
        return match player_number(keyword) {
            Some(digits) => read_player(gcg, number, digits, value),
            None => Ok(GcgItem::Pragma { keyword: keyword.to_string(), value: value.to_string() }),
        };
    }
    if line.chars().all(|c| matches!(c, ' ' | '\t')) {
        return Ok(GcgItem::Blank);
    }
    let before = gcg.lines.iter().rev().find(|line| line.item != GcgItem::Blank);
    match before.map(|line| &line.item) {
        Some(GcgItem::Pragma { .. } | GcgItem::Text(_)) => Ok(GcgItem::Text(line.to_string())),
        _ => Err(GcgFault::new(
            number,
            FaultKind::Syntax,
            format!(
                "`{}` is neither a pragma (#…) nor an event (>…); text may follow a #note",
                shown(line)
            ),
        )),
    }
}

/// The digits of `player1`, if the keyword is of that form.
fn player_number(keyword: &str) -> Option<&str> {
    let digits = keyword.strip_prefix("player")?;
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then_some(digits)
}

fn read_player(gcg: &Gcg, line: usize, digits: &str, value: &str) -> Result<GcgItem, GcgFault> {
    let fault = |reason: String| Err(GcgFault::new(line, FaultKind::Players, reason));
    let number = digits.parse().ok().filter(|number| (1..=MAX_GCG_PLAYERS).contains(number));
    let Some(number) = number else {
        let most = MAX_GCG_PLAYERS;
        return fault(format!(
            "there is no player {}; number them from 1 to {most}",
            shown(digits)
        ));
    };
    let value = value.trim_matches([' ', '\t']);
    let (nick, name) = value.split_once([' ', '\t']).unwrap_or((value, ""));
    if nick.len() > MAX_GCG_NICK {
        let reason = format!("the nickname has more than {MAX_GCG_NICK} bytes; shorten it");
        return Err(GcgFault::new(line, FaultKind::Size, reason));
    }
    if nick.is_empty() {
        return fault(format!("player {number} has no nickname: #player{number} nick full name"));
    }
    for (other, player) in gcg.players() {
        if other == number {
            return fault(format!("player {number} is named a second time"));
        }
        if player.nick == nick {
            return fault(format!(
                "players {other} and {number} are both called `{}`",
                shown(nick)
            ));
        }
    }
    let name = name.trim_matches([' ', '\t']).to_string();
    Ok(GcgItem::Player { number, player: GcgPlayer { nick: nick.to_string(), name } })
}
