//! The choices that rules offer.

use serde::de::value::MapAccessDeserializer;
use serde::de::{IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;

macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident $(($inner:ty))?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_meta])* $variant $(($inner))?,)*
        }
    };
}

choice! {
    /// Where the tiles of one move may go.
    Placement {
        /// On one line.
        Line,
        /// Anywhere, as long as every letter hangs together with the board.
        Connected,
    }
}

choice! {
    /// Whether the first move must cover a start cell.
    StartMode {
        /// It must.
        Required,
        /// It need not.
        Optional,
    }
}

choice! {
    /// What counts as touching the tiles that were there before.
    Contact {
        /// Lying beside one, along the board's own axes.
        Adjacent,
        /// Having one in the main word.
        Overlap,
    }
}

choice! {
    /// Whether words are looked up.
    DictionaryMode {
        /// They are.
        Check,
        /// They are not; the geometry is still enforced.
        Free,
    }
}

choice! {
    /// In which direction a line is read.
    #[derive(Copy)]
    Reading {
        /// Along the axis.
        Forward,
        /// Against the axis.
        Backward,
        /// Either way; each direction that is a word scores.
        Both,
    }
}

/// Reading directions: one for all axes, or by axis name (the others read forward).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ReadingSpec {
    /// The same for all axes.
    All(Reading),
    /// By axis name.
    PerAxis(BTreeMap<String, Reading>),
}

impl<'de> Deserialize<'de> for ReadingSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadingForm)
    }
}

struct ReadingForm;

impl<'de> Visitor<'de> for ReadingForm {
    type Value = ReadingSpec;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("`forward`, `backward` or `both`, or one of them for each axis")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<ReadingSpec, E> {
        Reading::deserialize(text.into_deserializer()).map(ReadingSpec::All)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ReadingSpec, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(ReadingSpec::PerAxis)
    }
}

choice! {
    /// What the tiles beneath others are worth.
    #[derive(Copy)]
    StackScoring {
        /// Nothing.
        TopOnly,
        /// Their own scores, added before the word premiums.
        SumStack,
    }
}

choice! {
    /// How often a premium fires.
    #[derive(Copy)]
    PremiumLife {
        /// Once: the first covering uses it up.
        Once,
        /// For every tile that is placed on it.
        EachPlacement,
    }
}

choice! {
    /// The size of the bonus for a long move.
    BingoAmount {
        /// This many points.
        Fixed(i64),
        /// This many points for each tile placed.
        PerTile(i64),
    }
}

choice! {
    /// What earns the bonus for a long move.
    BingoTrigger {
        /// As many tiles as a full rack has.
        FullRack,
        /// Exactly this many tiles.
        TilesPlayed(u16),
        /// All tiles that were on the rack.
        RackExhausted,
    }
}

choice! {
    /// Who moves first.
    FirstPlayer {
        /// The seat that made the game.
        Creator,
        /// A seat drawn with the game's seed.
        Random,
        /// This seat, from 0.
        Seat(u8),
    }
}

choice! {
    /// What happens first in a swap.
    #[derive(Copy)]
    SwapOrder {
        /// New tiles are drawn, then the old ones go back.
        DrawFirst,
        /// The old ones go back, then new tiles are drawn.
        ReturnFirst,
    }
}

choice! {
    /// What a challenge costs.
    ChallengeMode {
        /// The player who was wrong loses a turn.
        LoseTurn,
        /// The same under its tournament name.
        Double,
        /// A wrong challenge costs nothing.
        Single,
        /// A wrong challenge earns the mover this many points.
        Points(i64),
        /// A wrong challenge earns the mover this many points for every word.
        PerWord(i64),
        /// The player who was wrong loses the game.
        Forfeit,
    }
}

choice! {
    /// What happens when time is up.
    TimeLimitAction {
        /// The turn is passed.
        Pass,
        /// The player resigns.
        Resign,
        /// Play goes on; every started minute costs this many points at the end.
        Overtime(i64),
    }
}

choice! {
    /// Which turns count toward the limit of passes.
    PassCount {
        /// Passes only.
        Passes,
        /// Any turn without score.
        Scoreless,
    }
}

choice! {
    /// What happens to the tiles that are left at the end.
    Settlement {
        /// Nothing.
        None,
        /// Everyone loses what their own tiles are worth.
        SubtractOwn,
        /// Also, a player who went out gains what the others lose.
        TransferToOutPlayer,
        /// A player who went out gains twice what the others hold, who lose nothing.
        DoubleToOutPlayer,
    }
}

choice! {
    /// Who wins when scores are equal.
    #[derive(Copy)]
    TieBreak {
        /// All of them.
        Shared,
        /// The last to place tiles, if among them.
        LastMover,
    }
}
