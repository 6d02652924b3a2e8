//! The law of the move generator: it finds exactly the legal straight plays, each once, with
//! their scores.
//!
//! A [`Law`] holds a generator and a referee for the same variant and the same words;
//! [`Law::check`] compares them in one position. A [`Tour`] goes from position to position of
//! random games, and [`check_positions`] makes many of them. Tests, benchmarks and fuzzing share all of
//! this.

mod check;
mod lists;
mod position;
mod tour;

pub use check::{Report, Scale, check_positions};
pub use lists::{Lists, PART};
pub use position::TestPosition;
pub use tour::{Pace, Tour, TourStop};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tilewright_lexicon::{Lexicon, Mode, WordList};
use tilewright_movegen::{Generator, Play};
use tilewright_referee::{Piece, PlacedTile, PlayerView, Plays, Referee};
use tilewright_rules::{Position, Ruleset};

/// A play that the generator found, and its score as text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Answer {
    /// The tiles in the order of the cells.
    pub laid: Vec<PlacedTile>,
    /// The score.
    pub points: String,
}

impl Answer {
    /// The only place that knows what the generator's plays look like.
    fn of(play: &Play<'_>) -> Answer {
        let (placements, points) = (play.placements(), &play.points());
        let mut laid: Vec<PlacedTile> = (placements.iter())
            .map(|placed| PlacedTile {
                cell: placed.cell.index(),
                piece: Piece { kind: placed.tile.kind.index(), letter: placed.tile.letter.0 },
            })
            .collect();
        laid.sort_unstable();
        Answer { laid, points: points.to_string() }
    }
}

/// How the law is broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Breach {
    /// A legal play was not found.
    Missed,
    /// A play was found more than once.
    Twice,
    /// A play was found that is not legal.
    Illegal,
    /// A play has another score.
    Score,
}

/// A play with which the law is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// How.
    pub breach: Breach,
    /// The play and what is wrong with it.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let breach = match self.breach {
            Breach::Missed => "missed",
            Breach::Twice => "found twice",
            Breach::Illegal => "not legal",
            Breach::Score => "another score",
        };
        write!(f, "{breach}: {}", self.what)
    }
}

/// A generator and a referee for the same variant and the same words.
pub struct Law {
    generator: Generator,
    referee: Referee,
}

impl Law {
    /// The law of a variant with a word list (one word a line).
    pub fn new(ruleset: &Ruleset, words: &str) -> Result<Law, String> {
        let alphabet = ruleset.tiles().alphabet();
        let list = WordList::read(words.as_bytes(), alphabet, Mode::Skip);
        let lexicon = list.and_then(|list| Lexicon::build(&list, Generator::graph_kind(ruleset)));
        let lexicon = lexicon.map_err(|error| error.to_string())?;
        let generator = Generator::new(ruleset, &lexicon).map_err(|error| error.to_string())?;
        let referee = Referee::new(generator.ruleset(), words);
        Ok(Law { generator, referee })
    }

    /// The rules that plays are generated under: the variant's, with words checked.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.generator.ruleset()
    }

    /// The referee.
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// What the generator finds.
    pub fn answers(&self, tested: &TestPosition) -> Vec<Answer> {
        let position = Position {
            switches: &tested.switches,
            ..Position::new(self.ruleset(), &tested.board, &tested.rack)
        };
        let mut answers = Vec::new();
        self.generator.all_plays(&position, &mut |play: &Play<'_>| answers.push(Answer::of(play)));
        answers
    }

    /// Every legal straight play, as the referee finds them.
    pub fn legal(&self, tested: &TestPosition) -> Plays {
        let view = self.view(tested);
        match tested.switches.is_empty() {
            true => self.referee.every_play(&view),
            false => self.referee.switched(&tested.switches).every_play(&view),
        }
    }

    /// Compares the generator with the referee. The answer is the legal plays and all faults.
    pub fn check(&self, tested: &TestPosition) -> (Plays, Vec<Fault>) {
        let legal = self.legal(tested);
        let faults = self.compare(tested, &legal, self.answers(tested));
        (legal, faults)
    }

    /// Compares answers with the legal plays.
    pub fn compare(
        &self,
        tested: &TestPosition,
        legal: &Plays,
        answers: Vec<Answer>,
    ) -> Vec<Fault> {
        let shown = |laid: &[PlacedTile]| tested.show_laid(self.ruleset(), laid);
        let mut faults = Vec::new();
        let mut fault = |breach, what| faults.push(Fault { breach, what });
        let mut found: BTreeMap<Vec<PlacedTile>, String> = BTreeMap::new();
        for Answer { laid, points } in answers {
            match legal.get(&laid) {
                None => {
                    let referee = self.referee.switched(&tested.switches);
                    let broken = referee.judge(&self.view(tested), &laid).broken;
                    fault(Breach::Illegal, format!("{} breaks {broken:?}", shown(&laid)));
                }
                Some(total) if total.to_string() != points => {
                    let what = format!("{} for {points}, should be {total}", shown(&laid));
                    fault(Breach::Score, what);
                }
                Some(_) => {}
            }
            if found.contains_key(&laid) {
                fault(Breach::Twice, shown(&laid));
            }
            found.insert(laid, points);
        }
        for (laid, total) in legal.iter().filter(|(laid, _)| !found.contains_key(*laid)) {
            fault(Breach::Missed, format!("{} for {total}", shown(laid)));
        }
        faults
    }

    fn view(&self, tested: &TestPosition) -> PlayerView {
        PlayerView::new(&tested.board, &tested.rack, self.ruleset().tiles().kinds().len())
    }
}
