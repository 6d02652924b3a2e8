//! Word lists that a program adds to the engine, such as the bundled ones that are separate files.

use crate::{Fault, FaultCode};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tilewright_lexicon::{DictionaryError, MAX_LIST_BYTES, shipped};

/// The most lists that can be added.
const MOST: usize = 16;
/// The longest id, in bytes.
const LONGEST_ID: usize = 64;
/// The largest packed list before the words are written out.
const LARGEST_PACKED: usize = 16 << 20;

/// Word lists by id, as they were given.
#[derive(Default)]
pub(super) struct AddedLists(Mutex<BTreeMap<String, Arc<[u8]>>>);

impl AddedLists {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<[u8]>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, id: &str, bytes: &[u8]) -> Result<(), Fault> {
        let too_large = |message| Err(Fault::new(FaultCode::TooLarge, message));
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if id.is_empty() || id.len() > LONGEST_ID || !id.chars().all(plain) {
            let message = "the id of a word list is 1 to 64 letters, digits, `-`, `_` and `.`";
            return Err(Fault::new(FaultCode::Words, message));
        }
        if bytes.len() > MAX_LIST_BYTES {
            let size = bytes.len();
            return too_large(format!(
                "the word list has {size} bytes, the bound is {MAX_LIST_BYTES}"
            ));
        }
        if read(bytes).is_err() {
            let message = format!(
                "the word list `{id}` is neither text with one word a line nor a packed list"
            );
            return Err(Fault::new(FaultCode::Words, message));
        }
        let mut lists = self.lock();
        if lists.len() >= MOST && !lists.contains_key(id) {
            return too_large(format!("{MOST} word lists were added, that is the bound"));
        }
        lists.insert(id.to_string(), bytes.into());
        Ok(())
    }

    /// The text of an added list.
    pub fn text(&self, id: &str) -> Option<Result<String, DictionaryError>> {
        let bytes = self.lock().get(id).cloned()?;
        Some(read(&bytes))
    }

    /// The ids of all lists, added and shipped ones, in order.
    pub fn ids(&self) -> Vec<String> {
        let mut ids: BTreeSet<String> = BTreeSet::new();
        ids.extend(self.lock().keys().cloned());
        ids.extend(shipped::ids().map(str::to_string));
        ids.into_iter().collect()
    }
}

fn read(bytes: &[u8]) -> Result<String, DictionaryError> {
    // A packed list is never text: its first bytes say that it is compressed.
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_string()),
        Err(fault) => shipped::unpack(bytes, LARGEST_PACKED)
            .ok_or(DictionaryError::NotUtf8(fault.valid_up_to())),
    }
}
