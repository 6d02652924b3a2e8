//! The puzzle of the day: the same racks and the same start word for everybody. Its seed stays
//! sealed until the day is over.

use crate::app::App;
use crate::digest::hash;
use tilewright::game::{Event, Fact, VisibleEvent};
use tilewright::rules::Points;
use tilewright_protocol::api;
use tilewright_storage::{Store, StoreError};

/// The variant of the puzzle.
pub(crate) const VARIANT: &str = "daily-9";

/// The day of a time, as `2026-11-16`, in UTC.
pub fn date_of(millis: u64) -> String {
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

/// How the ids of the games of a day begin.
pub(crate) fn prefix(date: &str) -> String {
    format!("daily-{date}-")
}

/// The id of a player's game of a day; nobody else can have it.
pub(crate) fn game_id(date: &str, player: &str) -> String {
    format!("{}{}", prefix(date), &hash(player)[..24])
}

/// Whether a game is a puzzle of a day that is not over: others play it with the same seed.
pub(crate) fn sealed(game: &str, now: u64) -> bool {
    let date = game.strip_prefix("daily-").and_then(|rest| rest.get(..10));
    date.is_some_and(|date| date_of(now).as_str() <= date)
}

impl App {
    /// An event as a seat, or a spectator, may see it now.
    pub(crate) fn visible_event(
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
pub(crate) fn scores(
    store: &dyn Store,
    game: &str,
    revision: u64,
) -> Result<Vec<Points>, StoreError> {
    let last = store.events(game, revision.saturating_sub(1), 1)?;
    let Some(text) = last.first() else { return Ok(Vec::new()) };
    let event = api::read_event(text).map_err(|error| StoreError::Damaged(error.to_string()))?;
    Ok(match event.fact {
        Fact::Ended { result } => result.scores,
        _ => Vec::new(),
    })
}

/// A line for the whole, and for a game of one a bar for each turn.
pub(crate) fn result_text(title: &str, names: &[String], events: &[Event]) -> String {
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
    text.extend(result.scores.first().map(|total| format!("{total} points\n")));
    for points in turns {
        // More points than a number can hold have the longest bar.
        let length = points.as_i64().map_or(20, |points| (points / 5).clamp(1, 20));
        text.extend((0..length).map(|_| '▇'));
        text += &format!(" {points}\n");
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
