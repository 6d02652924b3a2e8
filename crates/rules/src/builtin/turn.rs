//! Rules about the placements of a move.

use super::rule;
use crate::spec::{
    ConnectionSpec, Contact, DictionaryMode, FirstMoveStartSpec, LinePlacementSpec,
    MinWordLengthSpec, Placement, RulesSpec, Stacking, StartMode, Toggle, WordValidationSpec,
};
use crate::validated::labels;
use crate::{MoveFacts, RuleId, RuleResult, TurnRule, Violation, ViolationId};
use std::sync::Arc;
use tilewright_board::CellId;
use tilewright_tiles::TileCounts;

/// The built-in turn rules, in the order in which they are asked and reported.
pub fn rules(spec: &RulesSpec) -> Vec<Arc<dyn TurnRule>> {
    let connected = spec.line_placement.placement == Placement::Connected;
    vec![
        Arc::new(LinePlacementRule::new(spec.line_placement.clone())),
        Arc::new(NoGapsRule::new(Toggle { enabled: spec.no_gaps.enabled && !connected })),
        Arc::new(BoardBoundsRule::new(spec.board_bounds.clone())),
        Arc::new(CellAvailabilityRule::new(spec.cell_availability.clone())),
        Arc::new(FirstMoveStartRule::new(spec.first_move_start.clone())),
        Arc::new(ConnectionRule::new(spec.connection.clone())),
        Arc::new(BlankLetterRule::new(spec.blank_letter.clone())),
        Arc::new(WordValidationRule::new(spec.word_validation.clone())),
        Arc::new(TilesInRackRule::new(spec.tiles_in_rack.clone())),
        Arc::new(MinWordLengthRule::new(spec.min_word_length.clone())),
        Arc::new(StackingRule::new(spec.stacking.clone())),
    ]
}

/// What a rule that looks at words needs.
const WORDS_NEED: [&str; 4] = [
    RuleId::LinePlacement.id(),
    RuleId::NoGaps.id(),
    RuleId::BoardBounds.id(),
    RuleId::CellAvailability.id(),
];

fn fail(
    facts: &MoveFacts<'_>,
    id: ViolationId,
    message: impl Into<String>,
    cells: impl IntoIterator<Item = CellId>,
) -> RuleResult {
    let ruleset = facts.position().ruleset;
    Violation::new(id, message).at(labels(ruleset, cells)).into()
}

rule! {
    /// All tiles of a move lie on one line.
    LinePlacementRule(LinePlacementSpec), LinePlacement
}

impl LinePlacementRule {
    fn on(&self) -> bool {
        self.settings.enabled && self.settings.placement == Placement::Line
    }
    fn describe(&self) -> String {
        "All tiles of a move lie on one line of the board.".to_string()
    }
}

impl TurnRule for LinePlacementRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        if facts.on_one_line {
            return RuleResult::pass();
        }
        let message = "the tiles do not lie on one line (lines end at the edge of the board and at its holes); move them onto one";
        fail(facts, ViolationId::LinePlacement, message, facts.cells())
    }
}

rule! {
    /// No empty cell between the tiles of a move.
    NoGapsRule(Toggle), NoGaps
}

impl NoGapsRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "No empty cell lies between the tiles of a move.".to_string()
    }
}

impl TurnRule for NoGapsRule {
    fn requires(&self) -> &[&'static str] {
        const { &[RuleId::LinePlacement.id()] }
    }
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        if facts.gaps.is_empty() {
            return RuleResult::pass();
        }
        let message = "an empty cell lies between the tiles; fill it or close up";
        fail(facts, ViolationId::NoGaps, message, facts.gaps.iter().copied())
    }
}

rule! {
    /// All tiles lie on the board.
    BoardBoundsRule(Toggle), BoardBounds
}

impl BoardBoundsRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "All tiles lie on cells of the board.".to_string()
    }
}

impl TurnRule for BoardBoundsRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        if facts.off_board.is_empty() {
            return RuleResult::pass();
        }
        let off: Vec<String> = facts.off_board.iter().take(8).map(ToString::to_string).collect();
        let message = format!(
            "beyond the edge or in a hole of the board: {}; choose cells that it has",
            off.join("; ")
        );
        Violation::new(ViolationId::BoardBounds, message)
            .at(facts.off_board.iter().take(64).cloned())
            .into()
    }
}

rule! {
    /// Tiles go on free cells, one on each.
    CellAvailabilityRule(Toggle), CellAvailability
}

impl CellAvailabilityRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "Tiles go on free cells (or on other tiles, where stacking is on), one on each.".to_string()
    }
}

impl TurnRule for CellAvailabilityRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let position = facts.position();
        let mut result = RuleResult::pass();
        if !position.is_on(RuleId::Stacking.id(), position.ruleset.spec().stacking.enabled) {
            let taken: Vec<CellId> =
                facts.cells().filter(|cell| position.board.is_occupied(*cell)).collect();
            if !taken.is_empty() {
                let message = "there is a tile already; choose a free cell";
                result = fail(facts, ViolationId::CellAvailability, message, taken);
            }
        }
        if !facts.doubled.is_empty() {
            let message = "two tiles of the move lie on one cell; move one of them";
            let doubled =
                fail(facts, ViolationId::CellAvailability, message, facts.doubled.iter().copied());
            result.violations.extend(doubled.violations);
        }
        result
    }
}

rule! {
    /// The first move covers a start cell.
    FirstMoveStartRule(FirstMoveStartSpec), FirstMoveStart
}

impl FirstMoveStartRule {
    fn on(&self) -> bool {
        self.settings.enabled && self.settings.start == StartMode::Required
    }
    fn describe(&self) -> String {
        "While the board is empty, a move covers a start cell.".to_string()
    }
}

impl TurnRule for FirstMoveStartRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let position = facts.position();
        let starts = position.ruleset.start_cells();
        if !position.board.is_empty() || starts.iter().any(|cell| facts.places(*cell)) {
            return RuleResult::pass();
        }
        let message = "the board is empty; cover a start cell";
        fail(facts, ViolationId::FirstMoveStart, message, starts.iter().copied())
    }
}

rule! {
    /// A move touches the tiles that are there.
    ConnectionRule(ConnectionSpec), Connection
}

impl ConnectionRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        match self.settings.contact {
            Contact::Adjacent => "A move touches a tile that was there before.".to_string(),
            Contact::Overlap => "The main word contains a tile that was there before.".to_string(),
        }
    }

    fn touches(&self, facts: &MoveFacts<'_>) -> bool {
        let board = facts.position().board;
        if let (Contact::Overlap, Some(main)) = (&self.settings.contact, facts.main()) {
            return facts.run_cells(&main.run).iter().any(|cell| board.is_occupied(*cell));
        }
        facts.cells().any(|cell| {
            board.is_occupied(cell)
                || board.geom.neighbours(cell).any(|other| board.is_occupied(other))
        })
    }

    /// Placed cells that hang together with nothing that was there, nor with a covered start cell.
    fn unconnected(facts: &MoveFacts<'_>) -> Vec<CellId> {
        let position = facts.position();
        let starts = position.ruleset.start_cells();
        let start_required = position.ruleset.spec().first_move_start.start == StartMode::Required;
        let mut reached = vec![false; position.board.geom.cell_count()];
        let is_root = |cell: CellId| position.board.is_occupied(cell) || starts.contains(&cell);
        let mut queue: Vec<CellId> = facts.cells().filter(|cell| is_root(*cell)).collect();
        queue.extend(
            facts
                .cells()
                .flat_map(|cell| position.board.geom.neighbours(cell))
                .filter(|cell| position.board.is_occupied(*cell)),
        );
        if position.board.is_empty() && !start_required && queue.is_empty() {
            // Nothing to hang on to: the letters must at least hang together.
            queue.extend(facts.cells().next());
        }
        while let Some(cell) = queue.pop() {
            if std::mem::replace(&mut reached[cell.index()], true) {
                continue;
            }
            queue.extend(position.board.geom.neighbours(cell).filter(|cell| facts.places(*cell)));
        }
        facts.cells().filter(|cell| !reached[cell.index()]).collect()
    }
}

impl TurnRule for ConnectionRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let position = facts.position();
        if position.ruleset.spec().line_placement.placement == Placement::Connected {
            let loose = ConnectionRule::unconnected(facts);
            if loose.is_empty() && facts.placed_count() > 0 {
                return RuleResult::pass();
            }
            let message = "every letter must hang together with the tiles that were there or with a covered start cell";
            return fail(facts, ViolationId::Connection, message, loose);
        }
        if position.board.is_empty() || self.touches(facts) {
            return RuleResult::pass();
        }
        let message = match self.settings.contact {
            Contact::Adjacent => "the move touches no tile that was there before; join it to one",
            Contact::Overlap => {
                "the main word contains no tile that was there before; build on one"
            }
        };
        fail(facts, ViolationId::Connection, message, facts.cells())
    }
}

rule! {
    /// Blanks stand for letters they may stand for.
    BlankLetterRule(Toggle), BlankLetter
}

impl BlankLetterRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "A blank stands for a letter of the alphabet that it may stand for.".to_string()
    }
}

impl TurnRule for BlankLetterRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        RuleResult { violations: facts.blank_faults.clone() }
    }
}

rule! {
    /// Every word formed is a word.
    WordValidationRule(WordValidationSpec), WordValidation
}

impl WordValidationRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        match (&self.settings.dictionary, self.settings.anagram_words) {
            (DictionaryMode::Free, _) => "Any letters make a word.".to_string(),
            (_, true) => "The letters of every word formed are a word in some order.".to_string(),
            _ => "Every word formed is in the word list.".to_string(),
        }
    }
}

impl TurnRule for WordValidationRule {
    fn requires(&self) -> &[&'static str] {
        &WORDS_NEED
    }
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let position = facts.position();
        if !position.ruleset.checks_words() {
            return RuleResult::pass();
        }
        if position.dictionary.is_none() && facts.words.iter().any(|word| word.run.len() > 1) {
            let list = position.ruleset.lexicon().unwrap_or("of your own");
            let message = format!(
                "words are checked, but no word list `{list}` is loaded; load one or play with free words"
            );
            return Violation::new(ViolationId::WordValidation, message).into();
        }
        let bad: Vec<_> = facts.words.iter().filter(|word| word.valid == Some(false)).collect();
        if bad.is_empty() {
            return RuleResult::pass();
        }
        let words: Vec<String> = bad.iter().map(|word| facts.text(&word.run)).collect();
        let message = format!("not in the word list: {}", words.join(", "));
        let cells = bad.iter().flat_map(|word| facts.run_cells(&word.run).iter().copied());
        let mut result = fail(facts, ViolationId::WordValidation, message, cells);
        result.violations[0].words = words;
        result
    }
}

rule! {
    /// The player has the tiles.
    TilesInRackRule(Toggle), TilesInRack
}

impl TilesInRackRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "The player has the tiles that the move places.".to_string()
    }
}

impl TurnRule for TilesInRackRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let position = facts.position();
        let tiles = position.ruleset.tiles();
        let used: TileCounts = facts.tiles.iter().filter_map(|tile| tile.kind).collect();
        let mut violations = facts.unknown_tiles.clone();
        let missing: Vec<String> = used
            .iter()
            .filter(|(kind, count)| usize::from(*count) > position.rack.count(*kind))
            .map(|(kind, _)| tiles.kind(kind).id.to_string())
            .collect();
        if !missing.is_empty() {
            let message = format!("not on the rack, or not that often: {}", missing.join(", "));
            let lacks = |kind| used.count(kind) > position.rack.count(kind);
            let cells = facts.tiles.iter().filter(|tile| tile.kind.is_some_and(lacks));
            let cells = cells.map(|tile| tile.cell);
            violations.extend(fail(facts, ViolationId::TilesInRack, message, cells).violations);
        }
        RuleResult { violations }
    }
}

rule! {
    /// The main word is long enough.
    MinWordLengthRule(MinWordLengthSpec), MinWordLength
}

impl MinWordLengthRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        format!("The main word has at least {} letters.", self.settings.min_main_length)
    }
}

impl TurnRule for MinWordLengthRule {
    fn requires(&self) -> &[&'static str] {
        &WORDS_NEED
    }
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let shortest = usize::from(self.settings.min_main_length);
        let message = match facts.main() {
            Some(main) if main.run.len() >= shortest => return RuleResult::pass(),
            Some(main) => format!(
                "the main word has {} letters, the shortest allowed has {shortest}",
                main.run.len()
            ),
            None => format!("the move forms no word; the shortest allowed has {shortest} letters"),
        };
        fail(facts, ViolationId::MinWordLength, message, facts.cells())
    }
}

rule! {
    /// Stacks obey their limits.
    StackingRule(Stacking), Stacking
}

impl StackingRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        let mut text = format!("Tiles may be stacked up to {} high", self.settings.max_height);
        if self.settings.forbid_same {
            text.push_str("; a letter may not cover the same letter");
        }
        if self.settings.keep_one {
            text.push_str("; a word may not be covered entirely");
        }
        text + "."
    }

    /// Runs that stood before the move and would be covered entirely.
    fn covered_words(facts: &MoveFacts<'_>) -> Vec<CellId> {
        let board = facts.position().board;
        let mut covered = Vec::new();
        for cell in facts.cells().filter(|cell| board.is_occupied(*cell)) {
            for slot in board.geom.slots(cell) {
                let cells = board.geom.line(slot.line).cells;
                let at = usize::from(slot.index);
                let first = (0..at).rev().take_while(|i| board.is_occupied(cells[*i])).last();
                let first = first.unwrap_or(at);
                let run = cells[first..].iter().take_while(|cell| board.is_occupied(**cell));
                // Each run is looked at once, from its first cell.
                if first == at
                    && run.clone().nth(1).is_some()
                    && run.clone().all(|c| facts.places(*c))
                {
                    covered.extend(run.copied());
                }
            }
        }
        covered.sort_unstable();
        covered.dedup();
        covered
    }
}

impl TurnRule for StackingRule {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        let board = facts.position().board;
        let limit = self.settings.max_height;
        let mut violations = Vec::new();
        let mut add = |message: String, cells: Vec<CellId>| {
            if !cells.is_empty() {
                violations.extend(fail(facts, ViolationId::Stacking, message, cells).violations);
            }
        };
        let high = facts.cells().filter(|cell| board.height(*cell) >= limit).collect();
        add(format!("the stack would be higher than {limit}; choose another cell"), high);
        if self.settings.forbid_same {
            let same = |cell: &CellId| {
                let letter = facts.placed_tile(*cell).map(|tile| tile.letter);
                letter.is_some() && letter == board.top(*cell).map(|tile| tile.letter)
            };
            let same = facts.cells().filter(same).collect();
            add("a letter may not cover the same letter; use another".to_string(), same);
        }
        if self.settings.keep_one {
            let covered = StackingRule::covered_words(facts);
            add(
                "a word that stood may not be covered entirely; leave a letter of it".to_string(),
                covered,
            );
        }
        RuleResult { violations }
    }
}
