//! The measurements, and what they are compared with.

mod bots;
mod deadlines;
mod endgames;
mod expensive;
mod fold;
mod games;
mod generate;
mod law;
mod moves;
mod positions;
mod premiums;
mod simulate;
mod wins;

use std::time::{Duration, Instant};

/// One figure.
pub(crate) struct Row {
    /// The measurement that it belongs to.
    pub name: &'static str,
    /// What was measured.
    pub what: String,
    /// The figure.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What it must keep to.
    pub target: Option<String>,
    /// Whether it does.
    pub met: Option<bool>,
}

impl Row {
    /// A figure without a target.
    pub fn new(name: &'static str, what: impl Into<String>, value: f64, unit: &'static str) -> Row {
        Row { name, what: what.into(), value, unit, target: None, met: None }
    }

    /// With an upper limit. Short runs may be ten times over it: the machine may be busy.
    pub fn below(mut self, limit: f64, plan: &Plan) -> Row {
        let limit = if plan.smoke { limit * 10.0 } else { limit };
        self.target = Some(format!("< {limit} {}", self.unit));
        self.met = Some(self.value < limit);
        self
    }

    /// With a lower limit. Short runs may be ten times below it: the machine may be busy.
    pub fn above(mut self, limit: f64, plan: &Plan) -> Row {
        let limit = if plan.smoke { limit / 10.0 } else { limit };
        self.target = Some(format!("> {limit} {}", self.unit));
        self.met = Some(self.value > limit);
        self
    }

    /// With a figure that it must be equal to.
    pub fn equals(mut self, expected: f64) -> Row {
        self.target = Some(format!("= {expected}"));
        self.met = Some(self.value == expected);
        self
    }

    /// The figure as the table shows it.
    pub fn shown(&self) -> String {
        match self.value.fract() == 0.0 {
            true => format!("{} {}", self.value, self.unit),
            false => format!("{:.2} {}", self.value, self.unit),
        }
    }
}

/// What is to be measured.
#[derive(Default)]
pub(crate) struct Plan {
    /// A short run.
    pub smoke: bool,
    names: Vec<String>,
    variants: Vec<String>,
    peers: serde_json::Map<String, serde_json::Value>,
}

type Measurement = fn(&Plan) -> Result<Vec<Row>, String>;

const MEASUREMENTS: [(&str, Measurement); 14] = [
    ("score", moves::score_rows),
    ("allocations", moves::allocation_rows),
    ("fold", fold::rows),
    ("premiums", premiums::rows),
    ("oracle", generate::oracle_rows),
    ("generate", generate::rows),
    ("bots", bots::rows),
    ("endgames", endgames::rows),
    ("simulate", simulate::rows),
    ("deadlines", deadlines::rows),
    ("expensive", expensive::rows),
    ("wins", wins::rows),
    ("selfplay", games::rows),
    ("law", law::rows),
];

impl Plan {
    /// Adds a measurement or a variant by name; false if there is none.
    pub fn add(&mut self, name: &str) -> bool {
        let measured = MEASUREMENTS.iter().any(|(known, _)| *known == name);
        if measured {
            self.names.push(name.to_string());
        } else if tilewright_variants::shipped_ids().any(|id| id == name) {
            self.variants.push(name.to_string());
        } else {
            return false;
        }
        true
    }

    /// Takes up the figures of other engines: a JSON object of numbers.
    pub fn add_peers(&mut self, file: &str) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        self.peers = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
        Ok(())
    }

    /// A figure of another engine.
    pub fn peer(&self, key: &str) -> Option<f64> {
        self.peers.get(key)?.as_f64()
    }

    /// Whether a measurement was requested; variants alone are self-played.
    fn wants(&self, name: &str) -> bool {
        match self.names.is_empty() {
            // A fit is not a measurement of the engine, and 2,000 variants take minutes: they run
            // only on request, the variants also in short runs.
            true => {
                let on_request = name == "wins" || name == "expensive" && !self.smoke;
                self.variants.is_empty() && !on_request || name == "selfplay"
            }
            false => self.names.iter().any(|wanted| wanted == name),
        }
    }

    /// The variants to be played.
    pub fn variants(&self) -> Vec<String> {
        match self.variants.is_empty() {
            true => tilewright_variants::shipped_ids().map(str::to_string).collect(),
            false => self.variants.clone(),
        }
    }

    /// Runs all requested measurements.
    pub fn run(&self) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for (name, measurement) in MEASUREMENTS {
            if self.wants(name) {
                eprintln!("measuring {name} …");
                rows.extend(measurement(self)?);
            }
        }
        Ok(rows)
    }

    /// The median time of one repetition and the slowest one, over many.
    pub fn time<T>(&self, each: usize, mut work: impl FnMut() -> T) -> (Duration, Duration) {
        let samples = if self.smoke { 20 } else { 2000 };
        let mut times = Vec::with_capacity(samples);
        for _ in 0..samples / 10 {
            std::hint::black_box(work());
        }
        for _ in 0..samples {
            let start = Instant::now();
            for _ in 0..each {
                std::hint::black_box(work());
            }
            times.push(start.elapsed() / each as u32);
        }
        times.sort_unstable();
        (times[times.len() / 2], times[times.len() - 1])
    }
}

/// A time in microseconds.
pub(crate) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
