//! Questions without a game: words, lists, variants, requests that make no sense.

use crate::recorder::Recorder;
use serde_json::{Value, json};

/// What a variant's own list says, and plays with it.
pub(crate) fn lexicon(recorder: &mut Recorder<'_>, variant: &str, words: &[&str]) {
    let queries = [
        json!({ "check": { "words": words } }),
        json!({ "explain": { "word": words[0] } }),
        json!({ "explain": { "word": format!("{}X", words[0]) } }),
        json!({ "anagrams": { "letters": words[0], "limit": 5 } }),
        json!({ "anagrams": { "letters": format!("{}?", words[0]), "shorter": true, "limit": 200 } }),
        json!({ "pattern": { "pattern": format!("{}*", &words[0][..2]), "limit": 20 } }),
        json!({ "pattern": { "pattern": "?E?", "limit": 100 } }),
        json!({ "hooks": { "word": words[0] } }),
        json!({ "hooks": { "word": "!" } }),
        json!({ "pattern": { "pattern": "*", "limit": 5000 } }),
    ];
    for query in queries {
        let variant = json!({ "shipped": variant });
        recorder.ask(json!({ "op": "words", "variant": variant, "query": query }));
    }
    for seed in 0..3 {
        recorder.ask(json!({ "op": "new", "variant": { "shipped": variant }, "players": 2,
            "seed": { "number": seed }, "viewer": { "seat": 0 } }));
        for turn in 0..4 {
            let seat = turn % 2;
            recorder.about_game("moves", json!({ "seat": seat, "count": 10 }));
            let best = recorder.about_game("best", json!({ "seat": seat, "level": "expert" }));
            let command = best.pointer("/answer/command").cloned().unwrap_or(Value::Null);
            recorder.submit(command);
        }
    }
}

/// What turns and variants are worth.
pub(crate) fn judge(recorder: &mut Recorder<'_>, variant: &str) {
    for seed in 0..3 {
        recorder.ask(json!({ "op": "new", "variant": { "shipped": variant }, "players": 2,
            "seed": { "number": seed }, "viewer": { "seat": 0 } }));
        for turn in 0..4 {
            let best = recorder.about_game("best", json!({ "seat": turn % 2, "level": "expert" }));
            let command = best.pointer("/answer/command").cloned().unwrap_or(Value::Null);
            recorder.submit(command);
        }
        // Turns are among these events; the others are refused.
        for event in 3..9 {
            let effort =
                json!({ "event": event, "best": 3, "rollouts": 12, "nodes": 50, "seed": seed });
            recorder.about_game("analyze", effort);
        }
    }
    recorder.ask(json!({ "op": "lab", "variant": { "shipped": variant }, "games": 2, "seed": 5 }));
}

/// The list of variants, variants of your own, and errors of every kind.
pub(crate) fn around(recorder: &mut Recorder<'_>) {
    recorder.ask(json!({ "op": "variants" }));
    let variant = |rules: &str| {
        let head = "format = 1\nid = \"mine\"\nname = \"Mine\"\nextends = \"classic\"\n";
        json!({ "toml": format!("{head}{rules}") })
    };
    for rules in [
        "[rules.rack_size]\nsize = 9\n",
        "[rules.rack_size]\nsize = 0\n",
        "[rules.stacking]\nenabled = true\nmax_height = 3\n",
        "[rules.word_validation]\nreading = \"both\"\n",
        "[rules.nothing]\n",
        "x = ",
    ] {
        recorder.ask(json!({ "op": "variant", "variant": variant(rules) }));
        recorder.ask(json!({ "op": "new", "variant": variant(rules), "players": 2,
            "seed": { "number": 1 }, "words": { "shipped": "en_test_small" } }));
        recorder.about_game("moves", json!({ "seat": 0, "count": 4 }));
    }
    let seeds = ["ab".repeat(32), "ab".repeat(31), "zz".repeat(32), String::new()];
    for seed in seeds {
        recorder.ask(json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
            "seed": { "secret": seed }, "words": "free", "now": 1000 }));
    }
    for list in [json!({ "shipped": "xx" }), json!({ "list": "" }), json!({ "list": "read\nx1" })] {
        recorder.ask(json!({ "op": "new", "variant": { "shipped": "classic" }, "players": 2,
            "seed": { "number": 1 }, "words": list }));
    }
    recorder.about_game("moves", json!({ "seat": 0, "count": 10_001 }));
    for raw in RAW {
        recorder.raw((*raw).to_string());
    }
    recorder.raw(format!("{}1{}", "[".repeat(500), "]".repeat(500)));
    recorder
        .raw(json!({ "v": 1, "id": "x".repeat(129), "call": { "op": "variants" } }).to_string());
}

/// Requests that are no requests, or not of this version.
const RAW: [&str; 22] = [
    "",
    " ",
    "null",
    "[]",
    "{}",
    "{\"v\":1}",
    "{\"v\":2,\"call\":{\"op\":\"variants\"}}",
    "{\"v\":\"1\",\"call\":{\"op\":\"variants\"}}",
    "{\"v\":1.5,\"call\":{\"op\":\"variants\"}}",
    "{\"v\":-1,\"id\":\"a\",\"call\":{\"op\":\"variants\"}}",
    "{\"v\":1,\"id\":7,\"call\":{\"op\":\"variants\"}}",
    "{\"v\":1,\"id\":\"né\",\"call\":{\"op\":\"fly\"}}",
    "{\"v\":1,\"call\":{\"op\":\"variants\"},\"more\":1}",
    "{\"v\":1,\"call\":{\"op\":\"variants\",\"more\":1}}",
    "{\"v\":1,\"call\":{\"op\":\"variant\"}}",
    "{\"v\":1,\"call\":{\"op\":\"variant\",\"variant\":{\"shipped\":\"nope\"}}}",
    "{\"v\":1,\"call\":{\"op\":\"variant\",\"variant\":{\"toml\":\"format = 9\"}}}",
    "{\"v\":1,\"id\":\"q\",\"call\":{\"op\":\"words\",\"variant\":{\"shipped\":\"classic\"},\"words\":{\"shipped\":\"en_test_small\"},\"query\":{\"check\":{\"words\":[\"read\",\"\\ud83d\\ude00\"]}}}}",
    "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"classic\"},\"players\":256,\"seed\":{\"number\":1}}}",
    "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"classic\"},\"players\":2,\"seed\":{\"number\":-1}}}",
    "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"classic\"},\"players\":2,\"seed\":{\"number\":18446744073709551615},\"words\":\"free\"}}",
    "{\"v\":1,\"call\":{\"op\":\"view\",\"game\":{\"variant\":{\"shipped\":\"classic\"},\"snapshot\":{}}}}",
];
