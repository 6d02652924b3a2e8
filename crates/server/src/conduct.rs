//! What players want of each other, and what they are kept from.

use crate::app::App;
use crate::moderation::api_date;
use crate::reply::Refusal;
use crate::tables::CachedGame;
use std::collections::BTreeSet;
use tilewright_storage::{BlockKind, GameRecord, SanctionKind, SeatHolder, Store, StoreError};

/// The players of a game and who made it, without one of them.
fn others(record: &GameRecord, player: &str) -> Vec<String> {
    let seats = record.seats.iter().filter_map(|seat| match &seat.holder {
        SeatHolder::Player(id) => Some(id.clone()),
        _ => None,
    });
    let all: BTreeSet<String> = seats.chain([record.creator.clone()]).collect();
    all.into_iter().filter(|id| id != player).collect()
}

/// Why a player is banned at a time, for the player.
pub(crate) fn ban(
    store: &dyn Store,
    player: &str,
    now: u64,
) -> Result<Option<Refusal>, StoreError> {
    let sanctions = store.sanctions(player)?;
    let ban = sanctions.into_iter().find(|one| one.kind == SanctionKind::Ban && one.holds(now));
    Ok(ban.map(|ban| {
        let until = ban.until.map_or(String::new(), |until| format!(" until {}", api_date(until)));
        let appeal = match ban.appeal.as_str() {
            "" => String::new(),
            appeal => format!("; {appeal}"),
        };
        Refusal::forbidden(format!("this account is banned{until}: {}{appeal}", ban.reason))
    }))
}

impl App {
    /// Whether a player may play with those of a game: nobody of them has blocked the other.
    pub(crate) async fn may_play_with(
        &self,
        player: &str,
        record: &GameRecord,
    ) -> Result<(), Refusal> {
        let (own, others) = (player.to_string(), others(record, player));
        let blocked = self.store(move |store| {
            let against = store.blocks_against(&own, &others)?;
            let by_others = against.iter().any(|block| block.kind == BlockKind::Block);
            let own = store.blocks(&own)?;
            let mut own = own.iter().filter(|block| block.kind == BlockKind::Block);
            Ok(by_others || own.any(|block| others.contains(&block.other)))
        });
        match blocked.await? {
            true => Err(Refusal::forbidden("you and a player of this game do not play together")),
            false => Ok(()),
        }
    }

    /// Whether a player may chat in a game.
    pub(crate) async fn may_chat(&self, player: &str, record: &GameRecord) -> Result<(), Refusal> {
        let (own, others, now) = (player.to_string(), others(record, player), self.now());
        let found = self.store(move |store| {
            let mut sanctions = store.sanctions(&own)?.into_iter();
            let mute = sanctions.find(|one| one.kind == SanctionKind::Mute && one.holds(now));
            let against = store.blocks_against(&own, &others)?;
            let blocked = against.iter().any(|block| block.kind == BlockKind::Block);
            Ok((mute, blocked))
        });
        match found.await? {
            (Some(mute), _) => {
                let until =
                    mute.until.map_or(String::new(), |at| format!(" until {}", api_date(at)));
                Err(Refusal::forbidden(format!("you may not chat{until}: {}", mute.reason)))
            }
            (None, true) => Err(Refusal::forbidden("a player of this game has blocked you")),
            (None, false) => Ok(()),
        }
    }

    /// The players whose chat a player does not want to see.
    pub(crate) async fn unheard(&self, player: Option<&str>) -> Result<BTreeSet<String>, Refusal> {
        let Some(player) = player.map(str::to_string) else { return Ok(BTreeSet::new()) };
        let blocks = self.store(move |store| store.blocks(&player)).await?;
        Ok(blocks.into_iter().map(|block| block.other).collect())
    }
}

impl CachedGame {
    /// The seats of some players.
    pub fn seats_of(&self, players: &BTreeSet<String>) -> BTreeSet<u8> {
        let seats = (0u8..).zip(&self.record.seats);
        let held = seats.filter(
            |(_, seat)| matches!(&seat.holder, SeatHolder::Player(id) if players.contains(id)),
        );
        held.map(|(seat, _)| seat).collect()
    }
}
