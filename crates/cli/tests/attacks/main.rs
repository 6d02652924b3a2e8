//! Attacks on the real server. While an attack runs, others sign in, play and ask for its health:
//! each is answered within a second (99 of 100 times), and SIGTERM ends the process within ten.
//!
//! Every address of 127.0.0.0/8 is this machine, so that attackers and others have different ones.
//! `TILEWRIGHT_ATTACKED=FILE` attacks another build.

#![cfg(all(feature = "server", target_os = "linux"))]
#![allow(clippy::unwrap_used)]

mod clients;
mod clock;
mod disk;
mod engine;
mod expensive;
mod harness;
mod logs;
