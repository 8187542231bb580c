//! The list of everything that is linked into the program.

use std::process::Command;

use crate::tree;

/// The project promises only Rust and Node, so the script is tried where Python is.
#[test]
fn the_bill_of_materials_names_what_is_linked_in_and_nothing_else() {
    let made = Command::new("python3").arg(tree::root().join("deploy/sbom.py")).output();
    let Ok(made) = made else { return };
    let text = String::from_utf8_lossy(&made.stdout);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let names = |name: &str| text.contains(&format!("\"name\": \"{name}\""));
    for linked in ["framework", "server", "sqlx", "tokio", "unicode-security", "svelte"] {
        assert!(names(linked), "{linked} is linked in");
    }
    for only_tested_with in ["criterion", "insta", "proptest", "vite"] {
        assert!(!names(only_tested_with), "{only_tested_with} is not linked in");
    }
    assert!(!text.contains("NOASSERTION"), "every license is known");
}
