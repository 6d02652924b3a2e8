//! The pages whose Rust examples are doc tests of this crate.

macro_rules! pages {
    ($($name:ident $path:literal,)*) => {
        /// The paths of these pages under `docs/`.
        pub const RUST_PAGES: &[&str] = &[$($path),*];
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../docs/", $path))]
            pub struct $name;
        )*
    };
}

pages! {
    Analysis "analysis.md",
    Boards "concepts/boards.md",
    Bots "bots.md",
    Events "concepts/events.md",
    GameFiles "game-files.md",
    Journey "concepts/journey.md",
    Lexicons "lexicons.md",
    Moves "concepts/moves.md",
    Plugin "how-to/plugin.md",
    Views "concepts/views.md",
}
