//! `cargo xtask upgrade-test`: the version before and this one over the same databases.

use crate::Context;
use crate::options::UpgradeOptions;
use crate::process::succeeds;
use crate::services;

/// The version before, unless the command line names another: the tag of the last release, or, as long
/// as there is none, a commit.
pub(crate) const PREVIOUS: &str = "e569240";

/// Builds the version before and runs the tests of upgrades with it.
pub(crate) fn command(context: &Context, options: &UpgradeOptions) -> Result<bool, String> {
    services::prepare(context)?;
    let folder = context.target().join("upgrade");
    let source = folder.join("source");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let shown = source.display().to_string();
    if source.join(".git").exists() {
        let checkout = ["-C", &shown, "checkout", "--quiet", "--detach", &options.from];
        context.run(&mut context.command("git", &checkout))?;
    } else {
        let add = ["worktree", "add", "--quiet", "--force", "--detach", &shown, &options.from];
        context.run(&mut context.command("git", &add))?;
    }
    let build = folder.join("build");
    let arguments = ["build", "--locked", "--package", "tilewright-cli", "--bin", "tilewright"];
    let mut old = context.cargo(&arguments);
    let built = context.run(old.current_dir(&source).env("CARGO_TARGET_DIR", &build));
    let tested = built.and_then(|()| {
        let test = ["test", "--workspace", "--locked", "--test", "cluster", "--"];
        let mut test = context.cargo(&test);
        test.args(["upgrade::", "--ignored", "--nocapture", "--test-threads", "1"]);
        context.run(test.env("TILEWRIGHT_PREVIOUS", build.join("debug/tilewright")))
    });
    // Only the registration: what was built stays for the next run.
    if !options.keep
        && !succeeds(&mut context.command("git", &["worktree", "remove", "--force", &shown]))
    {
        println!("{shown} could not be removed; `git worktree remove --force` does it");
    }
    tested.map(|()| true)
}
