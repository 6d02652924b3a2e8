//! The steps of an account and the clock that plays them.

use crate::canvas::Canvas;
use std::collections::BTreeMap;

/// A step of the account of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The letters and their base values.
    Letters,
    /// The letters after premiums.
    Premiums,
    /// The words' scores.
    Words,
    /// Bonuses and lines of plugins.
    Bonus,
    /// The sum.
    Total,
}

impl Phase {
    /// The steps in order.
    pub const ALL: [Phase; 5] =
        [Phase::Letters, Phase::Premiums, Phase::Words, Phase::Bonus, Phase::Total];

    /// The place in that order, from 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Phase::Letters => "Letters",
            Phase::Premiums => "Premiums",
            Phase::Words => "Words",
            Phase::Bonus => "Bonus",
            Phase::Total => "Total",
        }
    }
}

/// A moment: a share of the way through a phase.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moment {
    pub phase: Phase,
    pub share: f64,
}

impl Moment {
    pub fn new(phase: Phase, share: f64) -> Moment {
        Moment { phase, share }
    }

    /// The moment of one of several things that happen one after the other in a phase.
    pub fn staggered(phase: Phase, index: usize, count: usize) -> Moment {
        Moment::new(phase, 0.65 * index as f64 / count.max(1) as f64)
    }
}

impl From<Phase> for Moment {
    fn from(phase: Phase) -> Self {
        Moment::new(phase, 0.0)
    }
}

/// How an element appears.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Entrance {
    Fade,
    Pop,
}

/// When an element is visible.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Span {
    pub from: Moment,
    pub until: Option<Moment>,
    pub entrance: Entrance,
}

impl Span {
    pub fn from(from: impl Into<Moment>) -> Span {
        Span { from: from.into(), until: None, entrance: Entrance::Fade }
    }

    pub fn until(mut self, until: impl Into<Moment>) -> Span {
        self.until = Some(until.into());
        self
    }

    pub fn popping(mut self) -> Span {
        self.entrance = Entrance::Pop;
        self
    }

    /// Whether it is visible at the end of a phase.
    fn covers(&self, phase: Phase) -> bool {
        self.from.phase <= phase && self.until.is_none_or(|until| until.phase > phase)
    }
}

/// Shows elements at their times: as an animation, or as one still frame.
pub(crate) struct Stage {
    still: Option<Phase>,
    step: u64,
    repeat: bool,
    /// (entrance, from, until) in milliseconds, and the class.
    classes: BTreeMap<(Entrance, u64, Option<u64>), usize>,
}

impl Stage {
    pub fn new(still: Option<Phase>, step: u32, repeat: bool) -> Stage {
        let step = u64::from(step.clamp(100, 60_000));
        Stage { still, step, repeat, classes: BTreeMap::new() }
    }

    fn time(&self, moment: Moment) -> u64 {
        let share = moment.share.clamp(0.0, 1.0);
        self.step / 4 + self.step * moment.phase.index() as u64 + (self.step as f64 * share) as u64
    }

    /// The whole duration: five steps and a rest.
    fn duration(&self) -> u64 {
        self.step * 8
    }

    /// Draws an element that is visible for a span of time.
    pub fn show<'p>(
        &mut self,
        canvas: &mut Canvas<'p>,
        span: Span,
        draw: impl FnOnce(&mut Canvas<'p>),
    ) {
        if let Some(at) = self.still {
            return canvas.unless(!span.covers(at), draw);
        }
        let key = (span.entrance, self.time(span.from), span.until.map(|until| self.time(until)));
        let next = self.classes.len();
        let class = *self.classes.entry(key).or_insert(next);
        canvas.group(&format!("class=\"k{class}\""), draw);
    }

    /// The style sheet that plays the animation. Without it, and with reduced motion, the last frame
    /// is shown.
    pub fn style(&self, prefix: &str) -> String {
        let mut style = String::new();
        let total = self.duration();
        let percent = |time: u64| {
            let hundredths = time.min(total) * 10_000 / total;
            format!("{}.{:02}%", hundredths / 100, hundredths % 100)
        };
        let times = if self.repeat { "infinite" } else { "1" };
        for ((entrance, from, until), class) in &self.classes {
            let hidden = match entrance {
                Entrance::Fade => "opacity:0",
                Entrance::Pop => "opacity:0;transform:scale(.55)",
            };
            let shown = match entrance {
                Entrance::Fade => "opacity:1",
                Entrance::Pop => "opacity:1;transform:scale(1)",
            };
            let fade = 180;
            style.push_str(&format!(
                "@keyframes {prefix}-k{class}{{0%,{}{{{hidden}}}",
                percent(*from)
            ));
            match until {
                // Elements that replace each other switch at once, without a cross-fade.
                Some(until) => {
                    let up = (from + fade).min(*until);
                    style.push_str(&format!(
                        "{}{{{shown}}}{}{{{shown}}}{},100%{{opacity:0}}}}",
                        percent(up),
                        percent(*until),
                        percent(until + total / 5_000 + 1)
                    ));
                }
                None => {
                    style.push_str(&format!("{},100%{{{shown}}}}}", percent(from + fade)));
                }
            }
            let resting = if until.is_some() { "opacity:0;" } else { "" };
            style.push_str(&format!(
                "#{prefix} .k{class}{{{resting}transform-box:fill-box;transform-origin:center;\
                 animation:{prefix}-k{class} {total}ms ease-out {times} both}}"
            ));
        }
        if !style.is_empty() {
            style.push_str(&format!(
                "@media (prefers-reduced-motion:reduce){{#{prefix} *{{animation:none!important}}}}"
            ));
        }
        style
    }
}
