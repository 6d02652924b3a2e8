//! What the process uses, as Linux tells it, under the names that Prometheus has for it.

use std::fmt::Write;

/// Ticks of a second in `/proc`.
const TICKS: f64 = 100.0;

/// Memory and processor time of this process; nothing where the system does not tell.
pub(crate) fn text() -> String {
    let mut out = String::new();
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).ok();
    let kilobytes = read("status").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    });
    if let Some(kilobytes) = kilobytes {
        let name = "process_resident_memory_bytes";
        let _ = write!(out, "# HELP {name} Memory in use.\n# TYPE {name} gauge\n");
        let _ = writeln!(out, "{name} {}", kilobytes * 1024);
    }
    let ticks = read("stat").and_then(|text| {
        // The name of the program, which may hold anything, ends with the last bracket.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(ticks(11)? + ticks(12)?)
    });
    if let Some(ticks) = ticks {
        let name = "process_cpu_seconds_total";
        let _ = write!(out, "# HELP {name} Processor time.\n# TYPE {name} counter\n");
        let _ = writeln!(out, "{name} {}", ticks as f64 / TICKS);
    }
    out
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_process_uses_something() {
        let text = super::text();
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|value| value.parse::<f64>().ok())
        };
        assert!(value("process_resident_memory_bytes").is_some_and(|bytes| bytes > 1e6), "{text}");
        assert!(value("process_cpu_seconds_total").is_some_and(|seconds| seconds >= 0.0), "{text}");
    }
}
