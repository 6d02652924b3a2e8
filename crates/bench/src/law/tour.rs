//! From position to position of a random game, with racks of many kinds.

use super::{Fault, Law, TestPosition};
use tilewright_referee::PlacedTile;
use tilewright_rules::{Ruleset, Switches};
use tilewright_tiles::{Chance, KindId, TileCounts};

/// The rules that tours switch. The generator reads from the settings alone where tiles may go.
const SWITCHED: [&str; 10] = [
    "connection",
    "first_move_start",
    "min_word_length",
    "stacking",
    "letter_points",
    "letter_categories",
    "letter_multiplier",
    "word_multiplier",
    "cross_words",
    "bingo_bonus",
];

/// How a tour goes.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The number of plays between two checks.
    pub every: usize,
    /// The most tiles on racks with no, one and two blanks.
    pub longest: [usize; 3],
    /// Rules are switched by hand once in this many checked positions; 0 for never.
    pub switch_every: usize,
}

impl Pace {
    /// Every position, on full racks; where any order of letters will do, racks with blanks are
    /// shorter, as they would have millions of plays.
    pub fn of(ruleset: &Ruleset) -> Pace {
        let longest = match ruleset.spec().word_validation.anagram_words {
            true => [7, 5, 4],
            false => [usize::MAX; 3],
        };
        Pace { every: 1, longest, switch_every: 5 }
    }
}

/// What is special about a rack.
#[derive(Clone, Copy)]
struct Deal {
    blanks: usize,
    /// Whether it begins with several tiles of a kind.
    alike: bool,
    /// Tiles more than the rack size.
    extra: isize,
}

const DEALS: [Deal; 8] = [
    Deal { blanks: 0, alike: false, extra: 0 },
    Deal { blanks: 1, alike: false, extra: 0 },
    Deal { blanks: 0, alike: true, extra: 0 },
    Deal { blanks: 0, alike: false, extra: -3 },
    Deal { blanks: 2, alike: false, extra: 0 },
    Deal { blanks: 0, alike: false, extra: 1 },
    Deal { blanks: 1, alike: true, extra: -1 },
    Deal { blanks: 0, alike: false, extra: 0 },
];

/// A position that was checked.
pub struct TourStop {
    /// The position.
    pub tested: TestPosition,
    /// The number of legal plays.
    pub plays: usize,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

impl TourStop {
    /// The first fault with its position, if there is one.
    pub fn describe(&self, ruleset: &Ruleset) -> Option<String> {
        let first = self.faults.first()?;
        let (count, tested) = (self.faults.len(), self.tested.show(ruleset));
        Some(format!("{count} of {} plays at fault, {first}; {tested}", self.plays))
    }
}

/// A random game through which the law is checked.
pub struct Tour<'a> {
    law: &'a Law,
    pace: Pace,
    seed: u64,
    chance: Chance,
    tested: TestPosition,
    /// The tiles that are not on the board.
    bag: TileCounts,
    checked: usize,
    /// Turns without a play since the last one.
    stuck: usize,
}

impl<'a> Tour<'a> {
    /// The tour of a seed.
    pub fn new(law: &'a Law, pace: Pace, seed: u64) -> Result<Tour<'a>, String> {
        let tested = TestPosition::start(law.ruleset(), seed)?;
        let chance = Chance::new(seed);
        let bag = TileCounts::new();
        let mut tour = Tour { law, pace, seed, chance, tested, bag, checked: 0, stuck: 0 };
        tour.restart()?;
        Ok(tour)
    }

    /// Goes on to the next position that is checked, and checks it.
    pub fn stop(&mut self) -> Result<TourStop, String> {
        for _ in 1..self.pace.every {
            self.move_on()?;
        }
        let deal = DEALS[(self.seed as usize).wrapping_add(self.checked) % DEALS.len()];
        self.tested.rack = self.deal(deal);
        self.tested.switches = self.switches();
        let (legal, faults) = self.law.check(&self.tested);
        let tested = self.tested.clone();
        let plays: Vec<&Vec<PlacedTile>> = legal.keys().collect();
        let chosen = self.choose(&plays).map(|laid| laid.to_vec());
        self.play(chosen)?;
        self.checked += 1;
        Ok(TourStop { tested, plays: legal.len(), faults })
    }

    /// Makes a play that the generator finds.
    fn move_on(&mut self) -> Result<(), String> {
        self.tested.rack = self.deal(DEALS[0]);
        self.tested.switches = Switches::new();
        let answers = self.law.answers(&self.tested);
        let plays: Vec<&Vec<PlacedTile>> = answers.iter().map(|answer| &answer.laid).collect();
        let chosen = self.choose(&plays).map(|laid| laid.to_vec());
        self.play(chosen)
    }

    /// Any play, more often a long one.
    fn choose<'p>(&mut self, plays: &[&'p Vec<PlacedTile>]) -> Option<&'p Vec<PlacedTile>> {
        let several: Vec<_> = (0..3).filter_map(|_| self.chance.pick(plays).copied()).collect();
        match self.chance.once_in(2) {
            true => several.into_iter().max_by_key(|laid| laid.len()),
            false => several.first().copied(),
        }
    }

    fn play(&mut self, chosen: Option<Vec<PlacedTile>>) -> Result<(), String> {
        match chosen {
            Some(laid) => {
                self.tested.put(self.law.ruleset(), &laid);
                // Blanks and like tiles may have come from elsewhere.
                self.bag.take_present(laid.iter().map(|tile| KindId(tile.piece.kind as u8)));
                self.stuck = 0;
            }
            None => self.stuck += 1,
        }
        match self.bag.is_empty() || self.stuck > 2 {
            true => self.restart(),
            false => Ok(()),
        }
    }

    /// Clears the board and fills the bag; now and then twice, for a crowded board.
    fn restart(&mut self) -> Result<(), String> {
        let ruleset = self.law.ruleset();
        self.tested = TestPosition::start(ruleset, self.chance.bits())?;
        self.bag = *ruleset.tiles().full_bag();
        if self.chance.once_in(3) {
            self.bag.add_counts(ruleset.tiles().full_bag());
        }
        self.stuck = 0;
        Ok(())
    }

    fn deal(&mut self, deal: Deal) -> TileCounts {
        let tiles = self.law.ruleset().tiles();
        let is_blank = |kind: &KindId| tiles.kind(*kind).is_blank();
        let size = isize::from(self.law.ruleset().spec().rack_size.size.cast_signed());
        let size = (size + deal.extra).max(1).unsigned_abs();
        let mut rack = TileCounts::new();
        let blanks: Vec<KindId> = tiles.full_bag().tiles().filter(is_blank).collect();
        for _ in 0..deal.blanks {
            self.chance.pick(&blanks).into_iter().for_each(|kind| rack.add(*kind));
        }
        let size = size.min(self.pace.longest[rack.len()]);
        let mut letters: Vec<KindId> = self.bag.tiles().filter(|kind| !is_blank(kind)).collect();
        self.chance.shuffle(&mut letters);
        if let (true, Some(kind)) = (deal.alike, letters.first()) {
            rack.add_many(*kind, 2 + self.chance.below(2) as u16);
        }
        letters.truncate(size.saturating_sub(rack.len()));
        letters.into_iter().for_each(|kind| rack.add(kind));
        rack
    }

    /// Some rules the other way round, now and then.
    fn switches(&mut self) -> Switches {
        let mut switches = Switches::new();
        if self.pace.switch_every == 0 || !self.chance.once_in(self.pace.switch_every) {
            return switches;
        }
        for _ in 0..1 + self.chance.below(2) {
            let rule = SWITCHED[self.chance.below(SWITCHED.len())];
            if let Some(on) = self.law.referee().is_on(rule) {
                switches.insert(rule.into(), !on);
            }
        }
        switches
    }
}
