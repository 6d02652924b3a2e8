//! The file format: what is read, what is refused and what is said about it.

#![allow(clippy::unwrap_used)]

use tilewright_rules::spec::BingoAmount;
use tilewright_variants::{MAX_FILE, Resolver, ShippedOnly, Variant, VariantError, lint};

fn read(text: &str) -> Result<Variant, VariantError> {
    Variant::from_toml(text, &ShippedOnly)
}

fn on_classic(body: &str) -> String {
    format!("format = 1\nid = \"mine\"\nname = \"Mine\"\nextends = \"classic\"\n{body}\n")
}

fn refusal(text: &str) -> VariantError {
    match read(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error,
    }
}

/// Bodies (after four lines of head) and where and how they are refused.
#[test]
fn refusals_say_what_where_and_how() {
    let cases: &[(&str, &str, (usize, usize), &str)] = &[
        ("[board]\nlayuot = []", "board.layuot", (6, 1), "there is no field `layuot`"),
        ("[rules.rack]\nsize = 7", "rules.rack", (5, 8), "there is no field `rack`"),
        ("players = [1, 9]", "players[1]", (5, 15), "9 is out of bounds; use 1 to 8"),
        ("players = [3, 2]", "players[1]", (5, 15), "use 3 to 8"),
        ("[rules.stacking]\nmax_height = 17", "rules.stacking.max_height", (6, 1), "1 to 16"),
        ("[rules.rack_size]\nsize = 0", "rules.rack_size.size", (6, 1), "use 1 to 64"),
        ("[board]\nwidth = 400\nheight = 400", "board.width", (6, 1), "160000 cells"),
        ("[board]\nwidth = 0", "board.width", (6, 1), "use 1 to 4096"),
        ("[board]\nwidth = 14", "board.layout[0]", (18, 3), "14 columns"),
        ("[board]\nheight = 3", "board.layout", (17, 1), "15 rows, the board has 3"),
        ("[board]\nheight = 1\nlayout = ['       x       ']", "board.layout[0]", (7, 11), "`x`"),
        ("[board.legend]\nxx = 'DL'", "board.legend.xx", (6, 1), "single characters"),
        ("[board.legend]\nx = 'DLL'", "board.legend.x", (6, 1), "`DLL` is no premium"),
        ("[board.premiums]\n'15,1' = 'DL'", "board.premiums.\"15,1\"", (6, 1), "no cell `15,1`"),
        ("[board]\nshape = 'hex'\ndiagonals = true", "board.diagonals", (7, 1), "three axes"),
        ("[board]\nshape = 'graph'", "board.width", (14, 1), "leave it out"),
        ("[board]\nshape = 'cube'", "board.depth", (5, 2), "at least 1"),
        (
            "[board]\nshape = 'round'",
            "board.shape",
            (6, 9),
            "`round` is not a value of this setting; use one of `rect`, `hex`, `cube`, `graph`",
        ),
        ("[board]\nshape = 4", "board.shape", (6, 9), "use one of `rect`,"),
        ("[board]\nmask = 4", "board.mask", (6, 8), "(found 4)"),
        (
            "[rules.winner]\ntie = 'nobody'",
            "rules.winner.tie",
            (6, 7),
            "`nobody` is not a value of this setting; use `shared` or `last_mover`",
        ),
        (
            "[rules.word_validation]\nreading = 'up'",
            "rules.word_validation.reading",
            (6, 11),
            "`up` is not a value of this setting; use one of `forward`, `backward`, `both`",
        ),
        (
            "[rules.word_validation]\nreading = { South = 'up' }",
            "rules.word_validation.reading.South",
            (6, 21),
            "`up` is not a value of this setting",
        ),
        (
            "[rules.bingo_bonus]\namount = { lots = 3 }",
            "rules.bingo_bonus.amount.lots",
            (6, 12),
            "`lots` is not a value of this setting; use `fixed` or `per_tile`",
        ),
        (
            "[rules.bingo_bonus]\namount = { fixed = 3, per_tile = 4 }",
            "rules.bingo_bonus.amount",
            (6, 10),
            "this has 2 keys; use `fixed` or `per_tile`",
        ),
        (
            "[rules.bingo_bonus]\namount = 'fixed'",
            "rules.bingo_bonus.amount",
            (6, 10),
            "`fixed` needs a value; write `{ fixed = … }`",
        ),
        (
            "[rules.rack_size]\nsize = 'x'",
            "rules.rack_size.size",
            (6, 8),
            "must be a whole number from 0 to 65535 (found the text \"x\")",
        ),
        (
            "[rules.rack_size]\nsize = -5",
            "rules.rack_size.size",
            (6, 8),
            "must be a whole number from 0 to 65535 (found -5)",
        ),
        ("[rules.rack_size]\nsize = 7x", "", (6, 8), "string values must be quoted"),
        ("[rules.rack_size]\nsize = seven", "", (6, 8), "string values must be quoted"),
        (
            "[rules.rack_size]\nsise = 7",
            "rules.rack_size.sise",
            (6, 1),
            "there is no field `sise`; use `enabled` or `size`",
        ),
        (
            "[board]\ngenerate = { seed = 1, kinds = ['factorial', 'nothing'], per_kind = 4 }",
            "board.generate.kinds[1]",
            (6, 46),
            "`nothing` is no premium",
        ),
        ("[tiles]\nletters = []", "tiles.letters", (6, 1), "no letters"),
        (
            "[tiles]\nletters = [['A', 1]]",
            "tiles.letters[0]",
            (6, 12),
            "must be a list of 3 values (found 2)",
        ),
        ("[tiles]\nletters = [['A', 70000, 1]]", "tiles.letters[0][1]", (6, 18), "70000"),
        ("[tiles]\nletters = [['A', 9, 1], ['a', 9, 1]]", "tiles.letters[1]", (6, 25), "two tiles"),
        ("[tiles]\nblanks = [['?', 2]]", "tiles.blanks[0]", (6, 11), "[id, count, value"),
        ("[tiles]\nblanks = [['?', 2, 0, 'Ж']]", "tiles.blanks[0]", (6, 11), "`Ж`"),
        ("[tiles.aliases]\nX = 'Ж'", "tiles.aliases.X", (6, 1), "`Ж`"),
        ("[tiles]\nrotations = [['N', 'Ж']]", "tiles.rotations", (6, 1), "the rotations"),
        ("[[plugins]]\nname = 'x'\nconfig = { at = nan }", "plugins[0].config", (7, 1), "infinite"),
        ("lexicon = ''", "lexicon", (5, 1), "use 1 to 64"),
    ];
    let mut wrong = Vec::new();
    for (body, field, place, message) in cases {
        let error = refusal(&on_classic(body));
        let shown = error.to_string();
        let found_field = error.field.clone().unwrap_or_default().to_string();
        let found_place = error.place.map(|place| (place.line, place.column));
        if found_field != *field || found_place != Some(*place) || !shown.contains(message) {
            wrong.push(format!(
                "{body}\n  expected {field} at {place:?}: {message}\n  found {shown}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A fault that this file causes in a field of another one names that file.
    let error = refusal(&on_classic("[board]\nwidth = 14"));
    assert!(error.to_string().starts_with("variant `classic`: line 18, column 3"), "{error}");
}

#[test]
fn heads_are_checked() {
    let cases = [
        ("", "the field `format` is missing"),
        ("format = 2\nid = 'a'\nname = 'A'\nnew_field = 3", "format 2 is not known"),
        ("format = 1\nname = 'A'", "the field `id` is missing"),
        ("format = 1\nid = 'A b'\nname = 'A'", "`A b` cannot be an id"),
        ("format = 1\nid = 'a'\nname = ''", "the text has 0 characters"),
        ("format = 1\nid = 'a'\nname = 'A'", "board.shape: it is missing"),
        ("format = 1\nid = 'a'\nname = 'A'\nextends = 'b'", "there is no variant `b`"),
        ("format = 1\nid = 'a'\nname = 'A'\nextends = 'a'", "circle: a → a"),
        ("format = = 1", "line 1, column 10"),
    ];
    for (text, message) in cases {
        let shown = refusal(text).to_string();
        assert!(shown.contains(message), "{text}\n{shown}");
    }
    let shown = Variant::shipped("nowhere").map(|_| ()).unwrap_err().to_string();
    assert!(shown.contains("`nowhere`") && shown.contains("classic-nl"), "{shown}");
}

/// A family of files that build on each other: `n-3` on `n-2` on `n-1` on `n-0` on …
struct Ladder {
    circle: bool,
}

impl Resolver for Ladder {
    fn source(&self, id: &str) -> Option<std::borrow::Cow<'_, str>> {
        let step: u32 = id.strip_prefix("n-")?.parse().ok()?;
        let parent = match step {
            0 if self.circle => "n-3".to_string(),
            0 => "classic".to_string(),
            _ => format!("n-{}", step - 1),
        };
        let body = format!("extends = \"{parent}\"\n[rules.turn_limit]\nturns = {}", step + 1);
        Some(format!("format = 1\nid = \"{id}\"\nname = \"N\"\n{body}\n").into())
    }
}

#[test]
fn files_build_on_files() {
    let on = |id: &str| format!("format = 1\nid = \"top\"\nname = \"Top\"\nextends = \"{id}\"\n");
    let ladder = Ladder { circle: false };
    let variant = Variant::from_toml(&on("n-3"), &ladder).unwrap();
    assert_eq!(variant.rules().turn_limit.turns, Some(4));
    let error = Variant::from_toml(&on("n-20"), &ladder).unwrap_err();
    assert!(error.to_string().contains("more than 8 variants"), "{error}");
    let error = Variant::from_toml(&on("n-2"), &Ladder { circle: true }).unwrap_err();
    assert!(error.to_string().contains("n-2 → n-1 → n-0 → n-3 → n-2"), "{error}");
    // A broken file to build on is named.
    let broken = |_: &str| Some("format = 1\nid = \"b\"\nname = 3".to_string());
    let error = Variant::from_toml(&on("b"), &broken).unwrap_err();
    assert!(error.to_string().starts_with("variant `b`: line 3, column 8: name:"), "{error}");
}

#[test]
fn tables_merge_and_choices_replace() {
    let base = on_classic(
        "description = 'Base'\n[rules.bingo_bonus]\namount = { fixed = 40 }\n[board.premiums]\n'1,0' = 'TW'",
    );
    let resolver = move |id: &str| (id == "base").then(|| base.clone());
    let text = "format = 1\nid = \"top\"\nname = \"Top\"\nextends = \"base\"\n\
        [rules.bingo_bonus]\namount = { per_tile = 5 }\n[board.premiums]\n'2,0' = 'regular'\n'0,0' = 'regular'";
    let variant = Variant::from_toml(text, &resolver).unwrap();
    assert_eq!(variant.rules().bingo_bonus.amount, BingoAmount::PerTile(5));
    assert_eq!(variant.description(), "");
    let premiums: Vec<bool> = variant.premiums()[..4].iter().map(Option::is_some).collect();
    assert_eq!(premiums, [false, true, false, true]);
    assert_eq!(variant.rules().consecutive_passes.consecutive_pass_limit, 6);
}

/// What the hash sees and what it does not.
#[test]
fn hashes_follow_play_and_nothing_else() {
    let hash = |text: &str| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")).hash();
    let classic = hash(tilewright_variants::shipped_source("classic").unwrap());
    let same = [
        "",
        "description = 'Another text'\nlanguage = 'en-GB'",
        "# a comment\n[rules.rack_size]\n# another\nsize     =   7",
        "[rules.first_move_start]\ncells = ['7,7']",
        "[rules.word_validation]\nreading = { South = 'forward' }",
        "[board]\nmask = []\n[board.premiums]\n'7,7' = 'DW'\n'1,0' = 'regular'",
        "[board.legend]\nx = 'factorial'",
        "[tiles]\nblanks = [['?', 2, 0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']]",
        "[tiles.categories]\nvowels = 'YUOIEA'",
    ];
    for body in same {
        assert_eq!(hash(&on_classic(body)), classic, "{body}");
    }
    let other = [
        "players = [1, 3]",
        "lexicon = 'nl'",
        "[rules.rack_size]\nsize = 8",
        "[rules.swap_limit]\norder = 'return_first'",
        "[board.premiums]\n'1,0' = 'DL'",
        "[board]\ndiagonals = true",
        "[tiles]\nblanks = [['?', 3, 0]]",
        "[tiles]\nrotations = [['N', 'Z']]",
        "[tiles.aliases]\n'Ä' = 'A'",
        "[start_word]\naxis = 'E'\nwords = ['WORD']",
        "[[plugins]]\nname = 'basic_actions'",
    ];
    let mut seen = vec![classic];
    for body in other {
        let found = hash(&on_classic(body));
        assert!(!seen.contains(&found), "{body}");
        seen.push(found);
    }
    let word = |axis: &str| on_classic(&format!("[start_word]\naxis = '{axis}'\nwords = ['Word']"));
    assert_eq!(hash(&word("E")), hash(&word("east")));
    let canonical = Variant::shipped("classic").unwrap().canonical_json();
    assert!(canonical.starts_with("{\"board\":{\"axes\":[\"East\",\"South\"],\"cells\":[\"0,0\""));
}

#[test]
fn a_seed_strews_the_same_premiums_everywhere() {
    let strewn = |seed: u32| {
        let body = format!(
            "[board]\nlayout = []\ngenerate = {{ seed = {seed}, kinds = ['sum', 'TW'], per_kind = 9 }}"
        );
        read(&on_classic(&body)).unwrap()
    };
    let (one, two) = (strewn(1), strewn(2));
    assert_eq!(one.hash(), strewn(1).hash());
    assert_ne!(one.hash(), two.hash());
    for variant in [&one, &two] {
        // Nine is not a multiple of four: lines of symmetry supply pairs, the centre is left out.
        let count = variant.premiums().iter().flatten().count();
        assert_eq!(count, 16);
        let centre = variant.topology().center().unwrap();
        assert_eq!(variant.premiums()[centre.index()], None);
    }
}

#[test]
fn hostile_files_are_refused_quickly() {
    let deep = 200_000;
    let bombs = [
        "a".repeat(MAX_FILE + 1),
        format!("{}=1", "a.".repeat(deep) + "a"),
        format!("[{}]", "a.".repeat(deep) + "a"),
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}1{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}", "{a=".repeat(deep)),
        "[[a]]\n".repeat(deep / 2),
        format!("x = \"{}", "\u{1}".repeat(deep)),
        on_classic("[board]\nwidth = 4294967295\nheight = 4294967295\ndepth = 0\nshape = 'cube'"),
        on_classic("[board]\nmask = 'diamond:4294967296'"),
        on_classic("[rules.first_move_start]\ncells = [''"),
        on_classic(&format!("[board]\nlayout = [{}]", "'',".repeat(deep))),
        on_classic(&format!("[tiles]\nletters = [{}]", "['A',1,1],".repeat(deep / 4))),
        on_classic(&format!("[[plugins]]\nname='x'\nconfig={}{}", "[".repeat(70), "]".repeat(70))),
    ];
    for bomb in &bombs {
        // Settings of a plugin may be nested as deep as the parser allows; all others are refused.
        if let Ok(variant) = read(bomb) {
            assert!(bomb.contains("config"), "accepted");
            assert_eq!(read(&variant.to_toml()).unwrap().hash(), variant.hash());
        }
    }
    for bytes in [&b"\xEF\xBB\xBFformat = 1"[..], b"\0", b"\"\"\"", b"[", b"'", b"=", b"\r"] {
        let text = String::from_utf8_lossy(bytes);
        assert!(read(&text).is_err(), "{text:?}");
    }
}

/// Shipped files with bytes left out, doubled or replaced never make anything panic.
#[test]
fn damaged_files_are_refused_or_read() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) as usize % below
    };
    let pieces =
        ["", "0", "-1", "99999999999", "\"", "'''", "[", "]", "{", "}", "=", ".", "é", "\n"];
    let mut accepted = 0;
    for id in tilewright_variants::shipped_ids() {
        let source: Vec<char> = tilewright_variants::shipped_source(id).unwrap().chars().collect();
        for _ in 0..40 {
            let start = random(source.len());
            let end = (start + random(12)).min(source.len());
            let mut text: String = source[..start].iter().collect();
            text.push_str(pieces[random(pieces.len())]);
            text.extend(&source[end..]);
            if let Ok(variant) = read(&text) {
                accepted += 1;
                lint(&variant);
                assert_eq!(read(&variant.to_toml()).unwrap().hash(), variant.hash(), "{text}");
            }
        }
    }
    assert!(accepted > 100, "only {accepted} were readable");
}
