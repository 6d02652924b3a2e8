//! Moves with accounts, put together by hand.

use super::{ExampleBoard, Fallible, classic, english, hexagon_example};
use tilewright_board::shapes::grid;
use tilewright_board::{DirTag, PremiumKind, ScoringStage};
use tilewright_rules::{BreakdownData, CellLabel, Direction, LetterScore, LetterStep};
use tilewright_rules::{Points, ScoreLine, StackContribution, WordEffect, WordScore, WordStep};

/// All moves.
pub fn all() -> Fallible<Vec<ExampleBoard>> {
    Ok(vec![
        read_example()?,
        nestled_example()?,
        huge_example()?,
        stack_move_example()?,
        hexagon_move_example()?,
    ])
}

/// What a letter of a hand-made account is: where, what, worth, premium.
type Spelled<'s> = (&'s str, &'s str, i64, Option<PremiumKind>);

fn word(text: &str, axis: DirTag, main: bool, letters: &[Spelled<'_>], new: &[&str]) -> WordScore {
    let mut scores = Vec::new();
    let mut steps = Vec::new();
    let mut sum = 0;
    for (cell, letter, base, premium) in letters {
        let label = CellLabel::parse(cell);
        let kind = premium.filter(|kind| kind.stage() == Some(ScoringStage::Letter));
        let value = kind.and_then(PremiumKind::factor).map_or(*base, |factor| base * factor);
        let step = kind.map(|premium| LetterStep {
            stage: ScoringStage::Letter,
            premium,
            cell: label.clone(),
            value: value.into(),
        });
        sum += value;
        scores.push(LetterScore {
            cell: label,
            letter: (*letter).into(),
            new: new.contains(cell),
            blank: *base == 0,
            height: 1,
            base: (*base).into(),
            steps: step.into_iter().collect(),
            value: value.into(),
        });
    }
    steps.push(WordStep {
        rule: "letter_sum".into(),
        effect: WordEffect::Sum,
        premium: None,
        cell: None,
        value: sum.into(),
    });
    for (cell, _, _, premium) in letters {
        let kind = premium.filter(|kind| kind.stage() == Some(ScoringStage::Word));
        if let Some((kind, factor)) = kind.zip(kind.and_then(PremiumKind::factor)) {
            sum *= factor;
            steps.push(WordStep {
                rule: "word_premiums".into(),
                effect: WordEffect::Multiply(factor.into()),
                premium: Some(kind),
                cell: Some(CellLabel::parse(cell)),
                value: sum.into(),
            });
        }
    }
    WordScore {
        text: text.to_string(),
        axis,
        direction: Direction::Forward,
        main,
        cells: scores.iter().map(|letter| letter.cell.clone()).collect(),
        score: sum.into(),
        letters: scores,
        steps,
    }
}

fn total(mut breakdown: BreakdownData) -> BreakdownData {
    let words = breakdown.words.iter().map(|word| &word.score);
    let lines = breakdown.bonuses.iter().chain(&breakdown.plugins).map(|line| &line.points);
    breakdown.total = words.chain(lines).fold(Points::ZERO, |total, points| total.add(points));
    breakdown
}

fn read_example() -> Fallible<ExampleBoard> {
    let mut example = classic("move-read", "READ opens the game")?;
    example.place("7,7", DirTag::East, "READ")?;
    let double = Some(PremiumKind::DoubleWord);
    let letters = [("7,7", "R", 1, double), ("8,7", "E", 1, None), ("9,7", "A", 1, None)];
    let letters = [letters[0], letters[1], letters[2], ("10,7", "D", 2, None)];
    let word = word("READ", DirTag::East, true, &letters, &["7,7", "8,7", "9,7", "10,7"]);
    example.breakdown =
        Some(total(BreakdownData { words: vec![word], ..BreakdownData::default() }));
    Ok(example)
}

fn nestled_example() -> Fallible<ExampleBoard> {
    let mut example = classic("move-nestled", "Why 74? Mara’s NESTLED, turn 8")?;
    example.set("5,0", DirTag::East, "OVER")?;
    example.place("7,1", DirTag::East, "NESTLED")?;
    example.premium(PremiumKind::TripleLetter, &["9,1"]);
    let (triple, double) = (Some(PremiumKind::TripleLetter), Some(PremiumKind::DoubleWord));
    let new = ["7,1", "8,1", "9,1", "10,1", "11,1", "12,1", "13,1"];
    let main = [
        ("7,1", "N", 1, None),
        ("8,1", "E", 1, None),
        ("9,1", "S", 1, triple),
        ("10,1", "T", 1, None),
        ("11,1", "L", 1, None),
        ("12,1", "E", 1, None),
        ("13,1", "D", 2, double),
    ];
    let south = |text, letters: &[Spelled<'_>]| word(text, DirTag::South, false, letters, &new);
    let words = vec![
        word("NESTLED", DirTag::East, true, &main, &new),
        south("EN", &[("7,0", "E", 1, None), ("7,1", "N", 1, None)]),
        south("RE", &[("8,0", "R", 1, None), ("8,1", "E", 1, None)]),
    ];
    let bonuses = vec![ScoreLine::new("bingo", "All 7 tiles", 50)];
    let breakdown =
        BreakdownData { words, bonuses, bingo_awarded: true, ..BreakdownData::default() };
    example.breakdown = Some(total(breakdown));
    example.in_all_themes = true;
    Ok(example)
}

fn huge_example() -> Fallible<ExampleBoard> {
    let mut example = classic("move-huge", "Off the scale")?;
    example.place("3,7", DirTag::East, "QUARTZY")?;
    let mut letters = Vec::new();
    let cells = ["3,7", "4,7", "5,7", "6,7", "7,7", "8,7", "9,7"];
    let values = [10, 1, 1, 1, 1, 10, 4];
    for ((cell, letter), value) in cells.into_iter().zip("QUARTZY".chars()).zip(values) {
        letters.push((cell, letter.to_string(), value));
    }
    let spelled: Vec<Spelled<'_>> = letters
        .iter()
        .map(|(cell, letter, value)| (*cell, letter.as_str(), *value, None))
        .collect();
    let mut word = word("QUARTZY", DirTag::East, true, &spelled, &cells);
    let huge: Points = format!("123{}", "4".repeat(250)).parse()?;
    word.letters[0].steps = [PremiumKind::Factorial, PremiumKind::Power]
        .into_iter()
        .zip([Points::from(3_628_800), huge.clone()])
        .map(|(premium, value)| LetterStep {
            stage: ScoringStage::Letter,
            premium,
            cell: CellLabel::parse("3,7"),
            value,
        })
        .collect();
    word.letters[0].value = huge.clone();
    word.steps = vec![
        WordStep {
            rule: "product".into(),
            effect: WordEffect::Product,
            premium: Some(PremiumKind::Product),
            cell: Some(CellLabel::parse("5,7")),
            value: huge.multiply(&Points::from(40)),
        },
        WordStep {
            rule: "word_premiums".into(),
            effect: WordEffect::Power(9),
            premium: None,
            cell: None,
            value: Points::INFINITY,
        },
    ];
    word.score = Points::INFINITY;
    let plugins = vec![ScoreLine::new("late_night", "Played after midnight, by a hair", -5)];
    let breakdown = BreakdownData { words: vec![word], plugins, ..BreakdownData::default() };
    example.breakdown = Some(total(breakdown));
    Ok(example)
}

fn stack_move_example() -> Fallible<ExampleBoard> {
    let topology = grid::rect(10, 10, false, None)?;
    let mut example = ExampleBoard::new("move-stack", "PLANES over PLANTS", topology, english()?);
    example.set("2,4", DirTag::East, "PLANTS")?;
    example.set("3,4", DirTag::East, "L")?;
    example.place("6,4", DirTag::East, "E")?;
    let cells = ["2,4", "3,4", "4,4", "5,4", "6,4", "7,4"];
    let values = [3, 1, 1, 1, 1, 1];
    let letters: Vec<String> = "PLANES".chars().map(String::from).collect();
    let spelled: Vec<Spelled<'_>> = cells
        .into_iter()
        .zip(&letters)
        .zip(values)
        .map(|((cell, letter), value)| (cell, letter.as_str(), value, None))
        .collect();
    let mut word = word("PLANES", DirTag::East, true, &spelled, &["6,4"]);
    word.steps.push(WordStep {
        rule: "stack_sum".into(),
        effect: WordEffect::AddStack(2.into()),
        premium: None,
        cell: None,
        value: 10.into(),
    });
    word.score = 10.into();
    let beneath = |cell: &str, letter: &str| StackContribution {
        word: 0,
        cell: CellLabel::parse(cell),
        letter: letter.into(),
        level: 1,
        points: 1.into(),
    };
    let stack_contributions = vec![beneath("3,4", "L"), beneath("6,4", "T")];
    example.breakdown = Some(total(BreakdownData {
        words: vec![word],
        stack_contributions,
        ..BreakdownData::default()
    }));
    Ok(example)
}

fn hexagon_move_example() -> Fallible<ExampleBoard> {
    let mut example = hexagon_example()?;
    (example.name, example.title) = ("move-hexagon", "APEX on the hexagon");
    let triple = Some(PremiumKind::TripleLetter);
    let axis = example.topology.axis_by_tag(&DirTag::NorthEast).ok_or("no such axis")?;
    let mut cell = example.topology.find_cell("6,6");
    let mut names = Vec::new();
    while let Some(here) = cell.filter(|_| names.len() < 4) {
        names.push(example.topology.cell_name(here));
        cell = example.topology.next(here, axis);
    }
    let letters: Vec<Spelled<'_>> = names
        .iter()
        .zip([("A", 1, None), ("P", 3, None), ("E", 1, triple), ("X", 0, None)])
        .map(|(name, (letter, value, premium))| (name.as_str(), letter, value, premium))
        .collect();
    let word = word("APEX", DirTag::NorthEast, true, &letters, &[]);
    example.breakdown =
        Some(total(BreakdownData { words: vec![word], ..BreakdownData::default() }));
    Ok(example)
}
