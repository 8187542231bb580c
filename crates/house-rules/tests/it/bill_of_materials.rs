//! The list of everything that is linked into the program.

use std::process::Command;

use crate::tree;

#[test]
fn the_bill_of_materials_names_what_is_linked_in_and_nothing_else() {
    let made = Command::new("python3").arg(tree::root().join("deploy/sbom.py")).output();
    let made = made.expect("python3 is installed (apt install python3; ./test does it)");
    let text = String::from_utf8_lossy(&made.stdout);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let names = |name: &str| text.contains(&format!("\"name\": \"{name}\""));
    for linked in ["brettwerk-framework", "server", "sqlx", "tokio", "unicode-security", "svelte"] {
        assert!(names(linked), "{linked} is linked in");
    }
    for only_tested_with in ["criterion", "insta", "proptest", "vite"] {
        assert!(!names(only_tested_with), "{only_tested_with} is not linked in");
    }
    assert!(!text.contains("NOASSERTION"), "every license is known");
}
