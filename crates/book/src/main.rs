//! `tilewright-book build FOLDER` builds the book, `tilewright-book check` runs its examples.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tilewright_book::{build, snippets};

const USAGE: &str = "Usage: tilewright-book build FOLDER | tilewright-book check [PAGE]...

build   builds the book into an empty folder, or replaces an earlier build
check   runs the examples of all pages, or of the given pages; environment variables say where
        its tools are (see the documentation of the module `snippets`)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["build", folder] => make(Path::new(folder)),
        ["check", pages @ ..] => check(pages),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The top of the repository that this program was built from.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn make(folder: &Path) -> Result<(), String> {
    let site = build(&root())?;
    if folder.exists() {
        let built = folder.join("search-index.js").is_file();
        let empty = std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_none());
        if !built && !empty {
            return Err(format!("{} is neither empty nor an earlier build", folder.display()));
        }
        std::fs::remove_dir_all(folder).map_err(|error| with_path(folder, &error))?;
    }
    let mut bytes = 0;
    for (path, content) in &site.files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| with_path(parent, &error))?;
        }
        std::fs::write(&path, content).map_err(|error| with_path(&path, &error))?;
        bytes += content.len();
    }
    let (pages, files) = (site.pages.len(), site.files.len());
    println!("{pages} pages, {files} files, {} KiB; all links are valid", bytes >> 10);
    Ok(())
}

fn with_path(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn check(pages: &[&str]) -> Result<(), String> {
    let site = build(&root())?;
    let known = |page: &&&str| !site.pages.iter().any(|(path, _)| path == **page);
    if let Some(unknown) = pages.iter().find(known) {
        return Err(format!("unknown page `{unknown}`"));
    }
    snippets::check(&site, pages)
}
