//! Games to be analysed, wherever they come from: every turn with the position before it.

use std::sync::Arc;
use tilewright_ai::Outlook;
use tilewright_board::CellId;
use tilewright_game::{Fact, Game, GameState, PlacedTile};
use tilewright_notation::{Gcg, GcgAction, GcgReplay, GcgTurn, TurnPosition, read_rack};
use tilewright_rules::{Board, GameStatus, Points, Ruleset, ScoreBreakdown};
use tilewright_tiles::{Face, KindId, Mark, Tile, TileCounts};

/// What a seat could know before its turn.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The tiles on the board.
    pub board: Board,
    /// The mover's tiles, as far as they are known.
    pub rack: TileCounts,
    /// Whether that is the whole rack.
    pub complete: bool,
    /// The standing.
    pub status: GameStatus,
    /// The last seat that placed tiles.
    pub last_placer: Option<u8>,
}

impl Situation {
    /// The same as what a player decides by.
    pub fn outlook<'a>(&'a self, ruleset: &'a Ruleset, seat: u8) -> Outlook<'a> {
        let Situation { board, rack, status, last_placer, .. } = self;
        Outlook { ruleset, board, seat, rack, status, last_placer: *last_placer }
    }

    fn of_gcg(position: &TurnPosition) -> Situation {
        Situation {
            board: position.board.clone(),
            rack: position.rack,
            complete: position.complete,
            status: position.status.clone(),
            last_placer: position.last_placer,
        }
    }

    fn of_state(state: &GameState, seat: u8) -> Situation {
        let outlook = Outlook::of_game(state, seat);
        Situation {
            board: outlook.board.clone(),
            rack: *outlook.rack,
            complete: true,
            status: outlook.status.clone(),
            last_placer: outlook.last_placer,
        }
    }
}

/// What was done with a turn.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Tiles were placed.
    Play {
        /// The tiles.
        placed: Vec<(CellId, Tile)>,
        /// The account.
        account: Option<Arc<ScoreBreakdown>>,
        /// Whether tiles slid too; the move generator knows no such moves.
        slides: bool,
    },
    /// These tiles were swapped.
    Swap(Vec<KindId>),
    /// This many tiles were swapped; which ones is not known.
    SwapUnknown(usize),
    /// The turn was passed.
    Pass,
    /// The turn was lost for a wrong challenge.
    Lost,
}

/// What became of a play that was challenged.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It had to be taken back.
    Withdrawn,
    /// It stood, and earned this many points more.
    Upheld(Points),
}

/// One turn.
#[derive(Clone, Debug)]
pub struct RecordedTurn {
    /// The line of the file, if it has lines.
    pub line: Option<usize>,
    /// Whose.
    pub seat: u8,
    /// The position before it.
    pub before: Situation,
    /// What was done.
    pub deed: Deed,
    /// What became of it, if it was challenged.
    pub verdict: Option<Verdict>,
    /// What the file says about it.
    pub notes: Vec<String>,
}

/// A game to be analysed.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Its title.
    pub title: Option<String>,
    /// The players, by seat.
    pub players: Vec<String>,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
    /// The scores at the end of the record, by seat.
    pub scores: Vec<Points>,
    /// Whether the game is over there.
    pub finished: bool,
    /// Why the record ends before the file does.
    pub fault: Option<String>,
}

impl Record {
    /// A game file that has been replayed by the rules of a variant.
    pub fn of_gcg(gcg: &Gcg, replay: &GcgReplay, ruleset: &Ruleset) -> Record {
        let mut notes = gcg.events().map(|(line, _)| line).zip(gcg.notes());
        let mut turns: Vec<RecordedTurn> = Vec::new();
        let mut fault = replay.fault.as_ref().map(ToString::to_string);
        for turn in &replay.turns {
            let notes = notes.find(|(line, _)| *line == turn.line);
            let notes = notes.map_or_else(Vec::new, |(_, notes)| notes);
            match (&turn.event.action, &turn.position) {
                (GcgAction::Withdrawn, _) => {
                    judge(&mut turns, turn, Verdict::Withdrawn, notes);
                }
                (GcgAction::Challenge, _) => {
                    let verdict = Verdict::Upheld(turn.event.score.clone());
                    judge(&mut turns, turn, verdict, notes);
                }
                (_, Some(position)) => {
                    let deed = match deed_of(turn, &position.board, ruleset, &notes) {
                        Ok(deed) => deed,
                        Err(reason) => {
                            fault = Some(format!("line {}: {reason}", turn.line));
                            break;
                        }
                    };
                    turns.push(RecordedTurn {
                        line: Some(turn.line),
                        seat: turn.seat,
                        before: Situation::of_gcg(position),
                        deed,
                        verdict: None,
                        notes: notes
                            .into_iter()
                            .filter(|note| !note.starts_with("#unsucc"))
                            .collect(),
                    });
                }
                _ => {}
            }
        }
        let state = replay.game.as_ref().map(Game::state);
        let players = gcg.players();
        Record {
            title: gcg.title(),
            players: players.iter().map(|(_, player)| player.nick.clone()).collect(),
            turns,
            scores: state.map_or_else(Vec::new, scores),
            finished: state.is_some_and(|state| state.result().is_some()),
            fault,
        }
    }

    /// A game with a log. All racks are known; the mover's is the only one that is used.
    pub fn of_game(game: &Game) -> Record {
        let state = game.state();
        let turns = logged_turns(game);
        let (turns, fault) =
            match turns.into_iter().map(|turn| turn.recorded(game)).collect::<Result<_, _>>() {
                Ok(turns) => (turns, None),
                Err(reason) => (Vec::new(), Some(reason)),
            };
        Record {
            title: None,
            players: (1..=state.players()).map(|number| format!("Player {number}")).collect(),
            turns,
            scores: scores(state),
            finished: state.result().is_some(),
            fault,
        }
    }
}

impl RecordedTurn {
    /// The turn of a game with a log whose event has this place in the log, and its number from 1;
    /// `None` if that event is no turn.
    ///
    /// # Errors
    /// The log cannot be replayed up to that event.
    pub fn of_event(game: &Game, event: usize) -> Result<Option<(usize, RecordedTurn)>, String> {
        let mut turns = logged_turns(game).into_iter().enumerate();
        let Some((index, turn)) = turns.find(|(_, turn)| turn.event == event) else {
            return Ok(None);
        };
        turn.recorded(game).map(|recorded| Some((index + 1, recorded)))
    }
}

/// A turn of a log, without the position before it.
struct LoggedTurn {
    event: usize,
    seat: u8,
    /// What the seat did, or why the event cannot be read.
    deed: Result<Deed, String>,
    verdict: Option<Verdict>,
}

impl LoggedTurn {
    /// With the position.
    fn recorded(self, game: &Game) -> Result<RecordedTurn, String> {
        let before = game.branch(self.event).map_err(|error| error.to_string())?;
        let LoggedTurn { seat, deed, verdict, .. } = self;
        let deed = deed?;
        let before = Situation::of_state(before.state(), seat);
        Ok(RecordedTurn { line: None, seat, before, deed, verdict, notes: Vec::new() })
    }
}

/// The turns of a log.
fn logged_turns(game: &Game) -> Vec<LoggedTurn> {
    let ruleset = game.ruleset();
    let mut turns: Vec<LoggedTurn> = Vec::new();
    for (event, logged) in game.events().iter().enumerate() {
        let (seat, deed) = match &logged.fact {
            Fact::Played { seat, placements, slides, score, .. } => {
                let placed = placements.iter().map(|placed| {
                    let known = tile_of(ruleset, placed);
                    known.ok_or_else(|| unknown(event, &format!("{} {}", placed.cell, placed.tile)))
                });
                let (account, slides) = (Some(score.clone()), !slides.is_empty());
                let placed = placed.collect::<Result<_, _>>();
                (*seat, placed.map(|placed| Deed::Play { placed, account, slides }))
            }
            Fact::Swapped { seat, returned, .. } => {
                let kinds = returned
                    .iter()
                    .map(|name| ruleset.tiles().find(name).ok_or_else(|| unknown(event, name)));
                (*seat, kinds.collect::<Result<_, _>>().map(Deed::Swap))
            }
            Fact::Passed { seat, .. } => (*seat, Ok(Deed::Pass)),
            Fact::TurnLost { seat } => (*seat, Ok(Deed::Lost)),
            Fact::Withdrawn { seat } => {
                let last = turns.iter_mut().rfind(|turn| turn.seat == *seat);
                last.into_iter().for_each(|turn| turn.verdict = Some(Verdict::Withdrawn));
                continue;
            }
            Fact::Challenged { mover, invalid, .. } if invalid.is_empty() => {
                let last = turns.iter_mut().rfind(|turn| turn.seat == *mover);
                let upheld = || Some(Verdict::Upheld(Points::ZERO));
                last.into_iter().for_each(|turn| turn.verdict = upheld());
                continue;
            }
            _ => continue,
        };
        turns.push(LoggedTurn { event, seat, deed, verdict: None });
    }
    turns
}

fn unknown(event: usize, what: &str) -> String {
    format!("event {event}: `{what}` is not on the board or not among the tiles of the variant")
}

fn scores(state: &GameState) -> Vec<Points> {
    (0..state.players()).map(|seat| state.score(seat)).collect()
}

/// Notes down what became of the last play of a seat.
fn judge(turns: &mut [RecordedTurn], judged: &GcgTurn, verdict: Verdict, notes: Vec<String>) {
    if let Some(turn) = turns.iter_mut().rfind(|turn| turn.seat == judged.seat) {
        turn.verdict = Some(verdict);
        turn.notes.extend(notes);
    }
}

/// What a seat did, or why its line cannot be read.
fn deed_of(
    turn: &GcgTurn,
    board: &Board,
    ruleset: &Ruleset,
    notes: &[String],
) -> Result<Deed, String> {
    Ok(match &turn.event.action {
        GcgAction::Play { square, word } => {
            let placed = square.place(ruleset, board, word)?;
            Deed::Play { placed, account: turn.account.clone(), slides: false }
        }
        GcgAction::Exchange(tiles) => Deed::Swap(read_rack(ruleset.tiles(), tiles)?),
        GcgAction::ExchangeCount(count) => Deed::SwapUnknown(usize::from(*count)),
        _ if notes.iter().any(|note| note.contains("#unsuccessful-challenge")) => Deed::Lost,
        _ => Deed::Pass,
    })
}

/// The cell and the tile of a placement in a log.
fn tile_of(ruleset: &Ruleset, placed: &PlacedTile) -> Option<(CellId, Tile)> {
    let tiles = ruleset.tiles();
    let cell = placed.cell.find(ruleset.topology())?;
    let kind = tiles.find(&placed.tile)?;
    let letter = match (&placed.letter, tiles.kind(kind).face) {
        (Some(symbol), _) => tiles.alphabet().letter(symbol)?,
        (None, Face::Letter(letter)) => letter,
        (None, Face::Blank(_)) => return None,
    };
    Some((cell, Tile { kind, letter, mark: Mark::NONE }))
}
