//! The pages whose Rust examples are tests. A test of this crate compares the list with the book.

macro_rules! pages {
    ($($name:ident $path:literal,)*) => {
        $(
            #[doc = include_str!(concat!("../../../docs/", $path))]
            pub struct $name;
        )*
    };
}

pages! {
    Analysis "analysis.md",
    Bots "bots.md",
    GameFiles "game-files.md",
    Lexicons "lexicons.md",
}
