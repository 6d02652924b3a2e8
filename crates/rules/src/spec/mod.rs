//! Every knob of every rule, as plain data: what the `[rules]` part of a variant file says.

mod choices;

pub use choices::*;
use serde::{Deserialize, Serialize};

macro_rules! spec {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr,)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Whether the rule is on.
            pub enabled: bool,
            $($(#[$field_meta])* pub $field: $type,)*
        }
        impl Default for $name {
            fn default() -> Self {
                $name { enabled: true, $($field: $default,)* }
            }
        }
    };
}

spec! {
    /// A rule without settings.
    Toggle {}
}
spec! {
    /// `line_placement`
    LinePlacementSpec {
        /// Where the tiles of one move may go.
        placement: Placement = Placement::Line,
    }
}
spec! {
    /// `first_move_start`
    FirstMoveStartSpec {
        /// Start cells (`x,y`, `x,y,z` or node names); empty: the board's centre.
        cells: Vec<String> = Vec::new(),
        /// Whether one of them must be covered.
        start: StartMode = StartMode::Required,
    }
}
spec! {
    /// `connection`
    ConnectionSpec {
        /// What counts as touching.
        contact: Contact = Contact::Adjacent,
    }
}
spec! {
    /// `word_validation`
    WordValidationSpec {
        /// Whether words are looked up.
        dictionary: DictionaryMode = DictionaryMode::Check,
        /// Reading directions.
        reading: ReadingSpec = ReadingSpec::All(Reading::Forward),
        /// Whether any order of the letters will do.
        anagram_words: bool = false,
    }
}
spec! {
    /// `min_word_length`
    MinWordLengthSpec {
        /// The shortest main word.
        min_main_length: u16 = 2,
    }
}
spec! {
    /// `premiums`
    PremiumsSpec {
        /// How often a premium fires.
        premium_life: PremiumLife = PremiumLife::Once,
    }
}
spec! {
    /// `word_multiplier`
    WordMultiplierSpec {
        /// The factor of a word in which no cell is stacked.
        flat_word: Option<i64> = None,
    }
}
spec! {
    /// `bingo_bonus`
    BingoBonusSpec {
        /// The size of the bonus.
        amount: BingoAmount = BingoAmount::Fixed(50),
        /// What earns it.
        trigger: BingoTrigger = BingoTrigger::FullRack,
    }
}
spec! {
    /// `rack_size`
    RackSizeSpec {
        /// Tiles on a full rack.
        size: u16 = 7,
    }
}
spec! {
    /// `turn_order`
    TurnOrderSpec {
        /// Who moves first.
        first: FirstPlayer = FirstPlayer::Creator,
    }
}
spec! {
    /// `swap_limit`
    SwapLimitSpec {
        /// The bag must hold at least this many tiles.
        swap_minimum_bag: u16 = 7,
        /// Swaps per player and game.
        swap_limit: Option<u32> = None,
        /// Tiles per swap; by default as many as the rack holds.
        max_tiles: Option<u16> = None,
        /// What happens first.
        order: SwapOrder = SwapOrder::DrawFirst,
    }
}
spec! {
    /// `pass`
    PassSpec {
        /// Whether one may always pass; if not, only when nothing else is possible.
        allow_pass: bool = true,
    }
}
spec! {
    /// `time_limit`: all times in seconds, which enter the engine as data.
    TimeLimitSpec {
        /// Seconds for a turn.
        turn_time_limit: Option<u32> = None,
        /// Seconds for all turns of a player together.
        bank: Option<u32> = None,
        /// Seconds added to the bank after each turn.
        increment: u32 = 0,
        /// What happens when time is up.
        time_limit_action: TimeLimitAction = TimeLimitAction::Pass,
        /// Days without activity after which the player to move resigns.
        inactivity_days: Option<u32> = None,
    }
}
spec! {
    /// `empty_rack`
    EmptyRackSpec {
        /// Whether the other players get one more turn.
        final_turn: bool = false,
    }
}
spec! {
    /// `consecutive_passes`
    ConsecutivePassesSpec {
        /// The number of passes that ends the game.
        consecutive_pass_limit: u32 = 4,
        /// Whether every player must have passed that often.
        per_player: bool = false,
        /// Which turns count.
        count: PassCount = PassCount::Passes,
        /// Ends the game instead as soon as the same player passes twice in the string.
        same_player_twice: bool = false,
    }
}
spec! {
    /// `final_adjustment`
    FinalAdjustmentSpec {
        /// What happens to tiles that are left.
        settlement: Settlement = Settlement::TransferToOutPlayer,
        /// Points for each tile left, instead of its score.
        per_tile_left: Option<i64> = None,
        /// Whether no score may end below zero.
        floor_zero: bool = false,
        /// Points for going out.
        out_bonus: i64 = 0,
    }
}
spec! {
    /// `winner`
    WinnerSpec {
        /// Who wins when scores are equal.
        tie: TieBreak = TieBreak::Shared,
    }
}

macro_rules! off_by_default {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr,)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }
        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }
    };
}

off_by_default! {
    /// `stacking`
    Stacking {
        /// Whether tiles may be placed on others.
        enabled: bool = false,
        /// The highest stack.
        max_height: u8 = 5,
        /// Whether a letter may not cover the same letter.
        forbid_same: bool = false,
        /// What the tiles beneath are worth.
        scoring: StackScoring = StackScoring::TopOnly,
        /// Whether a word that stood before may not be covered entirely.
        keep_one: bool = false,
    }
}
off_by_default! {
    /// `actions`: what a move may do besides placing tiles.
    ActionsSpec {
        /// Whether tiles that have a rotated letter may be turned.
        rotate: bool = false,
        /// Whether a group of tiles may slide along its line.
        slide: bool = false,
    }
}
off_by_default! {
    /// `challenge`
    ChallengeSpec {
        /// Whether words are challenged by players instead of checked by the engine.
        enable_challenges: bool = false,
        /// What a challenge costs.
        mode: ChallengeMode = ChallengeMode::LoseTurn,
        /// Whether previews keep the dictionary's verdict to themselves.
        opaque: bool = true,
    }
}
off_by_default! {
    /// `infinite_score`
    InfiniteScoreSpec {
        /// Whether an infinite score ends the game.
        enabled: bool = false,
    }
}
off_by_default! {
    /// `turn_limit`
    TurnLimitSpec {
        /// Turns for each player; `None`: no limit.
        turns: Option<u32> = None,
    }
}

/// All rules of a variant, by id.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RulesSpec {
    /// All tiles of a move lie on one line.
    pub line_placement: LinePlacementSpec,
    /// No empty cell between them.
    pub no_gaps: Toggle,
    /// All on the board.
    pub board_bounds: Toggle,
    /// On free cells.
    pub cell_availability: Toggle,
    /// The first move covers a start cell.
    pub first_move_start: FirstMoveStartSpec,
    /// Later moves touch what is there.
    pub connection: ConnectionSpec,
    /// Every word formed is a word.
    pub word_validation: WordValidationSpec,
    /// The player has the tiles.
    pub tiles_in_rack: Toggle,
    /// The main word is long enough.
    pub min_word_length: MinWordLengthSpec,
    /// Stacks obey their limits.
    pub stacking: Stacking,
    /// Blanks stand for letters they may stand for.
    pub blank_letter: Toggle,
    /// Rotating and sliding.
    pub actions: ActionsSpec,
    /// How often premiums fire.
    pub premiums: PremiumsSpec,
    /// Stage 1: letter values and revaluing premiums.
    pub letter_points: Toggle,
    /// Stage 2: category premiums.
    pub letter_categories: Toggle,
    /// Stage 3: single-letter premiums.
    pub letter_multiplier: Toggle,
    /// Stage 4: sum or product, and the tiles beneath.
    pub word_combination: Toggle,
    /// Stage 5: word premiums.
    pub word_multiplier: WordMultiplierSpec,
    /// Cross words score too.
    pub cross_words: Toggle,
    /// The bonus for a long move.
    pub bingo_bonus: BingoBonusSpec,
    /// Tiles on a rack.
    pub rack_size: RackSizeSpec,
    /// Who moves when.
    pub turn_order: TurnOrderSpec,
    /// Swapping tiles.
    pub swap_limit: SwapLimitSpec,
    /// Passing.
    pub pass: PassSpec,
    /// Challenging words.
    pub challenge: ChallengeSpec,
    /// Clocks.
    pub time_limit: TimeLimitSpec,
    /// The game ends when the bag and a rack are empty.
    pub empty_rack: EmptyRackSpec,
    /// The game ends after a string of passes.
    pub consecutive_passes: ConsecutivePassesSpec,
    /// A resigned player has lost.
    pub resignation: Toggle,
    /// An infinite score wins at once.
    pub infinite_score: InfiniteScoreSpec,
    /// The game ends after some turns.
    pub turn_limit: TurnLimitSpec,
    /// Tiles left at the end.
    pub final_adjustment: FinalAdjustmentSpec,
    /// Who wins.
    pub winner: WinnerSpec,
}
