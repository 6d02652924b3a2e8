//! Comparing the responses of a binding with the corpus.

use crate::corpus::File;

/// A response that is not what the corpus says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The file of the exchange.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// What differs.
    pub what: String,
}

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of exchanges.
    pub exchanges: usize,
    /// The number of responses that differ or are missing.
    pub wrong: usize,
    /// The first few of them.
    pub differences: Vec<Difference>,
}

/// Makes one total of one account one point higher, and gives the place of that response.
pub fn plant_point(responses: &mut [Vec<u8>]) -> Option<usize> {
    let mark = "\"breakdown\":{\"total\":";
    let (place, text) = responses.iter().enumerate().find_map(|(place, bytes)| {
        let text = std::str::from_utf8(bytes).ok()?;
        let (before, after) = text.split_once(mark)?;
        let end = after.find(|c: char| !c.is_ascii_digit())?;
        let total: i64 = after[..end].parse().ok()?;
        Some((place, format!("{before}{mark}{}{}", total + 1, &after[end..])))
    })?;
    responses[place] = text.into_bytes();
    Some(place)
}

/// The most differences that are reported.
const MOST_TOLD: usize = 5;

/// Compares responses, in the order of the files and their lines.
pub fn compare<T: AsRef<[u8]>>(files: &[File], responses: &[T]) -> Report {
    let mut report = Report::default();
    let mut responses = responses.iter();
    for file in files {
        for (exchange, line) in file.exchanges.iter().zip(1..) {
            report.exchanges += 1;
            let outcome = match (exchange.expected(), responses.next()) {
                (None, _) => Err("the line says nothing of the response".to_string()),
                (_, None) => Err("there is no response".to_string()),
                (Some(expected), Some(response)) => expected.check(response.as_ref()),
            };
            report.add(&file.name, line, outcome);
        }
    }
    let rest = responses.count();
    if rest > 0 {
        report.add("", 0, Err(format!("{rest} responses too many")));
    }
    report
}

impl Report {
    fn add(&mut self, file: &str, line: usize, outcome: Result<(), String>) {
        let Err(what) = outcome else { return };
        self.wrong += 1;
        if self.differences.len() < MOST_TOLD {
            self.differences.push(Difference { file: file.to_string(), line, what });
        }
    }
}
