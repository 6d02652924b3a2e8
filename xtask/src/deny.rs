//! The step that judges the dependencies with cargo-deny.

use crate::Context;
use crate::process::{Invocation, ensure_subcommand};
use crate::report::Outcome;
use crate::steps::missing;
use std::time::Duration;

/// How long the advisory database may take to arrive.
const FETCH_LIMIT: Duration = Duration::from_secs(90);

/// The workspaces whose dependencies are judged, all by the policy at the top.
const MANIFESTS: [&str; 2] = ["./Cargo.toml", "bindings/python/Cargo.toml"];

/// Checks licences, bans and sources, and known faults if their database can be reached.
pub(crate) fn step(context: &Context) -> Outcome {
    if let Err(reason) = ensure_subcommand(context, "deny") {
        return missing(context, reason);
    }
    for manifest in MANIFESTS {
        let policy = ["deny", "--manifest-path", manifest, "--locked", "check"];
        let policy = [&policy[..], &["licenses", "bans", "sources"]].concat();
        if let Err(reason) = Invocation::cargo(context, &policy).run(context) {
            return Outcome::Failed(reason);
        }
    }
    // The database lies outside the project: a note says that it is absent.
    if !Invocation::cargo(context, &["deny", "fetch", "db"]).succeeds_within(FETCH_LIMIT) {
        let note = "advisories NOT checked: their database could not be reached";
        return Outcome::Passed(vec![note.to_owned()]);
    }
    let judged = MANIFESTS.iter().try_for_each(|manifest| {
        let advisories = ["deny", "--manifest-path", manifest, "--locked", "check", "advisories"];
        Invocation::cargo(context, &advisories).run(context)
    });
    judged.into()
}
