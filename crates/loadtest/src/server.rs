//! What a server says about itself.

use crate::LoadError;
use crate::http::Connection;
use serde::Serialize;

/// Figures of a server at one moment, as its `/metrics` tell them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct ServerFigures {
    /// Memory in use, in bytes; 0 where the system does not tell.
    pub resident_bytes: u64,
    /// Processor time, in milliseconds.
    pub cpu_millis: u64,
    /// Batches of commands made durable.
    pub syncs: u64,
    /// Commands stored.
    pub commands: u64,
    /// Open sockets.
    pub sockets: u64,
}

impl ServerFigures {
    pub(crate) async fn ask(connection: &mut Connection) -> Result<ServerFigures, LoadError> {
        let (status, body) = connection.ask("GET", "/metrics", None, &[]).await?;
        // Servers tell them to their own machine only, or at another address.
        let told = if status == 200 { body } else { &[] };
        Ok(read(&String::from_utf8_lossy(told)))
    }
}

fn read(text: &str) -> ServerFigures {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0)
    };
    ServerFigures {
        resident_bytes: value("process_resident_memory_bytes") as u64,
        cpu_millis: (value("process_cpu_seconds_total") * 1000.0).round() as u64,
        syncs: value("tilewright_syncs_total") as u64,
        commands: value("tilewright_commands_total") as u64,
        sockets: value("tilewright_sockets") as u64,
    }
}

/// How busy the whole machine is: ticks of all processors, and those of them that did something.
#[derive(Clone, Copy, Default)]
pub(crate) struct Machine {
    all: u64,
    busy: u64,
}

impl Machine {
    pub fn now() -> Machine {
        let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let ticks: Vec<u64> =
            line.split_whitespace().skip(1).take(8).filter_map(|tick| tick.parse().ok()).collect();
        let all = ticks.iter().sum();
        // The fourth and fifth are idle time and waiting for disks.
        let idle: u64 = ticks.iter().skip(3).take(2).sum();
        Machine { all, busy: all - idle }
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
        assert_eq!((figures.syncs, figures.resident_bytes), (12, 1 << 20));
        assert_eq!((figures.cpu_millis, figures.commands), (1250, 0));
    }
}
