//! Looking words up: the one place that asks the dictionary about a run of letters.

use crate::spec::Reading;
use crate::{Position, Readings};
use tilewright_board::AxisId;
use tilewright_tiles::Letter;

/// What the dictionary says of letters along an axis.
pub(crate) enum Looked {
    /// Words are not looked up here.
    Unchecked,
    /// A word, in these directions.
    Word(Readings),
    /// Not a word.
    Unknown,
}

/// Asks about the letters of a run, given along its axis; they come back in some other order.
pub(crate) fn look_up(position: &Position<'_>, axis: AxisId, letters: &mut [Letter]) -> Looked {
    let ruleset = position.ruleset;
    let checks = ruleset.checks_words() && position.is_on("word_validation", true);
    let (Some(dictionary), true) = (position.dictionary, checks) else { return Looked::Unchecked };
    let alphabet = ruleset.tiles().alphabet();
    let reading = ruleset.reading(axis);
    let known = |readings: Readings| match readings {
        Readings { forward: false, backward: false } => Looked::Unknown,
        readings => Looked::Word(readings),
    };
    if ruleset.spec().word_validation.anagram_words {
        return match dictionary.contains_anagram(alphabet, letters) {
            true => Looked::Word(Readings::unchecked(reading)),
            false => Looked::Unknown,
        };
    }
    let forward = reading != Reading::Backward && dictionary.contains(alphabet, letters);
    letters.reverse();
    let backward = reading != Reading::Forward && dictionary.contains(alphabet, letters);
    known(Readings { forward, backward })
}
