//! Codes as types: one table gives the enum, the ids that programs see, and what the book says.

use thiserror::Error;

/// What a code means: why it is reported, and what helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guide {
    /// The id that programs see.
    pub id: &'static str,
    /// Why it happens.
    pub cause: &'static str,
    /// What helps.
    pub remedy: &'static str,
}

impl Guide {
    /// An entry of a table.
    pub const fn new(id: &'static str, cause: &'static str, remedy: &'static str) -> Guide {
        Guide { id, cause, remedy }
    }
}

/// A text that is no id of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no {what} `{id}`")]
pub struct UnknownCode {
    /// What was asked for.
    pub what: &'static str,
    /// The text.
    pub id: String,
}

impl UnknownCode {
    /// No such code.
    pub fn new(what: &'static str, id: &str) -> UnknownCode {
        UnknownCode { what, id: id.chars().take(40).collect() }
    }
}

/// Declares an enum of codes from one table: each row is the variant, the id that programs see,
/// the cause and the remedy. The enum has `ALL`, `id`, `guide`, [`Display`](std::fmt::Display) and
/// [`FromStr`](std::str::FromStr), so nothing else needs a list of the codes.
#[macro_export]
macro_rules! code_table {
    (
        $(#[$meta:meta])*
        $name:ident, $what:literal {
            $($(#[$code_meta:meta])* $code:ident = $id:literal: $cause:literal, $remedy:literal;)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$code_meta])* #[doc = $cause] $code,)*
        }

        impl $name {
            /// Every code, in the order of the table.
            pub const ALL: &'static [$name] = &[$($name::$code),*];

            /// The id that programs see.
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$code => $id,)*
                }
            }

            /// Why it is reported, and what helps.
            pub const fn guide(self) -> $crate::Guide {
                match self {
                    $($name::$code => $crate::Guide::new($id, $cause, $remedy),)*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownCode;

            fn from_str(id: &str) -> Result<$name, $crate::UnknownCode> {
                let known = $name::ALL.iter().copied().find(|code| code.id() == id);
                known.ok_or_else(|| $crate::UnknownCode::new($what, id))
            }
        }
    };
}
