//! Lines of bounded length from standard input.

use std::io::BufRead;

/// The longest line that is read; longer ones are left out.
pub const MOST: usize = 64 << 10;

/// The next line without its end, which may be a line feed, a carriage return or both. `Some("")`
/// also for a line that is too long; `None` at the end.
pub fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line: Vec<u8> = Vec::new();
    let mut too_long = false;
    loop {
        let part = match input.fill_buf() {
            Ok(part) => part,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if part.is_empty() && line.is_empty() {
            return None;
        }
        let end = part.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = end.unwrap_or(part.len());
        too_long |= line.len() + length > MOST;
        if !too_long {
            line.extend_from_slice(&part[..length]);
        }
        let (over, used) = (end.is_some() || part.is_empty(), length + usize::from(end.is_some()));
        input.consume(used);
        if over {
            let line = if too_long { Vec::new() } else { line };
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
        if too_long {
            // Something must stay, so that the end of the input is seen as the end of the line.
            line = vec![0];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_many_ways() {
        let long = "x".repeat(MOST + 1);
        let text = format!("one\ntwo\r\nthree\rfour {long}\nfive\n\u{FFFD}\nsix");
        let mut input = text.as_bytes();
        let mut lines: Vec<String> = std::iter::from_fn(|| next_line(&mut input)).collect();
        lines.retain(|line| !line.is_empty());
        assert_eq!(lines, ["one", "two", "three", "five", "\u{FFFD}", "six"]);
        let mut input: &[u8] = b"a\xFF\xFEb";
        assert_eq!(next_line(&mut input).as_deref(), Some("a\u{FFFD}\u{FFFD}b"));
        assert_eq!(next_line(&mut input), None);
        let mut small = std::io::BufReader::with_capacity(3, long.as_bytes());
        assert_eq!((next_line(&mut small).as_deref(), next_line(&mut small)), (Some(""), None));
    }
}
