//! Compressed responses: texts that are the same for everybody who may see them.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

/// Texts below this size are sent as they are.
const SMALLEST: usize = 400;
/// How hard it is compressed, from 1 to 10.
const LEVEL: u8 = 6;

/// A text of a media type, compressed if the client takes that.
pub(crate) fn packed(asked: &HeaderMap, media: &'static str, text: String) -> Response {
    let accepts = asked
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|one| one.trim() == "deflate"));
    let small = accepts && text.len() >= SMALLEST;
    let mut response = match small {
        true => miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), LEVEL).into_response(),
        false => text.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if small {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("deflate"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt as _;

    fn asked(encoding: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding));
        headers
    }

    fn encoding(response: &Response) -> Option<&str> {
        response.headers().get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok())
    }

    #[tokio::test]
    async fn long_texts_are_compressed_for_those_who_take_it() {
        let text = "M5 15h0".repeat(200);
        let sent = packed(&asked("gzip, deflate, br"), "image/svg+xml", text.clone());
        assert_eq!(encoding(&sent), Some("deflate"));
        let body = sent.into_body().collect().await.expect("a body").to_bytes();
        assert!(body.len() < text.len() / 4, "{}", body.len());
        let read = miniz_oxide::inflate::decompress_to_vec_zlib(&body).expect("zlib");
        assert_eq!(read, text.as_bytes());
        assert_eq!(encoding(&packed(&asked("gzip"), "image/svg+xml", text.clone())), None);
        assert_eq!(encoding(&packed(&HeaderMap::new(), "image/svg+xml", text)), None);
        assert_eq!(encoding(&packed(&asked("deflate"), "text/plain", "short".to_string())), None);
    }
}
