//! The web page of Brettwerk, inside the executable.
//!
//! `build.rs` builds it from `web/` and embeds every file as it is and compressed; [`pages`] serves them. Names of
//! scripts and styles contain a hash of what is in them, so browsers keep these for ever and ask only for the page
//! itself again. Every path that is no file is a page of the application, which reads the path by itself.
//!
//! ```
//! let router: axum::Router = web::pages();
//! # drop(router);
//! ```

#![forbid(unsafe_code)]

mod file;
mod serve;

pub use serve::pages;
