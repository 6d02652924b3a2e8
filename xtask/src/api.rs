//! The step in which Schemathesis asks the server what its OpenAPI document allows, and more.

use crate::Context;
use crate::options::TestOptions;
use crate::process::{succeeds, virtual_environment};
use crate::report::{Checked, StepError};
use std::path::Path;

/// The version that is known to work.
const PACKAGE: &str = "schemathesis==4.32.*";

/// Installs the program into an environment of its own, once.
fn install(context: &Context, folder: &Path) -> Result<String, String> {
    let program = folder.join("bin").join("schemathesis");
    let shown = program.display().to_string();
    if succeeds(&mut context.command(&shown, &["--version"])) {
        return Ok(shown);
    }
    virtual_environment(context, folder)?;
    let pip = folder.join("bin/pip");
    context
        .run(&mut context.command(&pip, &["install", "--quiet", PACKAGE]))
        .map_err(|reason| format!("{PACKAGE} could not be installed: {reason}"))?;
    Ok(shown)
}

/// Runs it against a server that the test starts; `TILEWRIGHT_SCHEMATHESIS_EXAMPLES` asks for more.
pub(crate) fn step(context: &Context, options: &TestOptions) -> Checked {
    let program =
        install(context, &context.target().join("schemathesis")).map_err(StepError::Missing)?;
    let arguments = ["test", "--workspace", "--locked", "--test", "guard", "--", "schemathesis"];
    let mut test = context.cargo(&arguments);
    test.env("TILEWRIGHT_SCHEMATHESIS", &program);
    if options.quick && std::env::var_os("TILEWRIGHT_SCHEMATHESIS_EXAMPLES").is_none() {
        test.env("TILEWRIGHT_SCHEMATHESIS_EXAMPLES", "3");
    }
    context.run(&mut test)?;
    Ok(Vec::new())
}
