//! Names what the linker needs besides what cargo knows.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The C code of mimalloc counts bits by a function of libgcc, which Rust leaves out of programs for musl.
    if env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "musl") {
        println!("cargo::rustc-link-arg-bins=-lgcc");
    }
}
