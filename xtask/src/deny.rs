//! The step that judges the dependencies with cargo-deny.

use crate::Context;
use crate::process::{ensure_subcommand, succeeds_within};
use crate::report::{Checked, StepError};
use std::time::Duration;

/// How long the advisory database may take to arrive.
const FETCH_LIMIT: Duration = Duration::from_secs(90);

/// The workspaces whose dependencies are judged, all by the policy at the top.
const MANIFESTS: [&str; 2] = ["./Cargo.toml", "bindings/python/Cargo.toml"];

/// Checks licences, bans and sources, and known faults if their database can be reached.
pub(crate) fn step(context: &Context) -> Checked {
    ensure_subcommand(context, "deny").map_err(StepError::Missing)?;
    let check = |what: &[&str]| {
        MANIFESTS.iter().try_for_each(|manifest| {
            let deny = ["deny", "--manifest-path", manifest, "--locked", "check"];
            context.run(context.cargo(&deny).args(what))
        })
    };
    check(&["licenses", "bans", "sources"])?;
    // The database lies outside the project: a note says that it is absent.
    if !succeeds_within(&mut context.cargo(&["deny", "fetch", "db"]), FETCH_LIMIT) {
        return Ok(vec!["advisories NOT checked: their database could not be reached".to_owned()]);
    }
    check(&["advisories"])?;
    Ok(Vec::new())
}
