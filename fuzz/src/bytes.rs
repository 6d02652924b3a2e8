//! Reading choices from bytes. Past the end every choice is 0, so work is bounded by the input.

/// The bytes that are left.
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// Choices from these bytes.
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes { rest: data }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((first, rest)) => {
                self.rest = rest;
                *first
            }
            None => 0,
        }
    }

    /// Yes, once in `of` times.
    pub fn once_in(&mut self, of: u8) -> bool {
        self.byte() % of == of - 1
    }

    /// A number below `size`, or 0.
    pub fn below(&mut self, size: usize) -> usize {
        let wide = if size > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (wide | usize::from(self.byte())).checked_rem(size).unwrap_or(0)
    }

    /// One of these.
    pub fn pick<'b, T>(&mut self, from: &'b [T]) -> Option<&'b T> {
        from.get(self.below(from.len()))
    }

    /// A number of 32 bits, mostly small ones and the outermost.
    pub fn number(&mut self) -> i32 {
        match self.byte() {
            low @ 0..=199 => i32::from(low) % 24 - 2,
            200 => i32::MAX,
            201 => i32::MIN,
            202 => u16::MAX.into(),
            203 => 4096,
            _ => i32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
        }
    }

    /// A number of 64 bits, mostly the outermost of some size.
    pub fn large(&mut self) -> u64 {
        match self.byte() % 8 {
            0 => 0,
            1 => u64::from(self.byte()),
            2 => u64::from(self.byte()) * 1000,
            3 => u64::from(self.byte()) * 86_400_000,
            4 => u64::MAX,
            5 => i64::MAX as u64,
            6 => 1 << (self.byte() % 64),
            _ => u64::from_le_bytes(std::array::from_fn(|_| self.byte())),
        }
    }

    /// A text of at most `longest` bytes.
    pub fn text(&mut self, longest: usize) -> String {
        let length = self.below(longest + 1).min(self.rest.len());
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        String::from_utf8_lossy(text).into_owned()
    }
}
