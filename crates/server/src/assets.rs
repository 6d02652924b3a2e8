//! The files of the playground and of the book, if they were built in.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

/// Path and content; `.gz` files are the compressed twins of others.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

fn content(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, content)| *content)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// A file of the playground or of the book; compressed, if the asker takes that.
pub(crate) fn find(path: &str, asked: &HeaderMap) -> Option<Response> {
    let plain = content(path)?;
    let accepts = asked
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|one| one.trim().starts_with("gzip")));
    let packed = if accepts { content(&format!("{path}.gz")) } else { None };
    let mut response = packed.unwrap_or(plain).into_response();
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, media_type(path));
    set(header::VARY, "Accept-Encoding");
    if packed.is_some() {
        set(header::CONTENT_ENCODING, "gzip");
    }
    // Names of built files change with their content.
    let lasting = path.starts_with("/assets/");
    set(header::CACHE_CONTROL, if lasting { "max-age=31536000, immutable" } else { "no-cache" });
    Some(response)
}
