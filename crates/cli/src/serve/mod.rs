//! `tilewright serve`: a page on this machine on which two can play a game.

mod http;
mod table;

use crate::Answer;
use crate::output::Failure;
use clap::Args;
use http::{Request, Response};
use std::net::TcpListener;
use table::Table;

/// Where to serve, and what.
#[derive(Args)]
pub struct ServeArguments {
    /// The port on this machine; 0 takes a free one.
    #[arg(long, default_value_t = 4747)]
    port: u16,
    /// The variant: a shipped name or a .toml file.
    #[arg(long, default_value = "classic", value_name = "NAME|FILE")]
    variant: String,
    /// A small number from which all draws follow; by default drawn from the clock.
    #[arg(long)]
    seed: Option<u64>,
}

/// Serves until it is stopped.
pub fn run(arguments: &ServeArguments) -> Answer {
    let seed = arguments.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_nanos() as u64)
    });
    let mut table = Table::new(&arguments.variant, seed)?;
    let listener = TcpListener::bind(("127.0.0.1", arguments.port)).map_err(|error| {
        Failure::usage(format!("port {}: {error}; choose another with --port", arguments.port))
    })?;
    let address = listener.local_addr().map_err(Failure::finding)?;
    crate::output::print(&format!("Tilewright is at http://{address}/ (Ctrl-C stops it)"));
    for connection in listener.incoming().flatten() {
        let mut connection = connection;
        let response = match http::read(&mut connection) {
            Ok(request) => answer(&mut table, &request),
            Err(reason) => Response::text(400, reason),
        };
        let _ = http::write(&mut connection, &response);
    }
    Ok(0)
}

fn answer(table: &mut Table, request: &Request) -> Response {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => Response::html(include_str!("page.html")),
        ("GET", "/board.svg") => Response::svg(table.picture()),
        ("GET", "/state") => Response::json(table.view()),
        ("POST", "/preview") => Response::json(table.preview(&request.body)),
        ("POST", "/explain") => Response::json(table.explain()),
        ("POST", path) => match table.act(path.trim_start_matches('/'), &request.body) {
            Some(value) => Response::json(value),
            None => Response::text(404, "there is nothing here".to_string()),
        },
        _ => Response::text(404, "there is nothing here".to_string()),
    }
}
