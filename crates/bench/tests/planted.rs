//! Planted faults: the checks of self-play find every one of them.

#![allow(clippy::unwrap_used)]

use tilewright_bench::selfplay::{Effort, Session, Table, check_log, play, same_for_viewer};
use tilewright_board::PremiumKind;
use tilewright_game::{Event, Fact, replay};
use tilewright_lexicon::WordSet;
use tilewright_rules::spec::{BingoAmount, PremiumLife, RulesSpec, StackScoring};
use tilewright_rules::{
    MoveFacts, Rule, RuleEngine, RuleResult, Ruleset, ScoreLine, ScoreSheet, ScoringRule, TurnRule,
    ValidatedMove,
};

/// A variant, and other settings for the rules of its engine.
type OtherRules = (&'static str, fn(&mut RulesSpec));
/// A variant, and another one in its stead.
type OtherRuleset = (&'static str, fn(&Ruleset) -> Ruleset);

/// Plays until a fault is found and answers what it says.
fn first_fault(table: &Table) -> String {
    let effort = Effort::default();
    let fault = (0..20).find_map(|seed| play(table, seed, &effort).err());
    fault.map(|fault| fault.to_string()).unwrap_or_default()
}

fn table(id: &str) -> Table {
    Table::shipped(id).unwrap()
}

/// The table's engine with rules made from other settings than the variant's.
fn with_rules_of(table: &Table, change: fn(&mut RulesSpec)) -> Table {
    let mut spec = table.ruleset.spec().clone();
    change(&mut spec);
    table.with_engine_of(table.ruleset.with_engine(RuleEngine::from_spec(&spec)))
}

#[test]
fn nothing_is_found_where_nothing_is_planted() {
    assert_eq!(first_fault(&with_rules_of(&table("classic"), |_| {})), "");
}

/// A rule of a stranger: it gives a point too much, or rejects what is legal.
struct Planted;

impl Rule for Planted {
    fn identifier(&self) -> &str {
        "planted"
    }
    fn name(&self) -> &str {
        "Planted"
    }
    fn description(&self) -> String {
        String::new()
    }
}

impl ScoringRule for Planted {
    fn calculate_score(&self, validated: &ValidatedMove, score: &mut ScoreSheet<'_>) {
        if validated.placements.len() == 3 {
            score.push(ScoreLine::new("planted", "one too much", 1));
        }
    }
}

impl TurnRule for Planted {
    fn validate(&self, facts: &MoveFacts<'_>) -> RuleResult {
        match facts.placed_count() {
            4 => RuleResult::fail("no four tiles", "planted"),
            _ => RuleResult::pass(),
        }
    }
}

#[test]
fn a_point_too_much_is_found() {
    let table = table("classic");
    let mut engine = table.ruleset.engine().clone();
    engine.add_scoring_rule(Planted);
    let fault = first_fault(&table.with_engine_of(table.ruleset.with_engine(engine)));
    assert!(fault.contains("the referee says"), "{fault}");
}

#[test]
fn a_legal_move_that_is_dropped_is_found() {
    let table = table("hex");
    let mut engine = table.ruleset.engine().clone();
    engine.add_turn_rule(Planted);
    let fault = first_fault(&table.with_engine_of(table.ruleset.with_engine(engine)));
    assert!(fault.contains("rejected: planted") || fault.contains("\"planted\""), "{fault}");
}

#[test]
fn a_word_that_the_engine_does_not_know_is_found() {
    let mut table = table("classic");
    let words = tilewright_bench::wordlists::small("en").unwrap();
    let known: Vec<&str> = words.lines().filter(|word| word.len() != 4).collect();
    let alphabet = table.ruleset.tiles().alphabet();
    table.dictionary = WordSet::from_words(alphabet, &known).unwrap();
    let fault = first_fault(&table);
    assert!(fault.contains("rejected: word_validation"), "{fault}");
}

#[test]
fn a_rule_that_sleeps_or_counts_otherwise_is_found() {
    let faults: [OtherRules; 14] = [
        ("classic", |spec| spec.line_placement.enabled = false),
        ("classic", |spec| spec.no_gaps.enabled = false),
        ("classic", |spec| spec.cell_availability.enabled = false),
        ("classic", |spec| spec.first_move_start.enabled = false),
        ("classic", |spec| spec.connection.enabled = false),
        ("anadrome", |spec| spec.connection.enabled = false),
        ("classic", |spec| spec.word_validation.enabled = false),
        ("classic", |spec| spec.tiles_in_rack.enabled = false),
        ("classic", |spec| spec.min_word_length.min_main_length = 3),
        ("stacking", |spec| spec.stacking.keep_one = false),
        ("stacking", |spec| spec.stacking.forbid_same = false),
        ("stacking", |spec| spec.word_multiplier.flat_word = None),
        ("anadrome", |spec| spec.letter_categories.enabled = false),
        ("stacking-demo", |spec| spec.bingo_bonus.amount = BingoAmount::Fixed(49)),
    ];
    for (index, (id, change)) in faults.into_iter().enumerate() {
        let fault = first_fault(&with_rules_of(&table(id), change));
        assert!(!fault.is_empty(), "fault {index} in {id} was not found");
    }
}

#[test]
fn settings_that_differ_are_found() {
    let faults: [OtherRuleset; 4] = [
        ("classic", |ruleset| {
            ruleset.with_premium(ruleset.start_cells()[0], Some(PremiumKind::TripleWord))
        }),
        ("anadrome", |ruleset| {
            let reviver = Some(PremiumKind::Reviver);
            let cells = ruleset.topology().cell_ids();
            let cells = cells.filter(|cell| ruleset.premium(*cell) == reviver);
            cells.fold(ruleset.clone(), |ruleset, cell| ruleset.with_premium(cell, None))
        }),
        ("stacking-demo", |ruleset| {
            let change = |spec: &mut RulesSpec| spec.stacking.scoring = StackScoring::TopOnly;
            ruleset.with_spec(change).unwrap()
        }),
        ("stacking-demo", |ruleset| {
            let change = |spec: &mut RulesSpec| spec.premiums.premium_life = PremiumLife::Once;
            ruleset.with_spec(change).unwrap()
        }),
    ];
    for (index, (id, change)) in faults.into_iter().enumerate() {
        let table = table(id);
        let fault = first_fault(&table.with_engine_of(change(&table.ruleset)));
        assert!(!fault.is_empty(), "fault {index} in {id} was not found");
    }
}

/// A game between two, and its events with one tile of the first draw exchanged.
fn tampered_game(table: &Table) -> (Vec<Event>, Vec<Event>, Session<'_>) {
    static EFFORT: Effort =
        Effort { words: 300, validated: 0, mutated: 0, privacy_every: 1000, most_commands: 1000 };
    let seeds = 0..50;
    let mut sessions = seeds.map(|seed| Session::new(table, seed, &EFFORT).unwrap());
    let session = sessions.find(|session| session.game.state().players() == 2).unwrap();
    let events = session.game.events().to_vec();
    let mut tampered = events.clone();
    let tiles = tampered.iter_mut().find_map(|event| match &mut event.fact {
        Fact::Drew { seat: 0, tiles } => Some(tiles),
        _ => None,
    });
    let tiles = tiles.unwrap();
    tiles[0] = if &*tiles[0] == "E" { "A".into() } else { "E".into() };
    (events, tampered, session)
}

#[test]
fn an_exchanged_tile_is_seen_by_its_owner_and_by_no_other() {
    let table = table("classic");
    let (events, tampered, session) = tampered_game(&table);
    let other = replay(&table.ruleset, None, &tampered).unwrap();
    let same =
        |viewer| same_for_viewer((session.game.state(), &events), (&other, &tampered), viewer);
    assert_eq!([same(None), same(Some(0)), same(Some(1))], [true, false, true]);
}

#[test]
fn a_log_that_does_not_give_the_state_is_found() {
    let table = table("classic");
    let (_, tampered, session) = tampered_game(&table);
    let bytes = session.game.state().canonical_bytes();
    let mut log = session.game.log();
    assert_eq!(check_log(&table.ruleset, &log, &bytes), Ok(()));
    log.events = tampered;
    assert!(check_log(&table.ruleset, &log, &bytes).is_err());
    log.events.truncate(1);
    assert!(check_log(&table.ruleset, &log, &bytes).is_err());
}
