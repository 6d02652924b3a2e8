//! Pictures and exports.

use crate::app::App;
use crate::daily;
use crate::extract::{Path, Query};
use crate::files;
use crate::packed::packed;
use crate::people::{self, Anyone, Player};
use crate::reply::{Answered, Refusal, Reply};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tilewright::game::{Fact, GameLog, ReplayError, Snapshot, VisibleEvent, replay};
use tilewright_protocol::api::{EmailInfo, IdentityInfo, PlayerInfo, ReportInfo, SessionInfo};
use tilewright_protocol::api::{NewTable, TableInfo, Talk};
use tilewright_protocol::{Answer, Call, Fault, PictureOptions, SavedGame, Theme};
use tilewright_protocol::{VariantSource, Words, empty_board, picture, thumbnail};
use tilewright_storage::{
    CodeRecord, GamePhase, RatingPoint, RatingRecord, Role, Store, StoreError,
};

/// The most games of one export.
const MOST_GAMES: usize = 10_000;
/// Lines of talk that are read at once.
const CHAT_PAGE: usize = 1_000;
/// Points of a rating's history that are read at once.
const POINTS_PAGE: usize = 1_000;

/// How a picture is drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawing {
    #[serde(default)]
    theme: Theme,
    #[serde(default)]
    legend: bool,
    /// A small picture for lists, without letters and names.
    #[serde(default)]
    mini: bool,
}

impl Drawing {
    fn options(&self) -> PictureOptions {
        PictureOptions { theme: self.theme, heading: false, legend: self.legend }
    }
}

fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}

/// The boards of shipped variants change with the program only.
const LASTING: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "public, max-age=86400")];

/// `GET /api/v1/variants/{id}/board.svg`
pub(crate) async fn variant_board(
    State(app): State<App>,
    Path(id): Path,
    Query(drawing): Query<Drawing>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let drawn = app.compute(move |engine| -> Result<String, Fault> {
        let loaded = engine.resources().variant(&VariantSource::Shipped(id), &Words::Variant)?;
        let (ruleset, options) = (&loaded.ruleset, drawing.options());
        Ok(match drawing.mini {
            true => thumbnail(ruleset, None, &options),
            false => empty_board(ruleset, &options),
        })
    });
    Ok((LASTING, packed(&headers, "image/svg+xml", drawn.await??)).into_response())
}

/// `GET /api/v1/games/{id}/board.svg`
pub(crate) async fn board(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
    Query(drawing): Query<Drawing>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let player = player.map(|player| player.id);
    let (table, _) = app.table_for(&id, player.as_deref()).await?;
    let cached = table.cached.lock().await;
    let state =
        cached.state.as_ref().ok_or_else(|| Refusal::conflict("the game has not started"))?;
    let (ruleset, options) = (&cached.loaded.ruleset, drawing.options());
    let draw = || match drawing.mini {
        true => thumbnail(ruleset, Some(state), &options),
        false => picture(ruleset, state, &[], None, &options),
    };
    let drawn = app.0.pools.play.run_here(draw).await?;
    Ok(packed(&headers, "image/svg+xml", drawn))
}

/// `GET /api/v1/games/{id}/account.svg`: how the last play came to its score.
pub(crate) async fn account(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
    Query(drawing): Query<Drawing>,
) -> Result<Response, Refusal> {
    let player = player.map(|player| player.id);
    let (table, _) = app.table_for(&id, player.as_deref()).await?;
    let (loaded, revision) = {
        let cached = table.cached.lock().await;
        (cached.loaded.clone(), cached.record.revision)
    };
    let events = app.events(&table.id, 0, revision).await?;
    let last = events.iter().rposition(|event| matches!(event.fact, Fact::Played { .. }));
    let last = last.ok_or_else(|| Refusal::not_found("play"))?;
    let Fact::Played { placements, score, .. } = &events[last].fact else {
        return Err(Refusal::not_found("play"));
    };
    let drawn = app.0.pools.play.run_here(|| {
        let state = replay(&loaded.ruleset, None, &events[..last])?;
        let placed: Vec<_> = placements.iter().filter_map(|placed| state.tile_of(placed)).collect();
        Ok(picture(&loaded.ruleset, &state, &placed, Some(score), &drawing.options()))
    });
    let damaged = |_: ReplayError| Refusal::unavailable("the game cannot be replayed");
    Ok(svg(drawn.await?.map_err(damaged)?))
}

impl App {
    /// A whole game, seed and all, after its end.
    async fn finished(&self, id: &str, player: Option<&str>) -> Result<SavedGame, Refusal> {
        let (table, _) = self.table_for(id, player).await?;
        let (settings, secret, variant, revision) = {
            let cached = table.cached.lock().await;
            if cached.record.head.status != GamePhase::Over {
                let message = "a game is exported after its end; until then ask for its events";
                return Err(Refusal::conflict(message));
            }
            if daily::sealed(&cached.record.id, self.now()) {
                let message = "others still play this puzzle; it is exported when its day is over";
                return Err(Refusal::conflict(message));
            }
            let variant = cached.loaded.variant.id().to_string();
            (cached.settings.clone(), cached.record.secret.clone(), variant, cached.record.revision)
        };
        let events = self.events(&table.id, 0, revision).await?;
        let cursor = events.len();
        let log = GameLog { secret_seed: Some(secret), events };
        let snapshot = Snapshot { variant, log, cursor, branches: Vec::new() };
        let NewTable { variant, words, time, .. } = settings;
        Ok(SavedGame { variant, words, time, snapshot })
    }
}

/// `GET /api/v1/games/{id}/export.json`
pub(crate) async fn json(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
) -> Answered<SavedGame> {
    let player = player.map(|player| player.id);
    app.finished(&id, player.as_deref()).await.map(Reply)
}

/// `GET /api/v1/games/{id}/export.gcg`
pub(crate) async fn gcg(
    State(app): State<App>,
    Anyone(player): Anyone,
    Path(id): Path,
) -> Result<Response, Refusal> {
    let player = player.map(|player| player.id);
    let game = app.finished(&id, player.as_deref()).await?;
    let table = app.table(&id).await?;
    let names =
        table.cached.lock().await.record.seats.iter().map(|seat| seat.name.clone()).collect();
    let call = Call::Gcg { game, players: names };
    let answer =
        app.compute_within(move |engine, budget| engine.answer_within(call, budget)).await??;
    let Answer::Gcg { text } = answer else { return Err(Refusal::not_found("export")) };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Everything that is stored about a player.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Everything {
    player: PlayerInfo,
    created: u64,
    email: EmailInfo,
    identities: Vec<IdentityInfo>,
    sessions: Vec<SessionInfo>,
    /// When network addresses from which the player signs in were last used; only hashes of the
    /// addresses are stored.
    sign_in_addresses: Vec<u64>,
    /// Codes that were mailed or begun: what for, when, and until when they are good.
    codes: Vec<(String, u64, u64)>,
    /// By family of variants: the rating and its deviation in thousandths, the volatility in
    /// millionths, and the number of games.
    ratings: Vec<(String, i64, u64, u64, u64)>,
    /// What each rated game has made of a rating: the family, the game, when, the rating and the
    /// deviation in thousandths.
    rating_history: Vec<(String, String, u64, i64, u64)>,
    /// What the player has won, by kind.
    premiums: BTreeMap<String, u64>,
    /// Whom the player has blocked or muted.
    blocks: Vec<(String, &'static str, u64)>,
    /// What the player has reported.
    reports: Vec<ReportInfo>,
    /// The role, and what the player is kept from.
    role: Option<&'static str>,
    sanctions: Vec<(&'static str, String, Option<u64>)>,
    /// The player's open seeks: the variant, when each was made, and when it ends.
    seeks: Vec<(String, u64, u64)>,
    /// The last changed first.
    games: Vec<OwnGame>,
    /// Whether there are more games than one export holds.
    more_games: bool,
}

/// A game as its player sees it.
#[derive(Serialize, JsonSchema)]
struct OwnGame {
    id: String,
    seat: u8,
    game: TableInfo,
    events: Vec<VisibleEvent>,
    said: Vec<Talk>,
}

impl App {
    /// What a seat has said in a game.
    async fn said(&self, game: &str, seat: u8) -> Result<Vec<Talk>, Refusal> {
        let (mut said, mut from) = (Vec::new(), 0);
        loop {
            let game = game.to_string();
            let lines = self.store(move |store| store.chat(&game, from, CHAT_PAGE)).await?;
            let last = lines.last().filter(|_| lines.len() == CHAT_PAGE).map(|line| line.number);
            let own = lines.into_iter().filter(|line| line.seat == seat);
            said.extend(own.map(|line| Talk {
                number: line.number,
                at: line.at,
                seat,
                text: line.text,
            }));
            match last {
                Some(last) => from = last + 1,
                None => return Ok(said),
            }
        }
    }
}

/// The ratings of a player, and their whole history.
fn ratings_of(
    store: &dyn Store,
    player: &str,
) -> Result<(Vec<RatingRecord>, Vec<RatingPoint>), StoreError> {
    let (ratings, mut history) = (store.ratings(player)?, Vec::new());
    for rating in &ratings {
        let mut last: Option<(u64, String)> = None;
        loop {
            let after = last.as_ref().map(|(at, game)| (*at, game.as_str()));
            let points = store.rating_points(player, &rating.family, after, POINTS_PAGE)?;
            let whole = points.len() == POINTS_PAGE;
            last = points.last().filter(|_| whole).map(|point| (point.at, point.game.clone()));
            history.extend(points);
            if last.is_none() {
                break;
            }
        }
    }
    Ok((ratings, history))
}

/// `GET /api/v1/me/export`
pub(crate) async fn everything(
    State(app): State<App>,
    Player(player): Player,
    headers: HeaderMap,
) -> Answered<Everything> {
    app.limit("export", &player.id, 2)?;
    let (id, now) = (player.id.clone(), app.now());
    let stored = app.store(move |store| {
        let games = store.games_of(&id, MOST_GAMES + 1)?;
        let account = (store.address_uses(&id)?, store.codes_of(&id)?);
        let conduct = (store.blocks(&id)?, files::reports_by(store, &id)?);
        let standing = (store.role(&id)?, store.sanctions(&id)?);
        let won = (ratings_of(store, &id)?, store.inventory(&id)?);
        Ok(((games, store.seeks_of(&id, now)?), won, account, conduct, standing))
    });
    let ((mut records, seeks), (rated, premiums), account, conduct, standing) = stored.await?;
    let (ratings, rating_history) = rated;
    let (sign_in_addresses, codes) = account;
    let ((blocks, reports), (role, sanctions)) = (conduct, standing);
    let more_games = records.len() > MOST_GAMES;
    records.truncate(MOST_GAMES);
    let mut games = Vec::new();
    for record in records {
        let (table, seat) = app.table_for(&record.id, Some(&player.id)).await?;
        let Some(seat) = seat else { continue };
        let game = table.cached.lock().await.info(Some(&player.id));
        let events = app.events(&table.id, 0, record.revision).await?;
        let tell = |(index, event)| app.visible_event(&table.id, Some(seat), index, event);
        let events = (0u64..).zip(&events).map(tell).collect();
        let said = app.said(&table.id, seat).await?;
        games.push(OwnGame { id: record.id, seat, game, events, said });
    }
    let rating = |r: RatingRecord| (r.family, r.rating, r.deviation, r.volatility, r.games);
    let ratings = ratings.into_iter().map(rating).collect();
    let point = |p: RatingPoint| (p.family, p.game, p.at, p.rating, p.deviation);
    let rating_history = rating_history.into_iter().map(point).collect();
    let premiums = premiums.into_iter().collect();
    let sessions = app.sessions_of(&player, &headers).await?;
    let email = app.email_info(&player.id).await?;
    let identities = app.identities_of(&player.id).await?;
    let code = |code: CodeRecord| (code.purpose.name().to_string(), code.created, code.expires);
    let codes = codes.into_iter().map(code).collect();
    let (player, created) = (people::info(&player), player.created);
    let blocks = blocks.into_iter().map(|block| (block.other, block.kind.name(), block.at));
    let seeks = seeks.into_iter().map(|own| own.seek);
    let seeks = seeks.map(|seek| (seek.terms.variant, seek.created, seek.expires));
    let sanctions = sanctions.into_iter().map(|one| (one.kind.name(), one.reason, one.until));
    Ok(Reply(Everything {
        player,
        created,
        email,
        identities,
        sessions,
        sign_in_addresses,
        codes,
        ratings,
        rating_history,
        premiums,
        blocks: blocks.collect(),
        reports,
        role: role.map(Role::name),
        sanctions: sanctions.collect(),
        seeks: seeks.collect(),
        games,
        more_games,
    }))
}
