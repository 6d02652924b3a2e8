//! Blocking, muting and reporting.

use crate::app::App;
use crate::digest::random_hex;
use crate::extract::{Bytes, Path};
use crate::moderation::clean_reason;
use crate::people::Player;
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::State;
use axum::http::StatusCode;
use tilewright_protocol::api::{self, Block, BlockList, BlockPlayer, NewReport, ReportSubject};
use tilewright_storage::{BlockKind, BlockRecord, ReportKind, ReportRecord, Reported, SeatHolder};

/// The most players that one can block or mute.
const MOST_BLOCKS: usize = 1_000;
/// The most open reports of one player.
const MOST_REPORTS: usize = 20;

/// `GET /api/v1/me/blocks`
pub(crate) async fn blocks(State(app): State<App>, Player(player): Player) -> Answered<BlockList> {
    let blocks = app.store(move |store| store.blocks(&player.id)).await?;
    let block = |block: BlockRecord| Block {
        player: block.other,
        kind: match block.kind {
            BlockKind::Block => api::BlockKind::Block,
            BlockKind::Mute => api::BlockKind::Mute,
        },
        at: block.at,
    };
    Ok(Reply(BlockList { blocks: blocks.into_iter().map(block).collect() }))
}

/// `POST /api/v1/players/{id}/block`
pub(crate) async fn block(
    State(app): State<App>,
    Player(player): Player,
    Path(other): Path,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let asked: BlockPlayer = api::read(&body)?;
    if other == player.id {
        return Err(Refusal::conflict("you cannot block yourself"));
    }
    let kind = match asked.kind {
        api::BlockKind::Block => BlockKind::Block,
        api::BlockKind::Mute => BlockKind::Mute,
    };
    let block = BlockRecord { player: player.id.clone(), other, kind, at: app.now() };
    let stored = app.store(move |store| match store.player(&block.other)? {
        Some(_) => store.add_block(&block, MOST_BLOCKS).map(Some),
        None => Ok(None),
    });
    match stored.await? {
        None => Err(Refusal::not_found("player")),
        Some(false) => {
            let message = format!("you have blocked {MOST_BLOCKS} players; unblock somebody first");
            Err(Refusal::conflict(message))
        }
        Some(true) => {
            app.standing_changed(&player.id);
            Ok(StatusCode::NO_CONTENT)
        }
    }
}

/// `DELETE /api/v1/players/{id}/block`
pub(crate) async fn unblock(
    State(app): State<App>,
    Player(player): Player,
    Path(other): Path,
) -> Result<StatusCode, Refusal> {
    let own = player.id.clone();
    app.store(move |store| store.remove_blocks(&own, &other)).await?;
    app.standing_changed(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/reports`
pub(crate) async fn report(
    State(app): State<App>,
    Player(player): Player,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let asked: NewReport = api::read(&body)?;
    app.limit("report", &player.id, app.limits().reports_per_minute)?;
    let text = clean_reason(&asked.text)?;
    let (kind, subject, about) = app.reported(&player.id, asked.subject).await?;
    if about.as_deref() == Some(player.id.as_str()) {
        return Err(Refusal::conflict("you cannot report yourself"));
    }
    let report = ReportRecord {
        id: random_hex::<12>()?,
        reporter: player.id,
        kind,
        subject,
        player: about,
        text,
        at: app.now(),
        settled: None,
    };
    match app.store(move |store| store.add_report(&report, MOST_REPORTS)).await? {
        Reported::Stored => Ok(StatusCode::NO_CONTENT),
        Reported::Before => Err(Refusal::conflict("you have reported this already")),
        Reported::TooMany => {
            let message = format!("you have {MOST_REPORTS} open reports; wait for the moderators");
            Err(Refusal::conflict(message))
        }
    }
}

impl App {
    /// What a report is about, if the reporter can see it: its kind, subject and player.
    async fn reported(
        &self,
        reporter: &str,
        subject: ReportSubject,
    ) -> Result<(ReportKind, String, Option<String>), Refusal> {
        match subject {
            ReportSubject::Player(id) => {
                let found = {
                    let id = id.clone();
                    self.store(move |store| store.player(&id)).await?
                };
                found.ok_or_else(|| Refusal::not_found("player"))?;
                Ok((ReportKind::Player, id.clone(), Some(id)))
            }
            ReportSubject::Game(id) => {
                self.table_for(&id, Some(reporter)).await?;
                Ok((ReportKind::Game, id, None))
            }
            ReportSubject::Chat { game, number } => {
                let (table, _) = self.table_for(&game, Some(reporter)).await?;
                let id = table.id.clone();
                let lines = self.store(move |store| store.chat(&id, number, 1)).await?;
                let line = lines.first().filter(|line| line.number == number);
                let line = line.ok_or_else(|| Refusal::not_found("line"))?;
                let cached = table.cached.lock().await;
                let seat = cached.record.seats.get(usize::from(line.seat));
                let about = seat.and_then(|seat| match &seat.holder {
                    SeatHolder::Player(id) => Some(id.clone()),
                    _ => None,
                });
                Ok((ReportKind::Chat, format!("{game}/{number}"), about))
            }
        }
    }
}
