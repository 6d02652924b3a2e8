//! Plugins and replaced rules: order, rewriting, rejecting, notes, lines of their own.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Case, free_words, ruleset, words};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tilewright_rules::spec::{BingoBonusSpec, RulesSpec};
use tilewright_rules::{
    Action, DraftTile, MoveDraft, MoveFacts, PluginRegistry, PluginSpec, Points, Position, Rule,
    RuleEngine, RulePlugin, RuleResult, Ruleset, RulesetError, ScoreBreakdown, ScoreLine,
    ScoreSheet, ScoringRule, TurnRule, UserMove, ValidatedMove, Violation, Violations, builtin,
    facts, score, validate, validate_user_move,
};

type Diary = Arc<Mutex<Vec<String>>>;

/// A plugin that does what its fields say and keeps a diary.
#[derive(Default)]
struct Scripted {
    name: String,
    diary: Diary,
    rejects_early: bool,
    rejects: bool,
    note: Option<Value>,
    /// Replaces every action `Custom(name, _)` with these.
    takes: Option<(String, Vec<Action>)>,
    /// Answers `to_draft` with this.
    answers: Option<Result<MoveDraft, Violations>>,
    lines: Vec<(&'static str, i64)>,
}

impl Scripted {
    fn write(&self, what: &str) {
        self.diary.lock().unwrap().push(format!("{}:{what}", self.name));
    }

    fn result(&self, rejects: bool, when: &str) -> RuleResult {
        match rejects {
            true => RuleResult::fail(when, self.name.clone()),
            false => RuleResult::pass(),
        }
    }
}

impl RulePlugin for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn pre_validate(&self, _: &Position<'_>, mv: &mut UserMove) -> RuleResult {
        self.write("pre_validate");
        if let Some((name, actions)) = &self.takes {
            let taken = |action: &Action| matches!(action, Action::Custom(own, _) if own == name);
            if mv.actions.iter().any(taken) {
                mv.actions.retain(|action| !taken(action));
                mv.actions.extend(actions.iter().cloned());
            }
        }
        self.result(self.rejects_early, "early")
    }

    fn validate(&self, _: &Position<'_>, mv: &UserMove, notes: &mut Vec<Value>) -> RuleResult {
        self.write(&format!("validate {}", mv.actions.len()));
        notes.extend(self.note.clone());
        self.result(self.rejects, "late")
    }

    fn to_draft(&self, _: &Position<'_>, _: &UserMove) -> Option<Result<MoveDraft, Violations>> {
        self.write("to_draft");
        self.answers.clone()
    }

    fn modify_score(&self, _: &Position<'_>, _: &ValidatedMove, sheet: &mut ScoreSheet<'_>) {
        self.write("modify_score");
        for (source, points) in &self.lines {
            sheet.push(ScoreLine::new(*source, "scripted", *points));
        }
    }
}

fn named(name: &str, diary: &Diary) -> Scripted {
    Scripted { name: name.to_string(), diary: diary.clone(), ..Scripted::default() }
}

fn place(x: i32, kind: &str) -> Action {
    Action::Place { x, y: 7, kind_id: kind.to_string(), mark: None }
}

/// The answer to CAT on an empty board, or to other actions, under some plugins.
fn play(
    plugins: Vec<Scripted>,
    actions: Vec<Action>,
) -> Result<(ValidatedMove, ScoreBreakdown), Violations> {
    let mut rules = ruleset(&toml::Table::new());
    for plugin in plugins {
        rules = rules.with_plugin(Arc::new(plugin));
    }
    let case = Case { rack: Some("C A T S O".to_string()), ..Case::default() };
    let setting = case.setting_of(rules);
    let position = setting.position();
    let validated = validate_user_move(&position, UserMove { actions })?;
    let account = score(&position, &validated);
    Ok((validated, account))
}

fn cat() -> Vec<Action> {
    vec![place(7, "C"), place(8, "A"), place(9, "T")]
}

fn rules_of(answer: Result<(ValidatedMove, ScoreBreakdown), Violations>) -> Vec<String> {
    match answer {
        Ok(_) => Vec::new(),
        Err(violations) => violations.rules().iter().map(|id| id.to_string()).collect(),
    }
}

#[test]
fn plugins_run_in_the_order_listed() {
    let diary = Diary::default();
    play(vec![named("b", &diary), named("a", &diary)], cat()).unwrap();
    let expected = [
        "b:pre_validate",
        "a:pre_validate",
        "b:validate 3",
        "a:validate 3",
        "b:to_draft",
        "a:to_draft",
        "b:modify_score",
        "a:modify_score",
    ];
    assert_eq!(*diary.lock().unwrap(), expected);
}

#[test]
fn every_plugin_and_every_rule_may_object_at_once() {
    let diary = Diary::default();
    let table: [(bool, bool, Vec<Action>, &[&str]); 4] = [
        (true, false, cat(), &["first"]),
        (false, true, cat(), &["second"]),
        (true, true, cat(), &["first", "second"]),
        (
            true,
            true,
            vec![place(0, "C"), place(2, "Q")],
            &["first", "second", "no_gaps", "first_move_start", "tiles_in_rack"],
        ),
    ];
    for (early, late, actions, expected) in table {
        let first = Scripted { rejects_early: early, ..named("first", &diary) };
        let second = Scripted { rejects: late, ..named("second", &diary) };
        assert_eq!(rules_of(play(vec![first, second], actions)), expected);
    }
}

#[test]
fn a_plugin_rewrites_actions_for_those_after_it() {
    let diary = Diary::default();
    let taker = Scripted { takes: Some(("spell".into(), cat())), ..named("taker", &diary) };
    let (validated, account) =
        play(vec![taker, named("after", &diary)], vec![Action::Custom("spell".into(), json!(1))])
            .unwrap();
    assert_eq!(validated.placements.len(), 3);
    assert_eq!(words(&account), ["CAT East 10"]);
    assert!(diary.lock().unwrap().contains(&"after:validate 3".to_string()));
}

#[test]
fn custom_actions_need_a_taker() {
    let diary = Diary::default();
    let custom = |name: &str| vec![Action::Custom(name.into(), Value::Null)];
    assert_eq!(rules_of(play(vec![], custom("spell"))), ["custom_action"]);
    let other = Scripted { takes: Some(("other".into(), cat())), ..named("other", &diary) };
    assert_eq!(rules_of(play(vec![other], custom("spell"))), ["custom_action"]);
    let taker = Scripted { takes: Some(("spell".into(), cat())), ..named("taker", &diary) };
    assert!(play(vec![taker], custom("spell")).is_ok());
}

#[test]
fn the_first_draft_wins() {
    let diary = Diary::default();
    let draft = |text: &str| {
        let tiles = text.chars().zip(7..);
        let tile = |(letter, x): (char, i32)| {
            let label = tilewright_rules::CellLabel::parse(&format!("{x},7"));
            DraftTile::parse(label, &letter.to_string())
        };
        MoveDraft::new(tiles.map(tile).collect())
    };
    let answers = |name: &str, answer| Scripted { answers: answer, ..named(name, &diary) };
    let refuses = || Some(Err(Violation::custom("stubborn", "no").into()));
    let table: [(Vec<Scripted>, &[&str], &[&str]); 4] = [
        (vec![answers("a", None), answers("b", Some(Ok(draft("TO"))))], &[], &["TO East 4"]),
        (
            vec![answers("a", Some(Ok(draft("SO")))), answers("b", Some(Ok(draft("TO"))))],
            &[],
            &["SO East 4"],
        ),
        (vec![answers("a", refuses()), answers("b", Some(Ok(draft("TO"))))], &["stubborn"], &[]),
        // A plugin's draft obeys the turn rules like any other.
        (vec![answers("a", Some(Ok(draft("TOO"))))], &["tiles_in_rack"], &[]),
    ];
    for (plugins, violations, expected) in table {
        match play(plugins, cat()) {
            Ok((_, account)) => assert_eq!(words(&account), expected),
            Err(found) => assert_eq!(found.rules(), violations),
        }
    }
}

#[test]
fn notes_stay_with_their_plugin() {
    let diary = Diary::default();
    let noting = |name, note| Scripted { note: Some(note), ..named(name, &diary) };
    let (validated, _) =
        play(vec![noting("one", json!({"n": 1})), noting("two", json!("x"))], cat()).unwrap();
    let notes: Vec<(&str, &Value)> =
        validated.annotations.iter().map(|note| (&*note.plugin, &note.note)).collect();
    assert_eq!(notes, [("one", &json!({"n": 1})), ("two", &json!("x"))]);
}

#[test]
fn lines_of_plugins_are_their_own() {
    let diary = Diary::default();
    // A plugin cannot pass its lines off as another's, nor take the core's away.
    let one = Scripted { lines: vec![("bingo_bonus", 5), ("two", -3)], ..named("one", &diary) };
    let two = Scripted { lines: vec![("two", 7)], ..named("two", &diary) };
    let (_, account) = play(vec![one, two], cat()).unwrap();
    let lines: Vec<(&str, &Points)> =
        account.plugins.iter().map(|line| (&*line.source, &line.points)).collect();
    let (five, three, seven) = (Points::new(5), Points::new(-3), Points::new(7));
    assert_eq!(lines, [("one", &five), ("one", &three), ("two", &seven)]);
    assert_eq!(words(&account), ["CAT East 10"]);
    assert!(account.bonuses.is_empty() && !account.bingo_awarded);
    assert_eq!(account.total, 19);
}

#[test]
fn drafts_meet_plugins_too() {
    let diary = Diary::default();
    let rules = ruleset(&toml::Table::new())
        .with_plugin(Arc::new(Scripted { rejects: true, ..named("strict", &diary) }));
    let case = Case { place: vec!["7,7=A".into(), "8,7=T".into()], ..Case::default() };
    let setting = case.setting_of(rules);
    let answer = validate(&setting.position(), &case.draft());
    assert_eq!(answer.unwrap_err().rules(), ["strict"]);
}

#[test]
fn named_plugins_come_from_the_registry() {
    let table: [(&str, Value, Result<(), &str>); 5] = [
        ("score_bonus", json!({"bonus": 5}), Ok(())),
        ("reject_far", json!(4), Ok(())),
        ("score_bonus", json!({}), Err("score_bonus")),
        ("reject_far", json!({"max_distance": -1}), Err("reject_far")),
        ("unheard_of", Value::Null, Err("unheard_of")),
    ];
    let classic = ruleset(&toml::Table::new());
    for (name, config, expected) in table {
        let mut parts = classic.parts().clone();
        parts.plugins = vec![PluginSpec { name: name.into(), config }];
        match (Ruleset::new(parts, &PluginRegistry::default()), expected) {
            (Ok(rules), Ok(())) => assert_eq!(rules.plugins()[0].name(), name),
            (Err(RulesetError::Plugin { name, reason }), Err(expected)) => {
                assert_eq!(name, expected);
                assert!(!reason.is_empty());
            }
            (answer, _) => panic!("{name}: {answer:?}"),
        }
    }
}

#[test]
fn shipped_plugins() {
    let variant: toml::Table = toml::from_str("extends = 'plugin-demo'").unwrap();
    let cell = |x: i32, y: i32, tile: &str| format!("{x},{y}={tile}");
    let far: Vec<String> = (0..5).map(|x| cell(x, 2, "A")).collect();
    let table: [(Vec<String>, &[&str], i64); 3] = [
        (vec![cell(2, 2, "A"), cell(3, 2, "B")], &[], 9),
        (far.clone(), &[], 10),
        (
            vec![cell(0, 0, "A"), cell(4, 4, "B")],
            &["reject_far", "line_placement", "first_move_start"],
            0,
        ),
    ];
    for (place, violations, total) in table {
        let case = Case { variant: variant.clone(), place, ..Case::default() };
        let setting = case.setting();
        let position = setting.position();
        match case.validate(&position) {
            Err(found) => assert_eq!(found.rules(), violations),
            Ok(validated) => {
                assert!(violations.is_empty());
                let account = score(&position, &validated);
                assert_eq!(account.total, total);
                assert_eq!(account.plugins.len(), 1);
                assert_eq!(account.plugins[0].points, 5);
            }
        }
    }
}

/// A turn rule of the caller.
struct Own(&'static str, bool);

impl Rule for Own {
    fn identifier(&self) -> &str {
        self.0
    }
    fn name(&self) -> &str {
        "Own"
    }
    fn description(&self) -> String {
        "A rule of the caller.".to_string()
    }
}

impl TurnRule for Own {
    fn validate(&self, _: &MoveFacts<'_>) -> RuleResult {
        match self.1 {
            true => RuleResult::pass(),
            false => RuleResult::fail("never", self.0.to_string()),
        }
    }
}

impl ScoringRule for Own {
    fn calculate_score(&self, validated: &ValidatedMove, sheet: &mut ScoreSheet<'_>) {
        if validated.placements.len() == 7 {
            sheet.push_bingo(ScoreLine::new(self.0, "own", 35));
        }
    }
}

fn with_engine(change: impl FnOnce(&mut RuleEngine)) -> Ruleset {
    let classic = free_words(&ruleset(&toml::Table::new()));
    let mut engine = classic.engine().clone();
    change(&mut engine);
    classic.with_engine(engine)
}

#[test]
fn turn_rules_are_replaced_by_id() {
    let before = ruleset(&toml::Table::new()).engine().list().len();
    type Change = fn(&mut RuleEngine);
    let table: [(Change, &str, &str, &[&str], usize); 4] = [
        (|e| _ = e.add_turn_rule(Own("connection", true)), "7,7=C", "0,0=A 1,0=T", &[], 0),
        (|e| _ = e.add_turn_rule(Own("connection", false)), "7,7=C", "8,7=A", &["connection"], 0),
        (
            |e| _ = e.add_turn_rule(Own("house", false)),
            "7,7=C",
            "0,0=A 2,0=T",
            &["no_gaps", "connection", "house"],
            1,
        ),
        (
            |e| _ = e.add_turn_rule(Own("house", false)).add_turn_rule(Own("house", true)),
            "7,7=C",
            "8,7=A",
            &[],
            1,
        ),
    ];
    for (change, on, place, expected, more) in table {
        let rules = with_engine(change);
        assert_eq!(rules.engine().list().len(), before + more);
        let texts = |text: &str| text.split(' ').map(String::from).collect();
        let case = Case {
            on: texts(on),
            place: texts(place),
            violations: expected.iter().map(|id| id.to_string()).collect(),
            ..Case::default()
        };
        case.check_in(&case.setting_of(rules)).unwrap();
    }
}

#[test]
fn a_bonus_of_35_replaces_the_one_of_50() {
    let seven: Vec<String> = (1..8).map(|x| format!("{x},7=A")).collect();
    let case = Case {
        variant: toml::from_str("board = { layout = [] }").unwrap(),
        place: seven,
        ..Case::default()
    };
    let totals = |rules: Ruleset| {
        let setting = case.setting_of(rules);
        let position = setting.position();
        let validated = case.validate(&position).unwrap();
        let account = score(&position, &validated);
        let bonuses: Vec<i64> =
            account.bonuses.iter().map(|line| line.points.as_i64().unwrap()).collect();
        (bonuses, account.total.as_i64().unwrap())
    };
    let plain = free_words(&ruleset(&case.variant));
    assert_eq!(totals(plain.clone()), (vec![50], 57));
    let house = plain
        .with_spec(|spec| {
            spec.bingo_bonus.amount = tilewright_rules::spec::BingoAmount::Fixed(35);
        })
        .unwrap();
    assert_eq!(totals(house), (vec![35], 42));
    let mut engine = plain.engine().clone();
    engine.add_scoring_rule(Own("bingo_bonus", true));
    let replaced = plain.with_engine(engine);
    assert_eq!(totals(replaced.clone()), (vec![35], 42));
    // Other settings elsewhere do not bring the old rule back.
    let changed = replaced.with_spec(|spec| spec.stacking.enabled = true).unwrap();
    assert_eq!(totals(changed), (vec![35], 42));
    let mut engine = plain.engine().clone();
    engine.add_scoring_rule(builtin::scoring::BingoBonusRule::new(BingoBonusSpec {
        amount: tilewright_rules::spec::BingoAmount::PerTile(5),
        ..BingoBonusSpec::default()
    }));
    assert_eq!(totals(plain.with_engine(engine)), (vec![35], 42));
}

#[test]
fn rules_describe_themselves_once_each() {
    let engine = RuleEngine::from_spec(&RulesSpec::default());
    let list = engine.list();
    let turn: Vec<&str> =
        list.iter().filter(|rule| rule.category == "turn").map(|rule| rule.id.as_str()).collect();
    let named = [
        "line_placement",
        "no_gaps",
        "board_bounds",
        "cell_availability",
        "first_move_start",
        "connection",
        "word_validation",
        "tiles_in_rack",
        "min_word_length",
        "stacking",
    ];
    let known: Vec<&str> = turn.iter().copied().filter(|id| named.contains(id)).collect();
    assert_eq!(known, named, "in rule order");
    for rule in &list {
        assert!(!rule.id.is_empty() && !rule.name.is_empty() && !rule.description.is_empty());
        let same =
            list.iter().filter(|other| other.id == rule.id && other.category == rule.category);
        assert_eq!(same.count(), 1, "{}", rule.id);
    }
}

#[test]
fn an_engine_can_be_asked_directly() {
    let case = Case {
        on: vec!["7,7=C".into()],
        place: vec!["0,0=A".into(), "2,0=T".into()],
        ..Case::default()
    };
    let setting = case.setting();
    let position = setting.position();
    let facts = facts(&position, &case.draft()).unwrap();
    let failures = setting.ruleset.engine().validate_move(&facts);
    let ids: Vec<&str> = failures.iter().filter_map(RuleResult::rule_identifier).collect();
    assert_eq!(ids, ["no_gaps", "connection"]);
}
