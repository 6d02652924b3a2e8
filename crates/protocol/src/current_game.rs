//! The text of a game in a response, for programs that keep games as text.

/// The text of the game in a response that has one: it is the current game from then on. It is cut
/// out rather than parsed and serialised again, because not every language holds all numbers.
pub fn current_game(response: &str) -> Option<&str> {
    let game = response.strip_prefix("{\"v\":1,\"answer\":{\"type\":\"game\",\"game\":")?;
    let game = game.starts_with('{').then_some(game)?;
    let (mut depth, mut quoted, mut escaped) = (0u32, false, false);
    for (at, byte) in game.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return game.get(..=at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_cut_out_of_a_response() {
        let table = [
            (r#"{"v":1,"answer":{"type":"game","game":{"a":"}\"{","b":[{}]},"x":1}}"#, true),
            (r#"{"v":1,"answer":{"type":"view","game":{}}}"#, false),
            (r#"{"v":1,"answer":{"type":"game","game":{"a":"#, false),
            (r#"{"v":1,"answer":{"type":"game","game":}}"#, false),
            (r#"{"v":1,"answer":{"type":"game","game":"#, false),
        ];
        for (response, found) in table {
            let game = found.then_some(r#"{"a":"}\"{","b":[{}]}"#);
            assert_eq!(current_game(response), game);
        }
    }
}
