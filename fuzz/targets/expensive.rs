//! Expensive variants.
#![cfg_attr(all(fuzzing, not(feature = "standalone")), no_main)]

tilewright_fuzz::target!(expensive);
