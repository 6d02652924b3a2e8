//! Every picture of the gallery is well-formed, complete, deterministic and inside its frame.

#![allow(clippy::unwrap_used)]

#[path = "../examples/gallery/examples.rs"]
mod examples;

use examples::ExampleBoard;
use std::collections::BTreeSet;
use tilewright_board::PremiumKind;
use tilewright_render::{Phase, Theme, board_svg, breakdown_frame_svg, breakdown_svg};

/// Every picture of an example.
fn pictures(example: &ExampleBoard, theme: Theme) -> Vec<String> {
    let picture = example.picture(theme);
    let mut named = picture.clone();
    named.options.cell_names = true;
    let mut pictures = vec![board_svg(&picture), board_svg(&named)];
    if let Some(breakdown) = &example.breakdown {
        pictures.push(breakdown_svg(&picture, breakdown));
        pictures.extend(Phase::ALL.map(|phase| breakdown_frame_svg(&picture, breakdown, phase)));
    }
    pictures
}

/// An element's name and attributes.
struct Element<'s> {
    name: &'s str,
    attributes: Vec<(&'s str, &'s str)>,
}

impl<'s> Element<'s> {
    fn get(&self, name: &str) -> Option<&'s str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn number(&self, name: &str) -> f64 {
        self.get(name).map_or(0.0, |value| value.parse().expect("a number"))
    }
}

/// Reads elements, checks that tags balance, and calls `see` with the open elements and the text.
fn walk<'s>(svg: &'s str, mut see: impl FnMut(&[Element<'s>], &'s str)) {
    let mut open: Vec<Element<'s>> = Vec::new();
    let mut rest = svg.trim_end();
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        for (at, _) in text.match_indices('&') {
            let entity = text[at..].split_inclusive(';').next().unwrap_or_default();
            assert!(["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].contains(&entity), "{entity}");
        }
        let end = start + rest[start..].find('>').expect("a tag has an end");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().map(|element| element.name), Some(name));
            continue;
        }
        let (tag, empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, mut list) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((name, after)) = list.trim_start().split_once("=\"") {
            let (value, after) = after.split_once('"').expect("a value has an end");
            assert!(attributes.iter().all(|(known, _)| *known != name), "{name} twice in {tag}");
            assert!(!value.contains('<') && !value.contains("NaN") && !value.contains("inf"));
            attributes.push((name, value));
            list = after;
        }
        assert!(list.trim().is_empty(), "left over: {list}");
        open.push(Element { name, attributes });
        see(&open, rest.split('<').next().unwrap_or_default());
        if empty {
            open.pop();
        }
    }
    assert!(open.is_empty() && rest.is_empty());
}

#[test]
fn pictures_are_well_formed_and_repeatable() {
    let (first, second) = (examples::all().expect("examples"), examples::all().expect("examples"));
    for (example, again) in first.iter().zip(&second) {
        for theme in Theme::shipped() {
            let one = pictures(example, theme.clone());
            assert_eq!(one, pictures(again, theme), "{}", example.name);
            for svg in &one {
                let mut ids = BTreeSet::new();
                let mut references = BTreeSet::new();
                walk(svg, |open, _| {
                    let element = open.last().expect("an element");
                    if let Some(id) = element.get("id") {
                        assert!(ids.insert(id), "{}: id {id} twice", example.name);
                    }
                    references.extend(element.get("href").and_then(|to| to.strip_prefix('#')));
                });
                assert!(references.is_subset(&ids), "{}: missing definition", example.name);
                assert!(svg.contains("role=\"img\"") && svg.contains("<desc"));
                assert!(!svg.contains("http://") || svg.matches("http").count() == 1);
            }
        }
    }
}

/// The offset and scale of the open groups.
fn frame(open: &[Element<'_>]) -> (f64, f64, f64) {
    let (mut x, mut y, mut scale) = (0.0, 0.0, 1.0);
    for transform in open.iter().filter_map(|element| element.get("transform")) {
        let part = |name: &str| -> Option<Vec<f64>> {
            let inside = transform.split_once(&format!("{name}("))?.1.split_once(')')?.0;
            inside.split(' ').map(|number| number.parse().ok()).collect()
        };
        let moved = part("translate").expect("a translation");
        (x, y) = (x + moved[0] * scale, y + moved[1] * scale);
        scale *= part("scale").map_or(1.0, |factor| factor[0]);
    }
    (x, y, scale)
}

/// The corners of an element's box, without its outline.
fn corners(element: &Element<'_>, text: &str) -> Vec<(f64, f64)> {
    let number = |name: &str| element.number(name);
    match element.name {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            vec![(x, y), (x + number("width"), y + number("height"))]
        }
        "circle" => {
            let (x, y, r) = (number("cx"), number("cy"), number("r"));
            vec![(x - r, y - r), (x + r, y + r)]
        }
        "use" if element.get("x").is_some() => {
            let (x, y) = (number("x"), number("y"));
            vec![(x - 19.3, y - 19.3), (x + 19.3, y + 19.3)]
        }
        "text" => {
            let (x, y, size) = (number("x"), number("y"), number("font-size"));
            let wide = text.chars().count() as f64 * size * 0.5;
            let left = match element.get("text-anchor") {
                Some("middle") => x - wide / 2.0,
                Some("end") => x - wide,
                _ => x,
            };
            vec![(left, y - size * 0.75), (left + wide, y + size * 0.2)]
        }
        "path" => {
            let data = element.get("d").unwrap_or_default();
            let commands = data.split_inclusive(|c: char| c.is_ascii_alphabetic());
            let mut points = Vec::new();
            let mut letter = ' ';
            for command in commands {
                let numbers: Vec<f64> = command
                    .trim_end_matches(|c: char| c.is_ascii_alphabetic())
                    .split(' ')
                    .filter_map(|number| number.parse().ok())
                    .collect();
                let ends = if letter == 'A' { &numbers[5..] } else { &numbers[..] };
                points.extend(ends.chunks_exact(2).map(|pair| (pair[0], pair[1])));
                letter = command.chars().last().unwrap_or(' ');
            }
            points
        }
        _ => Vec::new(),
    }
}

#[test]
fn nothing_is_outside_the_frame() {
    for example in examples::all().expect("examples") {
        for svg in pictures(&example, Theme::light()) {
            let mut view = Vec::new();
            walk(&svg, |open, text| {
                let element = open.last().expect("an element");
                if let Some(list) = element.get("viewBox") {
                    view = list
                        .split(' ')
                        .map(|part| part.parse::<f64>().expect("a number"))
                        .collect();
                }
                if open.iter().any(|element| element.name == "defs") {
                    return;
                }
                let (dx, dy, scale) = frame(open);
                for (x, y) in corners(element, text) {
                    let (x, y) = (dx + x * scale, dy + y * scale);
                    let inside = (view[0]..=view[0] + view[2]).contains(&x)
                        && (view[1]..=view[1] + view[3]).contains(&y);
                    assert!(
                        inside,
                        "{}: {} {text} at {x},{y} of {view:?}",
                        example.name, element.name
                    );
                }
            });
        }
    }
}

#[test]
fn legends_name_every_premium() {
    for example in
        examples::all().expect("examples").iter().filter(|example| example.breakdown.is_none())
    {
        let svg = board_svg(&example.picture(Theme::light()));
        let kinds: BTreeSet<PremiumKind> = example.premiums.iter().flatten().copied().collect();
        for kind in kinds.into_iter().filter(|kind| *kind != PremiumKind::Regular) {
            let entry = format!("<title>{}: {}. ", kind.label(), kind.title());
            assert!(svg.contains(&entry), "{}: {kind}", example.name);
            assert!(svg.contains(&format!(">{}</text>", kind.title())), "{}: {kind}", example.name);
        }
        let mut picture = example.picture(Theme::light());
        picture.options.legend = false;
        assert!(!board_svg(&picture).contains(". The word counts"), "{}", example.name);
    }
}

#[test]
fn cells_are_told_in_words() {
    let examples = examples::all().expect("examples");
    let expected = [
        ("classic", "H8, double word (used), start, K, 5 points"),
        ("classic", "J9, E, blank, 0 points"),
        ("classic", "J11, J, 8 points, just placed"),
        ("classic", "A1, triple word, empty"),
        ("classic-empty", "H8, double word, start, empty"),
        ("stacks", "F5, B, 3 points, height 5"),
        ("cube", "E5 on layer 3, R, 1 point"),
        ("cube", "Layer 2 of 3"),
        ("graph", "garden, triple letter, empty"),
        ("hexagon", "6,6, start, A, 1 point"),
    ];
    for (name, words) in expected {
        let example = examples.iter().find(|example| example.name == name).expect("an example");
        let svg = board_svg(&example.picture(Theme::dark()));
        assert!(svg.contains(&format!(">{words}<")), "{name}: {words}");
    }
}

/// Texts of a picture that are drawn, not tooltips.
fn texts(svg: &str) -> Vec<(&str, f64)> {
    let mut found = Vec::new();
    walk(svg, |open, text| {
        if let Some(element) = open.last().filter(|element| element.name == "text") {
            found.push((text, element.number("font-size")));
        }
    });
    found
}

#[test]
fn every_cell_bears_its_name_if_asked() {
    for example in examples::all().expect("examples") {
        let mut picture = example.picture(Theme::light());
        picture.options.legend = false;
        for named in [false, true] {
            picture.options.cell_names = named;
            let svg = board_svg(&picture);
            let texts = texts(&svg);
            let shown = |cell| {
                let label = match &example.topology.cell(cell).name {
                    Some(name) => name.to_string(),
                    None => example.topology.cell(cell).coord.expect("a coordinate").to_string(),
                };
                let size = texts.iter().find(|(text, _)| *text == label).map(|(_, size)| *size);
                (label, size)
            };
            for cell in example.topology.cell_ids() {
                let (label, size) = shown(cell);
                if named {
                    let size = size.unwrap_or_else(|| panic!("{}: no {label}", example.name));
                    assert!(size >= 5.0, "{}: {label} has size {size}", example.name);
                } else if example.topology.cell(cell).coord.is_some() {
                    assert_eq!(size, None, "{}: {label}", example.name);
                }
            }
        }
    }
}

#[test]
fn texts_of_strangers_are_escaped() {
    let examples = examples::all().expect("examples");
    let mut picture = examples[0].picture(Theme::light());
    picture.title = "<script>\"a\" & 'b'</script>\u{0}\u{1b}\u{FFFF}";
    let svg = board_svg(&picture);
    walk(&svg, |open, _| assert_ne!(open.last().map(|element| element.name), Some("script")));
    assert!(svg.contains("&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;<"));
}

#[test]
fn frames_tell_the_running_total() {
    let examples = examples::all().expect("examples");
    let example =
        examples.iter().find(|example| example.name == "move-nestled").expect("an example");
    let breakdown = example.breakdown.as_ref().expect("a breakdown");
    let picture = example.picture(Theme::light());
    for (phase, total) in Phase::ALL.into_iter().zip(["12", "14", "24", "74", "74"]) {
        let svg = breakdown_frame_svg(&picture, breakdown, phase);
        let shown: Vec<&str> = svg
            .match_indices("font-size=\"44\"")
            .filter_map(|(at, _)| svg[at..].split_once('>')?.1.split('<').next())
            .collect();
        assert_eq!(shown, [total], "{phase:?}");
        assert!(!svg.contains("<style>") && !svg.contains("animation"));
    }
    let animated = breakdown_svg(&picture, breakdown);
    assert!(animated.contains("@keyframes") && animated.contains("prefers-reduced-motion"));
    let view = |svg: &str| svg.split_once("viewBox").map(|(_, rest)| rest[..40].to_string());
    assert_eq!(view(&animated), view(&breakdown_frame_svg(&picture, breakdown, Phase::Letters)));
}

#[test]
fn foreign_inputs_are_drawn_as_far_as_they_go() {
    // Fewer premiums, cells beyond the board, a board of another shape, an empty account.
    let examples = examples::all().expect("examples");
    let mut picture = examples[0].picture(Theme::light());
    let small = examples.iter().find(|example| example.name == "digraphs").expect("an example");
    let beyond = [(tilewright_board::CellId(9_999), small.placed[0].1), small.placed[0]];
    picture.premiums = &picture.premiums[..3];
    picture.board = &small.board;
    picture.placed = &beyond;
    walk(&board_svg(&picture), |_, _| {});
    for svg in [
        breakdown_svg(&picture, &Default::default()),
        breakdown_svg(&examples[0].picture(Theme::dark()), &Default::default()),
    ] {
        walk(&svg, |_, _| {});
    }
}
