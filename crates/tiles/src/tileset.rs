//! Kinds of tiles.

use crate::alphabet::check_symbol;
use crate::{Alphabet, Category, Letter, LetterSet, MAX_KINDS, MAX_TILES, Tile, TileCounts};
use crate::{Mark, TileError, fold};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A kind of tile of one set, by its place in it, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KindId(pub u8);

impl KindId {
    /// The position of this kind in per-kind tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// A letter.
    Letter(Letter),
    /// Nothing: it stands for one of these letters.
    Blank(LetterSet),
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its id: the letter's symbol, or a name such as `?`.
    pub id: Arc<str>,
    /// What it shows.
    pub face: Face,
    /// What it is worth.
    pub score: i32,
    /// How many are in the bag at the start.
    pub count: u16,
    /// The letter it shows when turned upside down, if it may be turned.
    pub rotated: Option<Letter>,
}

impl Kind {
    /// Whether it is a blank.
    pub fn is_blank(&self) -> bool {
        matches!(self.face, Face::Blank(_))
    }
}

/// One kind, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindSpec {
    /// Its id.
    pub id: String,
    /// The letter it shows; `None` for a blank.
    pub letter: Option<String>,
    /// The letters a blank may stand for, as a text; `None` for all.
    pub stands_for: Option<String>,
    /// What it is worth.
    pub score: i32,
    /// How many there are.
    pub count: u16,
}

/// A tile set, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileSetSpec {
    /// The symbols of the alphabet, in order.
    pub letters: Vec<String>,
    /// The kinds of tiles.
    pub kinds: Vec<KindSpec>,
    /// Other ways to write letters: (alias, letter).
    pub aliases: Vec<(String, String)>,
    /// Letters that turn into others upside down; each pair goes both ways.
    pub rotations: Vec<(String, String)>,
    /// Letters of categories, as texts, where the Latin ones do not fit.
    pub categories: Vec<(Category, String)>,
}

/// The kinds of tiles of a game and their alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet {
    alphabet: Alphabet,
    kinds: Vec<Kind>,
    by_id: BTreeMap<Box<str>, KindId>,
    by_letter: Vec<Option<KindId>>,
    full_bag: TileCounts,
}

impl TileSet {
    /// Checks the data and makes the set.
    pub fn new(spec: &TileSetSpec) -> Result<TileSet, TileError> {
        let mut alphabet = Alphabet::new(&spec.letters)?;
        let find = |alphabet: &Alphabet, text: &str, place: &str| {
            alphabet.letter(text).ok_or_else(|| TileError::UnknownLetter {
                symbol: text.chars().take(40).collect(),
                place: place.to_string(),
            })
        };
        for (alias, letter) in &spec.aliases {
            let letter = find(&alphabet, letter, "the aliases")?;
            alphabet.add_alias(alias, letter)?;
        }
        for (category, text) in &spec.categories {
            let letters = alphabet.tokenize(text)?.into_iter().collect();
            alphabet.set_category(*category, letters);
        }
        let mut turned: BTreeMap<Letter, Letter> = BTreeMap::new();
        for (one, other) in &spec.rotations {
            let one = find(&alphabet, one, "the rotations")?;
            let other = find(&alphabet, other, "the rotations")?;
            turned.insert(one, other);
            turned.insert(other, one);
        }
        if spec.kinds.len() > MAX_KINDS {
            return Err(TileError::TooManyKinds(spec.kinds.len()));
        }
        let total: u64 = spec.kinds.iter().map(|kind| u64::from(kind.count)).sum();
        if total > MAX_TILES as u64 {
            return Err(TileError::TooManyTiles(total));
        }
        let mut set = TileSet {
            by_letter: vec![None; alphabet.len()],
            kinds: Vec::with_capacity(spec.kinds.len()),
            by_id: BTreeMap::new(),
            full_bag: TileCounts::new(),
            alphabet,
        };
        for (index, kind) in spec.kinds.iter().enumerate() {
            let id = KindId(index as u8);
            let face = match (&kind.letter, &kind.stands_for) {
                (Some(letter), _) => Face::Letter(find(&set.alphabet, letter, "the tiles")?),
                (None, None) => Face::Blank(set.alphabet.all()),
                (None, Some(text)) => {
                    Face::Blank(set.alphabet.tokenize(text)?.into_iter().collect())
                }
            };
            let rotated = match face {
                Face::Letter(letter) => turned.get(&letter).copied(),
                Face::Blank(_) => None,
            };
            if let Face::Letter(letter) = face {
                set.by_letter[letter.index()].get_or_insert(id);
            } else if !kind.id.starts_with('?') {
                check_symbol(&kind.id)?;
            }
            if set.by_id.insert(fold(&kind.id).into(), id).is_some() {
                return Err(TileError::Duplicate(kind.id.clone()));
            }
            set.full_bag.add_many(id, kind.count);
            set.kinds.push(Kind {
                id: kind.id.as_str().into(),
                face,
                score: kind.score,
                count: kind.count,
                rotated,
            });
        }
        Ok(set)
    }

    /// The alphabet.
    #[inline]
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The kinds in order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// One kind. The id must come from this set.
    #[inline]
    pub fn kind(&self, kind: KindId) -> &Kind {
        &self.kinds[kind.index()]
    }

    /// All kind ids in order.
    pub fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len() as u8).map(KindId)
    }

    /// The kind with an id (or a symbol or alias of its letter), in any case.
    pub fn find(&self, text: &str) -> Option<KindId> {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        if let Some(kind) = self.by_id.get(bare).or_else(|| self.by_id.get(fold(bare).as_str())) {
            return Some(*kind);
        }
        self.by_letter[self.alphabet.letter(bare)?.index()]
    }

    /// The first kind that shows a letter.
    pub fn kind_of_letter(&self, letter: Letter) -> Option<KindId> {
        *self.by_letter.get(letter.index())?
    }

    /// The first blank.
    pub fn first_blank(&self) -> Option<KindId> {
        self.kinds.iter().position(Kind::is_blank).map(|index| KindId(index as u8))
    }

    /// The blanks that may stand for a letter.
    pub fn blanks_for(&self, letter: Letter) -> impl Iterator<Item = KindId> + '_ {
        self.kind_ids().filter(move |kind| match self.kind(*kind).face {
            Face::Blank(letters) => letters.contains(letter),
            Face::Letter(_) => false,
        })
    }

    /// All tiles of the game.
    pub fn full_bag(&self) -> &TileCounts {
        &self.full_bag
    }

    /// A tile that shows its own letter; `None` for a blank.
    pub fn plain_tile(&self, kind: KindId) -> Option<Tile> {
        match self.kind(kind).face {
            Face::Letter(letter) => Some(Tile { kind, letter, mark: Mark::NONE }),
            Face::Blank(_) => None,
        }
    }

    /// What the tiles of a multiset are worth together.
    pub fn value(&self, counts: &TileCounts) -> i64 {
        counts.iter().map(|(kind, count)| i64::from(self.kind(kind).score) * i64::from(count)).sum()
    }

    /// A text as tiles: symbols, `[CH]` for a letter of several characters, `?` for a blank,
    /// `[?vowel]` for the kind with that id.
    pub fn parse_rack(&self, text: &str) -> Result<Vec<KindId>, TileError> {
        let missing = |symbol: &str, place: &str| TileError::UnknownLetter {
            symbol: symbol.to_string(),
            place: place.to_string(),
        };
        let mut kinds = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some((kind, after)) = self.bracketed(rest) {
                kinds.push(kind);
                rest = after;
                continue;
            }
            let part = match first {
                '?' => 1,
                '[' => rest.find(']').map_or(rest.len(), |end| end + 1),
                _ => rest.find(['?', '[']).unwrap_or(rest.len()),
            };
            let (part, after) = rest.split_at(part);
            rest = after;
            if first == '?' {
                let blank = self.first_blank();
                kinds.push(blank.ok_or_else(|| missing("?", "the rack (this game has no blank)"))?);
                continue;
            }
            for letter in self.alphabet.tokenize(part.trim())? {
                let symbol = self.alphabet.upper(letter);
                let kind = self.kind_of_letter(letter);
                kinds.push(kind.ok_or_else(|| missing(symbol.as_ref(), "the rack"))?);
            }
        }
        Ok(kinds)
    }

    /// The kind whose id stands in brackets at the beginning of a text, and the rest of the text.
    fn bracketed<'t>(&self, text: &'t str) -> Option<(KindId, &'t str)> {
        let (id, rest) = text.strip_prefix('[')?.split_once(']')?;
        Some((*self.by_id.get(fold(id).as_str())?, rest))
    }
}
