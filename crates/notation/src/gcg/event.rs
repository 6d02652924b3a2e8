//! Events: what happened in one turn or after the last one.

use super::{FaultKind, GcgFault, MAX_GCG_NICK, shown};
use crate::Square;
use std::fmt;
use tilewright_rules::Points;

/// What an event is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgAction {
    /// `8H READ`: tiles were placed.
    Play {
        /// Where the word begins and which way it goes.
        square: Square,
        /// The word: `.` for a tile that was there, lower case for a blank.
        word: String,
    },
    /// `-ABC`: these tiles were exchanged.
    Exchange(String),
    /// `-3`: the number of exchanged tiles.
    ExchangeCount(u16),
    /// `-`: the turn was passed.
    Pass,
    /// `--`: the play before was challenged and withdrawn.
    Withdrawn,
    /// `(challenge)`: the play before was challenged in vain.
    Challenge,
    /// `(time)`: points lost for overtime.
    Time,
    /// `(ABC)`: points for the tiles left at the end.
    EndRack(String),
}

/// One event line.
#[derive(Clone, PartialEq, Debug)]
pub struct GcgEvent {
    /// Who.
    pub nick: String,
    /// The tiles on the rack before it; may be empty, where they are not known.
    pub rack: String,
    /// What happened.
    pub action: GcgAction,
    /// The points gained or lost.
    pub score: Points,
    /// The points afterwards.
    pub total: Points,
    /// What else stands on the line.
    pub remark: String,
}

/// The words of a line, one after another.
struct Words<'a> {
    line: usize,
    rest: &'a str,
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

impl<'a> Words<'a> {
    fn peek(&self) -> &'a str {
        let rest = self.rest.trim_start_matches(is_space);
        rest.split(is_space).next().expect("a split text has a first part")
    }

    fn next(&mut self) -> &'a str {
        let word = self.peek();
        let rest = self.rest.trim_start_matches(is_space);
        self.rest = &rest[word.len()..];
        word
    }

    fn fault(&self, reason: String) -> GcgFault {
        GcgFault::new(self.line, FaultKind::Syntax, reason)
    }

    fn expect(&mut self, what: &str) -> Result<&'a str, GcgFault> {
        match self.next() {
            "" => Err(self.fault(format!(
                "the line ends where {what} should be; \
                 an event is `>nick: rack square word +score total`"
            ))),
            word => Ok(word),
        }
    }
}

impl GcgEvent {
    /// Reads a line that begins with `>`.
    pub(super) fn read(line: usize, text: &str) -> Result<GcgEvent, GcgFault> {
        let mut words = Words { line, rest: text };
        let head = words.next();
        let nick = head.strip_prefix('>').and_then(|rest| rest.strip_suffix(':'));
        let nick = nick.filter(|nick| !nick.is_empty()).ok_or_else(|| {
            let head = shown(head);
            words.fault(format!("`{head}` is not `>nick:`; end the nickname with a colon"))
        })?;
        if nick.len() > MAX_GCG_NICK {
            let reason = format!("the nickname has more than {MAX_GCG_NICK} bytes; shorten it");
            return Err(GcgFault::new(line, FaultKind::Size, reason));
        }
        let rack = if begins_action(words.peek()) { "" } else { words.next() };
        let action = read_action(&mut words)?;
        let score = words.expect("the score")?;
        let score = read_score(score).ok_or_else(|| {
            let score = shown(score);
            words.fault(format!("`{score}` is no score; write a sign and a number, as in +24"))
        })?;
        let total = words.expect("the running total")?;
        let total = total.strip_prefix('+').unwrap_or(total).parse().map_err(|_| {
            let total = shown(total);
            words.fault(format!("`{total}` is no running total; write a number, as in 124"))
        })?;
        Ok(GcgEvent {
            nick: nick.to_string(),
            rack: rack.to_string(),
            action,
            score,
            total,
            remark: words.rest.trim_matches(is_space).to_string(),
        })
    }
}

/// Whether a word can only be the beginning of an action, so that there is no rack.
fn begins_action(word: &str) -> bool {
    word.starts_with(['(', '-', '+']) || word.contains(|c: char| c.is_ascii_digit())
}

fn read_action(words: &mut Words<'_>) -> Result<GcgAction, GcgFault> {
    let word = words.expect("the move")?;
    match word {
        "-" => return Ok(GcgAction::Pass),
        "--" => return Ok(GcgAction::Withdrawn),
        "(challenge)" => return Ok(GcgAction::Challenge),
        "(time)" => return Ok(GcgAction::Time),
        _ => {}
    }
    if let Some(tiles) = word.strip_prefix('-') {
        if !tiles.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(GcgAction::Exchange(tiles.to_string()));
        }
        let count = tiles.parse().ok().filter(|count| *count > 0);
        let reason = || words.fault(format!("`{}` is no number of tiles", shown(word)));
        return count.map(GcgAction::ExchangeCount).ok_or_else(reason);
    }
    if let Some(rest) = word.strip_prefix('(') {
        let tiles = rest.strip_suffix(')').filter(|tiles| !tiles.is_empty());
        let reason = || words.fault(format!("`{}` should be tiles in ( )", shown(word)));
        return tiles.map(|tiles| GcgAction::EndRack(tiles.to_string())).ok_or_else(reason);
    }
    let square = word.parse().map_err(|reason| words.fault(reason))?;
    let word = words.expect("the word")?.to_string();
    Ok(GcgAction::Play { square, word })
}

/// `+24`, `-24`; also `+-24`, as some write a loss.
fn read_score(text: &str) -> Option<Points> {
    let number = match text.strip_prefix('+') {
        Some(number) => number,
        None => text.strip_prefix('-').map(|_| text)?,
    };
    number.parse().ok()
}

impl fmt::Display for GcgAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgAction::Play { square, word } => write!(f, "{square} {word}"),
            GcgAction::Exchange(tiles) => write!(f, "-{tiles}"),
            GcgAction::ExchangeCount(count) => write!(f, "-{count}"),
            GcgAction::Pass => f.write_str("-"),
            GcgAction::Withdrawn => f.write_str("--"),
            GcgAction::Challenge => f.write_str("(challenge)"),
            GcgAction::Time => f.write_str("(time)"),
            GcgAction::EndRack(tiles) => write!(f, "({tiles})"),
        }
    }
}

impl fmt::Display for GcgEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ">{}:", self.nick)?;
        if !self.rack.is_empty() {
            write!(f, " {}", self.rack)?;
        }
        let loses = match self.action {
            GcgAction::Withdrawn | GcgAction::Time => true,
            GcgAction::EndRack(_) => !self.rack.is_empty(),
            _ => false,
        };
        let sign = match self.score.signum() {
            0 if loses => "-",
            0 | 1 => "+",
            _ => "",
        };
        write!(f, " {} {sign}{} {}", self.action, self.score, self.total)?;
        if self.remark.is_empty() { Ok(()) } else { write!(f, " {}", self.remark) }
    }
}
