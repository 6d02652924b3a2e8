//! What a player of a level does: a turn, a challenge, or the acceptance of a last move.

use super::{Engine, Loaded};
use crate::{BotLevel, Fault, FaultCode, Words};
use tilewright_ai::{Bot, LevelBot, Move, Outlook};
use tilewright_game::{Command, GameState, Rejection, Submission, check_until};
use tilewright_movegen::Budget;
use tilewright_rules::{Action, MoveDraft, UserMove};

/// A turn that a player of a level is to take.
#[derive(Clone, Copy)]
pub struct BotTurn<'a> {
    /// The variant.
    pub loaded: &'a Loaded,
    /// The words.
    pub words: &'a Words,
    /// The game.
    pub state: &'a GameState,
    /// The seat.
    pub seat: u8,
    /// The level.
    pub level: BotLevel,
    /// What decides all that looks like chance.
    pub seed: u64,
}

/// What a player does.
#[derive(Clone, PartialEq, Debug)]
pub struct BotChoice {
    /// The command, which is legal.
    pub command: Command,
    /// Why the rules refuse what the player would have done, if they do. The generator asks the
    /// same rules, so either it is another seat's turn, or the engine or a plugin is at fault.
    pub refused: Option<String>,
}

impl From<Command> for BotChoice {
    fn from(command: Command) -> BotChoice {
        BotChoice { command, refused: None }
    }
}

impl Engine {
    /// What a player of a level would do with the turn of a seat. It decides by what the seat
    /// knows; the same position, level and seed give the same command. The command is legal.
    pub fn choose(&self, turn: &BotTurn<'_>) -> Result<BotChoice, Fault> {
        self.choose_within(turn, &Budget::unlimited())
    }

    /// The same within a budget and the [limits](crate::Limits) of the engine. When the steps are
    /// spent, the player takes the best turn that it has found.
    ///
    /// # Errors
    /// Also if the budget is cancelled.
    pub fn choose_within(&self, turn: &BotTurn<'_>, caller: &Budget) -> Result<BotChoice, Fault> {
        let BotTurn { state, seat, level, .. } = *turn;
        let judge = |command: &Command| {
            check_until(state, &Submission::from(command.clone()), &|| caller.is_cancelled())
        };
        let legal = |command: &Command| judge(command).is_ok();
        let challenge = Command::Challenge { seat };
        if self.challenges(turn, caller) && legal(&challenge) {
            return Ok(challenge.into());
        }
        let pass = Command::Pass { seat };
        if state.challengeable_seat().is_some() && state.status().out.is_some() && legal(&pass) {
            return Ok(pass.into());
        }
        let to_move = state.status().to_move;
        if to_move != seat {
            let message = format!("it is the turn of seat {to_move}, not of seat {seat}");
            return Err(Fault::new(FaultCode::Conflict, message));
        }
        let first = self.turn(turn, level, caller)?;
        let refused = match judge(&first) {
            Ok(()) => return Ok(first.into()),
            // Passing may be forbidden while somebody else would find a play.
            Err(_) if first == pass => None,
            Err(rejection) => Some(rejection.to_string()),
        };
        let mut choices = Vec::new();
        if level != BotLevel::Expert {
            // Where passing is not allowed while a play is possible, everybody finds one.
            choices.push(pass.clone());
            choices.push(self.turn(turn, BotLevel::Expert, caller)?);
        }
        choices.extend([pass, swap_one(state, seat), Command::Resign { seat }]);
        let found = choices.into_iter().find(legal);
        // Then it is not known whether the bot could pass, and it would resign instead.
        if caller.is_cancelled() {
            return Err(Fault::from(Rejection::Cancelled));
        }
        found.map(|command| BotChoice { command, refused }).ok_or_else(|| {
            Fault::new(FaultCode::Conflict, format!("seat {seat} cannot do anything now"))
        })
    }

    fn turn(&self, turn: &BotTurn<'_>, level: BotLevel, caller: &Budget) -> Result<Command, Fault> {
        let BotTurn { loaded, words, state, seat, seed, .. } = *turn;
        let bots = self.resources.bots_within(loaded, words, level, caller)?;
        let work = self.work(caller, self.limits.bot, "the turn of the bot", "");
        let finder = bots.generator.finder().within(&work.budget);
        let bot = LevelBot::new(finder, level.level(), &bots.leaves);
        let mut bot = bot.with_openings(bots.openings.clone());
        bot.begin(seed);
        let ruleset = &loaded.ruleset;
        let chosen = bot.choose(&Outlook::of_game(state, seat));
        if caller.is_cancelled() {
            work.check()?;
        }
        Ok(match chosen {
            Move::Pass => Command::Pass { seat },
            Move::Swap(kinds) => {
                let names = kinds.iter().map(|kind| ruleset.tiles().kind(*kind).id.to_string());
                let actions = vec![Action::SwapRack { tiles: names.collect() }];
                Command::Move { seat, user_move: UserMove { actions } }
            }
            Move::Play(play) => {
                let known: Vec<_> = play.placements.iter().map(|p| (p.cell, p.tile)).collect();
                let draft = MoveDraft::known(&known, ruleset.tiles());
                let user_move = UserMove::from_draft(&state.position(seat), &draft);
                Command::Move { seat, user_move }
            }
        })
    }

    /// Whether the last move has a word that the player takes for none.
    fn challenges(&self, turn: &BotTurn<'_>, caller: &Budget) -> bool {
        let BotTurn { loaded, words, state, seat, level, seed } = *turn;
        if state.challengeable_seat().is_none_or(|mover| mover == seat) {
            return false;
        }
        let Ok(list) = self.resources.look_up_within(loaded, words, caller) else { return false };
        state.pending_words().any(|word| level.level().challenges(seed, word, list.contains(word)))
    }
}

fn swap_one(state: &GameState, seat: u8) -> Command {
    let tile = state.rack(seat).tiles().next();
    let name = tile.map(|kind| state.ruleset().tiles().kind(kind).id.to_string());
    let actions = vec![Action::SwapRack { tiles: name.into_iter().collect() }];
    Command::Move { seat, user_move: UserMove { actions } }
}
