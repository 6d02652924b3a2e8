//! Compiled variants, word lists and generators, kept for the next request.

use super::added::AddedLists;
use super::limits::{Limits, too_much_work};
use crate::{BotLevel, Fault, FaultCode, MAX_WORD_LIST, TimeControl, VariantSource, Words};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tilewright_ai::{Openings, shipped_leaves, shipped_openings};
use tilewright_lexicon::{
    Dictionary, DictionaryError, GraphKind, Lexicon, Mode, WordList, shipped,
};
use tilewright_movegen::{Budget, Generator, Leaves};
use tilewright_rules::spec::{DictionaryMode, RulesSpec};
use tilewright_rules::{PluginRegistry, Ruleset};
use tilewright_tiles::{Alphabet, hex};
use tilewright_variants::{Level, ShippedOnly, Variant, lint};

/// The most variants, lists and generators that are kept, whatever their size; the longest unused go
/// first.
const MOST_VARIANTS: usize = 64;
const MOST_LISTS: usize = 8;
const MOST_GENERATORS: usize = 12;
/// About the memory of a cell on an axis of a compiled variant.
const BYTES_PER_SLOT: usize = 128;

/// A variant, read and compiled.
pub struct Loaded {
    /// The variant.
    pub variant: Variant,
    /// Its rules.
    pub ruleset: Arc<Ruleset>,
}

/// Things by key, the longest unused of which are forgotten.
struct Kept<V> {
    most: usize,
    most_bytes: usize,
    bytes: usize,
    clock: u64,
    entries: BTreeMap<String, Entry<V>>,
}

struct Entry<V> {
    used: u64,
    bytes: usize,
    value: Arc<V>,
}

/// Something that takes memory.
trait Weighed {
    /// About how much, in bytes.
    fn bytes(&self) -> usize;
}

impl Weighed for Loaded {
    fn bytes(&self) -> usize {
        let topology = self.ruleset.topology();
        BYTES_PER_SLOT * topology.cell_count() * (1 + topology.axis_ids().count())
    }
}

impl Weighed for Lexicon {
    fn bytes(&self) -> usize {
        self.byte_count()
    }
}

impl Weighed for Bots {
    fn bytes(&self) -> usize {
        self.generator.byte_count()
    }
}

impl<V: Weighed> Kept<V> {
    fn new(most: usize, most_bytes: usize) -> Mutex<Kept<V>> {
        Mutex::new(Kept { most, most_bytes, bytes: 0, clock: 0, entries: BTreeMap::new() })
    }

    fn get(&mut self, key: &str) -> Option<Arc<V>> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(entry.value.clone())
    }

    fn put(&mut self, key: String, value: Arc<V>) {
        let bytes = value.bytes();
        if bytes > self.most_bytes {
            return;
        }
        self.clock += 1;
        self.remove(&key);
        while self.entries.len() >= self.most || self.bytes + bytes > self.most_bytes {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            self.remove(&oldest);
        }
        self.bytes += bytes;
        self.entries.insert(key, Entry { used: self.clock, bytes, value });
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.bytes;
        }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }
}

/// What is kept under a key, or else made now.
fn kept<V: Weighed>(
    store: &Mutex<Kept<V>>,
    key: String,
    make: &dyn Fn() -> Result<V, Fault>,
) -> Result<Arc<V>, Fault> {
    let lock = || store.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = lock().get(&key) {
        return Ok(found);
    }
    // Made without the lock: another thread may make the same, which is alike.
    let made = Arc::new(make()?);
    lock().put(key, made.clone());
    Ok(made)
}

/// A generator with values for the tiles that stay and for openings.
pub struct Bots {
    /// The generator.
    pub generator: Generator,
    /// The values.
    pub leaves: Arc<Leaves>,
    /// What openings are worth, where that is known.
    pub openings: Option<Arc<Openings>>,
}

/// Compiled variants, word lists and generators. Only their speed depends on what was asked
/// before, never an answer.
pub struct Resources {
    variants: Mutex<Kept<Loaded>>,
    lists: Mutex<Kept<Lexicon>>,
    generators: Mutex<Kept<Bots>>,
    added: AddedLists,
    /// The most steps of building a list that was sent, and the most bytes of its graph.
    list_steps: u64,
    list_bytes: usize,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources::new(&Limits::default())
    }
}

fn digest(text: &str) -> String {
    hex::encode(&Sha256::digest(text.as_bytes()))
}

impl Resources {
    /// Nothing yet, and never more than the limits allow.
    pub fn new(limits: &Limits) -> Resources {
        let part = limits.kept_bytes / 8;
        Resources {
            variants: Kept::new(MOST_VARIANTS, part),
            lists: Kept::new(MOST_LISTS, 3 * part),
            generators: Kept::new(MOST_GENERATORS, 4 * part),
            added: AddedLists::default(),
            list_steps: limits.word_list,
            list_bytes: limits.word_list_bytes,
        }
    }

    /// Adds a word list, or puts another in its place. The bytes are text with one word a line,
    /// or a packed list such as the bundled ones. At most 16 lists can be added.
    pub fn add_lexicon(&self, id: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.added.add(id, bytes)?;
        // What was made of a list of the same name is forgotten.
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.generators.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(())
    }

    /// The ids of the bundled and the added word lists, in order.
    pub fn lexicons(&self) -> Vec<String> {
        self.added.ids()
    }

    /// A variant with its words. One that cannot be played is refused, with every reason.
    pub fn variant(&self, source: &VariantSource, words: &Words) -> Result<Arc<Loaded>, Fault> {
        self.timed_variant(source, words, None)
    }

    /// The same, perhaps with a clock of the game's own.
    pub fn timed_variant(
        &self,
        source: &VariantSource,
        words: &Words,
        time: Option<TimeControl>,
    ) -> Result<Arc<Loaded>, Fault> {
        let free = *words == Words::Free;
        let time_limit = time.map(TimeControl::time_limit).transpose()?;
        let key = format!("{} {free} {}", source_key(source), time_key(time));
        kept(&self.variants, key, &|| {
            let variant = match source {
                VariantSource::Shipped(id) => Variant::shipped(id)?,
                VariantSource::Toml(text) => Variant::from_toml(text, &ShippedOnly)?,
            };
            let mut ruleset = variant.ruleset(&PluginRegistry::default())?;
            if free || time_limit.is_some() {
                let change = |spec: &mut RulesSpec| {
                    if free {
                        spec.word_validation.dictionary = DictionaryMode::Free;
                    }
                    if let Some(time_limit) = &time_limit {
                        spec.time_limit = time_limit.clone();
                    }
                };
                let bad = |error| Fault::new(FaultCode::Variant, error);
                ruleset = ruleset.with_spec(change).map_err(bad)?;
            }
            if matches!(source, VariantSource::Toml(_)) {
                let errors = lint(&variant).into_iter().filter(|lint| lint.level == Level::Error);
                let errors: Vec<String> = errors.map(|lint| lint.to_string()).collect();
                if !errors.is_empty() {
                    return Err(Fault::new(FaultCode::Variant, errors.join("; ")));
                }
            }
            Ok(Loaded { variant, ruleset: Arc::new(ruleset) })
        })
    }

    /// The word list of a game; none where words are free. A list that the rules need and that
    /// does not exist is an error, also where words are looked up only in a challenge.
    pub fn dictionary(
        &self,
        loaded: &Loaded,
        words: &Words,
    ) -> Result<Option<Box<dyn Dictionary>>, Fault> {
        self.dictionary_within(loaded, words, &Budget::unlimited())
    }

    /// The same, unless the budget is cancelled.
    pub fn dictionary_within(
        &self,
        loaded: &Loaded,
        words: &Words,
        budget: &Budget,
    ) -> Result<Option<Box<dyn Dictionary>>, Fault> {
        if *words == Words::Free {
            return Ok(None);
        }
        match self.look_up_within(loaded, words, budget) {
            Ok(lexicon) => Ok(Some(Box::new((*lexicon).clone()))),
            Err(_) if *words == Words::Variant && !loaded.ruleset.uses_words() => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// The word list as a graph. Where words are free it is the variant's own.
    pub fn lexicon(&self, loaded: &Loaded, words: &Words) -> Result<Arc<Lexicon>, Fault> {
        self.lexicon_within(loaded, words, &Budget::unlimited())
    }

    /// The same, unless the budget is cancelled.
    pub fn lexicon_within(
        &self,
        loaded: &Loaded,
        words: &Words,
        budget: &Budget,
    ) -> Result<Arc<Lexicon>, Fault> {
        let alphabet = loaded.ruleset.tiles().alphabet();
        let key = lexicon_key(loaded, words)?;
        kept(&self.lists, key, &|| self.read_list(loaded, words, alphabet, budget))
    }

    /// The word list for looking words up. Where letters may be in any order it is the graph of
    /// sorted letters: in a graph of words every prefix that the letters can spell would be tried.
    pub fn look_up_within(
        &self,
        loaded: &Loaded,
        words: &Words,
        budget: &Budget,
    ) -> Result<Arc<Lexicon>, Fault> {
        let lexicon = self.lexicon_within(loaded, words, budget)?;
        if !loaded.ruleset.spec().word_validation.anagram_words {
            return Ok(lexicon);
        }
        let key = lexicon_key(loaded, words)? + " sorted";
        kept(&self.lists, key, &|| {
            let sorted = lexicon.in_kind(GraphKind::Anagrams, &|| budget.is_cancelled());
            sorted.map_err(bad_words)
        })
    }

    /// A generator with the words that a level knows.
    pub fn bots(
        &self,
        loaded: &Loaded,
        words: &Words,
        level: BotLevel,
    ) -> Result<Arc<Bots>, Fault> {
        self.bots_within(loaded, words, level, &Budget::unlimited())
    }

    /// The same, unless the budget is cancelled.
    pub fn bots_within(
        &self,
        loaded: &Loaded,
        words: &Words,
        level: BotLevel,
        budget: &Budget,
    ) -> Result<Arc<Bots>, Fault> {
        let list = lexicon_key(loaded, words)?;
        let key = format!("{:?} {} {list}", level, loaded.ruleset.hash());
        kept(&self.generators, key, &|| {
            let lexicon = self.lexicon_within(loaded, words, budget)?;
            let cancelled = || budget.is_cancelled();
            let generator = level.level().generator_until(&loaded.ruleset, &lexicon, &cancelled);
            let code = || if cancelled() { FaultCode::Cancelled } else { FaultCode::Words };
            let generator = generator.map_err(|error| Fault::new(code(), error))?;
            let ruleset = generator.ruleset();
            let leaves = shipped_leaves(&loaded.ruleset)
                .unwrap_or_else(|| Leaves::zero(ruleset.tiles().kinds().len()));
            let openings = shipped_openings(&loaded.ruleset).map(Arc::new);
            Ok(Bots { leaves: Arc::new(leaves), openings, generator })
        })
    }

    fn large_list(&self) -> Fault {
        let (steps, bytes) = (self.list_steps, self.list_bytes);
        too_much_work(format!(
            "the graph of the words takes more than {steps} steps or {bytes} bytes; send fewer or \
             shorter words"
        ))
    }

    /// Whether the graph of a list is small enough: it has up to one node for every two letters of
    /// every word.
    fn check_list(&self, list: &WordList) -> Result<(), Fault> {
        let steps: u64 = list.iter().map(|word| (word.len() * word.len()) as u64).sum();
        if steps <= self.list_steps { Ok(()) } else { Err(self.large_list()) }
    }

    fn read_list(
        &self,
        loaded: &Loaded,
        words: &Words,
        alphabet: &Alphabet,
        budget: &Budget,
    ) -> Result<Lexicon, Fault> {
        if let Words::List(text) = words {
            if text.len() > MAX_WORD_LIST {
                let message =
                    format!("the word list has {} bytes, the bound is {MAX_WORD_LIST}", text.len());
                return Err(Fault::new(FaultCode::TooLarge, message));
            }
            let list = WordList::read(text.as_bytes(), alphabet, Mode::Skip);
            let list = list.map_err(bad_words)?;
            self.check_list(&list)?;
            let most = self.list_bytes / 4;
            let cancelled = || budget.is_cancelled();
            let graph = Lexicon::build_within(&list, GraphKind::Words, most, &cancelled);
            return graph.map_err(|error| match error {
                DictionaryError::GraphTooLarge => self.large_list(),
                error => bad_words(error),
            });
        }
        let id = list_id(loaded, words)?;
        let graph = match self.added.text(id) {
            Some(text) => Some(text.and_then(|text| graph_of(&text, alphabet))),
            None => shipped::graph(id, alphabet),
        };
        match graph {
            Some(graph) => graph.map_err(bad_words),
            None => {
                let id: String = id.chars().take(40).collect();
                let known = self.lexicons().join(", ");
                let message = format!(
                    "the word list `{id}` is not loaded (loaded: {known}); send a list with \
                     \"words\":{{\"list\":\"...\"}}, or play with \"words\":\"free\""
                );
                Err(Fault::new(FaultCode::Words, message))
            }
        }
    }
}

/// The same variant has the same key.
fn source_key(source: &VariantSource) -> String {
    match source {
        VariantSource::Shipped(id) => {
            format!("shipped {}", id.chars().take(64).collect::<String>())
        }
        VariantSource::Toml(text) => format!("toml {}", digest(text)),
    }
}

/// The same clock has the same key; nothing for that of the variant.
fn time_key(time: Option<TimeControl>) -> String {
    let Some(time) = time else { return String::new() };
    let (seconds, increment) = time.seconds();
    let live = time.is_live();
    format!("{live} {seconds} {increment}")
}

fn list_id<'a>(loaded: &'a Loaded, words: &'a Words) -> Result<&'a str, Fault> {
    match words {
        Words::Shipped(id) => Ok(id),
        _ => loaded.variant.lexicon().ok_or_else(|| {
            let message = "the variant names no word list; send one, or play with free words";
            Fault::new(FaultCode::Words, message)
        }),
    }
}

/// The same words in the same alphabet have the same key.
fn lexicon_key(loaded: &Loaded, words: &Words) -> Result<String, Fault> {
    let alphabet = loaded.ruleset.tiles().alphabet();
    let letters = alphabet.all().iter().map(|letter| alphabet.upper(letter).to_string());
    let aliases = alphabet.aliases().map(|(alias, letter)| format!("{alias}={}", letter.0));
    let letters = digest(&letters.chain(aliases).collect::<Vec<_>>().join(" "));
    Ok(match words {
        Words::List(text) => format!("{letters} text {}", digest(text)),
        _ => format!("{letters} {}", list_id(loaded, words)?),
    })
}

fn bad_words(error: DictionaryError) -> Fault {
    let code = match error {
        DictionaryError::Cancelled => FaultCode::Cancelled,
        _ => FaultCode::Words,
    };
    Fault::new(code, error)
}

fn graph_of(text: &str, alphabet: &Alphabet) -> Result<Lexicon, DictionaryError> {
    let list = WordList::read(text.as_bytes(), alphabet, Mode::Skip)?;
    Lexicon::build(&list, GraphKind::Words)
}
