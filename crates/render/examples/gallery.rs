//! Writes pictures of many boards into a directory:
//! `cargo run -p tilewright-render --example gallery -- /tmp/gallery`

#![allow(clippy::disallowed_methods, reason = "examples write files")]

#[path = "gallery/examples.rs"]
mod examples;

use std::error::Error;
use std::path::PathBuf;
use tilewright_render::{Phase, Theme, board_svg, breakdown_frame_svg, breakdown_svg};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("give a directory to write to")?);
    std::fs::create_dir_all(&directory)?;
    let write = |name: &str, svg: String| {
        println!("{name}.svg: {} bytes", svg.len());
        std::fs::write(directory.join(format!("{name}.svg")), svg)
    };
    for example in examples::all()? {
        for theme in Theme::shipped() {
            // The light theme shows every example, the others a few.
            if theme.name != "light" && !example.in_all_themes {
                continue;
            }
            let name = format!("{}-{}", example.name, theme.name);
            match &example.breakdown {
                None => write(&name, board_svg(&example.picture(theme)))?,
                Some(breakdown) => {
                    let picture = example.picture(theme.clone());
                    write(&name, breakdown_svg(&picture, breakdown))?;
                    for phase in Phase::ALL {
                        let svg = breakdown_frame_svg(&picture, breakdown, phase);
                        write(&format!("{name}-{}", phase.title().to_lowercase()), svg)?;
                    }
                }
            }
        }
    }
    Ok(())
}
