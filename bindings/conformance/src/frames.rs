//! Requests and responses one after the other in a file, each with its length before it: four
//! bytes, the lowest first.

use std::fmt;
use std::io::{self, Write};

/// A file that is not made of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameError {
    /// The whole frames before the fault.
    pub frames: usize,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file ends within a frame, after {} whole ones", self.frames)
    }
}

impl std::error::Error for FrameError {}

/// Writes frames.
pub fn write_frames<T: AsRef<[u8]>>(
    out: &mut dyn Write,
    frames: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    for frame in frames {
        let frame = frame.as_ref();
        out.write_all(&(frame.len() as u32).to_le_bytes())?;
        out.write_all(frame)?;
    }
    out.flush()
}

/// Reads all frames.
pub fn read_frames(mut bytes: &[u8]) -> Result<Vec<&[u8]>, FrameError> {
    let mut frames = Vec::new();
    while !bytes.is_empty() {
        let fault = FrameError { frames: frames.len() };
        let (length, rest) = bytes.split_first_chunk::<4>().ok_or(fault)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (frame, rest) = rest.split_at_checked(length).ok_or(fault)?;
        frames.push(frame);
        bytes = rest;
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_torn_ones_are_told() {
        let mut out = Vec::new();
        write_frames(&mut out, [b"ab".as_slice(), b"", b"c"]).unwrap();
        assert_eq!(read_frames(&out), Ok(vec![b"ab".as_slice(), b"", b"c"]));
        assert_eq!(read_frames(&out[..out.len() - 1]), Err(FrameError { frames: 2 }));
        assert_eq!(read_frames(&out[..7]), Err(FrameError { frames: 1 }));
    }
}
