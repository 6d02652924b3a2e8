//! The one pipeline of a move: actions → draft → validated move → account.

use crate::draft::{self, MoveDraft};
use crate::facts::{MoveFacts, WordFacts};
use crate::identity::{self, ForeignMove};
use crate::spec::PremiumLife;
use crate::{Annotation, BreakdownData, FormedWord, MoveData, Placement, Position, ScoreBreakdown};
use crate::{ScoreSheet, UsedPremium, UserMove, ValidatedMove, Violation, Violations, WordCell};
use crate::{ViolationId, WordInPlay, WordSheet, plugin, slide};
use tilewright_board::{CellId, PremiumKind, Topology};

/// Validates a move as a client sends it: plugins first, then the turn rules. All violations
/// are answered at once.
pub fn validate_user_move(
    position: &Position<'_>,
    mut mv: UserMove,
) -> Result<ValidatedMove, Violations> {
    let mut violations = Vec::new();
    let mut notes = Vec::new();
    check_actions(position, &mut mv, &mut violations, &mut notes);
    let plugins = position.ruleset.plugins();
    let draft = plugins
        .iter()
        .find_map(|plugin| plugin.to_draft(position, &mv))
        .unwrap_or_else(|| mv.to_draft(position));
    match draft.and_then(|draft| check_draft(position, &draft)) {
        Err(more) => violations.extend(more.0),
        Ok(mut validated) if violations.is_empty() => {
            validated.data.annotations = notes;
            return Ok(validated);
        }
        Ok(_) => {}
    }
    Err(Violations(violations))
}

/// Lets the plugins look at the actions of a move of any kind.
pub fn check_actions(
    position: &Position<'_>,
    mv: &mut UserMove,
    violations: &mut Vec<Violation>,
    notes: &mut Vec<Annotation>,
) {
    let plugins = position.ruleset.plugins();
    for plugin in plugins {
        violations.extend(plugin.pre_validate(position, mv).violations);
    }
    for plugin in plugins {
        let mut own = Vec::new();
        violations.extend(plugin.validate(position, mv, &mut own).violations);
        plugin::annotations(&**plugin, own, notes);
    }
}

/// Validates a draft. Where the variant has plugins, they see it as actions.
pub fn validate(position: &Position<'_>, draft: &MoveDraft) -> Result<ValidatedMove, Violations> {
    if position.ruleset.plugins().is_empty() {
        return check_draft(position, draft);
    }
    validate_user_move(position, UserMove::from_draft(position, draft))
}

/// The facts of a draft, for rule engines that are asked directly.
pub fn facts<'a>(position: &Position<'a>, draft: &MoveDraft) -> Result<MoveFacts<'a>, Violations> {
    if draft.placements.is_empty() {
        return Err(
            Violation::new(ViolationId::EmptyMove, "the move places no tile; place one").into()
        );
    }
    Ok(MoveFacts::new(*position, draft::read(position, draft)?))
}

fn check_draft(position: &Position<'_>, draft: &MoveDraft) -> Result<ValidatedMove, Violations> {
    if let Some(group) = &draft.slide {
        if !draft.placements.is_empty() {
            let message = "a slide places no tiles; send them one after another";
            return Err(Violation::new(ViolationId::MixedActions, message).into());
        }
        return slide::validate(position, group);
    }
    let facts = facts(position, draft)?;
    let failures = position.ruleset.engine().validate_move(&facts);
    if !failures.is_empty() {
        return Err(Violations(failures.into_iter().flat_map(|f| f.violations).collect()));
    }
    // A rule that is switched off may let through what nothing can be made of.
    if !facts.letters_known() || !facts.off_board.is_empty() || !facts.doubled.is_empty() {
        let message = "the draft has tiles without a letter, off the board or two on one cell";
        return Err(Violation::new(ViolationId::BoardBounds, message).into());
    }
    Ok(validated(&facts))
}

fn validated(facts: &MoveFacts<'_>) -> ValidatedMove {
    let position = facts.position();
    let topology = position.ruleset.topology();
    let total = facts.words.iter().map(|word| word.run.len()).sum();
    let mut cells = Vec::with_capacity(total);
    let mut words = Vec::with_capacity(facts.words.len());
    for (index, word) in facts.words.iter().enumerate() {
        let start = cells.len() as u32;
        push_cells(facts, word, &mut cells);
        words.push(FormedWord {
            axis: word.run.axis,
            line: word.run.line,
            start: word.run.start,
            main: index == 0,
            readings: word.readings,
            cells: start..cells.len() as u32,
        });
    }
    let mut placements = Vec::with_capacity(facts.tiles.len());
    for tile in &facts.tiles {
        placements.extend(tile.tile().map(|tile_| Placement { cell: tile.cell, tile: tile_ }));
    }
    let axis = facts.main().map_or(tilewright_board::AxisId(0), |main| main.run.axis);
    tilewright_tiles::sort_by_key(&mut placements, |placement| topology.slot(placement.cell, axis));
    let uses_up = |cell: CellId| {
        let premium = position.ruleset.premium(cell)?;
        let counts = !matches!(premium, PremiumKind::Reviver | PremiumKind::Regular);
        (counts && !position.board.premium_used(cell)).then_some((cell, premium))
    };
    let mut premiums = Vec::with_capacity(placements.len());
    premiums.extend(placements.iter().filter_map(|placement| uses_up(placement.cell)));
    let axis = topology.axis_tag(axis).clone();
    seal(
        position,
        MoveData {
            placements,
            shifts: Vec::new(),
            axis,
            words,
            cells,
            premiums,
            annotations: Vec::new(),
        },
    )
}

fn push_cells(facts: &MoveFacts<'_>, word: &WordFacts, cells: &mut Vec<WordCell>) {
    let position = facts.position();
    let ruleset = position.ruleset;
    let run = facts.run_cells(&word.run);
    let revived = run.iter().any(|cell| ruleset.premium(*cell) == Some(PremiumKind::Reviver));
    let again = ruleset.spec().premiums.premium_life == PremiumLife::EachPlacement;
    for cell in run.iter().copied() {
        let new = facts.places(cell);
        let Some(tile) = facts.tile_after(cell) else { continue };
        let fires = revived || new && (again || !position.board.premium_used(cell));
        cells.push(WordCell {
            cell,
            tile,
            new,
            height: position.board.height(cell).saturating_add(u8::from(new)),
            premium: ruleset.premium(cell).filter(|_| fires && ruleset.spec().premiums.enabled),
        });
    }
}

/// Closes a move: from here on it belongs to its position.
pub(crate) fn seal(position: &Position<'_>, data: MoveData) -> ValidatedMove {
    let id = position.id();
    let mut ticket = id.bits();
    let mut mix = |value: u64| ticket = identity::mix(ticket, value);
    for placement in &data.placements {
        let tile = placement.tile;
        mix(u64::from(placement.cell.0) << 16
            | u64::from(tile.kind.0) << 8
            | u64::from(tile.letter.0));
    }
    for shift in &data.shifts {
        mix(1 << 40 | u64::from(shift.from.0) << 16 | u64::from(shift.to.0));
    }
    ValidatedMove { data, ticket: ticket | 1, revision: position.revision, position: id }
}

/// The account of a validated move in its own position. A move of another position scores nothing:
/// its account is empty and belongs to no move, so that it cannot be committed. [`try_score`] says
/// so with an error.
pub fn score(position: &Position<'_>, validated: &ValidatedMove) -> ScoreBreakdown {
    let foreign = |ForeignMove| ScoreBreakdown::seal(BreakdownData::default(), 0);
    try_score(position, validated).unwrap_or_else(foreign)
}

/// The account of a validated move.
///
/// # Errors
/// If the move was validated for another position.
pub fn try_score(
    position: &Position<'_>,
    validated: &ValidatedMove,
) -> Result<ScoreBreakdown, ForeignMove> {
    if !validated.belongs_to(position) {
        return Err(ForeignMove);
    }
    let engine = position.ruleset.engine();
    let rules = engine.scoring_rules();
    let on = |rule: &dyn crate::ScoringRule| position.is_on(rule.identifier(), rule.is_enabled());
    let cross = rules.iter().any(|rule| rule.counts_cross_words() && on(&**rule));
    let counted = || validated.words.iter().filter(|word| word.main || cross);
    let readings = counted().map(|word| word.readings.iter().count()).sum();
    let mut data = BreakdownData {
        words: Vec::with_capacity(readings),
        // Room for the one bonus that most variants have: a long move costs no more than a short.
        bonuses: Vec::with_capacity(1),
        ..BreakdownData::default()
    };
    for word in counted() {
        for direction in word.readings.iter() {
            let in_play = WordInPlay::new(position, word, validated.word_cells(word), direction);
            let mut sheet = WordSheet::new(&in_play, data.words.len());
            for rule in rules.iter().filter(|rule| on(&***rule)) {
                rule.score_word(&in_play, &mut sheet);
            }
            data.words.push(sheet.finish(&in_play, &mut data.stack_contributions));
        }
    }
    data.premiums_used = Vec::with_capacity(validated.premiums.len());
    for (cell, premium) in &validated.premiums {
        let cell = position.ruleset.label(*cell).clone();
        data.premiums_used.push(UsedPremium { cell, premium: *premium });
    }
    let mut sheet = ScoreSheet { position, data, plugin: None };
    for rule in rules.iter().filter(|rule| on(&***rule)) {
        rule.calculate_score(validated, &mut sheet);
    }
    for plugin in position.ruleset.plugins() {
        sheet.plugin = Some(plugin.name());
        plugin.modify_score(position, validated, &mut sheet);
    }
    Ok(ScoreBreakdown::seal(sheet.data, validated.ticket))
}

/// Which cells lie within some steps of a cell.
pub(crate) fn cells_within(topology: &Topology, from: CellId, steps: u32) -> Vec<bool> {
    let mut near = vec![false; topology.cell_count()];
    near[from.index()] = true;
    let mut ring = vec![from];
    for _ in 0..steps.min(topology.cell_count() as u32) {
        let mut next = Vec::new();
        for cell in ring.into_iter().flat_map(|cell| topology.neighbours(cell)) {
            if !std::mem::replace(&mut near[cell.index()], true) {
                next.push(cell);
            }
        }
        if next.is_empty() {
            break;
        }
        ring = next;
    }
    near
}
