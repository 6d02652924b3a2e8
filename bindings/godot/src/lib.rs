//! Tilewright for Godot 4: `TilewrightEngine` takes bytes and gives bytes, `TilewrightGame` is a
//! node with a game in it and signals for what happens there.

mod engine;
mod game;
mod json;

use godot::init::{ExtensionLibrary, gdextension};

/// The extension; loading it is the only thing here that Rust cannot check.
struct Tilewright;

#[gdextension]
unsafe impl ExtensionLibrary for Tilewright {}
