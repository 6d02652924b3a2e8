//! Making, finding, joining and starting games.

use crate::app::App;
use crate::broadcast::Update;
use crate::digest::{hash, random_hex};
use crate::extract::{Bytes, Path, Query};
use crate::people::{Anyone, Player};
use crate::reply::{Answered, Refusal, Reply};
use crate::table_info;
use crate::tables::{CachedGame, Table};
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use tilewright::game::Command;
use tilewright::variants::Family;
use tilewright_protocol::api::TableView;
use tilewright_protocol::api::{self, Invite, Join, NewTable, SeatChoice, TableInfo, TableList};
use tilewright_protocol::{Answer, BotLevel, Call, Fault, TimeControl};
use tilewright_storage::{CommandKey, GameHead, GamePhase, GameRecord, InviteRecord, PlayerRecord};
use tilewright_storage::{SeatHolder, SeatRecord};

/// The most games in a list.
const MOST_LISTED: usize = 100;

fn view_of(
    app: &App,
    cached: &CachedGame,
    player: Option<&str>,
    invites: Vec<Invite>,
) -> TableView {
    let view = cached.view(cached.seat_of(player), app.now());
    TableView { game: cached.info(player), view, invites, now: app.now() }
}

/// `POST /api/v1/games`
pub(crate) async fn create(
    State(app): State<App>,
    Player(player): Player,
    body: Bytes,
) -> Answered<TableView> {
    let settings: NewTable = app.read_message(&body, api::read).await??;
    let whole = app.clone();
    whole
        .run_to_completion(async move { app.make_table(&player, settings, None).await })
        .await
        .map(Reply)
}

/// The name of a level, as it is stored.
fn level_name(level: BotLevel) -> String {
    level.level().name().to_string()
}

/// An id and a secret seed for a new game.
pub(crate) fn new_game_id() -> Result<(String, String), Refusal> {
    Ok((random_hex::<12>()?, random_hex::<32>()?))
}

/// A new game, before its start.
pub(crate) fn new_record(
    creator: &str,
    (id, secret): (String, String),
    settings: String,
    seats: Vec<SeatRecord>,
    now: u64,
) -> GameRecord {
    let chain = api::begin_chain(&id, &settings, &secret);
    let head =
        GameHead { status: GamePhase::Open, to_move: 0, deadline: None, updated: now, chain };
    GameRecord {
        id,
        creator: creator.to_string(),
        created: now,
        settings,
        secret,
        revision: 0,
        chained_from: 0,
        head,
        seats,
    }
}

impl App {
    /// Makes a game, with invitations for the open seats.
    pub(crate) async fn make_table(
        &self,
        player: &PlayerRecord,
        settings: NewTable,
        named: Option<(String, String)>,
    ) -> Result<TableView, Refusal> {
        if settings.seats.iter().filter(|seat| **seat == SeatChoice::Me).count() > 1 {
            return Err(Refusal::bad("you can sit on one seat only"));
        }
        let settings_text = api::write_text(&settings);
        self.has_room(&player.id, settings_text.len()).await?;
        self.check_settings(&settings).await?;
        let seat = |choice: &SeatChoice| match choice {
            SeatChoice::Me => SeatRecord {
                holder: SeatHolder::Player(player.id.clone()),
                name: player.name.clone(),
            },
            SeatChoice::Open => {
                SeatRecord { holder: SeatHolder::Nobody, name: "nobody yet".to_string() }
            }
            SeatChoice::Bot(level) => SeatRecord {
                holder: SeatHolder::Bot(level_name(*level)),
                name: format!("Bot ({})", level_name(*level)),
            },
        };
        let named = match named {
            Some(named) => named,
            None => new_game_id()?,
        };
        self.limit_stored(settings_text.len())?;
        let seats = settings.seats.iter().map(seat).collect();
        let now = self.now();
        let record = new_record(&player.id, named, settings_text, seats, now);
        let (id, invites) = (record.id.clone(), self.invitations(&record)?);
        let stored: Vec<InviteRecord> = invites
            .iter()
            .map(|invite| InviteRecord {
                hash: hash(&invite.code),
                game: id.clone(),
                seat: invite.seat,
                expires: now + self.limits().invite_days * 86_400_000,
            })
            .collect();
        self.store(move |store| store.create_game(&record, &stored)).await?;
        let table = self.table(&id).await?;
        let mut cached = table.cached.lock().await;
        self.start_if_full(&table, &mut cached).await?;
        Ok(view_of(self, &cached, Some(&player.id), invites))
    }

    /// Whether a player may have one more game, whose settings take this many bytes.
    pub(crate) async fn has_room(&self, player: &str, bytes: usize) -> Result<(), Refusal> {
        let id = player.to_string();
        let counted = self
            .store(move |store| Ok((store.unfinished_games_of(&id)?, store.stored_bytes(&id)?)));
        let (unfinished, stored) = counted.await?;
        if unfinished >= self.limits().games_per_player {
            let most = self.limits().games_per_player;
            let message = format!("you have {unfinished} unfinished games, the bound is {most}");
            return Err(Refusal::conflict(message));
        }
        let most = self.limits().stored_bytes_per_player;
        if stored.saturating_add(bytes as u64) > most {
            let message =
                format!("your games take {stored} bytes in the store, the bound is {most} bytes");
            return Err(Refusal::conflict(message));
        }
        Ok(())
    }

    /// A game and what a viewer sees of it now.
    pub(crate) async fn shown(&self, id: &str, player: Option<&str>) -> Result<TableView, Refusal> {
        let (table, _) = self.table_for(id, player).await?;
        let mut cached = table.cached.lock().await;
        self.start_if_full(&table, &mut cached).await?;
        self.tick(&table, &mut cached).await?;
        Ok(view_of(self, &cached, player, Vec::new()))
    }

    fn invitations(&self, record: &GameRecord) -> Result<Vec<Invite>, Refusal> {
        let open = (0u8..).zip(&record.seats).filter(|(_, seat)| seat.holder == SeatHolder::Nobody);
        open.map(|(seat, _)| Ok(Invite { seat, code: random_hex::<16>()? })).collect()
    }

    /// Whether a game with these settings can be played: variant, words, seats, bots. The family of
    /// the variant.
    pub(crate) async fn check_settings(&self, settings: &NewTable) -> Result<Family, Refusal> {
        let settings = settings.clone();
        let begun = self.0.work.begin();
        let budget = begun.budget.clone();
        let checked = self.compute(move |engine| -> Result<Family, Fault> {
            let resources = engine.resources();
            let loaded = settings.load(engine)?;
            resources.dictionary_within(&loaded, &settings.words, &budget)?;
            let (least, most) = loaded.ruleset.players();
            // More seats than a number can hold are too many for every variant.
            let players = u8::try_from(settings.seats.len()).unwrap_or(u8::MAX);
            if !(least..=most).contains(&players) {
                return Err(tilewright::game::GameError::Players { players, least, most }.into());
            }
            for choice in &settings.seats {
                if let SeatChoice::Bot(level) = choice {
                    resources.bots_within(&loaded, &settings.words, *level, &budget)?;
                }
            }
            Ok(loaded.variant.family())
        });
        Ok(checked.await??)
    }

    async fn start_if_full(
        &self,
        table: &Arc<Table>,
        cached: &mut CachedGame,
    ) -> Result<(), Refusal> {
        let full = cached.record.seats.iter().all(|seat| seat.holder != SeatHolder::Nobody);
        if full && cached.settings.auto_start && cached.state.is_none() {
            self.start(table, cached).await?;
        }
        Ok(())
    }

    /// Resigns the seat of a player who leaves for good.
    pub(crate) async fn resign_for_good(&self, game: &str, player: &str) -> Result<(), Refusal> {
        let table = self.table(game).await?;
        let mut cached = table.cached.lock().await;
        self.refresh(&table, &mut cached).await?;
        let Some(seat) = cached.seat_of(Some(player)) else { return Ok(()) };
        if let Some(seat) = cached.record.seats.get_mut(usize::from(seat)) {
            seat.name = "gone".to_string();
        }
        if cached.record.head.status == GamePhase::Running {
            let command = Command::Resign { seat };
            let key = CommandKey { client_id: format!("#gone-{seat}"), seat };
            self.tick(&table, &mut cached).await?;
            match self.commit(&table, &mut cached, command.into(), Some(key)).await {
                Ok(_) => {}
                // A seat that has resigned already cannot do so again.
                Err(refusal) if refusal.status.is_client_error() => {}
                Err(refusal) => return Err(refusal),
            }
        }
        if let Some(changes) = &mut cached.rating_changes {
            changes.retain(|change| change.seat != seat);
        }
        Ok(())
    }
}

/// Where a page of the list begins: after the last game of the page before it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// When that game was last changed.
    before: Option<u64>,
    /// Its id.
    #[serde(default)]
    id: String,
}

/// `GET /api/v1/games`
pub(crate) async fn list(
    State(app): State<App>,
    Player(player): Player,
    Query(page): Query<Page>,
) -> Answered<TableList> {
    let id = player.id.clone();
    let games = app.store(move |store| {
        let games = match page.before {
            Some(updated) => store.games_after(&id, (updated, &page.id), MOST_LISTED)?,
            None => store.games_of(&id, MOST_LISTED)?,
        };
        Ok((table_info::guests_of(store, &games)?, games))
    });
    let (guests, games) = games.await?;
    // Every game may have a variant of its own, which must be compiled.
    let infos = app.compute(move |engine| {
        let info = |record: GameRecord| -> Result<TableInfo, Fault> {
            let settings: NewTable = api::read(record.settings.as_bytes())?;
            let loaded = settings.load(engine)?;
            let own = |seat: &SeatRecord| seat.holder == SeatHolder::Player(player.id.clone());
            let seat = record.seats.iter().position(own).and_then(|seat| u8::try_from(seat).ok());
            Ok(table_info::info(&record, &settings, &loaded, &guests, seat, None, &[]))
        };
        games.into_iter().map(info).collect::<Result<Vec<_>, _>>()
    });
    Ok(Reply(TableList { games: infos.await?? }))
}

/// `GET /api/v1/games/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
) -> Answered<TableView> {
    let player = player.map(|player| player.id);
    let whole = app.clone();
    let shown = async move { app.shown(&id, player.as_deref()).await };
    whole.run_to_completion(shown).await.map(Reply)
}

/// `GET /api/v1/games/{id}/variant`: all about the variant that is played, shipped or not.
pub(crate) async fn variant(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
) -> Answered<Answer> {
    let player = player.map(|player| player.id);
    let (table, _) = app.table_for(&id, player.as_deref()).await?;
    let settings = table.cached.lock().await.settings.clone();
    let described = app.compute(move |engine| -> Result<Answer, Fault> {
        let time_limit = settings.time.map(TimeControl::time_limit).transpose()?;
        let mut answer = engine.answer(Call::Variant { variant: settings.variant })?;
        if let (Answer::Variant(details), Some(time_limit)) = (&mut answer, time_limit) {
            details.rules.time_limit = time_limit;
        }
        Ok(answer)
    });
    Ok(Reply(described.await??))
}

/// `POST /api/v1/games/{id}/join`
pub(crate) async fn join(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
    body: Bytes,
) -> Answered<TableView> {
    let asked: Join = api::read(&body)?;
    let whole = app.clone();
    whole.run_to_completion(join_whole(app, player, id, asked)).await
}

async fn join_whole(
    app: App,
    player: PlayerRecord,
    id: String,
    asked: Join,
) -> Answered<TableView> {
    app.limit("join", &player.id, app.limits().sign_ins_per_minute)?;
    let hashed = hash(&asked.invite);
    let invite = app.store(move |store| store.invite(&hashed)).await?;
    let invite = invite.filter(|invite| invite.game == id && invite.expires > app.now());
    let invite = invite.ok_or_else(|| Refusal::not_found("invitation"))?;
    let table = app.table(&id).await?;
    let mut cached = table.cached.lock().await;
    app.refresh(&table, &mut cached).await?;
    if cached.seat_of(Some(&player.id)).is_none() {
        app.may_play_with(&player.id, &cached.record).await?;
        let (game, seat, holder) = (id.clone(), invite.seat, player.clone());
        let taken = app.store(move |store| store.take_seat(&game, seat, &holder.id, &holder.name));
        if !taken.await? {
            return Err(Refusal::conflict("the seat is taken already"));
        }
        cached.stale = true;
        app.refresh(&table, &mut cached).await?;
        table.subscribers.publish(|_| Update::Seats);
        app.send_notice(&id, cached.record.revision, false);
    }
    // Also for somebody who sits there already: a server may have died before the start.
    app.start_if_full(&table, &mut cached).await?;
    Ok(Reply(view_of(&app, &cached, Some(&player.id), Vec::new())))
}

/// `POST /api/v1/games/{id}/start`
pub(crate) async fn start(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
) -> Answered<TableView> {
    let whole = app.clone();
    whole.run_to_completion(start_whole(app, player, id)).await
}

async fn start_whole(app: App, player: PlayerRecord, id: String) -> Answered<TableView> {
    let (table, _) = app.table_for(&id, Some(&player.id)).await?;
    let mut cached = table.cached.lock().await;
    if cached.record.creator != player.id {
        return Err(Refusal::forbidden("only who made the game can start it"));
    }
    if cached.state.is_some() {
        return Err(Refusal::conflict("the game has started already"));
    }
    if cached.record.seats.iter().any(|seat| seat.holder == SeatHolder::Nobody) {
        return Err(Refusal::conflict("a seat is still free; invite somebody"));
    }
    app.start(&table, &mut cached).await?;
    Ok(Reply(view_of(&app, &cached, Some(&player.id), Vec::new())))
}
