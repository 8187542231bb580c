//! Checks about the repository itself: what a reviewer would otherwise have to look for by eye.

mod acceptance;
mod api_docs;
mod bill_of_materials;
mod book;
mod crates;
mod games;
mod markdown;
mod messages;
mod names;
mod publishing;
mod readme;
mod sources;
mod threats;
mod translation;
mod tree;

/// Fails with everything that is wrong, so that one run is enough to put it right.
#[track_caller]
fn report(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
