//! The alphabet of a word list: from a variant, from letters, or from a file.

use crate::lexicon::read_bytes;
use crate::output::Failure;
use crate::position::load_variant;
use clap::Args;
use std::path::Path;
use tilewright::tiles::fold;
use tilewright::{Alphabet, Letter};

/// Where the alphabet comes from.
#[derive(Args)]
pub struct AlphabetArguments {
    /// Use the alphabet of this variant: a shipped name or a .toml file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "alphabet")]
    variant: Option<String>,
    /// The letters in order (ABC, or A,B,C,CH), or a file with one letter per line, followed by
    /// its alternative spellings [default: the alphabet of the lexicon file, else A to Z].
    #[arg(long, value_name = "LETTERS|FILE")]
    alphabet: Option<String>,
}

impl AlphabetArguments {
    /// The requested alphabet, if any.
    pub fn alphabet(&self) -> Result<Option<Alphabet>, Failure> {
        if let Some(name) = &self.variant {
            return Ok(Some(load_variant(name)?.tiles().alphabet().clone()));
        }
        let Some(text) = &self.alphabet else { return Ok(None) };
        let read = match Path::new(text).is_file() {
            true => alphabet_of_file(&String::from_utf8_lossy(&read_bytes(text)?)),
            false => alphabet_of_letters(text),
        };
        read.map(Some).map_err(|error| Failure::usage(format!("--alphabet {text}: {error}")))
    }
}

fn alphabet_of_letters(text: &str) -> Result<Alphabet, tilewright::tiles::TileError> {
    let separator = |c: char| c == ',' || c.is_whitespace();
    let symbols: Vec<String> = match text.contains(separator) {
        true => text.split(separator).filter(|part| !part.is_empty()).map(String::from).collect(),
        false => fold(text).chars().map(String::from).collect(),
    };
    Alphabet::new(&symbols)
}

fn alphabet_of_file(text: &str) -> Result<Alphabet, tilewright::tiles::TileError> {
    let lines = || text.lines().map(str::split_whitespace).filter(|line| line.clone().count() > 0);
    let symbols: Vec<&str> = lines().filter_map(|mut line| line.next()).collect();
    let mut alphabet = Alphabet::new(&symbols)?;
    for (line, letter) in lines().zip(0..) {
        for alias in line.skip(1) {
            alphabet.add_alias(alias, Letter(letter))?;
        }
    }
    Ok(alphabet)
}

/// The letters A to Z.
pub fn latin() -> Result<Alphabet, Failure> {
    let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    Alphabet::new(&letters).map_err(Failure::usage)
}
