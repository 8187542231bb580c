//! Every reader of untrusted input as one function of bytes: whatever the bytes are, it must not panic, and what it
//! reads must obey the laws that the function asserts.
//!
//! The fuzz targets in `fuzz/` call these functions, and so do the tests of this crate, with a fixed seed. So what a
//! fuzzer finds is reproduced by an ordinary test.
//!
//! ```
//! fuzz_entry::options(b"7x6x4");
//! ```

#![forbid(unsafe_code)]

mod formats;
mod frames;
mod lines;
mod options;
mod packets;
mod records;

pub use self::{
    formats::formats, frames::frames, lines::lines, options::options, packets::packets, records::records,
};

/// A reader of untrusted input.
pub type EntryPoint = fn(&[u8]);

/// The entry points by name, as the fuzz targets are called.
pub const ENTRY_POINTS: [(&str, EntryPoint); 6] = [
    ("frames", frames),
    ("packets", packets),
    ("lines", lines),
    ("records", records),
    ("formats", formats),
    ("options", options),
];
