//! `tilewright ucgi`: the Universal Crossword Game Interface on standard input and output.
//!
//! One thread reads commands all the time; another one thinks. What the document of the interface
//! leaves open is described in docs/analysis.md.

mod command;
mod input;
mod options;
mod place;
mod search;

use crate::CommandResult;
use crate::output::{Output, print};
use clap::Args;
use command::{Command, Go};
use options::{CompiledVariant, Options};
use place::Place;
use search::Search;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

/// The Universal Crossword Game Interface, for front ends.
#[derive(Args)]
#[command(
    after_help = "Commands come on standard input, one a line; answers go to standard output.\n\nExample:\n  printf 'ucgi\\nisready\\nposition cgp 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0\\ngo depth 0\\nquit\\n' | tilewright ucgi"
)]
pub struct UcgiArguments {
    /// The variant: a shipped name or a .toml file. Front ends may set it too.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    variant: String,
    /// The word list: a compiled lexicon, a KWG, a plain list, or en or nl; by default the
    /// variant's own.
    #[arg(long, value_name = "FILE")]
    lexicon: Option<String>,
}

/// What is going on.
struct Session {
    options: Options,
    compiled: Option<Arc<CompiledVariant>>,
    place: Option<Place>,
    debug: bool,
    stop: Arc<AtomicBool>,
    /// Whether the search that is under way has found its move.
    done: Arc<AtomicBool>,
    thinking: Option<JoinHandle<()>>,
}

/// Answers a front end until it says `quit` or goes away.
pub fn run(arguments: &UcgiArguments, _: &Output) -> CommandResult {
    let mut session = Session {
        options: Options {
            variant: arguments.variant.clone(),
            // Without a name, the list of the variant.
            lexicon: arguments.lexicon.clone().unwrap_or_default(),
            ..Options::default()
        },
        compiled: None,
        place: None,
        debug: false,
        stop: Arc::new(AtomicBool::new(false)),
        done: Arc::new(AtomicBool::new(false)),
        thinking: None,
    };
    let mut input = std::io::stdin().lock();
    while let Some(line) = input::next_line(&mut input) {
        let Some(command) = Command::parse(&line) else {
            if session.debug && !line.trim().is_empty() {
                say(&format!("info string not understood: {}", shown(&line)));
            }
            continue;
        };
        if session.debug {
            say(&format!("info string received: {}", shown(&line)));
        }
        if command == Command::Quit {
            break;
        }
        session.obey(command);
    }
    session.finish();
    Ok(0)
}

/// A line of a stranger, not too long and without what does not print.
fn shown(line: &str) -> String {
    line.trim().chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn say(line: &str) {
    print(line);
}

fn complain(reason: &str) {
    say(&format!("info string error: {}", shown(reason)));
}

impl Session {
    fn obey(&mut self, command: Command) {
        let over =
            |thinking: &JoinHandle<()>| self.done.load(Ordering::SeqCst) || thinking.is_finished();
        if self.thinking.as_ref().is_some_and(over) {
            self.finish();
        }
        let busy = self.thinking.is_some();
        match command {
            Command::Ucgi => {
                say(&format!("id name Tilewright {}", env!("CARGO_PKG_VERSION")));
                say("id author The Tilewright authors");
                Options::lines().into_iter().for_each(say);
                say("ucgiok");
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                if !busy {
                    // It complains by itself; the engine is ready for other commands all the same.
                    self.compiled();
                }
                say("readyok");
            }
            Command::Stop => self.finish(),
            // The others are for an engine that waits.
            _ if busy => complain("the engine is thinking; send stop first"),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(true) => (self.compiled, self.place) = (None, None),
                Ok(false) => {}
                Err(reason) => complain(&reason),
            },
            Command::NewGame => self.place = None,
            Command::Position { cgp, moves } => {
                self.place = None;
                let Some(compiled) = self.compiled() else { return };
                match Place::new(&compiled, cgp.as_deref(), &moves) {
                    Ok(place) => self.place = Some(place),
                    Err(reason) => complain(&reason),
                }
            }
            Command::Go(go) => self.go(go),
            Command::Quit => {}
        }
    }

    /// The compiled variant; loads it if need be, and complains if that fails.
    fn compiled(&mut self) -> Option<Arc<CompiledVariant>> {
        if self.compiled.is_none() {
            match CompiledVariant::load(&self.options) {
                Ok(compiled) => self.compiled = Some(Arc::new(compiled)),
                Err(failure) => complain(&failure.message),
            }
        }
        self.compiled.clone()
    }

    fn go(&mut self, go: Go) {
        let started = Instant::now();
        let (Some(compiled), Some(place)) = (self.compiled(), self.place.clone()) else {
            complain("there is no position; send one first");
            return say("bestmove pass");
        };
        self.stop.store(false, Ordering::Relaxed);
        self.done.store(false, Ordering::SeqCst);
        let (stop, done, options) = (self.stop.clone(), self.done.clone(), self.options.clone());
        self.thinking = Some(std::thread::spawn(move || {
            let say = |line: String| say(&line);
            let (compiled, options, place) = (&*compiled, &options, &place);
            let (go, stop, done, say) = (&go, &*stop, &*done, &say);
            Search { compiled, options, place, go, stop, done, say, started }.run();
        }));
    }

    /// Stops thinking and waits for the best move.
    fn finish(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thinking) = self.thinking.take()
            && thinking.join().is_err()
        {
            say("bestmove pass");
        }
    }
}
