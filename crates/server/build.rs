//! Lists the files of the playground and of the book, so that they become part of the program.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut table = String::from("&[\n");
    if std::env::var_os("CARGO_FEATURE_WEB").is_some() {
        let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
        let dist = root.join("../../web/dist");
        println!("cargo::rerun-if-changed={}", dist.display());
        let mut files = Vec::new();
        collect(&dist, &mut files);
        files.sort();
        if files.is_empty() {
            println!(
                "cargo::error=there is no playground to build in; run `npm ci && npm run build` in web/"
            );
        }
        list(&dist, "", &files, &mut table);
        // `cargo xtask docs` makes the book beside what cargo builds.
        match out.ancestors().map(|folder| folder.join("book")).find(|book| is_book(book)) {
            Some(book) => {
                println!("cargo::rerun-if-changed={}", book.display());
                let mut files = Vec::new();
                collect(&book, &mut files);
                files.sort();
                list(&book, "/docs", &files, &mut table);
            }
            None => {
                println!("cargo::warning=there is no book to build in; `cargo xtask docs` makes it")
            }
        }
    }
    table.push_str("]\n");
    if let Err(error) = std::fs::write(out.join("assets.rs"), table) {
        println!("cargo::error=the list of files could not be written: {error}");
    }
}

fn is_book(folder: &Path) -> bool {
    folder.join("index.html").is_file() && folder.join("search-index.js").is_file()
}

/// Adds the files of a folder to the table, under the path that they are served at.
fn list(folder: &Path, under: &str, files: &[PathBuf], table: &mut String) {
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy();
        let name = format!("{under}/{}", name.replace('\\', "/"));
        let path = file.to_string_lossy();
        table.push_str(&format!("    ({name:?}, include_bytes!({path:?})),\n"));
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
