//! The step that judges the dependencies with cargo-deny.

use crate::Context;
use crate::process::{Invocation, ensure_subcommand};
use crate::report::Outcome;
use crate::steps::missing;
use std::time::Duration;

/// How long the advisory database may take to arrive.
const FETCH_LIMIT: Duration = Duration::from_secs(90);

/// Checks licences, bans and sources, and known faults if their database can be reached.
pub(crate) fn step(context: &Context) -> Outcome {
    if let Err(reason) = ensure_subcommand(context, "deny") {
        return missing(context, reason);
    }
    let policy = ["deny", "--locked", "check", "licenses", "bans", "sources"];
    if let Err(reason) = Invocation::cargo(context, &policy).run(context) {
        return Outcome::Failed(reason);
    }
    // The database lies outside the project: its absence is told, but is no fault of the source.
    if !Invocation::cargo(context, &["deny", "fetch", "db"]).succeeds_within(FETCH_LIMIT) {
        let note = "advisories NOT checked: their database could not be reached";
        return Outcome::Passed(vec![note.to_owned()]);
    }
    let advisories = ["deny", "--locked", "check", "advisories"];
    Invocation::cargo(context, &advisories).run(context).into()
}
