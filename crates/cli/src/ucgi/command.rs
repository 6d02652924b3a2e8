//! Lines of the interface: what a front end says.

/// A line, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `ucgi`
    Ucgi,
    /// `debug on`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … value …`
    SetOption {
        /// The option, in lower case.
        name: String,
        /// The value; empty for `<empty>` or none.
        value: String,
    },
    /// `ucginewgame`
    NewGame,
    /// `position …`
    Position {
        /// The CGP; `None` for the start.
        cgp: Option<String>,
        /// The moves after it.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `quit`
    Quit,
}

/// What limits a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// Only these moves.
    pub only: Vec<String>,
    /// These moves too.
    pub also: Vec<String>,
    /// The clocks of player 1 and 2, in milliseconds.
    pub time: [Option<u64>; 2],
    /// What they gain by a move.
    pub increment: [Option<u64>; 2],
    /// Turns after the move; 0 for score and leave alone.
    pub depth: Option<u32>,
    /// The exact number of milliseconds.
    pub move_time: Option<u64>,
    /// The largest number of rollouts.
    pub nodes: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// Until the best move is so sure, in percent.
    pub sure: Option<u32>,
}

const COMMANDS: [&str; 9] =
    ["ucgi", "debug", "isready", "setoption", "ucginewgame", "position", "go", "stop", "quit"];

impl Command {
    /// Reads a line; unknown words before a command are left out. `None`: there is none.
    pub fn parse(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace().skip_while(|word| !COMMANDS.contains(word));
        let command = words.next()?;
        let words: Vec<&str> = words.collect();
        Some(match command {
            "ucgi" => Command::Ucgi,
            "debug" => match words.first().copied() {
                Some("on") => Command::Debug(true),
                Some("off") => Command::Debug(false),
                _ => return None,
            },
            "isready" => Command::IsReady,
            "setoption" => option(&words)?,
            "ucginewgame" => Command::NewGame,
            "position" => position(&words)?,
            "go" => Command::Go(go(&words)),
            "stop" => Command::Stop,
            _ => Command::Quit,
        })
    }
}

fn option(words: &[&str]) -> Option<Command> {
    let from = words.iter().position(|word| *word == "name")? + 1;
    let until = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = words.get(from..until)?.join(" ").to_lowercase();
    let value = words.get(until + 1..).unwrap_or(&[]).join(" ");
    let value = if value == "<empty>" { String::new() } else { value };
    Some(Command::SetOption { name, value })
}

fn position(words: &[&str]) -> Option<Command> {
    let from = words.iter().position(|word| matches!(*word, "cgp" | "startpos"))?;
    let until = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let cgp = match words[from] {
        "cgp" => Some(words.get(from + 1..until)?.join(" ")),
        _ => None,
    };
    let moves = words.get(until + 1..).unwrap_or(&[]);
    Some(Command::Position { cgp, moves: moves.iter().map(ToString::to_string).collect() })
}

const LIMITS: [&str; 13] = [
    "searchmoves",
    "alsosearchmoves",
    "1time",
    "2time",
    "1inc",
    "2inc",
    "depth",
    "firstwin",
    "movetime",
    "infinite",
    "stopcondition",
    "threads",
    "nodes",
];

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let number = words.get(at).and_then(|word| word.parse::<u64>().ok());
        let mut moves = || {
            let rest = words[at..].iter().take_while(|word| !LIMITS.contains(word));
            let moves: Vec<String> = rest.map(ToString::to_string).collect();
            at += moves.len();
            moves
        };
        match *word {
            "searchmoves" => go.only = moves(),
            "alsosearchmoves" => go.also = moves(),
            "1time" => go.time[0] = number,
            "2time" => go.time[1] = number,
            "1inc" => go.increment[0] = number,
            "2inc" => go.increment[1] = number,
            "depth" => go.depth = number.map(|depth| depth.min(60) as u32),
            "movetime" => go.move_time = number,
            "nodes" => go.nodes = number,
            "stopcondition" => go.sure = number.map(|sure| sure.min(100) as u32),
            "infinite" => go.infinite = true,
            // The numbers of limits, other engines' limits, and what nobody knows.
            _ => {}
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_document_says() {
        let set = |name: &str, value: &str| {
            Some(Command::SetOption { name: name.to_string(), value: value.to_string() })
        };
        let table = [
            ("ucgi", Some(Command::Ucgi)),
            ("joho debug on", Some(Command::Debug(true))),
            ("\t  debug \t  \t\ton\t  ", Some(Command::Debug(true))),
            ("debug joho on", None),
            ("setoption name Selectivity value 3", set("selectivity", "3")),
            ("setoption name Clear Hash", set("clear hash", "")),
            ("setoption name Lexicon value <empty>", set("lexicon", "")),
            ("setoption name value", set("", "")),
            ("setoption value name", None),
            ("position", None),
            ("register later", None),
            ("", None),
            ("QUIT", None),
            ("quit", Some(Command::Quit)),
        ];
        for (line, expected) in table {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn positions_have_a_line_and_moves() {
        let parse = |line: &str| match Command::parse(line) {
            Some(Command::Position { cgp, moves }) => (cgp, moves.join(" ")),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            parse("position startpos moves h4.HADJI rack.AEIRSTX"),
            (None, "h4.HADJI rack.AEIRSTX".to_string())
        );
        let (cgp, moves) = parse("position cgp 15/15 AB/  0/0 0 lex CSW21; moves");
        assert_eq!((cgp.as_deref(), moves.as_str()), (Some("15/15 AB/ 0/0 0 lex CSW21;"), ""));
    }

    #[test]
    fn limits_come_in_any_order() {
        let Some(Command::Go(go)) = Command::parse(
            "go infinite searchmoves h4.HADJI ex.J depth 3 1time 5000 2inc x stopcondition 99 joho",
        ) else {
            panic!("no go");
        };
        assert_eq!((go.infinite, go.depth, go.sure), (true, Some(3), Some(99)));
        assert_eq!(go.only, ["h4.HADJI", "ex.J"]);
        assert_eq!((go.time, go.increment), ([Some(5000), None], [None, None]));
    }
}
