//! The documentation of the code in all its forms, by one command.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::tree;

fn scratch(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("brett api docs {} {name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the temporary folder can be written");
    folder
}

fn python(args: &[&Path]) -> Output {
    let script = tree::root().join("deploy/api_docs.py");
    let output = Command::new("python3").arg(script).args(args).output();
    output.expect("python3 is installed (apt install python3; ./test does it)")
}

/// One small crate stands for all: the gate makes the same of the whole workspace.
#[cfg(unix)]
#[test]
fn one_command_documents_a_crate_as_pages_for_programs_and_for_print() {
    let folder = scratch("crate");
    let api = folder.join("api");
    let make = || {
        let mut command = Command::new(tree::root().join("deploy/api-docs"));
        command.args(["-p", "locks"]).arg(&api).output().unwrap()
    };
    let made = make();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(String::from_utf8_lossy(&made.stdout).contains("public items have a comment"));
    let read =
        |path: &str| fs::read_to_string(api.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(read("html/locks/index.html").contains("<!DOCTYPE html>"));
    let json = read("json/locks.json");
    assert!(json.contains("\"format_version\":") && json.contains("\"name\":\"lock\""), "{json:.300}");
    let page = read("api.html");
    assert!(page.contains("<article id=\"locks.index\" class=\"crate\">"), "{page:.500}");
    assert!(page.contains("Takes a lock, also after its last holder panicked."), "{page:.500}");
    assert!(!page.contains("<script") && !page.contains("href=\"index.html"), "it needs no other page");
    assert!(read("coverage.json").contains("\"with_docs\": "));
    // What it has made it makes again, and nothing else is removed.
    let again = make();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    fs::remove_file(api.join("coverage.json")).unwrap();
    let refused = make();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not empty"), "{refused:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn less_than_95_percent_with_comments_is_refused_and_the_crate_is_named() {
    let folder = scratch("coverage");
    let counted = folder.join("counted");
    fs::create_dir_all(&counted).unwrap();
    let to = folder.join("coverage.json");
    let write = |name: &str, with_docs: u32| {
        let text = format!("{{\"src/lib.rs\": {{\"total\": 100, \"with_docs\": {with_docs}}}}}");
        fs::write(counted.join(format!("{name}.json")), text).unwrap();
    };
    write("good", 100);
    write("fair", 95);
    assert!(python(&[Path::new("coverage"), &counted, &to]).status.success());
    write("fair", 94);
    let refused = python(&[Path::new("coverage"), &counted, &to]);
    let problem = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && problem.trim_end().ends_with("have a comment in: fair"),
        "{problem}"
    );
    fs::remove_dir_all(folder).unwrap();
}
