//! Whether placements are a legal move, by the definition of each rule.

use crate::amount::Amount;
use crate::{Piece, PlacedTile, PlayerView, Referee};
use std::collections::BTreeSet;
use tilewright_rules::spec::{Contact, Placement, Reading, StartMode};

/// A word on the board after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    /// Its axis.
    pub axis: usize,
    /// Its cells along the axis.
    pub cells: Vec<usize>,
}

/// What the referee says of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The ids of the rules that it breaks.
    pub broken: BTreeSet<String>,
    /// What it scores, if it breaks none.
    pub total: Option<Amount>,
    /// Whether every word formed is in the list, whether or not that is asked for.
    pub words_known: bool,
}

impl Verdict {
    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        self.broken.is_empty()
    }

    fn of_broken(rule: &str) -> Verdict {
        Verdict { broken: [rule.to_string()].into(), total: None, words_known: false }
    }
}

/// The board as it is after a move.
pub(crate) struct After<'a> {
    pub view: &'a PlayerView,
    pub laid: &'a [PlacedTile],
    placed: Vec<Option<Piece>>,
}

impl<'a> After<'a> {
    fn new(view: &'a PlayerView, laid: &'a [PlacedTile]) -> After<'a> {
        let mut placed = vec![None; view.stacks.len()];
        laid.iter().for_each(|tile| placed[tile.cell] = Some(tile.piece));
        After { view, laid, placed }
    }

    pub fn is_new(&self, cell: usize) -> bool {
        self.placed[cell].is_some()
    }

    pub fn piece(&self, cell: usize) -> Option<Piece> {
        self.placed[cell].or_else(|| self.view.top(cell))
    }

    pub fn filled(&self, cell: usize) -> bool {
        self.is_new(cell) || self.view.occupied(cell)
    }
}

impl Referee {
    /// Which rules the placements break, or what they score. Cells must be on the board.
    pub fn judge(&self, view: &PlayerView, laid: &[PlacedTile]) -> Verdict {
        if laid.is_empty() {
            return Verdict::of_broken("empty_move");
        }
        let after = After::new(view, laid);
        let connected = self.spec.line_placement.placement == Placement::Connected;
        let mut broken = BTreeSet::new();
        let words = match connected {
            true => self.words_of_groups(&after),
            false => self.words_of_line(&after, &mut broken),
        };
        self.check_cells(&after, &mut broken);
        let formed = words.as_deref().unwrap_or(&[]);
        self.check_contact(&after, formed.first(), connected, &mut broken);
        self.check_rack(&after, &mut broken);
        self.check_stacks(&after, &mut broken);
        self.check_plugins(&after, &mut broken);
        let words_known = formed.iter().all(|word| !self.directions(&after, word).is_empty());
        let in_place = ["line_placement", "no_gaps", "cell_availability"];
        if !in_place.iter().any(|rule| broken.contains(*rule)) {
            if self.checks_words() && !words_known {
                broken.insert("word_validation".to_string());
            }
            let shortest = usize::from(self.spec.min_word_length.min_main_length);
            let short = formed.first().is_none_or(|main| main.cells.len() < shortest);
            if short && self.spec.min_word_length.enabled {
                broken.insert("min_word_length".to_string());
            }
        }
        let total = broken.is_empty().then(|| self.total(&after, formed));
        Verdict { broken, total, words_known }
    }

    /// The run of filled cells through a cell along an axis.
    fn run(&self, after: &After<'_>, cell: usize, axis: usize) -> Word {
        let (line, place) = self.places[cell][axis];
        let line = &self.lines[line].cells;
        let before = line[..place].iter().rev().take_while(|cell| after.filled(**cell)).count();
        let behind = line[place..].iter().take_while(|cell| after.filled(**cell)).count();
        Word { axis, cells: line[place - before..place + behind].to_vec() }
    }

    /// The words of a move on one line, the main word first; `None` if there is no such line.
    fn words_of_line(&self, after: &After<'_>, broken: &mut BTreeSet<String>) -> Option<Vec<Word>> {
        let first = after.laid[0].cell;
        let line = |cell: usize, axis: usize| self.places[cell][axis].0;
        let on_one_line = |axis: &usize| {
            after.laid.iter().all(|tile| line(tile.cell, *axis) == line(first, *axis))
        };
        let axes: Vec<usize> = (0..self.readings.len()).filter(on_one_line).collect();
        if axes.is_empty() {
            broken.insert("line_placement".to_string());
            return None;
        }
        let mut main: Option<Word> = None;
        for axis in axes {
            let run = self.run(after, first, axis);
            let gapless = after.laid.iter().all(|tile| run.cells.contains(&tile.cell));
            let longer = main.as_ref().is_none_or(|best| run.cells.len() > best.cells.len());
            if gapless && longer {
                main = Some(run);
            }
        }
        let Some(main) = main else {
            broken.insert("no_gaps".to_string());
            return None;
        };
        let cross = self.runs(after, (0..self.readings.len()).filter(|axis| *axis != main.axis));
        let lone = main.cells.len() == 1;
        if lone && (self.spec.min_word_length.min_main_length > 1 || !cross.is_empty()) {
            return Some(cross);
        }
        let mut words = vec![main];
        for word in cross {
            if !words.iter().any(|known| known.cells == word.cells) {
                words.push(word);
            }
        }
        Some(words)
    }

    /// The words of a move whose tiles lie anywhere: all runs, the longest first.
    fn words_of_groups(&self, after: &After<'_>) -> Option<Vec<Word>> {
        let mut words = Vec::new();
        for word in self.runs(after, 0..self.readings.len()) {
            if !words.iter().any(|known: &Word| known.cells == word.cells) {
                words.push(word);
            }
        }
        let longest = words.iter().map(|word| word.cells.len()).fold(0, usize::max);
        if let Some(main) = words.iter().position(|word| word.cells.len() == longest) {
            let main = words.remove(main);
            words.insert(0, main);
        } else if self.spec.min_word_length.min_main_length == 1 && after.laid.len() == 1 {
            words.push(self.run(after, after.laid[0].cell, 0));
        }
        Some(words)
    }

    /// All runs of two or more through placed cells, by axis and line.
    fn runs(&self, after: &After<'_>, axes: impl Iterator<Item = usize>) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        for axis in axes {
            let mut of_axis: Vec<Word> = Vec::new();
            for tile in after.laid {
                let run = self.run(after, tile.cell, axis);
                if run.cells.len() > 1 && !of_axis.contains(&run) {
                    of_axis.push(run);
                }
            }
            of_axis.sort_by_key(|word| self.places[word.cells[0]][axis]);
            words.extend(of_axis);
        }
        words
    }

    fn check_cells(&self, after: &After<'_>, broken: &mut BTreeSet<String>) {
        let mut seen = BTreeSet::new();
        for tile in after.laid {
            let taken = after.view.occupied(tile.cell) && !self.spec.stacking.enabled;
            if taken || !seen.insert(tile.cell) {
                broken.insert("cell_availability".to_string());
            }
        }
    }

    fn check_contact(
        &self,
        after: &After<'_>,
        main: Option<&Word>,
        connected: bool,
        broken: &mut BTreeSet<String>,
    ) {
        let on_start = self.starts.iter().any(|cell| after.is_new(*cell));
        let start = &self.spec.first_move_start;
        let required = start.enabled && start.start == StartMode::Required;
        let empty = after.view.is_empty();
        if empty && required && !on_start {
            broken.insert("first_move_start".to_string());
        }
        let touches = |cell: usize| {
            after.view.occupied(cell)
                || self.neighbours[cell].iter().any(|other| after.view.occupied(*other))
        };
        let joined = if connected {
            self.all_hang_together(after)
        } else if empty {
            true
        } else if let (Contact::Overlap, Some(main)) = (&self.spec.connection.contact, main) {
            main.cells.iter().any(|cell| after.view.occupied(*cell))
        } else {
            after.laid.iter().any(|tile| touches(tile.cell))
        };
        if !joined && self.spec.connection.enabled {
            broken.insert("connection".to_string());
        }
    }

    /// Whether every placed letter leads, through letters, to an old one or to a start cell.
    fn all_hang_together(&self, after: &After<'_>) -> bool {
        after.laid.iter().all(|tile| {
            let mut seen = BTreeSet::from([tile.cell]);
            let mut open = vec![tile.cell];
            while let Some(cell) = open.pop() {
                if after.view.occupied(cell) || self.starts.contains(&cell) {
                    return true;
                }
                let next = self.neighbours[cell].iter().filter(|cell| after.filled(**cell));
                open.extend(next.copied().filter(|cell| seen.insert(*cell)));
            }
            false
        })
    }

    fn check_rack(&self, after: &After<'_>, broken: &mut BTreeSet<String>) {
        let mut rack = after.view.rack.clone();
        for tile in after.laid {
            match rack[tile.piece.kind].checked_sub(1) {
                Some(rest) => rack[tile.piece.kind] = rest,
                None => drop(broken.insert("tiles_in_rack".to_string())),
            }
        }
    }

    fn check_stacks(&self, after: &After<'_>, broken: &mut BTreeSet<String>) {
        let settings = &self.spec.stacking;
        if !settings.enabled {
            return;
        }
        let limit = usize::from(settings.max_height);
        let bad = |tile: &PlacedTile| {
            let same = after.view.top(tile.cell).is_some_and(|top| top.letter == tile.piece.letter);
            after.view.stacks[tile.cell].len() >= limit || settings.forbid_same && same
        };
        let covers_word = |line: &crate::Line| {
            let old = line.cells.split(|cell| !after.view.occupied(*cell));
            old.filter(|run| run.len() > 1).any(|run| run.iter().all(|cell| after.is_new(*cell)))
        };
        if after.laid.iter().any(bad) || settings.keep_one && self.lines.iter().any(covers_word) {
            broken.insert("stacking".to_string());
        }
    }

    fn check_plugins(&self, after: &After<'_>, broken: &mut BTreeSet<String>) {
        for plugin in self.plugins.iter().filter(|plugin| plugin.name == "reject_far") {
            let most = plugin.config["max_distance"].as_u64();
            let most = most.expect("a checked plugin has a distance");
            let far = |one: &PlacedTile| {
                after
                    .laid
                    .iter()
                    .any(|two| self.distance(one.cell, two.cell).is_none_or(|d| d > most))
            };
            if after.laid.iter().any(far) {
                broken.insert(plugin.name.clone());
            }
        }
    }

    /// The number of steps from cell to cell along the lines.
    fn distance(&self, from: usize, to: usize) -> Option<u64> {
        let mut seen = BTreeSet::from([from]);
        let mut ring = vec![from];
        for steps in 0.. {
            if ring.contains(&to) {
                return Some(steps);
            }
            if ring.is_empty() {
                break;
            }
            let next = ring.iter().flat_map(|cell| self.neighbours[*cell].iter().copied());
            ring = next.filter(|cell| seen.insert(*cell)).collect();
        }
        None
    }

    /// The directions (true: along the axis) in which a run is a word and scores as one.
    pub(crate) fn directions(&self, after: &After<'_>, word: &Word) -> Vec<bool> {
        let pieces = word.cells.iter().filter_map(|cell| after.piece(*cell));
        let mut letters: Vec<u8> = pieces.map(|piece| piece.letter).collect();
        let settings = &self.spec.word_validation;
        let unchecked = settings.dictionary != tilewright_rules::spec::DictionaryMode::Check;
        let known = |letters: &[u8]| match settings.anagram_words {
            true => self.words.knows_in_some_order(letters),
            false => self.words.knows(letters),
        };
        let free = unchecked || word.cells.len() == 1;
        let reading = self.readings[word.axis];
        let mut directions = Vec::new();
        if reading != Reading::Backward && (free || known(&letters)) {
            directions.push(true);
        }
        letters.reverse();
        let backward = match reading {
            Reading::Forward => false,
            Reading::Backward => true,
            Reading::Both => !free,
        };
        if backward && (free || known(&letters)) {
            directions.push(false);
        }
        directions
    }
}
