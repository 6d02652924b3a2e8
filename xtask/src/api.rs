//! The step in which Schemathesis asks the server what its OpenAPI document allows, and more.

use crate::Context;
use crate::options::TestOptions;
use crate::process::{Invocation, install_packages};
use crate::report::Outcome;
use crate::steps::missing;
use std::path::Path;

/// The version that is known to work.
const PACKAGE: &str = "schemathesis==4.32.*";

/// Installs the program into an environment of its own, once.
fn install(context: &Context, folder: &Path) -> Result<String, String> {
    let program = folder.join("bin").join("schemathesis");
    let shown = program.display().to_string();
    if Invocation::new(context, &shown, &["--version"]).succeeds() {
        return Ok(shown);
    }
    let folder = folder.display().to_string();
    let make =
        || Invocation::new(context, "python3", &["-m", "venv", "--clear", &folder]).run(context);
    if make().is_err() {
        // On a bare Debian the module has a package of its own.
        let installed = install_packages(context, &["python3", "python3-venv"]);
        let hint = "Python with venv is missing";
        installed.and_then(|()| make()).map_err(|reason| format!("{hint}: {reason}"))?;
    }
    let pip = format!("{folder}/bin/pip");
    Invocation::new(context, &pip, &["install", "--quiet", PACKAGE])
        .run(context)
        .map_err(|reason| format!("{PACKAGE} could not be installed: {reason}"))?;
    Ok(shown)
}

/// Runs it against a server that the test starts; `TILEWRIGHT_SCHEMATHESIS_EXAMPLES` asks for more.
pub(crate) fn step(context: &Context, options: &TestOptions) -> Outcome {
    let program = match install(context, &context.target().join("schemathesis")) {
        Ok(program) => program,
        Err(reason) => return missing(context, reason),
    };
    let arguments =
        ["test", "-p", "tilewright-server", "--locked", "--test", "guard", "--", "schemathesis"];
    let mut test = Invocation::cargo(context, &arguments).env("TILEWRIGHT_SCHEMATHESIS", &program);
    if options.quick && std::env::var_os("TILEWRIGHT_SCHEMATHESIS_EXAMPLES").is_none() {
        test = test.env("TILEWRIGHT_SCHEMATHESIS_EXAMPLES", "3");
    }
    test.run(context).into()
}
