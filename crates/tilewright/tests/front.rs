//! Making and playing games through the front door of the crate.

#![allow(clippy::unwrap_used)]

use tilewright::compat::GameConfig;
use tilewright::prelude::*;
use tilewright::rules::placements;
use tilewright::variants::ShippedOnly;
use tilewright::{GameError, LexiconError, Rejection};

fn classic(lines: &str) -> Variant {
    let text = format!("format = 1\nid = \"own\"\nname = \"Own\"\nextends = \"classic\"\n{lines}");
    Variant::from_toml(&text, &ShippedOnly).unwrap()
}

fn missing(outcome: Result<Game, SetupError>) -> String {
    match outcome {
        Err(SetupError::Lexicon(error @ LexiconError::Missing { .. })) => error.to_string(),
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("the game was made"),
    }
}

#[test]
fn a_typo_in_a_word_list_fails_when_the_game_is_made() {
    let typo = classic("lexicon = \"enn\"\n");
    let message = missing(Game::builder(&typo).seed(1).start());
    assert_eq!(
        message,
        "the word list `enn` is not bundled (bundled: en, nl); load a list of your own"
    );
    // Words that are looked up only in a challenge are needed too.
    let challenged = classic("lexicon = \"enn\"\n[rules.challenge]\nenable_challenges = true\n");
    missing(Game::builder(&challenged).seed(1).start());
    let named = classic("");
    missing(Game::builder(&named).lexicon("enn").seed(1).start());
    // No list is needed where every word is accepted.
    Game::builder(&typo).free_words().seed(1).start().unwrap();
    let free = classic("lexicon = \"enn\"\n[rules.word_validation]\ndictionary = \"free\"\n");
    Game::builder(&free).seed(1).start().unwrap();
}

#[test]
fn a_typo_in_a_configuration_fails_when_the_game_is_made() {
    let typo = GameConfig { dictionary_id: "enn".to_string(), ..GameConfig::classic() };
    match GameState::new(&typo, 2) {
        Err(GameError::Variant(message)) => assert!(message.contains("`enn`"), "{message}"),
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn a_game_without_a_seed_is_refused() {
    let variant = classic("");
    assert_eq!(Game::builder(&variant).start().unwrap_err(), SetupError::NoSeed);
    let fair = Game::builder(&variant).secret_seed([7; 32]).start().unwrap();
    assert!(matches!(fair.events()[0].fact, Fact::Started { fair: true, .. }));
    let puzzle = Game::builder(&variant).seed(7).start().unwrap();
    assert!(matches!(puzzle.events()[0].fact, Fact::Started { fair: false, .. }));
}

#[test]
fn a_move_is_the_same_as_text_and_as_data() {
    let variant = classic("");
    let start = || Game::builder(&variant).seed(1).start().unwrap();
    let draft = placements!((7, 7) => "R", (8, 7) => "E", (9, 7) => "A", (10, 7) => "D");
    let as_data = start().play(0, &draft).unwrap();
    let user_move = UserMove::from_draft(&start().state().position(0), &draft);
    assert_eq!(start().play(0, user_move).unwrap(), as_data);
    assert_eq!(start().play(0, "8H READ").unwrap(), as_data);
    assert_eq!(start().play(0, " 7,7=R 8,7=E 9,7=A 10,7=D ").unwrap(), as_data);
    assert_eq!(as_data.to_string(), as_data.account().to_string());
}

#[test]
fn what_is_no_move_is_refused_and_changes_nothing() {
    let variant = classic("");
    let mut game = Game::builder(&variant).seed(1).start().unwrap();
    let before = game.state().revision();
    for (text, reason) in [
        ("READ", "write a square and a word"),
        ("8H READ now", "write a square and a word"),
        ("88 READ", "is no square"),
        ("8H RE!D", "is no letter"),
        ("7,7=R 8,7", "CELL=TILE"),
        ("", "write a square and a word"),
    ] {
        let error = game.play(0, text).unwrap_err();
        assert!(matches!(error, PlayError::Text { .. }), "{text}: {error}");
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
    let swap = UserMove { actions: vec![Action::SwapRack { tiles: vec!["R".to_string()] }] };
    assert_eq!(game.play(0, swap).unwrap_err(), PlayError::Exchange);
    match game.play(0, "1A READ").unwrap_err() {
        PlayError::Rejected(Rejection::Rules(broken)) => {
            assert_eq!(broken.rules(), ["first_move_start"]);
        }
        other => panic!("{other}"),
    }
    assert_eq!(game.state().revision(), before);
    game.exchange(0, "re").unwrap();
    game.pass(1).unwrap();
    game.resign(0).unwrap();
    assert!(game.state().result().is_some());
}
