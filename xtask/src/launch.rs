//! Starting the project's own programs: the server and the benchmarks.

use crate::Context;
use crate::options::ServeOptions;
use crate::report::Checked;
use crate::{docs, web};
use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// `cargo xtask serve`: builds, then runs the server until it is stopped.
pub(crate) fn serve(context: &Context, options: &ServeOptions) -> Result<bool, String> {
    const PROGRAM: [&str; 5] = ["--release", "--package", "tilewright-cli", "--bin", "tilewright"];
    let mut program = PROGRAM.to_vec();
    match web::build_if_changed(context) {
        Ok(()) => {
            program.extend(["--features", "web"]);
            docs::build(context, true)?;
        }
        Err(reason) => {
            println!("the playground could not be built, a plain page stands in: {reason}")
        }
    }
    let build: Vec<&str> = std::iter::once("build").chain(program.iter().copied()).collect();
    context.run(&mut context.cargo(&build))?;

    if !options.no_open && !context.ci && std::io::stdout().is_terminal() {
        let port = options.port;
        std::thread::spawn(move || open_when_ready(port));
    }
    let port = options.port.to_string();
    let mut arguments: Vec<&str> = vec!["run", "--quiet"];
    arguments.extend(program);
    arguments.extend(["--", "serve", "--port", &port]);
    arguments.extend(options.rest.iter().map(String::as_str));
    context.run(&mut context.cargo(&arguments))?;
    Ok(true)
}

/// Waits until the server answers, then asks the system to show its page.
fn open_when_ready(port: u16) {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let started = Instant::now();
    while TcpStream::connect_timeout(&address, Duration::from_millis(200)).is_err() {
        if started.elapsed() > Duration::from_secs(30) {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    open(&format!("http://localhost:{port}/"));
}

/// Asks the system to show a page; says where it is if that does not work.
pub(crate) fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let opened = std::process::Command::new(program)
        .args(arguments)
        .arg(page)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    if !opened.is_ok_and(|status| status.success()) {
        println!("open {page} in a browser");
    }
}

/// `cargo xtask bench`.
pub(crate) fn bench(context: &Context, arguments: &[String]) -> Result<bool, String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if arguments == ["bindings"] {
        return crate::bindings::bench(context);
    }
    run_bench(context, &arguments)?;
    Ok(true)
}

/// The step of the checks in which every benchmark runs briefly.
pub(crate) fn bench_smoke(context: &Context) -> Checked {
    run_bench(context, &["--smoke"])?;
    Ok(Vec::new())
}

fn run_bench(context: &Context, arguments: &[&str]) -> Result<(), String> {
    let mut all = vec!["run", "--release", "--package", "tilewright-bench", "--"];
    all.extend(arguments);
    context.run(&mut context.cargo(&all))
}
