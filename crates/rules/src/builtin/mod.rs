//! The built-in rules. They implement the same traits as rules of your own.

pub mod end;
pub mod game;
pub mod scoring;
pub mod turn;

/// A rule with settings: its identity and whether it is on.
macro_rules! rule {
    ($(#[$meta:meta])* $type:ident($settings:ty), $id:ident) => {
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
                $crate::RuleId::$id.id()
            }
            fn name(&self) -> &str {
                $crate::RuleId::$id.name()
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
