//! Lists the files of the playground, so that they become part of the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut table = String::from("&[\n");
    if std::env::var_os("CARGO_FEATURE_WEB").is_some() {
        let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
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
        for file in files {
            let name = file.strip_prefix(&dist).unwrap_or(&file).to_string_lossy();
            let name = format!("/{}", name.replace('\\', "/"));
            let path = file.to_string_lossy();
            let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
        }
    }
    table.push_str("]\n");
    if let Err(error) = std::fs::write(out.join("assets.rs"), table) {
        println!("cargo::error=the list of files could not be written: {error}");
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
