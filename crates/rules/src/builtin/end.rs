//! Rules that end the game.

use super::rule;
use crate::spec::{
    ConsecutivePassesSpec, EmptyRackSpec, InfiniteScoreSpec, PassCount, RulesSpec, Toggle,
    TurnLimitSpec,
};
use crate::{EndGameRule, GameStatus, Points};
use std::sync::Arc;

/// The built-in end rules, in order.
pub fn rules(spec: &RulesSpec) -> Vec<Arc<dyn EndGameRule>> {
    vec![
        Arc::new(ResignationRule::new(spec.resignation.clone())),
        Arc::new(InfiniteScoreRule::new(spec.infinite_score.clone())),
        Arc::new(EmptyRackRule::new(spec.empty_rack.clone())),
        Arc::new(ConsecutivePassRule::new(spec.consecutive_passes.clone())),
        Arc::new(TurnLimitRule::new(spec.turn_limit.clone())),
    ]
}

rule! {
    /// A resigned player has lost; the game ends when one player is left.
    ResignationRule(Toggle), Resignation
}

impl ResignationRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "A player who resigns has lost; the others play on while there are two.".to_string()
    }
}

impl EndGameRule for ResignationRule {
    fn should_end_game(&self, game: &GameStatus) -> bool {
        let resigned = game.seats.iter().any(|seat| seat.resigned);
        let left = game.active().count();
        resigned && (left == 0 || left == 1 && game.seats.len() > 1)
    }
    fn end_reason(&self) -> String {
        "resignation".to_string()
    }
}

rule! {
    /// An infinite score wins at once.
    InfiniteScoreRule(InfiniteScoreSpec), InfiniteScore
}

impl InfiniteScoreRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        "A player whose score becomes infinite wins at once.".to_string()
    }
}

impl EndGameRule for InfiniteScoreRule {
    fn should_end_game(&self, game: &GameStatus) -> bool {
        let infinite = game.active().any(|(_, seat)| seat.score == Points::INFINITY);
        infinite && !game.challengeable
    }
    fn end_reason(&self) -> String {
        "infinite score".to_string()
    }
}

rule! {
    /// The bag and a rack are empty.
    EmptyRackRule(EmptyRackSpec), EmptyRack
}

impl EmptyRackRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        match self.settings.final_turn {
            false => "The game ends when the bag and a rack are empty.".to_string(),
            true => "When the bag and a rack are empty, the others have one more turn.".to_string(),
        }
    }
}

impl EndGameRule for EmptyRackRule {
    fn should_end_game(&self, game: &GameStatus) -> bool {
        game.out.is_some() && !game.challengeable && game.final_turns.is_none_or(|turns| turns == 0)
    }
    fn end_reason(&self) -> String {
        "empty rack".to_string()
    }
}

rule! {
    /// A string of passes.
    ConsecutivePassRule(ConsecutivePassesSpec), ConsecutivePasses
}

impl ConsecutivePassRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        let what = match self.settings.count {
            PassCount::Passes => "passes",
            PassCount::Scoreless => "turns without score",
        };
        let limit = self.settings.consecutive_pass_limit;
        match (self.settings.same_player_twice, self.settings.per_player) {
            (true, _) => {
                format!("The game ends when a player's second of a string of {what} comes.")
            }
            (_, true) => format!("The game ends after {limit} {what} in a row of every player."),
            _ => format!("The game ends after {limit} {what} in a row."),
        }
    }
}

impl EndGameRule for ConsecutivePassRule {
    fn should_end_game(&self, game: &GameStatus) -> bool {
        if game.challengeable {
            return false;
        }
        let settings = &self.settings;
        let counted = |seat: &crate::SeatStatus| match settings.count {
            PassCount::Passes => seat.passes,
            PassCount::Scoreless => seat.scoreless,
        };
        let mut seats = game.active().map(|(_, seat)| counted(seat));
        if settings.same_player_twice {
            return seats.any(|count| count >= 2);
        }
        let limit = settings.consecutive_pass_limit;
        match settings.per_player {
            true => seats.all(|count| count >= limit),
            false => seats.sum::<u32>() >= limit,
        }
    }
    fn end_reason(&self) -> String {
        match (self.settings.same_player_twice, &self.settings.count) {
            (true, _) => "the same player passed twice".to_string(),
            (_, PassCount::Passes) => {
                format!("{} consecutive passes", self.settings.consecutive_pass_limit)
            }
            (_, PassCount::Scoreless) => {
                format!("{} scoreless turns in a row", self.settings.consecutive_pass_limit)
            }
        }
    }
}

rule! {
    /// A number of turns for each player.
    TurnLimitRule(TurnLimitSpec), TurnLimit
}

impl TurnLimitRule {
    fn on(&self) -> bool {
        self.settings.turns.is_some()
    }
    fn describe(&self) -> String {
        match self.settings.turns {
            Some(turns) => format!("The game ends after {turns} turns for each player."),
            None => "There is no limit of turns.".to_string(),
        }
    }
}

impl EndGameRule for TurnLimitRule {
    fn should_end_game(&self, game: &GameStatus) -> bool {
        let Some(turns) = self.settings.turns else { return false };
        !game.challengeable && game.active().all(|(_, seat)| seat.turns >= turns)
    }
    fn end_reason(&self) -> String {
        match self.settings.turns {
            Some(turns) => format!("{turns} turns each"),
            None => "turn limit".to_string(),
        }
    }
}
