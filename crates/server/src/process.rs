//! What the process uses, as Linux reports it.

/// Ticks of a second in `/proc`.
const TICKS: f64 = 100.0;

/// Memory and processor time of this process; nothing where the system does not report it.
pub(crate) struct ProcessUsage {
    pub resident_bytes: Option<u64>,
    pub cpu_seconds: Option<f64>,
    pub open_files: Option<usize>,
}

impl ProcessUsage {
    /// What it uses now.
    pub fn now() -> ProcessUsage {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).ok();
        ProcessUsage {
            resident_bytes: read("status").and_then(|text| resident_bytes(&text)),
            cpu_seconds: read("stat").and_then(|text| cpu_seconds(&text)),
            open_files: std::fs::read_dir("/proc/self/fd").ok().map(Iterator::count),
        }
    }
}

fn resident_bytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?;
    Some(kilobytes * 1024)
}

fn cpu_seconds(stat: &str) -> Option<f64> {
    // The name of the program, which may hold anything, ends with the last bracket.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some((ticks(11)? + ticks(12)?) as f64 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_read_from_the_lines_of_proc() {
        assert_eq!(resident_bytes("VmPeak:\t 9 kB\nVmRSS:\t  12 kB\n"), Some(12 << 10));
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0";
        assert_eq!(cpu_seconds(stat), Some(2.0));
        assert_eq!((resident_bytes(""), cpu_seconds("7 (a) S")), (None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_uses_something() {
        let usage = ProcessUsage::now();
        assert!(usage.resident_bytes.is_some_and(|bytes| bytes > 1_000_000));
        assert!(usage.cpu_seconds.is_some());
    }
}
