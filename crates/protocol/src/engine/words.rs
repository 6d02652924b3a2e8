//! Questions about words.

use super::Engine;
use super::limits::Work;
use crate::{Answer, Fault, FaultCode, MAX_WORDS, VariantSource, WordAnswer, WordQuery};
use crate::{WordVerdict, Words};
use tilewright_lexicon::{AnagramLength, AnagramQuery, Dictionary, Found, Lexicon, Pattern};

/// The longest text of a question, in bytes.
const MAX_TEXT: usize = 512;

impl Engine {
    pub(super) fn words(
        &self,
        variant: &VariantSource,
        list: &Words,
        query: WordQuery,
        paid: &Work,
    ) -> Result<Answer, Fault> {
        let loaded = self.variant(variant, list, paid)?;
        let lexicon = self.resources.lexicon_within(&loaded, list, &paid.caller)?;
        let alphabet = loaded.ruleset.tiles().alphabet();
        let bad = |error: &dyn ToString| Fault::new(FaultCode::BadRequest, error.to_string());
        let answer = match query {
            WordQuery::Check { words } => {
                bounded(words.len())?;
                words.iter().try_for_each(|word| short(word))?;
                let list = self.resources.look_up_within(&loaded, list, &paid.caller)?;
                let is_word = |word: &str| {
                    let letters = alphabet.tokenize(word);
                    letters.is_ok_and(|letters| Dictionary::contains(&*list, alphabet, &letters))
                };
                let verdict = |word: String| WordVerdict { valid: is_word(&word), word };
                WordAnswer::Verdicts(words.into_iter().map(verdict).collect())
            }
            WordQuery::Explain { word } => {
                short(&word)?;
                let explained = lexicon.explain(&word);
                WordAnswer::Explained {
                    valid: explained.is_word(),
                    reasons: explained.reasons.iter().map(ToString::to_string).collect(),
                    anagrams: texts(&lexicon, explained.anagrams),
                    near: texts(&lexicon, explained.near),
                }
            }
            WordQuery::Anagrams { letters, shorter, limit } => {
                short(&letters)?;
                bounded(limit)?;
                let query = AnagramQuery::parse(&letters, lexicon.alphabet());
                let query = query.map_err(|error| bad(&error))?;
                let length = if shorter { AnagramLength::Any } else { AnagramLength::All };
                found(&lexicon, lexicon.anagrams(&query, length, limit))
            }
            WordQuery::Pattern { pattern, limit } => {
                short(&pattern)?;
                bounded(limit)?;
                let pattern = Pattern::parse(&pattern, lexicon.alphabet());
                let pattern = pattern.map_err(|error| bad(&error))?;
                found(&lexicon, lexicon.matching(&pattern, limit))
            }
            WordQuery::Hooks { word } => {
                short(&word)?;
                let letters = lexicon.alphabet().tokenize(&word).map_err(|error| bad(&error))?;
                let hooks = lexicon.hooks(&letters);
                let names = |set: tilewright_tiles::LetterSet| {
                    set.iter().map(|letter| lexicon.alphabet().upper(letter).to_string()).collect()
                };
                WordAnswer::Hooks { front: names(hooks.front), back: names(hooks.back) }
            }
        };
        Ok(Answer::Words(answer))
    }
}

fn short(text: &str) -> Result<(), Fault> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("{} bytes of letters, the bound is {MAX_TEXT}", text.len());
    Err(Fault::new(FaultCode::TooLarge, message))
}

fn bounded(count: usize) -> Result<(), Fault> {
    if count <= MAX_WORDS {
        return Ok(());
    }
    let message = format!("{count} words, the bound is {MAX_WORDS}");
    Err(Fault::new(FaultCode::TooLarge, message))
}

fn texts(lexicon: &Lexicon, words: Vec<Vec<tilewright_tiles::Letter>>) -> Vec<String> {
    words.into_iter().map(|word| lexicon.alphabet().text(word)).collect()
}

fn found(lexicon: &Lexicon, found: Found) -> WordAnswer {
    WordAnswer::Found { words: texts(lexicon, found.words), more: found.more }
}
