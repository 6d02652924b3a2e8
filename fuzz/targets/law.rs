//! The law of the move generator.
#![cfg_attr(all(fuzzing, not(feature = "standalone")), no_main)]

tilewright_fuzz::target!(law);
