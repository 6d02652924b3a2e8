//! Making games: a variant, its players, a seed and the words.

use crate::lexicons::{LexiconError, lexicon_for, load_lexicon};
use std::sync::Arc;
use thiserror::Error;
use tilewright_game::{Game, GameError, NewGame};
use tilewright_lexicon::Dictionary;
use tilewright_rules::spec::DictionaryMode;
use tilewright_rules::{PluginRegistry, RuleEngine, Ruleset};
use tilewright_tiles::Seed;
use tilewright_variants::{Variant, VariantError};

/// Why a game could not be made.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The builder has no seed.
    #[error(
        "the game has no seed; call `seed` with a number for tests and puzzles, or `secret_seed` with 32 random bytes"
    )]
    NoSeed,
    /// The variant cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The word list cannot be loaded.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
    /// The game cannot start.
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<SetupError> for GameError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Game(error) => error,
            other => GameError::Variant(other.to_string()),
        }
    }
}

/// The words of a game.
#[derive(Clone)]
enum Words {
    /// The list that the variant names.
    OfVariant,
    /// A bundled list.
    Bundled(String),
    /// A list of the caller.
    Own(Box<dyn Dictionary>),
    /// Every word is accepted.
    Free,
}

/// A game in the making. [`GameExt::builder`](crate::GameExt::builder) makes one.
///
/// ```
/// use tilewright::prelude::*;
///
/// let variant = Variant::shipped("classic")?;
/// let game = Game::builder(&variant).players(3).seed(7).start()?;
/// assert_eq!(game.state().players(), 3);
///
/// // A word list that does not exist is an error now, not at the first move.
/// let typo = Game::builder(&variant).lexicon("eng").seed(7).start();
/// assert!(matches!(typo, Err(SetupError::Lexicon(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct GameBuilder<'a> {
    variant: &'a Variant,
    players: Option<u8>,
    seed: Option<(Seed, bool)>,
    words: Words,
    start_word: Option<String>,
    plugins: Option<&'a PluginRegistry>,
    rules: Option<RuleEngine>,
    now: Option<u64>,
}

impl<'a> GameBuilder<'a> {
    /// A game of a variant.
    pub fn new(variant: &'a Variant) -> GameBuilder<'a> {
        GameBuilder {
            variant,
            players: None,
            seed: None,
            words: Words::OfVariant,
            start_word: None,
            plugins: None,
            rules: None,
            now: None,
        }
    }

    /// The number of players. By default two, or the nearest number that the variant allows.
    pub fn players(mut self, players: u8) -> Self {
        self.players = Some(players);
        self
    }

    /// A number from which all draws follow, for tests and puzzles. Such a game is never called
    /// fair.
    pub fn seed(mut self, number: u64) -> Self {
        self.seed = Some((Seed::from_number(number), false));
        self
    }

    /// 32 secret random bytes from which all draws follow: the draws of a fair game, which anyone
    /// can verify after the end.
    pub fn secret_seed(mut self, bytes: [u8; 32]) -> Self {
        self.seed = Some((Seed::from_bytes(bytes), true));
        self
    }

    /// A word list of your own instead of the one that the variant names.
    pub fn dictionary(mut self, words: impl Dictionary + 'static) -> Self {
        self.words = Words::Own(Box::new(words));
        self
    }

    /// A bundled word list instead of the one that the variant names; see
    /// [`shipped_lexicons`](crate::shipped_lexicons).
    pub fn lexicon(mut self, id: impl Into<String>) -> Self {
        self.words = Words::Bundled(id.into());
        self
    }

    /// Accepts every word. All other rules still apply.
    pub fn free_words(mut self) -> Self {
        self.words = Words::Free;
        self
    }

    /// The word on the board before the first move, in variants that start with one. By default
    /// the seed chooses it.
    pub fn start_word(mut self, word: impl Into<String>) -> Self {
        self.start_word = Some(word.into());
        self
    }

    /// Where the variant's plugins come from. By default the built-in ones.
    pub fn plugins(mut self, registry: &'a PluginRegistry) -> Self {
        self.plugins = Some(registry);
        self
    }

    /// Rules of your own instead of those that the variant's settings make. Begin with
    /// [`RuleEngine::from_spec`] and add to it.
    pub fn rules(mut self, rules: RuleEngine) -> Self {
        self.rules = Some(rules);
        self
    }

    /// The time of the start, in milliseconds of the caller's clock.
    pub fn now(mut self, milliseconds: u64) -> Self {
        self.now = Some(milliseconds);
        self
    }

    /// Checks everything and gives what [`Game::new`] starts from.
    ///
    /// # Errors
    /// [`SetupError`]: no seed, a variant that cannot be played, or a word list that is missing.
    pub fn build(self) -> Result<NewGame, SetupError> {
        let (seed, fair) = self.seed.ok_or(SetupError::NoSeed)?;
        let builtin = PluginRegistry::default();
        let mut ruleset = self.variant.ruleset(self.plugins.unwrap_or(&builtin))?;
        let dictionary = match self.words {
            Words::Own(words) => Some(words),
            Words::Bundled(id) => {
                let words = load_lexicon(&id, ruleset.tiles().alphabet())?;
                Some(Box::new(words) as Box<dyn Dictionary>)
            }
            Words::Free => {
                ruleset = ruleset
                    .with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free)
                    .map_err(GameError::from)?;
                None
            }
            Words::OfVariant => own_words(&ruleset)?,
        };
        if let Some(rules) = self.rules {
            ruleset = ruleset.with_engine(rules);
        }
        let (least, most) = ruleset.players();
        let players = self.players.unwrap_or(2.clamp(least, most));
        let (ruleset, start_word, now) = (Arc::new(ruleset), self.start_word, self.now);
        Ok(NewGame { ruleset, players, seed, fair, start_word, dictionary, now })
    }

    /// Starts the game.
    ///
    /// # Errors
    /// As for [`build`](Self::build); also a wrong number of players, or a start word that does
    /// not fit.
    pub fn start(self) -> Result<Game, SetupError> {
        Ok(Game::new(self.build()?)?)
    }
}

/// The list that the rules name. Rules that never look a word up can do without.
fn own_words(ruleset: &Ruleset) -> Result<Option<Box<dyn Dictionary>>, LexiconError> {
    if ruleset.uses_words() { lexicon_for(ruleset).map(Some) } else { Ok(None) }
}
