//! Families: variants in which the same skill decides.

use crate::Shape;
use std::fmt;
use std::str::FromStr;

/// The family of a variant: the shape of its board and the language of its words.
///
/// A player who is strong in one variant of a family is strong in the others, so ratings belong to
/// families. The chain of `extends` does not say that: nearly every variant builds on `classic`,
/// whatever its language.
///
/// The text form is the shape, and after a hyphen the language: `rect-en`, `hex-en`, `rect`.
///
/// ```
/// use tilewright_variants::{Family, Variant};
///
/// let family = Variant::shipped("wordstockt-speed")?.family();
/// assert_eq!(family, Variant::shipped("classic-nl")?.family());
/// assert_eq!(family.to_string(), "rect-nl");
/// assert_eq!("rect-nl".parse(), Ok(family));
/// # Ok::<(), tilewright_variants::VariantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    shape: Shape,
    language: Option<String>,
}

/// A text that is no family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFamily(String);

impl fmt::Display for UnknownFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownFamily(text) = self;
        write!(
            f,
            "unknown family {text:?}: write the shape of the board and the language, such as \
             rect-en"
        )
    }
}

impl std::error::Error for UnknownFamily {}

impl Family {
    /// The longest language of a variant, in characters.
    const LONGEST_LANGUAGE: usize = 35;

    pub(crate) fn new(shape: Shape, language: Option<&str>) -> Family {
        Family { shape, language: language.map(str::to_string) }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The language of the words, as a BCP 47 tag.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shape.name())?;
        match &self.language {
            Some(language) => write!(f, "-{language}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Family {
    type Err = UnknownFamily;

    fn from_str(text: &str) -> Result<Family, UnknownFamily> {
        let (shape, language) = match text.split_once('-') {
            Some((shape, language)) => (shape, Some(language)),
            None => (text, None),
        };
        let shapes = [Shape::Rect, Shape::Hex, Shape::Cube, Shape::Graph];
        let known = shapes.into_iter().find(|known| known.name() == shape);
        let length = language.map_or(1, |language| language.chars().count());
        match known {
            Some(shape) if (1..=Family::LONGEST_LANGUAGE).contains(&length) => {
                Ok(Family::new(shape, language))
            }
            _ => Err(UnknownFamily(text.chars().take(64).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, shipped_ids};

    #[test]
    fn a_family_is_a_shape_and_a_language() {
        let families = [
            ("classic", "rect-en"),
            ("super-21", "rect-en"),
            ("ring", "rect-en"),
            ("wordstockt", "rect-nl"),
            ("wordstockt-en", "rect-en"),
            ("value-match", "rect-pl"),
            ("hex", "hex-en"),
            ("hex-diamond-9", "hex-en"),
            ("tower-3d", "cube-en"),
            ("graph-demo", "graph-en"),
        ];
        for (id, family) in families {
            assert_eq!(Variant::shipped(id).unwrap().family().to_string(), family, "{id}");
        }
    }

    #[test]
    fn the_text_of_a_family_reads_as_the_family() {
        for id in shipped_ids() {
            let family = Variant::shipped(id).unwrap().family();
            assert_eq!(family.to_string().parse(), Ok(family), "{id}");
        }
        let plain = Family::new(Shape::Rect, None);
        assert_eq!(plain.to_string().parse(), Ok(plain));
        let regional = Family::new(Shape::Hex, Some("zh-Hant-TW"));
        assert_eq!(regional.to_string().parse(), Ok(regional));
        let long = format!("rect-{}", "x".repeat(36));
        for text in ["", "-", "-en", "rect-", "classic", "Rect-en", "rect en", long.as_str()] {
            assert!(text.parse::<Family>().is_err(), "{text:?}");
        }
    }
}
