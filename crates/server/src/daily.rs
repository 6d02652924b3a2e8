//! The puzzle of the day: the same racks and the same start word for everybody.

use crate::app::App;
use crate::extract::Path;
use crate::people::{self, Anyone, Player};
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use tilewright::game::{Event, Fact, VisibleEvent};
use tilewright::rules::Points;
use tilewright_protocol::api::{self, DailyInfo, DailyScore, NewTable, SeatChoice, TableView};
use tilewright_protocol::{VariantSource, Words};
use tilewright_storage::{GameStatus, Store, StoreError};

/// The variant of the puzzle.
const VARIANT: &str = "daily-9";
/// The most games that the list of a day looks at, and the most it shows.
const MOST_GAMES: usize = 1_000;
const MOST_SHOWN: usize = 20;

/// The day of a time, as `2026-11-16`, in UTC.
fn date_of(millis: u64) -> String {
    // Days are counted from 1 March of the year 0, so that leap days come last.
    let days = millis / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year_of_era + next)
}

fn prefix(date: &str) -> String {
    format!("daily-{date}-")
}

/// The id of a player's game of a day; nobody else can have it.
fn game_id(date: &str, player: &str) -> String {
    format!("{}{}", prefix(date), &people::hash(player)[..24])
}

/// Whether a game is a puzzle of a day that is not over: others play it with the same seed.
pub(crate) fn sealed(game: &str, now: u64) -> bool {
    let date = game.strip_prefix("daily-").and_then(|rest| rest.get(..10));
    date.is_some_and(|date| date_of(now).as_str() <= date)
}

impl App {
    /// An event as a seat, or a spectator, may see it now.
    pub(crate) fn told(
        &self,
        game: &str,
        seat: Option<u8>,
        index: u64,
        event: &Event,
    ) -> VisibleEvent {
        let mut visible = event.visible_to(seat, index);
        if !sealed(game, self.now()) {
            visible.reveal(event);
        }
        visible
    }
}

/// The final scores of a game, from the last event of its log.
fn scores(store: &dyn Store, game: &str, revision: u64) -> Result<Vec<Points>, StoreError> {
    let last = store.events(game, revision.saturating_sub(1), 1)?;
    let event = last.first().and_then(|text| api::read_event(text).ok());
    Ok(match event.map(|event| event.fact) {
        Some(Fact::Ended { result }) => result.scores,
        _ => Vec::new(),
    })
}

/// `GET /api/v1/daily`
pub(crate) async fn show(State(app): State<App>, Anyone(player): Anyone) -> Answered<DailyInfo> {
    let date = date_of(app.now());
    let (start, own) = (prefix(&date), player.map(|player| game_id(&date, &player.id)));
    let found = app.store(move |store| {
        let mut found = Vec::new();
        let ids = store.game_ids(&start, MOST_GAMES)?;
        for id in ids.iter().take_while(|id| id.starts_with(&start)) {
            let Some(record) = store.game(id)? else { continue };
            let name = record.seats.first().map(|seat| seat.name.clone()).unwrap_or_default();
            if record.head.status == GameStatus::Over {
                let score = scores(store, id, record.revision)?.into_iter().next();
                found.extend(score.map(|score| DailyScore { name, score }));
            }
        }
        let own = own.map(|id| store.game(&id)).transpose()?.flatten().map(|record| record.id);
        Ok((found, own))
    });
    let (mut best, your_game) = found.await?;
    let finished = best.len() as u64;
    best.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    best.truncate(MOST_SHOWN);
    let variant = VARIANT.to_string();
    Ok(Reply(DailyInfo { date, variant, finished, best, your_game }))
}

/// `POST /api/v1/daily`: begins the puzzle of the day, or goes on with it.
pub(crate) async fn begin(State(app): State<App>, Player(player): Player) -> Answered<TableView> {
    let date = date_of(app.now());
    let id = game_id(&date, &player.id);
    let (candidate, known) = (people::random_hex(32)?, id.clone());
    let (key, there) = app
        .store(move |store| Ok((store.secret("daily", &candidate)?, store.game(&known)?.is_some())))
        .await?;
    if there {
        return app.shown(&id, Some(&player.id)).await.map(Reply);
    }
    let secret = people::hash(&format!("{key} {date}"));
    let settings = NewTable {
        variant: VariantSource::Shipped(VARIANT.to_string()),
        seats: vec![SeatChoice::Me],
        words: Words::Variant,
        hints: false,
        spectators: false,
        auto_start: true,
        start_word: None,
    };
    let whole = app.clone();
    let made = async move { app.make_table(&player, settings, Some((id, secret))).await };
    whole.whole(made).await.map(Reply)
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
        let play = table.play.lock().await;
        if play.record.head.status != GameStatus::Over {
            return Err(Refusal::conflict("the game is not over yet"));
        }
        let names: Vec<String> = play.record.seats.iter().map(|seat| seat.name.clone()).collect();
        let name = play.loaded.variant.name();
        (names, format!("{name}, {}", date_of(play.record.created)), play.record.revision)
    };
    let events = app.events(&id, 0, revision).await?;
    let text = result_text(&title, &names, &events);
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A line for the whole, and for a game of one a bar for each turn.
fn result_text(title: &str, names: &[String], events: &[Event]) -> String {
    let mut text = format!("Tilewright {title}: ");
    let Some(Fact::Ended { result }) = events.last().map(|event| &event.fact) else { return text };
    if names.len() != 1 {
        let line: Vec<String> = (names.iter().zip(&result.scores))
            .map(|(name, score)| format!("{name} {score}"))
            .collect();
        return text + &line.join(", ") + "\n";
    }
    let turns: Vec<Points> = events
        .iter()
        .filter_map(|event| match &event.fact {
            Fact::Played { score, .. } => Some(score.total.clone()),
            Fact::Passed { .. } | Fact::Swapped { .. } => Some(Points::ZERO),
            _ => None,
        })
        .collect();
    let total = result.scores.first().map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(text, "{total} points");
    for points in turns {
        let length = points.as_i64().map_or(20, |points| (points / 5).clamp(0, 20)) as usize;
        let _ = writeln!(text, "{} {points}", "▇".repeat(length.max(1)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let table = [
            (0, "1970-01-01"),
            (951_782_399_999, "2000-02-28"),
            (951_782_400_000, "2000-02-29"),
            (1_709_164_800_000, "2024-02-29"),
            (1_709_251_200_000, "2024-03-01"),
            (1_798_761_599_999, "2026-12-31"),
            (4_102_444_800_000, "2100-01-01"),
        ];
        for (millis, date) in table {
            assert_eq!(date_of(millis), date);
        }
    }
}
