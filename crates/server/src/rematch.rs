//! Rematches: one player of a finished game asks, and when all want it the store makes one game.

use crate::app::App;
use crate::broadcast::Update;
use crate::reply::Refusal;
use crate::routes::games::{new_game_id, new_record};
use crate::tables::{CachedGame, Table};
use tilewright_protocol::TimeControl;
use tilewright_protocol::api::{self, NewTable, SeatChoice, TableView};
use tilewright_storage::{GamePhase, GameRecord, PlayerRecord, RematchRecord, SeatHolder};

/// How long the opponents of a live game have time to accept, in milliseconds.
const LIVE_OFFER: u64 = 60_000;
/// How long those of other games have.
const SLOW_OFFER: u64 = 86_400_000;
/// Offers and refusals of one player in a minute.
const OFFERS_PER_MINUTE: u32 = 20;

/// The players of a game who are not bots, by seat.
fn players(record: &GameRecord) -> Vec<(u8, String)> {
    let seats = (0u8..).zip(&record.seats);
    let player = |(seat, record): (u8, &tilewright_storage::SeatRecord)| match &record.holder {
        SeatHolder::Player(id) => Some((seat, id.clone())),
        _ => None,
    };
    seats.filter_map(player).collect()
}

impl CachedGame {
    /// A number that grows with every change of the rematch.
    pub fn rematch_changes(&self) -> u64 {
        self.rematch.as_ref().map_or(0, |rematch| rematch.changes)
    }

    /// The settings of the same game again, the seats moved on by one.
    fn settings_again(&self) -> NewTable {
        let seats = (0u8..).zip(&self.record.seats).map(|(seat, record)| match self.bot(seat) {
            Some(level) => SeatChoice::Bot(level),
            None if record.holder == SeatHolder::Player(self.record.creator.clone()) => {
                SeatChoice::Me
            }
            None => SeatChoice::Open,
        });
        let mut seats: Vec<SeatChoice> = seats.collect();
        let step = seats.len().min(1);
        seats.rotate_left(step);
        NewTable { seats, auto_start: true, ..self.settings.clone() }
    }

    /// How long an offer is open.
    fn offer_time(&self) -> u64 {
        match self.settings.time.is_some_and(TimeControl::is_live) {
            true => LIVE_OFFER,
            false => SLOW_OFFER,
        }
    }
}

impl App {
    /// A player wants a rematch: the new game if everybody does, or else the finished one with the
    /// offer.
    pub(crate) async fn offer_rematch(
        &self,
        player: &PlayerRecord,
        id: &str,
    ) -> Result<TableView, Refusal> {
        self.limit("rematches", &player.id, OFFERS_PER_MINUTE)?;
        let (table, seat) = self.table_for(id, Some(&player.id)).await?;
        let seat = seat.ok_or_else(|| Refusal::forbidden("you had no seat"))?;
        let (record, settings, open_for) = {
            let cached = table.cached.lock().await;
            if cached.record.head.status != GamePhase::Over {
                return Err(Refusal::conflict("the game is not over yet"));
            }
            (cached.record.clone(), cached.settings_again(), cached.offer_time())
        };
        self.may_play_with(&player.id, &record).await?;
        self.check_settings(&settings).await?;
        let settings = api::write_text(&settings);
        self.has_room(&player.id, settings.len()).await?;
        self.limit_stored(settings.len())?;
        let mut seats = record.seats.clone();
        let step = seats.len().min(1);
        seats.rotate_left(step);
        let now = self.now();
        let next = new_record(&player.id, new_game_id()?, settings, seats, now);
        let all = players(&record);
        let wanted: Vec<u8> = all.iter().map(|(seat, _)| *seat).collect();
        let game = id.to_string();
        let offered = self.store(move |store| {
            let mut next = next;
            // Players may have another name by now.
            for seat in &mut next.seats {
                if let SeatHolder::Player(id) = &seat.holder
                    && let Some(player) = store.player(id)?
                {
                    seat.name = player.name;
                }
            }
            // Who plays alone, or against bots, need not ask anybody.
            if wanted.len() < 2 {
                store.create_game(&next, &[])?;
                return Ok((Some(next.id), None));
            }
            let times = (now, now.saturating_add(open_for));
            let rematch = store.offer_rematch(&game, seat, &wanted, times, &next)?;
            Ok((rematch.game.clone(), Some(rematch)))
        });
        let (made, rematch) = offered.await?;
        // Those who wait find a game that has started.
        let view = match &made {
            Some(made) => Some(self.shown(made, Some(&player.id)).await?),
            None => None,
        };
        if rematch.is_some() {
            self.publish_rematch(&table, rematch).await;
        }
        match view {
            Some(view) => Ok(view),
            None => self.shown(id, Some(&player.id)).await,
        }
    }

    /// A player does not want a rematch, or not any more.
    pub(crate) async fn decline_rematch(
        &self,
        player: &PlayerRecord,
        id: &str,
    ) -> Result<(), Refusal> {
        self.limit("rematches", &player.id, OFFERS_PER_MINUTE)?;
        let (table, seat) = self.table_for(id, Some(&player.id)).await?;
        let seat = seat.ok_or_else(|| Refusal::forbidden("you had no seat"))?;
        let (game, now) = (id.to_string(), self.now());
        let declined = self.store(move |store| store.decline_rematch(&game, seat, now)).await?;
        match declined {
            None => Err(Refusal::conflict("nobody waits for a rematch of this game")),
            declined => {
                self.publish_rematch(&table, declined).await;
                Ok(())
            }
        }
    }

    /// Sends the viewers and the players of a game, here and on other servers, its rematch.
    async fn publish_rematch(&self, table: &Table, rematch: Option<RematchRecord>) {
        let players = {
            let mut cached = table.cached.lock().await;
            cached.set_rematch(rematch);
            table.subscribers.publish(|_| Update::Seats);
            players(&cached.record).into_iter().map(|(_, player)| player).collect()
        };
        self.send_news(&table.id, players, true);
    }

    /// Reads the rematch of a finished game again, if other servers may have changed it.
    pub(crate) async fn reload_rematch(
        &self,
        table: &Table,
        cached: &mut CachedGame,
    ) -> Result<(), Refusal> {
        if !self.0.config.shared || cached.record.head.status != GamePhase::Over {
            return Ok(());
        }
        let id = table.id.clone();
        let rematch = self.store(move |store| store.rematch(&id)).await?;
        if cached.set_rematch(rematch) {
            table.subscribers.publish(|_| Update::Seats);
        }
        Ok(())
    }
}

impl CachedGame {
    /// Keeps the newer of two states of the rematch; whether it is new.
    fn set_rematch(&mut self, rematch: Option<RematchRecord>) -> bool {
        let changes = rematch.as_ref().map_or(0, |rematch| rematch.changes);
        let newer = changes > self.rematch_changes();
        if newer {
            self.rematch = rematch;
        }
        newer
    }
}
