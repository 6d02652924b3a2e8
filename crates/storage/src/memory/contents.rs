//! Large texts of settings in memory, each once.

use super::Tables;
use crate::contents::{self, Content, Read};
use crate::{GameRecord, StoreError};
use std::collections::BTreeSet;

impl Tables {
    /// Stores what is large in the settings of a game; the game as it is stored.
    pub(super) fn store_contents(&mut self, game: &GameRecord) -> Result<GameRecord, StoreError> {
        let (settings, large) = contents::split(&game.settings)?;
        let mut bytes = settings.len() as u64;
        for Content { hash, body } in large {
            self.contents.entry(hash).or_insert_with(|| {
                bytes += body.len() as u64;
                (body, game.created)
            });
        }
        self.bytes.insert(game.id.clone(), bytes);
        Ok(GameRecord { settings, ..game.clone() })
    }

    /// A game with its settings as they were before they were stored.
    pub(super) fn whole(
        &self,
        game: &GameRecord,
        read: &mut Read,
    ) -> Result<GameRecord, StoreError> {
        let body = |hash: &str| Ok(self.contents.get(hash).map(|(body, _)| body.clone()));
        let settings = contents::join(game.settings.clone(), read, body)?;
        Ok(GameRecord { settings, ..game.clone() })
    }

    /// The same for several games, each text joined once.
    pub(super) fn all_whole(&self, games: &[GameRecord]) -> Result<Vec<GameRecord>, StoreError> {
        let mut read = Read::new();
        games.iter().map(|game| self.whole(game, &mut read)).collect()
    }

    pub(super) fn stored_bytes(&self, player: &str) -> u64 {
        let own = self.games.values().filter(|(game, _)| game.creator == player);
        own.filter_map(|(game, _)| self.bytes.get(&game.id)).sum()
    }

    pub(super) fn contents_after(&self, after: &str, most: usize) -> Vec<Content> {
        let later = self.contents.iter().filter(|(hash, _)| hash.as_str() > after);
        let contents = later.map(|(hash, (body, _))| {
            let (hash, body) = (hash.clone(), body.clone());
            Content { hash, body }
        });
        contents.take(most).collect()
    }

    pub(super) fn delete_contents(&mut self, before: u64, most: usize) -> u64 {
        let games = self.games.values();
        let used: BTreeSet<String> = games
            .flat_map(|(game, _)| contents::references(&game.settings))
            .map(str::to_string)
            .collect();
        let old = self.contents.iter().filter(|(_, (_, created))| *created < before);
        let unused = old.filter(|(hash, _)| !used.contains(*hash)).take(most);
        let unused: Vec<String> = unused.map(|(hash, _)| hash.clone()).collect();
        unused.iter().for_each(|hash| drop(self.contents.remove(hash)));
        unused.len() as u64
    }
}
