//! Bytes that no honest program sends. They are answered with an error, like everything else.

/// Requests that are not UTF-8, cut short, or far too large.
pub fn hostile_requests() -> Vec<Vec<u8>> {
    let view = br#"{"v":1,"call":{"op":"new","variant":{"shipped":"classic"},"players":2,"seed":{"number":1}}}"#;
    let mut all = vec![
        vec![],
        vec![0],
        vec![0xff, 0xfe, 0x00],
        b"{\"v\":1,\"id\":\"\xc3\x28\",\"call\":{\"op\":\"variants\"}}".to_vec(),
        vec![b'['; 1 << 20],
        vec![b'{'; 100_000],
        vec![b' '; 10 << 20],
        [b"{\"v\":1,\"id\":\"".as_slice(), &vec![b'x'; 10 << 20], b"\"}"].concat(),
        b"{\"v\":1e999,\"call\":{}}".to_vec(),
        b"{\"v\":1,\"call\":{\"op\":\"variant\",\"variant\":{\"toml\":\"\\u0000\"}}}".to_vec(),
    ];
    all.extend((1..view.len()).step_by(7).map(|length| view[..length].to_vec()));
    all
}
