//! Rules about what players may do.

use super::rule;
use crate::spec::{
    ChallengeSpec, FirstPlayer, PassSpec, RackSizeSpec, RulesSpec, SwapLimitSpec, SwapOrder,
    TimeLimitAction, TimeLimitSpec, TurnOrderSpec,
};
use crate::{GameRule, GameStatus, RuleResult, TurnAction, Violation, ViolationId};
use std::sync::Arc;

/// The built-in game rules, in order.
pub fn rules(spec: &RulesSpec) -> Vec<Arc<dyn GameRule>> {
    let size = spec.rack_size.size;
    vec![
        Arc::new(TurnOrderRule::new(spec.turn_order.clone())),
        Arc::new(RackSizeRule::new(spec.rack_size.clone())),
        Arc::new(SwapLimitRule::new(SwapLimitSpec {
            max_tiles: Some(spec.swap_limit.max_tiles.unwrap_or(size)),
            ..spec.swap_limit.clone()
        })),
        Arc::new(PassRule::new(spec.pass.clone())),
        Arc::new(ChallengeRule::new(spec.challenge.clone())),
        Arc::new(TimeLimitRule::new(spec.time_limit.clone())),
    ]
}

rule! {
    /// Players move in turn, and only while the game runs.
    TurnOrderRule(TurnOrderSpec), TurnOrder
}

impl TurnOrderRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        let first = match &self.settings.first {
            FirstPlayer::Creator => "the player who made the game moves first".to_string(),
            FirstPlayer::Random => "the first player is drawn".to_string(),
            FirstPlayer::Seat(seat) => format!("player {} moves first", seat + 1),
        };
        format!("Players move in turn; {first}.")
    }
}

impl GameRule for TurnOrderRule {
    fn is_action_allowed(&self, game: &GameStatus, seat: u8, action: &TurnAction) -> RuleResult {
        let Some(status) = game.seats.get(usize::from(seat)) else {
            return Violation::new(
                ViolationId::TurnOrder,
                format!("there is no seat {seat} in this game"),
            )
            .into();
        };
        if status.resigned {
            return Violation::new(ViolationId::TurnOrder, "this player has resigned").into();
        }
        let any_time = matches!(action, TurnAction::Resign | TurnAction::Challenge);
        if !any_time && game.to_move != seat {
            let message = format!("it is the turn of seat {}, not of seat {seat}", game.to_move);
            return Violation::new(ViolationId::TurnOrder, message).into();
        }
        RuleResult::pass()
    }
}

rule! {
    /// How many tiles a rack holds.
    RackSizeRule(RackSizeSpec), RackSize
}

impl RackSizeRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        format!("A rack holds {} tiles and is refilled after each turn.", self.settings.size)
    }
}

impl GameRule for RackSizeRule {
    fn is_action_allowed(&self, _: &GameStatus, _: u8, _: &TurnAction) -> RuleResult {
        RuleResult::pass()
    }
}

rule! {
    /// When and how many tiles may be swapped.
    SwapLimitRule(SwapLimitSpec), SwapLimit
}

impl SwapLimitRule {
    fn on(&self) -> bool {
        // Also asked when swapping is off: it then says so.
        true
    }
    fn describe(&self) -> String {
        if !self.settings.enabled {
            return "Tiles may not be swapped.".to_string();
        }
        let mut text = format!(
            "Tiles may be swapped while the bag holds at least {}",
            self.settings.swap_minimum_bag
        );
        if let Some(limit) = self.settings.swap_limit {
            text.push_str(&format!(", {limit} times per player"));
        }
        if let Some(most) = self.settings.max_tiles {
            text.push_str(&format!(", at most {most} at a time"));
        }
        text.push_str(match self.settings.order {
            SwapOrder::DrawFirst => "; new tiles are drawn before the old ones go back.",
            SwapOrder::ReturnFirst => "; the old tiles go back before new ones are drawn.",
        });
        text
    }
}

impl GameRule for SwapLimitRule {
    fn is_action_allowed(&self, game: &GameStatus, seat: u8, action: &TurnAction) -> RuleResult {
        let TurnAction::Swap(count) = action else { return RuleResult::pass() };
        let settings = &self.settings;
        let mut result = RuleResult::pass();
        let mut fail = |message: String| {
            result.violations.push(Violation::new(ViolationId::SwapLimit, message));
        };
        if !settings.enabled {
            fail("tiles may not be swapped in this game".to_string());
            return result;
        }
        if *count == 0 {
            fail("a swap needs at least one tile".to_string());
        }
        if game.bag_len < usize::from(settings.swap_minimum_bag) {
            let (bag, least) = (game.bag_len, settings.swap_minimum_bag);
            fail(format!("the bag holds {bag} tiles, a swap needs {least} in it"));
        }
        if *count > game.bag_len {
            fail(format!("the bag holds {} tiles, {count} cannot be swapped", game.bag_len));
        }
        if let Some(most) = settings.max_tiles.filter(|most| *count > usize::from(*most)) {
            fail(format!("at most {most} tiles may be swapped at a time"));
        }
        let swaps = game.seats.get(usize::from(seat)).map_or(0, |seat| seat.swaps);
        if let Some(limit) = settings.swap_limit.filter(|limit| swaps >= *limit) {
            fail(format!("the limit of {limit} swaps is reached"));
        }
        result
    }
}

rule! {
    /// When a player may pass.
    PassRule(PassSpec), Pass
}

impl PassRule {
    fn on(&self) -> bool {
        self.settings.enabled
    }
    fn describe(&self) -> String {
        match self.settings.allow_pass {
            true => "A player may pass.".to_string(),
            false => "A player may pass only if neither a play nor a swap is possible.".to_string(),
        }
    }
}

impl GameRule for PassRule {
    fn is_action_allowed(&self, game: &GameStatus, _: u8, action: &TurnAction) -> RuleResult {
        let forced = game.play_possible == Some(true);
        if *action != TurnAction::Pass || self.settings.allow_pass || !forced || game.out.is_some()
        {
            return RuleResult::pass();
        }
        Violation::new(
            ViolationId::Pass,
            "passing is allowed only if neither a play nor a swap is possible",
        )
        .into()
    }
}

rule! {
    /// Challenging the last move.
    ChallengeRule(ChallengeSpec), Challenge
}

impl ChallengeRule {
    fn on(&self) -> bool {
        true
    }
    fn describe(&self) -> String {
        match self.settings.enable_challenges {
            true => "Words are not checked; opponents may challenge them.".to_string(),
            false => "Words are checked when they are played; there are no challenges.".to_string(),
        }
    }
}

impl GameRule for ChallengeRule {
    fn is_action_allowed(&self, game: &GameStatus, _: u8, action: &TurnAction) -> RuleResult {
        if *action != TurnAction::Challenge {
            let waits = game.challengeable && game.out.is_some();
            return match action {
                TurnAction::Play | TurnAction::Swap(_) if waits => Violation::new(
                    ViolationId::Challenge,
                    "a player has gone out: pass to accept the last move, or challenge it",
                )
                .into(),
                _ => RuleResult::pass(),
            };
        }
        if !self.settings.enable_challenges {
            return Violation::new(ViolationId::Challenge, "there are no challenges in this game")
                .into();
        }
        if !game.challengeable {
            return Violation::new(
                ViolationId::Challenge,
                "there is no move that can still be challenged",
            )
            .into();
        }
        RuleResult::pass()
    }
}

rule! {
    /// Clocks. The engine never reads one: time enters as data.
    TimeLimitRule(TimeLimitSpec), TimeLimit
}

impl TimeLimitRule {
    fn on(&self) -> bool {
        let settings = &self.settings;
        settings.enabled
            && (settings.turn_time_limit.is_some()
                || settings.bank.is_some()
                || settings.inactivity_days.is_some())
    }
    fn describe(&self) -> String {
        let settings = &self.settings;
        let mut parts = Vec::new();
        parts.extend(settings.turn_time_limit.map(|limit| format!("{limit} seconds per turn")));
        parts.extend(settings.bank.map(|bank| format!("{bank} seconds per player")));
        if !parts.is_empty() {
            parts.push(match settings.time_limit_action {
                TimeLimitAction::Pass => "then the turn is passed".to_string(),
                TimeLimitAction::Resign => "then the player resigns".to_string(),
                TimeLimitAction::Overtime(points) => {
                    format!("then {points} points are lost per started minute")
                }
            });
        }
        let inactive =
            settings.inactivity_days.map(|days| format!("{days} days without a move: resigned"));
        parts.extend(inactive);
        match parts.is_empty() {
            true => "There is no time limit.".to_string(),
            false => parts.join(", ") + ".",
        }
    }
}

impl GameRule for TimeLimitRule {
    fn is_action_allowed(&self, _: &GameStatus, _: u8, _: &TurnAction) -> RuleResult {
        RuleResult::pass()
    }
}
