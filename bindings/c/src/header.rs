//! The C header, from the table of exported functions.

use crate::{ABI_VERSION, FUNCTIONS, Status};
use std::ffi::c_char;

/// A type that crosses the interface, and its name in C.
pub trait CType {
    /// The name in C, ready to be followed by that of an argument.
    const NAME: &'static str;
}

macro_rules! c_types {
    ($($type:ty = $name:literal,)*) => {
        $(impl CType for $type {
            const NAME: &'static str = $name;
        })*
    };
}

c_types! {
    u32 = "uint32_t ",
    i32 = "int32_t ",
    u64 = "uint64_t ",
    usize = "size_t ",
    *const u8 = "const uint8_t *",
    *mut u8 = "uint8_t *",
    *mut u64 = "uint64_t *",
    *mut usize = "size_t *",
    *const c_char = "const char *",
}

/// An exported function.
pub struct Function {
    /// The lines of its documentation.
    pub documentation: &'static [&'static str],
    /// Its name.
    pub name: &'static str,
    /// The names and C types of its arguments.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The C type of its result.
    pub result: &'static str,
}

impl Function {
    fn declaration(&self) -> String {
        let arguments: Vec<String> =
            self.arguments.iter().map(|(name, kind)| format!("{kind}{name}")).collect();
        let arguments =
            if arguments.is_empty() { "void".to_string() } else { arguments.join(", ") };
        format!("{}{}({arguments});", self.result, self.name)
    }

    /// The documentation, but for what only concerns Rust.
    fn comment(&self) -> String {
        let lines = self.documentation.iter().map(|line| line.trim());
        let lines: Vec<&str> = lines.take_while(|line| *line != "# Safety").collect();
        lines.join("\n * ").trim_end_matches([' ', '*', '\n']).to_string()
    }
}

const TOP: &str = "\
/* Tilewright for C: the bytes of a request in, the bytes of a response out.
 *
 * Generated from the exported functions of bindings/c; a test compares them.
 *
 * Every function may be called from any thread at any time. Engines and responses are handles;
 * a handle that was freed is refused from then on. Requests and responses are JSON in UTF-8; their
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

/// The text of `tilewright.h`.
pub fn header() -> String {
    let mut out = format!("{TOP}#define TW_ABI_VERSION {ABI_VERSION}\n\n");
    for status in Status::ALL {
        let text = Status::text(status as i32).to_string_lossy();
        let name = format!("{status:?}").to_uppercase();
        let name = if name == "OK" { "TW_OK".to_string() } else { format!("TW_ERROR_{name}") };
        out += &format!("/* {text} */\n#define {name} ({})\n", status as i32);
    }
    for function in FUNCTIONS {
        out += &format!("\n/* {} */\n{}\n", function.comment(), function.declaration());
    }
    out.push('\n');
    out + END
}
