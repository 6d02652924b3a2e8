//! Positions on one line.
#![cfg_attr(all(fuzzing, not(feature = "standalone")), no_main)]

tilewright_fuzz::target!(cgp);
