//! The description of what is asked over plain HTTP.

use std::collections::BTreeSet;

use crate::{running::Running, security::ROUTES};

#[tokio::test]
async fn the_description_names_every_route_and_no_other() {
    let server = Running::start().await;
    let document = server.browser().get("/api/openapi.json").await.fine(200).json();
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        for (method, about) in methods.as_object().unwrap() {
            assert!(about["summary"].as_str().is_some_and(|text| !text.is_empty()), "{method} {path}");
            described.insert((method.to_uppercase(), path.clone()));
        }
    }
    // The socket and the web page are described elsewhere.
    let routes = ROUTES.iter().filter(|(_, path)| !["/", "/ws"].contains(path));
    let routes: BTreeSet<_> =
        routes.map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(described, routes);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
    server.stop().await;
}
