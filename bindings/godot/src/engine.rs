//! The engine: bytes in, bytes out.

use crate::json::{from_godot, to_godot};
use godot::builtin::{GString, PackedByteArray, Variant};
use godot::classes::RefCounted;
use godot::obj::Base;
use godot::register::{GodotClass, godot_api};
use serde_json::{Value, json};

/// The engine. It holds compiled variants and word lists.
#[derive(GodotClass)]
#[class(init, base = RefCounted)]
pub(crate) struct TilewrightEngine {
    engine: tilewright_protocol::Engine,
    _base: Base<RefCounted>,
}

#[godot_api]
impl TilewrightEngine {
    /// Answers the bytes of a request with the bytes of a response.
    #[func]
    fn handle(&self, request: PackedByteArray) -> PackedByteArray {
        PackedByteArray::from(self.engine.handle(request.as_slice()).as_slice())
    }

    /// Adds a word list: text with one word a line, or a packed list. False if it is none.
    #[func]
    fn add_lexicon(&self, id: GString, words: PackedByteArray) -> bool {
        self.engine.add_lexicon(&id.to_string(), words.as_slice()).is_ok()
    }

    /// Makes a call, e.g. `{"op": "variants"}`; the answer, or a dictionary with `error`.
    #[func]
    fn ask(&self, call: Variant) -> Variant {
        let request = json!({ "v": 1, "call": from_godot(&call) }).to_string();
        let response: Value =
            serde_json::from_slice(&self.engine.handle(request.as_bytes())).unwrap_or_default();
        to_godot(response.get("answer").unwrap_or(&response))
    }
}
