//! Setters for settings: each takes the settings and returns them with one field changed.

macro_rules! setters {
    ($type:ident { $($field:ident: $value:ty),* $(,)? }) => {
        impl $type {
            $(
                #[doc = concat!("The same settings with another `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, $field: $value) -> $type {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;
