//! The header is made from the source of the functions; the file that is checked in is the same.
//! After a change: `TILEWRIGHT_WRITE=1 cargo test -p tilewright-c --test header`.

#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::Path;
use tilewright_engine::Status;

const TOP: &str = "\
/* Tilewright for C: the bytes of a request in, the bytes of a response out.
 *
 * Made from bindings/c/src/exports.rs; a test compares them.
 *
 * Every function may be called from any thread at any time. Engines and responses are handles;
 * one that was freed is refused ever after. Requests and responses are JSON in UTF-8; their
 * schema is protocol.schema.json.
 */
#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

";

const END: &str = "\
#ifdef __cplusplus
}
#endif

#endif
";

fn c_type(rust: &str) -> &'static str {
    match rust.trim() {
        "u32" => "uint32_t ",
        "i32" => "int32_t ",
        "u64" => "uint64_t ",
        "usize" => "size_t ",
        "*const u8" => "const uint8_t *",
        "*mut u8" => "uint8_t *",
        "*mut u64" => "uint64_t *",
        "*mut usize" => "size_t *",
        "*const c_char" => "const char *",
        other => panic!("no C type for {other}"),
    }
}

/// The C declaration of a function, from `tw_name(a: u64) -> i32`.
fn declaration(rust: &str) -> String {
    let (name, rest) = rust.split_once('(').unwrap();
    let (arguments, result) = rest.split_once(") -> ").unwrap();
    let arguments: Vec<String> = arguments
        .split(',')
        .filter_map(|argument| argument.trim().split_once(": "))
        .map(|(name, kind)| format!("{}{name}", c_type(kind)))
        .collect();
    let arguments = if arguments.is_empty() { "void".to_string() } else { arguments.join(", ") };
    format!("{}{name}({arguments});", c_type(result.trim_end_matches([' ', '{'])))
}

fn header() -> String {
    let mut out = TOP.to_string();
    let _ = writeln!(out, "#define TW_ABI_VERSION {}\n", tilewright_engine::ABI_VERSION);
    for status in Status::ALL {
        let text = Status::text(status as i32).to_str().unwrap();
        let name = format!("{status:?}").to_uppercase();
        let name = if name == "OK" { "TW_OK".to_string() } else { format!("TW_ERROR_{name}") };
        let _ = writeln!(out, "/* {text} */\n#define {name} ({})", status as i32);
    }
    let mut comment: Vec<&str> = Vec::new();
    let source = include_str!("../src/exports.rs");
    for (at, line) in source.lines().enumerate() {
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text.trim());
        } else if let Some((_, start)) = line.split_once("extern \"C\" fn ") {
            let rest: Vec<&str> = source.lines().skip(at + 1).collect();
            let whole = format!("{start} {}", rest.join(" "));
            let whole = whole.split_once('{').unwrap().0.split_whitespace().collect::<Vec<_>>();
            let spoken: Vec<&str> =
                comment.iter().copied().take_while(|text| *text != "# Safety").collect();
            let _ = writeln!(
                out,
                "\n/* {} */",
                spoken.join("\n * ").trim_end_matches([' ', '*', '\n'])
            );
            out += &declaration(&whole.join(" ").replace("( ", "(").replace(", )", ")"));
            out.push('\n');
            comment.clear();
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    out.push('\n');
    out + END
}

#[test]
fn the_header_is_that_of_the_source() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/tilewright.h");
    let made = header();
    if std::env::var_os("TILEWRIGHT_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == made, "the header is not that of the source; see the top of this test");
    for name in ["tw_call(uint64_t engine, const uint8_t *request, size_t length", "TW_ERROR_SMALL"]
    {
        assert!(made.contains(name), "{name}");
    }
}
