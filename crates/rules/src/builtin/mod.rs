//! The built-in rules. They implement the same traits as a stranger's.

pub mod end;
pub mod game;
pub mod scoring;
pub mod turn;

/// A rule with settings: its identity and whether it is on.
macro_rules! rule {
    ($(#[$meta:meta])* $type:ident($settings:ty), $id:literal, $name:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub struct $type {
            /// The rule's settings.
            pub settings: $settings,
        }

        impl $type {
            /// The rule with these settings.
            pub fn new(settings: $settings) -> Self {
                $type { settings }
            }
        }

        impl $crate::Rule for $type {
            fn identifier(&self) -> &str {
                $id
            }
            fn name(&self) -> &str {
                $name
            }
            fn description(&self) -> String {
                self.describe()
            }
            fn is_enabled(&self) -> bool {
                self.on()
            }
        }
    };
}
pub(crate) use rule;
