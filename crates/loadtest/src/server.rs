//! What a server reports about itself.

use crate::LoadError;
use crate::http::Connection;
use serde::Serialize;

/// Figures of a server at one moment, from its `/metrics`; nothing where it does not report them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct ServerFigures {
    /// Memory in use, in bytes.
    pub resident_bytes: Option<u64>,
    /// Processor time, in milliseconds.
    pub cpu_millis: Option<u64>,
    /// Batches of commands made durable.
    pub syncs: Option<u64>,
    /// Commands stored.
    pub commands: Option<u64>,
    /// Open sockets.
    pub sockets: Option<u64>,
}

impl ServerFigures {
    pub(crate) async fn ask(connection: &mut Connection) -> Result<ServerFigures, LoadError> {
        let (status, body) = connection.ask("GET", "/metrics", None, &[]).await?;
        // Servers serve them to their own machine only, or at another address.
        Ok(match status {
            200 => read(&String::from_utf8_lossy(body)),
            _ => ServerFigures::default(),
        })
    }

    /// Memory in use, in megabytes.
    pub(crate) fn resident_mb(&self) -> Option<f64> {
        self.resident_bytes.map(|bytes| bytes as f64 / 1e6)
    }
}

/// How much a figure has grown.
pub(crate) fn growth(before: Option<u64>, after: Option<u64>) -> Option<u64> {
    before.zip(after).map(|(before, after)| after.saturating_sub(before))
}

fn read(text: &str) -> ServerFigures {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<f64>().ok())
    };
    let number = |name: &str| value(name).map(|value| value as u64);
    ServerFigures {
        resident_bytes: number("process_resident_memory_bytes"),
        cpu_millis: value("process_cpu_seconds_total").map(|time| (time * 1000.0).round() as u64),
        syncs: number("tilewright_syncs_total"),
        commands: number("tilewright_commands_total"),
        sockets: number("tilewright_sockets"),
    }
}

/// How busy the whole machine is: ticks of all processors, and those of them that did something.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    all: u64,
    busy: u64,
}

impl Machine {
    /// What Linux has counted until now; nothing on other systems.
    pub fn now() -> Option<Machine> {
        let text = std::fs::read_to_string("/proc/stat").ok()?;
        let fields = text.lines().next()?.split_whitespace().skip(1).take(8);
        let ticks: Vec<u64> = fields.map(|tick| tick.parse().ok()).collect::<Option<_>>()?;
        let all = ticks.iter().sum();
        // The fourth and fifth are idle time and waiting for disks.
        let idle: u64 = ticks.iter().skip(3).take(2).sum();
        Some(Machine { all, busy: all - idle })
    }

    /// The share of all processors that was busy since, in percent.
    pub fn busy_since(self, before: Machine) -> Option<f64> {
        let all = self.all.checked_sub(before.all).filter(|all| *all > 0)?;
        Some(100.0 * self.busy.saturating_sub(before.busy) as f64 / all as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_among_others() {
        let text = "# HELP tilewright_syncs_total x\ntilewright_syncs_total 12\n\
                    process_resident_memory_bytes 1048576\nprocess_cpu_seconds_total 1.25\n";
        let figures = read(text);
        assert_eq!((figures.syncs, figures.resident_bytes), (Some(12), Some(1 << 20)));
        assert_eq!((figures.cpu_millis, figures.commands), (Some(1250), None));
        assert_eq!(growth(Some(2), Some(5)), Some(3));
        assert_eq!(growth(None, Some(5)), None);
    }
}
