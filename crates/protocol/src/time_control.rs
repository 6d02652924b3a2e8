//! The clock of a game, in place of the variant's own.

use crate::{Fault, FaultCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_rules::spec::{TimeLimitAction, TimeLimitSpec};

/// The most days for a move.
const MOST_DAYS: u32 = 30;
/// The most minutes for a game.
const MOST_MINUTES: u32 = 180;
/// The most seconds that a move adds.
const MOST_INCREMENT: u32 = 180;
const DAY: u32 = 86_400;

/// The clock of a game, in place of the variant's own. A player whose time is up resigns.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// Days for each move, 1 to 30.
    Days(u32),
    /// Time for all moves of a player together.
    Live {
        /// Minutes, 1 to 180.
        minutes: u32,
        /// Seconds that each move adds, 0 to 180.
        #[serde(default)]
        increment: u32,
    },
}

impl TimeControl {
    /// Whether it is played in one sitting.
    pub fn is_live(self) -> bool {
        matches!(self, TimeControl::Live { .. })
    }

    /// The seconds of a move or of the bank, and those that a move adds.
    pub(crate) fn seconds(self) -> (u32, u32) {
        match self {
            TimeControl::Days(days) => (days.saturating_mul(DAY), 0),
            TimeControl::Live { minutes, increment } => (minutes.saturating_mul(60), increment),
        }
    }

    /// The setting of the rules that it stands for.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn time_limit(self) -> Result<TimeLimitSpec, Fault> {
        let within = match self {
            TimeControl::Days(days) => (1..=MOST_DAYS).contains(&days),
            TimeControl::Live { minutes, increment } => {
                (1..=MOST_MINUTES).contains(&minutes) && increment <= MOST_INCREMENT
            }
        };
        if !within {
            let message = format!(
                "time: days must be 1 to {MOST_DAYS}, minutes 1 to {MOST_MINUTES}, and the \
                 increment 0 to {MOST_INCREMENT} seconds"
            );
            return Err(Fault::new(FaultCode::BadRequest, message));
        }
        let (seconds, increment) = self.seconds();
        Ok(TimeLimitSpec {
            enabled: true,
            time_limit_action: TimeLimitAction::Resign,
            turn_time_limit: (!self.is_live()).then_some(seconds),
            bank: self.is_live().then_some(seconds),
            increment,
            ..TimeLimitSpec::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_settings_of_the_rules() {
        let live = |minutes, increment| TimeControl::Live { minutes, increment };
        let spec = live(10, 5).time_limit().unwrap();
        assert_eq!((spec.bank, spec.increment, spec.turn_time_limit), (Some(600), 5, None));
        let spec = TimeControl::Days(3).time_limit().unwrap();
        assert_eq!((spec.bank, spec.turn_time_limit), (None, Some(259_200)));
        assert_eq!(spec.time_limit_action, TimeLimitAction::Resign);
        for bad in [live(0, 5), live(181, 0), live(5, 181), live(u32::MAX, u32::MAX)] {
            assert!(bad.time_limit().is_err(), "{bad:?}");
        }
        for days in [0, 31, u32::MAX] {
            assert!(TimeControl::Days(days).time_limit().is_err(), "{days}");
        }
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, time) in [
            (r#"{"days":3}"#, TimeControl::Days(3)),
            (
                r#"{"live":{"minutes":10,"increment":5}}"#,
                TimeControl::Live { minutes: 10, increment: 5 },
            ),
        ] {
            assert_eq!(serde_json::from_str::<TimeControl>(text).unwrap(), time);
            assert_eq!(serde_json::to_string(&time).unwrap(), text);
        }
        let short = serde_json::from_str::<TimeControl>(r#"{"live":{"minutes":10}}"#).unwrap();
        assert_eq!(short, TimeControl::Live { minutes: 10, increment: 0 });
        assert!(serde_json::from_str::<TimeControl>(r#"{"live":{"minutes":10,"x":1}}"#).is_err());
    }
}
