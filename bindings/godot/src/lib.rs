//! Tilewright for Godot 4: the class `TilewrightNative`, bytes in and bytes out.
//!
//! It is written over Godot's own C interface and names only the twenty functions that it
//! needs. Everything that scripts use, such as `TilewrightGame` with its signals, is GDScript in
//! `addons/tilewright`. Engines are handles of the C library, so that one that was closed is an
//! error value from then on.

#![deny(missing_docs)]

mod class;
mod interface;
mod methods;
mod values;

pub use class::tilewright_godot_init;
