//! Writes the seeds that are recorded games: `cargo run --example record_seeds`.

use std::path::Path;
use tilewright_fuzz::recorded;

fn main() -> std::io::Result<()> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds/event_log");
    std::fs::create_dir_all(&directory)?;
    for id in ["classic", "plugin-demo", "stacking", "wordstockt-challenge"] {
        let game = recorded::short_game(id).expect("a shipped variant");
        let log = serde_json::to_string(&game.log()).expect("a log is written");
        std::fs::write(directory.join(format!("{id}.json")), log + "\n")?;
        println!("{id}: {} events", game.events().len());
    }
    Ok(())
}
