//! What holds for every draft on every board.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Case, Setting, ruleset};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::LazyLock;
use tilewright_board::{CellId, PremiumKind};
use tilewright_lexicon::WordSet;
use tilewright_rules::{
    Action, CellLabel, CellRef, DraftTile, LetterRef, MoveDraft, Points, Ruleset, ScoreBreakdown,
    TileRef, UserMove, score, validate, validate_user_move,
};
use tilewright_tiles::{KindId, Letter, Mark, Tile};

const VARIANTS: [&str; 8] = [
    "board = { width = 5, height = 4, layout = [] }",
    "board = { width = 4, height = 4, layout = [], diagonals = true }\nrules = { stacking = { enabled = true, max_height = 3, forbid_same = true, keep_one = true, scoring = 'sum_stack' }, word_multiplier = { flat_word = 2 } }",
    "board = { width = 5, height = 5, layout = [], mask = ['.....', '.#.#.', '.....', '.#.#.', '.....'] }\nrules = { connection = { contact = 'overlap' } }",
    "board = { width = 5, height = 4, layout = [] }\nrules = { line_placement = { placement = 'connected' }, word_validation = { reading = 'both' } }",
    "extends = 'hex-diamond-9'\nrules = { word_validation = { reading = 'backward' }, min_word_length = { min_main_length = 1 } }",
    "extends = 'tower-3d'\nboard = { width = 3, height = 3, depth = 3, layout = [] }\nrules = { premiums = { premium_life = 'each_placement' }, stacking = { enabled = true } }",
    "extends = 'graph-demo'",
    "board = { width = 6, height = 3, layout = [] }\nrules = { word_validation = { anagram_words = true }, first_move_start = { start = 'optional' }, actions = { rotate = true, slide = true } }\ntiles = { rotations = [['N', 'Z'], ['M', 'W']] }",
];

static RULESETS: LazyLock<Vec<Ruleset>> =
    LazyLock::new(|| VARIANTS.iter().map(|text| ruleset(&toml::from_str(text).unwrap())).collect());

static WORDS: LazyLock<WordSet> = LazyLock::new(|| {
    let words = ["AB", "BA", "CAT", "TAC", "AT", "TA", "ZO", "NO", "ON", "ABA", "QAT", "EE"];
    WordSet::from_words(RULESETS[0].tiles().alphabet(), &words).unwrap()
});

/// Numbers from which a position and a draft are made.
#[derive(Clone, Debug)]
struct Seeds {
    variant: usize,
    free: bool,
    premiums: Vec<(u16, usize)>,
    board: Vec<(u16, u8, u8)>,
    draft: Vec<(u16, u8, u8)>,
    extra_rack: bool,
    near: bool,
}

fn seeds() -> impl Strategy<Value = Seeds> {
    let letters = prop_oneof![0u8..6, 0u8..27];
    let tile = (any::<u16>(), letters, 0u8..26);
    (
        0..VARIANTS.len(),
        any::<bool>(),
        vec((any::<u16>(), 0usize..41), 0..12),
        vec(tile.clone(), 0..10),
        vec(tile, 0..6),
        prop::bool::weighted(0.8),
        prop::bool::weighted(0.7),
    )
        .prop_map(|(variant, free, premiums, board, draft, extra_rack, near)| Seeds {
            variant,
            free,
            premiums,
            board,
            draft,
            extra_rack,
            near,
        })
}

fn tile(rules: &Ruleset, kind: u8, letter: u8) -> Tile {
    let kind = KindId(kind % rules.tiles().kinds().len() as u8);
    let letter = match rules.tiles().plain_tile(kind) {
        Some(plain) => plain.letter,
        None => Letter(letter % rules.tiles().alphabet().len() as u8),
    };
    Tile { kind, letter, mark: Mark::NONE }
}

fn setting(seeds: &Seeds) -> (Setting, MoveDraft) {
    let mut rules = RULESETS[seeds.variant].clone();
    let cells = rules.topology().cell_count() as u16;
    let kinds = PremiumKind::all();
    for (cell, kind) in &seeds.premiums {
        rules = rules.with_premium(CellId(cell % cells), Some(kinds[kind % kinds.len()]));
    }
    let case =
        Case { dictionary: (!seeds.free).then(|| vec!["AB".to_string()]), ..Case::default() };
    let mut setting = case.setting_of(rules);
    if !seeds.free {
        setting.dictionary = Some(Box::new(WORDS.clone()));
    }
    let rules = &setting.ruleset;
    let limit = if rules.spec().stacking.enabled { rules.spec().stacking.max_height } else { 1 };
    for (cell, kind, letter) in &seeds.board {
        let cell = CellId(cell % cells);
        if setting.board.height(cell) < limit {
            setting.board.put(cell, tile(rules, *kind, *letter));
            setting.board.set_premium_used(cell, true);
        }
    }
    let mut draft = MoveDraft::default();
    let line = rules.topology().lines().nth(usize::from(
        seeds.draft.first().map_or(0, |first| first.0) % rules.topology().line_count() as u16,
    ));
    for (place, kind, letter) in &seeds.draft {
        let cell = match &line {
            Some(line) if seeds.near => line.cells[usize::from(*place) % line.cells.len()],
            // Sometimes off the board.
            _ => CellId(place % (cells + 2)),
        };
        let tile = tile(rules, *kind, *letter);
        if seeds.extra_rack {
            setting.rack.add(tile.kind);
        }
        let blank = rules.tiles().kind(tile.kind).is_blank();
        draft.placements.push(DraftTile {
            cell: CellRef::Id(cell),
            tile: TileRef::Kind(tile.kind),
            stands_for: blank.then_some(LetterRef::Letter(tile.letter)),
            mark: None,
            rotated: false,
        });
    }
    (setting, draft)
}

fn sum(account: &ScoreBreakdown) -> Points {
    let words = account.words.iter().map(|word| &word.score);
    let lines = account.bonuses.iter().chain(&account.plugins).map(|line| &line.points);
    words.chain(lines).fold(Points::ZERO, |sum, part| sum.add(part))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_draft_is_answered(seeds in seeds()) {
        let (setting, draft) = setting(&seeds);
        let position = setting.position();
        let answer = validate(&position, &draft);
        prop_assert_eq!(&answer, &validate(&position, &draft), "twice the same");
        let again = validate_user_move(&position, UserMove::from_draft(&position, &draft));
        prop_assert_eq!(answer.is_ok(), again.is_ok(), "actions and drafts agree");
        let validated = match answer {
            Err(violations) => {
                prop_assert!(!violations.0.is_empty());
                let known = |id: &str| id == "empty_move"
                    || setting.ruleset.engine().list().iter().any(|rule| rule.id == id);
                prop_assert!(violations.rules().into_iter().all(known), "{violations}");
                return Ok(());
            }
            Ok(validated) => validated,
        };
        prop_assert_eq!(validated.placements.len(), draft.placements.len());
        let account = score(&position, &validated);
        prop_assert_eq!(&account, &score(&position, &validated), "twice the same");
        prop_assert_eq!(&sum(&account), &account.total);
        let mains = account.words.iter().filter(|word| word.main).count();
        prop_assert!((1..=2).contains(&mains));
        for word in &account.words {
            prop_assert_eq!(Some(&word.score), word.steps.last().map(|step| &step.value));
            prop_assert_eq!(word.cells.len(), word.letters.len());
        }
        let text = serde_json::to_string(&account).unwrap();
        let back: ScoreBreakdown = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(text, serde_json::to_string(&back).unwrap());
        prop_assert_eq!(&back.total, &account.total);
    }

    #[test]
    fn any_actions_are_answered(
        seeds in seeds(),
        actions in vec((0u8..7, -2i32..8, -2i32..8, "[A-E?ñ]{0,2}", -3i32..4), 0..5),
    ) {
        let (setting, _) = setting(&seeds);
        let cell = |x: i32, y: i32| CellLabel::parse(&format!("{x},{y}"));
        let action = |(kind, x, y, text, by): (u8, i32, i32, String, i32)| match kind {
            0 => Action::Place { x, y, kind_id: text.clone(), mark: Some(text) },
            1 => Action::Stack { x, y, kind_id: text, mark: None },
            2 => Action::PlaceAt {
                cell: cell(x, y),
                kind_id: text.clone(),
                as_symbol: Some(text.clone()),
                mark: Some(text),
            },
            3 => Action::SwapRack { tiles: vec![text] },
            4 => Action::RotateTile { cell: cell(x, y) },
            5 => Action::SlideGroup { cells: vec![cell(x, y), cell(x + 1, y)], axis: None, by },
            _ => Action::Custom(text, serde_json::json!({ "by": by })),
        };
        let user_move = UserMove { actions: actions.into_iter().map(action).collect() };
        let position = setting.position();
        match validate_user_move(&position, user_move) {
            Err(violations) => prop_assert!(!violations.0.is_empty()),
            Ok(validated) => {
                let account = score(&position, &validated);
                prop_assert_eq!(&sum(&account), &account.total);
            }
        }
    }

    #[test]
    fn infinite_words_are_numbers_like_others(
        kinds in vec(0usize..41, 6),
        values in vec(prop_oneof![Just(i32::MAX), Just(i32::MIN), Just(0), -3i32..300], 3),
    ) {
        let letters = format!(
            "[['A', 9, {}], ['B', 9, {}], ['C', 9, {}]]", values[0], values[1], values[2],
        );
        let text = format!("board = {{ width = 6, height = 1, layout = [] }}\ntiles = {{ letters = {letters} }}\nrules = {{ first_move_start = {{ start = 'optional' }} }}");
        let mut rules = ruleset(&toml::from_str(&text).unwrap());
        let all = PremiumKind::all();
        for (cell, kind) in kinds.iter().enumerate() {
            rules = rules.with_premium(CellId(cell as u16), Some(all[kind % all.len()]));
        }
        let case = Case {
            place: ["0,0=A", "1,0=B", "2,0=C", "3,0=A", "4,0=C", "5,0=B"].map(String::from).into(),
            ..Case::default()
        };
        let setting = case.setting_of(rules);
        let position = setting.position();
        let validated = validate(&position, &case.draft()).unwrap();
        let account = score(&position, &validated);
        prop_assert_eq!(&sum(&account), &account.total);
        let text = serde_json::to_string(&account.total).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Points>(&text).unwrap(), &account.total);
    }
}
