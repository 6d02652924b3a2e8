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

/// The most differences that are told.
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

/// Changes the score of one preview by one point; false if there is none.
pub fn plant_point(responses: &mut [Vec<u8>]) -> bool {
    let digit = |response: &Vec<u8>| {
        let text = std::str::from_utf8(response).ok()?;
        let account = text.find("\"breakdown\":{")?;
        let points = account + text[account..].find("\"total\":")? + "\"total\":".len();
        let count = text[points..].bytes().take_while(u8::is_ascii_digit).count();
        (count > 0).then(|| points + count - 1)
    };
    let mut places = responses.iter_mut().filter_map(|response| Some((digit(response)?, response)));
    let Some((at, response)) = places.next() else { return false };
    if let Some(digit) = response.get_mut(at) {
        *digit = if *digit == b'9' { b'8' } else { *digit + 1 };
    }
    true
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_planted_in_one_preview() {
        let table = [
            (
                vec!["{}", r#"{"breakdown":{"total":14}}"#],
                vec!["{}", r#"{"breakdown":{"total":15}}"#],
            ),
            (
                vec![r#"{"breakdown":{"total":9}}"#, r#"{"breakdown":{"total":1}}"#],
                vec![r#"{"breakdown":{"total":8}}"#, r#"{"breakdown":{"total":1}}"#],
            ),
            (vec![r#"{"total":14}"#], vec![r#"{"total":14}"#]),
        ];
        for (before, after) in table {
            let mut responses: Vec<Vec<u8>> =
                before.iter().map(|text| text.as_bytes().to_vec()).collect();
            assert_eq!(plant_point(&mut responses), before != after);
            assert_eq!(
                responses,
                after.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>()
            );
        }
    }
}
