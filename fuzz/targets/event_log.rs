//! Logs of games.
#![cfg_attr(all(fuzzing, not(feature = "standalone")), no_main)]

tilewright_fuzz::target!(event_log);
