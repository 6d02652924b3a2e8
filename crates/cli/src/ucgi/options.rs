//! A variant and its words, ready to be asked, and the options that name them.

use crate::lexicon;
use crate::output::Failure;
use crate::position::load_variant;
use std::sync::Arc;
use tilewright::ai::shipped_leaves;
use tilewright::lexicon::Lexicon;
use tilewright::movegen::{LeaveValues, Leaves};
use tilewright::notation::Cgp;
use tilewright::rules::spec::DictionaryMode;
use tilewright::{Generator, PluginRegistry, Ruleset};

/// What a front end may set.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The variant.
    pub variant: String,
    /// The word list; empty for the variant's own.
    pub lexicon: String,
    /// Rollouts of a plain `go`.
    pub rollouts: u64,
    /// Moves that are simulated.
    pub candidates: usize,
    /// The seed of simulations.
    pub seed: u64,
    /// Memory for endgames, in MiB.
    pub endgame_hash: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variant: "classic".to_string(),
            lexicon: String::new(),
            rollouts: 2_000,
            candidates: 15,
            seed: 1,
            endgame_hash: 16,
        }
    }
}

impl Options {
    /// The lines that list the options.
    pub fn lines() -> [&'static str; 7] {
        [
            "option name EndgameHash type spin default 16 min 1 max 8000",
            "option name Variant type string default classic",
            "option name Lexicon type string default <empty>",
            "option name Rollouts type spin default 2000 min 1 max 100000000",
            "option name Candidates type spin default 15 min 1 max 200",
            "option name Seed type spin default 1 min 0 max 4294967295",
            "option name UCGI_AnalyseMode type check default false",
        ]
    }

    /// Sets an option. `Ok(true)`: the engine must be rebuilt.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let number = |low: u64, high: u64| {
            let number = value.parse::<u64>().ok().filter(|number| (low..=high).contains(number));
            number.ok_or_else(|| format!("{name} wants a number from {low} to {high}"))
        };
        match name {
            "variant" => self.variant = value.to_string(),
            "lexicon" => self.lexicon = value.to_string(),
            "rollouts" => self.rollouts = number(1, 100_000_000)?,
            "candidates" => self.candidates = number(1, 200)? as usize,
            "seed" => self.seed = number(0, u64::from(u32::MAX))?,
            "endgamehash" => self.endgame_hash = number(1, 8000)? as usize,
            "ucgi_analysemode" => {}
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(matches!(name, "variant" | "lexicon"))
    }
}

/// A variant and its words, compiled.
pub struct CompiledVariant {
    /// The rules.
    pub rules: Ruleset,
    /// The same without a look at words.
    pub free: Ruleset,
    /// The words.
    pub words: Lexicon,
    /// The move generator.
    pub generator: Generator,
    /// What tiles that stay are worth.
    pub leaves: Arc<dyn LeaveValues + Send + Sync>,
}

impl CompiledVariant {
    /// Loads what the options name.
    pub fn load(options: &Options) -> Result<CompiledVariant, Failure> {
        let variant = load_variant(&options.variant)?;
        let rules = variant.ruleset(&PluginRegistry::default()).map_err(Failure::usage)?;
        // Without a CGP there is no way to send a position.
        Cgp::default().write(&rules).map_err(Failure::usage)?;
        let named = Some(options.lexicon.as_str()).filter(|name| !name.is_empty());
        let named = named.or(variant.lexicon());
        let named = named.ok_or_else(|| Failure::usage("set the option Lexicon"))?;
        let words = lexicon::load(named, rules.tiles())?;
        let generator = Generator::new(&rules, &words).map_err(Failure::usage)?;
        let free = rules
            .with_spec(|spec| spec.word_validation.dictionary = DictionaryMode::Free)
            .map_err(Failure::usage)?;
        let none = || Leaves::zero(rules.tiles().kinds().len());
        let leaves = Arc::new(shipped_leaves(generator.ruleset()).unwrap_or_else(none));
        Ok(CompiledVariant {
            rules: (**generator.ruleset()).clone(),
            free,
            words,
            generator,
            leaves,
        })
    }
}
