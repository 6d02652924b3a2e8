//! What judging turns and variants comes to, or stand-ins where the engine does not judge.

#[cfg(feature = "judging")]
pub(crate) use tilewright_report::{
    analysis::TurnAnalysis,
    lab::{LabTally, VariantReport},
};

#[cfg(not(feature = "judging"))]
pub(crate) use stand_in::{Nothing as LabTally, Nothing as TurnAnalysis, Nothing as VariantReport};

#[cfg(not(feature = "judging"))]
mod stand_in {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    /// Accepted and ignored.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
    pub struct Nothing {}
}
