//! Rules that are switched on or off by hand while a game runs.

use crate::Referee;
use tilewright_rules::Switches;
use tilewright_rules::spec::RulesSpec;

impl Referee {
    /// The same referee after rules have been switched by hand. Words are always looked up.
    pub fn switched(&self, switches: &Switches) -> Referee {
        let mut referee = self.clone();
        for (rule, on) in switches {
            if let Some(enabled) = enabled(&mut referee.spec, rule) {
                *enabled = *on;
            }
        }
        referee
    }

    /// Whether a rule is on; `None` for rules that the referee cannot switch.
    pub fn is_on(&self, rule: &str) -> Option<bool> {
        enabled(&mut self.spec.clone(), rule).map(|enabled| *enabled)
    }
}

fn enabled<'a>(spec: &'a mut RulesSpec, rule: &str) -> Option<&'a mut bool> {
    Some(match rule {
        "first_move_start" => &mut spec.first_move_start.enabled,
        "connection" => &mut spec.connection.enabled,
        "min_word_length" => &mut spec.min_word_length.enabled,
        "stacking" => &mut spec.stacking.enabled,
        "letter_points" => &mut spec.letter_points.enabled,
        "letter_categories" => &mut spec.letter_categories.enabled,
        "letter_multiplier" => &mut spec.letter_multiplier.enabled,
        "word_multiplier" => &mut spec.word_multiplier.enabled,
        "cross_words" => &mut spec.cross_words.enabled,
        "bingo_bonus" => &mut spec.bingo_bonus.enabled,
        _ => return None,
    })
}
