//! The game server: HTTP and WebSocket over a [`Store`](tilewright_storage::Store).
//!
//! An [`App`] holds compiled variants, the games that are being played, and a writer that makes
//! many commands durable with one sync. A command is answered after it is stored. What a seat is
//! sent are types that have no place for what it may not see. [`serve`] runs an app on a listener
//! until it is stopped.

#![deny(missing_docs)]

mod addresses;
mod admission;
mod app;
mod archive;
mod assets;
mod bots;
mod broadcast;
mod cluster;
mod commands;
mod completion;
mod conduct;
mod config;
mod connections;
mod daily;
mod deadlines;
mod digest;
mod extract;
mod files;
mod glicko;
mod http_client;
mod jwt;
mod lag;
mod limits;
mod listener;
mod live;
mod lobby;
mod lobby_live;
mod logging;
mod mail;
mod metrics;
mod moderation;
mod names;
mod nats;
mod news;
mod oidc;
mod openapi;
mod operations;
mod otlp;
mod packed;
mod people;
mod pools;
mod process;
mod progress;
mod proxy_protocol;
mod public_url;
mod quarantine;
mod rating;
mod readiness;
mod rematch;
mod reply;
mod request_ids;
mod retention;
mod room;
mod routes;
mod sessions;
mod settle;
mod shares;
mod sign_in_guard;
mod table_info;
mod tables;
mod tls;
mod token_cache;
mod trace;
mod verify;
mod webhook;
mod writer;

pub use addresses::{AddressRange, AddressRangeError};
pub use app::{App, Clock, Clocks, monotonic_clock, serve, system_clock};
pub use archive::{Archived, archived, count};
pub use config::{Config, Lag, Limits, Webhook, WebhookError};
pub use daily::date_of;
pub use files::{FileError, audit, find_players, game_file, player_file, quarantined, reports};
pub use jwt::{Jwt, JwtError, JwtSettings};
pub use listener::listen;
pub use logging::{LogFormat, LogGuard, init_logging};
pub use mail::{Mail, MailEncryption, MailError, MailSettings};
pub use moderation::Operator;
pub use nats::{NatsAddress, NatsAddressError};
pub use oidc::{Oidc, OidcError, OidcSettings};
pub use openapi::openapi_json;
pub use operations::{Access, Route, routes};
pub use otlp::{Collector, CollectorError};
pub use public_url::{PublicUrl, PublicUrlError};
pub use tls::{Tls, TlsError};
pub use verify::{Verified, verify};
