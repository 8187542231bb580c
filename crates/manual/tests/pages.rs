//! The pages of the manual as a browser sees them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;

use manual::{ManualFile, file, files};

fn text(file: &ManualFile) -> &'static str {
    std::str::from_utf8(file.bytes).unwrap()
}

fn pages() -> impl Iterator<Item = &'static ManualFile> {
    files().iter().filter(|file| file.path.ends_with(".html"))
}

/// The values of an attribute wherever it stands in a page.
fn values<'t>(page: &'t str, attribute: &str) -> Vec<&'t str> {
    let opening = format!(" {attribute}=\"");
    page.split(opening.as_str()).skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

/// The pages of one language: those in this folder.
fn pages_in(folder: &str) -> impl Iterator<Item = &'static ManualFile> {
    pages().filter(move |page| page.path.rsplit_once('/').map_or("", |(folder, _)| folder) == folder)
}

/// Where a link of a page leads, without its anchor.
fn followed(page: &ManualFile, link: &str) -> String {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match link.strip_prefix("../") {
        Some(above) => above.to_owned(),
        None if folder.is_empty() => link.to_owned(),
        None => format!("{folder}/{link}"),
    }
}

#[test]
fn every_chapter_is_a_page_that_the_contents_of_every_page_lead_to() {
    let english = include_str!("../../../docs/src/SUMMARY.md");
    let german = include_str!("../../../docs/de/SUMMARY.md");
    for (summary, folder, least) in [(english, "", 20), (german, "de", 6)] {
        let chapters: Vec<_> =
            summary.split("](").skip(1).map(|rest| rest.split_once(".md)").unwrap().0).collect();
        assert!(least <= chapters.len());
        for chapter in chapters {
            let name = if chapter == "introduction" { "index" } else { chapter };
            let (link, path) = (format!("{name}.html"), format!("{folder}/{name}.html"));
            let path = path.trim_start_matches('/');
            assert!(file(path).is_some(), "{path} is a page");
            for page in pages_in(folder).filter(|page| !page.path.ends_with("print.html")) {
                assert!(values(text(page), "href").contains(&link.as_str()), "{} leads to {path}", page.path);
            }
        }
    }
}

#[test]
fn each_page_says_its_language_and_leads_to_the_same_page_in_the_other_one() {
    for (path, language, link) in [
        ("index.html", "en", "de/index.html"),
        ("host.html", "en", "de/host.html"),
        ("commands.html", "en", "de/commands.html"),
        ("engines.html", "en", "de/index.html"),
        ("de/index.html", "de", "../index.html"),
        ("de/play-web.html", "de", "../play-web.html"),
    ] {
        let page = text(file(path).unwrap_or_else(|| panic!("{path} is a page")));
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{path}");
        let other = if language == "en" { "de" } else { "en" };
        assert!(page.contains(&format!("href=\"{link}\" hreflang=\"{other}\"")), "{path} leads to {link}");
    }
    let german = text(file("de/play.html").unwrap());
    assert!(german.contains(">Inhalt<") && german.contains("Weitere Kapitel (auf Englisch)"));
    assert!(
        german.contains("href=\"../engines.html#what-values-mean\""),
        "what is not translated is English"
    );
}

#[test]
fn all_links_lead_to_files_and_anchors_that_are_there() {
    let mut n_followed = 0;
    for page in pages() {
        let links = [values(text(page), "href"), values(text(page), "src")].concat();
        for link in links.into_iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { Some(page) } else { file(&followed(page, path)) };
            let target = target.unwrap_or_else(|| panic!("{}: there is no {link}", page.path));
            if !anchor.is_empty() {
                let ids = values(text(target), "id");
                assert!(ids.contains(&anchor), "{}: there is no {link}", page.path);
            }
            n_followed += 1;
        }
    }
    assert!(1_000 < n_followed, "{n_followed}");
}

#[test]
fn no_anchor_is_there_twice_on_a_page() {
    for page in pages() {
        let ids = values(text(page), "id");
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{}: {ids:?}", page.path);
    }
}

#[test]
fn the_page_for_printing_has_all_chapters_and_needs_no_other() {
    for folder in ["", "de"] {
        let path = format!("{folder}/print.html");
        let print = text(file(path.trim_start_matches('/')).unwrap());
        let own = ["print.html", "commands.html"];
        for page in pages_in(folder).filter(|page| !own.iter().any(|own| page.path.ends_with(own))) {
            let heading = text(page).split("<h1").nth(1).unwrap().split_once('>').unwrap().1;
            let heading = heading.split_once("</h1>").unwrap().0;
            assert!(print.contains(&format!("{heading}</h1>")), "{heading}");
        }
        let outside = values(print, "href").into_iter().filter(|link| !link.starts_with('#'));
        // A translation leads to chapters that are there in English alone.
        let may_be = |link: &str| {
            link.ends_with("manual.css")
                || link.contains("://")
                || (folder == "de" && link.starts_with("../"))
        };
        assert!(outside.into_iter().all(may_be));
    }
}

#[test]
fn what_chapters_include_is_shown_and_what_only_tests_read_is_not() {
    let chapter = text(file("write-a-game.html").unwrap());
    let nim = include_str!("../../../examples/nim/src/lib.rs");
    let first = nim.lines().next().unwrap();
    assert!(chapter.contains(first), "{first}");
    for page in pages() {
        for left_over in ["{{#", "<!-- begins", "style=\"", "<script"] {
            assert!(!text(page).contains(left_over), "{} contains {left_over}", page.path);
        }
    }
}

#[test]
fn the_index_tells_where_commands_are_shown() {
    let index = text(file("commands.html").unwrap());
    let line = index.lines().find(|line| line.contains("<code>brett serve</code>")).unwrap();
    assert!(line.contains("<a href=\"host.html\">Host</a>"), "{line}");
}

#[test]
fn pages_fit_phones_and_follow_the_system_into_the_dark() {
    for page in pages() {
        assert!(
            text(page).contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        );
    }
    let style = text(file("manual.css").unwrap());
    assert!(style.contains("prefers-color-scheme: dark") && style.contains("@media (max-width:"));
    // A wide table moves by itself.
    let chapter = text(file("host.html").unwrap());
    assert_eq!(chapter.matches("<table>").count(), chapter.matches("<div class=\"wide\"><table>").count());
}

#[test]
fn every_file_has_a_type_and_another_tag_than_the_others() {
    let tags: BTreeSet<_> = files().iter().map(|file| file.etag).collect();
    assert_eq!(tags.len(), files().len());
    for known in files() {
        assert_ne!(known.media_type(), "application/octet-stream", "{}", known.path);
        assert_eq!(file(known.path).map(|found| found.etag), Some(known.etag));
    }
    assert!(file("nothing.html").is_none());
}
