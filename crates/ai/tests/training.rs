//! Trained values do not depend on threads or interruptions, and belong to one variant.

#![allow(clippy::unwrap_used)]

mod common;

use tilewright_ai::{
    TrainedValues, Training, TrainingError, TrainingPlan, ValuesError, shipped_leaves,
    shipped_values,
};
use tilewright_movegen::Generator;
use tilewright_rules::Ruleset;

fn plan() -> TrainingPlan {
    TrainingPlan { lexicon: "en".to_string(), seed: 3, games: 30, rounds: 2 }
}

/// Trains in steps of `step` games; after each, a checkpoint is written and read.
fn train(ruleset: &Ruleset, generator: &Generator, step: u64, threads: usize) -> TrainedValues {
    let mut training = Training::new(ruleset, plan());
    while !training.is_done() {
        training.go_on(generator, step, threads, &|_| true).unwrap();
        training = Training::resume(&training.checkpoint(), ruleset, &plan()).unwrap();
    }
    training.values().clone()
}

#[test]
fn values_do_not_depend_on_threads_or_interruptions() {
    for id in ["classic", "stacking"] {
        let (ruleset, generator) = common::generator(id);
        let whole = train(&ruleset, &generator, 30, 1);
        assert!(whole.tiles.values().any(|value| *value != 0), "{id}");
        assert_eq!(train(&ruleset, &generator, 7, 2), whole, "{id}");
        assert_eq!(train(&ruleset, &generator, 16, 5), whole, "{id}");
        // A part that is broken off is played again.
        let mut broken = Training::new(&ruleset, plan());
        broken.go_on(&generator, 30, 1, &|_| false).unwrap();
        assert_eq!(broken.progress(), (0, 90), "{id}");
        let read = TrainedValues::read(&whole.write()).unwrap();
        assert_eq!(read, whole, "{id}, as a file");
        assert!(read.leaves(&ruleset).is_ok(), "{id}");
    }
}

#[test]
fn values_and_checkpoints_of_others_are_refused() {
    let (classic, _) = common::generator("classic");
    let feud = common::ruleset("feud");
    let training = Training::new(&classic, plan());
    let refused = training.values().leaves(&feud);
    assert!(matches!(refused, Err(ValuesError::OtherRules { .. })), "{refused:?}");
    let text = training.checkpoint();
    let other = |ruleset: &Ruleset, plan: &TrainingPlan, text: &str| {
        matches!(Training::resume(text, ruleset, plan), Err(TrainingError::Other(_)))
    };
    assert!(!other(&classic, &plan(), &text));
    assert!(other(&feud, &plan(), &text));
    assert!(other(&classic, &TrainingPlan { seed: 4, ..plan() }, &text));
    assert!(other(&classic, &plan(), "{}"));
    assert!(other(&classic, &plan(), &text.replacen("\"sums\":[0,", "\"sums\":[", 1)));
    let later = training.values().write().replacen("\"format\": 2", "\"format\": 3", 1);
    assert_eq!(TrainedValues::read(&later), Err(ValuesError::Format(3)));
    assert!(matches!(TrainedValues::read("[]"), Err(ValuesError::Unreadable(_))));
}

#[test]
fn bundled_values_belong_to_the_shipped_variants() {
    for (id, text) in shipped_values() {
        let values = TrainedValues::read(text).unwrap();
        let ruleset = common::ruleset(id);
        assert_eq!(values.variant, id);
        assert_eq!(values.ruleset, ruleset.hash().to_string(), "{id}: train it again");
        assert_eq!(values.leaves(&ruleset).ok(), shipped_leaves(&ruleset), "{id}");
        assert!(text.len() < 20_000, "{id}: {} bytes", text.len());
    }
}
