//! Playing: commands, previews, hints, events, talk.

use crate::app::App;
use crate::extract::{Bytes, Path, Query};
use crate::listener::{Peer, for_caller};
use crate::names;
use crate::people::{Anyone, Player};
use crate::reply::{Answered, Json, Refusal, Reply};
use crate::tables::MANY_ACTIONS;
use axum::Extension;
use axum::extract::{ConnectInfo, State};
use serde::Deserialize;
use tilewright_protocol::api::{self, EventList, Hints, PreviewMove, Say, SendCommand};
use tilewright_protocol::api::{Talk, TalkList};
use tilewright_protocol::{BotLevel, Fault, Preview, found_moves, preview_within};

/// The most events or lines of one answer.
const MOST: u64 = 500;
/// The most hints of one answer.
const MOST_HINTS: usize = 20;

/// Where to go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    #[serde(default)]
    after: u64,
}

fn seated(seat: Option<u8>) -> Result<u8, Refusal> {
    seat.ok_or_else(|| Refusal::forbidden("you have no seat in this game"))
}

/// `POST /api/v1/games/{id}/commands`
pub(crate) async fn command(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
    body: Bytes,
) -> Result<Json, Refusal> {
    let sent: SendCommand = api::read(&body)?;
    let (table, seat) = app.seat_to_command(&id, &player.id).await?;
    let seat = seated(seat)?;
    let whole = app.clone();
    whole.run_to_completion(async move { app.command(&table, seat, sent).await }).await.map(Json)
}

/// `POST /api/v1/games/{id}/preview`
pub(crate) async fn preview_move(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
    body: Bytes,
) -> Answered<Preview> {
    let asked: PreviewMove = api::read(&body)?;
    app.limit("preview", &player.id, app.limits().previews_per_minute)?;
    let (table, seat) = app.table_for(&id, Some(&player.id)).await?;
    let seat = seated(seat)?;
    let (state, expensive) = {
        let cached = table.cached.lock().await;
        (cached.state.clone(), cached.expensive)
    };
    let state = state.ok_or_else(|| Refusal::conflict("the game has not started"))?;
    let begun = app.0.work.begin();
    let budget = begun.budget.part(app.0.engine.limits().call);
    let expensive = expensive || asked.user_move.actions.len() > MANY_ACTIONS;
    let judge = || preview_within(&state.position(seat), asked.user_move, &budget);
    Ok(Reply(match expensive {
        true => app.0.pools.play.run_here(judge).await??,
        false => judge()?,
    }))
}

/// `GET /api/v1/games/{id}/hints`
pub(crate) async fn hints(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
    from: Option<Extension<ConnectInfo<Peer>>>,
) -> Answered<Hints> {
    app.limit("preview", &player.id, app.limits().previews_per_minute)?;
    let (table, seat) = app.table_for(&id, Some(&player.id)).await?;
    let seat = seated(seat)?;
    let (state, loaded, words) = {
        let cached = table.cached.lock().await;
        if !cached.settings.hints {
            return Err(Refusal::forbidden("this game was made without hints"));
        }
        let state = cached.state.clone();
        let state = state.ok_or_else(|| Refusal::conflict("the game has not started"))?;
        (state, cached.loaded.clone(), cached.settings.words.clone())
    };
    let found = app.compute_within(move |engine, caller| -> Result<Hints, Fault> {
        let bots = engine.resources().bots_within(&loaded, &words, BotLevel::Expert, caller)?;
        let budget = caller.part(engine.limits().moves);
        Ok(Hints { moves: found_moves(&bots, &state.position(seat), MOST_HINTS, &budget)? })
    });
    let peer = from.map(|Extension(ConnectInfo(peer))| peer);
    Ok(Reply(for_caller(peer, found).await??))
}

/// `GET /api/v1/games/{id}/events?after=REVISION`
pub(crate) async fn events(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
    Query(After { after }): Query<After>,
) -> Answered<EventList> {
    let player = player.map(|player| player.id);
    let (table, seat) = app.table_for(&id, player.as_deref()).await?;
    let events = app.events(&table.id, after, after.saturating_add(MOST)).await?;
    let indexed = (after..).zip(&events);
    let events: Vec<_> =
        indexed.map(|(index, event)| app.visible_event(&table.id, seat, index, event)).collect();
    let revision = after.saturating_add(events.len() as u64);
    Ok(Reply(EventList { events, revision }))
}

/// `GET /api/v1/games/{id}/chat?after=NUMBER`
pub(crate) async fn talk(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
    Query(After { after }): Query<After>,
) -> Answered<TalkList> {
    let player = player.map(|player| player.id);
    let (table, seat) = app.table_for(&id, player.as_deref()).await?;
    // What the players say is for each other, not for those who watch.
    seated(seat)?;
    let unheard = app.unheard(player.as_deref()).await?;
    let unheard = table.cached.lock().await.seats_of(&unheard);
    let game = table.id.clone();
    let lines = app.store(move |store| store.chat(&game, after, MOST as usize)).await?;
    let talk = |line: tilewright_storage::ChatLine| Talk {
        number: line.number,
        at: line.at,
        seat: line.seat,
        text: names::without_directions(&line.text),
    };
    let heard = lines.into_iter().filter(|line| !unheard.contains(&line.seat));
    Ok(Reply(TalkList { lines: heard.map(talk).collect() }))
}

/// `POST /api/v1/games/{id}/chat`
pub(crate) async fn say(
    State(app): State<App>,
    Player(player): Player,
    Path(id): Path,
    body: Bytes,
) -> Answered<Talk> {
    let asked: Say = api::read(&body)?;
    app.limit("chat", &player.id, app.limits().chat_per_minute)?;
    let (table, seat) = app.table_for(&id, Some(&player.id)).await?;
    let seat = seated(seat)?;
    let text = names::clean_chat(&asked.text)?;
    let record = table.cached.lock().await.record.clone();
    app.may_chat(&player.id, &record).await?;
    let (game, at, said) = (table.id.clone(), app.now(), text.clone());
    app.limit_stored(said.len())?;
    let number = app.store(move |store| store.add_chat(&game, seat, at, &said)).await?;
    let talk = Talk { number, at, seat, text };
    if app.0.config.shared {
        // Lines of other servers may come before it.
        app.publish_new_talk(&table).await?;
        app.send_notice(&id, 0, true);
    } else {
        table.subscribers.publish_talk(&talk);
    }
    Ok(Reply(talk))
}
