//! Every finding of the linter, each by a variant that has this fault and no other.

#![allow(clippy::unwrap_used)]

use tilewright_variants::{Level, ShippedOnly, lint_text};

struct Case {
    code: &'static str,
    level: Level,
    field: &'static str,
    extends: &'static str,
    body: &'static str,
}

const fn error(code: &'static str, field: &'static str, body: &'static str) -> Case {
    Case { code, level: Level::Error, field, extends: "classic", body }
}

const fn warning(code: &'static str, field: &'static str, body: &'static str) -> Case {
    Case { code, level: Level::Warning, field, extends: "classic", body }
}

const fn on(extends: &'static str, case: Case) -> Case {
    Case { extends, ..case }
}

const CASES: &[Case] = &[
    // Tiles
    error(
        "rack_larger_than_bag",
        "rules.rack_size.size",
        "[tiles]\nletters = [['A', 3, 1], ['B', 3, 1]]\nblanks = []\n[rules.swap_limit]\nswap_minimum_bag = 1",
    ),
    warning("cannot_deal", "players", "players = [1, 8]\n[rules.rack_size]\nsize = 13"),
    error(
        "no_legal_tile",
        "tiles.letters",
        "[tiles]\nletters = [['A', 0, 1], ['B', 0, 1]]\nblanks = [['?', 100, 0, '']]",
    ),
    warning(
        "letter_without_tile",
        "tiles.letters[2]",
        "[tiles]\nletters = [['A', 50, 1], ['B', 50, 1], ['C', 0, 5]]\nblanks = [['?', 2, 0, 'AB']]",
    ),
    error(
        "swap_minimum_above_bag",
        "rules.swap_limit.swap_minimum_bag",
        "[rules.swap_limit]\nswap_minimum_bag = 101",
    ),
    error("swap_of_nothing", "rules.swap_limit.max_tiles", "[rules.swap_limit]\nmax_tiles = 0"),
    error(
        "bingo_impossible",
        "rules.bingo_bonus.trigger",
        "[rules.bingo_bonus]\ntrigger = { tiles_played = 8 }",
    ),
    warning(
        "value_matched_unused",
        "board",
        "[board.premiums]\n'3,4' = 'value-matched:7:3'\n'4,3' = 'value-matched:8:3'",
    ),
    on(
        "",
        warning(
            "no_lexicon",
            "lexicon",
            "[board]\nshape = 'rect'\nwidth = 9\nheight = 9\n[tiles]\nletters = [['A', 90, 1]]",
        ),
    ),
    warning("unknown_lexicon", "lexicon", "lexicon = 'xx'"),
    warning("rotation_without_pairs", "rules.actions.rotate", "[rules.actions]\nrotate = true"),
    // The board
    error("no_start", "rules.first_move_start.cells", "[rules.first_move_start]\ncells = ['15,0']"),
    error("no_start", "rules.first_move_start.cells", "[board]\nmask = 'ring:4'"),
    error(
        "start_unreachable",
        "rules.first_move_start.cells",
        "[board]\nwidth = 3\nheight = 4\nlayout = []\nmask = ['...', '...', '###', '#.#']\n[rules.first_move_start]\ncells = ['1,3']",
    ),
    error(
        "start_unreachable",
        "rules.first_move_start.cells",
        "[rules.min_word_length]\nmin_main_length = 16",
    ),
    warning(
        "unreachable_cells",
        "board",
        "[board]\nwidth = 5\nheight = 3\nlayout = []\nmask = ['...#.', '...#.', '...#.']",
    ),
    warning("axis_without_lines", "board", "[board]\nwidth = 15\nheight = 1\nlayout = []"),
    error(
        "unknown_axis",
        "rules.word_validation.reading",
        "[rules.word_validation]\nreading = { Up = 'backward' }",
    ),
    error("start_word_line", "start_word", "[start_word]\naxis = 'NorthEast'\nwords = ['WORD']"),
    error("start_word_list", "start_word.words", "[start_word]\naxis = 'East'\nwords = []"),
    error(
        "start_word_spelling",
        "start_word.words[1]",
        "[start_word]\naxis = 'East'\nwords = ['WORD', 'МИР']",
    ),
    error(
        "start_word_length",
        "start_word.words[0]",
        "[start_word]\naxis = 'East'\nwords = ['ANTICONSERVATIONIST']",
    ),
    error(
        "start_word_tiles",
        "start_word.words[0]",
        "[start_word]\naxis = 'South'\nwords = ['PIZZAZZ']",
    ),
    // Moves
    error(
        "challenge_reading_both",
        "rules.word_validation.reading",
        "[rules.word_validation]\nreading = 'both'\n[rules.challenge]\nenable_challenges = true",
    ),
    error(
        "anagram_reading_both",
        "rules.word_validation.reading",
        "[rules.word_validation]\nreading = { South = 'both' }\nanagram_words = true",
    ),
    warning("stacking_off", "rules.stacking", "[rules.stacking]\nkeep_one = true"),
    warning("stacking_off", "rules.stacking", "[rules.stacking]\nscoring = 'sum_stack'"),
    warning(
        "stacking_flat",
        "rules.stacking.max_height",
        "[rules.stacking]\nenabled = true\nmax_height = 1",
    ),
    warning(
        "premium_life_unused",
        "rules.premiums.premium_life",
        "[rules.premiums]\npremium_life = 'each_placement'",
    ),
    warning(
        "first_seat_missing",
        "rules.turn_order.first",
        "players = [2, 4]\n[rules.turn_order]\nfirst = { seat = 2 }",
    ),
    // The end
    error(
        "never_ends",
        "rules.consecutive_passes",
        "[rules.consecutive_passes]\nenabled = false\n[rules.resignation]\nenabled = false",
    ),
    error(
        "never_ends",
        "rules.consecutive_passes",
        "[rules.consecutive_passes]\ncount = 'passes'\n[rules.pass]\nallow_pass = false\n[rules.resignation]\nenabled = false",
    ),
    warning(
        "ends_by_resigning_only",
        "rules.consecutive_passes",
        "[rules.consecutive_passes]\nenabled = false",
    ),
    error(
        "time_action_without_limit",
        "rules.time_limit.time_limit_action",
        "[rules.time_limit]\ntime_limit_action = 'resign'",
    ),
    error("no_time", "rules.time_limit", "[rules.time_limit]\nturn_time_limit = 0"),
    warning(
        "increment_without_bank",
        "rules.time_limit.increment",
        "[rules.time_limit]\nturn_time_limit = 60\nincrement = 5",
    ),
    // Plugins
    error("plugin", "plugins[0]", "[[plugins]]\nname = 'teleport'"),
    error(
        "plugin",
        "plugins[1]",
        "[[plugins]]\nname = 'basic_actions'\n[[plugins]]\nname = 'score_bonus'\nconfig = { bonus = 'five' }",
    ),
    // Files that cannot be read at all
    error(
        "mask",
        "board.mask[1]",
        "[board]\nmask = ['...............', '..']\nheight = 2\nlayout = []",
    ),
    error("mask", "board.mask", "[board]\nmask = 'pentagon:3'"),
    error("tiles", "tiles.categories.vowels", "[tiles.categories]\nvowels = 'AEIOUÄ'"),
    error("syntax", "rules.rack_size.sise", "[rules.rack_size]\nsise = 8"),
    error("out_of_bounds", "rules.rack_size.size", "[rules.rack_size]\nsize = 65"),
];

#[test]
fn every_lint_fires_alone() {
    for case in CASES {
        let extends = match case.extends {
            "" => String::new(),
            id => format!("extends = \"{id}\"\n"),
        };
        let text = format!("format = 1\nid = \"case\"\nname = \"Case\"\n{extends}{}\n", case.body);
        let lints = lint_text(&text, &ShippedOnly);
        let found: Vec<_> =
            lints.iter().map(|lint| (lint.code, lint.level, lint.field.as_str())).collect();
        assert_eq!(found, [(case.code, case.level, case.field)], "{text}\n{lints:#?}");
        // The field is reported beside the message, not in it.
        let message = &lints[0].message;
        let name = case.field.rsplit('.').next().unwrap().split('[').next().unwrap();
        assert!(!message.contains(&format!("{}:", case.field)), "the field twice: {}", lints[0]);
        assert!(!message.starts_with(name), "the field twice: {}", lints[0]);
        assert!(lints[0].message.len() > 30, "no reason or remedy: {}", lints[0]);
    }
}

/// Settings that look like faults and are none.
#[test]
fn what_is_right_is_not_found() {
    let fine = [
        "[rules.consecutive_passes]\nenabled = false\n[rules.turn_limit]\nturns = 20",
        "[rules.consecutive_passes]\ncount = 'passes'\n[rules.pass]\nallow_pass = false\n[rules.swap_limit]\nswap_limit = 3",
        "[rules.pass]\nallow_pass = false",
        "[board]\nwidth = 3\nheight = 1\nlayout = []\ndiagonals = false\nmask = ['...']\n[rules.min_word_length]\nmin_main_length = 1",
        "[rules.first_move_start]\nstart = 'optional'",
        "[board]\nmask = 'ring:4'\n[rules.first_move_start]\ncells = ['0,0']",
        "[rules.time_limit]\nbank = 600\nincrement = 5\ntime_limit_action = { overtime = 10 }",
        "lexicon = 'fr'",
        "lexicon = 'nl'",
        "[tiles]\nrotations = [['N', 'Z'], ['M', 'W']]\n[rules.actions]\nrotate = true",
    ];
    for body in fine {
        let text = format!("format = 1\nid = \"c\"\nname = \"C\"\nextends = \"classic\"\n{body}\n");
        let lints = lint_text(&text, &ShippedOnly);
        let allowed = |code: &str| code == "axis_without_lines" && body.contains("height = 1\n");
        assert!(lints.iter().all(|lint| allowed(lint.code)), "{text}\n{lints:#?}");
    }
}
