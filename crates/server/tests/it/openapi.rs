//! The description of what is asked over plain HTTP.

use std::{collections::BTreeSet, fs, path::Path};

use crate::{running::Running, security::ROUTES};

/// A path with every parameter called x, as in the list of routes.
fn with_any_name(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// All paths that the sources of the HTTP server give a handler.
///
/// A router does not tell its routes, and a list that is kept by hand forgets some: so the sources are read.
fn paths_in_sources(folder: &Path, paths: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            paths_in_sources(&path, paths);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for call in source.split(".route(").skip(1) {
            let quoted = call.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let (route, _) = quoted.expect("a route begins with its path");
            paths.insert(with_any_name(route));
        }
    }
}

#[test]
fn the_list_of_routes_is_whole() {
    let mut paths = BTreeSet::new();
    paths_in_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http"), &mut paths);
    // The answer to everything else below /api.
    assert!(paths.remove("/api/x"));
    let listed: BTreeSet<_> = ROUTES.iter().map(|(_, path)| (*path).to_owned()).collect();
    assert_eq!(paths, listed);
}

#[tokio::test]
async fn the_description_names_every_route_and_no_other() {
    let server = Running::start().await;
    let document = server.browser().get("/api/openapi.json").await.fine(200).json();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = with_any_name(path);
        for (method, about) in methods.as_object().unwrap() {
            assert!(about["summary"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path}");
            described.insert((method.to_uppercase(), path.clone()));
        }
    }
    // The sockets and the web page are described elsewhere.
    let routes = ROUTES.iter().filter(|(_, path)| !["/", "/ws", "/ws/elsewhere"].contains(path));
    let routes: BTreeSet<_> =
        routes.map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(described, routes);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
    server.stop().await;
}
