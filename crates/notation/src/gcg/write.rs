//! Writing a file.

use super::encoding::PRAGMA;
use super::{Encoding, FaultKind, Gcg, GcgFault, GcgItem};
use std::fmt;

impl fmt::Display for GcgItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgItem::Blank => Ok(()),
            GcgItem::Player { number, player } if player.name.is_empty() => {
                write!(f, "#player{number} {}", player.nick)
            }
            GcgItem::Player { number, player } => {
                write!(f, "#player{number} {} {}", player.nick, player.name)
            }
            GcgItem::Pragma { keyword, value } if value.is_empty() => write!(f, "#{keyword}"),
            GcgItem::Pragma { keyword, value } => write!(f, "#{keyword} {value}"),
            GcgItem::Text(text) => f.write_str(text),
            GcgItem::Event(event) => event.fmt(f),
        }
    }
}

impl Gcg {
    /// Writes the file: one space between the parts of an event, one line feed after each line.
    /// What is written reads as the same; a line of which that is not so is a fault.
    pub fn write(&self) -> Result<Vec<u8>, GcgFault> {
        let mut bytes = self.render(self.encoding)?;
        if self.encoding.is_none() && !bytes.is_ascii() && std::str::from_utf8(&bytes).is_ok() {
            // By chance the bytes are UTF-8 too, and would be taken for it.
            return Err(GcgFault::new(
                1,
                FaultKind::Encoding,
                "the file would be read as UTF-8; name its encoding",
            ));
        }
        self.check(&bytes)?;
        bytes.shrink_to_fit();
        Ok(bytes)
    }

    fn render(&self, named: Option<Encoding>) -> Result<Vec<u8>, GcgFault> {
        let mut bytes = Vec::new();
        if let Some(encoding) = named {
            bytes.extend(format!("#{PRAGMA} {}\n", encoding.name()).bytes());
        }
        let encoding = named.unwrap_or(Encoding::Latin1);
        let first = 1 + usize::from(named.is_some());
        for (number, line) in (first..).zip(&self.lines) {
            let text = line.item.to_string();
            let Some(encoded) = encoding.encode(&text) else {
                let name = encoding.name();
                let reason = format!("the line has characters that {name} lacks; use UTF-8");
                return Err(GcgFault::new(number, FaultKind::Encoding, reason));
            };
            bytes.extend_from_slice(&encoded);
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    /// Whether the bytes read as this file.
    fn check(&self, bytes: &[u8]) -> Result<(), GcgFault> {
        let read = Gcg::read(bytes)?;
        if read == *self {
            return Ok(());
        }
        let pairs = read.lines.iter().zip(&self.lines);
        let same = pairs.take_while(|(line, other)| line == other).count();
        let line = same + 1 + usize::from(self.encoding.is_some());
        let reason = "the line would not be read as what it holds; keep line breaks and \
                      leading # and > out of texts, and spaces out of nicknames and racks";
        Err(GcgFault::new(line, FaultKind::Syntax, reason))
    }
}
