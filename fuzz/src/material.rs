//! What several targets need: the shipped rulesets, dictionaries, and what must hold of any game.

use crate::bytes::Bytes;
use std::sync::{Arc, OnceLock};
use tilewright_game::{Command, Game, GameLog, Rejection, Snapshot, Submission};
use tilewright_lexicon::Dictionary;
use tilewright_rules::spec::SwapOrder::{DrawFirst, ReturnFirst};
use tilewright_rules::spec::{ChallengeMode, TimeLimitAction};
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_tiles::{Alphabet, Letter};
use tilewright_variants::{Variant, shipped_ids};

/// The shipped variants, compiled, in alphabetical order.
pub fn rulesets() -> &'static [Arc<Ruleset>] {
    static RULESETS: OnceLock<Vec<Arc<Ruleset>>> = OnceLock::new();
    RULESETS.get_or_init(|| {
        let compile = |id| {
            let variant = Variant::shipped(id).expect("a shipped variant is read");
            let ruleset = variant.ruleset(&PluginRegistry::default());
            Arc::new(ruleset.expect("a shipped variant is sound"))
        };
        shipped_ids().map(compile).collect()
    })
}

/// A ruleset, mostly as it is, otherwise with settings that no shipped variant has. Its hash stays,
/// so that logs of the variant still fit.
pub fn altered(ruleset: &Arc<Ruleset>, bytes: &mut Bytes<'_>) -> Arc<Ruleset> {
    let choice = bytes.byte();
    if choice < 128 {
        return ruleset.clone();
    }
    let changed = ruleset.with_spec(|spec| {
        let time = &mut spec.time_limit;
        time.enabled = true;
        (time.bank, time.turn_time_limit) = (Some(60), Some(30));
        time.inactivity_days = (choice & 1 != 0).then_some(3);
        time.time_limit_action = match choice & 6 {
            0 => TimeLimitAction::Pass,
            2 => TimeLimitAction::Resign,
            _ => TimeLimitAction::Overtime(i64::from(choice) - 130),
        };
        spec.actions.slide = choice & 8 != 0;
        spec.actions.rotate = choice & 8 != 0;
        spec.resignation.enabled = choice & 16 != 0;
        spec.challenge.enable_challenges = choice & 32 != 0;
        spec.challenge.mode = match bytes.byte() % 6 {
            0 => ChallengeMode::LoseTurn,
            1 => ChallengeMode::Double,
            2 => ChallengeMode::Single,
            3 => ChallengeMode::Points(5),
            4 => ChallengeMode::PerWord(i64::MAX),
            _ => ChallengeMode::Forfeit,
        };
        spec.swap_limit.order = if choice & 64 != 0 { ReturnFirst } else { DrawFirst };
    });
    Arc::new(changed.expect("the settings are within their bounds"))
}

/// A dictionary that needs no words: of all words it knows some share, the same every time.
#[derive(Clone, Copy, Debug)]
pub struct Share(pub u8);

impl Share {
    fn knows(self, letters: impl Iterator<Item = u8>) -> bool {
        let hash = letters.fold(0x811c_9dc5_u32, |hash, letter| {
            (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193)
        });
        ((hash >> 16) & 0xFF) as u8 <= self.0
    }
}

impl Dictionary for Share {
    fn contains(&self, _: &Alphabet, word: &[Letter]) -> bool {
        self.knows(word.iter().map(|letter| letter.0))
    }

    fn contains_anagram(&self, _: &Alphabet, letters: &[Letter]) -> bool {
        let mut sorted: Vec<u8> = letters.iter().map(|letter| letter.0).collect();
        sorted.sort_unstable();
        self.knows(sorted.into_iter())
    }

    fn clone_box(&self) -> Box<dyn Dictionary> {
        Box::new(*self)
    }
}

/// Every tile is in one place.
pub fn check_ledger(game: &Game) {
    if let Err(fault) = game.state().check_ledger() {
        panic!("{game:?}: {fault}");
    }
}

/// Every tile is in one place, and the log tells the same game again, however it is kept.
pub fn check_game(game: &Game) {
    check_ledger(game);
    let text = serde_json::to_string(&game.log()).expect("a log is written");
    let log: GameLog = serde_json::from_str(&text).expect("a written log is read");
    let again = serde_json::to_string(&log).expect("a log is written");
    assert!(text == again, "the log changes when it is read:\n{text}\n{again}");
    let snapshot = Snapshot { log, ..game.snapshot() };
    let replayed = Game::from_snapshot(game.ruleset().clone(), snapshot);
    let replayed = replayed.expect("the log replays").state().canonical_bytes();
    let bytes = game.state().canonical_bytes();
    assert!(!bytes.is_empty(), "the state is not written");
    assert!(
        replayed == bytes,
        "the replay is another game:\n{}\n{}",
        String::from_utf8_lossy(&bytes),
        String::from_utf8_lossy(&replayed)
    );
}

/// Sends a command. A rejection says why and changes nothing; otherwise no tile is lost.
pub fn send(game: &mut Game, command: Command) -> Result<(), Rejection> {
    let before = game.state().canonical_bytes();
    let rejection = game.command(command.clone()).map(|_| ()).err();
    if let Some(rejection) = rejection {
        assert!(game.state().canonical_bytes() == before, "{command:?}: {rejection}, yet it acted");
        if let Rejection::Rules(violations) = &rejection {
            assert!(!violations.0.is_empty(), "{command:?} is rejected without a reason");
        }
        return Err(rejection);
    }
    check_ledger(game);
    Ok(())
}

/// Sends a command at a time. Time may act even where the command is rejected.
pub fn send_at(game: &mut Game, command: Command, now: u64) {
    let submission = Submission { command, revision: None, now: Some(now) };
    let _ = game.submit(&submission);
    check_ledger(game);
}
