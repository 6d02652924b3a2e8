//! The puzzle of the day, and results to share.

use crate::app::App;
use crate::daily::{self, date_of, game_id, prefix, result_text, scores};
use crate::digest::{hash, random_hex};
use crate::extract::Path;
use crate::people::{Anyone, Player};
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tilewright_protocol::api::{DailyInfo, DailyScore, NewTable, SeatChoice, TableView};
use tilewright_protocol::{VariantSource, Words};
use tilewright_storage::GamePhase;

/// The most games that the list of a day reads, and the most it shows.
const MOST_GAMES: usize = 1_000;
const MOST_SHOWN: usize = 20;

/// `GET /api/v1/daily`
pub(crate) async fn show(State(app): State<App>, Anyone(player): Anyone) -> Answered<DailyInfo> {
    let date = date_of(app.now());
    let (start, own) = (prefix(&date), player.map(|player| game_id(&date, &player.id)));
    let found = app.store(move |store| {
        let mut found = Vec::new();
        let ids = store.game_ids(&start, MOST_GAMES)?;
        for id in ids.iter().take_while(|id| id.starts_with(&start)) {
            let Some(record) = store.game(id)? else { continue };
            if record.head.status == GamePhase::Over {
                let score = scores(store, id, record.revision)?.into_iter().next();
                let name = record.seats.into_iter().next().map(|seat| seat.name);
                found.extend(name.zip(score).map(|(name, score)| DailyScore { name, score }));
            }
        }
        let own = own.map(|id| store.game(&id)).transpose()?.flatten().map(|record| record.id);
        Ok((found, own))
    });
    let (mut best, your_game) = found.await?;
    let finished = best.len() as u64;
    best.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    best.truncate(MOST_SHOWN);
    let variant = daily::VARIANT.to_string();
    Ok(Reply(DailyInfo { date, variant, finished, best, your_game }))
}

/// `POST /api/v1/daily`: begins the puzzle of the day, or goes on with it.
pub(crate) async fn begin(State(app): State<App>, Player(player): Player) -> Answered<TableView> {
    let date = date_of(app.now());
    let id = game_id(&date, &player.id);
    let (candidate, known) = (random_hex::<32>()?, id.clone());
    let (key, there) = app
        .store(move |store| Ok((store.secret("daily", &candidate)?, store.game(&known)?.is_some())))
        .await?;
    if there {
        return app.shown(&id, Some(&player.id)).await.map(Reply);
    }
    let secret = hash(&format!("{key} {date}"));
    let settings = NewTable {
        variant: VariantSource::Shipped(daily::VARIANT.to_string()),
        seats: vec![SeatChoice::Me],
        words: Words::Variant,
        hints: false,
        spectators: false,
        auto_start: true,
        start_word: None,
        time: None,
        rated: true,
    };
    let whole = app.clone();
    let made = async move { app.make_table(&player, settings, Some((id, secret))).await };
    whole.run_to_completion(made).await.map(Reply)
}

/// `GET /api/v1/games/{id}/share`: the result as a text that gives nothing away.
pub(crate) async fn share(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
) -> Result<Response, Refusal> {
    let player = player.map(|player| player.id);
    let (table, _) = app.table_for(&id, player.as_deref()).await?;
    let (names, title, revision) = {
        let cached = table.cached.lock().await;
        if cached.record.head.status != GamePhase::Over {
            return Err(Refusal::conflict("the game is not over yet"));
        }
        let names: Vec<String> = cached.record.seats.iter().map(|seat| seat.name.clone()).collect();
        let name = cached.loaded.variant.name();
        (names, format!("{name}, {}", date_of(cached.record.created)), cached.record.revision)
    };
    let events = app.events(&id, 0, revision).await?;
    let text = result_text(&title, &names, &events);
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
