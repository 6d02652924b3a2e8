//! Analyses of games whose losses are known.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, check_page, ruleset};
use std::sync::Arc;
use tilewright_ai::Outlook;
use tilewright_notation::{Gcg, GcgAction, replay};
use tilewright_report::Equity;
use tilewright_report::analysis::{
    Analysis, Analyst, Deed, Evaluator, Judgement, MoveKind, Moves, Phony, RatedMove, Record,
    Simulated, Solved, analysis_page, analysis_text,
};

const HEAD: &str = "#player1 Ann Ann\n#player2 Ben Ben\n";

fn record(table: &Table, text: &str) -> Record {
    let gcg = Gcg::read(text.as_bytes()).unwrap();
    let shared = Arc::new(table.ruleset.clone());
    Record::of_gcg(&gcg, &replay(&gcg, &shared, None), &table.ruleset)
}

/// What cannot be read ends the record with its reason; nothing is invented in its place.
#[test]
fn a_record_ends_before_a_line_that_cannot_be_read() {
    let table = Table::with(ruleset("classic"), "at\ncat\ncats\n");
    let text = format!("{HEAD}>Ann: ACSTVVW 8E CATS +12 12\n>Ben: ABC -AB +0 0\n");
    let gcg = Gcg::read(text.as_bytes()).unwrap();
    let shared = Arc::new(table.ruleset.clone());
    let whole = replay(&gcg, &shared, None);
    let record = Record::of_gcg(&gcg, &whole, &table.ruleset);
    assert_eq!((record.turns.len(), record.fault), (2, None));
    let unreadable = [
        GcgAction::Exchange("A1".to_string()),
        GcgAction::Play { square: "8E".parse().unwrap(), word: "C1TS".to_string() },
    ];
    for action in unreadable {
        let mut damaged = whole.clone();
        damaged.turns[1].event.action = action;
        let record = Record::of_gcg(&gcg, &damaged, &table.ruleset);
        assert_eq!(record.turns.len(), 1);
        assert!(record.fault.unwrap().starts_with("line 4: "));
    }
}

fn analyze(table: &Table, record: &Record) -> Analysis {
    let mut analyst = Analyst::new(&table.generator, &table.words, table.leaves.clone());
    analyst.analyze(record, &mut |_| {})
}

/// Three words on an empty classic board, worked out by hand: all plays cover the doubled middle
/// square and no other premium, so CATS is 6 × 2 = 12 (four places across, four down), CAT
/// 5 × 2 = 10 (three and three), AT 2 × 2 = 4 (two and two). Tiles that stay are worth nothing.
#[test]
fn losses_are_the_differences_that_were_worked_out_by_hand() {
    let table = Table::with(ruleset("classic"), "at\ncat\ncats\n");
    // (move, score, loss in thousandths, place of the move, bingos possible)
    let rows = [
        ("8E CATS", 12, 0, Some(1)),
        ("H8 CATS", 12, 0, Some(1)),
        ("8F CAT", 10, 2_000, Some(9)),
        ("8G AT", 4, 8_000, Some(15)),
        ("-VVW", 0, 12_000, Some(19)),
        ("-", 0, 12_000, Some(19)),
    ];
    for (written, score, loss, rank) in rows {
        let text = format!("{HEAD}>Ann: ACSTVVW {written} +{score} {score}\n");
        let analysis = analyze(&table, &record(&table, &text));
        assert_eq!(analysis.fault, None, "{written}");
        let turn = &analysis.turns[0];
        assert_eq!((turn.loss, turn.rank), (Some(Equity(loss)), rank), "{written}");
        assert_eq!((turn.legal_plays, turn.best[0].value()), (18, Some(Equity(12_000))));
        assert_eq!(turn.best[0].word, "CATS");
        let player = &analysis.players[0];
        assert_eq!((player.loss, player.mean_loss), (Equity(loss), Equity(loss)));
        assert_eq!(player.best_moves, u64::from(loss == 0));
        assert_eq!(analysis.players[1].turns, 0);
    }
}

#[test]
fn phonies_challenges_and_half_known_racks_are_told() {
    let table = Table::with(ruleset("classic"), "at\ncat\ncats\n");
    let turns = |text: &str| analyze(&table, &record(&table, &format!("{HEAD}{text}"))).turns;
    // TAC is no word: 10 points, two fewer than CATS; withdrawn it is worth a pass.
    let stood = turns(">Ann: ACSTVVW 8F TAC +10 10\n");
    assert_eq!((stood[0].phony, stood[0].loss), (Some(Phony::Stood), Some(Equity(2_000))));
    assert_eq!(stood[0].rank, None);
    let withdrawn = turns(">Ann: ACSTVVW 8F TAC +10 10\n>Ann: ACSTVVW -- -10 0\n");
    assert_eq!(withdrawn.len(), 1);
    assert_eq!(withdrawn[0].phony, Some(Phony::Withdrawn));
    assert_eq!(withdrawn[0].loss, Some(Equity(12_000)));
    // Of the rack, A and T are known: AT is the best that can be said.
    let partly = turns(">Ann: AT 8G AT +4 4\n>Ben: -2 +0 0\n");
    assert!(!partly[0].rack_complete && partly[0].remarks[0].contains("in part"));
    assert_eq!((partly[0].loss, partly[0].legal_plays), (Some(Equity(0)), 4));
    assert_eq!((partly[1].loss, partly[1].played.kind), (None, MoveKind::Swap));
    assert!(partly[1].remarks.iter().any(|remark| remark.contains("not at all")));
}

/// Games in which the best move is made every turn lose nothing, on boards of every kind; a worse
/// move loses exactly the difference.
#[test]
fn best_moves_lose_nothing_and_worse_ones_the_difference() {
    for id in ["classic", "hex", "stacking", "ring", "tower-3d", "daily-9", "clabbers", "anadrome"]
    {
        let table = Table::new(id);
        let mut expected = Vec::new();
        let game = table.game(3, 12, |turn, best| {
            let chosen = if turn == 4 { 1.min(best.len() - 1) } else { 0 };
            expected.push(best[0].equity.0 - best[chosen].equity.0);
            chosen
        });
        let record = Record::of_game(&game);
        let analysis = analyze(&table, &record);
        let losses: Vec<i64> = analysis.turns.iter().map(|turn| turn.loss.unwrap().0).collect();
        assert_eq!(losses, expected, "{id}");
        assert!(analysis.turns.iter().all(|turn| turn.best.iter().any(|one| one.played)), "{id}");
    }
}

/// The worth of a played move is the generator's, to the thousandth.
#[test]
fn played_moves_are_worth_what_the_generator_says() {
    for id in ["classic", "hex", "stacking-demo", "super-21", "diamond"] {
        let table = Table::new(id);
        let game = table.game(9, 30, |turn, best| turn * 7 % best.len());
        let mut moves = Moves::new(&table.generator, table.leaves.clone());
        let mut plays = 0;
        for turn in &Record::of_game(&game).turns {
            let Deed::Play { placed, account: Some(account), .. } = &turn.deed else { continue };
            let outlook = turn.before.outlook(table.generator.ruleset(), turn.seat);
            let mut left = *outlook.rack;
            assert!(placed.iter().all(|(_, tile)| left.take(tile.kind)));
            let worth = moves.worth(&outlook, &account.total, &left);
            let census = moves.census(&outlook, Some(worth), placed);
            assert_eq!(census.found, Some(worth), "{id}");
            // As many plays are better as stand before it in the generator's own list.
            let listed = moves.best(&outlook, 100_000);
            let better = listed.iter().filter(|one| {
                matches!(one.turn, tilewright_ai::Move::Play(_)) && one.equity > worth
            });
            assert_eq!(census.better, better.count() as u64, "{id}");
            plays += 1;
        }
        assert!(plays > 5, "{id}: {plays} plays");
    }
}

/// Says that later candidates are better, by ten points and a tenth of the games each.
struct Backwards;

impl Evaluator for Backwards {
    fn name(&self) -> &'static str {
        "backwards"
    }

    fn judge(&mut self, _: &Outlook<'_>, candidates: &[RatedMove]) -> Option<Vec<Judgement>> {
        let judge = |place: usize| Judgement {
            equity: Equity(10_000 * place as i64),
            win: Some(place as f64 / 10.0),
            rollouts: None,
            exact: false,
        };
        Some((0..candidates.len()).map(judge).collect())
    }
}

#[test]
fn evaluators_have_the_last_word() {
    let table = Table::with(ruleset("classic"), "at\ncat\ncats\n");
    let record = record(&table, &format!("{HEAD}>Ann: ACSTVVW 8E CATS +12 12\n"));
    let analyst = Analyst::new(&table.generator, &table.words, table.leaves.clone());
    let mut analyst = analyst.best(3).evaluator(Box::new(Backwards));
    let analysis = analyst.analyze(&record, &mut |_| {});
    let turn = &analysis.turns[0];
    assert_eq!(
        (turn.method.as_str(), analysis.evaluators.as_slice()),
        ("backwards", ["backwards".to_string()].as_slice())
    );
    let played = turn.best.iter().position(|one| one.played).unwrap();
    // All three are CATS; whichever was played, it is as much worse as its place says.
    assert_eq!(turn.loss, Some(Equity(10_000 * played as i64)));
    assert!((turn.win_loss.unwrap() - 0.1 * played as f64).abs() < 1e-12);
    assert_eq!(turn.rank, Some(played as u64 + 1));
}

#[test]
fn simulations_judge_every_candidate_and_repeat_themselves() {
    let table = Table::new("classic");
    let game = table.game(5, 6, |turn, best| turn % best.len());
    let record = Record::of_game(&game);
    let run = || {
        let simulated = Simulated::new(&table.generator, table.leaves.clone(), 60, 4);
        let analyst = Analyst::new(&table.generator, &table.words, table.leaves.clone());
        analyst.evaluator(Box::new(simulated)).analyze(&record, &mut |_| {})
    };
    let analysis = run();
    assert_eq!(analysis, run());
    for turn in &analysis.turns {
        assert_eq!(turn.method, "simulation");
        assert!(
            turn.best.iter().all(|one| one.win().is_some_and(|win| (0.0..=1.0).contains(&win)))
        );
        assert!(turn.loss.is_some() && turn.win_loss.is_some());
    }
}

/// The last turns of games of two are solved: the best line loses nothing, and what is best by
/// the search is at least as good as what was best by score and leave.
#[test]
fn endgames_are_solved() {
    for id in ["classic", "stacking", "ring", "tower-3d"] {
        let table = Table::new(id);
        let game = table.game(3, 200, |_, _| 0);
        assert!(game.state().result().is_some(), "{id}");
        let record = Record::of_game(&game);
        let solved = Solved::new(&table.generator, 8 << 20, 20_000);
        let analyst = Analyst::new(&table.generator, &table.words, table.leaves.clone());
        let analysis = analyst.evaluator(Box::new(solved)).analyze(&record, &mut |_| {});
        let mut turns = 0;
        for turn in &analysis.turns {
            assert_eq!(turn.method == "endgame", turn.bag == 0, "{id} turn {}", turn.number);
            if turn.bag > 0 {
                continue;
            }
            turns += 1;
            let best = turn.best[0].judged.as_ref().unwrap();
            let played = turn.played.judged.as_ref().unwrap();
            assert!(best.win >= played.win, "{id} turn {}", turn.number);
            assert_eq!(turn.loss, Some(best.equity.loss_of(played.equity)));
        }
        assert!(turns > 1, "{id}: {turns} turns");
        // The last move of the game ends it: what it is worth is what the scores say.
        let last = analysis.turns.last().unwrap();
        let seat = usize::from(last.seat);
        let lead = |scores: &[tilewright_rules::Points]| {
            scores[seat].as_i64().unwrap() - scores[1 - seat].as_i64().unwrap()
        };
        let gained = lead(&record.scores) - lead(&last.scores);
        let judged = last.played.judged.as_ref().unwrap();
        assert_eq!((judged.equity, judged.exact), (Equity(1000 * gained), true), "{id}");
    }
}

#[test]
fn the_json_shape_is_kept() {
    let table = Table::with(ruleset("classic"), "at\ncat\ncats\n");
    let analysis = analyze(&table, &record(&table, &format!("{HEAD}>Ann: ACSTVVW 8G AT +4 4\n")));
    let json = serde_json::to_value(&analysis).unwrap();
    assert_eq!(serde_json::from_value::<Analysis>(json.clone()).unwrap(), analysis);
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(
        keys(&json),
        [
            "best",
            "evaluators",
            "fault",
            "finished",
            "format",
            "lexicon",
            "players",
            "ruleset",
            "title",
            "trained",
            "turns",
            "variant",
            "variant_name",
            "version"
        ]
    );
    assert_eq!(
        keys(&json["turns"][0]),
        [
            "bag",
            "best",
            "bingo_possible",
            "cgp",
            "legal_plays",
            "line",
            "loss",
            "method",
            "number",
            "played",
            "rack",
            "rack_complete",
            "rank",
            "scores",
            "seat"
        ]
    );
    assert_eq!(
        keys(&json["turns"][0]["played"]),
        [
            "at", "bingo", "equity", "kind", "leave", "place", "played", "score", "tiles", "word",
            "words"
        ]
    );
    assert_eq!((&json["format"], &json["version"]), (&"tilewright-analysis".into(), &1.into()));
    assert_eq!(json["turns"][0]["loss"], 8.0);
    assert_eq!(json["turns"][0]["played"]["place"], "6,7=A 7,7=T");
}

#[test]
fn pages_are_well_formed_and_need_nothing_else() {
    for (id, turns) in [
        ("classic", 40),
        ("hex", 6),
        ("stacking", 6),
        ("tower-3d", 4),
        ("hebrew", 6),
        ("graph-demo", 5),
    ] {
        let table = Table::new(id);
        let record = Record::of_game(&table.game(2, turns, |turn, best| turn % best.len()));
        let mut analysis = analyze(&table, &record);
        analysis.title = Some("<Ann> & \"Ben\"'s game".to_string());
        check_page(&analysis_page(&analysis, &record, &table.ruleset));
        let text = analysis_text(&analysis);
        assert_eq!(text.matches("legal plays").count(), record.turns.len());
    }
    // Not a single turn.
    let table = Table::with(ruleset("classic"), "at\n");
    let empty = record(&table, HEAD);
    check_page(&analysis_page(&analyze(&table, &empty), &empty, &table.ruleset));
}
