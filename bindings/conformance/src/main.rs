//! Makes the conformance corpus, writes its requests out, and checks responses.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tilewright_conformance::{
    Connection, compare, generate, hostile_requests, plant_point, read_directory, read_frames,
    requests, time, timed_requests, write_frames,
};
use tilewright_protocol::{Engine, Request};

const HELP: &str = "\
Make, write out and check the conformance corpus

Usage: tilewright-conformance COMMAND

Commands:
  generate                Regenerate the files of fixtures/conformance
  requests FILE [PREFIX]  Write all requests, with the games in them, as frames; only those of
                          the files whose names begin with PREFIX, or with !PREFIX do not
  hostile FILE            Write requests that no honest program sends, as frames
  answer IN OUT           Answer the frames of a file with the engine of this program
  http ADDRESS IN OUT     Let a server answer the frames of a file, but for those that cannot
                          be read, which it refuses in its own form
  check FILE [PREFIX]     Compare the frames of a file with the responses of the corpus
  plant FILE [PREFIX]     Make one total of the file's responses one point higher, in memory,
                          and see that the comparison finds this and nothing else
  same FILE OTHER         Compare the frames of two files
  timed FILE              Write the requests of the calls that are timed, as frames
  time FILE               Time the frames of a file: microseconds of processor time, one a line

A frame is a length, four bytes with the lowest first, and as many bytes.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn run(arguments: &[&str]) -> Result<String, String> {
    match arguments {
        ["generate"] => make(),
        ["requests", file] => write_requests(file, ""),
        ["requests", file, prefix] => write_requests(file, prefix),
        ["hostile", file] => write(file, hostile_requests()),
        ["answer", from, to] => answer(from, to),
        ["http", address, from, to] => ask_server(address, from, to),
        ["check", file] => check(file, ""),
        ["check", file, prefix] => check(file, prefix),
        ["plant", file] => plant(file, ""),
        ["plant", file, prefix] => plant(file, prefix),
        ["same", file, other] => same(file, other),
        ["timed", file] => write(file, timed_requests()?),
        ["time", file] => time_frames(file),
        _ => Err(HELP.to_string()),
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{path}: {error}"))
}

fn write<T: AsRef<[u8]>>(path: &str, frames: Vec<T>) -> Result<String, String> {
    let count = frames.len();
    let mut out = Vec::new();
    let written = write_frames(&mut out, frames).and_then(|()| std::fs::write(path, &out));
    written.map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("{count} frames in {path}"))
}

fn make() -> Result<String, String> {
    let directory = fixtures().join("conformance");
    let say = |error: std::io::Error| format!("{}: {error}", directory.display());
    std::fs::create_dir_all(&directory).map_err(say)?;
    for file in read_directory(&directory)? {
        std::fs::remove_file(directory.join(file.name)).map_err(say)?;
    }
    let (mut lines, mut bytes) = (0, 0);
    for file in generate(&fixtures().join("words"))? {
        let text = file.text()?;
        (lines, bytes) = (lines + file.exchanges.len(), bytes + text.len());
        std::fs::write(directory.join(&file.name), text).map_err(say)?;
    }
    Ok(format!("{lines} exchanges, {bytes} bytes"))
}

fn corpus(prefix: &str) -> Result<Vec<tilewright_conformance::File>, String> {
    let mut files = read_directory(&fixtures().join("conformance"))?;
    match prefix.strip_prefix('!') {
        Some(prefix) => files.retain(|file| !file.name.starts_with(prefix)),
        None => files.retain(|file| file.name.starts_with(prefix)),
    }
    Ok(files)
}

fn write_requests(path: &str, prefix: &str) -> Result<String, String> {
    write(path, requests(&corpus(prefix)?))
}

fn answer(from: &str, to: &str) -> Result<String, String> {
    let engine = Engine::new();
    let bytes = read(from)?;
    let frames = read_frames(&bytes).map_err(|error| format!("{from}: {error}"))?;
    write(to, frames.into_iter().map(|frame| engine.handle(frame)).collect())
}

fn ask_server(address: &str, from: &str, to: &str) -> Result<String, String> {
    let bytes = read(from)?;
    let frames = read_frames(&bytes).map_err(|error| format!("{from}: {error}"))?;
    let say = |error: std::io::Error| format!("{address}: {error}");
    let mut connection = Connection::open(address).map_err(say)?;
    let engine = Engine::new();
    // What cannot be read is refused by servers with a status and a body of their own form.
    let responses = frames.into_iter().map(|frame| match Request::read(frame) {
        Ok(_) => connection.ask(frame),
        Err(_) => Ok(engine.handle(frame)),
    });
    write(to, responses.collect::<Result<Vec<_>, _>>().map_err(say)?)
}

fn check(path: &str, prefix: &str) -> Result<String, String> {
    let bytes = read(path)?;
    let frames = read_frames(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let report = compare(&corpus(prefix)?, &frames);
    for difference in &report.differences {
        eprintln!("{}:{}: {}", difference.file, difference.line, difference.what);
    }
    match report.wrong {
        0 => Ok(format!("{} exchanges, all as expected", report.exchanges)),
        wrong => Err(format!("{wrong} of {} responses differ", report.exchanges)),
    }
}

fn plant(path: &str, prefix: &str) -> Result<String, String> {
    let bytes = read(path)?;
    let frames = read_frames(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let mut responses: Vec<Vec<u8>> = frames.into_iter().map(<[u8]>::to_vec).collect();
    plant_point(&mut responses).ok_or("no response has an account")?;
    match compare(&corpus(prefix)?, &responses).wrong {
        1 => Ok("a planted point is found".to_string()),
        wrong => Err(format!("{wrong} responses differ after a point was planted in one")),
    }
}

fn time_frames(path: &str) -> Result<String, String> {
    let bytes = read(path)?;
    let frames = read_frames(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let times: Vec<String> = time(&frames).iter().map(|time| format!("{time:.3}")).collect();
    Ok(times.join("\n"))
}

fn same(path: &str, other: &str) -> Result<String, String> {
    let (left, right) = (read(path)?, read(other)?);
    let frames = |path: &str, bytes| {
        read_frames(bytes).map_err(|error| format!("{path}: {error}")).map(|frames| frames.len())
    };
    let count = frames(path, &left)?;
    frames(other, &right)?;
    if left == right { Ok(format!("{count} frames, all alike")) } else { Err("they differ".into()) }
}
