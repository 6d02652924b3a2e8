//! Every operation of the server, in one table. The router, the OpenAPI document and the pages of
//! the reference are made from it.

use crate::app::App;
use crate::routes::players;
use crate::routes::sessions;
use crate::routes::{admin, conduct, daily, email, export, games, lobby, oidc, pages, play};
use crate::{live, lobby_live};
use axum::Router;
use axum::routing::{delete, get, post};

/// An operation of the API: a method of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// Its name in the OpenAPI document.
    pub id: &'static str,
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Who may call it.
    pub access: Access,
    /// The message of the request, by its name in the schema.
    pub request: Option<&'static str>,
    /// The response: a message by its name, a media type, or nothing.
    pub response: &'static str,
}

/// Who may call an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Anybody.
    Anyone,
    /// Anybody who may see the game; a player sees more.
    Viewer,
    /// A player with a token.
    Player,
    /// A player with a role: a moderator or an admin.
    Staff,
}

use Access::{Anyone, Player, Staff, Viewer};

macro_rules! request {
    () => {
        None
    };
    ($message:ident) => {
        Some(stringify!($message))
    };
}

macro_rules! response {
    () => {
        ""
    };
    (media $media:literal) => {
        $media
    };
    ($kind:ident $message:ident) => {
        stringify!($message)
    };
}

/// The lines are: `id: method "path" => handler, access, (request) -> (response), "summary";`. A
/// response is `json` with a message, `media` with a media type, `socket` with a message, or empty.
macro_rules! operations {
    ($($id:ident: $method:ident $path:literal => $handler:path, $access:ident,
        ($($request:ident)?) -> ($($response:tt)*), $summary:literal;)*) => {
        const ROUTES: &[Route] = &[$(Route {
            id: stringify!($id),
            method: stringify!($method),
            path: $path,
            summary: $summary,
            access: $access,
            request: request!($($request)?),
            response: response!($($response)*),
        }),*];

        /// The handlers of all operations.
        pub(crate) fn router() -> Router<App> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

operations! {
    getPage: get "/" => pages::page, Anyone, () -> (media "text/html"),
        "A page on which to play.";
    getPageScript: get "/app.js" => pages::script, Anyone, () -> (media "text/javascript"),
        "The page's script.";
    getPageStyle: get "/app.css" => pages::style, Anyone, () -> (media "text/css"),
        "The page's style.";
    getHealth: get "/healthz" => pages::health, Anyone, () -> (media "text/plain"),
        "Whether the process runs.";
    getReadiness: get "/readyz" => pages::ready, Anyone, () -> (media "text/plain"),
        "Whether the store answers.";
    getMetrics: get "/metrics" => pages::metrics, Anyone, () -> (media "application/openmetrics-text"),
        "Counters for Prometheus.";
    getOpenApi: get "/api/v1/openapi.json" => pages::openapi, Anyone, () -> (media "application/json"),
        "This document.";
    getSchema: get "/api/v1/schema.json" => pages::schema, Anyone, () -> (media "application/json"),
        "The JSON Schema.";
    callEngine: post "/api/v1/engine" => pages::engine, Anyone, (Request) -> (json Response),
        "The stateless engine.";
    listVariants: get "/api/v1/variants" => pages::variants, Anyone, () -> (json Answer),
        "The shipped variants.";
    getVariant: get "/api/v1/variants/{id}" => pages::variant, Anyone, () -> (json Answer),
        "One variant in full.";
    getVariantBoard: get "/api/v1/variants/{id}/board.svg" => export::variant_board, Anyone, () -> (media "image/svg+xml"),
        "The empty board of a variant as a picture; ?theme=dark and ?mini=true change it.";
    createGuest: post "/api/v1/guests" => players::guest, Anyone, (NewGuest) -> (json SignedIn),
        "Creates a guest.";
    createPlayer: post "/api/v1/players" => players::register, Viewer, (Credentials) -> (json SignedIn),
        "Creates an account, or gives a guest a name and a password.";
    createSession: post "/api/v1/sessions" => players::sign_in, Anyone, (Credentials) -> (json SignedIn),
        "Signs in.";
    deleteSession: delete "/api/v1/sessions/current" => sessions::sign_out, Player, () -> (),
        "Revokes the token.";
    listSessions: get "/api/v1/sessions" => sessions::list, Player, () -> (json SessionList),
        "The player's sessions.";
    deleteOtherSessions: delete "/api/v1/sessions" => sessions::revoke_others, Player, () -> (),
        "Revokes all other sessions of the player.";
    deleteSessionById: delete "/api/v1/sessions/{id}" => sessions::revoke, Player, () -> (),
        "Revokes a session of the player.";
    changePassword: post "/api/v1/me/password" => sessions::change_password, Player, (ChangePassword) -> (),
        "Changes the password, and revokes all other sessions.";
    changeName: post "/api/v1/me/name" => players::rename, Player, (ChangeName) -> (json PlayerInfo),
        "Changes the name, and that to sign in with; games that have begun keep the old one.";
    getEmail: get "/api/v1/me/email" => email::show, Player, () -> (json EmailInfo),
        "The e-mail address of the account.";
    changeEmail: post "/api/v1/me/email" => email::change, Player, (ChangeEmail) -> (),
        "Mails a code that verifies a new address, or removes the address.";
    verifyEmail: post "/api/v1/email/verify" => email::verify, Anyone, (VerifyEmail) -> (),
        "Verifies an address with the code that was mailed to it.";
    requestPasswordReset: post "/api/v1/password-resets" => email::request_reset, Anyone, (RequestPasswordReset) -> (),
        "Mails a code for a new password, if an account has the address.";
    resetPassword: post "/api/v1/password-resets/confirm" => email::reset, Anyone, (ResetPassword) -> (),
        "Sets a new password with a code, and revokes all sessions.";
    listProviders: get "/api/v1/oidc" => oidc::providers, Anyone, () -> (json ProviderList),
        "The providers with which players can sign in.";
    startSignIn: post "/api/v1/oidc/{id}/start" => oidc::start, Viewer, (StartSignIn) -> (json SignInStarted),
        "Begins a sign-in with a provider; with a token, the player gets the identity.";
    returnFromProvider: get "/api/v1/oidc/{id}/callback" => oidc::callback, Anyone, () -> (),
        "Where a provider sends the browser, which goes on to the page with a code.";
    finishSignIn: post "/api/v1/oidc/finish" => oidc::finish, Viewer, (FinishSignIn) -> (json SignedIn),
        "Signs in with the code of a sign-in with a provider.";
    listIdentities: get "/api/v1/me/identities" => oidc::list, Player, () -> (json IdentityList),
        "The identities with which the player can sign in.";
    unlinkIdentity: delete "/api/v1/me/identities/{id}" => oidc::unlink, Player, () -> (),
        "Removes an identity, unless it is the only way to sign in.";
    getMe: get "/api/v1/me" => players::me, Player, () -> (json PlayerInfo),
        "The player of the token.";
    deleteMe: delete "/api/v1/me" => players::leave, Player, () -> (),
        "Deletes the account.";
    exportMe: get "/api/v1/me/export" => export::everything, Player, () -> (media "application/json"),
        "Everything that is stored about the player.";
    getDaily: get "/api/v1/daily" => daily::show, Viewer, () -> (json DailyInfo),
        "The puzzle of the day.";
    startDaily: post "/api/v1/daily" => daily::begin, Player, () -> (json TableView),
        "Starts the puzzle of the day, or continues it.";
    getShareText: get "/api/v1/games/{id}/share" => daily::share, Viewer, () -> (media "text/plain"),
        "The result as a text to share, after the end.";
    getInventory: get "/api/v1/me/inventory" => players::inventory, Player, () -> (json Inventory),
        "What the player has won.";
    getRatings: get "/api/v1/players/{id}/ratings" => players::ratings, Anyone, () -> (json RatingList),
        "A player's ratings, by family of variants.";
    getRatingHistory: get "/api/v1/players/{id}/ratings/history" => players::rating_history, Anyone, () -> (json RatingHistory),
        "The history of a player's rating in ?family=FAMILY, the oldest point first; ?after=AT&id=GAME reads those after a point.";
    getProfile: get "/api/v1/players/{id}/profile" => players::profile, Anyone, () -> (json Profile),
        "A player's name, ratings, and games won, drawn and lost.";
    listGames: get "/api/v1/games" => games::list, Player, () -> (json TableList),
        "The player's games, the last changed first; ?before=UPDATED&id=ID reads those after a game.";
    createGame: post "/api/v1/games" => games::create, Player, (NewTable) -> (json TableView),
        "Creates a game.";
    getGame: get "/api/v1/games/{id}" => games::show, Viewer, () -> (json TableView),
        "A game and what the viewer sees of it.";
    getGameVariant: get "/api/v1/games/{id}/variant" => games::variant, Viewer, () -> (json Answer),
        "The variant of the game in full.";
    joinGame: post "/api/v1/games/{id}/join" => games::join, Player, (Join) -> (json TableView),
        "Takes a seat with an invitation.";
    startGame: post "/api/v1/games/{id}/start" => games::start, Player, () -> (json TableView),
        "Starts a full game.";
    createRematch: post "/api/v1/games/{id}/rematch" => lobby::rematch, Player, () -> (json TableView),
        "Asks for the same game again with the seats moved on by one, or accepts that: the new game if everybody wants it, else this one.";
    declineRematch: delete "/api/v1/games/{id}/rematch" => lobby::decline_rematch, Player, () -> (),
        "Declines a rematch, or withdraws the offer.";
    sendCommand: post "/api/v1/games/{id}/commands" => play::command, Player, (SendCommand) -> (json Sent),
        "Plays, swaps, passes, challenges or resigns.";
    previewMove: post "/api/v1/games/{id}/preview" => play::preview_move, Player, (PreviewMove) -> (json Preview),
        "What a move would score, or every reason why it is not legal.";
    getHints: get "/api/v1/games/{id}/hints" => play::hints, Player, () -> (json Hints),
        "The best moves, where the game allows hints.";
    listEvents: get "/api/v1/games/{id}/events" => play::events, Viewer, () -> (json EventList),
        "The events from ?after=REVISION on, as the viewer may see them.";
    listTalk: get "/api/v1/games/{id}/chat" => play::talk, Viewer, () -> (json TalkList),
        "The lines of the chat from ?after=NUMBER on. Only players of the game may read them.";
    say: post "/api/v1/games/{id}/chat" => play::say, Player, (Say) -> (json Talk),
        "Adds a line to the chat.";
    getGameBoard: get "/api/v1/games/{id}/board.svg" => export::board, Viewer, () -> (media "image/svg+xml"),
        "The board; ?theme=dark, ?legend=true and ?mini=true change it.";
    getGameAccount: get "/api/v1/games/{id}/account.svg" => export::account, Viewer, () -> (media "image/svg+xml"),
        "How the last play came to its score.";
    exportGameJson: get "/api/v1/games/{id}/export.json" => export::json, Viewer, () -> (json SavedGame),
        "The whole game with its seed, after the end.";
    exportGameGcg: get "/api/v1/games/{id}/export.gcg" => export::gcg, Viewer, () -> (media "text/plain"),
        "The game as GCG, after the end.";
    listSeeks: get "/api/v1/lobby/seeks" => lobby::list, Player, () -> (json SeekList),
        "Open seeks that the player may take, the newest first; ?variant=ID and ?rated=true choose some, ?before=CREATED&id=ID reads those after a seek.";
    createSeek: post "/api/v1/lobby/seeks" => lobby::create, Player, (NewSeek) -> (json Seek),
        "Seeks an opponent.";
    takeSeek: post "/api/v1/lobby/seeks/{id}/take" => lobby::take, Player, () -> (json TableView),
        "Takes a seek: the game starts.";
    withdrawSeek: delete "/api/v1/lobby/seeks/{id}" => lobby::withdraw, Player, () -> (),
        "Withdraws a seek of the player.";
    pair: post "/api/v1/lobby/pair" => lobby::pair, Player, (NewSeek) -> (json Pairing),
        "Quick pairing: takes the open seek that fits best, or leaves one.";
    getMyLobby: get "/api/v1/lobby/mine" => lobby::mine, Player, () -> (json MyLobby),
        "The player's seeks, those that were taken, and rematches that wait for an answer.";
    openLobbySocket: get "/api/v1/lobby/live" => lobby_live::live, Anyone, () -> (socket SocketMessage),
        "A WebSocket: after a hello with a token, the server sends a Lobby message whenever the player's lobby changes.";
    listBlocks: get "/api/v1/me/blocks" => conduct::blocks, Player, () -> (json BlockList),
        "Whom the player has blocked or muted.";
    blockPlayer: post "/api/v1/players/{id}/block" => conduct::block, Player, (BlockPlayer) -> (),
        "Blocks or mutes a player.";
    unblockPlayer: delete "/api/v1/players/{id}/block" => conduct::unblock, Player, () -> (),
        "Neither blocks nor mutes a player any more.";
    createReport: post "/api/v1/reports" => conduct::report, Player, (NewReport) -> (),
        "Reports a player, a game or a line of chat to the moderators.";
    findPlayers: get "/api/v1/admin/players" => admin::find_players, Staff, () -> (json FoundPlayers),
        "Players by ?name=TEXT: a part of the name, or the id.";
    getPlayerFile: get "/api/v1/admin/players/{id}" => admin::player, Staff, () -> (json PlayerFile),
        "What moderators see of a player.";
    actOnPlayer: post "/api/v1/admin/players/{id}" => admin::act_on_player, Staff, (PlayerAction) -> (),
        "Bans, mutes, revokes the sessions of, gives a role to, or deletes a player.";
    getGameFile: get "/api/v1/admin/games/{id}" => admin::game, Staff, () -> (json GameFile),
        "What moderators see of a game.";
    actOnGame: post "/api/v1/admin/games/{id}" => admin::act_on_game, Staff, (GameAction) -> (),
        "Ends, quarantines, requeues or deletes a game.";
    listReports: get "/api/v1/admin/reports" => admin::reports, Staff, () -> (json ReportList),
        "Open reports; ?settled=true for the settled ones.";
    settleReport: post "/api/v1/admin/reports/{id}" => admin::settle_report, Staff, (SettleReport) -> (),
        "Settles a report.";
    listQuarantine: get "/api/v1/admin/quarantine" => admin::quarantine, Staff, () -> (json QuarantineList),
        "Games in which bots do not move.";
    listAudit: get "/api/v1/admin/audit" => admin::audit, Staff, () -> (json AuditList),
        "The audit log from ?after=NUMBER on.";
    openSocket: get "/api/v1/games/{id}/live" => live::live, Anyone, () -> (socket SocketMessage),
        "A WebSocket: the client sends SocketRequests, the server SocketMessages.";
}

/// All operations.
pub fn routes() -> &'static [Route] {
    ROUTES
}

/// The path of an operation, as the table has it.
pub(crate) fn path_of(matched: &str) -> Option<&'static str> {
    ROUTES.iter().map(|route| route.path).find(|path| *path == matched)
}
