//! Bots: they think on threads of their own and send commands as players do.

use crate::app::App;
use crate::commands::Committed;
use crate::metrics::count;
use crate::tables::{Play, Table};
use std::sync::Arc;
use tilewright::game::{Command, Submission};
use tilewright_protocol::BotLevel;
use tilewright_storage::CommandKey;

/// A number that follows from the id of a game; it decides what looks like chance in bots.
fn bot_seed(game: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    game.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

impl App {
    /// If a bot is to move, lets it think. It moves once: its command is for this revision.
    pub(crate) fn wake_bot(&self, table: &Arc<Table>, play: &mut Play) {
        let Some(state) = play.state.as_ref().filter(|state| state.result().is_none()) else {
            return;
        };
        let seat = state.to_move();
        let Some(level) = play.bot(seat).filter(|_| !play.thinking) else { return };
        play.thinking = true;
        tokio::spawn(self.clone().bot_turn(table.clone(), seat, level));
    }

    async fn bot_turn(self, table: Arc<Table>, seat: u8, level: BotLevel) {
        let (state, loaded, words, revision) = {
            let play = table.play.lock().await;
            let Some(state) = play.state.clone() else { return };
            (state, play.loaded.clone(), play.settings.words.clone(), play.record.revision)
        };
        let seed = bot_seed(&table.id);
        let chosen = self
            .think(move |engine| {
                let chosen = engine.choose(&loaded, &words, &state, seat, level, seed);
                chosen.unwrap_or(Command::Pass { seat })
            })
            .await;
        let mut play = table.play.lock().await;
        play.thinking = false;
        let Ok(command) = chosen else { return };
        if self.refresh(&table, &mut play).await.is_err() {
            // Looked for again at its deadline.
            return;
        }
        if play.record.revision != revision {
            self.wake_bot(&table, &mut play);
            return;
        }
        let key = CommandKey { client_id: format!("#bot-{revision}"), seat };
        let now = Some(self.now());
        let submission = Submission { command, revision: Some(revision), now };
        // A bot that was too slow meets the clock like everybody.
        let _ = self.tick(&table, &mut play).await;
        match self.commit(&table, &mut play, &submission, Some(key)).await {
            Ok(Committed::Done { .. }) => count(&self.0.metrics.bot_moves_total),
            Ok(_) => {}
            Err(_) => self.0.log.note(self.now(), "warning", "bot_refused"),
        }
    }
}
