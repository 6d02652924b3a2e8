//! What the process uses, as Linux reports it.

/// Ticks of a second in `/proc`.
const TICKS: f64 = 100.0;

/// Memory and processor time of this process; nothing where the system does not report it.
pub(crate) struct ProcessUsage {
    pub resident_bytes: Option<u64>,
    pub cpu_seconds: Option<f64>,
    pub open_files: Option<usize>,
    pub virtual_bytes: Option<u64>,
    pub threads: Option<u64>,
    pub most_files: Option<u64>,
}

impl ProcessUsage {
    /// What it uses now.
    pub fn now() -> ProcessUsage {
        let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).ok();
        let status = read("status");
        let field = |name: &str| status.as_deref().and_then(|text| number(text, name));
        let bytes = |kilobytes: u64| kilobytes.saturating_mul(1024);
        ProcessUsage {
            resident_bytes: field("VmRSS:").map(bytes),
            virtual_bytes: field("VmSize:").map(bytes),
            threads: field("Threads:"),
            most_files: read("limits").and_then(|text| number(&text, "Max open files")),
            cpu_seconds: read("stat").and_then(|text| cpu_seconds(&text)),
            open_files: std::fs::read_dir("/proc/self/fd").ok().map(Iterator::count),
        }
    }
}

/// The first number of the line that begins with a name.
fn number(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
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
        assert_eq!(number("VmPeak:\t 9 kB\nVmRSS:\t  12 kB\n", "VmRSS:"), Some(12));
        let limits = "Max processes  7  9  processes\nMax open files   1024   4096   files\n";
        assert_eq!(number(limits, "Max open files"), Some(1024));
        assert_eq!(number("Max open files  unlimited", "Max open files"), None);
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0";
        assert_eq!(cpu_seconds(stat), Some(2.0));
        assert_eq!((number("", "VmRSS:"), cpu_seconds("7 (a) S")), (None, None));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_uses_something() {
        let usage = ProcessUsage::now();
        assert!(usage.resident_bytes.is_some_and(|bytes| bytes > 1_000_000));
        assert!(usage.cpu_seconds.is_some() && usage.threads.is_some_and(|threads| threads > 0));
        assert!(usage.most_files.is_some_and(|most| most >= 64));
    }
}
